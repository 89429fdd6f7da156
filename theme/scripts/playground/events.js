/* Server-sent events (HTML Standard, section 9.2.6). Each character that arrives is read once. */

/**
 * @param {(name: string, data: string) => void} show called for each event
 */
function eventParser(show) {
  /** @type {string[]} */
  let pieces = [];
  /** @type {string[]} */
  let data = [];
  let name = '';
  let isAfterReturn = false;

  function endEvent() {
    if (data.length) show(name || 'message', data.join('\n'));
    data = [];
    name = '';
  }
  function endLine() {
    const line = pieces.join('');
    pieces = [];
    if (!line) {
      endEvent();
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return {
    /** @param {string} text */
    add(text) {
      if (!text) return;
      const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
      let at = 0;
      for (const end of rest.matchAll(/\r\n|[\r\n]/g)) {
        pieces.push(rest.slice(at, end.index));
        at = end.index + end[0].length;
        endLine();
      }
      pieces.push(rest.slice(at));
      isAfterReturn = text.endsWith('\r');
    },
    /** Show what was under way, too. */
    end() {
      if (pieces.some(Boolean)) endLine();
      endEvent();
    },
  };
}

const MAX_EVENTS = 500;

/**
 * Show events one by one, as long as there is room.
 * @param {HTMLElement} body
 * @param {TextDecoder} decoder
 */
function eventView(body, decoder) {
  const view = el('ol', { class: 'dj-pg-events', role: 'log' });
  const more = el('p', { class: 'dj-pg-note', hidden: true });
  let count = 0;
  let unseen = 0;
  let room = SHOWN;
  body.replaceChildren(view, more);
  const parser = eventParser((name, data) => {
    count += 1;
    if (count > MAX_EVENTS || room <= 0) {
      unseen += 1;
      more.hidden = false;
      more.textContent = text('{count} more events are in the download.', { count: unseen });
      return;
    }
    const part = data.length > room ? `${data.slice(0, room)}…` : data;
    room -= part.length;
    view.append(el('li', {}, el('span', { class: 'dj-pg-type' }, name),
      el('pre', {}, highlightJson(part))));
  });
  return {
    /** @param {Uint8Array<ArrayBuffer>} bytes */
    add: (bytes) => parser.add(decoder.decode(bytes, { stream: true })),
    end() {
      parser.end();
      return count > 0;
    },
  };
}
