/* Loaded when a page is first pointed at or typed into: the address of a heading is copied with its link, pages are fetched when
   a link is pointed at, size of text and width of lines are the reader's. */

function setUpHeadingLinks() {
  const status = one('#dj-status');
  document.addEventListener('click', async (event) => {
    const link = around(event, '.headerlink');
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      return;
    }
    link.dataset.done = status?.dataset.copied ?? '';
    if (status) status.textContent = status.dataset.copied ?? '';
    setTimeout(() => {
      delete link.dataset.done;
      if (status) status.textContent = '';
    }, 1500);
  });
}

function setUpPrefetch() {
  if (location.protocol === 'file:') return;
  const fetched = new Set([location.pathname]);
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, (event) => {
      const link = around(event, 'a[href]:not([download], [target])');
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      if (fetched.has(link.pathname) || !/(?:\/|\.html?)$/.test(link.pathname)) return;
      fetched.add(link.pathname);
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: link.href }));
    }, { passive: true });
  }
}

function setUpChoices() {
  const menu = one('.dj-reading');
  const buttons = menu ? all('button', menu) : [];
  /** @param {HTMLElement} button */
  const nameOf = (button) => ['text', 'width', 'focus'].find((name) => button.hasAttribute(`data-${name}`)) ?? 'text';
  const show = () => {
    for (const button of buttons) {
      const isOn = (root.dataset[nameOf(button)] ?? '') === button.dataset[nameOf(button)];
      button.setAttribute('aria-pressed', String(isOn));
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      root.dataset[nameOf(button)] = button.dataset[nameOf(button)];
      keepReading();
      show();
    });
  }
  // The key for it may have changed one of them.
  menu?.addEventListener('toggle', show);
  show();
}

setUpHeadingLinks();
setUpPrefetch();
setUpChoices();
