/* Filters of a changelog: buttons for the tags of its updates. The address keeps what is chosen, as in
   `?tags=New,Fixes`; an update is shown when it has every chosen tag. */

const TAGS = 'tags';

/** @param {HTMLElement} update */
const tagsOf = (update) => all('.dj-update-tag', update).map((tag) => tag.textContent ?? '');

function setUpUpdates() {
  const updates = all('.dj-update').filter((update) => !update.parentElement?.closest('.dj-update'));
  const names = [...new Set(updates.flatMap(tagsOf))];
  if (names.length < 2) return;
  const asked = new URLSearchParams(location.search).get(TAGS)?.split(',') ?? [];
  const chosen = new Set(asked.filter((name) => names.includes(name)));
  const row = make('div', 'dj-update-filters', { role: 'group', 'aria-label': words.filter ?? '' });
  const buttons = names.map((name) => {
    const button = make('button', 'dj-update-filter', { type: 'button' });
    button.textContent = name;
    button.addEventListener('click', () => {
      if (!chosen.delete(name)) chosen.add(name);
      const address = new URL(location.href);
      if (chosen.size) address.searchParams.set(TAGS, [...chosen].join(','));
      else address.searchParams.delete(TAGS);
      history.replaceState(history.state, '', address);
      show();
    });
    return button;
  });
  function show() {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(chosen.has(button.textContent ?? '')));
    }
    for (const update of updates) {
      const own = tagsOf(update);
      const isHidden = [...chosen].some((name) => !own.includes(name));
      hide(update, isHidden);
      const target = `#${one('.dj-update-label', update)?.id}`;
      for (const link of all('.dj-toc a')) {
        const entry = link.getAttribute('href') === target ? link.closest('li') : null;
        if (entry) entry.hidden = isHidden;
      }
    }
  }
  row.append(...buttons);
  updates[0]?.before(row);
  show();
}
