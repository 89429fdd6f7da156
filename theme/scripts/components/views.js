/* Views have one switch for the whole page, and variations of docs.json another. */

function setUpViews() {
  const views = all('.dj-view');
  setUpSwitch(views.filter((view) => view.dataset.order === undefined));
  setUpSwitch(views.filter((view) => view.dataset.order !== undefined));
}

/** @param {HTMLElement[]} views */
function setUpSwitch(views) {
  // Variations are in the order of docs.json, all others in that of the page.
  const ordered = [...views].sort((one, other) => Number(one.dataset.order ?? 0) - Number(other.dataset.order ?? 0));
  const names = [...new Set(ordered.map((view) => view.dataset.view ?? ''))];
  if (names.length < 2) {
    for (const view of views.slice(1)) view.dataset.ready = '';  // all of one name are shown
    return;
  }
  const box = make('div', 'dj-view-switch', { role: 'group', 'aria-label': words.view ?? 'View' });

  /** @param {string} [name] */
  function show(name) {
    for (const button of all('button', box)) {
      button.setAttribute('aria-pressed', String(button.textContent === name));
    }
    for (const view of views) {
      hide(view, view.dataset.view !== name);
      view.dataset.ready = '';
    }
  }
  for (const name of names) {
    const button = make('button', 'dj-view-choice', { type: 'button' });
    button.textContent = name;
    button.addEventListener('click', () => {
      remember(name);
      show(name);
    });
    box.append(button);
  }
  for (const view of views) view.addEventListener('beforematch', () => show(view.dataset.view));
  views[0]?.before(box);
  show(latest(names) ?? names[0]);
}
