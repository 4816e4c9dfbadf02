/**
 * From a placement request to decisions: a response body, the events to store, and a way back when they cannot be stored.
 */
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { AdRequest, User, ZoneRequest } from "../../protocol/placement.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import type { FrequencyCaps } from "../delivery/frequency.ts";
import { normalizeAddress, toCustomerNetwork } from "../net/address.ts";
import type { Locate } from "../net/geo.ts";
import { type Choice, encodeVisitor, type Tokens } from "../signing/token.ts";
import type { DimensionValues, Event } from "../store/store.ts";
import type { Random } from "../values/random.ts";
import { chooseWeighted } from "../values/weightedChoice.ts";
import { type CampaignIndex, type Creative, type IndexedZone, indexCampaigns } from "./campaignIndex.ts";
import { decide, type ZoneQuery } from "./decide.ts";
import { explainZone } from "./explain.ts";
import { ResponseWriter } from "./response.ts";
import { readUserAgent } from "./userAgent.ts";
import { type Visitor, Visitors } from "./visitor.ts";

export interface PlacementParts {
  /** Number of this start; decisions are numbered within it. */
  epoch: number;
  budgets: Budgets;
  frequencyCaps: FrequencyCaps;
  tokens: Tokens;
  locate: Locate;
  random: Random;
}

/** Who sends a placement request. */
export interface Caller {
  /** The connection's, or what a trusted proxy says. */
  address: string;
  /** A browser: it set `Origin` or `Sec-Fetch-Site`, which pages cannot forge. */
  isBrowser: boolean;
  userAgent: string | undefined;
  /** `Accept-Language` */
  language: string | undefined;
  /** Whether Global Privacy Control asks for privacy: https://www.w3.org/TR/gpc/#the-sec-gpc-header-field-for-http-requests */
  optsOut: boolean;
  /** Where tracking addresses and the service's own images are reached. */
  origin: string;
}

export interface Placed {
  /** JSON in ASCII. */
  body: string;
  events: Event[];
  filled: number;
  empty: number;
  unknown: number;
  /** Gives the reservations back; to be called when the events could not be stored, at `now`. */
  undo(now: number): void;
}

/** One zone of a request, and what became of it. */
interface PlacedZone {
  request: ZoneRequest;
  zone: IndexedZone | undefined;
  decision: Decision | undefined;
}

interface Decision {
  creative: Creative;
  token: string;
  budgeted: BudgetedDecision;
}

/** What was chosen for a zone, as its token says it. */
interface Chosen extends Choice {
  placed: PlacedZone;
  creative: Creative;
}

/** What is known of the visitor of a request. */
interface RequestVisitor extends Visitor {
  isRobot: boolean;
  /** Keyed digest of `user.id`, where consent allows it. */
  user: string | undefined;
  /** Keyed digest of the address that impressions have to come from; undefined when any may. */
  address: string | undefined;
}

const FILLED = { ad_requests: 1, filled: 1 };
const EMPTY = { ad_requests: 1 };
const ROBOT = { robot_requests: 1 };
const NO_CAMPAIGN: DimensionValues = {};

export class Placement {
  readonly #parts: PlacementParts;
  #catalogue: Catalogue;
  #index: CampaignIndex;
  #visitors: Visitors;
  #hasFrequencyCaps: boolean;
  /** Of the next decision. */
  #number = 1;
  readonly #responses = new ResponseWriter();

