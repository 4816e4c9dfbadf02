/** What can go wrong between a caller and the statistics interface, as one class with a code. */
import { isObject } from "./object.ts";

export type StatisticsErrorCode =
  /** 400: the request is wrong; `problems` says where. */
  | "validation"
  /** 401: no login, a wrong one, or one that ended. */
  | "unauthorized"
  /** 403: this account may not see that. */
  | "forbidden"
  /** 404: the service has no such address. */
  | "not-found"
  /** 409: somebody else has changed it since. */
  | "conflict"
  /** 429 for longer than the caller is willing to wait. */
  | "rate-limited"
  /** Any other refusal. */
  | "refused"
  /** 5xx, after every retry. */
  | "server"
  /** The service could not be reached, after every retry. */
  | "network"
  /** No answer in time, after every retry. */
  | "timeout"
  /** An answer that is not what the interface promises. */
  | "invalid-response";

/** One problem of a request. */
export interface Problem {
  /** As the service writes it: `[filter][date_from]`. */
  readonly path: string;
  /** The same in parts: `["filter", "date_from"]`. */
  readonly keys: readonly string[];
  /** The service's own words. */
  readonly message: string;
}

export interface StatisticsErrorDetails {
  status?: number;
  problems?: readonly Problem[];
  /** Seconds until the service takes requests again. */
  retryAfter?: number;
  cause?: unknown;
}

export class StatisticsError extends Error {
  override readonly name = "StatisticsError";
  readonly code: StatisticsErrorCode;
  /** HTTP status; absent when there was no answer. */
  readonly status: number | undefined;
  /** Every problem that the service named, by field. */
  readonly problems: readonly Problem[];
  readonly retryAfter: number | undefined;

  constructor(code: StatisticsErrorCode, message: string, details: StatisticsErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.problems = details.problems ?? [];
    this.retryAfter = details.retryAfter;
  }
}

const CODES: Record<number, StatisticsErrorCode> = {
  400: "validation",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  429: "rate-limited",
};

/** The error of an answer that is not a success. */
export function createRefusal(status: number, body: unknown, retryAfter?: number): StatisticsError {
  const code = CODES[status] ?? (status >= 500 ? "server" : "refused");
  const problems = readProblems(body);
  const details = { status, problems, ...(retryAfter !== undefined && { retryAfter }) };
  return new StatisticsError(code, readMessage(body, problems) ?? `The service answered ${status}.`, details);
}

function readMessage(body: unknown, problems: readonly Problem[]): string | undefined {
  if (problems.length) return problems.map(({ path, message }) => `${path} ${message}`.trim()).join(" ");
  const message = isObject(body) ? body.message : undefined;
  return typeof message === "string" && message ? message : undefined;
}

/** `errors` is a list of objects with one path each, or one object of paths; a message may stand in a list. */
function readProblems(body: unknown): Problem[] {
  const errors = isObject(body) ? body.errors : undefined;
  const objects: unknown[] = Array.isArray(errors) ? errors : [errors];
  return objects.flatMap((entry) => {
    if (typeof entry === "string") return [problem("", entry)];
    if (typeof entry !== "object" || entry === null) return [];
    return Object.entries(entry).flatMap(([path, messages]) =>
      [messages].flat().map((message) => problem(path, String(message))),
    );
  });
}

function problem(path: string, message: string): Problem {
  const keys = [...path.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? "");
  return { path, keys: keys.length ? keys : [path].filter(Boolean), message };
}
