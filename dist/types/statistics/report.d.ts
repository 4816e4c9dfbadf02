/** Reads responses of the statistics interface: checks `unknown` bodies and returns typed values. */
import type { AccountDetails, CreatedShare, Share } from "../protocol/account.js";
import type { Country, NamedEntry, RequestMetadata } from "../protocol/statistics.js";
import type { Fields } from "./object.js";
export interface RawReport {
    request_metadata: RequestMetadata;
    result: Fields[];
    result_total?: Fields;
}
export declare function readReport(body: unknown): RawReport;
/** Reads the response to `count: 1`, which has only metadata. */
export declare function readCount(body: unknown): number;
export declare function readTotals(body: unknown): Fields;
export declare function readAccount(body: unknown): AccountDetails;
export declare function readShares(body: unknown): Share[];
export declare function readCreatedShare(body: unknown): CreatedShare;
export declare function readCountries(body: unknown): Country[];
export declare function readNamed(body: unknown): NamedEntry[];
/** Reads a list of names, or of objects with a name. */
export declare function readTimezones(body: unknown): string[];
