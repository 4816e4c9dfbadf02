/**
 * Click ids, which a landing page receives and a conversion returns:
 * `<version>.<epoch>.<number>.<decided>.<clicked>.<zone>.<campaign>.<variation>.<sub>.<visitor>.<signature>`
 *
 * Signed, not encrypted. They contain no digest of the visitor's id or address, and nothing about prices. Conversions
 * read them for 30 days, so a new version keeps the reader of the previous one for as long.
 *
 * The ids of tests have the same fields. Another key and another version keep them apart from those of clicks.
 */
import { createHmac, createSecretKey } from "node:crypto";
import { isSameText } from "./sameText.ts";
import { deriveKey } from "./secret.ts";
import {
  decodeNumber,
  decodeTraits,
  encodeTraits,
  type Origin,
  restoreToken,
  type Shown,
  SIGNATURE_LENGTH,
  type TokenTraits,
} from "./token.ts";

/** A click: its decision, its time and its dimensions for statistics. Each click of a decision has its own time. */
export interface ClickId extends Origin, Shown {
  /** Milliseconds since 1970. */
  clickedAt: number;
  visitor: TokenTraits;
}

export interface ClickIds {
  sign(click: ClickId): string;
  /** Reads a click id, also one that was changed like the links of `restoreToken`; undefined when it is forged. */
  read(text: string): ClickId | undefined;
}

const CLICKS = { purpose: "conversions", version: "1" };
/** Click tokens begin with 0 to 4. */
const TESTS = { purpose: "conversion tests", version: "9" };
/** Position of the first trait of the visitor. */
const FIRST_TRAIT = 9;

export function createTestIds(secret: Buffer): ClickIds {
  return createClickIds(secret, TESTS);
}

export function createClickIds(secret: Buffer, { purpose, version } = CLICKS): ClickIds {
  const key = createSecretKey(deriveKey(secret, purpose));
  const sign = (body: string) =>
    createHmac("sha256", key).update(body).digest("base64url").slice(0, SIGNATURE_LENGTH);
  return {
    sign(click) {
      const body = `${version}.${encodeFields(click)}`;
      return `${body}.${sign(body)}`;
    },
    read(text) {
      const restored = restoreToken(text);
      if (!restored.startsWith(`${version}.`)) return undefined;
      const end = restored.lastIndexOf(".");
      const body = restored.slice(0, Math.max(end, 0));
      return isSameText(sign(body), restored.slice(end + 1)) ? decodeBody(body) : undefined;
    },
  };
}

function encodeFields(click: ClickId): string {
  const { epoch, number, decidedAt, clickedAt, zone, campaign, variation, sub, visitor } = click;
  const fields = [epoch, number, decidedAt, clickedAt, zone, campaign, variation, sub ?? ""];
  return [...fields, encodeTraits(visitor)].join(".");
}

/** Decodes the body of a genuine click id, which the service itself has written. */
function decodeBody(body: string): ClickId {
  const fields = body.split(".");
  const number = (at: number) => Number(fields[at]);
  return {
    epoch: number(1),
    number: number(2),
    decidedAt: number(3),
    clickedAt: number(4),
    zone: number(5),
    campaign: number(6),
    variation: number(7),
    sub: decodeNumber(fields[8]),
    visitor: decodeTraits(fields.slice(FIRST_TRAIT)),
  };
}
