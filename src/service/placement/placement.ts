/**
 * Turns placement requests into a response body, events to store, and a way to undo reservations when storing fails.
 */
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { AdRequest, User, ZoneRequest } from "../../protocol/placement.ts";
import type { Campaign, Catalogue } from "../catalogue/catalogue.ts";
import type { BudgetedDecision, Budgets } from "../delivery/budgets.ts";
import type { FrequencyCaps, VisitorCaps } from "../delivery/frequency.ts";
import type { DimensionValues, Event } from "../facts/eventStore.ts";
import { normalizeAddress, toCustomerNetwork } from "../net/address.ts";
import type { Locate } from "../net/geo.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { runInSlices, type Sliced } from "../runtime/slices.ts";
import { type Choice, encodeVisitor, type Tokens } from "../signing/token.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { shuffle } from "./assign.ts";
import { createBits, intersect, listBits } from "./bitSet.ts";
import { type CampaignIndex, type Creative, indexCampaigns, indexInSlices } from "./campaignIndex.ts";
import { allowsClickId, givesConsent } from "./consent.ts";
import { type Match, RequestDecision } from "./decide.ts";
import { explainZone, listExplained } from "./explain.ts";
import { type FunnelContext, UnfilledZones } from "./funnel.ts";
import type { Random } from "./random.ts";
import { ResponseWriter } from "./response.ts";
import { readUserAgent } from "./userAgent.ts";
import { type Visitor, Visitors } from "./visitor.ts";
import { chooseWeighted } from "./weightedChoice.ts";
import type { IndexedZone } from "./zoneIndex.ts";

interface PlacementParts {
  /** Number of this start. Decisions are numbered within an epoch. */
  epoch: number;
  budgets: Budgets;
  frequencyCaps: FrequencyCaps;
  tokens: Tokens;
  locate: Locate;
  random: Random;
}

/** Sender of a placement request. */
export interface Caller {
  /** Address of the connection, or as reported by a trusted proxy. */
  address: string;
  /** Whether the sender is a browser: it sent `Origin` or `Sec-Fetch-Site`, which pages cannot forge. */
  isBrowser: boolean;
  userAgent: string | undefined;
  /** `Accept-Language` */
  language: string | undefined;
  /** Whether Global Privacy Control is on. */
  optsOut: boolean;
  /** Base URL of tracking URLs and the service's own images. */
  origin: string;
}

export interface Placed {
  /** Body of the response, JSON in ASCII. */
  body: string;
  events: Event[];
  filled: number;
  empty: number;
  unknown: number;
  /** Releases the reservations. Must be called when the events could not be stored, at `now`. */
  undo(now: number): void;
}

export interface ExplainOptions {
  /** Country to assume for the visitor. */
  country?: string | undefined;
  /** Whether a campaign is explained; by default all are. */
  isExplained?: (campaign: Campaign) => boolean;
}

/** A request before its decisions. */
interface Draft {
  request: AdRequest;
  caller: Caller;
  now: number;
  index: CampaignIndex;
  visitor: RequestVisitor;
  placed: PlacedZone[];
  /** Zones of `placed` that exist. */
  known: KnownZone[];
  /** The decision for the known zones. */
  decision: RequestDecision;
}

/** A zone of a request, with its outcome. */
interface PlacedZone {
  request: ZoneRequest;
  zone: IndexedZone | undefined;
  decision: Decision | undefined;
  /** Columns with the reason why there is no decision; empty for robots. */
  unfilled: DimensionValues;
}

/** Budgets and frequency caps of the campaigns, by position. */
interface Limits extends Pick<FunnelContext, "findLimit"> {
  /** Impressions left; Infinity without a limit. */
  remaining: (position: number) => number;
}

interface KnownZone extends PlacedZone {
  zone: IndexedZone;
}

interface Decision {
  creative: Creative;
  token: string;
  budgeted: BudgetedDecision;
}

