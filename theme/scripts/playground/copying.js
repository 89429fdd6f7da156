/* Copying text. */

/**
 * A button that copies; an empty text is nothing to copy.
 * @param {() => string} value
 * @param {() => string} [label]
 */
function copyButton(value, label = () => text('Copy')) {
  const button = smallButton(label(), async () => {
    const copied = value();
    const isCopied = copied !== '' && (await copy(copied));
    button.textContent = isCopied ? text('Copied') : text('Not copied');
    setTimeout(() => (button.textContent = label()), 2000);
  });
  return button;
}

/**
 * Copy text; where the clipboard is closed (file://, http), by a selection.
 * @param {string} value
 */
async function copy(value) {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const area = el('textarea', { class: 'dj-pg-offscreen', 'aria-hidden': 'true' });
    area.value = value;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}
