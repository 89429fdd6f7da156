// Click, hover, focus and send everything of a page; only addresses of the web are not followed.
() => {
  const isOfTheWeb = (text) => {
    try {
      return /^(?:https?|mailto|tel):$/.test(new URL(text, document.baseURI).protocol);
    } catch {
      return true;
    }
  };
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a, area');
    const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? '';
    if (link && !address.startsWith('#') && isOfTheWeb(address)) event.preventDefault();
  });
  addEventListener('submit', (event) => {
    const address = event.submitter?.getAttribute('formaction') ?? event.target.getAttribute('action') ?? '';
    if (isOfTheWeb(address)) event.preventDefault();
  });
  let count = 0;
  for (const element of document.querySelectorAll('*')) {
    for (const type of ['pointerenter', 'mouseover', 'mouseenter', 'focus', 'focusin', 'animationstart', 'toggle']) element.dispatchEvent(new Event(type, { bubbles: type !== 'mouseenter' }));
    if (element.matches('a, area, button, summary, label, input, select, [role=button], [tabindex], svg *, math *')) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
      count += 1;
    }
  }
  for (const form of document.forms) {
    form.requestSubmit?.();
    count += 1;
  }
  return count;
}
