/**
 * Ids of new entries. The live catalogue keeps what it had, so its highest id grows; facts and people may have ids of
 * entries that it never had, from a file that owned the catalogue before, or from imports. Those are skipped, so that
 * nobody sees what belongs to another.
 */
import type { Entry } from "../catalogue/document.ts";
import type { Dimension } from "../facts/factTable.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";
import type { People } from "../people/people.ts";
import { nextId } from "./entries.ts";
import type { Kind } from "./resources.ts";

/** Kinds of entries that get an id. */
export type Numbered = Kind | "creatives";

/** Columns of facts that have the ids of a kind. */
const COLUMNS: Record<Numbered, readonly Dimension[]> = {
  accounts: ["advertiser_id", "publisher_id"],
  sites: ["site_id"],
  zones: ["zone_id"],
  campaigns: ["campaign_id"],
  creatives: ["variation_id"],
};
/** Ids that are looked up at a time: more than a body has creatives, and others may be created meanwhile. */
const LOOKED_UP = 2000;
const ALL_TIME = { from: 0, until: Date.UTC(2100, 0, 1) };

/** Returns an id for a new entry of a list. */
export type GiveId = (entries: readonly Pick<Entry, "id">[]) => number;

export interface FreeIdsParts {
  facts: Facts;
  people: () => People;
}

export class FreeIds {
  readonly #parts: FreeIdsParts;
  /** Lookups in flight: many entries may be created at once. */
  readonly #lookups = new Map<string, Promise<ReadonlySet<number>>>();

  constructor(parts: FreeIdsParts) {
    this.#parts = parts;
  }

  /** Looks up the ids that follow those of `entries`. The result may be used for entries that are added meanwhile. */
  async find(kind: Numbered, entries: readonly Entry[], signal: AbortSignal): Promise<GiveId> {
    let start = nextId(entries);
    let used = await this.#lookUp(kind, start, signal);
    // Imports may have taken all of them.
    while (used.size > LOOKED_UP / 2) {
      start += LOOKED_UP;
      used = await this.#lookUp(kind, start, signal);
    }
    return (all) => {
      let id = Math.max(start, nextId(all));
      while (used.has(id)) id += 1;
      // Beyond those looked up, an id is free unless thousands of entries were created meanwhile.
      return id;
    };
  }

  #lookUp(kind: Numbered, start: number, signal: AbortSignal): Promise<ReadonlySet<number>> {
    const name = `${kind} ${start}`;
    let lookup = this.#lookups.get(name);
    if (!lookup) {
      lookup = this.#ask(kind, start, signal).finally(() => this.#lookups.delete(name));
      this.#lookups.set(name, lookup);
    }
    return lookup;
  }

  async #ask(kind: Numbered, start: number, signal: AbortSignal): Promise<ReadonlySet<number>> {
    const { facts, people } = this.#parts;
    const within = Array.from({ length: LOOKED_UP }, (_, at) => start + at);
    const used = new Set<number>();
    if (kind === "accounts")
      for (const { accounts } of people().users.values())
        for (const { account } of accounts) if (account >= start) used.add(account);
    for (const column of COLUMNS[kind]) {
      const conditions = [{ value: { column }, within }];
      const query = { ...ALL_TIME, conditions, groups: [{ column }], counters: ["ad_requests"] as const };
      for (const [id] of await sumFacts(facts, query, signal)) used.add(Number(id));
    }
    return used;
  }
}
