/* The request samples of the page: they show what is typed, and their language is that of the form. */

/** @param {HttpRequest} request */
function drawSamples(request) {
  for (const language of languages) {
    for (const pre of document.querySelectorAll(`.dj-sample-${language.name} pre`)) {
      const code = sampleOf(request, language);
      if (pre.textContent.trim() !== code) {
        pre.replaceChildren(highlightCode(code, language));
      }
    }
  }
}

/** @param {(language: Language) => string} realSample */
function copySamples(realSample) {
  document.addEventListener('dj-copy', (event) => {
    const block = event.target instanceof Element && event.target.closest('[class*="dj-sample-"]');
    const language = block && languageIn(block);
    if (language && event instanceof CustomEvent) event.detail.text = realSample(language);
  });
}

/** @param {Element} block */
function languageIn(block) {
  const name = /dj-sample-(\w+)/.exec(block.className)?.[1];
  return languages.find((one) => one.name === name);
}

/** Return the language whose sample is seen. */
function shownLanguage() {
  for (const tab of document.querySelectorAll('[role="tab"][aria-selected="true"]')) {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    const block = panel?.querySelector('[class*="dj-sample-"]');
    const language = block && languageIn(block);
    if (language) return language;
  }
  return languages[0];
}

/**
 * A button that copies the request in the language whose sample is seen.
 * @param {(language: Language) => string} realSample
 */
function sampleButton(realSample) {
  if (!languages.length) return null;
  const label = () => text('Copy as {language}', { language: shownLanguage()?.label ?? '' });
  const button = copyButton(() => {
    const language = shownLanguage();
    return language ? realSample(language) : '';
  }, label);
  new MutationObserver(() => (button.textContent = label()))
    .observe(document.body, { subtree: true, attributeFilter: ['aria-selected'] });
  return button;
}

/**
 * Show the chosen server in the line above the form.
 * @param {Element | null} bar
 * @param {string} server
 * @param {string} path
 */
function drawEndpoint(bar, server, path) {
  const base = bar?.querySelector('.dj-endpoint-base');
  if (!base || base.textContent === server) return;
  base.textContent = server;
  bar?.querySelector('[data-copy-text]')?.setAttribute('data-copy-text', server + path);
}
