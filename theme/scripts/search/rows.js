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
 */
function groupOf(title, rows) {
  const id = freshId();
  const label = made('div', 'dj-find-group-title', { id }, title);
  return made('div', 'dj-find-group', { role: 'group', 'aria-labelledby': id }, label, ...rows);
}

/**
 * Return the row of a place.
 * @param {string} folder the address of its site
 * @param {ShownPage} page
 * @param {ShownPlace} place
 * @param {Sought} sought
 */
function placeRow(folder, page, [anchor, kind, title, , note, text], sought) {
  const [uri, , , method] = page;
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
  const content = [name];
  if (text) {
    const excerpt = made('span', 'dj-find-excerpt');
    writeMarked(excerpt, excerptOf(text, sought).text, sought);
    content.push(excerpt);
  }
  const href = new URL(uri + (anchor && `#${encodeURIComponent(anchor)}`), folder).href;
  return row(href, KIND_ICONS[kind] ?? ICONS.page, ...content);
}

/**
 * Return the rows of a page, under the path to it.
 * @param {Answer} answer
 * @param {{label: string, folder: string}} site
 * @param {Sought} sought
 * @param {boolean} isNamed whether the name of the site is shown
 */
function answerGroup({ shown, places }, site, sought, isNamed) {
  const [, title, path] = shown;
  const isListed = places.some(({ place }) => !place[0]);
  const steps = [...(isNamed ? [site.label] : []), ...path, ...(isListed ? [] : [title])];
  const rows = places.map(({ place }) => placeRow(site.folder, shown, place, sought));
  return groupOf((steps.length ? steps : [title]).join(' › '), rows);
}
