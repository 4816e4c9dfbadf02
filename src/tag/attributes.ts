/** Every attribute of the tag: its name and what it expects, from which follow its type and how it is read. */
import { canMatch } from "./media.ts";
import { reportOnce } from "./record.ts";

/**
 * By name, without `data-`, what a value may be: a whole number in a range, one of some words, or any text where nothing
 * is said.
 */
export const ATTRIBUTES = {
  endpoint: "an address",
  "zone-id": "1 to 9007199254740991",
  // As older tags spell it.
  zoneid: "1 to 9007199254740991",
  sub: "-9007199254740991 to 9007199254740991",
  keywords: "",
  size: "WIDTHxHEIGHT",
  media: "a media query",
  lazy: "0 to 9007199254740991 pixels",
  refresh: "30 to 86400 seconds",
  collapse: "nothing or always",
  label: "",
  zones: "1 to 9007199254740991",
  referer: "path or full or origin or an address",
  gdpr: "0 or 1",
  consent: "",
  "consent-timeout": "0 to 600000 milliseconds",
  timeout: "0 to 600000 milliseconds",
  "user-id": "",
  credentials: "omit or include",
  manual: "",
} as const;

type Rules = typeof ATTRIBUTES;
/** What a value means, by what is expected of it. */
type Parsed<E extends string> = E extends `${number} to ${string}`
  ? number
  : E extends `${infer Option} or ${infer Others}`
    ? Parsed<Option> | Parsed<Others>
    : E extends "" | "an address" | "a media query" | "WIDTHxHEIGHT"
      ? string
      : E extends "nothing"
        ? ""
        : E;

/** The same values from code, where numbers may be numbers. */
export type Settings = { [N in keyof Rules]?: Parsed<Rules[N]> };

/** Values by the names of attributes, as written: numbers are text. */
export type Values = {
  [N in keyof Rules]?: Settings[N] extends number | undefined ? string : Settings[N];
} & { [N in "email" | "buyeruids" | `target-${string}`]?: string };

const isOption = (text: string, option: string): boolean =>
  option === "an address"
    ? /^https?:\/\/.+$/.test(text)
    : option === "WIDTHxHEIGHT"
      ? /^[1-9]\d*x[1-9]\d*$/.test(text)
      : option === "a media query"
        ? canMatch(text)
        : text === option.replace("nothing", "");

const isExpected = (text: string, expected: string): boolean => {
  const [least = 0, most = 0] = expected.split(" to ").map(Number.parseFloat);
  return most
    ? Boolean(text) && +text % 1 === 0 && +text >= least && +text <= most
    : !expected || expected.split(" or ").some((option) => isOption(text, option));
};

/** Reads an element's `data-` attributes over defaults. A wrong value is reported and left out. */
export const readAttributes = (dataset: DOMStringMap, defaults?: Values): Values => {
  const values: Record<string, string> = Object.assign(Object.create(null), defaults);
  for (const [key, text] of Object.entries(dataset as Record<string, string>)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    const expected = name.startsWith("target-") ? "" : (ATTRIBUTES as Record<string, unknown>)[name];
    // Names that every object has are no attributes.
    if (typeof expected !== "string") continue;
    if (isExpected(text, expected)) values[name] = text;
    else reportOnce(`data-${name}="${text}": expected ${expected}`);
  }
  // As older tags spell it.
  if (values.zoneid) values["zone-id"] ??= values.zoneid;
  return values;
};
