// What is done with the forms of operations; each function returns how often it was done.

const hostile = {
  /** Put texts into each field of the form. */
  filled(texts) {
    let number = 0;
    for (const field of document.querySelectorAll('.dj-pg-form input, .dj-pg-form textarea')) {
      if (field.type === 'file') continue;
      field.value = texts[number++ % texts.length];
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    return number;
  },

  /** Send the form, wait for the answer and open what can be opened of it. */
  async sent() {
    const [send] = document.querySelectorAll('.dj-pg-send');
    send.click();
    if (!send.hidden) return 0;
    await new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no answer')), 10_000);
      new MutationObserver((_, observer) => {
        if (send.hidden) return;
        observer.disconnect();
        resolve();
      }).observe(send, { attributes: true });
    });
    const answer = document.querySelector('.dj-pg-answer');
    for (const one of answer.querySelectorAll('summary, button, a')) {
      if (one.hasAttribute('download')) continue;
      one.click();
      one.dispatchEvent(new Event('pointerenter'));
    }
    return Number(Boolean(answer.querySelector('.dj-pg-facts')));
  },

  /** Let each text come by a link, in the shapes that a link may have. */
  async shared(texts) {
    const place = document.querySelector('.dj-playground script[type="application/json"]');
    const operation = JSON.parse(place.textContent);
    const put = (value, text) => {
      if (Array.isArray(value)) return [...value.map((one) => put(one, text)), text];
      if (!value || typeof value !== 'object') return text;
      const pairs = Object.entries(value).map(([name, one]) => [name, put(one, text)]);
      return Object.fromEntries([...pairs, [text, text]]);
    };
    const keys = operation.parameters.map((one) => `${one.place}:${one.name}`);
    const contents = operation.body?.content ?? [];
    const server = operation.servers[0];
    let count = 0;
    for (const text of texts) {
      const content = contents[count % Math.max(1, contents.length)];
      let begun = content?.initial ?? null;
      try {
        begun = JSON.parse(begun);
      } catch {
        // What it begins with is a text.
      }
      const parameters = (value) => Object.fromEntries(keys.map((key) => [key, value(operation.values[key])]));
      const fitting = { parameters: parameters((one) => put(one, text)), mediaType: content?.type,
        server: { url: server?.url, variables: put(server?.variables ?? {}, text) }, security: 1,
        body: put(begun, text) };
      const others = [
        { parameters: parameters(() => text), server: text, security: 0, body: { type: text, text } },
        { parameters: text, server: { url: text, variables: text }, security: text, body: text, mediaType: text },
        [text], text, { [text]: text },
      ];
      for (const carried of [fitting, others[count % others.length]]) {
        const bytes = new TextEncoder().encode(JSON.stringify(carried));
        const packed = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
        history.replaceState(null, '', `#try=${packed}`);
        dispatchEvent(new HashChangeEvent('hashchange'));
      }
      count += 1;
      if (count % 20 === 0) await new Promise((done) => setTimeout(done));
    }
    return count * 2;
  },

  isAsking() {
    const buttons = document.querySelectorAll('.dj-pg-oauth button');
    return [...buttons].some((one) => one.textContent === 'Cancel');
  },

  /** Say who asks, where a form of a provider wants to know. */
  client() {
    for (const field of document.querySelectorAll('.dj-pg-oauth input')) {
      if (['checkbox', 'radio'].includes(field.type) || field.value) continue;
      field.value = 'client';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  },

  /** Ask a provider by the button that says so, and wait for what becomes of it. */
  async asked(wanted) {
    hostile.client();
    const button = [...document.querySelectorAll('.dj-pg-oauth button')]
      .find((one) => one.textContent.includes(wanted) && !one.hidden);
    if (!button) return 0;
    button.click();
    for (let turn = 0; turn < 400 && hostile.isAsking(); turn += 1) {
      await new Promise((done) => setTimeout(done, 5));
    }
    return 1;
  },

  /**
   * Press the button that opens a window of the provider. The window is none, because hundreds are
   * slow; where it is led is kept, and anything but the web counts as run.
   */
  async begun() {
    hostile.client();
    const button = [...document.querySelectorAll('.dj-pg-oauth button')]
      .find((one) => one.textContent.startsWith('Sign in'));
    if (!button) return '';
    let led = '';
    const place = {
      set href(url) {
        led = String(url);
        if (!/^https?:/.test(led)) ran(`a window at ${led}`);
      },
    };
    window.open = () => ({ opener: window, close() {}, location: place });
    button.click();
    for (let turn = 0; turn < 400 && !led && hostile.isAsking(); turn += 1) {
      await new Promise((done) => setTimeout(done, 5));
    }
    return led;
  },
};
