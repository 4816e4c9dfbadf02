/** Every attribute of the tag and the rule that its value keeps. The console has them in words. */
import { assign, create, entries } from "./globals.ts";
import { reportOnce } from "./record.ts";

/** Values by the names of attributes in `dataset`, as code gives them: numbers may be numbers. */
export interface Settings {
  endpoint: string;
  zoneId: number;
  /** Spelling of older tags. */
  zoneid: number;
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
} & { [N in "email" | "buyeruids" | `target-${string}`]?: string };

/** What a text has to match, or the least and the greatest whole number. */
type Rule = RegExp | readonly [min: number, max: number];

const ANY = /^/;
const MAX = 9e15;
const POSITIVE: Rule = [1, MAX];
const MILLISECONDS: Rule = [0, 600_000];

/** Without a prototype: names that every object has are no attributes. */
const RULES: Record<string, Rule> = assign(create(null), {
  endpoint: /^https?:\/\/.+$/,
  zoneId: POSITIVE,
  zoneid: POSITIVE,
  sub: /^-?\d{1,15}$/,
  keywords: ANY,
  size: /^[1-9]\d*x[1-9]\d*$/,
  media: ANY,
  lazy: [0, MAX],
  refresh: [30, 86_400],
  collapse: /^(always)?$/,
  label: ANY,
  zones: POSITIVE,
  referer: /^(path|full|origin|https?:\/\/.+)$/,
  gdpr: /^[01]$/,
  consent: ANY,
  consentTimeout: MILLISECONDS,
  timeout: MILLISECONDS,
  userId: ANY,
  credentials: /^(omit|include)$/,
  manual: ANY,
} satisfies Record<keyof Settings, Rule>);

/** Sets a value that keeps its rule; reports any other by its `label`. A name without a rule takes any text. */
export const setValue = (
  values: Record<string, string>,
  name: string,
  text: string,
  label: string = name,
): void => {
  const rule = RULES[name] ?? ANY;
  const value = rule === ANY ? text : text.trim();
  if ("test" in rule ? rule.test(value) : isInRange(value, rule)) values[name] = value;
  else reportOnce(`${label}="${text}": expected ${rule}`);
};

const isInRange = (text: string, [min, max]: readonly [number, number]): boolean =>
  /^\d+$/.test(text) && +text >= min && +text <= max;

/** Reads an element's `data-` attributes; the result inherits the defaults. A wrong value is reported and left out. */
export const readAttributes = (dataset: DOMStringMap, defaults: Values | null = null): Values => {
  const values: Record<string, string> = create(defaults);
  for (const [key, text] of entries(dataset as Record<string, string>)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    if (name.startsWith("target-")) values[name] = text;
    else if (RULES[key]) setValue(values, key, text, `data-${name}`);
  }
  // As older tags spell it.
  values.zoneId ??= values.zoneid as string;
  return values;
};
