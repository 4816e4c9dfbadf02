/** The records of a file of newline-delimited JSON or CSV, one by one, with the line each ends on. */
import type { Hash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Parser, parse } from "csv-parse";
import { COUNTERS } from "../store/schema.ts";
import { isObject } from "../values/object.ts";

export type Format = "ndjson" | "csv";

/** A record as it stands in the file: its values by column, or what makes it unreadable. */
export interface FileRecord {
  line: number;
  values?: Record<string, unknown>;
  problem?: string;
  /** The line of JSON that the values were read from. */
  content?: string;
}

/** By the file's name, `.gz` aside; anything that is not `.csv` is newline-delimited JSON. */
export function readFormat(file: string): Format {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}

/**
 * Opens the file when its first record is asked for; `hash` takes its unpacked bytes. Rejects when it cannot be read, and at
 * its end when others have written to it meanwhile.
 */
export async function* readRecords(file: string, format: Format, hash: Hash): AsyncIterable<FileRecord> {
  const before = await stat(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  const text = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  const chunks = toUtf8(pass(text, hash));
  yield* format === "csv" ? csv(chunks) : ndjson(chunks);
  if (before.isFile() && hasChanged(before, await stat(file)))
    throw new Error("The file changed while it was read. Try again once it is complete.");
}

function hasChanged(before: Stats, after: Stats): boolean {
  return before.ino !== after.ino || before.size !== after.size || before.mtimeMs !== after.mtimeMs;
}

async function* pass(source: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Spreadsheets write UTF-16, with a byte order mark: https://www.rfc-editor.org/rfc/rfc2781#section-3.2 */
const UTF_16 = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
]);

async function* toUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? UTF_16.get(chunk.toString("hex", 0, 2)) : undefined;
    if (encoding) decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

const CHUNK = 256 * 1024;

/** No record is longer: what looks like one is no file of records, or a quote that is never closed. */
const MAX_RECORD = 65_536;

function unzipped(source: Readable): Readable {
  const unzip = createGunzip({ chunkSize: CHUNK });
  source.on("error", (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

async function* ndjson(chunks: AsyncIterable<Buffer>): AsyncIterable<FileRecord> {
  // It takes away a byte order mark before the first line.
  const decoder = new TextDecoder();
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    // Of what is too long, as much is kept as shows it.
    rest = (lines.pop() ?? "").slice(0, MAX_RECORD + 1);
    for (const content of lines) {
      line += 1;
      const record = readLine(content, line);
      if (record) yield record;
    }
  }
  const record = readLine(rest, line + 1);
  if (record) yield record;
}

function readLine(content: string, line: number): FileRecord | undefined {
  if (content.length > MAX_RECORD)
    return { line, problem: `The line is longer than ${MAX_RECORD} characters.` };
  return content.trim() === "" ? undefined : { line, ...parsed(content) };
}

/**
 * Money as a JSON number: its digits become a text before they become a binary number. Inside a text of JSON every quote
 * is escaped, so a name in quotes before a colon is a field's name.
 */
const MONEY_NAMES = Object.entries(COUNTERS).filter(([, type]) => type !== "BIGINT");
const MONEY = new RegExp(
  `((?<!\\\\)"(?:${MONEY_NAMES.map(([name]) => name).join("|")})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
  "g",
);

function parsed(content: string): Omit<FileRecord, "line"> {
  try {
    const values: unknown = JSON.parse(content.replace(MONEY, '$1"$2"'));
    return isObject(values) ? { values, content } : { problem: "Expected an object." };
  } catch {
    return { problem: "This is no JSON." };
  }
}

async function* csv(chunks: AsyncIterable<Buffer>): AsyncIterable<FileRecord> {
  /** Unreadable records since the last one that could be read. */
  const skipped: FileRecord[] = [];
  /** Where the last record ended. */
  let last = { lines: 0, empty_lines: 0 };
  let isOver = false;
  const parser: Parser = parse({
    columns(names: string[]) {
      last = { lines: 1, empty_lines: 0 };
      return checkColumns(names);
    },
    bom: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    // Called as the file is parsed, so that these and the ones skipped keep their order.
    on_record(values: Record<string, unknown>, info): FileRecord[] | null {
      last = info;
      return isOver ? null : [...skipped.splice(0), { line: info.lines, values }];
    },
    on_skip(error) {
      if (isOver || !error) return undefined;
      const { lines, empty_lines } = parser.info;
      isOver = ENDS.has(error.code);
      const line = isOver ? last.lines + 1 + empty_lines - last.empty_lines : lines;
      skipped.push({ line, problem: ENDS.get(error.code) ?? error.message });
      last = { lines, empty_lines };
      return undefined;
    },
  });
  const text = Readable.from(chunks);
  text.on("error", (error) => parser.destroy(error));
  for await (const records of text.pipe(parser)) yield* records as FileRecord[];
  yield* skipped;
}

/** The last of two columns with one name would win, unnoticed. */
function checkColumns(names: string[]): string[] {
  const repeated = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (repeated === undefined) return names;
  throw new Error(`The first line names the column ${JSON.stringify(repeated)} twice.`);
}

/** What the parser cannot go on after, by its code. */
const ENDS = new Map<string, string>([
  ["CSV_QUOTE_NOT_CLOSED", "A quote that opens here is never closed."],
  [
    "CSV_MAX_RECORD_SIZE",
    `A quote that opens here is never closed, or the record is longer than ${MAX_RECORD} bytes. Nothing after it was read.`,
  ],
]);
