/* The media type of a page of an API: fields, examples, samples and form follow one choice. */

/** @param {HTMLElement} element */
const mediaOf = (element) => (element.dataset.media ?? '').split('|');

/**
 * Choose a type, here and in the form.
 * @param {string} type
 */
const tellMedia = (type) => document.dispatchEvent(new CustomEvent('dj-media', { detail: type }));

/**
 * Return the type that is shown of a body: the wanted one, or what the reader chose last, or the first.
 * @param {string[]} types
 * @param {string} wanted
 */
const shownMedia = (types, wanted) =>
  types.includes(wanted) ? wanted : (latest(types) ?? types[0] ?? '');

/**
 * Show the group of fields of one type in each body.
 * @param {string} wanted
 */
function showMediaGroups(wanted) {
  const groups = all('.dj-media-group');
  for (const parent of new Set(groups.map((group) => group.parentElement))) {
    const own = groups.filter((group) => group.parentElement === parent);
    const type = shownMedia(own.flatMap(mediaOf), wanted);
    for (const group of own) {
      const isOn = mediaOf(group).includes(type);
      group.classList.toggle('dj-media-on', isOn);
      hide(group, !isOn);
    }
  }
  for (const line of all('.dj-media-type')) {
    const names = all(':scope > code', line);
    const type = shownMedia(names.map((name) => name.textContent ?? ''), wanted);
    for (const name of names.length > 1 ? names : []) {
      name.hidden = name.textContent !== type;
      const comma = name.nextSibling;
      if (comma?.nodeName === '#text' && comma.textContent === ', ') comma.remove();
    }
  }
}

/**
 * Show the examples of the body where there are some in its type; one alone is in the samples.
 * @param {string} wanted
 */
function showMediaBodies(wanted) {
  const names = all('#request-body .dj-media-type > code').map((name) => name.textContent ?? '');
  const type = shownMedia(names, wanted);
  for (const group of all('.dj-request-bodies')) {
    const types = [group, ...all('[data-media]', group)].flatMap(mediaOf);
    const isOff = names.length > 1 && types.some(Boolean) && !types.includes(type);
    group.classList.toggle('dj-media-off', isOff);
  }
}

/**
 * Show the tabs with examples in one type.
 * @param {string} wanted
 */
function showMediaTabs(wanted) {
  for (const set of sets) {
    const tabs = set.tabs.filter((tab) => tab.dataset.media);
    if (!tabs.length) continue;
    for (const of of new Set(tabs.map((tab) => tab.dataset.of))) {
      const own = tabs.filter((tab) => tab.dataset.of === of);
      const type = shownMedia(own.flatMap(mediaOf), wanted);
      for (const tab of own) tab.hidden = !mediaOf(tab).includes(type);
    }
    const now = set.tabs[set.index];
    if (!now?.hidden) continue;
    const same = set.tabs.findIndex((tab) => !tab.hidden && tab.dataset.of === now.dataset.of);
    select(set, same >= 0 ? same : set.tabs.findIndex((tab) => !tab.hidden));
  }
}

function setUpMedia() {
  const box = document.querySelector('.dj-media-choice select');
  if (!(box instanceof HTMLSelectElement)) return;
  const types = [...box.options].map((option) => option.value);
  /** @param {string} type */
  const show = (type) => {
    box.value = type;
    showMediaGroups(type);
    showMediaTabs(type);
    showMediaBodies(type);
  };
  document.addEventListener('dj-media', (event) => {
    if (!(event instanceof CustomEvent) || !types.includes(event.detail)) return;
    remember(event.detail);
    show(event.detail);
  });
  box.addEventListener('change', () => tellMedia(box.value));
  for (const group of all('.dj-media-group')) {
    group.addEventListener('beforematch', () => tellMedia(mediaOf(group)[0] ?? ''));
  }
  show(latest(types) ?? types[0] ?? '');
}
