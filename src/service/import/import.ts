/**
 * Imports as named units: the facts of a name are replaced as a whole, in one transaction, so that a mended line, a file
 * that has grown and a mended catalogue all end with each line counted once.
 */
import { rm } from "node:fs/promises";
import type { Store } from "../store/store.ts";
import { COLUMN_NAMES } from "./line.ts";
import type { Counts, ImportStep, Summary } from "./parts.ts";

export interface ImportOptions {
  name: string;
  /** Takes nothing when a line is rejected. */
  allOrNothing?: boolean;
  onProgress?: (counts: Counts) => void;
}

export interface ImportResult extends Summary {
  /** Lines of the earlier import of that name, which is gone; absent when there was none. */
  replaced?: number;
  /** The import that has the same content already; nothing was added. */
  sameAs?: string;
  /** Whether nothing was taken because of the rejected lines. */
  refused?: boolean;
}

type ImportStore = Pick<Store, "query" | "longTransaction">;

/** Ends a transaction without anything having gone wrong. */
class Undone extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super("Nothing was imported.");
    this.result = result;
  }
}

/** Rejects when the lines cannot be read or the store fails; what the name had before is then still there. */
export async function importParts(
  store: ImportStore,
  steps: AsyncIterable<ImportStep>,
  { name, allOrNothing = false, onProgress }: ImportOptions,
): Promise<ImportResult> {
  try {
    return await store.longTransaction(async ({ query, load }) => {
      const [{ id } = { id: 1 }] = await query<{ id: number }>(
        "SELECT coalesce(max(id), 0)::INTEGER + 1 AS id FROM named_imports",
      );
      let summary: Summary | undefined;
      for await (const step of steps) {
        if ("summary" in step) summary = step.summary;
        else if ("drop" in step) await query("DELETE FROM facts WHERE import_id = $1", [id]);
        else {
          await load(step.part, id).finally(() => rm(step.part.path, { force: true }));
          onProgress?.(step.counts);
        }
      }
      if (!summary) throw new Error("The file ended before its summary.");
      const { digest, read, added, rejected } = summary;
      const { known } = summary;
      // Where every line is rejected, the file or the catalogue is the wrong one, and what the name has is not.
      const isNone = added + known === 0;
      if (rejected > 0 && (allOrNothing || isNone)) throw new Undone({ ...summary, added: 0, refused: true });
      const [same] = await query<{ name: string }>(
        "SELECT name FROM named_imports WHERE digest = $1 AND name <> $2",
        [digest, name],
      );
      // Files without lines are all alike, and one of them takes out what its name brought.
      if (same && read > 0) throw new Undone({ ...summary, added: 0, sameAs: same.name });
      const replaced = await removeFacts(query, name);
      await query("INSERT INTO named_imports VALUES ($1, $2, $3, $4, $5, $6, $7::TIMESTAMP)", [
        ...[id, name, digest, read, added, rejected, new Date()],
      ]);
      return { ...summary, ...(replaced !== undefined && { replaced }) };
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

export interface ImportEntry extends Omit<Counts, "known"> {
  name: string;
  time: Date;
  impressions: bigint;
  clicks: bigint;
  cost: string;
  publisher_revenue: string;
}

/** All imports, oldest first, with what their facts add up to. */
export function listImports(store: ImportStore): Promise<ImportEntry[]> {
  return store.query<ImportEntry>(
    `SELECT name, i.time, read, added, rejected, ${SUMS.map((sum) => `coalesce(${sum}, 0) AS ${sum}`).join(", ")}
     FROM named_imports i LEFT JOIN (
       SELECT import_id, ${SUMS.map((sum) => `sum(${sum}) AS ${sum}`).join(", ")}
       FROM facts WHERE import_id IS NOT NULL GROUP BY import_id
     ) ON import_id = id ORDER BY i.time, id`,
  );
}

const SUMS = ["impressions", "clicks", "cost", "publisher_revenue"];

/** Takes an import out again; false when there is none of that name. */
export async function removeImport(store: ImportStore, name: string): Promise<boolean> {
  return store.longTransaction(async ({ query }) => (await removeFacts(query, name)) !== undefined);
}

/** How many lines the import of that name had; undefined when there was none. */
async function removeFacts(query: Store["query"], name: string): Promise<number | undefined> {
  const [earlier] = await query<{ id: number; added: bigint }>(
    "SELECT id, added FROM named_imports WHERE name = $1",
    [name],
  );
  if (!earlier) return undefined;
  await query("DELETE FROM facts WHERE import_id = $1", [earlier.id]);
  await query("DELETE FROM named_imports WHERE id = $1", [earlier.id]);
  return Number(earlier.added);
}

/** One line on the columns of an importable file. */
export function describeColumns(): string {
  return COLUMN_NAMES.join(", ");
}
