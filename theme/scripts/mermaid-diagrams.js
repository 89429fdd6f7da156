/* Diagrams: the drawing of the owner's script replaces the text, in the colours of
   the page, with a button that shows the text. Where it cannot, because of a mistake, the text stays. */

const { label = 'Diagram', source = 'View source' } = document.currentScript?.dataset ?? {};
/** @type {any} */
const mermaid = /** @type {any} */ (globalThis).mermaid;
/** @type {HTMLElement[]} */
const blocks = [...document.querySelectorAll('.dj-code-mermaid, .highlight-mermaid:not(.dj-code-mermaid *)')].filter(
  (one) => one instanceof HTMLElement,
);
let count = 0;

/* Mermaid writes style sheets and attributes of styles, which a strict content policy refuses, also where
   a text is parsed for another document. It never refuses sheets that a script constructs, and properties
   that a script sets: while a diagram is drawn, the first become the second, and another attribute has
   the styles in texts. */

const KEPT = 'data-dj-style';

/** @type {WeakMap<HTMLElement, CSSStyleSheet[]>} */
const sheetsOf = new WeakMap();

/**
 * @param {Element} element
 * @param {string} text
 */
function setStyle(element, text) {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.style.cssText = text;
}

/** @param {CSSStyleSheet[]} sheets */
function leaveOut(sheets) {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !sheets.includes(one));
}

/**
 * Return an element that holds no styles: what is written into it becomes a sheet of the document.
 * @param {CSSStyleSheet[]} sheets
 */
function sheetElement(sheets) {
  const element = originals.create('dj-styles');
  const sheet = new CSSStyleSheet();
  sheets.push(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let text = '';
  /** @param {unknown} given */
  const set = (given) => sheet.replaceSync((text = String(given)));
  for (const name of ['innerHTML', 'textContent']) Object.defineProperty(element, name, { get: () => text, set });
  element.appendChild = (child) => {
    set(text + (child.textContent ?? ''));
    return child;
  };
  return element;
}

const html = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML'));
const originals = {
  create: document.createElement.bind(document),
  createNS: document.createElementNS.bind(document),
  set: Element.prototype.setAttribute,
};

/**
 * Return the inside of an element as text, with the styles in an attribute that no policy knows.
 * @param {Element} element
 */
function written(element) {
  const styled = [...element.querySelectorAll('[style]')];
  for (const one of styled) {
    originals.set.call(one, KEPT, one.getAttribute('style') ?? '');
    one.removeAttribute('style');
  }
  const text = html.get?.call(element);
  for (const one of styled) {
    setStyle(one, one.getAttribute(KEPT) ?? '');
    one.removeAttribute(KEPT);
  }
  return text;
}

/**
 * Return the drawing of a text, and the sheets that were made for it.
 * @param {string} text
 * @returns {Promise<[Element, CSSStyleSheet[]]>}
 */
async function drawingOf(text) {
  /** @type {CSSStyleSheet[]} */
  const sheets = [];
  const own = /** @type {any} */ (document);
  own.createElement = (/** @type {any[]} */ ...given) =>
    given[0] === 'style' ? sheetElement(sheets) : Reflect.apply(originals.create, document, given);
  own.createElementNS = (/** @type {any[]} */ ...given) =>
    given[1] === 'style' ? sheetElement(sheets) : Reflect.apply(originals.createNS, document, given);
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style') setStyle(this, String(value));
    else originals.set.call(this, name, value);
  };
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...html,
    get() {
      return written(this);
    },
  });
  try {
    const { svg } = await mermaid.render(`dj-diagram-${(count += 1)}`, text);
    const place = originals.create('div');
    place.innerHTML = svg;
    const drawing = place.firstElementChild;
    if (!drawing) throw new Error('no drawing');
    for (const one of place.querySelectorAll(`[${KEPT}]`)) {
      setStyle(one, one.getAttribute(KEPT) ?? '');
      one.removeAttribute(KEPT);
    }
    // A wide drawing is scrolled on a phone, not made too small to read.
    const width = Number(drawing.getAttribute('viewBox')?.split(' ')[2]);
    if (drawing instanceof SVGElement && width) drawing.style.minWidth = `min(${width}px, 36rem)`;
    return [drawing, sheets];
  } catch (mistake) {
    leaveOut(sheets);
    throw mistake;
  } finally {
    delete own.createElement;
    delete own.createElementNS;
    Element.prototype.setAttribute = originals.set;
    Object.defineProperty(Element.prototype, 'innerHTML', html);
  }
}

