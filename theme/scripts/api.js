/* The copy button of the endpoint line, and buttons that open all fields of a section. Fields open for
   an anchor by components/anchors.js. */

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

/** @type {NodeListOf<HTMLElement>} */
const trees = document.querySelectorAll('[data-dj-open-all]');
const sections = new Set([...trees].map((tree) => tree.closest('section')));
for (const section of sections) {
  const heading = section?.querySelector(':scope > :is(h2, h3)');
  const closed = [...(section?.querySelectorAll('.dj-fields details') ?? [])]
    .filter((one) => one instanceof HTMLDetailsElement);
  if (!heading || closed.length < 2) continue;
  const { djOpenAll = '', djCloseAll = '' } = [...trees].find((tree) => section?.contains(tree))?.dataset ?? {};
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'dj-open-all';
  const allAreOpen = () => closed.every((one) => one.open);
  const say = () => {
    button.textContent = allAreOpen() ? djCloseAll : djOpenAll;
  };
  button.addEventListener('click', () => {
    const open = !allAreOpen();
    for (const one of closed) one.open = open;
    say();
  });
  for (const one of closed) one.addEventListener('toggle', say);
  say();
  heading.after(button);
}
