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

/** So many characters of an address every browser and most servers take. */
const LONGEST = 4000;

/**
 * Return the text of the page as it goes into an address: as much of it as fits, then where the
 * rest is.
 * @param {string} text
 * @param {string} address
 */
function shortened(text, address) {
  const encoded = encodeURIComponent(text);
  if (encoded.length <= LONGEST) return encoded;
  const end = encodeURIComponent(` … ${address}`);
  const start = encoded.slice(0, LONGEST - end.length);
  // Nothing of a character may be cut off: UTF-8 begins each with a byte other than 10xxxxxx.
  for (let at = start.length; at > 0; at -= 1) {
    try {
      return encodeURIComponent(decodeURIComponent(start.slice(0, at))) + end;
    } catch {
      /* one less */
    }
  }
  return end;
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
    const text = button.dataset.copy;
    button.addEventListener('click', () => {
      close();
      if ('print' in button.dataset) print();
      else if (!text) copyTwin(address).then(() => say(copied), () => say(notCopied));
      else if (!navigator.clipboard) say(text);
      else navigator.clipboard.writeText(text).then(() => say(copied), () => say(text));
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
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const unfilled = menu.querySelectorAll('a[data-fill]');
  const fill = () =>
    fetchTwin(address).then((text) => {
      const put = shortened(text, address);
      for (const link of unfilled) link.href = (link.dataset.fill ?? '').replaceAll('$page', () => put);
    }, () => {});
  if (unfilled.length && isOnTheWeb) {
    // The click that asked for this script has opened the menu already.
    if (details.open) fill();
    else details.addEventListener('toggle', fill, { once: true });
  }
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  details.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && details.open) close();
    const way = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
    if (!way) return;
    event.preventDefault();
    details.open = true;
    /** @type {NodeListOf<HTMLElement>} */
    const found = details.querySelectorAll('summary, li:not([hidden]) > *');
    const places = [...found];
    places[places.findIndex((one) => one === document.activeElement) + way]?.focus();
  });
}

/** @type {NodeListOf<HTMLElement>} */
const menus = document.querySelectorAll('.dj-page-menu');
menus.forEach(setUpMenu);
