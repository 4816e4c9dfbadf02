import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSigner } from "../../../src/service/tracking/hmac.ts";
import {
  type Chosen,
  createTokens,
  encodeVisitor,
  TOGETHER,
  type TokenVisitor,
} from "../../../src/service/tracking/token.ts";

const key = randomBytes(32);
const LIFE = 3600_000;
const tokens = createTokens(key, LIFE);
const visitor: TokenVisitor = {
  ...{ country: "DEU", language: 33, browser: 1, operatingSystem: 2, device: undefined, deviceType: 4 },
  address: tokens.digest("192.0.2.1"),
};
const NOW = 1_790_000_000_000;
const made = { series: 3, number: 12, decidedAt: NOW };
const chosen: Chosen = { zone: 101, campaign: 5, variation: 51, sub: -7 };

function signed(all: Chosen[] = [chosen], of: TokenVisitor = visitor): string[] {
  return tokens.sign({ ...made, visitor: encodeVisitor(of) }, all);
}

describe("a token", () => {
  it("says what was signed", () => {
    const [text = ""] = signed();
    expect(tokens.read(text, NOW)).toEqual({ token: { ...made, ...chosen, visitor } });
    const other = { ...visitor, country: undefined };
    const [bare = ""] = signed([{ ...chosen, sub: undefined }], other);
    expect(tokens.read(bare, NOW)).toEqual({ token: { ...made, ...chosen, visitor: other, sub: undefined } });
  });

  it("is one for each decision of a response, numbered in order, however many there are", () => {
    const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    const sub = fc.option(fc.maxSafeInteger(), { nil: undefined });
    const zone = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const decision = fc.record({ zone, campaign: id, variation: id, sub });
    fc.assert(
      fc.property(fc.array(decision, { maxLength: 3 * TOGETHER + 1 }), (all) => {
        const texts = signed(all);
        expect(new Set(texts).size).toBe(all.length);
        const readings = texts.map((text) => tokens.read(text, NOW));
        const token = (one: Chosen, at: number) => ({ ...made, ...one, visitor, number: made.number + at });
        expect(readings).toEqual(all.map((one, at) => ({ token: token(one, at) })));
      }),
    );
    expect(signed([])).toEqual([]);
  });

  it("fits an address, and holds neither price nor address", () => {
    const many = Array.from({ length: 20 }, () => chosen);
    for (const text of signed(many)) expect(text).toMatch(/^[\w.-]{1,160}$/);
    expect(signed()[0]).not.toContain("192");
  });

  it("expires", () => {
    const [text = ""] = signed();
    expect(tokens.read(text, NOW + LIFE - 1)).toMatchObject({ token: { number: 12 } });
    expect(tokens.read(text, NOW + LIFE)).toEqual({ wrong: "expired" });
  });

  it("is forged when any character differs, when cut, and under another key", () => {
    const [text = ""] = signed();
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === "1" ? "2" : "1";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(tokens.read(changed, NOW)).toEqual({ wrong: "forged" });
      expect(tokens.read(text.slice(0, at), NOW)).toEqual({ wrong: "forged" });
    }
    const others = createTokens(randomBytes(32), LIFE);
    expect(others.read(text, NOW)).toEqual({ wrong: "forged" });
  });

  it("with another place is forged, also where the response has a decision", () => {
    const [first = ""] = signed([chosen, { ...chosen, zone: 102 }]);
    const at = (place: string) => tokens.read(place + first.slice(1), NOW);
    for (const place of ["1", "2", "4", "5", "9", "-", "+", " ", "", "00", "0x", "a", "é", "٠", "1.0"]) {
      expect(at(place)).toEqual({ wrong: "forged" });
    }
  });

  it("is forged, whatever text it is", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => "wrong" in tokens.read(text, 0)));
  });
});

describe("the signature", () => {
  it("is HMAC-SHA-256, with and without the one-step digest", () => {
    const plain = createSigner(key, null);
    const quick = createSigner(key);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        const expected = createHmac("sha256", key).update(text).digest("base64url");
        expect(quick(text)).toBe(expected);
        expect(plain(text)).toBe(expected);
      }),
      { examples: [["é".repeat(5000)], [""]] },
    );
  });
});
