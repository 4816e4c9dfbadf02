// @programs Kills processes at several moments of folding.
/** Folding older facts into fewer rows never changes a sum, even when the process is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { offsetsBetween, TIMEZONES } from "../../../src/service/values/timezones.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
let store: LocalStore;

beforeEach(async () => {
  store = await openStore({ folder });
});
afterEach(() => store.close());

/** Inserts a day of facts: three per second, in twelve combinations of dimensions. */
const FILL = `INSERT INTO facts (time, publisher_id, zone_id, sub, country_iso, impressions, cost)
  SELECT TIMESTAMP '2026-11-01' + to_seconds(range // 3), 1, range % 3, range % 4, 'DEU', 1, 0.000000007
  FROM range(259200)`;
/** Sums by quarter of an hour and dimensions, the finest groups of a report. */
const SUMS = `SELECT epoch(time)::BIGINT // 900 AS quarter, zone_id, sub, country_iso, sum(impressions) AS impressions,
  sum(cost) AS cost FROM facts GROUP BY ALL ORDER BY ALL`;
const count = async () => Number((await store.query("SELECT count(*) AS n FROM facts"))[0]?.n);

test("folding leaves one row per quarter of an hour and combination without changing sums", async () => {
  await store.transaction(({ query }) => query(FILL));
  const before = await store.query(SUMS);
  await store.fold();
  expect(await count()).toBe(96 * 12);
  expect(await store.query(SUMS)).toEqual(before);
  await store.fold();
  expect(await count()).toBe(96 * 12);
});

test("folding skips facts of the last hour and includes late facts", async () => {
  const recent = new Date(Date.now() - 3600_000 + 1);
  recent.setMilliseconds(0);
  recent.setSeconds(7);
  await store.transaction(async ({ query, append }) => {
    await query(FILL);
    await append([1, 2].map((impressions) => ({ time: recent, publisher_id: 1, impressions })));
  });
  await store.fold();
  expect(await count()).toBe(96 * 12 + 2);
  await store.transaction(({ append }) =>
    append(
      [11, 12].map((second) => ({
        time: new Date(`2026-11-01T10:20:${second}Z`),
        publisher_id: 1,
        zone_id: 1,
        sub: 1,
        country_iso: "DEU",
        impressions: 5,
      })),
    ),
  );
  await store.fold();
  expect(await count()).toBe(96 * 12 + 2);
});

test("folding does not merge facts of an import with facts of the service", async () => {
  const path = join(folder, "part.csv");
  await writeFile(path, "time_s,publisher_id,impressions\n1793491207,1,3\n1793491208,1,4\n");
  await store.longTransaction(({ load }) =>
    load({ path, columns: ["time_s", "publisher_id", "impressions"] }, 7),
  );
  await store.transaction(({ append }) =>
    append([{ time: new Date(1793491209_000), publisher_id: 1, impressions: 1 }]),
  );
  await store.fold();
  const rows = await store.query("SELECT import_id, impressions FROM facts ORDER BY import_id");
  expect(rows).toEqual([
    { import_id: 7, impressions: 7n },
    { import_id: null, impressions: 1n },
  ]);
});

test("folding keeps several rows if a sum exceeds its column", async () => {
  const seconds = Array.from({ length: 40 }, (_, at) => new Date(1793491200_000 + at * 1000));
  const most = { publisher_id: 1, cost: 999_999_999_999_999_999n, impressions: Number.MAX_SAFE_INTEGER };
  await store.transaction(async ({ append, query }) => {
    await append(seconds.map((time) => ({ time, ...most })));
    await query("UPDATE facts SET clicks = 9223372036854775807, goal_1 = NULL");
  });
  const sums = "SELECT sum(cost) AS cost, sum(impressions) AS impressions, sum(clicks) AS clicks FROM facts";
  const before = await store.query(sums);
  await store.fold();
  expect(await store.query(sums)).toEqual(before);
  expect(await count()).toBe(41);
  expect(await store.query("SELECT sum(goal_1) AS goals FROM facts")).toEqual([{ goals: 0n }]);
});

test("since 2012 all offsets and changes of time zones are in quarters of an hour, except Antarctica/Casey", () => {
  const [from, to] = [Date.UTC(2012, 0, 1), Date.UTC(2027, 0, 1)];
  const odd = TIMEZONES.filter((timezone) =>
    offsetsBetween(timezone, from, to).some(
      ({ until, minutes }) => minutes % 15 !== 0 || until % 900_000 !== 0,
    ),
  );
  expect(odd).toEqual(["Antarctica/Casey"]);
});

/** Folding an hour writes 110,000 bytes to the write-ahead log, so one hour is committed and the next has begun. */
const FOLDED_BYTES = 150_000;

/** Opens the folder in a separate process and kills it after the first hour is folded. */
async function killWhileFolding(options: string, work: string): Promise<void> {
  const program = join(folder, "fold.ts");
  await writeFile(
    program,
    `import { openStore } from ${JSON.stringify(resolve("src/service/duckdb/duckdbStore.ts"))};
       openStore({ folder: ${JSON.stringify(folder)}, ${options} }).then((store) => { console.log("open"); ${work} });`,
  );
  const child = endWithTests(spawn(process.execPath, ["--import", "tsx", program], { cwd: process.cwd() }));
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  const log = join(folder, "events.duckdb.wal");
  const measure = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const before = measure();
  while (child.exitCode === null && measure() < before + FOLDED_BYTES)
    await new Promise((next) => setTimeout(next, 1));
  child.kill("SIGKILL");
  await ended;
}

test.each([
  ["on request", "", "return store.fold();"],
  // The clock runs 300 times as fast. Faster still, recording the running time alone would fill the log.
  [
    "by its timer",
    "loadEveryMs: 1, clock: { now: Date.now, elapsed: () => performance.now() * 300 }",
    "setInterval(() => {}, 1000);",
  ],
])(
  "folding %s counts each fact once when the process is killed meanwhile",
  async (_, options, work) => {
    await store.transaction(({ query }) => query(FILL));
    const before = await store.query(SUMS);
    const filled = await count();
    await store.close();
    for (let times = 0; times < 3; times++) await killWhileFolding(options, work);
    store = await openStore({ folder });
    expect(await store.query(SUMS)).toEqual(before);
    expect(await count()).toBeLessThan(filled);
    await store.fold();
    expect(await store.query(SUMS)).toEqual(before);
    expect(await count()).toBe(96 * 12);
  },
  120_000,
);