/** Choice for a zone, as written to its token. */
interface Chosen extends Choice {
  placed: PlacedZone;
  creative: Creative;
  plan: Campaign;
}

/** Traits of the visitor of a request. */
interface RequestVisitor extends Visitor {
  isRobot: boolean;
  /** Whether the landing page may receive an id of the click. */
  allowsClickId: boolean;
  hasConsent: boolean;
  /** Keyed digest of `user.id`, where consent allows it. */
  user: string | undefined;
  /** Keyed digest of the address that the impression must come from; undefined when any may. */
  address: string | undefined;
}

const FILLED = { ad_requests: 1, filled: 1 };
const EMPTY = { ad_requests: 1 };
const ROBOT = { robot_requests: 1 };
const NO_VALUES: DimensionValues = {};
/** Maximum campaigns with a frequency cap per request to other nodes. */
const MOST_CAPPED = 100;

export class Placement {
  readonly #parts: PlacementParts;
  #index: CampaignIndex;
  #visitors: Visitors;
  /** Number of the next decision. */
  #number = 1;
  readonly #responses = new ResponseWriter();

  constructor(parts: PlacementParts, catalogue: Catalogue, now: number) {
    this.#parts = parts;
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    parts.budgets.setLimits(this.#index.limits, this.#index.campaigns.length, now);
  }

  /** Prepares a catalogue for decisions. Calling the result activates it. */
  async prepare(catalogue: Catalogue): Promise<(now: number) => void> {
    const index = await runInSlices(indexInSlices(catalogue, this.#index));
    const isSame = catalogue.data.regions === this.#index.catalogue.data.regions;
    const visitors = isSame ? this.#visitors : this.#createVisitors(catalogue);
    return (now) => {
      if (index.limits !== this.#index.limits)
        this.#parts.budgets.setLimits(index.limits, index.campaigns.length, now);
      this.#index = index;
      this.#visitors = visitors;
    };
  }

  /** Places ads. Returns a promise only if other nodes have to be asked about frequency caps. */
  place(request: AdRequest, caller: Caller, now: number): Awaitable<Placed> {
    const draft = this.#draft(request, caller, now);
    const caps = this.#openCaps(draft);
    if (!(caps instanceof Promise)) return this.#complete(draft, caps);
    return caps.then((opened) => {
      // The catalogue may have been replaced while waiting.
      const current = draft.index === this.#index ? draft : this.#draft(request, caller, now);
      return this.#complete(current, opened);
    });
  }

  /**
   * Explains each zone of a request: why each campaign would be chosen or not. Undefined for an unknown zone. Equal
   * zones have one explanation; it can be read once.
   */
  *explain(
    { user, zones }: AdRequest,
    caller: Caller,
    now: number,
    { country, isExplained }: ExplainOptions = {},
  ): Sliced<(Iterable<CampaignExplanation> | undefined)[]> {
    const index = this.#index;
    const found = this.#findVisitor(user, caller);
    const visitor = country === undefined ? found : { ...found, country, region: undefined };
    const { user: viewer } = visitor;
    const { frequencyCaps } = this.#parts;
    const { findLimit } = this.#createLimits(
      now,
      viewer === undefined ? undefined : (campaign) => frequencyCaps.remaining(viewer, campaign, now),
    );
    // Another catalogue may be in use when the explanations are read.
    const limits = index.campaigns.map((_, position) => findLimit(position));
    const context: FunnelContext = {
      visitor,
      page: user.referer,
      time: now,
      hasConsent: visitor.hasConsent,
      findLimit: (position) => limits[position],
    };
    const campaigns = yield* listExplained(index, isExplained);
    const explained = new Map<string, Iterable<CampaignExplanation>>();
    return zones.map(({ sub: _, ...request }) => {
      const zone = index.zones.get(request.id);
      if (!zone) return undefined;
      const explain = () => explainZone(index, context, { zone, request }, campaigns);
      return getOrMake(explained, JSON.stringify(request), explain);
    });
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
      allowsClickId: allowsClickId(user, caller),
      hasConsent,
      user: this.#digestUser(user, caller),
      address: hasConsent && isForeign ? tokens.digest("address", toCustomerNetwork(address)) : undefined,
    };
  }

  /** Digests the user's id; undefined without an id, or without consent to use it. */
  #digestUser(user: User, caller: Caller): string | undefined {
    return user.id && givesConsent(user, caller) ? this.#parts.tokens.digest("user", user.id) : undefined;
  }

  #draft(request: AdRequest, caller: Caller, now: number): Draft {
    const { user, zones } = request;
    const index = this.#index;
    const visitor = this.#findVisitor(user, caller);
    const placed: PlacedZone[] = zones.map((zone) => {
      return { request: zone, zone: index.zones.get(zone.id), decision: undefined, unfilled: NO_VALUES };
    });
    const known = placed.filter(isKnown);
    const decision = new RequestDecision(index, { visitor, page: user.referer, time: now }, known);
    return { request, caller, now, index, visitor, placed, known, decision };
  }

