/* Google Analytics 4. */

services.set('ga4', ({ measurementId = '' }) => {
  shared.dataLayer ??= [];
  // Google tells commands from data by their kind: a list in place of `arguments` is passed over.
  shared.gtag ??= function () {
    // eslint-disable-next-line prefer-rest-params
    shared.dataLayer.push(arguments);
  };
  shared.gtag('js', new Date());
  shared.gtag('config', measurementId);
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`);
});
