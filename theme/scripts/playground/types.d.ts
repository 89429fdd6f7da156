/* What the scripts of the playground pass to each other. An operation is what
   sphinx_docsjson/ext/openapi/content/playground.py makes; nothing of this file is shipped. */

interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  text?: string;
  label?: string;
  format?: string;
  enum?: unknown[];
  labels?: string[];
  default?: unknown;
  example?: unknown;
  nullable?: boolean;
  deprecated?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string | string[];
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Schemas;
  required?: string[];
  extra?: Schema;
  variants?: Schema[];
}
type Schemas = Record<string, Schema>;

interface Parameter {
  name: string;
  place: string;
  style?: string;
  explode?: boolean;
  required?: boolean;
  deprecated?: boolean;
  reserved?: boolean;
  mediaType?: string;
  text?: string;
  schema?: Schema;
  example?: unknown;
  examples?: { name: string; value: unknown }[];
}

/** What a provider offers to get a token; its addresses may be relative to the server. */
interface Flow {
  name: string;
  authorize?: string;
  token?: string;
  scopes?: [string, string][];
  issuer?: string;
  inHeader?: boolean;
}

/** Who asks a provider for a token. */
interface Client {
  id: string;
  secret: string;
  inHeader: boolean;
  scopes: string[];
}

/** `seconds` is how long it holds; zero where the provider does not say. */
interface Token {
  value: string;
  seconds: number;
  scope: string;
}

interface Scheme {
  type: string;
  scheme?: string;
  place?: string;
  name?: string;
  text?: string;
  prefix?: string;
  scopes?: string[];
  labels?: string[];
  flows?: Flow[];
  discovery?: string;
  initial?: string;
}

interface Encoding {
  type?: string;
  style?: string;
  explode?: boolean;
}

interface Content {
  type: string;
  schema?: Schema;
  range?: boolean;
  initial?: unknown;
  examples?: { name: string; initial?: unknown }[];
  encoding?: Record<string, Encoding>;
}

interface Variable {
  default?: string;
  enum?: string[];
  text?: string;
}

interface Server {
  url: string;
  text?: string;
  variables?: Record<string, Variable>;
}

/** `spec` is the description that it stands in; pages written by hand share one. */
interface Operation {
  spec: string;
  method: string;
  path: string;
  servers: Server[];
  security: string[][];
  schemes: Record<string, Scheme>;
  parameters: Parameter[];
  body?: { required?: boolean; content: Content[] };
  values: Record<string, unknown>;
  made?: Record<string, unknown>;
  /** The media types of the answer, where there are several. */
  accepts?: string[];
  /** Only the samples of the page follow what is chosen; there is no form. */
  simple?: boolean;
  schemas: Schemas;
}

/** A file that was chosen, or the name of one while none is. */
type AnyFile = (Blob & { name?: string; $file?: string }) | { $file: string; name?: string; type?: string };

/** What is typed for a scheme: a token, or a user name and a password. */
type Secret = string | string[];

interface Values {
  server: string;
  parameters: Record<string, unknown>;
  mediaType: string;
  body: unknown;
  accept?: string;
  security: number | null;
  credentials: Record<string, Secret>;
}

interface Part {
  name: string;
  value: string;
  file: string;
  type: string;
  blob?: AnyFile;
}

interface RequestBody {
  kind: string;
  type: string;
  text: string;
  parts: Part[];
  file: string;
  blob?: AnyFile;
}

/** `basic` is a user name and a password. */
interface HttpRequest {
  method: string;
  url: string;
  headers: [string, string][];
  basic: string[] | null;
  body: RequestBody | null;
}

interface Rule {
  quote: string;
  escape?: Record<string, string>;
  control?: string;
}

interface Language {
  name: string;
  label: string;
  template: string;
  literal: Record<string, string>;
  string: Rule;
  block?: { open: string; close: string; escape?: Record<string, string>; unless: string; indent?: boolean };
  keywords?: string;
  wide?: boolean;
}

interface TemplateNode {
  sign: string;
  name: string;
  filter?: string;
  children: Template;
}
type Template = (string | TemplateNode)[];

interface Problem {
  element: HTMLElement;
  message: string;
}

/** A value that people can change: `read` is undefined while nobody touched it. */
interface Control {
  element: HTMLElement;
  read(): unknown;
  check(): Problem[];
}

/** What a control is made from. */
interface Field {
  schema?: Schema;
  schemas: Schemas;
  id: string;
  label: string;
  required?: boolean;
  deprecated?: boolean;
  inPath?: boolean;
  text?: string;
  initial?: unknown;
  example?: unknown;
  depth?: number;
  /** How many objects further in files can be sent: 0 is here, without a number nowhere. */
  files?: number;
  changed(): void;
}

/** A field whose schema is not a name any more. */
type Known = Field & { schema: Schema };

/** A part of the form; without an element it has nothing to ask for. */
interface FormPart {
  element: HTMLElement | null;
  check(): Problem[];
}

/** A server that a reader chose. */
interface ChosenServer {
  url?: string;
  variables?: Record<string, string>;
}

/** What stays of the values while one moves between pages. */
interface Kept {
  parameters?: Record<string, unknown>;
  body?: { mediaType?: string; value?: unknown } | undefined;
}

/** What a form is filled with: what was kept, or what a link brings. */
interface Filling extends Kept {
  server?: ChosenServer | undefined;
  security?: number | undefined;
}

declare const DATA: {
  site: string;
  storage: string;
  proxy: string;
  strings: Record<string, string>;
  languages: Language[];
};
