/* Sets what the first paint depends on; blocking on purpose, and so as short as can be. */

const { dataset, classList } = document.documentElement;
dataset.js = '';
if (/Mac|iP(?:hone|ad|od)/.test(navigator.platform)) dataset.mac = '';
if (!('modeForced' in dataset)) {
  try {
    const choice = localStorage.getItem('dj-mode');
    if (choice === 'light' || choice === 'dark') dataset.mode = choice;
    else if (choice === 'system') delete dataset.mode;
  } catch {
    /* no storage: the first mode is used */
  }
}
// Style sheets of authors ask for this class.
const system = matchMedia('(prefers-color-scheme: dark)');
function tellDark() {
  classList.toggle('dark', dataset.mode ? dataset.mode === 'dark' : system.matches);
  /** @type {NodeListOf<HTMLMetaElement>} */
  const frames = document.querySelectorAll('meta[name="theme-color"][data-mode]');
  for (const { dataset: { mode = '' }, attributes: { media } } of /** @type {any} */ (frames)) {
    media.value = dataset.mode ? (dataset.mode === mode ? 'all' : 'not all') : `(prefers-color-scheme: ${mode})`;
  }
}
tellDark();
system.addEventListener('change', tellDark);
document.addEventListener('DOMContentLoaded', tellDark);
new MutationObserver(tellDark).observe(document.documentElement, { attributeFilter: ['data-mode'] });
try {
  if (dataset.banner && localStorage.getItem('dj-banner') === dataset.banner) classList.add('dj-no-banner');
  const reading = JSON.parse(localStorage.getItem('dj-reading') ?? '{}');
  for (const name of ['text', 'width', 'wrap', 'focus']) if (typeof reading[name] === 'string') dataset[name] = reading[name];
} catch {
  /* no storage, or what is kept is broken */
}
