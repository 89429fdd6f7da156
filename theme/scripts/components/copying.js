/* Copying code and prompts, and code that opens */

/** @type {HTMLElement | undefined} */
let live;

/** @param {string} text */
function say(text) {
  if (!live) {
    // Our pages already have one; those of another theme get one.
    live = one('#dj-status') ?? make('div', 'dj-visually-hidden', { role: 'status' });
    document.body.append(live);
  }
  const status = live;
  status.textContent = '';
  setTimeout(() => (status.textContent = text), 50);
}

/**
 * Return the code of a block, without prompts, line numbers and removed lines.
 * @param {HTMLElement} block
 */
function codeOf(block) {
  const pre = one('.highlighttable td.code pre, pre', block)?.cloneNode(true);
  let text = '';
  if (pre instanceof HTMLElement) {
    const isSession = block.closest('.highlight-console, .highlight-pycon, .highlight-shell-session');
    for (const node of all(`.linenos, .dj-line-removed${isSession ? ', .gp, .go' : ''}`, pre)) {
      // An output goes with its end of the line.
      const after = node.nextSibling;
      if (node.matches('.go') && after instanceof Text) after.data = after.data.replace(/^\n/, '');
      node.remove();
    }
    text = pre.textContent.replace(/\n+$/, '');
    if (block.closest('.highlight-console, .highlight-shell-session')) text = text.replace(/^[^\S\n]*\n/gm, '');
    else if (block.closest('.highlight-bash, .highlight-sh, .highlight-shell, .highlight-zsh')) text = text.replace(/^[ \t]*\$ /gm, '');
    const rest = one('.dj-code-rest pre', block.closest('.dj-code') ?? block);
    if (rest) text += `\n${rest.textContent}`;
  }
  // Whoever knows better what is meant, such as the playground, says so.
  const detail = { text };
  block.dispatchEvent(new CustomEvent('dj-copy', { bubbles: true, detail }));
  return detail.text;
}

/**
 * Copy a text; where the clipboard is closed (file://, http), by a selection.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard && isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = make('textarea', 'dj-visually-hidden');
  const focused = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('copy');
}

/**
 * Let a button copy what it is for.
 * @param {HTMLElement} button
 * @param {() => string} text
 */
function copies(button, text) {
  let timer = 0;
  button.addEventListener('click', async () => {
    try {
      await copy(text());
    } catch {
      say(words.failed ?? 'Copying failed');
      return;
    }
    button.dataset.done = '';
    say(words.copied ?? 'Copied');
    clearTimeout(timer);
    timer = setTimeout(() => delete button.dataset.done, 1800);
  });
}

/**
 * @param {string} className
 * @param {() => string} text
 */
function copyButton(className, text) {
  const label = words.copy ?? 'Copy';
  const button = make('button', className, { type: 'button', 'aria-label': label, title: label });
  button.innerHTML = `<span class="dj-copy-idle">${COPY}</span><span class="dj-copy-done">${DONE}</span>`;
  copies(button, text);
  return button;
}

/** Wrap the lines of all code or of none, on this page and on those that follow. */
function toggleWrapping() {
  const { dataset } = document.documentElement;
  dataset.wrap = dataset.wrap === 'on' ? '' : 'on';
  const { text, width, wrap, focus } = dataset;
  try {
    localStorage.setItem('dj-reading', JSON.stringify({ text, width, wrap, focus }));
  } catch {
    /* no storage: it holds for this page */
  }
  for (const button of all('.dj-wrap')) button.setAttribute('aria-pressed', String(wrap === 'on'));
  dispatchEvent(new Event('resize'));
}

/**
 * Add what wraps long lines; styles show it where a line is longer than its block.
 * @param {HTMLElement} place
 * @param {string} className
 */
function addWrapButton(place, className) {
  const label = words.wrap;
  if (!label || !document.documentElement.classList.contains('dj')) return;
  const pressed = String(document.documentElement.dataset.wrap === 'on');
  const button = make('button', `${className} dj-wrap`, { type: 'button', 'aria-label': label, title: label, 'aria-pressed': pressed });
  button.innerHTML = WRAP;
  button.addEventListener('click', toggleWrapping);
  place.append(button);
}

function setUpCopying() {
  for (const button of fresh('.dj-prompt-copy')) copies(button, () => button.dataset.copy ?? '');
  if (one('script[src*="copybutton"]')) return;
  for (const group of fresh('.dj-code-group')) {
    const bar = one('.dj-tabbar', group);
    if (bar) addWrapButton(bar, 'dj-copy-bar');
    bar?.append(
      copyButton('dj-copy-bar', () => {
        const block = one('.dj-panel-active .highlight', group);
        return block ? codeOf(block) : '';
      }),
    );
  }
  for (const block of fresh('div.highlight')) {
    const has = one('pre', block);
    if (!has || block.closest('.dj-code-nocopy, .dj-code-group[data-tabs], .dj-no-copy')) continue;
    const frame = block.closest('.dj-code-block');
    const header = frame ? one('.dj-code-header', frame) : null;
    const place = header ?? block;
    if (has.parentElement === block) addWrapButton(place, header ? 'dj-copy-bar' : 'dj-copy');
    place.append(copyButton(header ? 'dj-copy-bar' : 'dj-copy', () => codeOf(block)));
  }
}

function setUpExpanding() {
  for (const block of fresh('.dj-code-tall')) {
    block.dataset.tall = '';
    const button = make('button', 'dj-code-more', { type: 'button', 'aria-expanded': 'false' });
    const { more = '', less = '' } = block.dataset;
    button.textContent = more;
    block.dataset.closed = '';
    button.addEventListener('click', () => {
      const isClosed = block.toggleAttribute('data-closed');
      button.setAttribute('aria-expanded', String(!isClosed));
      button.textContent = isClosed ? more : less;
      if (isClosed) block.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
    block.append(button);
  }
}
