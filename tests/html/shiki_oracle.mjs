// What Shiki's grammars make of code: how many looks, other than that of plain text, each line has.
// Reads [[language, code], …]; answers with a list of counts for each, or null for unknown languages.

import { readFileSync } from 'node:fs';
import { bundledLanguages, createHighlighter } from 'shiki';

const asked = JSON.parse(readFileSync(0, 'utf8'));
const theme = 'github-light';
const known = [...new Set(asked.map(([language]) => language))].filter((name) => name in bundledLanguages);
const highlighter = await createHighlighter({ themes: [theme], langs: known });
const plain = highlighter.getTheme(theme).fg.toLowerCase();

const looksOf = (line) => new Set(
  line.filter(({ content }) => content.trim())
    .map(({ color, fontStyle }) => `${color.toLowerCase()} ${Math.max(0, fontStyle ?? 0)}`)
    .filter((look) => look !== `${plain} 0`),
).size;

console.log(JSON.stringify(asked.map(([lang, code]) => (
  known.includes(lang) ? highlighter.codeToTokensBase(code, { lang, theme }).map(looksOf) : null
))));
