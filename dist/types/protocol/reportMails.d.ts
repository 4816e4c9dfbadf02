/** Reports that a user has mailed to the own address. */
import type { Days } from "./management.js";
import type { Comparison, Period, PeriodName } from "./periods.js";
import type { Role } from "./statistics.js";
/** A report with a relative period, which names other days whenever it is mailed. */
export interface ReportMailRequest {
    /** Side of the report. */
    role: Role;
    /** The days, by the clock of the account. */
    period: PeriodName;
    /** Days that the totals are compared with. */
    compare: Exclude<Comparison, Days>;
    query: ReportMailQuery;
    /** The dashboard's query string, to which the mail links with the actual days. */
    view: string;
    /** Heading of the mail. */
    title: string;
}
/** A report that is mailed once, also with days of the user's choice. Body of `POST /v2/user/report`. */
export interface ReportNowRequest extends Omit<ReportMailRequest, "period" | "compare"> {
    period: Period;
    compare: Comparison;
}
/** Fields of a report's request. Days, number of rows and totals follow from the mail. */
export interface ReportMailQuery {
    group_by?: unknown;
    filter?: unknown;
    exclude?: unknown;
    metrics?: unknown;
    order_by?: unknown;
    projection?: unknown;
    detailed?: unknown;
}
