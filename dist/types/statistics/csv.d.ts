/** Records as comma-separated values that a spreadsheet opens without running anything in them. */
import { type CsvValue } from "../protocol/csv.js";
export type { CsvValue } from "../protocol/csv.js";
export interface CsvColumn<T> {
    readonly header: string;
    value(record: T): CsvValue;
}
export interface CsvOptions<T> {
    /** Default: every field of the records, `group_by` first; nested names are joined by a dot. */
    readonly columns?: readonly CsvColumn<T>[];
    /** False leaves the line of headers out, for the pages after the first. Default: true. */
    readonly header?: boolean;
}
/**
 * Writes records by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180#section-2): CRLF, and quotes where they are needed.
 * Numbers stay plain numbers, negative ones too.
 * Text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` or a control character in front, or after a
 * semicolon) gets an apostrophe before it.
 */
export declare function toCsv<T extends object>(records: Iterable<T>, options?: CsvOptions<T>): string;
