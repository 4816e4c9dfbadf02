/** What the ad service answered, of which nothing is known → one result for each zone, by position. */
import { encode } from "./json.ts";
import type { Answer, Entry, Result } from "./zone.ts";

/**
 * Addresses that are what they look like: nothing before the scheme, a host without user info. Browsers strip tabs,
 * newlines and control characters before they read a scheme; here those fail the match.
 */
export const isAddress = (value: unknown): value is string =>
  /^"https?:\/\/[^\s/?#@\\"]+["/?#]/i.test(encode(value));

/** What an answer says of the zone at a position; a result stands for all of them. */
export const readResult = (answer: Answer | Result, at: number): Result => {
  const { zones, errors } = answer as Answer;
  if (!zones) return errors ? [null, "rejected", encode(errors)] : (answer as Result);
  const said = [errors?.[at] || []].flat();
  const message = said.map((words) => (typeof words === "string" ? words : encode(words))).join();
  const entry = zones[at] as Entry;
  const data = entry ? entry.data : entry;
  if (data === null) return [null, message && "zone", message];
  if (!data || typeof entry.type !== "string") return [null, "invalid-response", message || "no result"];
  const unsafe =
    entry.type === "banner" && ["url", "impression", "image"].find((name) => !isAddress(data[name as never]));
  return unsafe ? [null, "unsafe-url", `${unsafe}: ${encode(data[unsafe as never])}`] : [entry];
};
