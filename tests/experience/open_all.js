/* Open what a reader opens in place: menus, and what is folded in the text. */
() => {
  const opened = [];
  const menus = 'details:is(.dj-switch, .dj-menu, .dj-more, .dj-page-menu-details)';
  for (const one of document.querySelectorAll(`${menus}, article details`)) {
    if (one.open || !one.checkVisibility({ visibilityProperty: true })) continue;
    one.open = true;
    opened.push(one.className);
  }
  return opened;
}
