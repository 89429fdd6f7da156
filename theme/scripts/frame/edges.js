/* Parts that scroll: where more is to come, their edge fades, and those without a control of their own
   can be scrolled with the keyboard. */

const READ = '.dj-table-scroll, .dj-endpoint-path, .dj-content :is(pre, div.math, div.graphviz)';
const SCROLLING = `${READ}, .dj-tablist, .dj-tabs, .dj-examples-inner`;

/** @param {HTMLElement} part */
function moreOf(part) {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollTop } = part;
  const across = scrollWidth - clientWidth;
  const down = scrollHeight - clientHeight;
  if (across < 2 && down < 2) return '';
  const isRtl = getComputedStyle(part).direction === 'rtl';
  const left = isRtl ? across + part.scrollLeft : part.scrollLeft;
  const way = { left, right: across - left, above: scrollTop, below: down - scrollTop };
  return Object.entries(way).filter(([, far]) => far >= 2).map(([name]) => name).join(' ');
}

/** @param {HTMLElement[]} parts */
function drawEdges(parts) {
  // All is measured first, so that the page is laid out once.
  for (const [part, more] of parts.map((one) => /** @type {const} */ ([one, moreOf(one)]))) {
    if (more) part.dataset.more = more;
    else delete part.dataset.more;
    if (!part.matches(READ)) continue;
    if (more) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}

function setUpEdges() {
  const check = () => drawEdges(all(SCROLLING));
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
