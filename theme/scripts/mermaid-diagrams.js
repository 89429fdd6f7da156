/* Diagrams: what the script of the site's owner draws stands in place of the text, in the mode of the
   page. Where it cannot, because of a mistake or the content policy, the text stays. */

const label = document.currentScript?.dataset.label ?? 'Diagram';
/** @type {any} */
const mermaid = /** @type {any} */ (globalThis).mermaid;
/** @type {HTMLElement[]} */
const blocks = [...document.querySelectorAll('.dj-code-mermaid, .highlight-mermaid:not(.dj-code-mermaid *)')].filter(
  (one) => one instanceof HTMLElement,
);
let count = 0;
let isRefused = false;

/** @param {HTMLElement} block */
function showText(block) {
  block.hidden = false;
  const drawing = block.nextElementSibling;
  if (drawing?.matches('.dj-diagram')) drawing.remove();
}

// A diagram has its styles inside: a policy that refuses them would leave boxes without them.
document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (!effectiveDirective.startsWith('style-src')) return;
  isRefused = true;
  blocks.forEach(showText);
});

/** @param {HTMLElement} block */
async function draw(block) {
  const { svg } = await mermaid.render(`dj-diagram-${(count += 1)}`, block.querySelector('pre')?.textContent ?? '');
  if (isRefused) return;
  const place = document.createElement('div');
  Object.assign(place, { className: 'dj-diagram', innerHTML: svg });
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', label);
  showText(block);
  block.after(place);
  block.hidden = true;
}

async function drawAll() {
  const { mode } = document.documentElement.dataset;
  const isDark = mode ? mode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const { fontFamily } = getComputedStyle(document.body);
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: isDark ? 'dark' : 'default', fontFamily });
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
