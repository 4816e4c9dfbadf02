/** Reads responses of the statistics interface: checks `unknown` bodies and returns typed values. */
import type { AccountDetails, CreatedShare, Share } from "../protocol/account.js";
import type { Country, NamedEntry, RequestMetadata } from "../protocol/statistics.js";
import type { Fields } from "./object.js";
export interface RawReport {
    request_metadata: RequestMetadata;
    result: Fields[];
    result_total?: Fields;
}
export declare function parseReport(body: unknown): RawReport;
/** Reads the response to `count: 1`, which has only metadata. */
export declare function parseCount(body: unknown): number;
export declare function parseTotals(body: unknown): Fields;
export declare function parseAccount(body: unknown): AccountDetails;
export declare function parseShares(body: unknown): Share[];
export declare function parseCreatedShare(body: unknown): CreatedShare;
export declare function parseCountries(body: unknown): Country[];
export declare function parseNamed(body: unknown): NamedEntry[];
/** Reads a list of names, or of objects with a name. */
export declare function parseTimezones(body: unknown): string[];
