/** Report calls of one role: a page, the count, the totals, and an iterator over all pages. */
import { type Role } from "../protocol/statistics.js";
import type { CallOptions, RoleStatistics } from "./types.js";
/** `accept`: media type of an answer that is streamed instead of read. */
type Ask = (body: {
    group_by: readonly string[];
}, call: CallOptions & {
    accept?: string;
}) => Promise<unknown>;
/** Asserts for what was read the types that the request implies; the only such place. */
export declare function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R>;
export {};
