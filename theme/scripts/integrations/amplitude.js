/* Amplitude: its script has the settings of the project. */

services.set('amplitude', ({ apiKey = '' }) => {
  const begin = () => shared.amplitude?.init(apiKey, { autocapture: true, fetchRemoteConfig: true });
  loadScript(`https://cdn.amplitude.com/script/${encodeURIComponent(apiKey)}.js`, {}, begin);
});
