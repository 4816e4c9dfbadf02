/**
 * Brings the lines of a file into the store, each once.
 *
 * Lines are committed by the batch, each batch together with a digest of everything in the file up to its end. An import
 * that comes by the same beginning again, of the same file or of one that has grown since, passes over what is known.
 */
import { createHash } from "node:crypto";
import type { Catalogue } from "../catalogue.ts";
import type { Fact } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { COLUMN_NAMES, readLine } from "./line.ts";
import type { FileRecord } from "./records.ts";

export interface Rejected {
  line: number;
  reason: string;
}

export interface ImportProgress {
  /** Lines read so far, empty ones aside. */
  read: number;
  /** Lines that this import added. */
  added: number;
  /** Lines that an earlier import had added. */
  known: number;
  /** Lines that were no facts. */
  rejected: number;
}

export interface ImportOptions {
  store: Pick<Store, "query" | "transaction">;
  /** Fills in the owners that lines leave out. */
  catalogue?: Catalogue;
  /** Lines in one commit. */
  batch: number;
  onRejected?: (rejected: Rejected) => void;
  onProgress?: (progress: ImportProgress) => void;
}

/** Rejects when the records cannot be read or the store fails; what was committed until then is known the next time. */
export async function importRecords(
  records: AsyncIterable<FileRecord>,
  options: ImportOptions,
): Promise<ImportProgress> {
  const { store, catalogue, batch, onRejected, onProgress } = options;
  const beginnings = await knownBeginnings(store);
  const progress = { read: 0, added: 0, known: 0, rejected: 0 };
  const hash = createHash("sha256");
  let waiting: Fact[] = [];

  const commit = async (digest: string) => {
    if (waiting.length > 0) await add(store, waiting, progress.read, digest);
    progress.added += waiting.length;
    waiting = [];
  };
  for await (const { line, values, problem } of records) {
    progress.read += 1;
    hash.update(`${JSON.stringify(values) ?? problem}\n`);
    const read = values ? readLine(values, catalogue) : { problems: [problem ?? ""] };
    if ("fact" in read) waiting.push(read.fact);
    else {
      progress.rejected += 1;
      onRejected?.({ line, reason: read.problems.join(" ") });
    }
    if (beginnings.get(progress.read)?.has(digestOf(hash))) {
      progress.known += waiting.length;
      waiting = [];
    } else if (progress.read % batch === 0) {
      await commit(digestOf(hash));
      onProgress?.({ ...progress });
    }
  }
  await commit(digestOf(hash));
  return progress;
}

function digestOf(hash: ReturnType<typeof createHash>): string {
  return hash.copy().digest("hex");
}

/** Digests of beginnings that were imported, by how many lines they have. */
async function knownBeginnings(store: ImportOptions["store"]): Promise<Map<number, Set<string>>> {
  await store.transaction(({ query }) =>
    query("CREATE TABLE IF NOT EXISTS imports (lines BIGINT, digest VARCHAR, time TIMESTAMP)"),
  );
  const beginnings = new Map<number, Set<string>>();
  const rows = await store.query<{ lines: bigint; digest: string }>("SELECT lines, digest FROM imports");
  for (const { lines, digest } of rows) {
    const digests = beginnings.get(Number(lines)) ?? new Set();
    beginnings.set(Number(lines), digests.add(digest));
  }
  return beginnings;
}

async function add(
  store: ImportOptions["store"],
  facts: Fact[],
  lines: number,
  digest: string,
): Promise<void> {
  await store.transaction(async ({ query, append }) => {
    await append(facts);
    await query("INSERT INTO imports VALUES ($1, $2, current_localtimestamp())", [lines, digest]);
  });
}

/** One line on the columns of an importable file. */
export function describeColumns(): string {
  return COLUMN_NAMES.join(", ");
}
