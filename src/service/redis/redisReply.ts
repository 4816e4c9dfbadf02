/** Checks the types of Redis' replies: another program could use the same keys. */
import { ErrorReply } from "@redis/client";

/** Types of replies without those of RESP 3: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
export type Reply = string | number | null | Reply[];

export function parseNumbers(reply: Reply): number[] {
  return parseList(reply, (entry) => typeof entry === "number");
}

export function parseTexts(reply: Reply): string[] {
  return parseList(reply, (entry) => typeof entry === "string");
}

/** Reads the values of fields, null for missing ones. */
export function parseFields(reply: Reply): (string | null)[] {
  return parseList(reply, (entry) => entry === null || typeof entry === "string");
}

/**
 * Patterns of error codes: first errors of a script's commands, which Redis 6 wraps (`ERR Error running script (…):
 * -OOM command not allowed …`), then all other errors.
 */
const CODES = [/^ERR Error running script.* -([A-Z]+) /, /^-?([A-Z]+)/];
/** Redis 7.0 reports a missing permission by this message, without a code. */
const NOT_PERMITTED = "The user executing the script can't run";

/** Reads the code of an error reply, such as `OOM`; undefined for other errors. */
export function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof ErrorReply)) return undefined;
  const { message } = error;
  if (message.includes(NOT_PERMITTED)) return "NOPERM";
  return CODES.map((pattern) => pattern.exec(message)?.[1]).find((code) => code !== undefined) ?? "ERR";
}

function parseList<T extends Reply>(reply: Reply, isEntry: (entry: Reply) => entry is T): T[] {
  if (Array.isArray(reply) && reply.every(isEntry)) return reply;
  throw new TypeError("Redis sent a reply of an unexpected type.");
}
