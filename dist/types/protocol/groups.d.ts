/**
 * Fields of `group_by` in a record for each grouping, as one table, from which the types, the service's responses and
 * the OpenAPI document follow.
 */
/** Type of a field in JSON; a list has the possible values. */
export type DetailField = "text" | "integer" | "day" | readonly string[];
export interface GroupFields {
    readonly fields: Readonly<Record<string, DetailField>>;
    /** Fields added by `detailed: 1` where they are known. */
    readonly detailed?: Readonly<Record<string, DetailField>>;
    /** Name in flat records, which have the grouping's value under its own name as well. */
    readonly flat: string;
}
export declare const GROUP_DETAILS: {
    /** A day in the account's time zone. */
    readonly date: {
        readonly fields: {
            readonly date: "day";
        };
        readonly flat: "ddate";
    };
    /** 0 to 23 in the request's time zone. */
    readonly hour: {
        readonly fields: {
            readonly hour: "integer";
        };
        readonly flat: "hour";
    };
    /** ISO week: 2026-W47 */
    readonly week: {
        readonly fields: {
            readonly week: "text";
        };
        readonly detailed: {
            readonly date_from: "day";
            readonly date_to: "day";
        };
        readonly flat: "week";
    };
    /** 2026-11 */
    readonly month: {
        readonly fields: {
            readonly month: "text";
        };
        readonly detailed: {
            readonly date_from: "day";
            readonly date_to: "day";
        };
        readonly flat: "month";
    };
    /** 2026-Q4 */
    readonly quarter: {
        readonly fields: {
            readonly quarter: "text";
        };
        readonly detailed: {
            readonly date_from: "day";
            readonly date_to: "day";
        };
        readonly flat: "quarter";
    };
    readonly year: {
        readonly fields: {
            readonly year: "integer";
        };
        readonly detailed: {
            readonly date_from: "day";
            readonly date_to: "day";
        };
        readonly flat: "year";
    };
    readonly campaign_id: {
        /** `active`: "1" while the campaign may deliver, else "0". */
        readonly fields: {
            readonly active: readonly ["0", "1"];
            readonly campaign_ad_type_name: "text";
            readonly id: "text";
            readonly name: "text";
        };
        readonly detailed: {
            readonly advertiser_id: "integer";
            readonly advertiser_name: "text";
        };
        readonly flat: "idcampaign";
    };
    readonly variation_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly detailed: {
            readonly campaign_id: "text";
            readonly campaign_name: "text";
            readonly size: "text";
        };
        readonly flat: "idvariation";
    };
    readonly offer_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "offer_id";
    };
    readonly offer_landing_page_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "offer_landing_page_id";
    };
    readonly advertiser_ad_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "advertiser_ad_type_id";
    };
    readonly publisher_ad_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "publisher_ad_type_id";
    };
    readonly site_id: {
        readonly fields: {
            readonly id: "text";
            readonly name: "text";
        };
        readonly detailed: {
            readonly hostname: "text";
            readonly publisher_id: "integer";
            readonly publisher_name: "text";
        };
        readonly flat: "idsite";
    };
    readonly site_hostname: {
        readonly fields: {
            readonly site_hostname: "text";
        };
        readonly flat: "site_hostname";
    };
    readonly zone_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly detailed: {
            readonly site_id: "text";
            readonly site_name: "text";
            readonly size: "text";
        };
        readonly flat: "idzone";
    };
    readonly sub: {
        readonly fields: {
            readonly sub: "integer";
        };
        readonly flat: "sub";
    };
    /** WIDTHxHEIGHT */
    readonly size: {
        readonly fields: {
            readonly size: "text";
        };
        readonly flat: "size";
    };
    readonly category_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "idcategory";
    };
    readonly country_iso: {
        readonly fields: {
            readonly country_iso: "text";
            readonly country_long_name: "text";
            readonly country_short_name: "text";
        };
        readonly detailed: {
            readonly iso2: "text";
        };
        readonly flat: "country";
    };
    readonly region_id: {
        readonly fields: {
            readonly country_iso: "text";
            readonly country_long_name: "text";
            readonly country_short_name: "text";
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "region_id";
    };
    readonly language_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "idlanguage";
    };
    readonly browser_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "idbrowser";
    };
    readonly operating_system_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "idos";
    };
    readonly device_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "iddevice";
    };
    readonly device_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "device_type_id";
    };
    readonly carrier_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "idcarrier";
    };
    readonly adblock: {
        readonly fields: {
            readonly adblock: readonly ["adblock", "standard"];
        };
        readonly flat: "adblock";
    };
    readonly publisher_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "publisher_id";
    };
    readonly advertiser_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
        readonly flat: "advertiser_id";
    };
};
type DetailValue<F> = F extends readonly (infer T)[] ? T : F extends "integer" ? number : string;
type DetailValues<F> = {
    -readonly [K in keyof F]: DetailValue<F[K]>;
};
type Details<G> = G extends {
    fields: infer F;
    detailed: infer D;
} ? DetailValues<F> & Partial<DetailValues<D>> : G extends {
    fields: infer F;
} ? DetailValues<F> : never;
/**
 * The value of each grouping in a record's `group_by`. Optional fields come with `detailed: 1` where they are known.
 */
export type GroupDetails = {
    [G in keyof typeof GROUP_DETAILS]: Details<(typeof GROUP_DETAILS)[G]>;
};
/** Returns the field that holds a grouping's plain value: its id if it has one. */
export declare function findValueField(grouping: keyof typeof GROUP_DETAILS): string;
export {};
