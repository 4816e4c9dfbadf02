/** Rules for new passwords. */
import type { Problem } from "../../protocol/problems.ts";
import { PASSWORD_LENGTH } from "./passwords.ts";

/** Minimum different characters. */
const MIN_DIFFERENT = 4;
/** Minimum characters of a part of the user's names that counts. */
const MIN_PART = 3;
/** Minimum characters beside the user's own names. */
const MIN_OTHER = 6;

/** Returns the problem of a new password; undefined without one. `own`: names and e-mail addresses of the user. */
export function findPasswordProblem(password: string, own: readonly string[] = []): Problem | undefined {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length < least || password.length > most) return { code: "password-length", least, most };
  const folded = fold(password);
  if (new Set(folded).size < MIN_DIFFERENT || isRepetition(folded, least))
    return { code: "password-repeats" };
  const others = listParts(own).reduce((rest, part) => rest.replaceAll(part, ""), folded);
  if (others.length < Math.min(MIN_OTHER, folded.length)) return { code: "password-own-name" };
  return undefined;
}

/** Whether a text repeats its first characters, fewer than `least`, to its end. */
function isRepetition(text: string, least: number): boolean {
  for (let length = 1; length < least && length * 2 <= text.length; length++)
    if (text.slice(length) === text.slice(0, -length)) return true;
  return false;
}

/** Lists names and their words, the longest first. */
function listParts(own: readonly string[]): string[] {
  const parts = own.map(fold).flatMap((name) => [name, ...name.split(/[\s@._-]+/)]);
  return parts.filter((part) => part.length >= MIN_PART).sort((a, b) => b.length - a.length);
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
