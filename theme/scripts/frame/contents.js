/* The section that is read is marked in the contents list, and named in the bar of small screens: none in
   the introduction, the last one at the end of the page, and the one that an address names until the
   reader scrolls on. */

const SCROLLS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

function setUpContents() {
  const list = one('#dj-table-of-contents');
  const here = one('.dj-local-here');
  /** @type {Map<HTMLElement, HTMLElement[]>} */
  const linksOf = new Map();
  for (const link of all('.dj-toc a[href^="#"]')) {
    const section = named(link.getAttribute('href') ?? '');
    if (section) linksOf.set(section, [...(linksOf.get(section) ?? []), link]);
  }
  if (!linksOf.size) return;
  const sections = [...linksOf.keys()];
  /** @type {HTMLElement | undefined} */
  let asked;
  /** @type {HTMLElement | undefined} */
  let marked;
  let isWaiting = false;

  /** How far down a heading has come that is read; at the end of the page, as far as there is any. */
  function line() {
    const top = parseFloat(getComputedStyle(root).scrollPaddingTop) + 8 || 96;
    const far = root.scrollHeight - innerHeight;
    const last = Math.min(innerHeight / 2, far);
    const left = Math.max(far - scrollY - 2, 0);
    return far > 4 && left < last ? top + (innerHeight - top) * (1 - left / last) : top;
  }

  function mark() {
    isWaiting = false;
    const lowest = line();
    const isRead = (/** @type {HTMLElement} */ one) => one.getClientRects().length && one.getBoundingClientRect().top <= lowest;
    const current = asked ?? sections.filter(isRead).at(-1);
    if (current === marked) return;
    for (const link of (marked && linksOf.get(marked)) ?? []) link.removeAttribute('aria-current');
    marked = current;
    if (here) here.textContent = (current && linksOf.get(current)?.[0]?.textContent) ?? '';
    for (const link of (current && linksOf.get(current)) ?? []) {
      link.setAttribute('aria-current', 'true');
      if (list?.contains(link) && list.scrollHeight > list.clientHeight) {
        list.scrollTop = link.offsetTop - list.clientHeight / 2;
      }
    }
  }

  const markSoon = () => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };

  function follow() {
    const target = named(location.hash);
    const before = Node.DOCUMENT_POSITION_PRECEDING;
    asked = target && sections.filter((section) => section === target || target.compareDocumentPosition(section) & before).at(-1);
    markSoon();
  }

  addEventListener('hashchange', follow);
  for (const name of ['scroll', 'resize', 'load']) addEventListener(name, markSoon, { passive: true });
  for (const name of SCROLLS) {
    addEventListener(name, (event) => {
      if (asked && !around(event, 'a, summary, button, input')) asked = undefined;
    }, { passive: true });
  }
  // The same address once more is no change of it.
  document.addEventListener('click', (event) => {
    if (around(event, 'a[href*="#"]')) setTimeout(follow);
  });
  follow();
}

/** @param {string} hash */
function named(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) ?? undefined;
  } catch {
    return undefined;  // no encoding of anything
  }
}
