/** Describes groups by names from the catalogue, and by the other groups of their record. */
import { GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import type { AccountKind, GroupDetails, Grouping, Viewer } from "../../protocol/statistics.ts";
import { hasKey } from "../../protocol/tables.ts";
import type { Cells, GroupFieldValues } from "../answers/answer.ts";
import {
  describeCountry,
  describePlain,
  isPlain,
  nameAdType,
  type PlainGrouping,
} from "../answers/plainGroups.ts";
import type { ById } from "../values/byId.ts";

/** Names of the groups of a report, as in a catalogue. */
interface Names {
  accounts: ById<Entity>;
  campaigns: ById<Entity & { account: number; active: boolean; deleted: boolean }>;
  variations: ById<{ variation: { name?: string | undefined; size: string }; campaign: Entity }>;
  sites: ById<Entity & { account: number; hostname: string }>;
  zones: ById<Entity & { site: number; size: string }>;
  categories: ById<Entity>;
  carriers: ById<Entity>;
  regions: ById<Entity & { country: string }>;
  offers: ById<Entity>;
  offerLandingPages: ById<Entity>;
}

interface Entity {
  id: number;
  name: string;
}

interface Context {
  names: Names;
  detailed: boolean;
  kind: Reader;
}

/** Kind of the reading account, or the reader of a shared link. */
type Reader = AccountKind | "link";

export function nameReader({ kind, link }: Viewer): Reader {
  return link ? "link" : kind;
}

const PUBLISHER = ["publisher_id", "publisher_name"];
const ADVERTISER = ["advertiser_id", "advertiser_name"];
/** Details hidden from a reader, who cannot group by them either. A link names accounts only in its title. */
const HIDDEN: Partial<Record<Reader, readonly string[]>> = {
  advertiser: PUBLISHER,
  publisher: ADVERTISER,
  link: [...PUBLISHER, ...ADVERTISER],
};

/** Lists the fields that `detailed: 1` adds to a grouping for a reader. */
export function listDetailFields(grouping: Grouping, reader: Reader): string[] {
  const { detailed = {} }: GroupFields = GROUP_DETAILS[grouping];
  return Object.keys(detailed).filter((field) => !HIDDEN[reader]?.includes(field));
}

/**
 * Groupings whose value in the same record is among the details of another: the size of a zone is then the size that
 * was requested, whatever the catalogue has today.
 */
const DESCRIBED_BY = {
  campaign_id: ["advertiser_ad_type_id", "advertiser_id"],
  variation_id: ["campaign_id", "size"],
  site_id: ["site_hostname", "publisher_id"],
  zone_id: ["site_id", "size"],
  region_id: ["country_iso"],
} as const satisfies { [G in Grouping]?: readonly Grouping[] };

/** Lists groupings that a report reads besides its own: only events know the country of a region without a name. */
export function listAddedGroupings(groupings: readonly Grouping[]): Grouping[] {
  return groupings.includes("region_id") && !groupings.includes("country_iso") ? ["country_iso"] : [];
}

/** Lists the positions of the cells that describe a group, for `describeGroup`; -1: not in the record. */
export function listCells(grouping: Grouping, groupings: readonly Grouping[]): number[] {
  const others = hasKey(DESCRIBED_BY, grouping) ? DESCRIBED_BY[grouping] : [];
  const cells = [grouping, ...others].map((name) => groupings.indexOf(name));
  return grouping === "region_id" ? [...cells, findAdded(groupings)] : cells;
}

function findAdded(groupings: readonly Grouping[]): number {
  return listAddedGroupings(groupings).length > 0 ? groupings.length : -1;
}

/**
 * Describes a group by the cells of `listCells` in the database's notation; null: not in the record. A value without a
 * name is shown by its number.
 */
export function describeGroup(
  grouping: Grouping,
  [value, ...others]: Cells,
  context: Context,
): GroupFieldValues {
  if (isPlain(grouping)) return describePlain(grouping, value ?? "", context.detailed);
  const describe: (value: string, context: Context, ...others: Cells) => GroupFieldValues = NAMED[grouping];
  const details = describe(value ?? "", context, ...others);
  const hidden = HIDDEN[context.kind];
  if (!context.detailed || !hidden) return details;
  return Object.fromEntries(Object.entries(details).filter(([field]) => !hidden.includes(field)));
}

type NamedGrouping = Exclude<Grouping, PlainGrouping>;

type Describe<G extends NamedGrouping> = (
  value: string,
  context: Context,
  ...others: Cells
) => GroupDetails[G];

function nameEntity(value: string, names: ById<Entity>, what: string): Entity {
  const id = Number(value);
  return { id, name: names.get(id)?.name ?? `${what} ${id}` };
}

function nameKnown(
  id: string | number | null | undefined,
  names: ById<Entity>,
  what: string,
): Entity | undefined {
  return id === null || id === undefined ? undefined : nameEntity(String(id), names, what);
}

/** Ad type of all campaigns of a catalogue; facts of other systems have others. */
const BANNER = "1";

const describeCampaign: Describe<"campaign_id"> = (value, { names, detailed }, adType, advertiser) => {
  const { id, name } = nameEntity(value, names.campaigns, "Campaign");
  const campaign = names.campaigns.get(id);
  const owner = nameKnown(advertiser ?? campaign?.account, names.accounts, "Advertiser");
  return {
    active: campaign?.active && !campaign.deleted ? "1" : "0",
    campaign_ad_type_name: nameAdType(adType ?? BANNER),
    id: String(id),
    name,
    ...(detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }),
  };
};

