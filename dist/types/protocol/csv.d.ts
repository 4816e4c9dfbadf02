/** Formats CSV cells that spreadsheets open without running formulas. */
export type CsvValue = string | number | boolean | null | undefined;
/** Adds an apostrophe before what a spreadsheet would run as a formula. */
export declare function guardFormulas(text: string): string;
/**
 * Formats a cell by RFC 4180, https://www.rfc-editor.org/rfc/rfc4180#section-2. Numbers stay plain numbers; possible
 * formulas get a leading apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
export declare function formatCsvCell(value: CsvValue, decimal?: "." | ","): string;
/** Names a column: `group_by.zone_id.name` becomes `zone_id.name`, `group_by.date.date` becomes `date`. */
export declare function formatCsvHeader(path: readonly string[]): string;
