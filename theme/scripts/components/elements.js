/* What all parts share: new elements, icons, and the words, which come from the script element. */

const words = document.currentScript?.dataset ?? {};

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {Record<string, string>} [attributes]
 */
function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** @param {string} paths */
const svg = (paths) =>
  `<svg class="dj-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`;

const COPY = svg('<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>');
const WRAP = svg('<path d="M3 6h18M3 12h15a3 3 0 1 1 0 6h-4M16 16l-2 2 2 2M3 18h7"/>');
const DONE = svg('<path d="M20 6 9 17l-5-5"/>');
const DOWNLOAD = svg('<path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5M12 15V3"/>');
const CLOSE = svg('<path d="M18 6 6 18M6 6l12 12"/>');

/** @type {WeakSet<HTMLElement>} */
const seen = new WeakSet();

/**
 * Return the elements that a selector finds and that it did not find before.
 * @param {string} selector
 */
const fresh = (selector) => all(selector).filter((each) => !seen.has(each) && seen.add(each));

/**
 * Hide a part so that a search in the page still finds it, where browsers know how.
 * @param {HTMLElement} part
 * @param {boolean} isHidden
 */
function hide(part, isHidden) {
  if (!isHidden) part.removeAttribute('hidden');
  else part.setAttribute('hidden', 'onbeforematch' in document.documentElement ? 'until-found' : '');
}
