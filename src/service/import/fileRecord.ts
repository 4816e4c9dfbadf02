/** Common interface of the readers of all formats. */

/** Record of a file: values by column, or the reason why it is unreadable. */
export interface FileRecord {
  /** Line on which the record ends, or on which its problem begins. */
  line: number;
  values?: Record<string, unknown>;
  problem?: string;
}

/** Maximum length of a record: anything longer indicates another kind of file, or an unclosed quote. */
export const MAX_RECORD = 65_536;

/** Converts lines, in order and without line ends, to records. */
export interface RecordReader {
  read(lines: readonly string[]): Iterable<FileRecord>;
  /** Reports incomplete records at the end of the file. */
  end(): FileRecord[];
}
