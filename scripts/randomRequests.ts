/** Random requests to all routes of an OpenAPI document, repeatable by a seed. */
import { type Random, seededRandom } from "../src/service/placement/random.ts";

/** A request to be sent to several services. */
export interface DescribedRequest {
  /** Method and path of the document. */
  route: string;
  method: string;
  path: string;
  /** Name of the caller's credentials; empty for none. */
  caller: string;
  headers: Record<string, string>;
  body?: string;
}

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  example?: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema?: Schema;
}

interface Operation {
  parameters?: readonly Parameter[];
  requestBody?: {
    content?: Readonly<Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>>;
  };
}

interface Route {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];
const TEXTS = [
  ...[
    "",
    "a",
    "Fellstride",
    "masthead",
    "300x250",
    "728×90",
    "https://example.com/a?b=c",
    "javascript:alert(1)",
  ],
  ...[
    "USD",
    "EUR",
    "DEU",
    "Europe/Berlin",
    "2026-11-01",
    "2026-11-28",
    "2026-02-30",
    "day",
    "asc",
    "publisher",
  ],
  ...[
    "1",
    "007",
    "-1",
    "1.5",
    "true",
    "ä\u0301 😀",
    "a\u0000b",
    " padded ",
    "x".repeat(300),
    "running shoes, trail",
  ],
];
/** Values that fit fields of these names in most entries. */
const FITTING: Readonly<Record<string, readonly unknown[]>> = {
  date_from: ["2026-11-01", "2026-10-15"],
  date_to: ["2026-11-20", "2026-11-25"],
  from: ["2026-11-01"],
  day: ["2026-11-20"],
  size: ["300x250", "728x90"],
  url: ["https://example.com/offer"],
  image: ["/creatives/almanac-300x250.svg", "https://images.example/a.png"],
  hostname: ["example.com"],
  timezone: ["Europe/Berlin", "UTC"],
  currency: ["USD"],
  name: ["Trail socks", "Masthead"],
  email: ["ann@example.com"],
  username: ["ann", "network"],
  password: ["longshore", "a long password"],
  role: ["viewer", "editor", "owner", "publisher"],
  view: ["?period=7d"],
  group_by: [["date"], ["zone_id"], ["date", "campaign_id"], ["hour"]],
  reason: ["Not today."],
};
const NUMBERS = [
  0,
  1,
  2,
  3,
  5,
  7,
  10,
  12,
  100,
  250,
  1000,
  -1,
  1.5,
  0.01,
  1e9,
  Number.MAX_SAFE_INTEGER,
  1e300,
];
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  "",
  0,
  -1,
  [],
  {},
  [[]],
  { a: 1 },
  "x".repeat(3000),
  1e21,
];
const ACCEPTS = ["*/*", "application/json", "text/csv", "application/x-ndjson", "text/html", "image/png"];
const MAX_DEPTH = 6;

export class RandomRequests {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #parameters: Readonly<Record<string, Parameter>>;
  readonly #routes: readonly Route[];
  readonly #callers: readonly string[];
  readonly #random: Random;

