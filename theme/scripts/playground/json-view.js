/* JSON in colours, whose objects and lists fold. */

const JSON_PART = /("(?:[^"\\]|\\[^])*"?)(\s*:)?|(-?\d[\d.eE+-]*)|true|false|null|\{\}|\[\]|[[{]|[\]}]|,/g;

/**
 * Return indented JSON with a button before each object and list that is not empty. Tab comes to the
 * first of them; arrows go on.
 * @param {string} json
 */
function foldingJson(json) {
  const result = document.createDocumentFragment();
  /** @type {{ place: Node, bracket: HTMLElement | null, count: number }[]} */
  const open = [];
  let here = { place: /** @type {Node} */ (result), bracket: /** @type {HTMLElement | null} */ (null), count: 1 };
  let at = 0;
  /** @param {string | HTMLElement} what */
  const add = (what) => here.place.appendChild(typeof what === 'string' ? document.createTextNode(what) : what);
  for (const match of json.matchAll(JSON_PART)) {
    const [token, string, colon, number] = match;
    if (match.index > at) add(json.slice(at, match.index));
    at = match.index + token.length;
    if (token === '{' || token === '[') {
      const bracket = el('span', { class: 'dj-pg-bracket', 'data-more': ' … ' }, token);
      const inner = el('span', { class: 'dj-pg-inner' });
      add(foldButton(!open.length));
      add(bracket);
      add(inner);
      open.push(here);
      here = { place: inner, bracket, count: 1 };
    } else if (token === '}' || token === ']') {
      if (here.bracket) here.bracket.dataset.more = ` … ${here.count} `;
      here = open.pop() ?? here;
      add(token);
    } else if (token === ',' || token === '{}' || token === '[]') {
      if (token === ',') here.count += 1;
      add(token);
    } else {
      const name = string ? (colon ? 'nt' : 's2') : number ? 'mi' : 'kc';
      add(el('span', { class: name }, token));
    }
  }
  add(json.slice(at));
  return result;
}

/** @param {boolean} isFirst */
const foldButton = (isFirst) =>
  el('button', { type: 'button', class: 'dj-pg-sign', tabindex: isFirst ? 0 : -1, 'aria-expanded': 'true',
    'aria-label': text('Fold'),
    /** @param {MouseEvent} event */
    onclick: (event) => {
      const button = event.currentTarget;
      if (button instanceof HTMLElement) setFold(button, button.getAttribute('aria-expanded') === 'false');
    },
    onkeydown: moveAmongFolds });

/**
 * @param {HTMLElement} button
 * @param {boolean} isOpen
 */
function setFold(button, isOpen) {
  button.setAttribute('aria-expanded', String(isOpen));
  const inner = button.nextElementSibling?.nextElementSibling;
  if (inner instanceof HTMLElement) inner.hidden = !isOpen;
}

/** @param {KeyboardEvent} event */
function moveAmongFolds(event) {
  const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
  const button = event.currentTarget;
  if (!step || !(button instanceof HTMLElement)) return;
  event.preventDefault();
  const all = [...(button.closest('pre')?.querySelectorAll('.dj-pg-sign') ?? [])]
    .flatMap((one) => (one instanceof HTMLElement && !one.closest('[hidden]') ? one : []));
  const next = all[all.indexOf(button) + step];
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
