/** Report calls of one role: a page, the count, the totals, and an iterator over all pages. */
import { type Role } from "../protocol/statistics.js";
import type { CallOptions, RoleStatistics } from "./types.js";
/** `accept`: media type of an answer that is streamed instead of read. */
type Ask = (body: {
    group_by: readonly string[];
}, call: CallOptions & {
    accept?: string;
}) => Promise<unknown>;
/** Creates the report calls. The only place that asserts the response types implied by a request. */
export declare function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R>;
export {};
