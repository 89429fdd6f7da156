/* The files of a built site, read as sphinx_docsjson/ext/agents/__init__.py reads them. */

const MOST_CHARACTERS = 40000;

/** What was asked for is not there; the text says what to ask for instead. */
class NoAnswer extends Error {}

const plain = (text) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&#91;', '[').replaceAll('&#93;', ']')
  .replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();

function headingsOf(text) {
  const found = [];
  let fence = '';
  text.split('\n').forEach((line, number) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) fence = mark?.startsWith(fence) && !line.replace(/[ `~]/g, '') ? '' : fence;
    else if (mark) fence = mark;
    else {
      const [, marks, said] = /^(#{1,6}) (.*)/.exec(line) ?? [];
      const title = said?.replace(/[`*\\]/g, '').split(/\s+/).filter(Boolean).join(' ');
      if (marks) found.push({ level: marks.length, said, title, line: number });
    }
  });
  return found;
}

function below(text, headings, heading) {
  if (!heading) return text;
  const end = headings.find(({ line, level }) => line > heading.line && level <= heading.level)?.line;
  return `${text.split('\n').slice(heading.line, end).join('\n').trim()}\n`;
}

function objectBelow(text, headings, name) {
  const wanted = name.replaceAll('::', '.');
  const around = [];
  for (const heading of headings) {
    while (around.length && around.at(-1)[0] >= heading.level) around.pop();
    if (!/^(?:\*\*)?`/.test(heading.said)) continue;
    const tokens = (heading.title.match(/^[^(=[]*/)[0].match(/[\p{L}\p{N}_$]+(?:(?:\.|::)[\p{L}\p{N}_$]+)*/gu) ?? [])
      .slice(0, 8).map((token) => token.replaceAll('::', '.'));
    const outer = around.at(-1)?.[1] ?? [];
    const names = [...tokens, ...outer.flatMap((one) => tokens.map((token) => `${one}.${token}`))];
    if (names.includes(wanted)) return below(text, headings, heading);
    around.push([heading.level, names.slice(0, 64)]);
  }
  return '';
}

function cutText(text) {
  if (text.length <= MOST_CHARACTERS) return text;
  const kept = text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS - 1));
  const left = headingsOf(text).filter(({ line }) => line > kept.split('\n').length - 1).map(({ title }) => title);
  const more = left.length ? `: ${left.slice(0, 40).join('; ')}` : '';
  return `${kept}\n\n[${text.length - kept.length} more characters are left out. Ask for one section of them${more}]\n`;
}

/** The files of a site; `read` answers a request as the host does. */
class Site {
  constructor(root, read) {
    Object.assign(this, { root, read });
  }

  async file(path) {
    const answered = path.startsWith('..') ? null : await this.read(new Request(new URL(path, this.root)));
    return answered?.ok ? answered : null;
  }

  async text(path) {
    return (await this.file(path.split('/').map(encodeURIComponent).join('/')))?.text() ?? '';
  }

  async index() {
    const load = async (name) => {
      const said = /^docsjsonSearch\((.*)\);\n$/s.exec(await this.text(`_static/search/${name}.js`))?.[1];
      if (!said) throw new NoAnswer('This documentation cannot be searched: there is no _static/search.');
      return JSON.parse(`[${said.replaceAll('["__proto__"]:', '"__proto__":')}]`)[1];
    };
    const first = await load('index');
    if (first.format !== FORMAT) throw new NoAnswer('The search index was written by another release.');
    return new Index(load, first);
  }

  pathOf(url) {
    return decodeURIComponent(new URL(url, this.root).pathname).replace(this.root.pathname, '');
  }

  async pages(path = 'llms.txt') {
    const found = [];
    let part = '';
    for (const line of (await this.text(path)).split('\n')) {
      if (line.startsWith('## ')) part = plain(line.slice(3));
      const [, title, url, notes] = /^- \[([^[\]]*)\]\(<?([^()<>\s]+)>?\)(?:: (.*))?/.exec(line) ?? [];
      const name = url ? this.pathOf(url) : '';
      if (name.endsWith('/llms.txt') && path === 'llms.txt') found.push(...await this.pages(name));
      else if (name.endsWith('.md')) found.push({ name: name.slice(0, -3), title: plain(title), notes: plain(notes ?? ''), part });
    }
    return found;
  }

  async page(asked) {
    const path = this.pathOf(asked.trim().replace(/^\/+/, '')).replace(/^\/+|\/+$/g, '').replace(/\.(?:md|html)$/, '');
    for (const name of [path, `${path}/index`.replace(/^\//, '')].filter(Boolean)) {
      const text = await this.text(`${name}.md`);
      if (!text) continue;
      const lines = text.trim().split('\n');
      while (lines.length && (!lines[0] || lines[0].startsWith('>'))) lines.shift();
      const source = `Source: ${name}.md`;
      const [first, ...rest] = lines;
      return [name, `${(first?.startsWith('# ') ? [first, '', source, ...rest] : [source, '', ...lines]).join('\n')}\n`];
    }
    const titled = (await this.pages()).filter(({ title }) => title.toLowerCase() === asked.trim().toLowerCase());
    if (titled.length === 1) return this.page(titled[0].name);
    throw new NoAnswer(`There is no page '${asked}'; use search or list_pages to find one.`);
  }

  async twinOf(uri) {
    const name = decodeURIComponent(uri.split('#')[0]).replace(/\.html$/, '').replace(/^\/+|\/+$/g, '');
    return name && await this.text(`${name}.md`) ? name : `${name}/index`.replace(/^\//, '');
  }

  async objects() {
    const bytes = new Uint8Array(await (await this.file('objects.inv'))?.arrayBuffer() ?? []);
    let start = 0;
    for (let line = 0; line < 4 && bytes.length; line++) start = bytes.indexOf(10, start) + 1;
    if (!start) return [];
    const stream = new Blob([bytes.slice(start)]).stream().pipeThrough(new DecompressionStream('deflate'));
    return (await new Response(stream).text()).split('\n').flatMap((line) => {
      const [, name, kind, uri] = /^(.+?) (\S*:\S*) -?\d+ (\S*) /.exec(line) ?? [];
      return !name || /^std:(?:doc|label)$/.test(kind) ? [] : [{ name, kind, uri: uri.replace(/\$$/, () => name) }];
    });
  }
}
