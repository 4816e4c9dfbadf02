/**
 * From a request and the catalogue to a campaign for each zone. Pure: time, chance and what budgets leave are passed in.
 */
import type { Random } from "../values/random.ts";
import { assign } from "./assign.ts";
import { type Bits, intersect, subtract } from "./bitSet.ts";
import type { CampaignIndex, IndexedZone, VisitorTraits } from "./campaignIndex.ts";
import { Candidates } from "./candidates.ts";
import { selectAccepting } from "./facet.ts";
import { hasKeywords, KeywordCutter, type WordMatch } from "./keywords.ts";

/** One zone to find a campaign for. */
export interface ZoneQuery {
  zone: IndexedZone;
  keywords?: string | undefined;
  custom?: Readonly<Record<string, string>> | undefined;
}

/** What holds for all zones of a request. */
export interface RequestContext {
  visitor: VisitorTraits;
  /** Address of the page; its words stand in for keywords that a zone lacks. */
  page: string | undefined;
  /** Milliseconds since 1970. */
  time: number;
  /** How many impressions a campaign may be given, by its position; Infinity without a limit. */
  remaining: (position: number) => number;
}

export interface DecisionQuery extends RequestContext {
  zones: readonly ZoneQuery[];
  random: Random;
}

/**
 * Positions of the chosen campaigns, one for each zone; undefined where none may serve.
 *
 * Campaigns of a higher priority go first; of the same priority, those that match a keyword go before those that have
 * none. The same random numbers give the same decisions.
 */
export function decide(index: CampaignIndex, query: DecisionQuery): (number | undefined)[] {
  const { zones, remaining, random } = query;
  const finder = new CandidateFinder(index, query);
  return assign(
    zones.map((zone) => finder.find(zone)),
    { ranking: index.ranking, remaining, random },
  );
}

/** The positions of the campaigns that one zone, alone on its page, is given one of. */
export function listBest(index: CampaignIndex, context: RequestContext, zone: ZoneQuery): number[] {
  const candidates = new CandidateFinder(index, context).find(zone);
  return candidates.listBest((position) => context.remaining(position) > 0);
}

/** What a zone's candidates follow from. */
interface Found {
  eligible: Bits;
  accepted: Bits;
  candidates: Candidates;
}

/** Finds the candidates of a request's zones; zones that ask for the same share them. */
class CandidateFinder {
  readonly #index: CampaignIndex;
  readonly #cutter = new KeywordCutter();
  readonly #page: WordMatch;
  /** Campaigns that accept moment, visitor and page. */
  readonly #eligible: Bits;
  readonly #eligibleByCustom = new Map<string, Bits>();
  readonly #found = new Map<WordMatch, Found[]>();

  constructor(index: CampaignIndex, { page, time, visitor }: RequestContext) {
    this.#index = index;
    this.#page = index.matchAddress(page ?? "");
    this.#eligible = intersect([index.selectScheduled(time), ...index.selectForVisitor(visitor)]);
    subtract(this.#eligible, this.#page.excluded);
  }

  find({ zone: { accepted }, keywords, custom }: ZoneQuery): Candidates {
    const eligible = this.#selectEligible(custom);
    const words = this.#matchWords(keywords);
    const alike = getOrMake(this.#found, words, (): Found[] => []);
    const same = alike.find((found) => found.accepted === accepted && found.eligible === eligible);
    if (same) return same.candidates;
    const candidates = new Candidates(this.#index.ranking, [words.allowed, eligible, accepted]);
    alike.push({ eligible, accepted, candidates });
    return candidates;
  }

  #matchWords(keywords: string | undefined): WordMatch {
    if (keywords === undefined || !hasKeywords(keywords)) return this.#page;
    return this.#index.matchKeywords(this.#cutter.cut(keywords));
  }

  #selectEligible(custom: ZoneQuery["custom"]): Bits {
    if (this.#index.custom.size === 0) return this.#eligible;
    const keys = [...this.#index.custom.keys()];
    const values = keys.map((key) => (custom && Object.hasOwn(custom, key) ? custom[key] : undefined));
    return getOrMake(this.#eligibleByCustom, JSON.stringify(values), () =>
      intersect([
        this.#eligible,
        ...[...this.#index.custom.values()].map((facet, at) => selectAccepting(facet, values[at])),
      ]),
    );
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
