/* OneTrust asks readers for their consent, in groups of cookies. */

consents.push(({ onetrust }) => {
  if (!onetrust) return undefined;
  const { domainScript = '', categoryId = 'C0002', scriptSource } = onetrust;
  const granted = () => String(shared.OnetrustActiveGroups ?? '').split(',').includes(categoryId);
  return (decided) => {
    const before = shared.OptanonWrapper;
    // OneTrust calls it when it has begun, and after each choice.
    shared.OptanonWrapper = () => {
      before?.();
      decided(granted());
    };
    const address = scriptSource ?? 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js';
    loadScript(address, { charset: 'UTF-8', 'data-domain-script': domainScript });
  };
});
