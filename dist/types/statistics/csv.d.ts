/** Formats records as CSV that is safe against formula injection in spreadsheets. */
import { type CsvValue } from "../protocol/csv.js";
export type { CsvValue } from "../protocol/csv.js";
export interface CsvColumn<T> {
    readonly header: string;
    value(record: T): CsvValue;
}
export interface CsvOptions<T> {
    /** Default: every field of the records, `group_by` first; nested names are joined by a dot. */
    readonly columns?: readonly CsvColumn<T>[];
    /** Whether to write the header line; false for the pages after the first. Default: true. */
    readonly header?: boolean;
    /**
     * Whether to write for spreadsheets in languages with a decimal comma: semicolons between cells, commas in numbers.
     * Default: false.
     */
    readonly decimalComma?: boolean;
}
/**
 * Formats records by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180#section-2): CRLF, and quotes where needed.
 * Numbers stay plain numbers, negative ones too.
 * Text that a spreadsheet would run as a formula (`=`, `+`, `-`, `@` or a control character at its start or after a
 * semicolon) is prefixed with an apostrophe.
 */
export declare function toCsv<T extends object>(records: Iterable<T>, options?: CsvOptions<T>): string;
