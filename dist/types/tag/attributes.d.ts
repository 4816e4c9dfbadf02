/** Values by the names of attributes in `dataset`, as code gives them: numbers may be numbers. */
export interface Settings {
    endpoint: string;
    zoneId: number;
    sub: number;
    keywords: string;
    size: string;
    media: string;
    lazy: number;
    refresh: number;
    collapse: "" | "always";
    label: string;
    zones: number;
    referer: string;
    gdpr: "0" | "1";
    consent: string;
    consentTimeout: number;
    timeout: number;
    userId: string;
    credentials: "omit" | "include";
    manual: string;
}
/** The same values as text, as they were written. */
export type Values = {
    [N in keyof Settings]?: Settings[N] extends number ? string : Settings[N];
} & {
    [N in "email" | "buyeruids" | `target-${string}`]?: string;
};
/** Sets a value that keeps its rule, without white space around it; reports any other by its `label`. */
export declare const setValue: (values: Record<string, string>, name: string, text: string, label?: string) => void;
/**
 * Reads an element's `data-` attributes, the page's own among them; the result inherits the defaults. A wrong value is
 * reported and left out.
 */
export declare const readAttributes: (dataset: DOMStringMap, defaults?: Values | null) => Values;
