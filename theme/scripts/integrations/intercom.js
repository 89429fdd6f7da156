/* The chat of Intercom: calls wait in a list of the function. */

services.set('intercom', ({ appId = '' }) => {
  shared.intercomSettings = { api_base: 'https://api-iam.intercom.io', app_id: appId };
  /** @param {any[]} values */
  const wait = (...values) => shared.Intercom.c(values);
  wait.q = /** @type {any[]} */ ([]);
  wait.c = /** @param {any[]} values */ (values) => wait.q.push(values);
  shared.Intercom ??= wait;
  loadScript(`https://widget.intercom.io/widget/${encodeURIComponent(appId)}`);
});
