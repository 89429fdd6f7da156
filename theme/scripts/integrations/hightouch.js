/* Hightouch Events: calls wait in a list. */

services.set('hightouch', ({ writeKey = '', apiHost = 'us-east-1.hightouch-events.com' }) => {
  const calls = (shared.htevents ??= waitingCalls('identify reset group track page ready on once off'));
  calls._writeKey = writeKey;
  calls._loadOptions = { apiHost };
  calls.SNIPPET_VERSION = '0.0.1';
  calls.page();
  loadScript('https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js');
});
