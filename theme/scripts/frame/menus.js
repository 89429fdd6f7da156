/* Menus above the sidebar and in the header close on Escape and on a click elsewhere; a dismissed banner stays away until
   its text changes. */

/** @returns {HTMLDetailsElement[]} */
function openMenus() {
  const kinds = 'details:is(.dj-switch, .dj-menu, .dj-more, .dj-tab-menu)[open]';
  return [...document.querySelectorAll(kinds)].filter(
    (menu) => menu instanceof HTMLDetailsElement,
  );
}

function setUpMenus() {
  document.addEventListener('click', (event) => {
    for (const menu of openMenus()) {
      const isInside = event.target instanceof Node && menu.contains(event.target);
      if (!isInside || around(event, 'a')) menu.open = false;
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      one('summary', menu)?.focus();
    }
  });
}

/** The list of keys opens on "?", and "f" hides the sidebars, where nobody writes. */
function setUpKeys() {
  const list = document.querySelector('#dj-keys');
  document.addEventListener('keydown', (event) => {
    if (!['?', 'f'].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(list instanceof HTMLDialogElement) || document.querySelector('dialog[open]') || isWriting(event)) return;
    event.preventDefault();
    if (event.key === 'f') {
      root.dataset.focus = root.dataset.focus ? '' : 'on';
      keepReading();
      return;
    }
    list.showModal();
  });
  list?.addEventListener('click', (event) => {
    if (event.target === list && list instanceof HTMLDialogElement) list.close();
  });
}

/** @param {Event} event */
const isWriting = (event) => around(event, 'input, textarea, select, [contenteditable]:not([contenteditable="false"])');

function setUpBanner() {
  for (const banner of all('[data-banner]')) {
    const key = banner.dataset.banner ?? '';
    if (lasting.get('dj-banner') === key) banner.hidden = true;
    one('button', banner)?.addEventListener('click', () => {
      banner.hidden = true;
      lasting.set('dj-banner', key);
    });
  }
}
