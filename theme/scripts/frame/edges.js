/* Parts that scroll: where more is to come, their edge fades, and those without a control of their own
   can be scrolled with the keyboard. */

const READ = '.dj-table-scroll, .dj-endpoint-path, .dj-content :is(pre, div.math, div.graphviz)';
const BARS = '.dj-tablist, .dj-tabs, .dj-examples-inner, .dj-toc';
const SCROLLING = `${READ}, ${BARS}`;

const MISSED = 14;

/** Cells that belong to several rows or columns; and which share of a table its first column may keep. */
const TABLE = '.dj-table-scroll';
const SPANS = 'table table, [rowspan], [colspan]';
const PINNED = 0.4;

/** @param {HTMLElement} part */
function moreOf(part) {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollTop } = part;
  const across = scrollWidth - clientWidth;
  const down = scrollHeight - clientHeight;
  // Around a text there is room, of which nothing is missed; a bar or a panel that ends earlier is cut off.
  const missed = part.matches(BARS) ? 2 : MISSED;
  if (across < missed && down < missed) return '';
  const isRtl = getComputedStyle(part).direction === 'rtl';
  const left = isRtl ? across + part.scrollLeft : part.scrollLeft;
  const way = { left, right: across - left, above: scrollTop, below: down - scrollTop };
  return Object.entries(way).filter(([, far]) => far > missed).map(([name]) => name).join(' ');
}

/** @param {HTMLElement} part */
function measured(part) {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = part;
  const more = moreOf(part);
  const first = more && part.matches(TABLE) && !one(SPANS, part) ? one('tr > :first-child', part) : null;
  const isScrolling = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  return /** @type {const} */ ([part, more, isScrolling, Boolean(first && first.offsetWidth < clientWidth * PINNED)]);
}

/** @param {HTMLElement[]} parts */
function drawEdges(parts) {
  // All is measured first, so that the page is laid out once.
  for (const [part, more, isScrolling, isPinned] of parts.map(measured)) {
    if (more) part.dataset.more = more;
    else delete part.dataset.more;
    if (!part.matches(READ)) continue;
    if (part.matches(TABLE)) part.toggleAttribute('data-pinned', isPinned);
    if (isScrolling) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}

function setUpEdges() {
  const check = () => {
    drawEdges(all(READ));
    drawEdges(all(BARS));  // the button that wraps long lines, which is now known to be there, takes its room
  };
  check();
  addEventListener('resize', check);
  addEventListener('load', check);
  document.addEventListener('scroll', (event) => {
    if (event.target instanceof HTMLElement && event.target.matches(SCROLLING)) drawEdges([event.target]);
  }, { capture: true, passive: true });
  for (const name of ['toggle', 'change']) {
    document.addEventListener(name, (event) => {
      const set = around(event, 'details, [data-tabs]');
      if (set) requestAnimationFrame(() => drawEdges(all(SCROLLING, set)));
    }, { capture: true });
  }
}
