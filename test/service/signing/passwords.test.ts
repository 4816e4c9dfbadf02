import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../../src/service/signing/passwords.ts";
import { BusyError } from "../../../src/service/signing/scryptThread.ts";

it("knows a password again, in whatever Unicode form, and no other", async () => {
  const stored = await hashPassword("caf\u00e9");
  expect(await verifyPassword("cafe\u0301", stored)).toBe(true);
  expect(await verifyPassword("cafe", stored)).toBe(false);
  expect(await verifyPassword("cafe", undefined)).toBe(false);
  expect(await hashPassword("caf\u00e9")).not.toBe(stored);
});

it("refuses passwords when too many wait, and leaves the threads that read files to them", async () => {
  const finished: string[] = [];
  const checks = Array.from({ length: 40 }, () =>
    verifyPassword("x", undefined).then(
      () => finished.push("hashed"),
      (error) => finished.push(error instanceof BusyError ? "refused" : "failed"),
    ),
  );
  await readFile(import.meta.filename);
  finished.push("read");
  await Promise.all(checks);
  expect(finished.filter((what) => what === "refused")).toHaveLength(24);
  expect(finished.filter((what) => what === "hashed")).toHaveLength(16);
  expect(finished.lastIndexOf("hashed")).toBeGreaterThan(finished.indexOf("read"));
});
