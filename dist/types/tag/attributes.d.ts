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
/** Values that code alone hands over are text as well: an address, JSON. */
type Rules = typeof ATTRIBUTES & {
    email: "";
    buyeruids: "";
};
type Parsed<E extends string> = E extends `${number} to ${string}` ? number : E extends `${infer Option} or ${infer Others}` ? Parsed<Option> | Parsed<Others> : E extends "" | "an address" | "a media query" | "WIDTHxHEIGHT" ? string : E extends "nothing" ? "" : E;
/** Values by the names of attributes. */
export type Values = {
    [N in keyof Rules]?: Parsed<Rules[N]>;
} & {
    [target: `target-${string}`]: string;
};
/** Stores a value. One that is wrong is reported and left out, and so is none: `undefined` takes a value back. */
export declare const store: (values: Record<string, unknown>, name: string, value: unknown) => void;
/** What has attributes: an element, read without making nodes of them, or settings in their place. */
export interface Attributed {
    getAttributeNames(): string[];
    getAttribute(name: string): unknown;
}
/** Reads an element's attributes. */
export declare const readAttributes: (from: Attributed | null) => Values;
export {};
