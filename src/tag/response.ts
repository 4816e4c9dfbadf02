/** Converts the service's response, which is untrusted, to one result for each zone by position. */

import { encode, isAddress } from "./text.ts";
import type { Answer, Entry, Failure, Result } from "./types.ts";

/** Returns the result of the zone at a position: its ad, no ad, or a failure. */
export const parseResult = (reply: Answer | Failure, at: number): Result => {
  // Do not test `code`: a page may have defined it on `Object.prototype`.
  if (!reply.zones) return [reply.code, reply.message];
  const { zones, errors } = reply;
  const list: unknown[] = [];
  const message = list
    .concat(errors?.[at] ?? [])
    .map((one) => (typeof one === "string" ? one : encode(one)))
    .join();
  const entry = zones[at] as Entry;
  const data = entry ? entry.data : entry;
  if (data === null) return message ? ["zone", message] : [];
  if (!data || typeof entry.type !== "string") return ["invalid-response", message];
  const unsafe =
    entry.type === "banner" &&
    (["url", "impression", "image"] as const).find((name) => !isAddress(data[name]));
  return unsafe ? ["unsafe-url", `${unsafe}: ${encode(data[unsafe])}`] : ["", "", entry];
};
