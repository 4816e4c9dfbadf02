/** Errors of the client: one class with a code. */
import { isObject } from "./object.ts";

export type StatisticsErrorCode =
  /** 400: invalid request; see `problems`. */
  | "validation"
  /** 401: no token, or an invalid or expired one. */
  | "unauthorized"
  /** 403: the account may not do this. */
  | "forbidden"
  /** 404: the service has no such address. */
  | "not-found"
  /** 409: the entry was changed since it was read. */
  | "conflict"
  /** 429 with a wait beyond `maxWaitMs`. */
  | "rate-limited"
  /** Any other refusal. */
  | "refused"
  /** 5xx, after every retry. */
  | "server"
  /** Network failure, after every retry. */
  | "network"
  /** Timeout, after every retry. */
  | "timeout"
  /** A response without the documented shape. */
  | "invalid-response";

/** A code of the service with its parameters, from which programs can write their own sentence. */
export interface RefusalCode {
  /** Such as `whole-number-range`. Absent in answers of services before this field. */
  readonly code?: string;
  /** Such as `{ least: 1, most: 24 }`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface Problem extends RefusalCode {
  /** Path as the service writes it: `[filter][date_from]`. */
  readonly path: string;
  /** Path in parts: `["filter", "date_from"]`. */
  readonly keys: readonly string[];
  /** Message of the service. */
  readonly message: string;
}

export interface StatisticsErrorDetails {
  status?: number;
  problems?: readonly Problem[];
  refusal?: RefusalCode;
  /** `Retry-After` in seconds. */
  retryAfter?: number;
  requestId?: string;
  cause?: unknown;
}

export class StatisticsError extends Error {
  readonly code: StatisticsErrorCode;
  /** HTTP status; absent without a response. */
  declare readonly status?: number;
  /** Id of the request in the log of the service; absent without a response that has one. */
  declare readonly requestId?: string;
  /** `Retry-After` in seconds. */
  declare readonly retryAfter?: number;
  /** Validation problems by field. */
  declare readonly problems: readonly Problem[];
  /** Code of `message`, in an answer without `problems`. */
  declare readonly refusal?: RefusalCode;

  constructor(code: StatisticsErrorCode, message: string, details: StatisticsErrorDetails = {}) {
    const { cause, problems = [], ...known } = details;
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    // Assign only the given details: fields without a value would be printed as well.
    Object.assign(this, known, { problems });
  }
}
// Set the name on the prototype, so that it is printed once.
StatisticsError.prototype.name = "StatisticsError";

/**
 * Whether a value is an error of this client. Unlike `instanceof`, it also recognizes errors of another copy of this
 * module: its CommonJS build, a bundle, or a second installation.
 */
export function isStatisticsError(error: unknown): error is StatisticsError {
  return isObject(error) && error.name === "StatisticsError" && "code" in error;
}

const CODES: Record<number, StatisticsErrorCode> = {
  400: "validation",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  429: "rate-limited",
};

/** Creates the error of an unsuccessful response. */
export function createRefusal(status: number, body: unknown, retryAfter?: number): StatisticsError {
  const code = CODES[status] ?? (status >= 500 ? "server" : "refused");
  const problems = parseProblems(body);
  const id = isObject(body) ? body.request_id : undefined;
  const details: StatisticsErrorDetails = { status };
  if (typeof id === "string") details.requestId = id;
  if (retryAfter !== undefined) details.retryAfter = retryAfter;
  details.problems = problems;
  const [refusal] = readCodes(body);
  if (refusal && problems.length === 0) details.refusal = refusal;
  return new StatisticsError(code, findMessage(body, problems) ?? `The service answered ${status}.`, details);
}

function findMessage(body: unknown, problems: readonly Problem[]): string | undefined {
  if (problems.length) return problems.map(({ path, message }) => `${path} ${message}`.trim()).join(" ");
  const message = isObject(body) ? body.message : undefined;
  return typeof message === "string" && message ? message : undefined;
}

/** Reads `errors`: a list of objects with one path each, or one object of paths. A message can be a list. */
function parseProblems(body: unknown): Problem[] {
  const errors = isObject(body) ? body.errors : undefined;
  const objects: unknown[] = Array.isArray(errors) ? errors : [errors];
  const codes = readCodes(body);
  return objects.flatMap((entry, at) => {
    if (typeof entry === "string") return [problem("", entry, codes[at])];
    if (typeof entry !== "object" || entry === null) return [];
    return Object.entries(entry).flatMap(([path, messages]) =>
      [messages].flat().map((message) => problem(path, String(message), codes[at])),
    );
  });
}

function problem(path: string, message: string, code?: RefusalCode): Problem {
  const keys = [...path.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? "");
  return { path, keys: keys.length ? keys : [path].filter(Boolean), message, ...code };
}

/** Reads `codes`: an object with `code` and parameters for each problem. */
function readCodes(body: unknown): (RefusalCode | undefined)[] {
  const codes = isObject(body) ? body.codes : undefined;
  if (!Array.isArray(codes)) return [];
  return codes.map((entry) => {
    const { code, ...parameters } = isObject(entry) ? entry : {};
    return typeof code === "string" ? { code, parameters } : undefined;
  });
}
