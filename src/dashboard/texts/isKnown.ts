/**
 * Whether `Intl` knows a language and a time zone. Some browsers have languages that it does not, such as
 * `en-US@posix`.
 */
export function isKnown(tag: string, timeZone?: string): boolean {
  try {
    return Intl.DateTimeFormat(tag, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
