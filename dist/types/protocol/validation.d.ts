/** Validation problems by path. */
/** One object for each problem, whose only key is the field's path, such as `[filter][date_from]`. */
export type Problems = Record<string, string>[];
/** A code of `problems.ts` with its parameters, as sent. Later versions of the service have more codes. */
export interface CodedProblem {
    code: string;
    [parameter: string]: unknown;
}
/** Body of a 400 response. */
export interface ValidationFailure {
    /** First problem. Absent in responses of the placement interface. */
    message?: string;
    errors: Problems;
    /** Codes of the entries of `errors`, in the same order. Absent in responses of the placement interface. */
    codes?: CodedProblem[];
    /** Id of the request, as in the header `X-Request-Id`. */
    request_id?: string;
}
/** Maximum problems in a response; validation stops after them. */
export declare const MAX_PROBLEMS = 20;
/** Maximum characters of a quoted key or value. */
export declare const MAX_QUOTED = 100;
/** Formats a path as `[zones][0][id]`; the whole body is `[body]`. Long keys are cut. */
export declare function formatPath(keys: readonly unknown[]): string;
/** Shortens the sender's text for quoting it in a message. */
export declare function quote(text: string): string;
