/* The chat of Front. */

services.set('frontchat', ({ snippetId = '' }) => {
  const begin = () => shared.FrontChat?.('init', { chatId: snippetId, useDefaultLauncher: true });
  loadScript('https://chat-assets.frontapp.com/v1/chat.bundle.js', {}, begin);
});
