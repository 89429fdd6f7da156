/* Tabs and code groups */

/**
 * @typedef {object} TabSet
 * @property {HTMLElement} root
 * @property {boolean} isSynced whether it follows other sets with the same titles
 * @property {HTMLElement[]} tabs
 * @property {HTMLElement[]} panels
 * @property {number} index
 */

/** @type {TabSet[]} */
const sets = [];

/**
 * @param {TabSet} set
 * @param {number} index
 */
function select(set, index) {
  set.index = index;
  set.tabs.forEach((tab, number) => {
    const isOn = number === index;
    if (tab instanceof HTMLOptionElement) tab.selected = isOn;
    else {
      tab.setAttribute('aria-selected', String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
    }
    const panel = set.panels[number];
    if (!panel) return;
    panel.classList.toggle('dj-panel-active', isOn);
    hide(panel, !isOn);
  });
}

/** @param {TabSet} set */
const titlesOf = (set) => set.tabs.map((tab) => tab.dataset.title ?? '');

/**
 * Select by hand: other sets follow, and what the reader touched stays where it is.
 * @param {TabSet} set
 * @param {number} index
 */
function choose(set, index) {
  const tab = set.tabs[index];
  if (!tab) return;
  const before = tab.getBoundingClientRect().top;
  select(set, index);
  if (set.isSynced) {
    const title = tab.dataset.title ?? '';
    remember(title);
    for (const other of sets) {
      const same = other.isSynced ? titlesOf(other).indexOf(title) : -1;
      if (other !== set && same >= 0 && !other.tabs.at(same)?.hidden) {
        select(other, same);
        reveal(other.tabs.at(same));
      }
    }
  }
  if (!(tab instanceof HTMLOptionElement)) tab.dispatchEvent(new Event('change', { bubbles: true }));
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  reveal(tab);
}

/** @param {HTMLElement | undefined} tab */
function reveal(tab) {
  const list = tab?.parentElement;
  if (!list) return;
  const left = tab.offsetLeft - list.offsetLeft;
  if (left < list.scrollLeft) list.scrollLeft = left - 36;
  else if (left + tab.offsetWidth > list.scrollLeft + list.clientWidth) {
    list.scrollLeft = left + tab.offsetWidth - list.clientWidth + 36;
  }
}

/**
 * @param {TabSet} set
 * @param {KeyboardEvent} event
 */
function onKey(set, event) {
  const shown = set.tabs.filter((tab) => !tab.hidden);
  const index = shown.findIndex((tab) => tab === set.tabs[set.index]);
  const last = shown.length - 1;
  const isRtl = getComputedStyle(set.root).direction === 'rtl';
  const target = own({
    Home: 0,
    End: last,
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: index === 0 ? last : index - 1,
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: index === last ? 0 : index + 1,
  }, event.key);
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = shown[target];
  choose(set, set.tabs.findIndex((tab) => tab === next));
  next?.focus({ preventScroll: true });
}

/**
 * What the pages of an API leave to the script: the roles of tabs, and panels that can be opened
 * where no script runs.
 * @param {HTMLElement} root
 * @param {number} number
 */
function completeTabs(root, number) {
  const list = one(':scope > .dj-tabbar > .dj-tablist:not([role])', root);
  if (!list) return;
  list.setAttribute('role', 'tablist');
  for (const closed of all(':scope > details.dj-panel', root)) {
    const panel = document.createElement('div');
    panel.className = closed.className;
    panel.append(...closed.childNodes);
    one(':scope > summary', panel)?.remove();
    closed.replaceWith(panel);
  }
  const panels = all(':scope > .dj-panel', root);
  all(':scope > button', list).forEach((tab, index) => {
    const panel = panels[index];
    if (!panel) return;
    panel.id ||= `dj-samples-${number + 1}-panel-${index + 1}`;
    tab.id = `dj-samples-${number + 1}-tab-${index + 1}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.setAttribute('aria-selected', String(index === 0));
    tab.dataset.title = tab.textContent ?? '';
  });
}

/**
 * @param {HTMLElement} root
 * @param {number} number
 */
function setUpTabs(root, number) {
  completeTabs(root, number);
  const box = one(':scope > .dj-tabbar > select', root);
  if (box instanceof HTMLSelectElement) {
    setUpList(root, box);
    return;
  }
  const list = one('[role="tablist"]', root);
  const tabs = list ? all('[role="tab"]', list) : [];
  const panels = tabs.flatMap((tab) => {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    return panel ?? [];
  });
  if (!list || !tabs.length || panels.length < tabs.length) return;
  const set = setOf(root, tabs, panels);
  panels.forEach((panel, number) => {
    if (panel.role === 'tabpanel') return;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tabs[number]?.id ?? '');
    if (root.classList.contains('dj-tabset')) panel.tabIndex = 0;
    panel.addEventListener('beforematch', () => select(set, number));
    tabs[number]?.addEventListener('click', () => choose(set, number));
  });
  begin(set, tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'), () => {
    list.addEventListener('keydown', (event) => onKey(set, event));
  });
}

/**
 * The set of an element; a script may have added tabs to one that is known.
 * @param {HTMLElement} root
 * @param {HTMLElement[]} tabs
 * @param {HTMLElement[]} panels
 */
function setOf(root, tabs, panels) {
  const set = sets.find((known) => known.root === root) ?? { root, isSynced: root.dataset.sync === 'true', index: 0 };
  return Object.assign(set, { tabs, panels });
}

/**
 * Show what the reader chose elsewhere, else the one at *first*.
 * @param {TabSet} set
 * @param {number} first
 * @param {() => void} listen
 */
function begin(set, first, listen) {
  if (sets.includes(set)) {
    select(set, Math.min(set.index, set.tabs.length - 1));
    return;
  }
  sets.push(set);
  listen();
  const titles = titlesOf(set);
  const kept = set.isSynced ? titles.indexOf(latest(titles) ?? '') : -1;
  select(set, kept >= 0 ? kept : Math.max(first, 0));
  // Buttons beside the tabs take their room first.
  if (set.index) requestAnimationFrame(() => reveal(set.tabs[set.index]));
  set.root.dataset.ready = '';
}

/**
 * A list to choose from instead of tabs; the browser knows its keys.
 * @param {HTMLElement} root
 * @param {HTMLSelectElement} box
 */
function setUpList(root, box) {
  const panels = all(':scope > .dj-panel', root);
  const set = setOf(root, [...box.options], panels);
  panels.forEach((panel, number) => panel.addEventListener('beforematch', () => select(set, number)));
  begin(set, box.selectedIndex, () => box.addEventListener('change', () => choose(set, box.selectedIndex)));
}
