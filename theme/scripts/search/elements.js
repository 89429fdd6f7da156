/* New elements and icons of the search. */

/** @param {string} paths */
const drawing = (paths) =>
  `<svg class="dj-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`;

const ICONS = {
  search: drawing('<circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/>'),
  page: drawing('<path d="M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z"/><path d="M14 2v5h6M8 13h8M8 17h8"/>'),
  section: drawing('<path d="M4 9h16M4 15h16M10 3 8 21M16 3l-2 18"/>'),
  field: drawing('<path d="M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5a2 2 0 0 0 2 2h1M16 21h1a2 2 0 0 0 2-2v-5a2 2 0 0 1 2-2 2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1"/>'),
  object: drawing('<path d="M21 8a2 2 0 0 0-1-1.7l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.7l7 4a2 2 0 0 0 2 0l7-4a2 2 0 0 0 1-1.7ZM3.3 7 12 12l8.7-5M12 22V12"/>'),
  part: drawing('<path d="m9 18 6-6-6-6"/>'),
  recent: drawing('<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>'),
  enter: drawing('<path d="m9 10-5 5 5 5"/><path d="M20 4v7a4 4 0 0 1-4 4H4"/>'),
  close: drawing('<path d="M18 6 6 18M6 6l12 12"/>'),
};

/** The icons of places, in the order of sphinx_docsjson.ext.search.records.FragmentKind. */
const KIND_ICONS = [ICONS.page, ICONS.section, ICONS.page, ICONS.field, ICONS.object, ICONS.part];

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
function made(tag, className, attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * @param {string} className
 * @param {string} icon one of our drawings
 */
function iconIn(className, icon) {
  const holder = made('span', className);
  holder.innerHTML = icon;
  return holder;
}

let numbers = 0;

/** Return an id that no element of the page has. */
const freshId = () => `dj-find-${++numbers}`;
