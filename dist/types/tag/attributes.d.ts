/** Settings by attribute name as in `dataset`. Code may set numbers as numbers. */
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
/** The same values as text, as written on the page. */
export type Values = {
    [N in keyof Settings]?: Settings[N] extends number ? string : Settings[N];
} & {
    [N in "email" | "buyeruids" | `target-${string}`]?: string;
};
/** Sets a valid value, trimmed; reports an invalid one by its `label`. */
export declare const setValue: (values: Record<string, string | undefined>, name: string, text: string, label?: string) => void;
/**
 * Reads all `data-` attributes of an element; the result inherits `defaults`. An invalid value is reported and left
 * out.
 */
export declare const readAttributes: (dataset: DOMStringMap, defaults?: Values | null) => Values;
