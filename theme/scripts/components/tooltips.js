/* Tooltips: Escape closes them, and they stay inside the window */

/** @param {HTMLElement} term */
function setUpTooltip(term) {
  const tip = one('[role="tooltip"]', term);
  if (!tip) return;
  function place() {
    if (!tip) return;
    delete term.dataset.dismissed;
    tip.style.setProperty('--dj-shift', '0px');
    const { left, right, height } = tip.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const shift = Math.max(8 - left, 0) - Math.max(right - width + 8, 0);
    tip.style.setProperty('--dj-shift', `${shift}px`);
    term.toggleAttribute('data-below', term.getBoundingClientRect().top - height < 72);
  }
  term.addEventListener('mouseenter', place);
  term.addEventListener('focusin', place);
}

function setUpTooltips() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const term of all('.dj-tooltip:is(:hover, :focus-within)')) term.dataset.dismissed = '';
  });
}
