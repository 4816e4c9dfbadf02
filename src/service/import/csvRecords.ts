/**
 * Reads records of CSV as in RFC 4180, and drops blanks around cells. Quotes are ordinary characters in cells that do
 * not begin with a quote, and in quoted cells with text after the closing quote.
 */
import { type FileRecord, MAX_RECORD, type RecordReader } from "./fileRecord.ts";

/** Incomplete record: the lines read so far end inside a quoted cell. */
interface OpenRecord {
  /** Number of its first line. */
  line: number;
  cells: string[];
  /** Text from the start of the unclosed cell. */
  rest: string;
  /** Characters of the record. */
  length: number;
}

export class CsvRecords implements RecordReader {
  readonly #required: string | undefined;
  #line = 0;
  /** Names of the columns, once the first line was read. */
  #names: readonly string[] | undefined;
  #open: OpenRecord | undefined;
  #isOver = false;

  /** `required`: a column that the first line must have. */
  constructor(required?: string) {
    this.#required = required;
  }

  /** Throws when the first line repeats a column, or lacks the required one. */
  *read(lines: readonly string[]): Generator<FileRecord> {
    for (const line of lines) {
      if (this.#isOver) return;
      this.#line += 1;
      const record = this.#open ? this.#continue(this.#open, line) : this.#begin(line);
      if (record) yield record;
    }
  }

  end(): FileRecord[] {
    return this.#open ? [{ line: this.#open.line, problem: "A quote that opens here is never closed." }] : [];
  }

  #begin(line: string): FileRecord | undefined {
    if (line.length > MAX_RECORD) return this.#giveUp(this.#line);
    if (line.trim() === "") return undefined;
    if (!line.includes('"')) return this.#toRecord(line.split(",").map((cell) => cell.trim()));
    return this.#split({ line: this.#line, cells: [], rest: line, length: line.length });
  }

  #continue(open: OpenRecord, line: string): FileRecord | undefined {
    const length = open.length + 1 + line.length;
    if (length > MAX_RECORD) return this.#giveUp(open.line);
    const record = { ...open, rest: `${open.rest}\n${line}`, length };
    // Splitting waits for a closing quote: otherwise each line would search the whole cell again.
    if (findClosingQuote(line, 0) >= 0) return this.#split(record);
    this.#open = record;
    return undefined;
  }

  #split(record: OpenRecord): FileRecord | undefined {
    const rest = splitCells(record.rest, record.cells);
    this.#open = rest === undefined ? undefined : { ...record, rest };
    return rest === undefined ? this.#toRecord(record.cells) : undefined;
  }

  #toRecord(cells: readonly string[]): FileRecord | undefined {
    const names = this.#names;
    if (!names) {
      this.#names = checkNames(cells, this.#required);
      return undefined;
    }
    if (cells.length !== names.length) {
      const problem = `Expected ${names.length} cells, as in the first line, and found ${cells.length}.`;
      return { line: this.#line, problem };
    }
    // Without a prototype, the column `__proto__` is one like any other.
    const values: Record<string, unknown> = Object.create(null);
    for (const [at, name] of names.entries()) values[name] = cells[at];
    return { line: this.#line, values };
  }

  #giveUp(line: number): FileRecord {
    this.#isOver = true;
    this.#open = undefined;
    return { line, problem: TOO_LONG };
  }
}

const TOO_LONG = `A quote that opens here is never closed, or the record is longer than ${MAX_RECORD} characters. Nothing after it was read.`;

/** Rejects duplicate column names, because the last one would win silently. */
function checkNames(names: readonly string[], required: string | undefined): readonly string[] {
  // Checked here instead of for each record, since a file of another kind may have no second line.
  if (required !== undefined && !names.includes(required))
    throw new Error(
      `The first line does not name the column ${JSON.stringify(required)}. Expected names of columns, separated by commas.`,
    );
  const repeated = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (repeated === undefined) return names;
  throw new Error(`The first line names the column ${JSON.stringify(repeated)} twice.`);
}

/** Appends the cells of the text. Returns the text from the start of an unclosed cell; undefined if all are closed. */
function splitCells(text: string, cells: string[]): string | undefined {
  for (let from = 0; from <= text.length; ) {
    const opening = findText(text, from);
    const isQuoted = text[opening] === '"';
    const closing = isQuoted ? findClosingQuote(text, opening + 1) : opening;
    if (closing < 0) return text.slice(from);
    const comma = text.indexOf(",", closing);
    const end = comma < 0 ? text.length : comma;
    const isWhole = isQuoted && text.slice(closing + 1, end).trim() === "";
    cells.push(
      isWhole ? text.slice(opening + 1, closing).replaceAll('""', '"') : text.slice(from, end).trim(),
    );
    from = end + 1;
  }
  return undefined;
}

/** Returns the position of the first character that is not blank; the text's length if all are blank. */
function findText(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]?.trim() === "") at += 1;
  return at;
}

/** Returns the position of the closing quote; -1 if it is missing. Two quotes in a row are an escaped quote. */
function findClosingQuote(text: string, from: number): number {
  let closing = text.indexOf('"', from);
  while (closing >= 0 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  return closing;
}
