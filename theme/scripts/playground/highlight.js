/* Colours: the class names of Pygments, so that the style of the site holds. */

const SPAN = /("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|\b(\d[\w.]*)|([A-Za-z_]\w*)|(--[\w-]+)/g;

/**
 * Return the text of a sample as spans.
 * @param {string} text
 * @param {Language} language
 */
function highlightCode(text, language) {
  const words = new Set((language.keywords ?? '').split(' '));
  return spans(text, SPAN, ({ 0: { length }, 1: string, 2: number, 3: word, 4: option, index = 0 }) => {
    if (string) return 's2';
    if (number) return 'mi';
    if (option) return language.name === 'curl' ? 'nt' : '';
    if (words.has(word ?? '')) return 'k';
    return text[index + length] === '(' || (language.name === 'curl' && !index) ? 'nf' : '';
  });
}

/* A text that does not end goes to the end: looking for its end again at each quote inside of it would
   take forever. */
const JSON_SPAN = /("(?:[^"\\]|\\[^])*"?)(\s*:)?|(-?\d[\d.eE+-]*)|true|false|null/g;

/**
 * Return JSON as spans.
 * @param {string} text
 */
function highlightJson(text) {
  return spans(text, JSON_SPAN, ([, string, colon, number]) => {
    if (string) return colon ? 'nt' : 's2';
    return number ? 'mi' : 'kc';
  });
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {(match: RegExpMatchArray) => string} classOf
 */
function spans(text, pattern, classOf) {
  const result = document.createDocumentFragment();
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const name = classOf(match);
    if (!name) continue;
    result.append(text.slice(at, match.index));
    result.append(el('span', { class: name }, match[0]));
    at = match.index + match[0].length;
  }
  result.append(text.slice(at));
  return result;
}
