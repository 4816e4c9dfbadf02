/** What the ad service answered, of which nothing is known → one outcome for each zone, by position. */

import { encode } from "./text.ts";
import type { Answer, Entry, ErrorCode, Outcome } from "./types.ts";

/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme (https://url.spec.whatwg.org/#concept-basic-url-parser);
 * in JSON those fail the match.
 */
export const isAddress = (value: unknown): value is string =>
  /^"https?:\/\/[^\s/?#@\\"]+["/?#]/i.test(encode(value));

const fail = (code: ErrorCode, message: string): Outcome<never> => [null, { code, message }];

/** What an answer says of the zone at a position: its ad, or null where there is none. */
export const readResult = (answer: Answer, at: number): Outcome<Entry | null> => {
  const { zones, errors } = answer;
  if (!zones) return fail("rejected", encode(errors));
  const messages = [errors?.[at] ?? []].flat().map((one) => (typeof one === "string" ? one : encode(one)));
  const entry = zones[at] as Entry;
  const data = entry ? entry.data : entry;
  if (data === null) return messages[0] ? fail("zone", messages.join()) : [null];
  if (!data || typeof entry.type !== "string")
    return fail("invalid-response", messages.join() || "no result");
  const unsafe =
    entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name as "url"]));
  return unsafe ? fail("unsafe-url", `${unsafe}: ${encode(data[unsafe as "url"])}`) : [entry];
};
