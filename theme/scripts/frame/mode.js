/* Colour mode: system, light, dark, in turn */

function setUpMode() {
  for (const button of all('.dj-mode')) {
    let choice = lasting.get('dj-mode') || root.dataset.mode || 'system';
    const show = () => {
      const label = button.dataset[choice] ?? '';
      button.dataset.choice = choice;
      button.setAttribute('aria-label', label);
      button.title = label;
    };
    show();
    button.addEventListener('click', () => {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const order = isDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
      choice = order[(order.indexOf(choice) + 1) % order.length] ?? 'system';
      if (choice === 'system') delete root.dataset.mode;
      else root.dataset.mode = choice;
      lasting.set('dj-mode', choice);
      show();
    });
  }
}
