import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Choice,
  createTokens,
  DECISIONS_PER_SIGNATURE,
  encodeVisitor,
  restoreToken,
  type TokenVisitor,
} from "../../../src/service/signing/token.ts";

const key = randomBytes(32);
const LIFE = 3600_000;
const tokens = createTokens(key, LIFE);
const visitor: TokenVisitor = {
  country: "DEU",
  region: 7,
  language: 33,
  browser: 1,
  operatingSystem: 2,
  device: undefined,
  deviceType: 4,
  isRobot: false,
  allowsClickId: true,
  address: tokens.digest("address", "192.0.2.1"),
  user: undefined,
};
const NOW = 1_790_000_000_000;
const made = { epoch: 3, number: 12, decidedAt: NOW };
const chosen: Choice = { zone: 101, campaign: 5, variation: 51, sub: -7, reserved: "Zx_9" };

function signed(all: Choice[] = [chosen], of: TokenVisitor = visitor): string[] {
  return tokens.sign({ ...made, visitor: encodeVisitor(of) }, all);
}

test("a token contains the signed values", () => {
  const [text = ""] = signed();
  expect(tokens.read(text, NOW)).toEqual({ token: { ...made, ...chosen, visitor }, isExpired: false });
  const other = {
    ...visitor,
    country: undefined,
    isRobot: true,
    allowsClickId: false,
    address: undefined,
    user: "abc",
  };
  const [bare = ""] = signed([{ ...chosen, sub: undefined }], other);
  const token = { ...made, ...chosen, visitor: other, sub: undefined };
  expect(tokens.read(bare, NOW)).toEqual({ token, isExpired: false });
});

test("whether a click id is allowed is in the robot's field, which earlier versions write empty or 1", () => {
  const none = { isRobot: false, allowsClickId: false };
  const read = (changed: Partial<TokenVisitor>) => {
    const [text = ""] = signed([chosen], { ...visitor, ...changed });
    const reading = tokens.read(text, NOW);
    if ("forged" in reading) throw new Error("Forged.");
    const { isRobot, allowsClickId } = reading.token.visitor;
    return [text.split(".")[12], { isRobot, allowsClickId }];
  };
  expect(read({ ...none, allowsClickId: true })).toEqual(["2", { ...none, allowsClickId: true }]);
  expect(read(none)).toEqual(["", none]);
  expect(read({ ...none, isRobot: true })).toEqual(["1", { ...none, isRobot: true }]);
  expect(read({ isRobot: true, allowsClickId: true })).toEqual(["1", { ...none, isRobot: true }]);
});

test("each decision of a response gets a token, numbered in order, across several signatures", () => {
  const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  const sub = fc.option(fc.maxSafeInteger(), { nil: undefined });
  const zone = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const reserved = fc.constantFrom("", "Zx_9", "a-0B");
  const decision = fc.record({ zone, campaign: id, variation: id, sub, reserved });
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 3 * DECISIONS_PER_SIGNATURE + 1 }), (all) => {
      const texts = signed(all);
      expect(new Set(texts).size).toBe(all.length);
      const readings = texts.map((text) => tokens.read(text, NOW));
      const token = (one: Choice, at: number) => ({ ...made, ...one, visitor, number: made.number + at });
      expect(readings).toEqual(all.map((one, at) => ({ token: token(one, at), isExpired: false })));
    }),
  );
  expect(signed([])).toEqual([]);
});

test("a token has at most 170 URL-safe characters and does not contain the IP address", () => {
  const many = Array.from({ length: 20 }, () => chosen);
  for (const text of signed(many)) expect(text).toMatch(/^[\w.-]{1,170}$/);
  expect(signed()[0]).not.toContain("192");
});

test("a token expires", () => {
  const [text = ""] = signed();
  expect(tokens.read(text, NOW + LIFE - 1)).toMatchObject({ token: { number: 12 }, isExpired: false });
  expect(tokens.read(text, NOW + LIFE)).toMatchObject({ token: { number: 12 }, isExpired: true });
});

test("a token with a changed character, a truncated token and one of another key are forged", () => {
  const [text = ""] = signed();
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === "1" ? "2" : "1";
    const changed = text.slice(0, at) + other + text.slice(at + 1);
    expect(tokens.read(changed, NOW)).toEqual({ forged: true });
    expect(tokens.read(text.slice(0, at), NOW)).toEqual({ forged: true });
    // The same number of characters, but more bytes.
    expect(tokens.read(`${text.slice(0, at)}é${text.slice(at + 1)}`, NOW)).toEqual({ forged: true });
  }
  const others = createTokens(randomBytes(32), LIFE);
  expect(others.read(text, NOW)).toEqual({ forged: true });
});

