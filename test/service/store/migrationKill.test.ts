/** A start that brings an earlier version's data forward may be killed at any moment, and counts everything once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import { countOnce } from "../support/countOnce.ts";

const FIXTURE = join(import.meta.dirname, "fixtures", "format-1");
const JOURNAL_FILE = "000000002-000000002.csv";
const DUCKDB = pathToFileURL(createRequire(import.meta.url).resolve("@duckdb/node-api")).href;
const DECIDED_AT = Date.parse("2026-11-20T09:59:00Z");
/** Of earlier starts, so that statements take long enough to be cut short. */
const MORE_KEYS = 100_000;
const SLOW = 600_000;
/** What facts, keys and imports were counted: those of the fixtures, and the journal's one event with a new key. */
const EXPECTED = {
  ...{ requests: 4, impressions: 128, cost: "0.007500000", revenue: "3.100000000" },
  ...{ keys: MORE_KEYS + 3, different: MORE_KEYS + 3, imports: 5 },
  ...{ isLater: true, again: ["repeated", "repeated", "repeated"] },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-migration-"));
  await leaveFormat1(join(folder, "format-1"));
  await writeFile(join(folder, "kill.mjs"), KILL);
  await writeFile(join(folder, "start.ts"), START);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What version 0.1.0 leaves when it is killed. */
async function leaveFormat1(data: string): Promise<void> {
  await mkdir(join(data, "journal"), { recursive: true });
  await cp(join(FIXTURE, JOURNAL_FILE), join(data, "journal", JOURNAL_FILE));
  const instance = await DuckDBInstance.create(join(data, "events.duckdb"));
  const connection = await instance.connect();
  for (const name of ["events.sql", "imports.sql"])
    await connection.run(await readFile(join(FIXTURE, name), "utf8"));
  await connection.run(
    `INSERT INTO claims SELECT 1, range, 1, TIMESTAMP '2026-11-20 09:10:00' FROM range(${MORE_KEYS})`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Kills whoever opened the database at the nth statement that begins so: while it runs, or once it is done. */
const KILL = `
  import { DuckDBConnection } from ${JSON.stringify(DUCKDB)};
  const { KILL_AT, KILL_NTH, KILL_ONCE, KILL_WHOM } = process.env;
  const { run } = DuckDBConnection.prototype;
  const kill = () => process.kill(KILL_WHOM === "parent" ? process.ppid : process.pid, "SIGKILL");
  let count = 0;
  DuckDBConnection.prototype.run = async function (sql, ...others) {
    if (KILL_AT && sql.startsWith(KILL_AT)) count += 1;
    const isDue = KILL_AT && sql.startsWith(KILL_AT) && String(count) === KILL_NTH;
    const running = run.call(this, sql, ...others);
    if (isDue && KILL_ONCE === "begun") kill();
    const result = await running;
    if (isDue && KILL_ONCE === "done") kill();
    return result;
  };`;

const START = `
  import { openStore } from ${JSON.stringify(resolve("src/service/store/duckdb.ts"))};
  const [folder, isApart] = process.argv.slice(2);
  const store = openStore({ folder, isApart: isApart === "apart" });
  store.then((opened) => opened.close()).then(() => process.exit(0));`;

interface Moment {
  at: string;
  nth?: number;
  once: "begun" | "done";
}

/** Opens the data in a process of its own, which is killed at that moment. */
async function startAndKill(data: string, moment: Moment, isApart: boolean): Promise<void> {
  const args = ["--import", "tsx", join(folder, "start.ts"), data, isApart ? "apart" : "inside"];
  const kill = {
    ...{ KILL_AT: moment.at, KILL_NTH: String(moment.nth ?? 1), KILL_ONCE: moment.once },
    KILL_WHOM: isApart ? "parent" : "self",
  };
  // The process of the database inherits it as well.
  const hook = { NODE_OPTIONS: `--import ${pathToFileURL(join(folder, "kill.mjs")).href}` };
  const env = { ...process.env, ...kill, ...hook };
  const child = endWithTests(spawn(process.execPath, args, { cwd: process.cwd(), stdio: "ignore", env }));
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

async function describeData(data: string) {
  const store = await openStore({ folder: data });
  try {
    const [facts] = await store.query(
      `SELECT sum(ad_requests)::INTEGER AS requests, sum(impressions)::INTEGER AS impressions,
         sum(cost)::VARCHAR AS cost, sum(publisher_revenue)::VARCHAR AS revenue FROM facts`,
    );
    const [keys] = await store.query(
      `SELECT count(*)::INTEGER AS keys, count(DISTINCT (epoch, number, kind))::INTEGER AS different
       FROM deduplication_keys`,
    );
    const [imports] = await store.query("SELECT count(*)::INTEGER AS imports FROM earlier_imports");
    const event = { time: DECIDED_AT, zone: {}, campaign: {}, visitor: {}, counters: { impressions: 1 } };
    const again = [1, 2, 3].map((number) => ({
      key: { epoch: 2, number, kind: "impression" as const, decidedAt: DECIDED_AT },
      event,
    }));
    return { ...facts, ...keys, ...imports, isLater: store.epoch > 2, again: await countOnce(store, again) };
  } finally {
    await store.close();
  }
}

const NTH_COMMIT = { migration: 1, journal: 2 };
const MOMENTS: [string, Moment][] = [
  ["as it begins", { at: "BEGIN", once: "done" }],
  ["while keys are brought over", { at: "INSERT INTO deduplication_keys", once: "begun" }],
  ["when the last tables were dropped", { at: "DROP TABLE starts", once: "done" }],
  ["while it is committed", { at: "COMMIT", nth: NTH_COMMIT.migration, once: "begun" }],
  ["before the folder is marked", { at: "COMMIT", nth: NTH_COMMIT.migration, once: "done" }],
  ["while the journal of before is committed", { at: "COMMIT", nth: NTH_COMMIT.journal, once: "begun" }],
  ["before the journal of before is removed", { at: "COMMIT", nth: NTH_COMMIT.journal, once: "done" }],
];

/** Where the database is, for the program that is killed. */
const PLACES: [string, boolean][] = [
  ["in its own process", false],
  ["in another process", true],
];

const KILLS = PLACES.flatMap(([where, isApart]) =>
  MOMENTS.map(([when, moment]): [string, string, boolean, Moment] => [where, when, isApart, moment]),
);

test.each(KILLS)(
  "data of version 0.1.0 are counted once when a program with the database %s is killed in their migration %s",
  async (_where, _when, isApart, moment) => {
    const data = await mkdtemp(join(folder, "killed-"));
    await cp(join(folder, "format-1"), data, { recursive: true });
    await startAndKill(data, moment, isApart);
    expect(await describeData(data)).toEqual(EXPECTED);
    expect(await describeData(data)).toEqual(EXPECTED);
  },
  SLOW,
);