const describeVariation: Describe<"variation_id"> = (value, { names, detailed }, campaignId, shownSize) => {
  const id = Number(value);
  const known = names.variations.get(id);
  const campaign = nameKnown(campaignId ?? known?.campaign.id, names.campaigns, "Campaign");
  const size = shownSize ?? known?.variation.size;
  return {
    id,
    name: known?.variation.name ?? `Variation ${id}`,
    ...(detailed && campaign && { campaign_id: String(campaign.id), campaign_name: campaign.name }),
    ...(detailed && size && { size }),
  };
};

const describeSite: Describe<"site_id"> = (value, { names, detailed }, shownHostname, publisher) => {
  const { id, name } = nameEntity(value, names.sites, "Site");
  const site = names.sites.get(id);
  const owner = nameKnown(publisher ?? site?.account, names.accounts, "Publisher");
  const hostname = shownHostname ?? site?.hostname;
  return {
    id: String(id),
    name,
    ...(detailed && hostname && { hostname }),
    ...(detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }),
  };
};

const describeZone: Describe<"zone_id"> = (value, { names, detailed }, siteId, shownSize) => {
  const { id, name } = nameEntity(value, names.zones, "Zone");
  const zone = names.zones.get(id);
  const site = nameKnown(siteId ?? zone?.site, names.sites, "Site");
  const size = shownSize ?? zone?.size;
  return {
    id,
    name,
    ...(detailed && size && { size }),
    ...(detailed && site && { site_id: String(site.id), site_name: site.name }),
  };
};

const describeRegion: Describe<"region_id"> = (value, { names }, country, eventCountry) => {
  const { id, name } = nameEntity(value, names.regions, "Region");
  return { ...describeCountry(country ?? names.regions.get(id)?.country ?? eventCountry ?? ""), id, name };
};

const NAMED: { [G in NamedGrouping]: Describe<G> } = {
  campaign_id: describeCampaign,
  variation_id: describeVariation,
  offer_id: (value, { names }) => nameEntity(value, names.offers, "Offer"),
  offer_landing_page_id: (value, { names }) => nameEntity(value, names.offerLandingPages, "Landing page"),
  site_id: describeSite,
  zone_id: describeZone,
  category_id: (value, { names }) => nameEntity(value, names.categories, "Category"),
  region_id: describeRegion,
  carrier_id: (value, { names }) => nameEntity(value, names.carriers, "Carrier"),
  publisher_id: (value, { names }) => nameEntity(value, names.accounts, "Publisher"),
  advertiser_id: (value, { names }) => nameEntity(value, names.accounts, "Advertiser"),
};
