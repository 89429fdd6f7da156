/* [[source, shipped], …] → for each pair, where the tokens of the two part, or null. */
import { tokenizer } from 'acorn';

let input = '';
for await (const chunk of process.stdin) input += chunk;

const tokens = (text) =>
  [...tokenizer(text, { ecmaVersion: 2022, sourceType: 'script' })].map(
    ({ type, value }) => [type.label, value instanceof RegExp ? String(value) : value?.pattern ?? value],
  );

const parted = JSON.parse(input).map(([source, shipped]) => {
  const [a, b] = [tokens(source), tokens(shipped)].map((all) => all.map((one) => JSON.stringify(one)));
  const at = a.findIndex((token, index) => token !== b[index]);
  if (at >= 0) return [a[at], b[at] ?? ''];
  return a.length === b.length ? null : ['', b[a.length]];
});
process.stdout.write(JSON.stringify(parted));
