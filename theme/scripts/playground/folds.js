/* All folds of a form at once. */

const MOST_OPENED = 200;
const DEEPEST_OPENED = 6;

/**
 * A button that opens and closes the folds of a form, where there are several.
 * @param {HTMLElement} place what holds the folds
 */
function foldsButton(place) {
  const all = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (place.querySelectorAll('details.dj-pg-fold'));
  const labels = [text('Expand all'), text('Collapse all')];
  const button = smallButton('', () => {
    setFolds(all, button.getAttribute('aria-expanded') === 'false');
    draw();
  }, { class: 'dj-pg-small dj-pg-folds' });
  function draw() {
    const folds = [...all()];
    const isOpen = folds.every((one) => one.open || depthOf(one) >= DEEPEST_OPENED);
    button.hidden = folds.length < 2;
    button.textContent = labels[Number(isOpen)] ?? '';
    button.setAttribute('aria-expanded', String(isOpen));
  }
  // Folds come and go while one types; `toggle` does not bubble.
  place.addEventListener('toggle', draw, true);
  new MutationObserver(draw).observe(place, { childList: true, subtree: true });
  draw();
  return button;
}

/** @param {Element} fold */
function depthOf(fold) {
  let depth = 0;
  for (let at = around(fold); at; at = around(at)) depth += 1;
  return depth;
}

/** @param {Element} fold */
const around = (fold) => fold.parentElement?.closest('.dj-pg-fold') ?? null;

/**
 * Open or close folds; those that are drawn by opening come with the next round. Types that contain
 * themselves end somewhere.
 * @param {() => NodeListOf<HTMLDetailsElement>} all
 * @param {boolean} isOpen
 */
function setFolds(all, isOpen) {
  let left = MOST_OPENED;
  for (let depth = 0; depth < DEEPEST_OPENED; depth += 1) {
    const others = [...all()].filter((one) => one.open !== isOpen).slice(0, left);
    if (!others.length) return;
    left -= isOpen ? others.length : 0;
    for (const one of others) {
      one.open = isOpen;
      one.dispatchEvent(new Event('toggle'));
    }
  }
}
