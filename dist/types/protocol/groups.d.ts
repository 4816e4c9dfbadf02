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
}
export declare const GROUP_DETAILS: {
    /** A day in the account's time zone. */
    readonly date: {
        readonly fields: {
            readonly date: "day";
        };
    };
    /** 0 to 23 in the request's time zone. */
    readonly hour: {
        readonly fields: {
            readonly hour: "integer";
        };
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
    };
    readonly year: {
        readonly fields: {
            readonly year: "integer";
        };
        readonly detailed: {
            readonly date_from: "day";
            readonly date_to: "day";
        };
    };
    readonly campaign_id: {
        /** `active`: "1" while it may deliver, else "0". */
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
    };
    readonly offer_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly offer_landing_page_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly advertiser_ad_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly publisher_ad_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
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
    };
    readonly site_hostname: {
        readonly fields: {
            readonly site_hostname: "text";
        };
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
    };
    readonly sub: {
        readonly fields: {
            readonly sub: "integer";
        };
    };
    /** WIDTHxHEIGHT */
    readonly size: {
        readonly fields: {
            readonly size: "text";
        };
    };
    readonly category_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
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
    };
    readonly region_id: {
        readonly fields: {
            readonly country_iso: "text";
            readonly country_long_name: "text";
            readonly country_short_name: "text";
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly language_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly browser_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly operating_system_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly device_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly device_type_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly carrier_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly adblock: {
        readonly fields: {
            readonly adblock: readonly ["adblock", "standard"];
        };
    };
    readonly publisher_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
    };
    readonly advertiser_id: {
        readonly fields: {
            readonly id: "integer";
            readonly name: "text";
        };
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
/** The value of each grouping in a record's `group_by`. Optional fields come with `detailed: 1` where they are known. */
export type GroupDetails = {
    [G in keyof typeof GROUP_DETAILS]: Details<(typeof GROUP_DETAILS)[G]>;
};
export {};
