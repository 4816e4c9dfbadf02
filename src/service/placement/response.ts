/**
 * The answer to a placement request as JSON: an `AdResponse`, written from texts that are made once for each creative.
 *
 * Three quarters of an answer are known before its request, and the general way of writing JSON looks at every character.
 */
import type { Variation } from "../catalogue.ts";

/** How `data` of a creative's banners ends, from within the image's address on. */
export interface CreativeJson {
  /** Whether the image is the service's own, so that the origin stands before the text. */
  isOwn: boolean;
  text: string;
}

/** What one zone is given. */
export interface Banner {
  creative: { json: CreativeJson };
  /** For its click and impression addresses. */
  token: string;
}

export function creativeJson({ image, size }: Pick<Variation, "image" | "size">): CreativeJson {
  const [width, height] = size.split("x");
  return { isOwn: image.startsWith("/"), text: `${unquoted(image)}","width":${width},"height":${height}` };
}

/**
 * `zones` by position: a banner, "empty", or "unknown" for a zone that the catalogue does not have. `origin` is where
 * tracking addresses and the service's own images are reached.
 */
export function responseJson(
  zones: readonly { id: number }[],
  results: readonly (Banner | "empty" | "unknown")[],
  origin: string,
): string {
  const base = unquoted(origin);
  let filled = "";
  let errors = "";
  for (let at = 0; at < zones.length; at++) {
    const { id } = zones[at] as { id: number };
    const result = results[at] as Banner | "empty" | "unknown";
    if (at > 0) filled += ",";
    filled += typeof result === "string" ? "null" : bannerJson(id, result, base);
    if (result === "unknown") errors += `${errors && ","}"${at}":["Zone ${id} not found"]`;
  }
  return `{"zones":[${filled}],"errors":{${errors}}}`;
}

function bannerJson(id: number, { creative, token }: Banner, base: string): string {
  const { isOwn, text } = creative.json;
  const addresses = `"url":"${base}/c/${token}","impression":"${base}/i/${token}"`;
  return `{"idzone":${id},"type":"banner","data":{${addresses},"image":"${isOwn ? base : ""}${text}}}`;
}

/** A text as it stands between the quotes of JSON. */
function unquoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
