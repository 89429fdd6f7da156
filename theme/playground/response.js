/* What came back: status, time, size, headers, and the body as it arrives. Nothing of a response
 * becomes markup: text goes in as text, pictures are painted.
 */
(function (playground) {
  'use strict';

  const { el, text, highlightJson } = playground;
  const COLOURED = 200_000;
  const SHOWN = 200_000;
  const INDENTED = 1_000_000;
  const MAX_EVENTS = 500;

  const TEXT = /^text\/|[/+](json|xml|yaml|x-yaml|javascript|graphql|csv|x-www-form-urlencoded)$|json/;

  function size(bytes) {
    if (bytes < 1024) return `${bytes} B`;
    if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
    return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  }

  const duration = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

  /** Show a response in `place` while it arrives. */
  async function showResponse(place, response, started, url) {
    const status = el('span', { class: `dj-pg-status dj-pg-${Math.floor(response.status / 100)}xx` },
      `${response.status} ${response.statusText}`.trim());
    const time = el('span', {}, duration(performance.now() - started));
    const length = el('span', {}, '');
    const tools = el('span', { class: 'dj-pg-tools' });
    const body = el('div', { class: 'dj-pg-result', tabindex: 0, role: 'region',
      'aria-label': text('Response body') });
    place.replaceChildren(
      el('p', { class: 'dj-pg-facts' }, status, time, length, tools),
      response.redirected && response.url !== url
        ? el('p', { class: 'dj-pg-note' }, text('Redirected to {url}', { url: response.url })) : '',
      headersOf(response),
      body,
    );
    place.scrollIntoView({ block: 'nearest' });
    const type = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
    const charset = /charset="?([\w-]+)/i.exec(response.headers.get('content-type') ?? '')?.[1];
    const live = liveView(body, type, charset);
    const chunks = [];
    let total = 0;
    const finish = () => {
      time.textContent = duration(performance.now() - started);
      length.textContent = size(total);
      const blob = new Blob(chunks, { type: type || 'application/octet-stream' });
      if (total) tools.append(download(blob, type));
      return blob;
    };
    try {
      const reader = response.body?.getReader();
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) break;
        chunks.push(value);
        total += value.length;
        length.textContent = size(total);
        live.add(value);
      }
    } catch (error) {
      finish();
      live.end();
      throw error;
    }
    const blob = finish();
    if (type === 'text/event-stream' && live.end()) return;
    await showBody(body, tools, blob, type, charset);
  }

  function headersOf(response) {
    const rows = [...response.headers].map(([name, value]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)));
    return el('details', { class: 'dj-pg-headers' },
      el('summary', {}, `${text('Headers')} (${rows.length})`),
      el('table', {}, el('tbody', {}, ...rows)));
  }

  function download(blob, type) {
    const link = el('a', { class: 'dj-pg-small', download: `response.${extension(type)}`, href: '#' },
      text('Download'));
    link.addEventListener('click', () => {
      link.href = URL.createObjectURL(blob);
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    });
    return link;
  }

  function extension(type) {
    if (/json$/.test(type)) return 'json';
    if (type.startsWith('text/plain')) return 'txt';
    return /^[\w-]+$/.exec(type.split('/')[1]?.split('+').pop() ?? '')?.[0] ?? 'bin';
  }

  /** A view that grows while bytes arrive: events one by one, other text as it is. */
  function liveView(body, type, charset) {
    if (type && !TEXT.test(type)) return { add() {}, end: () => false };
    const decoder = decoderFor(charset, false);
    if (type === 'text/event-stream') return eventView(body, decoder);
    const pre = el('pre', {});
    let shown = 0;
    return {
      add(bytes) {
        if (!shown) body.replaceChildren(pre);
        if (shown > SHOWN) return;
        const more = decoder.decode(bytes, { stream: true }).slice(0, SHOWN - shown + 1);
        shown += more.length;
        pre.append(more);
      },
      end: () => true,
    };
  }

  /** Server-sent events (HTML Standard, section 9.2.6). */
  function eventView(body, decoder) {
    const view = el('ol', { class: 'dj-pg-events', role: 'log' });
    let rest = '';
    let count = 0;
    body.replaceChildren(view);
    const show = (block) => {
      let name = 'message';
      const data = [];
      for (const line of block.split('\n')) {
        const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
        if (field === 'event') name = value;
        if (field === 'data') data.push(value);
      }
      count += 1;
      if (!data.length || count > MAX_EVENTS) return;
      view.append(el('li', {}, el('span', { class: 'dj-pg-type' }, name),
        el('pre', {}, highlightJson(data.join('\n')))));
    };
    return {
      add(bytes) {
        rest += decoder.decode(bytes, { stream: true });
        const blocks = rest.replace(/\r\n?/g, '\n').split('\n\n');
        rest = blocks.pop();
        blocks.forEach(show);
      },
      end() {
        if (rest.trim()) show(rest);
        return count > 0;
      },
    };
  }

  function decoderFor(charset, fatal) {
    try {
      return new TextDecoder(charset ?? 'utf-8', { fatal });
    } catch {
      return new TextDecoder('utf-8', { fatal });
    }
  }

  async function showBody(body, tools, blob, type, charset) {
    if (!blob.size) {
      body.replaceChildren(el('p', { class: 'dj-pg-note' }, text('The response has no body.')));
      return;
    }
    if (/^image\/(?!svg)/.test(type) && (await paint(body, blob))) return;
    const decoded = !type || TEXT.test(type) ? decode(await blob.arrayBuffer(), charset) : null;
    if (decoded === null) {
      body.replaceChildren(
        el('p', { class: 'dj-pg-note' }, text('Binary data ({type}, {size}).', { type: type || '?', size: size(blob.size) })));
      return;
    }
    const isJson = !type || /json/.test(type);
    const shown = isJson && blob.size < INDENTED ? pretty(decoded) : decoded;
    tools.prepend(copyButton(() => shown));
    showText(body, shown, isJson);
  }

  function decode(bytes, charset) {
    try {
      return decoderFor(charset, true).decode(bytes);
    } catch {
      return null;
    }
  }

  /** Indent JSON without changing a number or a name; other text stays as it is. */
  function pretty(json) {
    try {
      JSON.parse(json);
    } catch {
      return json;
    }
    let indent = '\n';
    return json.replace(/"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[{]|[\]}]|,|:|[^\s"[\]{},:]+|\s+/g, (token) => {
      if (/^\s/.test(token)) return '';
      if (/^[[{]\s*[\]}]$/.test(token)) return token[0] + token.at(-1);
      if (token === '[' || token === '{') return token + (indent += '  ');
      if (token === ']' || token === '}') return (indent = indent.slice(0, -2)) + token;
      if (token === ',') return token + indent;
      return token === ':' ? ': ' : token;
    });
  }

  function showText(body, shown, isJson) {
    const code = el('code', {});
    const fill = (part) =>
      code.replaceChildren(isJson && part.length <= COLOURED ? highlightJson(part) : part);
    fill(shown.slice(0, SHOWN));
    body.replaceChildren(el('pre', { class: 'highlight' }, code));
    if (shown.length > SHOWN) {
      const all = el('button', { type: 'button', class: 'dj-pg-small', onclick: () => {
        fill(shown);
        all.remove();
      } }, text('Show all ({size})', { size: size(shown.length) }));
      body.prepend(all);
    }
  }

  /** Paint a picture; an <img> would need a wider content policy. */
  async function paint(body, blob) {
    try {
      const picture = await createImageBitmap(blob);
      const canvas = el('canvas', { width: picture.width, height: picture.height, role: 'img',
        'aria-label': text('Image, {width} × {height} pixels', { width: picture.width, height: picture.height }) });
      canvas.getContext('2d').drawImage(picture, 0, 0);
      body.replaceChildren(canvas);
      return true;
    } catch {
      return false;
    }
  }

  function copyButton(value, label = text('Copy')) {
    const button = el('button', { type: 'button', class: 'dj-pg-small', onclick: async () => {
      const copied = await copy(value());
      button.textContent = copied ? text('Copied') : text('Not copied');
      setTimeout(() => (button.textContent = label), 2000);
    } }, label);
    return button;
  }

  /** Copy text; where the clipboard is closed (file://, http), by a selection. */
  async function copy(value) {
    try {
      await navigator.clipboard.writeText(value);
      return true;
    } catch {
      const area = el('textarea', { class: 'dj-pg-offscreen', 'aria-hidden': 'true' });
      area.value = value;
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied;
    }
  }

  Object.assign(playground, { showResponse, copyButton });
})((globalThis.DocsJsonPlayground ??= {}));
