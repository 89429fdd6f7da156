/* Finding a text in the body of a response. */

const MOST_FOUND = 1000;
const WORTH_FINDING = 600;

/**
 * A field that finds, with its count and its two buttons.
 * @param {HTMLElement} body what holds the text
 * @param {() => void} showAll called before it is looked through
 */
function finder(body, showAll) {
  const input = el('input', { id: uniqueId(), type: 'search', autocomplete: 'off', spellcheck: 'false',
    placeholder: text('Find in the response'), 'aria-label': text('Find in the response'),
    oninput: find, onkeydown: onKey });
  const count = el('span', { class: 'dj-pg-found', role: 'status' });
  const [previous, next] = [['↑', text('Previous match')], ['↓', text('Next match')]].map(([sign = '', label = ''], index) =>
    smallButton(sign, () => move(index ? 1 : -1),
      { class: 'dj-pg-icon', title: label, 'aria-label': label, disabled: true }));
  /** @type {Range[]} */
  let found = [];
  let at = 0;

  function find() {
    if (input.value) showAll();
    found = rangesOf(body, input.value);
    at = 0;
    show();
  }
  /** @param {number} step */
  function move(step) {
    at = (at + step + found.length) % found.length;
    show();
  }
  function show() {
    const now = found[at];
    const many = found.length < MOST_FOUND ? found.length : `${MOST_FOUND}+`;
    count.textContent = !input.value ? '' : now
      ? text('{number} of {count}', { number: at + 1, count: many }) : text('Nothing found');
    for (const button of [previous, next]) if (button) button.disabled = found.length < 2;
    mark('dj-pg-found', found);
    mark('dj-pg-found-now', now ? [now] : []);
    if (now) bringIntoView(body, now);
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (found.length) move(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape' && input.value) {
      event.preventDefault();
      input.value = '';
      find();
    }
  }
  mark('dj-pg-found', []);
  mark('dj-pg-found-now', []);
  return el('p', { class: 'dj-pg-find', role: 'search' }, input, count, previous, next);
}

/**
 * Return where a text is, whatever its case, across elements.
 * @param {HTMLElement} body
 * @param {string} wanted
 */
function rangesOf(body, wanted) {
  /** @type {Range[]} */
  const ranges = [];
  if (!wanted) return ranges;
  /** @type {Text[]} */
  const nodes = [];
  /** @type {number[]} */
  const starts = [];
  let whole = '';
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push(node);
    starts.push(whole.length);
    whole += node.data;
  }
  let place = 0;
  /** @param {Range} range @param {'setStart' | 'setEnd'} side @param {number} offset */
  const put = (range, side, offset) => {
    // An end is in the node that has the character before it.
    const least = side === 'setEnd' ? offset - 1 : offset;
    while ((starts[place + 1] ?? Infinity) <= least) place += 1;
    const node = nodes[place];
    const inside = offset - (starts[place] ?? 0);
    if (node && side === 'setStart') range.setStart(node, inside);
    else if (node) range.setEnd(node, inside);
  };
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  for (const match of whole.matchAll(pattern)) {
    const range = document.createRange();
    put(range, 'setStart', match.index);
    put(range, 'setEnd', match.index + wanted.length);
    ranges.push(range);
    if (ranges.length >= MOST_FOUND) break;
  }
  return ranges;
}

/**
 * Colour ranges without touching the document; a browser that cannot selects the one in view.
 * @param {string} name
 * @param {Range[]} ranges
 */
function mark(name, ranges) {
  if (globalThis.CSS?.highlights) {
    CSS.highlights.set(name, new Highlight(...ranges));
  } else if (ranges.length === 1 && ranges[0]) {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(ranges[0]);
  }
}

/**
 * @param {HTMLElement} body
 * @param {Range} range
 */
function bringIntoView(body, range) {
  for (let fold = foldAround(range); fold; fold = foldAround(range)) setFold(fold, true);
  const here = body.getBoundingClientRect();
  const there = range.getBoundingClientRect();
  if (there.top < here.top + 8 || there.bottom > here.bottom - 8) {
    body.scrollTop += there.top - here.top - here.height / 2;
  }
}

/** @param {Range} range */
function foldAround({ startContainer }) {
  const inner = startContainer.parentElement?.closest('.dj-pg-inner[hidden]');
  const button = inner?.previousElementSibling?.previousElementSibling;
  return button instanceof HTMLElement ? button : null;
}
