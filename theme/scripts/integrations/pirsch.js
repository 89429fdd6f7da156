/* Pirsch: the script finds its own element by its id. */

services.set('pirsch', ({ id = '' }) => {
  loadScript('https://api.pirsch.io/pa.js', { id: 'pianjs', 'data-code': id });
});
