/* Koala: calls wait in a list. */

services.set('koala', ({ publicApiKey = '' }) => {
  shared.ko ??= waitingCalls('identify track removeListeners open on off qualify ready');
  loadScript(`https://cdn.getkoala.com/v1/${encodeURIComponent(publicApiKey)}/sdk.js`);
});
