/* What a banner of the owner keeps in the storage of the browser when its reader agrees. */

consents.push(({ cookies }) => {
  if (!cookies) return undefined;
  const { key = '', value } = cookies;
  const granted = () => {
    try {
      const kept = localStorage.getItem(key);
      return value === undefined ? kept !== null : kept === value;
    } catch {
      return false;
    }
  };
  return (decided) => {
    const look = () => decided(granted());
    look();
    addEventListener('storage', look);
    // A banner writes in the same page, which tells nobody; it is clicked.
    addEventListener('click', () => setTimeout(look));
  };
});
