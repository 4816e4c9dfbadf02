/** Conversion of sign-ins in a catalogue file into users and tokens, once per account. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { locateLiveCatalogue } from "../../../src/service/catalogue/logFiles.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { findByName, findToken } from "../../../src/service/people/people.ts";
import { createLiveData, createTaker } from "../../../src/service/people/takeSignIns.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";

const password = await hashPassword("twelve chars");
const DIGEST = hashToken("token");
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "Net@site.example", password, apiTokens: [DIGEST] },
    { id: 2, name: "Ann", role: "publisher", network: 1, username: "ann", password, timezone: "Asia/Tokyo" },
    { id: 3, name: "Ben", role: "advertiser", network: 1 },
  ],
};

async function openPeople() {
  const data = makeFolder();
  await createLiveData(data, toDocument(CATALOGUE));
  const people = await LivePeople.open({ data });
  onTestFinished(() => people.close());
  return { data, people };
}

test("a new data folder stores sign-ins of its catalogue as users and tokens only", async () => {
  const { data, people } = await openPeople();
  expect(findByName(people.value, "net@site.example")).toEqual({
    id: 1,
    email: "net@site.example",
    name: "Net",
    password,
    accounts: [{ account: 1, role: "owner" }],
  });
  expect(findByName(people.value, "ann")).toMatchObject({ id: 2, username: "ann", name: "Ann", password });
  expect(findToken(people.value, DIGEST, 0)).toMatchObject({ id: 1, account: 1, role: "editor" });
  expect(people.value.users.size).toBe(2);
  const snapshot = await readFile(join(locateLiveCatalogue(data), "snapshot-000000000000.json"), "utf8");
  expect(snapshot).toContain("Asia/Tokyo");
  expect(snapshot).not.toMatch(/username|password|apiTokens/);
});

test("applying a file again does not restore users and tokens that were removed since", async () => {
  const { people } = await openPeople();
  await people.change(
    () => [
      { list: "users", entry: { id: 2, deleted: true } },
      { list: "tokens", entry: { id: 1, deleted: true } },
    ],
    anAuthor(),
  );
  const taker = createTaker(people);
  expect(taker.describe(toDocument(CATALOGUE).accounts)).toEqual([]);
  await taker.take(toDocument(CATALOGUE).accounts, anAuthor());
  expect([...people.value.users.keys()]).toEqual([1]);
  expect(people.value.tokens.size).toBe(0);
});
