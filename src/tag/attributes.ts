/** The tag's attributes, and the rule that each value must match. */
import { assign, create, entries } from "./globals.ts";
import { reportOnce } from "./record.ts";
import { describe } from "./text.ts";
import type { Settings, Values } from "./types.ts";

/** Words for the expected value, and its pattern. */
type Rule = readonly [expected: string, pattern: Pick<RegExp, "test">];

/** Ids and sub ids are exact numbers in tag and service. */
const MAX = 2 ** 53 - 1;

const wholeNumber = (min: number, max = MAX): Rule => [
  `a whole number${min < 0 ? "" : ` from ${min}`}${max < MAX ? ` to ${max}` : ""}`,
  { test: (text) => /^-?\d+$/.test(text) && +text >= min && +text <= max },
];

const POSITIVE = wholeNumber(1);
const MILLISECONDS = wholeNumber(0, 600_000);

/** Attributes without a rule accept any text. No prototype, so that `toString` and the like have no rule. */
export const RULES: Partial<Record<string, Rule>> = assign(create(null), {
  endpoint: ["an https address", /^https?:\/\/.+$/],
  zoneId: POSITIVE,
  sub: wholeNumber(-MAX),
  size: ["width x height", /^[1-9]\d*x[1-9]\d*$/],
  lazy: wholeNumber(0),
  refresh: wholeNumber(30, 86_400),
  collapse: ["always or nothing", /^(always)?$/],
  zones: POSITIVE,
  referer: ["path, full, origin or an https address", /^(path|full|origin|https?:\/\/.+)$/],
  gdpr: ["0 or 1", /^[01]$/],
  consentTimeout: MILLISECONDS,
  timeout: MILLISECONDS,
  credentials: ["omit or include", /^(omit|include)$/],
} satisfies Partial<Record<keyof Settings, Rule>>);

/**
 * Sets a valid value, trimmed if it has a rule; reports an invalid one, or one that is no text, by its `label`. Instead of
 * an invalid `gdpr`, 1 is set.
 */
export const setValue = (
  values: Record<string, string | undefined>,
  name: string,
  text: unknown,
  label: string = name,
): void => {
  const [expected = "text", pattern] = RULES[name] ?? [];
  const value = pattern ? describe(text).trim() : text;
  if (typeof value === "string" && pattern?.test(value) !== false) values[name] = value;
  else {
    reportOnce(`${label}="${describe(text).slice(0, 60)}": expected ${expected}`);
    if (name === "gdpr") values[name] = "1";
  }
};

/**
 * Reads all `data-` attributes of an element; the result inherits `defaults`. An invalid value is reported and left
 * out.
 */
export const parseAttributes = (dataset: DOMStringMap, defaults: Values | null = null): Values => {
  const values: Record<string, string> = create(defaults);
  for (const [key, text] of entries(dataset as Record<string, string>)) {
    const name = key.replace(/[A-Z]/g, "-$&").toLowerCase();
    setValue(values, name.startsWith("target-") ? name : key, text, `data-${name}`);
  }
  return values;
};
