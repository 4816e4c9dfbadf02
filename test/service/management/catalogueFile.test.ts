import { lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CatalogueFile, replaceFile, restoreFile } from "../../../src/service/management/catalogueFile.ts";
import { patchText } from "../../../src/service/management/mergePatch.ts";
import { describeEdit } from "../support/changes.ts";

const EMPTY = { accounts: [], sites: [], zones: [], campaigns: [] };
const WITH_CATEGORY = JSON.stringify({ ...EMPTY, categories: [{ id: 1, name: "News" }] }, null, 2);

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  file = join(folder, "catalogue.json");
  await writeFile(file, WITH_CATEGORY, { mode: 0o640 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const NOTES = { append: async () => {}, withdraw: async () => {} };

function renameCategory(name: string) {
  return (text: string) => ({ text: patchText(text, ["categories", 0], { id: 1, name: "" }, { name }) });
}

test("the catalogue's file is replaced with its mode kept and nothing left beside it", async () => {
  await new CatalogueFile(file, NOTES).change(renameCategory("Sports"), describeEdit);
  expect(JSON.parse(await readFile(file, "utf8")).categories[0].name).toBe("Sports");
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect(await readdir(folder)).toEqual(["catalogue.json"]);
});

test("the catalogue's file keeps comments, trailing commas and a byte order mark", async () => {
  const text = `\uFEFF// What we sell\n${WITH_CATEGORY.replace("]\n}", "],\n}")}\n// The end\n`;
  await writeFile(file, text);
  await new CatalogueFile(file, NOTES).change(renameCategory("Sports"), describeEdit);
  expect(await readFile(file, "utf8")).toBe(text.replace("News", "Sports"));
});

test("the catalogue's file keeps a byte order mark within a text, and gets none in front", async () => {
  const text = WITH_CATEGORY.replace("{", '{ "carriers": [{ "id": 1, "name": "A\uFEFFB" }],');
  await writeFile(file, text);
  await new CatalogueFile(file, NOTES).change(renameCategory("Sports"), describeEdit);
  expect(await readFile(file, "utf8")).toBe(text.replace("News", "Sports"));
});

test("the catalogue's file is what a symbolic link leads to, and the link stays one", async () => {
  const linked = join(folder, "linked.json");
  await symlink(file, linked);
  await new CatalogueFile(linked, NOTES).change(renameCategory("Sports"), describeEdit);
  expect((await lstat(linked)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(file, "utf8")).categories[0].name).toBe("Sports");
  expect((await readdir(folder)).sort()).toEqual(["catalogue.json", "linked.json"]);
});

test("the catalogue's file takes changes that come at the same time one after the other", async () => {
  const catalogue = new CatalogueFile(file, NOTES);
  const add = (id: number) => (text: string) => {
    const data = JSON.parse(text);
    return { text: JSON.stringify({ ...data, categories: [...data.categories, { id, name: `C${id}` }] }) };
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => catalogue.change(add(at + 2), describeEdit)));
  expect(JSON.parse(await readFile(file, "utf8")).categories).toHaveLength(21);
});

test("the catalogue's file keeps what somebody saves while a change is being made, and makes the change on top of it", async () => {
  let isSaved = false;
  const withdrawn: string[] = [];
  const notes = {
    async append() {
      if (isSaved) return;
      isSaved = true;
      const data = JSON.parse(await readFile(file, "utf8"));
      await writeFile(`${file}.editor`, JSON.stringify({ ...data, carriers: [{ id: 5, name: "Mine" }] }));
      await rename(`${file}.editor`, file);
    },
    withdraw: async (catalogue: string) => void withdrawn.push(catalogue),
  };
  await new CatalogueFile(file, notes).change(renameCategory("Sports"), describeEdit);
  expect(withdrawn).toEqual([describeEdit().catalogue]);
  const data = JSON.parse(await readFile(file, "utf8"));
  expect(data.categories[0].name).toBe("Sports");
  expect(data.carriers[0].name).toBe("Mine");
  expect(await readdir(folder)).toEqual(["catalogue.json"]);
});

test("the catalogue's file is left alone, and the note of the change withdrawn, when it holds something else by now", async () => {
  expect(await replaceFile(file, "something else", "new")).toBe(false);
  expect(await readFile(file, "utf8")).toBe(WITH_CATEGORY);
});

test("the catalogue's file cannot be changed while what somebody saved is not valid", async () => {
  await writeFile(file, "{");
  const change = new CatalogueFile(file, NOTES).change(renameCategory("Sports"), describeEdit);
  await expect(change).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^Somebody is editing the catalogue's file, which is not valid now: \S.*\.$/,
    ),
  });
  expect(await readFile(file, "utf8")).toBe("{");
  await writeFile(file, "{}");
  await expect(new CatalogueFile(file, NOTES).change(renameCategory("Sports"), describeEdit)).rejects.toThrow(
    "Somebody is editing the catalogue's file, which is not valid now: accounts: this field is missing.",
  );
});

test.each(["catalogue.json", "linked.json"])(
  "the catalogue's file gets its name back at the next start after a crash: %s",
  async (name) => {
    const linked = join(folder, "linked.json");
    await symlink("catalogue.json", linked);
    await rename(file, `${file}.replaced`);
    await restoreFile(join(folder, name));
    await rm(linked);
    expect(await readFile(file, "utf8")).toBe(WITH_CATEGORY);
    expect(await readdir(folder)).toEqual(["catalogue.json"]);
  },
);

test("the catalogue's file stays as it is at a start that follows no crash", async () => {
  await restoreFile(file);
  expect(await readdir(folder)).toEqual(["catalogue.json"]);
  // The crash came after the new file had its name.
  await writeFile(`${file}.replaced`, "old");
  await restoreFile(file);
  expect(await readFile(file, "utf8")).toBe(WITH_CATEGORY);
});

test("what keeps the catalogue's file from being looked for after a crash is an error", async () => {
  await expect(restoreFile(join(file, "catalogue.json"))).rejects.toMatchObject({ code: "ENOTDIR" });
});
