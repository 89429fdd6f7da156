/* Google Tag Manager. */

services.set('gtm', ({ tagId = '' }) => {
  shared.dataLayer ??= [];
  shared.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagId)}`);
});
