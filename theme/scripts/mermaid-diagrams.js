/* Diagrams: what the script of the site's owner draws stands in place of the text, in the colours of
   the page. Where it cannot, because of a mistake or the content policy, the text stays. */

const label = document.currentScript?.dataset.label ?? 'Diagram';
/** @type {any} */
const mermaid = /** @type {any} */ (globalThis).mermaid;
/** @type {HTMLElement[]} */
const blocks = [...document.querySelectorAll('.dj-code-mermaid, .highlight-mermaid:not(.dj-code-mermaid *)')].filter(
  (one) => one instanceof HTMLElement,
);
let count = 0;

/** A diagram has its styles inside: where the policy of the site refuses them, it is boxes without sense. */
function takesStyles() {
  const probe = document.createElement('style');
  probe.textContent = 'a { }';
  document.head.append(probe);
  const taken = Boolean(probe.sheet);
  if (taken) probe.setAttribute('style', 'order: 1');
  probe.remove();
  return taken && probe.style.length > 0;
}

/** @param {HTMLElement} block */
function showText(block) {
  block.hidden = false;
  const drawing = block.nextElementSibling;
  if (drawing?.matches('.dj-diagram')) drawing.remove();
}

/** @param {HTMLElement} block */
async function draw(block) {
  const { svg } = await mermaid.render(`dj-diagram-${(count += 1)}`, block.querySelector('pre')?.textContent ?? '');
  const place = document.createElement('div');
  Object.assign(place, { className: 'dj-diagram', innerHTML: svg });
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', label);
  showText(block);
  block.after(place);
  block.hidden = true;
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
    noteBorderColor: token('border-strong'),
  };
}

async function drawAll() {
  const { fontFamily } = getComputedStyle(document.body);
  const themeVariables = { ...coloursOfPage(), fontFamily };
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: 'base', themeVariables, fontFamily });
  for (const block of blocks) {
    try {
      await draw(block);
    } catch {
      showText(block);
    }
  }
}

if (mermaid && blocks.length && takesStyles()) {
  drawAll();
  new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ['data-mode'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
}
