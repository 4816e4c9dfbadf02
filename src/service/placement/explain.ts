/**
 * Explains for each campaign why it would be chosen for a zone, or not, by the same steps as for requests without an ad
 * (`funnel.ts`). Decides and counts nothing.
 */
import type { CampaignExplanation, Exclusion } from "../../protocol/management.ts";
import { type Problem, writeProblem } from "../../protocol/problems.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import { TARGETING, type TargetingName } from "../../protocol/targeting.ts";
import { nameDimension, type UnfilledReason } from "../../protocol/unfilled.ts";
import type { Campaign, Catalogue } from "../catalogue/catalogue.ts";
import { flatMapSliced, forEachSliced, type Sliced } from "../runtime/slices.ts";
import { hasBit } from "./bitSet.ts";
import type { CampaignIndex } from "./campaignIndex.ts";
import { matchZone, type ZoneQuery } from "./decide.ts";
import { explainDimension } from "./dimensions.ts";
import { type FunnelContext, listRequestSteps } from "./funnel.ts";
import { hasKeywords } from "./keywords.ts";
import { readDays } from "./schedule.ts";
import type { Step } from "./zoneIndex.ts";

/** Input of the steps. */
interface Situation {
  accounts: Catalogue["accounts"];
  steps: readonly Step[];
  context: FunnelContext;
  zone: ZoneQuery;
}

/** A campaign to explain, with its position in the index. */
export interface Explained {
  campaign: Campaign;
  position: number;
}

/** Lists the campaigns to explain, in the order of the catalogue. */
export function* listExplained(
  index: CampaignIndex,
  isExplained: (campaign: Campaign) => boolean = () => true,
): Sliced<Explained[]> {
  const positions = new Map<number, number>();
  yield* forEachSliced(index.campaigns, ({ campaign }, position) => {
    if (isExplained(campaign)) positions.set(campaign.id, position);
  });
  return yield* flatMapSliced(index.catalogue.data.campaigns, (campaign) => {
    const position = positions.get(campaign.id);
    return position === undefined ? [] : [{ campaign, position }];
  });
}

/** Explains each campaign when it is read, so that the caller can work in slices. */
export function* explainZone(
  index: CampaignIndex,
  context: FunnelContext,
  zone: ZoneQuery,
  campaigns: readonly Explained[],
): Generator<CampaignExplanation> {
  const { accounts } = index.catalogue;
  const match = matchZone(index, context, zone);
  const steps = [...index.listZoneSteps(zone.zone), ...listRequestSteps(index, context, zone.request, match)];
  const first = new Set(match.candidates.listBest((position) => context.findLimit(position) === undefined));
  let total = 0;
  for (const position of first) total += index.ranking.weights[position] ?? 0;
  const [best] = first;
  for (const { campaign, position } of campaigns) {
    const isFirst = first.has(position);
    const exclusions = listExclusions(campaign, position, { accounts, steps, context, zone });
    yield {
      id: campaign.id,
      name: campaign.name,
      excluded: exclusions.length > 0 || isFirst ? exclusions : explainRank(campaign, index, best),
      chance: isFirst ? (100 * campaign.weight) / total : 0,
    };
  }
}

/** Explains why a matching campaign comes after the one at `first`. */
function explainRank({ priority }: Campaign, index: CampaignIndex, first: number | undefined): Exclusion[] {
  const best = first === undefined ? undefined : index.campaigns[first]?.campaign;
  if (!best) return [];
  if (best.priority > priority)
    return [describeExclusion("priority", { code: "excluded-rank-priority", name: best.name })];
  return [describeExclusion("keywords", { code: "excluded-rank-keyword", name: best.name })];
}

/** Lists each reason once: several steps can have the same reason, such as custom keys, or values without consent. */
function listExclusions(campaign: Campaign, position: number, situation: Situation): Exclusion[] {
  if (situation.accounts.get(campaign.account)?.suspended)
    return [describeExclusion("account", { code: "excluded-suspended-advertiser" })];
  if (!campaign.active) return [describeExclusion("active", { code: "excluded-paused" })];
  const failed = situation.steps.filter(({ passing }) => !hasBit(passing, position));
  const limit = situation.context.findLimit(position);
  const reasons = new Set([...failed.map(({ reason }) => reason), ...(limit ? [limit] : [])]);
  return [...reasons].map((rule) => describeExclusion(rule, explain(rule, campaign, situation)));
}

function describeExclusion(rule: string, problem: Problem): Exclusion {
  return { rule, reason: writeProblem(problem), problem };
}

type Explain = (campaign: Campaign, situation: Situation) => Problem;

const PROBLEMS: Readonly<Record<Exclude<UnfilledReason, `targeting.${TargetingName}`>, Explain>> = {
  suspended: () => ({ code: "excluded-suspended" }),
  network: () => ({ code: "excluded-network" }),
  variations: ({ variations }, { zone }) => {
    const { size } = zone.zone.zone;
    const isFitting = variations.some((variation) => variation.size === size);
    return { code: isFitting ? "excluded-creatives" : "excluded-size", size };
  },
  blockedAdvertisers: () => ({ code: "excluded-blocked" }),
  flight: (campaign, { context: { time } }) =>
    time < readDays(campaign).start
      ? { code: "excluded-future", day: campaign.from }
      : { code: "excluded-ended", day: campaign.to },
  "targeting.times": ({ targeting: { times } }) => ({ code: "excluded-times", timezone: times?.timezone }),
  consent: () => ({ code: "excluded-consent" }),
  "targeting.custom": ({ targeting }, { zone }) => {
    const given: Readonly<Record<string, string>> = zone.request.custom_targeting ?? Object.create(null);
    const missing = Object.entries(targeting.custom).find(
      ([key, values]) => given[key] === undefined || !values.includes(given[key]),
    );
    const [key = "", values = []] = missing ?? [];
    return { code: "excluded-custom", key, values };
  },
  keywords: (_campaign, { zone: { request } }) => {
    const usesPage = request.keywords === undefined || !hasKeywords(request.keywords);
    return { code: usesPage ? "excluded-keywords-page" : "excluded-keywords-zone" };
  },
  negativeKeywords: () => ({ code: "excluded-negative-keyword" }),
  frequency: () => ({ code: "excluded-frequency" }),
  caps: () => ({ code: "excluded-caps" }),
  budget: () => ({ code: "excluded-budget" }),
  spread: () => ({ code: "excluded-spread" }),
};

function explain(reason: UnfilledReason, campaign: Campaign, situation: Situation): Problem {
  if (hasKey(PROBLEMS, reason)) return PROBLEMS[reason](campaign, situation);
  const { context, zone } = situation;
  const name = listKeys(TARGETING).find((each) => nameDimension(each) === reason);
  const sources = { zone: zone.zone, visitor: context.visitor, request: zone.request };
  if (!name) throw new Error(`No dimension has the reason ${reason}.`);
  return explainDimension(name, campaign.targeting, sources);
}
