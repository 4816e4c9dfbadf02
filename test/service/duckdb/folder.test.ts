import { readdir, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withTemporaryFile } from "../../../src/service/duckdb/temporaryFile.ts";
import { quoteText } from "../../../src/service/facts/quoteText.ts";
import { readIdentity } from "../../../src/service/journal/folderIdentity.ts";
import { makeFolder, useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

test("a temporary file has a unique name and is deleted after its work ends or fails", async () => {
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

test("a folder's identity is created once and differs between folders", async () => {
  const identity = await readIdentity(folder);
  expect(identity).toMatch(/^[0-9a-f-]{36}$/);
  expect(await readIdentity(folder)).toBe(identity);
  expect(await readdir(folder)).toEqual(["identity"]);
  expect(await readIdentity(makeFolder())).not.toBe(identity);
});

test("a path with quotes is escaped in SQL", () => {
  expect(quoteText("/it's 'quoted'.csv")).toBe("'/it''s ''quoted''.csv'");
});
