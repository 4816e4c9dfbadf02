/** Request and response types by role, grouping and projection, derived from the protocol tables. */
import type { ExclusionOf, FilterOf, GroupDetails, GroupingOf, MetricFilterOf, Metrics, Order, OrderFieldOf, ProjectionOf, ReportFile, RequestMetadata, Role } from "../protocol/statistics.js";
import type { Wait } from "./rateLimits.js";
/** One to four groupings. */
export type Groupings<G> = readonly [G] | readonly [G, G] | readonly [G, G, G] | readonly [G, G, G, G] | NoGrouping<G>;
/**
 * Makes the compile error of `[]` say what is missing: TypeScript compares a list with the union member of its length,
 * and names the property that it lacks. Without this member it says "Source has 0 element(s) but target requires 4". No
 * list has the property. `0` keeps code compiling that reads the first of the `Groupings`.
 */
type NoGrouping<G> = readonly G[] & {
    readonly length: 0;
    readonly "group_by needs at least one grouping": never;
} & {
    readonly 0: G;
};
/** At most two orders. */
export type Orders<F extends string> = readonly [] | readonly [Order<F>] | readonly [Order<F>, Order<F>];
/** Fields that all report requests share. */
interface Scope<R extends Role> {
    readonly filter?: FilterOf<R>;
    /** Values to exclude. Records without a value stay. */
    readonly exclude?: ExclusionOf<R>;
    /** Bounds of metrics. Records outside them are left out, of the count and the totals too. */
    readonly metrics?: MetricFilterOf<R>;
    /** IANA time zone of hours; does not affect days. Default: America/New_York. */
    readonly timezone?: string;
}
/** Report request without paging. */
export interface Query<R extends Role, G extends GroupingOf<R> = GroupingOf<R>, P extends ProjectionOf<R> | undefined = undefined, T extends 0 | 1 = 0 | 1> extends Scope<R> {
    readonly group_by: Groupings<G>;
    /** Metrics, or values of `group_by`. */
    readonly order_by?: Orders<OrderFieldOf<R, NoInfer<G>>>;
    /** Blocks, or metrics by block, to return. Default: all blocks of the account. */
    readonly projection?: P;
    /** 1: adds `result_total`. */
    readonly totals?: T;
    /** 1: adds details to `group_by`. */
    readonly detailed?: 0 | 1;
    /** Records per response. */
    readonly limit?: number;
    readonly offset?: number;
}
/** Report request for a file. */
export interface FileQuery<R extends Role, G extends GroupingOf<R> = GroupingOf<R>, P extends ProjectionOf<R> | undefined = undefined> extends Query<R, G, P> {
    /** Columns of a CSV file by their names, in this order. Default: all. Other formats ignore it. */
    readonly output_csv_fields?: readonly string[];
}
export interface CountQuery<R extends Role, G extends GroupingOf<R> = GroupingOf<R>> extends Scope<R> {
    readonly group_by: Groupings<G>;
}
export interface TotalsQuery<R extends Role, P extends ProjectionOf<R> | undefined = undefined> extends Scope<R> {
    /** Default: by date. Skipped RTB queries are reported only under some groupings. */
    readonly group_by?: Groupings<GroupingOf<R>>;
    readonly projection?: P;
}
/** Record: groups and metrics. A group without a value is not in `group_by`. */
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
/** Options of one call. */
export interface CallOptions {
    /** Aborts the call: during a wait for a limit, between retries, or in flight. */
    readonly signal?: AbortSignal;
    /** Timeout of each request of the call, milliseconds. Default: `timeoutMs` of the client. */
    readonly timeout?: number;
    /** Called before every wait of this call, after `onWait` of the client. */
    readonly onWait?: (wait: Wait) => void;
    /** Calls that wait for a limit go by priority, highest first, then in the order of their arrival. Default: 0. */
    readonly priority?: number;
}
/** Reports of one role. Every call rejects with a `StatisticsError`, or with the reason of its signal. */
export interface RoleStatistics<R extends Role> {
    /** Fetches one page of a report. */
    query<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined, const T extends 0 | 1 = 0>(request: Query<R, G, P, T>, call?: CallOptions): Promise<StatisticsReport<R, G, P, T>>;
    /** Fetches the number of records. */
    count<const G extends GroupingOf<R>>(request: CountQuery<R, G>, call?: CallOptions): Promise<number>;
    /** Fetches the totals over all records. */
    totals<const P extends ProjectionOf<R> | undefined = undefined>(request?: TotalsQuery<R, P>, call?: CallOptions): Promise<Metrics<R, P>>;
    /**
     * Iterates over the pages of a report from `offset`, `limit` records each (default: 10,000). Without `order_by`,
     * records are in the order of their groups, which facts that arrive meanwhile do not change. A record that moves to
     * the next page meanwhile is not returned twice. Continues when the service returns fewer records than requested.
     * Keeps one page in memory.
     */
    pages<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined, const T extends 0 | 1 = 0>(request: Query<R, G, P, T>, call?: CallOptions): AsyncGenerator<StatisticsReport<R, G, P, T>, void>;
    /**
     * Iterates over the records of a report, page by page. Keeps one page in memory, and the groups of the previous page.
     */
    records<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined>(request: Query<R, G, P, 0>, call?: CallOptions): AsyncGenerator<StatisticsRecord<R, G, P>, void>;
    /**
     * Streams a report as CSV: all records unless the request has a `limit`. Resolves once the service answers. The
     * stream fails with a `StatisticsError` when the connection is cut, so a stream that ends is complete. `timeout`
     * limits each wait for more bytes.
     */
    csv<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined>(request: FileQuery<R, G, P>, call?: CallOptions): Promise<ReadableStream<Uint8Array>>;
    /** Streams a report as `csv` does, in any format. Rejects with 406 when the service does not offer the format. */
    file<const G extends GroupingOf<R>, const P extends ProjectionOf<R> | undefined = undefined>(request: FileQuery<R, G, P>, format: ReportFile, call?: CallOptions): Promise<ReadableStream<Uint8Array>>;
}
export {};
