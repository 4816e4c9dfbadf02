/** Chooses a campaign for each zone of a request. Pure: time, random numbers and remaining budgets are arguments. */

import { getOrMake } from "../values/getOrMake.ts";
import { assign } from "./assign.ts";
import { type Bits, intersect, subtract } from "./bitSet.ts";
import type { CampaignIndex } from "./campaignIndex.ts";
import { Candidates } from "./candidates.ts";
import type { VisitorTraits, ZoneFields } from "./dimensions.ts";
import { selectAccepting } from "./facet.ts";
import { hasKeywords, type WordMatch } from "./keywords.ts";
import type { Random } from "./random.ts";
import type { IndexedZone } from "./zoneIndex.ts";

/** A zone of a request for which a campaign is chosen. */
export interface ZoneQuery {
  zone: IndexedZone;
  request: ZoneFields;
}

/** Data shared by all zones of a request. */
export interface MatchContext {
  visitor: VisitorTraits;
  /** Address of the page, whose words are used for zones without keywords. */
  page: string | undefined;
  /** Milliseconds since 1970. */
  time: number;
}

/** Limits and chance of one decision. */
export interface DecisionRules {
  /** Impressions left for a campaign, by position; Infinity without a limit. */
  remaining: (position: number) => number;
  random: Random;
}

/**
 * The decision for the zones of one request. It has two steps, because frequency caps of the matching campaigns may have
 * to be read from other nodes before one is chosen.
 */
export class RequestDecision {
  /** Match of each zone. */
  readonly matches: readonly Match[];
  readonly #index: CampaignIndex;

  constructor(index: CampaignIndex, context: MatchContext, zones: readonly ZoneQuery[]) {
    const matcher = new ZoneMatcher(index, context);
    this.matches = zones.map((zone) => matcher.match(zone));
    this.#index = index;
  }

  /**
   * Returns the position of the chosen campaign for each zone; undefined where none may serve.
   *
   * Higher priorities have precedence; within a priority, campaigns that match a keyword precede those without. The same
   * random numbers give the same decisions.
   */
  choose(rules: DecisionRules): (number | undefined)[] {
    const candidates = this.matches.map((match) => match.candidates);
    const { remaining, random } = rules;
    return assign(candidates, { ranking: this.#index.ranking, remaining, random });
  }
}

/** Candidates of a zone, with the sets they were computed from. */
export interface Match {
  candidates: Candidates;
  /** Campaigns matched by the zone's keywords, or by the page's address. */
  words: WordMatch;
  page: WordMatch;
  eligible: Bits;
  accepted: Bits;
}

/** Matches and chooses at once, for callers that know the remaining impressions of all campaigns. */
export function decide(
  index: CampaignIndex,
  query: MatchContext & DecisionRules & { zones: readonly ZoneQuery[] },
): (number | undefined)[] {
  return new RequestDecision(index, query, query.zones).choose(query);
}

/** Matches a zone that is alone on its page. */
export function matchZone(index: CampaignIndex, context: MatchContext, zone: ZoneQuery): Match {
  return new ZoneMatcher(index, context).match(zone);
}

/** Matches zones. Zones with the same restrictions share a match. */
class ZoneMatcher {
  readonly #index: CampaignIndex;
  readonly #words = new Map<string, WordMatch>();
  readonly #page: WordMatch;
  /** Campaigns that are active and accept time, visitor and page. */
  readonly #eligible: Bits;
  readonly #eligibleByValues = new Map<string, Bits>();
  readonly #found = new Map<WordMatch, Match[]>();

  constructor(index: CampaignIndex, { page, time, visitor }: MatchContext) {
    this.#index = index;
    this.#page = index.matchAddress(page ?? "");
    this.#eligible = intersect([
      index.active,
      index.selectSchedule(time).served,
      ...index.byVisitor.map(({ facet, read }) => selectAccepting(facet, read(visitor))),
    ]);
    subtract(this.#eligible, this.#page.excluded);
  }

  match({ zone: { accepted }, request }: ZoneQuery): Match {
    const eligible = this.#selectEligible(request);
    const words = this.#matchWords(request.keywords);
    const alike = getOrMake(this.#found, words, (): Match[] => []);
    const same = alike.find((found) => found.accepted === accepted && found.eligible === eligible);
    if (same) return same;
    const candidates = new Candidates(this.#index.ranking, [words.allowed, eligible, accepted]);
    const match = { candidates, words, page: this.#page, eligible, accepted };
    alike.push(match);
    return match;
  }

  #matchWords(keywords: string | undefined): WordMatch {
    if (keywords === undefined || !hasKeywords(keywords)) return this.#page;
    return getOrMake(this.#words, keywords, () => this.#index.matchKeywords(keywords));
  }

  #selectEligible(request: ZoneFields): Bits {
    const { byRequest } = this.#index;
    if (byRequest.length === 0) return this.#eligible;
    const values = byRequest.map(({ read }) => read(request));
    return getOrMake(this.#eligibleByValues, JSON.stringify(values), () =>
      intersect([this.#eligible, ...byRequest.map(({ facet }, at) => selectAccepting(facet, values[at]))]),
    );
  }
}
