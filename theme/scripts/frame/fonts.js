/* A font that comes later than the first paint takes the place of its stand-in on the first page, too.
   Both are as wide on average, but a line may end elsewhere: where that would move what is seen, letters
   stand closer or wider by less than an eye sees, so that nothing moves. */

const TEXTS = ':is(main, .dj-header, .dj-side, .dj-toc) :is(h1, h2, h3, h4, p, li, dt, dd, td, th, summary), :is(.dj-side, .dj-toc) a';
const STEPS = [-4, 4, -8, 8, -12, 12, -16, 16, -20, 20, -26, 26].map((thousandths) => thousandths / 1000);

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

/** @param {HTMLElement} text */
function isSeen(text) {
  const { top, bottom, height } = text.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/**
 * Return how a text is broken into lines: its height, and how far below its top its parts are. Where the text
 * itself is says nothing: what is above it may not be mended yet.
 * @param {HTMLElement} text
 */
function linesOf(text) {
  const { top, height } = text.getBoundingClientRect();
  return [height, ...all('a, code, strong, em', text).map((part) => part.getBoundingClientRect().top - top)];
}

/** @param {FontFace[]} faces */
function letIn(faces) {
  const seen = all(TEXTS).filter(isSeen).map((text) => ({ text, before: linesOf(text) })).reverse();
  for (const face of faces) document.fonts.add(face);
  delete document.documentElement.dataset.lateFonts;
  // The inner ones come first: what they mend, those around them need not.
  for (const { text, before } of seen) {
    /** @param {number} count how many of the places have to be as they were */
    const fits = (count) => ['', ...STEPS.map((step) => `${step}em`)].some((spacing) => {
      text.style.letterSpacing = spacing;
      return linesOf(text).slice(0, count).every((place, index) => Math.abs(place - (before[index] ?? 0)) < 3);
    });
    if (!fits(before.length) && !fits(1)) text.style.letterSpacing = '';
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
