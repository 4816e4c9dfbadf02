/** A file of lines as files of facts that the database reads, one after the other, so that memory stays flat. */
import { createHash, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeFacts } from "../store/lines.ts";
import type { Fact } from "../store/schema.ts";
import type { FactsFile } from "../store/store.ts";
import { type Beginnings, recogniseBeginnings } from "./earlierImports.ts";
import { type Owners, readLine } from "./line.ts";
import { type Format, readFormat, readRecords } from "./records.ts";
import { RejectedLines } from "./rejectedLines.ts";

export interface PartOptions {
  file: string;
  format?: Format | undefined;
  /** Checks and fills in the owners of what lines name. */
  owners?: Owners | undefined;
  /** Folder for the parts. */
  temporary: string;
  /** Lines in a part. */
  batch: number;
  /** Takes the rejected lines as newline-delimited JSON. */
  rejectedFile?: string | undefined;
  /** Beginnings of files whose lines version 0.1.0 counted. */
  beginnings?: Beginnings | undefined;
}

export interface Counts {
  /** Lines read, empty ones aside. */
  read: number;
  added: number;
  rejected: number;
  /** Lines that version 0.1.0 counted, and that are not added again. */
  known: number;
}

export interface Summary extends Counts {
  /** Of the file's content, unpacked. */
  digest: string;
  /** The first of the rejected lines, each with its number and the reason. */
  reasons: string[];
}

/**
 * A part, to be removed once it is loaded; that the facts of all parts so far are to be dropped, since they are counted
 * already; at the end the summary.
 */
export type ImportStep = { part: FactsFile; counts: Counts } | { drop: true } | { summary: Summary };

/** Rejects when the file cannot be read. */
export async function* readParts(options: PartOptions): AsyncGenerator<ImportStep, undefined> {
  const { file, format = readFormat(file), owners, batch, temporary, beginnings = new Map() } = options;
  const hash = createHash("sha256");
  const isCounted = recogniseBeginnings(beginnings);
  const counts: Counts = { read: 0, added: 0, rejected: 0, known: 0 };
  const rejected = await RejectedLines.open(options.rejectedFile);
  let waiting: Fact[] = [];
  const writeWaiting = async (): Promise<ImportStep> => {
    const part = await writePart(waiting, temporary);
    waiting = [];
    return { part, counts: { ...counts } };
  };
  try {
    for await (const record of readRecords(file, format, hash)) {
      const { line, values, problem = "" } = record;
      if (format === "csv" && values && !Object.hasOwn(values, "time")) throw new Error(NO_TIME);
      counts.read += 1;
      const read = values ? readLine(values, owners) : { problems: [problem] };
      if ("fact" in read) {
        counts.added += 1;
        waiting.push(read.fact);
      } else {
        counts.rejected += 1;
        await rejected.add({ line, reason: read.problems.join(" "), values });
      }
      if (isCounted(record)) {
        if (counts.added > waiting.length) yield { drop: true };
        counts.known += counts.added;
        counts.added = 0;
        waiting = [];
      }
      if (waiting.length >= batch) yield await writeWaiting();
    }
    if (waiting.length > 0) yield await writeWaiting();
  } finally {
    await rejected.close();
  }
  yield { summary: { ...counts, digest: hash.digest("hex"), reasons: rejected.reasons } };
  return undefined;
}

/** Said once instead of for each line, and of other separators than commas as well. */
const NO_TIME =
  'The first line does not name the column "time". Expected names of columns, separated by commas.';

async function writePart(facts: readonly Fact[], temporary: string): Promise<FactsFile> {
  const path = join(temporary, `import-${randomUUID()}.csv`);
  const { columns, text } = encodeFacts(facts);
  try {
    await writeFile(path, text, { mode: 0o600 });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, columns };
}
