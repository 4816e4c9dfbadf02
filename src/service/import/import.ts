/**
 * Named imports. Importing under a name again replaces all facts of that name in one transaction, so that no line of a
 * corrected or grown file counts twice.
 */
import { rm } from "node:fs/promises";
import { createNoter } from "../delivery/importedDeliveries.ts";
import type { Store, Transaction } from "../facts/eventStore.ts";
import type { Counts, ImportStep, Summary } from "./splitFile.ts";

export interface ImportOptions {
  name: string;
  /** Network to which the import belongs; absent for imports of the command. Names are unique within a network. */
  network?: number | undefined;
  /** Imports nothing when a line is rejected. */
  allOrNothing?: boolean;
  onProgress?: (counts: Counts) => void;
}

export interface ImportResult extends Summary {
  /** Number of lines of the replaced import; absent when none was replaced. */
  replaced?: number;
  /** Number of lines of months that were summed up: reports do not show them. */
  summedUp?: number;
  /** Name of an earlier import with the same content, because of which nothing was added. */
  sameAs?: string;
  /** Whether nothing was imported because of rejected lines. */
  refused?: boolean;
}

type ImportStore = Pick<Store, "query" | "longTransaction">;

/** Thrown to roll back a transaction although nothing has failed. */
class Undone extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super("Nothing was imported.");
    this.result = result;
  }
}

/** Rejects when the file cannot be read or the store fails; the earlier import of that name then stays. */
export async function importParts(
  store: ImportStore,
  steps: AsyncIterable<ImportStep>,
  { name, network, allOrNothing = false, onProgress }: ImportOptions,
): Promise<ImportResult> {
  try {
    return await store.longTransaction(async ({ query, load, remove, sumUpLate }) => {
      const [{ id } = { id: 1 }] = await query<{ id: number }>(
        "SELECT coalesce(max(id), 0)::INTEGER + 1 AS id FROM named_imports",
      );
      let summary: Summary | undefined;
      for await (const step of steps) {
        if ("summary" in step) summary = step.summary;
        else {
          await load(step.part, id).finally(() => rm(step.part.path, { force: true }));
          onProgress?.(step.counts);
        }
      }
      if (!summary) throw new Error("The file ended before its summary.");
      const { digest, read, added, rejected } = summary;
      // When every line is rejected, file or catalogue is probably the wrong one: keep the earlier import.
      if (rejected > 0 && (allOrNothing || added === 0))
        throw new Undone({ ...summary, added: 0, refused: true });
      const [same] = await query<{ name: string }>(
        "SELECT name FROM named_imports WHERE digest = $1 AND name <> $2 AND network IS NOT DISTINCT FROM $3::INTEGER",
        [digest, name, network ?? null],
      );
      // Files without lines all have the same content; importing one removes the facts of its name.
      if (same && read > 0) throw new Undone({ ...summary, added: 0, sameAs: same.name });
      const note = createNoter(query);
      await note(id, 1);
      const summedUp = await sumUpLate(id);
      const replaced = await removeFacts({ query, remove }, note, name, network);
      await query(
        `INSERT INTO named_imports (id, name, digest, read, added, rejected, time, network)
         VALUES ($1, $2, $3, $4, $5, $6, $7::TIMESTAMP, $8::INTEGER)`,
        [id, name, digest, read, added, rejected, new Date(), network ?? null],
      );
      return { ...summary, ...(replaced !== undefined && { replaced }), ...(summedUp > 0 && { summedUp }) };
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

export interface ImportEntry extends Counts {
  name: string;
  /** Null for imports of the command. */
  network: number | null;
  time: Date;
  impressions: bigint;
  clicks: bigint;
  cost: string;
  publisher_revenue: string;
}

/** Page of a network's imports. */
interface ImportPage {
  network: number;
  limit: number;
  offset: number;
}

/** Lists imports with their sums, oldest first: a page of a network's imports, or all. */
export function listImports(store: ImportStore, page?: ImportPage): Promise<ImportEntry[]> {
  const part = page ? "WHERE network = $1::INTEGER ORDER BY time, id LIMIT $2::BIGINT OFFSET $3::BIGINT" : "";
  return store.query<ImportEntry>(
    `WITH listed AS (SELECT * FROM named_imports ${part})
     SELECT name, network, listed.time, read, added, rejected, ${SUMS.map((sum) => `coalesce(${sum}, 0) AS ${sum}`).join(", ")}
     FROM listed LEFT JOIN (
       SELECT import_id, ${SUMS.map((sum) => `sum(${sum}) AS ${sum}`).join(", ")}
       FROM facts WHERE import_id IN (SELECT id FROM listed) GROUP BY import_id
     ) ON import_id = id ORDER BY listed.time, id`,
    page ? [page.network, page.limit, page.offset] : [],
  );
}

export async function countImports(store: ImportStore, network: number): Promise<number> {
  const rows = await store.query<{ count: number }>(
    "SELECT count(*)::DOUBLE AS count FROM named_imports WHERE network = $1::INTEGER",
    [network],
  );
  return rows[0]?.count ?? 0;
}

const SUMS = ["impressions", "clicks", "cost", "publisher_revenue"];

/** Removes an import of the command, or of a network; false when no import has the name. */
export async function removeImport(store: ImportStore, name: string, network?: number): Promise<boolean> {
  return store.longTransaction(
    async (transaction) =>
      (await removeFacts(transaction, createNoter(transaction.query), name, network)) !== undefined,
  );
}

/** Removes the facts of an import. Returns the number of its lines; undefined when no import has the name. */
async function removeFacts(
  { query, remove }: Pick<Transaction, "query" | "remove">,
  note: ReturnType<typeof createNoter>,
  name: string,
  network: number | undefined,
): Promise<number | undefined> {
  const [earlier] = await query<{ id: number; added: bigint }>(
    "SELECT id, added FROM named_imports WHERE name = $1 AND network IS NOT DISTINCT FROM $2::INTEGER",
    [name, network ?? null],
  );
  if (!earlier) return undefined;
  await note(earlier.id, -1);
  await remove(earlier.id);
  await query("DELETE FROM named_imports WHERE id = $1", [earlier.id]);
  return Number(earlier.added);
}
