/** Cells of comma-separated values that a spreadsheet opens without running anything in them. */
export type CsvValue = string | number | boolean | null | undefined;
/** By RFC 4180. Numbers stay plain numbers; what a spreadsheet would take for a formula gets an apostrophe in front. */
export declare function formatCsvCell(value: CsvValue): string;
/** `group_by.zone_id.name` is `zone_id.name`; `group_by.date.date` is `date`. */
export declare function formatCsvHeader(path: readonly string[]): string;
