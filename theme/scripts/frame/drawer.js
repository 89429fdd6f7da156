/* The drawer: the sidebar of small screens. What is not in it is inert while it is open. */

function setUpDrawer() {
  const side = one('#dj-side');
  const opener = one('.dj-menu-button');
  const closer = side && one('.dj-side-close', side);
  if (!side || !opener || !closer) return;
  const rest = all('.dj-header, .dj-main, .dj-banner, .dj-skip');
  const isOpen = () => 'drawer' in root.dataset;

  /** Its head has the logo of the page, or the name of the site where no script runs. */
  function showLogo() {
    const name = one('.dj-side-top > span', side ?? document);
    const logo = one('.dj-header .dj-logo');
    if (logo && (name?.textContent || logo.querySelector('img'))) name?.replaceWith(logo.cloneNode(true));
  }

  /** @param {boolean} inert */
  function setRest(inert) {
    for (const part of rest) part.inert = inert;
    opener?.setAttribute('aria-expanded', String(inert));
  }

  function openDrawer() {
    showLogo();
    root.dataset.drawer = 'open';
    side?.setAttribute('role', 'dialog');
    side?.setAttribute('aria-modal', 'true');
    side?.setAttribute('aria-label', side.dataset.label ?? '');
    setRest(true);
    closer?.focus({ preventScroll: true });
    if (!side) return;
    side.scrollTop = 0;
    const page = one('#dj-sidebar [aria-current="page"]', side);
    if (page && page.getBoundingClientRect().bottom > innerHeight - 16) page.scrollIntoView({ block: 'center' });
  }

  /** @param {boolean} focusBack */
  function closeDrawer(focusBack) {
    if (!isOpen()) return;
    delete root.dataset.drawer;
    for (const name of ['role', 'aria-modal', 'aria-label']) side?.removeAttribute(name);
    setRest(false);
    if (focusBack) opener?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  function keepFocus(event) {
    const stops = side ? all('a[href], button, summary, input, select', side) : [];
    const seen = stops.filter((stop) => stop.offsetParent !== null);
    const [first, last] = [seen[0], seen.at(-1)];
    const [from, to] = event.shiftKey ? [first, last] : [last, first];
    if (document.activeElement === from) {
      event.preventDefault();
      to?.focus();
    }
  }

  /**
   * Listen to what acts like a button and is a link.
   * @param {HTMLElement} link
   * @param {() => void} act
   */
  function press(link, act) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      act();
    });
    link.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      act();
    });
  }

  opener.setAttribute('aria-expanded', 'false');
  press(opener, openDrawer);
  for (const part of all('.dj-side-close, .dj-scrim')) press(part, () => closeDrawer(true));
  document.addEventListener('keydown', (event) => {
    if (!isOpen()) return;
    if (event.key === 'Escape') closeDrawer(true);
    else if (event.key === 'Tab') keepFocus(event);
  });
  side.addEventListener('click', (event) => {
    if (around(event, 'a[href*="#"]:not(.dj-side-close)')) closeDrawer(false);
  });
  matchMedia('(max-width: 63.99rem)').addEventListener('change', () => closeDrawer(false));
}
