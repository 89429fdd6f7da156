/* Components that answer to readers. The build has drawn their first state; here Preact draws them
   again and goes on. What the page wrote inside a tag, and the components of the site, are HTML of the
   build: the first keeps its own elements, the second is copied out of templates. */

const React = globalThis.preactCompat;
const { createElement, Fragment, render, useLayoutEffect, useRef } = React;
const folder = new URL('components/', import.meta.url);
const URL_OF = 'https://docsjson.invalid/';
const MARK = /\uE000(\w+)\uE001/;

// Code of the hosted platform uses these names without an import.
for (const [name, value] of Object.entries(React)) {
  if (/^(?:use[A-Z]|[A-Z]\w*[a-z])|^(?:createElement|createContext|cloneElement|memo|forwardRef)$/.test(name)) {
    globalThis[name] ??= value;
  }
}
globalThis.React ??= React;
globalThis.docsjsonComponents = {
  React,
  host,
  declare(names) {
    for (const name of names) globalThis[name] ??= host(name);
  },
};

// -- addresses that code writes from the root of the site ---------------------------------------

const { ending = '.html', base = '' } = document.querySelector('script[data-ending]')?.dataset ?? {};
const site = new URL('../', import.meta.url);
const { options } = globalThis.preact;
const next = options.vnode;
options.vnode = (vnode) => {
  for (const name of typeof vnode.type === 'string' ? ['href', 'src'] : []) {
    if (name in vnode.props) vnode.props[name] = addressOf(vnode.props[name]);
  }
  next?.(vnode);
};

