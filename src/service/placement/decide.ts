/**
 * From a request and the catalogue to a decision for each zone. Pure: chance and what budgets leave are passed in.
 */
import { type Bits, keepOnly, positionsInAll } from "./bits.ts";
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
  const forVisitor = index.forVisitor(asked.visitor);
  const contests: Contest[] = [];
  for (let at = 0; at < asked.zones.length; at++) {
    const ask = asked.zones[at];
    if (ask) contests.push(contest(index, at, ask, asked.page, forVisitor));
  }
  contests.sort((a, b) => a.count - b.count);
  const decisions: (Decision | null)[] = asked.zones.map(() => null);
  const taken = new Uint16Array(index.servable.length);
  const mayServe = (at: number) =>
    (room[at] ?? 0) > (taken[at] ?? 0) && inFlight(index.servable[at], asked.time);
  for (const { at, ask, tiers } of contests) {
    const chosen = choose(index, tiers, taken, mayServe, random);
    if (!chosen) continue;
    taken[chosen.at] = (taken[chosen.at] ?? 0) + 1;
    const creatives = chosen.bySize.get(ask.zone.zone.size) ?? [];
    const creative = weighted(creatives, weightOf, random);
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
  forVisitor: Bits,
): Contest {
  const accepted = index.custom.size > 0 ? acceptingCustom(index, ask, forVisitor) : forVisitor;
  const matching = matchingWords(index, page, ask.keywords);
  const keyed = positionsInAll(matching, accepted, ask.zone.accepted);
  const unkeyed = positionsInAll(index.unkeyed, accepted, ask.zone.accepted);
  return { at, ask, tiers: [keyed, unkeyed], count: keyed.length + unkeyed.length };
}

function acceptingCustom(index: CampaignIndex, ask: ZoneAsk, forVisitor: Bits): Bits {
  const bits = forVisitor.slice();
  for (const [key, facet] of index.custom) {
    const given = ask.custom && Object.hasOwn(ask.custom, key) ? ask.custom[key] : undefined;
    keepOnly(bits, acceptedBy(facet, given));
  }
  return bits;
}

function weightOf({ variation }: Creative): number {
  return variation.weight;
}

function matchingWords(index: CampaignIndex, page: string | undefined, keywords: string | undefined): Bits {
  return (keywords === undefined ? undefined : index.forKeywords(keywords)) ?? index.forAddress(page ?? "");
}

function choose(
  index: CampaignIndex,
  tiers: readonly number[][],
  taken: Uint16Array,
  mayServe: (at: number) => boolean,
  random: () => number,
): Servable | undefined {
  const contenders =
    firstOf(tiers, (at) => taken[at] === 0 && mayServe(at)) ?? firstOf(tiers, mayServe) ?? [];
  const at = weighted(contenders, (each) => index.weights[each] ?? 0, random);
  return at === undefined ? undefined : index.servable[at];
}

/** The members of the first tier that has any. */
function firstOf(tiers: readonly number[][], has: (at: number) => boolean): number[] | undefined {
  for (const tier of tiers) {
    const members = tier.filter(has);
    if (members.length > 0) return members;
  }
  return undefined;
}

function weighted<T>(items: readonly T[], weight: (item: T) => number, random: () => number): T | undefined {
  if (items.length < 2) return items[0];
  let total = 0;
  for (const item of items) total += weight(item);
  let rest = random() * total;
  for (const item of items) {
    rest -= weight(item);
    if (rest < 0) return item;
  }
  return items.at(-1);
}

function inFlight(servable: Servable | undefined, time: number): boolean {
  return servable !== undefined && servable.from <= time && time < servable.until;
}
