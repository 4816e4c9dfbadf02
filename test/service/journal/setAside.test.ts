import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { encodeJournalFile } from "../../../src/service/journal/journalFile.ts";
import { SetAside, type SetAsideNotice } from "../../../src/service/journal/setAside.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
const target = join(folder, "set-aside");
let notices: SetAsideNotice[];
let setAside: SetAside;

beforeEach(() => {
  notices = [];
  setAside = new SetAside(target, (notice) => notices.push(notice));
});

const read = (path: string) => readFile(path, "utf8");

test("all counts are zero and no folder is created while nothing is set aside", async () => {
  expect(setAside.counts).toEqual({ damaged: 0, files: 0, events: 0 });
  expect(await readdir(folder)).toEqual([]);
});

test("unknown files are moved under their names, with a number appended to repeated names", async () => {
  const paths: string[] = [];
  for (const [at, where] of ["a", "b", "c"].entries()) {
    const file = join(folder, where, "1.csv");
    await mkdir(join(folder, where));
    await writeFile(file, `file ${at}`);
    await setAside.moveUnknown(file);
    expect(await readdir(join(folder, where))).toEqual([]);
    paths.push(file);
  }
  const moved = ["1.csv", "1.csv.2", "1.csv.3"].map((name) => join(target, name));
  expect(await Promise.all(moved.map(read))).toEqual(["file 0", "file 1", "file 2"]);
  expect(setAside.counts).toEqual({ damaged: 0, files: 3, events: 0 });
  expect(notices).toEqual(
    moved.map((path, at) => ({ reason: "unknown columns", file: paths[at], setAside: path })),
  );
});

test("refused lines are written to a file below their header and counted", async () => {
  const file = join(folder, "1.csv");
  await setAside.addLines(file, "a,b", ["1,x", "2,y"], "too large");
  expect(await read(join(target, "1.csv"))).toBe("a,b\n1,x\n2,y\n");
  expect(setAside.counts).toEqual({ damaged: 0, files: 0, events: 2 });
  expect(notices).toEqual([{ reason: "too large", file, setAside: join(target, "1.csv"), events: 2 }]);
});

test("repairing a damaged journal file keeps undamaged writes and sets the original aside", async () => {
  const file = join(folder, "1.csv");
  const lines = ["1,x\n", "2,y\n", "3,x\n"].map((line) => Buffer.from(line));
  const whole = Buffer.concat(encodeJournalFile({ header: "a,b", writes: lines, damage: [] }));
  await writeFile(file, whole);
  await setAside.repair(file);
  expect(await readdir(folder)).toEqual(["1.csv"]);
  const damaged = Buffer.from(String(whole).replaceAll(",x", "!x"));
  await writeFile(file, damaged);
  await setAside.repair(file);
  const repaired = encodeJournalFile({ header: "a,b", writes: lines.slice(1, 2), damage: [] });
  expect(await readFile(file)).toEqual(Buffer.concat(repaired));
  expect(await readFile(join(target, "1.csv"))).toEqual(damaged);
  expect(await readdir(target)).toEqual(["1.csv"]);
  expect(setAside.counts).toEqual({ damaged: 2, files: 0, events: 0 });
  const bytes = (whole.length - "a,b\n".length) / 3;
  const notice = { reason: "damaged", file, setAside: join(target, "1.csv"), bytes };
  expect(notices).toEqual([
    { ...notice, offset: 4 },
    { ...notice, offset: 4 + 2 * bytes },
  ]);
});
