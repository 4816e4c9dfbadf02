/** What a thrown value says, of which nothing is known: it need not be an error. */
import { isObject } from "./object.ts";

/** The message of an error; anything else as text. */
export function readMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code that Node gives errors of the system, such as `ENOENT`: https://nodejs.org/api/errors.html#errorcode */
export function readCode(thrown: unknown): string | undefined {
  return isObject(thrown) && typeof thrown.code === "string" ? thrown.code : undefined;
}
