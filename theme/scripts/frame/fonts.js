/* A font that comes later than the first paint takes the place of its stand-in on the first page, too.
   Both are as wide on average, but a line may end elsewhere: where that would move what is seen, letters
   stand closer or wider by less than an eye sees. Where no such step helps, the text, or the table that it
   stands in, keeps the stand-in until the next page, so that nothing moves. */

/** How far a part may move unseen, in pixels: browsers count three as a shift. */
const UNSEEN = 2.5;
const ROUNDS = 8;
const NEAR_BY = 400;
const STEPS = [
  -4, 4, -8, 8, -12, 12, -16, 16, -20, 20, -26, 26,
  -2, 2, -6, 6, -10, 10, -14, 14, -18, 18, -23, 23,  // for large letters in the middle of a line
].map((thousandths) => thousandths / 1000);

/**
 * Whether a browser that has a font does not show it: it gives an optional one up that is late by its own clock,
 * which runs ahead of the first paint where the machine is slow.
 * @param {string} family
 */
function isGivenUp(family) {
  const probe = document.createElement('span');
  probe.textContent = 'How wide is this?';
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', fontSize: '6em' });
  document.body.append(probe);
  const [own, other] = [`${family}, serif`, 'serif'].map((families) => {
    probe.style.fontFamily = families;
    return probe.offsetWidth;
  });
  probe.remove();
  return own === other;
}

/** Return the optional fonts of our style sheets, each with the address of its file. */
function optionalFonts() {
  const found = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.getPropertyValue('font-display') !== 'optional') continue;
      const { style } = rule;
      const named = /url\("?([^")]+)/.exec(style.getPropertyValue('src'))?.[1];
      if (!named) continue;
      found.push({
        url: new URL(named, sheet.href ?? location.href).href,
        family: style.getPropertyValue('font-family'),
        weight: style.getPropertyValue('font-weight') || 'normal',
        unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
      });
    }
  }
  return found;
}

/** Get the fonts that a first visit is painted without (early/mode.js): those of which the page has a letter. */
async function fetchLateFonts() {
  /** @type {any} */
  const script = one('script[data-fonts]');
  const files = script?.dataset.fonts.split(' ').map((/** @type {string} */ file) => new URL(file, script.src).href);
  const text = document.body.textContent ?? '';
  await Promise.all(optionalFonts().filter(({ url }) => files.includes(url)).map(
    ({ family, weight }) => document.fonts.load(`${Number.parseInt(weight, 10) || 400} 1em ${family}`, text),
  ));
}

