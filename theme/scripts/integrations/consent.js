/* Whether a reader has agreed, by what docs.json names for it. */

/**
 * Each returns what asks, or nothing where docs.json does not name it.
 * @type {((fields: Services) => ((decided: (granted: boolean) => void) => void) | undefined)[]}
 */
const consents = [];
