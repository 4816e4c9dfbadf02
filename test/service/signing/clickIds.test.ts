import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MACROS } from "../../../src/protocol/macros.ts";
import { type ClickId, createClickIds, createTestIds } from "../../../src/service/signing/clickIds.ts";
import { deriveKey } from "../../../src/service/signing/secret.ts";
import { createTokens, encodeVisitor } from "../../../src/service/signing/token.ts";
import {
  browsers,
  type Dictionary,
  devices,
  deviceTypes,
  languages,
  operatingSystems,
} from "../../../src/service/values/visitorDimensions.ts";

const secret = randomBytes(32);
const clickIds = createClickIds(secret);
const visitor = {
  country: "DEU",
  region: 7,
  language: 33,
  browser: 1,
  operatingSystem: 2,
  device: undefined,
  deviceType: 4,
};
const NO_DIGESTS = { isRobot: false, allowsClickId: true, address: undefined, user: undefined };
const click: ClickId = {
  epoch: 3,
  number: 12,
  decidedAt: 1_790_000_000_000,
  clickedAt: 1_790_000_012_345,
  zone: 101,
  campaign: 5,
  variation: 51,
  sub: -7,
  visitor,
};
const text = clickIds.sign(click);

test("a click id contains the signed values, and at most 150 URL-safe characters", () => {
  expect(clickIds.read(text)).toEqual(click);
  expect(text).toMatch(/^[\w.-]{1,150}$/);
  expect(encodeURIComponent(text)).toBe(text);
});

test("the longest click id fits the bound of its macro", () => {
  const id = 2 ** 31 - 1;
  const safe = Number.MAX_SAFE_INTEGER;
  const time = Date.parse("2200-01-01");
  const largest = (names: Dictionary) => names.codes.length;
  const signed = clickIds.sign({
    epoch: id,
    number: safe,
    decidedAt: time,
    clickedAt: time,
    zone: safe,
    campaign: id,
    variation: id,
    sub: -safe,
    visitor: {
      country: "DEU",
      region: id,
      language: largest(languages),
      browser: largest(browsers),
      operatingSystem: largest(operatingSystems),
      device: largest(devices),
      deviceType: largest(deviceTypes),
    },
  });
  expect(signed.length).toBeLessThanOrEqual(MACROS.click_id);
  expect(signed.length).toBeGreaterThan(MACROS.click_id - 10);
});

test("every click is read as it was signed, also from a percent-encoded link with characters appended", () => {
  const id = fc.maxSafeNat();
  const trait = fc.option(id, { nil: undefined });
  const clicks = fc.record<ClickId>({
    epoch: id,
    number: id,
    decidedAt: id,
    clickedAt: id,
    zone: id,
    campaign: id,
    variation: id,
    sub: fc.option(fc.maxSafeInteger(), { nil: undefined }),
    visitor: fc.record({
      country: fc.option(fc.constantFrom("DEU", "USA"), { nil: undefined }),
      region: trait,
      language: trait,
      browser: trait,
      operatingSystem: trait,
      device: trait,
      deviceType: trait,
    }),
  });
  fc.assert(
    fc.property(clicks, (each) => {
      const signed = clickIds.sign(each);
      expect(clickIds.read(signed)).toEqual(each);
      expect(clickIds.read(`${signed.replaceAll(".", "%2E").replaceAll("-", "%252D")}).`)).toEqual(each);
    }),
  );
});

test("a click id with a changed character, a truncated one and one of another secret are forged", () => {
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === "1" ? "2" : "1";
    expect(clickIds.read(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    expect(clickIds.read(text.slice(0, at))).toBeUndefined();
    expect(clickIds.read(`${text.slice(0, at)}é${text.slice(at + 1)}`)).toBeUndefined();
  }
  expect(createClickIds(randomBytes(32)).read(text)).toBeUndefined();
  expect(createClickIds(deriveKey(secret, "tracking")).read(text)).toBeUndefined();
});

test("random text is read as a forged click id", () => {
  for (const wrong of ["", ".", "..", "1", "{click_id}", "undefined"])
    expect(clickIds.read(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (wrong) => clickIds.read(wrong) === undefined));
});

test("a click token is no click id, and a click id no click token", () => {
  const tokens = createTokens(deriveKey(secret, "tracking"), 3600_000);
  const encoded = encodeVisitor({ ...visitor, ...NO_DIGESTS });
  const [token = ""] = tokens.sign({ ...click, visitor: encoded }, [{ ...click, reserved: "" }]);
  expect(tokens.read(token, click.decidedAt)).toHaveProperty("token");
  expect(clickIds.read(token)).toBeUndefined();
  expect(tokens.read(text, click.decidedAt)).toEqual({ forged: true });
});

test("the id of a test is no click id, and a click id no test's, whatever its version says", () => {
  const testIds = createTestIds(secret);
  const ofTest = testIds.sign(click);
  expect(ofTest.slice(1, ofTest.lastIndexOf("."))).toBe(text.slice(1, text.lastIndexOf(".")));
  expect(testIds.read(ofTest)).toEqual(click);
  for (const wrong of [ofTest, ofTest.replace(/^9/, "1")]) expect(clickIds.read(wrong)).toBeUndefined();
  for (const wrong of [text, text.replace(/^1/, "9")]) expect(testIds.read(wrong)).toBeUndefined();
});

test("a correctly signed click id of an unknown version is forged", () => {
  const body = text.slice(0, text.lastIndexOf("."));
  const sign = (changed: string) => {
    const hmac = createHmac("sha256", deriveKey(secret, "conversions")).update(changed).digest("base64url");
    return `${changed}.${hmac.slice(0, 26)}`;
  };
  expect(sign(body)).toBe(text);
  expect(clickIds.read(sign(body.replace(/^1/, "2")))).toBeUndefined();
  // Tests have a key of their own.
  expect(createTestIds(secret).read(sign(body.replace(/^1/, "9")))).toBeUndefined();
});
