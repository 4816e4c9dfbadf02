/**
 * Writes `AdResponse` as ASCII JSON from texts that are cached per creative: three quarters of a response are known in
 * advance, and `JSON.stringify` examines every character.
 */
import type { Variation } from "../catalogue/catalogue.ts";

/** End of the JSON of a creative's banner, starting inside the image's address. */
export interface CreativeJson {
  /** Whether the image is the service's own, so that the origin precedes the text. */
  isOwn: boolean;
  text: string;
}

/** Texts between the variable parts of banners, for one origin. */
interface Frame {
  origin: string;
  beforeClick: string;
  beforeImpression: string;
  beforeImage: string;
  beforeOwnImage: string;
}

/** A zone of the request, with its outcome. */
interface AnsweredZone {
  request: { id: number };
  /** Zone of the catalogue; undefined for an unknown zone. */
  zone: object | undefined;
  /** Decision for the zone; undefined when no campaign may serve it. */
  decision?: { creative: { json: CreativeJson }; token: string } | undefined;
}

export function writeCreative({ image, size }: Pick<Variation, "image" | "size">): CreativeJson {
  const [width, height] = size.split("x");
  const text = flatten(escapeText(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text };
}

/** Writes responses. Texts around the addresses are cached per origin. */
export class ResponseWriter {
  /** Frame of the latest origin: callers use one, or a few. */
  #frame: Frame | undefined;

  /** `origin`: base URL of tracking URLs and the service's own images. */
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

/** `join` creates one flat string; a concatenated one would be flattened at each use. */
function flatten(...parts: string[]): string {
  return parts.join("");
}

/** Escapes a text for JSON in ASCII, without quotes. */
function escapeText(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, escapeUnit);
}
