/** Reads messages and codes of thrown values, which need not be errors. */
import { isObject } from "../values/object.ts";

/** Returns the message of an error, or anything else as text. */
export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Like `describeThrown`, without the files that Node's errors name: `ENOENT: no such file or directory`. */
export function describeWithoutPaths(thrown: unknown): string {
  return describeThrown(thrown).replace(/, \w+ '.*/s, "");
}

/** Returns the code of a Node system error, such as `ENOENT`: https://nodejs.org/api/errors.html#errorcode */
export function findErrorCode(thrown: unknown): string | undefined {
  return isObject(thrown) && typeof thrown.code === "string" ? thrown.code : undefined;
}
