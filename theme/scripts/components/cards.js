/* Cards: the whole card is the link, and its text can still be selected */

const OWN = 'a, button, input, select, textarea, summary, video, iframe';

/** @param {MouseEvent} event */
function follow(event) {
  const link = around(event, '.dj-card-linked')?.querySelector('a.dj-card-link');
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || around(event, OWN)) return;
  if (String(getSelection())) return;
  if (event.type === 'auxclick' && event.button !== 1) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1) {
    window.open(link.href, '_blank', 'noopener');
  } else {
    link.click();
  }
}

function setUpCards() {
  document.addEventListener('click', follow);
  document.addEventListener('auxclick', follow);
}
