/**
 * Signed tokens of impression and click URLs, with everything that counting the event needs.
 *
 * Anyone on the page can read a token, so it contains no prices.
 *
 * A token consists of plain numbers, separated by dots, and a truncated HMAC-SHA-256. A JSON Web Token would be three
 * times as long, and signing one takes several times as long as the whole decision.
 *
 * One signature covers several decisions of a response: each token lists all of them and begins with its own position.
 * Each token ends with characters of the HMAC that belong to its position, so that the token of one decision cannot be
 * turned into that of another.
 */
import { createHmac, createSecretKey } from "node:crypto";
import { isSameText } from "./sameText.ts";

/** Time and deduplication key of a decision. */
export interface Origin {
  /** Number of the service's start that made the decision. */
  epoch: number;
  /** Number of the decision within its epoch. */
  number: number;
  /** Milliseconds since 1970. */
  decidedAt: number;
}

/**
 * Origin of all decisions of a response. `number`: number of the first decision; the others are numbered consecutively.
 */
interface ResponseOrigin extends Origin {
  /** Output of `encodeVisitor`, cached because visitors return. */
  visitor: string;
}

/** What a decision shows, and where. */
export interface Shown {
  zone: number;
  campaign: number;
  variation: number;
  sub: number | undefined;
}

/** Campaign and creative chosen for a zone. */
export interface Choice extends Shown {
  /** Mark of the amount that the decision reserved; see `ReservedAmounts`. */
  reserved: string;
}

export interface Token extends Origin, Choice {
  visitor: TokenVisitor;
}

/** Traits of the visitor for statistics; undefined when unknown, or when consent does not allow storing them. */
export interface TokenTraits {
  /** ISO 3166-1 alpha-3 */
  country: string | undefined;
  region: number | undefined;
  language: number | undefined;
  browser: number | undefined;
  operatingSystem: number | undefined;
  device: number | undefined;
  deviceType: number | undefined;
}

export interface TokenVisitor extends TokenTraits {
  /** Whether the user agent declares a robot. */
  isRobot: boolean;
  /** Whether the landing page may receive an id of the click; never for robots. */
  allowsClickId: boolean;
  /** Keyed digest of the address that the impression must come from; undefined when any address may. */
  address: string | undefined;
  /** Keyed digest of `user.id`, for frequency caps. */
  user: string | undefined;
}

/** `isExpired`: the token is genuine, but too old to count. */
type TokenReading = { token: Token; isExpired: boolean } | { forged: true };

const VERSION = "5";
/** Values of the robot's field, else empty. Nodes of earlier versions read only the first, and never write the second. */
const ROBOT = "1";
const ALLOWS_CLICK_ID = "2";
/** Position of the first trait of the visitor, and number of traits. */
const FIRST_TRAIT = 4;
const TRAITS = 7;
/** Number of fields before the decisions, and of each decision. */
const SHARED_FIELDS = 14;
const CHOICE_FIELDS = 5;
/** Decisions per signature. More would save time, but lengthen every URL. */
export const DECISIONS_PER_SIGNATURE = 5;
/**
 * Base64 characters: 132 bits that sign the whole body, and 24 bits per position. One HMAC suffices for
 * `DECISIONS_PER_SIGNATURE` positions.
 */
const COMMON_LENGTH = 22;
const PLACE_LENGTH = 4;
export const SIGNATURE_LENGTH = COMMON_LENGTH + PLACE_LENGTH;
const PLACE = new RegExp(`^[0-${DECISIONS_PER_SIGNATURE - 1}]\\.`);
/** Characters of a digest: 60 bits, enough to distinguish visitors and short enough for a URL. */
const DIGEST_LENGTH = 10;

/** First part of a text that looks like a token. Only the signature has so many characters without a dot. */
const WHOLE = new RegExp(`^\\d\\.[\\w.-]*?\\.[\\w-]{${SIGNATURE_LENGTH}}`);
/** A percent-encoded byte, also when encoded repeatedly: `%252D`. */
const ESCAPE = /%(?:25)*([0-9a-f]{2})/gi;

/**
 * Restores a token or a click id from a link that a mail program or an editor changed: percent-encoded, with invisible
 * characters, or with characters appended. Returns the text itself when it contains no token.
 */
