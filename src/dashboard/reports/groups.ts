/** Groupings by section, and values of groups. */
import { getDetail } from "../../protocol/groupNames.ts";
import {
  type AccountKind,
  type FilterKey,
  GROUPINGS,
  type Grouping,
  listNames,
  type Role,
} from "../../protocol/statistics.ts";
import { findMonthsSpan, findWeekSpan, type Span } from "./period.ts";

type Section = "time" | "campaigns" | "inventory" | "audience";
export type FilterValue = string | number;

const SECTIONS: Record<Exclude<Section, "time" | "audience">, readonly Grouping[]> = {
  campaigns: [
    "advertiser_id",
    "campaign_id",
    "variation_id",
    "offer_id",
    "offer_landing_page_id",
    "advertiser_ad_type_id",
  ],
  inventory: [
    "publisher_id",
    "site_id",
    "site_hostname",
    "zone_id",
    "size",
    "publisher_ad_type_id",
    "category_id",
    "sub",
  ],
};

/** Lists the groupings of one side that an account may use, by section. */
export function listSections(role: Role, kind: AccountKind): [Section, Grouping[]][] {
  const groupings: Grouping[] = listNames(GROUPINGS, role, kind);
  const sections: Section[] = ["time", "campaigns", "inventory", "audience"];
  return sections
    .map((section): [Section, Grouping[]] => [
      section,
      groupings.filter((each) => findSection(each) === section),
    ])
    .filter(([, members]) => members.length > 0);
}

function findSection(grouping: Grouping): Section {
  if (GROUPINGS[grouping].kind === "time") return "time";
  if (SECTIONS.campaigns.includes(grouping)) return "campaigns";
  return SECTIONS.inventory.includes(grouping) ? "inventory" : "audience";
}

export function isGrouping(name: string): name is Grouping {
  return Object.hasOwn(GROUPINGS, name);
}

/** Returns the filter value of a group, or the period of a time group. */
export function getGroup(grouping: Grouping, detail: object): FilterValue | Span {
  const plain = getDetail(detail, grouping) ?? "";
  switch (grouping) {
    case "date":
      return { from: plain, to: plain };
    case "week":
      return findWeekSpan(plain);
    case "month":
      return findMonthsSpan(plain, 1);
    case "quarter":
      return findMonthsSpan(startQuarter(plain), 3);
    case "year":
      return { from: `${plain}-01-01`, to: `${plain}-12-31` };
    default:
      return getValue(grouping, detail);
  }
}

/** Returns the filter value of a group. */
export function getValue(grouping: FilterKey & Grouping, detail: object): FilterValue {
  if (GROUPINGS[grouping].kind === "id") return Number(getDetail(detail, "id"));
  const plain = getDetail(detail, grouping) ?? "";
  return grouping === "hour" || grouping === "sub" ? Number(plain) : plain;
}

/** Returns the first month of a quarter such as `2026-Q4`. */
function startQuarter(quarter: string): string {
  const month = Number(quarter.slice(-1)) * 3 - 2;
  return `${quarter.slice(0, 4)}-${String(month).padStart(2, "0")}`;
}
