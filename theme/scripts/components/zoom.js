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
    image.before(button);
    button.append(image);
    button.addEventListener('click', () => {
      enlarge(image, one('figcaption', figure)?.textContent.trim() ?? '');
    });
  }
}
