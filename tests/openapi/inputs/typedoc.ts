// What typedoc.json was made of: npx typedoc@0.28 --json typedoc.json typedoc.ts
// `sources`, `symbolIdMap` and `files` are taken out of it.

/**
 * A small client.
 * @packageDocumentation
 */

/** What a user is. */
export interface User {
  /** The *id* of the user. */
  readonly id: string;
  /** Their name, if they said it. */
  name?: string;
  /** Tags by key. */
  tags: Record<string, string[]>;
  [key: string]: unknown;
}

/** How a user may be looked up. */
export type Lookup = string | { email: string; strict?: boolean };

/** Roles. */
export enum Role {
  /** Reads. */
  Reader = "reader",
  /** Writes. */
  Writer = "writer",
}

export interface Options<T = User> {
  /** Milliseconds.
   * @defaultValue `1000`
   */
  timeout?: number;
  parse?: (text: string) => T;
}

/** Something failed. */
export class ClientError extends Error {
  /** The status of HTTP. */
  status: number = 0;
}

/**
 * The client. See {@link User} and {@link getUser}.
 *
 * @example
 * ```ts
 * const client = new Client("key");
 * ```
 */
export class Client<T extends User = User> implements Disposable {
  /** The version. */
  static readonly version = "1";
  #secret: string;
  protected kind: "a" | "b" = "a";
  /**
   * Make one.
   * @param key the key
   * @param options more
   */
  constructor(key: string, options?: Options<T>) { this.#secret = key; }
  /** How long to wait. */
  get timeout(): number { return 1; }
  set timeout(value: number) {}
  /** Get one.
   * @param lookup what to look for
   * @returns the user
   * @throws {@link ClientError} when there is none
   */
  async find(lookup: Lookup): Promise<T | undefined> { return undefined; }
  /** @deprecated Use {@link Client.find}. */
  old(...ids: string[]): [T, number?] { throw 0; }
  on(event: "open"): void;
  on(event: "close", code: number): this;
  on(event: string, code?: number): any {}
  private hidden() {}
  [Symbol.dispose](): void {}
}

/** Get a user.
 * @param id its id
 * @typeParam K a key
 */
export function getUser<K extends keyof User>(id: string, keys: K[] = []): Pick<User, K> & { at: Date } { return null as any; }

/** The default. */
export const DEFAULT: Client = new Client("x");
export const make = (a: number): boolean => true;
/** Things inside. */
export namespace inner {
  /** Twice. */
  export function twice(x: number): number { return 2 * x; }
  export type Cond<T> = T extends (infer U)[] ? U : never;
  export type M = { readonly [K in keyof User]?: User[K] };
  export type Tpl = `a-${string}`;
}