/** @param {HTMLElement} block */
function showText(block) {
  const drawing = block.previousElementSibling;
  block.hidden = false;
  leaveOut(sheetsOf.get(block) ?? []);
  if (drawing?.matches('.dj-diagram')) drawing.remove();
}

/** @param {HTMLElement} block */
async function draw(block) {
  const [drawing, sheets] = await drawingOf(block.querySelector('pre')?.textContent ?? '');
  const place = document.createElement('div');
  const picture = document.createElement('div');
  const button = document.createElement('button');
  place.className = 'dj-diagram';
  picture.className = 'dj-diagram-picture';
  picture.tabIndex = 0;
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', label);
  Object.assign(button, { type: 'button', className: 'dj-diagram-source', textContent: source });
  const wasShown = block.previousElementSibling?.querySelector('[aria-expanded="true"]') !== null;
  const isShown = Boolean(block.previousElementSibling?.matches('.dj-diagram')) && wasShown;
  button.setAttribute('aria-expanded', String(isShown));
  button.addEventListener('click', () => {
    block.hidden = !block.hidden;
    button.setAttribute('aria-expanded', String(!block.hidden));
  });
  picture.append(drawing);
  place.append(picture, button);
  showText(block);
  sheetsOf.set(block, sheets);
  block.before(place);
  block.hidden = !isShown;
}

const HUES = ['blue', 'green', 'purple', 'orange', 'yellow', 'red'];

/** Return the colours of the page as Mermaid names them. */
function coloursOfPage() {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const token = (name) => style.getPropertyValue(`--dj-${name}`).trim();
  /** @type {Record<string, string>} */
  const parts = Object.create(null);
  HUES.forEach((hue, index) => {
    parts[`pie${index + 1}`] = parts[`cScale${index}`] = token(`badge-${hue}`);
    parts[`cScaleLabel${index}`] = token('on-solid');
  });
  return {
    ...parts,
    pieOpacity: '1',
    pieSectionTextColor: token('on-solid'),
    pieStrokeColor: token('bg'),
    pieOuterStrokeColor: token('bg'),
    darkMode: style.colorScheme === 'dark',
    background: token('bg'),
    primaryColor: token('primary-soft'),
    primaryBorderColor: token('primary'),
    secondaryColor: token('surface'),
    tertiaryColor: token('surface-raised'),
    textColor: token('text'),
    primaryTextColor: token('text'),
    lineColor: token('text-muted'),
    edgeLabelBackground: token('bg'),
    noteBkgColor: token('surface'),
    noteTextColor: token('text'),
    noteBorderColor: token('border-strong'),
  };
}

/** What a diagram cannot set for itself: Mermaid's own list, and styles that may name other hosts. */
const secure = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'themeCSS'];

let wanted = 0;

/** Draw all diagrams; what another call has begun meanwhile goes on in its place. */
async function drawAll() {
  const turn = (wanted += 1);
  await drawn;
  if (turn === wanted) drawn = drawEach();
}

/** @type {Promise<void>} */
let drawn = Promise.resolve();

async function drawEach() {
  const { fontFamily } = getComputedStyle(document.body);
  const themeVariables = { ...coloursOfPage(), fontFamily };
  const own = { theme: 'base', themeVariables, fontFamily, suppressErrorRendering: true };
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', secure, ...own });
  for (const block of blocks) {
    try {
      await draw(block);
    } catch {
      showText(block);
    }
  }
}

if (mermaid && blocks.length) {
  drawAll();
  new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ['data-mode'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
}
