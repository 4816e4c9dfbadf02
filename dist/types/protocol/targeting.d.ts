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
export declare const TARGETING: {
    /** ISO 3166-1 alpha-3 */
    readonly countries: {
        readonly values: "names";
        readonly grouping: "country_iso";
    };
    readonly regions: {
        readonly values: "ids";
        readonly grouping: "region_id";
    };
    /** ISO 639-1 */
    readonly languages: {
        readonly values: "names";
        readonly grouping: "language_id";
    };
    readonly deviceTypes: {
        readonly values: "names";
        readonly grouping: "device_type_id";
    };
    readonly operatingSystems: {
        readonly values: "names";
        readonly grouping: "operating_system_id";
    };
    readonly browsers: {
        readonly values: "names";
        readonly grouping: "browser_id";
    };
    readonly sites: {
        readonly values: "ids";
        readonly grouping: "site_id";
    };
    readonly zones: {
        readonly values: "ids";
        readonly grouping: "zone_id";
    };
    readonly categories: {
        readonly values: "ids";
        readonly grouping: "category_id";
    };
};
export type TargetingName = keyof typeof TARGETING;
export type TargetingNameOf<V extends TargetingDimension["values"]> = {
    [K in TargetingName]: (typeof TARGETING)[K]["values"] extends V ? K : never;
}[TargetingName];
/** Accepted values by dimension; an empty list accepts any. */
export type TargetingLists = {
    [K in TargetingNameOf<"ids">]: number[];
} & {
    [K in TargetingNameOf<"names">]: string[];
};
export {};
