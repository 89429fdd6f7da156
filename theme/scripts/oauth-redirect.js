/* The page that a provider leads back to after someone signed in. It takes what is in its address,
   hands it to the page that asked, and closes. Only that page listens: the name of the channel is the
   random `state` that it sent with the question. */
{
  const said = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  const state = said.get('state') ?? '';
  const note = document.querySelector('[data-done]');
  if (/^[\w-]{43}$/.test(state)) {
    const channel = new BroadcastChannel(`docsjson-oauth ${state}`);
    channel.onmessage = () => {
      channel.close();
      if (note instanceof HTMLElement) note.textContent = note.dataset.done ?? '';
      window.close();
    };
    const names = ['state', 'code', 'error', 'error_description', 'iss'];
    channel.postMessage(Object.fromEntries(names.map((name) => [name, said.get(name) ?? ''])));
  }
}
