/* Mixpanel: its script reads from a list what was begun. */

services.set('mixpanel', ({ projectToken = '', region = 'us' }) => {
  const host = region === 'us' ? 'api-js.mixpanel.com' : `api-${region}.mixpanel.com`;
  const settings = { api_host: `https://${host}`, track_pageview: true };
  const calls = (shared.mixpanel ??= waitingCalls('track identify register reset opt_in_tracking'));
  calls.people = waitingCalls('set set_once increment');
  calls._i = [[projectToken, settings, 'mixpanel']];
  calls.__SV = 1.2;
  loadScript('https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js');
});
