/* A field and the list below it, as a combobox: in the dialog, and on the page of the search. */

const RECENT = 'dj-searches';
const MOST_RECENT = 5;
const FOUND = 'dj-found';

const indexes = new Indexes();

/** @returns {string[]} */
function recentSearches() {
  try {
    const kept = JSON.parse(lasting.get(RECENT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

/** @param {string} query */
function keepSearch(query) {
  const others = recentSearches().filter((one) => one !== query);
  lasting.set(RECENT, JSON.stringify([query, ...others].slice(0, MOST_RECENT)));
}

class View {
  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} body where the list is put
   * @param {() => void} left what follows when a place was chosen
   */
  constructor(input, body, left) {
    this.input = input;
    this.left = left;
    this.most = MOST_READ;
    this.turn = 0;
    this.sought = soughtOf('', new Set());
    /** @type {HTMLElement | null} */
    this.active = null;
    this.list = made('div', 'dj-find-list', { role: 'listbox', id: freshId(), 'aria-label': given.texts.title });
    this.said = made('p', 'dj-find-said', { role: 'status' });
    this.more = made('button', 'dj-find-more', { type: 'button' }, given.texts.more);
    const filters = made('div', 'dj-find-filters', { role: 'group', 'aria-label': given.texts.title });
    filters.hidden = true;
    this.filters = new Filters(filters, () => this.show());
    body.append(filters, this.said, this.list, this.more);
    this.set([], '');
    const roles = {
      role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': this.list.id, autocapitalize: 'off', enterkeyhint: 'go',
    };
    for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
    input.addEventListener('input', () => {
      this.most = MOST_READ;
      this.show();
    });
    input.addEventListener('keydown', (event) => this.onKey(event));
    this.list.addEventListener('click', (event) => this.onClick(event));
    this.list.addEventListener('pointermove', (event) => this.choose(around(event, '[role="option"]'), false));
    this.more.addEventListener('click', () => {
      this.most += MOST_READ;
      this.show();
      input.focus();
    });
  }

  /** Show what answers the query of this moment; an answer that comes late is not shown. */
  async show() {
    const turn = ++this.turn;
    const query = this.input.value.trim();
    const { sites } = indexes;
    try {
      const opened = await Promise.all(sites.map(({ folder }) => indexes.open(folder)));
      if (turn !== this.turn) return;
      this.filters.offer(opened, sites.map((site) => site.label));
      if (!query) {
        this.showBeginning(opened[0] ?? null);
        return;
      }
      const chosen = this.filters.value('site');
      const asked = sites.filter((site) => !chosen || site.label === chosen);
      const all = await Promise.all(asked.map((site) => indexes.ask(site.folder, (index) => answer(index, query, {
        isWanted: (page) => this.filters.wants(index, page),
        kinds: this.filters.kinds(),
        most: this.most,
      }))));
      if (turn === this.turn) this.showAnswers(query, all.map((answers, at) => ({ answers, site: asked[at] })));
    } catch {
      if (turn === this.turn) this.set([], given.texts.failed);
    }
  }

  /**
   * @param {string} query
   * @param {{answers: Answers | null, site: {label: string, folder: string} | undefined}[]} all
   */
  showAnswers(query, all) {
    const words = new Set(all.flatMap(({ answers }) => [...(answers?.words ?? [])]));
    this.sought = soughtOf(query, words);
    const found = all.flatMap(({ answers, site }) => (
      site ? (answers?.found ?? []).map((one) => ({ one, site })) : []
    )).sort((a, b) => b.one.score - a.one.score);
    const pages = all.reduce((sum, { answers }) => sum + (answers?.pages ?? 0), 0);
    const groups = found.map(({ one, site }) => answerGroup(one, site, this.sought, indexes.sites.length > 1));
    const { nothing, hint, one, many } = given.texts;
    const said = pages === 1 ? one : many.replace('{count}', String(pages));
    this.set(groups, pages ? said : `${nothing.replace('{query}', query)} ${hint}`);
    this.more.hidden = found.length >= pages;
    this.choose(firstOption(this.list), false);
  }

  /** @param {Index | null} index */
  showBeginning(index) {
    this.sought = soughtOf('', new Set());
    const recent = recentSearches().map((query) => {
      const element = row('#', ICONS.recent, query);
      element.dataset.query = query;
      return element;
    });
    const folder = indexes.sites[0]?.folder;
    const suggested = (index?.first.suggestions ?? []).map(([uri, title, path]) => row(
      new URL(uri, folder).href,
      ICONS.page,
      made('span', 'dj-find-title', {}, title),
      made('span', 'dj-find-excerpt', {}, path.join(' › ')),
    ));
    const { recent: before, suggested: offered } = given.texts;
    this.set([
      ...(recent.length ? [groupOf(before, recent)] : []),
      ...(suggested.length ? [groupOf(offered, suggested)] : []),
    ], '');
  }

  /**
   * @param {Node[]} groups
   * @param {string} said
   */
  set(groups, said) {
    this.list.replaceChildren(...groups);
    this.list.scrollTop = 0;
    this.list.hidden = !groups.length;
    this.more.hidden = true;
    this.said.textContent = said;
    this.input.setAttribute('aria-expanded', String(groups.length > 0));
    this.choose(null, false);
  }

  /**
   * @param {HTMLElement | null} option
   * @param {boolean} isSeen whether it is scrolled to
   */
  choose(option, isSeen) {
    if (option === this.active && option) return;
    this.active?.setAttribute('aria-selected', 'false');
    this.active = option;
    option?.setAttribute('aria-selected', 'true');
    if (option) this.input.setAttribute('aria-activedescendant', option.id);
    else this.input.removeAttribute('aria-activedescendant');
    if (option && isSeen) option.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing) return;
    const options = all('[role="option"]', this.list);
    const at = this.active ? options.indexOf(this.active) : -1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? options.length - 1 : at - 1;
      const option = options[(next + options.length) % options.length] ?? null;
      this.choose(option, true);
      if (option === options[0]) this.list.scrollTop = 0;
    } else if (event.key === 'Enter' && this.active) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) this.keep(this.active, true);
      else this.active.click();
    }
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const option = around(event, '[role="option"]');
    if (!option) return;
    const { query } = option.dataset;
    if (query) {
      event.preventDefault();
      this.input.value = query;
      this.show();
      this.input.focus();
      return;
    }
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    this.keep(option, false);
    if (isElsewhere) return;
    this.left();
    const target = new URL(option.getAttribute('href') ?? '', location.href);
    if (target.href.split('#')[0] === location.href.split('#')[0]) {
      event.preventDefault();
      location.hash = target.hash;
      if (!target.hash) scrollTo({ top: 0 });
      arrive();
    }
  }

  /**
   * Remember what was sought, for this page and the one that is opened.
   * @param {HTMLElement} option
   * @param {boolean} isOpened in a new tab
   */
  keep(option, isOpened) {
    const href = option.getAttribute('href') ?? '';
    const query = this.input.value.trim();
    if (query) {
      keepSearch(query);
      const { words, typed } = this.sought;
      visiting.set(FOUND, JSON.stringify({ href, words: [...words].slice(0, 60), typed }));
    }
    if (isOpened) open(href, '_blank');
  }
}

/** @param {HTMLElement} list */
const firstOption = (list) => one('[role="option"]', list);