  constructor(document: unknown, callers: readonly string[], seed: number) {
    const { paths, components } = document as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> };
    };
    this.#schemas = components.schemas ?? {};
    this.#parameters = components.parameters ?? {};
    this.#routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
    this.#callers = [...callers, ""];
    this.#random = seededRandom(seed);
  }

  next(): DescribedRequest {
    const { method, path, operation } = this.#pickRoute();
    const parameters = (operation.parameters ?? []).map((one) => this.#findParameter(one));
    const query = new URLSearchParams();
    for (const { name, schema } of parameters.filter((one) => one.in === "query"))
      if (this.#chance(0.3)) this.#addQuery(query, name, this.#createField(name, schema ?? {}, 0));
    if (this.#chance(0.05)) query.append(this.#pick(TEXTS) || "unknown", this.#pick(TEXTS));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => this.#fillPath(parameters, name));
    const search = query.toString();
    const request: DescribedRequest = {
      route: `${method} ${path}`,
      method: this.#chance(0.03) ? this.#pick(METHODS) : method,
      path: search ? `${filled}?${search}` : filled,
      caller: this.#chance(0.5) ? (this.#callers[0] ?? "") : this.#pick(this.#callers),
      headers: {
        // Stands for the entry's current version.
        ...(/PATCH|DELETE/.test(method) && this.#chance(0.8) && { "If-Match": "*" }),
        Accept: this.#chance(0.3) ? this.#pick(ACCEPTS) : "*/*",
        "X-Request-Id": "compare",
        // Addresses of their own, because failed sign-ins delay the next ones from an address.
        "X-Forwarded-For": `10.${this.#whole(256)}.${this.#whole(256)}.${this.#whole(256)}`,
      },
    };
    return request.method === "GET"
      ? request
      : { ...request, ...this.#createBody(operation, request.headers) };
  }

  /** Picks a route; one that ends credentials rarely, because most requests need them. */
  #pickRoute(): Route {
    const route = this.#pick(this.#routes);
    const endsCredentials = /^(DELETE|PATCH) .*\/(sessions?|tokens|users|shares)\b/.test(
      `${route.method} ${route.path}`,
    );
    return endsCredentials && this.#chance(0.95) ? this.#pickRoute() : route;
  }

  #createBody(
    { requestBody }: Operation,
    headers: Record<string, string>,
  ): Pick<DescribedRequest, "headers" | "body"> {
    const [content] = Object.entries(requestBody?.content ?? {});
    if (!content) return this.#chance(0.9) ? { headers } : { headers, body: "{}" };
    const [type, { schema = {}, examples = {} }] = content;
    const values = Object.values(examples).map(({ value }) => value);
    const value = values.length > 0 && this.#chance(0.4) ? this.#pick(values) : this.#create(schema, 0);
    const changed = this.#chance(0.2) ? this.#spoil(value) : value;
    const text = typeof changed === "string" && !/json|plain/.test(type) ? changed : JSON.stringify(changed);
    const body = this.#chance(0.02) ? text.slice(0, -1) : text;
    return { headers: { ...headers, "Content-Type": this.#chance(0.03) ? "text/html" : type }, body };
  }

  /** Creates a value of a schema; optional fields are left out at random. */
  #create(schema: Schema, depth: number): unknown {
    const { $ref, enum: values, const: only, oneOf, anyOf, allOf } = schema;
    if (depth > MAX_DEPTH) return null;
    if (this.#chance(0.01)) return this.#pick(ODD);
    if ($ref) return this.#create(this.#schemas[$ref.split("/").pop() ?? ""] ?? {}, depth + 1);
    if (only !== undefined) return only;
    if (values) return this.#pick(values);
    const choices = oneOf ?? anyOf;
    if (choices) return this.#create(this.#pick(choices), depth + 1);
    if (allOf) return Object.assign({}, ...allOf.map((one) => this.#create(one, depth + 1)));
    const type =
      typeof schema.type === "string" ? schema.type : this.#pick(schema.type ?? ["string", "integer"]);
    if (type === "object" || schema.properties) return this.#createObject(schema, depth);
    if (type === "array") return this.#createList(schema.items ?? {}, depth);
    if (type === "integer" || type === "number") return this.#createNumber(schema);
    if (type === "boolean") return this.#chance(0.5);
    if (type === "null") return null;
    return schema.example !== undefined && this.#chance(0.4) ? schema.example : this.#pick(TEXTS);
  }

  #createField(name: string, schema: Schema, depth: number): unknown {
    const fitting = FITTING[name];
    return fitting && this.#chance(0.7) ? this.#pick(fitting) : this.#create(schema, depth);
  }

  #createObject({ properties = {}, required = [], additionalProperties }: Schema, depth: number): object {
    const names = Object.keys(properties).filter((name) => required.includes(name) || this.#chance(0.3));
    const entries = names.map((name) => [name, this.#createField(name, properties[name] ?? {}, depth + 1)]);
    if (typeof additionalProperties === "object" && this.#chance(0.5))
      entries.push([this.#pick(TEXTS) || "key", this.#create(additionalProperties, depth + 1)]);
    return Object.fromEntries(entries);
  }

  #createList(items: Schema, depth: number): unknown[] {
    return Array.from({ length: this.#whole(4) }, () => this.#create(items, depth + 1));
  }

  #createNumber({ minimum = 0, maximum = 30 }: Schema): number {
    if (this.#chance(0.2)) return this.#pick([...NUMBERS, minimum, maximum, minimum - 1, maximum + 1]);
    return minimum + this.#whole(Math.min(30, maximum - minimum) + 1);
  }

  /** Removes, renames or replaces a field somewhere in a value. */
  #spoil(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return this.#pick(ODD);
    const names = Object.keys(value);
    if (names.length === 0 || this.#chance(0.1))
      return Object.assign(Array.isArray(value) ? [] : {}, value, { extra: 1 });
    const name = this.#pick(names);
    const copy: Record<string, unknown> = {};
    Object.assign(copy, value);
    const isNested = this.#chance(0.5);
    if (isNested) copy[name] = this.#spoil(copy[name]);
    else if (this.#whole(2) === 0) delete copy[name];
    else copy[name] = this.#pick(ODD);
    return Array.isArray(value) ? Object.values(copy) : copy;
  }

  #fillPath(parameters: readonly Parameter[], name: string): string {
    const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema;
    const value = this.#chance(0.9) ? this.#create(schema ?? {}, 0) : this.#pick([...TEXTS, ...NUMBERS]);
    return encodeURIComponent(String(value)) || "-";
  }

  #addQuery(query: URLSearchParams, name: string, value: unknown): void {
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each));
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) query.append(`${name}[${key}]`, String(each));
    else query.append(name, String(value));
  }

  #findParameter(parameter: Parameter): Parameter {
    const { $ref } = parameter;
    return $ref ? (this.#parameters[$ref.split("/").pop() ?? ""] ?? parameter) : parameter;
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#whole(values.length)] as T;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  /** Returns a whole number from 0 to below the limit. */
  #whole(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
