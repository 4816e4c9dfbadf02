/**
 * What the impression and the click address of a decision carry: all that has to be known to count them, signed.
 *
 * Anyone on the page can read it, so prices are not in it.
 *
 * Plain numbers between dots and a truncated HMAC-SHA-256. A JSON Web Token would be three times as long, and signing
 * one takes several times the time that the whole decision does. One signature serves a few decisions of one response:
 * each token names all of them, begins with which one it is for, and ends with what nobody knows who has only the
 * others: characters of the HMAC that are that place's alone.
 */
import { timingSafeEqual } from "node:crypto";
import { createSigner } from "./hmac.ts";

/** When decisions were made. */
interface Made {
  /** The service's start that made them, and a number within it. */
  series: number;
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
}

/** What all decisions of a response share; `number` is the first one's, and the others follow on. */
export interface Shared extends Made {
  /** As `encodeVisitor` writes it: visitors are remembered from request to request, and so is this. */
  visitor: string;
}

/** Who was chosen for which zone. */
export interface Chosen {
  zone: number;
  campaign: number;
  variation: number;
  sub: number | undefined;
}

/** One decision. */
export interface Token extends Made, Chosen {
  visitor: TokenVisitor;
}

/** What is kept of the visitor: what events are counted by, and a digest that recognises the address. */
export interface TokenVisitor {
  /** ISO 3166-1 alpha-3 */
  country: string | undefined;
  language: number | undefined;
  browser: number | undefined;
  operatingSystem: number | undefined;
  device: number | undefined;
  deviceType: number | undefined;
  /** Keyed digest of the address. */
  address: string;
}

export type TokenReading = { token: Token } | { wrong: "forged" | "expired" };

const VERSION = "3";
/** Parts of a body before its decisions, and of each decision. */
const SHARED_PARTS = 11;
const CHOSEN_PARTS = 4;
/** Decisions under one signature. More would save time and make every address longer. */
export const TOGETHER = 5;
/** Characters of Base64 that sign all, 132 bits, and those of one place, 24: one HMAC has enough for `TOGETHER`. */
const COMMON_LENGTH = 22;
const PLACE_LENGTH = 4;
const SIGNATURE_LENGTH = COMMON_LENGTH + PLACE_LENGTH;
const PLACE = new RegExp(`^[0-${TOGETHER - 1}]\\.`);

export interface Tokens {
  /** A token for each decision of a response. */
  sign(shared: Shared, chosen: readonly Chosen[]): string[];
  read(text: string, now: number): TokenReading;
  /** Recognises an address without giving it away. */
  digest(address: string): string;
}

export function createTokens(key: Buffer, life: number): Tokens {
  const sign = createSigner(key);
  return {
    sign(shared, chosen) {
      const tokens: string[] = [];
      for (let first = 0; first < chosen.length; first += TOGETHER) {
        const end = Math.min(first + TOGETHER, chosen.length);
        const body = encode(shared, chosen, first, end);
        const hmac = sign(body);
        // Joined, a text is in one piece; added up, it would be gone through at each of its uses.
        const signed = [body, hmac.slice(0, COMMON_LENGTH)].join(".");
        for (let place = 0; place < end - first; place++)
          tokens.push(`${place}.${signed}${ofPlace(hmac, place)}`);
      }
      return tokens;
    },
    read(text, now) {
      const split = text.length - SIGNATURE_LENGTH - 1;
      const body = text.slice(2, split);
      const place = PLACE.test(text) ? Number(text[0]) : undefined;
      if (place === undefined || text[split] !== ".") return { wrong: "forged" };
      const hmac = sign(body);
      const expected = hmac.slice(0, COMMON_LENGTH) + ofPlace(hmac, place);
      const token = same(expected, text.slice(split + 1)) ? decode(body, place) : undefined;
      if (!token) return { wrong: "forged" };
      return token.decidedAt + life > now ? { token } : { wrong: "expired" };
    },
    digest: (address) => sign(`address ${address}`).slice(0, 8),
  };
}

function ofPlace(hmac: string, place: number): string {
  const start = COMMON_LENGTH + place * PLACE_LENGTH;
  return hmac.slice(start, start + PLACE_LENGTH);
}

function same(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function encode(shared: Shared, chosen: readonly Chosen[], first: number, end: number): string {
  const { series, number, decidedAt, visitor } = shared;
  let body = `${VERSION}.${series}.${number + first}.${decidedAt}.${visitor}`;
  for (let at = first; at < end; at++) {
    const { zone, campaign, variation, sub } = chosen[at] as Chosen;
    body += `.${zone}.${campaign}.${variation}.${sub ?? ""}`;
  }
  return body;
}

export function encodeVisitor(visitor: TokenVisitor): string {
  const { country, language, browser, operatingSystem, device, deviceType, address } = visitor;
  const values = [country, language, browser, operatingSystem, device, deviceType];
  return `${values.map((value) => value ?? "").join(".")}.${address}`;
}

/** The signature was right, so the form is ours; another version's is not. */
function decode(body: string, place: number): Token | undefined {
  const parts = body.split(".");
  const start = SHARED_PARTS + place * CHOSEN_PARTS;
  if (parts[0] !== VERSION || start >= parts.length) return undefined;
  const number = (at: number) => Number(parts[at]);
  const optional = (at: number) => (parts[at] === "" ? undefined : number(at));
  return {
    series: number(1),
    number: number(2) + place,
    decidedAt: number(3),
    zone: number(start),
    campaign: number(start + 1),
    variation: number(start + 2),
    sub: optional(start + 3),
    visitor: {
      country: parts[4] || undefined,
      language: optional(5),
      browser: optional(6),
      operatingSystem: optional(7),
      device: optional(8),
      deviceType: optional(9),
      address: parts[10] ?? "",
    },
  };
}
