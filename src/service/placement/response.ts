/**
 * The answer to a placement request as JSON in ASCII: an `AdResponse`, written from texts that are made once for each
 * creative.
 *
 * Three quarters of an answer are known before its request, and the general way of writing JSON looks at every character.
 */
import type { Variation } from "../catalogue.ts";

/** How a creative's banners end, from within the image's address on. */
export interface CreativeJson {
  /** Whether the image is the service's own, so that the origin stands before the text. */
  isOwn: boolean;
  text: string;
}

/** What stands between what differs from banner to banner, for one origin. */
interface Frame {
  origin: string;
  beforeClick: string;
  beforeImpression: string;
  beforeImage: string;
  beforeOwnImage: string;
}

/** What becomes of one zone; "unknown" is one that the catalogue does not have. */
export type ZoneOutcome = Banner | "empty" | "unknown";

export interface Banner {
  creative: { json: CreativeJson };
  /** For its click and impression addresses. */
  token: string;
}

export function creativeJson({ image, size }: Pick<Variation, "image" | "size">): CreativeJson {
  const [width, height] = size.split("x");
  const text = whole(unquoted(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text };
}

/** Outcomes by the zones' position. `origin` is where tracking addresses and the service's own images are reached. */
export function responseJson(
  zones: readonly { id: number }[],
  outcomes: readonly ZoneOutcome[],
  origin: string,
): string {
  const frame = frameOf(origin);
  let filled = "";
  let errors = "";
  for (let at = 0; at < zones.length; at++) {
    const { id } = zones[at] as { id: number };
    const outcome = outcomes[at] as ZoneOutcome;
    if (at > 0) filled += ",";
    filled += typeof outcome === "string" ? "null" : bannerJson(id, outcome, frame);
    if (outcome === "unknown") errors += `${errors && ","}"${at}":["Zone ${id} not found"]`;
  }
  return `{"zones":[${filled}],"errors":{${errors}}}`;
}

function bannerJson(id: number, { creative: { json }, token }: Banner, frame: Frame): string {
  const { beforeClick, beforeImpression, beforeImage, beforeOwnImage } = frame;
  const start = `{"idzone":${id}${beforeClick}${token}${beforeImpression}${token}`;
  return `${start}${json.isOwn ? beforeOwnImage : beforeImage}${json.text}`;
}

/** Callers reach the service by one address, or a few. */
let latest: Frame | undefined;

function frameOf(origin: string): Frame {
  if (latest?.origin === origin) return latest;
  const base = unquoted(origin);
  const beforeImage = '","image":"';
  latest = {
    origin,
    beforeClick: whole(',"type":"banner","data":{"url":"', base, "/c/"),
    beforeImpression: whole('","impression":"', base, "/i/"),
    beforeImage,
    beforeOwnImage: whole(beforeImage, base),
  };
  return latest;
}

/** One text of several, put together now: one that is only added up is gone through, part by part, at each use. */
function whole(...parts: string[]): string {
  return parts.join("");
}

/** A text as it stands between the quotes of JSON, in ASCII. */
function unquoted(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, escaped);
}
