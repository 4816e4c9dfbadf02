/**
 * From a request and the catalogue to a campaign for each zone. Pure: time, chance and what budgets leave are passed in.
 */
import type { Random } from "../values/random.ts";
import { assign, type Candidates } from "./assign.ts";
import { type Bits, intersect, listPositions, subtract } from "./bits.ts";
import type { CampaignIndex, IndexedZone, VisitorTraits } from "./campaignIndex.ts";
import { selectAccepting } from "./facet.ts";
import { hasKeywords, KeywordCutter, type WordMatch } from "./keywords.ts";

/** One zone to find a campaign for. */
export interface ZoneQuery {
  zone: IndexedZone;
  keywords?: string | undefined;
  custom?: Readonly<Record<string, string>> | undefined;
}

export interface DecisionQuery {
  visitor: VisitorTraits;
  /** Address of the page; its words stand in for keywords that a zone lacks. */
  page: string | undefined;
  zones: readonly ZoneQuery[];
  /** Milliseconds since 1970. */
  time: number;
  /** How many impressions a campaign may be given, by its position; Infinity without a limit. */
  remaining: (position: number) => number;
  random: Random;
}

/**
 * Positions of the chosen campaigns, one for each zone; undefined where none may serve.
 *
 * Campaigns of a higher priority go first; of the same priority, those that match a keyword go before those that have
 * none. The same random numbers give the same decisions.
 */
export function decide(index: CampaignIndex, query: DecisionQuery): (number | undefined)[] {
  const finder = new CandidateFinder(index, query);
  const zones = query.zones.map((zone) => finder.find(zone));
  const { weights } = index;
  return assign(zones, { weights, remaining: query.remaining, random: query.random });
}

/** The positions of the campaigns that could serve one zone, in tiers of which each goes before the next. */
export function findCandidates(index: CampaignIndex, query: DecisionQuery, zone: ZoneQuery): Candidates {
  return new CandidateFinder(index, query).find(zone);
}

/** Finds the candidates of a request's zones; zones that ask for the same share them. */
class CandidateFinder {
  readonly #index: CampaignIndex;
  readonly #query: DecisionQuery;
  readonly #cutter = new KeywordCutter();
  readonly #page: WordMatch;
  /** Campaigns that accept moment, visitor and page. */
  readonly #eligible: Bits;
  readonly #eligibleByCustom = new Map<string, Bits>();
  readonly #candidates = new Map<Bits, Map<Bits, Map<WordMatch, Candidates>>>();

  constructor(index: CampaignIndex, query: DecisionQuery) {
    this.#index = index;
    this.#query = query;
    this.#page = index.matchAddress(query.page ?? "");
    const accepting = intersect(index.selectScheduled(query.time), index.selectForVisitor(query.visitor));
    this.#eligible = subtract(accepting, this.#page.excluded);
  }

  find({ zone, keywords, custom }: ZoneQuery): Candidates {
    const eligible = this.#selectEligible(custom);
    const words =
      keywords !== undefined && hasKeywords(keywords)
        ? this.#index.matchKeywords(this.#cutter.cut(keywords))
        : this.#page;
    const byZone = getOrMake(this.#candidates, eligible, () => new Map<Bits, Map<WordMatch, Candidates>>());
    const byWords = getOrMake(byZone, zone.accepted, () => new Map<WordMatch, Candidates>());
    return getOrMake(byWords, words, () => this.#list(zone.accepted, eligible, words));
  }

  #selectEligible(custom: ZoneQuery["custom"]): Bits {
    if (this.#index.custom.size === 0) return this.#eligible;
    const keys = [...this.#index.custom.keys()];
    const values = keys.map((key) => (custom && Object.hasOwn(custom, key) ? custom[key] : undefined));
    return getOrMake(this.#eligibleByCustom, JSON.stringify(values), () =>
      intersect(
        this.#eligible,
        ...[...this.#index.custom.values()].map((facet, at) => selectAccepting(facet, values[at])),
      ),
    );
  }

  #list(accepted: Bits, eligible: Bits, { matching, excluded }: WordMatch): Candidates {
    const allowed = subtract(eligible, excluded);
    const { remaining } = this.#query;
    const list = (bits: Bits) => listPositions(bits, allowed, accepted).filter((at) => remaining(at) > 0);
    return this.#divide(list(matching), list(this.#index.unkeyed));
  }

  /** Tiers of candidates from two ascending lists: by priority, then those with a matching keyword first. */
  #divide(keyed: readonly number[], unkeyed: readonly number[]): Candidates {
    const { priorities } = this.#index;
    const tiers: number[][] = [];
    const take = (list: readonly number[], start: number, priority: number): number => {
      let end = start;
      while (end < list.length && priorities[list[end] as number] === priority) end++;
      if (end > start) tiers.push(list.slice(start, end));
      return end;
    };
    const peek = (list: readonly number[], at: number) =>
      at < list.length ? (priorities[list[at] as number] ?? 0) : Number.NEGATIVE_INFINITY;
    for (let a = 0, b = 0; a < keyed.length || b < unkeyed.length; ) {
      const priority = Math.max(peek(keyed, a), peek(unkeyed, b));
      a = take(keyed, a, priority);
      b = take(unkeyed, b, priority);
    }
    return tiers;
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
