/** Cells of comma-separated values that a spreadsheet opens without running anything in them. */
export type CsvValue = string | number | boolean | null | undefined;
/**
 * By RFC 4180, https://www.rfc-editor.org/rfc/rfc4180#section-2. Numbers stay plain numbers; what a spreadsheet would
 * take for a formula gets an apostrophe in front:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export declare function formatCsvCell(value: CsvValue): string;
/** `group_by.zone_id.name` is `zone_id.name`; `group_by.date.date` is `date`. */
export declare function formatCsvHeader(path: readonly string[]): string;
