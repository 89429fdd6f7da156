/* What a reader opened and chose is shown before the first paint, as the parser comes to it. */

/** The sidebar is as it was left: its groups, and how far it was scrolled. */
function restoreSidebar() {
  const kept = keptGroups();
  for (const group of document.querySelectorAll('#dj-sidebar details')) {
    const wanted = own(kept, nameOfGroup(group));
    if (wanted === undefined || group.querySelector('[aria-current="page"]')) continue;
    group.toggleAttribute('open', wanted);
  }
  // Before the style sheet is there, nothing scrolls; nothing is painted, either.
  requestAnimationFrame(() => {
    scrollSidebar();
    showOpenPage();
  });
}

function scrollSidebar() {
  const side = document.getElementById('dj-side');
  try {
    const kept = Number(sessionStorage.getItem('dj-sidebar'));
    // At its top it is already, and the question alone would lay out the page.
    if (side && kept) side.scrollTop = kept;
  } catch {
    /* no storage: it is at its top */
  }
}

/** The open page is in sight, wherever the sidebar was left. */
function showOpenPage() {
  const side = document.getElementById('dj-side');
  const page = side?.querySelector('#dj-sidebar [aria-current="page"]');
  if (!side || !(page instanceof HTMLElement) || !page.offsetParent) return;
  const [box, frame] = [page.getBoundingClientRect(), side.getBoundingClientRect()];
  if (box.top < frame.top + 24 || box.bottom > Math.min(frame.bottom, innerHeight) - 48) {
    side.scrollTop += box.top - frame.top - frame.height / 3;
  }
}

/** @type {string[]} */
let chosen = [];
try {
  chosen = JSON.parse(localStorage.getItem('dj-choices') ?? '[]');
} catch {
  /* no storage: the first panel is open */
}

/**
 * The panel that the reader chose is open in the first place.
 * @param {Element} panel
 */
function restorePanel(panel) {
  const set = panel.closest('[data-tabs]');
  const tabs = [...(set?.querySelectorAll(':scope > .dj-tabbar > .dj-tablist > button') ?? [])];
  const titles = tabs.map((tab) => tab.getAttribute('data-title') ?? tab.textContent);
  const wanted = titles.indexOf(chosen.find((title) => titles.includes(title)) ?? '');
  if (!set?.matches('[data-sync="true"]') || panel.parentElement !== set || wanted < 0) return;
  const isOn = [...set.querySelectorAll(':scope > .dj-panel')].indexOf(panel) === wanted;
  panel.classList.toggle('dj-panel-active', isOn);
  if (panel.matches('details')) panel.toggleAttribute('open', isOn);
}

/**
 * The media type that the reader chose is shown in the first place, as are the tabs with its examples.
 * @param {Element} group
 */
function restoreMedia(group) {
  const groups = [...(group.parentElement?.querySelectorAll(':scope > .dj-media-group') ?? [])];
  /** @param {Element} one */
  const rank = (one) => {
    const types = (one.getAttribute('data-media') ?? '').split('|');
    const at = chosen.findIndex((title) => types.includes(title));
    return at < 0 ? chosen.length : at;
  };
  const best = groups.reduce((one, other) => (rank(other) < rank(one) ? other : one), group);
  const shown = rank(best) < chosen.length ? best : groups[0];
  for (const one of groups) one.classList.toggle('dj-media-on', one === shown);
}

const watcher = new MutationObserver((records) => {
  for (const { addedNodes } of records) {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      if (node.matches('.dj-scrim')) restoreSidebar();
      else if (chosen.length && node.matches('.dj-panel')) restorePanel(node);
      else if (chosen.length && node.matches('.dj-media-group')) restoreMedia(node);
      else if (!chosen.length && node.matches('.dj-article')) watcher.disconnect();
    }
  }
});
watcher.observe(document.documentElement, { childList: true, subtree: true });
document.addEventListener('DOMContentLoaded', () => watcher.disconnect());
