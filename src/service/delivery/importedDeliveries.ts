/**
 * Counts imported facts towards budgets and caps, and no longer once they are removed.
 *
 * The transaction of an import or a removal also notes its sums in the table `imported_sums`. They are added to the
 * budgets afterwards, and then deleted there. Sums that a crash or an outage of Redis left are added later, once: shared
 * budgets recognize a change that they have.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Query, Store } from "../facts/eventStore.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import type { Nano } from "../values/money.ts";
import type { Account } from "./budgetRules.ts";

/** Imported deliveries of a campaign on a day; negative when they are removed. */
export interface ImportedSums {
  campaign: number;
  /** UTC day, as days since 1970. */
  day: number;
  shown: number;
  cost: Nano;
}

/** Sums of one transaction. */
export interface ImportedChange {
  id: string;
  sums: readonly ImportedSums[];
}

/** Adds sums to the account of their campaign. Later days count for today, as they do after a restart. */
export function addImportedSums(account: Account, sums: readonly ImportedSums[]): void {
  for (const { day, shown, cost } of sums) {
    account.shownTotal += shown;
    account.costTotal += cost;
    if (day < account.day) continue;
    account.shownToday += shown;
    account.costToday += cost;
  }
}

/** Creates a function that notes the sums of an import, for the transaction that adds or removes its facts. */
export function createNoter(query: Query): (importId: number, sign: 1 | -1) => Promise<void> {
  const change = randomUUID();
  return async (importId, sign) => {
    await query(
      `INSERT INTO imported_sums
       SELECT $1, campaign_id, CAST(time AS DATE), ${sign} * sum(impressions), ${sign} * sum(cost)
       FROM facts WHERE import_id = $2 AND campaign_id IS NOT NULL GROUP BY ALL`,
      [change, importId],
    );
  };
}

/** Deletes the noted sums, when budgets are restored from all facts. */
export async function forgetNoted(store: Pick<Store, "query">): Promise<void> {
  await store.query("DELETE FROM imported_sums");
}

interface ImportedDeliveriesParts {
  store: Pick<Store, "query">;
  budgets: { addImported(change: ImportedChange, now: number): Awaitable<void> };
  now: () => number;
  log: Logger;
}

interface Row {
  change: string;
  campaign: number;
  day: number;
  shown: bigint;
  /** Billionths of the currency unit. */
  cost: bigint;
}

const RETRY_EVERY_MS = 1000;

export class ImportedDeliveries {
  readonly #parts: ImportedDeliveriesParts;
  readonly #queue = new SerialQueue();
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Last reported problem; attempts that fail for the same reason do not report it again. */
  #problem = "";

  constructor(parts: ImportedDeliveriesParts) {
    this.#parts = parts;
  }

  /** Adds all noted sums to the budgets. Never rejects: sums that cannot be added now are added later. */
  settle(): Promise<void> {
    return this.#queue
      .run(() => this.#settleAll())
      .catch((error) => {
        const problem = String(error);
        if (problem !== this.#problem)
          this.#parts.log.warn({ err: error }, "imports not yet counted towards budgets and caps");
        this.#problem = problem;
        clearTimeout(this.#retry);
        if (!this.#isClosed) this.#retry = setTimeout(() => void this.settle(), RETRY_EVERY_MS).unref();
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#queue.waitForAll();
  }

  async #settleAll(): Promise<void> {
    const { store, budgets, now } = this.#parts;
    const rows = await store.query<Row>(
      `SELECT change, campaign_id AS campaign, day - DATE '1970-01-01' AS day, impressions AS shown,
         CAST(cost * 1000000000 AS HUGEINT) AS cost
       FROM imported_sums ORDER BY rowid`,
    );
    const changes = new Map<string, ImportedSums[]>();
    for (const { change, campaign, day, shown, cost } of rows) {
      const sums = changes.get(change) ?? [];
      sums.push({ campaign, day: Number(day), shown: Number(shown), cost });
      changes.set(change, sums);
    }
    for (const [id, sums] of changes) {
      await budgets.addImported({ id, sums }, now());
      await store.query("DELETE FROM imported_sums WHERE change = $1", [id]);
    }
    this.#problem = "";
  }
}