export function restoreToken(text: string): string {
  const decoded = text.replace(ESCAPE, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return WHOLE.exec(decoded.replace(/[^\w.-]/g, ""))?.[0] ?? text;
}

export interface Tokens {
  /** Creates a token for each decision of a response. */
  sign(origin: ResponseOrigin, choices: readonly Choice[]): string[];
  read(text: string, now: number): TokenReading;
  /** Digests a value, so that it can be recognized but not read. The digest of a value differs by purpose. */
  digest(purpose: "address" | "user" | "clicks", value: string): string;
}

/** Creates and reads tokens. `life`: milliseconds for which a token counts. */
export function createTokens(secret: Buffer, life: number): Tokens {
  const key = createSecretKey(secret);
  const hmac = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    sign(origin, choices) {
      const tokens: string[] = [];
      for (let first = 0; first < choices.length; first += DECISIONS_PER_SIGNATURE) {
        const end = Math.min(first + DECISIONS_PER_SIGNATURE, choices.length);
        const body = encodeBody(origin, choices, first, end);
        const signature = hmac(body);
        // `join` creates one flat string; a concatenated one would be flattened at each use.
        const signed = [body, signature.slice(0, COMMON_LENGTH)].join(".");
        for (let place = 0; place < end - first; place++)
          tokens.push(`${place}.${signed}${slicePlace(signature, place)}`);
      }
      return tokens;
    },
    read(text, now) {
      const split = text.length - SIGNATURE_LENGTH - 1;
      const body = text.slice(2, split);
      const place = PLACE.test(text) ? Number(text[0]) : undefined;
      if (place === undefined || text[split] !== ".") return { forged: true };
      const signature = hmac(body);
      const expected = signature.slice(0, COMMON_LENGTH) + slicePlace(signature, place);
      const token = isSameText(expected, text.slice(split + 1)) ? decodeBody(body, place) : undefined;
      if (!token) return { forged: true };
      return { token, isExpired: token.decidedAt + life <= now };
    },
    digest: (purpose, value) => hmac(`${purpose} ${value}`).slice(0, DIGEST_LENGTH),
  };
}

function slicePlace(signature: string, place: number): string {
  const start = COMMON_LENGTH + place * PLACE_LENGTH;
  return signature.slice(start, start + PLACE_LENGTH);
}

function encodeBody(origin: ResponseOrigin, choices: readonly Choice[], first: number, end: number): string {
  const { epoch, number, decidedAt, visitor } = origin;
  let body = `${VERSION}.${epoch}.${number + first}.${decidedAt}.${visitor}`;
  for (const { zone, campaign, variation, sub, reserved } of choices.slice(first, end))
    body += `.${zone}.${campaign}.${variation}.${sub ?? ""}.${reserved}`;
  return body;
}

export function encodeVisitor(visitor: TokenVisitor): string {
  const { isRobot, allowsClickId, address, user } = visitor;
  const robot = isRobot ? ROBOT : allowsClickId ? ALLOWS_CLICK_ID : "";
  return [encodeTraits(visitor), robot, address ?? "", user ?? ""].join(".");
}

export function encodeTraits(visitor: TokenTraits): string {
  const { country, region, language, browser, operatingSystem, device, deviceType } = visitor;
  const fields = [country, region, language, browser, operatingSystem, device, deviceType];
  return fields.map((value) => value ?? "").join(".");
}

/** Decodes the fields of `encodeTraits`. */
export function decodeTraits([country, ...fields]: readonly string[]): TokenTraits {
  const [region, language, browser, operatingSystem, device, deviceType] = fields.map(decodeNumber);
  return { country: country || undefined, region, language, browser, operatingSystem, device, deviceType };
}

export function decodeNumber(field: string | undefined): number | undefined {
  return field ? Number(field) : undefined;
}

/** Decodes the body of a valid token, which the service itself has written; rejects that of another version. */
function decodeBody(body: string, place: number): Token | undefined {
  const fields = body.split(".");
  const start = SHARED_FIELDS + place * CHOICE_FIELDS;
  if (fields[0] !== VERSION || start >= fields.length) return undefined;
  const number = (at: number) => Number(fields[at]);
  return {
    epoch: number(1),
    number: number(2) + place,
    decidedAt: number(3),
    zone: number(start),
    campaign: number(start + 1),
    variation: number(start + 2),
    sub: decodeNumber(fields[start + 3]),
    reserved: fields[start + 4] ?? "",
    visitor: {
      ...decodeTraits(fields.slice(FIRST_TRAIT, FIRST_TRAIT + TRAITS)),
      isRobot: fields[11] === ROBOT,
      allowsClickId: fields[11] === ALLOWS_CLICK_ID,
      address: fields[12] || undefined,
      user: fields[13] || undefined,
    },
  };
}
