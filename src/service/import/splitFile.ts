/** Splits a file of lines into files of facts for the database, in sequence, so that memory use stays constant. */
import { createHash } from "node:crypto";
import type { FactsFile } from "../facts/eventStore.ts";
import { parseLine } from "./line.ts";
import type { Owners } from "./lineOwners.ts";
import { PartWriter } from "./partWriter.ts";
import { type Format, findFormat, readRecords } from "./records.ts";
import { RejectedLines } from "./rejectedLines.ts";

export interface PartOptions {
  file: string;
  format?: Format | undefined;
  /** Entries by which owners are checked and filled in. */
  owners?: Owners | undefined;
  /** Folder for the parts. */
  temporary: string;
  /** Lines per part. */
  batch: number;
  /** File to which rejected lines are written as newline-delimited JSON. */
  rejectedFile?: string | undefined;
}

export interface Counts {
  /** Lines read, without empty ones. */
  read: number;
  added: number;
  rejected: number;
}

export interface Summary extends Counts {
  /** Digest of the unpacked content. */
  digest: string;
  /** Reasons of the first rejected lines, with their line numbers. */
  reasons: string[];
}

/** A part, which the caller removes after loading it, or finally the summary. */
export type ImportStep = { part: FactsFile; counts: Counts } | { summary: Summary };

/** Rejects when the file cannot be read. */
export async function* splitFile(options: PartOptions): AsyncGenerator<ImportStep, undefined> {
  const { file, format = findFormat(file), owners, batch, temporary } = options;
  const hash = createHash("sha256");
  const counts: Counts = { read: 0, added: 0, rejected: 0 };
  const rejected = await RejectedLines.open(options.rejectedFile);
  const writer = new PartWriter(temporary);
  const finish = async (): Promise<ImportStep> => ({ part: await writer.finish(), counts: { ...counts } });
  try {
    for await (const records of readRecords(file, format, hash, "time")) {
      for (const { line, values, problem = "" } of records) {
        const read = values ? parseLine(values, owners) : { problems: [problem] };
        if ("fact" in read) {
          if (!writer.fits(read.fact)) yield await finish();
          writer.add(read.fact);
          counts.added += 1;
        } else {
          counts.rejected += 1;
          await rejected.add({ line, reason: read.problems.join(" "), values });
        }
        counts.read += 1;
        if (writer.lines >= batch) yield await finish();
      }
    }
    if (writer.lines > 0) yield await finish();
  } finally {
    await rejected.close();
  }
  yield { summary: { ...counts, digest: hash.digest("hex"), reasons: rejected.reasons } };
  return undefined;
}
