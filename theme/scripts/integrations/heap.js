/* Heap: calls wait as functions until its script has come. */

services.set('heap', ({ appId = '' }) => {
  shared.heapReadyCb ??= [];
  const heap = (shared.heap ??= []);
  heap.envId = heap.appid = appId;
  heap.clientConfig = { shouldFetchServerConfig: false };
  const later = Object.fromEntries(
    ['track', 'identify', 'resetIdentity', 'addUserProperties', 'addEventProperties'].map((name) => [
      name,
      /** @param {any[]} values */
      (...values) => {
        const fn = () => Reflect.get(shared.heap, name)?.apply(shared.heap, values);
        shared.heapReadyCb.push({ name, fn });
      },
    ]),
  );
  Object.assign(heap, later);
  loadScript(`https://cdn.us.heap-api.com/config/${encodeURIComponent(appId)}/heap_config.js`);
});
