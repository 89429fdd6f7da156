/* Where the reader arrives: the words that were sought are marked in the place that was chosen, and
   what is closed around the first of them is opened. The text of the page is not touched. */

/** @param {Element} place */
function sectionAt(place) {
  return place.matches('h1, h2, h3, h4, h5, h6, span') ? place.closest('section') ?? place : place;
}

/**
 * @param {Element} scope
 * @param {Sought} sought
 */
function rangesIn(scope, sought) {
  /** @type {Range[]} */
  const ranges = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < 300; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style, .dj-page-head, .headerlink, [aria-hidden="true"]')) continue;
    for (const [from, to] of marksIn(node.nodeValue ?? '', sought)) {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  return ranges;
}

/** @param {Element | null} element */
function openAround(element) {
  for (let part = element; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    if (part.hasAttribute('hidden')) part.dispatchEvent(new Event('beforematch'));
  }
}

/** @returns {{href: string, sought: Sought} | null} */
function keptFind() {
  try {
    const { href, words, typed } = JSON.parse(visiting.get(FOUND) ?? '');
    return { href, sought: { words: new Set(words), typed } };
  } catch {
    return null;
  }
}

function arrive() {
  const found = keptFind();
  const here = location.href.split('#')[0];
  if (!found || found.href.split('#')[0] !== here) return;
  visiting.set(FOUND, '');
  const article = one('#dj-content article') ?? document.body;
  const id = decodeURIComponent(new URL(found.href).hash.slice(1));
  const target = id ? document.getElementById(id) : null;
  const ranges = rangesIn(target ? sectionAt(target) : article, found.sought);
  if ('highlights' in CSS && ranges.length) CSS.highlights.set('dj-found', new Highlight(...ranges));
  const first = ranges.find((range) => !target?.contains(range.startContainer) || !target.matches('h2, h3, h4')) ?? ranges[0];
  const element = first?.startContainer.parentElement ?? null;
  openAround(target);
  openAround(element);
  target?.scrollIntoView({ behavior: 'instant' });
  target?.classList.add('dj-arrived');
  const box = element?.getBoundingClientRect();
  if (box && (box.top > innerHeight - 80 || box.bottom < 0)) {
    element?.scrollIntoView({ behavior: 'instant', block: 'center' });
  }
}

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && 'highlights' in CSS) CSS.highlights.delete('dj-found');
});
