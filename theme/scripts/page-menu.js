/* The menu of a page: copies the Markdown twin, prints, and completes the links to assistants where the
   address of the page is known only to the browser. Without this script the menu is plain links. */

const isOnTheWeb = /^https?:$/.test(location.protocol);

/** @param {string} address */
async function fetchTwin(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

/**
 * Copy the twin. The clipboard must be asked for while the click counts, so the text follows as a
 * promise where browsers take one.
 * @param {string} address
 */
async function copyTwin(address) {
  const text = fetchTwin(address);
  if (window.ClipboardItem && navigator.clipboard?.write) {
    const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return;
    } catch {
      /* tried again below */
    }
  }
  await navigator.clipboard.writeText(await text);
}

/** @param {HTMLElement} menu */
function setUpMenu(menu) {
  const details = menu.querySelector('details');
  const status = menu.querySelector('.dj-page-menu-status');
  if (!details || !status) return;
  const { twin = '', question = '', copied = '', notCopied = '', notHere = '' } = menu.dataset;
  const address = new URL(twin, location.href).href;
  let timer = 0;

  /** @param {string} text */
  function say(text) {
    if (!status) return;
    status.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (status.textContent = ''), 6000);
  }

  function close() {
    if (!details) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  }

  for (const button of menu.querySelectorAll('button')) {
    if (!button.parentElement) continue;
    button.parentElement.hidden = false;
    button.addEventListener('click', () => {
      close();
      if ('print' in button.dataset) print();
      else copyTwin(address).then(() => say(copied), () => say(notCopied));
    });
  }
  for (const link of menu.querySelectorAll('a')) {
    if (!('ask' in link.dataset) || !link.parentElement) continue;
    link.parentElement.hidden = false;
    if (isOnTheWeb) {
      link.href += encodeURIComponent(question.replace('{url}', () => address));
      continue;
    }
    link.addEventListener('click', (event) => {
      event.preventDefault();
      say(notHere);
    });
  }
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  details.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && details.open) close();
  });
}

/** @type {NodeListOf<HTMLElement>} */
const menus = document.querySelectorAll('.dj-page-menu');
menus.forEach(setUpMenu);
