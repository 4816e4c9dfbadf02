/** Formats CSV cells that spreadsheets open without running formulas. */

export type CsvValue = string | number | boolean | null | undefined;

/**
 * Start of a cell for a spreadsheet: in some languages also after a semicolon, even within quotes. Whitespace before
 * the sign does not prevent every spreadsheet from reading a formula.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /(^|[;|\t\r\n])([\s\u{feff}]*[=+\-@＝＋－＠])/gu;

/** Adds an apostrophe before what a spreadsheet would run as a formula. */
export function guardFormulas(text: string): string {
  return text.replace(FORMULA, "$1'$2");
}

/**
 * Formats a cell by RFC 4180, https://www.rfc-editor.org/rfc/rfc4180#section-2. Numbers stay plain numbers; possible
 * formulas get a leading apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function formatCsvCell(value: CsvValue, decimal: "." | "," = "."): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value).replace(".", decimal) : "";
  const text = guardFormulas(String(value));
  const safe = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Names a column: `group_by.zone_id.name` becomes `zone_id.name`, `group_by.date.date` becomes `date`. */
export function formatCsvHeader(path: readonly string[]): string {
  const names = path[0] === "group_by" ? path.slice(1) : path;
  return names.filter((name, index) => name !== names[index - 1]).join(".");
}
