/* Objects as maps, whose keys come from outside: a reader, a description, a kept text. */

/**
 * Return what a map has under a name; what every object has, such as `constructor`, is not in it.
 * @template T
 * @param {{ readonly [name: string]: T } | null | undefined} map
 * @param {string} name
 * @returns {T | undefined}
 */
const own = (map, name) => (map && Object.hasOwn(map, name) ? map[name] : undefined);
