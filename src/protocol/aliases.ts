/** Other names of groupings, used by clients of networks with this interface. */
import {
  type AccountKind,
  FILTERS,
  type FilterKey,
  GROUPINGS,
  type Grouping,
  listNames,
  type Role,
  type Viewer,
} from "./statistics.ts";
import { hasKey, isOneOf, listKeys } from "./tables.ts";

/** Groupings by alias. The first grouping that the account may use applies, because the two sides differ. */
const GROUPING_ALIASES: Readonly<Record<string, readonly Grouping[]>> = {
  day: ["date"],
  campaign: ["campaign_id"],
  variation: ["variation_id"],
  offer: ["offer_id"],
  landing_page: ["offer_landing_page_id"],
  offer_landing_page: ["offer_landing_page_id"],
  ad_type: ["advertiser_ad_type_id", "publisher_ad_type_id"],
  advertiser_ad_type: ["advertiser_ad_type_id"],
  publisher_ad_type: ["publisher_ad_type_id"],
  site: ["site_id"],
  hostname: ["site_hostname"],
  zone: ["zone_id"],
  sub_id: ["sub"],
  category: ["category_id"],
  country: ["country_iso"],
  region: ["region_id"],
  language: ["language_id"],
  browser: ["browser_id"],
  os: ["operating_system_id"],
  operating_system: ["operating_system_id"],
  device: ["device_id"],
  device_type: ["device_type_id"],
  carrier: ["carrier_id"],
  publisher: ["publisher_id"],
  advertiser: ["advertiser_id"],
};

export const GROUPING_ALIAS_NAMES: readonly string[] = Object.keys(GROUPING_ALIASES);

const ALIASES = new Map(Object.entries(GROUPING_ALIASES));

/** Resolves a name to a grouping; undefined when the account has none of that name. */
export function resolveGrouping(name: string, role: Role, kind: AccountKind): Grouping | undefined {
  const text = name.replaceAll("-", "_");
  const allowed = listNames(GROUPINGS, role, kind);
  return [text, ...(ALIASES.get(text) ?? [])].find((grouping) => isOneOf(allowed, grouping));
}

/** Writes a name as flat requests do, where hyphens and underscores are optional. */
export function flatten(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** Requested side, and kind of account. */
export type Side = Pick<Viewer, "role" | "kind">;

/** Filters by flat name: their own names, and those of groupings that can be filtered. */
const FILTER_NAMES = new Map<string, FilterKey[]>([
  ...Object.entries(GROUPING_ALIASES).map(
    ([alias, groupings]) => [flatten(alias), groupings.filter((name) => hasKey(FILTERS, name))] as const,
  ),
  ["osid", ["operating_system_id"]],
  ...listKeys(FILTERS).map((name) => [flatten(name), [name]] as const),
] as [string, FilterKey[]][]);

/** Resolves a singular or plural name in a flat request to a filter, preferably one of this role. */
export function resolveFilter(name: string, { role, kind }: Side): FilterKey | undefined {
  const text = flatten(name);
  const singulars = [text, text.replace(/ies$/, "y"), text.replace(/s$/, "")];
  const found = singulars.map((one) => FILTER_NAMES.get(one)).find((keys) => keys?.length) ?? [];
  return found.find((key) => isOneOf(listNames(FILTERS, role, kind), key)) ?? found[0];
}
