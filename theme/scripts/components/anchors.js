/* Anchors inside closed parts, and all parts on paper */

/** @param {HTMLElement} target */
function openAround(target) {
  for (let part = /** @type {HTMLElement | null} */ (target); part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    if (part.matches('.dj-media-group:not(.dj-media-on)')) tellMedia(mediaOf(part)[0] ?? '');
    for (const set of sets) {
      const index = set.panels.indexOf(part);
      if (index >= 0) select(set, index);
    }
  }
}

function openTarget() {
  let target = null;
  try {
    target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return;
  }
  if (!target?.closest('details, .dj-panel, .dj-media-group')) return;
  openAround(target);
  target.scrollIntoView({ behavior: 'instant' });
}

function setUpAnchors() {
  addEventListener('hashchange', openTarget);
  document.addEventListener('click', (event) => {
    if (around(event, 'a[href^="#"]')?.getAttribute('href') === location.hash) openTarget();
    const details = around(event, 'summary')?.parentElement;
    if (!(details instanceof HTMLDetailsElement) || !details.id || details.open) return;
    if (details.classList.contains('dj-accordion')) {
      history.replaceState(history.state, '', `#${encodeURIComponent(details.id)}`);
    }
  });
  openTarget();
}

function setUpPrint() {
  /** @type {HTMLElement[]} */
  let closed = [];
  /** @type {HTMLElement[]} */
  let hidden = [];
  addEventListener('beforeprint', () => {
    const article = one('article') ?? document;
    closed = all('details:not([open])', article);
    hidden = all('.dj-tabset > .dj-panel[hidden], .dj-view[hidden], .dj-media-group[hidden]', article);
    for (const details of closed) details.setAttribute('open', '');
    for (const part of hidden) hide(part, false);
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.removeAttribute('open');
    for (const part of hidden) hide(part, true);
  });
}