  constructor(parts: PlacementParts, catalogue: Catalogue, now: number) {
    this.#parts = parts;
    this.#catalogue = catalogue;
    this.#hasFrequencyCaps = capsFrequency(catalogue);
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    parts.budgets.setCampaigns(this.#index.campaigns, now);
  }

  /** Decides by a new catalogue from now on. */
  setCatalogue(catalogue: Catalogue, now: number): void {
    this.#catalogue = catalogue;
    this.#hasFrequencyCaps = capsFrequency(catalogue);
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    this.#parts.budgets.setCampaigns(this.#index.campaigns, now);
  }

  /** Has at hand what others know of the visitor; to be waited for before `place`, where it gives a promise. */
  prepare({ user }: AdRequest, caller: Caller): Promise<void> | undefined {
    const { frequencyCaps } = this.#parts;
    if (!frequencyCaps.load || !this.#hasFrequencyCaps) return undefined;
    const digest = this.#digestUser(user, caller);
    return digest === undefined ? undefined : frequencyCaps.load(digest);
  }

  place({ user, zones }: AdRequest, caller: Caller, now: number): Placed {
    const visitor = this.#findVisitor(user, caller);
    const placed: PlacedZone[] = zones.map((request) => {
      const zone = this.#index.zones.get(request.id);
      return { request, zone, decision: undefined };
    });
    this.#decide(placed, visitor, user.referer, now);
    let filled = 0;
    let unknown = 0;
    const events: Event[] = [];
    for (const { request, zone, decision } of placed) {
      if (decision) filled += 1;
      if (zone) events.push(createEvent(request, zone, decision, visitor, now));
      else unknown += 1;
    }
    return {
      body: this.#responses.write(placed, caller.origin),
      events,
      filled,
      unknown,
      empty: placed.length - filled - unknown,
      undo: (later) => {
        if (visitor.isRobot) return;
        for (const { decision } of placed)
          if (decision) this.#parts.budgets.release(decision.budgeted, later);
      },
    };
  }

  /**
   * For each zone of a request why each campaign would, or would not, be chosen; undefined for a zone that is not known.
   * `country`: where the visitor is said to be.
   */
  explain(
    { user, zones }: AdRequest,
    caller: Caller,
    now: number,
    country?: string,
  ): (CampaignExplanation[] | undefined)[] {
    const found = this.#findVisitor(user, caller);
    const visitor = country === undefined ? found : { ...found, country, region: undefined };
    const known = zones.map((request) => {
      const zone = this.#index.zones.get(request.id);
      return zone && createQuery(request, zone);
    });
    const remaining = this.#createRemaining(visitor, now);
    const context = { visitor, page: user.referer, time: now, remaining };
    return known.map((zone) => zone && explainZone(this.#catalogue, this.#index, context, zone));
  }

  #findVisitor(user: User, caller: Caller): RequestVisitor {
    const { tokens } = this.#parts;
    const hasConsent = givesConsent(user, caller);
    const address = (user.ip === undefined ? undefined : normalizeAddress(user.ip)) ?? caller.address;
    const userAgent = user.ua ?? caller.userAgent ?? "";
    const language = user.language ?? caller.language;
    const isForeign = !caller.isBrowser && user.ip === undefined;
    return {
      ...this.#visitors.find({ address, userAgent, language, hasConsent }),
      isRobot: readUserAgent(userAgent).isRobot,
      user: this.#digestUser(user, caller),
      address: hasConsent && isForeign ? tokens.digest("address", toCustomerNetwork(address)) : undefined,
    };
  }

  /** Undefined where the page gives no id, or consent does not allow it. */
  #digestUser(user: User, caller: Caller): string | undefined {
    return user.id && givesConsent(user, caller) ? this.#parts.tokens.digest("user", user.id) : undefined;
  }

  /** Adds decisions to the zones that get one. */
  #decide(placed: PlacedZone[], visitor: RequestVisitor, page: string | undefined, now: number): void {
    const { epoch, budgets, tokens } = this.#parts;
    const chosen = this.#choose(placed, visitor, page, now);
    const number = this.#number;
    this.#number += chosen.length;
    const signed = tokens.sign({ epoch, number, decidedAt: now, visitor: encodeVisitor(visitor) }, chosen);
    for (const [at, { placed: each, creative, campaign }] of chosen.entries()) {
      const budgeted = { epoch, number: number + at, decidedAt: now, campaign };
      each.decision = { creative, token: signed[at] as string, budgeted };
      // A robot's decisions cost nothing, so they take nothing from anyone.
      if (!visitor.isRobot) budgets.reserve(budgeted, now);
    }
  }

  #choose(placed: PlacedZone[], visitor: RequestVisitor, page: string | undefined, now: number): Chosen[] {
    const { random } = this.#parts;
    const known = placed.filter(isKnown);
    const zones = known.map(({ request, zone }) => createQuery(request, zone));
    const remaining = this.#createRemaining(visitor, now);
    const positions = decide(this.#index, { visitor, page, time: now, zones, remaining, random });
    const chosen: Chosen[] = [];
    for (const [at, each] of known.entries()) {
      const position = positions[at];
      const servable = position === undefined ? undefined : this.#index.campaigns[position];
      const creatives = servable?.bySize.get(each.zone.zone.size) ?? [];
      const creative = chooseWeighted(creatives, ({ variation }) => variation.weight, random);
      if (!servable || !creative) continue;
      const { id: zone, sub } = each.request;
      const { id: campaign } = servable.campaign;
      chosen.push({ zone, campaign, variation: creative.variation.id, sub, placed: each, creative });
    }
    return chosen;
  }

  /** What budgets and, where the visitor is known, frequency caps leave of each campaign. */
  #createRemaining({ user }: RequestVisitor, now: number): (position: number) => number {
    const { budgets, frequencyCaps } = this.#parts;
    const byBudget = budgets.remaining(now);
    return (position) => {
      const left = byBudget[position] ?? 0;
      const campaign = this.#index.campaigns[position]?.campaign;
      if (user === undefined || !campaign || campaign.frequency.length === 0) return left;
      return Math.min(left, frequencyCaps.remaining(user, campaign, now));
    };
  }

  #createVisitors({ data }: Catalogue): Visitors {
    const regions = data.regions.flatMap(({ code, id }) => (code ? [[code, id] as const] : []));
    return new Visitors(this.#parts.locate, new Map(regions));
  }
}

function capsFrequency({ data }: Catalogue): boolean {
  return data.campaigns.some(({ frequency }) => frequency.length > 0);
}

function givesConsent({ gdpr }: User, { optsOut }: Caller): boolean {
  const isUnderGdpr = gdpr?.gdpr === 1 && !gdpr.consent?.trim();
  return !isUnderGdpr && !optsOut;
}

function isKnown(placed: PlacedZone): placed is PlacedZone & { zone: IndexedZone } {
  return placed.zone !== undefined;
}

function createQuery({ keywords, custom_targeting: custom }: ZoneRequest, zone: IndexedZone): ZoneQuery {
  return { zone, keywords, custom };
}

function createEvent(
  { sub }: ZoneRequest,
  zone: IndexedZone,
  decision: Decision | undefined,
  visitor: RequestVisitor,
  time: number,
): Event {
  const counters = visitor.isRobot ? ROBOT : decision ? FILLED : EMPTY;
  const campaign = decision?.creative.values ?? NO_CAMPAIGN;
  return { time, sub, zone: zone.values, campaign, visitor: visitor.values, counters };
}
