/** The records of a file of newline-delimited JSON or CSV, one by one, with the line each ends on. */
import type { Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { COUNTERS } from "../store/schema.ts";

export type Format = "ndjson" | "csv";

/** A record as it stands in the file: its values by column, or what makes it unreadable. */
export interface FileRecord {
  line: number;
  values?: Record<string, unknown>;
  problem?: string;
}

/** By the file's name, `.gz` aside; anything that is not `.csv` is newline-delimited JSON. */
export function readFormat(file: string): Format {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}

/** Opens the file when its first record is asked for; `hash` takes its unpacked bytes. Rejects when it cannot be read. */
export async function* readRecords(file: string, format: Format, hash: Hash): AsyncIterable<FileRecord> {
  const source = createReadStream(file, { highWaterMark: CHUNK });
  const text = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  const chunks = pass(text, hash);
  yield* format === "csv" ? csv(chunks) : ndjson(chunks);
}

async function* pass(source: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

const CHUNK = 256 * 1024;

function unzipped(source: Readable): Readable {
  const unzip = createGunzip({ chunkSize: CHUNK });
  source.on("error", (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

async function* ndjson(chunks: AsyncIterable<Buffer>): AsyncIterable<FileRecord> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const content of lines) {
      line += 1;
      const record = readLine(content, line);
      if (record) yield record;
    }
  }
  const record = readLine(rest, line + 1);
  if (record) yield record;
}

function readLine(raw: string, line: number): FileRecord | undefined {
  const content = line === 1 ? raw.replace(/^\ufeff/, "") : raw;
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
    if (typeof values !== "object" || values === null || Array.isArray(values))
      return { problem: "Expected an object." };
    return { values: values as Record<string, unknown> };
  } catch {
    return { problem: "This is no JSON." };
  }
}

/** A quote that is never closed would swallow the rest of the file; no record is longer than this. */
const MAX_RECORD = 65_536;

async function* csv(chunks: AsyncIterable<Buffer>): AsyncIterable<FileRecord> {
  const parser = parse({
    columns: true,
    info: true,
    bom: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
  });
  const skipped: FileRecord[] = [];
  /** The line that the record before ended on. */
  let last = 0;
  parser.on("skip", (error) => {
    const isOpen = error?.code === "CSV_QUOTE_NOT_CLOSED" || error?.code === "CSV_MAX_RECORD_SIZE";
    skipped.push({
      line: isOpen ? last + 1 : (error?.lines ?? 0),
      problem: isOpen ? "A quote that opens here is never closed." : (error?.message ?? "This is no CSV."),
    });
    last = error?.lines ?? last;
  });
  const text = Readable.from(chunks);
  text.on("error", (error) => parser.destroy(error));
  for await (const { record, info } of text.pipe(parser)) {
    yield* skipped.splice(0);
    last = info.lines;
    yield { line: info.lines, values: record };
  }
  yield* skipped;
}
