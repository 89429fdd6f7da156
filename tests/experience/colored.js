/* Of the lines of code whose language is known: how many there are, and those without a colour. In pages that
   are shown as code most lines are words, which have none. */
() => {
  const PLAIN = new Set(['default', 'none', 'plain', 'plaintext', 'text', 'txt', 'output', 'markdown', 'md', 'mdx', 'mdc', 'rst']);
  const look = (one) => { const style = getComputedStyle(one); return [style.color, style.fontWeight, style.fontStyle].join(); };
  const lines = [];
  for (const block of document.querySelectorAll('article div[class*="highlight-"]')) {
    if (PLAIN.has(/(?:^| )highlight-(\S+)/.exec(block.className)?.[1] ?? 'none')) continue;
    for (const code of block.querySelectorAll('pre:not(.linenos pre)')) {
      const plain = look(code);
      const own = [{ text: '', isColored: false }];
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (parentElement.closest('.linenos')) continue;
        const isColored = look(parentElement) !== plain;
        for (const [number, piece] of data.split('\n').entries()) {
          if (number) own.push({ text: '', isColored: false });
          const line = own.at(-1);
          line.text += piece;
          line.isColored ||= isColored && piece.trim() !== '';
        }
      }
      lines.push(...own.filter((line) => /[\p{L}\d]/u.test(line.text)));
    }
  }
  return [lines.length, lines.filter((line) => !line.isColored).map((line) => line.text.trim())];
}
