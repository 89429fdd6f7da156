/* A font that comes later than the first paint takes the place of its stand-in on the first page, too.
   Both are as wide on average, but a line may end elsewhere: where that would move what is seen, letters
   stand closer or wider by less than an eye sees, so that nothing moves. */

const TEXTS = ':is(main, .dj-header, .dj-side, .dj-toc) :is(h1, h2, h3, h4, p, li, dt, dd, td, th, summary), :is(.dj-side, .dj-toc) a';
const STEPS = [-4, 4, -8, 8, -12, 12, -16, 16, -20, 20, -26, 26].map((thousandths) => thousandths / 1000);

/** The addresses of fonts that the first paint did not have. */
function lateFonts() {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  return performance.getEntriesByType('resource')
    .filter((file) => /\.woff2?$/.test(file.name) && /** @type {PerformanceResourceTiming} */ (file).responseEnd > painted)
    .map((file) => file.name);
}

/**
 * Return the fonts with these addresses that style sheets have as optional, which the browser has given up.
 * @param {string[]} late
 */
function facesOf(late) {
  const faces = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const { style } = rule;
      const named = /url\("?([^")]+)/.exec(style.getPropertyValue('src'))?.[1];
      const url = named && new URL(named, sheet.href ?? location.href).href;
      if (!url || !late.includes(url) || style.getPropertyValue('font-display') !== 'optional') continue;
      faces.push(new FontFace(style.getPropertyValue('font-family').replace(/^["']|["']$/g, ''), `url("${url}")`, {
        weight: style.getPropertyValue('font-weight') || 'normal',
        unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
      }));
    }
  }
  return faces;
}

/** @param {HTMLElement} text */
function isSeen(text) {
  const { top, bottom, height } = text.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/**
 * Return where the lines of a text are, as far as it can be seen: its height, and the tops of its parts.
 * @param {HTMLElement} text
 */
const linesOf = (text) => [text.offsetHeight, ...all('a, code, strong, em', text).map((part) => part.offsetTop)];

/** @param {FontFace[]} faces */
function letIn(faces) {
  const seen = all(TEXTS).filter(isSeen).map((text) => ({ text, before: linesOf(text) })).reverse();
  for (const face of faces) document.fonts.add(face);
  // The inner ones come first: what they mend, those around them need not.
  for (const { text, before } of seen) {
    const isSame = () => linesOf(text).every((place, index) => Math.abs(place - (before[index] ?? 0)) < 3);
    const [height = 0] = before;
    for (const step of isSame() ? [] : STEPS) {
      text.style.letterSpacing = `${step}em`;
      if (isSame()) break;
    }
    if (text.style.letterSpacing && Math.abs(text.offsetHeight - height) > 2) text.style.letterSpacing = '';
  }
}

function setUpFonts() {
  addEventListener('load', async () => {
    await document.fonts.ready;
    const late = lateFonts();
    if (!late.length) return;
    try {
      letIn(await Promise.all(facesOf(late).map((face) => face.load())));
    } catch {
      /* a sheet of another host, or no font: the stand-in stays */
    }
  });
}
