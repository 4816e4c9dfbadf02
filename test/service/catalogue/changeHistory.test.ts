/** What the lines of changes contain: the changed fields, whatever the size of the entry, and how damage is named. */
import { spawnSync } from "node:child_process";
import { appendFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { createCollection } from "../../../src/service/catalogue/liveCollection.ts";
import { locateLiveCatalogue, nameSegment, replay } from "../../../src/service/catalogue/logFiles.ts";
import { keepChange, type RecordedPut } from "../../../src/service/catalogue/logLine.ts";
import { FolderChanges } from "../../../src/service/management/changeLog.ts";
import { makeFolder } from "../../support/folder.ts";
import { manage } from "../management/support.ts";
import { aNetwork } from "../support/catalogue.ts";
import { anAuthor } from "../support/changes.ts";

const FIXTURE = join(import.meta.dirname, "longLineFixture.ts");
const LONG = "x".repeat(2000);
const CREATIVE = { size: "300x250", image: "https://img.example/a.png", url: `https://shop.example/${LONG}` };
const variations = Array.from({ length: 90 }, (_, at) => ({ id: at + 1, ...CREATIVE }));
const custom = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, ["x".repeat(100)]]));
const CAMPAIGN = {
  id: 43,
  account: 3,
  name: "Shoes",
  pricing: { model: "cpm", price: "2" },
  keywords: Array.from({ length: 1000 }, (_, at) => `keyword ${at}`),
  targeting: { custom },
  variations,
};
const START = aNetwork({ campaigns: [CAMPAIGN] });
const ANY = { "If-Match": "*" };

test.each<[string, string, (at: number) => string, (at: number) => object, number]>([
  ["new creatives", "POST", () => "/43/creatives", () => CREATIVE, 10],
  [
    "changed names of creatives",
    "PATCH",
    (at) => `/43/creatives/${at + 1}`,
    (at) => ({ name: `Name ${at}` }),
    20,
  ],
  ["a changed name of the campaign", "PATCH", () => "/43", (at) => ({ name: `Name ${at}` }), 20],
  [
    "changed targeting of the campaign",
    "PATCH",
    () => "/43",
    (at) => ({ targeting: { countries: at % 2 ? ["DEU"] : ["FRA"] } }),
    20,
  ],
  [
    "a changed custom value",
    "PATCH",
    () => "/43",
    (at) => ({ targeting: { custom: { key7: [`value ${at}`] } } }),
    20,
  ],
  ["a name that the campaign has already", "PATCH", () => "/43", () => ({ name: "Shoes" }), 20],
  [
    "bulk changes",
    "POST",
    () => "/bulk",
    (at) => ({ ids: [43], versions: ["*"], patch: { active: at % 2 === 1 } }),
    20,
  ],
])(
  "the log of %s grows with what was changed, not with the campaign",
  async (_what, method, path, body, count) => {
    const managed = await manage(START);
    for (let at = 0; at < count; at++) {
      const headers = { ...ANY, "Idempotency-Key": `key-${at}` };
      const { status } = await managed.send(1, method, `/v2/campaigns${path(at)}`, body(at), headers);
      expect(status).toBeLessThan(300);
    }
    const sent = Array.from({ length: count }, (_, at) => JSON.stringify(body(at)).length).reduce(
      (a, b) => a + b,
    );
    const folder = locateLiveCatalogue(managed.folder);
    const { size } = await stat(nameSegment(folder, 1));
    // Author, time and place of a change are less than 600 bytes, and a change has the values before and after.
    expect(size).toBeLessThan(2 * sent + 600 * count);
  },
);

const SITE: Entry = { id: 1, name: "News", hostname: "news.example" };
const SHOES: Entry = {
  id: 43,
  name: "Shoes",
  pricing: { price: "1" },
  variations: [{ id: 53, url: "https://shop.example/" }],
};
const change = (put: object): RecordedPut => ({ list: "sites", id: 1, owner: 2, after: {}, ...put });
const changeCreative = (put: object) => change({ list: "campaigns", id: 43, creative: 53, ...put });

/** Creates a folder with one change that has the right digest. */
async function writeChange(put: RecordedPut): Promise<string> {
  const data = makeFolder();
  const folder = locateLiveCatalogue(data);
  await createCollection(folder, { sites: [SITE], campaigns: [SHOES] });
  const { digest } = await replay(folder);
  const line = keepChange({
    format: 2,
    sequence: 1,
    id: "one",
    previous: digest,
    time: "2026-11-20T12:00:00.000Z",
    account: { id: 1, name: "Network" },
    request: "",
    put: [put],
  });
  await appendFile(nameSegment(folder, 1), `${line.text}\n`);
  return data;
}

