/** Attributes → values whose types are true. */
import { complain } from "./record.ts";
import type { Values } from "./zone.ts";

/** Every value that is not free text: the least of an integer, or the pattern that the whole text fits. */
const RULES = {
  // Without the names that every object has.
  __proto__: null,
  endpoint: "https?://.+",
  zoneid: 1,
  sub: -9e15,
  media: "a media query",
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
} as unknown as Record<string, number | string>;

/** What a media query becomes that cannot be read. One with an unknown feature is read, and never matches. */
const UNREADABLE = "not all";

/** What has attributes: an element, read without making nodes of them. */
export type Attributes = Pick<Element, "getAttributeNames" | "getAttribute">;

/**
 * Reads attributes into an object that has `defaults` for what they do not name, and nothing of what a page put on
 * every object. A value that breaks its rule is complained of by name and left out.
 */
export const readValues = (from: Attributes | null, defaults: Values | null): Values => {
  const values = { __proto__: defaults } as unknown as Values & Record<string, unknown>;
  for (const name of from?.getAttributeNames() || []) {
    const value = from!.getAttribute(name)!;
    const key = name.slice(5).replace("zone-id", "zoneid");
    const rule = RULES[key];
    const integer = +rule! === rule;
    if (
      integer
        ? value && +value % 1 === 0 && +value >= rule && +value < 2 ** 53
        : key === "media"
          ? value === UNREADABLE || matchMedia(value).media !== UNREADABLE
          : !rule || RegExp(`^(${rule})$`).test(value)
    )
      values[key] = integer ? +value : value;
    else complain(`${name}="${value}": expected ${integer ? "an integer from " : ""}${rule}`);
  }
  return values;
};
