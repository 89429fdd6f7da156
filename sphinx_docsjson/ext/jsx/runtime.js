// React as far as a server shows it: first states, no effects. The last expression is what the
// build calls: `$host`. Values cross as JSON; `$…` names what JSON has no word for (engine.py).
(() => {
  'use strict';
  const ELEMENT = Symbol('element');
  const FRAGMENT = Symbol('fragment');
  const functions = [];
  const contexts = new Map();
  let ids = 0;
  let isInteractive = false; // whether what was drawn has handlers or effects

  const isElement = (value) => typeof value === 'object' && value !== null && value[ELEMENT] === true;

  // -- elements ---------------------------------------------------------------------------

  const element = (type, props, given = null) => ({ [ELEMENT]: true, type, props, key: null, given });

  function createElement(type, attributes, ...children) {
    const { key = null, ref: _ref, ...props } = { ...type?.defaultProps, ...attributes };
    if (children.length) props.children = children.length === 1 ? children[0] : children;
    return { ...element(type, props), key };
  }

  function cloneElement(one, attributes, ...children) {
    return createElement(one.type, { ...one.props, ...attributes }, ...children);
  }

  /** A component of the site, or a name that nothing defines: the build draws it. */
  function named(name, given = null) {
    return new Proxy({ $name: name, $given: given }, {
      get: (own, key) => (typeof key === 'string' && /^[A-Z]/.test(key) ? named(`${name}.${key}`) : own[key]),
    });
  }

  // -- hooks --------------------------------------------------------------------------------

  const first = (value) => (typeof value === 'function' ? value() : value);
  const nothing = () => {};
  const acts = () => { isInteractive = true; };
  const createContext = (value) => {
    const context = { value };
    context.Provider = (props) => ({ ...element(FRAGMENT, props), context, value: props.value });
    context.Consumer = ({ children }) => children(useContext(context));
    return context;
  };
  const useContext = (context) => (contexts.has(context) ? contexts.get(context).at(-1) : context.value);
  const flat = (children) => [children].flat(Infinity).filter((one) => one != null && typeof one !== 'boolean');
  const each = (children, call) => [children].flat(Infinity).map(call);
  const Children = {
    toArray: flat,
    count: (children) => (children == null ? 0 : [children].flat(Infinity).length),
    map: (children, call) => (children == null ? children : flat(each(children, call))),
    forEach: (children, call) => void each(children ?? [], call),
    only(children) {
      if (!isElement(children)) throw new Error('Children.only is given more than one element');
      return children;
    },
  };
  class Component {
    constructor(props) { this.props = props; this.state = {}; }
    setState() {}
  }

  const React = {
    createElement, cloneElement, createContext, useContext, Children, Component,
    PureComponent: Component,
    Fragment: FRAGMENT, StrictMode: FRAGMENT, Suspense: FRAGMENT, Profiler: FRAGMENT,
    isValidElement: isElement,
    memo: (type) => type,
    forwardRef: (draw) => (props) => draw(props, null),
    useState: (value) => [first(value), nothing],
    useReducer: (_reduce, value, init) => [init ? init(value) : value, nothing],
    useRef: (value = null) => ({ current: value }),
    useMemo: (make) => make(),
    useCallback: (call) => call,
    useId: () => `:r${(ids++).toString(32)}:`,
    useDeferredValue: (value) => value,
    useTransition: () => [false, nothing],
    useSyncExternalStore: (_subscribe, now, onServer) => (onServer ?? now)(),
    useEffect: acts, useLayoutEffect: acts, useInsertionEffect: nothing,
    useImperativeHandle: nothing, useDebugValue: nothing,
    startTransition: nothing,
  };
  React.default = React;

  // -- what would make the bytes of a site depend on when and where it is built --------------

  const refuse = (what) => { throw new Error(`it asks for ${what}, which is not known during a build`); };
  const unknowns = new WeakMap();

  /** What no build knows: it may be passed on, and shows nothing; whatever reads it is refused. */
  function unknown(what) {
    const proxy = new Proxy(() => {}, {
      get: (_, key) => (typeof key === 'symbol' ? refuse(what) : proxy),
      apply: () => proxy,
    });
    unknowns.set(proxy, what);
    return proxy;
  }

  // Nothing may lead back to the real clock, as a prototype or a constructor would.
  const RealDate = Date;
  globalThis.Date = function Date(...given) {
    return new.target && given.length ? Reflect.construct(RealDate, given, new.target) : unknown('the time');
  };
  Object.assign(Date, { parse: RealDate.parse, UTC: RealDate.UTC, now: () => unknown('the time') });
  Date.prototype = RealDate.prototype;
  Date.prototype.constructor = Date;
  Math.random = () => unknown('chance');
  delete globalThis.performance;
  globalThis.console = new Proxy({}, { get: () => nothing });

  // JavaScript without Intl writes 1234 where browsers write 1,234.
  Number.prototype.toLocaleString = function toLocaleString(locale = 'en-US', options = {}) {
    const { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(3, least), ...more } = options;
    if (!/^en\b/.test(locale) || Object.keys(more).length) refuse('the customs of a language');
    const [whole, part = ''] = Math.abs(this).toFixed(most).split('.');
    const kept = part.replace(/0+$/, '').padEnd(least, '0');
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
    return `${this < 0 ? '-' : ''}${grouped}${kept && '.'}${kept}`;
  };
  const MONTHS = 'January February March April May June July August September October November December'.split(' ');
  const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
  Date.prototype.toLocaleDateString = function toLocaleDateString(locale = 'en-US', options = {}) {
    const { weekday, year, month, day, timeZone: _zone, ...more } = options;
    if (!/^en\b/.test(locale) || Object.keys(more).length) refuse('the customs of a language');
    const isAll = !(weekday || year || month || day);
    const shown = (number, how) => (how === '2-digit' ? String(number % 100).padStart(2, '0') : String(number));
    const name = (names, at, how) => (how === 'short' ? names[at].slice(0, 3) : names[at]);
    const [y, m, d] = [this.getUTCFullYear(), this.getUTCMonth(), this.getUTCDate()];
    const isNamed = month === 'long' || month === 'short';
    const parts = [(isAll || month) && (isNamed ? name(MONTHS, m, month) : shown(m + 1, month)), (isAll || day) && shown(d, day)];
    const inYear = parts.filter(Boolean).join(isNamed ? ' ' : '/');
    const named = weekday && name(DAYS, this.getUTCDay(), weekday);
    const withYear = (isAll || year) && shown(y, year);
    const whole = isNamed && !day ? [inYear, withYear].filter(Boolean).join(' ')
      : [inYear, withYear].filter(Boolean).join(isNamed ? ', ' : '/');
    return [named, whole].filter(Boolean).join(', ');
  };
  for (const name of ['toLocaleString', 'toLocaleTimeString']) {
    Date.prototype[name] = () => refuse('the customs of a language');
  }

  // As browsers order words, where the engine goes by code: marks of writing, digits, then letters
  // of which marks and case count last. What the order of a language adds is not known.
  const ORDER = '\t\n\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789';
  const weight = (part) => {
    const place = ORDER.indexOf(part);
    if (place >= 0) return place;
    return /[\p{L}\p{N}]/u.test(part) ? ORDER.length + part.codePointAt(0) : ORDER.indexOf('"') + part.codePointAt(0) / 2 ** 21;
  };
  const weightOfNumber = (part) => (/\d/.test(part) ? ORDER.indexOf('0') + 9 * (1 - 1 / (Number(part) + 1)) : weight(part));
  const compare = (a, b) => {
    const at = a.findIndex((one, i) => one !== b[i]);
    if (at < 0) return a.length - b.length;
    return at < b.length ? a[at] - b[at] : 1;
  };
  String.prototype.localeCompare = function localeCompare(other, _locale, { numeric = false, sensitivity = 'variant' } = {}) {
    const texts = [String(this), String(other)].map((text) => text.normalize('NFD'));
    const plain = (text) => text.toLowerCase().replace(/\p{M}/gu, '');
    const letters = (text) => (numeric ? (plain(text).match(/\d+|[^]/gu) ?? []).map(weightOfNumber) : [...plain(text)].map(weight));
    const marks = (text) => [...text.toLowerCase()].map((one) => one.codePointAt(0));
    const cases = (text) => [...text].map((one) => Number(one !== one.toLowerCase()));
    const levels = { base: [letters], accent: [letters, marks], case: [letters, cases] }[sensitivity];
    for (const level of levels ?? [letters, marks, cases]) {
      const found = compare(...texts.map(level));
      if (found) return Math.sign(found);
    }
    return 0;
  };

  // -- out: a value as JSON -------------------------------------------------------------------

  function drawn(one) {
    const { type, props } = one;
    if (typeof type !== 'function') return type === FRAGMENT || type == null ? props.children : one;
    if (!type.prototype?.render) return type(props);
    const made = new type(props);
    if (made.componentDidMount) acts();
    return made.render();
  }

  function out(value, depth = 0) {
    if (depth > 100) throw new Error('a value that stands in itself, or is too deep');
    if (value === undefined) return { $undefined: true };
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $number: String(value) };
    if (typeof value === 'bigint') return String(value);
    if (unknowns.has(value)) return { $unknown: unknowns.get(value) };
    if (typeof value === 'function') return { $function: functions.push(value) - 1 };
    if (typeof value === 'symbol') return null;
    if (typeof value !== 'object' || value === null) return value;
    if (isElement(value)) return outOfElement(value, depth);
    if (Array.isArray(value)) return value.map((one) => out(one, depth + 1));
    if (value instanceof RealDate) return value.toISOString();
    if (typeof value.$name === 'string') return { $component: [value.$name, value.$given] };
    if (typeof value[Symbol.iterator] === 'function') return [...value].map((one) => out(one, depth + 1));
    const pairs = Object.entries(value).map(([key, one]) => [key, out(one, depth + 1)]);
    return pairs.some(([key]) => key.startsWith('$')) ? { $pairs: pairs } : Object.fromEntries(pairs);
  }

  function outOfElement(one, depth) {
    if (one.given !== null) return { $given: one.given };
    const { context } = one;
    if (context) contexts.set(context, [...(contexts.get(context) ?? []), one.value]);
    try {
      const shown = drawn(one);
      if (shown !== one) return { $element: ['', null, { children: out(shown, depth + 1) }] };
    } finally {
      if (context) contexts.get(context).pop();
    }
    if (Object.entries(one.props).some(([key, value]) => /^on[A-Z]/.test(key) && typeof value === 'function')) acts();
    const name = typeof one.type === 'string' ? one.type : one.type.$name ?? '';
    return { $element: [name, one.type.$given ?? null, out({ ...one.props }, depth + 1)] };
  }

  /** What a name of a file stands for, as the file itself knows it. */
  const ownOf = (path, name) => scopeOf(path)(name === 'default' ? '$self.default' : name);
  const scopeOf = (path) => $files[path] ?? (() => { throw new Error('its file ends with an error while it is read'); });

  // -- in: JSON as a value --------------------------------------------------------------------

  function given(value) {
    if (Array.isArray(value)) return value.map(given);
    if (typeof value !== 'object' || value === null) return value;
    if ('$undefined' in value) return undefined;
    if ('$number' in value) return Number(value.$number);
    if ('$function' in value) return functions[value.$function];
    if ('$own' in value) return ownOf(...value.$own);
    if ('$component' in value) return named(...value.$component);
    if ('$given' in value) return element('', {}, value.$given);
    if ('$element' in value) {
      const [name, target, props, number] = value.$element;
      const type = target === null ? (/^[a-z]/.test(name) ? name : named(name)) : given(target);
      // A component of the author is drawn here, so that what its code does with children is seen.
      return element(type, given(props), target !== null && '$own' in target ? null : number);
    }
    const pairs = value.$pairs ?? Object.entries(value);
    return Object.fromEntries(pairs.map(([key, one]) => [key, given(one)]));
  }

  Object.assign(globalThis, React, { React, $named: named, $files: {} });
  globalThis.$host = {
    React,
    given,
    /** Let names that code uses as tags stand for components that the build draws. */
    declare(names) {
      for (const name of names) globalThis[name] ??= named(name);
    },
    /** The value of an expression in the scope of a file, and whether it answers to readers. */
    value(path, code, names) {
      isInteractive = false;
      const shown = out(scopeOf(path)(code)(given(names)));
      return JSON.stringify([isInteractive, shown]);
    },
    /** What a name of a file shows for some attributes. */
    component(path, name, props) {
      isInteractive = false;
      const shown = out(createElement(ownOf(path, name), given(props)));
      return JSON.stringify([isInteractive, shown]);
    },
  };
})();
