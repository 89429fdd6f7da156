
(({ source, chunks }) => {
  let steps = 0;
  const owners = [
    [String, ['split', 'replace', 'replaceAll', 'indexOf', 'slice', 'match', 'matchAll', 'trim']],
    [RegExp, ['exec', 'test']],
  ];
  for (const [owner, names] of owners) {
    for (const name of names) {
      const original = owner.prototype[name];
      owner.prototype[name] = function (...given) {
        steps += owner === String ? this.length : given[0].length;
        return original.apply(this, given);
      };
    }
  }
  const shown = [];
  const parser = Function(`${source}; return eventParser`)()((...event) => shown.push(event));
  const before = steps;
  for (const chunk of chunks) parser.add(chunk);
  parser.end();
  return { steps: steps - before, shown };
})