test("a token with the place of another decision in the response is forged", () => {
  const [first = ""] = signed([chosen, { ...chosen, zone: 102 }]);
  const at = (place: string) => tokens.read(place + first.slice(1), NOW);
  for (const place of ["1", "2", "4", "5", "9", "-", "+", " ", "", "00", "0x", "a", "é", "٠", "1.0"]) {
    expect(at(place)).toEqual({ forged: true });
  }
});

test("random text is read as a forged token", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => "forged" in tokens.read(text, 0)));
});

test("the final characters of a response's tokens differ", () => {
  const texts = signed(Array.from({ length: DECISIONS_PER_SIGNATURE }, () => chosen));
  expect(texts).toHaveLength(DECISIONS_PER_SIGNATURE);
  const ends = texts.map((text) => text.slice(-4));
  expect(new Set(ends).size).toBe(ends.length);
  for (const [at, end] of ends.entries())
    for (const [other, text] of texts.entries()) expect(text.includes(end)).toBe(at === other);
});

test("a correctly signed token with an unknown version, place or empty body is forged", () => {
  const [text = ""] = signed();
  const [, body = ""] = /^\d\.(.*)\.[\w-]{26}$/.exec(text) ?? [];
  const sign = (changed: string, place: number) => {
    const signature = createHmac("sha256", key).update(changed).digest("base64url");
    return `${place}.${changed}.${signature.slice(0, 22)}${signature.slice(22 + 4 * place, 26 + 4 * place)}`;
  };
  expect(sign(body, 0)).toBe(text);
  expect(tokens.read(sign(body.replace(/^\d+/, "3"), 0), NOW)).toEqual({ forged: true });
  expect(tokens.read(sign(body, 1), NOW)).toEqual({ forged: true });
  expect(tokens.read(sign("", 0), NOW)).toEqual({ forged: true });
});

test("a digest is stable and differs by value, purpose and key", () => {
  const digest = tokens.digest("user", "reader-1");
  expect(digest).toMatch(/^[\w-]{10}$/);
  expect(tokens.digest("user", "reader-1")).toBe(digest);
  expect(tokens.digest("user", "reader-2")).not.toBe(digest);
  expect(tokens.digest("address", "reader-1")).not.toBe(digest);
  expect(createTokens(randomBytes(32), LIFE).digest("user", "reader-1")).not.toBe(digest);
});

const [whole = ""] = signed();
const encode = (characters: RegExp, depth = "") =>
  whole.replace(characters, (one) => `%${depth}${one.charCodeAt(0).toString(16).toUpperCase()}`);
test.each([
  ["nothing", whole],
  ...[".", ",", ";", ":", "!", ")", "/", "//", "%29", "%2F", ">", "%22", "%3E.", "'", "*", "_", "-", "…"].map(
    (end) => [end, whole + end],
  ),
  ["another path", `${whole}/index.html`],
  ["a long word", `${whole}.${"a".repeat(40)}`],
  ["a broken escape", `${whole}%`],
  ["an incomplete character", `${whole}%E2%80`],
  ["a zero-width space inside", `${whole.slice(0, 40)}%E2%80%8B${whole.slice(40)}`],
  ["a line break inside", `${whole.slice(0, 40)}%0D%0A${whole.slice(40)}`],
  ["%2D for its hyphens", encode(/-/g)],
  ["%5F and %2E", encode(/[._]/g)],
  ["%252D", encode(/[-_.]/g, "25")],
  ["every character encoded", encode(/./g)],
])("a token is restored from a link with %s", (_what, text) => {
  expect(restoreToken(text)).toBe(whole);
});

test.each([whole.slice(0, -1), `${whole.slice(0, -1)}/`, "token", "", "%", `x${whole}`])(
  "a link without a complete token is returned unchanged: %s",
  (text) => {
    expect(restoreToken(text)).toBe(text);
  },
);

test("tokens with random digests are restored from encoded links", () => {
  const digest = fc.option(fc.stringMatching(/^[\w-]{10}$/), { nil: undefined });
  const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(digest, digest, id, (address, user, zone) => {
      for (const text of signed([{ ...chosen, zone }, chosen], { ...visitor, address, user }))
        expect(restoreToken(`${encodeURIComponent(text).replaceAll("-", "%2D")}).`)).toBe(text);
    }),
  );
});
