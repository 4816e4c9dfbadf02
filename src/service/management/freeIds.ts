/**
 * Finds ids for new entries that no entry ever had. The catalogue knows the highest id that it ever contained. Facts
 * and people may contain higher ids, from a file that owned the catalogue before or from imports. These are skipped, so
 * that no account sees data of another.
 */
import type { FindIds, Numbered } from "../catalogue/document.ts";
import { StoreError } from "../facts/eventStore.ts";
import type { Dimension } from "../facts/factTable.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";
import type { People } from "../people/people.ts";
import { ChangeRefused } from "./refusal.ts";

/** Columns of facts that have the ids of a kind. */
const COLUMNS: Record<Numbered, readonly Dimension[]> = {
  accounts: ["advertiser_id", "publisher_id"],
  categories: ["category_id"],
  carriers: ["carrier_id"],
  regions: ["region_id"],
  offers: ["offer_id"],
  offerLandingPages: ["offer_landing_page_id"],
  sites: ["site_id"],
  zones: ["zone_id"],
  campaigns: ["campaign_id"],
  creatives: ["variation_id"],
};
/** Ids per lookup: more than the maximum creatives of a body, because concurrent requests may use some of them. */
const LOOKED_UP = 2000;
const ALL_TIME = { from: 0, until: Date.UTC(2100, 0, 1) };
/** Milliseconds that a lookup may take. */
const TIMEOUT = 10_000;

interface FreeIdsParts {
  facts: Facts;
  people: () => People;
  /** Returns the highest id that entries of a kind ever had in the catalogue. */
  getHighest: (kind: Numbered) => number;
}

export class FreeIds {
  readonly #parts: FreeIdsParts;
  /** Lookups in flight, shared because many entries may be created at once. */
  readonly #lookups = new Map<string, Promise<ReadonlySet<number>>>();

  constructor(parts: FreeIdsParts) {
    this.#parts = parts;
  }

  /**
   * Looks up free ids above the highest one. The result may be used for entries that are added meanwhile. Rejects with
   * `ChangeRefused` while the facts cannot be read, because an id with facts would show one account the data of
   * another.
   */
  readonly find: FindIds = async (kind, { above = 0, count = 1 } = {}) => {
    const start = Math.max(this.#parts.getHighest(kind), above) + 1;
    const wanted = count + LOOKED_UP / 2;
    const used = new Set<number>();
    // Imports may have used many consecutive ids.
    for (let from = start; from - start - used.size < wanted; from += LOOKED_UP)
      for (const id of await this.#lookUp(kind, from)) used.add(id);
    return { start, used };
  };

  #lookUp(kind: Numbered, start: number): Promise<ReadonlySet<number>> {
    const name = `${kind} ${start}`;
    let lookup = this.#lookups.get(name);
    if (!lookup) {
      lookup = this.#ask(kind, start).finally(() => this.#lookups.delete(name));
      this.#lookups.set(name, lookup);
    }
    return lookup;
  }

  async #ask(kind: Numbered, start: number): Promise<ReadonlySet<number>> {
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      return await this.#findUsed(kind, start, signal);
    } catch (error) {
      if (!(error instanceof StoreError) && !signal.aborted) throw error;
      throw new ChangeRefused(503, { code: "ids-unreadable" });
    }
  }

  async #findUsed(kind: Numbered, start: number, signal: AbortSignal): Promise<ReadonlySet<number>> {
    const within = Array.from({ length: LOOKED_UP }, (_, at) => start + at);
    const used = new Set<number>();
    if (kind === "accounts") for (const id of listAccounts(this.#parts.people(), within)) used.add(id);
    for (const column of COLUMNS[kind]) {
      const conditions = [{ value: { column }, within }];
      const query = { ...ALL_TIME, conditions, groups: [{ column }], counters: ["ad_requests"] as const };
      for (const [id] of await sumFacts(this.#parts.facts, query, signal)) used.add(Number(id));
    }
    return used;
  }
}

/** Selects the accounts of `within` that have users or API tokens, or had sign-ins in the catalogue. */
function listAccounts({ users, tokens, taken }: People, within: readonly number[]): number[] {
  const members = [...users.values()].flatMap(({ accounts }) => accounts.map(({ account }) => account));
  const owners = [...tokens.values()].map(({ account }) => account);
  const known = new Set([...members, ...owners, ...taken]);
  return within.filter((id) => known.has(id));
}
