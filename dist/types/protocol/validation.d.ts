/** How both interfaces answer a body that is not what they take: problems by path, and the messages that they share. */
/** One object of one key, the field's path such as `[filter][date_from]`, for each problem. */
export type Problems = Record<string, string>[];
/** The body of 400. */
export interface ValidationFailure {
    errors: Problems;
}
export declare const UNEXPECTED_FIELD = "This field was not expected.";
export declare const MISSING_FIELD = "This field is missing.";
export declare const MALFORMED_BODY = "Malformed JSON body.";
/** `[zones][0][id]`; the body as a whole is `[body]`. */
export declare function formatPath(keys: readonly unknown[]): string;
