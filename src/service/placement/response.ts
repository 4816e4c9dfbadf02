/**
 * The answer to a placement request as JSON in ASCII: an `AdResponse`, written from texts that are made once for each
 * creative. Three quarters of an answer are known before its request, and `JSON.stringify` looks at every character.
 */
import type { Variation } from "../catalogue/catalogue.ts";

/** How the JSON of a creative's banners ends, from within the image's address on. */
export interface CreativeJson {
  /** Whether the image is the service's own, so that the origin stands before the text. */
  isOwn: boolean;
  text: string;
}

/** What differs from banner to banner for one origin stands between these. */
interface Frame {
  origin: string;
  beforeClick: string;
  beforeImpression: string;
  beforeImage: string;
  beforeOwnImage: string;
}

/** One zone of the request, with what became of it. */
export interface AnsweredZone {
  request: { id: number };
  /** Undefined when the catalogue does not have the zone. */
  zone: object | undefined;
  /** Undefined when no campaign may serve it. */
  decision?: { creative: { json: CreativeJson }; token: string } | undefined;
}

export function writeCreative({ image, size }: Pick<Variation, "image" | "size">): CreativeJson {
  const [width, height] = size.split("x");
  const text = flatten(escapeText(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text };
}

/** Writes answers; the texts around the addresses are made once for an origin. */
export class ResponseWriter {
  /** Of the latest origin: callers reach the service by one address, or a few. */
  #frame: Frame | undefined;

  /** `origin`: where tracking addresses and the service's own images are reached. */
  write(zones: readonly AnsweredZone[], origin: string): string {
    const frame = this.#frame?.origin === origin ? this.#frame : createFrame(origin);
    this.#frame = frame;
    const results: string[] = [];
    const errors: string[] = [];
    for (const [at, { request, zone, decision }] of zones.entries()) {
      results.push(decision ? writeBanner(request.id, decision, frame) : "null");
      if (!zone) errors.push(`"${at}":["Zone ${request.id} not found"]`);
    }
    return `{"zones":[${results.join(",")}],"errors":{${errors.join(",")}}}`;
  }
}

function writeBanner(
  id: number,
  { creative: { json }, token }: NonNullable<AnsweredZone["decision"]>,
  { beforeClick, beforeImpression, beforeImage, beforeOwnImage }: Frame,
): string {
  const addresses = `${beforeClick}${token}${beforeImpression}${token}`;
  return `{"idzone":${id}${addresses}${json.isOwn ? beforeOwnImage : beforeImage}${json.text}`;
}

function createFrame(origin: string): Frame {
  const base = escapeText(origin);
  const beforeImage = '","image":"';
  return {
    origin,
    beforeClick: flatten(',"type":"banner","data":{"url":"', base, "/c/"),
    beforeImpression: flatten('","impression":"', base, "/i/"),
    beforeImage,
    beforeOwnImage: flatten(beforeImage, base),
  };
}

/** `join` makes one flat string; a concatenated one would be flattened again at each use. */
function flatten(...parts: string[]): string {
  return parts.join("");
}

/** A text as it stands between the quotes of JSON, in ASCII. */
function escapeText(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, escapeUnit);
}
