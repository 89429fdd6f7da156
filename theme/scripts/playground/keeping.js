/* What stays while one moves between pages. Credentials live in this script and, unless the site
   says "memory", in sessionStorage; never in localStorage, in an address or in the document. */

const memory = new Map();

/** @param {string} name */
const keyOf = (name) => `docsjson:${DATA.site}:${name}`;

/**
 * @param {string} name
 * @param {unknown} value
 */
function remember(name, value) {
  memory.set(name, value);
  if (DATA.storage === 'memory') return;
  try {
    if (value === undefined) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), toJson(value));
  } catch {
    /* No room, or no storage here: the values live as long as the page. */
  }
}

/**
 * @param {string} name
 * @returns {any}
 */
function recall(name) {
  if (memory.has(name)) return memory.get(name);
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
