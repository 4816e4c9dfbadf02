/** Client of the statistics interface without the management client, which the dashboard loads on demand. */
import { createClient, type Statistics, type StatisticsOptions } from "./client.ts";

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
export function createStatistics(options: StatisticsOptions): Statistics {
  return createClient(options);
}

export type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.ts";
export type { SignedInUser, UserLanguage, UserRole } from "../protocol/people.ts";
export type {
  Block,
  BlockOf,
  CollectionName,
  Country,
  FilterOf,
  GroupDetails,
  Grouping,
  GroupingOf,
  MetricOf,
  Metrics,
  NamedEntry,
  OrderFieldOf,
  ProjectionOf,
  RequestMetadata,
  Role,
} from "../protocol/statistics.ts";
export type { Paths, ServiceRequest, Shares, Statistics, StatisticsOptions } from "./client.ts";
export { type CsvColumn, type CsvOptions, type CsvValue, toCsv } from "./csv.ts";
export {
  isStatisticsError,
  type Problem,
  type RefusalCode,
  StatisticsError,
  type StatisticsErrorCode,
} from "./errors.ts";
export type { LimitName, Wait } from "./rateLimits.ts";
export type { Limit, LimitState } from "./rateWindow.ts";
export type { Credentials, Session } from "./session.ts";
export type {
  CallOptions,
  CountQuery,
  FileQuery,
  Groupings,
  Orders,
  Query,
  RoleStatistics,
  StatisticsRecord,
  StatisticsReport,
  TotalsQuery,
} from "./types.ts";
