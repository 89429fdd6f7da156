/* What of a form may be kept or be in a link, and what a link may bring into a form. Nothing is kept
   or leaves with secrets and files; anyone may have written a link, so only what the schemas know
   gets in. */

/* Names of fields that hold a secret. Texts only: `max_tokens: 100` is none. */
const SECRET = /passw|passphrase|secret|token|api[-_]?key|credential|authoriz|^auth$|cookie|session|private|signature/i;

const DEEPEST = 20;
const MOST_ITEMS = 200;

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => other !== undefined && toJson(one) === toJson(other);

/**
 * @param {Parameter} parameter
 * @param {Operation} operation
 */
function isSecretParameter({ name, place, schema }, { schemes, schemas }) {
  const isKey = Object.values(schemes).some((one) => one.name?.toLowerCase() === name.toLowerCase());
  return place === 'cookie' || isKey || SECRET.test(name) || resolved(schema, schemas).format === 'password';
}

/**
 * Return a value without secrets and files, or nothing.
 * @param {unknown} value
 * @param {Schema | undefined} schema
 * @param {Schemas} schemas
 * @param {string} [name] the field that it is the value of
 * @param {number} [depth]
 * @returns {unknown}
 */
function withoutSecrets(value, schema, schemas, name = '', depth = 0) {
  const it = resolved(schema, schemas);
  if (value === undefined || value instanceof Blob || depth > DEEPEST) return undefined;
  // The name of a file that is still to be chosen.
  if (isFile(value)) return value;
  if (typeof value === 'string') return it.format === 'password' || SECRET.test(name) ? undefined : value;
  if (it.variants) {
    /** @type {unknown} */
    let left = value;
    for (const one of it.variants) left = withoutSecrets(left, one, schemas, name, depth + 1);
    return left;
  }
  if (Array.isArray(value)) {
    return value.map((one) => withoutSecrets(one, it.items, schemas, name, depth + 1))
      .filter((one) => one !== undefined);
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value)
    .map(([key, one]) => [key, withoutSecrets(one, memberOf(it, key), schemas, key, depth + 1)])
    .filter(([, one]) => one !== undefined));
}

/**
 * @param {Operation} operation
 * @param {Record<string, unknown>} parameters
 * @returns {Record<string, unknown>}
 */
function parametersWithoutSecrets(operation, parameters) {
  return Object.fromEntries(operation.parameters.flatMap((one) => {
    const key = `${one.place}:${one.name}`;
    const value = isSecretParameter(one, operation) ? undefined
      : withoutSecrets(own(parameters, key), one.schema, operation.schemas, one.name);
    return value === undefined ? [] : [[key, value]];
  }));
}

/**
 * Return a body without secrets and files, as the form keeps it; a text that speaks of a secret is left
 * out as a whole.
 * @param {Operation} operation
 * @param {Kept['body']} body
 */
function bodyWithoutSecrets({ schemas, ...operation }, body) {
  const content = operation.body?.content.find((one) => one.type === body?.mediaType);
  const value = body?.value;
  if (!content || value === null) return content && value;
  const kind = kindOf(content.type);
  const given = kind === 'json' ? valueOf(String(value)) : null;
  if (given) {
    const left = withoutSecrets(given.value, content.schema, schemas);
    if (left === undefined || isSame(left, given.value)) return left === undefined ? undefined : value;
    return toJson(left, 2);
  }
  if (kind === 'form' || kind === 'multipart') return withoutSecrets(value, content.schema, schemas);
  return typeof value === 'string' && !SECRET.test(value) ? value : undefined;
}

/**
 * @param {Schema} schema
 * @param {string} name
 */
const memberOf = ({ properties, extra }, name) =>
  own(properties, name) ?? extra;

/**
 * Whether a form asks for something that no link brings.
 * @param {Operation} operation
 */
const isMoreThanALink = (operation) =>
  operation.security.some((schemes) => schemes.length > 0)
  || operation.parameters.some((one) => isSecretParameter(one, operation))
  || (operation.body?.content ?? []).some(({ type }) => ['binary', 'multipart'].includes(kindOf(type)));

/**
 * Return what a schema knows of a value that came from outside, or nothing.
 * @param {unknown} value
 * @param {Schema | undefined} schema
 * @param {Schemas} schemas
 * @param {number} [depth]
 * @returns {unknown}
 */
function known(value, schema, schemas, depth = 0) {
  const it = resolved(schema, schemas);
  if (value === undefined || depth > DEEPEST || isFile(value)) return undefined;
  if (value === null) return it.nullable || ['null', 'any'].includes(it.type ?? '') ? null : undefined;
  if (it.variants) {
    return known(value, it.variants[bestVariant(it.variants, value, schemas)], schemas, depth + 1);
  }
  if (it.enum) return it.enum.some((one) => isSame(one, value)) ? value : undefined;
  if (it.type === 'any') return value;
  if (it.type === 'array') {
    return Array.isArray(value) ? value.slice(0, MOST_ITEMS).map((one) => known(one, it.items, schemas, depth + 1))
      .filter((one) => one !== undefined) : undefined;
  }
  if (it.type === 'object') {
    return isObject(value) ? Object.fromEntries(Object.entries(value)
      .flatMap(([key, one]) => {
        const member = memberOf(it, key);
        const inner = member && known(one, member, schemas, depth + 1);
        return inner === undefined ? [] : [[key, inner]];
      })) : undefined;
  }
  if (it.type === 'integer' || it.type === 'number') {
    return typeof value === 'number' || value instanceof SourceNumber ? value : undefined;
  }
  return typeof value === it.type ? value : undefined;
}

/**
 * Return a server of the description with values of its variables; never another origin than what the
 * description says.
 * @param {Server[]} servers
 * @param {unknown} url
 * @param {unknown} variables
 * @returns {ChosenServer | undefined}
 */
function knownServer(servers, url, variables) {
  const server = servers.find((one) => one.url === url);
  if (!server) return undefined;
  /** @type {Record<string, string>} */
  const filled = Object.create(null);
  const given = isObject(variables) ? variables : {};
  const origin = () => originOf(addressOf(server, filled));
  const said = Object.entries(server.variables ?? {});
  for (const [name, { enum: options }] of said) {
    const value = own(given, name);
    if (typeof value === 'string' && options?.includes(value)) filled[name] = value;
  }
  const wanted = origin();
  for (const [name, { enum: options }] of said) {
    const value = own(given, name);
    if (options || typeof value !== 'string') continue;
    filled[name] = value;
    if (origin() !== wanted) delete filled[name];
  }
  return { url: server.url, variables: filled };
}
