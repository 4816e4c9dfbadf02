/**
 * From a request and the catalogue to a decision for each zone. Pure: chance and what budgets leave are passed in.
 */
import { type Bits, become, keepOnly, noBits, positions } from "./bits.ts";
import {
  acceptedBy,
  type CampaignIndex,
  type Creative,
  type IndexedZone,
  type Servable,
} from "./campaign-index.ts";

/** What is known of the visitor; undefined where it is not. */
export interface VisitorTraits {
  country?: string;
  language?: number;
  deviceType?: number;
  operatingSystem?: number;
  browser?: number;
}

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

const ANY_WORD = /[\p{L}\p{N}]/u;

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
  const decisions: (Decision | null)[] = asked.zones.map(() => null);
  const sets = { forVisitor: acceptVisitor(index, asked.visitor), work: noBits(index.servable.length) };
  const taken = new Uint16Array(index.servable.length);
  const mayServe = (at: number) =>
    (room[at] ?? 0) > (taken[at] ?? 0) && inFlight(index.servable[at], asked.time);
  const contests = asked.zones
    .map((ask, at) => ({ at, ask, tiers: ask ? candidates(index, asked.page, ask, sets) : [] }))
    .sort((a, b) => countOf(a.tiers) - countOf(b.tiers));
  for (const { at, ask, tiers } of contests) {
    const chosen = ask && choose(index, tiers, taken, mayServe, random);
    if (!ask || !chosen) continue;
    taken[chosen.at] = (taken[chosen.at] ?? 0) + 1;
    const creatives = chosen.bySize.get(ask.zone.zone.size) ?? [];
    const creative = weighted(creatives, ({ variation }) => variation.weight, random);
    decisions[at] = creative ? { chosen, creative } : null;
  }
  return decisions;
}

function acceptVisitor(index: CampaignIndex, visitor: VisitorTraits): Bits {
  const bits = acceptedBy(index.country, visitor.country).slice();
  keepOnly(bits, acceptedBy(index.language, visitor.language));
  keepOnly(bits, acceptedBy(index.deviceType, visitor.deviceType));
  keepOnly(bits, acceptedBy(index.operatingSystem, visitor.operatingSystem));
  keepOnly(bits, acceptedBy(index.browser, visitor.browser));
  return bits;
}

/** Positions of the campaigns that match by keyword, then of those without keywords. `work` is written over. */
function candidates(
  index: CampaignIndex,
  page: string | undefined,
  ask: ZoneAsk,
  { forVisitor, work }: { forVisitor: Bits; work: Bits },
): number[][] {
  const keepAccepted = (bits: Bits) => {
    keepOnly(bits, forVisitor);
    keepOnly(bits, ask.zone.accepted);
    for (const [key, facet] of index.custom) {
      const given = ask.custom && Object.hasOwn(ask.custom, key) ? ask.custom[key] : undefined;
      keepOnly(bits, acceptedBy(facet, given));
    }
    return positions(bits);
  };
  become(work, matchingWords(index, page, ask.keywords));
  const keyed = keepAccepted(work);
  become(work, index.unkeyed);
  return [keyed, keepAccepted(work)];
}

function matchingWords(index: CampaignIndex, page: string | undefined, keywords: string | undefined): Bits {
  return keywords !== undefined && ANY_WORD.test(keywords)
    ? index.forKeywords(keywords)
    : index.forAddress(page ?? "");
}

function countOf(tiers: readonly number[][]): number {
  return tiers.reduce((sum, tier) => sum + tier.length, 0);
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
