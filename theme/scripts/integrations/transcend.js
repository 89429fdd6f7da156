/* Transcend asks readers for their consent, by purposes. */

consents.push(({ transcend }) => {
  if (!transcend) return undefined;
  const { bundleId = '', analyticsPurpose = 'Analytics' } = transcend;
  return (decided) => {
    const look = () => {
      const { purposes = {} } = shared.airgap.getConsent() ?? {};
      decided(own(purposes, analyticsPurpose) === true);
    };
    const begin = () => {
      look();
      shared.airgap.addEventListener('consent-change', look);
    };
    const address = `https://transcend-cdn.com/cm/${encodeURIComponent(bundleId)}/airgap.js`;
    loadScript(address, {}, () => shared.airgap?.ready(begin));
  };
});
