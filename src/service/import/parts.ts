/** A file of lines as files of facts that the database reads, one after the other, so that memory stays flat. */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { encodeFacts } from "../store/lines.ts";
import type { Fact } from "../store/schema.ts";
import type { FactsFile } from "../store/store.ts";
import { type Owners, readLine } from "./line.ts";
import { type Format, readFormat, readRecords } from "./records.ts";

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
}

export interface Counts {
  /** Lines read, empty ones aside. */
  read: number;
  added: number;
  rejected: number;
}

export interface Summary extends Counts {
  /** Of the file's content, unpacked. */
  digest: string;
  /** The first of the rejected lines, each with its number and the reason. */
  reasons: string[];
}

/** A part, to be removed once it is loaded; at the end the summary. */
export type ImportStep = { part: FactsFile; counts: Counts } | { summary: Summary };

/** Rejected lines whose reasons are kept for the summary. */
const SHOWN = 100;

/** Rejects when the file cannot be read. */
export async function* readParts(options: PartOptions): AsyncGenerator<ImportStep, undefined> {
  const { file, format = readFormat(file), owners, batch, temporary } = options;
  const hash = createHash("sha256");
  const counts = { read: 0, added: 0, rejected: 0 };
  const reasons: string[] = [];
  const rejectedLines = options.rejectedFile
    ? createWriteStream(options.rejectedFile, { mode: 0o600 })
    : undefined;
  let waiting: Fact[] = [];
  try {
    for await (const { line, values, problem = "" } of readRecords(file, format, hash)) {
      counts.read += 1;
      const read = values ? readLine(values, owners) : { problems: [problem] };
      if ("fact" in read) {
        counts.added += 1;
        waiting.push(read.fact);
        if (waiting.length < batch) continue;
        yield { part: await writePart(waiting, temporary), counts: { ...counts } };
        waiting = [];
        continue;
      }
      counts.rejected += 1;
      const reason = read.problems.join(" ");
      if (reasons.length < SHOWN) reasons.push(`${line}: ${reason}`);
      rejectedLines?.write(`${JSON.stringify({ line, reason, values })}\n`);
    }
    if (waiting.length > 0) yield { part: await writePart(waiting, temporary), counts: { ...counts } };
  } finally {
    if (rejectedLines) await end(rejectedLines);
  }
  if (options.rejectedFile && counts.rejected === 0) await rm(options.rejectedFile, { force: true });
  yield { summary: { ...counts, digest: hash.digest("hex"), reasons } };
  return undefined;
}

function end(stream: WriteStream): Promise<void> {
  stream.end();
  return finished(stream);
}

async function writePart(facts: readonly Fact[], temporary: string): Promise<FactsFile> {
  const path = join(temporary, `import-${randomUUID()}.csv`);
  const { columns, text } = encodeFacts(facts);
  await writeFile(path, text, { mode: 0o600 });
  return { path, columns };
}