  /** Opens the frequency caps of a visitor with an id. Robots are not counted. */
  #openCaps(draft: Draft): Awaitable<VisitorCaps | undefined> {
    const { visitor, now, index, known } = draft;
    if (index.capped === undefined || visitor.user === undefined || visitor.isRobot) return undefined;
    return this.#parts.frequencyCaps.open({
      user: visitor.user,
      time: now,
      zones: known.length,
      listCapped: () => this.#listCapped(draft),
    });
  }

  /** Lists candidates with a frequency cap and remaining budget, or a weighted sample of too many. */
  #listCapped({ index, decision, now }: Draft): Campaign[] {
    const { budgets, random } = this.#parts;
    const all = createBits(index.campaigns.length);
    for (const { candidates } of new Set(decision.matches)) candidates.addTo(all);
    const capped = intersect([all, index.capped ?? all]);
    const left = budgets.remaining(now);
    const positions = listBits(capped, 0, index.campaigns.length).filter((at) => (left[at] ?? 0) > 0);
    const chosen = positions.length > MOST_CAPPED ? shuffle(index.ranking, positions, random) : positions;
    return chosen.slice(0, MOST_CAPPED).flatMap((at) => index.campaigns[at]?.campaign ?? []);
  }

  /** Decides, reserves and writes the response within one task. */
  #complete(draft: Draft, caps: VisitorCaps | undefined): Placed {
    const { caller, now, visitor, placed } = draft;
    const chosen = this.#choose(draft, caps);
    const capped = chosen.map(({ plan }) => plan).filter(({ frequency }) => frequency.length > 0);
    caps?.reserve(capped);
    this.#decide(chosen, visitor, now);
    if (!visitor.isRobot) this.#explainUnfilled(draft, caps);
    let filled = 0;
    let unknown = 0;
    const events: Event[] = [];
    for (const each of placed) {
      if (each.decision) filled += 1;
      if (isKnown(each)) events.push(createEvent(each, visitor, now));
      else unknown += 1;
    }
    return {
      body: this.#responses.write(placed, caller.origin),
      events,
      filled,
      unknown,
      empty: placed.length - filled - unknown,
      undo: (later) => {
        caps?.release(capped);
        if (visitor.isRobot) return;
        for (const { decision } of placed)
          if (decision) this.#parts.budgets.release(decision.budgeted, later);
      },
    };
  }

  /** Adds decisions to the zones that have a choice. */
  #decide(chosen: readonly Chosen[], visitor: RequestVisitor, now: number): void {
    const { epoch, budgets, tokens } = this.#parts;
    const number = this.#number;
    this.#number += chosen.length;
    for (const [at, choice] of chosen.entries()) {
      const { campaign } = choice;
      // Decisions for robots cost nothing, so they reserve nothing.
      if (!visitor.isRobot)
        choice.reserved = budgets.reserve({ epoch, number: number + at, decidedAt: now, campaign }, now);
    }
    const signed = tokens.sign({ epoch, number, decidedAt: now, visitor: encodeVisitor(visitor) }, chosen);
    for (const [at, { placed: each, creative, campaign, reserved }] of chosen.entries()) {
      const budgeted = { epoch, number: number + at, decidedAt: now, campaign, reserved };
      each.decision = { creative, token: signed[at] as string, budgeted };
    }
  }

  /** Explains why zones got no ad. Runs after all decisions, because their reservations count. */
  #explainUnfilled(draft: Draft, caps: VisitorCaps | undefined): void {
    const { index, request, visitor, known, decision, now } = draft;
    if (known.every(({ decision }) => decision)) return;
    const { findLimit } = this.#createLimits(now, caps && ((campaign) => caps.remaining(campaign)));
    const { hasConsent } = visitor;
    const context = { visitor, page: request.user.referer, time: now, hasConsent, findLimit };
    const zones = new UnfilledZones(index, context);
    const explained = new Map<Match, DimensionValues>();
    for (const [at, each] of known.entries()) {
      const match = decision.matches[at];
      if (each.decision || !match) continue;
      each.unfilled = getOrMake(explained, match, () => zones.explain(each, match));
    }
  }

  #choose({ index, known, decision, now }: Draft, caps: VisitorCaps | undefined): Chosen[] {
    const { random } = this.#parts;
    const { remaining } = this.#createLimits(now, caps && ((campaign) => caps.remaining(campaign)));
    const positions = decision.choose({ remaining, random });
    const chosen: Chosen[] = [];
    for (const [at, each] of known.entries()) {
      const position = positions[at];
      const servable = position === undefined ? undefined : index.campaigns[position];
      const creatives = servable?.bySize.get(each.zone.zone.size) ?? [];
      const creative = chooseWeighted(creatives, ({ variation }) => variation.weight, random);
      if (!servable || !creative) continue;
      const { id: zone, sub } = each.request;
      const { campaign: plan } = servable;
      chosen.push({
        zone,
        campaign: plan.id,
        variation: creative.variation.id,
        sub,
        reserved: "",
        placed: each,
        creative,
        plan,
      });
    }
    return chosen;
  }

  /**
   * Combines budgets and frequency caps for decisions and explanations. `byCaps` returns the impressions that frequency
   * caps leave; called only for campaigns with one.
   */
  #createLimits(now: number, byCaps: ((campaign: Campaign) => number) | undefined): Limits {
    const { budgets } = this.#parts;
    const byBudget = budgets.remaining(now);
    const countByCaps = (position: number): number => {
      const campaign = this.#index.campaigns[position]?.campaign;
      return byCaps && campaign && campaign.frequency.length > 0
        ? byCaps(campaign)
        : Number.POSITIVE_INFINITY;
    };
    return {
      remaining: (position) => Math.min(byBudget[position] ?? 0, countByCaps(position)),
      findLimit: (position) => (countByCaps(position) < 1 ? "frequency" : budgets.findLimit(position, now)),
    };
  }

  #createVisitors({ data }: Catalogue): Visitors {
    const regions = data.regions.flatMap(({ code, id }) => (code ? [[code, id] as const] : []));
    return new Visitors(this.#parts.locate, new Map(regions));
  }
}

function isKnown(placed: PlacedZone): placed is KnownZone {
  return placed.zone !== undefined;
}

function createEvent(
  { request: { sub }, zone, decision, unfilled }: KnownZone,
  visitor: RequestVisitor,
  time: number,
): Event {
  const counters = visitor.isRobot ? ROBOT : decision ? FILLED : EMPTY;
  const campaign = decision?.creative.values ?? unfilled;
  return { time, sub, zone: zone.values, campaign, visitor: visitor.values, counters };
}
