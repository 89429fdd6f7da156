// Writes what Tailwind makes of the classes in words.json: selector, rules around it, declarations.
const tailwind = require('tailwindcss'), postcss = require('postcss'), fs = require('fs');
const words = JSON.parse(fs.readFileSync('words.json', 'utf8'));
const raw = words.map((word) => `<i class="${word.replace(/"/g, '&quot;')}">`).join('\n');
const config = { darkMode: 'class', content: [{ raw, extension: 'html' }], corePlugins: { preflight: false } };
postcss([tailwind(config)]).process('@tailwind components;@tailwind utilities;', { from: undefined }).then(({ root }) => {
  const found = [];
  root.walkRules((rule) => {
    const around = [];
    for (let at = rule.parent; at && at.type === 'atrule'; at = at.parent) around.unshift(`@${at.name} ${at.params}`);
    if (around.some((each) => each.startsWith('@keyframes'))) return;
    const declared = rule.nodes.filter((each) => each.type === 'decl');
    for (const selector of rule.selectors)
      found.push([selector, around.join(' '), declared.map((d) => `${d.prop}: ${d.value}${d.important ? ' !important' : ''}`)]);
  });
  fs.writeFileSync('rules.json', JSON.stringify(found));
});
