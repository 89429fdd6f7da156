/* Fathom: the script reads its own element. */

services.set('fathom', ({ siteId = '' }) => {
  loadScript('https://cdn.usefathom.com/script.js', { 'data-site': siteId });
});
