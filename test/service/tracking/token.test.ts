import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSigner } from "../../../src/service/tracking/hmac.ts";
import { createTokens, type Token } from "../../../src/service/tracking/token.ts";

const key = randomBytes(32);
const LIFE = 3600_000;
const tokens = createTokens(key, LIFE);
const token: Token = {
  ...{ series: 3, number: 12, decidedAt: 1_790_000_000_000, zone: 101, campaign: 5, variation: 51, sub: -7 },
  visitor: {
    ...{ country: "DEU", language: 33, browser: 1, operatingSystem: 2, device: undefined, deviceType: 4 },
    address: tokens.digest("192.0.2.1"),
  },
};

describe("a token", () => {
  it("says what was signed", () => {
    expect(tokens.read(tokens.sign(token), token.decidedAt)).toEqual({ token });
    const bare = { ...token, sub: undefined, visitor: { ...token.visitor, country: undefined } };
    expect(tokens.read(tokens.sign(bare), token.decidedAt)).toEqual({ token: bare });
  });

  it("fits an address, and holds neither price nor address", () => {
    expect(tokens.sign(token)).toMatch(/^[\w.-]{1,160}$/);
    expect(tokens.sign(token)).not.toContain("192");
  });

  it("expires", () => {
    const text = tokens.sign(token);
    expect(tokens.read(text, token.decidedAt + LIFE - 1)).toEqual({ token });
    expect(tokens.read(text, token.decidedAt + LIFE)).toEqual({ wrong: "expired" });
  });

  it("is forged when any character differs, when cut, and under another key", () => {
    const text = tokens.sign(token);
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === "1" ? "2" : "1";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(tokens.read(changed, token.decidedAt)).toEqual({ wrong: "forged" });
      expect(tokens.read(text.slice(0, at), token.decidedAt)).toEqual({ wrong: "forged" });
    }
    const others = createTokens(randomBytes(32), LIFE);
    expect(others.read(text, token.decidedAt)).toEqual({ wrong: "forged" });
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
