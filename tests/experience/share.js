/* The share of the window that the text of the page has: what stands still over it does not count. */
() => {
  const steps = 40;
  let text = 0;
  for (let row = 0; row < steps; row += 1) {
    const y = ((row + 0.5) * innerHeight) / steps;
    const over = document.elementFromPoint(innerWidth / 2, y)?.closest('*');
    let isFixed = false;
    for (let up = over; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.position === 'fixed') isFixed = true;
      if (style.position === 'sticky' && !up.closest('#dj-content-area')) isFixed = true;
    }
    if (!isFixed) text += 1;
  }
  return text / steps;
}
