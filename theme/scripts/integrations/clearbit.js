/* Clearbit: a script for each account. */

services.set('clearbit', ({ publicApiKey = '' }) => {
  const address = `https://tag.clearbitscripts.com/v1/${encodeURIComponent(publicApiKey)}/tags.js`;
  loadScript(address, { referrerpolicy: 'strict-origin-when-cross-origin' });
});
