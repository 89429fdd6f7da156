/* A link that carries the filled form, behind the # of the address, where no server sees it. */

const LINK = '#try=';
const MOST_LINK = 16_000;

/**
 * Return the link of a form, or nothing where it holds too much for one.
 * @param {Operation} operation
 * @param {{ server: ChosenServer, security: number | null, parameters: Record<string, unknown>, body: Kept['body'] }} filled
 */
function linkOf(operation, { server, security, parameters, body }) {
  const { values, servers } = operation;
  const changed = Object.entries(parametersWithoutSecrets(operation, parameters))
    .filter(([key, value]) => !isSame(value, own(values, key)));
  const carried = {
    server: servers.length > 1 || servers[0]?.variables ? server : undefined,
    security: operation.security.length > 1 ? security : undefined,
    parameters: changed.length ? Object.fromEntries(changed) : undefined,
    mediaType: body && body.mediaType !== operation.body?.content[0]?.type ? body.mediaType : undefined,
    body: bodyToShare(operation, body),
  };
  const bytes = new TextEncoder().encode(toJson(carried));
  const link = LINK + base64url(bytes);
  return link.length > MOST_LINK ? '' : location.href.replace(/[?#].*/s, '') + link;
}

/**
 * Return what of a body may be in a link: nothing where it is the one that the form begins with.
 * @param {Operation} operation
 * @param {Kept['body']} body
 */
function bodyToShare(operation, body) {
  const content = operation.body?.content.find((one) => one.type === body?.mediaType);
  if (!content || isSame(body?.value, content.initial)) return undefined;
  const left = bodyWithoutSecrets(operation, body);
  return kindOf(content.type) === 'json' ? valueOf(String(left ?? ''))?.value : left;
}

/**
 * Return what the address of the page fills the form with; `null` when it is broken, and nothing where
 * it is no such link. Anyone may have written it.
 * @param {Operation} operation
 * @returns {Filling | null | undefined}
 */
function fillingOf(operation) {
  const { hash } = location;
  if (!hash.startsWith(LINK)) return undefined;
  const carried = hash.length > MOST_LINK ? null : decoded(hash.slice(LINK.length));
  if (!isObject(carried)) return null;
  const { schemas, security, servers } = operation;
  const given = isObject(carried.parameters) ? carried.parameters : {};
  /** @type {Record<string, unknown>} */
  const parameters = Object.create(null);
  for (const one of operation.parameters) {
    const key = `${one.place}:${one.name}`;
    if (!Object.hasOwn(given, key) || isSecretParameter(one, operation)) continue;
    const value = known(own(given, key), one.schema, schemas);
    if (value !== undefined) parameters[key] = value;
  }
  const contents = operation.body?.content ?? [];
  const content = contents.find((one) => one.type === carried.mediaType) ?? contents[0];
  const value = content && knownBody(content, carried.body, schemas);
  const { server } = carried;
  const isChoice = typeof carried.security === 'number' && security[carried.security] !== undefined;
  return {
    parameters,
    body: content && { mediaType: content.type, value },
    server: isObject(server) ? knownServer(servers, server.url, server.variables) : undefined,
    security: isChoice ? Number(carried.security) : undefined,
  };
}

/**
 * @param {Content} content
 * @param {unknown} value
 * @param {Schemas} schemas
 */
function knownBody({ type, schema }, value, schemas) {
  const kind = kindOf(type);
  if (value === undefined || kind === 'binary') return undefined;
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  const fitting = known(value, schema ?? { type: 'any' }, schemas);
  return fitting === undefined || kind !== 'json' ? fitting : toJson(fitting, 2);
}

/** @param {string} packed */
function decoded(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return fromJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
