/* What stays while one moves between pages, apart for each description of an API. What must not be
   written down lives in `held` only, as long as the page; unless the site says "memory", the rest is
   in the storage of the browser. Never is a credential in localStorage, an address or the document. */

/** @param {() => Storage | null} storage */
function keeper(storage) {
  const memory = new Map();
  const isClosed = DATA.storage === 'memory';

  /**
   * @param {string} name
   * @param {string[]} apart
   */
  const keyOf = (name, apart) =>
    `docsjson:${DATA.site}:${name}${apart.length ? ` ${JSON.stringify(apart)}` : ''}`;

  return {
    /**
     * Keep a value under a name; `apart` is what it holds for. Nothing is forgotten.
     * @param {unknown} value
     * @param {string} name
     * @param {...string} apart
     */
    set(value, name, ...apart) {
      const key = keyOf(name, apart);
      memory.set(key, value);
      if (isClosed) return;
      try {
        if (value === undefined) storage()?.removeItem(key);
        else storage()?.setItem(key, toJson(value));
      } catch {
        /* No room, or no storage here: the values live as long as the page. */
      }
    },
    /**
     * @param {string} name
     * @param {...string} apart
     * @returns {any}
     */
    get(name, ...apart) {
      const key = keyOf(name, apart);
      if (memory.has(key) || isClosed) return memory.get(key);
      try {
        return fromJson(storage()?.getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Return the media type that a reader chose last among some, on any page, or the first.
 * @param {string[]} types
 */
function chosenMedia(types) {
  try {
    /** @type {unknown} */
    const kept = JSON.parse(localStorage.getItem('dj-choices') ?? '[]');
    const last = Array.isArray(kept) ? kept.find((one) => types.includes(one)) : undefined;
    if (last) return String(last);
  } catch {
    /* no storage: the first */
  }
  return types[0] ?? '';
}

const held = keeper(() => null);
const visiting = keeper(() => sessionStorage);
const lasting = keeper(() => localStorage);
