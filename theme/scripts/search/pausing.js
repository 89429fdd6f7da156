/* What a reader types letter by letter is not asked letter by letter. */

/**
 * How many milliseconds to wait for a further letter: each beginning has answers of its own to load,
 * and the first two letters of a word are seldom what is sought.
 * @param {string} typed
 * @param {boolean} isComposing
 */
function pauseFor(typed, isComposing) {
  const word = typed.split(/\s/).at(-1) ?? '';
  if (!typed || (STARTS_PAIRED.test(word) && !isComposing)) return 0;
  return isComposing || lengthOf(word) < 3 ? 250 : 150;
}
