/* LogRocket. */

services.set('logrocket', ({ appId = '' }) => {
  const begin = () => shared.LogRocket?.init(appId);
  loadScript('https://cdn.logrocket.io/LogRocket.min.js', { crossorigin: 'anonymous' }, begin);
});
