/** Validation problems by path, and messages shared by all interfaces. */
/** One object for each problem, whose only key is the field's path, such as `[filter][date_from]`. */
export type Problems = Record<string, string>[];
/** Body of a 400 response. */
export interface ValidationFailure {
    /** First problem. Absent in responses of the placement interface. */
    message?: string;
    errors: Problems;
    /** Id of the request, as in the header `X-Request-Id`. */
    request_id?: string;
}
export declare const UNEXPECTED_FIELD = "This field was not expected.";
export declare const MISSING_FIELD = "This field is missing.";
export declare const MALFORMED_BODY = "Malformed JSON body.";
/** Last entry of a response when there are more problems than it lists. */
export declare const MORE_PROBLEMS = "There are more problems; they are not listed.";
/** Maximum problems in a response; validation stops after them. */
export declare const MAX_PROBLEMS = 20;
/** Maximum characters of a quoted key or value. */
export declare const MAX_QUOTED = 100;
/** Formats a path as `[zones][0][id]`; the whole body is `[body]`. Long keys are cut. */
export declare function formatPath(keys: readonly unknown[]): string;
/** Shortens the sender's text for quoting it in a message. */
export declare function quote(text: string): string;
