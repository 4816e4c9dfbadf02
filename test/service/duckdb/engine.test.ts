// @programs Starts a process for the database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { AnswerPlan, DescribeGroups } from "../../../src/service/answers/answer.ts";
import { Database } from "../../../src/service/duckdb/database.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { openEngine } from "../../../src/service/duckdb/engine.ts";
import { openEngineApart } from "../../../src/service/duckdb/engineApart.ts";
import type { Connection, Engine } from "../../../src/service/duckdb/engineTypes.ts";
import { isDataError } from "../../../src/service/facts/storeErrors.ts";
import { ROWS_PLAN } from "../../../src/service/facts/sumFacts.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { listChildren } from "../support/processes.ts";

const folder = useEmptyFolder();
let engine: Engine | undefined;

afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

const ENGINES = [
  ["in this process", openEngine],
  ["in a separate process", openEngineApart],
] as const;

/** Connects to a new database. */
async function connect(open: typeof openEngine): Promise<Connection> {
  engine = await open(describeOptions());
  return engine.connect();
}

function describeOptions() {
  return { file: join(folder, "events.duckdb"), temporary: folder, memory: "256MB", threads: 1 };
}

const ONE = { zone: { zone_id: 7 }, campaign: {}, visitor: {}, counters: { impressions: 1 } };

/** Calls `open`, which starts a database process, and finds the id of that process. */
async function findDatabase<T>(open: () => Promise<T>): Promise<[T, number]> {
  const before = listChildren();
  const opened = await open();
  const [child = 0] = listChildren().filter((pid) => !before.includes(pid));
  return [opened, child];
}

/** A statement that takes longer than a test. */
const ENDLESS = "SELECT sum(hash(a.range + b.range)), '' FROM range(1000000) a, range(1000000) b";

