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

/** Values that code alone hands over are text as well: an address, JSON. */
type Rules = typeof ATTRIBUTES & { email: ""; buyeruids: "" };
type Parsed<E extends string> = E extends `${number} to ${string}`
  ? number
  : E extends `${infer Option} or ${infer Others}`
    ? Parsed<Option> | Parsed<Others>
    : E extends "" | "an address" | "a media query" | "WIDTHxHEIGHT"
      ? string
      : E extends "nothing"
        ? ""
        : E;

/** Values by the names of attributes. */
export type Values = { [N in keyof Rules]?: Parsed<Rules[N]> } & { [target: `target-${string}`]: string };

/** Without the names that every object has. */
const rules: Record<string, string | undefined> = Object.assign(Object.create(null), ATTRIBUTES, {
  email: "",
  buyeruids: "",
});

const isOption = (text: string, option: string): boolean =>
  option === "an address"
    ? /^https?:\/\/.+$/.test(text)
    : option === "WIDTHxHEIGHT"
      ? /^[1-9]\d*x[1-9]\d*$/.test(text)
      : option === "a media query"
        ? canMatch(text)
        : text === option.replace("nothing", "");

/** The value that a text means; undefined where it is none that is expected. */
const parse = (text: string, expected: string): string | number | undefined => {
  const [least = 0, most] = expected.split(" to ").map(Number.parseFloat);
  const value = +text;
  if (most) return text && value % 1 === 0 && value >= least && value <= most ? value : undefined;
  return expected.split(" or ").some((option) => !expected || isOption(text, option)) ? text : undefined;
};

/** Text of a string, a number, a boolean, or a list of them; undefined for anything else. */
const toText = (value: unknown): string | undefined => {
  const parts = [value].flat();
  return parts.every((part) => /^(str|num|boo)/.test(typeof part)) ? parts.join() : undefined;
};

/** Stores a value. One that is wrong is reported and left out, and so is none: `undefined` takes a value back. */
export const store = (values: Record<string, unknown>, name: string, value: unknown): void => {
  const expected = name.startsWith("target-") ? "" : rules[name];
  const text = toText(value);
  const parsed = text === undefined || expected === undefined ? undefined : parse(text, expected);
  if (parsed === undefined) delete values[name];
  else values[name] = parsed;
  if (parsed === undefined && expected !== undefined && value != null)
    reportOnce(`data-${name}="${text ?? typeof value}": expected ${expected || "text"}`);
};

/** What has attributes: an element, read without making nodes of them, or settings in their place. */
export interface Attributed {
  getAttributeNames(): string[];
  getAttribute(name: string): unknown;
}

/** Reads an element's attributes. */
export const readAttributes = (from: Attributed | null): Values => {
  const values: Values = Object.create(null);
  for (const name of from?.getAttributeNames() ?? [])
    if (name.startsWith("data-"))
      store(values, name.slice(5).replace(/^zoneid$/, "zone-id"), from?.getAttribute(name));
  return values;
};
