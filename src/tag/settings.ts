/** Attributes → values whose types are true. */
import type { Values } from "./zone.ts";

/** Every value that is not free text: the least of an integer, or the pattern that the whole text fits. */
const RULES: Record<string, number | string> = {
  endpoint: "https?://.+",
  "zone-id": 1,
  sub: -9e15,
  size: "[1-9]\\d*x[1-9]\\d*",
  lazy: 0,
  refresh: 30,
  collapse: "|always",
  zones: 1,
  referer: "path|full|origin|https?://.+",
  gdpr: "0|1",
  "consent-timeout": 0,
  timeout: 0,
  credentials: "omit|include",
};

/**
 * Reads attributes. A value that breaks its rule is told to `complain` by name and left out, so that the default holds.
 */
export function readValues(
  attributes: Iterable<{ name: string; value: string }>,
  complain: (text: string) => void,
): Values {
  // Without what pages put on every object.
  const values = { __proto__: null, targeting: {} } as unknown as Values & Record<string, unknown>;
  for (const { name: attribute, value } of attributes) {
    const name = attribute === "data-zoneid" ? "zone-id" : attribute.slice(5);
    const rule = Object.hasOwn(RULES, name) ? RULES[name]! : "[^]*";
    const integer = +rule === rule;
    if (name.startsWith("target-")) values.targeting[name.slice(7)] = value;
    else if (
      integer
        ? value && +value % 1 === 0 && +value >= rule && +value < 2 ** 53
        : RegExp(`^(${rule})$`).test(value)
    )
      values[name] = integer ? +value : value;
    else complain(`${attribute}="${value}": expected ${integer ? "at least " : ""}${rule}`);
  }
  return values;
}
