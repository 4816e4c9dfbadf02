/** The reports of one side: a page, the count, the totals, and all pages one after another. */
import { type Role } from "../protocol/statistics.js";
import type { CallOptions, RoleStatistics } from "./types.js";
type Ask = (body: {
    group_by: readonly string[];
}, call: CallOptions) => Promise<unknown>;
/** The one place where what was read is given the types that its request promises. */
export declare function createRole<R extends Role>(role: R, ask: Ask): RoleStatistics<R>;
export {};
