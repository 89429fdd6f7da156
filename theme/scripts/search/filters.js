/* What the reader looks among: a tab, a version, a language, a kind, a site. A choice is there where
   there is something to choose from. */

const FILTERED = /** @type {const} */ (['tab', 'version', 'language']);

/** Which kinds of places belong together: see sphinx_docsjson.ext.search.records.FragmentKind. */
const KINDS = [
  { name: given.texts.pages, kinds: [0, 1, 5] },
  { name: given.texts.operations, kinds: [2] },
  { name: given.texts.fields, kinds: [3] },
  { name: given.texts.objects, kinds: [4] },
];

/** Return the version and the language that this page is read in. */
function readHere() {
  const version = one('.dj-switches:not([hidden]) [data-switch="version"] [aria-current]');
  return { tab: '', version: version?.dataset.choice ?? '', language: root.lang.toLowerCase() };
}

/**
 * @param {string} label
 * @param {string} chosen
 */
function isSameLabel(label, chosen) {
  const code = label.toLowerCase();
  return label === chosen || code === chosen || own({ cn: 'zh', jp: 'ja' }, code) === chosen;
}

class Filters {
  /**
   * @param {HTMLElement} holder
   * @param {() => void} changed
   */
  constructor(holder, changed) {
    this.holder = holder;
    this.changed = changed;
    /** @type {Map<string, HTMLSelectElement>} */
    this.selects = new Map();
    /** @type {Set<string>} what the reader has chosen, and not the page that is open */
    this.chosen = new Set();
  }

  /**
   * Offer what the sites have.
   * @param {(Index | null)[]} indexes
   * @param {string[]} sites
   */
  offer(indexes, sites) {
    if (this.selects.size || this.holder.childElementCount) return;
    const here = readHere();
    FILTERED.forEach((name, number) => {
      const labels = [...new Set(indexes.flatMap((index) => index?.first.facets.labels[number] ?? []))];
      const chosen = labels.find((label) => isSameLabel(label, own(here, name) ?? '')) ?? '';
      this.add(name, labels.map((label) => [label, name === 'language' ? own(given.languages, label) ?? label : label]), chosen);
    });
    this.add('site', sites.map((site) => [site, site]), '');
    const kinds = KINDS.map((kind, number) => [String(number), kind.name]);
    if (indexes.some((index) => index?.first.kinds.some((kind) => kind > 1 && kind < 5))) {
      this.add('kind', kinds.filter((_kind, at) => indexes.some((index) => KINDS[at]?.kinds.some((kind) => index?.first.kinds.includes(kind)))), '');
    }
    this.holder.hidden = !this.selects.size;
  }

  /**
   * @param {'tab' | 'version' | 'language' | 'site' | 'kind'} name
   * @param {string[][]} options value and text
   * @param {string} chosen
   */
  add(name, options, chosen) {
    if (options.length < 2) return;
    const select = made('select', '', { 'aria-label': own(given.texts, name) ?? '' });
    select.append(made('option', '', { value: '' }, `${own(given.texts, name)}: ${given.texts.everything}`));
    for (const [value = '', text = ''] of options) select.append(made('option', '', { value }, text));
    select.value = chosen;
    select.addEventListener('change', () => {
      this.chosen.add(name);
      this.changed();
    });
    this.selects.set(name, select);
    this.holder.append(select);
  }

  /** @param {string} name */
  value(name) {
    return this.selects.get(name)?.value ?? '';
  }

  /**
   * Whether a page is among those that the reader looks at. One without a version is in all; so is
   * that of a site that has other versions, until the reader chooses one.
   * @param {Index} index
   * @param {number} page
   */
  wants(index, page) {
    const labels = index.labelsOf(page);
    return FILTERED.every((name, number) => {
      const wanted = this.value(name);
      const there = labels[number] ?? [];
      const isKnown = this.chosen.has(name) || index.first.facets.labels[number]?.includes(wanted);
      return !wanted || !isKnown || there.includes(wanted) || (name !== 'tab' && !there.length);
    });
  }

  /** Return the kinds of places that the reader looks for, or nothing where all will do. */
  kinds() {
    const chosen = this.value('kind');
    return chosen ? KINDS[Number(chosen)]?.kinds : undefined;
  }
}
