/** The records of a file of newline-delimited JSON or CSV, one by one, with the line each ends on. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";

export type Format = "ndjson" | "csv";

/** A record as it stands in the file: its values by column, or what makes it unreadable. */
export interface FileRecord {
  line: number;
  values?: Record<string, unknown>;
  problem?: string;
}

/** By the file's name, `.gz` aside; anything that is not `.csv` is newline-delimited JSON. */
export function formatOf(file: string): Format {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}

/** Opens the file when its first record is asked for. Rejects when it cannot be read. */
export async function* readRecords(file: string, format: Format): AsyncIterable<FileRecord> {
  const source = createReadStream(file);
  const text = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  yield* format === "csv" ? csv(text) : ndjson(text);
}

function unzipped(source: Readable): Readable {
  const unzip = createGunzip();
  source.on("error", (error) => unzip.destroy(error));
  return source.pipe(unzip);
}

async function* ndjson(text: Readable): AsyncIterable<FileRecord> {
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  const failed = new Promise<never>((_, reject) => text.once("error", reject));
  failed.catch(() => {});
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const content = line === 1 ? raw.replace(/^\ufeff/, "") : raw;
    if (content.trim() !== "") yield { line, ...parsed(content) };
  }
  // The lines end quietly when what they are read from fails.
  if (text.errored) await failed;
}

function parsed(content: string): Omit<FileRecord, "line"> {
  try {
    const values: unknown = JSON.parse(content);
    if (typeof values !== "object" || values === null || Array.isArray(values))
      return { problem: "Expected an object." };
    return { values: values as Record<string, unknown> };
  } catch {
    return { problem: "This is no JSON." };
  }
}

/** A quote that is never closed would swallow the rest of the file; no record is longer than this. */
const MAX_RECORD = 65_536;

async function* csv(text: Readable): AsyncIterable<FileRecord> {
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
  parser.on("skip", (error) => {
    skipped.push({ line: error?.lines ?? 0, problem: error?.message ?? "This is no CSV." });
  });
  text.on("error", (error) => parser.destroy(error));
  for await (const { record, info } of text.pipe(parser)) {
    yield* skipped.splice(0);
    yield { line: info.lines, values: record };
  }
  yield* skipped;
}
