/* Opened from the output folder, the page for unknown addresses links relatively. */

if (location.protocol === 'file:') {
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll('[data-relative]');
  for (const link of links) {
    link.setAttribute(link.tagName === 'FORM' ? 'action' : 'href', link.dataset.relative ?? '');
  }
}
