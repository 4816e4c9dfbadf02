/** Client of the statistics interface without the management client, which the dashboard loads on demand. */
import { type Statistics, type StatisticsOptions } from "./client.js";
/**
 * Creates a client. Nothing is sent before the first call.
 *
 * @example
 * const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken } });
 * const { result } = await statistics.publisher.query({
 *   group_by: ["date", "zone_id"],
 *   projection: { base: ["impressions", "revenue"] },
 *   order_by: [{ field: "date", order: "asc" }],
 * });
 */
export declare function createStatistics(options: StatisticsOptions): Statistics;
export type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.js";
export type { SignedInUser, UserLanguage, UserRole } from "../protocol/people.js";
export type { Block, BlockOf, CollectionName, Country, FilterOf, GroupDetails, Grouping, GroupingOf, MetricOf, Metrics, NamedEntry, OrderFieldOf, ProjectionOf, RequestMetadata, Role, } from "../protocol/statistics.js";
export type { Paths, ServiceRequest, Shares, Statistics, StatisticsOptions } from "./client.js";
export { type CsvColumn, type CsvOptions, type CsvValue, toCsv } from "./csv.js";
export { isStatisticsError, type Problem, type RefusalCode, StatisticsError, type StatisticsErrorCode, } from "./errors.js";
export type { LimitName, Wait } from "./rateLimits.js";
export type { Limit, LimitState } from "./rateWindow.js";
export type { Credentials, Session } from "./session.js";
export type { CallOptions, CountQuery, FileQuery, Groupings, Orders, Query, RoleStatistics, StatisticsRecord, StatisticsReport, TotalsQuery, } from "./types.js";
