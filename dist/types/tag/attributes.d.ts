/**
 * By name, without `data-`, what a value may be: a whole number in a range, one of some words, or any text where nothing
 * is said.
 */
export declare const ATTRIBUTES: {
    readonly endpoint: "an address";
    readonly "zone-id": "1 to 9007199254740991";
    readonly zoneid: "1 to 9007199254740991";
    readonly sub: "-9007199254740991 to 9007199254740991";
    readonly keywords: "";
    readonly size: "WIDTHxHEIGHT";
    readonly media: "a media query";
    readonly lazy: "0 to 9007199254740991 pixels";
    readonly refresh: "30 to 86400 seconds";
    readonly collapse: "nothing or always";
    readonly label: "";
    readonly zones: "1 to 9007199254740991";
    readonly referer: "path or full or origin or an address";
    readonly gdpr: "0 or 1";
    readonly consent: "";
    readonly "consent-timeout": "0 to 600000 milliseconds";
    readonly timeout: "0 to 600000 milliseconds";
    readonly "user-id": "";
    readonly credentials: "omit or include";
    readonly manual: "";
};
type Rules = typeof ATTRIBUTES;
/** What a value means, by what is expected of it. */
type Parsed<E extends string> = E extends `${number} to ${string}` ? number : E extends `${infer Option} or ${infer Others}` ? Parsed<Option> | Parsed<Others> : E extends "" | "an address" | "a media query" | "WIDTHxHEIGHT" ? string : E extends "nothing" ? "" : E;
/** The same values from code, where numbers may be numbers. */
export type Settings = {
    [N in keyof Rules]?: Parsed<Rules[N]>;
};
/** Values by the names of attributes, as written: numbers are text. */
export type Values = {
    [N in keyof Rules]?: Settings[N] extends number | undefined ? string : Settings[N];
} & {
    [N in "email" | "buyeruids" | `target-${string}`]?: string;
};
/** Reads an element's `data-` attributes over defaults. A wrong value is reported and left out. */
export declare const readAttributes: (dataset: DOMStringMap, defaults?: Values) => Values;
export {};
