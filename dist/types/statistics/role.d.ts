/** Report calls of one role: a page, the count, the totals, and an iterator over all pages. */
import { type Order, type Role } from "../protocol/statistics.js";
import type { CallOptions, RoleStatistics } from "./types.js";
interface RawQuery {
    group_by: readonly string[];
    order_by?: readonly Order[];
    limit?: number;
    offset?: number;
    count?: 1;
    totals?: 1;
}
/** `accept`: media type of an answer that is streamed instead of read. */
type Ask = (body: RawQuery, call: CallOptions & {
    accept?: string;
}) => Promise<unknown>;
/** Creates the report calls. The only place that asserts the response types implied by a request. */
export declare function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R>;
export {};
