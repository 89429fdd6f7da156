/* On pages with a button for it: stars and forks of a GitHub repository, asked once per visit, and not before
   the reader does anything: opening a page tells no other host about it. Silent when it fails. */

async function setUpRepository() {
  const links = all('.dj-repo[data-repository]');
  const name = links[0]?.dataset.repository;
  if (!name || !location.protocol.startsWith('http')) return;
  const key = `dj-repository:${name}`;
  try {
    let counts = JSON.parse(visiting.get(key) ?? 'null');
    if (counts === false) return;
    if (!counts) {
      await firstSign();
      visiting.set(key, 'false');
      const response = await fetch(`https://api.github.com/repos/${name}`);
      if (!response.ok) return;
      const data = await response.json();
      counts = { stars: Number(data.stargazers_count), forks: Number(data.forks_count) };
      visiting.set(key, JSON.stringify(counts));
    }
    for (const link of links) {
      for (const place of all('[data-count]', link)) {
        place.textContent = short(own(counts, place.dataset.count ?? '') ?? 0);
      }
      const shown = one('.dj-repo-counts', link);
      if (shown) shown.hidden = false;
    }
  } catch {
    /* the name of the repository stands alone */
  }
}

const firstSign = () => new Promise((done) => {
  for (const name of ['pointerover', 'focusin', 'keydown']) addEventListener(name, done, { once: true });
});

/** @param {number} count */
function short(count) {
  if (count < 1000) return String(count);
  return `${(count / 1000).toFixed(count < 9950 ? 1 : 0).replace('.0', '')}k`;
}

setUpRepository();
