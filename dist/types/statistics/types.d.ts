/** What callers ask and get, typed by role, grouping and projection. All of it follows from the table of the interface. */
import type { ExclusionOf, FilterOf, GroupDetails, GroupingOf, Metrics, Order, OrderFieldOf, ProjectionOf, RequestMetadata, Role } from "../protocol/statistics.js";
/** One to four groupings. */
export type Groupings<G> = readonly [G] | readonly [G, G] | readonly [G, G, G] | readonly [G, G, G, G];
/** At most two orders. */
export type Orders<F extends string> = readonly [] | readonly [Order<F>] | readonly [Order<F>, Order<F>];
/** What every report can be narrowed by and shaped to. */
interface Scope<R extends Role> {
    readonly filter?: FilterOf<R>;
    /** What is left out; what lacks the value stays. */
    readonly exclude?: ExclusionOf<R>;
    /** IANA name; moves hours, never days. Default: America/New_York. */
    readonly timezone?: string;
}
/** A report's request, except for the page of it. */
export interface Query<R extends Role, G extends GroupingOf<R> = GroupingOf<R>, P extends ProjectionOf<R> | undefined = undefined, T extends 0 | 1 = 0 | 1> extends Scope<R> {
    readonly group_by: Groupings<G>;
    /** Metric fields, and what is in `group_by`. */
    readonly order_by?: Orders<OrderFieldOf<R, NoInfer<G>>>;
    /** Blocks, or metrics by block; only these are on the records. Default: all blocks of the account. */
    readonly projection?: P;
    /** 1: adds `result_total`. */
    readonly totals?: T;
    /** 1: more fields in `group_by` where the service knows them. */
    readonly detailed?: 0 | 1;
    /** Records in one answer. */
    readonly limit?: number;
    readonly offset?: number;
}
export interface CountQuery<R extends Role, G extends GroupingOf<R> = GroupingOf<R>> extends Scope<R> {
    readonly group_by: Groupings<G>;
}
export interface TotalsQuery<R extends Role, P extends ProjectionOf<R> | undefined = undefined> extends Scope<R> {
    /** Default: by date. Skipped RTB queries are counted under some groupings only. */
    readonly group_by?: Groupings<GroupingOf<R>>;
    readonly projection?: P;
}
/** One record: what it is about, and its metrics. A group whose value is absent is not in `group_by`. */
export type StatisticsRecord<R extends Role = Role, G extends GroupingOf<R> = GroupingOf<R>, P = undefined> = {
    group_by: {
        [K in G]?: GroupDetails[K];
    };
} & Metrics<R, P>;
export type StatisticsReport<R extends Role = Role, G extends GroupingOf<R> = GroupingOf<R>, P = undefined, T extends 0 | 1 = 0 | 1> = {
    request_metadata: RequestMetadata;
    result: StatisticsRecord<R, G, P>[];
} & (1 extends T ? 0 extends T ? {
    result_total?: Metrics<R, P>;
} : {
    result_total: Metrics<R, P>;
} : unknown);
/** How one call is made. */
export interface CallOptions {
    /** Ends the call: while it waits for a limit, between retries, or in flight. */
    readonly signal?: AbortSignal;
}
/** The reports of one side. Every call rejects with a `StatisticsError`, or with the reason of its signal. */
export interface RoleStatistics<R extends Role> {
    /** One page of a report. */
    query<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined, const T extends 0 | 1 = 0>(request: Query<R, G, P, T>, call?: CallOptions): Promise<StatisticsReport<R, G, P, T>>;
    /** How many records a report has. */
    count<const G extends GroupingOf<R>>(request: CountQuery<R, G>, call?: CallOptions): Promise<number>;
    /** The sum over all records. */
    totals<const P extends ProjectionOf<R> | undefined = undefined>(request?: TotalsQuery<R, P>, call?: CallOptions): Promise<Metrics<R, P>>;
    /**
     * Every page of a report from `offset` on, `limit` records at a time (default: 1,000). Without `order_by` the records
     * come in the order of their groups, which facts that arrive meanwhile do not change; a record is never given twice.
     */
    pages<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined, const T extends 0 | 1 = 0>(request: Query<R, G, P, T>, call?: CallOptions): AsyncGenerator<StatisticsReport<R, G, P, T>, void>;
    /** Every record of a report; as `pages`, one by one. */
    records<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined>(request: Query<R, G, P, 0>, call?: CallOptions): AsyncGenerator<StatisticsRecord<R, G, P>, void>;
}
export {};
