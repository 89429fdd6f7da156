/* Elements and words. */

/**
 * Return one of our texts in the language of the site.
 * @param {string} message
 * @param {Record<string, unknown>} [values]
 */
const text = (message, values = {}) =>
  (own(DATA.strings, message) ?? message).replace(/\{(\w+)\}/g, (_all, name) => String(own(values, name)));

/**
 * Make an element: attributes, listeners (`onclick: function`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), (event) => value(event));
    } else if (value === true && Reflect.has(element, name)) {
      Reflect.set(element, name, value);
    } else {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Make a small button.
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [attributes]
 */
const smallButton = (label, onclick, attributes) =>
  el('button', { type: 'button', class: 'dj-pg-small', onclick, ...attributes }, label);

/**
 * Make a choice; an option's value is its number.
 * @param {string[]} options
 * @param {number} chosen
 * @param {() => void} onchange
 * @param {Record<string, unknown>} [attributes]
 */
function select(options, chosen, onchange, attributes) {
  const box = el('select', { id: uniqueId(), onchange, ...attributes },
    ...options.map((label, index) => el('option', { value: index }, label)));
  box.value = String(chosen);
  return box;
}

let count = 0;
const uniqueId = () => `dj-playground-${(count += 1)}`;
