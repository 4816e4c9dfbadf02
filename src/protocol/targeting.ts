/**
 * Table of the dimensions by which a campaign can be restricted to a list of accepted values. The catalogue's schema,
 * matching, explanations, estimates and the dashboard's form follow from it; `service/placement/dimensions.ts`
 * implements them. Restrictions of another form (custom keys, hours) are not dimensions.
 */

interface TargetingDimension {
  /** Type of the accepted values: ids of entries in the catalogue, or names and codes from a fixed list. */
  readonly values: "ids" | "names";
  /** Report grouping under which requests are counted by this dimension. */
  readonly grouping: string;
}

export const TARGETING = {
  /** ISO 3166-1 alpha-3 */
  countries: { values: "names", grouping: "country_iso" },
  regions: { values: "ids", grouping: "region_id" },
  /** ISO 639-1 */
  languages: { values: "names", grouping: "language_id" },
  deviceTypes: { values: "names", grouping: "device_type_id" },
  operatingSystems: { values: "names", grouping: "operating_system_id" },
  browsers: { values: "names", grouping: "browser_id" },
  sites: { values: "ids", grouping: "site_id" },
  zones: { values: "ids", grouping: "zone_id" },
  categories: { values: "ids", grouping: "category_id" },
} as const satisfies Record<string, TargetingDimension>;

export type TargetingName = keyof typeof TARGETING;
export type TargetingNameOf<V extends TargetingDimension["values"]> = {
  [K in TargetingName]: (typeof TARGETING)[K]["values"] extends V ? K : never;
}[TargetingName];

/** Accepted values by dimension; an empty list accepts any. */
export type TargetingLists = { [K in TargetingNameOf<"ids">]: number[] } & {
  [K in TargetingNameOf<"names">]: string[];
};
