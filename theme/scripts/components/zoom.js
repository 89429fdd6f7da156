/* Pictures that can be enlarged */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * @param {HTMLImageElement} image
 * @param {string} caption
 */
function enlarge(image, caption) {
  if (!dialog) {
    dialog = make('dialog', 'dj-zoom-dialog');
    dialog.addEventListener('click', () => dialog?.close());
    document.body.append(dialog);
  }
  const label = words.close ?? 'Close';
  const close = make('button', 'dj-zoom-close', { type: 'button', 'aria-label': label });
  close.innerHTML = CLOSE;
  const large = make('img', '', { src: image.currentSrc || image.src, alt: image.alt });
  dialog.setAttribute('aria-label', image.alt || (words.zoom ?? 'Enlarge image'));
  dialog.replaceChildren(close, large);
  if (caption) {
    const line = make('p', 'dj-zoom-caption');
    line.textContent = caption;
    dialog.append(line);
  }
  dialog.showModal();
}

function setUpZoom() {
  for (const image of document.querySelectorAll('img')) {
    const figure = image.closest('.dj-figure');
    if (!figure || image.closest('a, button, .no-zoom, .dj-no-zoom') || image.hasAttribute('nozoom')) continue;
    const label = (words.zoom ?? 'Enlarge image') + (image.alt ? `: ${image.alt}` : '');
    const button = make('button', 'dj-zoom', { type: 'button', 'aria-label': label });
    image.before(button);
    button.append(image);
    button.addEventListener('click', () => {
      enlarge(image, one('figcaption', figure)?.textContent.trim() ?? '');
    });
  }
}
