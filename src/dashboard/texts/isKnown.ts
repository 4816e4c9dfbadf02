/** Whether `Intl` of this browser knows a language, and a time zone: some have a language such as `en-US@posix`. */
export function isKnown(tag: string, timeZone?: string): boolean {
  try {
    return Intl.DateTimeFormat(tag, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
