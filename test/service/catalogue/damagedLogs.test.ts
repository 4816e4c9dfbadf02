/** Logs of the catalogue and of people that a power failure left empty, cut off or filled with zero bytes. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Entry, toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import type { SetAsideNotice } from "../../../src/service/journal/setAside.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import {
  createLiveData,
  requireCatalogue,
  requireWholeLogs,
} from "../../../src/service/people/takeSignIns.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";
import { testService } from "../support/service.ts";

const data = useEmptyFolder();
const FIRST = "changes-000000000001.log";
const RESTORE =
  "Restore a backup with `zonetag-service restore`. To start with an empty one on purpose, move";

const aUser = (id: number): Entry => ({
  id,
  username: `user ${id}`,
  name: "Ann",
  accounts: [{ account: 1, role: "owner" }],
});

/** Creates a catalogue and people, each with three changes in its log. */
async function make(): Promise<void> {
  await createLiveData(data, toDocument(aCatalogueObject({ campaigns: [] })));
  const [live, people] = [await LiveCatalogue.open({ data }), await LivePeople.open({ data })];
  for (const id of [1, 2, 3]) {
    await live.change(putCampaign({ id }), anAuthor());
    await people.change(() => [{ list: "users", entry: aUser(id) }], anAuthor());
  }
  await live.close();
  await people.close();
}

/** Opens both logs. Resolves with the entries of each, and what was set aside. */
async function open() {
  const notices: SetAsideNotice[] = [];
  const options = { data, onSetAside: (notice: SetAsideNotice) => notices.push(notice) };
  const live = await LiveCatalogue.open(options);
  onTestFinished(() => live.close());
  const people = await LivePeople.open(options);
  onTestFinished(() => people.close());
  return { catalogue: live.document.campaigns.length, people: people.document.users.length, notices };
}

const zeros = (bytes: number) => Buffer.alloc(bytes);
const LOGS = ["catalogue", "people"] as const;
const eachLog = <T extends unknown[]>(cases: T[]) =>
  LOGS.flatMap((log) => cases.map((one): [(typeof LOGS)[number], ...T] => [log, ...one]));

test.each(
  eachLog<[string, (log: Buffer) => Buffer, number, string]>([
    ["zero bytes after it", (log) => Buffer.concat([log, zeros(4096)]), 3, "zero bytes at the end"],
    [
      "zero bytes over its end",
      (log) => Buffer.concat([log.subarray(0, -50), zeros(50)]),
      2,
      "zero bytes at the end",
    ],
    ["one zero byte after it", (log) => Buffer.concat([log, zeros(1)]), 3, "zero bytes at the end"],
    ["an incomplete last line", (log) => log.subarray(0, -1), 2, "incomplete last line"],
  ]),
)("the %s log with %s is cut off and copied, and opens again", async (log, _what, damage, left, reason) => {
  await make();
  const file = join(data, log, FIRST);
  const damaged = damage(await readFile(file));
  await writeFile(file, damaged);
  const setAside = join(data, "set-aside", `${log}-${FIRST}`);
  expect(await open()).toMatchObject({ [log]: left, notices: [{ reason, file, setAside }] });
  expect((await readFile(setAside)).equals(damaged)).toBe(true);
  expect(await open()).toMatchObject({ [log]: left, notices: [] });
  await requireWholeLogs(data);
});

