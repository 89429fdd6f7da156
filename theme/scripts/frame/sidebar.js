/* The sidebar keeps its place and its groups from page to page; early/kept.js shows them, and the open
   page. The version that was
   chosen is kept, and shows what belongs to it on pages of several versions. */

function setUpSidebar() {
  const side = one('#dj-side');
  if (!side) return;
  side.addEventListener('click', (event) => {
    const group = around(event, 'summary')?.parentElement;
    if (!(group instanceof HTMLDetailsElement) || !group.closest('#dj-sidebar')) return;
    // The click has not opened or closed it yet.
    visiting.set(GROUPS, JSON.stringify({ ...keptGroups(), [nameOfGroup(group)]: !group.open }));
    if (group.open || !('drilldown' in side.dataset) || one('[aria-current="page"]', group)) return;
    one('a', group)?.click();
  });
  addEventListener('pagehide', () => {
    visiting.set('dj-sidebar', String(Math.round(side.scrollTop)));
  });
}

/** The active tab is in the middle. */
function setUpTabBar() {
  const tab = one('.dj-tab[data-active]');
  const tabs = tab?.parentElement;
  if (!tabs) return;
  tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - tabs.clientWidth / 2 + tab.clientWidth / 2;
}

function setUpVersions() {
  const scopes = all('.dj-version-scope');

  /** @param {string} version */
  function show(version) {
    if (!scopes.some((scope) => scope.dataset.version === version)) return false;
    for (const scope of scopes) scope.hidden = scope.dataset.version !== version;
    return true;
  }

  const kept = lasting.get('dj-version');
  if (kept) show(kept);
  for (const link of all('[data-switch="version"] a')) {
    link.addEventListener('click', (event) => {
      const version = link.dataset.choice ?? '';
      lasting.set('dj-version', version);
      const url = new URL(link.getAttribute('href') ?? '', location.href);
      const isHere = url.pathname === location.pathname && url.host === location.host;
      if (!isHere || !show(version)) return;
      event.preventDefault();
      one('.dj-version-scope:not([hidden]) [data-switch="version"] summary')?.focus();
      for (const menu of openMenus()) menu.open = false;
    });
  }
}