test.each<[string, RecordedPut, string]>([
  ["changes an entry that is missing", change({ id: 9, before: { name: "News" } }), "sites 9"],
  ["changes an entry of a missing list", change({ list: "zones", before: {} }), "zones 1"],
  ["adds an entry that exists", change({ after: SITE }), "sites 1"],
  ["changes a field that had another value", change({ before: { name: "Weather" } }), "sites 1"],
  ["adds a field that exists", change({ before: {}, after: { name: "Weather" } }), "sites 1"],
  [
    "changes a part of a field without parts",
    change({ before: { name: { a: 1 } }, after: { name: {} } }),
    "sites 1",
  ],
  [
    "adds a part to a field without parts",
    change({ before: { name: {} }, after: { name: { a: 1 } } }),
    "sites 1",
  ],
  [
    "adds a field with parts that exists",
    change({ list: "campaigns", id: 43, before: {}, after: { pricing: { price: "2" } } }),
    "campaigns 43",
  ],
  ["has no values", change({ after: undefined }), "sites 1"],
  ["changes a creative that is missing", changeCreative({ creative: 54, before: {} }), "creatives 54"],
  ["adds a creative that exists", changeCreative({ after: { id: 53 } }), "creatives 53"],
  ["adds a creative to a missing campaign", changeCreative({ id: 44, creative: 54 }), "creatives 54"],
])("a change that %s prevents the start, with file and line", async (_what, put, name) => {
  const data = await writeChange(put);
  const file = nameSegment(locateLiveCatalogue(data), 1);
  await expect(LiveCatalogue.open({ data })).rejects.toThrow(
    `${file}:1: the change of ${name} does not fit the entries before it. Restore a backup.`,
  );
});

test.each<[string, RecordedPut]>([
  ["of a missing entry", change({ id: 9, before: { name: "Weather" }, after: { name: "News" } })],
  ["of a missing creative", changeCreative({ creative: 54, before: {} })],
  ["with another value", change({ before: { name: "Weather" }, after: { name: "Sports" } })],
])("a change %s in the log is reported with file and line", async (_what, put) => {
  const data = await writeChange(put);
  const log = new FolderChanges(data, { sequence: 1, document: { sites: [SITE], campaigns: [SHOES] } });
  await expect(log.list({ isVisible: () => true, limit: 1, offset: 0 })).rejects.toThrow(
    /changes-000000000001\.log:1: the change of .* does not fit the entries before it\. Restore a backup\.$/,
  );
});

test("values that JSON cannot represent do not make a later change look damaged", async () => {
  const data = makeFolder();
  const live = await LiveCatalogue.open({ data });
  const put = (fields: object) =>
    live.change(
      () => [{ list: "accounts", entry: { id: 1, name: "Network", role: "network", ...fields } }],
      anAuthor(),
    );
  await put({ goals: -0, network: undefined });
  await put({ goals: 2 });
  await live.close();
  const again = await LiveCatalogue.open({ data });
  expect(again.document.accounts).toEqual([{ id: 1, name: "Network", role: "network", goals: 2 }]);
  await again.close();
});

/** Heap limit (old generation) in megabytes. The process needs 25 without changes. */
const HEAP = 45;

test("a folder whose lines are longer than the memory is opened, listed and checked", async () => {
  const data = makeFolder();
  const folder = locateLiveCatalogue(data);
  const nameAccount = (id: number, name = "Ann") => ({ id, name, role: "advertiser", timezone: "UTC" });
  await createCollection(folder, { accounts: [] });
  const { digest } = await replay(folder);
  const put = Array.from({ length: 1200 }, (_, at) => ({
    list: "accounts",
    id: at + 1,
    owner: at + 1,
    before: nameAccount(at + 1, "x".repeat(40_000)),
    entry: nameAccount(at + 1),
  }));
  const line = keepChange({
    format: 1,
    sequence: 1,
    id: "one",
    previous: digest,
    time: "2026-11-20T12:00:00.000Z",
    account: { id: 0, name: "command" },
    request: "key",
    put,
  });
  await appendFile(nameSegment(folder, 1), `${line.text}\n`);
  expect(line.text.length).toBeGreaterThan(HEAP * 1_000_000);
  const options = [`--max-old-space-size=${HEAP}`, "--max-semi-space-size=1", "--import", "tsx"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, FIXTURE, data], {
    encoding: "utf8",
  });
  expect([status, stderr, stdout]).toEqual([0, "", "[1200,1200,[2,3,4,5,6]]\n"]);
});

test("a page of changes whose values exceed 32 MB is refused, and a shorter one is answered", async () => {
  const custom = Object.fromEntries(
    Array.from({ length: 18 }, (_, key) => [
      `key${key}`,
      Array.from({ length: 100 }, (_, at) => `${at}${"x".repeat(1000)}`),
    ]),
  );
  const managed = await manage({ ...START, campaigns: [{ ...CAMPAIGN, targeting: { custom } }] });
  for (let at = 0; at < 10; at++)
    await managed.send(1, "PATCH", "/v2/campaigns/43", { name: `Name ${at}` }, ANY);
  const { status, json } = await managed.send(1, "GET", "/v2/changes");
  const message = "The answer has more than 32 MB. Ask for fewer changes, with limit.";
  expect([status, json.message]).toEqual([400, message]);
  const { json: page } = await managed.send(1, "GET", "/v2/changes?limit=2&offset=7");
  expect(page.result).toMatchObject([
    { before: { name: "Name 1" }, after: { name: "Name 2", targeting: { custom } } },
    { before: { name: "Name 0" }, after: { name: "Name 1", targeting: { custom } } },
  ]);
});
