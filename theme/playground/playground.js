/* The playground of an endpoint page: a form for the operation in the page's JSON block, which
 * sends the request from the browser and keeps the request samples in step with what is typed.
 */
(function (playground) {
  'use strict';

  const { el, text, remember, recall, absolute } = playground;
  const { languages } = playground.data;

  function start(root) {
    const operation = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
    const name = `${operation.method} ${operation.servers[0]?.url}${operation.path}`;
    const kept = recall(`values ${name}`) ?? {};
    let draw = () => {};
    const changed = () => draw();

    let server, security, parameters, body;

    const address = el('code', { class: 'dj-pg-url' });
    const send = el('button', { type: 'submit', class: 'dj-pg-send' }, text('Send'));
    const cancel = el('button', { type: 'button', class: 'dj-pg-send dj-pg-cancel', hidden: true },
      text('Cancel'));
    const problem = el('p', { class: 'dj-pg-problem', role: 'alert' });
    const said = el('p', { class: 'dj-pg-offscreen', role: 'status' });
    const curl = languages.some((one) => one.name === 'curl')
      ? playground.copyButton(() => realSample('curl'), text('Copy as cURL')) : null;
    const reset = el('button', { type: 'button', class: 'dj-pg-small', onclick: () => {
      remember(`values ${name}`, undefined);
      build({});
      send.focus();
    } }, text('Reset'));
    const parts = el('div', { class: 'dj-pg-parts' });
    const answer = el('section', { class: 'dj-pg-answer', 'aria-label': text('Response') });
    const form = el('form', { class: 'dj-pg-form', novalidate: '', autocomplete: 'off',
      id: playground.uniqueId(), 'aria-label': text('Request') },
      el('div', { class: 'dj-pg-target' },
        el('span', { class: `dj-method dj-method-${operation.method.toLowerCase()}` }, operation.method),
        address, send, cancel),
      problem, said, parts,
      el('p', { class: 'dj-pg-actions' }, curl, reset), answer);
    const open = el('button', { type: 'button', class: 'dj-pg-open', 'aria-controls': form.id,
      onclick: () => unfold(form.hidden) }, text('Try it'));

    function unfold(isOpen) {
      form.hidden = !isOpen;
      open.setAttribute('aria-expanded', String(isOpen));
      remember('open', isOpen);
    }

    function build(values) {
      server = playground.serverPart(operation, changed);
      security = playground.securityPart(operation, changed);
      parameters = playground.parametersPart(operation, values.parameters, changed);
      body = playground.bodyPart(operation, values.body, changed);
      parts.replaceChildren(
        ...[server, security, ...parameters.parts, body].map((part) => part.element).filter(Boolean));
      draw();
    }

    function values(credentials) {
      return {
        server: server.url(),
        parameters: parameters.read(),
        mediaType: body.mediaType(),
        body: body.read(),
        security: security.alternative(),
        credentials,
      };
    }

    const requestOf = (credentials) => absolute(playground.buildRequest(operation, values(credentials)));

    /** Return a sample with the credentials that the page does not show. */
    function realSample(name) {
      const language = languages.find((one) => one.name === name);
      return playground.sampleOf(requestOf(security.real()), language);
    }

    draw = () => {
      const request = requestOf(security.masked());
      address.textContent = request.url;
      drawSamples(request);
      remember(`values ${name}`, { parameters: parameters.read(), body: body.keep() });
    };

    let controller = null;
    async function submit() {
      if (controller) return;
      problem.textContent = '';
      const problems = [server, security, ...parameters.parts, body].flatMap((part) => part.check());
      playground.showErrors(form, problems);
      if (problems.length) {
        problem.textContent = text('Fields to look at: {count}', { count: problems.length });
        return;
      }
      const request = requestOf(security.real());
      controller = new AbortController();
      send.hidden = true;
      cancel.hidden = false;
      cancel.focus();
      said.textContent = text('Sending…');
      answer.replaceChildren();
      const started = performance.now();
      const refused = playground.blockedByPolicy();
      try {
        const url = playground.viaProxy(request.url);
        const response = await fetch(url, playground.fetchOptions(request, controller.signal));
        said.textContent = `${response.status} ${response.statusText}`;
        await playground.showResponse(answer, response, started, url);
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve));
        const message = controller.signal.aborted
          ? [text('Cancelled.')]
          : await playground.explain(error, request, refused());
        const note = el('div', { class: 'dj-pg-failure', role: 'alert' },
          ...message.map((line) => el('p', {}, line)));
        if (answer.querySelector('.dj-pg-facts')) answer.append(note);
        else answer.replaceChildren(note);
      } finally {
        refused();
        controller = null;
        const hadFocus = document.activeElement === cancel;
        cancel.hidden = true;
        send.hidden = false;
        if (hadFocus) send.focus();
      }
    }
    cancel.addEventListener('click', () => controller?.abort());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submit();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    });

    build(kept);
    const bar = root.previousElementSibling;
    if (bar?.matches('.dj-endpoint')) bar.append(open);
    else root.append(open);
    root.append(form);
    unfold(recall('open') ?? false);
    copySamples(realSample);
  }

  /* The request samples of the page. */

  function drawSamples(request) {
    for (const language of languages) {
      for (const pre of document.querySelectorAll(`.dj-sample-${language.name} pre`)) {
        const code = playground.sampleOf(request, language);
        if (pre.textContent.trim() !== code) {
          pre.replaceChildren(playground.highlightCode(code, language));
        }
      }
    }
  }

  function copySamples(realSample) {
    document.addEventListener('dj-copy', (event) => {
      const block = event.target.closest('[class*="dj-sample-"]');
      const name = /dj-sample-(\w+)/.exec(block?.className)?.[1];
      if (name) event.detail.text = realSample(name);
    });
  }

  for (const root of document.querySelectorAll('.dj-playground')) start(root);
})((globalThis.DocsJsonPlayground ??= {}));