test.each(
  eachLog<[string, (log: Buffer) => Buffer, string]>([
    ["is empty", () => zeros(0), "It is empty, so changes are lost."],
    ["has only zeros", (log) => zeros(log.length), "It has only zero bytes, so changes are lost."],
    ["has one zero byte", () => zeros(1), "It has only zero bytes, so changes are lost."],
    ["ends in the first line", (log) => log.subarray(0, 9), "Its first change is incomplete."],
  ]),
)("a start is refused when the %s log %s, and nothing is changed", async (log, _what, damage, problem) => {
  await make();
  const file = join(data, log, FIRST);
  const damaged = damage(await readFile(file));
  await writeFile(file, damaged);
  const moved = log === "people" ? join(data, log) : `${join(data, log)} and ${join(data, "people")}`;
  const message = `${file}: ${problem} ${RESTORE} ${moved} away.`;
  await expect(open()).rejects.toThrow(message);
  // A backup would be the same damage.
  await expect(requireWholeLogs(data)).rejects.toThrow(message);
  expect((await readFile(file)).equals(damaged)).toBe(true);
  for (const name of moved.split(" and ")) await rm(name, { recursive: true });
  await requireCatalogue(data);
  expect(await open()).toMatchObject({ [log]: 0, notices: [] });
});

test.each(LOGS)("zeros between lines of the %s log stop the start and name the line", async (log) => {
  await make();
  const file = join(data, log, FIRST);
  const content = await readFile(file);
  content.fill(0, content.indexOf("\n") + 1, content.indexOf("\n") + 40);
  await writeFile(file, content);
  await expect(open()).rejects.toThrow(`${file}:2: the line is damaged`);
});

test.each<[string, () => Promise<void>]>([
  ["is missing", () => rm(join(data, "catalogue"), { recursive: true })],
  [
    "is an empty folder",
    async () => {
      await rm(join(data, "catalogue"), { recursive: true });
      await mkdir(join(data, "catalogue"));
    },
  ],
  [
    "has lost its log",
    async () => {
      await rm(join(data, "catalogue"), { recursive: true });
      const live = await LiveCatalogue.open({ data });
      await live.close();
    },
  ],
])(
  "a start is refused when the catalogue %s beside users, until it is back or they are moved",
  async (_, lose) => {
    await make();
    await requireCatalogue(data);
    await rename(join(data, "catalogue"), join(data, "before"));
    await mkdir(join(data, "catalogue"));
    await lose();
    const names = await readdir(data);
    const moved = `${join(data, "catalogue")} and ${join(data, "people")}`;
    await expect(requireCatalogue(data)).rejects.toThrow(
      `${data} has users, but no catalogue. To use a catalogue file, name it with --catalogue, or run: zonetag-service catalogue apply FILE --data ${data}. ${RESTORE} ${moved} away.`,
    );
    expect(await readdir(data)).toEqual(names);
    await rename(join(data, "people"), join(data, "people-before"));
    await requireCatalogue(data);
    await rename(join(data, "people-before"), join(data, "people"));
    await rm(join(data, "catalogue"), { recursive: true, force: true });
    await rename(join(data, "before"), join(data, "catalogue"));
    await requireCatalogue(data);
    expect(await open()).toMatchObject({ catalogue: 3, people: 3 });
  },
);

test("a new data folder, and one whose users are all deleted, need no catalogue", async () => {
  await requireCatalogue(data);
  const people = await LivePeople.open({ data });
  const put = (entry: Entry) => () => [{ list: "users" as const, entry }];
  await people.change(put(aUser(1)), anAuthor());
  await expect(requireCatalogue(data)).rejects.toThrow("has users, but no catalogue");
  await people.change(put({ id: 1, deleted: true }), anAuthor());
  await people.close();
  await requireCatalogue(data);
});

test("the service does not start when its catalogue is missing beside users, and leaves the folder as it is", async () => {
  const folder = join(data, "service");
  const service = await testService(
    aCatalogueObject({ campaigns: [] }),
    { data: folder },
    { users: [aUser(1)] },
  );
  onTestFinished(() => service[Symbol.asyncDispose]());
  await service.stop();
  await rename(join(folder, "catalogue"), join(data, "away"));
  await expect(service.restart()).rejects.toThrow(`${folder} has users, but no catalogue.`);
  expect(await readdir(folder)).not.toContain("catalogue");
  await rename(join(data, "away"), join(folder, "catalogue"));
  await service.restart();
});
