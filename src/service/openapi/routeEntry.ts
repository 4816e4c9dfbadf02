/** Entries of the table of routes: who may call a route, what it takes and answers. */
import type * as v from "valibot";
import { MAX_PAGE } from "../../protocol/management.ts";
import type { UserRole } from "../../protocol/people.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { mapValues } from "../values/object.ts";
import {
  array,
  COUNT,
  Component,
  convert,
  convertRequest,
  object,
  type Schema,
  TEXT,
} from "./openApiSchemas.ts";

/**
 * Credentials that a route accepts.
 *
 * - `public`: anyone.
 * - `local`: this machine, and the bearer of the metrics token.
 * - `login`: anyone, unless failed sign-ins from the address require a wait.
 * - `signedIn`: any account.
 * - A list: accounts of these roles.
 */
type Access = "public" | "local" | "login" | "signedIn" | readonly AccountKind[];

export interface Route {
  readonly access: Access;
  /** Whether readers of a shared link may call it, on behalf of the account that shares it. */
  readonly sharedReport?: true;
  /** Role that a user needs in the account; by default any. */
  readonly needs?: UserRole;
  /** Whether API tokens are refused. */
  readonly managesPeople?: true;
  /** Whether the route is refused while a file owns the catalogue. */
  readonly changesCatalogue?: true;
  /** Whether a body without a `Content-Type` is read as JSON, unless a browser may have sent it for another site. */
  readonly untypedBody?: true;
  /**
   * Limit of the body's size, by default that of JSON. `handler`: the handler limits it. `ignored`: nothing reads it; the
   * server discards up to 64 MB within half a second of the answer, and else closes the connection.
   */
  readonly bodySize?: "json" | "image" | "bulk" | "handler" | "ignored";
  /** Whether only pages of the service itself may call it, because the response sets a cookie. */
  readonly startsSession?: true;
}

/** Route of the OpenAPI document. */
export interface DocumentedRoute extends Route {
  /** Unique name; generated clients use it for their functions. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Schemas of the path's parameters that are not ids of entries. */
  readonly path?: Readonly<Record<string, Schema>>;
  /** Parameters in query string and headers. */
  readonly parameters?: readonly Parameter[];
  /** Body by media type. */
  readonly body?: Readonly<Record<string, Content>>;
  /** Responses to accepted requests, by status. */
  readonly answers: Answers;
  /** Error statuses that do not follow from the other fields. */
  readonly refusals?: readonly number[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { value: unknown }>>;
}

export interface Answer {
  readonly description: string;
  /** Content by media type; absent without a body. */
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, object>>;
}
type Answers = Readonly<Record<number, Answer>>;

/** `GET` answers `HEAD` as well. */
type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Routes by name, such as `GET /v2/sites/:id`. */
export type Routes<R extends object = Route> = Readonly<Record<`${Method} /${string}`, R>>;
export type DocumentedRoutes<R extends object = Route> = Routes<DocumentedRoute & R>;

/** Creates an entry for each name, such as a route for each kind. */
export function declareEach<N extends string, K extends string, E>(
  names: readonly N[],
  key: (name: N) => K,
  create: (name: N) => E,
): Record<K, E> {
  return Object.fromEntries(names.map((name) => [key(name), create(name)])) as Record<K, E>;
}

// ── Callers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const PUBLIC = { access: "public" } as const;
export const SIGNED_IN = { access: "signedIn" } as const;
export const SHARED = { access: "signedIn", sharedReport: true } as const;
export const SAVING = { access: "signedIn", needs: "editor" } as const;
/** Routes for users of any role, but not for API tokens. */
export const OF_USER = { access: "signedIn", managesPeople: true } as const;
export const NETWORK = { access: ["network"] } as const;

// ── Schemas, parameters and bodies ──────────────────────────────────────────────────────────────────────────────────

/** Names the schema of a request. */
export function request(name: string, schema: v.GenericSchema): Component {
  return new Component(name, () => convertRequest(schema));
}

/** Names the schema of an answer. */
export function answer(name: string, schema: v.GenericSchema): Component {
  return new Component(name, () => convert(schema, "output"));
}

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "Key that the client chooses. A request with the key of an earlier one is not executed again.",
};

export const LIMIT: Schema = { type: "integer", minimum: 1, maximum: MAX_PAGE };
export const OFFSET: Schema = { ...COUNT, default: 0 };

export function query(name: string, schema: Schema, description: string) {
  return { name, in: "query", schema, description };
}

/** Header with the version that a change replaces. */
export function version(description: string) {
  return { name: "If-Match", in: "header", required: true, schema: TEXT, description };
}

export function json(schema: Schema, examples?: Readonly<Record<string, object>>) {
  return { "application/json": { schema, ...(examples && { examples: listExamples(examples) }) } };
}

export function listExamples(values: Readonly<Record<string, object>>): Record<string, { value: unknown }> {
  return mapValues(values, (value) => ({ value }));
}

// ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export function success(schema: Schema, description = "Success."): Answer {
  return { description, content: json(schema) };
}

export function ok(result: Schema): Answers {
  return { 200: success(object({ result })) };
}

export function created(result: Schema): Answers {
  return { 201: success(object({ result })) };
}

export function done(description: string): Answers {
  return { 204: { description } };
}

/** A page of a list. */
export function page(entry: Schema): Answers {
  const metadata = object({ count: COUNT, limit: COUNT, offset: COUNT });
  return { 200: success(object({ request_metadata: metadata, result: array(entry) }), "One page.") };
}

/** `device_types` → `DeviceTypes` */
export function toTitle(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
