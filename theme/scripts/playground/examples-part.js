/* Examples that a description names: of a body, together with the tabs of the page that show them, and of
   parameters. */

/**
 * @param {Content[]} contents
 * @param {(type: number, initial: unknown) => void} take fills the body in
 */
function bodyExamples(contents, take) {
  const all = contents.flatMap(({ examples = [], initial }, type) =>
    examples.map((one, index) => ({ name: one.name, initial: index ? one.initial : initial, type })));
  const group = document.querySelector('.dj-request-bodies');
  const tabs = () => [...(group?.querySelectorAll('[role="tab"]') ?? [])];
  /** @param {Element} tab @param {{ name: string, type: number }} one */
  const shows = (tab, { name, type }) => {
    const media = tab.getAttribute('data-media')?.split('|');
    const isOf = media ? media.includes(contents.at(type)?.type ?? '') : true;
    return name !== '' && name === tab.firstChild?.textContent && isOf;
  };
  if (group instanceof HTMLElement) {
    group.onchange = ({ target }) => {
      const found = all.find((one) => target instanceof Element && shows(target, one));
      if (found) take(found.type, found.initial);
    };
  }

  /**
   * Fill an example in, and show it on the page; its tab says so in turn.
   * @param {number} index
   */
  function choose(index) {
    const found = all[index];
    const tab = found && tabs().find((one) => shows(one, found));
    if (tab instanceof HTMLElement && tab.getAttribute('aria-selected') !== 'true') tab.click();
    else if (found?.name) take(found.type, found.initial);
  }
  return {
    /** @param {string} name */
    choose: (name) => choose(all.findIndex((one) => one.name === name)),
    /**
     * Return a field to choose from the examples of a media type; a body of one's own is none of them.
     * @param {number} type
     * @param {unknown} value
     */
    choice(type, value) {
      const known = all.flatMap((one, index) => (one.type === type && one.name ? { ...one, index } : []));
      if (known.length < 2) return [];
      const now = known.findIndex((one) => isSame(value, one.initial));
      const box = select(['—', ...known.map((one) => one.name)], now + 1,
        () => choose(known[Number(box.value) - 1]?.index ?? -1));
      return [captioned(text('Example'), box)];
    },
  };
}

/**
 * A choice among the named examples of the parameters; one name can be at several of them.
 * @param {Operation} operation
 * @param {(name: string, parameters: Record<string, unknown>) => void} take
 */
function parameterExamples({ parameters }, take) {
  const names = [...new Set(parameters.flatMap((one) => (one.examples ?? []).map(({ name }) => name)))];
  const box = select(['—', ...names], 0, () => {
    const name = names[Number(box.value) - 1];
    if (!name) return;
    take(name, Object.fromEntries(parameters.flatMap((one) => {
      const example = one.examples?.find((other) => other.name === name);
      return example ? [[`${one.place}:${one.name}`, example.value]] : [];
    })));
  });
  return { element: names.length ? part(text('Examples'), true, captioned(text('Parameters as in'), box)) : null,
    check: () => [] };
}
