/** Validation and storage of users. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import { readSaved } from "../../../src/service/files/savedFile.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { changePeople, findByName, NOBODY } from "../../../src/service/people/people.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { makeFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";

const ANN = { id: 1, email: "ann@site.example", name: "Ann", accounts: [{ account: 2, role: "owner" }] };
const make = (...entries: Entry[]) =>
  runAtOnce(
    changePeople(
      NOBODY,
      entries.map((entry) => ({ list: "users", entry })),
    ),
  );

test("a user is found by email address in any letter case", () => {
  const people = make(ANN);
  expect(findByName(people, " ANN@Site.example")?.id).toBe(1);
  expect(findByName(people, "ann@other.example")).toBeUndefined();
});

test("of stored names that differ only in case or blanks, the exact one is found first", () => {
  const name = { name: "Ann", accounts: ANN.accounts };
  const people = make(...["ann", "Ann", "Ann "].map((username, at) => ({ id: at + 1, username, ...name })));
  expect(["ann", "Ann", "Ann ", "ANN"].map((one) => findByName(people, one)?.id)).toEqual([1, 2, 3, 1]);
});

test.each<[string, Entry[], string]>([
  [
    "a second user with the same email address",
    [ANN, { ...ANN, id: 2 }],
    "users[2].email: already used by another user",
  ],
  ["a user without an account", [{ ...ANN, accounts: [] }], "users[1].accounts"],
  ["an unknown role", [{ ...ANN, accounts: [{ account: 2, role: "boss" }] }], "users[1].accounts[0].role"],
  ["a password in clear", [{ ...ANN, password: "a long password" }], "users[1].password"],
  ["an unknown field", [{ ...ANN, age: 3 }], "users[1].age"],
])("%s is refused", (_what, entries, problem) => {
  expect(() => make(...entries)).toThrow(problem);
});

test("an entry of an unknown list is refused", () => {
  const robots = [{ list: "robots", entry: { id: 1 } }];
  expect(() => runAtOnce(changePeople(NOBODY, robots))).toThrow("robots: not supported by this version");
});

test("a removed user's email address is deleted from disk by the next snapshot", async () => {
  const data = makeFolder();
  const people = await LivePeople.open({ data, keepMs: 0, segmentBytes: 2000 });
  onTestFinished(() => people.close());
  const put = (entry: Entry) => people.change(() => [{ list: "users", entry }], anAuthor());
  await put(ANN);
  await put({ id: 1, deleted: true });
  const readAll = async () => {
    const names = await readdir(join(data, "people"));
    // A snapshot may delete a listed file before it is read.
    return (await Promise.all(names.map((name) => readSaved(join(data, "people", name))))).join("");
  };
  expect(await readAll()).toContain("ann@site.example");
  for (let id = 2; (await readAll()).includes("ann@site.example"); id++)
    await put({ ...ANN, id, email: `user.${id}@site.example` });
  expect(people.value.users.has(1)).toBe(false);
});
