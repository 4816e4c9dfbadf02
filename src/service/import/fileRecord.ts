/** Common interface of the readers of all formats. */

/** Record of a file: values by column, or the reason why it is unreadable. */
export interface FileRecord {
  /** Line on which the record ends, or on which its problem begins. */
  line: number;
  values?: Record<string, unknown>;
  problem?: string;
}

/** Maximum length of a record: anything longer is another kind of file, or a quote that is never closed. */
export const MAX_RECORD = 65_536;

/** Converts lines, in their order and without their ends, to records. */
export interface RecordReader {
  read(lines: readonly string[]): Iterable<FileRecord>;
  /** Reports what the end of the file leaves incomplete. */
  end(): FileRecord[];
}
