/* Loads the services that docs.json names: one function a service, in a file of its name. */

/** What services read and write: names of the page that they share with their own scripts. */
const shared = /** @type {any} */ (window);

/**
 * The services, by their names in docs.json.
 * @type {Map<string, (fields: Fields) => void>}
 */
const services = new Map();

/**
 * Load the script of a service.
 * @param {string} address
 * @param {Record<string, string>} attributes
 * @param {() => void} [ready] called when it has run
 */
function loadScript(address, attributes = {}, ready) {
  const script = document.createElement('script');
  script.async = true;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  if (ready) script.addEventListener('load', ready);
  script.src = address;
  document.head.append(script);
}

/**
 * Return a list with methods: calls wait in it, each with its name, until the script reads them.
 * @param {string} names
 * @returns {any}
 */
function waitingCalls(names) {
  /** @type {any} */
  const calls = [];
  for (const name of names.split(' ')) {
    /** @param {any[]} values */
    const wait = (...values) => {
      calls.push([name, ...values]);
      return calls;
    };
    Object.defineProperty(calls, name, { value: wait, configurable: true, writable: true });
  }
  return calls;
}
