/* Plausible, of its makers or on a server of one's own: the script reads its own element. */

services.set('plausible', ({ domain = '', server = 'plausible.io' }) => {
  loadScript(`https://${server}/js/script.js`, { 'data-domain': domain });
});
