/**
 * From a request and the catalogue to a decision for each zone. Pure: chance and what budgets leave are passed in.
 */
import { type Bits, inAll, keepOnly, positionsInAll } from "./bits.ts";
import {
  acceptedBy,
  type CampaignIndex,
  type Creative,
  type IndexedZone,
  type Servable,
  type VisitorTraits,
} from "./campaign-index.ts";

/** One zone to decide. */
export interface ZoneAsk {
  zone: IndexedZone;
  keywords?: string | undefined;
  custom?: Readonly<Record<string, string>> | undefined;
}

export interface Decision {
  chosen: Servable;
  creative: Creative;
}

export interface Asked {
  visitor: VisitorTraits;
  /** Address of the page; its words stand in for keywords that a zone lacks. */
  page: string | undefined;
  /** Undefined entries get no decision. */
  zones: readonly (ZoneAsk | undefined)[];
  /** Milliseconds since 1970. */
  time: number;
}

/** How many more impressions each campaign may be given, by its position; Infinity without a limit. */
export type Room = ArrayLike<number>;

/**
 * Campaigns that match a keyword go before those that have none. A campaign is given a second zone of the same request
 * only when nothing else could serve it; zones with the fewest candidates choose first, so that this is rare.
 *
 * `random` gives numbers from 0 up to 1; the same ones give the same decisions.
 */
export function decide(
  index: CampaignIndex,
  asked: Asked,
  room: Room,
  random: () => number,
): (Decision | null)[] {
  const eligible = inAll(index.running(asked.time), index.forVisitor(asked.visitor));
  const contests: Contest[] = [];
  for (let at = 0; at < asked.zones.length; at++) {
    const ask = asked.zones[at];
    if (ask) contests.push(contest(index, at, ask, asked.page, eligible));
  }
  contests.sort((a, b) => a.count - b.count);
  const decisions: (Decision | null)[] = asked.zones.map(() => null);
  const taken = new Uint16Array(index.servable.length);
  for (const { at, ask, tiers } of contests) {
    const chosen = choose(index, tiers, room, taken, random);
    if (!chosen) continue;
    taken[chosen.at] = (taken[chosen.at] ?? 0) + 1;
    const creative = weighted(chosen.bySize.get(ask.zone.zone.size) ?? [], random);
    decisions[at] = creative ? { chosen, creative } : null;
  }
  return decisions;
}

/** A zone and who would serve it: positions of campaigns that match by keyword, then of those without keywords. */
interface Contest {
  at: number;
  ask: ZoneAsk;
  tiers: readonly [number[], number[]];
  count: number;
}

function contest(
  index: CampaignIndex,
  at: number,
  ask: ZoneAsk,
  page: string | undefined,
  eligible: Bits,
): Contest {
  const accepted = index.custom.size > 0 ? acceptingCustom(index, ask, eligible) : eligible;
  const matching = matchingWords(index, page, ask.keywords);
  const keyed = positionsInAll(matching, accepted, ask.zone.accepted);
  const unkeyed = positionsInAll(index.unkeyed, accepted, ask.zone.accepted);
  return { at, ask, tiers: [keyed, unkeyed], count: keyed.length + unkeyed.length };
}

function acceptingCustom(index: CampaignIndex, ask: ZoneAsk, eligible: Bits): Bits {
  const bits = eligible.slice();
  for (const [key, facet] of index.custom) {
    const given = ask.custom && Object.hasOwn(ask.custom, key) ? ask.custom[key] : undefined;
    keepOnly(bits, acceptedBy(facet, given));
  }
  return bits;
}

function matchingWords(index: CampaignIndex, page: string | undefined, keywords: string | undefined): Bits {
  return (keywords === undefined ? undefined : index.forKeywords(keywords)) ?? index.forAddress(page ?? "");
}

function choose(
  index: CampaignIndex,
  tiers: readonly number[][],
  room: Room,
  taken: Uint16Array,
  random: () => number,
): Servable | undefined {
  for (const most of [1, Number.POSITIVE_INFINITY]) {
    for (const tier of tiers) {
      const at = weightedWithRoom(tier, index.weights, room, taken, most, random);
      if (at !== undefined) return index.servable[at];
    }
  }
  return undefined;
}

/** Of those with room, taken fewer times than `most`. */
function weightedWithRoom(
  tier: readonly number[],
  weights: ArrayLike<number>,
  room: Room,
  taken: Uint16Array,
  most: number,
  random: () => number,
): number | undefined {
  let last: number | undefined;
  let total = 0;
  for (const at of tier) {
    if (!hasRoom(at, room, taken, most)) continue;
    last = at;
    total += weights[at] ?? 0;
  }
  if (last === undefined) return undefined;
  let rest = random() * total;
  for (const at of tier) {
    if (!hasRoom(at, room, taken, most)) continue;
    rest -= weights[at] ?? 0;
    if (rest < 0) return at;
  }
  return last;
}

function hasRoom(at: number, room: Room, taken: Uint16Array, most: number): boolean {
  const times = taken[at] ?? 0;
  return times < most && (room[at] ?? 0) > times;
}

function weighted(creatives: readonly Creative[], random: () => number): Creative | undefined {
  if (creatives.length < 2) return creatives[0];
  let total = 0;
  for (const { variation } of creatives) total += variation.weight;
  let rest = random() * total;
  for (const creative of creatives) {
    rest -= creative.variation.weight;
    if (rest < 0) return creative;
  }
  return creatives.at(-1);
}
