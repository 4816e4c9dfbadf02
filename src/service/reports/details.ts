/** Describes groups by names from the catalogue. */
import { GROUP_DETAILS, type GroupFields } from "../../protocol/groups.ts";
import type { AccountKind, GroupDetails, Grouping, Viewer } from "../../protocol/statistics.ts";
import type { GroupFieldValues } from "../answers/answer.ts";
import { describeCountry, describePlain, isPlain, type PlainGrouping } from "../answers/plainGroups.ts";
import type { ById } from "../values/byId.ts";
import { adTypes } from "../values/visitorDimensions.ts";

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

/** Describes a group by its value in the database's notation. A value without a name is shown by its number. */
export function describeGroup(grouping: Grouping, value: string, context: Context): GroupFieldValues {
  if (isPlain(grouping)) return describePlain(grouping, value, context.detailed);
  const describe: (value: string, context: Context) => GroupFieldValues = NAMED[grouping];
  const details = describe(value, context);
  const hidden = HIDDEN[context.kind];
  if (!context.detailed || !hidden) return details;
  return Object.fromEntries(Object.entries(details).filter(([field]) => !hidden.includes(field)));
}

type NamedGrouping = Exclude<Grouping, PlainGrouping>;

const NAMED: { [G in NamedGrouping]: (value: string, context: Context) => GroupDetails[G] } = {
  campaign_id: describeCampaign,
  variation_id: describeVariation,
  offer_id: (value, { names }) => nameEntity(value, names.offers, "Offer"),
  offer_landing_page_id: (value, { names }) => nameEntity(value, names.offerLandingPages, "Landing page"),
  site_id: describeSite,
  zone_id: describeZone,
  category_id: (value, { names }) => nameEntity(value, names.categories, "Category"),
  region_id: (value, { names }) => {
    const { id, name } = nameEntity(value, names.regions, "Region");
    return { ...describeCountry(names.regions.get(id)?.country ?? ""), id, name };
  },
  carrier_id: (value, { names }) => nameEntity(value, names.carriers, "Carrier"),
  publisher_id: (value, { names }) => nameEntity(value, names.accounts, "Publisher"),
  advertiser_id: (value, { names }) => nameEntity(value, names.accounts, "Advertiser"),
};

function nameEntity(value: string, names: ById<Entity>, what: string): Entity {
  const id = Number(value);
  return { id, name: names.get(id)?.name ?? `${what} ${id}` };
}

function describeCampaign(value: string, { names, detailed }: Context): GroupDetails["campaign_id"] {
  const { id, name } = nameEntity(value, names.campaigns, "Campaign");
  const campaign = names.campaigns.get(id);
  const owner = campaign && names.accounts.get(campaign.account);
  return {
    active: campaign?.active && !campaign.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id),
    name,
    ...(detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }),
  };
}

function describeVariation(value: string, { names, detailed }: Context): GroupDetails["variation_id"] {
  const id = Number(value);
  const known = names.variations.get(id);
  const name = known?.variation.name ?? `Variation ${id}`;
  if (!detailed || !known) return { id, name };
  const { variation, campaign } = known;
  return { id, name, campaign_id: String(campaign.id), campaign_name: campaign.name, size: variation.size };
}

function describeSite(value: string, { names, detailed }: Context): GroupDetails["site_id"] {
  const { id, name } = nameEntity(value, names.sites, "Site");
  const site = names.sites.get(id);
  const owner = site && names.accounts.get(site.account);
  return {
    id: String(id),
    name,
    ...(detailed && site && { hostname: site.hostname }),
    ...(detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }),
  };
}

function describeZone(value: string, { names, detailed }: Context): GroupDetails["zone_id"] {
  const { id, name } = nameEntity(value, names.zones, "Zone");
  const zone = names.zones.get(id);
  const site = zone && names.sites.get(zone.site);
  return {
    id,
    name,
    ...(detailed && zone && { size: zone.size }),
    ...(detailed && site && { site_id: String(site.id), site_name: site.name }),
  };
}
