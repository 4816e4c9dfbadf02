/**
 * Why a campaign would, or would not, be chosen for a zone: the same rules as `decide.ts`, one by one and in words. Decides
 * nothing and counts nothing.
 */
import type { CampaignExplanation, Exclusion } from "../../protocol/management.ts";
import type { Campaign, Catalogue, Site } from "../catalogue/catalogue.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../values/dimensions.ts";
import { hasBit } from "./bitSet.ts";
import type { CampaignIndex, VisitorTraits } from "./campaignIndex.ts";
import { listBest, type RequestContext, type ZoneQuery } from "./decide.ts";
import { hasKeywords, KeywordCutter, type WordMatch } from "./keywords.ts";
import { readDays } from "./schedule.ts";

/** What is known when the campaigns of one zone are looked at. */
interface Situation {
  index: CampaignIndex;
  context: RequestContext;
  zone: ZoneQuery;
  site: Site;
  words: WordMatch;
  /** The zone has no keywords, so that the words of the page's address count. */
  usesPage: boolean;
}

export function explainZone(
  catalogue: Catalogue,
  index: CampaignIndex,
  context: RequestContext,
  zone: ZoneQuery,
): CampaignExplanation[] {
  const { site } = zone.zone;
  const situation = { index, context, zone, site, ...findWords(index, context, zone) };
  const positions = new Map(index.campaigns.map(({ campaign }, position) => [campaign.id, position]));
  const first = listBest(index, context, zone);
  const total = first.reduce((sum, position) => sum + (index.ranking.weights[position] ?? 0), 0);
  return catalogue.data.campaigns
    .filter(({ deleted }) => !deleted)
    .map((campaign) => {
      const position = positions.get(campaign.id);
      const isFirst = position !== undefined && first.includes(position);
      return {
        ...{ id: campaign.id, name: campaign.name },
        excluded: listExclusions(campaign, position, situation),
        chance: isFirst ? (100 * campaign.weight) / total : 0,
      };
    });
}

function findWords(index: CampaignIndex, { page }: RequestContext, { keywords }: ZoneQuery) {
  const usesPage = keywords === undefined || !hasKeywords(keywords);
  const pageWords = index.matchAddress(page ?? "");
  const words = usesPage ? pageWords : index.matchKeywords(new KeywordCutter().cut(keywords));
  return { usesPage, words };
}

function listExclusions(campaign: Campaign, position: number | undefined, situation: Situation): Exclusion[] {
  if (position === undefined) return [{ rule: "active", reason: "The campaign is paused." }];
  return Object.entries(RULES).flatMap(([rule, findReason]) => {
    const reason = findReason(campaign, situation, position);
    return reason ? [{ rule, reason }] : [];
  });
}

type FindReason = (campaign: Campaign, situation: Situation, position: number) => string | false;

/** By the field of the catalogue; each gives its reason, or false when it does not exclude. */
const RULES: Record<string, FindReason> = {
  variations: ({ variations }, { zone }) => {
    const { size } = zone.zone.zone;
    const fitting = variations.filter((variation) => variation.size === size);
    if (fitting.length === 0) return `It has no creative of ${size}.`;
    const isServed = fitting.some(({ active, review }) => active && review === "approved");
    return !isServed && `Its creatives of ${size} are paused or wait for approval.`;
  },
  from: (campaign, { context: { time } }) =>
    time < readDays(campaign).start && `It begins on ${campaign.from}.`,
  to: (campaign, { context: { time } }) => time >= readDays(campaign).end && `It ended on ${campaign.to}.`,
  "targeting.times": (campaign, { index, context: { time } }, position) => {
    const { start, end } = readDays(campaign);
    const { times } = campaign.targeting;
    const isOff = times && start <= time && time < end && !hasBit(index.selectScheduled(time), position);
    return isOff ? `It is not served at this hour in ${times.timezone}.` : false;
  },
  blockedAdvertisers: ({ account }, { site }) =>
    site.blockedAdvertisers.includes(account) && "The site blocks its advertiser.",
  "targeting.sites": ({ targeting }, { site }) =>
    isOutside(targeting.sites, site.id) && "It is for other sites.",
  "targeting.zones": ({ targeting }, { zone }) =>
    isOutside(targeting.zones, zone.zone.zone.id) && "It is for other zones.",
  "targeting.categories": ({ targeting }, { site }) =>
    isOutside(targeting.categories, site.category) && "It is for sites of other categories.",
  "targeting.countries": ({ targeting }, { context: { visitor } }) =>
    isOutside(targeting.countries, visitor.country) &&
    `It is for ${targeting.countries.join(", ")}; the visitor is in ${visitor.country ?? "an unknown country"}.`,
  "targeting.regions": ({ targeting }, { context: { visitor } }) =>
    isOutside(targeting.regions, visitor.region) && "It is for other regions.",
  "targeting.languages": ({ targeting }, { context }) =>
    explainNames(targeting.languages, languages, context.visitor.language, "languages"),
  "targeting.deviceTypes": ({ targeting }, { context }) =>
    explainNames(targeting.deviceTypes, deviceTypes, context.visitor.deviceType, "device types"),
  "targeting.operatingSystems": ({ targeting }, { context }) =>
    explainNames(targeting.operatingSystems, operatingSystems, context.visitor.operatingSystem, "systems"),
  "targeting.browsers": ({ targeting }, { context }) =>
    explainNames(targeting.browsers, browsers, context.visitor.browser, "browsers"),
  "targeting.custom": ({ targeting }, { zone }) => {
    const given = zone.custom ?? {};
    const missing = Object.entries(targeting.custom).find(
      ([key, values]) => !Object.hasOwn(given, key) || !values.includes(given[key] ?? ""),
    );
    return missing !== undefined && `The zone must say ${missing[0]}: ${missing[1].join(" or ")}.`;
  },
  keywords: ({ keywords }, { words, usesPage }, position) =>
    keywords.length > 0 &&
    !hasBit(words.matching, position) &&
    `None of its keywords is among ${usesPage ? "the words of the page's address" : "the zone's keywords"}.`,
  negativeKeywords: (_campaign, { index, context, words }, position) =>
    (hasBit(words.excluded, position) || hasBit(index.matchAddress(context.page ?? "").excluded, position)) &&
    "One of its negative keywords is there.",
  budget: (_campaign, { context }, position) =>
    context.remaining(position) <= 0 && "Its budget, cap or frequency cap leaves nothing now.",
};

/** What is not known is outside of whatever is accepted. */
function isOutside<T>(accepted: readonly (T | undefined)[], value: T | undefined): boolean {
  return accepted.length > 0 && !accepted.includes(value);
}

function explainNames(
  names: readonly string[],
  { id }: { id(name: string): number | undefined },
  value: VisitorTraits["browser"],
  what: string,
): string | false {
  const ids = names.map(id);
  return isOutside(ids, value) && `It is for other ${what}: ${names.join(", ")}.`;
}
