/**
 * What the impression and the click address of a decision carry: all that has to be known to count them, signed.
 *
 * Anyone on the page can read it, so prices are not in it.
 *
 * Plain numbers between dots and a truncated HMAC-SHA-256. A JSON Web Token would be three times as long, and signing
 * one takes several times the time that the whole decision does.
 */
import { timingSafeEqual } from "node:crypto";
import { createSigner } from "./hmac.ts";

export interface Token {
  /** The service's start that made the decision, and the decision's number within it. */
  series: number;
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
  zone: number;
  campaign: number;
  variation: number;
  sub: number | undefined;
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

const VERSION = "1";
const FIELDS = 15;
/** 22 characters of Base64: 132 bits. */
const SIGNATURE_LENGTH = 22;

export interface Tokens {
  sign(token: Token): string;
  read(text: string, now: number): TokenReading;
  /** Recognises an address without giving it away. */
  digest(address: string): string;
}

export function createTokens(key: Buffer, life: number): Tokens {
  const sign = createSigner(key);
  const signature = (body: string) => sign(body).slice(0, SIGNATURE_LENGTH);
  return {
    sign(token) {
      const body = encode(token);
      return `${body}.${signature(body)}`;
    },
    read(text, now) {
      const split = text.length - SIGNATURE_LENGTH - 1;
      const body = text.slice(0, split);
      if (text[split] !== "." || !same(signature(body), text.slice(split + 1))) return { wrong: "forged" };
      const token = decode(body);
      if (!token) return { wrong: "forged" };
      return token.decidedAt + life > now ? { token } : { wrong: "expired" };
    },
    digest: (address) => sign(`address ${address}`).slice(0, 8),
  };
}

function same(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

function encode({ series, number, decidedAt, zone, campaign, variation, sub, visitor }: Token): string {
  const decision = `${series}.${number}.${decidedAt}.${zone}.${campaign}.${variation}`;
  return `${VERSION}.${decision}.${sub ?? ""}.${encodeVisitor(visitor)}`;
}

/** All zones of a request share its visitor's part, and visitors are remembered. */
const encoded = new WeakMap<TokenVisitor, string>();

function encodeVisitor(visitor: TokenVisitor): string {
  const known = encoded.get(visitor);
  if (known !== undefined) return known;
  const { country, language, browser, operatingSystem, device, deviceType, address } = visitor;
  const values = [country, language, browser, operatingSystem, device, deviceType];
  const text = `${values.map((value) => value ?? "").join(".")}.${address}`;
  encoded.set(visitor, text);
  return text;
}

/** The signature was right, so the form is ours; another version's is not. */
function decode(body: string): Token | undefined {
  const parts = body.split(".");
  if (parts[0] !== VERSION || parts.length !== FIELDS) return undefined;
  const number = (at: number) => Number(parts[at]);
  const optional = (at: number) => (parts[at] === "" ? undefined : number(at));
  return {
    series: number(1),
    number: number(2),
    decidedAt: number(3),
    zone: number(4),
    campaign: number(5),
    variation: number(6),
    sub: optional(7),
    visitor: {
      country: parts[8] || undefined,
      language: optional(9),
      browser: optional(10),
      operatingSystem: optional(11),
      device: optional(12),
      deviceType: optional(13),
      address: parts[14] ?? "",
    },
  };
}
