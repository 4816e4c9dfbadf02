/** The tag's attributes and the rule that each value must match. The console describes them in words. */
import { assign, create, entries } from "./globals.ts";
import { reportOnce } from "./record.ts";

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
} & { [N in "email" | "buyeruids" | `target-${string}`]?: string };

/** Pattern of a text, or bounds of a whole number. */
type Rule = RegExp | readonly [min: number, max: number];

const MAX = 9e15;
const POSITIVE: Rule = [1, MAX];
const MILLISECONDS: Rule = [0, 600_000];

/** Attributes without a rule accept any text. No prototype, so that `toString` and the like have no rule. */
const RULES: Partial<Record<string, Rule>> = assign(create(null), {
  endpoint: /^https?:\/\/.+$/,
  zoneId: POSITIVE,
  sub: /^-?\d{1,15}$/,
  size: /^[1-9]\d*x[1-9]\d*$/,
  lazy: [0, MAX],
  refresh: [30, 86_400],
  collapse: /^(always)?$/,
  zones: POSITIVE,
  referer: /^(path|full|origin|https?:\/\/.+)$/,
  gdpr: /^[01]$/,
  consentTimeout: MILLISECONDS,
  timeout: MILLISECONDS,
  credentials: /^(omit|include)$/,
} satisfies Partial<Record<keyof Settings, Rule>>);

/** Sets a valid value, trimmed; reports an invalid one by its `label`. */
export const setValue = (
  values: Record<string, string | undefined>,
  name: string,
  text: string,
  label: string = name,
): void => {
  const rule = RULES[name];
  const value = rule ? text.trim() : text;
  if (!rule || ("test" in rule ? rule.test(value) : isInRange(value, rule))) values[name] = value;
  else reportOnce(`${label}="${text}": expected ${rule}`);
};

const isInRange = (text: string, [min, max]: readonly [number, number]): boolean =>
  /^\d+$/.test(text) && +text >= min && +text <= max;

/**
 * Reads all `data-` attributes of an element; the result inherits `defaults`. An invalid value is reported and left
 * out.
 */
export const readAttributes = (dataset: DOMStringMap, defaults: Values | null = null): Values => {
  const values: Record<string, string> = create(defaults);
  for (const [key, text] of entries(dataset as Record<string, string>)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    setValue(values, name.startsWith("target-") ? name : key, text, `data-${name}`);
  }
  return values;
};