/** Return the fonts that came and that style sheets have as optional, which the browser has given up. */
function facesGivenUp() {
  const came = new Set(performance.getEntriesByType('resource').map((file) => file.name));
  return optionalFonts().filter(({ url, family }) => came.has(url) && isGivenUp(family)).map(
    ({ url, family, weight, unicodeRange }) => (
      new FontFace(family.replace(/^["']|["']$/g, ''), `url("${url}")`, { weight, unicodeRange })
    ),
  );
}

/**
 * Return the boxes that hold the texts of the window, each with its texts; inner ones come first, since what they
 * mend, those around them need not.
 */
function seenBoxes() {
  /** @type {Map<HTMLElement, Text[]>} */
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text instanceof Text; text = walker.nextNode()) {
    let box = text.parentElement;
    if (!text.data.trim() || !box?.checkVisibility?.({ visibilityProperty: true })) continue;
    const [first] = rectsOf(text);
    // A box that ends in the window may have texts outside of it, which then come in.
    if (!first || first.bottom < -NEAR_BY || first.top > innerHeight + NEAR_BY) continue;
    while (box.parentElement && getComputedStyle(box).display === 'inline') box = box.parentElement;
    found.set(box, [...found.get(box) ?? [], text]);
  }
  return [...found].filter(([box]) => isSeen(box)).reverse();
}

/** @param {Element} box */
function isSeen(box) {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** @param {Text} text */
function rectsOf(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects();
}

/**
 * Return how a box is filled: its size, and how far from its corner its texts begin. Where the box itself is says
 * nothing: what is above it may not be mended yet.
 * @param {HTMLElement} box
 * @param {Text[]} texts
 */
function fillOf(box, texts) {
  const { left, top, width, height } = box.getBoundingClientRect();
  const starts = texts.map((text) => rectsOf(text)[0] ?? new DOMRect());
  return {
    corner: [left, top],
    along: [width, ...starts.map((start) => start.left - left)],
    down: [height, ...starts.map((start) => start.top - top)],
  };
}

/**
 * @param {number[]} places
 * @param {number[]} before
 */
const farthest = (places, before) => Math.max(...places.map((place, index) => Math.abs(place - (before[index] ?? 0))));

/** @param {FontFace[]} faces */
function letIn(faces) {
  const late = new Set(faces.map((face) => face.family.replaceAll('"', '')));
  const seen = seenBoxes().map(([box, texts]) => {
    const { fontSize, letterSpacing } = getComputedStyle(box);
    const spacing = Number.parseFloat(letterSpacing) || 0;
    return { box, texts, size: Number.parseFloat(fontSize), spacing, ...fillOf(box, texts) };
  });
  /** @param {Element} part */
  const stackOf = (part) => getComputedStyle(part).fontFamily.split(', ')
    .filter((name) => !late.has(name.replaceAll('"', ''))).join(', ');
  const stacks = new Map(seen.map(({ box }) => [box, stackOf(box)]));
  const stack = stackOf(document.body);

  /** What nothing else helps keeps the stand-in on this page. @param {HTMLElement} part */
  const keepAsItWas = (part) => {
    part.dataset.lateFonts = '';
    part.style.fontFamily = stacks.get(part) ?? stack;
    for (const one of [part, ...all('[style*="letter-spacing"]', part)]) one.style.letterSpacing = '';
  };

  for (const face of faces) document.fonts.add(face);
  delete document.documentElement.dataset.lateFonts;
  // All boxes take a step at once, so that the page is laid out once a step.
  let left = seen;
  for (const step of [0, ...STEPS]) {
    for (const { box, size, spacing } of left) box.style.letterSpacing = step ? `${spacing + step * size}px` : '';
    left = left.filter(({ box, texts, along, down }) => {
      const now = fillOf(box, texts);
      return Math.max(farthest(now.along, along), farthest(now.down, down)) >= UNSEEN;
    });
    if (!left.length) break;
  }
  for (const { box } of left) keepAsItWas(box);
  // What still moved has a neighbour, or a column of a table, of another width.
  /** @type {Set<HTMLElement>} */
  const kept = new Set();
  /** @param {HTMLElement} box */
  const around = (box) => box.closest('table') ?? box.parentElement ?? box;
  for (let round = 0; round < ROUNDS; round += 1) {
    const moved = seen.filter(({ box, corner, texts }) => (
      !kept.has(around(box)) && farthest(fillOf(box, texts).corner, corner) >= UNSEEN
    )).at(-1);
    if (!moved) break;
    kept.add(around(moved.box));
    keepAsItWas(around(moved.box));
  }
}

function setUpFonts() {
  const { dataset } = document.documentElement;
  const isLate = 'lateFonts' in dataset;
  const painted = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const fetched = isLate ? painted.then(fetchLateFonts) : painted;
  addEventListener('load', async () => {
    try {
      await fetched;
      await document.fonts.ready;
      const faces = await Promise.all(facesGivenUp().map((face) => face.load()));
      if (isLate) localStorage.setItem('dj-fonts', 'kept');
      if (!isLate && !faces.length) return;
      letIn(faces);
      dispatchEvent(new Event('resize'));  // what depends on how wide texts are is measured again
    } catch {
      /* a sheet of another host, or no font: the stand-in stays */
    }
    delete dataset.lateFonts;
  });
}
