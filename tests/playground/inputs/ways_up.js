
const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const text = (message) => message;
const read = given.files.map((file) => require('fs').readFileSync(file, 'utf8')).join('\n');
const wanted = 'return { buildRequest, addressOf };';
const { buildRequest, addressOf } = new Function('text', `${read}\n${wanted}`)(text);
const parsed = (url) => {
  const { host, pathname } = new URL(url, 'https://site.example/');
  return [url, host, pathname];
};
console.log(JSON.stringify({
  requests: given.requests.map(([operation, values]) => {
    return parsed(buildRequest(operation, values).url);
  }),
  servers: given.servers.map(([server, filled]) => parsed(addressOf(server, filled))),
}));
