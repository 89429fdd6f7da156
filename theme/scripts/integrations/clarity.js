/* Microsoft Clarity: calls wait in a list of the function. */

services.set('clarity', ({ projectId = '' }) => {
  /** @param {any[]} values */
  const wait = (...values) => (shared.clarity.q ??= []).push(values);
  shared.clarity ??= wait;
  loadScript(`https://www.clarity.ms/tag/${encodeURIComponent(projectId)}`);
});
