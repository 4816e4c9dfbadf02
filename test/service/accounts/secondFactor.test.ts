import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import {
  createRecoveryCodes,
  createSecret,
  decrypt,
  encrypt,
  findStep,
  hashRecoveryCode,
  spendCode,
  writeUri,
} from "../../../src/service/accounts/secondFactor.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const STEP_MS = 30_000;
/** Test vector of https://www.rfc-editor.org/rfc/rfc6238#appendix-B, cut to six digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [20000000000, "353130"],
])("at second %d the code of the RFC's secret is %s", (second, code) => {
  expect(findStep(RFC_SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
});

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])("a code of %d steps away: valid is %s", (steps, isValid) => {
  const secret = createSecret();
  const code = new TOTP({ secret }).generate({ timestamp: NOON + steps * STEP_MS });
  expect(findStep(secret, code, NOON) !== undefined).toBe(isValid);
});

test("a code of a used step or of an earlier one is refused, and a later one is not", () => {
  const secret = createSecret();
  const create = (steps: number) => new TOTP({ secret }).generate({ timestamp: NOON + steps * STEP_MS });
  const used = findStep(secret, create(0), NOON);
  expect([-1, 0, 1].map((steps) => findStep(secret, create(steps), NOON, used))).toEqual([
    undefined,
    undefined,
    NOON / STEP_MS + 1,
  ]);
});

test("a code is read with the blanks that apps show", () => {
  const code = new TOTP({ secret: RFC_SECRET }).generate({ timestamp: NOON });
  expect(findStep(RFC_SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, NOON)).toBe(NOON / STEP_MS);
});

test("recovery codes differ, have 80 bits, and each is used once in any case and spacing", () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const factor = { secret: "", lastStep: 0, recovery: codes.map(hashRecoveryCode) };
  const [first = "", second = ""] = codes;
  const left = spendCode(factor, undefined, first.toUpperCase().replaceAll("-", " "), NOON);
  expect(left?.recovery).toEqual(factor.recovery.slice(1));
  expect(left && spendCode(left, undefined, first, NOON)).toBeUndefined();
  expect(left && spendCode(left, undefined, second, NOON)?.recovery).toHaveLength(8);
});

test.each(["", " ", "-", "12345", "1234567", "abcd-efgh-ijkl-mnop", "\u0661\u0662\u0663\u0664\u0665\u0666"])(
  "the code %j is refused",
  (code) => {
    const factor = { secret: "", lastStep: 0, recovery: createRecoveryCodes().map(hashRecoveryCode) };
    expect(spendCode(factor, RFC_SECRET, code, NOON)).toBeUndefined();
  },
);

test("an encrypted text is read only with its key and purpose, and unchanged", () => {
  const key = randomBytes(32);
  const text = encrypt(key, "secret", "user 1");
  expect(text).not.toContain("secret");
  expect(encrypt(key, "secret", "user 1")).not.toBe(text);
  expect(decrypt(key, text, "user 1")).toBe("secret");
  expect(decrypt(key, text, "user 2")).toBeUndefined();
  expect(decrypt(randomBytes(32), text, "user 1")).toBeUndefined();
  const changed = `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  for (const other of [changed, text.slice(0, -1), text.slice(0, 20), ""])
    expect(decrypt(key, other, "user 1")).toBeUndefined();
});

test("the address for authenticator apps names service and user", () => {
  expect(writeUri(RFC_SECRET, "zonetag ads.example", "ann@site.example")).toBe(
    `otpauth://totp/zonetag%20ads.example:ann%40site.example?issuer=zonetag%20ads.example&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
