/* The bytes of a response: read piece by piece, up to a limit, and shown while they arrive. */

const MEGABYTE = 1024 * 1024;
const MOST_TEXT = 10 * MEGABYTE;
const MOST_BYTES = 100 * MEGABYTE;

const TEXT = /^text\/|[/+](json|xml|yaml|x-yaml|javascript|graphql|csv|x-www-form-urlencoded)$|json/;

/** @param {string} type */
const isText = (type) => !type || TEXT.test(type);

/** @typedef {{ chunks: Uint8Array<ArrayBuffer>[], total: number, isCut: boolean }} Arrived */

/**
 * Read what comes; what is beyond the limit is not waited for.
 * @param {Response} response
 * @param {number} limit
 * @param {Arrived} arrived what is there so far, also after an error
 * @param {(bytes: Uint8Array<ArrayBuffer>) => void} show
 */
async function readBody(response, limit, arrived, show) {
  const reader = response.body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return;
    const bytes = value.subarray(0, limit - arrived.total);
    arrived.chunks.push(bytes);
    arrived.total += bytes.length;
    show(bytes);
    if (bytes.length < value.length) {
      arrived.isCut = true;
      reader?.cancel().catch(() => {});
      return;
    }
  }
}

/**
 * A view that grows while bytes arrive: events one by one, other text as it is.
 * @param {HTMLElement} body
 * @param {string} type
 * @param {string | undefined} charset
 * @returns {{ add(bytes: Uint8Array<ArrayBuffer>): void, end(): boolean }}
 */
function liveView(body, type, charset) {
  if (!isText(type)) return { add() {}, end: () => false };
  const decoder = decoderFor(charset, false);
  if (type === 'text/event-stream') return eventView(body, decoder);
  const pre = el('pre');
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

/**
 * @param {string | undefined} charset
 * @param {boolean} fatal
 */
function decoderFor(charset, fatal) {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal });
  } catch {
    return new TextDecoder('utf-8', { fatal });
  }
}
