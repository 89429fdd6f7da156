/* The dialog of the search, made when it is first wanted. */

/** @param {string[]} keys */
const keysOf = (...keys) => keys.map((key) => made('kbd', 'dj-key', {}, key));

function makeDialog() {
  const { texts } = given;
  const dialog = made('dialog', 'dj-find', { 'aria-label': texts.title });
  const input = made('input', 'dj-find-input', {
    type: 'search', placeholder: texts.prompt, autocomplete: 'off', spellcheck: 'false', 'aria-label': texts.title,
  });
  const close = made('button', 'dj-find-close', { type: 'button', 'aria-label': texts.close });
  close.append(made('kbd', 'dj-key', { 'aria-hidden': 'true' }, 'Esc'), iconIn('dj-find-cross', ICONS.close));
  const head = made('div', 'dj-find-head', {}, iconIn('dj-find-lens', ICONS.search), input, close);
  const body = made('div', 'dj-find-body');
  const foot = made(
    'div',
    'dj-find-foot',
    { 'aria-hidden': 'true' },
    made('span', '', {}, ...keysOf('↑', '↓'), ` ${texts.move}`),
    made('span', '', {}, ...keysOf('↵'), ` ${texts.open}`),
    made('span', '', {}, ...keysOf('Esc'), ` ${texts.close}`),
  );
  dialog.append(head, body, foot);
  document.body.append(dialog);
  const view = new View(input, body, () => dialog.close());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  // A field of the kind "search" would empty itself first.
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  });
  dialog.addEventListener('close', () => delete root.dataset.search);
  return { dialog, input, view };
}

/** @type {ReturnType<typeof makeDialog> | undefined} */
let shared;

/** @param {string} query */
function openSearch(query) {
  shared ??= makeDialog();
  const { dialog, input, view } = shared;
  const wasOpen = dialog.open;
  if (!wasOpen) {
    dialog.showModal();
    root.dataset.search = 'open';
  }
  if (query) input.value = query;
  input.focus();
  // What was sought is offered again, to go on from, and the next letter replaces it.
  if (!query && !wasOpen) input.select();
  if (!view.query || view.answered !== view.query) view.show();
}
