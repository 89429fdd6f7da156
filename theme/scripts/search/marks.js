/* Which parts of a text are what was sought, and which part of a long text shows most of them. */

const EXCERPT = 170;

/**
 * @typedef {object} Sought
 * @property {Set<string>} words words as the index has them
 * @property {string[]} typed what was typed, in words, two letters at least
 */

/**
 * @param {string} query
 * @param {Set<string>} words
 * @param {Set<string>} [stopped] words that say nothing beside others, and are not marked
 * @returns {Sought}
 */
function soughtOf(query, words, stopped = new Set()) {
  const runs = (query.match(RUN) ?? []).map(fold);
  const saying = runs.filter((run) => !stopped.has(run));
  const typed = saying.length ? saying : runs;
  return { words, typed: typed.filter((run) => run.length > 1 || STARTS_PAIRED.test(run)) };
}

/**
 * @param {string} run
 * @param {Sought} sought
 */
function isSought(run, { words, typed }) {
  const folded = fold(run);
  return words.has(folded) || typed.some((each) => (
    folded.startsWith(each) || (each.length > 3 && folded.includes(each))
  ));
}

/**
 * Return the parts of a text to mark: where each begins and ends.
 * @param {string} text
 * @param {Sought} sought
 */
function marksIn(text, sought) {
  /** @type {[number, number][]} */
  const marks = [];
  const needles = sought.typed.filter((each) => STARTS_PAIRED.test(each));
  for (const match of text.matchAll(RUN)) {
    const run = match[0];
    if (!STARTS_PAIRED.test(run)) {
      if (isSought(run, sought)) marks.push([match.index, match.index + run.length]);
      continue;
    }
    const before = marks.length;
    for (const needle of needles) {
      for (let at = run.indexOf(needle); at >= 0; at = run.indexOf(needle, at + needle.length)) {
        marks.push([match.index + at, match.index + at + needle.length]);
      }
    }
    if (marks.length > before) continue;
    const parts = [...new Set(needles.flatMap(pairs))].filter((pair) => run.includes(pair));
    for (const pair of parts) marks.push([match.index + run.indexOf(pair), match.index + run.indexOf(pair) + pair.length]);
  }
  return marks.sort((one, other) => one[0] - other[0]);
}

/**
 * Return the part of a text that shows most different words that were sought.
 * @param {string} text
 * @param {Sought} sought
 */
function excerptOf(text, sought) {
  const marks = marksIn(text, sought);
  let [start, best] = [0, 0];
  for (const [from] of marks.slice(0, 200)) {
    const inside = marks.filter(([a, b]) => a >= from && b <= from + EXCERPT - 30);
    const worth = new Set(inside.map(([a, b]) => fold(text.slice(a, b)))).size;
    if (worth > best) [start, best] = [from, worth];
  }
  start = Math.max(0, start - 30);
  if (start) start = text.indexOf(' ', start) + 1 || start;
  let end = Math.min(text.length, start + EXCERPT);
  const space = text.lastIndexOf(' ', end);
  if (end < text.length && space > start + EXCERPT / 2) end = space;
  return `${start ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/**
 * Write a text into an element, with what was sought in it marked.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {Sought} sought
 */
function writeMarked(element, text, sought) {
  let at = 0;
  for (const [from, to] of marksIn(text, sought)) {
    if (from < at) continue;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(from, to);
    element.append(text.slice(at, from), mark);
    at = to;
  }
  element.append(text.slice(at));
}
