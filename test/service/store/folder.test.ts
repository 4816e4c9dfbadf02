import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readIdentity } from "../../../src/service/store/identity.ts";
import { quotePath } from "../../../src/service/store/quotePath.ts";
import { withTemporaryFile } from "../../../src/service/store/temporaryFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-temporary-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a temporary file has a name of its own, and is gone after its work, also when that fails or made none", async () => {
  const paths = await withTemporaryFile(folder, (first) =>
    withTemporaryFile(folder, async (second) => {
      await writeFile(first, "");
      await writeFile(second, "");
      expect(await readdir(folder)).toHaveLength(2);
      return [first, second];
    }),
  );
  for (const path of paths) expect(path).toMatch(/\.csv$/);
  expect(await readdir(folder)).toEqual([]);
  const failing = withTemporaryFile(folder, async (file) => {
    await writeFile(file, "");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await withTemporaryFile(folder, async () => "done")).toBe("done");
  expect(await readdir(folder)).toEqual([]);
});

test("a folder's identity is made once, and differs from that of another", async () => {
  const identity = await readIdentity(folder);
  expect(identity).toMatch(/^[0-9a-f-]{36}$/);
  expect(await readIdentity(folder)).toBe(identity);
  expect(await readdir(folder)).toEqual(["identity"]);
  const other = await mkdtemp(join(folder, "other-"));
  expect(await readIdentity(other)).not.toBe(identity);
});

test("a path is one text of SQL, whatever quotes are in it", () => {
  expect(quotePath("/it's 'quoted'.csv")).toBe("'/it''s ''quoted''.csv'");
});
