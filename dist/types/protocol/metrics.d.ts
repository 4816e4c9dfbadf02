/** Metrics with their formulas, in blocks. */
import { type AccountKind, type Named, type Role, type Viewer } from "./roles.js";
/** `money` is in the account's currency; `percent` runs from 0 to 100. */
export type Unit = "count" | "money" | "percent" | "milliseconds";
/**
 * Name of a stored counter; a leading minus subtracts it. Two names depend on the side of the report: `own_money` (an
 * advertiser's cost, a publisher's revenue) and `rtb_…` (RTB of that side).
 */
export type Term = string;
/** A sum of counters, or `times × of ÷ per` of sums, with the value `whenZero` when `per` is zero. */
export interface MetricDefinition {
    readonly label: string;
    readonly unit: Unit;
    /** Kinds of account that may see it. */
    readonly accounts: readonly AccountKind[];
    readonly sum?: readonly Term[];
    readonly of?: readonly Term[];
    readonly per?: readonly Term[];
    readonly times?: number;
    readonly whenZero?: number;
    /** Returned by default only with `detailed`, because no other metric includes it. */
    readonly detailed?: true;
}
declare const RTB: {
    /** Bid requests sent. */
    queries: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    /** Queries answered with a bid. */
    success: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    no_bid: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    errors: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    timeouts: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    /** Queries that were not sent. */
    skipped: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    wins: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    /** Money of the auctions won. */
    value: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    total_time: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly sum: string[];
    };
    avg_total_time: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    avg_cpm: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    bid_response_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    no_bid_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    errors_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    timeouts_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    /** Share of all queries, sent or not, that were skipped. */
    skipped_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
    win_ratio: {
        readonly label: string;
        readonly unit: Unit;
        readonly accounts: readonly ["advertiser", "publisher", "network"];
        readonly times: number;
        readonly of: readonly string[];
        readonly per: readonly string[];
        readonly whenZero: 0;
    };
};
/**
 * All blocks with their metrics. In a network's `rtb` each metric also exists as `adv_…` and `pub_…`; `goals` has `g1`,
 * `ecpa1` and so on, one pair per goal of the account, and `total`.
 */
export declare const BLOCKS: {
    readonly base: {
        readonly label: "Base";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly metrics: {
            impressions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            clicks: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            cost: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "network"];
                readonly sum: string[];
            };
            revenue: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["publisher", "network"];
                readonly sum: string[];
            };
            cpc: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            cpm: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            ctr: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            ad_requests: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            /** Share of ad requests answered with an ad. */
            fill_rate: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            ad_requests_rpm: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            publisher_revenue: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
            };
            network_revenue: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
            };
            /** Share of the advertisers' cost that the network keeps. */
            margin: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            invalid_impressions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
                readonly detailed: true;
            };
            invalid_clicks: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
                readonly detailed: true;
            };
            robot_requests: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
                readonly detailed: true;
            };
            robot_impressions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
                readonly detailed: true;
            };
            robot_clicks: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["network"];
                readonly sum: string[];
                readonly detailed: true;
            };
        };
    };
    readonly rtb: {
        readonly label: "RTB";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly metrics: {
            /** Bid requests sent. */
            queries: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            /** Queries answered with a bid. */
            success: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            no_bid: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            errors: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            timeouts: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            /** Queries that were not sent. */
            skipped: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            wins: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            /** Money of the auctions won. */
            value: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            total_time: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            avg_total_time: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            avg_cpm: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            bid_response_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            no_bid_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            errors_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            timeouts_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            /** Share of all queries, sent or not, that were skipped. */
            skipped_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            win_ratio: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
        };
    };
    readonly video: {
        readonly label: "Video";
        readonly roles: readonly ["advertiser", "publisher"];
        readonly metrics: {
            impressions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            views: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly sum: string[];
            };
            cpv: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
            vtr: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["advertiser", "publisher", "network"];
                readonly times: number;
                readonly of: readonly string[];
                readonly per: readonly string[];
                readonly whenZero: 0;
            };
        };
    };
    readonly wpn: {
        readonly label: "Web push";
        readonly roles: readonly ["publisher"];
        readonly metrics: {
            sent: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["publisher", "network"];
                readonly sum: string[];
            };
            subscriptions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["publisher", "network"];
                readonly sum: string[];
            };
            unsubscriptions: {
                readonly label: string;
                readonly unit: Unit;
                readonly accounts: readonly ["publisher", "network"];
                readonly sum: string[];
            };
        };
    };
    readonly goals: {
        readonly label: "Goals";
        readonly roles: readonly ["advertiser"];
        readonly metrics: {};
    };
};
/** A metric under another name in flat records, in addition to those of `base`. */
interface FlatMetric {
    readonly name: string;
    readonly block: keyof typeof BLOCKS;
    readonly metric: string;
    /** Whether the value is in hundredths of the account's currency, as a whole number. */
    readonly inHundredths?: true;
}
/** Flat metrics by the side of the report. */
export declare const FLAT_METRICS: Record<Role, readonly FlatMetric[]>;
export type Block = keyof typeof BLOCKS;
export type BlockOf<R extends Role> = Named<typeof BLOCKS, R>;
/** Sides of a network's RTB. */
export declare const RTB_PREFIXES: {
    readonly adv_: "advertiser";
    readonly pub_: "publisher";
};
type RtbMetric = keyof typeof RTB;
/** `g1` and so on: conversions of a goal; `total`: conversions of all goals; `ecpa1` and so on: cost per conversion. */
export type GoalMetric = `g${number}` | `ecpa${number}` | "total";
/** Metrics of a block that a kind of account may see. */
export type Seen<B extends Block, A extends AccountKind> = {
    [K in keyof (typeof BLOCKS)[B]["metrics"]]: (typeof BLOCKS)[B]["metrics"][K] extends {
        readonly accounts: readonly (infer S)[];
    } ? Extract<A, S> extends never ? never : K : never;
}[keyof (typeof BLOCKS)[B]["metrics"]] & string;
/** Metrics of a block that a role, or a network in that role, may request. */
export type MetricOf<R extends Role, B extends Block> = B extends "goals" ? GoalMetric : B extends "rtb" ? RtbMetric | `${keyof typeof RTB_PREFIXES}${RtbMetric}` : Seen<B, R | "network">;
/** Lists the blocks that a viewer may request, in the order of records. */
export declare function listBlocks({ role, goals }: Viewer): Block[];
/** Lists the metrics of a block that a viewer may request, by name. */
export declare function listMetrics(block: Block, viewer: Viewer): Record<string, MetricDefinition>;
/** Lists the metrics of a block in a report without a projection. */
export declare function listDefaultMetrics(block: Block, viewer: Viewer, detailed: boolean): string[];
/** Resolves a term to its stored counter, and whether it is subtracted. */
export declare function resolveTerm(term: Term, role: Role): {
    counter: string;
    minus: boolean;
};
export {};
