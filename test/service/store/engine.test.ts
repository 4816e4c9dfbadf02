import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection, Engine } from "../../../src/service/store/connection.ts";
import { Database } from "../../../src/service/store/database.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import { openEngine } from "../../../src/service/store/engine.ts";
import { openEngineApart } from "../../../src/service/store/engineApart.ts";
import { isDataError } from "../../../src/service/store/errors.ts";

let folder: string;
let engine: Engine | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-engine-"));
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  await rm(folder, { recursive: true, force: true });
});

const ENGINES = [
  ["in this process", openEngine],
  ["in a process of its own", openEngineApart],
] as const;

/** A connection to a new database. */
async function connect(open: typeof openEngine): Promise<Connection> {
  engine = await open(describeOptions());
  return engine.connect();
}

function describeOptions() {
  return { file: join(folder, "events.duckdb"), temporary: folder, memory: "256MB", threads: 1 };
}

/** The processes that this one, or another, started. */
function listChildren(pid = process.pid): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    });
}

function readNice(folder: string): number {
  return Number(readFileSync(`${folder}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
}

test.each(ENGINES)("values come back from the database %s as they are promised", async (_, open) => {
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
    ...{ text: "Zürich", big: 9_007_199_254_740_991n, yes: true, nothing: null, time, small: 7, half: 0.5 },
    ...{ money: "1.250000000", number: true, word: false, bits: expect.any(Uint8Array) },
  });
  expect(Array.from((row as { bits: Uint8Array }).bits)).toEqual([0, 0x80, 0x01]);
});

test.each(ENGINES)("a statement's problem is told by the database %s, which goes on", async (_, open) => {
  const connection = await connect(open);
  await connection.run("CREATE TABLE numbers (value TINYINT)");
  const problem = await connection.run("INSERT INTO numbers VALUES (1000)").catch((error) => error);
  expect(isDataError(problem)).toBe(true);
  await expect(connection.run("SELECT nothing")).rejects.toThrow(/nothing/);
  expect(await connection.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.each(ENGINES)("a transaction of the database %s is its connection's own", async (_, open) => {
  const connection = await connect(open);
  await connection.run("CREATE TABLE numbers (value INTEGER)");
  await connection.run("BEGIN TRANSACTION");
  await connection.run("INSERT INTO numbers VALUES (1)");
  const other = await engine?.connect();
  expect(await other?.run("SELECT * FROM numbers")).toEqual([]);
  await connection.run("COMMIT");
  expect(await other?.run("SELECT * FROM numbers")).toEqual([{ value: 1 }]);
});

test.each(ENGINES)("a statement of the database %s ends when it is interrupted", async (_, open) => {
  const connection = await connect(open);
  const running = connection.run(
    "SELECT sum(hash(a.range + b.range)) FROM range(1000000) a, range(1000000) b",
  );
  const interruption = setInterval(() => connection.interrupt(), 20);
  await expect(running).rejects.toThrow(/interrupt/i);
  clearInterval(interruption);
});

test.each(ENGINES)("the file of the database %s is free once it is closed", async (_, open) => {
  (await connect(open)).close();
  await engine?.close();
  expect(engine?.isAlive).toBe(false);
  const [second] = await (await connect(openEngineApart)).run("SELECT 1 AS one");
  expect(second).toEqual({ one: 1 });
});

test("all threads of a database's process yield to others, and it ends with the database", async () => {
  const before = listChildren();
  const connection = await connect(openEngineApart);
  // Statements run on threads that may be started by the first.
  await connection.run("SELECT sum(range) FROM range(1000000)");
  const [child = 0] = listChildren().filter((pid) => !before.includes(pid));
  const threads = readdirSync(`/proc/${child}/task`);
  expect(threads.length).toBeGreaterThan(4);
  expect(threads.filter((thread) => readNice(`/proc/${child}/task/${thread}`) === 0)).toEqual([]);
  await engine?.close();
  expect(listChildren()).not.toContain(child);
});

test("a database whose process is killed fails what runs and is opened again for what comes next", async () => {
  const onEnded = vi.fn();
  const before = listChildren();
  const database = await Database.open({ folder, memory: "256MB", threads: 1, isApart: true, onEnded });
  const [child = 0] = listChildren().filter((pid) => !before.includes(pid));
  await database.query("INSERT INTO loaded VALUES ('one')");
  const running = database.query(
    "SELECT sum(hash(a.range + b.range)) FROM range(1000000) a, range(1000000) b",
  );
  const failed = expect(running).rejects.toThrow("The database's process ended.");
  process.kill(child, "SIGKILL");
  await failed;
  expect(await database.query("SELECT file FROM loaded")).toEqual([{ file: "one" }]);
  expect(onEnded).toHaveBeenCalledOnce();
  await database.close();
});

test("a store whose database stands still closes in time, and loses nothing", async () => {
  const before = listChildren();
  const store = await openStore({ folder, isApart: true, closeWithinMs: 100 });
  const [child = 0] = listChildren().filter((pid) => !before.includes(pid));
  process.kill(child, "SIGSTOP");
  await store.append([
    { time: Date.now(), zone: { zone_id: 7 }, campaign: {}, visitor: {}, counters: { impressions: 1 } },
  ]);
  await store.close();
  const reopened = await openStore({ folder });
  const facts = await reopened.query("SELECT zone_id, impressions FROM facts");
  await reopened.close();
  expect(facts).toEqual([{ zone_id: 7n, impressions: 1n }]);
});

test("a store whose database has no process of its own finishes, however long that takes", async () => {
  const store = await openStore({ folder, closeWithinMs: 0 });
  await store.append([
    { time: Date.now(), zone: { zone_id: 7 }, campaign: {}, visitor: {}, counters: { impressions: 1 } },
  ]);
  await store.close();
  expect(readdirSync(join(folder, "journal"))).toEqual([]);
});

test("the process of a database is gone with the process that opened it, and the file is free", async () => {
  const source = resolve("src/service/store/engineApart.ts");
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

test("a database that cannot be used leaves no process", async () => {
  const connection = await connect(openEngine);
  await connection.run("CREATE VIEW facts AS SELECT 1 AS one");
  connection.close();
  await engine?.close();
  const before = listChildren();
  await expect(Database.open({ folder, memory: "256MB", threads: 1, isApart: true })).rejects.toThrow(/view/);
  expect(listChildren()).toEqual(before);
});
