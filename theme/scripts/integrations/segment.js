/* Segment: calls wait in a list. */

services.set('segment', ({ key = '', cdnUrl = 'https://cdn.segment.com' }) => {
  const cdn = cdnUrl.replace(/\/+$/, '');
  const calls = (shared.analytics ??= waitingCalls('identify reset group track page ready on once off'));
  calls._writeKey = key;
  calls._cdn = cdn;
  calls.SNIPPET_VERSION = '5.2.1';
  calls.page();
  loadScript(`${cdn}/analytics.js/v1/${encodeURIComponent(key)}/analytics.min.js`);
});
