/* What is listed: answers by page, recent searches, suggestions. Each row is an option and a link. */

/**
 * @param {string} href
 * @param {string} icon
 * @param {(Node | string)[]} content
 */
function row(href, icon, ...content) {
  return made(
    'a',
    'dj-find-row',
    { role: 'option', href, id: freshId(), tabindex: '-1', 'aria-selected': 'false' },
    iconIn('dj-find-icon', icon),
    made('span', 'dj-find-words', {}, ...content),
    iconIn('dj-find-enter', ICONS.enter),
  );
}

/**
 * @param {string} title
 * @param {Node[]} rows
 * @param {string} [path] what is around a page
 */
function groupOf(title, rows, path = '') {
  const id = freshId();
  const label = made('div', 'dj-find-group-title', { id });
  if (path) label.append(made('span', 'dj-find-path', {}, `${path} › `), made('b', '', {}, title));
  else label.append(title);
  return made('div', 'dj-find-group', { role: 'group', 'aria-labelledby': id }, label, ...rows);
}

/**
 * Return the row of a place.
 * @param {string} folder the address of its site
 * @param {ShownPage} page
 * @param {WrittenPlace} place
 * @param {Sought} sought
 * @param {Element | null} excerpt
 */
function placeRow(folder, page, [anchor, kind, title, , note], sought, excerpt) {
  const [uri, called, , method] = page;
  const name = made('span', 'dj-find-title');
  if (kind === 2) name.append(made('span', `dj-method dj-method-${method}`, {}, method.toUpperCase()), ' ');
  const words = made('span', kind === 3 || kind === 4 ? 'dj-find-code' : '');
  writeMarked(words, title, sought);
  name.append(words);
  if (note) {
    const beside = made('span', 'dj-find-note');
    writeMarked(beside, note, sought);
    name.append(' ', beside);
  }
  const href = new URL(uri + (anchor && `#${encodeURIComponent(anchor)}`), folder).href;
  // Who hears the row does not see the title of its group.
  const on = anchor ? [made('span', 'dj-visually-hidden', {}, `· ${called}`)] : [];
  return row(href, KIND_ICONS[kind] ?? ICONS.page, name, ...on, ...(excerpt ? [excerpt] : []));
}

/**
 * Return the rows of a page, under the path to it.
 * @param {Answer} answer
 * @param {{label: string, folder: string}} site
 * @param {Sought} sought
 * @param {boolean} isNamed whether the name of the site is shown
 * @param {Excerpts} excerpts
 */
function answerGroup(answer, site, sought, isNamed, excerpts) {
  const { shown, places } = answer;
  const [, title, path] = shown;
  const steps = [...(isNamed ? [site.label] : []), ...path];
  const rows = places.map((found) => placeRow(site.folder, shown, found.place, sought, excerpts.of(answer, found, sought)));
  return groupOf(title, rows, steps.join(' › '));
}

/**
 * Return a row that asks for another word.
 * @param {string} query
 */
function queryRow(query) {
  const element = row('#', ICONS.search, query);
  element.dataset.query = query;
  return element;
}
