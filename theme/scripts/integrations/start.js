/* Begins the services: never on the computer of an author, never before consent. */

/** Nothing is loaded from a disk, nor by a server on the same computer. */
const isOfAuthor =
  !/^https?:$/.test(location.protocol) ||
  /(?:^|\.)localhost\.?$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$/.test(location.hostname);

function begin() {
  for (const [name, load] of services) {
    const fields = own(DATA, name);
    if (fields) load(fields);
  }
}

if (!isOfAuthor) {
  const asked = consents.map((named) => named(DATA)).filter((ask) => ask !== undefined);
  const granted = new Set();
  let hasBegun = false;
  for (const ask of asked) {
    ask((agrees) => {
      if (agrees) granted.add(ask);
      else granted.delete(ask);
      if (hasBegun && !agrees) {
        // What runs cannot be taken back; the page comes again without it.
        location.reload();
      } else if (!hasBegun && granted.size === asked.length) {
        hasBegun = true;
        begin();
      }
    });
  }
  if (!asked.length) begin();
}