function readNice(folder: string): number {
  return Number(readFileSync(`${folder}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
}

test.each(ENGINES)("the database %s returns values in the documented types", async (_, open) => {
  const connection = await connect(open);
  const time = new Date("2026-11-22T10:00:00.123Z");
  const parameters = ["Zürich", 9_007_199_254_740_991, true, null, time, [1, 2], ["a", "b"]];
  const [row] = await connection.run(
    `SELECT $1 AS text, $2::BIGINT AS big, $3 AS yes, $4 AS nothing, $5::TIMESTAMP AS time, 7::INTEGER AS small,
       0.5::DOUBLE AS half, 1.250000000::DECIMAL(18, 9) AS money, list_contains($6, 2) AS number, list_contains($7, 'c') AS word,
       bitstring_agg(i, 0, 15) AS bits FROM (VALUES (0), (15)) t(i)`,
    parameters,
  );
  expect(row).toEqual({
    text: "Zürich",
    big: 9_007_199_254_740_991n,
    yes: true,
    nothing: null,
    time,
    small: 7,
    half: 0.5,
    money: "1.250000000",
    number: true,
    word: false,
    bits: expect.any(Uint8Array),
  });
  expect(Array.from((row as { bits: Uint8Array }).bits)).toEqual([0, 0x80, 0x01]);
});

test.each(ENGINES)("the database %s reports a statement's problem and continues", async (_, open) => {
  const connection = await connect(open);
  await connection.run("CREATE TABLE numbers (value TINYINT)");
  const problem = await connection.run("INSERT INTO numbers VALUES (1000)").catch((error) => error);
  expect(isDataError(problem)).toBe(true);
  await expect(connection.run("SELECT nothing")).rejects.toThrow(/nothing/);
  expect(await connection.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.each(ENGINES)(
  "uncommitted rows in the database %s are invisible to other connections",
  async (_, open) => {
    const connection = await connect(open);
    await connection.run("CREATE TABLE numbers (value INTEGER)");
    await connection.run("BEGIN TRANSACTION");
    await connection.run("INSERT INTO numbers VALUES (1)");
    const other = await engine?.connect();
    expect(await other?.run("SELECT * FROM numbers")).toEqual([]);
    await connection.run("COMMIT");
    expect(await other?.run("SELECT * FROM numbers")).toEqual([{ value: 1 }]);
  },
);

test.each(ENGINES)(
  "aborting the signal of a report interrupts its statement in the database %s",
  async (_, open) => {
    const connection = await connect(open);
    const statement = {
      sql: ENDLESS,
      parameters: [],
      plan: ROWS_PLAN,
      path: join(folder, "answer"),
      isLight: false,
    };
    const writing = connection.writeAnswer(statement, () => [], AbortSignal.abort());
    await expect(writing).rejects.toThrow(/interrupt|abort/i);
  },
);

/** Describes a report in newline-delimited JSON: clicks by site, 5,000 records of three sites. */
function describeAnswer() {
  const sql = "SELECT '5000' AS summary, concat(i % 3, chr(9), i) AS record FROM range(5000) t(i)";
  const plan: AnswerPlan = {
    ...ROWS_PLAN,
    format: "ndjson",
    groups: [
      { grouping: "site_id", fields: [{ name: "id", column: "site_id", type: "VARCHAR" }], cells: [0] },
    ],
    blocks: [{ block: "base", metrics: [{ name: "clicks", column: "clicks", type: "DOUBLE" }] }],
  };
  return { sql, parameters: [], plan, path: join(folder, "answer"), isLight: false };
}

test.each(ENGINES)("a report of the database %s requests the name of each site once", async (_, open) => {
  const connection = await connect(open);
  const describe = vi.fn<DescribeGroups>(({ values }) =>
    values.map(([id]) => ({ id: String(id), name: `Site ${id}` })),
  );
  const statement = describeAnswer();
  await connection.writeAnswer(statement, describe, new AbortController().signal);
  const lines = readFileSync(statement.path, "utf8").split("\n");
  expect(lines).toHaveLength(5001);
  expect(lines[4999]).toBe('{"group_by":{"site_id":{"id":"1","name":"Site 1"}},"clicks":4999}');
  expect(describe.mock.calls).toEqual([[{ grouping: "site_id", values: [["0"], ["1"], ["2"]] }]]);
});

test.each(ENGINES)("a report of the database %s with fewer rows than announced fails", async (_, open) => {
  const connection = await connect(open);
  const sql = "SELECT '3' AS summary, i::VARCHAR AS record FROM range(2) t(i)";
  const statement = { ...describeAnswer(), plan: ROWS_PLAN, sql };
  const writing = connection.writeAnswer(statement, () => [], new AbortController().signal);
  await expect(writing).rejects.toThrow("The database returned an incomplete result.");
});

test.each(ENGINES)("the database %s reserves a quarter of its memory for light reports", async (_, open) => {
  const [connection, other] = [await connect(open), await engine?.connect()];
  const readLimit = async () =>
    (await other?.run("SELECT current_setting('memory_limit') AS memory"))?.[0]?.memory;
  const limits = [await readLimit()];
  const describe: DescribeGroups = async ({ values }) => {
    limits.push(await readLimit());
    return values.map(([id]) => ({ id: String(id) }));
  };
  for (const isLight of [false, true]) {
    const path = join(folder, `answer-${isLight}`);
    const statement = { ...describeAnswer(), isLight, path };
    await connection.writeAnswer(statement, describe, new AbortController().signal);
    limits.push(await readLimit());
  }
  // 192 MB and 256 MB.
  expect(limits).toEqual(["183.1 MiB", "183.1 MiB", "183.1 MiB", "244.1 MiB", "183.1 MiB"]);
});

test.each(ENGINES)("a report of the database %s fails when its names cannot be read", async (_, open) => {
  const connection = await connect(open);
  const describe = () => Promise.reject(new Error("The catalogue is gone."));
  const writing = connection.writeAnswer(describeAnswer(), describe, new AbortController().signal);
  await expect(writing).rejects.toThrow("The catalogue is gone.");
  expect(await connection.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.each(ENGINES)("closing the database %s unlocks its file for another process", async (_, open) => {
  (await connect(open)).close();
  await engine?.close();
  expect(engine?.isAlive).toBe(false);
  const [second] = await (await connect(openEngineApart)).run("SELECT 1 AS one");
  expect(second).toEqual({ one: 1 });
});

test("a database process runs all threads at low priority and exits when the database is closed", async () => {
  const [connection, child] = await findDatabase(() => connect(openEngineApart));
  // The first statement may start the threads that run statements.
  await connection.run("SELECT sum(range) FROM range(1000000)");
  const threads = readdirSync(`/proc/${child}/task`);
  expect(threads.length).toBeGreaterThan(4);
  expect(threads.filter((thread) => readNice(`/proc/${child}/task/${thread}`) === 0)).toEqual([]);
  await engine?.close();
  expect(listChildren()).not.toContain(child);
});

test("when a database process is killed, running queries fail and the next one restarts it", async () => {
  const onEnded = vi.fn();
  const options = { folder, memory: "256MB", threads: 1, isApart: true, onEnded };
  const [database, child] = await findDatabase(() => Database.open(options));
  await database.query("INSERT INTO loaded VALUES ('one')");
  const failed = expect(database.query(ENDLESS)).rejects.toThrow("The database process exited.");
  process.kill(child, "SIGKILL");
  await failed;
  expect(await database.query("SELECT file FROM loaded")).toEqual([{ file: "one" }]);
  expect(onEnded).toHaveBeenCalledOnce();
  await database.close();
});

test("a frozen database process is replaced, and events stored meanwhile are loaded once", async () => {
  const onEnded = vi.fn();
  const options = { folder, isApart: true, silentMs: 3000, loadEveryMs: 50, onEnded };
  const [store, child] = await findDatabase(() => openStore(options));
  const show = (zone_id: number) => store.append([{ ...ONE, time: Date.now(), zone: { zone_id } }]);
  await show(1);
  process.kill(child, "SIGSTOP");
  // Meanwhile events can be stored, and running queries end.
  await show(2);
  await store.query("SELECT 1").catch(() => {});
  await show(3);
  const list = () =>
    store.query("SELECT zone_id AS zone, impressions FROM facts ORDER BY zone_id").catch(() => []);
  await expect
    .poll(list, { timeout: 20_000 })
    .toEqual([1n, 2n, 3n].map((zone) => ({ zone, impressions: 1n })));
  expect(onEnded).toHaveBeenCalled();
  await store.close();
});

test("a database process answers other statements while a long one runs", async () => {
  const connection = await connect(openEngineApart);
  const ended = expect(connection.run(ENDLESS)).rejects.toThrow("The database process exited.");
  expect(await (await engine?.connect())?.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  engine?.kill?.();
  await ended;
});

test("a store with a frozen database process closes within its limit and keeps all events", async () => {
  const [store, child] = await findDatabase(() => openStore({ folder, isApart: true, closeWithinMs: 100 }));
  process.kill(child, "SIGSTOP");
  await store.append([{ ...ONE, time: Date.now() }]);
  await store.close();
  const reopened = await openStore({ folder });
  const facts = await reopened.query("SELECT zone_id, impressions FROM facts");
  await reopened.close();
  expect(facts).toEqual([{ zone_id: 7n, impressions: 1n }]);
});

test("closing a store with an in-process database waits until the journal is loaded", async () => {
  const store = await openStore({ folder, closeWithinMs: 0 });
  await store.append([{ ...ONE, time: Date.now() }]);
  await store.close();
  expect(readdirSync(join(folder, "journal"))).toEqual([]);
});

test("a database process exits after its parent is killed and releases the file", async () => {
  const source = resolve("src/service/duckdb/engineApart.ts");
  const program = `import { openEngineApart } from ${JSON.stringify(source)};
    openEngineApart(${JSON.stringify(describeOptions())}).then(() => console.log("open"));`;
  const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  const database = await Database.open({ folder, memory: "256MB", threads: 1 });
  expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});

test("a database that fails to open does not leave a process", async () => {
  const connection = await connect(openEngine);
  await connection.run("CREATE VIEW facts AS SELECT 1 AS one");
  connection.close();
  await engine?.close();
  const before = listChildren();
  await expect(Database.open({ folder, memory: "256MB", threads: 1, isApart: true })).rejects.toThrow(/view/);
  expect(listChildren()).toEqual(before);
});