/** The address of a page or file, as the build would have written it. */
function addressOf(written) {
  if (typeof written !== 'string' || !/^\/(?!\/)/.test(written)) return written;
  const [, whole, rest] = /^\/([^?#]*)(.*)$/s.exec(written);
  const path = base && `${whole}/`.startsWith(`${base}/`) ? whole.slice(base.length + 1) : whole;
  const isPage = path && !path.endsWith('/') && !/\.\w+$/.test(path);
  return new URL(isPage ? path + ending : path, site).href + rest;
}

// -- what the page wrote ----------------------------------------------------------------------

/** @type {Map<string, Node[]>} */
const contents = new Map();

function PageContent({ number, $tag }) {
  const place = useRef(null);
  const isLine = $tag === 'p' && contents.get(String(number))?.every((one) => !one.localName || INLINE.test(one.localName));
  useLayoutEffect(() => {
    const nodes = contents.get(String(number)) ?? [];
    const shown = nodes.some((one) => one.isConnected) ? nodes.map((one) => one.cloneNode(true)) : nodes;
    place.current.replaceChildren(...shown);
    for (const one of shown === nodes ? [] : place.current.querySelectorAll('[data-started]')) {
      delete one.dataset.started;
      delete one.dataset.drawn;
    }
    start(place.current);
    announce();
    return () => place.current?.replaceChildren();
  }, [number]);
  return createElement(isLine ? 'p' : 'div', { ref: place, class: isLine ? undefined : 'dj-page-content' });
}

/** Keep what the page wrote, and the templates, before anything is drawn anew. */
function collect(root) {
  for (const one of root.querySelectorAll('.dj-page-content[data-number]')) {
    const { number } = one.dataset;
    if (!contents.has(number)) contents.set(number, [...(one.content ?? one).childNodes]);
    if (one.content) collect(one.content);
  }
  for (const one of root.querySelectorAll('template[data-component]')) {
    const { component: name, props, parent } = one.dataset;
    for (const code of one.content.querySelectorAll('pre')) { // a highlighter divides marks
      const [mark] = MARK.exec(code.textContent) ?? [];
      if (mark) code.textContent = mark;
    }
    const known = { name, key: `${name} ${props}`, parent, props: Object.entries(JSON.parse(props)), root: one.content };
    templates.set([known.key, parent].join(), known);
  }
}

let isAnnounced = false;

/** Let the scripts of the theme see to new elements. */
function announce() {
  if (!isAnnounced) queueMicrotask(() => {
    isAnnounced = false;
    document.dispatchEvent(new Event('dj-drawn'));
  });
  isAnnounced = true;
}

// -- components of the site -------------------------------------------------------------------

/** @type {Map<string, {name: string, key: string, parent: string, props: [string, unknown][], root: DocumentFragment}>} */
const templates = new Map();
const hosts = new Map();
let copies = 0;

/** A component that the build draws, the same for each use: Preact knows by it what stays. */
function host(name) {
  if (!hosts.has(name)) hosts.set(name, makeHost(name));
  return hosts.get(name);
}

/** The template that has most of the attributes of a component. */
function templateOf(name, props, where) {
  const isEqual = ([key, value]) =>
    props[key] === value || (typeof value === 'object' && JSON.stringify(props[key]) === JSON.stringify(value));
  return [...templates.values()]
    .filter((one) => one.name === name && where(one.parent) && one.props.every(isEqual))
    .sort((a, b) => b.props.length - a.props.length)[0];
}

function makeHost(name) {
  const Host = (props) => {
    const copy = useRef(0);
    copy.current ||= ++copies;
    useLayoutEffect(announce, [flat(props.children).length]);
    const isOnly = (parent) => parent && slotsOf(templates.get(`${parent},`).root).length === 1;
    const member = templateOf(name, props, isOnly);
    if (member) return drawnMember(member, 0, 'first', props, copy.current);
    const fit = templateOf(name, props, (parent) => !parent);
    if (!fit) return createElement(Fragment, null, props.children);
    const [first, ...more] = fit.root.children;
    const root = first?.localName === 'p' && !more.length ? first : fit.root; // a paragraph around an icon
    const known = { props, ids: idsOf(fit.root), copy: copy.current, places: placesOf(fit, props.children, copy.current) };
    return createElement(Fragment, null, ...[...root.childNodes].map((one) => drawn(one, known, true)));
  };
  Host.displayName = name;
  // Members such as Tabs.Item are components, too.
  return new Proxy(Host, {
    get: (target, key) => (typeof key === 'string' && /^[A-Z]/.test(key) ? host(`${name}.${key}`) : target[key]),
  });
}

const idsOf = (root) => new Set([...root.querySelectorAll('[id]')].map((one) => one.id));

/** Where a template has its members: the way to an element, and which of its children stand for the first and the rest. */
function slotsOf(root, path = []) {
  const inside = [...root.children];
  const [first, rest] = [[1, 2], [2, 1]].map(([one, other]) =>
    inside.findIndex(({ outerHTML: html }) => html.includes(`\uE000${one}\uE001`) && !html.includes(`\uE000${other}\uE001`)));
  const deeper = inside.flatMap((one, at) => (at === first || at === rest ? [] : slotsOf(one, [...path, at])));
  return first < 0 || rest < 0 ? deeper : [{ path, first, rest }, ...deeper];
}

const elementAt = (root, { path, ...slot }, which) => path.reduce((one, at) => one.children[at], root).children[slot[which]];

/** What stands in the places of the members. Where one has several, as a tab and its panel, its attributes fill each. */
function placesOf({ root, key }, children, copy) {
  const slots = slotsOf(root);
  const members = slots.length > 1 ? flat(children) : [];
  const filler = [...templates.values()].find((one) => one.parent === key && !one.props.length);
  return new Map(slots.flatMap((slot, number) => [
    [elementAt(root, slot, 'rest'), []],
    [elementAt(root, slot, 'first'), slots.length === 1 ? [paragraphs(children)] : members.map((member, at) => {
      const name = member.type?.displayName;
      const own = templateOf(name, member.props ?? {}, (parent) => parent === key);
      const props = own ? member.props : { ...member.props, children: member };
      return drawnMember(own ?? filler, number, at ? 'rest' : 'first', props, `${copy}-${at}`);
    })],
  ]));
}

/** One part of a member, as its parent has it. */
function drawnMember({ parent, root }, number, which, props, copy) {
  const element = elementAt(root, slotsOf(templates.get(`${parent},`).root)[number], which);
  const places = placesOf({ root: element }, props.children, copy);
  return drawn(element, { props, ids: idsOf(root), copy, places }, true);
}

/** A node of a template with the texts and children of a component in their places. */
function drawn(node, known, isRoot = false) {
  const { props, ids, copy, places } = known;
  if (places.has(node)) return createElement(Fragment, null, ...places.get(node));
  if (node.nodeType === Node.TEXT_NODE) return filled(node.data, props);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const inside = [...node.childNodes].filter((one) => one.nodeType !== Node.TEXT_NODE || one.data.trim());
  if (node.localName === 'p' && inside.length === 1 && inside[0].data?.trim() === '\uE000children\uE001') {
    return paragraphs(props.children);
  }
  const attributes = Object.fromEntries(
    Object.entries(props).filter(([key, value]) => isRoot && /^on[A-Z]/.test(key) && typeof value === 'function'));
  for (const { name, value } of node.attributes) {
    const given = value.startsWith(URL_OF) ? props[value.slice(URL_OF.length)] : filled(value, props);
    const text = Array.isArray(given) ? given.join('') : given;
    attributes[name] = ids.has(text) || ids.has(text?.slice?.(1)) ? `${text}-${copy}` : text;
  }
  return createElement(node.localName, attributes, ...[...node.childNodes].map((one) => drawn(one, known)));
}

/** A text with the values of attributes where their marks stand. */
function filled(text, props) {
  const parts = text.split(MARK);
  return parts.length === 1 ? text : parts.map((one, at) => (at % 2 ? props[one] : one));
}

const INLINE = /^(?:a|abbr|b|br|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var)$/;
const flat = (children) => React.Children.toArray(children)
  .flatMap((one) => (one.type === Fragment ? flat(one.props.children) : [one]));

/** Children, of which text that stands beside blocks is a paragraph. */
function paragraphs(children) {
  const runs = [];
  for (const one of flat(children)) {
    const isText = typeof one !== 'object' || INLINE.test(one.type) || isInText(one.type.displayName);
    if (isText && Array.isArray(runs.at(-1))) runs.at(-1).push(one);
    else runs.push(isText ? [one] : one);
  }
  return createElement(Fragment, null, ...runs.map((one) => (Array.isArray(one) ? createElement('p', null, ...one) : one)));
}

/** Whether a component of the site stands in a line of text. */
function isInText(name) {
  const roots = [...templates.values()].filter((one) => one.name === name).map((one) => one.root.children);
  return roots.some((inside) => inside.length === 1 && inside[0].localName === 'p');
}

// -- drawing ----------------------------------------------------------------------------------

/** Attributes as the build wrote them. */
function decode(value, modules) {
  if (Array.isArray(value)) return value.map((one) => decode(one, modules));
  if (typeof value !== 'object' || value === null) return value;
  if ('$undefined' in value) return undefined;
  if ('$number' in value) return Number(value.$number);
  if ('$own' in value) return modules.get(value.$own[0])[value.$own[1]];
  if ('$made' in value) return modules.get(value.$made[0]).Value(decode(value.$made[1], modules));
  if ('$component' in value) return host(value.$component);
  if ('$given' in value) return createElement(PageContent, { number: value.$given });
  if ('$element' in value) {
    const [name, target, props, number] = value.$element;
    const values = decode(props, modules);
    if (target && '$own' in target) return createElement(decode(target, modules), values);
    if (contents.has(String(number))) return createElement(PageContent, { ...values, number, $tag: name });
    return createElement(/^[a-z]/.test(name) ? name : host(name), values); // code has taken it apart
  }
  const pairs = value.$pairs ?? Object.entries(value);
  return Object.fromEntries(pairs.map(([key, one]) => [key, decode(one, modules)]));
}

/** The modules that attributes name. */
function modulesOf(value, found = new Set()) {
  if (Array.isArray(value)) for (const one of value) modulesOf(one, found);
  else if (typeof value === 'object' && value !== null) {
    for (const key of ['$own', '$made']) if (key in value) found.add(value[key][0]);
    for (const one of Object.values(value)) modulesOf(one, found);
  }
  return found;
}

async function hydrate(element) {
  const { module, name, props } = element.dataset;
  const values = JSON.parse(props);
  const needed = [...modulesOf(values).add(module)];
  // A page whose HTML is not trusted can name modules of the site only.
  if (!needed.every((one) => /^[\w-]+\.js$/.test(one))) throw new Error(`${needed} are no modules of this site`);
  const loaded = await Promise.all(needed.map((one) => import(new URL(one, folder).href)));
  const modules = new Map(needed.map((one, at) => [one, loaded[at]]));
  const type = modules.get(module)[name];
  if (!type) throw new Error(`${module} does not export ${name}`);
  const first = [...element.childNodes];
  element.replaceChildren();
  element.dataset.drawn = '';
  try {
    render(createElement(type, decode(values, modules)), element);
  } catch (error) {
    element.replaceChildren(...first); // readers keep what the build has drawn
    start(element);
    throw error;
  }
}

/** Let the components below an element answer; those inside of others come with them. */
function start(root) {
  for (const one of root.querySelectorAll('.dj-interactive:not([data-started])')) {
    if (one.parentElement?.closest('.dj-interactive:not([data-drawn])')) continue;
    one.dataset.started = '';
    hydrate(one).catch((error) => console.error(`<${one.dataset.name}> is shown in its first state:`, error));
  }
}

collect(document);
start(document);
