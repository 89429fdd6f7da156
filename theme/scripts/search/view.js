/* A field and the list below it, as a combobox: in the dialog, and on the page of the search. */

const FOUND = 'dj-found';
const LONGEST_SAID = 60;

const indexes = new Indexes();

class View {
  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} body where the list is put
   * @param {() => void} left what follows when a place was chosen
   */
  constructor(input, body, left) {
    this.input = input;
    this.left = left;
    this.excerpts = new Excerpts();
    this.most = MOST_READ;
    this.turn = 0;
    /** @type {string[]} the sites whose index is not there, or is that of another release */
    this.absent = [];
    this.timer = 0;
    this.sought = soughtOf('', new Set());
    /** What the list answers; null while it does not answer what is in the field. */
    this.answered = /** @type {string | null} */ (null);
    /** The Enter that was pressed before there was an answer. */
    this.entered = /** @type {KeyboardEvent | null} */ (null);
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
    input.addEventListener('input', (event) => {
      this.most = MOST_READ;
      this.entered = null;
      this.turn++;
      clearTimeout(this.timer);
      if (this.answered === this.query) return;
      const isComposing = event instanceof InputEvent && event.isComposing;
      this.timer = setTimeout(() => this.show(), pauseFor(input.value, isComposing));
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

  get query() {
    return this.input.value.trim();
  }

  /** Show what answers the query of this moment; an answer that comes late is not shown. */
  async show() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    const { query } = this;
    const { sites } = indexes;
    try {
      const opened = await Promise.all(sites.map(({ folder }) => indexes.open(folder)));
      if (turn !== this.turn) return;
      this.filters.offer(opened, sites.filter((_site, at) => opened[at]).map((site) => site.label));
      this.absent = sites.flatMap((site, at) => (opened[at] ? [] : [site.label]));
      if (!query) {
        this.showBeginning(opened[0] ?? null);
        this.answered = query;
        return;
      }
      const chosen = this.filters.value('site');
      const asked = sites.filter((site) => !chosen || site.label === chosen);
      const all = await Promise.all(asked.map((site) => indexes.ask(site.folder, (index) => answer(index, query, {
        isWanted: (page) => this.filters.wants(index, page),
        kinds: this.filters.kinds(),
        most: this.most,
      }))));
      if (turn !== this.turn) return;
      this.showAnswers(query, all.map((answers, at) => ({ answers, site: asked[at] })));
      this.answered = query;
      if (this.list.hidden && opened[0]) await this.showOthers(opened[0], query, turn);
      if (this.entered) this.enter(this.entered);
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
    this.sought = soughtOf(query, words, all.find(({ answers }) => answers)?.answers?.stopped);
    const found = all.flatMap(({ answers, site }) => (
      site ? (answers?.found ?? []).map((one) => ({ one, site })) : []
    )).sort((a, b) => b.one.score - a.one.score);
    const pages = all.reduce((sum, { answers }) => sum + (answers?.pages ?? 0), 0);
    this.excerpts.forget();
    const groups = found.map(({ one, site }) => (
      answerGroup(one, site, this.sought, indexes.sites.length > 1, this.excerpts)
    ));
    const { nothing, hint, one, many } = given.texts;
    const said = pages === 1 ? one : many.replace('{count}', () => String(pages));
    const short = query.length > LONGEST_SAID ? `${query.slice(0, LONGEST_SAID)}…` : query;
    const unanswered = all.flatMap(({ answers, site }) => (answers || !site ? [] : [site.label]));
    const absent = [...new Set([...this.absent, ...unanswered])];
    this.set(groups, [
      pages ? said : `${nothing.replace('{query}', () => short)} ${hint}`,
      ...absent.map((label) => given.texts.absent.replace('{site}', () => label)),
    ].join(' · '));
    this.excerpts.load();
    this.more.hidden = found.length >= pages;
    this.choose(firstOption(this.list), false);
  }

  /** @param {Index | null} index */
  showBeginning(index) {
    this.sought = soughtOf('', new Set());
    const recent = recentSearches().map(recentRow);
    const suggested = index ? suggestedRows(index) : [];
    const { recent: before, suggested: offered } = given.texts;
    this.set([
      ...(recent.length ? [groupOf(before, recent)] : []),
      ...(suggested.length ? [groupOf(offered, suggested)] : []),
    ], '');
  }

  /**
   * Where nothing was found, show what is near and what the site has.
   * @param {Index} index
   * @param {string} query
   * @param {number} turn
   */
  async showOthers(index, query, turn) {
    const near = (await nearestWords(index, query)).map(queryRow);
    if (turn !== this.turn) return;
    const offered = suggestedRows(index);
    const groups = [
      ...(near.length ? [groupOf(given.texts.near, near)] : []),
      ...(offered.length ? [groupOf(given.texts.suggested, offered)] : []),
    ];
    this.set(groups, this.said.textContent ?? '');
    this.answered = query;
  }

  /**
   * @param {Node[]} groups
   * @param {string} said
   */
  set(groups, said) {
    this.answered = null;
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
    // Safari says the Enter that ends a composition is none of it, but for its old number.
    if (event.isComposing || event.keyCode === 229) return;
    const options = all('[role="option"]', this.list);
    const at = this.active ? options.indexOf(this.active) : -1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? options.length - 1 : at - 1;
      const option = options[(next + options.length) % options.length] ?? null;
      this.choose(option, true);
      if (option === options[0]) this.list.scrollTop = 0;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (this.answered === this.query) {
        this.enter(event);
      } else if (this.query) {
        this.entered = event;
        this.show();
      }
    } else if (event.key === 'Delete' && this.active?.dataset.query && !this.query) {
      event.preventDefault();
      this.forget(this.active.dataset.query);
    }
  }

  /**
   * Open what is chosen.
   * @param {KeyboardEvent} event
   */
  enter(event) {
    this.entered = null;
    if (!this.active) return;
    if (event.ctrlKey || event.metaKey) this.keep(this.active, true);
    else this.active.click();
  }

  /**
   * Offer a recent search no more.
   * @param {string} query
   */
  async forget(query) {
    const at = all('[role="option"]', this.list).findIndex((option) => option.dataset.query === query);
    forgetSearch(query);
    await this.show();
    const next = all('[role="option"]', this.list)[at];
    if (next) this.choose(next, true);
    this.input.focus();
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const option = around(event, '[role="option"]');
    if (!option) return;
    const { query } = option.dataset;
    if (query) {
      event.preventDefault();
      if (around(event, '.dj-find-remove')) {
        this.forget(query);
        return;
      }
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

/** @param {Index} index */
const suggestedRows = (index) => index.first.suggestions.map(([uri, title, path]) => row(
  new URL(uri, indexes.sites[0]?.folder).href,
  ICONS.page,
  made('span', 'dj-find-title', {}, title),
  made('span', 'dj-find-excerpt', {}, path.join(' › ')),
));

/** @param {HTMLElement} list */
const firstOption = (list) => one('[role="option"]', list);
