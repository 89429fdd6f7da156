/* The copy button of the endpoint line, and fields that open when their anchor is in the URL. */

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll('.dj-endpoint-copy');
for (const button of navigator.clipboard ? buttons : []) {
  const label = button.textContent;
  const { copyText = '', copied = '' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(copyText);
    } catch {
      return;
    }
    button.textContent = copied;
    setTimeout(() => (button.textContent = label), 1500);
  });
}

function openTarget() {
  let target = null;
  try {
    target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return;
  }
  if (!target?.closest('.dj-fields')) return;
  for (let part = /** @type {HTMLElement | null} */ (target); part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);
openTarget();

/** @type {Element[]} */
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('.dj-fields details:not([open])')];
  for (const part of closed) part.setAttribute('open', '');
});
addEventListener('afterprint', () => {
  for (const part of closed) part.removeAttribute('open');
});
