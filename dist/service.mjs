// src/service/main.ts
import { Command as Command15 } from "commander";

// src/service/commands/backup.ts
import { resolve as resolve3 } from "node:path";
import { Command } from "commander";

// src/service/control/commandSocket.ts
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";

// src/service/values/object.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function omitUndefined(object) {
  const entries = Object.entries(object).filter(([, value]) => value !== void 0);
  return Object.fromEntries(entries);
}

// src/service/values/thrown.ts
function readMessage(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
function readCode(thrown) {
  return isObject(thrown) && typeof thrown.code === "string" ? thrown.code : void 0;
}

// src/service/control/commandSocket.ts
var MAX_PATH = 100;
async function listenForCommands(folder, handlers) {
  const path = locateSocket(folder);
  rmSync(path, { force: true });
  const server = createServer(async (incoming, outgoing) => {
    const answer3 = await answerCommand(handlers, incoming.url ?? "", json(incoming));
    outgoing.setHeader("Content-Type", "application/json").end(JSON.stringify(answer3, writeBigInt));
  });
  server.listen(path);
  await once(server, "listening");
  chmodSync(path, 384);
  server.unref();
  return {
    close: () => new Promise((done) => server.close(() => done()))
  };
}
async function answerCommand(handlers, url, body) {
  try {
    const read3 = await body;
    const handler = handlers[url.slice(1)];
    if (!handler) return { error: "The running service does not know this command." };
    return { result: await handler(read3) };
  } catch (error) {
    return { error: readMessage(error) };
  }
}
function writeBigInt(_, value) {
  return typeof value === "bigint" ? String(value) : value;
}
async function askService(folder, command, body) {
  const asking = request({ socketPath: locateSocket(folder), method: "POST", path: `/${command}` });
  asking.end(JSON.stringify(body));
  try {
    const [response] = await once(asking, "response");
    const answer3 = await json(response);
    if (!isObject(answer3)) throw new Error("The running service gave an answer that cannot be read.");
    if (answer3.error !== void 0) throw new Error(String(answer3.error));
    return { result: answer3.result };
  } catch (error) {
    const code = readCode(error);
    if (code === "ENOENT" || code === "ECONNREFUSED") return void 0;
    if (code === "ECONNRESET" || code === "EPIPE")
      throw new Error("The service ended before it answered. What was asked may be done or not.", {
        cause: error
      });
    throw error;
  }
}
function locateSocket(folder) {
  const path = join(resolve(folder), "control.sock");
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  const digest2 = createHash("sha256").update(path).digest("hex").slice(0, 32);
  return join(tmpdir(), `zonetag-${digest2}.sock`);
}

// src/service/store/duckdb.ts
import { randomUUID as randomUUID3 } from "node:crypto";
import { rm as rm5 } from "node:fs/promises";
import { join as join10, resolve as resolve2 } from "node:path";

// src/service/values/clock.ts
var systemClock = { now: Date.now, elapsed: () => performance.now() };

// src/service/values/files.ts
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
async function makeFolder(folder) {
  try {
    await mkdir(folder, { mode: 448 });
  } catch (error) {
    const code = readCode(error);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 448 });
  }
}
async function readFileIfThere(file) {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (readCode(error) === "ENOENT") return void 0;
    throw error;
  }
}
var OWNER_ALONE = 384;
async function writeDurably(file, data, mode = OWNER_ALONE) {
  const temporary = `${file}.${process.pid}`;
  try {
    await writeSynced(temporary, data, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}
async function writeSynced(file, data, mode) {
  const handle = await open(file, "w", mode);
  try {
    await writeFile(handle, data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
async function syncFolder(folder) {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// src/service/values/serialQueue.ts
var SerialQueue = class {
  #last = Promise.resolve();
  /** Settles as the work does. Work that fails does not hold up what comes after it. */
  run(work) {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {
    });
    return result;
  }
  /** Resolves once all work is over that came before this call. */
  async waitForAll() {
    await this.#last;
  }
};

// src/service/store/backup.ts
import { existsSync as existsSync3 } from "node:fs";
import { cp, readdir as readdir2 } from "node:fs/promises";
import { join as join5 } from "node:path";

// src/service/store/database.ts
import { statSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join as join2 } from "node:path";
import { setTimeout as setTimeout2 } from "node:timers/promises";

// src/service/store/engine.ts
import { DuckDBInstance } from "@duckdb/node-api";

// src/service/store/values.ts
import {
  DuckDBBitValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  listValue
} from "@duckdb/node-api";

// src/service/values/day.ts
var DAY_MS = 864e5;
function toDayNumber(time) {
  return Math.floor(time / DAY_MS);
}
function isDay(day2) {
  return (/* @__PURE__ */ new Date(`${day2}T00:00:00Z`)).toJSON()?.slice(0, 10) === day2;
}

// src/service/store/values.ts
function toDuckDB(value) {
  if (value instanceof Date) return new DuckDBTimestampValue(BigInt(value.getTime()) * 1000n);
  if (typeof value === "object" && value !== null) return listValue(value.map(widen));
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
function widen(value) {
  return typeof value === "number" ? BigInt(value) : value;
}
async function toRows(result) {
  return await result.convertRowObjects(fromDuckDB);
}
function fromDuckDB(value) {
  if (value instanceof DuckDBBitValue) return value.data;
  if (value instanceof DuckDBDecimalValue) return value.toString();
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS);
  return value;
}

// src/service/store/engine.ts
async function openEngine({ file, temporary, memory, threads }) {
  const instance = await DuckDBInstance.create(file, {
    threads: String(threads),
    memory_limit: memory,
    temp_directory: temporary,
    autoinstall_known_extensions: "false"
  });
  const engine = {
    isAlive: true,
    connect: async () => wrap(await instance.connect()),
    close: async () => {
      engine.isAlive = false;
      instance.closeSync();
    }
  };
  return engine;
}
function wrap(connection) {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    interrupt: () => connection.interrupt(),
    close: () => connection.closeSync()
  };
}

// src/service/store/engineApart.ts
import { once as once2 } from "node:events";

// src/service/values/process.ts
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

// src/service/values/programFile.ts
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
function findProgram(name, source, caller) {
  const isSource = caller.endsWith(".ts");
  return { url: new URL(isSource ? source : `./${name}.mjs`, caller), isSource };
}
function findLoader(file) {
  const root = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  return new URL(file, root).href;
}

// src/service/values/process.ts
function startProcess(name, source, caller) {
  const { url, isSource } = findProgram(name, source, caller);
  return fork(fileURLToPath(url), [], {
    execArgv: isSource ? ["--import", findLoader("dist/loader.mjs")] : [],
    serialization: "advanced",
    // A pipe of this one's that nobody reads would hold it up as well.
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  });
}

// src/service/store/store.ts
var StoreError = class extends Error {
  code;
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
};

// src/service/store/engineApart.ts
async function openEngineApart(options) {
  const engine = new EngineApart();
  try {
    await engine.open(options);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
var EngineApart = class {
  #process = startProcess("database-process", "./engineProcess.ts", import.meta.url);
  #waiting = /* @__PURE__ */ new Map();
  #count = 0;
  isAlive = true;
  constructor() {
    this.#process.on("message", (answer3) => this.#settle(answer3));
    this.#process.on("error", () => {
    }).on("exit", () => this.#end());
  }
  async open(options) {
    await this.#call({ do: "open", options });
  }
  async connect() {
    const connection = await this.#call({ do: "connect" });
    return {
      run: async (sql, parameters = []) => await this.#call({ do: "run", connection, sql, parameters }),
      interrupt: () => void this.#call({ do: "interrupt", connection }).catch(() => {
      }),
      close: () => void this.#call({ do: "disconnect", connection }).catch(() => {
      })
    };
  }
  async close() {
    if (!this.isAlive) return;
    const exited = once2(this.#process, "exit");
    await this.#call({ do: "close" }).catch(() => {
    });
    this.kill();
    await exited;
  }
  kill() {
    this.#process.kill("SIGKILL");
  }
  #call(call) {
    if (!this.isAlive) return Promise.reject(createEndedError());
    this.#count += 1;
    const number6 = this.#count;
    return new Promise((resolve8, reject) => {
      this.#waiting.set(number6, { resolve: resolve8, reject });
      this.#process.send(
        { ...call, number: number6 },
        (error) => error && this.#settle({ number: number6, error: error.message })
      );
    });
  }
  #settle(answer3) {
    const waiting = this.#waiting.get(answer3.number);
    this.#waiting.delete(answer3.number);
    if ("error" in answer3) waiting?.reject(new Error(answer3.error));
    else waiting?.resolve(answer3.value);
  }
  #end() {
    this.isAlive = false;
    for (const { reject } of this.#waiting.values()) reject(createEndedError());
    this.#waiting.clear();
  }
};
function createEndedError() {
  return new StoreError("failed", "The database's process ended.");
}

// src/service/store/errors.ts
var CODES = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "unwritable",
  EACCES: "unwritable",
  EPERM: "unwritable"
};
var SENTENCES = {
  full: "The disk is full",
  unwritable: "The data folder cannot be written",
  closed: "The store is closed"
};
function describeProblem({ code }) {
  return `${SENTENCES[code] ?? "Events cannot be stored; the log says why"}.`;
}
function asStoreError(error) {
  if (error instanceof StoreError) return error;
  const message = readMessage(error);
  const known3 = CODES[readCode(error) ?? ""];
  const code = known3 ?? (/no space left|out of disk/i.test(message) ? "full" : "failed");
  return new StoreError(code, `${SENTENCES[code] ?? "The store failed"}: ${message}`, error);
}
var UNUSABLE = /* @__PURE__ */ new Set(["EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EROFS"]);
function asOpenError(error, folder) {
  if (error instanceof StoreError) return error;
  const message = readMessage(error);
  if (isLocked(error)) {
    return new StoreError("locked", `The data folder ${folder} is in use by another process.`, error);
  }
  const code = readCode(error) ?? "";
  if (UNUSABLE.has(code) || /Cannot open file|permission denied|read-only/i.test(message)) {
    return new StoreError("unwritable", `The data folder ${folder} cannot be written: ${message}`, error);
  }
  return asStoreError(error);
}
function isDataError(error) {
  return error instanceof Error && /^(Conversion|Invalid Input|Out of Range|Constraint) Error/.test(error.message);
}
function isInvalidated(error) {
  return error instanceof Error && /invalidated|FATAL/i.test(error.message);
}
function isLocked(error) {
  return /Could not set lock/i.test(readMessage(error));
}

// src/service/store/quotePath.ts
function quotePath(path) {
  return `'${path.replaceAll("'", "''")}'`;
}

// src/service/store/schema.ts
var TIME = { time: "TIMESTAMP" };
var DIMENSIONS = {
  /** Account that pays; owner of the campaign. */
  advertiser_id: "INTEGER",
  /** Account that is paid; owner of the site. */
  publisher_id: "INTEGER",
  campaign_id: "INTEGER",
  variation_id: "INTEGER",
  offer_id: "INTEGER",
  offer_landing_page_id: "INTEGER",
  advertiser_ad_type_id: "INTEGER",
  publisher_ad_type_id: "INTEGER",
  site_id: "INTEGER",
  site_hostname: "VARCHAR",
  zone_id: "BIGINT",
  sub: "BIGINT",
  category_id: "INTEGER",
  /** WIDTHxHEIGHT */
  size: "VARCHAR",
  /** ISO 3166-1 alpha-3 */
  country_iso: "VARCHAR",
  region_id: "INTEGER",
  language_id: "INTEGER",
  browser_id: "INTEGER",
  carrier_id: "INTEGER",
  device_id: "INTEGER",
  device_type_id: "INTEGER",
  operating_system_id: "INTEGER",
  /** NULL when not known */
  adblock: "BOOLEAN"
};
var ORIGIN = { import_id: "INTEGER" };
var COUNT = "BIGINT";
var MONEY = "DECIMAL(18,9)";
function rtb(side) {
  const counters = {
    /** Bid requests sent. */
    queries: COUNT,
    /** Queries answered with a bid; the others had no bid, an error or no answer in time. */
    success: COUNT,
    no_bid: COUNT,
    errors: COUNT,
    timeouts: COUNT,
    /** Queries not sent. */
    skipped: COUNT,
    wins: COUNT,
    /** Milliseconds of all queries. */
    total_time: COUNT,
    /** Money of the auctions won. */
    value: MONEY
  };
  const entries = Object.entries(counters).map(([name, type]) => [`${side}rtb_${name}`, type]);
  return Object.fromEntries(entries);
}
var COUNTERS = {
  ad_requests: COUNT,
  /** Requests that a banner answered. */
  filled: COUNT,
  impressions: COUNT,
  /** Impressions kept but not billable, such as those from another address than the decision's. */
  invalid_impressions: COUNT,
  clicks: COUNT,
  invalid_clicks: COUNT,
  /** By robots that say so; neither in `ad_requests` nor in `impressions` nor in `clicks`. */
  robot_requests: COUNT,
  robot_impressions: COUNT,
  robot_clicks: COUNT,
  cost: MONEY,
  publisher_revenue: MONEY,
  video_impressions: COUNT,
  video_views: COUNT,
  wpn_sent: COUNT,
  wpn_subscriptions: COUNT,
  wpn_unsubscriptions: COUNT,
  ...rtb("adv_"),
  ...rtb("pub_"),
  /** Conversions, by the position of the goal in its account. */
  goal_1: COUNT,
  goal_2: COUNT,
  goal_3: COUNT,
  goal_4: COUNT,
  goal_5: COUNT,
  goal_6: COUNT,
  goal_7: COUNT,
  goal_8: COUNT,
  goal_9: COUNT,
  goal_10: COUNT
};
var EVENT_COUNTERS = [
  "ad_requests",
  "filled",
  "impressions",
  "invalid_impressions",
  "clicks",
  "invalid_clicks",
  "robot_requests",
  "robot_impressions",
  "robot_clicks",
  "cost",
  "publisher_revenue"
];

// src/service/store/database.ts
var DATABASE_FILE = "events.duckdb";
var FACTS = { ...TIME, ...ORIGIN, ...DIMENSIONS, ...COUNTERS };
var INTERRUPT_EVERY_MS = 20;
var LOCKED_MS = 3e3;
var TRY_EVERY_MS = 50;
var Database = class _Database {
  #options;
  #engine;
  #reopening;
  constructor(options) {
    this.#options = options;
  }
  static async open(options) {
    const database = new _Database(options);
    try {
      await database.#open();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  /** Bytes of its files. */
  measure() {
    const file = join2(this.#options.folder, DATABASE_FILE);
    const sizes = [file, `${file}.wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum2, size3) => sum2 + size3, 0);
  }
  query(sql, parameters = []) {
    return this.connect((connection) => run(connection, sql, parameters));
  }
  /** Writes the rows of a statement to a file; see `ExportedRows`. */
  exportRows(path, sql, parameters, signal) {
    const format = "FORMAT csv, HEADER false, DELIMITER '	', QUOTE '', ESCAPE '', NULLSTR '\\N'";
    return this.connect(async (connection) => {
      const interruption = setInterval(() => signal.aborted && connection.interrupt(), INTERRUPT_EVERY_MS);
      try {
        await run(connection, `COPY (${sql}) TO ${quotePath(path)} (${format})`, parameters);
      } finally {
        clearInterval(interruption);
      }
    });
  }
  async connect(work) {
    if (this.#engine && !this.#engine.isAlive) await this.#reopen();
    const engine = this.#engine;
    if (!engine) throw new StoreError("closed", "The store is closed.");
    let connection;
    try {
      connection = await engine.connect();
      return await work(connection);
    } catch (error) {
      if (isInvalidated(error) && this.#engine === engine) await this.#reopen();
      throw error;
    } finally {
      connection?.close();
    }
  }
  /** Commits when the work resolves, rolls back when it rejects. */
  transact(work) {
    return this.connect(async (connection) => {
      await connection.run("BEGIN TRANSACTION");
      try {
        const result = await work(connection);
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        await connection.run("ROLLBACK").catch(() => {
        });
        throw error;
      }
    });
  }
  /** Sets how many threads all statements share while the work goes on. */
  async withThreads(threads, work) {
    const set2 = (count3) => this.query(`SET threads = ${count3}`);
    await set2(threads);
    try {
      await work();
    } finally {
      await set2(this.#options.threads);
    }
  }
  async close() {
    await this.#reopening?.catch(() => {
    });
    const engine = this.#engine;
    this.#engine = void 0;
    await engine?.close();
  }
  /** Gives up what runs, and takes nothing more, where that can be; see `Engine.kill`. */
  kill() {
    if (!this.#engine?.kill) return;
    this.#engine.kill();
    this.#engine = void 0;
  }
  async #open() {
    const { folder, memory, threads, isApart } = this.#options;
    const file = join2(folder, DATABASE_FILE);
    const options = { file, memory, threads, temporary: join2(folder, "temporary") };
    const engine = await waitForFile(() => (isApart ? openEngineApart : openEngine)(options));
    this.#engine = engine;
    await chmod(file, 384);
    const connection = await engine.connect();
    for (const statement of describeSchema()) await connection.run(statement);
    connection.close();
  }
  /** Once for all who find it unusable. */
  #reopen() {
    this.#reopening ??= this.#openAgain().finally(() => {
      this.#reopening = void 0;
    });
    return this.#reopening;
  }
  async #openAgain() {
    if (!this.#engine?.isAlive) this.#options.onEnded?.();
    await this.#engine?.close();
    await this.#open();
  }
};
async function run(connection, sql, parameters = []) {
  return await connection.run(sql, parameters);
}
async function waitForFile(open8) {
  for (const until = performance.now() + LOCKED_MS; ; await setTimeout2(TRY_EVERY_MS)) {
    try {
      return await open8();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
  }
}
function describeSchema() {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks the columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    // `counted_at`: milliseconds of running time. `decided`: when the decision was made.
    `CREATE TABLE IF NOT EXISTS deduplication_keys
       (epoch INTEGER, number BIGINT, kind TINYINT, counted_at BIGINT, decided TIMESTAMP, campaign_id INTEGER)`,
    "CREATE TABLE IF NOT EXISTS frequency (viewer VARCHAR, campaign_id INTEGER, time TIMESTAMP, expires TIMESTAMP)",
    `CREATE TABLE IF NOT EXISTS named_imports (
       id INTEGER, name VARCHAR, digest VARCHAR, read BIGINT, added BIGINT, rejected BIGINT, time TIMESTAMP)`,
    // Digests of what version 0.1.0 imported: of the first so many records of a file.
    "CREATE TABLE IF NOT EXISTS earlier_imports (records BIGINT, digest VARCHAR)",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS epochs (epoch INTEGER, started TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS running_time (ms BIGINT)"
  ];
}

// src/service/store/epoch.ts
var SKIPPED_EPOCHS = 1e4;
async function startEpoch(database, startedAt, given) {
  if (given !== void 0) {
    await database.query("INSERT INTO epochs VALUES ($1, $2::TIMESTAMP)", [given, startedAt]);
    return given;
  }
  const [row] = await database.query(
    "INSERT INTO epochs SELECT coalesce(max(epoch), 0) + 1, $1::TIMESTAMP FROM epochs RETURNING epoch",
    [startedAt]
  );
  return row?.epoch ?? 1;
}
async function skipEpochs(database) {
  await database.query(
    `INSERT INTO epochs SELECT coalesce(max(epoch), 0) + ${SKIPPED_EPOCHS}, max(started) FROM epochs`
  );
}

// src/service/store/fillFolder.ts
import { existsSync } from "node:fs";
import { readdir, rename as rename2, rm as rm2, rmdir, stat as stat2 } from "node:fs/promises";
import { dirname as dirname2, join as join3 } from "node:path";
var UNFINISHED = "unfinished";
var OF_FILE_SYSTEM = "lost+found";
async function fillFolder(folder, work) {
  const isThere = existsSync(folder);
  if (isThere) await requireEmpty(folder);
  const partial = isThere ? join3(folder, UNFINISHED) : `${folder}.partial`;
  await rm2(partial, { recursive: true, force: true });
  await makeFolder(partial);
  try {
    await work(partial);
    await syncFolder(partial);
  } catch (error) {
    await rm2(partial, { recursive: true, force: true });
    throw error;
  }
  if (isThere) return moveUp(folder);
  await rename2(partial, folder);
  await syncFolder(dirname2(folder));
}
function requireFinished(folder) {
  if (existsSync(join3(folder, UNFINISHED)))
    throw new StoreError(
      "failed",
      `${folder} has a part of a copy that was interrupted. Empty the folder, and make the copy again.`
    );
}
async function moveUp(folder) {
  const partial = join3(folder, UNFINISHED);
  for (const name of await readdir(partial)) await rename2(join3(partial, name), join3(folder, name));
  await syncFolder(folder);
  await rmdir(partial);
  await syncFolder(folder);
}
async function requireEmpty(folder) {
  if (!(await stat2(folder)).isDirectory())
    throw new StoreError("failed", `${folder} is a file. Name a folder that is empty, or does not exist.`);
  const names = (await readdir(folder)).filter((name) => name !== OF_FILE_SYSTEM);
  if (names.length > 0 && names.join() !== UNFINISHED)
    throw new StoreError("failed", `${folder} is not empty. Name a folder that is empty, or does not exist.`);
}

// src/service/store/format.ts
import { existsSync as existsSync2 } from "node:fs";
import { join as join4 } from "node:path";
var FORMAT = 2;
var FILE = "format.json";
var MIGRATIONS = {
  1: [
    "CREATE TABLE IF NOT EXISTS claims (series INTEGER, number BIGINT, kind TINYINT, time TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS starts (series INTEGER, time TIMESTAMP)",
    // When decisions were made was not kept: when they were counted is later, so that keys live long enough.
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided)
       SELECT series, number, kind, 0, time FROM claims`,
    "INSERT INTO epochs SELECT series, time FROM starts",
    "CREATE TABLE IF NOT EXISTS imports (lines BIGINT, digest VARCHAR, time TIMESTAMP)",
    "INSERT INTO earlier_imports SELECT lines, digest FROM imports",
    "DROP TABLE imports",
    "DROP TABLE claims",
    "DROP TABLE starts"
  ]
};
async function readFormat(folder) {
  requireFinished(folder);
  const mark = await readMark(folder);
  if (mark === void 0) return existsSync2(join4(folder, DATABASE_FILE)) ? 1 : void 0;
  if (mark <= FORMAT) return mark;
  throw new StoreError(
    "newer",
    `The data folder ${folder} is of format ${mark}, and this program reads formats up to ${FORMAT}. Run the version that wrote it, or restore a backup.`
  );
}
async function readMark(folder) {
  const file = join4(folder, FILE);
  const text7 = await readFileIfThere(file);
  if (text7 === void 0) return void 0;
  const format = /^\{"format":([1-9]\d{0,5})\}\s*$/.exec(text7)?.[1];
  if (format) return Number(format);
  throw new StoreError("newer", `${file} does not say which format the data folder has.`);
}
function writeFormat(folder) {
  return writeDurably(join4(folder, FILE), `{"format":${FORMAT}}
`);
}
async function migrate(connection, from) {
  for (let format = from; format < FORMAT; format++) {
    await connection.run("BEGIN TRANSACTION");
    for (const statement of MIGRATIONS[format] ?? []) await connection.run(statement);
    await connection.run("COMMIT");
  }
}

// src/service/store/backup.ts
var BESIDE = ["secret", "shares.json", "changes.jsonl", "creatives", "set-aside"];
async function copyDatabase(database, folder, to) {
  await fillData(to, async (partial) => {
    await database.connect(async (connection) => {
      await connection.run(`ATTACH ${quotePath(join5(partial, DATABASE_FILE))} AS backup`);
      try {
        await connection.run("COPY FROM DATABASE events TO backup");
      } finally {
        await connection.run("DETACH backup");
      }
    });
    await copyExisting(BESIDE, folder, partial);
  });
}
async function restoreBackup(backup, folder) {
  const format = await readFormat(backup);
  if (format === void 0 || !existsSync3(join5(backup, DATABASE_FILE)))
    throw new StoreError("failed", `There is no backup in ${backup}.`);
  if (await hasMore(backup))
    throw new StoreError(
      "failed",
      `${backup} is a data folder with events that are not in its database yet. Make a backup of it, and restore that.`
    );
  await fillData(folder, async (partial) => {
    await copyExisting([DATABASE_FILE, ...BESIDE], backup, partial);
    const database = await Database.open({ folder: partial, memory: "1GB", threads: 1 }).catch((error) => {
      throw asOpenError(error, backup);
    });
    try {
      await database.connect((connection) => migrate(connection, format));
      await skipEpochs(database);
    } finally {
      await database.close();
    }
  });
}
async function hasMore(folder) {
  const journal = join5(folder, "journal");
  const waiting = existsSync3(journal) ? await readdir2(journal) : [];
  return waiting.length > 0 || existsSync3(join5(folder, `${DATABASE_FILE}.wal`));
}
function fillData(folder, work) {
  return fillFolder(folder, async (partial) => {
    await work(partial);
    await writeFormat(partial);
  });
}
async function copyExisting(names, from, to) {
  for (const name of names)
    if (existsSync3(join5(from, name))) await cp(join5(from, name), join5(to, name), { recursive: true });
}

// src/service/store/bulkTransaction.ts
import { writeFile as writeFile2 } from "node:fs/promises";

// src/protocol/tables.ts
function hasKey(table, name) {
  return Object.hasOwn(table, name);
}
function listKeys(table) {
  return Object.keys(table).filter((name) => hasKey(table, name));
}
function isOneOf(list2, value) {
  return list2.some((entry) => entry === value);
}

// src/service/values/money.ts
var PLACES = 9;
var UNIT = 10n ** BigInt(PLACES);
var MOST = 10n ** 18n - 1n;
function parseMoney(text7) {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text7);
  if (!match) return void 0;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}
function parseDecimal(text7) {
  const unsigned = text7.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return void 0;
  const [, whole5 = "", fraction = "", exponent = ""] = match;
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole5}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nano2 = digits * 10n ** BigInt(Math.max(0, shift)) / divisor;
  const isExact = shift >= 0 || nano2 * divisor === digits;
  return isExact && nano2 <= MOST ? nano2 : void 0;
}
function formatMoney(nano2) {
  const sign = nano2 < 0n ? "-" : "";
  const digits = String(nano2).replace("-", "").padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

// src/service/store/lines.ts
var CAMPAIGN = [
  "advertiser_id",
  "campaign_id",
  "variation_id",
  "offer_id",
  "offer_landing_page_id",
  "advertiser_ad_type_id"
];
var VISITOR = [
  "country_iso",
  "region_id",
  "language_id",
  "browser_id",
  "carrier_id",
  "device_id",
  "device_type_id",
  "operating_system_id",
  "adblock"
];
var OWN = ["sub"];
var ZONE = listKeys(DIMENSIONS).filter(
  (column) => ![...CAMPAIGN, ...VISITOR, ...OWN].includes(column)
);
var ALL_COUNTERS = listKeys(COUNTERS);
var KEY_COLUMNS = {
  key_epoch: "INTEGER",
  key_number: "BIGINT",
  key_kind: "TINYINT",
  key_decided_s: "BIGINT"
};
var NO_KEY = ",,,,";
var KINDS = {
  ...{ impression: 1, click: 2 },
  ...{ invalid_impression: 3, invalid_click: 4, robot_impression: 5, robot_click: 6 }
};
var FREQUENCY_COLUMNS = { viewer: "VARCHAR", frequency_s: "INTEGER" };
var NO_FREQUENCY = ",,";
var FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];
var EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(KEY_COLUMNS),
  ...Object.keys(FREQUENCY_COLUMNS)
].join(",");
var TextCache = class {
  #columns;
  #texts = /* @__PURE__ */ new WeakMap();
  constructor(columns) {
    this.#columns = columns;
  }
  /** Equal lines are counted before they are read, so no text may end one. */
  encode(values2) {
    let text7 = this.#texts.get(values2);
    if (text7 === void 0) {
      text7 = encodeCells(this.#columns, values2).replace(new RegExp("\\p{Cc}", "gu"), " ");
      this.#texts.set(values2, text7);
    }
    return text7;
  }
};
var EventEncoder = class {
  #visitors = new TextCache(VISITOR);
  #zones = new TextCache(ZONE);
  #campaigns = new TextCache(CAMPAIGN);
  #counters = new TextCache(EVENT_COUNTERS);
  /** A line, with its newline, for each event. */
  encode(events, key) {
    const keyCells = key ? encodeKey(key) : NO_KEY;
    let text7 = "";
    let start = "";
    let before;
    for (const event of events) {
      const { time, sub, zone: zone2, campaign: campaign2, visitor, counters, frequency } = event;
      if (visitor !== before?.visitor || time !== before.time) {
        start = `${Math.floor(time / 1e3)}${this.#visitors.encode(visitor)},`;
      }
      before = event;
      const dimensions = `${this.#zones.encode(zone2)}${this.#campaigns.encode(campaign2)}`;
      text7 += `${start}${sub ?? ""}${dimensions}${this.#counters.encode(counters)}${keyCells}`;
      text7 += frequency ? `,${frequency.viewer},${frequency.seconds}
` : `${NO_FREQUENCY}
`;
    }
    return text7;
  }
};
function encodeKey({ epoch, number: number6, kind, decidedAt }) {
  return `,${epoch},${number6},${KINDS[kind]},${Math.floor(decidedAt / 1e3)}`;
}
function encodeFacts(facts) {
  const used = new Set(facts.flatMap((fact) => Object.keys(fact)));
  const present = FACT_COLUMNS.filter((column) => used.has(column));
  const columns = ["time_s", ...present];
  let text7 = `${columns.join(",")}
`;
  for (const fact of facts)
    text7 += `${Math.floor(fact.time.getTime() / 1e3)}${encodeCells(present, fact)}
`;
  return { columns, text: text7 };
}
function encodeCells(columns, values2) {
  let text7 = "";
  for (const column of columns) text7 += `,${encodeCell(values2[column])}`;
  return text7;
}
function encodeCell(value) {
  if (value === void 0) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

// src/service/store/columns.ts
var COLUMN_TYPES = {
  ...{ time_s: "BIGINT", times: "INTEGER" },
  ...DIMENSIONS,
  ...COUNTERS,
  ...KEY_COLUMNS,
  ...FREQUENCY_COLUMNS
};
var RENAMED = {
  claim_series: "key_epoch",
  claim_number: "key_number",
  claim_kind: "key_kind"
};
var REQUIRED = ["time_s", "key_epoch", "key_number", "key_kind"];
function readHeader(header2) {
  const columns = header2.split(",").map((name) => RENAMED[name] ?? name);
  const isKnown2 = columns.every((name) => Object.hasOwn(COLUMN_TYPES, name));
  return isKnown2 && REQUIRED.every((name) => columns.includes(name)) ? columns : void 0;
}

// src/service/store/loadSql.ts
function loadFacts(path, names, importId) {
  const values2 = names.slice(1).map((name) => name in COUNTERS ? `coalesce(${name}, 0)` : name);
  const rest = Object.keys(COUNTERS).filter((name) => !names.includes(name));
  const columns = ["time", "import_id", ...names.slice(1), ...rest];
  const select = ["make_timestamp(time_s * 1000000)", importId ?? "NULL", ...values2, ...rest.map(() => "0")];
  return `INSERT INTO facts (${columns.join(", ")}) SELECT ${select.join(", ")} FROM ${readLines(path, names)}`;
}
var LOAD_FREQUENCY = `
  INSERT INTO frequency (viewer, campaign_id, time, expires)
  SELECT viewer, campaign_id, make_timestamp(time_s * 1000000),
    make_timestamp((time_s + frequency_s) * 1000000)
  FROM lines_with_new_key WHERE viewer IS NOT NULL`;
function loadEvents({ path, columns, temporary, runningTime }) {
  const isCounted = columns.includes("times");
  const file = isCounted ? path : temporary;
  const names = isCounted ? columns : [...columns, "times"];
  const decided = names.includes("key_decided_s") ? "key_decided_s" : "time_s";
  const campaign2 = names.includes("campaign_id") ? "campaign_id" : "NULL";
  const facts = sumFacts(names);
  return [
    ...isCounted ? [] : [countLines(path, file, names)],
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${readLines(file, names)}`,
    `CREATE OR REPLACE TEMP TABLE lines_with_new_key AS
       SELECT DISTINCT ON (key_epoch, key_number, key_kind) * REPLACE (1 AS times) FROM lines
       WHERE key_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM deduplication_keys
         WHERE epoch = key_epoch AND number = key_number AND kind = key_kind)`,
    `INSERT INTO facts (${facts.columns}) SELECT ${facts.select} FROM
       (SELECT * FROM lines WHERE key_kind IS NULL UNION ALL SELECT * FROM lines_with_new_key) GROUP BY ALL`,
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided, campaign_id)
       SELECT key_epoch, key_number, key_kind, ${runningTime}, make_timestamp(${decided} * 1000000), ${campaign2}
       FROM lines_with_new_key`,
    ...names.includes("viewer") ? [LOAD_FREQUENCY] : []
  ];
}
function readLines(path, names) {
  const columns = names.map((name) => `'${name}': '${COLUMN_TYPES[name] ?? "VARCHAR"}'`);
  const options = [
    `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', comment = '#', nullstr = ''`,
    `columns = {${columns.join(", ")}}`
  ];
  return `read_csv(${quotePath(path)}, ${options.join(", ")})`;
}
function countLines(from, to, names) {
  const whole5 = `auto_detect = false, delim = '', quote = '', escape = ''`;
  const lines = `read_csv(${quotePath(from)}, header = true, ${whole5}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${names.join(",")}" FROM ${lines} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quotePath(to)} (FORMAT csv, HEADER true, DELIMITER '', QUOTE '', ESCAPE '')`;
}
function sumFacts(names) {
  const present = new Set(names);
  const dimensions = Object.keys(DIMENSIONS).filter((name) => present.has(name));
  const counters = Object.keys(COUNTERS);
  const sums = counters.map(
    (name) => present.has(name) ? `coalesce(sum(${name} * times), 0) AS ${name}` : `0 AS ${name}`
  );
  return {
    columns: ["time", ...dimensions, ...counters].join(", "),
    select: ["make_timestamp(time_s * 1000000) AS time", ...dimensions, ...sums].join(", ")
  };
}

// src/service/store/temporaryFile.ts
import { randomUUID } from "node:crypto";
import { rm as rm3 } from "node:fs/promises";
import { join as join6 } from "node:path";
async function withTemporaryFile(folder, work) {
  const file = join6(folder, `${randomUUID()}.csv`);
  try {
    return await work(file);
  } finally {
    await rm3(file, { force: true });
  }
}

// src/service/store/bulkTransaction.ts
function transactInBulk(database, temporary, work) {
  return database.transact(
    (connection) => work({
      query: (sql, parameters = []) => run(connection, sql, parameters),
      append: (facts) => appendFacts(connection, temporary, facts),
      load: async ({ path, columns }, importId) => {
        await connection.run(loadFacts(path, columns, importId));
      }
    })
  );
}
function appendFacts(connection, temporary, facts) {
  return withTemporaryFile(temporary, async (file) => {
    const { columns, text: text7 } = encodeFacts(facts);
    await writeFile2(file, text7, { mode: 384 });
    await connection.run(loadFacts(file, columns));
  });
}

// src/service/store/deduplication.ts
var PAGE_NUMBERS = 4096;
var PAGE_BYTES = PAGE_NUMBERS / 8;
var Deduplication = class {
  #runningTime;
  #pages = /* @__PURE__ */ new Map();
  /** Keys whose event is on its way to the disk. */
  #inFlight = /* @__PURE__ */ new Map();
  /** `runningTime`: milliseconds; see `runningTime.ts`. */
  constructor(runningTime) {
    this.#runningTime = runningTime;
  }
  /** Callers with one of the keys wait for what becomes of the first. */
  async writeOnce(keys, write2) {
    const named2 = keys.map((key, at) => ({ key, at, name: nameKey(key) }));
    for (let other = this.#findInFlight(named2); other; other = this.#findInFlight(named2))
      await other.catch(() => {
      });
    const fresh = named2.filter(({ key }) => !this.has(key));
    if (fresh.length > 0) {
      const written = write2(fresh.map(({ at }) => at));
      for (const { name } of fresh) this.#inFlight.set(name, written);
      try {
        await written;
      } finally {
        for (const { name } of fresh) this.#inFlight.delete(name);
      }
      for (const { key } of fresh) this.add(key);
    }
    return named2.map((one) => fresh.includes(one) ? "counted" : "repeated");
  }
  #findInFlight(named2) {
    for (const { name } of named2) {
      const found = this.#inFlight.get(name);
      if (found) return found;
    }
    return void 0;
  }
  has({ epoch, number: number6, kind }) {
    const bits = this.#pages.get(namePage(epoch, Math.floor(number6 / PAGE_NUMBERS)))?.bits.get(kind);
    const bit = number6 % PAGE_NUMBERS;
    return bits !== void 0 && ((bits[bit >> 3] ?? 0) & 128 >> (bit & 7)) !== 0;
  }
  add({ epoch, number: number6, kind, decidedAt }) {
    const page = Math.floor(number6 / PAGE_NUMBERS);
    const bits = this.#findBits(epoch, page, kind, { countedAt: this.#runningTime(), decidedAt });
    const bit = number6 % PAGE_NUMBERS;
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | 128 >> (bit & 7);
  }
  /** Adds a whole page of keys at once. */
  addPage(epoch, page, kind, added, age) {
    const bits = this.#findBits(epoch, page, kind, age);
    for (let at = 0; at < PAGE_BYTES; at++) bits[at] = (bits[at] ?? 0) | (added[at] ?? 0);
  }
  /** Everything that was counted, by the page. */
  *listPages() {
    for (const [name, { bits }] of this.#pages) {
      const [epoch = 0, page = 0] = name.split(":").map(Number);
      for (const [kind, of] of bits) yield { epoch, page, kind, bits: of };
    }
  }
  /** Forgets pages that are older than both: a clock that jumps ages them by neither. */
  dropBefore({ countedAt, decidedAt }) {
    for (const [name, page] of this.#pages)
      if (page.countedAt < countedAt && page.decidedAt < decidedAt) this.#pages.delete(name);
  }
  #findBits(epoch, page, kind, age) {
    const name = namePage(epoch, page);
    let found = this.#pages.get(name);
    if (!found) {
      found = { bits: /* @__PURE__ */ new Map(), ...age };
      this.#pages.set(name, found);
    }
    found.countedAt = Math.max(found.countedAt, age.countedAt);
    found.decidedAt = Math.max(found.decidedAt, age.decidedAt);
    const bits = found.bits.get(kind) ?? new Uint8Array(PAGE_BYTES);
    found.bits.set(kind, bits);
    return bits;
  }
};
function nameKey({ epoch, number: number6, kind }) {
  return `${epoch}:${number6}:${kind}`;
}
function namePage(epoch, page) {
  return `${epoch}:${page}`;
}

// src/service/store/factsQuery.ts
function listCounters({ metrics: metrics2, orders }) {
  const ordered = orders.flatMap(({ by }) => typeof by === "number" ? [] : [by]);
  const terms = [...metrics2, ...ordered].flatMap(
    (metric) => "sum" in metric ? metric.sum : [...metric.of, ...metric.per]
  );
  return [...new Set(terms.map(({ counter }) => counter))];
}

// src/service/store/factsSql.ts
function writeValue(value, dialect) {
  if ("column" in value) return value.column;
  const minutes = writeOffset(value, dialect);
  if (value.unit === "hour") return dialect.hour(minutes);
  const day2 = dialect.day(minutes);
  if (value.unit === "date") return day2;
  return value.unit === "year" ? dialect.year(day2) : dialect.truncate(value.unit, day2);
}
function writeOffset({ offsets }, dialect) {
  const last = offsets.at(-1)?.minutes ?? 0;
  const cases = offsets.slice(0, -1).map(({ until, minutes }) => `WHEN time < ${dialect.moment(until)} THEN ${minutes}`);
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE ${last} END` : String(last);
}
function writeConditions({ conditions }, dialect) {
  return conditions.map((condition) => writeCondition(condition, dialect));
}
function writeCondition(condition, dialect) {
  const value = writeValue(condition.value, dialect);
  const within3 = (values2) => values2.length > 0 ? dialect.within(value, values2) : "false";
  if ("within" in condition) return within3(condition.within);
  if ("without" in condition && condition.without.length === 0) return "true";
  if ("without" in condition) return `(${value} IS NULL OR NOT ${within3(condition.without)})`;
  if ("is" in condition) return `${value} = ${condition.is}`;
  return `${value} BETWEEN ${dialect.bindDay(condition.fromDay)} AND ${dialect.bindDay(condition.toDay)}`;
}
function writeMetric(metric, writeSum2) {
  const add = (terms) => terms.map(({ counter, minus }) => `${minus ? "-" : "+"} ${writeSum2(counter)}`).join(" ").replace(/^\+ /, "");
  if ("sum" in metric) return add(metric.sum);
  const { of, per, times: times2, whenZero } = metric;
  const quotient = `${times2} * CAST(${add(of)} AS DOUBLE) / CAST(${add(per)} AS DOUBLE)`;
  return `CASE WHEN ${add(per)} = 0 THEN ${whenZero} ELSE ${quotient} END`;
}
function writeLimit({ limit, offset }) {
  return `${Number.isFinite(limit) ? `LIMIT ${limit} ` : ""}OFFSET ${offset}`;
}

// src/service/store/duckdbSql.ts
function writeDuckDB(query2) {
  const parameters = [];
  const dialect = createDialect((value) => `$${parameters.push(value)}`);
  const span = [query2.from, query2.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query2, dialect)].join(" AND ");
  const keys = query2.groups.map((group, at) => `${writeValue(group, dialect)} AS g${at}`);
  if (query2.count) return { sql: countGroups(keys, where), parameters };
  const groups = keys.map((_, at) => `g${at}`);
  const sums = listCounters(query2).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const metrics2 = query2.metrics.map((metric) => writeMetric(metric, (counter) => counter));
  const orders = query2.orders.map(
    ({ by }) => typeof by === "number" ? groups[by] : writeMetric(by, (counter) => counter)
  );
  const sorted = [
    ...query2.orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((group) => `${group} ASC NULLS LAST`)
  ].join(", ");
  const orderBy = sorted && `ORDER BY ${sorted}`;
  const groupBy2 = groups.length > 0 ? `GROUP BY ${groups.map((_, at) => at + 1).join(", ")}` : "";
  const name = (prefix) => (sql2, at) => `${sql2} AS ${prefix}${at}`;
  const totals = query2.totals ? metrics2.map(name("t")) : [];
  const sql = `WITH grouped AS MATERIALIZED (
  SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} ${groupBy2}
), total AS (
  SELECT ${["records", ...totals].join(", ")}
  FROM (SELECT ${["count(*) AS records", ...query2.totals ? sums : []].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups, ...metrics2.map(name("m")), ...orders.map(name("o"))].join(", ")}
  FROM grouped ${orderBy} ${writeLimit(query2)}
)
SELECT * FROM total LEFT JOIN page ON true ${orderBy}`;
  return { sql, parameters };
}
function countGroups(keys, where) {
  if (keys.length === 0) return "SELECT 1 AS records";
  return `SELECT count(*) AS records FROM (SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where})`;
}
function createDialect(bind2) {
  return {
    moment: (time) => `TIMESTAMP '${new Date(time).toISOString().slice(0, 19)}'`,
    day: (minutes) => minutes === "0" ? "CAST(time AS DATE)" : `CAST(time + to_minutes(${minutes}) AS DATE)`,
    hour: (minutes) => `(epoch_ms(time) // 60000 + ${minutes}) // 60 % 24`,
    truncate: (unit, day2) => `CAST(date_trunc('${unit}', ${day2}) AS DATE)`,
    year: (day2) => `year(${day2})`,
    within: (value, values2) => `${value} IN (${values2.map(bind2).join(", ")})`,
    bindDay: (day2) => `CAST(${bind2(day2)} AS DATE)`
  };
}

// src/service/store/fileLoader.ts
import { randomUUID as randomUUID2 } from "node:crypto";
import { readdir as readdir3, readFile as readFile2, rm as rm4 } from "node:fs/promises";
import { basename, dirname as dirname3, join as join7 } from "node:path";

// src/service/store/journalFile.ts
import { createHash as createHash2 } from "node:crypto";
var MARK = "#";
var LENGTH_DIGITS = 10;
var DIGEST_DIGITS = 16;
var MARK_BYTES = LENGTH_DIGITS + DIGEST_DIGITS + 3;
var MARK_FORM = new RegExp(`^#(\\d{${LENGTH_DIGITS}}) ([0-9a-f]{${DIGEST_DIGITS}})\\n$`);
var NEWLINE = 10;
function writeMark(lines) {
  return `${MARK}${String(lines.length).padStart(LENGTH_DIGITS, "0")} ${digest(lines)}
`;
}
function readJournalFile(bytes) {
  const start = bytes.indexOf(NEWLINE) + 1;
  const header2 = bytes.toString("utf8", 0, Math.max(0, start - 1));
  const file = { header: header2, writes: [], damage: [] };
  const find = hasMarkAfterLines(header2) ? findEarlierWrite : findWrite;
  for (let at = start; at < bytes.length; ) {
    const write2 = find(bytes, at);
    if (write2.lines) file.writes.push(write2.lines);
    else addDamage(file.damage, at, write2.end - at);
    at = write2.end;
  }
  return file;
}
function encodeJournalFile({ header: header2, writes }) {
  const isEarlier = hasMarkAfterLines(header2);
  const encoded = writes.flatMap(
    (lines) => isEarlier ? [lines, Buffer.from(`${MARK}${digest(lines)}
`)] : [Buffer.from(writeMark(lines)), lines]
  );
  return [Buffer.from(`${header2}
`), ...encoded];
}
function findWrite(bytes, at) {
  const lines = at + MARK_BYTES;
  const mark = readMark2(bytes, at);
  const end = lines + Number(mark?.length);
  if (mark && end <= bytes.length && digest(bytes.subarray(lines, end)) === mark.digest) {
    return { lines: bytes.subarray(lines, end), end };
  }
  return { end: findMark(bytes, at + 1) };
}
function readMark2(bytes, at) {
  const [, length, digest2] = MARK_FORM.exec(bytes.toString("latin1", at, at + MARK_BYTES)) ?? [];
  return length && digest2 ? { length, digest: digest2 } : void 0;
}
function findMark(bytes, from) {
  let at = bytes.indexOf(MARK, from);
  while (at >= 0 && !readMark2(bytes, at)) at = bytes.indexOf(MARK, at + 1);
  return at < 0 ? bytes.length : at;
}
function findEarlierWrite(bytes, at) {
  const mark = bytes[at] === MARK.charCodeAt(0) ? at : bytes.indexOf(`
${MARK}`, at) + 1;
  const newline = mark > 0 ? bytes.indexOf(NEWLINE, mark) : -1;
  if (newline < 0) return { end: bytes.length };
  const lines = bytes.subarray(at, mark);
  const isWhole = digest(lines) === bytes.toString("latin1", mark + 1, newline);
  return { end: newline + 1, ...isWhole && { lines } };
}
function hasMarkAfterLines(header2) {
  return header2.split(",").includes("claim_kind");
}
function addDamage(damage, offset, bytes) {
  const last = damage.at(-1);
  if (last && last.offset + last.bytes === offset) last.bytes += bytes;
  else damage.push({ offset, bytes });
}
function digest(lines) {
  return createHash2("sha256").update(lines).digest("hex").slice(0, DIGEST_DIGITS);
}

// src/service/store/runningTime.ts
var RunningTime = class {
  #elapsed;
  #before;
  #startedAt;
  /** `before`: milliseconds of earlier starts. `elapsed`: milliseconds of a clock that only runs forward. */
  constructor(before, elapsed) {
    this.#elapsed = elapsed;
    this.#before = before;
    this.#startedAt = elapsed();
  }
  now() {
    return Math.floor(this.#before + this.#elapsed() - this.#startedAt);
  }
};
async function readRunningTime(database) {
  const [row] = await database.query("SELECT ms FROM running_time");
  if (!row) await database.query("INSERT INTO running_time VALUES (0)");
  return Number(row?.ms ?? 0n);
}
async function noteRunningTime(connection, runningTime) {
  await run(connection, "UPDATE running_time SET ms = $1", [runningTime.now()]);
}

// src/service/store/storedKeys.ts
var KEY_PAGES = `
  SELECT epoch, (number // ${PAGE_NUMBERS})::INTEGER AS page, kind, max(counted_at)::DOUBLE AS countedAt,
    max(epoch_ms(decided))::DOUBLE AS decidedAt,
    bitstring_agg((number % ${PAGE_NUMBERS})::INTEGER, 0, ${PAGE_NUMBERS - 1}) AS bits
  FROM deduplication_keys GROUP BY ALL`;
async function recallKeys(database, deduplication) {
  const kinds = new Map(listKeys(KINDS).map((kind) => [KINDS[kind], kind]));
  for (const row of await database.query(KEY_PAGES)) {
    const kind = kinds.get(row.kind);
    const { epoch, page, countedAt, decidedAt } = row;
    if (kind) deduplication.addPage(epoch, page, kind, row.bits.subarray(1), { countedAt, decidedAt });
  }
}
async function deleteKeys(connection, { countedAt, decidedAt }) {
  await run(connection, "DELETE FROM deduplication_keys WHERE counted_at < $1 AND decided < $2::TIMESTAMP", [
    countedAt,
    new Date(decidedAt)
  ]);
}

// src/service/store/fileLoader.ts
var FileLoader = class {
  #parts;
  /** Files that are loaded and removed, and whose names are still noted. */
  #removed = [];
  constructor(parts) {
    this.#parts = parts;
  }
  /** Removes what an end at any moment left behind. Needs the database's lock. */
  async clean() {
    const { temporary, journal, database } = this.#parts;
    await rm4(temporary, { recursive: true, force: true });
    await makeFolder(temporary);
    await makeFolder(journal);
    for (const name of await readdir3(dirname3(journal)))
      if (/^bulk-\d+-\d+\.csv$/.test(name)) await rm4(join7(dirname3(journal), name), { force: true });
    const names = await readdir3(journal);
    for (const name of names) if (!name.endsWith(".csv")) await rm4(join7(journal, name), { force: true });
    await syncFolder(journal);
    await database.query("DELETE FROM loaded WHERE NOT list_contains($1, file)", [["", ...names]]);
  }
  async load(file) {
    const { setAside } = this.#parts;
    const { path } = file;
    const header2 = await readFirstLine(path);
    const columns = readHeader(header2);
    if (!columns && header2 !== "") return setAside.moveUnknown(path);
    if (columns && !file.isWhole) await setAside.repair(path);
    if (columns) await this.#loadFile(path, columns);
    await rm4(path, { force: true });
    this.#removed.push(basename(path));
  }
  async #loadFile(path, columns) {
    try {
      await this.#commit(path, [path], columns);
    } catch (error) {
      if (!isDataError(error)) throw error;
      await this.#loadParts(path, columns, error.message);
    }
  }
  /** Loads what can be, and sets aside the lines that cannot. */
  async #loadParts(path, columns, reason) {
    const [header2 = "", ...lines] = (await readFile2(path, "utf8")).split("\n");
    const events = lines.filter((line) => line !== "" && !line.startsWith(MARK));
    const { parts, rest } = await this.#divide(events, columns);
    const files = [];
    try {
      for (const part of parts) files.push(await this.#writePart(part, columns));
      if (rest.length > 0) await this.#parts.setAside.addLines(path, header2, rest, reason);
      await this.#commit(path, files, columns);
    } finally {
      for (const file of files) await rm4(file, { force: true });
    }
  }
  /** Parts that can be loaded, and the lines that cannot: halves of halves, so that few tries find few lines. */
  async #divide(lines, columns) {
    if (lines.length === 0) return { parts: [], rest: [] };
    if (await this.#canLoad(lines, columns)) return { parts: [lines], rest: [] };
    if (lines.length === 1) return { parts: [], rest: [...lines] };
    const middle = lines.length >> 1;
    const first = await this.#divide(lines.slice(0, middle), columns);
    const second = await this.#divide(lines.slice(middle), columns);
    return { parts: [...first.parts, ...second.parts], rest: [...first.rest, ...second.rest] };
  }
  async #canLoad(lines, columns) {
    const file = await this.#writePart(lines, columns);
    const undone = new Error("It could be loaded.");
    const trial = this.#parts.database.transact(async (connection) => {
      await this.#run(connection, file, columns);
      throw undone;
    });
    const outcome = await trial.catch((error) => error);
    await rm4(file, { force: true });
    if (outcome !== undone && !isDataError(outcome)) throw outcome;
    return outcome === undone;
  }
  async #writePart(lines, columns) {
    const file = join7(this.#parts.temporary, `${randomUUID2()}.csv`);
    await writeDurably(file, `${columns.join(",")}
${lines.join("\n")}
`);
    return file;
  }
  /** Counts the events of the parts, all or none, unless the file was loaded before. */
  async #commit(path, parts, columns) {
    const { database, journal, runningTime, keysKeptMs, now } = this.#parts;
    const name = basename(path);
    const removed = this.#removed;
    if (removed.length > 0) await syncFolder(journal);
    await database.transact(async (connection) => {
      const known3 = await run(connection, "SELECT 1 FROM loaded WHERE file = $1", [name]);
      if (known3.length > 0) return;
      for (const part of parts) await this.#run(connection, part, columns);
      await deleteKeys(connection, {
        countedAt: runningTime.now() - keysKeptMs,
        decidedAt: now() - keysKeptMs
      });
      await run(connection, "DELETE FROM frequency WHERE expires < $1::TIMESTAMP", [new Date(now())]);
      await noteRunningTime(connection, runningTime);
      if (removed.length > 0) await run(connection, "DELETE FROM loaded WHERE file = ANY($1)", [removed]);
      await run(connection, "INSERT INTO loaded VALUES ($1)", [name]);
    });
    this.#removed = this.#removed.filter((other) => !removed.includes(other));
  }
  #run(connection, path, columns) {
    return withTemporaryFile(this.#parts.temporary, async (temporary) => {
      const runningTime = this.#parts.runningTime.now();
      for (const statement of loadEvents({ path, columns, temporary, runningTime }))
        await connection.run(statement);
    });
  }
};
async function readFirstLine(path) {
  const text7 = await readFile2(path);
  return text7.toString("utf8", 0, Math.max(0, text7.indexOf("\n")));
}

// src/service/store/sums.ts
var MOST2 = { BIGINT: "9223372036854775807::HUGEINT", "DECIMAL(18,9)": "999999999::HUGEINT" };
var ENTRIES = Object.entries(COUNTERS);
var SUMS = ENTRIES.map(([name]) => `coalesce(sum(${name}), 0) AS ${name}`);
var COUNTS = ENTRIES.map(([name, type]) => `floor(${name} / ${MOST2[type]})`);
var PARTS = ENTRIES.map(([name, type]) => {
  const upTo = (part) => `least(${name}, ${part} * ${MOST2[type]})`;
  return `CAST(${upTo("(part + 1)")} - ${upTo("part")} AS ${type}) AS ${name}`;
});
function writeSums(groups, where) {
  return `SELECT * EXCLUDE (part) REPLACE (${PARTS.join(", ")}) FROM (
    SELECT *, unnest(range(greatest(${COUNTS.join(", ")})::BIGINT + 1)) AS part FROM (
      SELECT ${[...groups, ...SUMS].join(", ")} FROM facts WHERE ${where} GROUP BY ALL))`;
}

// src/service/store/folding.ts
var HOURS_AT_ONCE = 24;
var GROUPS = [...Object.keys(ORIGIN), ...Object.keys(DIMENSIONS)];
var COLUMNS = ["time", ...GROUPS, ...Object.keys(COUNTERS)].join(", ");
var QUARTER_US = 15 * 60 * 1e6;
var QUARTER = `make_timestamp(epoch_us(time) // ${QUARTER_US} * ${QUARTER_US}) AS time`;
var FIND = `SELECT DISTINCT date_trunc('hour', time) AS hour FROM facts
  WHERE time < $1 AND epoch_us(time) % ${QUARTER_US} <> 0 ORDER BY hour`;
var WITHIN = "time >= $1 AND time < $1 + INTERVAL 1 HOUR";
var FOLD = `CREATE OR REPLACE TEMP TABLE folded AS ${writeSums([QUARTER, ...GROUPS], WITHIN)}`;
var Folding = class {
  #database;
  constructor(database) {
    this.#database = database;
  }
  /** Folds some of the hours that are over before a moment; whether more are left. */
  async foldBefore(before) {
    const end = new Date(Math.floor(before.getTime() / 36e5) * 36e5);
    const hours = (await this.#database.query(FIND, [end])).map(({ hour }) => hour);
    for (const hour of hours.slice(0, HOURS_AT_ONCE)) await this.#fold(hour);
    return hours.length > HOURS_AT_ONCE;
  }
  #fold(hour) {
    return this.#database.transact(async (connection) => {
      await run(connection, FOLD, [hour]);
      await run(connection, `DELETE FROM facts WHERE ${WITHIN}`, [hour]);
      await run(connection, `INSERT INTO facts (${COLUMNS}) SELECT ${COLUMNS} FROM folded`);
      await run(connection, "DROP TABLE folded");
    });
  }
};

// src/service/store/journal.ts
import { constants, open as open2, readdir as readdir4 } from "node:fs/promises";
import { join as join8 } from "node:path";
var SYNCED = constants.O_DSYNC ?? 0;
var SUFFIX = ".csv";
var MAX_UNIT_BYTES = 3;
var ENOUGH = 64;
var FIRST_BYTES = 64 * 1024;
var Batch = class {
  #memory;
  #length = MARK_BYTES;
  /** Lines in it that wait to be loaded. */
  lines = 0;
  /** Settles with the write. */
  written;
  /** Ends the wait; `memory` may then serve another batch. */
  settle = () => {
  };
  /** Who waits for it. */
  callers = 0;
  /** Ends the wait for more. */
  gathered = () => {
  };
  constructor(memory) {
    this.#memory = memory;
    this.written = new Promise((done, failed2) => {
      this.settle = (problem) => problem ? failed2(problem) : done();
    });
  }
  get memory() {
    return this.#memory;
  }
  /** The whole write. */
  mark() {
    this.#memory.write(writeMark(this.#memory.subarray(MARK_BYTES, this.#length)), 0, "latin1");
    return this.#memory.subarray(0, this.#length);
  }
  /** Bytes of its lines. */
  get length() {
    return this.#length - MARK_BYTES;
  }
  add(text7) {
    const most = this.#length + text7.length * MAX_UNIT_BYTES;
    if (most > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#length += this.#memory.write(text7, this.#length);
  }
};
var Journal = class _Journal {
  #options;
  #next = new Batch(Buffer.allocUnsafe(FIRST_BYTES));
  /** What the batch after the next fills. */
  #spare = Buffer.allocUnsafe(FIRST_BYTES);
  #draining;
  #file;
  #path = "";
  #size = 0;
  #lines = 0;
  #count = 0;
  #ended = [];
  /** Callers that wait for the current file's end. */
  #sealing = [];
  #problem;
  #closed = false;
  writes = { count: 0, seconds: 0 };
  constructor(options) {
    this.#options = options;
  }
  /** Opens the folder; files of earlier starts wait to be loaded. */
  static async open(options) {
    const journal = new _Journal({
      maxWaiting: 32 * 1024 * 1024,
      maxFile: Number.POSITIVE_INFINITY,
      ...options
    });
    await makeFolder(options.folder);
    const names = (await readdir4(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      journal.#ended.push({ path: join8(options.folder, name), lines: 0, isWhole: false });
    }
    return journal;
  }
  /** Why the last write failed; undefined when it went well. */
  get problem() {
    return this.#problem;
  }
  /** Lines of this start that are on disk and not yet forgotten. */
  get lines() {
    return this.#ended.reduce((sum2, { lines }) => sum2 + lines, this.#lines);
  }
  /** Takes `count` whole lines; resolves when they are on disk. */
  append(lines, count3) {
    if (this.#closed) return Promise.reject(new StoreError("closed", "The store is closed."));
    const batch = this.#next;
    if (batch.length > this.#options.maxWaiting) {
      return Promise.reject(
        new StoreError("busy", "More events wait for the disk than memory is set aside for.")
      );
    }
    batch.add(lines);
    batch.lines += count3;
    batch.callers += 1;
    if (batch.callers === ENOUGH) batch.gathered();
    this.#draining ??= this.#drain();
    return batch.written;
  }
  /** Writes no lines, to learn whether the disk takes writes again. */
  probe() {
    return this.append("", 0);
  }
  /** Ends the current file and resolves with all that are ended, oldest first. Later lines go to a new one. */
  seal() {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }
  /** To be called when an ended file is loaded and gone. */
  forget(path) {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }
  close() {
    this.#closed = true;
    return this.seal();
  }
  /** Writes while there is something to write. Files end between two writes: under load there is always another. */
  async #drain() {
    while (this.#next.callers > 0 || this.#sealing.length > 0) {
      if (this.#sealing.length > 0) await this.#endFile();
      for (const done of this.#sealing.splice(0)) done([...this.#ended]);
      if (this.#next.callers === 0) continue;
      await this.#gather();
      const batch = this.#next;
      this.#next = new Batch(this.#spare);
      batch.settle(await this.#commit(batch));
      this.#spare = batch.memory;
      if (this.#size >= this.#options.maxFile) await this.#endFile();
    }
    this.#draining = void 0;
  }
  /**
   * Waits for what arrives in the same turn of the event loop, so that it goes in one write; no longer than for enough,
   * since a turn in which thousands of requests arrive lasts seconds.
   */
  async #gather() {
    if (this.#next.callers >= ENOUGH) return;
    await new Promise((done) => {
      this.#next.gathered = done;
      setImmediate(done);
    });
  }
  async #commit(batch) {
    try {
      const startedAt = performance.now();
      this.#file ??= await this.#startFile();
      const bytes = await this.#writeBatch(this.#file, batch);
      if (SYNCED === 0) await this.#file.datasync();
      this.writes.count += 1;
      this.writes.seconds += (performance.now() - startedAt) / 1e3;
      this.#size += bytes;
      this.#lines += batch.lines;
      this.#problem = void 0;
    } catch (error) {
      this.#problem = asStoreError(error);
      await this.#undo();
    }
    return this.#problem;
  }
  /**
   * Resolves with the bytes written. The first line goes with the first batch, and the folder is forced to disk meanwhile:
   * each wait for the disk is one for the placements of that moment. Both have ended when one fails, so that no late write
   * follows what undoes it.
   */
  async #writeBatch(file, batch) {
    const { folder, header: header2 } = this.#options;
    const lines = batch.mark();
    if (this.#size > 0) return writeAll(file, [lines], this.#size);
    const writing = writeAll(file, [Buffer.from(`${header2}
`), lines], 0);
    const [, synced] = await Promise.allSettled([writing, syncFolder(folder)]);
    if (synced.status === "rejected") throw synced.reason;
    return writing;
  }
  /** A file that cannot even be cut back ends with half a write, which is found when the file is loaded. */
  async #undo() {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile(false);
    }
  }
  async #startFile() {
    const { folder, prefix } = this.#options;
    this.#count += 1;
    this.#path = join8(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    this.#size = 0;
    return open2(this.#path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | SYNCED, 384);
  }
  async #endFile(isWhole = true) {
    const file = this.#file;
    if (!file) return;
    this.#file = void 0;
    this.#ended.push({ path: this.#path, lines: this.#lines, isWhole });
    this.#lines = 0;
    await file.close().catch(() => {
    });
  }
};
async function writeAll(file, buffers, position) {
  let written = 0;
  for (let rest = buffers; rest.length > 0; rest = skip(buffers, written))
    written += (await file.writev([...rest], position + written)).bytesWritten;
  return written;
}
function skip(buffers, bytes) {
  let left = bytes;
  return buffers.flatMap((buffer) => {
    const rest = buffer.subarray(left);
    left = Math.max(0, left - buffer.length);
    return rest.length > 0 ? [rest] : [];
  });
}

// src/service/store/journalLoader.ts
var JournalLoader = class {
  #parts;
  #problem;
  /** The load that has not begun, for all who ask until then. */
  #next;
  /** Since the start. */
  done = { count: 0, seconds: 0 };
  constructor(parts) {
    this.#parts = parts;
  }
  /** Why the last load failed; undefined when it went well. */
  get problem() {
    return this.#problem;
  }
  /** Resolves once all is loaded that was acknowledged before the call. */
  load() {
    this.#next ??= this.#loadNext();
    return this.#next;
  }
  async #loadNext() {
    try {
      await this.#parts.writes.run(() => {
        this.#next = void 0;
        return this.#loadEnded();
      });
      this.#problem = void 0;
    } catch (error) {
      this.#problem = asStoreError(error);
      throw this.#problem;
    }
  }
  async #loadEnded() {
    const { journal, files, database } = this.#parts;
    const ended = await journal.seal();
    if (ended.length === 0) return;
    const startedAt = performance.now();
    await database.withThreads(1, async () => {
      for (const file of ended) {
        await files.load(file);
        journal.forget(file.path);
      }
    });
    this.done.count += 1;
    this.done.seconds += (performance.now() - startedAt) / 1e3;
  }
};

// src/service/store/maintenance.ts
function startMaintenance(tasks, { lookEveryMs, now }) {
  const startedAt = /* @__PURE__ */ new Map();
  const timer = setInterval(() => {
    for (const task of tasks) {
      if (now() - (startedAt.get(task) ?? 0) < task.everyMs) continue;
      startedAt.set(task, now());
      task.run().catch(() => {
      });
    }
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}

// src/service/store/pendingDecisions.ts
var PENDING = `
  SELECT campaign_id AS campaign, (filled - coalesce(shown, 0))::BIGINT AS pending
  FROM (
    SELECT campaign_id, sum(filled) AS filled FROM facts
    WHERE time >= date_trunc('second', $1::TIMESTAMP) AND campaign_id IS NOT NULL GROUP BY ALL
  ) LEFT JOIN (
    SELECT campaign_id, count(*) AS shown FROM deduplication_keys
    WHERE kind = ${KINDS.impression} AND decided >= date_trunc('second', $1::TIMESTAMP) GROUP BY ALL
  ) USING (campaign_id)
  WHERE filled > coalesce(shown, 0)`;
async function countPending(query2, since) {
  const rows = await query2(PENDING, [since]);
  return new Map(rows.map(({ campaign: campaign2, pending }) => [campaign2, Number(pending)]));
}

// src/service/values/boundedMap.ts
var BoundedMap = class {
  #half;
  #newer = /* @__PURE__ */ new Map();
  #older = /* @__PURE__ */ new Map();
  /** `most`: entries held at most, at least two. An entry stays for at least half as many further insertions. */
  constructor(most) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }
  get size() {
    return this.#newer.size + this.#older.size;
  }
  get(key) {
    const found = this.#newer.get(key);
    if (found !== void 0) return found;
    const older = this.#older.get(key);
    if (older !== void 0) this.set(key, older);
    return older;
  }
  set(key, value) {
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = /* @__PURE__ */ new Map();
    }
    this.#newer.set(key, value);
    this.#older.delete(key);
  }
  getOrCompute(key, compute) {
    const found = this.get(key);
    if (found !== void 0) return found;
    const value = compute();
    this.set(key, value);
    return value;
  }
};

// src/service/values/timezones.ts
var MINUTE = 6e4;
var STEP = 7 * DAY_MS;
var clocks = /* @__PURE__ */ new Map();
var RENAMED2 = [
  ...["Africa/Asmara", "America/Argentina/Buenos_Aires", "America/Argentina/Catamarca"],
  ...["America/Argentina/Cordoba", "America/Argentina/Jujuy", "America/Argentina/Mendoza"],
  ...["America/Atikokan", "America/Indiana/Indianapolis", "America/Kentucky/Louisville", "America/Nuuk"],
  ...["Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon", "Atlantic/Faroe", "Europe/Kyiv"],
  ...["Pacific/Chuuk", "Pacific/Kanton", "Pacific/Pohnpei"]
];
var TIMEZONES = [
  .../* @__PURE__ */ new Set([...Intl.supportedValuesOf("timeZone"), ...RENAMED2.filter(isTimezone), "UTC"])
].sort();
function isTimezone(name) {
  if (!/[A-Za-z]/.test(name)) return false;
  try {
    findClock(name);
    return true;
  } catch {
    return false;
  }
}
function offsetsBetween(timezone, from, to) {
  const offsets = [];
  for (let at = from; at < to || offsets.length === 0; ) {
    const { until, minutes } = findOffset(timezone, at);
    at = Math.min(until, to);
    if (offsets.at(-1)?.minutes === minutes) offsets.pop();
    offsets.push({ until: at, minutes });
  }
  return offsets;
}
var known = new BoundedMap(1e4);
function findOffset(timezone, time) {
  const year = new Date(time).getUTCFullYear();
  const key = `${timezone.toLowerCase()} ${year}`;
  const offsets = known.getOrCompute(key, () => findChanges(timezone, Date.UTC(year), Date.UTC(year + 1)));
  return offsets.find(({ until }) => until > time) ?? { until: Date.UTC(year + 1), minutes: 0 };
}
function findChanges(timezone, from, to) {
  const clock = findClock(timezone);
  const offsets = [];
  let minutes = clock(from);
  for (let at = from; at < to; at += STEP) {
    const next = Math.min(at + STEP, to);
    const then = clock(next);
    if (then !== minutes) offsets.push({ until: firstWith(clock, then, at, next), minutes });
    minutes = then;
  }
  return [...offsets, { until: to, minutes }];
}
function localDay(time, timezone) {
  return new Date(time + findClock(timezone)(time) * MINUTE).toISOString().slice(0, 10);
}
function firstWith(clock, minutes, from, to) {
  let [before, after] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * MINUTE) === minutes) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}
function findClock(timezone) {
  const name = timezone.toLowerCase();
  const clock = clocks.get(name) ?? createClock(timezone);
  clocks.set(name, clock);
  return clock;
}
function createClock(timezone) {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    timeZoneName: "longOffset",
    year: "numeric"
  });
  return (time) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
    if (sign === void 0) return 0;
    const ahead = Number(hours) * 60 + Number(minutes);
    return sign === "-" ? -ahead : ahead;
  };
}

// src/service/store/retention.ts
var NAMES = Object.keys(COUNTERS);
var BEFORE = "time < $1::TIMESTAMP AND (campaign_id IS NOT NULL OR import_id IS NOT NULL)";
var SUM_UP = `CREATE OR REPLACE TEMP TABLE forgotten AS ${writeSums(["import_id", "campaign_id"], BEFORE)}`;
function findFirstMonth(now, months, timezones) {
  const begins = timezones.map((timezone) => {
    const [year = 0, month = 1] = localDay(now, timezone).split("-").map(Number);
    const midnight = Date.UTC(year, month - 1 - months, 1);
    const offsets = offsetsBetween(timezone, midnight - DAY_MS, midnight + DAY_MS);
    return midnight - Math.max(...offsets.map(({ minutes }) => minutes)) * 6e4;
  });
  return new Date(Math.min(...begins));
}
async function sumUpBefore(database, first) {
  await database.transact(async (connection) => {
    await run(connection, SUM_UP, [first]);
    await run(connection, "DELETE FROM facts WHERE time < $1::TIMESTAMP", [first]);
    await run(
      connection,
      `INSERT INTO facts (time, import_id, campaign_id, ${NAMES.join(", ")})
       SELECT TIMESTAMP '1970-01-01', * FROM forgotten`
    );
  });
}

// src/service/store/setAside.ts
import { existsSync as existsSync4 } from "node:fs";
import { copyFile, link, readFile as readFile3, rename as rename3 } from "node:fs/promises";
import { basename as basename2, join as join9 } from "node:path";
var SetAside = class {
  counts = { damaged: 0, files: 0, events: 0 };
  #folder;
  #notify;
  constructor(folder, notify) {
    this.#folder = folder;
    this.#notify = notify;
  }
  /** Leaves only whole writes in a file of the journal; the original is set aside when it had anything else. */
  async repair(file) {
    const read3 = readJournalFile(await readFile3(file));
    if (read3.damage.length === 0) return;
    const setAside = await this.#choose(basename2(file));
    await link(file, setAside).catch(() => copyFile(file, setAside));
    await syncFolder(this.#folder);
    await writeDurably(file, encodeJournalFile(read3));
    for (const damage of read3.damage) {
      this.counts.damaged += 1;
      this.#notify({ reason: "damaged", file, setAside, ...damage });
    }
  }
  /** Moves a file away that is not known. */
  async moveUnknown(file) {
    const setAside = await this.#choose(basename2(file));
    await rename3(file, setAside);
    await syncFolder(this.#folder);
    this.counts.files += 1;
    this.#notify({ reason: "unknown columns", file, setAside });
  }
  /** Keeps lines that the database did not take. */
  async addLines(file, header2, lines, reason) {
    const setAside = await this.#choose(basename2(file));
    await writeDurably(setAside, `${header2}
${lines.join("\n")}
`);
    this.counts.events += lines.length;
    this.#notify({ reason, file, setAside, events: lines.length });
  }
  async #choose(name) {
    await makeFolder(this.#folder);
    let path = join9(this.#folder, name);
    for (let count3 = 2; existsSync4(path); count3++) path = join9(this.#folder, `${name}.${count3}`);
    return path;
  }
};

// src/service/store/duckdb.ts
var DEFAULTS = {
  foldAfterMs: 3 * 36e5,
  keysKeptMs: 25 * 36e5,
  loadEveryMs: 1e3,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  threads: 2,
  isApart: false,
  // Less than what usually ends programs that do not stop.
  closeWithinMs: 1e4,
  onEnded: () => {
  },
  clock: systemClock,
  epoch: void 0,
  onSetAside: () => {
  }
};
var FOLD_EVERY_MS = 5 * 6e4;
var NOTE_EVERY_MS = 6e4;
async function openStore(given) {
  const options = { ...DEFAULTS, ...given };
  const { folder, memory, threads, isApart, onEnded } = options;
  if (folder === "") throw new StoreError("failed", "The name of the data folder is empty.");
  let database;
  try {
    await makeFolder(resolve2(folder));
    const format = await readFormat(folder);
    database = await Database.open({ folder, memory, threads, isApart, onEnded });
    if (format !== void 0) await database.connect((connection) => migrate(connection, format));
    if (format !== FORMAT) await writeFormat(folder);
    return new DuckDBStore(await openParts(database, options));
  } catch (error) {
    await database?.close();
    throw asOpenError(error, folder);
  }
}
async function openParts(database, options) {
  const { folder, keysKeptMs, maxWaiting, clock, onSetAside } = options;
  const setAside = new SetAside(join10(folder, "set-aside"), onSetAside);
  const runningTime = new RunningTime(await readRunningTime(database), clock.elapsed);
  const [journalFolder, temporary] = [join10(folder, "journal"), join10(folder, "temporary")];
  const files = new FileLoader({
    ...{ database, setAside, runningTime, keysKeptMs, temporary, now: clock.now },
    journal: journalFolder
  });
  await files.clean();
  const epoch = await startEpoch(database, new Date(clock.now()), options.epoch);
  const journal = await Journal.open({
    folder: journalFolder,
    header: EVENTS_HEADER,
    prefix: String(epoch).padStart(9, "0"),
    maxWaiting
  });
  const writes = new SerialQueue();
  const loader = new JournalLoader({ journal, files, database, writes });
  await loader.load();
  const deduplication = new Deduplication(() => runningTime.now());
  await recallKeys(database, deduplication);
  return {
    ...{ options, database, journal, loader, deduplication, runningTime },
    ...{ setAside, epoch, temporary, writes }
  };
}
var DuckDBStore = class {
  #parts;
  #encoder = new EventEncoder();
  #folding;
  /** Long transactions, folding and retention, one after the other: they may delete the same facts. */
  #longWork = new SerialQueue();
  #endMaintenance;
  #closing;
  #isClosed = false;
  constructor(parts) {
    this.#parts = parts;
    this.#folding = new Folding(parts.database);
    this.#endMaintenance = startMaintenance(this.#listTasks(), {
      lookEveryMs: parts.options.loadEveryMs,
      now: () => parts.runningTime.now()
    });
  }
  get epoch() {
    return this.#parts.epoch;
  }
  get deduplication() {
    return this.#parts.deduplication;
  }
  get temporary() {
    return this.#parts.temporary;
  }
  async append(events) {
    await this.#parts.journal.append(this.#encoder.encode(events), events.length);
  }
  async appendKeyed(events) {
    const lines = events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
    await this.#parts.journal.append(lines, events.length);
  }
  query = async (sql, parameters = []) => {
    await this.#parts.loader.load();
    return this.#parts.database.query(sql, parameters);
  };
  async exportRows(query2, signal) {
    await this.#parts.loader.load();
    const { sql, parameters } = writeDuckDB(query2);
    const path = join10(this.temporary, `rows-${randomUUID3()}.tsv`);
    try {
      await this.#parts.database.exportRows(path, sql, parameters, signal);
      return { path };
    } catch (error) {
      await rm5(path, { force: true });
      throw error;
    }
  }
  transaction(work) {
    return this.#parts.writes.run(() => this.#transact(work));
  }
  longTransaction(work) {
    return this.#longWork.run(() => this.#transact(work));
  }
  #transact(work) {
    return transactInBulk(this.#parts.database, this.temporary, work);
  }
  async fold() {
    const { foldAfterMs, clock } = this.#parts.options;
    const before = new Date(clock.now() - foldAfterMs);
    const foldSome = () => this.#folding.foldBefore(before);
    for (let more = true; more; ) more = await this.#longWork.run(foldSome) && !this.#closing;
  }
  countPending(since) {
    return countPending(this.query, new Date(since));
  }
  async backUp(to) {
    await this.#parts.loader.load();
    await copyDatabase(this.#parts.database, this.#parts.options.folder, to);
  }
  forgetMonthsBefore(months, timezones = ["UTC"]) {
    const { database, options } = this.#parts;
    const first = findFirstMonth(options.clock.now(), months, timezones);
    return this.#longWork.run(() => sumUpBefore(database, first));
  }
  status() {
    const { journal, loader, setAside, database } = this.#parts;
    const counts = { setAside: setAside.counts, writes: journal.writes, loads: loader.done };
    if (this.#isClosed)
      return { ready: false, problem: "The store is closed.", waiting: 0, bytes: 0, ...counts };
    const problem = journal.problem ?? loader.problem;
    return {
      ready: problem === void 0,
      ...problem && { problem: describeProblem(problem) },
      ...{ waiting: journal.lines, bytes: database.measure(), ...counts }
    };
  }
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }
  async #close() {
    const { journal, loader, database } = this.#parts;
    this.#endMaintenance();
    await journal.close();
    const limit = setTimeout(() => database.kill(), this.#parts.options.closeWithinMs);
    await this.#longWork.waitForAll();
    await loader.load().catch(() => {
    });
    await this.#noteRunningTime().catch(() => {
    });
    await database.close();
    clearTimeout(limit);
    this.#isClosed = true;
  }
  #listTasks() {
    const { journal, loader } = this.#parts;
    return [
      { everyMs: 0, run: async () => this.#dropOldKeys() },
      { everyMs: 0, run: async () => journal.problem && await journal.probe() },
      // The failure is kept for `status()`.
      { everyMs: 0, run: () => loader.load() },
      { everyMs: FOLD_EVERY_MS, run: () => this.fold() },
      { everyMs: NOTE_EVERY_MS, run: () => this.#noteRunningTime() }
    ];
  }
  #dropOldKeys() {
    const { deduplication, runningTime, options } = this.#parts;
    deduplication.dropBefore({
      countedAt: runningTime.now() - options.keysKeptMs,
      decidedAt: options.clock.now() - options.keysKeptMs
    });
  }
  #noteRunningTime() {
    const { database, runningTime, writes } = this.#parts;
    return writes.run(() => database.connect((connection) => noteRunningTime(connection, runningTime)));
  }
};

// src/service/commands/dataFolder.ts
import { statSync as statSync2 } from "node:fs";
function checkDataFolder(folder, { mayBeMissing = false } = {}) {
  const found = statSync2(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a data folder.`);
  if (!found && !mayBeMissing) throw new Error(`There is no data folder ${folder}.`);
}

// src/service/commands/backup.ts
function backupCommand() {
  return new Command("backup").description("copy the data of this moment into a folder, also while the service runs").argument("<folder>", "empty, or made by the command").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(backUp);
}
async function backUp(folder, { data }) {
  checkDataFolder(data, { mayBeMissing: true });
  const to = resolve3(folder);
  if (await readFormat(data) === void 0) throw new Error(`There are no events in ${data}.`);
  if (!await askService(data, "backup", { path: to })) {
    const store = await openStore({ folder: data });
    await store.backUp(to).finally(() => store.close());
  }
  console.log(`The data of ${data} is in ${to}. The catalogue is a file of yours; copy it too.`);
}

// src/service/commands/check.ts
import { readFile as readFile5 } from "node:fs/promises";
import { Command as Command2 } from "commander";

// src/service/catalogue/catalogue.ts
import { readFile as readFile4 } from "node:fs/promises";
import * as v2 from "valibot";

// src/service/values/fileProblem.ts
var REASONS = {
  ENOENT: "There is no such file.",
  ENOTDIR: "There is no such file.",
  EISDIR: "It is a folder, not a file.",
  EACCES: "It may not be read.",
  EPERM: "It may not be read.",
  // Of zlib.
  Z_DATA_ERROR: "It is not compressed with gzip, or damaged.",
  Z_BUF_ERROR: "It is compressed with gzip, and its end is missing."
};
function describeReadProblem(error) {
  return REASONS[readCode(error) ?? ""] ?? readMessage(error);
}

// src/service/catalogue/contradictions.ts
function findContradictions(data) {
  return [
    ...LISTS.flatMap((list2) => findRepeated(list2, data[list2])),
    ...findRepeatedNames(data),
    ...findRepeatedVariations(data),
    ...findLostReferences(data),
    ...findWrongOwners(data),
    ...data.campaigns.flatMap(
      ({ from, to }, at) => from && to && to < from ? [`campaigns[${at}].to: expected a day not before from, ${from}`] : []
    )
  ];
}
var LISTS = [
  ...["accounts", "sites", "zones", "campaigns", "categories", "carriers", "regions"],
  ...["offers", "offerLandingPages"]
];
var ENTRY = {
  ...{ accounts: "account", sites: "site", zones: "zone", categories: "category", regions: "region" },
  ...{ offers: "offer", offerLandingPages: "landing page" }
};
function findLostReferences(data) {
  const lists = listKeys(ENTRY);
  const ids = new Map(lists.map((list2) => [list2, new Set(data[list2].map(({ id: id2 }) => id2))]));
  const problems = [];
  const expect = (path, id2, list2) => {
    if (id2 !== void 0 && !ids.get(list2)?.has(id2))
      problems.push(`${path}: no ${ENTRY[list2]} has the id ${id2}`);
  };
  const expectAll = (path, wanted, list2) => {
    for (const [at, id2] of wanted.entries()) expect(`${path}[${at}]`, id2, list2);
  };
  for (const [at, { network }] of data.accounts.entries())
    expect(`accounts[${at}].network`, network, "accounts");
  for (const [at, { account: account4, category, blockedAdvertisers }] of data.sites.entries()) {
    expect(`sites[${at}].account`, account4, "accounts");
    expect(`sites[${at}].category`, category, "categories");
    expectAll(`sites[${at}].blockedAdvertisers`, blockedAdvertisers, "accounts");
  }
  for (const [at, { site: site2 }] of data.zones.entries()) expect(`zones[${at}].site`, site2, "sites");
  for (const [at, { account: account4 }] of data.offers.entries()) expect(`offers[${at}].account`, account4, "accounts");
  for (const [at, { offer }] of data.offerLandingPages.entries())
    expect(`offerLandingPages[${at}].offer`, offer, "offers");
  for (const [at, { account: account4, offer, offerLandingPage, targeting: targeting3 }] of data.campaigns.entries()) {
    const path = `campaigns[${at}]`;
    expect(`${path}.account`, account4, "accounts");
    expect(`${path}.offer`, offer, "offers");
    expect(`${path}.offerLandingPage`, offerLandingPage, "offerLandingPages");
    for (const list2 of ["sites", "zones", "categories", "regions"])
      expectAll(`${path}.targeting.${list2}`, targeting3[list2], list2);
  }
  return problems;
}
function findWrongOwners({ accounts, campaigns }) {
  const publishers = new Set(accounts.filter(({ role: role2 }) => role2 === "publisher").map(({ id: id2 }) => id2));
  return campaigns.flatMap(
    ({ account: account4 }, at) => publishers.has(account4) ? [`campaigns[${at}].account: ${account4} is a publisher, and campaigns belong to advertisers`] : []
  );
}
function findRepeated(list2, entries) {
  const seen = /* @__PURE__ */ new Set();
  return entries.flatMap(({ id: id2 }, at) => {
    if (seen.has(id2)) return [`${list2}[${at}].id: ${id2} is used twice`];
    seen.add(id2);
    return [];
  });
}
function findRepeatedNames({ accounts }) {
  const seen = /* @__PURE__ */ new Set();
  return accounts.flatMap(({ username }, at) => {
    if (username === void 0) return [];
    if (seen.has(username)) return [`accounts[${at}].username: ${JSON.stringify(username)} is used twice`];
    seen.add(username);
    return [];
  });
}
function findRepeatedVariations({ campaigns }) {
  const seen = /* @__PURE__ */ new Set();
  return campaigns.flatMap(
    ({ variations }, campaign2) => variations.flatMap(({ id: id2 }, at) => {
      if (seen.has(id2)) return [`campaigns[${campaign2}].variations[${at}].id: ${id2} is used twice`];
      seen.add(id2);
      return [];
    })
  );
}

// src/service/catalogue/creatives.ts
import { statSync as statSync3 } from "node:fs";
import { join as join11 } from "node:path";
var PREFIX = "/creatives/";
function findMissingCreatives({ data }, folders) {
  const isThere = (image) => !image.startsWith(PREFIX) || folders.some((folder) => isFile(join11(folder, readName(image))));
  return data.campaigns.flatMap(
    ({ deleted, variations }, campaign2) => variations.flatMap(({ image }, at) => {
      if (deleted || isThere(image)) return [];
      const path = `campaigns[${campaign2}].variations[${at}].image`;
      return [`${path}: there is no file ${readName(image)} in ${folders.join(" or ")}`];
    })
  );
}
function readName(image) {
  const { pathname } = new URL(image, "http://localhost");
  try {
    return decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    return pathname.slice(PREFIX.length);
  }
}
function isFile(path) {
  try {
    return statSync3(path).isFile();
  } catch {
    return false;
  }
}

// src/service/catalogue/jsonText.ts
import {
  evaluate,
  parse
} from "@humanwhocodes/momoa";
var JsonTextError = class extends Error {
  position;
  constructor(message, position) {
    super(message);
    this.name = "JsonTextError";
    this.position = position;
  }
};
function parseJsonText(text7) {
  const json3 = text7.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json3);
  } catch {
    return evaluate(parseWithPositions(json3));
  }
}
function createLocator(text7) {
  const { body } = parseWithPositions(text7.replace(/^\uFEFF/, ""));
  return (path) => {
    let value = body;
    let { start } = body.loc;
    for (const key of path.match(/[^.[\]]+/g) ?? []) {
      const inner = findChild(value, key);
      if (!inner) break;
      start = inner.loc.start;
      value = inner.value;
    }
    return { line: start.line, column: start.column };
  };
}
function findChild(value, key) {
  if (value.type === "Array") return value.elements[Number(key)];
  if (value.type !== "Object") return void 0;
  return value.members.find(({ name }) => (name.type === "String" ? name.value : name.name) === key);
}
function parseWithPositions(text7) {
  try {
    return parse(text7, { mode: "jsonc", allowTrailingCommas: true });
  } catch (error) {
    const { message, line = 1, column = 1 } = error;
    throw new JsonTextError(message.replace(/ \(\d+:\d+\)$/, ""), { line, column });
  }
}

// src/service/catalogue/schema.ts
import * as v from "valibot";

// src/protocol/roles.ts
var BOTH = ["advertiser", "publisher"];
var ADVERTISER = ["advertiser"];
var PUBLISHER = ["publisher"];
var NONE = [];
var NETWORK = ["network"];
function listNames(table, role2, kind = role2) {
  const names = Object.entries(table).filter(
    ([, { roles, accounts }]) => roles.includes(role2) && (accounts ?? [kind]).includes(kind)
  );
  return names.map(([name]) => name);
}

// src/protocol/metrics.ts
var ALL = ["advertiser", "publisher", "network"];
var BUYERS = ["advertiser", "network"];
var SELLERS = ["publisher", "network"];
function sum(label, unit, accounts, ...terms) {
  return { label, unit, accounts, sum: terms };
}
function detail(label, term) {
  return { ...sum(label, "count", NETWORK, term), detailed: true };
}
function ratio(label, unit, accounts, times2, of, per) {
  return { label, unit, accounts, times: times2, of, per, whenZero: 0 };
}
var BASE = {
  impressions: sum("Impressions", "count", ALL, "impressions"),
  clicks: sum("Clicks", "count", ALL, "clicks"),
  cost: sum("Cost", "money", BUYERS, "cost"),
  revenue: sum("Revenue", "money", SELLERS, "publisher_revenue"),
  cpc: ratio("CPC", "money", ALL, 1, ["own_money"], ["clicks"]),
  cpm: ratio("CPM", "money", ALL, 1e3, ["own_money"], ["impressions"]),
  ctr: ratio("CTR", "percent", ALL, 100, ["clicks"], ["impressions"]),
  ad_requests: sum("Ad requests", "count", ALL, "ad_requests"),
  /** Share of ad requests that an ad answered. */
  fill_rate: ratio("Fill rate", "percent", ALL, 100, ["filled"], ["ad_requests"]),
  ad_requests_rpm: ratio("Request RPM", "money", ALL, 1e3, ["own_money"], ["ad_requests"]),
  publisher_revenue: sum("Publisher revenue", "money", NETWORK, "publisher_revenue"),
  network_revenue: sum("Network revenue", "money", NETWORK, "cost", "-publisher_revenue"),
  /** Share of what advertisers pay that stays with the network. */
  margin: ratio("Margin", "percent", NETWORK, 100, ["cost", "-publisher_revenue"], ["cost"]),
  ...{
    invalid_impressions: detail("Invalid impressions", "invalid_impressions"),
    invalid_clicks: detail("Invalid clicks", "invalid_clicks"),
    robot_requests: detail("Robots' requests", "robot_requests"),
    robot_impressions: detail("Robots' impressions", "robot_impressions"),
    robot_clicks: detail("Robots' clicks", "robot_clicks")
  }
};
var VIDEO = {
  impressions: sum("Video impressions", "count", ALL, "video_impressions"),
  views: sum("Video views", "count", ALL, "video_views"),
  cpv: ratio("CPV", "money", ALL, 1, ["own_money"], ["video_views"]),
  vtr: ratio("View-through rate", "percent", ALL, 100, ["video_views"], ["video_impressions"])
};
var WPN = {
  sent: sum("Notifications sent", "count", SELLERS, "wpn_sent"),
  subscriptions: sum("Subscriptions", "count", SELLERS, "wpn_subscriptions"),
  unsubscriptions: sum("Unsubscriptions", "count", SELLERS, "wpn_unsubscriptions")
};
var RTB = {
  /** Bid requests sent. */
  queries: sum("Queries", "count", ALL, "rtb_queries"),
  /** Queries answered with a bid. */
  success: sum("Bids", "count", ALL, "rtb_success"),
  no_bid: sum("No bid", "count", ALL, "rtb_no_bid"),
  errors: sum("Errors", "count", ALL, "rtb_errors"),
  timeouts: sum("Timeouts", "count", ALL, "rtb_timeouts"),
  /** Queries that were not sent. */
  skipped: sum("Skipped", "count", ALL, "rtb_skipped"),
  wins: sum("Wins", "count", ALL, "rtb_wins"),
  /** Money of the auctions won. */
  value: sum("Value", "money", ALL, "rtb_value"),
  total_time: sum("Total time", "milliseconds", ALL, "rtb_total_time"),
  avg_total_time: ratio("Average time", "milliseconds", ALL, 1, ["rtb_total_time"], ["rtb_queries"]),
  avg_cpm: ratio("Average CPM", "money", ALL, 1e3, ["rtb_value"], ["rtb_wins"]),
  bid_response_ratio: ratio("Bid rate", "percent", ALL, 100, ["rtb_success"], ["rtb_queries"]),
  no_bid_ratio: ratio("No-bid rate", "percent", ALL, 100, ["rtb_no_bid"], ["rtb_queries"]),
  errors_ratio: ratio("Error rate", "percent", ALL, 100, ["rtb_errors"], ["rtb_queries"]),
  timeouts_ratio: ratio("Timeout rate", "percent", ALL, 100, ["rtb_timeouts"], ["rtb_queries"]),
  /** Share of all queries, sent or not, that were skipped. */
  skipped_ratio: ratio("Skip rate", "percent", ALL, 100, ["rtb_skipped"], ["rtb_queries", "rtb_skipped"]),
  win_ratio: ratio("Win rate", "percent", ALL, 100, ["rtb_wins"], ["rtb_success"])
};
var BLOCKS = {
  base: { label: "Base", roles: BOTH, metrics: BASE },
  rtb: { label: "RTB", roles: BOTH, metrics: RTB },
  video: { label: "Video", roles: BOTH, metrics: VIDEO },
  wpn: { label: "Web push", roles: PUBLISHER, metrics: WPN },
  goals: { label: "Goals", roles: ADVERTISER, metrics: {} }
};
var RTB_PREFIXES = { adv_: "advertiser", pub_: "publisher" };
function listBlocks({ role: role2, goals }) {
  return listNames(BLOCKS, role2).filter((block) => block !== "goals" || goals > 0);
}
function listMetrics(block, viewer) {
  if (block === "goals") return goalMetrics(viewer.goals);
  const metrics2 = BLOCKS[block].metrics;
  const seen = Object.entries(metrics2).filter(([, metric]) => metric.accounts.includes(viewer.kind));
  if (block !== "rtb" || viewer.kind !== "network") return Object.fromEntries(seen);
  const prefixed = Object.keys(RTB_PREFIXES).flatMap(
    (prefix) => seen.map(([name, metric]) => [prefix + name, ofSide(metric, prefix)])
  );
  return Object.fromEntries([...seen, ...prefixed]);
}
function listDefaultMetrics(block, viewer, detailed) {
  const metrics2 = Object.entries(listMetrics(block, viewer));
  return metrics2.filter(([, metric]) => detailed || !metric.detailed).map(([name]) => name);
}
function goalMetrics(goals) {
  const metrics2 = {};
  for (let goal = 1; goal <= goals; goal++) {
    metrics2[`g${goal}`] = sum(`Goal ${goal}`, "count", BUYERS, `goal_${goal}`);
    metrics2[`ecpa${goal}`] = ratio(`eCPA ${goal}`, "money", BUYERS, 1, ["cost"], [`goal_${goal}`]);
  }
  return metrics2;
}
function ofSide(metric, prefix) {
  const terms = (list2) => list2.map((term) => prefix + term);
  const label = `${metric.label} (${prefix === "adv_" ? "advertiser" : "publisher"})`;
  return {
    ...metric,
    label,
    ...metric.sum && { sum: terms(metric.sum) },
    ...metric.of && { of: terms(metric.of) },
    ...metric.per && { per: terms(metric.per) }
  };
}
function resolveTerm(term, role2) {
  const minus = term.startsWith("-");
  const name = minus ? term.slice(1) : term;
  if (name === "own_money") return { counter: role2 === "advertiser" ? "cost" : "publisher_revenue", minus };
  if (!name.startsWith("rtb_")) return { counter: name, minus };
  return { counter: `${role2 === "advertiser" ? "adv_" : "pub_"}${name}`, minus };
}

// src/protocol/statistics.ts
var ROLE_SEGMENTS = { advertiser: "a", publisher: "p" };
var GLOBAL = "global";
var MAX_GROUPINGS = 4;
var MAX_ORDERS = 2;
var DEFAULT_LIMIT = 50;
var MAX_LIMIT = 1e4;
var MAX_FILTER_VALUES = 1e3;
var DEFAULT_TIMEZONE = "America/New_York";
var MAX_GOALS = 10;
var GROUPINGS = {
  date: { label: "Date", kind: "time", roles: BOTH, order: BOTH },
  hour: { label: "Hour", kind: "time", roles: BOTH, order: BOTH },
  week: { label: "Week", kind: "time", roles: BOTH, order: BOTH },
  month: { label: "Month", kind: "time", roles: BOTH, order: BOTH },
  quarter: { label: "Quarter", kind: "time", roles: BOTH, order: BOTH },
  year: { label: "Year", kind: "time", roles: BOTH, order: BOTH },
  campaign_id: { label: "Campaign", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  variation_id: { label: "Variation", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_id: { label: "Offer", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  offer_landing_page_id: { label: "Landing page", kind: "id", roles: ADVERTISER, order: ADVERTISER },
  advertiser_ad_type_id: { label: "Ad type", kind: "id", roles: ADVERTISER, order: NONE },
  publisher_ad_type_id: { label: "Ad type", kind: "id", roles: PUBLISHER, order: NONE },
  site_id: { label: "Site", kind: "id", roles: BOTH, order: BOTH },
  site_hostname: { label: "Hostname", kind: "value", roles: ADVERTISER, order: ADVERTISER },
  zone_id: { label: "Zone", kind: "id", roles: BOTH, order: BOTH },
  sub: { label: "Sub ID", kind: "value", roles: BOTH, order: BOTH },
  size: { label: "Size", kind: "value", roles: BOTH, order: NONE },
  category_id: { label: "Category", kind: "id", roles: BOTH, order: BOTH },
  country_iso: { label: "Country", kind: "value", roles: BOTH, order: BOTH },
  region_id: { label: "Region", kind: "id", roles: BOTH, order: BOTH },
  language_id: { label: "Language", kind: "id", roles: BOTH, order: BOTH },
  browser_id: { label: "Browser", kind: "id", roles: BOTH, order: BOTH },
  operating_system_id: { label: "Operating system", kind: "id", roles: BOTH, order: BOTH },
  device_id: { label: "Device", kind: "id", roles: BOTH, order: BOTH },
  device_type_id: { label: "Device type", kind: "id", roles: BOTH, order: BOTH },
  carrier_id: { label: "Carrier", kind: "id", roles: BOTH, order: BOTH },
  adblock: { label: "Ad block", kind: "value", roles: BOTH, order: BOTH },
  publisher_id: { label: "Publisher", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK },
  advertiser_id: { label: "Advertiser", kind: "id", roles: BOTH, order: BOTH, accounts: NETWORK }
};
var SKIPPED_GROUPINGS = ["date", "site_id", "zone_id", "country_iso", "region_id", "sub"];
var FILTERS = {
  date_from: { form: "date", roles: BOTH },
  date_to: { form: "date", roles: BOTH },
  adblock: { form: "adblock", roles: BOTH },
  advertiser_ad_type_id: { form: "ids", roles: ADVERTISER },
  browser_id: { form: "ids", roles: BOTH },
  campaign_id: { form: "ids", roles: ADVERTISER },
  carrier_id: { form: "ids", roles: BOTH },
  category_id: { form: "ids", roles: BOTH },
  country_iso: { form: "countries", roles: BOTH },
  device_id: { form: "ids", roles: BOTH },
  device_type_id: { form: "ids", roles: BOTH },
  exclude_deleted: { form: "flag", roles: ADVERTISER },
  hour: { form: "hours", roles: BOTH },
  language_id: { form: "ids", roles: BOTH },
  offer_id: { form: "ids", roles: ADVERTISER },
  offer_landing_page_id: { form: "ids", roles: ADVERTISER },
  operating_system_id: { form: "ids", roles: BOTH },
  publisher_ad_type_id: { form: "ids", roles: PUBLISHER },
  region_id: { form: "ids", roles: BOTH },
  site_hostname: { form: "hostnames", roles: BOTH },
  site_id: { form: "ids", roles: BOTH },
  size: { form: "sizes", roles: BOTH },
  sub: { form: "integers", roles: BOTH },
  variation_id: { form: "ids", roles: ADVERTISER },
  zone_id: { form: "ids", roles: BOTH },
  publisher_id: { form: "ids", roles: BOTH, accounts: NETWORK },
  advertiser_id: { form: "ids", roles: BOTH, accounts: NETWORK }
};
var EXCLUDABLE_FORMS = ["countries", "ids", "integers", "hours", "hostnames", "sizes"];
var ORDER_METRICS = {
  cpc: ["base", "cpc"],
  cpm: ["base", "cpm"],
  cpv: ["video", "cpv"],
  ctr: ["base", "ctr"],
  clicks: ["base", "clicks"],
  impressions: ["base", "impressions"],
  video_impressions: ["video", "impressions"],
  video_views: ["video", "views"],
  vtr: ["video", "vtr"],
  rtb_win_ratio: ["rtb", "win_ratio"],
  rtb_avg_total_time: ["rtb", "avg_total_time"],
  rtb_skipped: ["rtb", "skipped"],
  rtb_bid_response_ratio: ["rtb", "bid_response_ratio"],
  rtb_avg_cpm: ["rtb", "avg_cpm"],
  rtb_timeouts_ratio: ["rtb", "timeouts_ratio"],
  /** As the specification spells it; `rtb_errors_ratio` means the same. */
  rt_errors_ratio: ["rtb", "errors_ratio"],
  rtb_errors_ratio: ["rtb", "errors_ratio"],
  rtb_no_bid_ratio: ["rtb", "no_bid_ratio"],
  rtb_skipped_ratio: ["rtb", "skipped_ratio"],
  cost: ["base", "cost"],
  revenue: ["base", "revenue"],
  ad_requests: ["base", "ad_requests"],
  fill_rate: ["base", "fill_rate"]
};
function listOrderGroupings(role2, kind = role2) {
  const names = listNames(GROUPINGS, role2, kind);
  return names.filter((name) => isOneOf(GROUPINGS[name].order, role2));
}
function listOrderMetrics(viewer) {
  const metrics2 = Object.entries(ORDER_METRICS).filter(
    ([, [block, name]]) => Object.hasOwn(listMetrics(block, viewer), name)
  );
  const goals = viewer.role === "advertiser" ? Object.keys(listMetrics("goals", viewer)) : [];
  return [...metrics2.map(([field]) => field), ...goals];
}

// src/service/signing/passwords.ts
import { createHash as createHash3, randomBytes, timingSafeEqual } from "node:crypto";

// src/service/signing/scryptThread.ts
import { once as once3 } from "node:events";
import { Worker } from "node:worker_threads";
var MAX_WAITING = 16;
var BusyError = class extends Error {
};
var THREAD = `
const { scryptSync } = require("node:crypto");
const { readlinkSync } = require("node:fs");
const { setPriority } = require("node:os");
const { basename } = require("node:path");
const { parentPort } = require("node:worker_threads");
try {
  setPriority(Number(basename(readlinkSync("/proc/thread-self"))), 19);
} catch {}
parentPort.on("message", ({ password, salt, length }) => {
  parentPort.postMessage(scryptSync(password, salt, length));
});
`;
var ScryptThread = class {
  #thread;
  #queue = new SerialQueue();
  #waiting = 0;
  async hash(job) {
    if (this.#waiting >= MAX_WAITING) throw new BusyError("Too many passwords wait to be checked.");
    this.#waiting += 1;
    try {
      return await this.#queue.run(() => this.#run(job));
    } finally {
      this.#waiting -= 1;
    }
  }
  async #run(job) {
    this.#thread ??= new Worker(THREAD, { eval: true });
    const thread2 = this.#thread;
    thread2.ref();
    try {
      const result = once3(thread2, "message");
      thread2.postMessage(job);
      const [bytes] = await result;
      return Buffer.from(bytes);
    } catch (error) {
      this.#thread = void 0;
      throw error;
    } finally {
      this.#thread?.unref();
    }
  }
};
var thread = new ScryptThread();
function scryptOnThread(password, salt, length) {
  return thread.hash({ password, salt, length });
}

// src/service/signing/passwords.ts
var SALT_BYTES = 16;
var HASH_BYTES = 32;
var PASSWORD_FORM = /^scrypt:[\w-]{22}:[\w-]{43}$/;
var TOKEN_FORM = /^sha256:[0-9a-f]{64}$/;
async function hashPassword(password) {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOnThread(password.normalize("NFKC"), salt, HASH_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}
async function verifyPassword(password, stored) {
  const [, salt = "", hash = ""] = (stored ?? "").split(":");
  const expected = Buffer.from(hash, "base64url");
  const actual = await scryptOnThread(password.normalize("NFKC"), Buffer.from(salt, "base64url"), HASH_BYTES);
  return expected.length === HASH_BYTES && timingSafeEqual(actual, expected);
}
function hashToken(token) {
  return `sha256:${createHash3("sha256").update(token).digest("hex")}`;
}

// src/service/values/countries.ts
import { createRequire as createRequire2 } from "node:module";
import countries from "i18n-iso-countries";
countries.registerLocale(createRequire2(import.meta.url)("i18n-iso-countries/langs/en.json"));
var ALL2 = Object.entries(countries.getAlpha2Codes()).map(([iso2, iso3]) => ({
  id: Number(countries.alpha2ToNumeric(iso2)),
  iso2,
  iso3,
  name: countries.getName(iso2, "en") ?? iso2
})).sort((a, b) => a.name.localeCompare(b.name, "en"));
var BY_ISO3 = new Map(ALL2.map((country2) => [country2.iso3, country2]));
var ISO3_BY_ISO2 = new Map(ALL2.map(({ iso2, iso3 }) => [iso2, iso3]));
function listCountries() {
  return ALL2;
}
function isCountry(iso3) {
  return BY_ISO3.has(iso3);
}
function toIso3(iso2) {
  return ISO3_BY_ISO2.get(iso2);
}

// src/service/values/dimensions.ts
var BROWSERS = [
  "Chrome",
  "Safari",
  "Microsoft Edge",
  "Firefox",
  "Opera",
  "Samsung Internet for Android",
  "Android Browser",
  "Brave",
  "Vivaldi",
  "Yandex Browser",
  "UC Browser",
  "DuckDuckGo",
  "Internet Explorer",
  "Chromium",
  "Amazon Silk",
  "HeyTap Browser",
  "Vivo Browser",
  "MZ Browser",
  "QQ Browser",
  "QQ Browser Lite",
  "WeChat",
  "Sogou Browser",
  "NAVER Whale Browser",
  "Google Search",
  "Focus",
  "Electron",
  "Maxthon",
  "Puffin",
  "Opera Touch",
  "Opera Coast",
  "LibreWolf",
  "Pale Moon",
  "SeaMonkey",
  "Epiphany",
  "Ladybird",
  "WebOS Browser",
  "Tizen",
  "Roku",
  "BlackBerry",
  "Sleipnir",
  "Swing",
  "K-Meleon",
  "QupZilla",
  "Sailfish",
  "PhantomJS"
];
var OPERATING_SYSTEMS = [
  "Windows",
  "macOS",
  "iOS",
  "Android",
  "Linux",
  "Chrome OS",
  "HarmonyOS",
  "Windows Phone",
  "Tizen",
  "WebOS",
  "Roku",
  "PlayStation 4",
  "BlackBerry",
  "Bada"
];
var DEVICE_TYPES = ["desktop", "mobile", "tablet", "tv", "bot"];
var DEVICES = [
  "Computer",
  "Apple Mac",
  "Apple iPhone",
  "Apple iPad",
  "Apple iPod",
  "Samsung phone",
  "Samsung tablet",
  "Google Pixel",
  "Xiaomi phone",
  "Huawei phone",
  "OnePlus phone",
  "Motorola phone",
  "Oppo phone",
  "Vivo phone",
  "Amazon tablet",
  "Other phone",
  "Other tablet",
  "Television",
  "Robot"
];
var LANGUAGES = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split(
  " "
);
var AD_TYPES = ["Banner", "Video", "Web push", "Native", "Popunder", "Direct link"];
function dictionary(names, label = (name) => name) {
  const ids = new Map(names.map((name, at) => [name.toLowerCase(), at + 1]));
  return {
    id: (name) => ids.get(name.toLowerCase()),
    name: (id2) => {
      const name = names[id2 - 1];
      return name === void 0 ? void 0 : label(name);
    },
    entries: () => names.map((name, at) => ({ id: at + 1, name: label(name) })),
    codes: names
  };
}
var languageNames = new Intl.DisplayNames(["en"], { type: "language" });
var browsers = dictionary(BROWSERS);
var operatingSystems = dictionary(OPERATING_SYSTEMS);
var deviceTypes = dictionary(DEVICE_TYPES);
var devices = dictionary(DEVICES);
var adTypes = dictionary(AD_TYPES);
var languages = dictionary(LANGUAGES, (code) => languageNames.of(code) ?? code);

// src/service/values/wallClock.ts
var WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday"
];
function readWallClock(timezone, time) {
  const options = { timeZone: timezone, weekday: "long", hour: "numeric", hourCycle: "h23" };
  const parts = new Intl.DateTimeFormat("en", options).formatToParts(time);
  const find = (type) => parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: find("weekday").toLowerCase(), hour: Number(find("hour")) };
}

// src/service/values/words.ts
var PHRASE_WORDS = 8;
var WORD = /[\p{L}\p{N}\p{M}]+[+#]*/gu;
var ASCII_WORD = /[a-z0-9]+[+#]*/g;
var WORD_OR_COMMA = /[\p{L}\p{N}\p{M}]+[+#]*|,/gu;
var ASCII_WORD_OR_COMMA = /[a-z0-9]+[+#]*|,/g;
var ASCII = /^[\0-\x7f]*$/;
function splitWords(text7) {
  if (isAscii(text7)) return text7.toLowerCase().match(ASCII_WORD) ?? [];
  return foldCase(text7).match(WORD) ?? [];
}
function splitKeywords(text7) {
  if (isAscii(text7)) return text7.toLowerCase().match(ASCII_WORD_OR_COMMA) ?? [];
  return foldCase(text7).match(WORD_OR_COMMA) ?? [];
}
function isAscii(text7) {
  return ASCII.test(text7);
}
function foldCase(text7) {
  return text7.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("\u03C2", "\u03C3").normalize("NFKC");
}

// src/service/catalogue/schema.ts
var MAX_FREQUENCY_SECONDS = 366 * 86400;
var id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
var smallId = v.pipe(id, v.maxValue(2147483647));
var text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
var keyword = v.pipe(
  text,
  v.check((value) => !value.includes(","), "expected one keyword, without a comma"),
  v.check((value) => splitWords(value).length > 0, "expected a word or a phrase"),
  v.check(
    (value) => splitWords(value).length <= PHRASE_WORDS,
    `expected a phrase of at most ${PHRASE_WORDS} words`
  )
);
var count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
var size = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'expected WIDTHxHEIGHT such as "300x250"')
);
var day = v.pipe(
  v.string(),
  v.isoDate("expected a day as YYYY-MM-DD"),
  v.check((value) => !v.ISO_DATE_REGEX.test(value) || isDay(value), "there is no such day")
);
var money = (places) => v.pipe(
  v.string(),
  v.check((value) => parseMoney(value) !== void 0 && decimals(value) <= places, decimal(places))
);
var MAX_PRICE = 1e6;
var price = (places) => v.pipe(
  money(places),
  v.check((value) => !(Number(value) > MAX_PRICE), `expected at most ${MAX_PRICE}`)
);
var decimal = (places) => `expected a decimal number as text with at most ${places} places`;
var decimals = (value) => value.split(".")[1]?.length ?? 0;
var share = v.pipe(
  v.string(),
  v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'expected a share such as "0.70"')
);
var webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, "expected an http or https address"),
  v.transform((value) => new URL(value).href)
);
var imageAddress = v.pipe(
  v.string(),
  v.check(
    (value) => isWebAddress(value) || isOwnPath(value),
    "expected an http or https address, or a path that starts with /"
  ),
  v.transform((value) => isOwnPath(value) ? normalizePath(value) : new URL(value).href)
);
var known2 = (what, has, names) => v.pipe(
  v.string(),
  v.check(has, (issue) => `unknown ${what} ${JSON.stringify(issue.input)}`),
  v.metadata({ enum: names })
);
var knownIn = (what, { id: id2, codes }) => known2(what, (name) => id2(name) !== void 0, codes);
var country = known2(
  "country",
  isCountry,
  listCountries().map(({ iso3 }) => iso3)
);
var account = v.strictObject({
  id: smallId,
  name: text,
  role: v.picklist(["advertiser", "publisher", "network"]),
  /** The network account that sees this one. */
  network: v.optional(smallId),
  username: v.optional(text),
  password: v.optional(v.pipe(v.string(), v.regex(PASSWORD_FORM, "expected what `hash-password` prints"))),
  apiTokens: v.optional(
    v.array(v.pipe(v.string(), v.regex(TOKEN_FORM, "expected what `make-token` prints"))),
    []
  ),
  /** How many conversion goals the account tracks. */
  goals: v.optional(v.pipe(count, v.maxValue(MAX_GOALS)), 0),
  /** Whose midnights bound the days of its reports. */
  timezone: v.optional(known2("time zone", isTimezone, TIMEZONES), "UTC"),
  currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'expected a code such as "USD"')), "USD")
});
var named = v.strictObject({ id: smallId, name: text });
var site = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  hostname: v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, "expected a-z, 0-9, hyphen and dot")),
  category: v.optional(smallId),
  publisherShare: v.optional(share),
  /** Accounts whose campaigns the site does not show. */
  blockedAdvertisers: v.optional(v.array(smallId), []),
  /** Gone from what is served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false)
});
var zone = v.strictObject({
  ...{ id, site: smallId, name: text, size },
  deleted: v.optional(v.boolean(), false)
});
var variation = v.strictObject({
  id: smallId,
  name: v.optional(text),
  image: imageAddress,
  size,
  /** Where a click leads. */
  url: webAddress,
  weight: v.optional(v.pipe(count, v.minValue(1)), 1),
  active: v.optional(v.boolean(), true),
  /** What an advertiser sent waits until its network has looked at it. */
  review: v.optional(v.picklist(["waiting", "approved", "rejected"]), "approved")
});
var times = v.strictObject({
  timezone: known2("time zone", isTimezone, TIMEZONES),
  weekdays: v.optional(v.array(v.picklist(WEEKDAYS)), []),
  /** 9: from 9:00 up to 10:00. */
  hours: v.optional(v.array(v.pipe(count, v.maxValue(23))), [])
});
var targeting = v.strictObject({
  /** A zone must give each of these keys, with one of these values. */
  custom: v.optional(v.record(v.string(), v.pipe(v.array(v.string()), v.minLength(1))), {}),
  /** ISO 3166-1 alpha-3 */
  countries: v.optional(v.array(country), []),
  /** Ids of the catalogue's regions; only where the geo source knows regions. */
  regions: v.optional(v.array(smallId), []),
  languages: v.optional(v.array(knownIn("language", languages)), []),
  deviceTypes: v.optional(v.array(knownIn("device type", deviceTypes)), []),
  operatingSystems: v.optional(v.array(knownIn("operating system", operatingSystems)), []),
  browsers: v.optional(v.array(knownIn("browser", browsers)), []),
  sites: v.optional(v.array(smallId), []),
  zones: v.optional(v.array(id), []),
  categories: v.optional(v.array(smallId), []),
  times: v.optional(times)
});
var campaign = v.strictObject({
  id: smallId,
  account: smallId,
  name: text,
  active: v.optional(v.boolean(), true),
  /** Gone from what is served, kept for the statistics. */
  deleted: v.optional(v.boolean(), false),
  /** Price of a thousand impressions (cpm) or of a click (cpc). */
  pricing: v.variant("model", [
    v.strictObject({ model: v.literal("cpm"), price: price(6) }),
    v.strictObject({ model: v.literal("cpc"), price: price(9) })
  ]),
  /** Campaigns of the highest priority that match are chosen from; fallback campaigns have one below zero. */
  priority: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(-1e3), v.maxValue(1e3)), 0),
  /** Words and phrases; none: matches any zone that no campaign with a matching keyword takes. */
  keywords: v.optional(v.array(keyword), []),
  /** Words and phrases that keep the campaign away from a zone or a page. */
  negativeKeywords: v.optional(v.array(keyword), []),
  targeting: v.optional(targeting, {}),
  /** First and last day, UTC, both included. */
  from: v.optional(day),
  to: v.optional(day),
  budget: v.optional(v.strictObject({ daily: v.optional(money(9)), total: v.optional(money(9)) }), {}),
  /** Most impressions. */
  caps: v.optional(v.strictObject({ daily: v.optional(count), total: v.optional(count) }), {}),
  /** Most impressions of one visitor in any stretch of so many seconds. */
  frequency: v.optional(
    v.array(
      v.strictObject({
        impressions: v.pipe(count, v.minValue(1), v.maxValue(1e3)),
        seconds: v.pipe(count, v.minValue(1), v.maxValue(MAX_FREQUENCY_SECONDS))
      })
    ),
    []
  ),
  /** Chance among the campaigns that match, relative to theirs. */
  weight: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1e6)), 1),
  /** even: the daily budget and cap are given out evenly over the day. */
  spread: v.optional(v.picklist(["asap", "even"]), "asap"),
  offer: v.optional(smallId),
  offerLandingPage: v.optional(smallId),
  variations: v.pipe(v.array(variation), v.minLength(1))
});
var catalogueSchema = v.strictObject({
  $schema: v.optional(v.string()),
  accounts: v.array(account),
  categories: v.optional(v.array(named), []),
  /** Names for what only imported statistics refer to. */
  carriers: v.optional(v.array(named), []),
  regions: v.optional(
    v.array(
      v.strictObject({
        ...{ id: smallId, name: text, country },
        /** ISO 3166-2, by which a city database names it. */
        code: v.optional(
          v.pipe(v.string(), v.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'expected a code such as "GB-SCT"'))
        )
      })
    ),
    []
  ),
  offers: v.optional(v.array(v.strictObject({ id: smallId, account: smallId, name: text })), []),
  offerLandingPages: v.optional(v.array(v.strictObject({ id: smallId, offer: smallId, name: text })), []),
  sites: v.array(site),
  zones: v.array(zone),
  campaigns: v.array(campaign)
});
function isWebAddress(value) {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
function isOwnPath(value) {
  return /^\/(?![/\\])/.test(value) && URL.canParse(value, "http://own.invalid");
}
function normalizePath(path) {
  const { pathname, search } = new URL(path, "http://own.invalid");
  return pathname + search;
}

// src/service/catalogue/catalogue.ts
var CatalogueError = class extends Error {
  problems;
  constructor(problems) {
    super(problems.join("\n"));
    this.name = "CatalogueError";
    this.problems = problems;
  }
};
async function loadCatalogue(file, creatives = []) {
  const checked2 = checkCatalogue(await parseFile(file), creatives);
  if (Array.isArray(checked2)) throw new CatalogueError(checked2.map((problem) => `${file}: ${problem}`));
  return checked2;
}
async function parseFile(file) {
  try {
    return parseJsonText(await readFile4(file, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonTextError))
      throw new CatalogueError([`${file}: ${describeReadProblem(error)}`]);
    const { line, column } = error.position;
    throw new CatalogueError([`${file}:${line}:${column}: This is not JSON. ${error.message}`]);
  }
}
function readCatalogue(value, creatives = []) {
  const checked2 = checkCatalogue(value, creatives);
  if (Array.isArray(checked2)) throw new CatalogueError(checked2);
  return checked2;
}
function checkCatalogue(value, creatives) {
  const result = v2.safeParse(catalogueSchema, value);
  if (!result.success) return result.issues.map(formatProblem);
  const data = result.output;
  const contradictions = findContradictions(data);
  if (contradictions.length > 0) return contradictions;
  const missing = creatives.length > 0 ? findMissingCreatives({ data }, creatives) : [];
  return missing.length > 0 ? missing : indexById(data);
}
function formatProblem(issue) {
  return `${formatPath(issue.path?.map((item) => item.key) ?? [])}: ${formatMessage(issue)}`;
}
function formatMessage(issue) {
  if (issue.expected === "never") return "this field is not known here";
  if (issue.received === "undefined") return "this field is missing";
  return issue.message.replace(/^Invalid \w+: E/, "e");
}
function formatPath(keys) {
  if (keys.length === 0) return "(root)";
  return keys.map((key, at) => typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`).join("");
}
function indexById(data) {
  const variations = data.campaigns.flatMap(
    (campaign2) => campaign2.variations.map((variation2) => [variation2.id, { variation: variation2, campaign: campaign2 }])
  );
  return {
    data,
    accounts: mapById(data.accounts),
    categories: mapById(data.categories),
    carriers: mapById(data.carriers),
    regions: mapById(data.regions),
    offers: mapById(data.offers),
    offerLandingPages: mapById(data.offerLandingPages),
    sites: mapById(data.sites),
    zones: mapById(data.zones),
    campaigns: mapById(data.campaigns),
    variations: new Map(variations)
  };
}
function mapById(items) {
  return new Map(items.map((item) => [item.id, item]));
}

// src/service/commands/check.ts
function checkCommand() {
  return new Command2("check").description("check catalogues; each problem is one line, FILE:LINE:COLUMN: PATH: MESSAGE").argument("<files...>", "catalogues").action(checkFiles);
}
async function checkFiles(files) {
  for (const file of files) {
    const problems = await checkFile(file);
    for (const problem of problems) console.log(`${file}:${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: no problems`);
  }
}
function checkFile(file) {
  return readFile5(file, "utf8").then(checkSource, (error) => [` ${describeReadProblem(error)}`]);
}
function checkSource(text7) {
  try {
    readCatalogue(parseJsonText(text7));
    return [];
  } catch (error) {
    if (error instanceof JsonTextError) {
      const { line, column } = error.position;
      return [`${line}:${column}: This is not JSON. ${error.message}`];
    }
    if (!(error instanceof CatalogueError)) throw error;
    const locate3 = createLocator(text7);
    return error.problems.map((problem) => {
      const [path = ""] = problem.split(": ");
      const { line, column } = locate3(path);
      return `${line}:${column}: ${problem}`;
    });
  }
}

// src/service/commands/exit.ts
function exitWithError(error) {
  for (const problem of listProblems(error)) console.error(`ad service: ${problem.replaceAll("\n", " ")}`);
  process.exit(1);
}
function listProblems(error) {
  if (error instanceof CatalogueError) return error.problems;
  if (!isObject(error)) return [readMessage(error)];
  const { path, syscall } = error;
  const isOfFile = path !== void 0 && (syscall === "open" || syscall === "read");
  return [isOfFile ? `${path}: ${describeReadProblem(error)}` : readMessage(error)];
}

// src/service/commands/hashPassword.ts
import { once as once4 } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text as text2 } from "node:stream/consumers";
import { Command as Command3 } from "commander";
function hashPasswordCommand() {
  return new Command3("hash-password").description("ask for a password, or read it from a pipe, and print its catalogue entry").action(async () => {
    const password = process.stdin.isTTY ? await promptForPassword() : await readPipe();
    if (password === "") throw new Error("The password is empty. Nothing was hashed.");
    console.log(await hashPassword(password));
  });
}
async function readPipe() {
  return (await text2(process.stdin)).replace(/\r?\n$/, "");
}
async function promptForPassword() {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  reader.on("SIGINT", () => process.exit(130));
  process.stderr.write("Password: ");
  const closed = once4(reader, "close").then(() => "");
  const password = await Promise.race([reader.question(""), closed]);
  process.stderr.write("\n");
  reader.close();
  return password;
}

// src/service/commands/import.ts
import { basename as basename3, resolve as resolve4 } from "node:path";
import { stderr } from "node:process";
import { Command as Command4, InvalidArgumentError, Option } from "commander";

// src/service/import/import.ts
import { rm as rm6 } from "node:fs/promises";

// src/service/import/line.ts
var INTEGER_MAX = 2 ** 31 - 1;
var EARLIEST = Date.UTC(2e3, 0, 1);
var LATEST = Date.UTC(2100, 0, 1);
var COLUMNS2 = new Map([
  ["time", readTime],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createReader(name, type)]),
  ...Object.entries(COUNTERS).map(([name, type]) => [name, type === "BIGINT" ? count2 : readMoney])
]);
var COLUMN_NAMES = [...COLUMNS2.keys()];
function readLine(values2, owners) {
  const fact = {};
  const problems = [];
  for (const [name, value] of Object.entries(values2)) {
    if (value === null || value === "" || value === void 0) continue;
    const read3 = COLUMNS2.get(name)?.(value) ?? { problem: "This column is not known." };
    if ("value" in read3) fact[name] = read3.value;
    else problems.push(`${name}: ${read3.problem}`);
  }
  if (owners) problems.push(...checkOwners(fact, owners));
  const owned = owners ? { ...findOwners(fact, owners), ...fact } : fact;
  if (problems.length === 0) problems.push(...listMissing(owned));
  return isFact(owned, problems) ? { fact: owned } : { problems };
}
function isFact(values2, problems) {
  return problems.length === 0 && values2.time instanceof Date;
}
function listMissing(fact) {
  const problems = fact.time ? [] : ["time: This column is missing."];
  if (fact.publisher_id === void 0 && fact.advertiser_id === void 0)
    problems.push(
      "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue."
    );
  if (!COUNTER_NAMES.some((name) => fact[name]))
    problems.push("Nothing is counted: every counter is absent or zero.");
  return problems;
}
var COUNTER_NAMES = Object.keys(COUNTERS);
function checkOwners(fact, owners) {
  const { accounts, sites, zones, campaigns, variations } = owners;
  const problems = [];
  const find = (column, entries) => {
    const id2 = fact[column];
    if (typeof id2 !== "number") return void 0;
    const entry = entries.get(id2);
    if (entry === void 0) problems.push(`${column}: ${id2} is not in the catalogue.`);
    return entry;
  };
  const compare = (column, owner, what) => {
    if (owner === void 0 || fact[column] === void 0 || fact[column] === owner) return;
    problems.push(`${column}: ${what} belongs to ${owner}, not to ${fact[column]}.`);
  };
  const zone2 = find("zone_id", zones);
  const site2 = find("site_id", sites) ?? sites.get(zone2?.site ?? -1);
  const variation2 = find("variation_id", variations);
  const campaign2 = find("campaign_id", campaigns) ?? variation2?.campaign;
  for (const [column, role2] of [
    ["publisher_id", "publisher"],
    ["advertiser_id", "advertiser"]
  ]) {
    const account4 = find(column, accounts);
    if (account4 && account4.role !== role2)
      problems.push(`${column}: The account ${fact[column]} is no ${role2}.`);
  }
  compare("site_id", zone2?.site, `The zone ${fact.zone_id}`);
  compare("publisher_id", site2?.account, `The site ${site2?.id}`);
  compare("campaign_id", variation2?.campaign.id, `The variation ${fact.variation_id}`);
  compare("advertiser_id", campaign2?.account, `The campaign ${campaign2?.id}`);
  return problems;
}
function findOwners(fact, owners) {
  const find = (entries, id2) => entries.get(id2);
  const zone2 = find(owners.zones, fact.zone_id);
  const site2 = find(owners.sites, fact.site_id ?? zone2?.site);
  const varied = find(owners.variations, fact.variation_id)?.campaign;
  const campaign2 = find(owners.campaigns, fact.campaign_id) ?? varied;
  return omitUndefined({
    size: zone2?.size,
    site_id: site2?.id,
    site_hostname: site2?.hostname,
    category_id: site2?.category,
    publisher_id: site2?.account,
    campaign_id: campaign2?.id,
    offer_id: campaign2?.offer,
    offer_landing_page_id: campaign2?.offerLandingPage,
    advertiser_id: campaign2?.account
  });
}
function createReader(name, type) {
  if (name === "country_iso") return matching((text7) => isCountry(text7), "a three-letter country code");
  if (name === "size") return matching((text7) => /^\d{1,5}x\d{1,5}$/.test(text7), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return matching((text7) => /^[a-z0-9.-]{1,253}$/.test(text7), "letters a-z, digits, hyphens and dots");
  if (name === "adblock") return readAdblock;
  if (name === "sub") return (value) => whole(value, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return (value) => whole(value, type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}
function matching(fits, what) {
  return (value) => typeof value === "string" && fits(value) ? { value } : { problem: `Expected ${what}.` };
}
function count2(value) {
  return whole(value, Number.MAX_SAFE_INTEGER);
}
function whole(value, most, least = 0) {
  const text7 = toText(value);
  const number6 = /^-?\d{1,16}$/.test(text7) ? Number(text7) : Number.NaN;
  return number6 >= least && number6 <= most ? { value: number6 } : { problem: `Expected a whole number from ${least} to ${most}.` };
}
function readMoney(value) {
  const nano2 = parseDecimal(toText(value));
  return nano2 === void 0 ? { problem: "Expected a decimal below a thousand million with at most nine places." } : { value: nano2 };
}
function toText(value) {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
var ADBLOCK = {
  true: true,
  1: true,
  adblock: true,
  false: false,
  0: false,
  standard: false
};
function readAdblock(value) {
  const text7 = typeof value === "object" ? "" : String(value).toLowerCase();
  const known3 = Object.hasOwn(ADBLOCK, text7) ? ADBLOCK[text7] : void 0;
  return known3 === void 0 ? { problem: "Expected adblock or standard, or true or false." } : { value: known3 };
}
var TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
function readTime(value) {
  const [, day2 = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time = /* @__PURE__ */ new Date(`${day2}T${clock}${offset}`);
  if (!isDay(day2) || Number.isNaN(time.getTime()))
    return { problem: "Expected a day or a moment as in ISO 8601." };
  const inRange = time.getTime() >= EARLIEST && time.getTime() < LATEST;
  return inRange ? { value: time } : { problem: "Expected a moment from 2000 to 2099." };
}

// src/service/import/import.ts
var Undone = class extends Error {
  result;
  constructor(result) {
    super("Nothing was imported.");
    this.result = result;
  }
};
async function importParts(store, steps, { name, allOrNothing = false, onProgress }) {
  try {
    return await store.longTransaction(async ({ query: query2, load }) => {
      const [{ id: id2 } = { id: 1 }] = await query2(
        "SELECT coalesce(max(id), 0)::INTEGER + 1 AS id FROM named_imports"
      );
      let summary;
      for await (const step of steps) {
        if ("summary" in step) summary = step.summary;
        else if ("drop" in step) await query2("DELETE FROM facts WHERE import_id = $1", [id2]);
        else {
          await load(step.part, id2).finally(() => rm6(step.part.path, { force: true }));
          onProgress?.(step.counts);
        }
      }
      if (!summary) throw new Error("The file ended before its summary.");
      const { digest: digest2, read: read3, added, rejected } = summary;
      const { known: known3 } = summary;
      const isNone = added + known3 === 0;
      if (rejected > 0 && (allOrNothing || isNone)) throw new Undone({ ...summary, added: 0, refused: true });
      const [same] = await query2(
        "SELECT name FROM named_imports WHERE digest = $1 AND name <> $2",
        [digest2, name]
      );
      if (same && read3 > 0) throw new Undone({ ...summary, added: 0, sameAs: same.name });
      const replaced = await removeFacts(query2, name);
      await query2("INSERT INTO named_imports VALUES ($1, $2, $3, $4, $5, $6, $7::TIMESTAMP)", [
        ...[id2, name, digest2, read3, added, rejected, /* @__PURE__ */ new Date()]
      ]);
      return { ...summary, ...replaced !== void 0 && { replaced } };
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}
function listImports(store) {
  return store.query(
    `SELECT name, i.time, read, added, rejected, ${SUMS2.map((sum2) => `coalesce(${sum2}, 0) AS ${sum2}`).join(", ")}
     FROM named_imports i LEFT JOIN (
       SELECT import_id, ${SUMS2.map((sum2) => `sum(${sum2}) AS ${sum2}`).join(", ")}
       FROM facts WHERE import_id IS NOT NULL GROUP BY import_id
     ) ON import_id = id ORDER BY i.time, id`
  );
}
var SUMS2 = ["impressions", "clicks", "cost", "publisher_revenue"];
async function removeImport(store, name) {
  return store.longTransaction(async ({ query: query2 }) => await removeFacts(query2, name) !== void 0);
}
async function removeFacts(query2, name) {
  const [earlier] = await query2(
    "SELECT id, added FROM named_imports WHERE name = $1",
    [name]
  );
  if (!earlier) return void 0;
  await query2("DELETE FROM facts WHERE import_id = $1", [earlier.id]);
  await query2("DELETE FROM named_imports WHERE id = $1", [earlier.id]);
  return Number(earlier.added);
}
function describeColumns() {
  return COLUMN_NAMES.join(", ");
}

// src/service/import/parts.ts
import { createHash as createHash5, randomUUID as randomUUID4 } from "node:crypto";
import { rm as rm8, writeFile as writeFile3 } from "node:fs/promises";
import { join as join12 } from "node:path";

// src/service/import/earlierImports.ts
import { createHash as createHash4 } from "node:crypto";
async function readBeginnings(query2) {
  const beginnings = /* @__PURE__ */ new Map();
  const rows = await query2(
    "SELECT records, digest FROM earlier_imports"
  );
  for (const { records, digest: digest2 } of rows) {
    const digests = beginnings.get(Number(records)) ?? /* @__PURE__ */ new Set();
    beginnings.set(Number(records), digests.add(digest2));
  }
  return beginnings;
}
function recogniseBeginnings(beginnings) {
  if (beginnings.size === 0) return () => false;
  const hash = createHash4("sha256");
  let records = 0;
  return (record3) => {
    records += 1;
    hash.update(`${formatRecord(record3)}
`);
    const known3 = beginnings.get(records);
    return known3?.has(hash.copy().digest("hex")) ?? false;
  };
}
function formatRecord({ values: values2, content, problem }) {
  if (!values2) return problem;
  return JSON.stringify(content === void 0 ? values2 : JSON.parse(content));
}

// src/service/import/records.ts
import { createReadStream } from "node:fs";
import { stat as stat3 } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse as parse2 } from "csv-parse";
function readFormat2(file) {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}
async function* readRecords(file, format, hash) {
  const before = await stat3(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  const text7 = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  const chunks = toUtf8(pass(text7, hash));
  yield* format === "csv" ? csv(chunks) : ndjson(chunks);
  if (before.isFile() && hasChanged(before, await stat3(file)))
    throw new Error("The file changed while it was read. Try again once it is complete.");
}
function hasChanged(before, after) {
  return before.ino !== after.ino || before.size !== after.size || before.mtimeMs !== after.mtimeMs;
}
async function* pass(source, hash) {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}
var UTF_16 = /* @__PURE__ */ new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"]
]);
async function* toUtf8(chunks) {
  let decoder;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? UTF_16.get(chunk.toString("hex", 0, 2)) : void 0;
    if (encoding) decoder = new TextDecoder(encoding);
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}
var CHUNK = 256 * 1024;
var MAX_RECORD = 65536;
function unzipped(source) {
  const unzip = createGunzip({ chunkSize: CHUNK });
  source.on("error", (error) => unzip.destroy(error));
  return source.pipe(unzip);
}
async function* ndjson(chunks) {
  const decoder = new TextDecoder();
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = (lines.pop() ?? "").slice(0, MAX_RECORD + 1);
    for (const content of lines) {
      line += 1;
      const record4 = readLine2(content, line);
      if (record4) yield record4;
    }
  }
  const record3 = readLine2(rest, line + 1);
  if (record3) yield record3;
}
function readLine2(content, line) {
  if (content.length > MAX_RECORD)
    return { line, problem: `The line is longer than ${MAX_RECORD} characters.` };
  return content.trim() === "" ? void 0 : { line, ...parsed(content) };
}
var MONEY_NAMES = Object.entries(COUNTERS).filter(([, type]) => type !== "BIGINT");
var MONEY2 = new RegExp(
  `((?<!\\\\)"(?:${MONEY_NAMES.map(([name]) => name).join("|")})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
  "g"
);
function parsed(content) {
  try {
    const values2 = JSON.parse(content.replace(MONEY2, '$1"$2"'));
    return isObject(values2) ? { values: values2, content } : { problem: "Expected an object." };
  } catch {
    return { problem: "This is no JSON." };
  }
}
async function* csv(chunks) {
  const skipped = [];
  let last = { lines: 0, empty_lines: 0 };
  let isOver = false;
  const parser = parse2({
    columns(names) {
      last = { lines: 1, empty_lines: 0 };
      return checkColumns(names);
    },
    bom: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    // Called as the file is parsed, so that these and the ones skipped keep their order.
    on_record(values2, info) {
      last = info;
      return isOver ? null : [...skipped.splice(0), { line: info.lines, values: values2 }];
    },
    on_skip(error) {
      if (isOver || !error) return void 0;
      const { lines, empty_lines } = parser.info;
      isOver = ENDS.has(error.code);
      const line = isOver ? last.lines + 1 + empty_lines - last.empty_lines : lines;
      skipped.push({ line, problem: ENDS.get(error.code) ?? error.message });
      last = { lines, empty_lines };
      return void 0;
    }
  });
  const text7 = Readable.from(chunks);
  text7.on("error", (error) => parser.destroy(error));
  for await (const records of text7.pipe(parser)) yield* records;
  yield* skipped;
}
function checkColumns(names) {
  const repeated = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (repeated === void 0) return names;
  throw new Error(`The first line names the column ${JSON.stringify(repeated)} twice.`);
}
var ENDS = /* @__PURE__ */ new Map([
  ["CSV_QUOTE_NOT_CLOSED", "A quote that opens here is never closed."],
  [
    "CSV_MAX_RECORD_SIZE",
    `A quote that opens here is never closed, or the record is longer than ${MAX_RECORD} bytes. Nothing after it was read.`
  ]
]);

// src/service/import/rejectedLines.ts
import { open as open3, rm as rm7 } from "node:fs/promises";
var SHOWN = 100;
var WRITTEN_AT_ONCE = 64 * 1024;
var RejectedLines = class _RejectedLines {
  /** Each with its line's number. */
  reasons = [];
  #path;
  #file;
  #waiting = "";
  #isEmpty = true;
  constructor(path, file) {
    this.#path = path;
    this.#file = file;
  }
  static async open(path) {
    return path === void 0 ? new _RejectedLines() : new _RejectedLines(path, await open3(path, "w", 384));
  }
  async add(rejected) {
    this.#isEmpty = false;
    if (this.reasons.length < SHOWN) this.reasons.push(`${rejected.line}: ${rejected.reason}`);
    if (!this.#file) return;
    this.#waiting += `${JSON.stringify(rejected)}
`;
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#file);
  }
  /** Removes the file when there is nothing in it. */
  async close() {
    if (!this.#file || !this.#path) return;
    try {
      await this.#write(this.#file);
    } finally {
      await this.#file.close();
    }
    if (this.#isEmpty) await rm7(this.#path, { force: true });
  }
  async #write(file) {
    const text7 = this.#waiting;
    this.#waiting = "";
    await file.appendFile(text7);
  }
};

// src/service/import/parts.ts
async function* readParts(options) {
  const { file, format = readFormat2(file), owners, batch, temporary, beginnings = /* @__PURE__ */ new Map() } = options;
  const hash = createHash5("sha256");
  const isCounted = recogniseBeginnings(beginnings);
  const counts = { read: 0, added: 0, rejected: 0, known: 0 };
  const rejected = await RejectedLines.open(options.rejectedFile);
  let waiting = [];
  const writeWaiting = async () => {
    const part = await writePart(waiting, temporary);
    waiting = [];
    return { part, counts: { ...counts } };
  };
  try {
    for await (const record3 of readRecords(file, format, hash)) {
      const { line, values: values2, problem = "" } = record3;
      if (format === "csv" && values2 && !Object.hasOwn(values2, "time")) throw new Error(NO_TIME);
      counts.read += 1;
      const read3 = values2 ? readLine(values2, owners) : { problems: [problem] };
      if ("fact" in read3) {
        counts.added += 1;
        waiting.push(read3.fact);
      } else {
        counts.rejected += 1;
        await rejected.add({ line, reason: read3.problems.join(" "), values: values2 });
      }
      if (isCounted(record3)) {
        if (counts.added > waiting.length) yield { drop: true };
        counts.known += counts.added;
        counts.added = 0;
        waiting = [];
      }
      if (waiting.length >= batch) yield await writeWaiting();
    }
    if (waiting.length > 0) yield await writeWaiting();
  } finally {
    await rejected.close();
  }
  yield { summary: { ...counts, digest: hash.digest("hex"), reasons: rejected.reasons } };
  return void 0;
}
var NO_TIME = 'The first line does not name the column "time". Expected names of columns, separated by commas.';
async function writePart(facts, temporary) {
  const path = join12(temporary, `import-${randomUUID4()}.csv`);
  const { columns, text: text7 } = encodeFacts(facts);
  try {
    await writeFile3(path, text7, { mode: 384 });
  } catch (error) {
    await rm8(path, { force: true });
    throw error;
  }
  return { path, columns };
}

// src/service/import/requests.ts
import { MessageChannel } from "node:worker_threads";

// src/service/values/thread.ts
import { Worker as Worker2 } from "node:worker_threads";
function startThread(name, source, caller) {
  const { url, isSource } = findProgram(name, source, caller);
  const worker = isSource ? startFromSource(url) : new Worker2(url);
  worker.unref();
  return worker;
}
function startFromSource(source) {
  const start = `import(${JSON.stringify(findLoader("dist/esm/api/index.mjs"))}).then(({ register }) => {
    register();
    return import(${JSON.stringify(source.href)});
  })`;
  return new Worker2(start, { eval: true });
}

// src/service/import/requests.ts
async function runRequest(store, request2, read3, owners, onProgress) {
  if (request2.action === "list") return listImports(store);
  if (request2.action === "remove") return removeImport(store, request2.name);
  const { name, allOrNothing, source } = request2;
  const beginnings = await readBeginnings(store.query);
  const steps = read3({ ...source, owners, beginnings, temporary: store.temporary });
  return importParts(store, steps, { name, allOrNothing, ...onProgress && { onProgress } });
}
function serveRequest(store, body, owners, signal) {
  const request2 = body;
  if (request2.action === "import" && OWN_FILES.test(request2.source.file))
    throw new Error("A running service cannot read what this command is given. Write it to a file first.");
  const read3 = (options) => readPartsOnThread(options, signal);
  return runRequest(store, request2, read3, selectOwners(owners));
}
var OWN_FILES = /^\/(dev\/(stdin|fd\/)|proc\/(thread-)?self\/)/;
async function* readPartsOnThread(options, signal) {
  signal.throwIfAborted();
  const thread2 = startThread("import-thread", "./importThread.ts", import.meta.url);
  const { port1: port, port2: far } = new MessageChannel();
  const over = new AbortController();
  const failed2 = new Promise((_, reject) => {
    thread2.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  });
  failed2.catch(() => {
  });
  try {
    thread2.postMessage({ options, port: far }, [far]);
    for (; ; ) {
      const answered = new Promise((resolve8) => port.once("message", resolve8));
      port.postMessage("next");
      const message = await Promise.race([answered, failed2]);
      if ("error" in message) throw new Error(message.error);
      if (!message.step) return;
      yield message.step;
    }
  } finally {
    over.abort();
    port.close();
    void thread2.terminate();
  }
}
function selectOwners({ accounts, sites, zones, campaigns, variations }) {
  const select = ({ id: id2, account: account4, offer, offerLandingPage }) => ({
    ...{ id: id2, account: account4, offer, offerLandingPage }
  });
  return {
    accounts: new Map([...accounts].map(([id2, { role: role2 }]) => [id2, { role: role2 }])),
    sites: new Map(
      [...sites].map(([key, { id: id2, account: account4, hostname, category }]) => [
        key,
        { id: id2, account: account4, hostname, category }
      ])
    ),
    zones: new Map([...zones].map(([key, { id: id2, site: site2, size: size3 }]) => [key, { id: id2, site: site2, size: size3 }])),
    campaigns: new Map([...campaigns].map(([id2, campaign2]) => [id2, select(campaign2)])),
    variations: new Map([...variations].map(([id2, { campaign: campaign2 }]) => [id2, { campaign: select(campaign2) }]))
  };
}

// src/service/import/send.ts
var IMPORTS = "imports";
async function sendRequest(data, request2, { owners, onProgress } = {}) {
  const answer3 = await askService(data, IMPORTS, request2);
  if (answer3) return answer3.result;
  const store = await openStore({ folder: data });
  try {
    return await runRequest(store, request2, readParts, owners, onProgress);
  } finally {
    await store.close();
  }
}

// src/service/commands/import.ts
function importCommand() {
  return new Command4("import").description(
    "bring in facts from files of newline-delimited JSON or CSV; the same name again replaces what it brought"
  ).argument("<files...>", "names ending in .csv are CSV, else JSON; .gz is unpacked").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).option(
    "--catalogue <file>",
    "checks and fills in the owners of zones and campaigns; a running service uses its own",
    process.env.ZONETAG_CATALOGUE
  ).option("--name <name>", "name of the import; by default the file's").option("--all-or-nothing", "take no line when one is rejected", false).option("--write-rejected", "write rejected lines to FILE.rejected", false).addOption(new Option("--format <format>", "whatever the name says").choices(["ndjson", "csv"])).option("--batch <lines>", "lines that are read at a time", parseLines, 2e4).addHelpText("after", `
Columns: ${describeColumns()}.`).action(importFiles);
}
function parseLines(value) {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a whole number from 1 to 9999999.");
}
function checkName(name) {
  if (new RegExp("^\\P{Cc}{1,255}$", "u").test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} is no name: expected 1 to 255 characters, none of them for control.`
  );
}
async function importFiles(files, options) {
  if (options.name !== void 0 && files.length > 1) throw new Error("--name is for one file.");
  checkDataFolder(options.data, { mayBeMissing: true });
  const catalogue = options.catalogue ? await loadCatalogue(options.catalogue) : void 0;
  for (const file of files) {
    const request2 = {
      action: "import",
      name: checkName(options.name ?? basename3(file)),
      allOrNothing: options.allOrNothing,
      source: {
        file: resolve4(file),
        format: options.format,
        batch: options.batch,
        ...options.writeRejected && { rejectedFile: `${resolve4(file)}.rejected` }
      }
    };
    const onProgress = (counts) => stderr.write(
      stderr.isTTY ? `\r${describeCounts(counts)}` : `${file}: ${describeCounts(counts)} so far
`
    );
    const result = await sendRequest(options.data, request2, { owners: catalogue, onProgress }).catch(
      (error) => {
        throw new Error(`${file}: ${describeReadProblem(error)}`, { cause: error });
      }
    );
    report(file, request2.name, result);
  }
}
function report(file, name, result) {
  for (const reason of result.reasons) print(`${file}:${reason}`);
  const more = result.rejected - result.reasons.length;
  if (more > 0) print(`${file}: and ${formatNumber(more)} more rejected lines`);
  print(`${file}: ${describeCounts(result)}${describeOutcome(name, result)}`);
  if (result.rejected > 0 || result.refused) process.exitCode = 1;
}
function describeOutcome(name, { replaced, sameAs, refused }) {
  if (refused) return "; nothing was taken, because of the rejected lines";
  if (sameAs !== void 0) return `; the import ${JSON.stringify(sameAs)} has the same content already`;
  if (replaced === void 0) return ` as ${JSON.stringify(name)}`;
  return ` as ${JSON.stringify(name)}, in place of ${formatNumber(replaced)} earlier ones`;
}
function print(line) {
  stderr.write(`${stderr.isTTY ? "\r\x1B[K" : ""}${line}
`);
}
function describeCounts({ read: read3, added, rejected, known: known3 }) {
  const earlier = known3 > 0 ? `, ${formatNumber(known3)} imported by version 0.1.0 already` : "";
  return `${formatNumber(read3)} lines read, ${formatNumber(added)} added, ${formatNumber(rejected)} rejected${earlier}`;
}
function formatNumber(value) {
  return value.toLocaleString("en-US");
}

// src/service/commands/imports.ts
import { Command as Command5 } from "commander";
function importsCommand() {
  const list2 = new Command5("list").description("list imports with their lines, rejected lines, sums and time").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(listAll);
  const remove = new Command5("remove").description("take an import out of what is counted").argument("<name>").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(removeOne);
  return new Command5("imports").description("list imports, or remove one").addCommand(list2, { isDefault: true }).addCommand(remove);
}
var COLUMNS3 = ["name", "time", "added", "rejected", "impressions", "clicks", "cost", "revenue"];
async function listAll({ data }) {
  checkDataFolder(data);
  const entries = await sendRequest(data, { action: "list" });
  const rows = entries.map(
    (entry) => [
      ...[entry.name, `${new Date(entry.time).toISOString().slice(0, 19)}Z`, entry.added, entry.rejected],
      ...[entry.impressions, entry.clicks, entry.cost, entry.publisher_revenue]
    ].map(String)
  );
  const table = [COLUMNS3, ...rows];
  const widths = COLUMNS3.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table)
    console.log(
      row.map((cell, at) => at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)).join("  ").trimEnd()
    );
}
async function removeOne(name, { data }) {
  checkDataFolder(data);
  if (await sendRequest(data, { action: "remove", name })) console.log(`${JSON.stringify(name)} is removed.`);
  else throw new Error(`There is no import called ${JSON.stringify(name)}.`);
}

// src/service/commands/init.ts
import { randomBytes as randomBytes2 } from "node:crypto";
import { cp as cp2, mkdir as mkdir2, readFile as readFile6, writeFile as writeFile4 } from "node:fs/promises";
import { join as join14 } from "node:path";
import { Command as Command6 } from "commander";

// src/service/builtFolder.ts
import { existsSync as existsSync5 } from "node:fs";
import { dirname as dirname4, join as join13 } from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";
function builtFolder() {
  const here = dirname4(fileURLToPath2(import.meta.url));
  return existsSync5(join13(here, "service.mjs")) ? here : join13(here, "../../dist");
}

// src/service/commands/init.ts
function initCommand() {
  return new Command6("init").description("write a small catalogue, images for it and a page with the tag").argument("[folder]", "where; nothing in it is overwritten", "ads").action(init);
}
async function init(folder) {
  const built = builtFolder();
  await mkdir2(folder, { recursive: true });
  const password = randomBytes2(9).toString("base64url");
  const template = await readFile6(join14(built, "template/catalogue.jsonc"), "utf8");
  await writeNew(
    join14(folder, "catalogue.jsonc"),
    template.replaceAll("%PASSWORD%", await hashPassword(password))
  );
  for (const [from, to] of [
    ["catalogue.schema.json", "catalogue.schema.json"],
    ["template/page.html", "page.html"],
    ["template/creatives", "creatives"]
  ])
    await cp2(join14(built, from), join14(folder, to), { recursive: true, force: false, errorOnExist: true });
  console.log(describeNext(folder, password));
}
async function writeNew(file, text7) {
  await writeFile4(file, text7, { flag: "wx" }).catch((error) => {
    throw error.code === "EEXIST" ? new Error(`${file} exists. Nothing was written.`) : error;
  });
}
var OPENERS = { darwin: "open", win32: "start" };
function describeNext(folder, password) {
  const files = (...names) => names.map((name) => `--${name} ${join14(folder, name)}`).join(" ");
  return `Wrote a catalogue, two images and a page into ${folder}/. Next:

  npx zonetag-service check ${join14(folder, "catalogue.jsonc")}
  npx zonetag-service --catalogue ${join14(folder, "catalogue.jsonc")} ${files("data", "creatives")}
  ${OPENERS[process.platform] ?? "xdg-open"} ${join14(folder, "page.html")}

Then sign in at http://localhost:8080/dashboard/ as publisher or advertiser; the password of both is ${password}`;
}

// src/service/commands/makeToken.ts
import { randomBytes as randomBytes3 } from "node:crypto";
import { Command as Command7 } from "commander";
function makeTokenCommand() {
  return new Command7("make-token").description("make an API token, print it and its catalogue entry").action(() => {
    const token = randomBytes3(24).toString("base64url");
    console.log(`token:     ${token}
catalogue: ${hashToken(token)}`);
  });
}

// src/service/commands/manage.ts
import { readFile as readFile7 } from "node:fs/promises";
import { text as text3 } from "node:stream/consumers";
import { Command as Command8, Option as Option2 } from "commander";

// src/protocol/management.ts
var CAMPAIGN_FIELDS = [
  ...["name", "active", "deleted", "pricing", "priority", "keywords", "negativeKeywords"],
  ...["targeting", "from", "to", "budget", "caps", "frequency", "weight", "spread"],
  ...["offer", "offerLandingPage"]
];
var SITE_FIELDS = ["name", "hostname", "category", "blockedAdvertisers", "deleted"];
var ZONE_FIELDS = ["name", "size", "deleted"];
var ACCOUNT_FIELDS = ["name", "username", "password", "goals", "currency"];
var CREATIVE_FIELDS = ["name", "image", "size", "url", "weight", "active"];
var RIGHTS = {
  accounts: { network: { create: [...ACCOUNT_FIELDS, "role"], change: ACCOUNT_FIELDS } },
  sites: {
    network: {
      create: [...SITE_FIELDS, "account", "publisherShare"],
      change: [...SITE_FIELDS, "publisherShare"]
    },
    publisher: { create: SITE_FIELDS, change: SITE_FIELDS }
  },
  zones: {
    network: { create: [...ZONE_FIELDS, "site"], change: ZONE_FIELDS },
    publisher: { create: [...ZONE_FIELDS, "site"], change: ZONE_FIELDS }
  },
  campaigns: {
    network: { create: [...CAMPAIGN_FIELDS, "account", "variations"], change: CAMPAIGN_FIELDS },
    advertiser: { change: ["name", "active", "budget", "caps"] }
  },
  creatives: {
    network: { create: [...CREATIVE_FIELDS, "review"], change: [...CREATIVE_FIELDS, "review"] },
    advertiser: { create: CREATIVE_FIELDS, change: CREATIVE_FIELDS }
  }
};
var CAMPAIGN_STATES = [
  ...["running", "unmatched", "waiting", "spent"],
  ...["scheduled", "ended", "paused", "archived"]
];

// src/service/management/resources.ts
var KINDS2 = ["accounts", "sites", "zones", "campaigns"];
var RESOURCES = {
  accounts: { noun: "account", rights: RIGHTS.accounts, searched: ["name", "username"] },
  sites: { noun: "site", rights: RIGHTS.sites, searched: ["name", "hostname"] },
  zones: { noun: "zone", rights: RIGHTS.zones, searched: ["name", "size"] },
  campaigns: { noun: "campaign", rights: RIGHTS.campaigns, searched: ["name"] }
};
var CREATIVE = { noun: "creative", rights: RIGHTS.creatives };
function listManagedAccounts(viewer, { data }) {
  const below = data.accounts.filter(({ network }) => viewer.role === "network" && network === viewer.id);
  return new Set([viewer, ...below].map(({ id: id2 }) => id2));
}
function listReachableZones(viewer, catalogue) {
  const { data, sites, accounts } = catalogue;
  const own = listManagedAccounts(viewer, catalogue);
  const isReachable = (owner) => {
    if (viewer.role !== "advertiser") return own.has(owner);
    return viewer.network === void 0 || accounts.get(owner)?.network === viewer.network;
  };
  return data.zones.filter(({ site: site2, deleted }) => !deleted && isReachable(sites.get(site2)?.account ?? 0));
}
function isManaged(kind, entry, accounts, catalogue) {
  if (kind === "accounts") return accounts.has(entry.id);
  const owner = kind === "zones" ? catalogue.sites.get(Number(entry.site))?.account : entry.account;
  return accounts.has(Number(owner));
}

// src/service/commands/managementCalls.ts
var ManagementCalls = class {
  #service;
  #apiToken;
  constructor(service, apiToken) {
    this.#service = service.replace(/\/+$/, "");
    this.#apiToken = apiToken;
  }
  /** `version`: the one that was seen, or `*`. */
  async call(method, path, body, version) {
    return this.#send(path, method, body === void 0 ? void 0 : JSON.stringify(body), {
      ...body !== void 0 && { "Content-Type": "application/json" },
      ...version !== void 0 && { "If-Match": version === "*" ? version : `"${version}"` }
    });
  }
  upload(path, bytes) {
    return this.#send(path, "POST", bytes, { "Content-Type": "application/octet-stream" });
  }
  async #send(path, method, body, headers) {
    const Authorization = `Bearer ${await this.#signIn()}`;
    const init2 = { method, headers: { ...headers, Authorization }, ...body !== void 0 && { body } };
    const response = await this.#fetch(path, init2);
    return { ok: response.ok, body: await response.json() };
  }
  async #signIn() {
    const response = await this.#fetch("/v2/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ api_token: this.#apiToken })
    });
    const answer3 = await response.json();
    if (isObject(answer3) && typeof answer3.token === "string" && answer3.token) return answer3.token;
    const reason = isObject(answer3) ? answer3.message : void 0;
    throw new Error(typeof reason === "string" ? reason : `${this.#service} refused the sign-in.`);
  }
  async #fetch(path, init2) {
    try {
      return await fetch(this.#service + path, init2);
    } catch (error) {
      throw new Error(`No service answers at ${this.#service}.`, { cause: error });
    }
  }
};

// src/service/commands/manage.ts
function manageCommands() {
  return [...KINDS2.map(kindCommand), creativesCommand(), uploadCommand(), changesCommand()];
}
function kindCommand(kind) {
  const command = new Command8(kind).description(`list, show, create and change ${kind} of a running service`);
  command.addCommand(listCommand(`/v2/${kind}`));
  command.addCommand(
    forService("show <id>", "print one").action(
      (id2, options) => run2(options, (service) => service.call("GET", `/v2/${kind}/${encodeURIComponent(id2)}`))
    )
  );
  command.addCommand(createCommand(() => `/v2/${kind}`));
  command.addCommand(changeCommand((id2) => `/v2/${kind}/${encodeURIComponent(id2)}`));
  return command;
}
function creativesCommand() {
  const command = new Command8("creatives").description("list, create and change creatives of a campaign");
  const path = (campaign2) => `/v2/campaigns/${encodeURIComponent(campaign2)}/creatives`;
  command.addCommand(
    forService("list <campaign>", "print them all").action(
      (campaign2, options) => run2(options, (service) => service.call("GET", path(campaign2)))
    )
  );
  command.addCommand(
    forService("create <campaign> [json]", "add one").action(
      (campaign2, json3, options) => run2(options, async (service) => service.call("POST", path(campaign2), await readInput(json3)))
    )
  );
  command.addCommand(
    forService("change <campaign> <id> [json]", "change one by a merge patch").action(
      (campaign2, id2, json3, options) => run2(
        options,
        async (service) => service.call("PATCH", `${path(campaign2)}/${encodeURIComponent(id2)}`, await readInput(json3), "*")
      )
    )
  );
  return command;
}
function uploadCommand() {
  return forService("upload <file>", "keep an image for creatives, and print its address").action(
    (file, options) => run2(options, async (service) => service.upload("/v2/images", await readFile7(file)))
  );
}
function changesCommand() {
  return listCommand("/v2/changes").name("changes").description("print who changed what, the newest first");
}
function listCommand(path) {
  return forService("list", "print a page of them").option("--search <text>", "a part of the name, or the id").option("--limit <number>", "most entries").option("--offset <number>", "entries before the page").option("--deleted", "also what was archived").action(
    (options) => run2(options, (service) => {
      const query2 = new URLSearchParams();
      for (const name of ["search", "limit", "offset"])
        if (options[name] !== void 0) query2.set(name, options[name]);
      if (options.deleted) query2.set("deleted", "1");
      return service.call("GET", `${path}?${query2}`);
    })
  );
}
function createCommand(path) {
  return forService("create [json]", "make one; without JSON it is read from the standard input").action(
    (json3, options) => run2(options, async (service) => service.call("POST", path(), await readInput(json3)))
  );
}
function changeCommand(path) {
  return forService("change <id> [json]", "change one by a merge patch, as JSON or from the standard input").option("--seen <version>", "refuse when it is no longer at this version", "*").action(
    (id2, json3, options) => run2(options, async (service) => service.call("PATCH", path(id2), await readInput(json3), options.seen))
  );
}
function forService(usage, description) {
  const [name, ...args] = usage.split(" ");
  const command = new Command8(name).description(description);
  for (const arg of args) command.argument(arg);
  return command.addOption(
    new Option2("--service <address>", "where the service is").env("ZONETAG_SERVICE").default("http://127.0.0.1:8080")
  ).addOption(
    new Option2("--token <token>", "an API token, as make-token prints it").env("ZONETAG_TOKEN").makeOptionMandatory()
  );
}
async function run2({ service, token }, work) {
  const { ok, body } = await work(new ManagementCalls(service, token));
  const stream = ok ? process.stdout : process.stderr;
  stream.write(`${JSON.stringify(body, null, 2)}
`);
  if (!ok) process.exitCode = 1;
}
async function readInput(json3) {
  const input = json3 ?? await text3(process.stdin);
  try {
    return JSON.parse(input);
  } catch (error) {
    throw new Error(`Expected JSON: ${readMessage(error)}`);
  }
}

// src/service/commands/moveEvents.ts
import { existsSync as existsSync6 } from "node:fs";
import { rename as rename4 } from "node:fs/promises";
import { join as join17 } from "node:path";
import { Command as Command9 } from "commander";

// src/service/store/clickhouse/clickhouse.ts
import { createWriteStream } from "node:fs";
import { Readable as Readable2 } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ClickHouseError, ClickHouseLogLevel, createClient } from "@clickhouse/client";
var SETTINGS = {
  session_timezone: "UTC",
  join_use_nulls: 1,
  async_insert: 0,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_tsv_crlf_end_of_line: 0,
  format_tsv_null_representation: "\\N"
};
var EXPORT_SETTINGS = { wait_end_of_query: 1, cancel_http_readonly_queries_on_client_close: 1 };
function connect({ url, timeout: timeout2 = 6e4 }) {
  const client = createClient({
    url,
    request_timeout: timeout2,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS
  });
  return {
    command: (query2, parameters = {}) => guard(async () => void await client.command({ query: query2, query_params: parameters })),
    /** 64-bit integers and decimals are texts in the rows. */
    query: (query2, parameters = {}) => guard(async () => {
      const result = await client.query({ query: query2, query_params: parameters, format: "JSONEachRow" });
      return result.json();
    }),
    /** Rows as comma-separated values. The same token again inserts nothing. */
    insert: (table, columns, rows, token = "") => guard(async () => {
      if (rows === "") return;
      await client.insert({
        table,
        columns: [...columns],
        values: Readable2.from([rows], { objectMode: false }),
        format: "CSV",
        clickhouse_settings: { insert_deduplication_token: token }
      });
    }),
    /** Writes the answer to a statement, which names its format, to a file. */
    exportTo: (path, query2, parameters, signal) => guard(async () => {
      const { stream } = await client.exec({
        ...{ query: query2, query_params: parameters, abort_signal: signal, clickhouse_settings: EXPORT_SETTINGS }
      });
      await pipeline(stream, createWriteStream(path, { mode: 384 }), { signal });
    }),
    close: () => client.close()
  };
}
async function guard(work) {
  try {
    return await work();
  } catch (error) {
    throw asStoreError2(error);
  }
}
var PASSING = /* @__PURE__ */ new Set(["159", "202", "209", "210", "241", "242", "252", "319", "999"]);
function asStoreError2(error) {
  const message = readMessage(error);
  if (!(error instanceof ClickHouseError))
    return new StoreError("away", `ClickHouse cannot be reached: ${message}`, error);
  const code = PASSING.has(error.code) ? "away" : "failed";
  return new StoreError(
    code,
    `ClickHouse refused a statement (${error.code} ${error.type}): ${message}`,
    error
  );
}
var DATA = /* @__PURE__ */ new Set([
  "6",
  "26",
  "27",
  "38",
  "41",
  "53",
  "69",
  "70",
  "72",
  "117",
  "131",
  "349",
  "407",
  "467"
]);
function isDataError2(error) {
  return error instanceof StoreError && error.cause instanceof ClickHouseError && DATA.has(error.cause.code);
}

// src/service/store/clickhouse/move.ts
import { randomUUID as randomUUID6 } from "node:crypto";
import { readFile as readFile8, rm as rm9 } from "node:fs/promises";
import { join as join16 } from "node:path";

// src/service/store/identity.ts
import { randomUUID as randomUUID5 } from "node:crypto";
import { join as join15 } from "node:path";
async function readIdentity(folder) {
  const file = join15(folder, "identity");
  const known3 = await readFileIfThere(file);
  if (known3) return known3.trim();
  const id2 = randomUUID5();
  await writeDurably(file, `${id2}
`);
  return id2;
}

// src/service/store/clickhouse/batches.ts
import { randomBytes as randomBytes4 } from "node:crypto";
var CURRENT = `
  SELECT name, toString(max(batch)) AS id, argMax(state, batch) AS last_state,
    toUnixTimestamp(argMax(start, batch)) AS first, toString(argMax(version, batch)) AS last_version
  FROM (SELECT name, batch, max(state) AS state, max(start) AS start, max(version) AS version
    FROM batches GROUP BY name, batch)
  WHERE state > 0 GROUP BY name HAVING last_state = 1`;
async function readBatches(clickhouse) {
  const rows = await clickhouse.query(
    CURRENT
  );
  return new Map(
    rows.map(({ name, id: id2, first, last_version }) => [
      name,
      { name, batch: BigInt(id2), start: first, version: BigInt(last_version) }
    ])
  );
}
async function writeBatch(clickhouse, part, write2) {
  const batch = { ...part, batch: createBatchId() };
  await noteBatch(clickhouse, batch, "started");
  await write2(batch.batch);
  await noteBatch(clickhouse, batch, "whole");
  return batch;
}
function removeBatch(clickhouse, batch) {
  return noteBatch(clickhouse, batch, "removed");
}
var STATES = { started: 0, whole: 1, removed: 2 };
async function noteBatch(clickhouse, { name, batch, start, version }, state) {
  const parameters = { name, batch, start, version: String(version), state: STATES[state] };
  await clickhouse.command(
    `INSERT INTO batches (name, batch, state, start, version)
     SELECT {name: String}, {batch: UInt64}, {state: UInt8}, toDateTime({start: UInt32}, 'UTC'), {version: UInt64}`,
    parameters
  );
}
var RANDOM_BITS = 20n;
function createBatchId() {
  const random = BigInt(`0x${randomBytes4(3).toString("hex")}`) & (1n << RANDOM_BITS) - 1n;
  return BigInt(Date.now()) << RANDOM_BITS | random;
}
async function insertFacts(clickhouse, batch, { columns, text: text7 }) {
  const [, ...names] = columns;
  const lines = text7.split("\n").slice(1, -1);
  const pad = (line) => line.slice(0, line.indexOf(",")).padStart(10, "0");
  const rows = lines.map((line) => `${batch},${pad(line)}${line.slice(line.indexOf(","))}
`).join("");
  await clickhouse.insert("facts", ["batch", "time", ...names], rows);
}

// src/service/store/clickhouse/move.ts
var ROWS_AT_ONCE = 2e5;
var COLUMNS4 = [...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)];
var FACTS2 = `SELECT epoch(time)::BIGINT AS time_s, ${COLUMNS4.join(", ")} FROM facts`;
var KEY_COLUMNS2 = ["hour", "epoch", "number", "kind", "precedence", "times", "time"];
var KEYS = `SELECT epoch(date_trunc('hour', decided))::BIGINT AS hour, epoch, number, kind, 4294967295, 0,
  epoch(decided)::BIGINT FROM deduplication_keys`;
async function moveFacts(store, folder, clickhouse) {
  const id2 = await readIdentity(folder);
  const moved = { facts: 0, keys: 0 };
  for await (const text7 of readRows(store, KEYS)) {
    const [, ...lines] = text7.split("\n");
    await clickhouse.insert("events", KEY_COLUMNS2, lines.join("\n"));
    moved.keys += lines.length - 1;
  }
  await writeBatch(clickhouse, { name: `store ${id2}`, start: 0, version: 0n }, async (batch) => {
    for await (const text7 of readRows(store, FACTS2)) {
      await insertFacts(clickhouse, batch, { columns: ["time_s", ...COLUMNS4], text: text7 });
      moved.facts += text7.split("\n").length - 2;
    }
  });
  return moved;
}
async function* readRows(store, select) {
  const path = join16(store.temporary, `move-${randomUUID6()}.csv`);
  try {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      await store.query(
        `COPY (${select} LIMIT ${ROWS_AT_ONCE} OFFSET ${offset}) TO ${quotePath(path)} (FORMAT csv, HEADER true)`
      );
      const text7 = await readFile8(path, "utf8");
      if (text7.indexOf("\n") === text7.length - 1) return;
      yield text7;
    }
  } finally {
    await rm9(path, { force: true });
  }
}

// src/service/store/clickhouse/schema.ts
var TYPES = {
  ...{ INTEGER: "Nullable(Int64)", BIGINT: "Nullable(Int64)" },
  ...{ VARCHAR: "LowCardinality(Nullable(String))", BOOLEAN: "Nullable(Bool)" }
};
var DIMENSION_COLUMNS = Object.entries(DIMENSIONS).map(([name, type]) => `${name} ${TYPES[type]}`);
function describeCounters(names) {
  return names.map(
    (name) => COUNTERS[name] === "BIGINT" ? `${name} Int64 DEFAULT 0` : `${name} Decimal(18, 9) DEFAULT 0`
  );
}
var DURABLE = "fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000";
var VERSIONS = [
  [
    `CREATE TABLE IF NOT EXISTS events (
      hour DateTime('UTC') COMMENT 'in which the decision was made',
      epoch UInt32, number UInt64, kind UInt8,
      precedence UInt32 COMMENT 'of rows with the same key, the one with the highest counts',
      times UInt32 DEFAULT 1 COMMENT 'how many equal events the row stands for',
      time DateTime('UTC'),
      ${[...DIMENSION_COLUMNS, ...describeCounters(EVENT_COUNTERS)].join(", ")}
    ) ENGINE = ReplacingMergeTree(precedence) PARTITION BY toDate(hour) ORDER BY (hour, epoch, number, kind)
    SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS arrivals (hour DateTime('UTC'), epoch UInt32, file UInt64)
    ENGINE = ReplacingMergeTree(file) ORDER BY (hour, epoch) SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS facts (
      batch UInt64, time DateTime('UTC'),
      ${[...DIMENSION_COLUMNS, ...describeCounters(listKeys(COUNTERS))].join(", ")}
    ) ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (time, batch) SETTINGS ${DURABLE}`,
    `CREATE TABLE IF NOT EXISTS batches (
      name String, batch UInt64,
      state UInt8 COMMENT '0: being written, 1: whole, 2: removed',
      start DateTime('UTC') DEFAULT 0 COMMENT 'first hour of events that it has',
      version UInt64 DEFAULT 0 COMMENT 'of the events that it has',
      at DateTime('UTC') DEFAULT now()
    ) ENGINE = ReplacingMergeTree(state) ORDER BY (name, batch) SETTINGS ${DURABLE}`
  ],
  [
    `CREATE TABLE IF NOT EXISTS forgotten (until DateTime('UTC'), at DateTime('UTC') DEFAULT now())
    ENGINE = MergeTree ORDER BY until SETTINGS ${DURABLE}`
  ]
];
var VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_versions (version UInt32)
  ENGINE = ReplacingMergeTree ORDER BY version`;
async function migrate2(clickhouse) {
  await clickhouse.command(VERSION_TABLE);
  const [row] = await clickhouse.query(
    "SELECT max(version) AS version FROM schema_versions"
  );
  const found = row?.version ?? 0;
  if (found > VERSIONS.length)
    throw new StoreError(
      "newer",
      `The tables in ClickHouse are of version ${found}, and this program knows versions up to ${VERSIONS.length}. Run the version that made them.`
    );
  for (const [at, statements] of VERSIONS.entries()) {
    if (at < found) continue;
    for (const statement of statements) await clickhouse.command(statement);
    await clickhouse.command("INSERT INTO schema_versions SELECT {version: UInt32}", { version: at + 1 });
  }
}

// src/service/commands/moveEvents.ts
function moveEventsCommand() {
  return new Command9("move-events").description("bring the events of a data folder into ClickHouse, each once; the service must not run").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).requiredOption(
    "--clickhouse <address>",
    "such as http://user:password@127.0.0.1:8123/zonetag",
    process.env.ZONETAG_CLICKHOUSE
  ).action(moveEvents);
}
async function moveEvents({ data, clickhouse: url }) {
  const file = join17(data, DATABASE_FILE);
  const kept = `${file}.moved`;
  if (!existsSync6(file))
    throw new Error(
      existsSync6(kept) ? `The events of ${data} are in ClickHouse already.` : `There are no events in ${data}.`
    );
  const { facts, keys } = await move(data, url);
  await rename4(file, kept);
  await syncFolder(data);
  console.log(`${facts} rows of facts and ${keys} deduplication keys are in ClickHouse. ${kept} is kept.`);
}
async function move(data, url) {
  const clickhouse = connect({ url });
  try {
    await migrate2(clickhouse);
    const store = await openStore({ folder: data });
    return await moveFacts(store, data, clickhouse).finally(() => store.close());
  } finally {
    await clickhouse.close();
  }
}

// src/service/commands/publish.ts
import { readFile as readFile9 } from "node:fs/promises";
import { Command as Command10, InvalidArgumentError as InvalidArgumentError4, Option as Option4 } from "commander";
import { pino } from "pino";

// src/service/redis/catalogueDocument.ts
import { createHash as createHash6 } from "node:crypto";

// src/service/redis/names.ts
import { createHmac } from "node:crypto";
var PREFIX2 = "zonetag:";
var BUDGET_SHARDS = 16;
var DIGEST_LENGTH = 16;
function createNames(key) {
  const digest2 = (text7) => createHmac("sha256", key).update(text7).digest();
  const shard = (campaign2) => (digest2(`budget ${campaign2}`)[0] ?? 0) % BUDGET_SHARDS;
  const write2 = (bytes) => bytes.toString("base64url").slice(0, DIGEST_LENGTH);
  return {
    limit: (limit, text7) => `${PREFIX2}limit:{${write2(digest2(`${limit} ${text7}`))}}`,
    budget: (campaign2) => `${PREFIX2}budget:{${shard(campaign2)}}:${write2(digest2(`budget ${campaign2}`))}`,
    mark: (campaign2) => nameMark(shard(campaign2)),
    failures: (text7) => `${PREFIX2}failures:${write2(digest2(`failures ${text7}`))}`,
    visitor: (user) => `${PREFIX2}visitor:{${write2(digest2(`visitor ${user}`))}}`
  };
}
function nameStoredImage(name) {
  return `${PREFIX2}image:${name}`;
}
function nameMark(shard) {
  return `${PREFIX2}mark:{${shard}}`;
}
function nameEvents(epoch, page, what) {
  return `${PREFIX2}events:{${epoch}.${page}}:${what}`;
}
var CATALOGUE = `${PREFIX2}{catalogue}`;
var CHANGES = `${PREFIX2}{catalogue}:changes`;
var SHARES = `${PREFIX2}shares`;
var SECRET = `${PREFIX2}secret`;
var EPOCH = `${PREFIX2}epoch`;

// src/service/redis/reply.ts
function readNumbers(reply) {
  return readList(reply, (entry) => typeof entry === "number");
}
function readTexts(reply) {
  return readList(reply, (entry) => typeof entry === "string");
}
function readFields(reply) {
  return readList(reply, (entry) => entry === null || typeof entry === "string");
}
function readList(reply, isEntry) {
  if (Array.isArray(reply) && reply.every(isEntry)) return reply;
  throw new TypeError("Redis gave a reply of another kind than the command has.");
}

// src/service/redis/catalogueDocument.ts
var CATALOGUE_CHANNEL = `${CATALOGUE}:changed`;
var CHANGES_KEPT = 1e4;
async function readVersion(redis) {
  return Number(await redis.send(["HGET", CATALOGUE, "version"]));
}
async function readDocument(redis) {
  const reply = await redis.send(["HMGET", CATALOGUE, "version", "text", "checksum"]);
  const [version, text7, checksum] = readFields(reply);
  if (!version || text7 === void 0 || text7 === null) return { version: 0, text: "" };
  if (computeChecksum(text7) !== checksum)
    throw new CatalogueError([
      `The catalogue in Redis, version ${version}, is damaged: its checksum differs.`
    ]);
  return { version: Number(version), text: text7 };
}
async function replaceDocument(redis, read3, { version, text: text7 }, change = "") {
  const parameters = [read3, version, text7, computeChecksum(text7), CATALOGUE_CHANNEL, change, CHANGES_KEPT];
  return await redis.run("publish", [CATALOGUE, CHANGES], parameters) === version;
}
function computeChecksum(text7) {
  return createHash6("sha256").update(text7).digest("hex");
}

// src/service/redis/connection.ts
import { createClient as createClient2 } from "@redis/client";

// src/service/redis/scripts.ts
import { createHash as createHash7 } from "node:crypto";
import { readFileSync } from "node:fs";
function readScript(name) {
  const text7 = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), "utf8");
  return { text: text7, digest: createHash7("sha1").update(text7).digest("hex") };
}
var scripts = /* @__PURE__ */ new Map();
function findScript(name) {
  let script = scripts.get(name);
  if (!script) {
    script = readScript(name);
    scripts.set(name, script);
  }
  return script;
}

// src/service/redis/connection.ts
var RedisAwayError = class extends Error {
  name = "RedisAwayError";
};
var PROBE_EVERY_MS = 100;
var RENEW_AFTER_MS = 5e3;
var LONGEST_PAUSE_MS = 1e3;
var RedisConnection = class _RedisConnection {
  #options;
  #client;
  #isAway = false;
  #awaySince = 0;
  #probing;
  #isClosed = false;
  /** Times that Redis went away. */
  #outages = 0;
  #onReturn = [];
  /** Milliseconds that a command may take. */
  #timeout = START_TIMEOUT_MS;
  constructor(options) {
    this.#options = options;
    this.#client = this.#createClient();
  }
  /** Rejects with an error in one line when Redis does not answer. */
  static async open(options) {
    const connection = new _RedisConnection(options);
    try {
      await within(START_TIMEOUT_MS, connection.#client.connect());
      return connection;
    } catch (error) {
      connection.close();
      throw new Error(`Redis at ${hideCredentials(options.url)} does not answer: ${readMessage(error)}`);
    }
  }
  /**
   * From now on commands have the time that requests have. A start may take the processor for longer than that, and
   * must not end for it.
   */
  startServing() {
    this.#timeout = this.#options.timeout;
  }
  get isAway() {
    return this.#isAway;
  }
  get outages() {
    return this.#outages;
  }
  /**
   * To be done each time that Redis is back. Commands of this work pass, all others are refused until it is done; when it
   * rejects, Redis counts as away still.
   */
  onReturn(work) {
    this.#onReturn.push(work);
  }
  /** Rejects with `RedisAwayError` when Redis does not answer, at once when that is known. */
  async send(command) {
    if (this.#isAway) throw new RedisAwayError("Redis does not answer.");
    return this.#send(command);
  }
  async run(name, keys, parameters) {
    if (this.#isAway) throw new RedisAwayError("Redis does not answer.");
    return this.#run(name, keys, parameters);
  }
  /** As `run`, for the work of `onReturn`. */
  runOnReturn(name, keys, parameters) {
    return this.#run(name, keys, parameters, RENEW_AFTER_MS);
  }
  /** Calls back with each message of a channel, for as long as the connection lives. */
  async subscribe(channel, listener) {
    const subscriber = this.#client.duplicate({ disableOfflineQueue: false });
    subscriber.on("error", () => {
    });
    await subscriber.connect();
    await subscriber.subscribe(channel, listener);
    return () => subscriber.destroy();
  }
  close() {
    this.#isClosed = true;
    clearTimeout(this.#probing);
    if (this.#client.isOpen) this.#client.destroy();
  }
  #createClient() {
    const client = createRedisClient(this.#options.url);
    client.on("error", () => this.#leave());
    return client;
  }
  async #send(command, timeout2 = this.#timeout) {
    try {
      return await within(timeout2, this.#client.sendCommand(command));
    } catch (error) {
      if (isAnswer(error)) throw error;
      this.#leave();
      throw new RedisAwayError("Redis does not answer.", { cause: error });
    }
  }
  async #run(name, keys, parameters, timeout2) {
    const { digest: digest2, text: text7 } = findScript(name);
    const rest = [
      ...[String(keys.length), ...keys],
      ...parameters.map((one) => typeof one === "number" ? String(one) : one)
    ];
    try {
      return await this.#send(["EVALSHA", digest2, ...rest], timeout2);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return this.#send(["EVAL", text7, ...rest], timeout2);
    }
  }
  #leave() {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#outages += 1;
    this.#awaySince = performance.now();
    this.#options.log.warn(
      "Redis does not answer; limits, budgets and deduplication go on by what is known here"
    );
    this.#probeLater();
  }
  #probeLater() {
    this.#probing = setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }
  async #probe() {
    try {
      await within(RENEW_AFTER_MS, this.#client.sendCommand(["PING"]));
      for (const work of this.#onReturn) await work();
    } catch {
      if (performance.now() - this.#awaySince > RENEW_AFTER_MS) this.#renew();
      if (!this.#isClosed) this.#probeLater();
      return;
    }
    this.#isAway = false;
    this.#options.log.info(
      { seconds: Math.round((performance.now() - this.#awaySince) / 100) / 10 },
      "Redis answers again"
    );
  }
  /** A client that is not ready is at work on a connection by itself. */
  #renew() {
    if (this.#isClosed || !this.#client.isReady) return;
    this.#client.destroy();
    this.#client = this.#createClient();
    this.#client.connect().catch(() => {
    });
  }
};
var START_TIMEOUT_MS = 1e4;
function createRedisClient(url) {
  return createClient2({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) }
  });
}
function isAnswer(error) {
  return error instanceof Error && /^[A-Z]+ /.test(error.message) && !/^(LOADING|CLUSTERDOWN|MASTERDOWN|READONLY) /.test(error.message);
}
async function within(milliseconds, work) {
  let timer;
  const late = new Promise((_done, failed2) => {
    const fail2 = () => failed2(new Error("no answer in time"));
    timer = setTimeout(() => setImmediate(() => setImmediate(fail2)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
function hideCredentials(url) {
  return url.replace(/\/\/[^@/]*@/, "//");
}

// src/service/settings.ts
import { availableParallelism } from "node:os";
import { InvalidArgumentError as InvalidArgumentError3, Option as Option3 } from "commander";
import ipaddr from "ipaddr.js";

// src/service/settingsFile.ts
import { readFileSync as readFileSync2 } from "node:fs";
import { dirname as dirname5, resolve as resolve5 } from "node:path";
import { InvalidArgumentError as InvalidArgumentError2 } from "commander";
function addSettingsFile(command, config) {
  command.addOption(config);
  const read3 = (file) => applyFile(command, file);
  command.on(`option:${config.name()}`, read3);
  command.on(`optionEnv:${config.name()}`, read3);
}
function applyFile(command, file) {
  const values2 = parseFile2(file);
  if (!isObject(values2)) throw new Error(`${file}: expected an object of settings.`);
  for (const [name, value] of Object.entries(values2)) {
    if (name === "$schema") continue;
    const option2 = command.options.find((one) => one.name().replace(/^no-/, "") === name);
    if (!option2 || name === "config") throw new Error(`${file}: "${name}" is not a setting.`);
    const key = option2.attributeName();
    if (command.getOptionValueSource(key) === "cli") continue;
    command.setOptionValueWithSource(key, parseValue(option2, value, file), "config");
  }
}
function parseFile2(file) {
  try {
    return parseJsonText(readFileSync2(file, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.position;
    throw new Error(`${file}:${line}:${column}: This is not JSON. ${error.message}`);
  }
}
function parseValue(option2, value, file) {
  const name = option2.name().replace(/^no-/, "");
  if (option2.negate) {
    if (typeof value === "boolean") return value;
    throw new Error(`${file}: ${name}: expected true or false.`);
  }
  const text7 = Array.isArray(value) ? value.join(",") : value;
  if (typeof text7 !== "string" && typeof text7 !== "number")
    throw new Error(`${file}: ${name}: expected a text, a number or a list.`);
  const given = /<(file|folder)>/.test(option2.flags) ? resolve5(dirname5(file), String(text7)) : String(text7);
  try {
    return option2.parseArg ? option2.parseArg(given, void 0) : given;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError2)) throw error;
    throw new Error(`${file}: ${name}: ${error.message}`);
  }
}

// src/service/settings.ts
function countBackground(processors) {
  return Math.min(2, Math.max(1, processors - 1));
}
var BACKGROUND = countBackground(availableParallelism());
var DEFAULT_SETTINGS = {
  host: "127.0.0.1",
  port: 8080,
  trustedProxies: [],
  unlimitedAddresses: [],
  requireUserIp: "server",
  maxZones: 100,
  maxBody: 64 * 1024,
  maxImage: 512 * 1024,
  limitWindow: 6e4,
  limitIp: 150,
  limitUser: 150,
  limitStatisticsIp: 30,
  limitStatisticsUser: 25,
  limitPlacement: true,
  limitKeys: 1e5,
  requestTimeout: 1e4,
  maxConcurrent: 2048,
  maxWait: 1e3,
  maxReports: BACKGROUND,
  reportTimeout: 3e4,
  trackingLife: 36e5,
  reservationLife: 12e4,
  publisherShare: "0.70",
  stopAfter: 1e4,
  drainDelay: 0,
  keepMonths: 0,
  storeMemory: "1GB",
  storeThreads: BACKGROUND,
  accessLog: "off",
  logLevel: "info",
  redisTimeout: 200,
  maxJournal: 8 * 1024 ** 3,
  keepEvents: 0
};
function addSettings(command) {
  const defaults = DEFAULT_SETTINGS;
  const options = [
    ...listAddressOptions(defaults),
    ...listLimitOptions(defaults),
    ...listLoadOptions(defaults),
    ...listServingOptions(defaults),
    ...listStoreOptions(defaults),
    ...listSharedOptions(defaults),
    ...listLogOptions(defaults)
  ];
  addSettingsFile(command, option("--config <file>", "these settings as JSON, by the names of the options"));
  for (const each of options) command.addOption(each);
  return command;
}
function listAddressOptions(defaults) {
  return [
    option("--catalogue <file>", "accounts, sites, zones and campaigns, as JSON").makeOptionMandatory(),
    option("--data <folder>", "where events are kept").makeOptionMandatory(),
    option("--host <address>", "address to listen on").default(defaults.host),
    option("--port <number>", "port to listen on, 0 for any free one").default(defaults.port).argParser(integer(0, 65535)),
    option("--origin <address>", "address under which visitors reach the service").argParser(origin),
    option("--trusted-proxies <list>", "addresses or networks whose X-Forwarded-For and -Proto apply").default(defaults.trustedProxies).argParser(networks),
    option("--unlimited-addresses <list>", "addresses or networks without a limit for each address").default(defaults.unlimitedAddresses).argParser(networks),
    option("--city-database <file>", "MaxMind DB that knows regions, instead of the bundled countries"),
    option("--require-user-ip <who>", "who must pass user.ip").choices(["server", "always", "never"]).default(defaults.requireUserIp)
  ];
}
function listLimitOptions(defaults) {
  return [
    whole2("--max-zones", "most zones of one request", defaults.maxZones, 1),
    whole2("--max-body", "most bytes of a request's body", defaults.maxBody, 1),
    whole2("--max-image", "most bytes of an uploaded image", defaults.maxImage, 1),
    whole2("--limit-window", "milliseconds of the window of all limits", defaults.limitWindow, 1),
    whole2("--limit-ip", "requests in a window for each address, 0 for no limit", defaults.limitIp),
    whole2("--limit-user", "statistics requests of all kinds for each user name", defaults.limitUser),
    whole2("--limit-statistics-ip", "statistics requests for each address", defaults.limitStatisticsIp),
    whole2("--limit-statistics-user", "statistics requests for each user name", defaults.limitStatisticsUser),
    option("--no-limit-placement", "leave placement requests out of the limit for each address"),
    whole2("--limit-keys", "most addresses or names that a limit remembers", defaults.limitKeys, 1)
  ];
}
function listLoadOptions(defaults) {
  return [
    timeout("--request-timeout", "milliseconds that a sender has for a request", defaults.requestTimeout, 1),
    whole2("--max-concurrent", "placement requests in flight at once", defaults.maxConcurrent, 1),
    whole2("--max-wait", "milliseconds that placements wait before more are refused", defaults.maxWait, 1),
    whole2("--max-reports", "reports made at once; more wait", defaults.maxReports, 1),
    timeout("--report-timeout", "milliseconds that a report may wait and be made", defaults.reportTimeout, 1)
  ];
}
function listServingOptions(defaults) {
  return [
    whole2(
      "--tracking-life",
      "milliseconds that impression and click addresses live",
      defaults.trackingLife,
      1
    ),
    whole2(
      "--reservation-life",
      "milliseconds that a decision reserves its impression",
      defaults.reservationLife
    ),
    option("--publisher-share <share>", "share of the cost that publishers are paid").default(defaults.publisherShare).argParser(share2),
    option("--creatives <folder>", "images that are served below /creatives/"),
    option("--metrics-token <token>", "lets its bearer read /metrics from other machines"),
    option("--seed <number>", "makes the choice among campaigns repeatable").argParser(integer(0))
  ];
}
function listStoreOptions(defaults) {
  return [
    timeout("--stop-after", "milliseconds that a stop waits for requests in flight", defaults.stopAfter),
    timeout("--drain-delay", "milliseconds between not ready and refusing, in a stop", defaults.drainDelay),
    option("--keep-months <number>", "months whose facts are kept one by one, 0 for all").default(defaults.keepMonths).argParser(integer(0, 1200)),
    option("--store-memory <size>", "memory of the database").default(defaults.storeMemory).argParser(size2),
    option("--store-threads <number>", "threads of the database").default(defaults.storeThreads).argParser(integer(1, 256))
  ];
}
function listSharedOptions(defaults) {
  return [
    option("--redis <address>", "Redis or Valkey that several nodes share: redis://, rediss://").argParser(
      readRedisAddress
    ),
    timeout("--redis-timeout", "milliseconds that Redis has for an answer", defaults.redisTimeout, 1),
    option("--clickhouse <address>", "ClickHouse that has the events of several nodes").argParser(webAddress2),
    whole2("--max-journal", "bytes of events that may wait for ClickHouse", defaults.maxJournal, 1),
    whole2(
      "--keep-events",
      "days whose events ClickHouse keeps one by one, 0 for all",
      defaults.keepEvents,
      0
    )
  ];
}
function listLogOptions(defaults) {
  return [
    option("--access-log <which>", "a log line for each request, addresses cut").choices(["off", "on"]).default(defaults.accessLog),
    option(
      "--traces <address>",
      "OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces"
    ).argParser(webAddress2),
    option("--log-level <level>", "least level that is logged").choices(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default(defaults.logLevel)
  ];
}
function option(flags, description) {
  const made = new Option3(flags, description);
  const name = made.name().replace(/^no-/, "");
  return made.negate ? made : made.env(`ZONETAG_${name.replaceAll("-", "_").toUpperCase()}`);
}
function whole2(flag, description, fallback, least = 0) {
  return option(`${flag} <number>`, description).default(fallback).argParser(integer(least));
}
var MAX_TIMEOUT = 2 ** 31 - 1;
function timeout(flag, description, fallback, least = 0) {
  return whole2(flag, description, fallback).argParser(integer(least, MAX_TIMEOUT));
}
function integer(least, most = Number.MAX_SAFE_INTEGER) {
  return (value) => {
    const number6 = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number6 >= least && number6 <= most) return number6;
    throw new InvalidArgumentError3(`Expected a whole number from ${least} to ${most}.`);
  };
}
function origin(value) {
  const url = URL.canParse(value) ? new URL(value) : void 0;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new InvalidArgumentError3("Expected an address such as https://ads.example.");
}
function webAddress2(value) {
  if (URL.canParse(value) && /^https?:/.test(value)) return value;
  throw new InvalidArgumentError3("Expected an http or https address.");
}
function readRedisAddress(value) {
  if (URL.canParse(value) && /^rediss?:\/\/./.test(value)) return value;
  throw new InvalidArgumentError3("Expected an address such as redis://127.0.0.1:6379.");
}
function size2(value) {
  if (/^[1-9]\d{0,6}(MB|GB)$/.test(value)) return value;
  throw new InvalidArgumentError3("Expected a size such as 512MB or 2GB.");
}
function networks(value) {
  const list2 = value.split(",").map((item) => item.trim()).filter((item) => item !== "");
  const wrong = list2.find((item) => !(ipaddr.isValid(item) || ipaddr.isValidCIDR(item)));
  if (wrong === void 0) return list2;
  throw new InvalidArgumentError3(`${wrong} is neither an address nor a network such as 10.0.0.0/8.`);
}
function share2(value) {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) return value;
  throw new InvalidArgumentError3('Expected a share from 0 to 1 such as "0.70".');
}

// src/service/commands/publish.ts
var TIMEOUT = 1e4;
function publishCommand() {
  return new Command10("publish").description("check a catalogue and put it to use on all nodes that share a Redis").argument("<file>", "the catalogue").addOption(
    new Option4("--redis <address>", "Redis or Valkey of the nodes").env("ZONETAG_REDIS").argParser(readRedisAddress).makeOptionMandatory()
  ).option("--expect <version>", "publish only in the place of this version", readVersionNumber).option("--creatives <folder>", "folder in which the images have to be that the nodes serve").action(publish);
}
async function publish(file, { redis: url, expect, creatives }) {
  await loadCatalogue(file, creatives === void 0 ? [] : [creatives]);
  const text7 = (await readFile9(file, "utf8")).replace(/^\uFEFF/, "");
  const redis = await RedisConnection.open({ url, timeout: TIMEOUT, log: pino({ level: "silent" }) });
  try {
    const { version, text: before } = await readDocument(redis);
    if (expect !== void 0 && version !== expect)
      throw new Error(`The catalogue in Redis is version ${version}, not ${expect}. Nothing was published.`);
    if (text7 === before) {
      console.log(`unchanged: version ${version}`);
      return;
    }
    if (!await replaceDocument(redis, version, { version: version + 1, text: text7 }))
      throw new Error(
        "The catalogue in Redis was changed at the same time. Nothing was published; try again."
      );
    console.log(`published: version ${version + 1}`);
  } finally {
    redis.close();
  }
}
function readVersionNumber(value) {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError4("Expected a version, such as 12; 0 for none yet.");
}

// src/service/commands/rebuild.ts
import { readFile as readFile10 } from "node:fs/promises";
import { Command as Command11, Option as Option5 } from "commander";
import { pino as pino2 } from "pino";
import * as v3 from "valibot";

// src/service/delivery/recallDelivered.ts
var DELIVERED = `
  SELECT campaign_id AS campaign,
    sum(cost) FILTER (time >= $1) AS cost_today,
    sum(cost) AS cost_total,
    sum(impressions) FILTER (time >= $1) AS shown_today,
    sum(impressions) AS shown_total
  FROM facts WHERE campaign_id IS NOT NULL GROUP BY campaign_id`;
async function recallDelivered(store, now, reservationLife) {
  const today = new Date(Math.floor(now / DAY_MS) * DAY_MS);
  const rows = await store.query(DELIVERED, [today]);
  const pending = await store.countPending(now - reservationLife);
  return rows.map((row) => ({
    campaign: row.campaign,
    costToday: parseMoney(row.cost_today ?? "0") ?? 0n,
    costTotal: parseMoney(row.cost_total ?? "0") ?? 0n,
    shownToday: Number(row.shown_today ?? 0n),
    shownTotal: Number(row.shown_total ?? 0n),
    pending: pending.get(row.campaign) ?? 0
  }));
}
var SIGHTINGS = `
  SELECT viewer AS "user", campaign_id AS campaign, epoch_ms(time)::DOUBLE AS time
  FROM frequency WHERE expires > $1 ORDER BY time`;
async function recallFrequency(store, caps2, { campaigns }, now) {
  for (const sighting of await store.query(SIGHTINGS, [new Date(now)])) {
    const campaign2 = campaigns.get(sighting.campaign);
    if (campaign2) caps2.count(sighting, campaign2);
  }
}

// src/service/signing/secret.ts
import { hkdfSync, randomBytes as randomBytes5 } from "node:crypto";
import { join as join18 } from "node:path";
var BYTES = 32;
var FILE2 = "secret";
async function loadSecret(folder) {
  const known3 = await readSecret(folder);
  if (known3) return known3;
  const secret = randomBytes5(BYTES);
  await writeSecret(folder, secret);
  return secret;
}
async function readSecret(folder) {
  const file = join18(folder, FILE2);
  const text7 = await readFileIfThere(file);
  return text7 === void 0 ? void 0 : checked(Buffer.from(text7, "base64url"), file);
}
async function writeSecret(folder, secret) {
  await makeFolder(folder);
  await writeDurably(join18(folder, FILE2), `${encodeSecret(secret)}
`);
}
function encodeSecret(secret) {
  return secret.toString("base64url");
}
function deriveKey(secret, use) {
  return Buffer.from(hkdfSync("sha256", secret, "", `zonetag ${use}`, BYTES));
}
function checked(secret, file) {
  if (secret.length === BYTES) return secret;
  throw new Error(`${file} does not hold a secret; move it away to have a new one made.`);
}

// src/service/redis/accounts.ts
var FIELDS = ["version", "day", "shownToday", "shownTotal", "costToday", "costTotal"];
var LIFE_MS = 400 * 864e5;
var MOST_TRIES = 20;
var Accounts = class {
  #options;
  /** Highest version seen of each account: a lower one is of data that was lost in part. */
  #seen = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  /**
   * Changes a campaign's account as `change` says, and resolves with what that gave; undefined when it gave nothing, or
   * Redis has lost its data. Rejects with `RedisAwayError`.
   */
  async change(campaign2, now, change) {
    const { redis, names, mark } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { id: id2 } = mark;
      if (id2 === void 0) return void 0;
      const { version, account: account4 } = await this.#read(campaign2, now);
      if (version < (this.#seen.get(campaign2) ?? 0)) {
        mark.reportLoss();
        return void 0;
      }
      this.#seen.set(campaign2, version);
      const result = change(account4);
      if (result === void 0) return void 0;
      const fields = writeAccount(account4, version + 1);
      const keys = [names.budget(campaign2), names.mark(campaign2)];
      const written = await redis.run("account", keys, [id2, version, LIFE_MS, ...fields]);
      if (written === -1) mark.reportLoss();
      if (written === 1) this.#seen.set(campaign2, version + 1);
      if (written !== 0) return written === 1 ? result : void 0;
    }
    return void 0;
  }
  /** Writes an account whatever there was, for data that is written back. */
  async replace(campaign2, account4) {
    const { redis, names } = this.#options;
    const version = (this.#seen.get(campaign2) ?? 0) + 1;
    await replaceAccount(redis, names.budget(campaign2), account4, version);
  }
  /** To be called when Redis' data is whole again. */
  forgetVersions() {
    this.#seen.clear();
  }
  async #read(campaign2, now) {
    const { redis, names } = this.#options;
    const fields = readFields(await redis.send(["HMGET", names.budget(campaign2), ...FIELDS]));
    const [version, day2, shownToday, shownTotal, costToday, costTotal] = fields.map((text7) => text7 ?? "0");
    const today = toDayNumber(now);
    const account4 = {
      day: Number(day2),
      shownToday: Number(shownToday),
      shownTotal: Number(shownTotal),
      costToday: BigInt(costToday ?? 0),
      costTotal: BigInt(costTotal ?? 0),
      reserved: 0
    };
    if (account4.day < today) Object.assign(account4, { day: today, shownToday: 0, costToday: 0n });
    return { version: Number(version), account: account4 };
  }
};
async function replaceAccount(redis, key, account4, version) {
  await redis.send(["HSET", key, ...writeAccount(account4, version)]);
  await redis.send(["PEXPIRE", key, String(LIFE_MS)]);
}
function writeAccount({ day: day2, shownToday, shownTotal, costToday, costTotal }, version) {
  const values2 = [version, day2, shownToday, shownTotal, costToday, costTotal];
  return FIELDS.flatMap((field, at) => [field, String(values2[at])]);
}

// src/service/redis/dataMark.ts
import { randomUUID as randomUUID7 } from "node:crypto";
import { join as join19 } from "node:path";
var MARKS = Array.from({ length: BUDGET_SHARDS }, (_, shard) => nameMark(shard));
var DataMark = class _DataMark {
  #options;
  /** Undefined before the first start with this Redis. */
  #id;
  #isLost = false;
  #isMadeHere = false;
  #onChange = [];
  constructor(options, id2) {
    this.#options = options;
    this.#id = id2;
  }
  static async open(options) {
    const mark = new _DataMark(options, await readId(options.folder));
    await mark.check();
    return mark;
  }
  /** The id that goes with each change of a budget; undefined while nothing may be granted. */
  get id() {
    return this.#isLost ? void 0 : this.#id;
  }
  get isLost() {
    return this.#isLost;
  }
  /** Whether this start is the first of all on this Redis. */
  get isMadeHere() {
    return this.#isMadeHere;
  }
  /** Called when the data is lost, and when it is whole again. */
  onChange(listener) {
    this.#onChange.push(listener);
  }
  /** To be called when a script did not find the mark. */
  reportLoss() {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.log.error(
      "Redis has lost its data: campaigns with a budget or a cap wait until what was delivered is written back"
    );
    for (const listener of this.#onChange) listener();
  }
  /** Looks whether the marks are there, and makes them where nothing was ever kept. */
  async check() {
    const found = await readMark3(this.#options.redis);
    if (found !== void 0) return this.#use(found);
    if (this.#id === void 0) return this.#use(await this.#make(randomUUID7()));
    this.reportLoss();
  }
  /** Sets the marks of data that is whole again. */
  async renew() {
    await this.#use(await renewMarks(this.#options.redis));
  }
  /** Nodes that start together agree on the first's. */
  async #make(id2) {
    const { redis } = this.#options;
    const first = nameMark(0);
    await redis.send(["SET", first, id2, "NX"]);
    const agreed = String(await redis.send(["GET", first]));
    this.#isMadeHere = agreed === id2;
    for (const mark of MARKS) await redis.send(["SET", mark, agreed, "NX"]);
    return agreed;
  }
  async #use(id2) {
    if (id2 === this.#id && !this.#isLost) return;
    const isNew = id2 !== this.#id;
    this.#id = id2;
    this.#isLost = false;
    if (isNew) await writeDurably(join19(this.#options.folder, FILE3), `${JSON.stringify({ mark: id2 })}
`);
    for (const listener of this.#onChange) listener();
  }
};
async function readMark3(redis) {
  const found = await Promise.all(MARKS.map((mark) => redis.send(["GET", mark])));
  const [first] = found;
  return typeof first === "string" && found.every((id2) => id2 === first) ? first : void 0;
}
async function hasMarks(redis) {
  return await readMark3(redis) !== void 0;
}
async function renewMarks(redis) {
  const id2 = randomUUID7();
  for (const mark of MARKS) await redis.send(["SET", mark, id2]);
  return id2;
}
var FILE3 = "redis.json";
async function readId(folder) {
  const text7 = await readFileIfThere(join19(folder, FILE3));
  return text7 === void 0 ? void 0 : JSON.parse(text7).mark;
}

// src/service/redis/writeBack.ts
async function writeBack(redis, nodes, now) {
  if (await hasMarks(redis)) throw new Error("Redis has its data. Nothing was changed.");
  const secret = await redis.send(["GET", SECRET]);
  if (secret === null) throw new Error("No node has given its secret back to this Redis. Start one first.");
  const names = createNames(deriveKey(Buffer.from(String(secret), "base64url"), "shared keys"));
  const sums = sumUp(nodes, toDayNumber(now));
  for (const [campaign2, account4] of sums) await replaceAccount(redis, names.budget(campaign2), account4, 1);
  await renewMarks(redis);
  return sums.size;
}
function sumUp(nodes, today) {
  const sums = /* @__PURE__ */ new Map();
  for (const { day: day2, campaigns } of nodes)
    for (const each of campaigns) {
      const own = toAccount(each, day2);
      const sum2 = sums.get(each.campaign) ?? { ...EMPTY, day: today };
      sum2.shownTotal += own.shownTotal;
      sum2.costTotal += own.costTotal;
      if (day2 === today) {
        sum2.shownToday += own.shownToday;
        sum2.costToday += own.costToday;
      }
      sums.set(each.campaign, sum2);
    }
  return sums;
}
var EMPTY = { shownToday: 0, shownTotal: 0, costToday: 0n, costTotal: 0n, reserved: 0 };
function toAccount(delivered, day2) {
  const { costToday, costTotal, shownToday, shownTotal, pending } = delivered;
  const shown = { shownToday: shownToday + pending, shownTotal: shownTotal + pending };
  return { costToday, costTotal, ...shown, day: day2, reserved: 0 };
}

// src/service/commands/rebuild.ts
var whole3 = v3.pipe(v3.number(), v3.safeInteger(), v3.minValue(0));
var nano = v3.pipe(
  v3.string(),
  v3.regex(/^\d{1,30}$/),
  v3.transform((text7) => BigInt(text7))
);
var campaignSchema = v3.strictObject({
  ...{ campaign: whole3, costToday: nano, costTotal: nano },
  ...{ shownToday: whole3, shownTotal: whole3, pending: whole3 }
});
var fileSchema = v3.strictObject({ node: v3.string(), day: whole3, campaigns: v3.array(campaignSchema) });
var RESERVATION_LIFE_MS = 12e4;
function deliveredCommand() {
  return new Command11("delivered").description("print what a node delivered of each campaign, for `rebuild`; also while the service runs").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(printDelivered);
}
async function printDelivered({ data }) {
  checkDataFolder(data);
  const campaigns = (await askService(data, "delivered", {}))?.result ?? await readDelivered(data);
  const file = { node: await readIdentity(data), day: toDayNumber(Date.now()), campaigns };
  const writeBigInt2 = (_, value) => typeof value === "bigint" ? String(value) : value;
  console.log(JSON.stringify(file, writeBigInt2, 2));
}
async function readDelivered(data) {
  const store = await openStore({ folder: data });
  return recallDelivered(store, Date.now(), RESERVATION_LIFE_MS).finally(() => store.close());
}
function rebuildCommand() {
  return new Command11("rebuild").description("give a Redis that lost its data back what all nodes delivered, so that budgets go on").argument("[files...]", "what `delivered` printed, of every node").addOption(
    new Option5("--redis <address>", "Redis or Valkey of the nodes").env("ZONETAG_REDIS").argParser(readRedisAddress).makeOptionMandatory()
  ).option("--nothing", "nothing is known: budgets and caps start from zero").action(rebuild);
}
async function rebuild(files, { redis: url, nothing = false }) {
  if (files.length > 0 === nothing)
    throw new Error("Name what `delivered` printed on every node, or --nothing where it is lost.");
  const nodes = await Promise.all(files.map(readDeliveredFile));
  if (new Set(nodes.map(({ node }) => node)).size < nodes.length)
    throw new Error("Two of the files are of the same node. Nothing was changed.");
  const redis = await RedisConnection.open({ url, timeout: 0, log: pino2({ level: "silent" }) });
  try {
    const campaigns = await writeBack(redis, nodes, Date.now());
    console.log(`${campaigns} campaigns are in Redis; budgets and caps go on.`);
  } finally {
    redis.close();
  }
}
async function readDeliveredFile(path) {
  try {
    return v3.parse(fileSchema, JSON.parse(await readFile10(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} is not what \`delivered\` prints: ${describeReadProblem(error)}`);
  }
}

// src/service/commands/repair.ts
import { existsSync as existsSync7 } from "node:fs";
import { readdir as readdir5 } from "node:fs/promises";
import { join as join20 } from "node:path";
import { Command as Command12 } from "commander";
function repairCommand() {
  return new Command12("repair").description("load what can be loaded, and say what had to be set aside; the service must not run").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(repair);
}
async function repair({ data }) {
  checkDataFolder(data);
  const notices = [];
  const store = await openStore({ folder: data, onSetAside: (notice) => notices.push(notice) });
  const [row] = await store.query("SELECT count(*) AS facts FROM facts");
  await store.close();
  for (const notice of notices) console.log(describeNotice(notice));
  if (notices.length === 0) console.log("Nothing had to be set aside.");
  const folder = join20(data, "set-aside");
  const names = existsSync7(folder) ? await readdir5(folder) : [];
  console.log(`The database has ${row?.facts ?? 0n} facts; ${folder} has ${names.length} files.`);
}
function describeNotice({ reason, file, setAside, offset, bytes, events }) {
  const where = offset === void 0 ? "" : `, ${bytes} bytes from ${offset}`;
  const count3 = events === void 0 ? "" : `, ${events} events`;
  return `${file}: ${reason}${where}${count3}. Kept in ${setAside}.`;
}

// src/service/commands/restore.ts
import { resolve as resolve6 } from "node:path";
import { Command as Command13 } from "commander";
function restoreCommand() {
  return new Command13("restore").description("put a backup in place, in a data folder that is empty or does not exist").argument("<backup>", "a folder that `backup` made").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(async (backup, { data }) => {
    await restoreBackup(resolve6(backup), resolve6(data));
    console.log(`${data} has the data of ${backup}.`);
  });
}

// src/service/commands/serve.ts
import { Command as Command14 } from "commander";

// src/service/service.ts
import { setTimeout as delay4 } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";

// src/service/catalogue/currentCatalogue.ts
var CurrentCatalogue = class {
  #life;
  /** The one in use first, then earlier ones. */
  #generations;
  /** `life`: milliseconds that an earlier catalogue is kept. */
  constructor(catalogue, life) {
    this.#life = life;
    this.#generations = [{ catalogue, until: Number.POSITIVE_INFINITY }];
  }
  get catalogue() {
    return this.#generations[0].catalogue;
  }
  replace(catalogue, now) {
    this.#generations[0].until = now;
    const kept = this.#generations.filter(({ until }) => until + this.#life > now);
    this.#generations = [{ catalogue, until: Number.POSITIVE_INFINITY }, ...kept];
  }
  /** A zone as it is, or as it last was. */
  findZone(id2) {
    return this.#find(({ zones, sites }) => {
      const zone2 = zones.get(id2);
      const site2 = zone2 && sites.get(zone2.site);
      return site2 && { zone: zone2, site: site2 };
    });
  }
  findCampaign(id2) {
    return this.#find(({ campaigns }) => campaigns.get(id2));
  }
  /** Where clicks on a creative lead. */
  findLandingPage(variation2) {
    return this.#find(({ variations }) => variations.get(variation2))?.variation.url;
  }
  #find(find) {
    for (const { catalogue } of this.#generations) {
      const found = find(catalogue);
      if (found !== void 0) return found;
    }
    return void 0;
  }
};

// src/service/engines.ts
import { statSync as statSync4 } from "node:fs";
import { join as join27 } from "node:path";
import { setTimeout as delay3 } from "node:timers/promises";

// src/service/catalogue/fileReload.ts
import { watch } from "chokidar";
var QUIET = 100;
function createFileSource(file, creatives) {
  return {
    name: file,
    load: () => loadCatalogue(file, creatives),
    watch: (onReload) => watchFile(file, creatives, onReload)
  };
}
function watchFile(file, creatives, onReload) {
  const readings = new SerialQueue();
  const reload = () => readings.run(async () => onReload(await read(file, creatives)));
  const watcher = watch(file, {
    ignoreInitial: true,
    atomic: true,
    awaitWriteFinish: { stabilityThreshold: QUIET, pollInterval: QUIET / 4 }
  });
  watcher.on("add", reload).on("change", reload);
  return { reload, close: () => watcher.close() };
}
async function read(file, creatives) {
  try {
    return { catalogue: await loadCatalogue(file, creatives) };
  } catch (error) {
    return { error: error instanceof CatalogueError ? error : new CatalogueError([String(error)]) };
  }
}

// src/service/delivery/budgetRules.ts
function listLimits(campaigns) {
  return campaigns.map((each, position) => ({ ...readLimits(each), position })).filter(isLimited);
}
function readLimits({ campaign: campaign2, unitCost }) {
  const { budget: budget2, caps: caps2 } = campaign2;
  return {
    ...{ campaign: campaign2, unitCost },
    dailyCost: budget2.daily === void 0 ? void 0 : parseMoney(budget2.daily),
    totalCost: budget2.total === void 0 ? void 0 : parseMoney(budget2.total),
    dailyShown: caps2.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps2.total ?? Number.POSITIVE_INFINITY
  };
}
function isLimited({ dailyCost, totalCost, dailyShown, totalShown }) {
  return dailyCost !== void 0 || totalCost !== void 0 || dailyShown < Infinity || totalShown < Infinity;
}
function isPaidByClicks({ pricing: pricing2 }) {
  return pricing2.model === "cpc";
}
function computeCost({ campaign: campaign2, unitCost }, impressions, clicks) {
  return unitCost * BigInt(isPaidByClicks(campaign2) ? clicks : impressions);
}
function isSpent(limits, given, reserved = 0) {
  return limits !== void 0 && countLeft(limits, { ...given, reserved }, 1) < 1;
}
function computeMoneyLeft({ dailyCost, totalCost }, given, share3 = 1) {
  const daily = dailyCost === void 0 ? void 0 : takeShare(dailyCost, share3) - given.costToday;
  const total = totalCost === void 0 ? void 0 : totalCost - given.costTotal;
  if (daily === void 0 || total === void 0) return daily ?? total;
  return total < daily ? total : daily;
}
function computeClicksLeft(limits, account4, now) {
  const left = computeMoneyLeft(limits, account4, computeShare(limits, now));
  if (left === void 0 || limits.unitCost === 0n) return Number.POSITIVE_INFINITY;
  return left < 0n ? 0 : Number(left / limits.unitCost);
}
function computeShare({ campaign: campaign2 }, now) {
  return campaign2.spread === "even" ? computeDayShare(now) : 1;
}
function computeRemaining(limits, account4, now) {
  return countLeft(limits, account4, computeShare(limits, now));
}
function countLeft(limits, given, share3) {
  const { dailyShown, totalShown } = limits;
  const { reserved, shownToday, shownTotal } = given;
  const byCap = Math.min(Math.ceil(dailyShown * share3) - shownToday, totalShown - shownTotal);
  const money2 = computeMoneyLeft(limits, given, share3);
  return Math.min(byCap - reserved, countAffordable(limits, money2, reserved));
}
function countAffordable({ campaign: campaign2, unitCost }, left, reserved) {
  if (left === void 0 || unitCost === 0n) return Number.POSITIVE_INFINITY;
  if (isPaidByClicks(campaign2)) return left >= unitCost ? Number.POSITIVE_INFINITY : 0;
  return left < 0n ? 0 : Number(left / unitCost) - reserved;
}
function computeDayShare(now) {
  return (Math.floor(now % DAY_MS / 6e4) + 1) / 1440;
}
function takeShare(amount, share3) {
  return share3 === 1 ? amount : amount * BigInt(Math.round(share3 * 1440)) / 1440n;
}

// src/service/delivery/localBudgets.ts
var BUCKET_MS = 1e4;
var PACING_MS = 1e3;
var LocalBudgets = class {
  #reservationLife;
  #elapsed;
  #accounts = /* @__PURE__ */ new Map();
  /** What campaigns with an account delivered on the day before its own, for a clock that is set there and back. */
  #otherDays = /* @__PURE__ */ new Map();
  /** By the time of day of their decisions. */
  #buckets = /* @__PURE__ */ new Map();
  /** When the first bucket lapses. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  #limits = /* @__PURE__ */ new Map();
  #remaining = new Float64Array(0);
  #day = 0;
  #pacedUntil = 0;
  /**
   * `reservationLife`: milliseconds that a decision reserves its impression. `elapsed`: milliseconds of a clock that only
   * runs forward; without it the time of day is one.
   */
  constructor(reservationLife, elapsed = (now) => now) {
    this.#reservationLife = reservationLife;
    this.#elapsed = elapsed;
  }
  /** Takes over what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(delivered, now) {
    for (const { campaign: campaign2, pending, ...account4 } of delivered) {
      this.#accounts.set(campaign2, { day: toDayNumber(now), reserved: pending, ...account4 });
      const lapsesAt = this.#elapsed(now) + this.#reservationLife;
      this.#addBucket(toRecalledKey(campaign2), { lapsesAt, reserved: /* @__PURE__ */ new Map([[campaign2, pending]]) });
    }
  }
  setCampaigns(campaigns, now) {
    const limits = listLimits(campaigns);
    this.#limits = new Map(limits.map((each) => [each.campaign.id, each]));
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    this.#updateAll(now);
  }
  remaining(now) {
    this.#lapse(now);
    const isPaced = now < this.#pacedUntil && now >= this.#pacedUntil - PACING_MS;
    if (toDayNumber(now) !== this.#day || !isPaced) this.#updateAll(now);
    return this.#remaining;
  }
  reserve({ campaign: campaign2 }, now) {
    const limits = this.#limits.get(campaign2);
    if (!limits) return;
    this.#account(campaign2, now).reserved += 1;
    const { reserved } = this.#bucket(now);
    reserved.set(campaign2, (reserved.get(campaign2) ?? 0) + 1);
    this.#update(limits, now);
  }
  release({ campaign: campaign2, decidedAt }, now) {
    const bucket = this.#findReservation(campaign2, decidedAt);
    if (!bucket) return;
    bucket.reserved.set(campaign2, (bucket.reserved.get(campaign2) ?? 0) - 1);
    this.#account(campaign2, now).reserved -= 1;
    this.#updateId(campaign2, now);
  }
  confirmImpression(decision, now) {
    this.release(decision, now);
  }
  chargeImpression({ campaign: campaign2, decidedAt }, price2, now) {
    this.#lapse(now);
    const account4 = this.#account(campaign2, now);
    const limits = this.#limits.get(campaign2);
    const isReserved = this.#findReservation(campaign2, decidedAt) !== void 0;
    const isPaid = isReserved || !isSpent(limits, account4, account4.reserved);
    const cost = isPaid ? price2 : 0n;
    this.#add(account4, 1, cost);
    this.#updateId(campaign2, now);
    return isPaid ? cost : void 0;
  }
  refundImpression({ campaign: campaign2 }, cost, now) {
    this.#add(this.#account(campaign2, now), -1, -(cost ?? 0n));
    this.#updateId(campaign2, now);
  }
  chargeClick(campaign2, price2, now) {
    const account4 = this.#account(campaign2, now);
    const limits = this.#limits.get(campaign2);
    const left = limits && computeMoneyLeft(limits, account4);
    if (left !== void 0 && left < price2) return void 0;
    this.#add(account4, 0, price2);
    this.#updateId(campaign2, now);
    return price2;
  }
  refundClick(campaign2, cost, now) {
    this.#add(this.#account(campaign2, now), 0, -(cost ?? 0n));
    this.#updateId(campaign2, now);
  }
  #add(account4, shown, cost) {
    account4.shownToday += shown;
    account4.shownTotal += shown;
    account4.costToday += cost;
    account4.costTotal += cost;
  }
  #account(campaign2, now) {
    const day2 = toDayNumber(now);
    let account4 = this.#accounts.get(campaign2);
    if (!account4) {
      account4 = { day: day2, costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0, reserved: 0 };
      this.#accounts.set(campaign2, account4);
    }
    if (account4.day !== day2) this.#turnTo(day2, campaign2, account4);
    return account4;
  }
  #turnTo(day2, campaign2, account4) {
    const other = this.#otherDays.get(campaign2);
    const { costToday, shownToday } = account4;
    this.#otherDays.set(campaign2, { day: account4.day, costToday, shownToday });
    Object.assign(account4, other?.day === day2 ? other : { day: day2, costToday: 0n, shownToday: 0 });
  }
  #bucket(now) {
    const key = toBucketKey(now);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      const rest = (key + 1) * BUCKET_MS - now;
      bucket = { lapsesAt: this.#elapsed(now) + rest + this.#reservationLife, reserved: /* @__PURE__ */ new Map() };
      this.#addBucket(key, bucket);
    }
    return bucket;
  }
  #addBucket(key, bucket) {
    this.#buckets.set(key, bucket);
    this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
  }
  /** The bucket that holds a decision's reservation; one of an earlier start is where `recall` put it. */
  #findReservation(campaign2, decidedAt) {
    const keys = [toBucketKey(decidedAt), toRecalledKey(campaign2)];
    const buckets = keys.map((key) => this.#buckets.get(key));
    return buckets.find((bucket) => (bucket?.reserved.get(campaign2) ?? 0) > 0);
  }
  #lapse(now) {
    const elapsed = this.#elapsed(now);
    if (elapsed < this.#lapsesAt) return;
    this.#lapsesAt = Number.POSITIVE_INFINITY;
    for (const [key, bucket] of this.#buckets) {
      if (bucket.lapsesAt > elapsed) {
        this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
        continue;
      }
      this.#buckets.delete(key);
      for (const [campaign2, count3] of bucket.reserved) {
        this.#account(campaign2, now).reserved -= count3;
        this.#updateId(campaign2, now);
      }
    }
  }
  #updateAll(now) {
    this.#day = toDayNumber(now);
    this.#pacedUntil = now + PACING_MS;
    for (const limits of this.#limits.values()) this.#update(limits, now);
  }
  #updateId(campaign2, now) {
    const limits = this.#limits.get(campaign2);
    if (limits) this.#update(limits, now);
  }
  #update(limits, now) {
    const account4 = this.#account(limits.campaign.id, now);
    this.#remaining[limits.position] = computeRemaining(limits, account4, now);
  }
};
function toBucketKey(time) {
  return Math.floor(time / BUCKET_MS);
}
function toRecalledKey(campaign2) {
  return -campaign2;
}

// src/service/values/deleteOldest.ts
function deleteOldest(map) {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

// src/service/delivery/frequency.ts
function computeFrequencyLife({ frequency }) {
  return Math.max(0, ...frequency.map(({ seconds }) => seconds));
}
function countRemaining({ frequency }, times2, now) {
  const left = frequency.map(({ impressions, seconds }) => {
    const seen = times2.filter((time) => time > now - seconds * 1e3).length;
    return Math.max(0, impressions - seen);
  });
  return Math.min(Number.POSITIVE_INFINITY, ...left);
}

// src/service/delivery/localFrequency.ts
var MOST_PAIRS = 5e5;
var LocalFrequencyCaps = class {
  #mostPairs;
  /** Times by visitor and campaign, ascending; in the order of the last one, since a Map keeps that of insertion. */
  #times = /* @__PURE__ */ new Map();
  constructor(mostPairs = MOST_PAIRS) {
    this.#mostPairs = mostPairs;
  }
  remaining(user, campaign2, now) {
    return countRemaining(campaign2, this.#times.get(toKey(user, campaign2.id)) ?? [], now);
  }
  count({ user, campaign: campaign2, time }, { frequency }) {
    const key = toKey(user, campaign2);
    const most = Math.max(0, ...frequency.map(({ impressions }) => impressions));
    const times2 = [...this.#times.get(key) ?? [], time].slice(-most);
    this.#times.delete(key);
    if (most === 0) return;
    this.#times.set(key, times2);
    if (this.#times.size > this.#mostPairs) deleteOldest(this.#times);
  }
};
function toKey(user, campaign2) {
  return `${user} ${campaign2}`;
}

// src/service/management/auditLog.ts
import { createHash as createHash8 } from "node:crypto";
import { appendFile, open as open4, readFile as readFile11, stat as stat4 } from "node:fs/promises";
function digestText(text7) {
  return createHash8("sha256").update(text7.replace(/^\uFEFF/, "")).digest("base64url");
}
var AuditLog = class _AuditLog {
  #file;
  constructor(file) {
    this.#file = file;
  }
  /** Of the changes to a catalogue's file. */
  static async open(file, catalogueFile) {
    const log = new _AuditLog(file);
    await log.reconcile(catalogueFile);
    return log;
  }
  /** Withdraws the last line when the catalogue never became what it says. */
  async reconcile(catalogueFile) {
    const log = await this.#text();
    if (log !== "" && !log.endsWith("\n")) await appendFile(this.#file, "\n");
    const last = (await this.read()).at(-1);
    if (!last) return;
    const [text7, { mtime }] = await Promise.all([readFile11(catalogueFile, "utf8"), stat4(catalogueFile)]);
    if (digestText(text7) !== last.catalogue && mtime < new Date(last.time))
      await this.withdraw(last.catalogue);
  }
  append(entry) {
    return this.#write(entry);
  }
  withdraw(catalogue) {
    return this.#write({ withdrawn: catalogue });
  }
  async list(matches, limit, offset) {
    return selectChanges(await this.read(), matches, limit, offset);
  }
  async #write(line) {
    const handle = await open4(this.#file, "a", 384);
    try {
      const { size: size3 } = await handle.stat();
      try {
        await handle.writeFile(`${JSON.stringify(line)}
`);
        await handle.sync();
      } catch (error) {
        await handle.truncate(size3);
        throw error;
      }
    } finally {
      await handle.close();
    }
  }
  /** The oldest first. */
  async read() {
    const entries = [];
    for (const line of (await this.#text()).split("\n")) {
      const parsed2 = parseLine(line);
      if (!parsed2) continue;
      if (!("withdrawn" in parsed2)) entries.push(parsed2);
      else if (entries.at(-1)?.catalogue === parsed2.withdrawn) entries.pop();
    }
    return entries;
  }
  async #text() {
    return await readFileIfThere(this.#file) ?? "";
  }
};
function selectChanges(entries, matches, limit, offset) {
  const found = entries.filter(matches).reverse();
  return { count: found.length, entries: found.slice(offset, offset + limit) };
}
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return void 0;
  }
}

// src/service/management/catalogueFile.ts
import { link as link2, open as open5, readFile as readFile12, readlink, realpath, rename as rename5, rm as rm10, stat as stat5 } from "node:fs/promises";
import { dirname as dirname6, resolve as resolve7 } from "node:path";

// src/service/management/refusal.ts
var ChangeRefused = class extends Error {
  status;
  problems;
  constructor(status, message, problems) {
    super(message);
    this.name = "ChangeRefused";
    this.status = status;
    this.problems = problems;
  }
};
function refuseField(field, message, status = 400) {
  return new ChangeRefused(status, message, [{ [`[${field}]`]: message }]);
}

// src/service/management/catalogueFile.ts
var BYTE_ORDER_MARK = /^\uFEFF/;
var MAX_TRIES = 10;
var CatalogueFile = class {
  #file;
  #notes;
  /** Changes of this process come one after the other. */
  #changes = new SerialQueue();
  constructor(file, notes) {
    this.#file = file;
    this.#notes = notes;
  }
  change(edit, describe) {
    return this.#changes.run(() => this.#change(edit, describe));
  }
  async #change(edit, describe) {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const current = await readFile12(this.#file, "utf8");
      const text7 = current.replace(BYTE_ORDER_MARK, "");
      const edited = edit(text7, readSavedText(text7));
      if (edited.text === text7) return edited;
      const entry = describe(edited);
      await this.#notes.append(entry);
      if (await this.#write(current, edited.text, entry)) return edited;
    }
    throw new ChangeRefused(503, "The catalogue's file is being changed all the time. Try again.");
  }
  async #write(current, text7, { catalogue }) {
    let isWritten = false;
    try {
      const [mark = ""] = BYTE_ORDER_MARK.exec(current) ?? [];
      isWritten = await replaceFile(this.#file, current, mark + text7);
    } catch (error) {
      throw new ChangeRefused(503, `The catalogue's file cannot be written: ${readMessage(error)}`);
    } finally {
      if (!isWritten) await this.#notes.withdraw(catalogue);
    }
    return isWritten;
  }
};
function readSavedText(text7) {
  try {
    return readCatalogue(parseJsonText(text7));
  } catch (error) {
    const [problem] = error instanceof CatalogueError ? error.problems : [readMessage(error)];
    throw new ChangeRefused(
      409,
      `Somebody is editing the catalogue's file, which is not valid now: ${problem}.`
    );
  }
}
async function replaceFile(name, expected, text7) {
  const file = await realpath(name);
  const [fresh, taken] = [`${file}.new`, takenName(file)];
  const { mode } = await stat5(file);
  await writeThrough(fresh, text7, mode);
  await rename5(file, taken);
  if (await readFile12(taken, "utf8") !== expected) {
    await restoreFile(file);
    await rm10(fresh);
    return false;
  }
  const isFree = await linkIfFree(fresh, file).catch(async (error) => {
    await rename5(taken, file);
    throw error;
  });
  await rm10(fresh);
  await rm10(taken);
  await syncFolder2(dirname6(file));
  return isFree;
}
async function restoreFile(name) {
  const target = await readlink(name).catch(() => void 0);
  const file = target === void 0 ? name : resolve7(dirname6(name), target);
  try {
    if (!await linkIfFree(takenName(file), file)) return;
    await rm10(takenName(file));
  } catch (error) {
    if (readCode(error) !== "ENOENT") throw error;
  }
}
var takenName = (file) => `${file}.replaced`;
async function linkIfFree(from, to) {
  try {
    await link2(from, to);
    return true;
  } catch (error) {
    if (readCode(error) === "EEXIST") return false;
    throw error;
  }
}
async function writeThrough(file, text7, mode) {
  const handle = await open5(file, "w", mode);
  try {
    await handle.writeFile(text7);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
async function syncFolder2(folder) {
  const handle = await open5(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// src/service/management/images.ts
import { createHash as createHash9 } from "node:crypto";
import { mkdir as mkdir3 } from "node:fs/promises";
import { join as join21 } from "node:path";
import { imageSize } from "image-size";
var ENDINGS = { png: "png", jpg: "jpg", webp: "webp", avif: "avif", gif: "gif" };
var MAX_PIXELS = 4096;
var ImageFolder = class {
  folder;
  constructor(folder) {
    this.folder = folder;
  }
  store(bytes) {
    return storeImage(bytes, this.folder);
  }
  async bring() {
  }
};
async function storeImage(bytes, folder) {
  const { type, width, height } = readImage(bytes);
  const name = nameImage(bytes, ENDINGS[type]);
  await mkdir3(folder, { recursive: true });
  await keepImage(join21(folder, name), bytes);
  return {
    image: `/creatives/${name}`,
    ...{ width, height, type, animated: isAnimated(bytes, type), bytes: bytes.length }
  };
}
function nameImage(bytes, ending) {
  return `image-${createHash9("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
}
function readImage(bytes) {
  const { type, width, height } = readHeader2(bytes);
  if (!type || !hasKey(ENDINGS, type))
    throw new ChangeRefused(415, "Expected an image: PNG, JPEG, WebP, AVIF or GIF.");
  if (!width || !height || Math.max(width, height) > MAX_PIXELS)
    throw new ChangeRefused(400, `Expected an image of at most ${MAX_PIXELS} by ${MAX_PIXELS} pixels.`);
  return { type, width, height };
}
function readHeader2(bytes) {
  try {
    return imageSize(bytes);
  } catch {
    return {};
  }
}
function isAnimated(bytes, type) {
  if (type === "png") return bytes.subarray(0, bytes.indexOf("IDAT")).includes("acTL");
  if (type === "webp")
    return bytes.subarray(12, 16).toString("latin1") === "VP8X" && ((bytes[20] ?? 0) & 2) > 0;
  if (type === "avif") return bytes.subarray(4, 32).includes("avis");
  return type === "gif" && countGifFrames(bytes) > 1;
}
function countGifFrames(bytes) {
  const block = Buffer.from([33, 249, 4]);
  let frames = 0;
  for (let at = bytes.indexOf(block); at >= 0; at = bytes.indexOf(block, at + 1)) frames += 1;
  return frames;
}
function keepImage(file, bytes) {
  return writeDurably(file, [bytes], 420);
}

// src/service/net/address.ts
import ipaddr2 from "ipaddr.js";
var normalized = new BoundedMap(1e4);
function normalizeAddress(text7) {
  const known3 = normalized.get(text7);
  if (known3 !== void 0) return known3;
  const address = parseAddress(text7);
  if (address) normalized.set(text7, address);
  return address;
}
function parseAddress(text7) {
  const trimmed = text7.trim();
  if (!ipaddr2.IPv6.isValid(trimmed) && !ipaddr2.IPv4.isValidFourPartDecimal(trimmed)) return void 0;
  const parsed2 = ipaddr2.process(trimmed);
  return parsed2 instanceof ipaddr2.IPv6 ? withoutZone(parsed2) : parsed2.toString();
}
function withoutZone(address) {
  return new ipaddr2.IPv6(address.parts).toString();
}
function matchNetworks(networks2) {
  if (networks2.length === 0) return () => false;
  const ranges = networks2.map((network) => {
    if (ipaddr2.isValidCIDR(network)) return ipaddr2.parseCIDR(network);
    const single = ipaddr2.process(network);
    return [single, single.kind() === "ipv4" ? 32 : 128];
  });
  return (address) => {
    const parsed2 = ipaddr2.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed2.kind() && parsed2.match([range, bits]));
  };
}
function readClientAddress(peer, forwardedFor, trusted) {
  let address = normalizeAddress(peer) ?? "0.0.0.0";
  if (!forwardedFor || !trusted(address)) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const next = normalizeAddress(withoutPort(hop.trim()));
    if (next === void 0) return address;
    address = next;
    if (!trusted(address)) return address;
  }
  return address;
}
function withoutPort(hop) {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? hop;
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
function toCustomerNetwork(address) {
  if (!address.includes(":")) return address;
  return `${ipaddr2.IPv6.parse(address).parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}
function truncateAddress(address) {
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${ipaddr2.IPv6.parse(address).parts.slice(0, 3).map((part) => part.toString(16)).join(":")}::`;
}

// src/service/values/timeRing.ts
var FIRST_CAPACITY = 8;
var TimeRing = class {
  #ring = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  length = 0;
  /** Undefined when there is none. */
  get oldest() {
    return this.length > 0 ? this.#ring[this.#first] : void 0;
  }
  add(time) {
    if (this.length === this.#ring.length) this.#grow();
    this.#ring[(this.#first + this.length) % this.#ring.length] = time;
    this.length += 1;
  }
  dropOldest() {
    if (this.length === 0) return;
    this.#first = (this.#first + 1) % this.#ring.length;
    this.length -= 1;
  }
  #grow() {
    const larger = new Float64Array(this.#ring.length * 2);
    for (let at = 0; at < this.length; at++)
      larger[at] = this.#ring[(this.#first + at) % this.#ring.length] ?? 0;
    this.#ring = larger;
    this.#first = 0;
  }
};

// src/service/net/rateLimiter.ts
var UNLIMITED = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 };
function createLimiter(options) {
  const { limit, windowMs, maxKeys = 1e5, now = Date.now } = options;
  const keys = /* @__PURE__ */ new Map();
  function findRing(key, time) {
    const found = keys.get(key);
    while (found?.oldest !== void 0 && found.oldest <= time - windowMs) found.dropOldest();
    return found;
  }
  function toVerdict(ring, time, allowed) {
    const used = ring?.length ?? 0;
    const wait = ring?.oldest === void 0 ? windowMs : ring.oldest + windowMs - time;
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1e3) };
  }
  function touch(key, ring) {
    keys.delete(key);
    keys.set(key, ring);
    if (keys.size > maxKeys) deleteOldest(keys);
  }
  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time);
      return toVerdict(ring, time, (ring?.length ?? 0) < limit);
    },
    take(key) {
      if (limit === 0) return UNLIMITED;
      const time = now();
      const ring = findRing(key, time) ?? new TimeRing();
      const allowed = ring.length < limit;
      if (allowed) ring.add(time);
      touch(key, ring);
      return toVerdict(ring, time, allowed);
    }
  };
}
async function takeAll(limits) {
  const peeked = await Promise.all(limits.map(([limiter, key]) => limiter.peek(key)));
  const taken = findRefusal(peeked) ? peeked : await Promise.all(limits.map(([limiter, key]) => limiter.take(key)));
  return findRefusal(taken) ?? taken.reduce(pickNearer);
}
function findRefusal(verdicts) {
  const refused = verdicts.filter(({ allowed }) => !allowed);
  return refused.length > 0 ? refused.reduce((a, b) => b.resetSeconds > a.resetSeconds ? b : a) : void 0;
}
function pickNearer(a, b) {
  if (a.limit === 0) return b;
  if (b.limit === 0) return a;
  return b.remaining < a.remaining ? b : a;
}
function formatRateHeaders(verdict) {
  if (verdict.limit === 0) return {};
  const headers = {
    "X-Rate-Limit-Limit": String(verdict.limit),
    "X-Rate-Limit-Remaining": String(verdict.remaining),
    "X-Rate-Limit-Reset": String(verdict.resetSeconds)
  };
  if (!verdict.allowed) headers["Retry-After"] = String(verdict.resetSeconds);
  return headers;
}
var EXPOSED_HEADERS = "X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After";
function createLimits(settings, now = Date.now, isUnlimited = () => false, make = (_name, options) => createLimiter(options)) {
  const { limitWindow: windowMs, limitKeys: maxKeys } = settings;
  const limiter = (name, limit) => make(name, { limit, windowMs, maxKeys, now });
  return {
    ip: limitByAddress(limiter("ip", settings.limitIp), isUnlimited),
    user: limiter("user", settings.limitUser),
    statisticsIp: limitByAddress(limiter("statisticsIp", settings.limitStatisticsIp), () => false),
    statisticsUser: limiter("statisticsUser", settings.limitStatisticsUser)
  };
}
function limitByAddress(limiter, isUnlimited) {
  return {
    peek: (address) => isUnlimited(address) ? UNLIMITED : limiter.peek(toCustomerNetwork(address)),
    take: (address) => isUnlimited(address) ? UNLIMITED : limiter.take(toCustomerNetwork(address))
  };
}

// src/service/redis/openRedis.ts
import { join as join25 } from "node:path";

// src/service/statistics/failedSignIns.ts
var FREE = 5;
var FIRST_DELAY_MS = 1e3;
var MAX_DELAY_MS = 15 * 6e4;
var KEPT_MS = 60 * 6e4;
var LocalFailedSignIns = class {
  #options;
  /** In order of the last failure: a Map keeps the order of insertion. */
  #failures = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  /** Milliseconds until somebody with these keys may try again; 0: now. */
  delay(keys) {
    return Math.max(0, ...keys.map((key) => this.#delay(key)));
  }
  begin(keys) {
    const waitMs = this.delay(keys);
    if (waitMs === 0) this.add(keys);
    return waitMs;
  }
  /** Counts a failure, whoever has to wait. */
  add(keys) {
    for (const key of keys) {
      const count3 = (this.#current(key)?.count ?? 0) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count: count3, lastAt: this.#options.elapsed() });
      if (this.#failures.size > this.#options.maxKeys) {
        this.#failures.delete(this.#failures.keys().next().value ?? "");
      }
    }
  }
  withdraw(keys) {
    for (const key of keys) {
      const failures = this.#failures.get(key);
      if (failures) failures.count -= 1;
      if (failures?.count === 0) this.#failures.delete(key);
    }
  }
  forget(key) {
    this.#failures.delete(key);
  }
  #delay(key) {
    const failures = this.#current(key);
    if (!failures || failures.count < FREE) return 0;
    const delay5 = Math.min(FIRST_DELAY_MS * 2 ** (failures.count - FREE), MAX_DELAY_MS);
    return failures.lastAt + delay5 - this.#options.elapsed();
  }
  #current(key) {
    const failures = this.#failures.get(key);
    return failures && this.#options.elapsed() - failures.lastAt < KEPT_MS ? failures : void 0;
  }
};

// src/service/statistics/shareFile.ts
var SHARES_FILE = "shares.json";
var ShareFile = class {
  #file;
  #records;
  #writes = new SerialQueue();
  constructor(file) {
    this.#file = file;
  }
  async list() {
    return [...(await this.#load()).values()];
  }
  async find(id2) {
    return (await this.#load()).get(id2);
  }
  async add(record3) {
    const records = await this.#load();
    records.set(record3.id, record3);
    await this.#save(records);
  }
  async remove(ids) {
    if (ids.length === 0) return;
    const records = await this.#load();
    for (const id2 of ids) records.delete(id2);
    await this.#save(records);
  }
  #load() {
    this.#records ??= readShareFile(this.#file).then(
      (records = []) => new Map(records.map((record3) => [record3.id, record3]))
    );
    return this.#records;
  }
  /** One after another, so that the last one to be asked for is the one that stays. */
  #save(records) {
    const write2 = () => writeDurably(this.#file, `${JSON.stringify([...records.values()])}
`);
    return this.#writes.run(write2);
  }
};
async function readShareFile(file) {
  const text7 = await readFileIfThere(file);
  return text7 === void 0 ? void 0 : JSON.parse(text7);
}

// src/service/redis/changes.ts
var SharedChanges = class {
  #redis;
  /** What was changed on this node. */
  #own;
  constructor(redis, own) {
    this.#redis = redis;
    this.#own = own;
  }
  async list(matches, limit, offset) {
    try {
      const lines = readTexts(await this.#redis.send(["LRANGE", CHANGES, "0", "-1"]));
      const entries = [...new Set(lines)].map((line) => JSON.parse(line));
      entries.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
      return selectChanges(entries, matches, limit, offset);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new ChangeRefused(503, "The log of changes cannot be read at the moment. Try again.");
    }
  }
  /** Gives Redis the changes of this node, at the first start and when the data was lost. */
  async share() {
    const lines = (await this.#own.read()).map((entry) => JSON.stringify(entry));
    if (lines.length > 0) await this.#redis.send(["RPUSH", CHANGES, ...lines]);
  }
};

// src/service/redis/deduplication.ts
import { randomUUID as randomUUID8 } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

// src/service/values/selectAt.ts
function selectAt(items, positions) {
  return positions.map((at) => items[at]).filter((item) => item !== void 0);
}

// src/service/redis/deduplication.ts
var CLAIM_HOLDS_MS = 2e3;
var LOOK_AGAIN_MS = 10;
var PAGES_AT_ONCE = 256;
var CLOCKS_DIFFER_MS = 6e4;
var SharedDeduplication = class {
  #options;
  /** Tells this start's claims from those of others. */
  #id = randomUUID8();
  #claims = 0;
  constructor(options) {
    this.#options = options;
    options.redis.onReturn(() => this.share());
  }
  async writeOnce(keys, write2) {
    const countedElsewhere = /* @__PURE__ */ new Set();
    const results = await this.#options.own.writeOnce(keys, async (positions) => {
      const settled = await this.#writeClaimed(
        selectAt(keys, positions),
        (fresh, isReserved) => write2(selectAt(positions, fresh), isReserved)
      );
      for (const [at, position] of positions.entries())
        if (settled[at] === "repeated") countedElsewhere.add(position);
    });
    return results.map((result, at) => countedElsewhere.has(at) ? "repeated" : result);
  }
  async #writeClaimed(keys, write2) {
    const claim = await this.#claim(keys);
    if (!claim) {
      await write2([...keys.keys()]);
      return keys.map(() => "counted");
    }
    const results = keys.map(() => "repeated");
    if (claim.fresh.length === 0) return results;
    const claimed = selectAt(keys, claim.fresh);
    try {
      await write2(claim.fresh, claim.isReserved);
    } catch (error) {
      await this.#settle(claimed, claim.token, false);
      throw error;
    }
    const counted = await this.#settle(claimed, claim.token, true);
    for (const [at, position] of claim.fresh.entries()) results[position] = counted[at] ?? "repeated";
    return results;
  }
  /** Undefined while Redis is away. */
  async #claim(keys) {
    const { redis, life } = this.#options;
    const [first] = keys;
    if (!first || redis.isAway) return void 0;
    this.#claims += 1;
    const token = `${this.#id}.${this.#claims}`;
    const { claims, closed, counted, number: number6, bit } = locate(first, keys);
    const parameters = [
      number6,
      bit,
      token,
      CLAIM_HOLDS_MS,
      life + CLOCKS_DIFFER_MS,
      ...keys.map(({ kind }) => kind)
    ];
    for (; ; ) {
      let reply;
      try {
        reply = readNumbers(await redis.run("claim", [claims, closed, ...counted], parameters));
      } catch (error) {
        if (error instanceof RedisAwayError) return void 0;
        throw error;
      }
      const [isOpen, ...states] = reply;
      if (!states.includes(2)) {
        const fresh = [...states.keys()].filter((at) => states[at] === 0);
        return { fresh, isReserved: isOpen === 1, token };
      }
      await delay(LOOK_AGAIN_MS);
    }
  }
  async #settle(keys, token, isStored) {
    const { redis, life } = this.#options;
    const [first] = keys;
    if (!first) return [];
    const { claims, counted, number: number6, bit } = locate(first, keys);
    const parameters = [
      number6,
      bit,
      token,
      isStored ? 1 : 0,
      life + CLOCKS_DIFFER_MS,
      ...keys.map(({ kind }) => kind)
    ];
    try {
      const reply = await redis.run("settle", [claims, ...counted], parameters);
      return readNumbers(reply).map((result) => result === 1 ? "counted" : "repeated");
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      return keys.map(() => "counted");
    }
  }
  /** Brings to Redis what this node counted, at a start and where Redis was away or lost its data. */
  async share() {
    const { redis, own, life } = this.#options;
    let waiting = [];
    for (const { epoch, page, kind, bits } of own.listPages()) {
      const names = [nameEvents(epoch, page, kind), nameEvents(epoch, page, "merged")];
      waiting.push(redis.runOnReturn("merge", names, [Buffer.from(bits), life + CLOCKS_DIFFER_MS]));
      if (waiting.length < PAGES_AT_ONCE) continue;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
  }
};
function locate({ epoch, number: number6 }, keys) {
  const page = Math.floor(number6 / PAGE_NUMBERS);
  return {
    claims: nameEvents(epoch, page, "claims"),
    closed: nameEvents(epoch, page, "closed"),
    counted: keys.map(({ kind }) => nameEvents(epoch, page, kind)),
    number: number6,
    bit: number6 % PAGE_NUMBERS
  };
}

// src/service/redis/failedSignIns.ts
var LOOK = 0;
var COUNT2 = 1;
var TAKE_BACK = -1;
var SharedFailedSignIns = class {
  #options;
  constructor(options) {
    this.#options = options;
  }
  async delay(keys) {
    return Math.max(this.#options.own.delay(keys), ...await this.#run(keys, LOOK));
  }
  async begin(keys) {
    const { own } = this.#options;
    const waitMs = own.begin(keys);
    if (waitMs > 0) return waitMs;
    const waits = await this.#run(keys, COUNT2);
    const longest = Math.max(0, ...waits);
    if (longest === 0) return 0;
    own.withdraw(keys);
    await this.#run(
      keys.filter((_, at) => waits[at] === 0),
      TAKE_BACK
    );
    return longest;
  }
  async withdraw(keys) {
    this.#options.own.withdraw(keys);
    await this.#run(keys, TAKE_BACK);
  }
  async forget(key) {
    const { redis, names, own } = this.#options;
    own.forget(key);
    await redis.send(["DEL", names.failures(key)]).catch(ignoreAway);
  }
  /** Milliseconds that each key has to wait; nothing while Redis is away. */
  async #run(keys, what) {
    const { redis, names } = this.#options;
    const parameters = [what, FREE, FIRST_DELAY_MS, MAX_DELAY_MS, KEPT_MS];
    const replies = keys.map((key) => redis.run("failure", [names.failures(key)], parameters));
    return (await Promise.all(replies).catch(ignoreAway))?.map(Number) ?? [];
  }
};
function ignoreAway(error) {
  if (!(error instanceof RedisAwayError)) throw error;
}

// src/service/redis/frequencyCaps.ts
var MOST_VISITORS = 1e4;
var SharedFrequencyCaps = class {
  #options;
  #loaded = new BoundedMap(MOST_VISITORS);
  constructor(options) {
    this.#options = options;
  }
  async load(user) {
    const { redis, names, log } = this.#options;
    try {
      const fields = readTexts(await redis.send(["HGETALL", names.visitor(user)]));
      this.#loaded.set(user, readTimes(fields));
    } catch (error) {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not read");
    }
  }
  remaining(user, campaign2, now) {
    const { own } = this.#options;
    const left = own.remaining(user, campaign2, now);
    const times2 = this.#loaded.get(user)?.get(campaign2.id);
    return times2 ? Math.min(left, countRemaining(campaign2, times2, now)) : left;
  }
  count(sighting, campaign2) {
    const { redis, names, own, log } = this.#options;
    own.count(sighting, campaign2);
    const life = computeFrequencyLife(campaign2) * 1e3;
    if (life === 0) return;
    const most = Math.max(...campaign2.frequency.map(({ impressions }) => impressions));
    const parameters = [sighting.campaign, sighting.time, most, life];
    redis.run("sighting", [names.visitor(sighting.user)], parameters).catch((error) => {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not noted");
    });
  }
};
function readTimes(fields) {
  const times2 = /* @__PURE__ */ new Map();
  for (let at = 0; at + 1 < fields.length; at += 2)
    times2.set(Number(fields[at]), (fields[at + 1] ?? "").split(",").map(Number));
  return times2;
}

// src/service/redis/identity.ts
import { join as join22 } from "node:path";
var FIRST_EPOCH = 1767225600;
async function startEpoch2(redis) {
  return Number(await redis.run("epoch", [EPOCH], [FIRST_EPOCH]));
}
async function shareSecret(redis, folder) {
  const known3 = await redis.send(["GET", SECRET]);
  const own = await readSecret(folder);
  if (known3 === null) {
    const offered = own ?? await loadSecret(folder);
    await redis.send(["SET", SECRET, encodeSecret(offered), "NX"]);
    const agreed = Buffer.from(String(await redis.send(["GET", SECRET])), "base64url");
    if (!agreed.equals(offered)) await writeSecret(folder, agreed);
    return agreed;
  }
  const secret = Buffer.from(String(known3), "base64url");
  if (own && !own.equals(secret))
    throw new Error(
      `${join22(folder, "secret")} is not the secret of the nodes on this Redis: addresses that they sign would not count here. Move it away to take theirs.`
    );
  if (!own) await writeSecret(folder, secret);
  return secret;
}
async function restoreSecret(redis, secret) {
  await redis.send(["SET", SECRET, encodeSecret(secret), "NX"]);
}

// src/service/redis/images.ts
import { existsSync as existsSync8 } from "node:fs";
import { mkdir as mkdir4, readdir as readdir6, readFile as readFile13 } from "node:fs/promises";
import { extname, join as join23 } from "node:path";
var NAMES2 = /image-[0-9a-f]{32}\.\w{3,4}\b/g;
var SharedImages = class {
  folder;
  #redis;
  constructor(redis, folder) {
    this.folder = folder;
    this.#redis = redis;
  }
  async store(bytes) {
    const stored = await storeImage(bytes, this.folder);
    try {
      await this.#share(stored.image.slice("/creatives/".length), bytes);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new ChangeRefused(503, "Images cannot be stored at the moment. Try again.");
    }
    return stored;
  }
  async bring(text7) {
    for (const name of new Set(text7.match(NAMES2))) {
      const file = join23(this.folder, name);
      if (existsSync8(file)) continue;
      const found = await this.#redis.send(["GET", nameStoredImage(name)]).catch(() => null);
      if (found === null) continue;
      const bytes = Buffer.from(String(found), "base64");
      if (nameImage(bytes, extname(name).slice(1)) !== name) continue;
      await mkdir4(this.folder, { recursive: true });
      await keepImage(file, bytes);
    }
  }
  /** Gives Redis what this node has, at the first start and when the data was lost. */
  async share() {
    for (const name of await readdir6(this.folder).catch(() => []))
      if (name.match(NAMES2)?.[0] === name) await this.#share(name, await readFile13(join23(this.folder, name)));
  }
  async #share(name, bytes) {
    await this.#redis.send(["SET", nameStoredImage(name), bytes.toString("base64"), "NX"]);
  }
};

// src/service/redis/leasedBudgets.ts
var TICK_MS = 100;
var STOCK = 100;
var STOCK_SECONDS = 2;
var LARGEST_PART = 4;
var IDLE_MS = 5e3;
var FIRST_PAUSE_MS = 200;
var LONGEST_PAUSE_MS2 = 1e4;
var LeasedBudgets = class {
  #options;
  #leases = /* @__PURE__ */ new Map();
  #remaining = new Float64Array(0);
  #day;
  /** Paid by a unit of this node's own, by decision. */
  #paidHere = /* @__PURE__ */ new Map();
  #differences = [];
  #looked = 0;
  #isClosing = false;
  #timer;
  #working;
  constructor(options) {
    this.#options = options;
    this.#day = toDayNumber(options.now());
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }
  setCampaigns(campaigns, now) {
    const limits = listLimits(campaigns);
    const before = this.#leases;
    this.#leases = new Map(limits.map((each) => [each.campaign.id, this.#continueLease(each, before, now)]));
    for (const [id2, lease] of before)
      if (this.#leases.get(id2) !== lease) this.#giveBack(lease, lease.units, lease.clicks);
    this.#remaining = new Float64Array(campaigns.length).fill(Number.POSITIVE_INFINITY);
    for (const lease of this.#leases.values()) this.#update(lease);
    void this.work();
  }
  remaining(now) {
    this.#beginDay(now);
    return this.#remaining;
  }
  reserve(decision, now) {
    const lease = this.#leases.get(decision.campaign);
    if (!lease) return;
    lease.used += 1;
    lease.lastUsed = now;
    if (!lease.hasUnits) return;
    lease.units -= 1;
    this.#options.reservations.add(decision);
    this.#update(lease);
    if (this.#isLow(lease)) void this.work();
  }
  release(decision) {
    const lease = this.#leases.get(decision.campaign);
    if (lease?.hasUnits && this.#options.reservations.release(decision)) this.#takeBack(decision);
  }
  chargeImpression(decision, price2, now, isReserved = this.#options.reservations.has(decision)) {
    this.#beginDay(now);
    const lease = this.#leases.get(decision.campaign);
    if (!lease?.hasUnits) {
      this.#add(decision.campaign, 1, price2, now);
      return price2;
    }
    const { decidedAt } = decision;
    const isInTime = now < this.#options.reservations.computeEnd(decidedAt);
    if (isReserved && isInTime && toDayNumber(decidedAt) === toDayNumber(now)) return price2;
    if (lease.units < 1) return void 0;
    lease.units -= 1;
    lease.used += 1;
    this.#paidHere.set(nameDecision(decision), lease);
    this.#update(lease);
    return price2;
  }
  confirmImpression(decision) {
    this.#paidHere.delete(nameDecision(decision));
  }
  refundImpression(decision, cost, now) {
    if (!this.#leases.get(decision.campaign)?.hasUnits) {
      this.#add(decision.campaign, -1, -(cost ?? 0n), now);
      return;
    }
    const name = nameDecision(decision);
    const lease = this.#paidHere.get(name);
    if (!lease) return;
    this.#paidHere.delete(name);
    lease.units += 1;
    this.#update(lease);
  }
  chargeClick(campaign2, price2, now) {
    this.#beginDay(now);
    const lease = this.#leases.get(campaign2);
    if (!lease?.hasClicks) {
      if (price2 !== 0n) this.#add(campaign2, 0, price2, now);
      return price2;
    }
    if (lease.clicks < 1) return void 0;
    lease.clicks -= 1;
    this.#update(lease);
    return price2;
  }
  refundClick(campaign2, cost, now) {
    const lease = this.#leases.get(campaign2);
    if (!cost) return;
    if (!lease?.hasClicks) this.#add(campaign2, 0, -cost, now);
    else {
      lease.clicks += 1;
      this.#update(lease);
    }
  }
  /** Gives up what is held, without giving it back: it is of data that Redis has lost. */
  drop() {
    this.#differences = [];
    this.#options.reservations.clear();
    for (const lease of this.#leases.values()) {
      Object.assign(lease, { units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }
  /** Leases, gives back, and closes what lapsed, as far as it is time for that. Never rejects. */
  work() {
    this.#working ??= this.#workOnce().finally(() => {
      this.#working = void 0;
    });
    return this.#working;
  }
  /** Gives everything back that is not given out. */
  async close() {
    clearInterval(this.#timer);
    this.#isClosing = true;
    await this.#working;
    for (const lease of this.#leases.values()) this.#giveBack(lease, lease.units, lease.clicks);
    await this.#workOnce();
  }
  async #workOnce() {
    const now = this.#options.now();
    this.#beginDay(now);
    const isTime = Math.abs(now - this.#looked) >= 1e3;
    if (isTime) this.#measure(now);
    const differences = isTime || this.#isClosing ? sumUp2(this.#differences.splice(0)) : [];
    try {
      await Promise.all([
        this.#closeLapsed(now),
        ...differences.map((one) => this.#settle(one)),
        ...[...this.#leases.values()].filter((lease) => !this.#isClosing && this.#isLow(lease) && lease.askAt <= now).map((lease) => this.#ask(lease, now))
      ]);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "budgets not leased");
    }
  }
  async #closeLapsed(now) {
    for (const lapsed of await this.#options.reservations.close(now)) this.#takeBack(lapsed);
  }
  async #settle(difference) {
    const { accounts, now } = this.#options;
    try {
      await accounts.change(difference.campaign, now(), (account4) => applyDifference(account4, difference));
    } catch (error) {
      this.#differences.push(difference);
      throw error;
    }
  }
  async #ask(lease, now) {
    if (lease.isAsking) return;
    lease.isAsking = true;
    const { campaign: campaign2 } = lease.limits;
    try {
      const granted = await this.#options.accounts.change(campaign2.id, now, (account4) => {
        const possible = grant(lease, account4, now, computeStock(lease));
        lease.left = possible.left;
        return possible.units + possible.clicks > 0 ? possible : void 0;
      });
      if (granted) this.#receive(lease, granted);
      lease.pause = granted ? FIRST_PAUSE_MS : Math.min(lease.pause * 2, LONGEST_PAUSE_MS2);
      lease.askAt = granted ? 0 : now + lease.pause;
    } finally {
      lease.isAsking = false;
    }
  }
  /** A reload, or midnight, may have come since it was asked for. */
  #receive(lease, { units, clicks, day: day2 }) {
    const current = { ...lease, day: day2 };
    if (this.#leases.get(lease.limits.campaign.id) !== lease || day2 < this.#day) {
      this.#giveBack(current, units, clicks);
      return;
    }
    Object.assign(lease, { day: day2, units: lease.units + units, clicks: lease.clicks + clicks });
    this.#update(lease);
  }
  #continueLease(limits, before, now) {
    const spendsBudget = (limits.dailyCost !== void 0 || limits.totalCost !== void 0) && limits.unitCost > 0n;
    const hasCaps = limits.dailyShown < Infinity || limits.totalShown < Infinity;
    const hasUnits = hasCaps || spendsBudget && !isPaidByClicks(limits.campaign);
    const hasClicks = spendsBudget && isPaidByClicks(limits.campaign);
    const found = before.get(limits.campaign.id);
    if (found?.limits.unitCost === limits.unitCost && found.hasUnits === hasUnits && found.hasClicks === hasClicks)
      return Object.assign(found, { limits, askAt: 0 });
    return {
      ...{ limits, hasUnits, hasClicks, day: toDayNumber(now), units: 0, clicks: 0 },
      ...{ used: 0, rate: 0, left: 0, lastUsed: now, askAt: 0, pause: FIRST_PAUSE_MS, isAsking: false }
    };
  }
  /** What is left of yesterday's leases is of yesterday's budget. */
  #beginDay(now) {
    const today = toDayNumber(now);
    if (today <= this.#day) return;
    this.#day = today;
    for (const lease of this.#leases.values()) {
      this.#giveBack(lease, lease.units, lease.clicks);
      Object.assign(lease, { day: today, units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }
  /** Once a second: how much each campaign is given, and what of a lease is idle. */
  #measure(now) {
    this.#looked = now;
    for (const lease of this.#leases.values()) {
      lease.rate = (lease.rate + lease.used) / 2;
      lease.used = 0;
      if (now - lease.lastUsed < IDLE_MS) continue;
      const kept = Math.min(STOCK, Math.max(1, Math.floor(lease.left / (4 * LARGEST_PART))));
      const [units, clicks] = [Math.max(0, lease.units - kept), Math.max(0, lease.clicks - kept)];
      if (units + clicks === 0) continue;
      this.#giveBack(lease, units, clicks);
      lease.units -= units;
      lease.clicks -= clicks;
      this.#update(lease);
    }
  }
  #isLow(lease) {
    const stock = computeStock(lease) / 2;
    const kept = Math.max(1, Math.min(stock, lease.left / (2 * LARGEST_PART)));
    return lease.hasUnits && lease.units < kept || lease.hasClicks && lease.clicks < kept;
  }
  /** A reservation ended without an impression. */
  #takeBack({ campaign: campaign2, decidedAt }) {
    const lease = this.#leases.get(campaign2);
    if (!lease?.hasUnits) return;
    if (toDayNumber(decidedAt) === lease.day) lease.units += 1;
    else this.#giveBack({ ...lease, day: toDayNumber(decidedAt) }, 1, 0);
    this.#update(lease);
  }
  #giveBack({ limits, day: day2 }, units, clicks) {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day: day2, shown: -units, cost: -cost });
  }
  #add(campaign2, shown, cost, now) {
    this.#differences.push({ campaign: campaign2, day: toDayNumber(now), shown, cost });
  }
  #update({ limits, hasUnits, hasClicks, units, clicks }) {
    const byClicks = hasClicks && clicks < 1 ? 0 : Number.POSITIVE_INFINITY;
    this.#remaining[limits.position] = Math.min(hasUnits ? units : Number.POSITIVE_INFINITY, byClicks);
  }
};
function computeStock({ rate }) {
  return Math.max(STOCK, Math.ceil(rate * STOCK_SECONDS));
}
function grant(lease, account4, now, stock) {
  const { limits, hasUnits, hasClicks } = lease;
  const leftUnits = hasUnits ? computeRemaining(withoutClicks(limits), account4, now) : 0;
  const leftClicks = hasClicks ? computeClicksLeft(limits, account4, now) : 0;
  const units = takePart(leftUnits, stock - lease.units);
  const clicks = takePart(leftClicks, stock - lease.clicks);
  const cost = computeCost(limits, units, clicks);
  account4.shownToday += units;
  account4.shownTotal += units;
  account4.costToday += cost;
  account4.costTotal += cost;
  return { units, clicks, left: hasUnits ? leftUnits : leftClicks, day: account4.day };
}
function withoutClicks(limits) {
  return isPaidByClicks(limits.campaign) ? { ...limits, dailyCost: void 0, totalCost: void 0 } : limits;
}
function takePart(left, wanted) {
  return Math.max(0, Math.min(wanted, Math.ceil(left / LARGEST_PART)));
}
function applyDifference(account4, { day: day2, shown, cost }) {
  account4.shownTotal += shown;
  account4.costTotal += cost;
  if (account4.day === day2) {
    account4.shownToday += shown;
    account4.costToday += cost;
  }
  return true;
}
function sumUp2(differences) {
  const sums = /* @__PURE__ */ new Map();
  for (const { campaign: campaign2, day: day2, shown, cost } of differences) {
    const name = `${campaign2} ${day2}`;
    const sum2 = sums.get(name) ?? { campaign: campaign2, day: day2, shown: 0, cost: 0n };
    sums.set(name, { ...sum2, shown: sum2.shown + shown, cost: sum2.cost + cost });
  }
  return [...sums.values()];
}
function nameDecision({ epoch, number: number6 }) {
  return `${epoch}.${number6}`;
}

// src/service/redis/limiter.ts
var SharedLimiter = class {
  #options;
  #own;
  constructor(options) {
    this.#options = options;
    this.#own = createLimiter(options);
  }
  async peek(key) {
    const own = this.#own.peek(key);
    return own.allowed ? await this.#ask(key, false) ?? own : own;
  }
  async take(key) {
    const own = this.#own.peek(key);
    if (!own.allowed) return own;
    const verdict = await this.#ask(key, true);
    if (verdict && !verdict.allowed) return verdict;
    const taken = this.#own.take(key);
    return taken.allowed && verdict ? verdict : taken;
  }
  /** Undefined while Redis is away. */
  async #ask(key, counts) {
    const { redis, name, limit, windowMs } = this.#options;
    if (limit === 0) return UNLIMITED;
    if (redis.isAway) return void 0;
    try {
      const reply = await redis.run("limit", [name(key)], [limit, windowMs, counts ? 1 : 0]);
      const [allowed, used = 0, wait = 0] = readNumbers(reply);
      return {
        ...{ allowed: allowed === 1, limit },
        remaining: Math.max(0, limit - used),
        resetSeconds: Math.ceil(wait / 1e3)
      };
    } catch (error) {
      if (error instanceof RedisAwayError) return void 0;
      throw error;
    }
  }
};

// src/service/values/groupBy.ts
function groupBy(items, toKey3) {
  const groups = /* @__PURE__ */ new Map();
  for (const item of items) {
    const key = toKey3(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

// src/service/redis/reservations.ts
var BUCKET_MS2 = 1e4;
var CLOCKS_DIFFER_MS2 = 6e4;
var Reservations = class {
  #options;
  #buckets = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  add({ campaign: campaign2, number: number6, decidedAt }) {
    const key = Math.floor(decidedAt / BUCKET_MS2);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { lapsesAt: this.computeEnd(decidedAt), waiting: /* @__PURE__ */ new Map() };
      this.#buckets.set(key, bucket);
    }
    bucket.waiting.set(number6, { campaign: campaign2, decidedAt });
  }
  /** Ends one; false when there is none. */
  release(decision) {
    return this.#findBucket(decision)?.waiting.delete(decision.number) ?? false;
  }
  has(decision) {
    return this.#findBucket(decision)?.waiting.has(decision.number) ?? false;
  }
  clear() {
    this.#buckets.clear();
  }
  /** When a reservation lapses; milliseconds since 1970. */
  computeEnd(decidedAt) {
    return (Math.floor(decidedAt / BUCKET_MS2) + 1) * BUCKET_MS2 + this.#options.reservationLife;
  }
  /**
   * Closes those that have lapsed, and resolves with those whose impression did not come. Rejects with `RedisAwayError`,
   * and then they wait.
   */
  async close(now) {
    const lapsed = [];
    for (const [key, bucket] of this.#buckets) {
      if (bucket.lapsesAt > now) continue;
      lapsed.push(...await this.#closeBucket(bucket));
      this.#buckets.delete(key);
    }
    return lapsed;
  }
  async #closeBucket({ waiting }) {
    const { redis, epoch, life } = this.#options;
    const ascending = [...waiting.keys()].sort((a, b) => a - b);
    const pages = groupBy(ascending, (number6) => Math.floor(number6 / PAGE_NUMBERS));
    const replies = await Promise.all(
      [...pages].map(([page, inPage]) => {
        const keys = ["claims", "closed", "impression"].map((what) => nameEvents(epoch, page, what));
        return redis.run("close", keys, [PAGE_NUMBERS, life + CLOCKS_DIFFER_MS2, ...inPage]);
      })
    );
    const free = replies.flatMap(readNumbers);
    return free.map((number6) => waiting.get(number6)).filter((reservation) => reservation !== void 0);
  }
  #findBucket({ epoch, decidedAt }) {
    return epoch === this.#options.epoch ? this.#buckets.get(Math.floor(decidedAt / BUCKET_MS2)) : void 0;
  }
};

// src/service/redis/sharedCatalogue.ts
import { readFile as readFile14 } from "node:fs/promises";
import { join as join24 } from "node:path";
var POLL_EVERY_MS = 2e3;
var MOST_TRIES2 = 10;
var SharedCatalogue = class {
  name = "the catalogue in Redis";
  #options;
  /** The last good one. */
  #document = { version: 0, text: "" };
  /** One that is not good: not looked at again. */
  #refused = 0;
  /** Reading and changing, one after the other. */
  #queue = new SerialQueue();
  constructor(options) {
    this.#options = options;
  }
  /** The last good copy. */
  get copy() {
    return join24(this.#options.folder, "catalogue.json");
  }
  async load() {
    const { redis, log } = this.#options;
    const copy = await this.#readCopy();
    if (copy) this.#document = copy;
    await this.#giveBack(await readVersion(redis));
    if (await readVersion(redis) === 0) await this.#publishFile();
    try {
      return await this.#take(await readDocument(redis));
    } catch (error) {
      if (!copy || !(error instanceof CatalogueError)) throw error;
      log.error({ problems: error.problems }, "the catalogue in Redis is not used; the last good one is");
      return this.#check(copy.text);
    }
  }
  watch(onReload) {
    const { redis, log } = this.#options;
    const look = () => this.#queue.run(async () => {
      const reloaded = await this.#look();
      if (reloaded) onReload(reloaded);
    }).catch((error) => {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "catalogue not looked at");
    });
    const timer = setInterval(look, POLL_EVERY_MS).unref();
    const subscription = redis.subscribe(CATALOGUE_CHANNEL, () => void look());
    subscription.catch(() => {
    });
    return {
      reload: look,
      close: async () => {
        clearInterval(timer);
        const unsubscribe = await subscription.catch(() => void 0);
        unsubscribe?.();
        await this.#queue.waitForAll();
      }
    };
  }
  change(edit, describe) {
    return this.#queue.run(() => this.#change(edit, describe)).catch((error) => {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new ChangeRefused(503, "The catalogue cannot be changed at the moment. Try again.");
    });
  }
  async #change(edit, describe) {
    const { redis } = this.#options;
    for (let tries = 0; tries < MOST_TRIES2; tries++) {
      const { version, text: text7 } = await readDocument(redis);
      const edited = edit(text7, readCatalogue(parseJsonText(text7)));
      if (edited.text === text7) return edited;
      const entry = describe(edited);
      const changed = { version: version + 1, text: edited.text };
      if (!await replaceDocument(redis, version, changed, JSON.stringify(entry))) continue;
      await this.#options.changes.append(entry);
      await this.#keep(changed);
      return edited;
    }
    throw new ChangeRefused(503, "The catalogue is being changed all the time. Try again.");
  }
  /** Undefined when nothing changed. */
  async #look() {
    const { redis } = this.#options;
    const version = await readVersion(redis);
    if (version < this.#document.version) await this.#giveBack(version);
    if (version <= this.#document.version || version === this.#refused) return void 0;
    try {
      return { catalogue: await this.#take(await readDocument(redis)) };
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      this.#refused = version;
      return { error };
    }
  }
  /** To a Redis that lost it, or has an earlier one. */
  async #giveBack(found) {
    if (found < this.#document.version) await replaceDocument(this.#options.redis, found, this.#document);
  }
  async #publishFile() {
    const { redis, file, creatives } = this.#options;
    await loadCatalogue(file, creatives);
    await replaceDocument(redis, 0, { version: 1, text: await readFile14(file, "utf8") });
  }
  /** Checks a document and keeps it. */
  async #take(document) {
    await this.#options.images.bring(document.text);
    const catalogue = this.#check(document.text);
    await this.#keep(document);
    return catalogue;
  }
  #check(text7) {
    try {
      return readCatalogue(parseJsonText(text7), this.#options.creatives);
    } catch (error) {
      if (error instanceof JsonTextError) throw new CatalogueError([`This is not JSON. ${error.message}`]);
      throw error;
    }
  }
  async #keep(document) {
    if (document.version === this.#document.version && document.text === this.#document.text) return;
    this.#document = document;
    await writeDurably(this.copy, document.text);
    await writeDurably(`${this.copy}.version`, `${document.version}
`);
  }
  async #readCopy() {
    const version = await readFileIfThere(`${this.copy}.version`);
    const text7 = await readFileIfThere(this.copy);
    return version === void 0 || text7 === void 0 ? void 0 : { version: Number(version), text: text7 };
  }
};

// src/service/redis/shares.ts
import { rename as rename6 } from "node:fs/promises";
var SharedShares = class {
  #redis;
  constructor(redis) {
    this.#redis = redis;
  }
  /** Links of a node that was alone are those of all from now on. */
  async bring(file) {
    const records = await readShareFile(file);
    if (!records) return;
    for (const record3 of records) await this.add(record3);
    await rename6(file, `${file}.shared`);
  }
  async list() {
    const texts = readTexts(await this.#send("HVALS", SHARES));
    return texts.map((text7) => JSON.parse(text7));
  }
  async find(id2) {
    const text7 = await this.#send("HGET", SHARES, id2);
    return text7 === null ? void 0 : JSON.parse(String(text7));
  }
  async add(record3) {
    await this.#send("HSET", SHARES, record3.id, JSON.stringify(record3));
  }
  async remove(ids) {
    if (ids.length > 0) await this.#send("HDEL", SHARES, ...ids);
  }
  async #send(...command) {
    try {
      return await this.#redis.send(command);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new StoreError("away", error.message, error);
    }
  }
};

// src/service/redis/openRedis.ts
var CHECK_EVERY_MS = 1e3;
var REBUILD_WITHIN_MS = 6e4;
var LAPSES_LATER_MS = 1e4;
var SharedState = class _SharedState {
  epoch;
  secret;
  makeLimiter;
  budgets;
  frequencyCaps;
  #options;
  #redis;
  #mark;
  #accounts;
  #own = new LocalFrequencyCaps();
  #names;
  #deduplication;
  /** What is given back to a Redis that lost its data. */
  #managed;
  #readDelivered;
  /** By a clock that only runs forward. */
  #lostAt = 0;
  #checking;
  /** Rejects with an error in one line when Redis does not answer. */
  static async open(options) {
    const redis = await RedisConnection.open(options);
    try {
      const secret = await shareSecret(redis, options.folder);
      const mark = await DataMark.open({ redis, ...options });
      return new _SharedState(options, redis, { secret, mark, epoch: await startEpoch2(redis) });
    } catch (error) {
      redis.close();
      throw error;
    }
  }
  constructor(options, redis, { secret, mark, epoch }) {
    const { log, clock, trackingLife, reservationLife } = options;
    const names = createNames(deriveKey(secret, "shared keys"));
    this.#options = options;
    this.#names = names;
    this.#redis = redis;
    this.#mark = mark;
    this.epoch = epoch;
    this.secret = secret;
    this.#accounts = new Accounts({ redis, names, mark });
    this.makeLimiter = (name, limits) => new SharedLimiter({ ...limits, redis, name: (key) => names.limit(name, key) });
    this.budgets = new LeasedBudgets({
      ...{ accounts: this.#accounts, log, now: clock.now },
      reservations: new Reservations({ redis, epoch, reservationLife, life: trackingLife })
    });
    this.frequencyCaps = new SharedFrequencyCaps({ redis, names, log, own: this.#own });
    mark.onChange(() => this.#changeData());
    this.#lostAt = clock.elapsed();
    this.#checking = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }
  /** What this node counted itself, recalled from its disk. */
  get ownFrequencyCaps() {
    return this.#own;
  }
  get status() {
    return { isAway: this.#redis.isAway, outages: this.#redis.outages, isDataLost: this.#mark.isLost };
  }
  /** What accounts manage. `uploads`: where images are kept; `changes`: what was changed on this node. */
  async openManaged({ file, creatives, uploads, changes, maxKeys }) {
    const { folder, log, clock } = this.#options;
    const redis = this.#redis;
    const managed = { images: new SharedImages(redis, uploads), changes: new SharedChanges(redis, changes) };
    const shares = new SharedShares(redis);
    await shares.bring(join25(folder, SHARES_FILE));
    if (this.#mark.isMadeHere) for (const one of Object.values(managed)) await one.share();
    this.#managed = managed;
    const own = new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys });
    const { images } = managed;
    const catalogue = new SharedCatalogue({ redis, folder, log, file, creatives, images, changes });
    const failures = new SharedFailedSignIns({ redis, names: this.#names, own });
    return { ...managed, catalogue, shares, failures };
  }
  /** To be called when the start is over: from now on no command may keep a request waiting. */
  startServing() {
    this.#redis.startServing();
  }
  /** `own`: what this node counted. Resolves once the others can know of it. */
  async shareDeduplication(own) {
    this.#deduplication = new SharedDeduplication({
      ...{ redis: this.#redis, own, life: this.#options.trackingLife }
    });
    await this.#deduplication.share();
    return this.#deduplication;
  }
  /** The first node brings what it delivered alone, so that budgets and caps go on where they were. */
  async bringDelivered(readOwn2) {
    if (this.#mark.isMadeHere) await this.#write(await readOwn2());
  }
  /** From now on a Redis that lost its data is given back what was delivered. */
  rebuildFrom(readDelivered3) {
    this.#readDelivered = readDelivered3;
  }
  /** Gives back what is leased and not given out. */
  async close() {
    clearInterval(this.#checking);
    await this.budgets.close();
    this.#redis.close();
  }
  async #check() {
    if (this.#redis.isAway) return;
    try {
      await this.#mark.check();
      if (this.#mark.isLost) await this.#rebuild();
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "Redis not checked");
    }
  }
  #changeData() {
    const { log, clock } = this.#options;
    this.budgets.drop();
    this.#accounts.forgetVersions();
    if (!this.#mark.isLost) {
      log.info("Redis has its data; campaigns with a budget or a cap go on");
      return;
    }
    this.#lostAt = clock.elapsed();
    const restoring = [
      ...[restoreSecret(this.#redis, this.secret), this.#deduplication?.share()],
      ...[this.#managed?.images.share(), this.#managed?.changes.share()]
    ];
    Promise.all(restoring).catch(
      (error) => log.warn({ err: error }, "Redis not given back what is known here")
    );
  }
  /**
   * Writes back what was delivered, once nothing can be added to it any more that was decided before the loss: by then
   * reservations have lapsed.
   */
  async #rebuild() {
    const { clock, reservationLife } = this.#options;
    if (!this.#readDelivered || clock.elapsed() - this.#lostAt < reservationLife + LAPSES_LATER_MS) return;
    const lock = await this.#redis.send(["SET", REBUILDING, "1", "NX", "PX", String(REBUILD_WITHIN_MS)]);
    if (lock === null) return;
    const lockedAt = clock.elapsed();
    const delivered = await this.#readDelivered(clock.now());
    if (clock.elapsed() - lockedAt > REBUILD_WITHIN_MS / 2) return;
    if (!delivered) {
      await this.#redis.send(["DEL", REBUILDING]);
      return;
    }
    await this.#write(delivered);
    await this.#mark.renew();
  }
  async #write(delivered) {
    const now = this.#options.clock.now();
    for (const each of delivered)
      await this.#accounts.replace(each.campaign, toAccount(each, toDayNumber(now)));
  }
};
var REBUILDING = "zonetag:rebuilding";

// src/service/store/clickhouse/store.ts
import { existsSync as existsSync9 } from "node:fs";
import { readdir as readdir7, rm as rm13, stat as stat6 } from "node:fs/promises";
import { join as join26 } from "node:path";
import { setTimeout as delay2 } from "node:timers/promises";

// src/service/store/clickhouse/sql.ts
function writeClickHouse(query2, sources) {
  const parameters = {};
  const dialect = createDialect2((type, value) => {
    const name2 = `p${Object.keys(parameters).length}`;
    parameters[name2] = value;
    return `{${name2}: ${type}}`;
  });
  const span = [query2.from, query2.until].map((time, at) => `time ${at ? "<" : ">="} ${dialect.moment(time)}`);
  const where = [...span, ...writeConditions(query2, dialect)].join(" AND ");
  const keys = query2.groups.map((group, at) => `${writeValue(group, dialect)} AS g${at}`);
  const groups = keys.map((_, at) => `g${at}`);
  const counters = query2.count ? [] : listCounters(query2);
  Object.assign(parameters, { batches: sources.batches, hours: sources.hours });
  const facts = writeFacts(listColumns(query2), counters, where);
  const grouped = groups.length > 0 ? `GROUP BY ${groups.join(", ")}` : "";
  if (query2.count) return { sql: countGroups2(keys, facts), parameters };
  const sums = counters.map((counter) => `sum(${widen2(counter)}) AS s_${counter}`);
  const writeSum2 = (counter) => `sum(s_${counter})`;
  const orders = query2.orders.map(
    ({ by }) => typeof by === "number" ? groups[by] : writeMetric(by, writeSum2)
  );
  const sorted = [
    ...query2.orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((group) => `${group} ASC NULLS LAST`)
  ].join(", ");
  const name = (prefix) => (sql2, at) => `${sql2} AS ${prefix}${at}`;
  const metrics2 = query2.metrics.map((metric) => writeMetric(metric, writeSum2));
  const sql = `SELECT ${[...groups, ...metrics2.map(name("m")), ...orders.map(name("o")), "count() AS records"].join(", ")}
FROM (SELECT ${[...keys, ...sums, "count() AS c"].join(", ")} FROM (${facts}) ${grouped})
GROUP BY ${groups.length > 0 ? groups.join(", ") : "tuple()"} WITH TOTALS
${sorted && `ORDER BY ${sorted}`} ${writeLimit(query2)} FORMAT TabSeparatedRaw`;
  return { sql, parameters };
}
function countGroups2(keys, facts) {
  if (keys.length === 0) return "SELECT 1 FORMAT TabSeparatedRaw";
  return `SELECT count() FROM (SELECT DISTINCT ${keys.join(", ")} FROM (${facts})) FORMAT TabSeparatedRaw`;
}
function writeFacts(dimensions, counters, where) {
  const select = (values2) => ["time", ...dimensions, ...values2].join(", ");
  return `SELECT ${select(counters)} FROM facts WHERE batch IN {batches: Array(UInt64)} AND ${where}
UNION ALL
SELECT ${select(counters.map(writeEventCounter))} FROM events FINAL
WHERE hour IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC')) AND ${where}`;
}
function clampSeconds(seconds) {
  return Math.min(Math.max(0, Math.floor(seconds)), 2 ** 32 - 1);
}
function writeEventCounter(counter) {
  const isSet = isOneOf(EVENT_COUNTERS, counter);
  const zero = COUNTERS[counter] === "BIGINT" ? "toInt64(0)" : "toDecimal64(0, 9)";
  return `${isSet ? `${counter} * times` : zero} AS ${counter}`;
}
function widen2(counter) {
  return COUNTERS[counter] === "BIGINT" ? `toInt128(${counter})` : `toDecimal128(${counter}, 9)`;
}
function listColumns({ groups, conditions }) {
  const values2 = [...groups, ...conditions.map(({ value }) => value)];
  return [...new Set(values2.flatMap((value) => "column" in value ? [value.column] : []))];
}
function createDialect2(bind2) {
  return {
    moment: (time) => `toDateTime(${clampSeconds(time / 1e3)}, 'UTC')`,
    day: (minutes) => `toDate(time + 60 * (${minutes}), 'UTC')`,
    // `//` would begin a comment.
    hour: (minutes) => `intDiv(intDiv(toUnixTimestamp(time), 60) + ${minutes}, 60) % 24`,
    truncate: (unit, day2) => `${TRUNCATE[unit]}(${day2})`,
    year: (day2) => `toYear(${day2})`,
    within: (value, values2) => `${value} IN ${bind2(`Array(${findType(values2)})`, values2)}`,
    bindDay: (day2) => bind2("Date", day2 < FIRST_DAY ? FIRST_DAY : day2 > LAST_DAY ? LAST_DAY : day2)
  };
}
var FIRST_DAY = "1970-01-02";
var LAST_DAY = "2105-12-31";
var TRUNCATE = { week: "toMonday", month: "toStartOfMonth", quarter: "toStartOfQuarter" };
function findType(values2) {
  return typeof values2[0] === "string" ? "String" : "Int64";
}

// src/service/store/clickhouse/sources.ts
var HOUR_S = 3600;
var DAY_S = 24 * HOUR_S;
var nameHour = (hour) => `hour ${hour}`;
var nameDay = (day2) => `day ${day2}`;
var HOURS = `
  SELECT toUnixTimestamp(hour) AS hour_s, toString(sum(last)) AS version
  FROM (SELECT hour, epoch, max(file) AS last FROM arrivals
    WHERE hour >= toDateTime({from: UInt32}, 'UTC') AND hour < toDateTime({until: UInt32}, 'UTC')
    GROUP BY hour, epoch)
  GROUP BY hour ORDER BY hour`;
async function readHours(clickhouse, from, until) {
  const rows = await clickhouse.query(HOURS, {
    from: clampSeconds(from),
    until: clampSeconds(until)
  });
  return rows.map(({ hour_s, version }) => ({ hour: hour_s, version: BigInt(version) }));
}
async function readForgotten(clickhouse, markedFor = 0) {
  const [row] = await clickhouse.query(
    "SELECT toUnixTimestamp(max(until)) AS until FROM forgotten WHERE at <= now() - {markedFor: UInt32}",
    { markedFor }
  );
  return row?.until ?? 0;
}
async function findSources(clickhouse, span, keysKeptMs) {
  const [from, until] = [span.from - keysKeptMs, span.until].map((time) => Math.floor(time / 1e3 / DAY_S));
  const [forgotten, batches, hours] = await Promise.all([
    readForgotten(clickhouse),
    readBatches(clickhouse),
    readHours(clickhouse, (from ?? 0) * DAY_S, ((until ?? 0) + 1) * DAY_S)
  ]);
  return chooseSources(batches, hours, forgotten);
}
function chooseSources(batches, hours, forgotten) {
  const imports = [...batches.values()].filter(({ start }) => start === 0);
  const chosen = new Set(imports.map(({ batch }) => batch));
  const left = [];
  for (const [day2, own] of groupByDay(hours)) {
    const whole5 = batches.get(nameDay(day2));
    if (whole5 && (day2 < forgotten || whole5.version === sumVersions(own))) {
      chosen.add(whole5.batch);
      continue;
    }
    for (const { hour, version } of own) {
      const batch = batches.get(nameHour(hour));
      if (batch?.version === version) chosen.add(batch.batch);
      else left.push(hour);
    }
  }
  return { batches: [...chosen], hours: left };
}
function groupByDay(hours) {
  return groupBy(hours, ({ hour }) => hour - hour % DAY_S);
}
function sumVersions(hours) {
  return hours.reduce((sum2, { version }) => sum2 + version, 0n);
}

// src/service/store/clickhouse/delivered.ts
var ALL3 = { from: 0, until: Number.MAX_SAFE_INTEGER };
var NAMES3 = ["impressions", "cost"];
var DELIVERED2 = `
  SELECT toString(assumeNotNull(campaign_id)) AS campaign,
    toString(toInt128(sumIf(${widen2("cost")}, is_today) * 1000000000)) AS cost_today,
    toString(toInt128(sum(${widen2("cost")}) * 1000000000)) AS cost_total,
    toString(sumIf(${widen2("impressions")}, is_today)) AS shown_today,
    toString(sum(${widen2("impressions")})) AS shown_total
  FROM (
    SELECT campaign_id, time >= toStartOfDay(toDateTime({now: UInt32}, 'UTC')) AS is_today, ${NAMES3.join(", ")}
    FROM facts WHERE batch IN {batches: Array(UInt64)} AND campaign_id IS NOT NULL
    UNION ALL
    SELECT campaign_id, time >= toStartOfDay(toDateTime({now: UInt32}, 'UTC')) AS is_today,
      ${NAMES3.map(writeEventCounter).join(", ")}
    FROM events FINAL WHERE hour IN (SELECT toDateTime(arrayJoin({hours: Array(UInt32)}), 'UTC'))
      AND campaign_id IS NOT NULL
  ) GROUP BY campaign_id`;
async function readDelivered2(clickhouse, now) {
  const sources = await findSources(clickhouse, ALL3, 0);
  const rows = await clickhouse.query(DELIVERED2, {
    ...sources,
    now: Math.floor(now / 1e3)
  });
  return rows.map((row) => ({
    campaign: Number(row.campaign),
    costToday: BigInt(row.cost_today ?? 0),
    costTotal: BigInt(row.cost_total ?? 0),
    shownToday: Number(row.shown_today),
    shownTotal: Number(row.shown_total),
    pending: 0
  }));
}

// src/service/store/clickhouse/exportRows.ts
import { open as open6, rm as rm11 } from "node:fs/promises";
var TAIL_BYTES = 64 * 1024;
async function exportRows(clickhouse, path, query2, sources, signal) {
  const { sql, parameters } = writeClickHouse(query2, sources);
  try {
    await clickhouse.exportTo(path, sql, parameters, signal);
    if (query2.count) return { path };
    const cells = (await takeTotals(path)).split("	");
    const metrics2 = query2.totals ? cells.slice(query2.groups.length, query2.groups.length + query2.metrics.length) : [];
    return { path, first: [cells.at(-1) ?? "0", ...metrics2] };
  } catch (error) {
    await rm11(path, { force: true });
    throw error;
  }
}
async function takeTotals(path) {
  const file = await open6(path, "r+");
  try {
    const { size: size3 } = await file.stat();
    const from = Math.max(0, size3 - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
    const tail = buffer.subarray(0, bytesRead);
    const start = tail.lastIndexOf("\n\n") + 1;
    if (tail.at(start) !== 10 || tail.at(-1) !== 10)
      throw new StoreError("away", "The answer of ClickHouse ended early.");
    await file.truncate(from + start);
    return tail.toString("utf8", start + 1, bytesRead - 1);
  } finally {
    await file.close();
  }
}

// src/service/store/clickhouse/forgetting.ts
var MARKED_MS = 15 * 6e4;
async function forgetEvents({ clickhouse, keepMs, markedMs = MARKED_MS }, now) {
  await markDays(clickhouse, Math.floor((now - keepMs) / 1e3));
  const until = await readForgotten(clickhouse, Math.floor(markedMs / 1e3));
  if (until === 0) return;
  await deleteEvents(clickhouse, until);
  await deleteReplaced(clickhouse, until);
}
async function markDays(clickhouse, end) {
  const marked = await readForgotten(clickhouse);
  const [batches, hours] = await Promise.all([readBatches(clickhouse), readHours(clickhouse, marked, end)]);
  let until = marked;
  for (const [day2, own] of groupByDay(hours)) {
    if (day2 + DAY_S > end || batches.get(nameDay(day2))?.version !== sumVersions(own)) break;
    until = day2 + DAY_S;
  }
  if (until > marked)
    await clickhouse.command("INSERT INTO forgotten (until) SELECT toDateTime({until: UInt32}, 'UTC')", {
      until
    });
}
async function deleteEvents(clickhouse, until) {
  const days = await clickhouse.query(
    "SELECT DISTINCT toString(toDate(hour)) AS day FROM events WHERE hour < toDateTime({until: UInt32}, 'UTC')",
    { until }
  );
  for (const { day: day2 } of days) await clickhouse.command(`ALTER TABLE events DROP PARTITION '${day2}'`);
}
async function deleteReplaced(clickhouse, until) {
  const rows = await clickhouse.query(
    `SELECT name, toString(batch) AS id, toUnixTimestamp(max(start)) AS first FROM batches
     GROUP BY name, batch HAVING max(state) < 2 AND first > 0 AND first < {until: UInt32}`,
    { until }
  );
  const current = await readBatches(clickhouse);
  const replaced = rows.map(({ name, id: id2, first }) => ({ name, batch: BigInt(id2), start: first, version: 0n })).filter(({ name, batch, start }) => name !== nameDay(start) || batch !== current.get(name)?.batch);
  if (replaced.length === 0) return;
  await clickhouse.command("DELETE FROM facts WHERE batch IN {batches: Array(UInt64)}", {
    batches: replaced.map(({ batch }) => batch)
  });
  for (const batch of replaced) await removeBatch(clickhouse, batch);
}

// src/service/store/clickhouse/rollups.ts
var HOUR_S2 = 3600;
var NAMES4 = listKeys(COUNTERS);
var DIMENSION_NAMES = Object.keys(DIMENSIONS).join(", ");
var COLUMNS5 = ["batch", "time", DIMENSION_NAMES, ...NAMES4].join(", ");
var SUMS3 = NAMES4.map(
  (name) => COUNTERS[name] === "BIGINT" ? `accurateCast(sum(${widen2(name)}), 'Int64')` : `accurateCast(sum(${widen2(name)}), 'Decimal(18, 9)')`
);
function writeSum(from) {
  const quarter = "toStartOfFifteenMinutes(time) AS quarter";
  return `INSERT INTO facts (${COLUMNS5})
SELECT {batch: UInt64}, ${quarter}, ${DIMENSION_NAMES}, ${SUMS3.join(", ")} FROM (${from})
GROUP BY quarter, ${DIMENSION_NAMES}`;
}
var SUM_HOUR = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES4.map(writeEventCounter).join(", ")}
   FROM events FINAL WHERE hour = toDateTime({start: UInt32}, 'UTC')`
);
var SUM_BATCHES = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES4.join(", ")} FROM facts WHERE batch IN {batches: Array(UInt64)}`
);
var Rollups = class {
  #clickhouse;
  #closeAfterMs;
  #onUnfit;
  /** Names of batches whose sums do not fit their columns; reports read their parts. */
  #unfit = /* @__PURE__ */ new Set();
  constructor({ clickhouse, closeAfterMs, onUnfit }) {
    this.#clickhouse = clickhouse;
    this.#closeAfterMs = closeAfterMs;
    this.#onUnfit = onUnfit;
  }
  /** Hours and days that could not be summed up since the start. */
  get unfit() {
    return this.#unfit.size;
  }
  /** Sums up what is over and is not summed up, or was when events were still to come. */
  async run(now) {
    const closed = Math.floor((now - this.#closeAfterMs) / 1e3);
    const forgotten = await readForgotten(this.#clickhouse);
    const batches = await readBatches(this.#clickhouse);
    const hours = await readHours(this.#clickhouse, Math.max(1, forgotten), closed - closed % HOUR_S2);
    for (const [day2, own] of groupByDay(hours)) {
      if (batches.get(nameDay(day2))?.version === sumVersions(own)) continue;
      await this.#sumHours(own, batches);
      if (day2 + DAY_S <= closed) await this.#sumDay(day2, own, batches);
    }
  }
  async #sumHours(hours, batches) {
    for (const { hour, version } of hours) {
      const name = nameHour(hour);
      if (batches.get(name)?.version === version) continue;
      await this.#sum({ name, start: hour, version }, SUM_HOUR, { start: hour }, batches);
    }
  }
  async #sumDay(day2, hours, batches) {
    const parts = hours.map(({ hour }) => batches.get(nameHour(hour)));
    const isWhole = parts.every((part, at) => part?.version === hours[at]?.version);
    if (!isWhole) return;
    const ids = parts.map((part) => part?.batch);
    const batch = { name: nameDay(day2), start: day2, version: sumVersions(hours) };
    await this.#sum(batch, SUM_BATCHES, { batches: ids }, batches);
  }
  async #sum(part, statement, parameters, batches) {
    if (this.#unfit.has(part.name)) return;
    try {
      const sum2 = (batch) => this.#clickhouse.command(statement, { batch, ...parameters });
      batches.set(part.name, await writeBatch(this.#clickhouse, part, sum2));
    } catch (error) {
      if (!isDataError2(error)) throw error;
      this.#unfit.add(part.name);
      const span = part.name === nameHour(part.start) ? "hour" : "day";
      this.#onUnfit({ from: new Date(part.start * 1e3).toISOString(), span, err: error });
    }
  }
};

// src/service/store/clickhouse/shipping.ts
import { readFile as readFile15, rm as rm12 } from "node:fs/promises";
import { basename as basename4 } from "node:path";

// src/service/store/clickhouse/rows.ts
var LAST = [...Object.keys(KEY_COLUMNS), ...Object.keys(FREQUENCY_COLUMNS)];
var HOUR_S3 = 3600;
var END_OF_TIME_S = 2 ** 32 - 1;
var NO_KIND = 0;
function readFileName(name) {
  const [, epoch, file] = /^(\d{9})-(\d{9})\.csv$/.exec(name) ?? [];
  return epoch && file ? { epoch: Number(epoch), file: Number(file) } : void 0;
}
function readRows2({ header: header2, writes }, { epoch, file }) {
  const names = readHeader(header2);
  if (names?.[0] !== "time_s" || LAST.some((name, at) => names.at(at - LAST.length) !== name))
    return void 0;
  const own = names.slice(1, -LAST.length);
  const columns = [...own, "time", "hour", "epoch", "number", "kind", "precedence", "times"];
  const rows = [];
  const hours = /* @__PURE__ */ new Set();
  const counted = /* @__PURE__ */ new Map();
  for (const lines of writes)
    for (const line of lines.toString("utf8").split("\n")) {
      if (line === "") continue;
      const { time, values: values2, key } = splitLine(line);
      if (!key) {
        counted.set(line, (counted.get(line) ?? 0) + 1);
        continue;
      }
      const hour = Number(key.decided) - Number(key.decided) % HOUR_S3;
      hours.add(hour);
      const precedence = END_OF_TIME_S - Number(time);
      rows.push(`${values2},${time},${hour},${key.epoch},${key.number},${key.kind},${precedence},1
`);
    }
  let place = 0n;
  for (const [line, times2] of counted) {
    const { time, values: values2 } = splitLine(line);
    const hour = Number(time) - Number(time) % HOUR_S3;
    hours.add(hour);
    const number6 = (BigInt(file) << 32n) + place++;
    rows.push(`${values2},${time},${hour},${epoch},${number6},${NO_KIND},0,${times2}
`);
  }
  return { columns, rows, hours };
}
function readHour(row) {
  return Number(row.split(",").at(-6));
}
function splitLine(line) {
  const first = line.indexOf(",");
  const last = [];
  let end = line.length;
  for (let count3 = 0; count3 < LAST.length; count3++) {
    const comma = line.lastIndexOf(",", end - 1);
    last.unshift(line.slice(comma + 1, end));
    end = comma;
  }
  const [epoch, number6, kind, decided] = last;
  return {
    time: line.slice(0, first),
    values: line.slice(first + 1, end),
    ...kind && { key: { epoch, number: number6, kind, decided } }
  };
}

// src/service/store/clickhouse/shipping.ts
var Shipper = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** Files of a start are to be sent in their order. */
  async ship({ path, isWhole }) {
    const { setAside } = this.#parts;
    const name = readFileName(basename4(path));
    const journal = readJournalFile(await readFile15(path));
    const read3 = name && readRows2(journal, name);
    if (!read3 && journal.header !== "") return setAside.moveUnknown(path);
    if (read3 && !isWhole) await setAside.repair(path);
    if (read3) await this.#send(read3, name, path);
    await rm12(path, { force: true });
  }
  async #send({ columns, rows, hours }, { epoch, file }, path) {
    const { clickhouse, setAside } = this.#parts;
    const token = basename4(path);
    const forgotten = await this.#readForgotten(hours);
    const late = forgotten > 0 ? rows.filter((row) => readHour(row) < forgotten) : [];
    const taken = late.length > 0 ? rows.filter((row) => readHour(row) >= forgotten) : rows;
    const rest = await this.#insert({ columns, rows: taken }, token);
    if (rest.length > 0) await setAside.addLines(path, columns.join(","), rest, "not taken by ClickHouse");
    const lines = late.map((row) => row.trimEnd());
    if (late.length > 0)
      await setAside.addLines(path, columns.join(","), lines, "of days whose events are deleted");
    const arrivals = [...hours].filter((hour) => hour >= forgotten).map((hour) => `${hour},${epoch},${file}
`).join("");
    await clickhouse.insert("arrivals", ["hour", "epoch", "file"], arrivals, token);
  }
  /** Before when there are no events any more; only earlier days can be. */
  async #readForgotten(hours) {
    const isRecent = Math.min(...hours) * 1e3 > Date.now() - DAY_MS;
    return isRecent ? 0 : readForgotten(this.#parts.clickhouse);
  }
  /** Gives the rows that were not taken: halves of halves, so that few tries find few rows. */
  async #insert({ columns, rows }, token) {
    if (rows.length === 0) return [];
    try {
      await this.#parts.clickhouse.insert("events", columns, rows.join(""), token);
      return [];
    } catch (error) {
      if (!isDataError2(error)) throw error;
      if (rows.length === 1) return rows.map((row) => row.trimEnd());
      const middle = rows.length >> 1;
      const first = await this.#insert({ columns, rows: rows.slice(0, middle) }, `${token}/0`);
      return [...first, ...await this.#insert({ columns, rows: rows.slice(middle) }, `${token}/1`)];
    }
  }
};

// src/service/store/clickhouse/store.ts
var DEFAULTS2 = {
  keysKeptMs: 36e5,
  loadEveryMs: 1e3,
  rollUpEveryMs: 6e4,
  keepEventsMs: 0,
  maxWaiting: 32 * 1024 * 1024,
  maxFile: 16 * 1024 * 1024,
  maxJournal: 8 * 1024 ** 3,
  clock: systemClock,
  onSetAside: () => {
  },
  onShipping: () => {
  },
  onSummingUp: () => {
  },
  onUnfit: () => {
  }
};
var CLOSE_AFTER_MS = 10 * 6e4;
var ANSWERS_WITHIN_MS = 5e3;
async function openClickHouseStore(options) {
  const store = new JournalToClickHouse({ ...DEFAULTS2, ...options });
  await store.open();
  return store;
}
var JournalToClickHouse = class {
  #options;
  #clickhouse;
  #setAside;
  #shipper;
  #rollups;
  #encoder = new EventEncoder();
  deduplication = new Deduplication(() => this.#options.clock.elapsed());
  #loads = { count: 0, seconds: 0 };
  #journal;
  #timer;
  /** Files are sent one after the other. */
  #shipping = new SerialQueue();
  /** Why the last file could not be sent. */
  #problem;
  /** Since when a file is being sent, by a clock that only runs forward. */
  #sendingSince;
  /** Bytes of files that wait. */
  #bytes = 0;
  #isMigrated = false;
  #rolledUpAt = Number.NEGATIVE_INFINITY;
  #rollingUp;
  #rollUpProblem;
  /** Files of rows so far. */
  #exports = 0;
  constructor(options) {
    const { url, folder, keysKeptMs, onSetAside, onUnfit } = options;
    this.#options = options;
    this.#clickhouse = connect({ url });
    this.#setAside = new SetAside(join26(folder, "set-aside"), onSetAside);
    this.#shipper = new Shipper({ clickhouse: this.#clickhouse, setAside: this.#setAside });
    const closeAfterMs = keysKeptMs + CLOSE_AFTER_MS;
    this.#rollups = new Rollups({ clickhouse: this.#clickhouse, closeAfterMs, onUnfit });
  }
  async open() {
    const { folder, epoch, maxWaiting, maxFile, loadEveryMs } = this.#options;
    if (existsSync9(join26(folder, DATABASE_FILE)))
      throw new StoreError(
        "failed",
        `The data folder ${folder} has events of a service without ClickHouse. Bring them over with \`zonetag-service move-events\`, or name another folder.`
      );
    await rm13(this.#temporary, { recursive: true, force: true });
    for (const each of [folder, this.#temporary]) await makeFolder(each);
    await this.#migrate().catch((error) => {
      if (error.code !== "away") throw error;
      this.#setProblem(error);
    });
    this.#journal = await Journal.open({
      folder: this.#journalFolder,
      header: EVENTS_HEADER,
      prefix: String(epoch).padStart(9, "0"),
      ...{ maxWaiting, maxFile }
    });
    this.#timer = setInterval(() => this.#tick(), loadEveryMs).unref();
  }
  append(events) {
    return this.#append(() => this.#encoder.encode(events), events.length);
  }
  appendKeyed(events) {
    const encode2 = () => events.map(({ key, event }) => this.#encoder.encode([event], key)).join("");
    return this.#append(encode2, events.length);
  }
  async exportRows(query2, signal) {
    await this.#shipInTime();
    const sources = await findSources(this.#clickhouse, query2, this.#options.keysKeptMs);
    this.#exports += 1;
    const path = join26(this.#temporary, `rows-${this.#exports}.tsv`);
    return exportRows(this.#clickhouse, path, query2, sources, signal);
  }
  get isAway() {
    const since = this.#sendingSince;
    return this.#problem !== void 0 || since !== void 0 && this.#options.clock.elapsed() - since > ANSWERS_WITHIN_MS;
  }
  get unfitSums() {
    return this.#rollups.unfit;
  }
  async readDelivered(now) {
    try {
      await this.#ship();
      return await readDelivered2(this.#clickhouse, now);
    } catch (error) {
      if (asStoreError(error).code === "away") return void 0;
      throw error;
    }
  }
  rollUp() {
    this.#rollingUp ??= this.#rollUp().finally(() => {
      this.#rollingUp = void 0;
    });
    return this.#rollingUp;
  }
  async #rollUp() {
    const { clock, keepEventsMs } = this.#options;
    await this.#rollups.run(clock.now());
    if (keepEventsMs > 0)
      await forgetEvents({ clickhouse: this.#clickhouse, keepMs: keepEventsMs }, clock.now());
  }
  status() {
    const journal = this.#journal;
    const problem = journal ? journal.problem ?? this.#findLimit() : new StoreError("closed", "");
    return {
      ready: problem === void 0,
      ...problem && { problem: describeProblem(problem) },
      waiting: journal?.lines ?? 0,
      setAside: this.#setAside.counts,
      bytes: this.#bytes,
      writes: journal?.writes ?? { count: 0, seconds: 0 },
      loads: this.#loads
    };
  }
  async close() {
    const journal = this.#journal;
    if (!journal) return;
    clearInterval(this.#timer);
    await journal.close();
    await this.#ship().catch(() => {
    });
    await this.#rollingUp?.catch(() => {
    });
    this.#journal = void 0;
    await this.#clickhouse.close();
  }
  get #temporary() {
    return join26(this.#options.folder, "temporary");
  }
  get #journalFolder() {
    return join26(this.#options.folder, "journal");
  }
  async #append(encode2, count3) {
    if (!this.#journal) throw new StoreError("closed", "The store is closed.");
    const limit = this.#findLimit();
    if (limit) throw limit;
    await this.#journal.append(encode2(), count3);
  }
  #findLimit() {
    return this.#bytes > this.#options.maxJournal ? new StoreError("full", "More events wait for ClickHouse than the journal may hold.") : void 0;
  }
  async #migrate() {
    if (this.#isMigrated) return;
    await migrate2(this.#clickhouse);
    this.#isMigrated = true;
  }
  #tick() {
    const { clock, rollUpEveryMs, keysKeptMs } = this.#options;
    this.deduplication.dropBefore({
      countedAt: clock.elapsed() - keysKeptMs,
      decidedAt: clock.now() - keysKeptMs
    });
    if (this.#journal?.problem) this.#journal.probe().catch(() => {
    });
    this.#ship().catch(() => {
    });
    if (rollUpEveryMs === 0 || clock.elapsed() - this.#rolledUpAt < rollUpEveryMs) return;
    this.#rolledUpAt = clock.elapsed();
    if (this.#isMigrated) void this.#rollUpAgain();
  }
  /** What cannot be summed up now is next time. */
  async #rollUpAgain() {
    const problem = await this.rollUp().then(() => void 0, asStoreError);
    if (problem?.code === "away") return;
    if (!problem !== !this.#rollUpProblem) this.#options.onSummingUp(problem);
    this.#rollUpProblem = problem;
  }
  /** Brings everything acknowledged here so far to ClickHouse. */
  #ship() {
    return this.#shipping.run(() => this.#shipFiles());
  }
  /** A network that swallows packets would keep reports for as long as an insert may take. */
  async #shipInTime() {
    const ending = new AbortController();
    const late = delay2(ANSWERS_WITHIN_MS, void 0, { signal: ending.signal, ref: false }).then(() => {
      throw new StoreError("away", "ClickHouse does not answer in time.");
    });
    try {
      await Promise.race([this.#ship(), late]);
    } finally {
      late.catch(() => {
      });
      ending.abort();
    }
  }
  async #shipFiles() {
    const journal = this.#journal;
    if (!journal) throw new StoreError("closed", "The store is closed.");
    try {
      await this.#migrate();
      for (const file of await journal.seal()) {
        const startedAt = performance.now();
        this.#sendingSince = this.#options.clock.elapsed();
        await this.#shipper.ship(file);
        journal.forget(file.path);
        this.#loads.count += 1;
        this.#loads.seconds += (performance.now() - startedAt) / 1e3;
      }
      this.#bytes = 0;
      this.#setProblem(void 0);
    } catch (error) {
      this.#bytes = await measureFiles(this.#journalFolder);
      this.#setProblem(asStoreError(error));
      throw this.#problem;
    } finally {
      this.#sendingSince = void 0;
    }
  }
  #setProblem(problem) {
    if (!problem !== !this.#problem) this.#options.onShipping(problem);
    this.#problem = problem;
  }
};
async function measureFiles(folder) {
  const names = await readdir7(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat6(join26(folder, name)).catch(() => void 0)));
  return sizes.reduce((sum2, file) => sum2 + (file?.size ?? 0), 0);
}

// src/service/engines.ts
async function openEngines(parts) {
  const { redis, clickhouse } = parts.settings;
  if (redis !== void 0) return openShared(parts, redis);
  if (clickhouse === void 0) return openOwn(parts);
  throw new Error("--clickhouse needs --redis: nodes whose events are in one place share what counts once.");
}
async function openOwn(parts) {
  const { settings, clock } = parts;
  const { data, catalogue: file, reservationLife } = settings;
  await restoreFile(file);
  const source = createFileSource(file, listCreativeFolders(settings));
  const catalogue = await source.load();
  const store = await openEventStore(parts);
  try {
    const now = clock.now();
    const budgets = new LocalBudgets(reservationLife, clock.elapsed);
    budgets.recall(await recallDelivered(store, now, reservationLife), now);
    const frequencyCaps = new LocalFrequencyCaps();
    await recallFrequency(store, frequencyCaps, catalogue, now);
    const changes = await AuditLog.open(join27(data, AUDIT_FILE), file);
    return {
      ...{ catalogue, source, store, local: store, budgets, frequencyCaps },
      epoch: store.epoch,
      deduplication: store.deduplication,
      ...{ editor: new CatalogueFile(file, changes), changes },
      images: new ImageFolder(findUploads(settings)),
      shares: new ShareFile(join27(data, SHARES_FILE)),
      failures: new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys: settings.limitKeys }),
      limits: createLimits(settings, clock.elapsed, matchNetworks(settings.unlimitedAddresses)),
      secret: await loadSecret(data),
      close: () => store.close()
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
async function openShared(parts, url) {
  const { settings, clock, log } = parts;
  const { data, catalogue: file, trackingLife, reservationLife } = settings;
  const shared = await SharedState.open({
    ...{ url, timeout: settings.redisTimeout, folder: data, trackingLife, reservationLife, clock, log }
  });
  let events;
  const close = async () => {
    await shared.close();
    await events?.store.close();
  };
  try {
    const { catalogue: source, ...managed } = await shared.openManaged({
      ...{ file, creatives: listCreativeFolders(settings), uploads: findUploads(settings) },
      ...{ changes: new AuditLog(join27(data, AUDIT_FILE)), maxKeys: settings.limitKeys }
    });
    const catalogue = await source.load();
    events = await openSharedEvents(parts, shared);
    const { counted, readDelivered: readDelivered3, ...stores } = events;
    await shared.bringDelivered(readDelivered3);
    if (events.local) await recallFrequency(events.local, shared.ownFrequencyCaps, catalogue, clock.now());
    const { epoch, secret, budgets, frequencyCaps, makeLimiter } = shared;
    const isUnlimited = matchNetworks(settings.unlimitedAddresses);
    const deduplication = await shared.shareDeduplication(counted);
    shared.startServing();
    return {
      ...{
        catalogue,
        source,
        editor: source,
        ...managed,
        ...stores,
        epoch,
        secret,
        budgets,
        frequencyCaps,
        close
      },
      deduplication,
      limits: createLimits(settings, clock.elapsed, isUnlimited, makeLimiter),
      redisStatus: () => shared.status
    };
  } catch (error) {
    await close();
    throw error;
  }
}
var AUDIT_FILE = "changes.jsonl";
var ASK_EVERY_MS = 1e3;
async function openSharedEvents(parts, shared) {
  const { settings, clock } = parts;
  if (settings.clickhouse === void 0) {
    const local = await openEventStore(parts, shared.epoch);
    const readDelivered4 = () => recallDelivered(local, clock.now(), settings.reservationLife);
    return { store: local, local, counted: local.deduplication, readDelivered: readDelivered4 };
  }
  const store = await openSentEvents(parts, settings.clickhouse, shared.epoch);
  shared.rebuildFrom((now) => store.readDelivered(now));
  const readDelivered3 = async () => {
    for (; ; ) {
      const delivered = await store.readDelivered(clock.now());
      if (delivered) return delivered;
      await delay3(ASK_EVERY_MS);
    }
  };
  const clickHouseStatus = () => ({ isAway: store.isAway, unfitSums: store.unfitSums });
  return { store, counted: store.deduplication, readDelivered: readDelivered3, clickHouseStatus };
}
function openSentEvents({ settings, clock, log }, url, epoch) {
  return openClickHouseStore({
    ...{ url, folder: settings.data, epoch, keysKeptMs: settings.trackingLife, clock },
    maxJournal: settings.maxJournal,
    keepEventsMs: settings.keepEvents * DAY_MS,
    onSetAside: (notice) => log.error(notice, "data set aside"),
    onShipping: (problem) => problem ? log.error({ err: problem }, "events wait for ClickHouse") : log.info("events are sent to ClickHouse again"),
    onSummingUp: (problem) => problem ? log.error({ err: problem }, "hours are not summed up in ClickHouse") : log.info("hours are summed up in ClickHouse again"),
    onUnfit: (notice) => log.error(notice, "sums do not fit their columns; reports read the events")
  });
}
function openEventStore({ settings, clock, log }, epoch) {
  return openStore({
    ...{ folder: settings.data, keysKeptMs: settings.trackingLife, clock, epoch },
    ...{ memory: settings.storeMemory, threads: settings.storeThreads, isApart: true },
    onEnded: () => log.error("the database's process ended; another is started"),
    onSetAside: (notice) => log.error(notice, "data set aside")
  });
}
function findUploads({ data }) {
  return join27(data, "creatives");
}
function listCreativeFolders(settings) {
  if (settings.creatives === void 0) return [];
  if (!statSync4(settings.creatives, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder of creatives ${settings.creatives}.`);
  return [findUploads(settings), settings.creatives];
}

// src/service/http/accessLog.ts
function createAccessLog(parts) {
  const { log, traces, now, findAddress } = parts;
  const isLogged = parts.accessLog === "on";
  if (!isLogged && !traces) return void 0;
  return ({ route, request: request2, requestId, status, milliseconds }) => {
    const { method = "", headers } = request2;
    traces?.record({ route, method, status, startedAt: now() - milliseconds, milliseconds, headers });
    if (!isLogged) return;
    const address = truncateAddress(findAddress(request2));
    log.info(
      { requestId, route, method, status, milliseconds: Math.round(milliseconds), address },
      "request"
    );
  };
}

// src/service/http/admission.ts
var MIN_BACKLOG = 256;
var Admission = class {
  #settings;
  #limiter;
  #now;
  /** When the requests in flight began to wait for the disk, which answers them in that order. */
  #waiting = new TimeRing();
  constructor(settings, limiter, now) {
    this.#settings = settings;
    this.#limiter = limiter;
    this.#now = now;
  }
  /** Counts a request in the limit of its address. */
  take(address) {
    return this.#settings.limitPlacement ? this.#limiter.take(address) : UNLIMITED;
  }
  /** Whether new requests are to be refused until some of those in flight are answered. */
  get isOverloaded() {
    const { maxConcurrent, maxWait } = this.#settings;
    const { length, oldest } = this.#waiting;
    if (length >= maxConcurrent) return true;
    return length >= MIN_BACKLOG && oldest !== void 0 && this.#now() - oldest > maxWait;
  }
  /** Counts a request as in flight until the work is done. */
  async wait(work) {
    this.#waiting.add(this.#now());
    try {
      return await work;
    } finally {
      this.#waiting.dropOldest();
    }
  }
};

// src/service/http/app.ts
import { timingSafeEqual as timingSafeEqual2 } from "node:crypto";
import { Hono as Hono4 } from "hono";

// src/service/management/routes.ts
import { Hono } from "hono";

// src/service/statistics/body.ts
import { bodyLimit } from "hono/body-limit";

// src/protocol/validation.ts
var UNEXPECTED_FIELD = "This field was not expected.";
var MISSING_FIELD = "This field is missing.";
var MALFORMED_BODY = "Malformed JSON body.";
function formatPath2(keys) {
  return keys.map((key) => `[${String(key)}]`).join("") || "[body]";
}

// src/service/statistics/route.ts
function serveMethods(app, path, handlers) {
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  const allowed = Object.keys(handlers).join(", ");
  app.all(path, (c) => {
    c.header("Allow", allowed);
    return refuse(c, 405, `This address takes ${allowed}.`);
  });
}
function refuse(c, status, message) {
  return c.json({ message }, status);
}
function requireAccount(handler) {
  return (c) => {
    const account4 = c.get("account");
    if (account4) return handler(c, account4);
    c.header("WWW-Authenticate", "Bearer");
    return refuse(c, 401, "A token of /v2/login is needed in the Authorization header, as Bearer.");
  };
}
function requireOwner(handler) {
  return requireAccount(
    (c, account4) => c.get("share") ? refuse(c, 403, "A shared link only reads reports.") : handler(c, account4)
  );
}

// src/service/statistics/body.ts
var IMAGES_PATH = "/v2/images";
function limitedBody({ maxBody, maxImage }) {
  const limit = (maxSize) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const [body, image] = [limit(maxBody), limit(maxImage)];
  return (c, next) => (c.req.path === IMAGES_PATH ? image : body)(c, next);
}
function refuseLarge(c, maxSize) {
  c.header("Connection", "close");
  return c.json({ message: `A body has at most ${maxSize} bytes.` }, 413);
}
function isEncoded(c) {
  return !/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? "");
}
async function parseBody(c) {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
}
async function readBody(c) {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  if (isEncoded(c)) return refuse(c, 415, "The body is to be sent as it is, without Content-Encoding.");
  try {
    return { json: await parseBody(c) };
  } catch {
    return c.json({ errors: [{ "[body]": MALFORMED_BODY }] }, 400);
  }
}

// src/service/management/user.ts
var FIELDS2 = ["name", "password", "currentPassword"];
async function changeOwnAccount(management, viewer, input) {
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const wrong = Object.keys(input).filter((field) => !FIELDS2.includes(field));
  if (wrong.length > 0)
    throw new ChangeRefused(
      400,
      "The change was not made.",
      wrong.map((field) => ({ [`[${field}]`]: "This field was not expected." }))
    );
  const { currentPassword, ...patch } = input;
  if ("password" in patch && !await verifyPassword(String(currentPassword ?? ""), viewer.password))
    throw refuseField("currentPassword", "Wrong password.", 403);
  await management.changeOwn(viewer, patch);
}

// src/service/management/routes.ts
var MAX_LIMIT2 = 500;
function managementRoutes(management, images) {
  const app = new Hono();
  for (const kind of KINDS2) serveKind(app, kind, management);
  serve(app, "/v2/campaigns/:id/creatives", {
    GET: (c, viewer) => showAll(c, management.creatives(viewer, readId2(c, "id"))),
    POST: async (c, viewer) => showNew(c, await management.createCreative(viewer, readId2(c, "id"), await readJson(c)))
  });
  serve(app, "/v2/campaigns/:id/creatives/:creative", {
    PATCH: async (c, viewer) => {
      const [campaign2, creative] = [readId2(c, "id"), readId2(c, "creative")];
      const body = await readJson(c);
      return show(c, await management.changeCreative(viewer, campaign2, creative, readVersion2(c), body));
    }
  });
  serve(app, "/v2/images", { POST: (c, viewer) => takeImage(c, viewer, images) });
  serve(app, "/v2/user", {
    GET: (c, viewer) => c.json(management.describe(viewer)),
    PATCH: async (c, viewer) => {
      await changeOwnAccount(management, viewer, await readJson(c));
      return c.body(null, 204);
    }
  });
  serve(app, "/v2/activity", {
    GET: async (c, viewer) => c.json({ result: await management.activity(viewer) })
  });
  serve(app, "/v2/estimate", {
    POST: async (c, viewer) => c.json({ result: await management.estimate(viewer, await readJson(c)) })
  });
  serve(app, "/v1/placement/explain", { POST: (c, viewer) => explain(c, viewer, management) });
  serve(app, "/v2/changes", { GET: (c, viewer) => listChanges(c, viewer, management) });
  return app;
}
function serveKind(app, kind, management) {
  serve(app, `/v2/${kind}`, {
    GET: (c, viewer) => {
      const options = readListOptions(c);
      return showList(c, options, management.list(viewer, kind, options));
    },
    POST: async (c, viewer) => showNew(c, await management.create(viewer, kind, await readJson(c)))
  });
  serve(app, `/v2/${kind}/:id`, {
    GET: (c, viewer) => show(c, management.one(viewer, kind, readId2(c, "id"))),
    PATCH: async (c, viewer) => show(c, await management.change(viewer, kind, readId2(c, "id"), readVersion2(c), await readJson(c)))
  });
}
function serve(app, path, handlers) {
  const entries = Object.entries(handlers).map(([method, handler]) => [method, answerSignedIn(handler)]);
  serveMethods(app, path, Object.fromEntries(entries));
}
function answerSignedIn(handler) {
  return async (c) => {
    const viewer = c.get("account");
    if (!viewer) {
      c.header("WWW-Authenticate", "Bearer");
      return c.json(
        { message: "Sign in with POST /v2/login and send its token in the Authorization header." },
        401
      );
    }
    try {
      return await handler(c, viewer);
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      const { status, problems, message } = error;
      return c.json(problems ? { errors: problems } : { message }, status);
    }
  };
}
async function takeImage(c, viewer, images) {
  if (viewer.role === "publisher") throw new ChangeRefused(403, "A publisher has no campaigns.");
  const bytes = Buffer.from(await c.req.arrayBuffer());
  return c.json({ result: await images.store(bytes) }, 201);
}
async function explain(c, viewer, management) {
  return c.json(management.explain(viewer, await readJson(c), c.env.incoming));
}
async function listChanges(c, viewer, management) {
  const { limit, offset } = readListOptions(c);
  const { kind, id: id2 } = c.req.query();
  const filter = { limit, offset, ...kind && { kind }, ...id2 && { id: Number(id2) } };
  const { count: count3, entries } = await management.changes(viewer, filter);
  return c.json({ request_metadata: { count: count3, limit, offset }, result: entries });
}
function show(c, { entry, version }) {
  c.header("ETag", `"${version}"`);
  return c.json({ result: { ...entry, version } });
}
function showNew(c, shown) {
  c.header("Location", `${c.req.path}/${shown.entry.id}`);
  c.header("ETag", `"${shown.version}"`);
  return c.json({ result: { ...shown.entry, version: shown.version } }, 201);
}
function showList(c, { limit, offset }, list2) {
  return c.json({
    request_metadata: { count: list2.count, limit, offset },
    result: list2.entries.map(({ entry, version }) => ({ ...entry, version }))
  });
}
function showAll(c, entries) {
  return showList(c, { limit: entries.length, offset: 0 }, { count: entries.length, entries });
}
function readListOptions(c) {
  const { search, deleted } = c.req.query();
  return {
    limit: readWhole(c, "limit", 50, 1, MAX_LIMIT2),
    offset: readWhole(c, "offset", 0, 0, Number.MAX_SAFE_INTEGER),
    ...search && { search },
    deleted: deleted === "1"
  };
}
function readWhole(c, name, missing, least, most) {
  const text7 = c.req.query(name);
  if (text7 === void 0) return missing;
  const value = Number(text7);
  if (/^\d+$/.test(text7) && value >= least && value <= most) return value;
  throw refuseField(name, `Expected a whole number from ${least} to ${most}.`);
}
function readId2(c, name) {
  const text7 = c.req.param(name) ?? "";
  if (/^[1-9]\d{0,15}$/.test(text7)) return Number(text7);
  throw new ChangeRefused(404, "There is nothing at this address.");
}
function readVersion2(c) {
  return c.req.header("If-Match")?.replace(/^(W\/)?"(.*)"$/, "$2");
}
async function readJson(c) {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/(merge-patch\+)?json\s*(;|$)/i.test(type))
    throw new ChangeRefused(415, "Send the body as JSON, with Content-Type: application/json.");
  if (isEncoded(c)) throw new ChangeRefused(415, "Send the body as it is, without Content-Encoding.");
  try {
    return await parseBody(c);
  } catch {
    throw refuseField("body", "Malformed JSON body.");
  }
}

// src/service/statistics/routes.ts
import { Hono as Hono2 } from "hono";
import { cors } from "hono/cors";

// src/service/values/gate.ts
var BusyError2 = class extends Error {
  name = "BusyError";
};
var Gate = class {
  #most;
  #mostWaiting;
  #running = 0;
  #waiting = /* @__PURE__ */ new Set();
  constructor(most, mostWaiting) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }
  get running() {
    return this.#running;
  }
  get waiting() {
    return this.#waiting.size;
  }
  /** Runs the task when it is its turn. Rejects with `BusyError` when that does not come before the signal ends the wait. */
  async run(task, signal) {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }
  #enter(signal) {
    if (this.#running < this.#most) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#mostWaiting || signal.aborted)
      return Promise.reject(new BusyError2("Too much waits already."));
    return new Promise((resolve8, reject) => {
      const start = () => {
        signal.removeEventListener("abort", giveUp);
        resolve8();
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        reject(new BusyError2("The turn did not come in time."));
      };
      this.#waiting.add(start);
      signal.addEventListener("abort", giveUp);
    });
  }
  /** A turn goes from one task to the next, so that nobody gets in between. */
  #leave() {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
};

// src/service/statistics/account.ts
var NO_CURRENCY = "XXX";
function describeAccount(account4, catalogue) {
  const { id: id2, name, username, role: role2, timezone, goals } = account4;
  const currency = findCurrency(account4, catalogue);
  return { id: id2, name, ...username && { username }, kind: role2, currency, timezone, goals };
}
function findCurrency({ id: id2, role: role2, currency }, { data }) {
  if (role2 !== "network") return currency;
  const members = data.accounts.filter((other) => other.network === id2);
  const [first = currency, ...others] = new Set(members.map((member) => member.currency));
  return others.length === 0 ? first : NO_CURRENCY;
}

// src/service/statistics/answerStream.ts
import { open as open7, rm as rm14 } from "node:fs/promises";
var PIECE_BYTES = 256 * 1024;
var UNREAD_MS = 6e4;
var CancelledError = class extends Error {
  name = "CancelledError";
};
async function streamOnce(path) {
  const file = await open7(path);
  let unread;
  const close = async () => {
    clearTimeout(unread);
    await file.close();
  };
  const closeAndThrow = async (error) => {
    await close();
    throw error;
  };
  await rm14(path).catch(closeAndThrow);
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: PIECE_BYTES,
    start: (controller) => {
      unread = setTimeout(() => {
        controller.error(new CancelledError("Nobody reads the answer."));
        void close();
      }, UNREAD_MS).unref();
    },
    pull: async (controller) => {
      unread?.refresh();
      const { byobRequest: request2 } = controller;
      if (!request2?.view)
        throw new Error("A stream that allocates was asked for bytes without memory for them.");
      const { buffer, byteOffset, byteLength } = request2.view;
      const memory = new Uint8Array(buffer, byteOffset, byteLength);
      const { bytesRead } = await file.read(memory).catch(closeAndThrow);
      if (bytesRead === 0) {
        controller.close();
        await close();
      }
      request2.respond(bytesRead);
    },
    cancel: close
  });
}

// src/service/statistics/access.ts
function mayAsk(account4, role2) {
  return account4.role === role2 || account4.role === "network";
}
function describeViewer(account4, role2) {
  const kind = account4.role;
  return { kind, role: role2, goals: account4.goals };
}
function selectScope(account4, role2, { data }) {
  const members = data.accounts.filter((other) => other.network === account4.id && other.role === role2);
  const accounts = account4.role === "network" ? members : [account4];
  return {
    accounts: accounts.map(({ id: id2 }) => id2),
    deletedCampaigns: data.campaigns.filter(({ deleted }) => deleted).map(({ id: id2 }) => id2)
  };
}

// src/service/statistics/collections.ts
var SHARED_COLLECTIONS = {
  countries: () => listCountries(),
  timezones: () => TIMEZONES,
  browsers: () => browsers.entries(),
  operating_systems: () => operatingSystems.entries(),
  devices: () => devices.entries(),
  device_types: () => deviceTypes.entries(),
  languages: () => languages.entries().map((entry) => ({ ...entry, code: languages.codes[entry.id - 1] })),
  ad_types: () => adTypes.entries(),
  categories: ({ data }) => data.categories.map(({ id: id2, name }) => ({ id: id2, name })),
  carriers: ({ data }) => data.carriers.map(({ id: id2, name }) => ({ id: id2, name })),
  regions: ({ data }) => data.regions.map(({ id: id2, name, country: country2 }) => ({ id: id2, name, country_iso: country2 }))
};
var OWN_COLLECTIONS = {
  campaigns: (catalogue, account4) => {
    const owners = listOwners(catalogue, account4, "advertiser");
    const campaigns = catalogue.data.campaigns.filter((campaign2) => owners.has(campaign2.account));
    return campaigns.map(({ id: id2, name, active, deleted }) => ({ id: id2, name, active: active && !deleted }));
  },
  sites: (catalogue, account4) => listSites(catalogue, account4).map(({ id: id2, name, hostname }) => ({ id: id2, name, hostname })),
  zones: (catalogue, account4) => {
    const sites = new Set(listSites(catalogue, account4).map(({ id: id2 }) => id2));
    const zones = catalogue.data.zones.filter(({ site: site2 }) => sites.has(site2));
    return zones.map(({ id: id2, name, size: size3, site: site2 }) => ({ id: id2, name, size: size3, site_id: site2 }));
  }
};
function listSites(catalogue, account4) {
  const owners = listOwners(catalogue, account4, "publisher");
  return catalogue.data.sites.filter((site2) => owners.has(site2.account));
}
function listOwners(catalogue, account4, role2) {
  return new Set(mayAsk(account4, role2) ? selectScope(account4, role2, catalogue).accounts : []);
}

// src/service/statistics/login.ts
import { createHmac as createHmac2 } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v5 from "valibot";

// src/service/statistics/bearer.ts
function readBearer(header2) {
  return header2?.match(/^Bearer +([\w.-]+) *$/i)?.[1];
}

// src/service/statistics/validation.ts
import * as v4 from "valibot";
var UNSEEN_NAMES = ["__proto__", "constructor", "prototype"];
var LOOKED_AT = 100;
function strictObject3(entries, expected = "Expected an object.") {
  const schema = v4.objectWithRest(
    entries,
    v4.never(UNEXPECTED_FIELD),
    (issue) => issue.path ? MISSING_FIELD : expected
  );
  const run4 = (given, config) => {
    const value = Array.isArray(given.value) ? given.value.length > 0 ? null : {} : given.value;
    const names = isObject(value) ? Object.keys(value) : [];
    const unknown2 = names.filter((name) => !Object.hasOwn(entries, name));
    const unseen = UNSEEN_NAMES.filter((name) => unknown2.includes(name));
    const issues = unseen.map((name) => ({ message: UNEXPECTED_FIELD, path: createPath(name) }));
    const skipped = new Set(unknown2.slice(LOOKED_AT));
    if (skipped.size === 0) return addIssues(schema["~run"]({ ...given, value }, config), issues);
    const kept = Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !skipped.has(name)));
    const more = { message: `And ${skipped.size} more fields that were not expected.` };
    return addIssues(schema["~run"]({ ...given, value: kept }, config), [...issues, more]);
  };
  return { ...schema, "~run": run4 };
}
function either(first, a, b) {
  const union2 = v4.union([a, b]);
  const run4 = (dataset, config) => (first(dataset.value) ? a : b)["~run"](dataset, config);
  return { ...union2, "~run": run4 };
}
function boundedList(item, what, most, least = 1) {
  const tooMany = `Expected at most ${most} ${what}.`;
  const schema = v4.array(item, `Expected a list of ${what}.`);
  const run4 = (dataset, config) => {
    const { value } = dataset;
    if (!Array.isArray(value) || value.length <= most) return schema["~run"](dataset, config);
    const result = schema["~run"]({ ...dataset, value: value.slice(0, most + LOOKED_AT) }, config);
    return addIssues(result, [{ message: tooMany }]);
  };
  return v4.pipe(
    { ...schema, "~run": run4 },
    v4.minLength(least, `Expected a list of at least one of the ${what}.`),
    v4.maxLength(most, tooMany)
  );
}
function distinct(readText, message) {
  return v4.rawCheck(({ dataset, addIssue }) => {
    if (!Array.isArray(dataset.value)) return;
    const seen = /* @__PURE__ */ new Set();
    for (const [index, entry] of dataset.value.entries()) {
      const text7 = readText(entry);
      if (typeof text7 === "string" && seen.has(text7)) addIssue({ message, path: createPath(index) });
      seen.add(text7);
    }
  });
}
function createPath(first, ...rest) {
  return [createPathItem(first), ...rest.map(createPathItem)];
}
function createPathItem(key) {
  return { type: "unknown", origin: "value", input: {}, key, value: {} };
}
function addIssues(result, issues) {
  if (issues.length === 0) return result;
  return { ...result, issues: [...result.issues ?? [], ...issues] };
}
var MAX_PROBLEMS = 100;
function listProblems2(issues) {
  const problems = /* @__PURE__ */ new Map();
  for (const { path = [], message } of issues) {
    const at = formatPath2(path.map(({ key }) => key));
    problems.set(`${at} ${message}`, { [at]: message });
  }
  const list2 = [...problems.values()];
  if (list2.length <= MAX_PROBLEMS) return list2;
  return [...list2.slice(0, MAX_PROBLEMS), { "[body]": `And ${list2.length - MAX_PROBLEMS} problems more.` }];
}

// src/service/statistics/login.ts
var TOKEN_LIFE = 3600;
var ALGORITHM = "HS256";
var BUSY_WAIT_MS = 1e3;
var credential = v5.pipe(
  v5.string("Expected a text."),
  v5.minLength(1, "Expected a text."),
  v5.maxLength(1e3, "Expected a text of at most 1000 characters.")
);
var EMPTY2 = v5.pipe(
  v5.string("Expected an empty text beside an api_token."),
  v5.maxLength(0, "Expected an empty text beside an api_token.")
);
var loginSchema = either(
  (input) => isObject(input) && Object.hasOwn(input, "api_token"),
  // Clients of other networks send the other pair as well, empty.
  strictObject3({ api_token: credential, username: v5.optional(EMPTY2), password: v5.optional(EMPTY2) }),
  strictObject3({ username: credential, password: credential })
);
function addressKey(address) {
  return `address ${address}`;
}
async function signIn(credentials, address, context) {
  const { failures } = context;
  const name = "api_token" in credentials ? void 0 : `name ${credentials.username}`;
  const keys = [addressKey(address), ...name === void 0 ? [] : [name]];
  const waitMs = await failures.begin(keys);
  if (waitMs > 0) return { waitMs };
  try {
    const account4 = await findAccount(credentials, context);
    if (!account4) return {};
    await failures.withdraw(keys);
    if (name !== void 0) await failures.forget(name);
    return { account: account4 };
  } catch (error) {
    await failures.withdraw(keys);
    if (error instanceof BusyError) return { waitMs: BUSY_WAIT_MS };
    throw error;
  }
}
async function findAccount(credentials, { catalogue }) {
  const { accounts } = catalogue().data;
  if ("api_token" in credentials) {
    const hash = hashToken(credentials.api_token);
    return accounts.find(({ apiTokens }) => apiTokens.includes(hash));
  }
  const account4 = accounts.find(({ username }) => username === credentials.username);
  const right = await verifyPassword(credentials.password, account4?.password);
  return right ? account4 : void 0;
}
async function issueToken(account4, context) {
  const issued = Math.floor(context.now() / 1e3);
  const token = await new SignJWT({ credentials: digestCredentials(account4, context) }).setProtectedHeader({ alg: ALGORITHM }).setSubject(String(account4.id)).setIssuedAt(issued).setExpirationTime(issued + TOKEN_LIFE).sign(context.loginKey);
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}
async function readAccount(header2, context) {
  const token = readBearer(header2);
  if (!token) return void 0;
  try {
    const { payload } = await jwtVerify(token, context.loginKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now())
    });
    const account4 = context.catalogue().accounts.get(Number(payload.sub));
    return account4 && payload.credentials === digestCredentials(account4, context) ? account4 : void 0;
  } catch {
    return void 0;
  }
}
function digestCredentials({ password, apiTokens }, { loginKey }) {
  const text7 = JSON.stringify([password, apiTokens]);
  return createHmac2("sha256", loginKey).update(text7).digest("base64url").slice(0, 22);
}

// src/service/statistics/countRequest.ts
var REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);
function countRequest(context, shares) {
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const bearer = c.req.header("Authorization");
    const share3 = await shares.read(bearer);
    const account4 = share3 ? context.catalogue().accounts.get(share3.account) : await readAccount(bearer, context);
    c.set("account", account4);
    c.set("share", share3);
    const address = context.findAddress(c.env.incoming);
    const name = share3 ? `share ${share3.id}` : account4 && (account4.username ?? `#${account4.id}`);
    const isReport = REPORT_PATHS.some((path) => c.req.path.startsWith(path));
    const verdict = await takeAll([
      [ip, address],
      ...isReport ? [[statisticsIp, address]] : [],
      ...name ? [[user, name]] : [],
      ...name && isReport ? [[statisticsUser, name]] : []
    ]);
    for (const [header2, value] of Object.entries(formatRateHeaders(verdict))) c.header(header2, value);
    c.header("Cache-Control", "no-store");
    if (verdict.allowed) return next();
    return refuse(c, 429, `Too many requests. Try again in ${verdict.resetSeconds} seconds.`);
  };
}

// src/protocol/aliases.ts
var GROUPING_ALIASES = {
  day: ["date"],
  campaign: ["campaign_id"],
  variation: ["variation_id"],
  offer: ["offer_id"],
  landing_page: ["offer_landing_page_id"],
  offer_landing_page: ["offer_landing_page_id"],
  ad_type: ["advertiser_ad_type_id", "publisher_ad_type_id"],
  advertiser_ad_type: ["advertiser_ad_type_id"],
  publisher_ad_type: ["publisher_ad_type_id"],
  site: ["site_id"],
  hostname: ["site_hostname"],
  zone: ["zone_id"],
  sub_id: ["sub"],
  category: ["category_id"],
  country: ["country_iso"],
  region: ["region_id"],
  language: ["language_id"],
  browser: ["browser_id"],
  os: ["operating_system_id"],
  operating_system: ["operating_system_id"],
  device: ["device_id"],
  device_type: ["device_type_id"],
  carrier: ["carrier_id"],
  publisher: ["publisher_id"],
  advertiser: ["advertiser_id"]
};
var GROUPING_ALIAS_NAMES = Object.keys(GROUPING_ALIASES);
var ALIASES = new Map(Object.entries(GROUPING_ALIASES));
function resolveGrouping(name, role2, kind) {
  const text7 = name.replaceAll("-", "_");
  return [text7, ...ALIASES.get(text7) ?? []].find((grouping) => isAllowed(grouping, role2, kind));
}
function isAllowed(grouping, role2, kind) {
  if (!hasKey(GROUPINGS, grouping)) return false;
  const definition = GROUPINGS[grouping];
  return definition.roles.includes(role2) && (definition.accounts ?? [kind]).includes(kind);
}

// src/service/statistics/prefersCsv.ts
function prefersCsv(accept = "") {
  const types = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    return { type: type.trim(), quality: Number(quality ?? 1) };
  });
  const find = (...names) => names.map((name) => types.find(({ type }) => type === name)).find(Boolean)?.quality ?? 0;
  const csv2 = find("text/csv");
  return csv2 > find("application/json") && csv2 >= find("application/json", "application/*", "*/*");
}

// src/service/statistics/queryString.ts
import qs from "qs";

// src/service/statistics/aliases.ts
var SINGLE_FORMS = ["date", "adblock", "flag"];
var FLAGS = ["count", "detailed", "totals"];
function normalizeRequest(input, viewer) {
  if (!isObject(input)) return input;
  const rename7 = (name) => renameGrouping(name, viewer);
  return mapFields(input, (value, key) => {
    if (FLAGS.includes(key)) return normalizeFlag(value);
    switch (key) {
      case "filter":
        return isObject(value) ? mapFields(value, normalizeFilter) : value;
      case "group_by":
        return mapList(asList(value), rename7);
      case "order_by":
        return mapList(
          isObject(value) ? [value] : value,
          (order) => isObject(order) ? mapFields(order, rename7) : order
        );
      case "projection":
        return isObject(value) ? mapFields(value, asList) : asList(value);
      default:
        return value;
    }
  });
}
function isListFilter(key) {
  return hasKey(FILTERS, key) && !SINGLE_FORMS.includes(FILTERS[key].form);
}
function normalizeFilter(value, key) {
  return isListFilter(key) ? asList(value) : normalizeFlag(value);
}
function normalizeFlag(value) {
  return typeof value === "boolean" ? Number(value) : value;
}
function renameGrouping(name, { role: role2, kind }) {
  return typeof name === "string" ? resolveGrouping(name, role2, kind) ?? name : name;
}
function asList(value) {
  return typeof value === "string" || typeof value === "number" ? [value] : value;
}
function mapList(value, change) {
  return Array.isArray(value) ? value.map(change) : value;
}
function mapFields(fields, change) {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value, key)]));
}

// src/service/statistics/queryString.ts
var FIELDS3 = [
  ...["count", "detailed", "timezone", "totals", "filter", "exclude"],
  ...["group_by", "order_by", "projection", "limit", "offset"]
];
var FLAGS2 = /* @__PURE__ */ new Set(["count", "detailed", "totals", "exclude_deleted"]);
var NUMERIC_FORMS = ["ids", "integers", "hours"];
var NUMBERS = /* @__PURE__ */ new Set([
  ...["limit", "offset"],
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => NUMERIC_FORMS.includes(form) ? [key] : [])
]);
var FLAT_NAMES = new Map([
  ...[...FIELDS3, ...Object.keys(FILTERS)].map((name) => [flatten(name), name]),
  ...Object.entries({
    country: "country_iso",
    os: "operating_system_id",
    osid: "operating_system_id",
    hostname: "site_hostname",
    subid: "sub"
  })
]);
function readQueryString(search, named2) {
  const parsed2 = qs.parse(search, {
    ignoreQueryPrefix: true,
    depth: 4,
    arrayLimit: MAX_FILTER_VALUES,
    parameterLimit: 1e4
  });
  const request2 = {};
  const filter = {};
  const additional = [];
  for (const [key, value] of Object.entries(parsed2)) {
    const name = FLAT_NAMES.get(flatten(key)) ?? key;
    if (name === "include") Object.assign(request2, Object.fromEntries(split(value).map((flag) => [flag, 1])));
    else if (flatten(name) === "additionalgroupby") additional.push(...split(value).filter(Boolean));
    else if (name === "order") continue;
    else if (Object.hasOwn(FILTERS, name)) set(filter, name, readFilter(name, value));
    else set(request2, name, readField(name, value, parsed2.order));
  }
  if (additional.length > 0) {
    const groupings = request2.group_by ?? (named2 === void 0 ? [] : [named2]);
    request2.group_by = Array.isArray(groupings) ? [...groupings, ...additional] : groupings;
  }
  const { filter: nested = {} } = request2;
  if (Object.keys(filter).length === 0 || !isObject(nested)) return request2;
  return { ...request2, filter: { ...nested, ...filter } };
}
function flatten(name) {
  return name.replace(/[-_]/g, "").toLowerCase();
}
function set(fields, name, value) {
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true });
}
function readField(name, value, order) {
  if (name === "group_by" || name === "projection") return typeof value === "string" ? split(value) : value;
  if (name === "order_by" && typeof value === "string") return [{ field: value, order: order ?? "asc" }];
  if (!isObject(value)) return readScalar(name, value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readFilter(key, each)]));
}
function readFilter(name, value) {
  return readScalar(name, isListFilter(name) && typeof value === "string" ? split(value) : value);
}
function readScalar(name, value) {
  if (Array.isArray(value)) return value.map((each) => readScalar(name, each));
  if (typeof value !== "string") return value;
  if (FLAGS2.has(name)) return { "0": 0, "1": 1, false: 0, true: 1 }[value] ?? value;
  const number6 = NUMBERS.has(name) && /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number6) ? number6 : value;
}
function split(value) {
  return [value].flat().flatMap((text7) => typeof text7 === "string" ? text7.split(",") : []);
}

// src/service/statistics/request.ts
import * as v6 from "valibot";
function oneOf(names, hint = () => "") {
  const expected = `Expected one of: ${names.join(", ")}.`;
  const message = ({ input }) => `${typeof input === "string" ? hint(input) : ""}${expected}`;
  return v6.pipe(v6.string(message), v6.values(names, message));
}
function whole4(least, most) {
  const message = `Expected a whole number from ${least} to ${most}.`;
  return v6.pipe(v6.number(message), v6.integer(message), v6.minValue(least, message), v6.maxValue(most, message));
}
function text4(form, message) {
  return v6.pipe(v6.string(message), v6.regex(form, message));
}
var FLAG = v6.pipe(v6.number("Expected 0 or 1."), v6.values([0, 1], "Expected 0 or 1."));
var TIMEZONE = v6.pipe(
  v6.string("Expected the name of a time zone."),
  v6.check(isTimezone, "There is no such time zone; /collections/timezones lists them."),
  v6.examples([DEFAULT_TIMEZONE])
);
var DAY = v6.pipe(
  v6.string("Expected a day as YYYY-mm-dd."),
  v6.regex(/^\d{4}-\d{2}-\d{2}$/, "Expected a day as YYYY-mm-dd."),
  v6.check((day2) => !/^\d{4}-\d{2}-\d{2}$/.test(day2) || isDay(day2), "There is no such day."),
  v6.metadata({ format: "date" })
);
var COUNTRY = v6.pipe(
  v6.string("Expected a three-letter country code."),
  v6.check(isCountry, ({ input }) => `"${input}" is not the iso3 of a country in /collections/countries.`),
  v6.examples(["USA"])
);
var FORMS = {
  date: DAY,
  adblock: oneOf(["adblock", "all", "standard"]),
  flag: FLAG,
  countries: boundedList(COUNTRY, "three-letter country codes", MAX_FILTER_VALUES),
  ids: boundedList(whole4(0, Number.MAX_SAFE_INTEGER), "ids", MAX_FILTER_VALUES),
  integers: boundedList(
    whole4(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    "whole numbers",
    MAX_FILTER_VALUES
  ),
  hours: boundedList(whole4(0, 23), "hours", 24),
  hostnames: boundedList(
    text4(/^[a-z0-9.-]+$/, "Expected letters a-z, digits, hyphens and dots."),
    "hostnames",
    MAX_FILTER_VALUES
  ),
  sizes: boundedList(text4(/^\d+x\d+$/, "Expected a size as WIDTHxHEIGHT."), "sizes", MAX_FILTER_VALUES)
};
function describeFilter({ role: role2, kind }) {
  const keys = listNames(FILTERS, role2, kind);
  const entries = Object.fromEntries(keys.map((key) => [key, v6.optional(FORMS[FILTERS[key].form])]));
  return v6.pipe(
    strictObject3(entries),
    v6.rawCheck(({ dataset, addIssue }) => {
      if (!isObject(dataset.value)) return;
      const { date_from: from, date_to: to } = dataset.value;
      if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to) || from <= to)
        return;
      addIssue({ message: `Expected a day not before date_from, ${from}.`, path: createPath("date_to") });
    })
  );
}
function describeExclusion({ role: role2, kind }) {
  const keys = listNames(FILTERS, role2, kind).filter((key) => isOneOf(EXCLUDABLE_FORMS, FILTERS[key].form));
  return strictObject3(Object.fromEntries(keys.map((key) => [key, v6.optional(FORMS[FILTERS[key].form])])));
}
function describeGroupings({ role: role2, kind }) {
  const names = listNames(GROUPINGS, role2, kind);
  return v6.pipe(
    boundedList(oneOf(names, explainGrouping), "groupings", MAX_GROUPINGS, 0),
    distinct((grouping) => grouping, "This grouping is named twice.")
  );
}
function explainGrouping(name) {
  if (!hasKey(GROUPINGS, name)) return "";
  const grouping = GROUPINGS[name];
  return "accounts" in grouping ? `${name} is only for ${grouping.accounts.join(" and ")} accounts. ` : "";
}
function describeOrders(viewer) {
  const fields = [...listOrderMetrics(viewer), ...listOrderGroupings(viewer.role, viewer.kind)];
  const entry = strictObject3({ field: oneOf(fields, explainOrder(viewer)), order: oneOf(["asc", "desc"]) });
  return v6.pipe(
    boundedList(entry, "orders", MAX_ORDERS, 0),
    distinct((order) => isObject(order) ? order.field : void 0, "This field is named twice.")
  );
}
function explainOrder(viewer) {
  return (name) => {
    if (isGoal(name)) return viewer.goals === 0 ? `${GOALS_NEED_TRACKING} ` : "";
    if (!hasKey(ORDER_METRICS, name)) return explainGrouping(name);
    const [block, metric] = ORDER_METRICS[name];
    return explainMetric(block, metric);
  };
}
var GOALS_NEED_TRACKING = "Goals exist only for accounts with conversion tracking.";
function isGoal(name) {
  return /^(g|ecpa)\d+$/.test(name) || name === "goals";
}
function describeProjection(viewer) {
  const blocks = listBlocks(viewer);
  const hint = (name) => isGoal(name) && viewer.role === "advertiser" ? `${GOALS_NEED_TRACKING} ` : "";
  const names = boundedList(oneOf(blocks, hint), "blocks", Object.keys(BLOCKS).length);
  const entries = Object.fromEntries(
    blocks.map((block) => [block, v6.optional(describeMetrics(block, viewer))])
  );
  const metrics2 = v6.pipe(
    strictObject3(entries, "Expected a list of blocks, or an object with a list of metrics for each block."),
    v6.check((value) => Object.keys(value).length > 0, `Expected at least one of: ${blocks.join(", ")}.`)
  );
  return either(Array.isArray, names, metrics2);
}
function describeMetrics(block, viewer) {
  const names = Object.keys(listMetrics(block, viewer));
  return boundedList(
    oneOf(names, (name) => explainMetric(block, name)),
    "metrics",
    names.length
  );
}
var RTB_PREFIX = new RegExp(`^(${Object.keys(RTB_PREFIXES).join("|")})`);
function explainMetric(block, name) {
  const plain = block === "rtb" ? name.replace(RTB_PREFIX, "") : name;
  const metrics2 = listMetrics(block, { kind: "network", role: "advertiser", goals: 0 });
  const metric = Object.hasOwn(metrics2, plain) ? metrics2[plain] : void 0;
  if (!metric) return "";
  const kinds = plain === name ? metric.accounts : ["network"];
  return `${name} is only for ${kinds.join(" and ")} accounts. `;
}
var schemas = /* @__PURE__ */ new Map();
function findSchema(viewer, named2) {
  const key = `${viewer.kind} ${viewer.role} ${viewer.goals} ${named2}`;
  const schema = schemas.get(key) ?? requestSchema(viewer, named2);
  schemas.set(key, schema);
  return schema;
}
function requestSchema(viewer, named2) {
  const orderable = listOrderGroupings(viewer.role, viewer.kind);
  return v6.pipe(
    strictObject3({
      count: v6.optional(FLAG, 0),
      detailed: v6.optional(FLAG, 0),
      timezone: v6.optional(TIMEZONE, DEFAULT_TIMEZONE),
      totals: v6.optional(FLAG, 0),
      filter: v6.optional(describeFilter(viewer), {}),
      exclude: v6.optional(describeExclusion(viewer), {}),
      group_by: named2 ? v6.optional(describeGroupings(viewer), [named2]) : describeGroupings(viewer),
      order_by: v6.optional(describeOrders(viewer), []),
      projection: v6.optional(describeProjection(viewer), listBlocks(viewer)),
      limit: v6.optional(whole4(1, MAX_LIMIT), DEFAULT_LIMIT),
      offset: v6.optional(whole4(0, Number.MAX_SAFE_INTEGER), 0)
    }),
    v6.rawCheck(({ dataset, addIssue }) => {
      if (!isObject(dataset.value)) return;
      const { order_by: orders, group_by: groupings } = dataset.value;
      if (!Array.isArray(orders) || !Array.isArray(groupings)) return;
      for (const [index, order] of orders.entries()) {
        const field = order?.field;
        if (!orderable.includes(field) || groupings.includes(field)) continue;
        const path = createPath("order_by", index, "field");
        addIssue({ message: `To order by ${field}, name it in group_by as well.`, path });
      }
    })
  );
}
function readRequest(input, { viewer, named: named2, now, dateTimezone, allRecords = false }) {
  const read3 = v6.safeParse(findSchema(viewer, named2), normalizeRequest(input, viewer));
  if (!read3.success) return { errors: listProblems2(read3.issues) };
  const output = read3.output;
  const { filter, exclude, group_by, order_by, projection, timezone, limit, offset } = output;
  const { count: count3, detailed, totals } = output;
  const { date_from, date_to, ...others } = filter;
  return {
    request: {
      role: viewer.role,
      viewer,
      groupings: group_by,
      ...completePeriod(date_from, date_to, localDay(now, dateTimezone)),
      dateTimezone,
      filter: others,
      exclude,
      orders: order_by,
      projection: completeProjection(projection, viewer, detailed === 1),
      timezone,
      count: count3 === 1,
      detailed: detailed === 1,
      totals: totals === 1,
      limit: allRecords && !Object.hasOwn(Object(input), "limit") ? Number.POSITIVE_INFINITY : limit,
      offset
    }
  };
}
function completePeriod(from, to, today) {
  const last = to ?? (from && from > today ? from : today);
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
}
function completeProjection(asked, viewer, detailed) {
  if (!Array.isArray(asked)) return asked;
  return Object.fromEntries(asked.map((block) => [block, listDefaultMetrics(block, viewer, detailed)]));
}

// src/service/statistics/shares.ts
import { randomUUID as randomUUID9 } from "node:crypto";
import { jwtVerify as jwtVerify2, SignJWT as SignJWT2 } from "jose";
import * as v7 from "valibot";
var ALGORITHM2 = "HS256";
var MOST_SHARES = 100;
var text5 = (most, message) => v7.pipe(v7.string(message), v7.minLength(1, message), v7.maxLength(most, message));
var FIELDS4 = v7.record(v7.string(), v7.unknown(), "Expected an object.");
var DAYS = "Expected a whole number from 1 to 365.";
var shareSchema = strictObject3({
  name: text5(100, "Expected a text of at most 100 characters."),
  role: v7.picklist(["advertiser", "publisher"], "Expected advertiser or publisher."),
  view: v7.pipe(text5(4e3, "Expected a query string."), v7.startsWith("?", "Expected a query string.")),
  days: v7.pipe(v7.number(DAYS), v7.integer(DAYS), v7.minValue(1, DAYS), v7.maxValue(365, DAYS)),
  /** Checked as that of a report. */
  filter: v7.optional(FIELDS4, {}),
  exclude: v7.optional(FIELDS4, {})
});
var Shares = class {
  #context;
  constructor(context) {
    this.#context = context;
  }
  async list(account4) {
    const records = await this.#context.shares.list();
    return records.filter((record3) => record3.account === account4.id && this.#isAlive(record3)).map(describeShare);
  }
  /** Undefined when the account may not share that side, or has too many links. */
  async create(account4, { name, role: role2, view, days }, bounds) {
    const { shares, shareKey, now } = this.#context;
    const own = await this.list(account4);
    if (!mayAsk(account4, role2) || own.length >= MOST_SHARES) return void 0;
    const expires2 = new Date(now() + days * DAY_MS);
    const id2 = randomUUID9();
    const record3 = { id: id2, name, role: role2, view, expires_at: expires2.toISOString(), account: account4.id, bounds };
    const expired = (await shares.list()).filter((known3) => !this.#isAlive(known3));
    await shares.remove(expired.map((known3) => known3.id));
    await shares.add(record3);
    const token = await new SignJWT2().setProtectedHeader({ alg: ALGORITHM2 }).setSubject(String(account4.id)).setJti(id2).setExpirationTime(expires2).sign(shareKey);
    return { ...describeShare(record3), token };
  }
  /** False when the account has no such link. */
  async revoke(account4, id2) {
    const { shares } = this.#context;
    if ((await shares.find(id2))?.account !== account4.id) return false;
    await shares.remove([id2]);
    return true;
  }
  /** The link of an `Authorization` header; undefined when it is none, has expired or was revoked. */
  async read(header2) {
    const token = readBearer(header2);
    const id2 = token && await this.#verify(token);
    return id2 ? this.#context.shares.find(id2) : void 0;
  }
  async #verify(token) {
    const { shareKey, now } = this.#context;
    try {
      const options = { algorithms: [ALGORITHM2], currentDate: new Date(now()) };
      return (await jwtVerify2(token, shareKey, options)).payload.jti;
    } catch {
      return void 0;
    }
  }
  #isAlive({ expires_at }) {
    return Date.parse(expires_at) > this.#context.now();
  }
};
function describeShare({ id: id2, name, role: role2, view, expires_at }) {
  return { id: id2, name, role: role2, view, expires_at };
}
function isShared({ role: role2, bounds }, request2) {
  if (request2.role !== role2) return false;
  if (bounds.from && request2.from < bounds.from) return false;
  if (bounds.to && request2.to > bounds.to) return false;
  const { filter, exclude } = request2;
  const excluded = Object.entries(bounds.exclude);
  if (!excluded.every(([key, shared]) => isWithin(shared, exclude[key]))) return false;
  return Object.entries(bounds.filter).every(([key, shared]) => isWithin(filter[key], shared));
}
function isWithin(asked, shared) {
  if (!Array.isArray(shared)) return asked === shared;
  return Array.isArray(asked) && asked.every((value) => shared.includes(value));
}

// src/service/statistics/reportRoute.ts
async function report2(c, account4, role2, context) {
  const segment = c.req.param("segment") ?? "";
  const named2 = resolveGrouping(segment, role2, account4.role);
  if (!named2 && segment !== GLOBAL)
    return refuse(c, 404, `Nothing is grouped by ${JSON.stringify(segment)}.`);
  if (!mayAsk(account4, role2)) return refuse(c, 403, `This account has no statistics as ${role2}.`);
  const body = c.req.method === "POST" ? await readBody(c) : { json: readQueryString(new URL(c.req.url).search, named2) };
  if (body instanceof Response) return body;
  return answer(c, body.json, account4, role2, named2, context);
}
async function answer(c, input, account4, role2, named2, { catalogue, reports, now }) {
  const format = prefersCsv(c.req.header("Accept")) ? "csv" : "json";
  const read3 = readRequest(input, {
    allRecords: format === "csv",
    viewer: describeViewer(account4, role2),
    named: named2,
    now: now(),
    dateTimezone: account4.timezone
  });
  if ("errors" in read3) return c.json(read3, 400);
  const share3 = c.get("share");
  if (share3 && !isShared(share3, read3.request)) return refuse(c, 403, "This link does not show that.");
  const scope = selectScope(account4, role2, catalogue());
  const body = await reports.open(read3.request, scope, catalogue(), format, c.req.raw.signal);
  c.header("Vary", "Accept");
  c.header("Content-Type", CONTENT_TYPES[format]);
  if (c.req.method === "HEAD") await body.cancel();
  else c.set("stream", body);
  return c.body(null);
}
var CONTENT_TYPES = {
  json: "application/json",
  csv: "text/csv; charset=utf-8"
};
function redirectToSegment(c, role2) {
  const { pathname, search } = new URL(c.req.url);
  const rest = pathname.slice(pathname.indexOf(`/${role2}`) + role2.length + 1);
  return c.redirect(`/v2/statistics/${ROLE_SEGMENTS[role2]}${rest}${search}`, 308);
}

// src/service/statistics/shareRoutes.ts
import * as v8 from "valibot";
async function createShare(c, account4, shares, { now }) {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const share3 = v8.safeParse(shareSchema, body.json);
  if (!share3.success) return c.json({ errors: listProblems2(share3.issues) }, 400);
  const { role: role2, filter, exclude } = share3.output;
  const viewer = describeViewer(account4, role2);
  const read3 = readRequest(
    { group_by: [], filter, exclude },
    { viewer, named: void 0, now: now(), dateTimezone: account4.timezone }
  );
  if ("errors" in read3) return c.json(read3, 400);
  const { request: request2 } = read3;
  const bounds = {
    filter: request2.filter,
    exclude: request2.exclude,
    from: filter.date_from ? request2.from : void 0,
    to: filter.date_to ? request2.to : void 0
  };
  const created = await shares.create(account4, share3.output, bounds);
  return created ? c.json(created, 201) : refuse(c, 403, "This account cannot share that side, or has 100 links already.");
}
async function revokeShare(c, account4, shares) {
  const isRevoked = await shares.revoke(account4, c.req.param("id") ?? "");
  return isRevoked ? c.body(null, 204) : refuse(c, 404, "This account has no such link.");
}

// src/service/statistics/signInRoute.ts
import * as v9 from "valibot";

// src/service/telemetry/requestId.ts
import { randomBytes as randomBytes6 } from "node:crypto";
var REQUEST_ID = "X-Request-Id";
var PROCESS_ID = randomBytes6(6).toString("hex");
var requests = 0;
function readRequestId({ headers }) {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}
function setRequestId(response, requestId) {
  response.setHeader(REQUEST_ID, requestId);
}
function getRequestId(response) {
  return response.getHeader(REQUEST_ID)?.toString();
}
function createRequestId() {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}

// src/service/statistics/signInRoute.ts
function refuseDelayed(context) {
  return async (c, next) => {
    const address = toCustomerNetwork(context.findAddress(c.env.incoming));
    const waitMs = await context.failures.delay([addressKey(address)]);
    return waitMs > 0 ? refuseSignIn(c, waitMs, context) : next();
  };
}
async function login(c, context) {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const read3 = v9.safeParse(loginSchema, body.json);
  if (!read3.success) return c.json({ errors: listProblems2(read3.issues) }, 400);
  const address = context.findAddress(c.env.incoming);
  const { account: account4, waitMs } = await signIn(read3.output, toCustomerNetwork(address), context);
  if (waitMs !== void 0) return refuseSignIn(c, waitMs, context);
  context.countSignIn(account4 ? "succeeded" : "failed");
  if (account4) return c.json(await issueToken(account4, context));
  const requestId = getRequestId(c.env.outgoing);
  context.log.warn({ requestId, address: truncateAddress(address) }, "sign-in failed");
  const isToken = "api_token" in Object(read3.output);
  return refuse(c, 401, isToken ? "Wrong API token." : "Wrong user name or password.");
}
function refuseSignIn(c, waitMs, { countSignIn }) {
  countSignIn("refused");
  const seconds = String(Math.ceil(waitMs / 1e3));
  c.header("Retry-After", seconds);
  c.header("X-Rate-Limit-Remaining", "0");
  c.header("X-Rate-Limit-Reset", seconds);
  return refuse(c, 429, `Too many failed sign-ins. Try again in ${seconds} seconds.`);
}

// src/service/statistics/routes.ts
var PATHS = ["/v1/placement/explain", "/v2/*", "/statistics/*", "/collections/*", "/openapi.json"];
function statisticsRoutes(context, others = new Hono2()) {
  const app = new Hono2();
  const shares = new Shares(context);
  for (const path of PATHS) app.use(path, allowPages, countRequest(context, shares));
  app.post("/v2/login", refuseDelayed(context));
  for (const path of PATHS) app.use(path, limitedBody(context));
  serveMethods(app, "/v2/login", { POST: (c) => login(c, context) });
  serveMethods(app, "/v2/account", {
    GET: requireAccount((c, account4) => describeCaller(c, account4, context.catalogue()))
  });
  serveMethods(app, "/v2/shares", {
    GET: requireOwner(async (c, account4) => c.json({ result: await shares.list(account4) })),
    POST: requireOwner((c, account4) => createShare(c, account4, shares, context))
  });
  serveMethods(app, "/v2/shares/:id", {
    DELETE: requireOwner((c, account4) => revokeShare(c, account4, shares))
  });
  for (const base of ["", "/v2"]) {
    for (const [name, list2] of Object.entries(SHARED_COLLECTIONS))
      serveMethods(app, `${base}/collections/${name}`, {
        GET: requireAccount((c, account4) => c.json({ result: list2(context.catalogue(), account4) }))
      });
    for (const [name, list2] of Object.entries(OWN_COLLECTIONS))
      serveMethods(app, `${base}/collections/${name}`, {
        GET: requireOwner((c, account4) => c.json({ result: list2(context.catalogue(), account4) }))
      });
    for (const role2 of ["advertiser", "publisher"])
      app.all(`${base}/statistics/${role2}/*`, (c) => redirectToSegment(c, role2));
  }
  for (const role2 of ["advertiser", "publisher"]) {
    const answer3 = requireAccount((c, account4) => report2(c, account4, role2, context));
    serveMethods(app, `/v2/statistics/${ROLE_SEGMENTS[role2]}/:segment`, { GET: answer3, POST: answer3 });
  }
  serveMethods(app, "/openapi.json", { GET: (c) => c.json(context.openApi()) });
  app.route("/", others);
  for (const path of PATHS) app.all(path, (c) => refuse(c, 404, "There is nothing at this address."));
  app.onError((error, c) => failed(c, error, context));
  return app;
}
function describeCaller(c, account4, catalogue) {
  const share3 = c.get("share");
  return c.json({ ...describeAccount(account4, catalogue), ...share3 && { share: describeShare(share3) } });
}
function failed(c, error, { reportException: reportException2 }) {
  if (error instanceof BusyError2) {
    c.header("Retry-After", "5");
    return refuse(c, 503, "Too many reports are being made. Try again in 5 seconds, or ask for less.");
  }
  if (error instanceof CancelledError) return refuse(c, 503, error.message);
  const isAway = error instanceof StoreError && error.code === "away";
  if (isAway) c.header("Retry-After", "5");
  else reportException2(error, c.env.outgoing);
  return refuse(c, 503, "Statistics are not available at the moment.");
}
var allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "If-Match"],
  exposeHeaders: [...EXPOSED_HEADERS.split(", "), "ETag", "Location"],
  maxAge: 86400
});

// src/service/http/files.ts
import { Hono as Hono3 } from "hono";
import { html } from "hono/html";

// src/service/http/reply.ts
var SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY"
};
var INERT_HEADERS = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store"
};
var PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS
};
function createMessage(status, text7, headers = {}) {
  return {
    status,
    headers: listHeaders({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: JSON.stringify({ message: text7 })
  };
}
function listHeaders(headers) {
  return Object.entries(headers).flat();
}

// src/service/http/staticFiles.ts
import { createHash as createHash10 } from "node:crypto";
import { readFile as readFile16, stat as stat7 } from "node:fs/promises";
import { join as join28 } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants as constants2, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
var COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|javascript|xml))/;
var MIN_COMPRESSED = 200;
var compressors = {
  br: async (bytes) => {
    const params = { [constants2.BROTLI_PARAM_QUALITY]: 11, [constants2.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return new Uint8Array(await promisify(brotliCompress)(bytes, { params }));
  },
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  identity: async (bytes) => bytes
};
var StaticFiles = class {
  #folder;
  #capacity;
  /** By path; the one used last is the last. */
  #files = /* @__PURE__ */ new Map();
  #size = 0;
  /** Keeps files of at most `capacity` bytes together in memory. */
  constructor(folder, capacity = 64 * 1024 * 1024) {
    this.#folder = folder;
    this.#capacity = capacity;
  }
  /** Answers GET and HEAD for a file below the folder; undefined when there is none. */
  async respond(name, request2, headers) {
    const file = isSafe(name) ? await this.#read(join28(this.#folder, name)) : void 0;
    if (!file) return void 0;
    const type = getMimeType(name) ?? "application/octet-stream";
    const isCompressible = COMPRESSIBLE.test(type) && file.bytes.length >= MIN_COMPRESSED;
    const encoding = isCompressible ? chooseEncoding(request2.headers.get("accept-encoding")) : "identity";
    const tag = `"${file.digest}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const all = new Headers({ ...headers, ETag: tag });
    if (isCompressible) all.set("Vary", "Accept-Encoding");
    if (hasTag(request2.headers.get("if-none-match"), tag))
      return new Response(null, { status: 304, headers: all });
    const bytes = await encode(file, encoding);
    all.set("Content-Type", type);
    all.set("Content-Length", String(bytes.length));
    if (encoding !== "identity") all.set("Content-Encoding", encoding);
    return new Response(bytes, { headers: all });
  }
  async #read(path) {
    const found = await stat7(path).catch(() => void 0);
    if (!found?.isFile()) return void 0;
    const version = `${found.mtimeMs} ${found.size}`;
    const known3 = this.#files.get(path);
    if (known3?.version === version) {
      this.#files.delete(path);
      this.#files.set(path, known3);
      return known3;
    }
    const bytes = new Uint8Array(await readFile16(path));
    const digest2 = createHash10("sha256").update(bytes).digest("base64url").slice(0, 22);
    const file = { version, bytes, digest: digest2, encoded: /* @__PURE__ */ new Map() };
    this.#store(path, file);
    return file;
  }
  #store(path, file) {
    this.#remove(path);
    this.#files.set(path, file);
    this.#size += file.bytes.length;
    for (const [oldest] of this.#files) {
      if (this.#size <= this.#capacity) break;
      this.#remove(oldest);
    }
  }
  #remove(path) {
    this.#size -= this.#files.get(path)?.bytes.length ?? 0;
    this.#files.delete(path);
  }
};
function encode(file, encoding) {
  const known3 = file.encoded.get(encoding);
  if (known3) return known3;
  const encoded = compressors[encoding](file.bytes);
  file.encoded.set(encoding, encoded);
  return encoded;
}
function isSafe(name) {
  const parts = name.split(/[/\\]/);
  return !name.includes("\0") && parts.every((part) => part !== "" && !part.startsWith("."));
}
function chooseEncoding(header2) {
  const accepted = /* @__PURE__ */ new Map();
  for (const part of (header2 ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((item) => item.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    accepted.set(name, quality === void 0 || Number(quality.slice(2)) > 0);
  }
  const takes = (name) => accepted.get(name) ?? accepted.get("*") ?? false;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
function hasTag(header2, tag) {
  if (header2 === null) return false;
  return header2.split(",").some((item) => item.trim() === "*" || item.trim().replace(/^W\//, "") === tag);
}

// src/service/http/files.ts
var PUBLIC_FILES = [
  ...["zonetag.js", "zonetag.mjs", "console.js", "statistics.mjs"].flatMap((name) => [name, `${name}.map`]),
  ...["integrity.json", "catalogue.schema.json", "licences.txt"]
];
var CACHING = {
  /** The file may change with the next release: asked again after an hour, and sent only if it has changed. */
  hour: "public, max-age=3600, must-revalidate",
  /** The name changes with the content. */
  forGood: "public, max-age=31536000, immutable",
  /** Names the files that may be cached for good. */
  never: "no-cache"
};
var BUILD_DIGEST = /-[A-Z0-9]{8}\.\w+$/;
var CREATIVE_DIGEST = /[.-][0-9a-f]{16,}\.\w+$/;
var DASHBOARD_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ");
function fileRoutes(settings) {
  const app = new Hono3();
  const built = new StaticFiles(builtFolder());
  app.get("/", (c) => home(c, settings));
  for (const name of PUBLIC_FILES) {
    const headers = {
      "Access-Control-Allow-Origin": "*",
      // So that a page can tell what the tag costs it.
      "Timing-Allow-Origin": "*",
      "Cache-Control": CACHING.hour
    };
    app.get(`/${name}`, async (c) => await built.respond(name, c.req.raw, headers) ?? c.notFound());
  }
  app.get("/dashboard", (c) => c.redirect("/dashboard/", 308));
  app.get("/dashboard/*", async (c) => {
    const name = `dashboard/${namePastPrefix(c, "/dashboard/") || "index.html"}`;
    const headers = {
      "Content-Security-Policy": DASHBOARD_POLICY,
      "Cache-Control": BUILD_DIGEST.test(name) ? CACHING.forGood : CACHING.never
    };
    return await built.respond(name, c.req.raw, headers) ?? c.notFound();
  });
  const { images } = settings;
  const folders = [images.folder, settings.creatives].filter((folder) => folder !== void 0);
  const creatives = folders.map((folder) => new StaticFiles(folder));
  app.get("/creatives/*", async (c) => {
    const name = namePastPrefix(c, "/creatives/");
    const headers = { "Cache-Control": CREATIVE_DIGEST.test(name) ? CACHING.forGood : CACHING.hour };
    const respond2 = async () => {
      for (const files of creatives) {
        const response = await files.respond(name, c.req.raw, headers);
        if (response) return response;
      }
    };
    const found = await respond2();
    if (found) return found;
    await images.bring(name);
    return await respond2() ?? c.notFound();
  });
  return app;
}
function namePastPrefix(c, prefix) {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(prefix.length));
  } catch {
    return "";
  }
}
function home(c, settings) {
  const origin2 = settings.origin ?? new URL(c.req.url).origin;
  const tag = `<script async src="${origin2}/zonetag.js" data-endpoint="${origin2}/v1/placement"></script>
<ins data-zone-id="101" data-size="300x250"></ins>`;
  c.header("Cache-Control", INERT_HEADERS["Cache-Control"]);
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>zonetag ad service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
</head>
<body>
<h1>An ad service runs here</h1>
<p>A page shows its ads with two elements, the second once for each zone:</p>
<pre>${tag}</pre>
<ul>
<li><a href="/dashboard/">Dashboard</a>: impressions, clicks and revenue</li>
<li><a href="/openapi.json">Interfaces</a>: placements and statistics, as OpenAPI</li>
<li><a href="/catalogue.schema.json">JSON Schema of the catalogue</a>, for editors</li>
<li><a href="/licences.txt">Licences</a> of what is bundled. The country of an address comes from data of the
<a href="https://www.nro.net/">NRO</a>, licensed under
<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.</li>
</ul>
</body>
</html>
`);
}

// src/service/http/sendStreams.ts
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
var PIECE_BYTES2 = 256 * 1024;
function sendStreams(reportException2) {
  return async (c, next) => {
    await next();
    const stream = c.get("stream");
    if (!stream) return;
    const { outgoing } = c.env;
    outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers));
    c.res = void 0;
    c.res = RESPONSE_ALREADY_SENT;
    await send(stream, outgoing).catch((error) => {
      if (!(error instanceof CancelledError)) reportException2(error, outgoing);
    });
  };
}
async function send(stream, response) {
  const reader = stream.getReader({ mode: "byob" });
  let goOn = () => {
  };
  reader.closed.catch(() => response.destroy());
  response.once("close", () => {
    reader.cancel().catch(() => {
    });
    goOn();
  });
  let memory = new Uint8Array(PIECE_BYTES2);
  for (; ; ) {
    const { value, done } = await reader.read(memory);
    if (done) break;
    await new Promise((resolve8) => {
      goOn = resolve8;
      response.write(value, () => resolve8());
    });
    memory = new Uint8Array(value.buffer);
  }
  response.end();
}

// src/service/http/app.ts
var POLICY = "Content-Security-Policy";
function createApp(parts) {
  const app = new Hono4();
  app.use(sendStreams(parts.statistics.reportException));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
  });
  app.get("/livez", (c) => answerLive(c));
  for (const path of ["/healthz", "/readyz"]) app.get(path, (c) => answerHealth(c, parts));
  app.get("/metrics", (c) => answerMetrics(c, parts));
  app.route("/", statisticsRoutes(parts.statistics, managementRoutes(parts.management, parts.files.images)));
  app.route("/", fileRoutes(parts.files));
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404, PUBLIC_HEADERS));
  app.onError((error, c) => {
    parts.reportException(error, c.env.outgoing);
    return c.json({ message: "Something failed here; it is logged." }, 500, PUBLIC_HEADERS);
  });
  return app;
}
function answerLive(c) {
  c.header("Cache-Control", "no-store");
  return c.json({ live: true });
}
function answerHealth(c, { store, isClosing }) {
  const status = store.status();
  const ready = status.ready && !isClosing();
  const problem = isClosing() ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  return c.json({ ready, ...problem ? { problem } : {}, waiting: status.waiting }, ready ? 200 : 503);
}
async function answerMetrics(c, { metrics: { registry }, metricsToken }) {
  if (!mayReadMetrics(c, metricsToken)) return c.notFound();
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}
function mayReadMetrics(c, token) {
  const given = Buffer.from(c.req.header("Authorization") ?? "");
  const expected = Buffer.from(`Bearer ${token ?? ""}`);
  if (token && given.length === expected.length && timingSafeEqual2(given, expected)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const proxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !proxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}

// src/service/http/client.ts
function findClientAddress({ headers, socket }, trusted) {
  return readClientAddress(socket.remoteAddress ?? "", joinHeader(headers["x-forwarded-for"]), trusted);
}
function createProxyWarning(log, trusted) {
  let isDone = false;
  return ({ headers, socket }) => {
    if (isDone || headers["x-forwarded-for"] === void 0) return;
    const peer = normalizeAddress(socket.remoteAddress ?? "");
    if (peer === void 0 || trusted(peer)) return;
    isDone = true;
    log.warn(
      { address: truncateAddress(peer) },
      "X-Forwarded-For came from an address that is not trusted, and is not used: all visitors behind a proxy share its limits until --trusted-proxies names it"
    );
  };
}
var HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;
function findOrigin({ headers, socket }, trusted) {
  const { host = "" } = headers;
  const authority = HOST.test(host) ? host : `${socket.localAddress}:${socket.localPort}`;
  const isTrusted = trusted(normalizeAddress(socket.remoteAddress ?? "") ?? "0.0.0.0");
  const [scheme] = joinHeader(headers["x-forwarded-proto"])?.split(",") ?? [];
  const isSecure = isTrusted && scheme?.trim().toLowerCase() === "https";
  return `${isSecure ? "https" : "http"}://${authority}`;
}
var PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
function isSpeculative({ headers }) {
  return PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(joinHeader(headers[name]) ?? ""));
}
function joinHeader(value) {
  return Array.isArray(value) ? value.join(",") : value;
}

// src/service/http/caller.ts
function readCaller(request2, address, { trusted, origin: origin2 }) {
  const { headers } = request2;
  return {
    address,
    isBrowser: headers.origin !== void 0 || headers["sec-fetch-site"] !== void 0,
    userAgent: headers["user-agent"],
    language: headers["accept-language"],
    optsOut: headers["sec-gpc"] === "1",
    origin: origin2 ?? findOrigin(request2, trusted)
  };
}

// src/service/http/listen.ts
import { once as once5 } from "node:events";
async function listen(server, { host, port }) {
  server.listen(port, host);
  try {
    await once5(server, "listening");
  } catch (error) {
    const code = readCode(error);
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is in use.`);
    if (code === "EACCES") throw new Error(`Port ${port} of ${host} may not be used.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${readMessage(error)}`);
  }
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error(`Port ${port} of ${host} is not open.`);
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}
var SWEEP_MS = 50;
async function closeServer(server, withinMs) {
  const closed = new Promise((done) => server.close(() => done()));
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timeout2 = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timeout2);
  clearInterval(sweeping);
}

// src/service/placement/readRequest.ts
import { isUtf8 } from "node:buffer";

// src/protocol/placement.ts
var MAX_ZONES = 100;
var GDPR_FIELDS = {
  /** 1 when the visitor is under GDPR, 0 when the caller believes not. */
  gdpr: {
    ...{ type: "integer", values: [0, 1], required: true },
    description: "1 when the visitor is under GDPR, 0 when the caller believes not."
  },
  /** Consent string as the IAB standards define it; may be empty. */
  consent: { type: "string", description: "Consent string of the IAB's framework; empty: no consent." }
};
var USER_FIELDS = {
  id: { type: "string", description: "Frequency caps count by it." },
  ip: { type: "string", format: "address", description: "Required of callers that are no browsers." },
  /** User agent: browser or app, device and operating system. */
  ua: { type: "string", description: "User agent; the request's header when absent." },
  /** `xx` or `xx-yy`, lower case. */
  language: { type: "string", format: "language", description: "`xx` or `xx-yy`." },
  /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
  referer: {
    type: "string",
    description: "Address of the page; its words are matched when a zone has no keywords."
  },
  /** Base64 of the e-mail address's UTF-8 bytes. */
  el: { type: "string", format: "base64", description: "E-mail address." },
  gdpr: { type: "object", fields: GDPR_FIELDS },
  /** Base64 of a JSON list of buyer uids. */
  buyeruids: { type: "string", format: "base64-json", description: "List of buyer uids." }
};
var ZONE_FIELDS2 = {
  /** Positive safe integer. */
  id: { type: "integer", required: true },
  sub: { type: "integer" },
  /** Comma separated. Left out when the page's address is to be matched. */
  keywords: { type: "string", description: "Comma separated." },
  custom_targeting: { type: "map", description: "An empty list counts as an empty object." }
};
var REQUEST_FIELDS = {
  user: { type: "object", fields: USER_FIELDS, required: true },
  /** At least one; answered by position. */
  zones: { type: "list", fields: ZONE_FIELDS2, most: MAX_ZONES, required: true }
};
var BANNER_FIELDS = {
  /** Click address. */
  url: { type: "string", required: true, description: "Click address." },
  /** Impression tracking address. */
  impression: { type: "string", required: true, description: "Impression tracking address." },
  /** Address of the image. */
  image: { type: "string", required: true, description: "Address of the image." },
  /** CSS pixels. Beyond the specification, sent by real networks and by our service. */
  width: { type: "integer", minimum: 1, description: "CSS pixels." },
  height: { type: "integer", minimum: 1, description: "CSS pixels." }
};
var RESULT_FIELDS = {
  idzone: { type: "integer", minimum: 1, required: true },
  type: { type: "literal", value: "banner", required: true },
  data: { type: "object", fields: BANNER_FIELDS, required: true }
};

// src/service/placement/readRequest.ts
var MISSING = "This field is missing.";
var UNEXPECTED = "This field was not expected.";
var MALFORMED = "Malformed JSON body.";
var LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
var BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
var BYTE_ORDER_MARK2 = Buffer.from([239, 187, 191]);
function readRequest2(body, rules) {
  const json3 = body.subarray(0, 3).equals(BYTE_ORDER_MARK2) ? body.subarray(3) : body;
  let value;
  try {
    if (!isUtf8(json3)) return { problems: [{ "[body]": MALFORMED }] };
    value = JSON.parse(json3.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED }] };
  }
  return checkRequest(value, rules);
}
function checkRequest(value, rules) {
  const problems = [];
  return isRequest(value, rules, problems) ? { request: value } : { problems };
}
function isRequest(value, { maxZones, isIpRequired }, problems) {
  if (!isObject(value)) problems.push({ "[body]": describeType("object") });
  else {
    checkFields(value, REQUEST_READER, "", { maxZones, problems });
    if (isIpRequired && isObject(value.user) && readOwn(value.user, "ip") === void 0)
      problems.push({ "[user][ip]": MISSING });
  }
  return problems.length === 0;
}
function createReader2(fields) {
  return new Map(
    Object.entries(fields).map(([name, field]) => [
      name,
      { check: createCheck(field), isRequired: field.required === true }
    ])
  );
}
function createCheck(field) {
  switch (field.type) {
    case "string":
      return checkBy((value) => describeText(value, field.format));
    case "integer":
      return checkBy((value) => describeInteger(value, field.values));
    case "map":
      return checkMap;
    case "object": {
      const reader = createReader2(field.fields);
      return (value, path, checking) => {
        if (isObject(value)) checkFields(value, reader, path, checking);
        else checking.problems.push({ [path]: describeType("object") });
      };
    }
    case "list": {
      const reader = createReader2(field.fields);
      return (value, path, checking) => checkList(value, reader, path, checking);
    }
  }
}
function checkBy(describe) {
  return (value, path, { problems }) => {
    const problem = describe(value);
    if (problem) problems.push({ [path]: problem });
  };
}
function checkFields(object, reader, path, checking) {
  for (const key in object) {
    const field = reader.get(key);
    if (field) field.check(object[key], `${path}[${key}]`, checking, object, key);
    else checking.problems.push({ [`${path}[${key}]`]: UNEXPECTED });
  }
  for (const [name, { isRequired }] of reader) {
    if (isRequired && readOwn(object, name) === void 0)
      checking.problems.push({ [`${path}[${name}]`]: MISSING });
  }
}
function checkList(value, reader, path, checking) {
  const { maxZones, problems } = checking;
  if (!Array.isArray(value)) return void problems.push({ [path]: describeType("array") });
  if (value.length === 0)
    return void problems.push({ [path]: "This collection should contain 1 element or more." });
  if (value.length > maxZones)
    return void problems.push({ [path]: `This collection should contain ${maxZones} elements or less.` });
  for (const [at, item] of value.entries()) {
    if (isObject(item)) checkFields(item, reader, `${path}[${at}]`, checking);
    else problems.push({ [`${path}[${at}]`]: describeType("object") });
  }
}
var checkMap = (value, path, { problems }, object, key) => {
  if (Array.isArray(value) && value.length === 0) object[key] = {};
  else if (!isObject(value)) problems.push({ [path]: describeType("object") });
  else {
    for (const [name, text7] of Object.entries(value))
      if (typeof text7 !== "string") problems.push({ [`${path}[${name}]`]: describeType("string") });
  }
};
function describeType(type) {
  return `This value should be of type ${type}.`;
}
function describeText(value, format) {
  if (typeof value !== "string") return describeType("string");
  return format === void 0 ? void 0 : FORMATS[format](value);
}
function describeInteger(value, values2) {
  if (!values2) return Number.isSafeInteger(value) ? void 0 : describeType("integer");
  return values2.some((allowed) => allowed === value) ? void 0 : `This value should be ${values2.join(" or ")}.`;
}
var FORMATS = {
  address: (value) => normalizeAddress(value) ? void 0 : "This is not a valid IP address.",
  language: (value) => LANGUAGE.test(value) ? void 0 : "This value should have the form xx or xx-yy.",
  base64: (value) => BASE64.test(value) ? void 0 : "This value should be Base64.",
  "base64-json": (value) => isEncodedJson(value) ? void 0 : "This value should be JSON in Base64."
};
function isEncodedJson(value) {
  if (!BASE64.test(value)) return false;
  try {
    JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
function readOwn(object, key) {
  return Object.hasOwn(object, key) ? object[key] : void 0;
}
var REQUEST_READER = createReader2(REQUEST_FIELDS);

// src/service/http/body.ts
function readBody2(request2, most) {
  return new Promise((resolve8) => {
    if (Number(request2.headers["content-length"]) > most) return resolve8(void 0);
    const chunks = [];
    let size3 = 0;
    request2.on("data", (chunk) => {
      size3 += chunk.length;
      if (size3 <= most) return void chunks.push(chunk);
      request2.pause();
      resolve8(void 0);
    });
    request2.on("end", () => {
      if (size3 <= most) resolve8(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
  });
}

// src/service/http/placementRoute.ts
var HEADERS = { ...INERT_HEADERS, "Content-Type": "application/json", ...PUBLIC_HEADERS };
var HEADER_LIST = listHeaders(HEADERS);
var RETRY = { "Retry-After": "1" };
var PREFLIGHT = {
  status: 204,
  headers: listHeaders({
    ...SECURITY_HEADERS,
    ...PUBLIC_HEADERS,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Max-Age": "86400"
  }),
  body: ""
};
var PlacementRoute = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  async handle(request2) {
    const { settings, admission, isStopping, readCaller: readCaller2 } = this.#parts;
    if (request2.method === "OPTIONS") return PREFLIGHT;
    if (isStopping()) return this.#refuse("stopping", 503, "The service is stopping.", RETRY);
    const caller = readCaller2(request2);
    const taken = admission.take(caller.address);
    const verdict = taken instanceof Promise ? await taken : taken;
    const refusal = this.#shed(verdict) ?? this.#refuseHead(request2, verdict);
    if (refusal) return refusal;
    const body = await readBody2(request2, settings.maxBody);
    if (!body) {
      const headers = { ...formatRateHeaders(verdict), Connection: "close" };
      return this.#refuse("large", 413, `A body has at most ${settings.maxBody} bytes.`, headers);
    }
    return this.#shed(verdict) ?? this.#place(body, caller, verdict);
  }
  /** Refuses what the limits or the load forbid. */
  #shed(verdict) {
    if (!verdict.allowed) return this.#refuse("limit", 429, "Too Many Requests.", formatRateHeaders(verdict));
    if (!this.#parts.admission.isOverloaded) return void 0;
    const headers = { ...formatRateHeaders(verdict), ...RETRY };
    return this.#refuse("busy", 503, "Too many requests are in flight.", headers);
  }
  /** Refuses by method and headers, before the body is read. */
  #refuseHead({ method, headers }, verdict) {
    if (method !== "POST") {
      const allow = { ...formatRateHeaders(verdict), Allow: "POST, OPTIONS" };
      return this.#refuse("method", 405, "Placements are asked for by POST.", allow);
    }
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() === "identity") return void 0;
    const text7 = "Compressed bodies are not read; send the JSON as it is.";
    const close = { ...formatRateHeaders(verdict), Connection: "close" };
    return this.#refuse("encoding", 415, text7, close);
  }
  async #place(body, caller, verdict) {
    const { settings, placement, metrics: metrics2, now } = this.#parts;
    const { requireUserIp, maxZones } = settings;
    const isIpRequired = requireUserIp === "always" || requireUserIp === "server" && !caller.isBrowser;
    const reading = readRequest2(body, { maxZones, isIpRequired });
    const headers = withRateHeaders(verdict);
    if ("problems" in reading) {
      metrics2.countRefusal("invalid");
      return { status: 400, headers, body: JSON.stringify({ errors: reading.problems }) };
    }
    const preparing = placement.prepare(reading.request, caller);
    if (preparing) await preparing;
    return this.#store(placement.place(reading.request, caller, now()), headers, verdict);
  }
  /** Answers once the decisions are on disk. */
  async #store(placed, headers, verdict) {
    const { admission, store, metrics: metrics2, now } = this.#parts;
    try {
      await admission.wait(store.append(placed.events));
    } catch (error) {
      placed.undo(now());
      if (!(error instanceof StoreError)) throw error;
      const text7 = "Events cannot be stored at the moment.";
      return this.#refuse(`store-${error.code}`, 503, text7, { ...formatRateHeaders(verdict), ...RETRY });
    }
    metrics2.countZones("filled", placed.filled);
    metrics2.countZones("empty", placed.empty);
    metrics2.countZones("unknown", placed.unknown);
    return { status: 200, headers, body: placed.body };
  }
  #refuse(reason, status, text7, headers) {
    this.#parts.metrics.countRefusal(reason);
    return createMessage(status, text7, { ...HEADERS, ...headers });
  }
};
function withRateHeaders(verdict) {
  const headers = listHeaders(formatRateHeaders(verdict));
  return headers.length > 0 ? [...HEADER_LIST, ...headers] : HEADER_LIST;
}

// src/service/http/respond.ts
function respond(parts, route, request2, response, handle) {
  const requestId = readRequestId(request2);
  measure(parts, route, request2, response, requestId);
  const answer3 = async () => {
    const reply = await handle();
    if (!response.destroyed) send2(response, reply, listOwnHeaders(parts, requestId));
  };
  answer3().catch((error) => {
    setOwnHeaders(parts, response, requestId);
    fail(parts, route, response, error);
  });
}
function delegate(parts, route, request2, response, handle) {
  const requestId = readRequestId(request2);
  measure(parts, route, request2, response, requestId);
  setOwnHeaders(parts, response, requestId);
  const answer3 = async () => void await handle();
  answer3().catch((error) => fail(parts, route, response, error));
}
function measure({ metrics: metrics2, onAnswer }, route, request2, response, requestId) {
  const started = performance.now();
  response.once("finish", () => {
    const { statusCode: status } = response;
    const milliseconds = performance.now() - started;
    metrics2.countAnswer(route, status, milliseconds / 1e3);
    onAnswer?.({ route, request: request2, requestId, status, milliseconds });
  });
}
function send2(response, { status, headers, body }, own = []) {
  response.writeHead(status, [...headers, ...own, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}
function listOwnHeaders({ isClosing }, requestId) {
  const own = [REQUEST_ID, requestId];
  return isClosing() ? [...own, "Connection", "close"] : own;
}
function setOwnHeaders(parts, response, requestId) {
  if (response.headersSent) return;
  setRequestId(response, requestId);
  if (parts.isClosing()) response.setHeader("Connection", "close");
}
function fail(parts, route, response, error) {
  reportException(parts, route, error, response);
  if (response.headersSent) return void response.destroy();
  send2(response, createMessage(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
}
function reportException({ log, metrics: metrics2 }, route, error, response) {
  const address = truncateAddress(response.req.socket.remoteAddress ?? "");
  log.error({ err: error, route, requestId: getRequestId(response), address }, "request failed");
  metrics2.countException(route);
}

// src/service/http/server.ts
import { createServer as createServer2 } from "node:http";
var PLACEMENT_PATH = "/v1/placement";
var KEEP_ALIVE_MS = 3e4;
var MAX_HEADER_BYTES = 16 * 1024;
function createHttpServer(parts) {
  const { requestTimeout } = parts;
  const options = {
    requestTimeout,
    headersTimeout: requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1e3, requestTimeout),
    maxHeaderSize: MAX_HEADER_BYTES
  };
  return createServer2(options, (request2, response) => {
    const path = readPath(request2.url ?? "/");
    if (path === PLACEMENT_PATH)
      return respond(parts, "placement", request2, response, () => parts.handlePlacement(request2));
    for (const [prefix, kind] of TRACKING_PREFIXES) {
      if (!path.startsWith(prefix)) continue;
      const token = path.slice(prefix.length);
      return respond(parts, kind, request2, response, () => parts.handleTracking(kind, token, request2));
    }
    return delegate(parts, "other", request2, response, () => parts.handleOther(request2, response));
  });
}
var TRACKING_PREFIXES = [
  ["/i/", "impression"],
  ["/c/", "click"]
];
function readPath(url) {
  if (!url.startsWith("/")) return URL.canParse(url) ? new URL(url).pathname : url;
  const query2 = url.indexOf("?");
  return query2 < 0 ? url : url.slice(0, query2);
}

// src/service/http/trackingRoute.ts
var PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
var STATUS = { expired: 410, forged: 403, lost: 503 };
var TrackingRoute = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  async handle(kind, token, request2) {
    request2.resume();
    const { method = "", headers } = request2;
    const methods = kind === "impression" ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
    if (!methods.includes(method))
      return createMessage(405, "This address is fetched by GET.", { Allow: methods.join(", ") });
    const { tracking, findAddress, now, metrics: metrics2 } = this.#parts;
    const fetcher = {
      address: findAddress(request2),
      userAgent: headers["user-agent"] ?? "",
      isView: method !== "HEAD" && !isSpeculative(request2)
    };
    const fetched = tracking.read(kind, token, fetcher, now());
    const outcome = await this.#store(fetched);
    metrics2.countFetch(kind, outcome);
    return kind === "impression" ? replyWithPixel(outcome) : replyWithRedirect(outcome, fetched.landingPage);
  }
  async #store({ keys, charge, settle }) {
    const { deduplication, store, now } = this.#parts;
    if (keys.length === 0) return settle([], now());
    let results;
    try {
      results = await deduplication.writeOnce(
        keys,
        (fresh, isReserved) => store.appendKeyed(charge(fresh, isReserved))
      );
    } catch (error) {
      const outcome = settle(void 0, now());
      if (error instanceof StoreError) return outcome;
      throw error;
    }
    return settle(results, now());
  }
};
function replyWithPixel(outcome) {
  const headers = {
    ...INERT_HEADERS,
    "Content-Type": "image/gif",
    "Access-Control-Allow-Origin": "*",
    "X-Event": outcome,
    ...outcome === "lost" ? { "Retry-After": "1" } : {}
  };
  return { status: STATUS[outcome] ?? 200, headers: listHeaders(headers), body: PIXEL };
}
function replyWithRedirect(outcome, landingPage) {
  const headers = { ...INERT_HEADERS, "Content-Type": "text/plain; charset=utf-8", "X-Event": outcome };
  if (landingPage)
    return { status: 302, headers: listHeaders({ ...headers, Location: landingPage }), body: "" };
  if (outcome === "forged")
    return { status: 403, headers: listHeaders(headers), body: "This link is not one of ours." };
  return { status: 410, headers: listHeaders(headers), body: "This ad is gone." };
}

// src/service/catalogue/accounting.ts
var BANNER = 1;
var SHARE_UNITS = 1e6;
function toZoneValues(zone2, site2) {
  return omitUndefined({
    zone_id: zone2.id,
    size: zone2.size,
    site_id: site2.id,
    site_hostname: site2.hostname,
    category_id: site2.category,
    publisher_id: site2.account,
    publisher_ad_type_id: BANNER
  });
}
function toCampaignValues(campaign2, variation2) {
  return omitUndefined({
    campaign_id: campaign2.id,
    variation_id: variation2.id,
    advertiser_id: campaign2.account,
    advertiser_ad_type_id: BANNER,
    offer_id: campaign2.offer,
    offer_landing_page_id: campaign2.offerLandingPage
  });
}
function computeUnitCost({ pricing: pricing2 }) {
  const price2 = parseMoney(pricing2.price) ?? 0n;
  return pricing2.model === "cpm" ? price2 / 1000n : price2;
}
function computePublisherRevenue(cost, share3) {
  return cost * BigInt(Math.round(Number(share3) * SHARE_UNITS)) / BigInt(SHARE_UNITS);
}

// src/service/management/facts.ts
import { readFile as readFile17, rm as rm15 } from "node:fs/promises";
async function sumFacts2(store, query2, signal) {
  const { from, until, conditions, groups, counters } = query2;
  const { path, first } = await store.exportRows(
    {
      ...{ from, until, conditions, groups },
      metrics: counters.map((counter) => ({ sum: [{ counter, minus: false }] })),
      orders: groups.map((_, at) => ({ by: at, direction: "asc" })),
      ...{ totals: false, count: false, limit: Number.POSITIVE_INFINITY, offset: 0 }
    },
    signal
  );
  try {
    const lines = (await readFile17(path, "utf8")).split("\n").filter(Boolean);
    const rows = lines.map((line) => [...first ?? [], ...line.split("	")]);
    return rows.filter(([count3]) => count3 !== "0").map((row) => row.slice(1));
  } finally {
    await rm15(path, { force: true });
  }
}

// src/service/management/activity.ts
var SEEN_DAYS = 30;
var SECOND_MS = 1e3;
async function readActivity(viewer, { facts, catalogue: current, now }, signal) {
  const catalogue = current();
  const { data, sites } = catalogue;
  const accounts = listManagedAccounts(viewer, catalogue);
  const zones = data.zones.filter(({ site: site2 }) => accounts.has(sites.get(site2)?.account ?? 0));
  const campaigns = data.campaigns.filter(({ account: account4 }) => accounts.has(account4));
  const sizes = /* @__PURE__ */ new Map();
  for (const { size: size3 } of listReachableZones(viewer, catalogue)) sizes.set(size3, (sizes.get(size3) ?? 0) + 1);
  const sum2 = (query2) => sumFacts2(facts, query2, signal);
  return {
    zones: await readZones(zones, sum2, now()),
    campaigns: await readCampaigns(campaigns, sum2, now()),
    sizes: [...sizes].map(([size3, count3]) => ({ size: size3, zones: count3 }))
  };
}
var showClock = (unit) => ({
  unit,
  offsets: [{ until: Number.POSITIVE_INFINITY, minutes: 0 }]
});
async function readZones(zones, sum2, now) {
  if (zones.length === 0) return [];
  const found = new Map(zones.map(({ id: id2 }) => [id2, { id: id2, last: 0, requests: 0, filled: 0 }]));
  const asked = await sum2({
    ...{ from: now - DAY_MS, until: now + SECOND_MS },
    conditions: [within2("zone_id", [...found.keys()])],
    groups: [{ column: "zone_id" }, showClock("date"), showClock("hour")],
    counters: ["ad_requests", "filled"]
  });
  for (const [id2, day2 = "", hour, requests2, filled] of asked) {
    const zone2 = found.get(Number(id2));
    if (!zone2 || Number(requests2) === 0) continue;
    zone2.last = Math.max(zone2.last, Date.parse(day2) + Number(hour) * 36e5);
    zone2.requests += Number(requests2);
    zone2.filled += Number(filled);
  }
  const quiet = [...found.values()].filter(({ last }) => last === 0);
  for (const [id2, day2 = "", requests2] of await readDays(quiet, sum2, now)) {
    const zone2 = found.get(Number(id2));
    if (zone2 && Number(requests2) > 0) zone2.last = Math.max(zone2.last, Date.parse(day2));
  }
  return [...found.values()].map(({ last, ...zone2 }) => ({
    ...zone2,
    last_request: last > 0 ? new Date(last).toISOString() : null
  }));
}
async function readDays(zones, sum2, now) {
  if (zones.length === 0) return [];
  return sum2({
    ...{ from: now - SEEN_DAYS * DAY_MS, until: now - DAY_MS },
    conditions: [
      within2(
        "zone_id",
        zones.map(({ id: id2 }) => id2)
      )
    ],
    groups: [{ column: "zone_id" }, showClock("date")],
    counters: ["ad_requests"]
  });
}
async function readCampaigns(campaigns, sum2, now) {
  if (campaigns.length === 0) return [];
  const read3 = async (from) => {
    const rows = await sum2({
      ...{ from, until: now + SECOND_MS, groups: [{ column: "campaign_id" }] },
      conditions: [
        within2(
          "campaign_id",
          campaigns.map(({ id: id2 }) => id2)
        )
      ],
      counters: ["impressions", "cost", "filled"]
    });
    return new Map(rows.map(([id2, ...sums]) => [Number(id2), sums]));
  };
  const [all, today, lately] = [await read3(0), await read3(now - now % DAY_MS), await read3(now - DAY_MS)];
  return campaigns.map((campaign2) => {
    const [shownTotal, costTotal] = all.get(campaign2.id) ?? [];
    const [shownToday, costToday] = today.get(campaign2.id) ?? [];
    const given = {
      shownToday: Number(shownToday ?? 0),
      shownTotal: Number(shownTotal ?? 0),
      costToday: parseDecimal(costToday ?? "0") ?? 0n,
      costTotal: parseDecimal(costTotal ?? "0") ?? 0n
    };
    const filled = Number(lately.get(campaign2.id)?.[2] ?? 0);
    return {
      id: campaign2.id,
      state: findState(campaign2, given, filled, now),
      impressions_today: given.shownToday,
      impressions_total: given.shownTotal,
      cost_today: formatMoney(given.costToday),
      cost_total: formatMoney(given.costTotal)
    };
  });
}
function findState(campaign2, given, filled, now) {
  const { deleted, active, from, to, variations } = campaign2;
  const today = new Date(now).toISOString().slice(0, 10);
  if (deleted) return "archived";
  if (!active) return "paused";
  if (to !== void 0 && to < today) return "ended";
  if (from !== void 0 && from > today) return "scheduled";
  if (!variations.some((creative) => creative.active && creative.review === "approved")) return "waiting";
  if (isSpent(readLimits({ campaign: campaign2, unitCost: computeUnitCost(campaign2) }), given)) return "spent";
  return filled > 0 ? "running" : "unmatched";
}
function within2(column, ids) {
  return { value: { column }, within: ids };
}

// src/service/management/entries.ts
import { createHash as createHash11 } from "node:crypto";
function listEntries({ data }, kind) {
  return data[kind];
}
function listCreatives({ data }) {
  return data.campaigns.flatMap(({ variations }) => variations);
}
function listCreativesAt({ data }, campaign2) {
  return data.campaigns[campaign2]?.variations ?? [];
}
function findEntry(catalogue, kind, id2, viewer) {
  const entries = listEntries(catalogue, kind);
  const at = entries.findIndex((entry2) => entry2.id === id2);
  const entry = entries[at];
  if (!entry || !isManaged(kind, entry, listManagedAccounts(viewer, catalogue), catalogue))
    throw new ChangeRefused(404, `There is no ${RESOURCES[kind].noun} ${id2}.`);
  return { entry, at };
}
function findCreative(catalogue, campaign2, id2, viewer) {
  const { at } = findEntry(catalogue, "campaigns", campaign2, viewer);
  const creatives = listCreativesAt(catalogue, at);
  const place = creatives.findIndex((creative2) => creative2.id === id2);
  const creative = creatives[place];
  if (!creative) throw new ChangeRefused(404, `Campaign ${campaign2} has no creative ${id2}.`);
  return { entry: creative, campaign: at, at: place };
}
function matchesSearch(entry, { searched }, search) {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || String(entry.id) === wanted) return true;
  return searched.some(
    (field) => String(entry[field] ?? "").toLowerCase().includes(wanted)
  );
}
function showEntry(entry) {
  return { entry: hideSecrets(entry), version: computeVersion(entry) };
}
function hideSecrets(entry) {
  const shown = { ...entry };
  for (const secret of SECRETS) if (secret in shown) shown[secret] = void 0;
  return "password" in shown || "apiTokens" in shown ? { ...shown, hasPassword: entry.password !== void 0 } : shown;
}
function computeVersion(entry) {
  return createHash11("sha256").update(JSON.stringify(entry)).digest("base64url").slice(0, 16);
}
function requireVersion(version, entry) {
  if (version === void 0)
    throw new ChangeRefused(428, "Name the version that you saw, in the header If-Match.");
  if (version !== "*" && version !== computeVersion(entry))
    throw new ChangeRefused(409, "Somebody else changed this meanwhile. Load it again, then change it.");
}
var SECRETS = ["password", "apiTokens"];
function nextId(entries) {
  return entries.reduce((highest, { id: id2 }) => Math.max(highest, id2), 0) + 1;
}

// src/service/management/describeChange.ts
function describeChange(account4, kind, edit, time) {
  const [old, fresh] = [edit.before, edit.after].map((catalogue) => locate2(catalogue, kind, edit));
  return {
    time: new Date(time).toISOString(),
    account: { id: account4.id, name: account4.name },
    action: old ? "change" : "create",
    kind,
    id: edit.id,
    owner: findOwner(edit.after, kind, edit),
    ...old && { before: hideSecrets(old) },
    after: hideSecrets(fresh),
    catalogue: digestText(edit.text)
  };
}
function locate2(catalogue, kind, { at, campaign: campaign2 }) {
  if (kind !== "creatives") return listEntries(catalogue, kind)[at];
  return campaign2 === void 0 ? void 0 : listCreativesAt(catalogue, campaign2)[at];
}
function findOwner(catalogue, kind, { at, campaign: campaign2 }) {
  const { data, sites } = catalogue;
  if (kind === "accounts") return Number(data.accounts[at]?.id);
  if (kind === "zones") return Number(sites.get(Number(data.zones[at]?.site))?.account);
  if (kind === "sites") return Number(data.sites[at]?.account);
  return Number(data.campaigns[campaign2 ?? at]?.account);
}
function explainCatalogueError(error, { at, campaign: campaign2 }, kind) {
  const own = kind === "creatives" ? `campaigns[${campaign2}].variations[${at}]` : `${kind}[${at}]`;
  const problems = error.problems.map((problem) => {
    const [path = "", ...rest] = problem.split(": ");
    const field = path.startsWith(own) ? path.slice(own.length).replace(/^\./, "") : path;
    const brackets = field.replace(/\[(\d+)\]/g, ".$1").split(".").filter(Boolean);
    return { [brackets.map((key) => `[${key}]`).join("") || "[body]"]: writeSentence(rest.join(": ")) };
  });
  return new ChangeRefused(400, "The change was not made.", problems);
}
function writeSentence(text7) {
  const sentence = text7.charAt(0).toUpperCase() + text7.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

// src/service/management/editText.ts
import { applyEdits, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
function setValue(text7, path, value) {
  const { indent, eol } = readLayout(text7);
  const formattingOptions = {
    ...{ insertSpaces: indent !== "	", tabSize: indent === "	" ? 1 : indent.length, eol },
    // Only what is new is formatted.
    keepLines: true
  };
  return applyEdits(text7, modify(text7, path, value, { formattingOptions }));
}
function appendItem(text7, path, item) {
  const tree = parseTree(text7);
  const list2 = tree && findNodeAtLocation(tree, path);
  if (list2?.type !== "array") throw new Error(`There is no list at ${path.join(".")}.`);
  const last = list2.children?.at(-1);
  return last ? appendAfter(text7, last, item) : setValue(text7, path, [item]);
}
function appendAfter(text7, last, item) {
  const { indent, eol } = readLayout(text7);
  const end = last.offset + last.length;
  const written = text7.slice(last.offset, end);
  const lineStart = text7.lastIndexOf("\n", last.offset) + 1;
  const margin = /^[\t ]*$/.exec(text7.slice(lineStart, last.offset))?.[0];
  const isOneLine = !written.includes("\n");
  const json3 = isOneLine ? writeOneLine(item) : JSON.stringify(item, null, indent).replaceAll("\n", `${eol}${margin ?? ""}`);
  const separator = margin === void 0 ? ", " : `,${eol}${margin}`;
  return `${text7.slice(0, end)}${separator}${json3}${text7.slice(end)}`;
}
function writeOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(writeOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${writeOneLine(inner)}`
  );
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}
function readLayout(text7) {
  const indent = /^[\t ]+(?=\S)/m.exec(text7)?.[0] ?? "  ";
  return { indent: indent.startsWith("	") ? "	" : indent, eol: text7.includes("\r\n") ? "\r\n" : "\n" };
}

// src/service/management/estimate.ts
import * as v10 from "valibot";
var DAYS2 = 7;
var { account: account2, targeting: targeting2, pricing, budget, caps } = catalogueSchema.entries.campaigns.item.entries;
var draftSchema = v10.strictObject({
  ...{ account: v10.optional(account2), sizes: v10.array(v10.string()), pricing: v10.optional(pricing) },
  ...{ targeting: targeting2, budget, caps }
});
async function estimateCampaign(viewer, input, { facts, catalogue, now }, signal) {
  if (viewer.role === "publisher") throw new ChangeRefused(403, "A publisher has no campaigns.");
  const read3 = v10.safeParse(draftSchema, input);
  if (!read3.success) throw new ChangeRefused(400, "The campaign is not valid.", listProblems2(read3.issues));
  const draft = read3.output;
  const all = listReachableZones(viewer, catalogue());
  const zones = all.filter((zone2) => isFitting(zone2, draft, catalogue()));
  const ids = zones.map(({ id: id2 }) => id2);
  const [requests2, filled, impressions] = await sumRequests(ids, draft, { facts, now: now(), signal });
  const seen = filled > 0 ? Math.min(1, impressions / filled) : 1;
  return {
    zones: zones.length,
    zones_total: all.length,
    requests: requests2,
    impressions: Math.min(Math.floor(requests2 * seen), computeMost(draft))
  };
}
function isFitting(zone2, { account: advertiser, sizes, targeting: { sites, zones, categories } }, catalogue) {
  const site2 = catalogue.sites.get(zone2.site);
  if (!site2 || !sizes.includes(zone2.size)) return false;
  if (advertiser !== void 0 && site2.blockedAdvertisers.includes(advertiser)) return false;
  const accepts = (list2, value) => list2.length === 0 || list2.includes(value);
  return accepts(sites, site2.id) && accepts(zones, zone2.id) && accepts(categories, site2.category);
}
async function sumRequests(zones, { targeting: wanted }, { facts, now, signal }) {
  if (zones.length === 0) return [0, 0, 0];
  const today = now - now % DAY_MS;
  const accepted = [
    ["zone_id", zones],
    ["country_iso", wanted.countries],
    ["region_id", wanted.regions],
    ["language_id", wanted.languages.map((name) => languages.id(name) ?? 0)],
    ["device_type_id", wanted.deviceTypes.map((name) => deviceTypes.id(name) ?? 0)],
    ["operating_system_id", wanted.operatingSystems.map((name) => operatingSystems.id(name) ?? 0)],
    ["browser_id", wanted.browsers.map((name) => browsers.id(name) ?? 0)]
  ];
  const conditions = accepted.flatMap(
    ([column, values2]) => values2.length > 0 ? [{ value: { column }, within: values2 }] : []
  );
  const query2 = {
    ...{ from: today - DAYS2 * DAY_MS, until: today, conditions },
    groups: [{ column: "zone_id" }],
    counters: ["ad_requests", "filled", "impressions"]
  };
  const rows = await sumFacts2(facts, query2, signal);
  const add = (at) => rows.reduce((sum2, row) => sum2 + Number(row[at]), 0);
  return [add(1), add(2), add(3)];
}
function computeMost({ pricing: price2, budget: money2, caps: most }) {
  const unitCost = price2?.model === "cpm" ? computeUnitCost({ pricing: price2 }) : 0n;
  const affordable = (amount, days) => {
    const nano2 = amount === void 0 ? void 0 : parseMoney(amount);
    return nano2 === void 0 || unitCost === 0n ? Number.POSITIVE_INFINITY : Number(nano2 / unitCost) * days;
  };
  return Math.min(
    ...[affordable(money2.daily, DAYS2), affordable(money2.total, 1)],
    ...[(most.daily ?? Number.POSITIVE_INFINITY) * DAYS2, most.total ?? Number.POSITIVE_INFINITY]
  );
}

// src/service/management/mergePatch.ts
function patchText(text7, path, current, patch) {
  let result = text7;
  for (const [key, value] of Object.entries(patch)) {
    const inner = isObject(current) ? current[key] : void 0;
    const at = [...path, key];
    if (value === null) result = setValue(result, at, void 0);
    else if (isObject(value) && isObject(inner)) result = patchText(result, at, inner, value);
    else result = setValue(result, at, dropNulls(value));
  }
  return result;
}
function dropNulls(value) {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, dropNulls(inner)]));
}

// src/service/management/rules.ts
function readFields2(input, resource, allowed, action) {
  if (!allowed) throw new ChangeRefused(403, `Your account may not ${action} a ${resource.noun}.`);
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const known3 = new Set(
    Object.values(resource.rights).flatMap(({ create = [], change = [] }) => [...create, ...change])
  );
  const wrong = Object.keys(input).filter((field) => !allowed.includes(field));
  if (wrong.length === 0) return input;
  const problems = wrong.map((field) => ({
    [`[${field}]`]: known3.has(field) ? "Your account may not set this field." : "This field was not expected."
  }));
  throw new ChangeRefused(
    wrong.some((field) => !known3.has(field)) ? 400 : 403,
    "The change was not made.",
    problems
  );
}
async function hashSecrets(fields) {
  const { password } = fields;
  if (password === void 0 || password === null) return fields;
  if (typeof password !== "string" || password.length < 8 || password.length > 1e3)
    throw refuseField("password", "Expected at least 8 characters.");
  return { ...fields, password: await hashPassword(password) };
}
async function addOwner(kind, fields, viewer, catalogue) {
  if (kind === "accounts") return requireBelow(fields, viewer);
  if (kind === "zones") {
    const site2 = catalogue.sites.get(Number(fields.site));
    if (!site2 || !isManaged("sites", site2, listManagedAccounts(viewer, catalogue), catalogue))
      throw refuseField("site", "There is no site with this id.");
    return fields;
  }
  if (viewer.role !== "network") return { account: viewer.id, ...fields };
  const owner = catalogue.accounts.get(Number(fields.account));
  const role2 = kind === "sites" ? "publisher" : "advertiser";
  if (owner?.role !== role2 || owner.network !== viewer.id)
    throw refuseField("account", `Expected the id of an account of the role ${role2}.`);
  return fields;
}
function requireBelow(fields, viewer) {
  if (fields.role === "network") throw refuseField("role", "Expected advertiser or publisher.", 403);
  return { ...fields, network: viewer.id };
}
function waitForReview(viewer, fields) {
  const isSeen = ["image", "url", "size"].some((field) => field in fields);
  return viewer.role === "advertiser" && isSeen ? { review: "waiting" } : {};
}
function requireKnownSize(size3, { data }) {
  const sizes = [...new Set(data.zones.map((zone2) => zone2.size))].sort();
  if (sizes.includes(String(size3))) return;
  throw refuseField("size", `No zone has this size. There are: ${sizes.join(", ") || "none yet"}.`);
}
function refuseRaise(entry, patch) {
  for (const field of ["budget", "caps"]) {
    const [before, after] = [entry[field], patch[field]];
    if (!(field in patch)) continue;
    for (const key of ["daily", "total"]) {
      const old = isObject(before) ? before[key] : void 0;
      const fresh = isObject(after) && key in after ? after[key] : after === null ? null : old;
      if (old !== void 0 && (fresh === null || Number(fresh) > Number(old)))
        throw refuseField(`${field}][${key}`, "Only your network may raise or remove this.", 403);
    }
  }
}
function readableResource(kind, viewer) {
  const resource = RESOURCES[kind];
  if (resource.rights[viewer.role]) return resource;
  throw new ChangeRefused(403, `An account of the role ${viewer.role} manages no ${kind}.`);
}

// src/service/management/management.ts
var MAX_RUNNING = 2;
var MAX_WAITING2 = 64;
var TIMEOUT2 = 1e4;
var Management = class {
  #parts;
  #gate = new Gate(MAX_RUNNING, MAX_WAITING2);
  constructor(parts) {
    this.#parts = parts;
  }
  /** What an account may know of itself. */
  describe(viewer) {
    return describeAccount(viewer, this.#parts.catalogue());
  }
  list(viewer, kind, { search = "", limit, offset, deleted }) {
    const resource = readableResource(kind, viewer);
    const catalogue = this.#parts.catalogue();
    const accounts = listManagedAccounts(viewer, catalogue);
    const found = listEntries(catalogue, kind).filter(
      (entry) => isManaged(kind, entry, accounts, catalogue) && (deleted || entry.deleted !== true) && matchesSearch(entry, resource, search)
    );
    return { count: found.length, entries: found.slice(offset, offset + limit).map(showEntry) };
  }
  one(viewer, kind, id2) {
    readableResource(kind, viewer);
    return showEntry(findEntry(this.#parts.catalogue(), kind, id2, viewer).entry);
  }
  async create(viewer, kind, input) {
    const resource = readableResource(kind, viewer);
    const fields = readFields2(input, resource, resource.rights[viewer.role]?.create, "create");
    await this.#parts.images.bring(JSON.stringify(fields));
    const made = await addOwner(kind, await hashSecrets(fields), viewer, this.#parts.catalogue());
    let id2 = 0;
    const { after } = await this.#change(viewer, kind, (text7, catalogue) => {
      id2 = nextId(listEntries(catalogue, kind));
      const item = kind === "campaigns" ? giveCreativeIds(made, catalogue) : made;
      return { text: appendItem(text7, [kind], { id: id2, ...item }), id: id2, at: listEntries(catalogue, kind).length };
    });
    return showEntry(findEntry(after, kind, id2, viewer).entry);
  }
  /** `version` is what the caller saw: a change that somebody made since is not overwritten. */
  async change(viewer, kind, id2, version, input) {
    const resource = readableResource(kind, viewer);
    findEntry(this.#parts.catalogue(), kind, id2, viewer);
    const patch = await hashSecrets(
      readFields2(input, resource, resource.rights[viewer.role]?.change, "change")
    );
    await this.#parts.images.bring(JSON.stringify(patch));
    const { after } = await this.#change(viewer, kind, (text7, catalogue) => {
      const { entry, at } = findEntry(catalogue, kind, id2, viewer);
      requireVersion(version, entry);
      if (kind === "campaigns" && viewer.role !== "network") refuseRaise(entry, patch);
      return { text: patchText(text7, [kind, at], readRaw(text7, [kind, at]), patch), id: id2, at };
    });
    return showEntry(findEntry(after, kind, id2, viewer).entry);
  }
  creatives(viewer, campaign2) {
    readableResource("campaigns", viewer);
    const catalogue = this.#parts.catalogue();
    const { at } = findEntry(catalogue, "campaigns", campaign2, viewer);
    return listCreativesAt(catalogue, at).map(showEntry);
  }
  async createCreative(viewer, campaign2, input) {
    readableResource("campaigns", viewer);
    const fields = readFields2(input, CREATIVE, CREATIVE.rights[viewer.role]?.create, "create");
    requireKnownSize(fields.size, this.#parts.catalogue());
    await this.#parts.images.bring(JSON.stringify(fields));
    let id2 = 0;
    const { after } = await this.#change(viewer, "creatives", (text7, catalogue) => {
      const { at } = findEntry(catalogue, "campaigns", campaign2, viewer);
      id2 = nextId(listCreatives(catalogue));
      const path = ["campaigns", at, "variations"];
      const item = { id: id2, ...fields, ...waitForReview(viewer, fields) };
      return {
        text: appendItem(text7, path, item),
        id: id2,
        at: listCreativesAt(catalogue, at).length,
        campaign: at
      };
    });
    return showEntry(findCreative(after, campaign2, id2, viewer).entry);
  }
  async changeCreative(viewer, campaign2, id2, version, input) {
    readableResource("campaigns", viewer);
    findCreative(this.#parts.catalogue(), campaign2, id2, viewer);
    const fields = readFields2(input, CREATIVE, CREATIVE.rights[viewer.role]?.change, "change");
    if (fields.size !== void 0) requireKnownSize(fields.size, this.#parts.catalogue());
    await this.#parts.images.bring(JSON.stringify(fields));
    const patch = { ...fields, ...waitForReview(viewer, fields) };
    const { after } = await this.#change(viewer, "creatives", (text7, catalogue) => {
      const found = findCreative(catalogue, campaign2, id2, viewer);
      requireVersion(version, found.entry);
      const path = ["campaigns", found.campaign, "variations", found.at];
      return { text: patchText(text7, path, readRaw(text7, path), patch), ...found, id: id2 };
    });
    return showEntry(findCreative(after, campaign2, id2, viewer).entry);
  }
  /** The account itself: its name, and with the password of now a new one. */
  async changeOwn(viewer, patch) {
    const fields = await hashSecrets(patch);
    await this.#change(viewer, "accounts", (text7, catalogue) => {
      const { at } = findEntry(catalogue, "accounts", viewer.id, viewer);
      const path = ["accounts", at];
      return { text: patchText(text7, path, readRaw(text7, path), fields), id: viewer.id, at };
    });
  }
  /** Of the campaigns that the network manages. Decides nothing, counts nothing. */
  explain(viewer, input, incoming) {
    if (viewer.role !== "network") throw new ChangeRefused(403, "Only a network sees why campaigns match.");
    const { country: country2, request: request2 } = takeCountry(input);
    const reading = checkRequest(request2, { maxZones: MAX_ZONES, isIpRequired: false });
    if ("problems" in reading) throw new ChangeRefused(400, "The request is not valid.", reading.problems);
    const { campaigns } = this.#parts.catalogue();
    const managed = listManagedAccounts(viewer, this.#parts.catalogue());
    const isManagedCampaign = (id2) => managed.has(campaigns.get(id2)?.account ?? 0);
    const explained = this.#parts.explain(reading.request, incoming, country2);
    const zones = reading.request.zones.map(({ id: id2 }, at) => {
      const found = explained[at];
      return found ? { id: id2, campaigns: found.filter((one) => isManagedCampaign(one.id)) } : null;
    });
    const errors = Object.fromEntries(
      zones.flatMap(
        (zone2, at) => zone2 ? [] : [[String(at), [`Zone ${reading.request.zones[at]?.id} not found`]]]
      )
    );
    return { zones, errors };
  }
  /** Rejects with `BusyError` when too many ask. */
  activity(viewer) {
    const signal = AbortSignal.timeout(TIMEOUT2);
    return this.#gate.run(() => readActivity(viewer, this.#parts, signal), signal);
  }
  /** Rejects with `BusyError` when too many ask. */
  estimate(viewer, input) {
    const signal = AbortSignal.timeout(TIMEOUT2);
    return this.#gate.run(() => estimateCampaign(viewer, input, this.#parts, signal), signal);
  }
  /** Changes by the accounts below a network, and by itself; the newest first. */
  changes(viewer, filter) {
    if (viewer.role !== "network") throw new ChangeRefused(403, "Only a network reads the log of changes.");
    const catalogue = this.#parts.catalogue();
    const isBelow = (owner) => {
      const account4 = catalogue.accounts.get(owner);
      return owner === viewer.id || account4?.network === viewer.id;
    };
    const { kind, id: id2, limit, offset } = filter;
    return this.#parts.changes.list(
      (entry) => isBelow(entry.owner) && (!kind || entry.kind === kind) && (id2 === void 0 || entry.id === id2),
      limit,
      offset
    );
  }
  async #change(viewer, kind, edit) {
    const { editor, replace, now, creatives } = this.#parts;
    const changed = await editor.change(
      (text7, before) => {
        const edited = edit(text7, before);
        return { ...edited, before, after: checkEdit(edited, kind, creatives) };
      },
      (checked2) => describeChange(viewer, kind, checked2, now())
    );
    replace(changed.after);
    return changed;
  }
};
function takeCountry(input) {
  if (!isObject(input) || !("country" in input)) return { country: void 0, request: input };
  const { country: country2, ...request2 } = input;
  if (typeof country2 === "string" && isCountry(country2)) return { country: country2, request: request2 };
  throw refuseField("country", "Expected a code of three letters such as DEU.");
}
function checkEdit(edited, kind, creatives) {
  try {
    return readCatalogue(parseJsonText(edited.text), creatives);
  } catch (error) {
    throw error instanceof CatalogueError ? explainCatalogueError(error, edited, kind) : error;
  }
}
function giveCreativeIds(fields, catalogue) {
  if (!Array.isArray(fields.variations)) return fields;
  const first = nextId(listCreatives(catalogue));
  const variations = fields.variations.map(
    (creative, at) => isObject(creative) ? { ...creative, id: first + at } : creative
  );
  for (const creative of variations) if (isObject(creative)) requireKnownSize(creative.size, catalogue);
  return { ...fields, variations };
}
function readRaw(text7, path) {
  return path.reduce((value, key) => Reflect.get(Object(value), key), parseJsonText(text7));
}

// src/service/net/geo.ts
import { readFileSync as readFileSync3 } from "node:fs";
import { createRequire as createRequire3 } from "node:module";
import { Reader } from "mmdb-lib";

// src/service/values/lazy.ts
function lazy(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

// src/service/net/geo.ts
var BUNDLED = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
var readBundled = lazy(
  () => new Reader(readFileSync3(createRequire3(import.meta.url).resolve(BUNDLED)))
);
var locateCountry = (address) => {
  return toLocation(readBundled().get(address)?.country_code);
};
function openGeoDatabase(file) {
  if (!file) return locateCountry;
  try {
    return openCityDatabase(file);
  } catch (error) {
    throw new Error(`${file} is no city database: ${readMessage(error)}`);
  }
}
function openCityDatabase(file) {
  const reader = new Reader(readFileSync3(file));
  return (address) => {
    const entry = reader.get(address);
    return toLocation(entry?.country?.iso_code, entry?.subdivisions?.[0]?.iso_code);
  };
}
function toLocation(country2, subdivision) {
  const iso3 = country2 && toIso3(country2);
  if (!iso3) return {};
  return subdivision ? { country: iso3, subdivision: `${country2}-${subdivision}` } : { country: iso3 };
}

// src/service/openapi/management.ts
import { toJsonSchema } from "@valibot/to-json-schema";

// src/service/openapi/parts.ts
function ref(name) {
  return { $ref: `#/components/schemas/${name}` };
}
function json2(properties, required2) {
  return { type: "object", properties, required: required2, additionalProperties: false };
}
var RATE = Object.fromEntries(
  ["Limit", "Remaining", "Reset"].map((name) => [
    `X-Rate-Limit-${name}`,
    { $ref: `#/components/headers/X-Rate-Limit-${name}` }
  ])
);
function answer2(description, schema) {
  return { description, headers: RATE, content: { "application/json": { schema } } };
}
var REASONS2 = {
  400: "What is wrong with the request, every problem of it.",
  401: "No token, or one that is not good (any more).",
  403: "The account may not do this.",
  404: "There is nothing at this address.",
  409: "Somebody else changed it since; load it again.",
  413: "The body is too large.",
  415: "The body is not declared as JSON, or is compressed.",
  428: "The header If-Match is missing.",
  429: "A limit is reached; Retry-After says for how many seconds."
};
function refusals(...statuses) {
  const entries = statuses.map((status) => [
    status,
    answer2(REASONS2[status], ref(status === 400 ? "ValidationFailure" : "Refusal"))
  ]);
  return Object.fromEntries(entries);
}

// src/service/openapi/management.ts
var TAG = "Management";
var SECURITY = [{ token: [] }];
var TEXT = { type: "string" };
var COUNT3 = { type: "integer", minimum: 0 };
var SCHEMAS = {
  accounts: "ManagedAccount",
  sites: "Site",
  zones: "Zone",
  campaigns: "Campaign"
};
var ITEMS = {
  accounts: catalogueSchema.entries.accounts.item,
  sites: catalogueSchema.entries.sites.item,
  zones: catalogueSchema.entries.zones.item,
  campaigns: catalogueSchema.entries.campaigns.item
};
var EXPLAINED_ZONE = json2(
  {
    id: COUNT3,
    campaigns: {
      type: "array",
      items: json2(
        {
          ...{ id: COUNT3, name: TEXT, chance: { type: "number", minimum: 0, maximum: 100 } },
          excluded: { type: "array", items: json2({ rule: TEXT, reason: TEXT }, ["rule", "reason"]) }
        },
        ["id", "name", "excluded", "chance"]
      )
    }
  },
  ["id", "campaigns"]
);
function managementPaths() {
  return {
    ...Object.fromEntries(KINDS2.flatMap(describeKind)),
    "/v2/campaigns/{id}/creatives": {
      parameters: [pathId("id")],
      get: operation("The creatives of a campaign.", "creatives", { 200: answerPage("Creative") }),
      post: operation("Adds a creative.", "createCreative", { 201: answerEntry("Creative") }, true)
    },
    "/v2/campaigns/{id}/creatives/{creative}": {
      parameters: [pathId("id"), pathId("creative"), IF_MATCH],
      patch: operation("Changes a creative.", "changeCreative", { 200: answerEntry("Creative") }, true)
    },
    "/v2/images": {
      post: {
        ...operation("Keeps an image for creatives: PNG, JPEG, WebP, AVIF or GIF.", "image", {
          201: answer2("Where it is.", json2({ result: ref("StoredImage") }, ["result"]))
        }),
        requestBody: { required: true, content: { "image/*": { schema: { ...TEXT, format: "binary" } } } }
      }
    },
    "/v2/user": {
      get: operation("The account that is signed in, as /v2/account.", "user", {
        200: answer2("Without secrets.", ref("Account"))
      }),
      patch: operation(
        "Changes the own name, or with the current password the password.",
        "changeUser",
        {
          204: { description: "Changed." }
        },
        true
      )
    },
    "/v2/activity": {
      get: operation("What goes on in the zones and campaigns that the account manages.", "activity", {
        200: answer2("As of now.", json2({ result: ref("Activity") }, ["result"]))
      })
    },
    "/v2/estimate": {
      post: operation(
        "How many zones a campaign fits, and what the last seven days would have given it.",
        "estimate",
        { 200: answer2("By requests that were counted.", json2({ result: ref("Estimate") }, ["result"])) },
        true
      )
    },
    "/v1/placement/explain": {
      post: {
        ...operation("Why each campaign would be chosen for the zones, or not; for networks.", "explain", {
          200: answer2("For each zone, in the order asked.", ref("Explanation"))
        }),
        requestBody: { required: true, content: { "application/json": { schema: ref("AdRequest") } } }
      }
    },
    "/v2/changes": {
      get: {
        ...operation("Who changed what, the newest first; for networks.", "changes", {
          200: answerPage("Change")
        }),
        parameters: [
          ...PAGING,
          query("kind", TEXT, "Of this kind alone."),
          query("id", COUNT3, "Of this entry.")
        ]
      }
    }
  };
}
function managementSchemas() {
  const entries = KINDS2.map((kind) => [SCHEMAS[kind], describeEntry(ITEMS[kind])]);
  return {
    ...Object.fromEntries(entries),
    Creative: describeEntry(ITEMS.campaigns.entries.variations.pipe[0].item),
    StoredImage: json2(
      {
        ...{ image: TEXT, width: COUNT3, height: COUNT3, bytes: COUNT3 },
        ...{ type: { enum: ["png", "jpg", "webp", "avif", "gif"] }, animated: { type: "boolean" } }
      },
      ["image", "width", "height", "type", "animated", "bytes"]
    ),
    Explanation: json2(
      {
        zones: { type: "array", items: { anyOf: [EXPLAINED_ZONE, { type: "null" }] } },
        errors: { type: "object", additionalProperties: { type: "array", items: TEXT } }
      },
      ["zones", "errors"]
    ),
    Activity: json2(
      {
        zones: {
          type: "array",
          items: json2(
            {
              ...{ id: COUNT3, requests: COUNT3, filled: COUNT3 },
              last_request: { type: ["string", "null"], format: "date-time" }
            },
            ["id", "last_request", "requests", "filled"]
          )
        },
        campaigns: {
          type: "array",
          items: json2(
            {
              ...{ id: COUNT3, state: { enum: CAMPAIGN_STATES }, impressions_today: COUNT3 },
              ...{ impressions_total: COUNT3, cost_today: TEXT, cost_total: TEXT }
            },
            ["id", "state", "impressions_today", "impressions_total", "cost_today", "cost_total"]
          )
        },
        sizes: { type: "array", items: json2({ size: TEXT, zones: COUNT3 }, ["size", "zones"]) }
      },
      ["zones", "campaigns", "sizes"]
    ),
    Estimate: json2({ zones: COUNT3, zones_total: COUNT3, requests: COUNT3, impressions: COUNT3 }, [
      ...["zones", "zones_total", "requests", "impressions"]
    ]),
    Change: json2(
      {
        ...{ time: { ...TEXT, format: "date-time" }, action: { enum: ["create", "change"] }, kind: TEXT },
        account: json2({ id: COUNT3, name: TEXT }, ["id", "name"]),
        ...{
          id: COUNT3,
          owner: COUNT3,
          before: { type: "object" },
          after: { type: "object" },
          catalogue: TEXT
        }
      },
      ["time", "account", "action", "kind", "id", "owner", "after", "catalogue"]
    )
  };
}
function describeKind(kind) {
  const { noun } = RESOURCES[kind];
  const schema = SCHEMAS[kind];
  return [
    [
      `/v2/${kind}`,
      {
        get: {
          ...operation(`The ${kind} that the account manages.`, kind, { 200: answerPage(schema) }),
          parameters: [
            ...PAGING,
            query("search", TEXT, "A part of the name, or the id."),
            query("deleted", { enum: [0, 1] }, "1: also what was archived.")
          ]
        },
        post: operation(`Makes a ${noun}.`, `create${title(noun)}`, { 201: answerEntry(schema) }, true)
      }
    ],
    [
      `/v2/${kind}/{id}`,
      {
        parameters: [pathId("id")],
        get: operation(`One ${noun}.`, noun, { 200: answerEntry(schema) }),
        patch: {
          ...operation(
            `Changes a ${noun} by a merge patch (RFC 7396).`,
            `change${title(noun)}`,
            { 200: answerEntry(schema) },
            true
          ),
          parameters: [IF_MATCH]
        }
      }
    ]
  ];
}
function title(noun) {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
function operation(summary, operationId, good, hasBody = false) {
  const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
  return {
    ...{ tags: [TAG], summary, operationId, security: SECURITY },
    ...hasBody && { requestBody: body },
    responses: { ...good, ...refusals(400, 401, 403, 404, 409, 413, 415, 428, 429) }
  };
}
function answerEntry(schema) {
  return answer2("The entry as it is now.", json2({ result: ref(schema) }, ["result"]));
}
function answerPage(schema) {
  const metadata3 = json2({ count: COUNT3, limit: COUNT3, offset: COUNT3 }, ["count", "limit", "offset"]);
  const result = { type: "array", items: ref(schema) };
  return answer2(
    "A page of them.",
    json2({ request_metadata: metadata3, result }, ["request_metadata", "result"])
  );
}
function query(name, schema, description) {
  return { name, in: "query", schema, description };
}
function pathId(name) {
  return { name, in: "path", required: true, schema: { type: "integer", minimum: 1 } };
}
var PAGING = [
  query("limit", { type: "integer", minimum: 1, maximum: 500, default: 50 }, "Most entries of a page."),
  query("offset", { ...COUNT3, default: 0 }, "Entries before the page.")
];
var IF_MATCH = {
  ...{ name: "If-Match", in: "header", required: true, schema: TEXT },
  description: "The version that the caller saw (ETag), or * for any."
};
function describeEntry(schema) {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode: "output",
    target: "draft-2020-12"
  });
  const { password: _password, apiTokens: _tokens, ...properties } = converted.properties;
  const required2 = converted.required.filter((field) => field in properties);
  const added = {
    version: TEXT,
    ..."apiTokens" in converted.properties && { hasPassword: { type: "boolean" } }
  };
  return { ...converted, properties: { ...properties, ...added }, required: [...required2, "version"] };
}

// src/service/openapi/placement.ts
var PLACEMENT_EXAMPLES = {
  twoZones: {
    user: {
      ip: "192.0.2.1",
      ua: "Mozilla/5.0",
      language: "en-gb",
      referer: "https://publisher.example/running"
    },
    zones: [{ id: 101 }, { id: 103, sub: 7, keywords: "running,trail" }]
  },
  targeted: {
    user: { ip: "192.0.2.1", gdpr: { gdpr: 1, consent: "" } },
    zones: [{ id: 105, custom_targeting: { edition: "members" } }]
  }
};
function placementPaths() {
  const examples2 = Object.entries(PLACEMENT_EXAMPLES).map(([name, value]) => [name, { value }]);
  const content = { schema: ref("AdRequest"), examples: Object.fromEntries(examples2) };
  const failure = (description, name) => ({
    description,
    content: { "application/json": { schema: ref(name) } }
  });
  return {
    "/v1/placement": {
      post: {
        tags: ["Ad placement"],
        summary: "Ads for the zones of a page.",
        description: "Browsers send text/plain, so that they need no preflight request. With `gdpr.gdpr` 1 and no consent, or the header `Sec-GPC: 1`, nothing about the visitor but the country is used or stored.",
        operationId: "placement",
        requestBody: { required: true, content: { "text/plain": content, "application/json": content } },
        responses: {
          200: {
            description: "An ad or null for each zone, in the order asked.",
            content: { "application/json": { schema: ref("AdResponse") } }
          },
          400: failure("What is wrong with the request, every problem of it.", "ValidationFailure"),
          405: failure("Not a POST.", "Refusal"),
          413: failure("The body is too large.", "Refusal"),
          415: failure("The body is compressed.", "Refusal"),
          429: failure("A limit is reached; Retry-After says for how many seconds.", "Refusal"),
          500: failure("The service failed; it is logged.", "Refusal"),
          503: failure("The service stops, or has more to do than it can.", "Refusal")
        }
      }
    },
    "/i/{token}": { get: trackingOperation("impression") },
    "/c/{token}": { get: trackingOperation("click") }
  };
}
var OUTCOME = {
  description: "What became of the fetch; only `counted` and `unpaid` are in `impressions` and `clicks`.",
  schema: {
    enum: [...["counted", "repeated", "unpaid", "invalid", "robot", "ignored", "expired", "forged", "lost"]]
  }
};
function trackingOperation(kind) {
  const answer3 = (description) => ({ description, headers: { "X-Event": OUTCOME } });
  const responses = kind === "impression" ? { 200: answer3("A pixel."), 410: answer3("A pixel; the address has expired."), 503: answer3("A pixel.") } : {
    302: answer3("To the landing page, also when the click is not counted."),
    410: answer3("No such ad.")
  };
  return {
    tags: ["Ad placement"],
    summary: kind === "impression" ? "Counts an impression, once." : "Counts a click, once, and leads on.",
    operationId: kind,
    parameters: [{ name: "token", in: "path", required: true, schema: { type: "string" } }],
    responses: { ...responses, 403: answer3("The address is forged.") }
  };
}
function placementSchemas() {
  return {
    AdRequest: describeObject(REQUEST_FIELDS),
    AdResponse: json2(
      {
        zones: { type: "array", items: { anyOf: [ref("ZoneResult"), { type: "null" }] } },
        errors: {
          type: "object",
          additionalProperties: { type: "array", items: { type: "string" } },
          description: "Messages by the zero-based position of the zone."
        }
      },
      ["zones", "errors"]
    ),
    ZoneResult: describeObject(RESULT_FIELDS)
  };
}
function describeObject(fields) {
  const names = Object.keys(fields);
  const properties = Object.entries(fields).map(([name, field]) => [name, describeField(field)]);
  return json2(
    Object.fromEntries(properties),
    names.filter((name) => fields[name]?.required)
  );
}
var FORMATS2 = {
  address: {},
  language: { pattern: "^[A-Za-z]{2}(-[A-Za-z]{2})?$" },
  base64: { contentEncoding: "base64" },
  "base64-json": { contentEncoding: "base64", contentMediaType: "application/json" }
};
function describeField(field) {
  const { description } = field;
  return { ...describeType2(field), ...description && { description } };
}
function describeType2(field) {
  switch (field.type) {
    case "string":
      return { type: "string", ...field.format && FORMATS2[field.format] };
    case "integer":
      if (field.values) return { enum: field.values };
      return { type: "integer", ...field.minimum !== void 0 && { minimum: field.minimum } };
    case "literal":
      return { const: field.value };
    case "map":
      return {
        anyOf: [
          { type: "object", additionalProperties: { type: "string" } },
          { type: "array", maxItems: 0 }
        ]
      };
    case "object":
      return describeObject(field.fields);
    case "list":
      return { type: "array", items: describeObject(field.fields), minItems: 1, maxItems: field.most };
  }
}

// src/service/openapi/shares.ts
var SECURITY2 = [{ token: [] }];
var text6 = { type: "string" };
var role = { enum: ["advertiser", "publisher"] };
var expires = { type: "string", description: "ISO 8601." };
function sharePaths() {
  return {
    "/v2/shares": {
      get: {
        tags: ["Shared links"],
        summary: "The account's links that are good now.",
        operationId: "listShares",
        security: SECURITY2,
        responses: {
          200: answer2("The links.", json2({ result: { type: "array", items: ref("Share") } }, ["result"])),
          ...refusals(401, 403, 429)
        }
      },
      post: {
        tags: ["Shared links"],
        summary: "A token that reads some of the account's reports until it expires or is revoked.",
        operationId: "createShare",
        security: SECURITY2,
        requestBody: { required: true, content: { "application/json": { schema: ref("ShareRequest") } } },
        responses: {
          201: answer2("The link.", ref("CreatedShare")),
          ...refusals(400, 401, 403, 413, 415, 429)
        }
      }
    },
    "/v2/shares/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text6 }],
      delete: {
        tags: ["Shared links"],
        summary: "Revokes a link.",
        operationId: "revokeShare",
        security: SECURITY2,
        responses: { 204: { description: "Revoked." }, ...refusals(401, 403, 404, 429) }
      }
    }
  };
}
function shareSchemas() {
  const share3 = { id: text6, name: text6, role, view: text6, expires_at: expires };
  const created = { ...share3, token: { ...text6, description: "A bearer token, shown once." } };
  return {
    Share: json2(share3, Object.keys(share3)),
    CreatedShare: json2(created, Object.keys(created)),
    ShareRequest: json2(
      {
        name: { ...text6, minLength: 1, maxLength: 100 },
        role,
        view: { ...text6, description: "The dashboard's query string.", pattern: "^\\?", maxLength: 4e3 },
        days: { type: "integer", minimum: 1, maximum: 365, description: "How long it is good for." },
        filter: {
          type: "object",
          description: "As `filter` of a statistics request: reports by the link must be at least as narrow."
        },
        exclude: { type: "object", description: "As `exclude` of a statistics request." }
      },
      ["name", "role", "view", "days"]
    )
  };
}

// src/service/openapi/statistics.ts
import { toJsonSchema as toJsonSchema2 } from "@valibot/to-json-schema";

// src/protocol/groups.ts
var ENTITY = { fields: { id: "integer", name: "text" } };
var PERIOD = { date_from: "day", date_to: "day" };
var COUNTRY2 = { country_iso: "text", country_long_name: "text", country_short_name: "text" };
var GROUP_DETAILS = {
  /** A day in the account's time zone. */
  date: { fields: { date: "day" } },
  /** 0 to 23 in the request's time zone. */
  hour: { fields: { hour: "integer" } },
  /** ISO week: 2026-W47 */
  week: { fields: { week: "text" }, detailed: PERIOD },
  /** 2026-11 */
  month: { fields: { month: "text" }, detailed: PERIOD },
  /** 2026-Q4 */
  quarter: { fields: { quarter: "text" }, detailed: PERIOD },
  year: { fields: { year: "integer" }, detailed: PERIOD },
  campaign_id: {
    /** `active`: "1" while it may deliver, else "0". */
    fields: { active: ["0", "1"], campaign_ad_type_name: "text", id: "text", name: "text" },
    detailed: { advertiser_id: "integer", advertiser_name: "text" }
  },
  variation_id: {
    ...ENTITY,
    detailed: { campaign_id: "text", campaign_name: "text", size: "text" }
  },
  offer_id: ENTITY,
  offer_landing_page_id: ENTITY,
  advertiser_ad_type_id: ENTITY,
  publisher_ad_type_id: ENTITY,
  site_id: {
    fields: { id: "text", name: "text" },
    detailed: { hostname: "text", publisher_id: "integer", publisher_name: "text" }
  },
  site_hostname: { fields: { site_hostname: "text" } },
  zone_id: { ...ENTITY, detailed: { site_id: "text", site_name: "text", size: "text" } },
  sub: { fields: { sub: "integer" } },
  /** WIDTHxHEIGHT */
  size: { fields: { size: "text" } },
  category_id: ENTITY,
  country_iso: { fields: COUNTRY2, detailed: { iso2: "text" } },
  region_id: { fields: { ...COUNTRY2, id: "integer", name: "text" } },
  language_id: ENTITY,
  browser_id: ENTITY,
  operating_system_id: ENTITY,
  device_id: ENTITY,
  device_type_id: ENTITY,
  carrier_id: ENTITY,
  adblock: { fields: { adblock: ["adblock", "standard"] } },
  publisher_id: ENTITY,
  advertiser_id: ENTITY
};

// src/service/openapi/statistics.ts
var ROLES = ["advertiser", "publisher"];
var everything = (role2) => ({ kind: "network", role: role2, goals: MAX_GOALS });
function convertSchema(schema) {
  const converted = toJsonSchema2(schema, {
    errorMode: "ignore",
    typeMode: "input",
    target: "draft-2020-12",
    // Fields that no entry names are refused.
    overrideSchema: ({ valibotSchema, jsonSchema }) => valibotSchema.type === "object_with_rest" ? { ...jsonSchema, additionalProperties: false } : void 0
  });
  const { $schema: _, ...rest } = converted;
  return rest;
}
function describeRequest(role2) {
  const schema = convertSchema(requestSchema(everything(role2), "date"));
  const { default: _, ...groupings } = schema.properties.group_by;
  const description = "Required under `global`. An empty list: one record over everything.";
  return { ...schema, properties: { ...schema.properties, group_by: { ...groupings, description } } };
}
var EXAMPLES = {
  advertiser: {
    campaignsByDate: {
      group_by: ["date", "campaign_id"],
      order_by: [{ field: "date", order: "asc" }],
      projection: ["base"],
      totals: 1
    },
    bestCountries: {
      group_by: ["country_iso"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-20", exclude_deleted: 1 },
      order_by: [{ field: "ctr", order: "desc" }],
      projection: { base: ["impressions", "clicks", "ctr", "cost"] },
      limit: 10
    },
    hoursOfVideo: {
      group_by: ["hour"],
      timezone: "Europe/Berlin",
      filter: { hour: [18, 19, 20, 21], adblock: "standard" },
      projection: { video: ["impressions", "views", "vtr"] }
    }
  },
  publisher: {
    zonesOfAMonth: {
      group_by: ["date", "zone_id"],
      filter: { date_from: "2026-11-01", date_to: "2026-11-30" },
      projection: { base: ["ad_requests", "fill_rate", "impressions", "revenue"] }
    },
    threeCountriesOnPhones: {
      group_by: ["site_id"],
      filter: { country_iso: ["DEU", "AUT", "CHE"], device_type_id: [2] },
      detailed: 1
    },
    howMany: { group_by: ["sub"], count: 1 },
    pageTwenty: {
      group_by: ["zone_id", "country_iso"],
      order_by: [{ field: "ctr", order: "desc" }],
      limit: 50,
      offset: 950
    }
  }
};
var DESCRIBED = {
  advertiser: "Statistics of the account's campaigns; of its members' campaigns for a network.",
  publisher: "Statistics of the account's sites and zones; of its members' for a network."
};
function statisticsPaths() {
  const reports = ROLES.map((role2) => [`/v2/statistics/${ROLE_SEGMENTS[role2]}/{segment}`, reportPath(role2)]);
  const collections = ["", "/v2"].flatMap((base) => [
    [`${base}/collections/countries`, collection("Countries by name", ref("Country"))],
    [`${base}/collections/timezones`, collection("IANA time zones", { type: "string" })],
    ...Object.entries(ENTITIES).map(([name, { summary, fields }]) => [
      `${base}/collections/${name}`,
      collection(summary, required({ id: { type: "integer" }, name: { type: "string" }, ...fields }))
    ])
  ]);
  return {
    "/v2/login": { post: login2() },
    "/v2/account": { get: account3() },
    ...Object.fromEntries([...reports, ...collections])
  };
}
function statisticsSchemas() {
  const roles = ROLES.flatMap((role2) => [
    [requestName(role2), describeRequest(role2)],
    [reportName(role2), report3(role2)],
    [`${title2(role2)}Metrics`, metrics(role2)]
  ]);
  const id2 = { type: "integer" };
  const text7 = { type: "string" };
  return {
    ...Object.fromEntries(roles),
    GroupBy: { type: "object", properties: groupDetails(), additionalProperties: false },
    Login: convertSchema(loginSchema),
    Token: required({
      token: text7,
      type: { const: "Bearer" },
      expires_in: { ...id2, description: "Seconds." }
    }),
    Account: json2(
      {
        id: id2,
        name: text7,
        username: { ...text7, description: "Absent for an account that signs in by API token alone." },
        kind: { enum: ["advertiser", "publisher", "network"] },
        currency: {
          ...text7,
          description: "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several."
        },
        timezone: { ...text7, description: "IANA name of the zone whose midnights bound the reports' days." },
        goals: { ...id2, description: "How many goals the account tracks." },
        share: { ...ref("Share"), description: "What is shared, for the bearer of a shared link." }
      },
      ["id", "name", "kind", "currency", "timezone", "goals"]
    ),
    Country: required({ id: id2, iso2: text7, iso3: text7, name: text7 }),
    ValidationFailure: required({
      errors: {
        type: "array",
        items: { type: "object", additionalProperties: text7 },
        description: "One object of one key, the field's path, for each problem."
      }
    }),
    Refusal: required({ message: text7 })
  };
}
function reportPath(role2) {
  const names = listNames(GROUPINGS, role2, "network");
  const aliases = GROUPING_ALIAS_NAMES.filter((name) => resolveGrouping(name, role2, "network"));
  const segments = [GLOBAL, ...names, ...aliases];
  const described = {
    tags: ["Statistics"],
    summary: DESCRIBED[role2],
    security: [{ token: [] }],
    responses: {
      200: answer2("The report.", ref(reportName(role2))),
      ...refusals(400, 401, 403, 404, 429)
    }
  };
  const examples2 = Object.entries(EXAMPLES[role2]).map(([name, value]) => [name, { value }]);
  return {
    parameters: [
      {
        name: "segment",
        in: "path",
        required: true,
        description: "A grouping, by its name or its short name, stands in for `group_by` where the request has none.",
        schema: { enum: segments }
      }
    ],
    post: {
      ...described,
      operationId: `${role2}Statistics`,
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: ref(requestName(role2)), examples: Object.fromEntries(examples2) }
        }
      },
      responses: { ...described.responses, ...refusals(413, 415) }
    },
    get: { ...described, operationId: `${role2}StatisticsByQuery`, parameters: queryParameters(role2) }
  };
}
function queryParameters(role2) {
  const { properties } = convertSchema(requestSchema(everything(role2)));
  return Object.entries(properties).map(([name, schema]) => {
    const isList = schema.type === "array";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...!isList && typeof schema.type !== "string" && { style: "deepObject" },
      ...schema.type === "object" && { style: "deepObject" },
      explode: true,
      schema
    };
  });
}
function login2() {
  return {
    tags: ["Signing in"],
    summary: "A token for credentials.",
    operationId: "login",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: ref("Login"),
          examples: {
            token: { value: { api_token: "\u2026" } },
            password: { value: { username: "publisher", password: "\u2026" } }
          }
        }
      }
    },
    responses: { 200: answer2("The token.", ref("Token")), ...refusals(400, 401, 413, 415, 429) }
  };
}
function account3() {
  return {
    tags: ["Signing in"],
    summary: "The account that is signed in.",
    operationId: "account",
    security: [{ token: [] }],
    responses: { 200: answer2("The account.", ref("Account")), ...refusals(401, 429) }
  };
}
var ENTITIES = {
  browsers: { summary: "Browsers" },
  operating_systems: { summary: "Operating systems" },
  devices: { summary: "Devices" },
  device_types: { summary: "Device types" },
  languages: { summary: "Languages", fields: { code: { type: "string" } } },
  ad_types: { summary: "Ad types" },
  categories: { summary: "Categories of sites" },
  carriers: { summary: "Carriers" },
  regions: { summary: "Regions", fields: { country_iso: { type: "string" } } },
  campaigns: { summary: "The account's campaigns", fields: { active: { type: "boolean" } } },
  sites: { summary: "The account's sites", fields: { hostname: { type: "string" } } },
  zones: {
    summary: "The account's zones",
    fields: { size: { type: "string" }, site_id: { type: "integer" } }
  }
};
function collection(summary, items) {
  const responses = {
    200: answer2(summary, required({ result: { type: "array", items } })),
    ...refusals(401, 429)
  };
  return { get: { tags: ["Collections"], summary, security: [{ token: [] }], responses } };
}
function title2(role2) {
  return role2 === "advertiser" ? "Advertiser" : "Publisher";
}
var requestName = (role2) => `${title2(role2)}Request`;
var reportName = (role2) => `${title2(role2)}Report`;
function required(properties) {
  return json2(properties, Object.keys(properties));
}
function report3(role2) {
  const count3 = { type: "integer", minimum: 0 };
  const record3 = {
    allOf: [ref(`${title2(role2)}Metrics`)],
    properties: { group_by: ref("GroupBy") },
    unevaluatedProperties: false
  };
  return json2(
    {
      request_metadata: required({
        count: count3,
        limit: count3,
        offset: count3,
        date_timezone: { type: "string", description: "The zone whose midnights bound the days." }
      }),
      result: { type: "array", items: record3, description: "Absent with `count: 1`." },
      result_total: {
        allOf: [ref(`${title2(role2)}Metrics`)],
        unevaluatedProperties: false,
        description: "Present with `totals: 1`."
      }
    },
    ["request_metadata"]
  );
}
function metrics(role2) {
  const viewer = everything(role2);
  const numbers = (block) => Object.fromEntries(
    Object.entries(listMetrics(block, viewer)).map(([name, metric]) => [name, number5(metric)])
  );
  const { base, ...others } = Object.fromEntries(listBlocks(viewer).map((block) => [block, numbers(block)]));
  const blocks = Object.entries(others).map(([block, properties]) => [
    block,
    { type: "object", properties, additionalProperties: false }
  ]);
  return {
    type: "object",
    properties: { ...base, ...Object.fromEntries(blocks) },
    description: `Skipped RTB queries are shown only when all groupings are among ${SKIPPED_GROUPINGS.join(", ")}.`
  };
}
var UNITS = {
  count: "",
  money: " In the account's currency.",
  percent: " Percent, 0 to 100.",
  milliseconds: " Milliseconds."
};
function number5({ label, unit, accounts, sum: sum2 }) {
  const whose = accounts.length === 3 ? "" : ` For ${accounts.join(" and ")} accounts.`;
  const type = sum2 && (unit === "count" || unit === "milliseconds") ? "integer" : "number";
  return { type, description: `${label}.${UNITS[unit]}${whose}` };
}
function groupDetails() {
  const groups = Object.entries(GROUP_DETAILS);
  return Object.fromEntries(
    groups.map(([name, { fields, detailed = {} }]) => [
      name,
      json2({ ...mapValues(fields, fieldSchema), ...mapValues(detailed, fieldSchema) }, Object.keys(fields))
    ])
  );
}
function fieldSchema(field) {
  if (field === "day") return { type: "string", format: "date" };
  if (field === "integer") return { type: "integer" };
  return field === "text" ? { type: "string" } : { enum: field };
}
function mapValues(values2, change) {
  return Object.fromEntries(Object.entries(values2).map(([name, value]) => [name, change(value)]));
}

// src/service/openapi/document.ts
var openApi = lazy(() => ({
  openapi: "3.1.0",
  info: {
    title: "Ad placement, statistics and management",
    version: "2",
    description: "Ads for the zones of a page in one request, and what became of them as reports."
  },
  servers: [{ url: "/" }],
  paths: { ...placementPaths(), ...statisticsPaths(), ...sharePaths(), ...managementPaths() },
  components: {
    schemas: { ...placementSchemas(), ...statisticsSchemas(), ...shareSchemas(), ...managementSchemas() },
    headers: {
      "X-Rate-Limit-Limit": header("Requests in a minute, of the limit that is nearest to blocking."),
      "X-Rate-Limit-Remaining": header("How many more pass now."),
      "X-Rate-Limit-Reset": header("Whole seconds until one more passes.")
    },
    securitySchemes: { token: { type: "http", scheme: "bearer", description: "The token of /v2/login." } }
  }
}));
function header(description) {
  return { description, schema: { type: "integer" } };
}

// src/service/signing/token.ts
import { createHmac as createHmac3, createSecretKey, timingSafeEqual as timingSafeEqual3 } from "node:crypto";
var VERSION = "4";
var SHARED_FIELDS = 14;
var CHOICE_FIELDS = 4;
var DECISIONS_PER_SIGNATURE = 5;
var COMMON_LENGTH = 22;
var PLACE_LENGTH = 4;
var SIGNATURE_LENGTH = COMMON_LENGTH + PLACE_LENGTH;
var PLACE = new RegExp(`^[0-${DECISIONS_PER_SIGNATURE - 1}]\\.`);
var DIGEST_LENGTH2 = 10;
function createTokens(secret, life) {
  const key = createSecretKey(secret);
  const hmac = (text7) => createHmac3("sha256", key).update(text7).digest("base64url");
  return {
    sign(origin2, choices) {
      const tokens = [];
      for (let first = 0; first < choices.length; first += DECISIONS_PER_SIGNATURE) {
        const end = Math.min(first + DECISIONS_PER_SIGNATURE, choices.length);
        const body = encodeBody(origin2, choices, first, end);
        const signature = hmac(body);
        const signed = [body, signature.slice(0, COMMON_LENGTH)].join(".");
        for (let place = 0; place < end - first; place++)
          tokens.push(`${place}.${signed}${slicePlace(signature, place)}`);
      }
      return tokens;
    },
    read(text7, now) {
      const split2 = text7.length - SIGNATURE_LENGTH - 1;
      const body = text7.slice(2, split2);
      const place = PLACE.test(text7) ? Number(text7[0]) : void 0;
      if (place === void 0 || text7[split2] !== ".") return { forged: true };
      const signature = hmac(body);
      const expected = signature.slice(0, COMMON_LENGTH) + slicePlace(signature, place);
      const token = isEqual(expected, text7.slice(split2 + 1)) ? decodeBody(body, place) : void 0;
      if (!token) return { forged: true };
      return { token, isExpired: token.decidedAt + life <= now };
    },
    digest: (purpose, value) => hmac(`${purpose} ${value}`).slice(0, DIGEST_LENGTH2)
  };
}
function slicePlace(signature, place) {
  const start = COMMON_LENGTH + place * PLACE_LENGTH;
  return signature.slice(start, start + PLACE_LENGTH);
}
function isEqual(expected, given) {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual3(a, b);
}
function encodeBody(origin2, choices, first, end) {
  const { epoch, number: number6, decidedAt, visitor } = origin2;
  let body = `${VERSION}.${epoch}.${number6 + first}.${decidedAt}.${visitor}`;
  for (const { zone: zone2, campaign: campaign2, variation: variation2, sub } of choices.slice(first, end))
    body += `.${zone2}.${campaign2}.${variation2}.${sub ?? ""}`;
  return body;
}
function encodeVisitor(visitor) {
  const { country: country2, region, language, browser, operatingSystem, device, deviceType } = visitor;
  const { isRobot, address, user } = visitor;
  const fields = [country2, region, language, browser, operatingSystem, device, deviceType];
  return [...fields, isRobot ? 1 : "", address, user].map((value) => value ?? "").join(".");
}
function decodeBody(body, place) {
  const fields = body.split(".");
  const start = SHARED_FIELDS + place * CHOICE_FIELDS;
  if (fields[0] !== VERSION || start >= fields.length) return void 0;
  const number6 = (at) => Number(fields[at]);
  const optional6 = (at) => fields[at] === "" ? void 0 : number6(at);
  return {
    epoch: number6(1),
    number: number6(2) + place,
    decidedAt: number6(3),
    zone: number6(start),
    campaign: number6(start + 1),
    variation: number6(start + 2),
    sub: optional6(start + 3),
    visitor: {
      country: fields[4] || void 0,
      region: optional6(5),
      language: optional6(6),
      browser: optional6(7),
      operatingSystem: optional6(8),
      device: optional6(9),
      deviceType: optional6(10),
      isRobot: fields[11] === "1",
      address: fields[12] || void 0,
      user: fields[13] || void 0
    }
  };
}

// src/service/values/weightedChoice.ts
function chooseWeighted(items, weigh, random) {
  if (items.length < 2) return items[0];
  let total = 0;
  for (const item of items) total += weigh(item);
  let rest = random() * total;
  for (const item of items) {
    rest -= weigh(item);
    if (rest < 0) return item;
  }
  return items.at(-1);
}

// src/service/placement/bitSet.ts
function createBits(size3) {
  return new Uint32Array(size3 + 31 >>> 5);
}
function setBit(bits, position) {
  bits[position >>> 5] = readWord(bits, position >>> 5) | 1 << (position & 31);
}
function clearBit(bits, position) {
  bits[position >>> 5] = readWord(bits, position >>> 5) & ~(1 << (position & 31));
}
function hasBit(bits, position) {
  return (readWord(bits, position >>> 5) & 1 << (position & 31)) !== 0;
}
function intersect([first = createBits(0), ...others]) {
  const bits = first.slice();
  for (const other of others) {
    for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) & readWord(other, word);
  }
  return bits;
}
function unite(bits, other) {
  for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) | readWord(other, word);
}
function subtract(bits, other) {
  for (let word = 0; word < bits.length; word++) bits[word] = readWord(bits, word) & ~readWord(other, word);
}
function findBit(bits, start) {
  for (let word = start >>> 5; word < bits.length; word++) {
    const rest = maskWord(bits, word, start);
    if (rest !== 0) return (word << 5) + findLowest(rest);
  }
  return void 0;
}
function selectBit(bits, start, count3) {
  let word = start >>> 5;
  let rest = maskWord(bits, word, start);
  let left = count3;
  for (let ones = countOnes(rest); ones <= left; ones = countOnes(rest)) {
    left -= ones;
    word += 1;
    rest = readWord(bits, word);
  }
  for (; left > 0; left--) rest &= rest - 1;
  return (word << 5) + findLowest(rest);
}
function countBits(bits, start, end) {
  let count3 = 0;
  for (let word = start >>> 5; word << 5 < end; word++) count3 += countOnes(maskWord(bits, word, start, end));
  return count3;
}
function listBits(bits, start, end) {
  const positions = [];
  for (let word = start >>> 5; word << 5 < end; word++) {
    for (let rest = maskWord(bits, word, start, end); rest !== 0; rest &= rest - 1)
      positions.push((word << 5) + findLowest(rest));
  }
  return positions;
}
function maskWord(bits, word, start, end = Number.POSITIVE_INFINITY) {
  let rest = readWord(bits, word);
  const first = word << 5;
  if (first < start) rest &= -1 << (start & 31);
  if (end - first < 32) rest &= ~(-1 << (end & 31));
  return rest;
}
function readWord(bits, word) {
  return bits[word] ?? 0;
}
function findLowest(word) {
  return 31 - Math.clz32(word & -word);
}
function countOnes(word) {
  let pairs = word - (word >>> 1 & 1431655765);
  pairs = (pairs & 858993459) + (pairs >>> 2 & 858993459);
  return Math.imul(pairs + (pairs >>> 4) & 252645135, 16843009) >>> 24;
}

// src/service/placement/facet.ts
function indexFacet(items, list2) {
  const unrestricted = createBits(items.length);
  const byValue = /* @__PURE__ */ new Map();
  const values2 = items.map(list2);
  for (const [position, accepted] of values2.entries())
    if (accepted.length === 0) setBit(unrestricted, position);
  for (const [position, accepted] of values2.entries()) {
    for (const value of accepted) {
      const bits = byValue.get(value) ?? unrestricted.slice();
      setBit(bits, position);
      byValue.set(value, bits);
    }
  }
  return { unrestricted, byValue };
}
function selectAccepting(facet, value) {
  return facet.byValue.get(value) ?? facet.unrestricted;
}

// src/service/placement/keywords.ts
import { domainToUnicode } from "node:url";
var ADDRESS_LENGTH = 2048;
var CACHED_TEXTS = 8192;
var CACHED_LENGTH = 512;
function indexKeywords(campaigns) {
  const size3 = campaigns.length;
  const unkeyed = createBits(size3);
  for (const [position, { keywords }] of campaigns.entries())
    if (keywords.length === 0) setBit(unkeyed, position);
  const phrases = new PhraseTree(unkeyed);
  for (const [position, { keywords, negativeKeywords }] of campaigns.entries()) {
    for (const keyword2 of keywords) phrases.add(splitWords(keyword2), position, "matching");
    for (const keyword2 of negativeKeywords) phrases.add(splitWords(keyword2), position, "excluded");
  }
  const cache = new BoundedMap(CACHED_TEXTS);
  const matchCached = (key, text7, split2) => {
    const match = () => phrases.match(split2(text7));
    return text7.length > CACHED_LENGTH ? match() : cache.getOrCompute(key, match);
  };
  return {
    matchKeywords: (keywords) => matchCached(`k${keywords}`, keywords, splitKeywords),
    matchAddress: (address) => {
      const text7 = address.slice(0, ADDRESS_LENGTH);
      return matchCached(`a${text7}`, text7, splitAddress);
    }
  };
}
function hasKeywords(text7) {
  return /[^\s,]/.test(text7);
}
var KEYWORDS_LENGTH = 4096;
var FOLDED_COST = 4;
var KeywordCutter = class {
  #cut = /* @__PURE__ */ new Map();
  #left = KEYWORDS_LENGTH;
  cut(keywords) {
    const known3 = this.#cut.get(keywords);
    if (known3 !== void 0) return known3;
    const text7 = keywords.slice(0, this.#left);
    const cost = isAscii(text7) ? 1 : FOLDED_COST;
    const cut = text7.slice(0, Math.floor(this.#left / cost));
    this.#left -= cut.length * cost;
    this.#cut.set(keywords, cut);
    return cut;
  }
};
var ADDRESS = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/(?:[^/?#]*@)?([^/?#:]*)(?::\d*)?)?([^#]*)/is;
function splitAddress(address) {
  const [, host = "", path = ""] = ADDRESS.exec(address) ?? [];
  return splitWords(`${domainToUnicode(host) || host} ${decodeEscapes(path.replaceAll("+", " "))}`);
}
var ESCAPES = /(?:%[0-9a-f]{2})+/gi;
function decodeEscapes(text7) {
  return text7.replace(ESCAPES, (run4) => {
    try {
      return decodeURIComponent(run4);
    } catch {
      return new TextDecoder().decode(Buffer.from(run4.replaceAll("%", ""), "hex")).replaceAll("\uFFFD", " ");
    }
  });
}
var PhraseTree = class {
  /** Campaigns without phrases. */
  #unkeyed;
  #empty;
  #root = {};
  #nothing;
  constructor(unkeyed) {
    this.#unkeyed = unkeyed;
    this.#empty = unkeyed.slice().fill(0);
    this.#nothing = { matching: this.#empty, excluded: this.#empty, allowed: unkeyed };
  }
  add(phrase, position, kind) {
    let branch = this.#root;
    for (const word of phrase) {
      branch.next ??= /* @__PURE__ */ new Map();
      let next = branch.next.get(word);
      if (!next) {
        next = {};
        branch.next.set(word, next);
      }
      branch = next;
    }
    branch.ends ??= {};
    branch.ends[kind] ??= this.#empty.slice();
    setBit(branch.ends[kind], position);
  }
  /** `words`: with a comma where no phrase goes on. */
  match(words) {
    const found = /* @__PURE__ */ new Set();
    this.#collect(words, found);
    if (found.size === 0) return this.#nothing;
    const matching2 = this.#unite(found, "matching");
    const excluded = this.#unite(found, "excluded");
    const allowed = this.#unkeyed.slice();
    unite(allowed, matching2);
    subtract(allowed, excluded);
    return { matching: matching2, excluded, allowed };
  }
  /** The campaigns of all these ends. */
  #unite(found, kind) {
    const sets = [...found].map((ends) => ends[kind]).filter((bits) => bits !== void 0);
    if (sets.length === 0) return this.#empty;
    const united = this.#empty.slice();
    for (const bits of sets) unite(united, bits);
    return united;
  }
  #collect(words, found) {
    for (const start of words.keys()) {
      let branch = this.#root;
      for (let at = start; at < words.length; at++) {
        branch = branch.next?.get(words[at] ?? "");
        if (!branch) break;
        if (branch.ends) found.add(branch.ends);
      }
    }
  }
};

// src/service/placement/ranking.ts
function compareRanks(a, b) {
  return a.tier - b.tier || computeMagnitude(b.weight) - computeMagnitude(a.weight);
}
function createRanking(ranked) {
  const tiers = [];
  for (const [position, { weight, tier: number6 }] of ranked.entries()) {
    const before = tiers.at(-1);
    const end = position + 1;
    const tier = before?.number === number6 ? before : { number: number6, classes: [], end };
    tier.end = end;
    tiers.push(tier);
    const last = tier.classes.at(-1);
    if (last && computeMagnitude(last.most) === computeMagnitude(weight)) {
      last.end = end;
      last.most = Math.max(last.most, weight);
    } else tier.classes.push({ start: position, end, most: weight });
  }
  return { weights: Float64Array.from(ranked, ({ weight }) => weight), tiers };
}
function computeMagnitude(weight) {
  return Math.floor(Math.log2(weight));
}

// src/service/placement/response.ts
function writeCreative({ image, size: size3 }) {
  const [width, height] = size3.split("x");
  const text7 = flatten2(escapeText(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text: text7 };
}
var ResponseWriter = class {
  /** Of the latest origin: callers reach the service by one address, or a few. */
  #frame;
  /** `origin`: where tracking addresses and the service's own images are reached. */
  write(zones, origin2) {
    const frame = this.#frame?.origin === origin2 ? this.#frame : createFrame(origin2);
    this.#frame = frame;
    const results = [];
    const errors = [];
    for (const [at, { request: request2, zone: zone2, decision }] of zones.entries()) {
      results.push(decision ? writeBanner(request2.id, decision, frame) : "null");
      if (!zone2) errors.push(`"${at}":["Zone ${request2.id} not found"]`);
    }
    return `{"zones":[${results.join(",")}],"errors":{${errors.join(",")}}}`;
  }
};
function writeBanner(id2, { creative: { json: json3 }, token }, { beforeClick, beforeImpression, beforeImage, beforeOwnImage }) {
  const addresses = `${beforeClick}${token}${beforeImpression}${token}`;
  return `{"idzone":${id2}${addresses}${json3.isOwn ? beforeOwnImage : beforeImage}${json3.text}`;
}
function createFrame(origin2) {
  const base = escapeText(origin2);
  const beforeImage = '","image":"';
  return {
    origin: origin2,
    beforeClick: flatten2(',"type":"banner","data":{"url":"', base, "/c/"),
    beforeImpression: flatten2('","impression":"', base, "/i/"),
    beforeImage,
    beforeOwnImage: flatten2(beforeImage, base)
  };
}
function flatten2(...parts) {
  return parts.join("");
}
function escapeText(text7) {
  const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text7).slice(1, -1).replace(/[^ -~]/g, escapeUnit);
}

// src/service/placement/schedule.ts
var MINUTE_MS = 6e4;
function readDays2({ from, to }) {
  return {
    start: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    end: to ? Date.parse(to) + DAY_MS : Number.POSITIVE_INFINITY
  };
}
function indexSchedule(campaigns) {
  const schedules = campaigns.map((campaign2) => ({ ...readDays2(campaign2), times: campaign2.targeting.times }));
  let minute = Number.NaN;
  let selected = createBits(0);
  return (time) => {
    if (Math.floor(time / MINUTE_MS) === minute) return selected;
    minute = Math.floor(time / MINUTE_MS);
    selected = createBits(campaigns.length);
    const clocks2 = /* @__PURE__ */ new Map();
    for (const [position, { start, end, times: times2 }] of schedules.entries())
      if (start <= time && time < end && isWithinTimes(times2, time, clocks2)) setBit(selected, position);
    return selected;
  };
}
function isWithinTimes(times2, time, clocks2) {
  if (!times2) return true;
  const clock = clocks2.get(times2.timezone) ?? readWallClock(times2.timezone, time);
  clocks2.set(times2.timezone, clock);
  const { weekdays, hours } = times2;
  return (weekdays.length === 0 || weekdays.includes(clock.weekday)) && (hours.length === 0 || hours.includes(clock.hour));
}

// src/service/placement/campaignIndex.ts
var TRAITS = [
  ["country", ({ countries: countries2 }) => countries2],
  ["region", ({ regions }) => regions],
  ["language", (targeting3) => toIds(targeting3.languages, languages)],
  ["deviceType", (targeting3) => toIds(targeting3.deviceTypes, deviceTypes)],
  ["operatingSystem", (targeting3) => toIds(targeting3.operatingSystems, operatingSystems)],
  ["browser", (targeting3) => toIds(targeting3.browsers, browsers)]
];
function indexCampaigns(catalogue) {
  const active = catalogue.data.campaigns.filter(({ active: active2, deleted }) => active2 && !deleted);
  const plain = active.toSorted((a, b) => compareRanks(rank(a), rank(b)));
  const campaigns = plain.map(prepareCampaign);
  return {
    campaigns,
    ranking: createRanking(plain.map(rank)),
    zones: indexZones(catalogue, campaigns),
    custom: indexCustom(plain),
    selectScheduled: indexSchedule(plain),
    selectForVisitor: indexVisitors(plain),
    ...indexKeywords(plain)
  };
}
function rank({ priority, keywords, weight }) {
  return { tier: (keywords.length > 0 ? 0 : 1) - 2 * priority, weight };
}
function prepareCampaign(campaign2) {
  const servable = campaign2.variations.filter(({ active, review }) => active && review === "approved");
  const creatives = servable.map((variation2) => ({
    variation: variation2,
    json: writeCreative(variation2),
    values: toCampaignValues(campaign2, variation2)
  }));
  const bySize = groupBy(creatives, ({ variation: variation2 }) => variation2.size);
  return { campaign: campaign2, unitCost: computeUnitCost(campaign2), bySize };
}
function indexVisitors(campaigns) {
  const facets = TRAITS.map(
    ([trait, list2]) => [trait, indexFacet(campaigns, ({ targeting: targeting3 }) => list2(targeting3))]
  );
  const restricting = facets.filter(([, { byValue }]) => byValue.size > 0);
  return (visitor) => restricting.map(([trait, facet]) => selectAccepting(facet, visitor[trait]));
}
function toIds(names, { id: id2 }) {
  return names.map(id2).filter((known3) => known3 !== void 0);
}
function indexCustom(campaigns) {
  const keys = new Set(campaigns.flatMap(({ targeting: targeting3 }) => Object.keys(targeting3.custom)));
  const facets = [...keys].map(
    (key) => [key, indexFacet(campaigns, ({ targeting: targeting3 }) => targeting3.custom[key] ?? [])]
  );
  return new Map(facets);
}
var NO_SIZE = "";
function indexZones(catalogue, campaigns) {
  const plain = campaigns.map(({ campaign: campaign2 }) => campaign2);
  const sizes = indexFacet(campaigns, ({ bySize }) => bySize.size > 0 ? [...bySize.keys()] : [NO_SIZE]);
  const sites = indexFacet(plain, ({ targeting: targeting3 }) => targeting3.sites);
  const categories = indexFacet(plain, ({ targeting: targeting3 }) => targeting3.categories);
  const zones = indexFacet(plain, ({ targeting: targeting3 }) => targeting3.zones);
  const shared = /* @__PURE__ */ new Map();
  const select = (zone2, site2) => {
    const key = `${zone2.size} ${site2.id} ${zones.byValue.has(zone2.id) ? zone2.id : ""}`;
    const found = shared.get(key);
    if (found) return found;
    const accepted = intersect([
      selectAccepting(sizes, zone2.size),
      selectAccepting(sites, site2.id),
      selectAccepting(categories, site2.category),
      selectAccepting(zones, zone2.id)
    ]);
    subtract(accepted, selectAdvertisers(plain, site2.blockedAdvertisers));
    shared.set(key, accepted);
    return accepted;
  };
  const indexed = /* @__PURE__ */ new Map();
  for (const zone2 of catalogue.data.zones) {
    if (zone2.deleted) continue;
    const site2 = catalogue.sites.get(zone2.site);
    if (site2)
      indexed.set(zone2.id, { zone: zone2, site: site2, accepted: select(zone2, site2), values: toZoneValues(zone2, site2) });
  }
  return indexed;
}
function selectAdvertisers(campaigns, accounts) {
  const bits = createBits(campaigns.length);
  for (const [position, { account: account4 }] of campaigns.entries())
    if (accounts.includes(account4)) setBit(bits, position);
  return bits;
}

// src/service/placement/assign.ts
function assign(zones, rules) {
  const assignment = new Assignment(rules);
  const given = zones.map((candidates) => ({ candidates }));
  const order = given.map((zone2) => ({ zone: zone2, size: zone2.candidates.countUpTo(zones.length) })).sort((a, b) => a.size - b.size);
  for (const { zone: zone2 } of order) assignment.giveDifferent(zone2);
  for (const { zone: zone2 } of order) assignment.giveRepeated(zone2);
  return given.map(({ position }) => position);
}
var Assignment = class {
  #rules;
  /** The zone that has a campaign, by position. */
  #holders = /* @__PURE__ */ new Map();
  #times = /* @__PURE__ */ new Map();
  /** Positions from which a search has found no free campaign, so that none ever will. */
  #exhausted = /* @__PURE__ */ new Set();
  /** Candidates of zones from which a search has found none. */
  #hopeless = /* @__PURE__ */ new Set();
  /** Those of them that zones have, when no more are given. */
  #repeatable = /* @__PURE__ */ new Map();
  constructor(rules) {
    this.#rules = rules;
  }
  /** Gives the zone a campaign that no other zone has, if any assignment does. */
  giveDifferent(zone2) {
    const { candidates } = zone2;
    if (this.#hopeless.has(candidates) || this.#giveFree(zone2)) return;
    const visited = /* @__PURE__ */ new Set();
    if (this.#augment(zone2, visited)) return;
    this.#hopeless.add(candidates);
    for (const position of visited) this.#exhausted.add(position);
  }
  /** Gives a zone that has none a campaign that other zones have. */
  giveRepeated(zone2) {
    if (zone2.position !== void 0) return;
    const { ranking, remaining, random } = this.#rules;
    const { candidates } = zone2;
    const repeatable = this.#repeatable.get(candidates) ?? this.#listGiven(candidates);
    this.#repeatable.set(candidates, repeatable);
    const left = repeatable.filter((position) => remaining(position) > this.#count(position));
    const chosen = chooseBest(ranking, left, random);
    if (chosen === void 0) return;
    zone2.position = chosen;
    this.#times.set(chosen, this.#count(chosen) + 1);
  }
  #count(position) {
    return this.#times.get(position) ?? 1;
  }
  /** Gives the zone a campaign that no other zone has, if any is free. */
  #giveFree(zone2) {
    const free = zone2.candidates.draw(this.#isFree, this.#rules.random);
    if (free === void 0) return false;
    this.#give(zone2, free);
    return true;
  }
  #isFree = (position) => !this.#holders.has(position) && this.#rules.remaining(position) > 0;
  #give(zone2, position) {
    zone2.position = position;
    this.#holders.set(position, zone2);
  }
  /** Takes a campaign from a zone that can have another one. */
  #augment(zone2, visited) {
    const { ranking, random } = this.#rules;
    const given = this.#listGiven(zone2.candidates);
    const unvisited = given.filter((position) => !visited.has(position) && !this.#exhausted.has(position));
    for (const position of shuffle(ranking, unvisited, random)) {
      const holder = this.#holders.get(position);
      if (!holder || visited.has(position)) continue;
      visited.add(position);
      if (!this.#giveFree(holder) && !this.#augment(holder, visited)) continue;
      this.#give(zone2, position);
      return true;
    }
    return false;
  }
  /** Those of the candidates that zones have. */
  #listGiven(candidates) {
    return [...this.#holders.keys()].filter((position) => candidates.has(position));
  }
};
function chooseBest(ranking, positions, random) {
  const tiers = positions.map((position) => readTier(ranking, position));
  const best = Math.min(...tiers);
  const first = positions.filter((_, at) => tiers[at] === best);
  return chooseWeighted(first, (position) => readWeight(ranking, position), random);
}
function shuffle(ranking, positions, random) {
  return positions.map((position) => ({
    position,
    tier: readTier(ranking, position),
    key: -Math.log(1 - random()) / readWeight(ranking, position)
  })).sort((a, b) => a.tier - b.tier || a.key - b.key).map(({ position }) => position);
}
function readTier({ tiers }, position) {
  return tiers[position]?.number ?? Number.POSITIVE_INFINITY;
}
function readWeight({ weights }, position) {
  return weights[position] ?? 0;
}

// src/service/placement/candidates.ts
var MOST_REFUSED = 16;
var MOST_ATTEMPTS = 64;
var Candidates = class {
  #ranking;
  #sets;
  /** Those that were not dropped. */
  #left;
  /** The best one that has candidates left. */
  #tier;
  /** Its classes that have. */
  #shares = [];
  /** `sets`: the candidates are what is in each of them. */
  constructor(ranking, sets) {
    this.#ranking = ranking;
    this.#sets = sets;
    this.#left = intersect(sets);
  }
  /** Whether it is one of the candidates, dropped or not. */
  has(position) {
    for (const bits of this.#sets) if (!hasBit(bits, position)) return false;
    return true;
  }
  /** How many are left, or more than `most` as soon as that is certain. */
  countUpTo(most) {
    let count3 = 0;
    for (let start = 0; start < this.#ranking.weights.length && count3 <= most; start += 32)
      count3 += countBits(this.#left, start, start + 32);
    return count3;
  }
  /**
   * One of the best tier by weight, of those that may be taken; undefined when there is none. Those that may not are
   * dropped for good.
   */
  draw(mayTake, random) {
    for (let refused = 1; ; refused++) {
      const position = this.#findTier() ? this.#drawOne(random) : void 0;
      if (position === void 0 || mayTake(position)) return position;
      this.#drop(position);
      if (refused % MOST_REFUSED === 0) this.#dropRefused(mayTake);
    }
  }
  /** All of the best tier that has any that may be taken. */
  listBest(mayTake) {
    while (this.#findTier()) {
      this.#dropRefused(mayTake);
      if (this.#shares.length > 0) return this.#listTier();
    }
    return [];
  }
  /** Goes on to the next tier when one is used up; false when there is none. */
  #findTier() {
    if (this.#shares.length > 0) return true;
    const first = findBit(this.#left, this.#tier?.end ?? 0);
    this.#tier = first === void 0 ? void 0 : this.#ranking.tiers[first];
    this.#countShares();
    return this.#tier !== void 0;
  }
  #countShares() {
    this.#shares = [];
    for (const weightClass of this.#tier?.classes ?? []) {
      const count3 = countBits(this.#left, weightClass.start, weightClass.end);
      if (count3 > 0) this.#shares.push({ weightClass, count: count3 });
    }
  }
  /**
   * Draws as if all of a class had its greatest weight, and keeps what was drawn as often as its own weight says:
   * https://en.wikipedia.org/wiki/Rejection_sampling
   */
  #drawOne(random) {
    for (let attempt = 1; ; attempt++) {
      const share3 = chooseWeighted(this.#shares, weighShare, random);
      if (!share3) return void 0;
      const { weightClass, count: count3 } = share3;
      const position = selectBit(this.#left, weightClass.start, Math.floor(random() * count3));
      const weight = this.#ranking.weights[position] ?? 0;
      if (random() * weightClass.most < weight || attempt === MOST_ATTEMPTS) return position;
    }
  }
  #drop(position) {
    clearBit(this.#left, position);
    const share3 = this.#shares.find(({ weightClass }) => position < weightClass.end);
    if (share3) share3.count -= 1;
    this.#shares = this.#shares.filter(({ count: count3 }) => count3 > 0);
  }
  #dropRefused(mayTake) {
    for (const { weightClass } of this.#shares) {
      for (const position of listBits(this.#left, weightClass.start, weightClass.end))
        if (!mayTake(position)) clearBit(this.#left, position);
    }
    this.#countShares();
  }
  #listTier() {
    return this.#shares.flatMap(({ weightClass: { start, end } }) => listBits(this.#left, start, end));
  }
};
function weighShare({ weightClass, count: count3 }) {
  return weightClass.most * count3;
}

// src/service/placement/decide.ts
function decide(index, query2) {
  const { zones, remaining, random } = query2;
  const finder = new CandidateFinder(index, query2);
  return assign(
    zones.map((zone2) => finder.find(zone2)),
    { ranking: index.ranking, remaining, random }
  );
}
function listBest(index, context, zone2) {
  const candidates = new CandidateFinder(index, context).find(zone2);
  return candidates.listBest((position) => context.remaining(position) > 0);
}
var CandidateFinder = class {
  #index;
  #cutter = new KeywordCutter();
  #page;
  /** Campaigns that accept moment, visitor and page. */
  #eligible;
  #eligibleByCustom = /* @__PURE__ */ new Map();
  #found = /* @__PURE__ */ new Map();
  constructor(index, { page, time, visitor }) {
    this.#index = index;
    this.#page = index.matchAddress(page ?? "");
    this.#eligible = intersect([index.selectScheduled(time), ...index.selectForVisitor(visitor)]);
    subtract(this.#eligible, this.#page.excluded);
  }
  find({ zone: { accepted }, keywords, custom }) {
    const eligible = this.#selectEligible(custom);
    const words = this.#matchWords(keywords);
    const alike = getOrMake(this.#found, words, () => []);
    const same = alike.find((found) => found.accepted === accepted && found.eligible === eligible);
    if (same) return same.candidates;
    const candidates = new Candidates(this.#index.ranking, [words.allowed, eligible, accepted]);
    alike.push({ eligible, accepted, candidates });
    return candidates;
  }
  #matchWords(keywords) {
    if (keywords === void 0 || !hasKeywords(keywords)) return this.#page;
    return this.#index.matchKeywords(this.#cutter.cut(keywords));
  }
  #selectEligible(custom) {
    if (this.#index.custom.size === 0) return this.#eligible;
    const keys = [...this.#index.custom.keys()];
    const values2 = keys.map((key) => custom && Object.hasOwn(custom, key) ? custom[key] : void 0);
    return getOrMake(
      this.#eligibleByCustom,
      JSON.stringify(values2),
      () => intersect([
        this.#eligible,
        ...[...this.#index.custom.values()].map((facet, at) => selectAccepting(facet, values2[at]))
      ])
    );
  }
};
function getOrMake(map, key, make) {
  let value = map.get(key);
  if (value === void 0) {
    value = make();
    map.set(key, value);
  }
  return value;
}

// src/service/placement/explain.ts
function explainZone(catalogue, index, context, zone2) {
  const { site: site2 } = zone2.zone;
  const situation = { index, context, zone: zone2, site: site2, ...findWords(index, context, zone2) };
  const positions = new Map(index.campaigns.map(({ campaign: campaign2 }, position) => [campaign2.id, position]));
  const first = listBest(index, context, zone2);
  const total = first.reduce((sum2, position) => sum2 + (index.ranking.weights[position] ?? 0), 0);
  return catalogue.data.campaigns.filter(({ deleted }) => !deleted).map((campaign2) => {
    const position = positions.get(campaign2.id);
    const isFirst = position !== void 0 && first.includes(position);
    return {
      ...{ id: campaign2.id, name: campaign2.name },
      excluded: listExclusions(campaign2, position, situation),
      chance: isFirst ? 100 * campaign2.weight / total : 0
    };
  });
}
function findWords(index, { page }, { keywords }) {
  const usesPage = keywords === void 0 || !hasKeywords(keywords);
  const pageWords = index.matchAddress(page ?? "");
  const words = usesPage ? pageWords : index.matchKeywords(new KeywordCutter().cut(keywords));
  return { usesPage, words };
}
function listExclusions(campaign2, position, situation) {
  if (position === void 0) return [{ rule: "active", reason: "The campaign is paused." }];
  return Object.entries(RULES).flatMap(([rule, findReason]) => {
    const reason = findReason(campaign2, situation, position);
    return reason ? [{ rule, reason }] : [];
  });
}
var RULES = {
  variations: ({ variations }, { zone: zone2 }) => {
    const { size: size3 } = zone2.zone.zone;
    const fitting = variations.filter((variation2) => variation2.size === size3);
    if (fitting.length === 0) return `It has no creative of ${size3}.`;
    const isServed = fitting.some(({ active, review }) => active && review === "approved");
    return !isServed && `Its creatives of ${size3} are paused or wait for approval.`;
  },
  from: (campaign2, { context: { time } }) => time < readDays2(campaign2).start && `It begins on ${campaign2.from}.`,
  to: (campaign2, { context: { time } }) => time >= readDays2(campaign2).end && `It ended on ${campaign2.to}.`,
  "targeting.times": (campaign2, { index, context: { time } }, position) => {
    const { start, end } = readDays2(campaign2);
    const { times: times2 } = campaign2.targeting;
    const isOff = times2 && start <= time && time < end && !hasBit(index.selectScheduled(time), position);
    return isOff ? `It is not served at this hour in ${times2.timezone}.` : false;
  },
  blockedAdvertisers: ({ account: account4 }, { site: site2 }) => site2.blockedAdvertisers.includes(account4) && "The site blocks its advertiser.",
  "targeting.sites": ({ targeting: targeting3 }, { site: site2 }) => isOutside(targeting3.sites, site2.id) && "It is for other sites.",
  "targeting.zones": ({ targeting: targeting3 }, { zone: zone2 }) => isOutside(targeting3.zones, zone2.zone.zone.id) && "It is for other zones.",
  "targeting.categories": ({ targeting: targeting3 }, { site: site2 }) => isOutside(targeting3.categories, site2.category) && "It is for sites of other categories.",
  "targeting.countries": ({ targeting: targeting3 }, { context: { visitor } }) => isOutside(targeting3.countries, visitor.country) && `It is for ${targeting3.countries.join(", ")}; the visitor is in ${visitor.country ?? "an unknown country"}.`,
  "targeting.regions": ({ targeting: targeting3 }, { context: { visitor } }) => isOutside(targeting3.regions, visitor.region) && "It is for other regions.",
  "targeting.languages": ({ targeting: targeting3 }, { context }) => explainNames(targeting3.languages, languages, context.visitor.language, "languages"),
  "targeting.deviceTypes": ({ targeting: targeting3 }, { context }) => explainNames(targeting3.deviceTypes, deviceTypes, context.visitor.deviceType, "device types"),
  "targeting.operatingSystems": ({ targeting: targeting3 }, { context }) => explainNames(targeting3.operatingSystems, operatingSystems, context.visitor.operatingSystem, "systems"),
  "targeting.browsers": ({ targeting: targeting3 }, { context }) => explainNames(targeting3.browsers, browsers, context.visitor.browser, "browsers"),
  "targeting.custom": ({ targeting: targeting3 }, { zone: zone2 }) => {
    const given = zone2.custom ?? {};
    const missing = Object.entries(targeting3.custom).find(
      ([key, values2]) => !Object.hasOwn(given, key) || !values2.includes(given[key] ?? "")
    );
    return missing !== void 0 && `The zone must say ${missing[0]}: ${missing[1].join(" or ")}.`;
  },
  keywords: ({ keywords }, { words, usesPage }, position) => keywords.length > 0 && !hasBit(words.matching, position) && `None of its keywords is among ${usesPage ? "the words of the page's address" : "the zone's keywords"}.`,
  negativeKeywords: (_campaign, { index, context, words }, position) => (hasBit(words.excluded, position) || hasBit(index.matchAddress(context.page ?? "").excluded, position)) && "One of its negative keywords is there.",
  budget: (_campaign, { context }, position) => context.remaining(position) <= 0 && "Its budget, cap or frequency cap leaves nothing now."
};
function isOutside(accepted, value) {
  return accepted.length > 0 && !accepted.includes(value);
}
function explainNames(names, { id: id2 }, value, what) {
  const ids = names.map(id2);
  return isOutside(ids, value) && `It is for other ${what}: ${names.join(", ")}.`;
}

// src/service/placement/userAgent.ts
import Bowser from "bowser";
import { createIsbotFromList, list } from "isbot";
var NOT_DECLARED = [
  ...["node", "curl/8.5.0", "Wget/1.21", "python-requests/2.31", "Go-http-client/1.1", "okhttp/4.9"],
  ...["axios/1.6", "Java/17", "HeadlessChrome/131.0", "Mozilla/5.0", "An app of a publisher"]
];
var isDeclaredRobot = createIsbotFromList(
  list.filter((pattern) => !NOT_DECLARED.some((userAgent) => new RegExp(pattern, "i").test(userAgent)))
);
var read2 = new BoundedMap(1e4);
var MOST_CHARACTERS = 1024;
function readUserAgent(text7) {
  const userAgent = text7.slice(0, MOST_CHARACTERS);
  return read2.getOrCompute(userAgent, () => parseUserAgent(userAgent));
}
var UNKNOWN_USER_AGENT = {
  browser: void 0,
  operatingSystem: void 0,
  device: void 0,
  deviceType: void 0,
  isRobot: false
};
function parseUserAgent(userAgent) {
  if (userAgent === "") return UNKNOWN_USER_AGENT;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const type = platform.type ?? "";
  return {
    browser: browsers.id(browser.name ?? ""),
    operatingSystem: operatingSystems.id(os.name ?? ""),
    device: devices.id(nameDevice(userAgent, type, platform.vendor, platform.model)),
    deviceType: deviceTypes.id(type),
    isRobot: isDeclaredRobot(userAgent)
  };
}
var PHONES = [
  [/\bSM-|\bSamsung/i, "Samsung phone"],
  [/\bPixel\b/, "Google Pixel"],
  [/\bXiaomi|\bRedmi|\bPOCO|\bMi \d/i, "Xiaomi phone"],
  [/\bHuawei/i, "Huawei phone"],
  [/\bOnePlus/i, "OnePlus phone"],
  [/\bMotorola|\bmoto\b/i, "Motorola phone"],
  [/\bOPPO|\bCPH\d/i, "Oppo phone"],
  [/\bvivo\b/i, "Vivo phone"]
];
function nameDevice(userAgent, type, vendor, model) {
  const apple = `${vendor} ${model}`.toLowerCase();
  if (type === "mobile") {
    if (apple === "apple iphone") return "Apple iPhone";
    if (apple === "apple ipod") return "Apple iPod";
    return PHONES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Other phone";
  }
  if (type === "tablet") {
    if (apple === "apple ipad") return "Apple iPad";
    if (vendor === "Amazon") return "Amazon tablet";
    return /\bSM-|\bSamsung/i.test(userAgent) ? "Samsung tablet" : "Other tablet";
  }
  if (type === "desktop") return vendor === "Apple" ? "Apple Mac" : "Computer";
  if (type === "tv") return "Television";
  return type === "bot" ? "Robot" : "";
}

// src/service/net/acceptLanguage.ts
var RANGE = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*$/;
var WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
var MOST_RANGES = 20;
function readAcceptLanguage(header2) {
  const ranges = header2.split(",", MOST_RANGES).flatMap((item) => {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim());
    const primary = RANGE.exec(range.toLowerCase())?.[1];
    const weight = parameters.length === 0 ? 1 : Number(WEIGHT.exec(parameters[0] ?? "")?.[1] ?? 0);
    return primary && weight > 0 ? [{ primary, weight }] : [];
  });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ primary }) => primary);
}

// src/service/placement/visitor.ts
var CACHED_VISITORS = 2e4;
var MOST_CHARACTERS2 = 1024;
var Visitors = class {
  #locate;
  #regions;
  #visitors = new BoundedMap(CACHED_VISITORS);
  /** `regions`: ids of the catalogue's regions, by ISO 3166-2 code. */
  constructor(locate3, regions) {
    this.#locate = locate3;
    this.#regions = regions;
  }
  find({ address, userAgent, language = "", hasConsent }) {
    const cut = {
      ...{ address, hasConsent, language: language.slice(0, MOST_CHARACTERS2) },
      userAgent: userAgent.slice(0, MOST_CHARACTERS2)
    };
    const key = hasConsent ? [address, cut.language, cut.userAgent].join(" ") : address;
    return this.#visitors.getOrCompute(key, () => this.#read(cut));
  }
  #read({ address, userAgent, language, hasConsent }) {
    const { country: country2, subdivision } = this.#locate(address);
    const agent = hasConsent ? readUserAgent(userAgent) : UNKNOWN_USER_AGENT;
    const region = hasConsent && subdivision ? this.#regions.get(subdivision) : void 0;
    const { browser, operatingSystem, device, deviceType } = agent;
    const traits = {
      ...{ country: country2, region, browser, operatingSystem, device, deviceType },
      language: hasConsent ? findLanguage(language) : void 0
    };
    return { ...traits, values: toVisitorValues(traits) };
  }
};
function toVisitorValues(visitor) {
  return omitUndefined({
    country_iso: visitor.country,
    region_id: visitor.region,
    language_id: visitor.language,
    browser_id: visitor.browser,
    device_id: visitor.device,
    device_type_id: visitor.deviceType,
    operating_system_id: visitor.operatingSystem
  });
}
function findLanguage(text7) {
  for (const primary of readAcceptLanguage(text7)) {
    const id2 = languages.id(primary);
    if (id2 !== void 0) return id2;
  }
  return void 0;
}

// src/service/placement/placement.ts
var FILLED = { ad_requests: 1, filled: 1 };
var EMPTY3 = { ad_requests: 1 };
var ROBOT = { robot_requests: 1 };
var NO_CAMPAIGN = {};
var Placement = class {
  #parts;
  #catalogue;
  #index;
  #visitors;
  #hasFrequencyCaps;
  /** Of the next decision. */
  #number = 1;
  #responses = new ResponseWriter();
  constructor(parts, catalogue, now) {
    this.#parts = parts;
    this.#catalogue = catalogue;
    this.#hasFrequencyCaps = capsFrequency(catalogue);
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    parts.budgets.setCampaigns(this.#index.campaigns, now);
  }
  /** Decides by a new catalogue from now on. */
  setCatalogue(catalogue, now) {
    this.#catalogue = catalogue;
    this.#hasFrequencyCaps = capsFrequency(catalogue);
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    this.#parts.budgets.setCampaigns(this.#index.campaigns, now);
  }
  /** Has at hand what others know of the visitor; to be waited for before `place`, where it gives a promise. */
  prepare({ user }, caller) {
    const { frequencyCaps } = this.#parts;
    if (!frequencyCaps.load || !this.#hasFrequencyCaps) return void 0;
    const digest2 = this.#digestUser(user, caller);
    return digest2 === void 0 ? void 0 : frequencyCaps.load(digest2);
  }
  place({ user, zones }, caller, now) {
    const visitor = this.#findVisitor(user, caller);
    const placed = zones.map((request2) => {
      const zone2 = this.#index.zones.get(request2.id);
      return { request: request2, zone: zone2, decision: void 0 };
    });
    this.#decide(placed, visitor, user.referer, now);
    let filled = 0;
    let unknown2 = 0;
    const events = [];
    for (const { request: request2, zone: zone2, decision } of placed) {
      if (decision) filled += 1;
      if (zone2) events.push(createEvent(request2, zone2, decision, visitor, now));
      else unknown2 += 1;
    }
    return {
      body: this.#responses.write(placed, caller.origin),
      events,
      filled,
      unknown: unknown2,
      empty: placed.length - filled - unknown2,
      undo: (later) => {
        if (visitor.isRobot) return;
        for (const { decision } of placed)
          if (decision) this.#parts.budgets.release(decision.budgeted, later);
      }
    };
  }
  /**
   * For each zone of a request why each campaign would, or would not, be chosen; undefined for a zone that is not known.
   * `country`: where the visitor is said to be.
   */
  explain({ user, zones }, caller, now, country2) {
    const found = this.#findVisitor(user, caller);
    const visitor = country2 === void 0 ? found : { ...found, country: country2, region: void 0 };
    const known3 = zones.map((request2) => {
      const zone2 = this.#index.zones.get(request2.id);
      return zone2 && createQuery(request2, zone2);
    });
    const remaining = this.#createRemaining(visitor, now);
    const context = { visitor, page: user.referer, time: now, remaining };
    return known3.map((zone2) => zone2 && explainZone(this.#catalogue, this.#index, context, zone2));
  }
  #findVisitor(user, caller) {
    const { tokens } = this.#parts;
    const hasConsent = givesConsent(user, caller);
    const address = (user.ip === void 0 ? void 0 : normalizeAddress(user.ip)) ?? caller.address;
    const userAgent = user.ua ?? caller.userAgent ?? "";
    const language = user.language ?? caller.language;
    const isForeign = !caller.isBrowser && user.ip === void 0;
    return {
      ...this.#visitors.find({ address, userAgent, language, hasConsent }),
      isRobot: readUserAgent(userAgent).isRobot,
      user: this.#digestUser(user, caller),
      address: hasConsent && isForeign ? tokens.digest("address", toCustomerNetwork(address)) : void 0
    };
  }
  /** Undefined where the page gives no id, or consent does not allow it. */
  #digestUser(user, caller) {
    return user.id && givesConsent(user, caller) ? this.#parts.tokens.digest("user", user.id) : void 0;
  }
  /** Adds decisions to the zones that get one. */
  #decide(placed, visitor, page, now) {
    const { epoch, budgets, tokens } = this.#parts;
    const chosen = this.#choose(placed, visitor, page, now);
    const number6 = this.#number;
    this.#number += chosen.length;
    const signed = tokens.sign({ epoch, number: number6, decidedAt: now, visitor: encodeVisitor(visitor) }, chosen);
    for (const [at, { placed: each, creative, campaign: campaign2 }] of chosen.entries()) {
      const budgeted = { epoch, number: number6 + at, decidedAt: now, campaign: campaign2 };
      each.decision = { creative, token: signed[at], budgeted };
      if (!visitor.isRobot) budgets.reserve(budgeted, now);
    }
  }
  #choose(placed, visitor, page, now) {
    const { random } = this.#parts;
    const known3 = placed.filter(isKnown);
    const zones = known3.map(({ request: request2, zone: zone2 }) => createQuery(request2, zone2));
    const remaining = this.#createRemaining(visitor, now);
    const positions = decide(this.#index, { visitor, page, time: now, zones, remaining, random });
    const chosen = [];
    for (const [at, each] of known3.entries()) {
      const position = positions[at];
      const servable = position === void 0 ? void 0 : this.#index.campaigns[position];
      const creatives = servable?.bySize.get(each.zone.zone.size) ?? [];
      const creative = chooseWeighted(creatives, ({ variation: variation2 }) => variation2.weight, random);
      if (!servable || !creative) continue;
      const { id: zone2, sub } = each.request;
      const { id: campaign2 } = servable.campaign;
      chosen.push({ zone: zone2, campaign: campaign2, variation: creative.variation.id, sub, placed: each, creative });
    }
    return chosen;
  }
  /** What budgets and, where the visitor is known, frequency caps leave of each campaign. */
  #createRemaining({ user }, now) {
    const { budgets, frequencyCaps } = this.#parts;
    const byBudget = budgets.remaining(now);
    return (position) => {
      const left = byBudget[position] ?? 0;
      const campaign2 = this.#index.campaigns[position]?.campaign;
      if (user === void 0 || !campaign2 || campaign2.frequency.length === 0) return left;
      return Math.min(left, frequencyCaps.remaining(user, campaign2, now));
    };
  }
  #createVisitors({ data }) {
    const regions = data.regions.flatMap(({ code, id: id2 }) => code ? [[code, id2]] : []);
    return new Visitors(this.#parts.locate, new Map(regions));
  }
};
function capsFrequency({ data }) {
  return data.campaigns.some(({ frequency }) => frequency.length > 0);
}
function givesConsent({ gdpr }, { optsOut }) {
  const isUnderGdpr = gdpr?.gdpr === 1 && !gdpr.consent?.trim();
  return !isUnderGdpr && !optsOut;
}
function isKnown(placed) {
  return placed.zone !== void 0;
}
function createQuery({ keywords, custom_targeting: custom }, zone2) {
  return { zone: zone2, keywords, custom };
}
function createEvent({ sub }, zone2, decision, visitor, time) {
  const counters = visitor.isRobot ? ROBOT : decision ? FILLED : EMPTY3;
  const campaign2 = decision?.creative.values ?? NO_CAMPAIGN;
  return { time, sub, zone: zone2.values, campaign: campaign2, visitor: visitor.values, counters };
}

// src/service/statistics/reports.ts
import { MessageChannel as MessageChannel2 } from "node:worker_threads";

// src/service/statistics/plan.ts
function planReport(request2, query2, format) {
  const { count: count3, totals, detailed, limit, offset, dateTimezone, groupings, projection } = request2;
  const blocks = listKeys(projection);
  return {
    ...{ format, count: count3, totals, detailed, limit, offset, dateTimezone, groupings },
    blocks: blocks.map((block) => ({
      block,
      metrics: query2.metrics.filter((metric) => metric.block === block).map(({ name }) => name)
    }))
  };
}

// src/service/statistics/query.ts
function reportQuery(request2, scope) {
  const shown = request2.count ? [] : listShownMetrics(request2);
  const { count: count3, totals, limit, offset } = request2;
  const facts = {
    ...findSpan(request2),
    conditions: listConditions(request2, scope),
    groups: request2.groupings.map((grouping) => readGrouping(grouping, request2)),
    metrics: shown.map(({ definition }) => toMetric(definition, request2)),
    orders: request2.orders.map(({ field, order: direction }) => ({
      by: readOrder(field, request2),
      direction
    })),
    ...{ totals, count: count3, limit, offset }
  };
  return { facts, metrics: shown.map(({ block, name }) => ({ block, name })) };
}
function readGrouping(grouping, request2) {
  switch (grouping) {
    case "date":
    case "week":
    case "month":
    case "quarter":
    case "year":
      return readClock(grouping, request2, request2.dateTimezone);
    case "hour":
      return readClock("hour", request2, request2.timezone);
    default:
      return { column: grouping };
  }
}
var OFFSETS_FROM = Date.UTC(2e3, 0, 1);
var OFFSETS_TO = Date.UTC(2100, 0, 1);
var FURTHEST_MS = 18 * 36e5;
function readClock(unit, request2, timezone) {
  const { from, until } = findSpan(request2);
  return { unit, offsets: offsetsBetween(timezone, clamp(from), clamp(until)) };
}
function clamp(time) {
  return Math.min(Math.max(time, OFFSETS_FROM), OFFSETS_TO);
}
function findSpan({ from, to, dateTimezone }) {
  const margin = dateTimezone === "UTC" ? 0 : FURTHEST_MS;
  return {
    from: Date.parse(`${from}T00:00:00Z`) - margin,
    until: Date.parse(`${to}T00:00:00Z`) + DAY_MS + margin
  };
}
function listConditions(request2, scope) {
  const { role: role2, dateTimezone, from, to } = request2;
  const days = {
    value: readClock("date", request2, dateTimezone),
    fromDay: from,
    toDay: to
  };
  const { filter, exclude } = request2;
  const asked = listKeys(filter).map((key) => readFilter2(key, filter[key], request2, scope));
  const left = listKeys(exclude).map((key) => {
    return { value: readFiltered(key, request2), without: listValues(exclude[key]) };
  });
  return [
    { value: { column: `${role2}_id` }, within: scope.accounts },
    // In UTC the span says it all.
    ...dateTimezone === "UTC" ? [] : [days],
    ...asked.flatMap((condition) => condition ?? []),
    ...left
  ];
}
function readFilter2(key, value, request2, { deletedCampaigns }) {
  switch (FILTERS[key].form) {
    case "adblock":
      return value === "all" ? void 0 : { value: { column: "adblock" }, is: value === "adblock" };
    case "flag":
      return value === 1 ? { value: { column: "campaign_id" }, without: deletedCampaigns } : void 0;
    default:
      return { value: readFiltered(key, request2), within: listValues(value) };
  }
}
function readFiltered(key, request2) {
  return hasKey(DIMENSIONS, key) ? { column: key } : readClock("hour", request2, request2.timezone);
}
function listValues(value) {
  return typeof value === "object" ? value : [];
}
function listShownMetrics({ projection, groupings, viewer }) {
  const skippedShown = groupings.every((name) => isOneOf(SKIPPED_GROUPINGS, name));
  return listKeys(projection).flatMap((block) => {
    const definitions = listMetrics(block, viewer);
    return (projection[block] ?? []).flatMap((name) => {
      const definition = definitions[name];
      if (!definition || !skippedShown && block === "rtb" && name.includes("skipped")) return [];
      return [{ block, name, definition }];
    });
  });
}
function readOrder(field, request2) {
  const definition = findOrderMetric(field, request2);
  const groupings = request2.groupings;
  return definition ? toMetric(definition, request2) : groupings.indexOf(field);
}
function findOrderMetric(field, { viewer }) {
  if (!hasKey(ORDER_METRICS, field)) return listMetrics("goals", viewer)[field];
  const [block, name] = ORDER_METRICS[field];
  return listMetrics(block, viewer)[name];
}
function toMetric({ sum: sum2, of, per, times: times2 = 1, whenZero = 0 }, request2) {
  const resolve8 = (terms = []) => terms.map((term) => {
    const { counter, minus } = resolveTerm(term, request2.role);
    return { counter, minus };
  });
  return sum2 ? { sum: resolve8(sum2) } : { of: resolve8(of), per: resolve8(per), times: times2, whenZero };
}

// src/service/statistics/reports.ts
var MAX_WAITING3 = 64;
function nameResult(error) {
  if (error instanceof CancelledError) return "cancelled";
  return error instanceof BusyError2 ? "refused" : "failed";
}
var Reports = class {
  #store;
  #settings;
  #count;
  #gate;
  #thread;
  /** The catalogue whose names the thread has. */
  #known;
  /** `count`: told of each report. */
  constructor(store, settings, count3 = () => {
  }) {
    this.#store = store;
    this.#settings = settings;
    this.#count = count3;
    this.#gate = new Gate(settings.maxReports, MAX_WAITING3);
  }
  /** Reports that are made, and those that wait for their turn. */
  get load() {
    return { running: this.#gate.running, waiting: this.#gate.waiting };
  }
  /**
   * The answer, a stream of bytes, once it is made. Rejects with `BusyError` when that takes too long, with
   * `CancelledError` once the caller's signal ends it, or as the store does.
   */
  async open(request2, scope, catalogue, format, cancelled = new AbortController().signal) {
    const query2 = reportQuery(request2, scope);
    const plan = planReport(request2, query2, format);
    const make = async (signal) => {
      const rows = await this.#store.exportRows(query2.facts, signal);
      return this.#write({ rows, plan, answer: `${rows.path}.answer` }, catalogue, signal);
    };
    return this.#measure(() => this.#takeTurn(make, cancelled));
  }
  async #takeTurn(make, cancelled) {
    const late = AbortSignal.timeout(this.#settings.reportTimeout);
    const signal = AbortSignal.any([late, cancelled]);
    try {
      return await this.#gate.run(() => make(signal), signal);
    } catch (error) {
      if (cancelled.aborted) throw new CancelledError("Nobody waits for the report.", { cause: error });
      throw late.aborted ? new BusyError2("The report took too long.", { cause: error }) : error;
    }
  }
  async #measure(work) {
    const start = performance.now();
    const finish = (result) => this.#count(result, (performance.now() - start) / 1e3);
    try {
      const done = await work();
      finish("answered");
      return done;
    } catch (error) {
      finish(nameResult(error));
      throw error;
    }
  }
  async close() {
    await this.#thread?.terminate();
    this.#thread = void 0;
  }
  /** The answer that the thread makes of the rows. */
  async #write(job, catalogue, signal) {
    const thread2 = this.#startThread();
    const { port1: port, port2: far } = new MessageChannel2();
    const names = this.#known === catalogue ? {} : { names: selectNames(catalogue) };
    this.#known = catalogue;
    const outcome = new Promise((resolve8, reject) => {
      port.once("message", resolve8);
      port.once("close", () => reject(new Error("The thread that writes the answer ended.")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      signal.throwIfAborted();
    });
    thread2.postMessage({ ...job, ...names, port: far }, [far]);
    try {
      const { error } = await outcome;
      if (error) throw new Error(error);
      return await streamOnce(job.answer);
    } finally {
      port.close();
    }
  }
  #startThread() {
    if (this.#thread) return this.#thread;
    const thread2 = startThread("report-thread", "./reportThread.ts", import.meta.url);
    const forget = () => {
      if (this.#thread !== thread2) return;
      this.#thread = void 0;
      this.#known = void 0;
    };
    thread2.on("error", forget).on("exit", forget);
    this.#thread = thread2;
    return thread2;
  }
};
function selectNames(catalogue) {
  const { accounts, campaigns, variations, sites, zones } = catalogue;
  const { categories, carriers, regions, offers, offerLandingPages } = catalogue;
  return {
    ...{ categories, carriers, regions, offers, offerLandingPages },
    accounts: mapValues2(accounts, ({ id: id2, name }) => ({ id: id2, name })),
    campaigns: mapValues2(campaigns, ({ id: id2, name, account: account4, active, deleted }) => ({
      ...{ id: id2, name, account: account4, active, deleted }
    })),
    variations: mapValues2(variations, ({ variation: variation2, campaign: campaign2 }) => ({
      variation: { name: variation2.name, size: variation2.size },
      campaign: { id: campaign2.id, name: campaign2.name }
    })),
    sites: mapValues2(sites, ({ id: id2, name, account: account4, hostname }) => ({ id: id2, name, account: account4, hostname })),
    zones: mapValues2(zones, ({ id: id2, name, site: site2, size: size3 }) => ({ id: id2, name, site: site2, size: size3 }))
  };
}
function mapValues2(map, change) {
  return new Map([...map].map(([id2, value]) => [id2, change(value)]));
}

// src/service/telemetry/log.ts
import { pino as pino3 } from "pino";

// src/service/telemetry/logOutput.ts
import { fstatSync, write, writeSync } from "node:fs";
import { Socket } from "node:net";
var MAX_WAITING4 = 128 * 1024;
var LogOutput = class {
  #sink;
  #maxWaiting;
  #waiting = [];
  #bytes = 0;
  #isWriting = false;
  #dropped = 0;
  #unreported = 0;
  constructor(sink, maxWaiting = MAX_WAITING4) {
    this.#sink = sink;
    this.#maxWaiting = maxWaiting;
  }
  /** Lines that were dropped so far. */
  get dropped() {
    return this.#dropped;
  }
  write(line) {
    if (this.#bytes + line.length > this.#maxWaiting) {
      this.#drop(1);
      return;
    }
    this.#waiting.push(line);
    this.#bytes += line.length;
    if (!this.#isWriting) this.#writeWaiting();
  }
  /** Hands over what still waits. */
  flush() {
    const lines = this.#waiting.splice(0);
    if (lines.length > 0) this.#sink.writeLast?.(Buffer.from(lines.join("")));
  }
  #writeWaiting() {
    const lines = this.#waiting;
    const reported = this.#unreported;
    const bytes = Buffer.from(describeDropped(reported) + lines.join(""));
    this.#waiting = [];
    this.#isWriting = true;
    this.#sink.write(bytes, (error) => {
      this.#isWriting = false;
      this.#bytes -= lines.reduce((sum2, { length }) => sum2 + length, 0);
      if (error) this.#drop(lines.length);
      else this.#unreported -= reported;
      if (this.#waiting.length > 0) this.#writeWaiting();
    });
  }
  #drop(count3) {
    this.#dropped += count3;
    this.#unreported += count3;
  }
};
function describeDropped(count3) {
  if (count3 === 0) return "";
  const line = { level: 40, time: (/* @__PURE__ */ new Date()).toISOString(), count: count3, msg: "log lines were dropped" };
  return `${JSON.stringify(line)}
`;
}
function openSink(fd) {
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) {
    const socket = new Socket({ fd, readable: false, writable: true });
    socket.on("error", () => {
    });
    socket.unref();
    return { write: (bytes, done) => void socket.write(bytes, done) };
  }
  return {
    write: (bytes, done) => writeAll2(fd, bytes, done),
    writeLast(bytes) {
      try {
        writeSync(fd, bytes);
      } catch {
      }
    }
  };
}
function writeAll2(fd, bytes, done) {
  write(fd, bytes, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll2(fd, bytes.subarray(written), done);
  });
}

// src/service/telemetry/log.ts
function createLog(level, sink = openSink(2)) {
  const output = new LogOutput(sink);
  const log = pino3({ level, base: null, timestamp: pino3.stdTimeFunctions.isoTime }, output);
  return { log, countDropped: () => output.dropped, flush: () => output.flush() };
}

// src/service/telemetry/metrics.ts
import { Counter as Counter2, collectDefaultMetrics, Histogram, Registry } from "prom-client";

// src/service/telemetry/sourceMetrics.ts
import { Counter, Gauge } from "prom-client";
var ALONE = { isAway: false, outages: 0, isDataLost: false };
function registerSources(registry, sources) {
  const registers = [registry];
  for (const [name, help, read3] of listGauges(sources))
    new Gauge({
      ...{ name: `zonetag_${name}`, help, registers },
      collect() {
        this.set(read3());
      }
    });
  for (const [name, help, read3] of listCounters2(sources))
    new Counter({
      ...{ name: `zonetag_${name}_total`, help, registers },
      collect() {
        this.reset();
        this.inc(read3());
      }
    });
  registerSetAside(registry, sources.store);
}
function listGauges({ store, reports, redis, clickHouse }) {
  const readRedis = () => redis?.() ?? ALONE;
  return [
    ["redis_away", "1 while Redis does not answer", () => Number(readRedis().isAway)],
    [
      "redis_data_lost",
      "1 while Redis has lost its data and grants nothing of budgets",
      () => Number(readRedis().isDataLost)
    ],
    ["clickhouse_away", "1 while ClickHouse takes no events", () => Number(clickHouse?.().isAway ?? false)],
    [
      "clickhouse_unfit_sums",
      "Hours and days whose sums do not fit their columns in ClickHouse, so that reports read their parts",
      () => clickHouse?.().unfitSums ?? 0
    ],
    ["store_waiting_events", "Events safe on disk that queries do not see yet", () => store().waiting],
    ["store_ready", "1 when events can be stored", () => Number(store().ready)],
    ["store_bytes", "Bytes that the database takes on disk", () => store().bytes],
    ["reports_running", "Reports that are made", () => reports().running],
    ["reports_waiting", "Reports that wait for their turn", () => reports().waiting]
  ];
}
function listCounters2({ store, redis, droppedLines }) {
  return [
    ["journal_writes", "Writes to the journal", () => store().writes.count],
    ["journal_write_seconds", "Seconds that writes to the journal took", () => store().writes.seconds],
    ["store_loads", "Loads from the journal into the database", () => store().loads.count],
    ["store_load_seconds", "Seconds that these loads took", () => store().loads.seconds],
    ["redis_outages", "Times that Redis went away", () => (redis?.() ?? ALONE).outages],
    ["log_dropped", "Log lines that could not be written", droppedLines]
  ];
}
function registerSetAside(registry, store) {
  new Counter({
    name: "zonetag_set_aside_total",
    help: "What could not be read or stored and was set aside, by what it is",
    labelNames: ["what"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count3] of Object.entries(store().setAside)) this.inc({ what }, count3);
    }
  });
}

// src/service/telemetry/metrics.ts
var BUCKETS = [5e-4, 1e-3, 25e-4, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
var REPORT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
function createMetrics(sources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerSources(registry, sources);
  return {
    registry,
    countAnswer: createAnswerCount(registry),
    countZones: createZoneCount(registry),
    ...createReportCounts(registry),
    ...createEventCounts(registry)
  };
}
function createAnswerCount(registry) {
  const answers = createCounter(registry, "requests_total", "Answers by route and status", [
    "route",
    "status"
  ]);
  const latency = new Histogram({
    name: "zonetag_request_seconds",
    help: "Seconds until the answer, by route",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers: [registry]
  });
  const boundAnswers = /* @__PURE__ */ new Map();
  const boundLatency = /* @__PURE__ */ new Map();
  return (route, status, seconds) => {
    const key = `${route} ${status}`;
    bind(boundAnswers, key, () => answers.labels(route, String(status))).inc();
    bind(boundLatency, route, () => latency.labels(route)).observe(seconds);
  };
}
function createZoneCount(registry) {
  const help = "Zones answered; filled / all is the fill rate";
  const zones = createCounter(registry, "zones_total", help, ["result"]);
  const bound = {
    filled: zones.labels("filled"),
    empty: zones.labels("empty"),
    unknown: zones.labels("unknown")
  };
  for (const zone2 of Object.values(bound)) zone2.inc(0);
  return (result, count3) => bound[result].inc(count3);
}
function createReportCounts(registry) {
  const reports = new Histogram({
    name: "zonetag_report_seconds",
    help: "Seconds until a report was made, or given up, by result",
    labelNames: ["result"],
    buckets: REPORT_BUCKETS,
    registers: [registry]
  });
  for (const result of ["answered", "refused", "failed", "cancelled"]) reports.zero({ result });
  const signIns = createCounter(registry, "sign_ins_total", "Attempts to sign in, by result", ["result"]);
  for (const result of ["succeeded", "failed", "refused"]) signIns.inc({ result }, 0);
  return {
    countReport: (result, seconds) => reports.observe({ result }, seconds),
    countSignIn: (result) => signIns.inc({ result })
  };
}
function createEventCounts(registry) {
  const count3 = (name, help, labels) => createCounter(registry, name, help, labels);
  const exceptions = count3("exceptions_total", "Exceptions while a request was answered", ["route"]);
  const fetches = count3("events_total", "Fetches of tracking addresses by kind and result", [
    "kind",
    "result"
  ]);
  const refusals2 = count3("refused_total", "Refused requests, by reason", ["reason"]);
  const reloads = count3("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]);
  return {
    countException: (route) => exceptions.inc({ route }),
    countFetch: (kind, result) => fetches.inc({ kind, result }),
    countRefusal: (reason) => refusals2.inc({ reason }),
    countReload: (result) => reloads.inc({ result })
  };
}
function createCounter(registry, name, help, labelNames) {
  return new Counter2({ name: `zonetag_${name}`, help, labelNames, registers: [registry] });
}
function bind(bound, key, make) {
  const found = bound.get(key);
  if (found !== void 0) return found;
  const made = make();
  bound.set(key, made);
  return made;
}

// src/service/telemetry/traces.ts
async function openTraces(endpoint) {
  const { api, core, exporter, resources, sdk } = await loadSdk();
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "zonetag-service" }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url: endpoint }))]
  });
  const tracer = provider.getTracer("zonetag-service");
  const propagator = new core.W3CTraceContextPropagator();
  return {
    record({ route, method, status, startedAt, milliseconds, headers }) {
      const parent = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
      const attributes = {
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status
      };
      const kind = api.SpanKind.SERVER;
      const span = tracer.startSpan(`${method} ${route}`, { kind, attributes, startTime: startedAt }, parent);
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(startedAt + milliseconds);
    },
    close: () => provider.shutdown()
  };
}
async function loadSdk() {
  try {
    const [api, core, exporter, resources, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base")
    ]);
    return { api, core, exporter, resources, sdk };
  } catch (error) {
    throw new Error(
      "Traces need packages that are not installed: npm install @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace-base",
      { cause: error }
    );
  }
}

// src/service/tracking/tracking.ts
var Tracking = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** `text`: the token of the address. */
  read(kind, text7, fetcher, now) {
    const reading = this.#parts.tokens.read(text7, now);
    if ("forged" in reading) return createUncounted("forged", void 0);
    const { token, isExpired } = reading;
    const landingPage = this.#parts.catalogue.findLandingPage(token.variation);
    if (isExpired) return createUncounted("expired", landingPage);
    if (!fetcher.isView) return createUncounted("ignored", landingPage);
    if (token.visitor.isRobot || readUserAgent(fetcher.userAgent).isRobot)
      return this.#countSeparately("robot", kind, token, landingPage, now);
    if (!this.#isFromExpectedAddress(token, fetcher))
      return this.#countSeparately("invalid", kind, token, landingPage, now);
    return this.#count(kind, token, landingPage, now);
  }
  /** A click counts its impression as well: nobody clicks on what was not shown. */
  #count(kind, token, landingPage, now) {
    const kinds = kind === "click" ? ["click", "impression"] : ["impression"];
    const charges = /* @__PURE__ */ new Map();
    return {
      landingPage,
      keys: kinds.map((each) => toKey2(token, each)),
      charge: (fresh, isReserved) => fresh.map((at) => {
        const charge = kinds[at] === "click" ? this.#chargeClick(token, now) : this.#chargeImpression(token, now, isReserved);
        charges.set(at, charge);
        return charge.event;
      }),
      settle: (results, later) => {
        for (const [at, { confirm, refund }] of charges) {
          if (results?.[at] === "counted") confirm(later);
          else refund(later);
        }
        if (!results) return "lost";
        if (results[0] === "repeated") return "repeated";
        return charges.get(0)?.isPaid ? "counted" : "unpaid";
      }
    };
  }
  /** Stored under a key of its own: the fetch that counts may still come. */
  #countSeparately(reason, kind, token, landingPage, now) {
    const key = toKey2(token, `${reason}_${kind}`);
    return {
      landingPage,
      keys: [key],
      charge: () => [{ key, event: this.#toEvent(token, now, { [`${reason}_${kind}s`]: 1 }) }],
      settle: (results) => results ? reason : "lost"
    };
  }
  #chargeImpression(token, now, isReserved) {
    const { budgets, frequencyCaps, catalogue } = this.#parts;
    const { campaign: id2 } = token;
    const campaign2 = catalogue.findCampaign(id2);
    const price2 = computePrice(campaign2, "cpm");
    const cost = budgets.chargeImpression(token, price2, now, isReserved);
    const { user } = token.visitor;
    const life = user && campaign2 ? computeFrequencyLife(campaign2) : 0;
    const event = {
      ...this.#toEvent(token, now, { impressions: 1, ...this.#toMoney(token, cost ?? 0n) }),
      ...user && life > 0 ? { frequency: { viewer: user, seconds: life } } : {}
    };
    return {
      event: { key: toKey2(token, "impression"), event },
      isPaid: cost !== void 0,
      confirm: (later) => {
        budgets.confirmImpression(token, later);
        if (user && campaign2) frequencyCaps.count({ user, campaign: id2, time: now }, campaign2);
      },
      refund: (later) => budgets.refundImpression(token, cost, later)
    };
  }
  #chargeClick(token, now) {
    const { budgets, catalogue } = this.#parts;
    const { campaign: id2 } = token;
    const cost = budgets.chargeClick(id2, computePrice(catalogue.findCampaign(id2), "cpc"), now);
    const event = this.#toEvent(token, now, { clicks: 1, ...this.#toMoney(token, cost ?? 0n) });
    return {
      event: { key: toKey2(token, "click"), event },
      isPaid: cost !== void 0,
      confirm: () => {
      },
      refund: (later) => budgets.refundClick(id2, cost, later)
    };
  }
  #isFromExpectedAddress({ visitor }, { address }) {
    if (visitor.address === void 0) return true;
    return visitor.address === this.#parts.tokens.digest("address", toCustomerNetwork(address));
  }
  #toEvent(token, time, counters) {
    const { catalogue } = this.#parts;
    const found = catalogue.findZone(token.zone);
    const campaign2 = catalogue.findCampaign(token.campaign);
    return {
      time,
      sub: token.sub,
      // The ids are known even when the catalogue no longer has what they stand for.
      zone: found ? toZoneValues(found.zone, found.site) : { zone_id: token.zone },
      campaign: campaign2 ? toCampaignValues(campaign2, { id: token.variation }) : { campaign_id: token.campaign, variation_id: token.variation },
      visitor: toVisitorValues(token.visitor),
      counters
    };
  }
  #toMoney(token, cost) {
    if (cost === 0n) return {};
    const { catalogue, publisherShare } = this.#parts;
    const share3 = catalogue.findZone(token.zone)?.site.publisherShare ?? publisherShare;
    return { cost, publisher_revenue: computePublisherRevenue(cost, share3) };
  }
};
function computePrice(campaign2, model) {
  return campaign2?.pricing.model === model ? computeUnitCost(campaign2) : 0n;
}
function toKey2({ epoch, number: number6, decidedAt }, kind) {
  return { epoch, number: number6, kind, decidedAt };
}
function createUncounted(outcome, landingPage) {
  return { landingPage, keys: [], charge: () => [], settle: () => outcome };
}

// src/service/values/random.ts
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 1831565813 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

// src/service/service.ts
async function startService(settings, clock = systemClock) {
  const { log, countDropped, flush } = createLog(settings.logLevel);
  process.once("exit", flush);
  const locate3 = openGeoDatabase(settings.cityDatabase);
  const engines = await openEngines({ settings, clock, log });
  try {
    return await run3({ settings, clock, log, countDropped, locate: locate3, ...engines });
  } catch (error) {
    await engines.close();
    throw error;
  }
}
async function run3(opened) {
  const { settings, store, local, log, epoch } = opened;
  const parts = await createParts(opened);
  const server = createServer3(parts);
  const address = await listen(server, settings);
  const imports = new AbortController();
  const control = await listenForCommands(settings.data, createCommands(parts, imports.signal));
  const reloading = watchCatalogue(parts);
  const retention = local && keepMonths(local, parts);
  log.info({ address, epoch }, "listening");
  const stop = async () => {
    parts.phase.isClosing = true;
    clearInterval(retention);
    await delay4(settings.drainDelay);
    parts.phase.isRefusing = true;
    imports.abort(new Error("The service stops, and nothing was imported. Try again once it runs."));
    await control.close();
    await reloading.close();
    await closeServer(server, settings.stopAfter);
    await opened.close();
    await parts.reports.close();
    await parts.traces?.close().catch((error) => log.warn({ err: error }, "traces not sent"));
    log.info("stopped");
  };
  let stopped;
  return {
    ...{ address, store, local },
    reload: () => reloading.reload(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    }
  };
}
async function createParts(opened) {
  const { settings, store } = opened;
  const reports = new Reports(store, settings, (result, seconds) => metrics2.countReport(result, seconds));
  const metrics2 = createMetrics({
    store: () => store.status(),
    reports: () => reports.load,
    droppedLines: opened.countDropped,
    redis: opened.redisStatus,
    clickHouse: opened.clickHouseStatus
  });
  const delivery = createDelivery(opened);
  const trusted = matchNetworks(settings.trustedProxies);
  const traces = settings.traces === void 0 ? void 0 : await openTraces(settings.traces);
  return {
    ...{ ...opened, ...delivery, trusted, metrics: metrics2, reports, traces },
    management: createManagement(opened, delivery, trusted),
    phase: { isClosing: false, isRefusing: false }
  };
}
function createManagement(opened, delivery, trusted) {
  const { settings, clock, editor, changes, images, store } = opened;
  const { now } = clock;
  const findCaller = (request2) => readCaller(request2, findClientAddress(request2, trusted), { trusted, origin: settings.origin });
  return new Management({
    ...{ editor, changes, images, now, facts: store, creatives: listCreativeFolders(settings) },
    replace: (catalogue) => replaceCatalogue(delivery, catalogue, now()),
    explain: (request2, incoming, country2) => delivery.placement.explain(request2, findCaller(incoming), now(), country2),
    catalogue: () => delivery.current.catalogue
  });
}
function replaceCatalogue({ current, placement }, catalogue, now) {
  current.replace(catalogue, now);
  placement.setCatalogue(catalogue, now);
}
function watchCatalogue(parts) {
  const { source, metrics: metrics2, clock, log } = parts;
  return source.watch(({ catalogue, error }) => {
    if (catalogue) replaceCatalogue(parts, catalogue, clock.now());
    metrics2.countReload(catalogue ? "used" : "refused");
    if (error)
      log.error(
        { file: source.name, problems: error.problems },
        "catalogue not reloaded; the one in use stays"
      );
    else log.info({ file: source.name }, "catalogue reloaded");
  });
}
function createCommands({ local, clock, settings, current }, stopping) {
  return {
    backup: (body) => requireLocal(local).backUp(body.path),
    delivered: () => recallDelivered(requireLocal(local), clock.now(), settings.reservationLife),
    imports: (body) => serveRequest(requireLocal(local), body, current.catalogue, stopping)
  };
}
function createDelivery(opened) {
  const { settings, clock, catalogue, locate: locate3, epoch, budgets, frequencyCaps, secret } = opened;
  const { trackingLife, publisherShare, seed } = settings;
  const now = clock.now();
  const current = new CurrentCatalogue(catalogue, trackingLife);
  const tokens = createTokens(deriveKey(secret, "tracking"), trackingLife);
  const random = seed === void 0 ? Math.random : seededRandom(seed);
  const shared = { budgets, frequencyCaps, tokens };
  const placementParts = { ...shared, epoch, locate: locate3, random };
  return {
    current,
    placement: new Placement(placementParts, catalogue, now),
    tracking: new Tracking({ ...shared, catalogue: current, publisherShare })
  };
}
function createServer3(parts) {
  const { settings, clock, log, store, metrics: metrics2, placement, tracking, limits, deduplication } = parts;
  const { trusted, phase, traces } = parts;
  const { now, elapsed } = clock;
  const isClosing = () => phase.isClosing;
  const warnOfProxy = createProxyWarning(log, trusted);
  const findAddress = (request2) => {
    warnOfProxy(request2);
    return findClientAddress(request2, trusted);
  };
  const app = createOtherRoutes(parts, findAddress);
  const placementRoute = new PlacementRoute({
    ...{ settings, placement, store, metrics: metrics2, now },
    isStopping: () => phase.isRefusing,
    admission: new Admission(settings, limits.ip, elapsed),
    readCaller: (request2) => readCaller(request2, findAddress(request2), { trusted, origin: settings.origin })
  });
  const trackingRoute = new TrackingRoute({ tracking, deduplication, store, metrics: metrics2, now, findAddress });
  return createHttpServer({
    ...{ metrics: metrics2, log, isClosing, requestTimeout: settings.requestTimeout },
    onAnswer: createAccessLog({ accessLog: settings.accessLog, log, traces, now, findAddress }),
    handlePlacement: (request2) => placementRoute.handle(request2),
    handleTracking: (kind, token, request2) => trackingRoute.handle(kind, token, request2),
    // Health checks by HTTP/1.0, such as those of older balancers, name no host.
    handleOther: getRequestListener(app.fetch, { hostname: "localhost" })
  });
}
function createOtherRoutes(parts, findAddress) {
  const { settings, clock, log, store, metrics: metrics2, management, reports, secret, limits, phase } = parts;
  const report4 = (route) => (error, response) => reportException({ log, metrics: metrics2 }, route, error, response);
  return createApp({
    ...{ store, metrics: metrics2, management, reportException: report4("other") },
    isClosing: () => phase.isClosing,
    metricsToken: settings.metricsToken,
    files: { ...settings, images: parts.images },
    statistics: {
      ...{ reports, limits, log, now: clock.now, findAddress, openApi },
      ...{ shares: parts.shares, failures: parts.failures },
      ...{ maxBody: settings.maxBody, maxImage: settings.maxImage },
      catalogue: () => parts.current.catalogue,
      loginKey: deriveKey(secret, "statistics tokens"),
      shareKey: deriveKey(secret, "shared links"),
      countSignIn: metrics2.countSignIn,
      reportException: report4("statistics")
    }
  });
}
function requireLocal(local) {
  if (local) return local;
  throw new Error("The events of this service are in ClickHouse; this command is for those of one machine.");
}
function keepMonths(store, { settings, current, log }) {
  const months = settings.keepMonths;
  if (months === 0) return void 0;
  const listTimezones = () => ["UTC", ...current.catalogue.data.accounts.map(({ timezone }) => timezone)];
  const forget = () => store.forgetMonthsBefore(months, listTimezones()).catch((error) => log.error({ err: error }, "earlier months not summed up"));
  void forget();
  return setInterval(forget, DAY_MS).unref();
}

// src/service/commands/serve.ts
function serveCommand() {
  return addSettings(new Command14("serve").description("run the service")).action(serve2);
}
async function serve2(settings) {
  const starting = startService(settings);
  const stop = () => void starting.then((service2) => service2.stop()).then(() => process.exit(0)).catch(exitWithError);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => void starting.then((service2) => service2.reload()).catch(() => {
  }));
  const service = await starting;
  console.log(`ad service listening on ${service.address}`);
}

// src/service/main.ts
var program = new Command15("zonetag-service").description(
  "An ad service: placements, counting, statistics."
);
program.addCommand(serveCommand(), { isDefault: true });
program.addCommand(initCommand());
program.addCommand(checkCommand());
program.addCommand(publishCommand());
program.addCommand(importCommand());
program.addCommand(importsCommand());
program.addCommand(backupCommand());
program.addCommand(restoreCommand());
program.addCommand(repairCommand());
program.addCommand(moveEventsCommand());
program.addCommand(deliveredCommand());
program.addCommand(rebuildCommand());
program.addCommand(hashPasswordCommand());
program.addCommand(makeTokenCommand());
for (const command of manageCommands()) program.addCommand(command);
process.umask(63);
program.parseAsync().catch(exitWithError);
