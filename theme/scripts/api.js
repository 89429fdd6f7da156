/* The copy button of the endpoint line. Fields open for an anchor by components/anchors.js. */

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
