import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { setPasswordCost } from "../../../src/service/signing/passwordCost.ts";
import {
  hashPassword,
  hashToken,
  isOutdated,
  PASSWORD_FORM,
  TOKEN_FORM,
  verifyPassword,
} from "../../../src/service/signing/passwords.ts";
import { scryptOnThread } from "../../../src/service/signing/scryptThread.ts";

test("a password matches its hash in any Unicode normalization form", async () => {
  const stored = await hashPassword("caf\u00e9");
  expect(await verifyPassword("cafe\u0301", stored)).toBe(true);
  expect(await verifyPassword("cafe", stored)).toBe(false);
  expect(await verifyPassword("cafe", undefined)).toBe(false);
  expect(await hashPassword("caf\u00e9")).not.toBe(stored);
});

test("of 40 concurrent passwords one is hashed, 16 wait and 23 are refused, without delaying file reads", async () => {
  const finished: string[] = [];
  const checks = Array.from({ length: 40 }, () =>
    verifyPassword("x", undefined).then(
      () => finished.push("hashed"),
      (error) => finished.push(error instanceof BusyError ? error.message : "failed"),
    ),
  );
  await readFile(import.meta.filename);
  finished.push("read");
  await Promise.all(checks);
  expect(finished.filter((what) => what === "Too many passwords are being checked.")).toHaveLength(23);
  expect(finished.filter((what) => what === "hashed")).toHaveLength(17);
  expect(finished.lastIndexOf("hashed")).toBeGreaterThan(finished.indexOf("read"));
});

test("a full queue of one account's new passwords delays a sign-in by at most one password", async () => {
  const finished: string[] = [];
  const hashes = Array.from({ length: 17 }, () => hashPassword("x", 7).then(() => finished.push("new")));
  await verifyPassword("x", undefined);
  expect(finished).toHaveLength(2);
  await Promise.all(hashes);
});

test("after a hashing error, the next password is hashed by a new thread", async () => {
  const salt = Buffer.alloc(16);
  const costs = [{ log2N: 10, p: 1 }];
  const known = await scryptOnThread("x", salt, 32, costs);
  await expect(scryptOnThread("x", salt, -1, costs)).rejects.toThrow("keylen");
  expect(await scryptOnThread("x", salt, 32, costs)).toEqual(known);
});

/** Hash of "right" by an earlier version, with scrypt's defaults. */
const EARLIER = "scrypt:AAAAAAAAAAAAAAAAAAAAAA:ws8QDO6O-F54WPQshrntFCExNulXddt2V-n4NnqOqMM";

test("a hash of an earlier version, without parameters, is verified and outdated", async () => {
  expect(await verifyPassword("right", EARLIER)).toBe(true);
  expect(await verifyPassword("wrong", EARLIER)).toBe(false);
  expect([isOutdated(EARLIER), isOutdated(await hashPassword("right"))]).toEqual([true, false]);
});

test("a hash of the usual cost states its parameters and is verified", async () => {
  setPasswordCost({ log2N: 15, p: 3 });
  onTestFinished(() => setPasswordCost({ log2N: 10, p: 1 }));
  const stored = await hashPassword("right");
  expect(stored).toMatch(/^scrypt:15,8,3:/);
  expect(await verifyPassword("right", stored)).toBe(true);
});

test.each(["", "scrypt::", "scrypt:AAAAAAAAAAAAAAAAAAAAAA", "scrypt:AAAAAAAAAAAAAAAAAAAAAA:AAAA"])(
  "no password matches the stored %j",
  async (stored) => {
    expect(await verifyPassword("", stored)).toBe(false);
  },
);

test("the patterns of password and token hashes match only complete hashes", async () => {
  for (const [form, made] of [
    [PASSWORD_FORM, await hashPassword("x")],
    [TOKEN_FORM, hashToken("x")],
  ] as const) {
    expect(made).toMatch(form);
    const [scheme = "", ...parts] = made.split(":");
    const wrong = [
      `x${made}`,
      `${made}x`,
      made.slice(0, -1),
      made.replace(/.$/, "!"),
      made.replace(/:./, ":!"),
    ];
    wrong.push(
      scheme,
      [scheme, ...parts.map((part) => part[0])].join(":"),
      `${scheme}:${parts.join("")}`.slice(1),
    );
    for (const text of wrong) expect(text).not.toMatch(form);
  }
});

// https://csrc.nist.gov/CSRC/media/Projects/Cryptographic-Standards-and-Guidelines/documents/examples/SHA256.pdf
test("a token's hash is its SHA-256", () => {
  expect(hashToken("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
