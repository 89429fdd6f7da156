/* Pictures that can be enlarged */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** The pictures of the gallery that the shown one is of. @type {HTMLElement[]} */
let gallery = [];

/**
 * Show the picture before or after the shown one; those of a gallery are a round.
 * @param {number} step
 */
function turn(step) {
  const shown = gallery.findIndex((button) => 'shown' in button.dataset);
  const next = gallery[(shown + step + gallery.length) % gallery.length];
  const image = next ? one('img', next) : null;
  if (next && image instanceof HTMLImageElement) enlarge(image, next);
}

/** @param {KeyboardEvent} event */
function turnByKey(event) {
  const step = Number(event.key === 'ArrowRight') - Number(event.key === 'ArrowLeft');
  if (!step || gallery.length < 2) return;
  event.preventDefault();
  turn(document.documentElement.dir === 'rtl' ? -step : step);
}

/**
 * @param {HTMLImageElement} image
 * @param {HTMLElement} opener
 */
function enlarge(image, opener) {
  if (!dialog) {
    dialog = make('dialog', 'dj-zoom-dialog');
    dialog.addEventListener('click', () => dialog?.close());
    dialog.addEventListener('keydown', turnByKey);
    document.body.append(dialog);
  }
  const group = opener.closest('.dj-gallery');
  gallery = group ? all('.dj-zoom', group) : [];
  for (const other of gallery) delete other.dataset.shown;
  opener.dataset.shown = '';
  const label = words.close ?? 'Close';
  const pressed = document.activeElement?.className;
  const close = make('button', 'dj-zoom-close', { type: 'button', 'aria-label': label });
  close.innerHTML = CLOSE;
  const large = make('img', '', { src: image.currentSrc || image.src, alt: image.alt });
  dialog.setAttribute('aria-label', image.alt || (words.zoom ?? 'Enlarge image'));
  dialog.replaceChildren(close, large);
  const caption = one('figcaption', opener.closest('figure') ?? dialog)?.textContent.trim();
  if (caption) {
    const line = make('p', 'dj-zoom-caption');
    line.textContent = caption;
    dialog.append(line);
  }
  if (gallery.length > 1) {
    for (const [step, name, text] of /** @type {const} */ ([[-1, 'previous', words.previous], [1, 'next', words.next]])) {
      const button = make('button', `dj-zoom-close dj-zoom-${name}`, { type: 'button', 'aria-label': text ?? name });
      button.innerHTML = svg(step < 0 ? '<path d="m15 18-6-6 6-6"/>' : '<path d="m9 18 6-6-6-6"/>');
      button.addEventListener('click', (event) => {
        event.stopPropagation();
        turn(step);
      });
      dialog.append(button);
    }
  }
  if (!dialog.open) dialog.showModal();
  // The buttons are new ones: the one that was pressed is in focus again, so that keys reach the dialog.
  else (all('button', dialog).find((button) => button.className === pressed) ?? close).focus();
}

/**
 * Copy what an image shows, as the one format that every clipboard takes.
 * @param {HTMLImageElement} image
 */
async function copyImage(image) {
  const canvas = make('canvas', '');
  canvas.width = image.naturalWidth || image.width;
  canvas.height = image.naturalHeight || image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
}

/** Add what an author asked for: a button that copies an image, and a link that downloads it. */
function setUpImageActions() {
  for (const image of document.querySelectorAll('img')) {
    const asked = [...image.classList].filter((name) => name.startsWith('dj-image-'));
    if (!asked.length) continue;
    const place = asked.find((name) => name.includes('-', 'dj-image-'.length)) ?? '';
    const bar = make('span', `dj-image-actions ${place}`);
    if (asked.includes('dj-image-copy') && isSecureContext && 'ClipboardItem' in globalThis) {
      const label = words.image ?? 'Copy image';
      const button = make('button', 'dj-image-action', { type: 'button', 'aria-label': label, title: label });
      button.innerHTML = COPY;
      button.addEventListener('click', () => {
        copyImage(image).then(
          () => say(words.copied ?? 'Copied'),
          () => say(words.failed ?? 'Copying failed'),
        );
      });
      bar.append(button);
    }
    if (asked.includes('dj-image-download')) {
      const label = words.download ?? 'Download image';
      const name = new URL(image.src).pathname.split('/').pop() ?? '';
      const link = make('a', 'dj-image-action', { href: image.src, download: name, 'aria-label': label, title: label });
      link.innerHTML = DOWNLOAD;
      bar.append(link);
    }
    const inner = image.closest('a, .dj-zoom') ?? image;
    const box = make('span', 'dj-image-box');
    inner.before(box);
    box.append(inner, bar);
  }
}

function setUpZoom() {
  for (const image of document.querySelectorAll('img')) {
    const figure = image.closest('.dj-figure');
    if (!figure || image.closest('a, button, .no-zoom, .dj-no-zoom') || image.hasAttribute('nozoom')) continue;
    const label = (words.zoom ?? 'Enlarge image') + (image.alt ? `: ${image.alt}` : '');
    const button = make('button', 'dj-zoom', { type: 'button', 'aria-label': label });
    // A picture of the other mode has no button that a keyboard could reach.
    for (const mode of ['dj-only-light', 'dj-only-dark']) button.classList.toggle(mode, image.classList.contains(mode));
    image.before(button);
    button.append(image);
    button.addEventListener('click', () => enlarge(image, button));
  }
}
