/* The interpreter of sample templates, and the colours of what they make.
 *
 * The same as sphinx_docsjson/openapi/request/samples/sample_template.py, function by function; a test compares
 * both. The languages come from the same files as at build time.
 */
(function (playground) {
  'use strict';

  const TAG = /\{\{([#?^/|]?)(\w+)(?:\|(\w+))?\}\}/g;
  const LONELY_TAGS = /^[ \t]*((?:\{\{[#?^/]\w+\}\})+)[ \t]*\n/gm;
  const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\]:,]|[^\s"{}[\]:,]+/g;
  const CONTROL =
    /[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
  const COMMON = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

  const trees = new Map();

  function parse(template) {
    if (trees.has(template)) return trees.get(template);
    const source = template.replace(LONELY_TAGS, '$1');
    const stack = [{ children: [] }];
    let at = 0;
    for (const match of source.matchAll(TAG)) {
      const [tag, sign, name, filter] = match;
      stack.at(-1).children.push(source.slice(at, match.index));
      at = match.index + tag.length;
      if (sign === '/') {
        const block = stack.pop();
        stack.at(-1).children.push(block);
      } else if (sign) {
        stack.push({ sign, name, children: [] });
      } else {
        stack.at(-1).children.push({ sign, name, filter });
      }
    }
    const tree = [...stack[0].children, source.slice(at)];
    trees.set(template, tree);
    return tree;
  }

  const render = (language, data) => walk(parse(language.template), language, [data], '').trim();

  function walk(tree, language, scopes, before) {
    let text = '';
    for (const node of tree) {
      if (typeof node === 'string') {
        text += node;
        continue;
      }
      const value = scopes.find((scope) => Object.hasOwn(scope, node.name))?.[node.name] ?? '';
      const filled = Array.isArray(value) ? value.length > 0 : Boolean(value);
      if (node.sign === '') {
        text += written(String(value), node.filter, language, indentation(before + text));
      } else if (node.sign === '#') {
        for (const item of value || []) {
          text += walk(node.children, language, [item, ...scopes], before + text);
        }
      } else if (node.sign === '|') {
        text += written(walk(node.children, language, scopes, ''), node.name, language, '');
      } else if (filled === (node.sign === '?')) {
        text += walk(node.children, language, scopes, before + text);
      }
    }
    return text;
  }

  const indentation = (text) => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n') + 1))[0];

  function written(text, rule, language, indent) {
    if (!rule) return text;
    if (rule === 'form') return playground.formText(text);
    if (rule === 'literal') {
      if (language.wide) text = text.replace(/\n( +)/g, '\n$1$1');
      return literal(text, language).replaceAll('\n', `\n${indent}`);
    }
    if (rule === 'block') return block(text, language, indent);
    return quoted(text, language[rule]);
  }

  const escaped = (text, escape = {}) => Array.from(text, (c) => escape[c] ?? c).join('');

  function quoted(text, rule) {
    text = escaped(text, rule.escape);
    if (rule.control) {
      text = text.replace(CONTROL, (c) =>
        rule.control.replace('%', c.charCodeAt(0).toString(16).padStart(4, '0')),
      );
    }
    return rule.quote + text + rule.quote;
  }

  function block(text, language, indent) {
    const rule = language.block;
    const seen = text.replace(/[\n\t]/g, '');
    if (!rule || !text.includes('\n') || new RegExp(rule.unless).test(text) || hides(seen)) {
      return quoted(text, language.string);
    }
    const result = rule.open + escaped(text, rule.escape) + rule.close;
    return rule.indent ? result.replaceAll('\n', `\n${indent}    `) : result;
  }

  const hides = (text) => text.search(CONTROL) >= 0;

  function literal(text, language) {
    return text.replace(JSON_TOKEN, (token) =>
      token.startsWith('"')
        ? quoted(JSON.parse(token), language.string)
        : (language.literal[token] ?? token),
    );
  }

  function templateData(request) {
    const { body, basic } = request;
    const kind = body?.kind ?? '';
    const text = body?.text ?? '';
    const parts = (body?.parts ?? []).map(partData);
    const contentType = body && kind !== 'multipart' ? body.type : '';
    const plainHeaders = request.headers.map(([name, value]) => ({ name, value }));
    const typed = contentType ? [{ name: 'Content-Type', value: contentType }] : [];
    const names = parts.map((part) => part.name);
    return {
      method: request.method,
      verb: request.method.toLowerCase(),
      Method: request.method[0] + request.method.slice(1).toLowerCase(),
      common: COMMON.includes(request.method),
      head: request.method === 'HEAD',
      url: request.url,
      headers: [...typed, ...plainHeaders],
      plainHeaders,
      anyHeaders: Boolean(typed.length || plainHeaders.length || basic),
      contentType,
      basic: Boolean(basic),
      username: basic?.[0] ?? '',
      password: basic?.[1] ?? '',
      hasBody: Boolean(body && (text || parts.length || body.file)),
      body: text,
      json: kind === 'json' ? text : '',
      text: kind === 'text' ? text : '',
      form: kind === 'form' ? parts : [],
      multipart: kind === 'multipart' ? parts : [],
      multipartType: kind === 'multipart' ? body.type : '',
      binary: body?.file ?? '',
      files: Boolean(body?.file) || parts.some((part) => part.file),
      typedParts: kind === 'multipart' && parts.some((part) => part.typed),
      distinctParts:
        new Set(names).size === names.length && !parts.some((part) => part.type && !part.file),
    };
  }

  function partData(part) {
    const mime = part.type || (part.file ? 'application/octet-stream' : '');
    const file = part.file ? `; filename="${fieldName(part.file)}"` : '';
    const disposition = `form-data; name="${fieldName(part.name)}"${file}`;
    const type = mime ? `Content-Type: ${mime}\r\n` : '';
    return {
      ...part,
      mime,
      typed: Boolean(mime),
      disposition,
      head: `Content-Disposition: ${disposition}\r\n${type}\r\n`,
    };
  }

  const fieldName = (name) =>
    name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

  /** Return the sample of a request in a language. */
  const sampleOf = (request, language) => render(language, templateData(request));

  /* Colours: the class names of Pygments, so that the style of the site holds. */

  const SPAN = /("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|\b(\d[\w.]*)|([A-Za-z_]\w*)|(--[\w-]+)/g;

  /** Return the text of a sample as spans. */
  function highlightCode(text, language) {
    const words = new Set((language.keywords ?? '').split(' '));
    return spans(text, SPAN, ([, string, number, word, option]) => {
      if (string) return 's2';
      if (number) return 'mi';
      if (option) return language.name === 'curl' ? 'nt' : '';
      return words.has(word) ? 'k' : '';
    });
  }

  const JSON_SPAN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|true|false|null/g;

  /** Return JSON as spans. */
  function highlightJson(text) {
    return spans(text, JSON_SPAN, ([, string, colon, number]) => {
      if (string) return colon ? 'nt' : 's2';
      return number ? 'mi' : 'kc';
    });
  }

  function spans(text, pattern, classOf) {
    const result = document.createDocumentFragment();
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      const name = classOf(match);
      if (!name) continue;
      result.append(text.slice(at, match.index));
      const span = document.createElement('span');
      span.className = name;
      span.textContent = match[0];
      result.append(span);
      at = match.index + match[0].length;
    }
    result.append(text.slice(at));
    return result;
  }

  Object.assign(playground, { sampleOf, highlightCode, highlightJson });
})((globalThis.DocsJsonPlayground ??= {}));
