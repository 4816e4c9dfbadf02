import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deriveKey, loadSecret, readSecret } from "../../../src/service/signing/secret.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const KEY = "05f2a9693ff1cddea346891d6ae87f941f4460a000dc66d5f49bf89ae114b454";

const folder = useEmptyFolder();

test("a folder gets a persistent secret of 32 bytes, readable only by its owner", async () => {
  const data = join(folder, "data");
  expect(await readSecret(folder)).toBe(undefined);
  const secret = await loadSecret(data);
  expect(secret).toHaveLength(32);
  expect(await loadSecret(data)).toEqual(secret);
  expect(await readFile(join(data, "secret"), "utf8")).toBe(`${secret.toString("base64url")}\n`);
  expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
});

test("two folders get different secrets", async () => {
  expect(await loadSecret(join(folder, "one"))).not.toEqual(await loadSecret(join(folder, "two")));
});

test.each(["", "short\n", `${"A".repeat(44)}\n`])(
  "a secret file that contains %j is refused and left unchanged",
  async (text) => {
    const file = join(folder, "secret");
    await writeFile(file, text);
    await expect(loadSecret(folder)).rejects.toThrow(
      `${file}: It does not contain a secret. Restore it from a backup, or remove it`,
    );
    expect(await readFile(file, "utf8")).toBe(text);
  },
);

test("an unreadable secret is an error and not replaced by a new one", async () => {
  const data = join(folder, "file");
  await writeFile(data, "");
  await expect(loadSecret(data)).rejects.toThrow(`${join(data, "secret")}: There is no such file.`);
});

test("a derived key depends only on the secret and the purpose", () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  // KEY was computed with another implementation: HKDF-SHA256 without a salt, the info "zonetag tracking".
  expect(deriveKey(one, "tracking").toString("hex")).toBe(KEY);
  expect(deriveKey(one, "shared links")).not.toEqual(deriveKey(one, "tracking"));
  expect(deriveKey(two, "tracking")).not.toEqual(deriveKey(one, "tracking"));
});
