/* Sets the colour mode before the first paint; blocking on purpose, and so as short as can be. */

const { dataset } = document.documentElement;
dataset.js = '';
if (!('modeForced' in dataset)) {
  try {
    const choice = localStorage.getItem('dj-mode');
    if (choice === 'light' || choice === 'dark') dataset.mode = choice;
    else if (choice === 'system') delete dataset.mode;
  } catch {
    /* no storage: the first mode stands */
  }
}
