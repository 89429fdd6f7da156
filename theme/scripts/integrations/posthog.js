/* PostHog: its script reads from a list what was begun. Sessions are recorded only where docs.json
   says so, as the reference of the platform has it. */

services.set('posthog', ({ apiKey = '', apiHost = 'https://us.i.posthog.com', sessionRecording }) => {
  const host = apiHost.replace(/\/+$/, '');
  const settings = { api_host: host, disable_session_recording: sessionRecording !== 'true' };
  const calls = (shared.posthog ??= waitingCalls('capture identify register reset opt_out_capturing'));
  calls.people = waitingCalls('set');
  calls._i = [[apiKey, settings, 'posthog']];
  calls.__SV = 1;
  const assets = host.replace('.i.posthog.com', '-assets.i.posthog.com');
  loadScript(`${assets}/static/array.js`, { crossorigin: 'anonymous' });
});
