/* Hotjar: calls wait in a list of the function. */

services.set('hotjar', ({ hjid = '', hjsv = '' }) => {
  /** @param {any[]} values */
  const wait = (...values) => (shared.hj.q ??= []).push(values);
  shared.hj ??= wait;
  shared._hjSettings = { hjid: Number(hjid), hjsv: Number(hjsv) };
  loadScript(`https://static.hotjar.com/c/hotjar-${hjid}.js?sv=${hjsv}`);
});
