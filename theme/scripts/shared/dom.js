/* What scripts of several files find elements with. */

/**
 * Return the elements that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [scope]
 */
function all(selector, scope = document) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = scope.querySelectorAll(selector);
  return [...found];
}

/**
 * Return the first element that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [scope]
 */
function one(selector, scope = document) {
  /** @type {HTMLElement | null} */
  const found = scope.querySelector(selector);
  return found;
}

/**
 * Return what holds the target of an event, or is it.
 * @param {Event} event
 * @param {string} selector
 */
function around(event, selector) {
  /** @type {HTMLElement | null} */
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found;
}
