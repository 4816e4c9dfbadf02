// src/service/main.ts
import { readFileSync as readFileSync7 } from "node:fs";
import { join as join39 } from "node:path";
import { Command as Command18 } from "commander";

// src/service/builtFolder.ts
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
function builtFolder() {
  const here = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(here, "service.mjs")) ? here : join(here, "../../dist");
}

// src/service/commands/backup.ts
import { resolve as resolve3 } from "node:path";
import { Command } from "commander";

// src/service/control/commandSocket.ts
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join as join2, resolve } from "node:path";
import { json } from "node:stream/consumers";

// src/service/values/object.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isNestedDeeper(value, most) {
  let level = [value];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((one) => typeof one === "object" && one !== null ? Object.values(one) : []);
    if (level.length === 0) return false;
  }
  return true;
}
function mapValues(object2, change) {
  const entries = Object.entries(object2).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries);
}
function omitUndefined(object2) {
  const entries = Object.entries(object2).filter(([, value]) => value !== void 0);
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
    const answer2 = await answerCommand(handlers, incoming.url ?? "", json(incoming));
    outgoing.setHeader("Content-Type", "application/json").end(JSON.stringify(answer2, writeBigInt));
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
    const read2 = await body;
    const handler = handlers[url.slice(1)];
    if (!handler) return { error: "The running service does not know this command." };
    return { result: await handler(read2) };
  } catch (error) {
    return { error: readMessage(error) };
  }
}
function writeBigInt(_2, value) {
  return typeof value === "bigint" ? String(value) : value;
}
async function askService(folder, command, body) {
  const asking = request({ socketPath: locateSocket(folder), method: "POST", path: `/${command}` });
  asking.end(JSON.stringify(body));
  try {
    const [response] = await once(asking, "response");
    const answer2 = await json(response);
    if (!isObject(answer2)) throw new Error("The running service gave an answer that cannot be read.");
    if (answer2.error !== void 0) throw new Error(String(answer2.error));
    return { result: answer2.result };
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
  const path = join2(resolve(folder), "control.sock");
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  const digest4 = createHash("sha256").update(path).digest("hex").slice(0, 32);
  return join2(tmpdir(), `zonetag-${digest4}.sock`);
}

// src/service/duckdb/duckdbStore.ts
import { randomUUID as randomUUID4 } from "node:crypto";
import { rm as rm6 } from "node:fs/promises";
import { join as join12, resolve as resolve2 } from "node:path";

// src/service/facts/eventStore.ts
var StoreError = class extends Error {
  code;
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = "StoreError";
    this.code = code;
  }
};

// src/service/facts/storeErrors.ts
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
  const known4 = CODES[readCode(error) ?? ""];
  const code = known4 ?? (/no space left|out of disk/i.test(message) ? "full" : "failed");
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

// src/service/journal/folderIdentity.ts
import { randomUUID } from "node:crypto";
import { join as join3 } from "node:path";

// src/service/values/files.ts
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname as dirname2 } from "node:path";
async function makeFolder(folder) {
  try {
    await mkdir(folder, { mode: 448 });
  } catch (error) {
    const code = readCode(error);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname2(folder) === folder) throw error;
    await makeFolder(dirname2(folder));
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
  await syncFolder(dirname2(file));
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

// src/service/journal/folderIdentity.ts
async function readIdentity(folder) {
  const file = join3(folder, "identity");
  const known4 = await readFileIfThere(file);
  if (known4) return known4.trim();
  const id4 = randomUUID();
  await writeDurably(file, `${id4}
`);
  return id4;
}

// src/service/journal/journal.ts
import { constants, open as open2, readdir } from "node:fs/promises";
import { join as join4 } from "node:path";

// src/service/journal/journalFile.ts
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
    const write3 = find(bytes, at);
    if (write3.lines) file.writes.push(write3.lines);
    else addDamage(file.damage, at, write3.end - at);
    at = write3.end;
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
  const mark = readMark(bytes, at);
  const end = lines + Number(mark?.length);
  if (mark && end <= bytes.length && digest(bytes.subarray(lines, end)) === mark.digest) {
    return { lines: bytes.subarray(lines, end), end };
  }
  return { end: findMark(bytes, at + 1) };
}
function readMark(bytes, at) {
  const [, length, digest4] = MARK_FORM.exec(bytes.toString("latin1", at, at + MARK_BYTES)) ?? [];
  return length && digest4 ? { length, digest: digest4 } : void 0;
}
function findMark(bytes, from) {
  let at = bytes.indexOf(MARK, from);
  while (at >= 0 && !readMark(bytes, at)) at = bytes.indexOf(MARK, at + 1);
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

// src/service/journal/journal.ts
var SUFFIX = ".csv";
var MAX_UNIT_BYTES = 3;
var ENOUGH = 64;
var FIRST_BYTES = 64 * 1024;
var Batch = class {
  #memory;
  #length = MARK_BYTES;
  /** Number of lines to be loaded. */
  lines = 0;
  /** Settles with the write. */
  written;
  /** Settles `written`; afterwards `memory` may be reused. */
  settle = () => {
  };
  /** Callers waiting for the write. */
  callers = 0;
  /** Ends the wait for more callers. */
  gathered = () => {
  };
  constructor(memory) {
    this.#memory = memory;
    this.written = new Promise((done, failed) => {
      this.settle = (problem) => problem ? failed(problem) : done();
    });
  }
  get memory() {
    return this.#memory;
  }
  /** Adds the mark and returns the whole write. */
  mark() {
    this.#memory.write(writeMark(this.#memory.subarray(MARK_BYTES, this.#length)), 0, "latin1");
    return this.#memory.subarray(0, this.#length);
  }
  /** Bytes of its lines. */
  get length() {
    return this.#length - MARK_BYTES;
  }
  add(text9) {
    const most = this.#length + text9.length * MAX_UNIT_BYTES;
    if (most > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#length += this.#memory.write(text9, this.#length);
  }
};
var Journal = class _Journal {
  #options;
  #next = new Batch(Buffer.allocUnsafe(FIRST_BYTES));
  /** Memory of the batch after the next. */
  #spare = Buffer.allocUnsafe(FIRST_BYTES);
  #draining;
  #file;
  #path = "";
  #size = 0;
  #lines = 0;
  #count = 0;
  #ended = [];
  /** Callers waiting for the end of the current file. */
  #sealing = [];
  #problem;
  #closed = false;
  writes = { count: 0, seconds: 0 };
  constructor(options) {
    this.#options = options;
  }
  /** Opens the folder; files of earlier starts remain to be loaded. */
  static async open(options) {
    const journal = new _Journal({
      maxWaiting: 32 * 1024 * 1024,
      maxFile: Number.POSITIVE_INFINITY,
      dsync: constants.O_DSYNC ?? 0,
      ...options
    });
    await makeFolder(options.folder);
    const names = (await readdir(options.folder)).filter((name) => name.endsWith(SUFFIX)).sort();
    for (const name of names) {
      journal.#ended.push({ path: join4(options.folder, name), lines: 0, isWhole: false });
    }
    return journal;
  }
  /** Error of the last write; undefined after a success. */
  get problem() {
    return this.#problem;
  }
  /** Durable lines of this start that are not yet loaded. */
  get lines() {
    return this.#ended.reduce((sum2, { lines }) => sum2 + lines, this.#lines);
  }
  /** Appends `count` complete lines; resolves when they are durable. */
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
  /** Writes no lines, to test whether the disk accepts writes again. */
  probe() {
    return this.append("", 0);
  }
  /** Ends the current file and resolves with all ended files, oldest first. Later lines go to a new file. */
  seal() {
    return new Promise((done) => {
      this.#sealing.push(done);
      this.#draining ??= this.#drain();
    });
  }
  /** Must be called when an ended file is loaded and removed. */
  forget(path) {
    this.#ended = this.#ended.filter((other) => other.path !== path);
  }
  close() {
    this.#closed = true;
    return this.seal();
  }
  /**
   * Writes until the queue is empty. Files end between two writes, because under load there is always another write.
   */
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
   * Waits for the callers of the same turn of the event loop, so that they share a write. Stops waiting at `ENOUGH`,
   * since a turn with thousands of requests takes seconds.
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
      if (this.#options.dsync === 0) await this.#file.datasync();
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
   * Resolves with the bytes written. The first line is written with the first batch while the folder is synced, because
   * every wait for the disk delays the placements of that moment. When one fails, both have ended, so that no late
   * write follows the undo.
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
  /** Truncates to the last complete write. If that fails too, loading the file finds the partial write. */
  async #undo() {
    try {
      await this.#file?.truncate(this.#size);
    } catch {
      await this.#endFile(false);
    }
  }
  async #startFile() {
    const { folder, prefix, dsync } = this.#options;
    this.#count += 1;
    this.#path = join4(folder, `${prefix}-${String(this.#count).padStart(9, "0")}${SUFFIX}`);
    this.#size = 0;
    return open2(this.#path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | dsync, 384);
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

// src/protocol/tables.ts
function hasKey(table, name) {
  return Object.hasOwn(table, name);
}
function listKeys(table) {
  return Object.keys(table).filter((name) => hasKey(table, name));
}
function isOneOf(list4, value) {
  return list4.some((entry) => entry === value);
}

// src/service/facts/factTable.ts
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
  /** NULL when unknown. */
  adblock: "BOOLEAN",
  /** Reason why a request got no ad; see `protocol/unfilled.ts`. NULL for robots and earlier versions. */
  unfilled_reason: "VARCHAR",
  /** Campaign that missed such a request only because of a limit. It did not run, so it is not `campaign_id`. */
  excluded_campaign_id: "INTEGER"
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
  /** Requests answered with an ad. */
  filled: COUNT,
  impressions: COUNT,
  /** Impressions that are stored but not billed, such as those from another address than the decision's. */
  invalid_impressions: COUNT,
  clicks: COUNT,
  invalid_clicks: COUNT,
  /** By declared robots; not included in `ad_requests`, `impressions` and `clicks`. */
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
  /** Conversions by goal number of the account. */
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

// src/service/values/money.ts
var PLACES = 9;
var UNIT = 10n ** BigInt(PLACES);
var MOST = 10n ** 18n - 1n;
function parseMoney(text9) {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text9);
  if (!match) return void 0;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}
function parseDecimal(text9) {
  const plain = parseMoney(text9);
  if (plain !== void 0) return plain;
  const unsigned = text9.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return void 0;
  const [, whole4 = "", fraction = "", exponent = ""] = match;
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole4}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nano2 = digits * 10n ** BigInt(Math.max(0, shift)) / divisor;
  const isExact = shift >= 0 || nano2 * divisor === digits;
  return isExact && nano2 <= MOST ? nano2 : void 0;
}
function formatMoney(nano2) {
  const sign2 = nano2 < 0n ? "-" : "";
  const digits = String(nano2).replace("-", "").padStart(PLACES + 1, "0");
  return `${sign2}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

// src/service/journal/lines.ts
var CAMPAIGN = [
  "advertiser_id",
  "campaign_id",
  "variation_id",
  "offer_id",
  "offer_landing_page_id",
  "advertiser_ad_type_id",
  "unfilled_reason",
  "excluded_campaign_id"
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
  impression: 1,
  click: 2,
  invalid_impression: 3,
  invalid_click: 4,
  robot_impression: 5,
  robot_click: 6
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
    let text9 = this.#texts.get(values2);
    if (text9 === void 0) {
      text9 = encodeCells(this.#columns, values2).replace(new RegExp("\\p{Cc}", "gu"), " ");
      this.#texts.set(values2, text9);
    }
    return text9;
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
    let text9 = "";
    let start = "";
    let before;
    for (const event of events) {
      const { time: time2, sub, zone: zone2, campaign: campaign3, visitor, counters, frequency } = event;
      if (visitor !== before?.visitor || time2 !== before.time) {
        start = `${Math.floor(time2 / 1e3)}${this.#visitors.encode(visitor)},`;
      }
      before = event;
      const dimensions = `${this.#zones.encode(zone2)}${this.#campaigns.encode(campaign3)}`;
      text9 += `${start}${sub ?? ""}${dimensions}${this.#counters.encode(counters)}${keyCells}`;
      text9 += frequency ? `,${frequency.viewer},${frequency.seconds}
` : `${NO_FREQUENCY}
`;
    }
    return text9;
  }
};
function encodeKey({ epoch, number: number16, kind, decidedAt }) {
  return `,${epoch},${number16},${KINDS[kind]},${Math.floor(decidedAt / 1e3)}`;
}
function encodeFacts(facts) {
  const columns = new FactColumns();
  for (const fact of facts) columns.add(fact);
  return {
    columns: columns.names,
    text: `${columns.header}${facts.map((fact) => columns.encode(fact)).join("")}`
  };
}
var FactColumns = class {
  #used = /* @__PURE__ */ new Set(["time"]);
  #present = [];
  get names() {
    return ["time_s", ...this.#present];
  }
  /** First line of the file. */
  get header() {
    return `${this.names.join(",")}
`;
  }
  /** Whether a line can have all values of the fact. */
  has(fact) {
    for (const name in fact) if (!this.#used.has(name)) return false;
    return true;
  }
  /** Adds the columns that the fact has. */
  add(fact) {
    if (this.has(fact)) return;
    for (const name in fact) this.#used.add(name);
    this.#present = FACT_COLUMNS.filter((column) => this.#used.has(column));
  }
  encode(fact) {
    return `${Math.floor(fact.time.getTime() / 1e3)}${encodeCells(this.#present, fact)}
`;
  }
};
function encodeCells(columns, values2) {
  let text9 = "";
  for (const column of columns) text9 += `,${encodeCell(values2[column])}`;
  return text9;
}
function encodeCell(value) {
  if (value === void 0) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

// src/service/journal/localDeduplication.ts
var PAGE_NUMBERS = 4096;
var PAGE_BYTES = PAGE_NUMBERS / 8;
var Deduplication = class {
  #runningTime;
  #pages = /* @__PURE__ */ new Map();
  /** Keys whose event is being written. */
  #inFlight = /* @__PURE__ */ new Map();
  /** `runningTime`: milliseconds; see `runningTime.ts`. */
  constructor(runningTime) {
    this.#runningTime = runningTime;
  }
  /** Callers with the same key wait for the outcome of the first. */
  async writeOnce(keys, write3) {
    const named2 = keys.map((key, at) => ({ key, at, name: nameKey(key) }));
    for (let other = this.#findInFlight(named2); other; other = this.#findInFlight(named2))
      await other.catch(() => {
      });
    const fresh = named2.filter(({ key }) => !this.has(key));
    if (fresh.length > 0) {
      const written = write3(fresh.map(({ at }) => at));
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
  has({ epoch, number: number16, kind }) {
    const bits = this.#pages.get(namePage(epoch, Math.floor(number16 / PAGE_NUMBERS)))?.bits.get(kind);
    const bit = number16 % PAGE_NUMBERS;
    return bits !== void 0 && ((bits[bit >> 3] ?? 0) & 128 >> (bit & 7)) !== 0;
  }
  add({ epoch, number: number16, kind, decidedAt }) {
    const page = Math.floor(number16 / PAGE_NUMBERS);
    const bits = this.#findBits(epoch, page, kind, { countedAt: this.#runningTime(), decidedAt });
    const bit = number16 % PAGE_NUMBERS;
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | 128 >> (bit & 7);
  }
  /** Adds a whole page of keys. */
  addPage(epoch, page, kind, added, age) {
    const bits = this.#findBits(epoch, page, kind, age);
    for (let at = 0; at < PAGE_BYTES; at++) bits[at] = (bits[at] ?? 0) | (added[at] ?? 0);
  }
  /** Lists all counted keys by page. */
  *listPages() {
    for (const [name, { bits }] of this.#pages) {
      const [epoch = 0, page = 0] = name.split(":").map(Number);
      for (const [kind, of] of bits) yield { epoch, page, kind, bits: of };
    }
  }
  /**
   * Drops pages that are older than both. Running time and decision time are compared, so that a clock that jumps drops
   * no key too early.
   */
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
function nameKey({ epoch, number: number16, kind }) {
  return `${epoch}:${number16}:${kind}`;
}
function namePage(epoch, page) {
  return `${epoch}:${page}`;
}

// src/service/journal/setAside.ts
import { existsSync as existsSync2 } from "node:fs";
import { copyFile, link, readFile as readFile2, rename as rename2 } from "node:fs/promises";
import { basename, join as join5 } from "node:path";
var SetAside = class {
  counts = { damaged: 0, files: 0, events: 0 };
  #folder;
  #notify;
  constructor(folder, notify) {
    this.#folder = folder;
    this.#notify = notify;
  }
  /** Keeps only the complete writes of a journal file; the original is set aside when it has anything else. */
  async repair(file) {
    const read2 = readJournalFile(await readFile2(file));
    if (read2.damage.length === 0) return;
    const setAside = await this.#choose(basename(file));
    await link(file, setAside).catch(() => copyFile(file, setAside));
    await syncFolder(this.#folder);
    await writeDurably(file, encodeJournalFile(read2));
    for (const damage of read2.damage) {
      this.counts.damaged += 1;
      this.#notify({ reason: "damaged", file, setAside, ...damage });
    }
  }
  /** Sets an unknown file aside. */
  async moveUnknown(file) {
    const setAside = await this.#choose(basename(file));
    await rename2(file, setAside);
    await syncFolder(this.#folder);
    this.counts.files += 1;
    this.#notify({ reason: "unknown columns", file, setAside });
  }
  /** Saves lines that the database rejected. */
  async addLines(file, header2, lines, reason) {
    const setAside = await this.#choose(basename(file));
    await writeDurably(setAside, `${header2}
${lines.join("\n")}
`);
    this.counts.events += lines.length;
    this.#notify({ reason, file, setAside, events: lines.length });
  }
  async #choose(name) {
    await makeFolder(this.#folder);
    let path = join5(this.#folder, name);
    for (let count3 = 2; existsSync2(path); count3++) path = join5(this.#folder, `${name}.${count3}`);
    return path;
  }
};

// src/service/values/clock.ts
var systemClock = { now: Date.now, elapsed: () => performance.now() };

// src/service/values/serialQueue.ts
var SerialQueue = class {
  #last = Promise.resolve();
  /** Settles as the task does. A failed task does not stop the following ones. */
  run(work) {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {
    });
    return result;
  }
  /** Resolves when all tasks queued before this call have ended. */
  async waitForAll() {
    await this.#last;
  }
};

// src/service/duckdb/bulkTransaction.ts
import { writeFile as writeFile2 } from "node:fs/promises";

// src/service/duckdb/database.ts
import { statSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join as join6 } from "node:path";
import { setTimeout as setTimeout2 } from "node:timers/promises";

// src/service/duckdb/engine.ts
import { DuckDBInstance } from "@duckdb/node-api";

// src/service/answers/answer.ts
var SEPARATOR = "	";
var ABSENT = "\\N";
function splitLine(line) {
  return line.split(SEPARATOR).map((cell) => cell === ABSENT ? null : cell);
}

// src/service/answers/writeAnswer.ts
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

// src/service/net/countries.ts
import { createRequire } from "node:module";
import countries from "i18n-iso-countries";
countries.registerLocale(createRequire(import.meta.url)("i18n-iso-countries/langs/en.json"));
var ALL = Object.entries(countries.getAlpha2Codes()).map(([iso2, iso3]) => ({
  id: Number(countries.alpha2ToNumeric(iso2)),
  iso2,
  iso3,
  name: countries.getName(iso2, "en") ?? iso2
})).sort((a, b) => a.name.localeCompare(b.name, "en"));
var BY_ISO3 = new Map(ALL.map((country2) => [country2.iso3, country2]));
var ISO3_BY_ISO2 = new Map(ALL.map(({ iso2, iso3 }) => [iso2, iso3]));
function listCountries() {
  return ALL;
}
function findCountry(iso3) {
  return BY_ISO3.get(iso3);
}
function isCountry(iso3) {
  return BY_ISO3.has(iso3);
}
function toIso3(iso2) {
  return ISO3_BY_ISO2.get(iso2);
}

// src/service/values/day.ts
var DAY_MS = 864e5;
function toDayNumber(time2) {
  return Math.floor(time2 / DAY_MS);
}
function formatDay(time2) {
  return new Date(time2).toISOString().slice(0, 10);
}
function isDay(day3) {
  return (/* @__PURE__ */ new Date(`${day3}T00:00:00Z`)).toJSON()?.slice(0, 10) === day3;
}

// src/service/values/visitorDimensions.ts
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
    name: (id4) => {
      const name = names[id4 - 1];
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

// src/service/answers/plainGroups.ts
var PLAIN = {
  date: (value) => ({ date: value }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, isDetailed) => ({
    week: formatWeek(value),
    ...isDetailed && { date_from: value, date_to: formatDay(Date.parse(value) + 6 * DAY_MS) }
  }),
  month: (value, isDetailed) => ({
    month: value.slice(0, 7),
    ...isDetailed && describeMonths(value, 1)
  }),
  quarter: (value, isDetailed) => ({
    quarter: `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`,
    ...isDetailed && describeMonths(value, 3)
  }),
  year: (value, isDetailed) => ({
    year: Number(value),
    ...isDetailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }
  }),
  advertiser_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  site_hostname: (value) => ({ site_hostname: value }),
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: value }),
  country_iso: (value, isDetailed) => {
    const iso2 = isDetailed ? findCountry(value)?.iso2 : void 0;
    return { ...describeCountry(value), ...iso2 && { iso2 } };
  },
  language_id: (value) => nameNumber(value, languages, "Language"),
  browser_id: (value) => nameNumber(value, browsers, "Browser"),
  operating_system_id: (value) => nameNumber(value, operatingSystems, "Operating system"),
  device_id: (value) => nameNumber(value, devices, "Device"),
  device_type_id: (value) => nameNumber(value, deviceTypes, "Device type"),
  adblock: (value) => ({ adblock: value === "true" ? "adblock" : "standard" })
};
function isPlain(grouping) {
  return hasKey(PLAIN, grouping);
}
function describePlain(grouping, value, isDetailed) {
  return PLAIN[grouping](value, isDetailed);
}
function describeCountry(iso3) {
  const country2 = findCountry(iso3);
  return {
    country_iso: iso3,
    country_long_name: country2?.name ?? iso3,
    country_short_name: country2?.iso2 ?? iso3
  };
}
function nameNumber(value, names, what) {
  const id4 = Number(value);
  return { id: id4, name: names.name(id4) ?? `${what} ${id4}` };
}
function formatWeek(monday) {
  const thursday = new Date(Date.parse(monday) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
function describeMonths(first, count3) {
  const from = new Date(first);
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count3, 1);
  return { date_from: first, date_to: formatDay(end - DAY_MS) };
}

// src/protocol/csv.ts
var FORMULA = /(^|[;|\t\r\n])([\s\u{feff}]*[=+\-@＝＋－＠])/gu;
function formatCsvCell(value, decimal2 = ".") {
  if (value === null || value === void 0) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value).replace(".", decimal2) : "";
  const text9 = String(value).replace(FORMULA, "$1'$2");
  const safe = /^[\t\r\n]/.test(text9) ? `'${text9}` : text9;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function formatCsvHeader(path) {
  const names = path[0] === "group_by" ? path.slice(1) : path;
  return names.filter((name, index) => name !== names[index - 1]).join(".");
}

// src/protocol/groups.ts
var ENTITY = { fields: { id: "integer", name: "text" } };
var PERIOD = { date_from: "day", date_to: "day" };
var COUNTRY = { country_iso: "text", country_long_name: "text", country_short_name: "text" };
var GROUP_DETAILS = {
  /** A day in the account's time zone. */
  date: { fields: { date: "day" }, flat: "ddate" },
  /** 0 to 23 in the request's time zone. */
  hour: { fields: { hour: "integer" }, flat: "hour" },
  /** ISO week: 2026-W47 */
  week: { fields: { week: "text" }, detailed: PERIOD, flat: "week" },
  /** 2026-11 */
  month: { fields: { month: "text" }, detailed: PERIOD, flat: "month" },
  /** 2026-Q4 */
  quarter: { fields: { quarter: "text" }, detailed: PERIOD, flat: "quarter" },
  year: { fields: { year: "integer" }, detailed: PERIOD, flat: "year" },
  campaign_id: {
    /** `active`: "1" while it may deliver, else "0". */
    fields: { active: ["0", "1"], campaign_ad_type_name: "text", id: "text", name: "text" },
    detailed: { advertiser_id: "integer", advertiser_name: "text" },
    flat: "idcampaign"
  },
  variation_id: {
    ...ENTITY,
    detailed: { campaign_id: "text", campaign_name: "text", size: "text" },
    flat: "idvariation"
  },
  offer_id: { ...ENTITY, flat: "offer_id" },
  offer_landing_page_id: { ...ENTITY, flat: "offer_landing_page_id" },
  advertiser_ad_type_id: { ...ENTITY, flat: "advertiser_ad_type_id" },
  publisher_ad_type_id: { ...ENTITY, flat: "publisher_ad_type_id" },
  site_id: {
    fields: { id: "text", name: "text" },
    detailed: { hostname: "text", publisher_id: "integer", publisher_name: "text" },
    flat: "idsite"
  },
  site_hostname: { fields: { site_hostname: "text" }, flat: "site_hostname" },
  zone_id: { ...ENTITY, detailed: { site_id: "text", site_name: "text", size: "text" }, flat: "idzone" },
  sub: { fields: { sub: "integer" }, flat: "sub" },
  /** WIDTHxHEIGHT */
  size: { fields: { size: "text" }, flat: "size" },
  category_id: { ...ENTITY, flat: "idcategory" },
  country_iso: { fields: COUNTRY, detailed: { iso2: "text" }, flat: "country" },
  region_id: { fields: { ...COUNTRY, id: "integer", name: "text" }, flat: "region_id" },
  language_id: { ...ENTITY, flat: "idlanguage" },
  browser_id: { ...ENTITY, flat: "idbrowser" },
  operating_system_id: { ...ENTITY, flat: "idos" },
  device_id: { ...ENTITY, flat: "iddevice" },
  device_type_id: { ...ENTITY, flat: "device_type_id" },
  carrier_id: { ...ENTITY, flat: "idcarrier" },
  adblock: { fields: { adblock: ["adblock", "standard"] }, flat: "adblock" },
  publisher_id: { ...ENTITY, flat: "publisher_id" },
  advertiser_id: { ...ENTITY, flat: "advertiser_id" }
};
function findValueField(grouping) {
  return "id" in GROUP_DETAILS[grouping].fields ? "id" : grouping;
}

// src/service/answers/flatRecords.ts
function flattenGroup({ grouping }, values2) {
  const field = findValueField(grouping);
  const value = field === "id" ? Number(values2.id) : values2[field];
  return { [grouping]: value, [GROUP_DETAILS[grouping].flat]: value };
}
function readRenamed(cells, { at, inHundredths }) {
  const cell = cells[at] ?? "0";
  return inHundredths ? toHundredths(cell) : cell;
}
function toHundredths(decimal2) {
  const [, sign2 = "", whole4 = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal2) ?? [];
  const digits = fraction.padEnd(3, "0");
  const rounded = BigInt(whole4 + digits.slice(0, 2)) + (digits.charAt(2) >= "5" ? 1n : 0n);
  return rounded === 0n ? "0" : `${sign2}${rounded}`;
}

// src/service/answers/textFormats.ts
var FORMATS = {
  json: createJson,
  ndjson: createLines,
  csv: createCsv,
  rows: createRows
};
function createTextFormat(plan) {
  const create2 = FORMATS[plan.format];
  if (!create2) throw new Error(`${plan.format} is not a text format.`);
  return create2(plan);
}
function createJson(plan) {
  const { count: isCount, totals, limit, offset, dateTimezone } = plan;
  const records = [];
  return {
    start: "",
    writeGroup: (group, values2) => writeJsonGroup(group, values2, plan),
    writeRecord: (groups, metrics) => {
      records.push(writeJsonRecord(groups, metrics, plan));
      return "";
    },
    finish: ([count3, ...sums]) => {
      const metadata4 = { count: Number(count3), limit, offset, date_timezone: dateTimezone };
      const head = `{"request_metadata":${JSON.stringify(metadata4)}`;
      if (isCount) return `${head}}`;
      const total = totals ? writeJsonTotals(sums, plan) : "";
      return `${head},"result":[${records.join(",")}]${total}}`;
    }
  };
}
function createLines(plan) {
  return {
    start: "",
    writeGroup: (group, values2) => writeJsonGroup(group, values2, plan),
    writeRecord: (groups, metrics) => `${writeJsonRecord(groups, metrics, plan)}
`,
    finish: ([count3]) => plan.count ? `{"count":${count3}}
` : ""
  };
}
function createCsv(plan) {
  const fields = [
    ...plan.groups.flatMap((group) => group.fields),
    ...plan.blocks.flatMap(({ metrics }) => metrics)
  ];
  const { columns } = plan;
  const names = columns ? columns.map(({ name }) => name) : fields.map(({ column }) => column);
  const header2 = plan.count ? ["count"] : names;
  return {
    start: `${header2.map((name) => formatCsvCell(name)).join(",")}\r
`,
    writeGroup: (group, values2 = {}) => group.fields.map(({ name }) => formatCsvCell(values2[name])),
    writeRecord: (groups, metrics) => {
      const cells = [...groups.flat(), ...metrics.map(formatNumber)];
      const chosen = columns ? columns.map((column) => readRenamed(cells, column)) : cells;
      return `${chosen.join(",")}\r
`;
    },
    finish: ([count3]) => plan.count ? `${count3}\r
` : ""
  };
}
function createRows() {
  return {
    start: "",
    writeGroup: () => [],
    writeRecord: (_groups, cells) => `${JSON.stringify(cells)}
`,
    finish: () => ""
  };
}
function writeJsonGroup(group, values2, { flat }) {
  if (!values2) return [];
  const nested = `"${group.grouping}":${JSON.stringify(values2)}`;
  return flat ? [nested, JSON.stringify(flattenGroup(group, values2)).slice(1, -1)] : [nested];
}
function writeJsonRecord(groups, metrics, plan) {
  const nested = groups.flatMap(([part]) => part ?? []).join(",");
  const flat = groups.flatMap(([, part]) => part ?? []);
  return writeObject(
    nested && `"group_by":{${nested}}`,
    ...flat,
    writeJsonMetrics(metrics, plan),
    writeFlatMetrics(metrics, plan)
  );
}
function writeJsonTotals(sums, plan) {
  const metrics = writeJsonMetrics(sums, plan);
  const flat = plan.flat ? `,"resultTotal":${writeObject(metrics, writeFlatMetrics(sums, plan))}` : "";
  return `,"result_total":{${metrics}}${flat}`;
}
function writeJsonMetrics(cells, { blocks }) {
  let at = 0;
  const parts = blocks.map(({ block, metrics }) => {
    const numbers = writeNumbers(metrics.map(({ name }) => [name, cells[at++]]));
    return block === "base" ? numbers : `"${block}":{${numbers}}`;
  });
  return parts.filter(Boolean).join(",");
}
function writeFlatMetrics(cells, { flat }) {
  return flat ? writeNumbers(flat.map((metric) => [metric.name, readRenamed(cells, metric)])) : "";
}
var writeObject = (...members) => `{${members.filter(Boolean).join(",")}}`;
var writeNumbers = (numbers) => numbers.map(([name, cell]) => `"${name}":${formatNumber(cell)}`).join(",");
function formatNumber(cell) {
  if (cell === null || cell === void 0) return "0";
  return cell.includes(".") && !cell.includes("e") ? cell.replace(/\.?0+$/, "") : cell;
}

// src/service/answers/writeAnswer.ts
async function writeAnswer(path, rows, plan, describe4) {
  const text9 = Readable.from(writeText(rows, plan, describe4));
  const file = createWriteStream(path, { flags: "wx", mode: 384 });
  await (plan.isCompressed ? pipeline(text9, createGzip(), file) : pipeline(text9, file));
}
async function* writeText({ records, readSummary }, plan, describe4) {
  const format = createTextFormat(plan);
  const groups = plan.groups.map((group) => new GroupTexts(group, format, plan.detailed, describe4));
  yield format.start;
  for await (const some of records) {
    for (const [at, texts] of groups.entries()) await texts.add(some.map((cells) => cells[at] ?? null));
    const write3 = (cells) => format.writeRecord(
      groups.map((texts, at) => texts.find(cells[at] ?? null)),
      cells.slice(groups.length)
    );
    yield some.map(write3).join("");
  }
  yield format.finish(readSummary());
}
var MAX_KNOWN = 1e4;
var GroupTexts = class {
  #group;
  #format;
  #describe;
  #known = /* @__PURE__ */ new Map();
  constructor(group, format, isDetailed, describe4) {
    this.#group = group;
    this.#format = format;
    const { grouping } = group;
    this.#describe = isPlain(grouping) ? ({ values: values2 }) => values2.map((value) => describePlain(grouping, value, isDetailed)) : describe4;
  }
  /** Describes those values that are not known yet. */
  async add(values2) {
    const known4 = this.#known;
    if (known4.size > MAX_KNOWN) known4.clear();
    const added = new Set(values2.filter((value) => !known4.has(value)));
    if (added.delete(null)) known4.set(null, this.#format.writeGroup(this.#group, void 0));
    if (added.size === 0) return;
    const list4 = [...added];
    const details = await this.#describe({ grouping: this.#group.grouping, values: list4 });
    for (const [at, value] of list4.entries())
      known4.set(value, this.#format.writeGroup(this.#group, details[at] ?? {}));
  }
  find(value) {
    return this.#known.get(value) ?? [];
  }
};

// src/service/facts/quoteText.ts
function quoteText(text9) {
  return `'${text9.replaceAll("'", "''")}'`;
}
function quoteName(name) {
  return `"${name.replaceAll('"', '""')}"`;
}

// src/service/duckdb/values.ts
import {
  DuckDBBitValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  listValue
} from "@duckdb/node-api";
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

// src/service/duckdb/parquet.ts
var ROWS = "answer_rows";
var nameTable = (at) => `answer_groups_${at}`;
async function writeParquet(connection, { sql, parameters, plan, path }, describe4) {
  await connection.run(`CREATE TEMP TABLE ${ROWS} AS ${sql}`, parameters.map(toDuckDB));
  if (!plan.count)
    for (const [at, group] of plan.groups.entries()) await storeGroups(connection, at, group, describe4);
  const rows = plan.count ? `SELECT CAST(records AS DECIMAL(38,0)) AS count FROM ${ROWS}` : joinGroups(plan);
  await connection.run(`COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
}
async function storeGroups(connection, at, { grouping, fields }, describe4) {
  const distinct2 = `SELECT DISTINCT CAST(g${at} AS VARCHAR) FROM ${ROWS} WHERE g${at} IS NOT NULL`;
  const [values2 = []] = await (await connection.run(distinct2)).getColumns();
  const described = await describe4({ grouping, values: values2.map(String) });
  const names = fields.map((_2, field) => `f${field} VARCHAR`);
  await connection.run(`CREATE TEMP TABLE ${nameTable(at)} (${["value VARCHAR", ...names].join(", ")})`);
  const appender = await connection.createAppender(nameTable(at), "main", "temp");
  for (const [row, value] of values2.entries()) {
    appender.appendVarchar(String(value));
    for (const { name } of fields) {
      const text9 = described[row]?.[name];
      if (text9 === void 0) appender.appendNull();
      else appender.appendVarchar(String(text9));
    }
    appender.endRow();
  }
  appender.closeSync();
}
function joinGroups({ groups, blocks, offset }) {
  const cast = (value, { type, column }) => `CAST(${value} AS ${type}) AS ${quoteName(column)}`;
  const described = groups.flatMap(
    ({ fields }, at) => fields.map((field, n) => cast(`${nameTable(at)}.f${n}`, field))
  );
  const metrics = blocks.flatMap((block) => block.metrics).map((metric, at) => cast(`m${at}`, metric));
  const joins = groups.map(
    (_2, at) => `LEFT JOIN ${nameTable(at)} ON ${nameTable(at)}.value = CAST(g${at} AS VARCHAR)`
  );
  return `SELECT ${[...described, ...metrics].join(", ")} FROM ${ROWS} ${joins.join(" ")}
    WHERE records > ${offset} ORDER BY ${ROWS}.rowid`;
}

// src/service/duckdb/engine.ts
async function openEngine({ file, temporary, memory, threads }) {
  const limits = divideMemory(memory);
  const instance = await DuckDBInstance.create(file, {
    threads: String(threads),
    memory_limit: limits.shared,
    temp_directory: temporary,
    autoinstall_known_extensions: "false"
  });
  const engine = {
    isAlive: true,
    connect: async () => wrap(await instance.connect(), limits),
    close: async () => {
      engine.isAlive = false;
      instance.closeSync();
    }
  };
  return engine;
}
function divideMemory(memory) {
  const megabytes = Number.parseInt(memory, 10) * (memory.endsWith("GB") ? 1e3 : 1);
  return { all: memory, shared: `${Math.ceil(megabytes * 0.75)}MB` };
}
function wrap(connection, limits) {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    writeAnswer: (statement, describe4, signal) => {
      const work = () => interruptible(connection, signal, () => write(connection, statement, describe4, signal));
      return statement.isLight ? withAllMemory(connection, limits, work) : work();
    },
    close: () => connection.closeSync()
  };
}
async function write(connection, statement, describe4, signal) {
  const { path, plan } = statement;
  if (plan.format === "parquet") return writeParquet(connection, statement, describe4);
  const rows = readAnswerRows(connection, statement, signal);
  return writeAnswer(path, rows, plan, describe4);
}
async function withAllMemory(connection, { all, shared }, work) {
  await connection.run(`SET memory_limit = '${all}'`);
  try {
    return await work();
  } finally {
    await connection.run(`SET memory_limit = '${shared}'`).catch(() => {
    });
  }
}
function readAnswerRows(connection, { sql, parameters, plan }, signal) {
  let summary = [];
  async function* read2() {
    let count3 = 0;
    for await (const chunk of await connection.stream(sql, parameters.map(toDuckDB))) {
      signal.throwIfAborted();
      if (summary.length === 0) summary = splitLine(String(chunk.getColumnVector(0).getItem(0)));
      if (plan.count || plan.offset >= Number(summary[0])) return;
      const lines = chunk.getColumnValues(1).map((line) => splitLine(String(line)));
      count3 += lines.length;
      yield lines;
    }
    signal.throwIfAborted();
    const expected = Math.min(plan.limit, Number(summary[0]) - plan.offset);
    if (!(count3 >= expected)) throw new Error("The database ended the answer early.");
  }
  return { records: read2(), readSummary: () => summary };
}
var INTERRUPT_EVERY_MS = 20;
async function interruptible(connection, signal, work) {
  const interruption = setInterval(() => signal.aborted && connection.interrupt(), INTERRUPT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(interruption);
  }
}

// src/service/values/processCalls.ts
import { fork } from "node:child_process";
import { once as once2 } from "node:events";
import { fileURLToPath as fileURLToPath2 } from "node:url";

// src/service/values/programFile.ts
import { createRequire as createRequire2 } from "node:module";
import { pathToFileURL } from "node:url";
function findProgram(name, source, caller) {
  const isSource = caller.endsWith(".ts");
  return { url: new URL(isSource ? source : `./${name}.mjs`, caller), isSource };
}
function findLoader(file) {
  const root = pathToFileURL(createRequire2(import.meta.url).resolve("tsx/package.json"));
  return new URL(file, root).href;
}

// src/service/values/processCalls.ts
function startProcess(name, source, caller) {
  const { url, isSource } = findProgram(name, source, caller);
  return fork(fileURLToPath2(url), [], {
    execArgv: isSource ? ["--import", findLoader("dist/loader.mjs")] : [],
    serialization: "advanced",
    // An inherited pipe that is never read could block the process.
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  });
}
var ProcessCalls = class {
  #process;
  #events;
  #pending = /* @__PURE__ */ new Map();
  #count = 0;
  isAlive = true;
  constructor(process2, events) {
    this.#process = process2;
    this.#events = events;
    process2.on("message", (message) => this.#receive(message));
    process2.on("error", () => {
    }).on("exit", () => this.#end());
  }
  /** Rejects with an error that has the message and the code of the one in the process. */
  async call(call, { signal, answer: answer2 } = {}) {
    if (!this.isAlive) throw this.#events.createError();
    this.#count += 1;
    const number16 = this.#count;
    const settled = new Promise((settle) => this.#pending.set(number16, { settle, answer: answer2 }));
    const abort = () => this.#send({ number: number16, abort: true });
    this.#send({ number: number16, call });
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      return (await settled)();
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }
  /** Kills the process and resolves when it has ended. */
  async end() {
    if (!this.isAlive) return;
    const exited = once2(this.#process, "exit");
    this.kill();
    await exited;
  }
  kill() {
    this.#process.kill("SIGKILL");
  }
  #send(message) {
    if (!this.#process.connected) return;
    this.#process.send(message, (error) => {
      if (error) this.#settle(message.number, () => unwrap(describeError(error)));
    });
  }
  async #receive(message) {
    this.#events.onMessage?.();
    if (!("question" in message)) return this.#settle(message.number, () => unwrap(message));
    const { number: number16, question } = message;
    const answer2 = await perform(() => this.#pending.get(number16)?.answer?.(question));
    this.#send({ number: number16, ...answer2 });
  }
  #settle(number16, read2) {
    this.#pending.get(number16)?.settle(read2);
    this.#pending.delete(number16);
  }
  #end() {
    this.isAlive = false;
    this.#events.onEnd?.();
    const fail2 = () => {
      throw this.#events.createError();
    };
    for (const number16 of this.#pending.keys()) this.#settle(number16, fail2);
  }
};
async function perform(work) {
  try {
    return { value: await work() };
  } catch (error) {
    return describeError(error);
  }
}
function describeError(error) {
  return { error: { message: readMessage(error), code: readCode(error) } };
}
function unwrap(outcome) {
  if (!("error" in outcome)) return outcome.value;
  const { message, code } = outcome.error;
  throw Object.assign(new Error(message), code !== void 0 && { code });
}

// src/service/duckdb/lifeWatch.ts
var PING_EVERY_MS = 1e3;
var START_MS = 3e4;
var LifeWatch = class {
  #options;
  #every;
  #timer;
  #hasStarted = false;
  #isAsked = false;
  /** Milliseconds of silence, counted in pings: a pause of this process counts as one. */
  #silence = 0;
  constructor(options) {
    this.#options = options;
    this.#every = Math.min(PING_EVERY_MS, options.silentMs);
    this.#timer = setInterval(() => this.#look(), this.#every).unref();
  }
  /** Must be called at each sign of life. */
  hear() {
    this.#hasStarted = true;
    this.#isAsked = false;
    this.#silence = 0;
  }
  end() {
    clearInterval(this.#timer);
  }
  #look() {
    const { silentMs, ping, onSilent } = this.#options;
    if (this.#silence >= (this.#hasStarted ? silentMs : Math.max(silentMs, START_MS))) {
      this.end();
      onSilent();
      return;
    }
    this.#silence += this.#every;
    if (this.#isAsked) return;
    this.#isAsked = true;
    ping();
  }
};

// src/service/duckdb/engineApart.ts
async function openEngineApart(options) {
  const engine = new EngineApart(options.silentMs);
  try {
    await engine.open(options);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
var EngineApart = class {
  #calls;
  #life;
  constructor(silentMs) {
    this.#calls = new ProcessCalls(startProcess("database-process", "./engineProcess.ts", import.meta.url), {
      createError: () => new StoreError("failed", "The database's process ended."),
      onMessage: () => this.#life?.hear(),
      onEnd: () => this.#life?.end()
    });
    if (silentMs === void 0) return;
    this.#life = new LifeWatch({
      silentMs,
      // Statements run on other threads of the process, so it answers pings meanwhile.
      ping: () => void this.#call({ do: "ping" }).catch(() => {
      }),
      onSilent: () => this.kill()
    });
  }
  get isAlive() {
    return this.#calls.isAlive;
  }
  async open(options) {
    await this.#call({ do: "open", options });
  }
  async connect() {
    const connection = await this.#call({ do: "connect" });
    return {
      run: async (sql, parameters = []) => await this.#call({ do: "run", connection, sql, parameters }),
      writeAnswer: async (statement, describe4, signal) => {
        const call = { do: "writeAnswer", connection, statement };
        await this.#calls.call(call, { signal, answer: describe4 });
      },
      close: () => void this.#call({ do: "disconnect", connection }).catch(() => {
      })
    };
  }
  async close() {
    if (!this.isAlive) return;
    this.#life?.end();
    await this.#call({ do: "close" }).catch(() => {
    });
    await this.#calls.end();
  }
  kill() {
    this.#calls.kill();
  }
  #call(call) {
    return this.#calls.call(call);
  }
};

// src/service/duckdb/database.ts
var DATABASE_FILE = "events.duckdb";
var FACTS = { ...TIME, ...ORIGIN, ...DIMENSIONS, ...COUNTERS };
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
    const file = join6(this.#options.folder, DATABASE_FILE);
    const sizes = [file, `${file}.wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum2, size3) => sum2 + size3, 0);
  }
  query(sql, parameters = []) {
    return this.connect((connection) => run(connection, sql, parameters));
  }
  /** See `Connection.writeAnswer`. */
  writeAnswer(statement, describe4, signal) {
    return this.connect((connection) => connection.writeAnswer(statement, describe4, signal));
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
  /** Sets the number of threads that all statements share during the work. */
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
  /** Kills the engine where that is possible; see `Engine.kill`. */
  kill() {
    if (!this.#engine?.kill) return;
    this.#engine.kill();
    this.#engine = void 0;
  }
  async #open() {
    const { folder, memory, threads, isApart, silentMs } = this.#options;
    const file = join6(folder, DATABASE_FILE);
    const options = {
      file,
      memory,
      threads,
      temporary: join6(folder, "temporary"),
      ...silentMs !== void 0 && { silentMs }
    };
    const engine = await waitForFile(() => (isApart ? openEngineApart : openEngine)(options));
    this.#engine = engine;
    await chmod(file, 384);
    const connection = await engine.connect();
    for (const statement of describeSchema()) await connection.run(statement);
    connection.close();
  }
  /** Reopens the database once for all callers that find it unusable. */
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
async function waitForFile(open7) {
  for (const until = performance.now() + LOCKED_MS; ; await setTimeout2(TRY_EVERY_MS)) {
    try {
      return await open7();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
  }
}
function describeSchema() {
  const columns = Object.entries(FACTS);
  return [
    `CREATE TABLE IF NOT EXISTS facts (${columns.map(([name, type]) => `${name} ${type}`).join(", ")})`,
    // A database of an earlier version lacks columns that were added since.
    ...columns.map(([name, type]) => `ALTER TABLE facts ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    // `counted_at`: milliseconds of running time. `decided`: time of the decision.
    `CREATE TABLE IF NOT EXISTS deduplication_keys
       (epoch INTEGER, number BIGINT, kind TINYINT, counted_at BIGINT, decided TIMESTAMP, campaign_id INTEGER)`,
    "CREATE TABLE IF NOT EXISTS frequency (viewer VARCHAR, campaign_id INTEGER, time TIMESTAMP, expires TIMESTAMP)",
    `CREATE TABLE IF NOT EXISTS named_imports (
       id INTEGER, name VARCHAR, digest VARCHAR, read BIGINT, added BIGINT, rejected BIGINT, time TIMESTAMP)`,
    // NULL for imports of the command, whose lines may be of any network.
    "ALTER TABLE named_imports ADD COLUMN IF NOT EXISTS network INTEGER",
    "CREATE TABLE IF NOT EXISTS loaded (file VARCHAR)",
    "CREATE TABLE IF NOT EXISTS epochs (epoch INTEGER, started TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS running_time (ms BIGINT)"
  ];
}

// src/service/journal/columns.ts
var COLUMN_TYPES = {
  time_s: "BIGINT",
  times: "INTEGER",
  ...DIMENSIONS,
  ...COUNTERS,
  ...KEY_COLUMNS,
  ...FREQUENCY_COLUMNS
};
var REQUIRED = ["time_s", "key_epoch", "key_number", "key_kind"];
function readHeader(header2) {
  const columns = header2.split(",");
  const isKnown2 = columns.every((name) => Object.hasOwn(COLUMN_TYPES, name));
  return isKnown2 && REQUIRED.every((name) => columns.includes(name)) ? columns : void 0;
}

// src/service/duckdb/loadSql.ts
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
  const names = [...columns, "times"];
  const decided = names.includes("key_decided_s") ? "key_decided_s" : "time_s";
  const campaign3 = names.includes("campaign_id") ? "campaign_id" : "NULL";
  const facts = sumFacts(names);
  return [
    countLines(path, temporary, names),
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT * FROM ${readLines(temporary, names)}`,
    `CREATE OR REPLACE TEMP TABLE lines_with_new_key AS
       SELECT DISTINCT ON (key_epoch, key_number, key_kind) * REPLACE (1 AS times) FROM lines
       WHERE key_kind IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM deduplication_keys
         WHERE epoch = key_epoch AND number = key_number AND kind = key_kind)`,
    `INSERT INTO facts (${facts.columns}) SELECT ${facts.select} FROM
       (SELECT * FROM lines WHERE key_kind IS NULL UNION ALL SELECT * FROM lines_with_new_key) GROUP BY ALL`,
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided, campaign_id)
       SELECT key_epoch, key_number, key_kind, ${runningTime}, make_timestamp(${decided} * 1000000), ${campaign3}
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
  return `read_csv(${quoteText(path)}, ${options.join(", ")})`;
}
function countLines(from, to, names) {
  const whole4 = `auto_detect = false, delim = '', quote = '', escape = ''`;
  const lines = `read_csv(${quoteText(from)}, header = true, ${whole4}, columns = {'line': 'VARCHAR'})`;
  const select = `SELECT line || ',' || count(*) AS "${names.join(",")}" FROM ${lines} WHERE line[1] <> '#' GROUP BY line`;
  return `COPY (${select}) TO ${quoteText(to)} (FORMAT csv, HEADER true, DELIMITER '', QUOTE '', ESCAPE '')`;
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

// src/service/duckdb/temporaryFile.ts
import { randomUUID as randomUUID2 } from "node:crypto";
import { rm as rm2 } from "node:fs/promises";
import { join as join7 } from "node:path";
async function withTemporaryFile(folder, work) {
  const file = join7(folder, `${randomUUID2()}.csv`);
  try {
    return await work(file);
  } finally {
    await rm2(file, { force: true });
  }
}

// src/service/duckdb/bulkTransaction.ts
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
    const { columns, text: text9 } = encodeFacts(facts);
    await writeFile2(file, text9, { mode: 384 });
    await connection.run(loadFacts(file, columns));
  });
}

// src/service/facts/factsQuery.ts
function listCounters({ metrics, orders, bounds = [], count: count3 }) {
  const ordered = orders.flatMap(({ by }) => typeof by === "number" ? [] : [by]);
  const shown = count3 ? [] : [...metrics, ...ordered];
  const terms = [...shown, ...bounds.map(({ metric }) => metric)].flatMap(
    (metric) => "sum" in metric ? metric.sum : [...metric.of, ...metric.per]
  );
  return [...new Set(terms.map(({ counter }) => counter))];
}

// src/service/facts/factsSql.ts
function writeValue(value, dialect) {
  if ("column" in value) return value.column;
  const minutes = writeOffset(value, dialect);
  if (value.unit === "hour") return dialect.stretch(minutes, 60);
  if (value.unit === "quarterHour") return dialect.stretch(minutes, 15);
  const day3 = dialect.day(minutes);
  if (value.unit === "date") return day3;
  return value.unit === "year" ? dialect.year(day3) : dialect.truncate(value.unit, day3);
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
  const within4 = (values2) => values2.length > 0 ? dialect.within(value, values2) : "false";
  if ("within" in condition) return within4(condition.within);
  if ("without" in condition && condition.without.length === 0) return "true";
  if ("without" in condition) return `(${value} IS NULL OR NOT ${within4(condition.without)})`;
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
function writeBounds({ bounds = [] }, writeSum2) {
  return bounds.flatMap(({ metric, min, max }) => {
    const value = `CAST(${writeMetric(metric, writeSum2)} AS DOUBLE)`;
    const compare = (sign2, bound) => bound === void 0 ? [] : [`${value} ${sign2} CAST(${bound} AS DOUBLE)`];
    return [...compare(">=", min), ...compare("<=", max)];
  }).join(" AND ");
}
function writeLimit({ limit, offset }) {
  return `${Number.isFinite(limit) ? `LIMIT ${limit} ` : ""}OFFSET ${offset}`;
}

// src/service/duckdb/duckdbSql.ts
function writeDuckDB(query2) {
  const bounds = writeBounds(query2, (counter) => counter);
  if (query2.count && query2.groups.length === 0 && !bounds)
    return { sql: "SELECT 1 AS records", parameters: [] };
  const parameters = [];
  const dialect = createDialect((value) => `$${parameters.push(value)}`);
  const span = [query2.from, query2.until].map((time2, at) => `time ${at ? "<" : ">="} ${dialect.moment(time2)}`);
  const where = [...span, ...writeConditions(query2, dialect)].join(" AND ");
  const keys = query2.groups.map((group, at) => `${writeValue(group, dialect)} AS g${at}`);
  if (query2.count && !bounds) {
    const groups2 = `SELECT DISTINCT ${keys.join(", ")} FROM facts WHERE ${where}`;
    return { sql: `SELECT count(*) AS records FROM (${groups2})`, parameters };
  }
  const groups = keys.map((_2, at) => `g${at}`);
  const sums = listCounters(query2).map((counter) => `coalesce(sum(${counter}), 0) AS ${counter}`);
  const groupBy2 = groups.length > 0 ? `GROUP BY ${groups.map((_2, at) => at + 1).join(", ")}` : "";
  const all = `SELECT ${[...keys, ...sums].join(", ")} FROM facts WHERE ${where} ${groupBy2}`;
  const grouped = bounds ? `SELECT * FROM (${all}) WHERE ${bounds}` : all;
  if (query2.count) return { sql: `SELECT count(*) AS records FROM (${grouped})`, parameters };
  const metrics = query2.metrics.map((metric) => writeMetric(metric, (counter) => counter));
  const orders = query2.orders.map(
    ({ by }) => typeof by === "number" ? groups[by] : writeMetric(by, (counter) => counter)
  );
  const sorted = [
    ...query2.orders.map(({ direction }, at) => `o${at} ${direction} NULLS LAST`),
    ...groups.map((group) => `${group} ASC NULLS LAST`)
  ].join(", ");
  const orderBy = sorted && `ORDER BY ${sorted}`;
  const name = (prefix) => (sql2, at) => `${sql2} AS ${prefix}${at}`;
  const totals = query2.totals ? metrics.map(name("t")) : [];
  const sql = `WITH grouped AS MATERIALIZED (
  ${grouped}
), total AS (
  SELECT ${["records", ...totals].join(", ")}
  FROM (SELECT ${["count(*) AS records", ...query2.totals ? sums : []].join(", ")} FROM grouped)
), page AS (
  SELECT ${[...groups, ...metrics.map(name("m")), ...orders.map(name("o"))].join(", ")}
  FROM grouped ${orderBy} ${writeLimit(query2)}
)
SELECT * FROM total LEFT JOIN page ON true ${orderBy}`;
  return { sql, parameters };
}
function writeLines(query2) {
  const { sql, parameters } = writeDuckDB(query2);
  const list4 = (prefix, columns) => columns.map((_2, at) => `${prefix}${at}`);
  const { groups, metrics, totals, count: count3 } = query2;
  const summary = ["records", ...totals && !count3 ? list4("t", metrics) : []];
  const record6 = count3 ? [] : [...list4("g", groups), ...list4("m", metrics)];
  return { sql: `SELECT ${joinCells(summary)}, ${joinCells(record6)} FROM (${sql})`, parameters };
}
function joinCells(columns) {
  const cells = columns.map((column) => `coalesce(CAST(${column} AS VARCHAR), ${quoteText(ABSENT)})`);
  return `concat_ws(${quoteText(SEPARATOR)}, ${["NULL", ...cells].join(", ")})`;
}
function createDialect(bind2) {
  return {
    // The day after 9999-12-31 has no timestamp literal.
    moment: (time2) => `epoch_ms(${Math.floor(time2 / 1e3) * 1e3})`,
    day: (minutes) => minutes === "0" ? "CAST(time AS DATE)" : `CAST(time + to_minutes(${minutes}) AS DATE)`,
    stretch: (minutes, length) => `(epoch_ms(time) // 60000 + ${minutes}) // ${length} % ${1440 / length}`,
    truncate: (unit, day3) => `CAST(date_trunc('${unit}', ${day3}) AS DATE)`,
    year: (day3) => `year(${day3})`,
    within: (value, values2) => `${value} IN (${values2.map(bind2).join(", ")})`,
    bindDay: (day3) => `CAST(${bind2(day3)} AS DATE)`
  };
}

// src/service/duckdb/epoch.ts
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

// src/service/duckdb/fileLoader.ts
import { randomUUID as randomUUID3 } from "node:crypto";
import { readdir as readdir2, readFile as readFile3, rm as rm3 } from "node:fs/promises";
import { basename as basename2, dirname as dirname3, join as join8 } from "node:path";

// src/service/duckdb/runningTime.ts
var RunningTime = class {
  #elapsed;
  #before;
  #startedAt;
  /** `before`: milliseconds of earlier starts. `elapsed`: monotonic milliseconds. */
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

// src/service/duckdb/storedKeys.ts
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

// src/service/duckdb/fileLoader.ts
var FileLoader = class {
  #parts;
  /** Loaded and removed files whose names are still recorded. */
  #removed = [];
  constructor(parts) {
    this.#parts = parts;
  }
  /** Removes leftovers of an interrupted load. Requires the database's lock. */
  async clean() {
    const { temporary, journal, database } = this.#parts;
    await rm3(temporary, { recursive: true, force: true });
    await makeFolder(temporary);
    await makeFolder(journal);
    for (const name of await readdir2(dirname3(journal)))
      if (/^bulk-\d+-\d+\.csv$/.test(name)) await rm3(join8(dirname3(journal), name), { force: true });
    const names = await readdir2(journal);
    for (const name of names) if (!name.endsWith(".csv")) await rm3(join8(journal, name), { force: true });
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
    await rm3(path, { force: true });
    this.#removed.push(basename2(path));
  }
  async #loadFile(path, columns) {
    try {
      await this.#commit(path, [path], columns);
    } catch (error) {
      if (!isDataError(error)) throw error;
      await this.#loadParts(path, columns, error.message);
    }
  }
  /** Loads what it can, and sets aside the lines that the database rejects. */
  async #loadParts(path, columns, reason) {
    const [header2 = "", ...lines] = (await readFile3(path, "utf8")).split("\n");
    const events = lines.filter((line) => line !== "" && !line.startsWith(MARK));
    const { parts, rest } = await this.#divide(events, columns);
    const files = [];
    try {
      for (const part of parts) files.push(await this.#writePart(part, columns));
      if (rest.length > 0) await this.#parts.setAside.addLines(path, header2, rest, reason);
      await this.#commit(path, files, columns);
    } finally {
      for (const file of files) await rm3(file, { force: true });
    }
  }
  /** Finds loadable parts and rejected lines by bisection, which needs few attempts for few lines. */
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
    await rm3(file, { force: true });
    if (outcome !== undone && !isDataError(outcome)) throw outcome;
    return outcome === undone;
  }
  async #writePart(lines, columns) {
    const file = join8(this.#parts.temporary, `${randomUUID3()}.csv`);
    await writeDurably(file, `${columns.join(",")}
${lines.join("\n")}
`);
    return file;
  }
  /** Stores the events of all parts, or of none; does nothing when the file was loaded before. */
  async #commit(path, parts, columns) {
    const { database, journal, runningTime, keysKeptMs, now } = this.#parts;
    const name = basename2(path);
    const removed = this.#removed;
    if (removed.length > 0) await syncFolder(journal);
    await database.transact(async (connection) => {
      const known4 = await run(connection, "SELECT 1 FROM loaded WHERE file = $1", [name]);
      if (known4.length > 0) return;
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
  const text9 = await readFile3(path);
  return text9.toString("utf8", 0, Math.max(0, text9.indexOf("\n")));
}

// src/service/duckdb/folderBackup.ts
import { existsSync as existsSync5 } from "node:fs";
import { cp, readdir as readdir4, rm as rm5 } from "node:fs/promises";
import { join as join11 } from "node:path";

// src/service/duckdb/fillFolder.ts
import { existsSync as existsSync3 } from "node:fs";
import { readdir as readdir3, rename as rename3, rm as rm4, rmdir, stat as stat2 } from "node:fs/promises";
import { dirname as dirname4, join as join9 } from "node:path";
var UNFINISHED = "unfinished";
var OF_FILE_SYSTEM = "lost+found";
async function fillFolder(folder, work) {
  const isThere = existsSync3(folder);
  if (isThere) await requireEmpty(folder);
  const partial = isThere ? join9(folder, UNFINISHED) : `${folder}.partial`;
  await rm4(partial, { recursive: true, force: true });
  await makeFolder(partial);
  try {
    await work(partial);
    await syncFolder(partial);
  } catch (error) {
    await rm4(partial, { recursive: true, force: true });
    throw error;
  }
  if (isThere) return moveUp(folder);
  await rename3(partial, folder);
  await syncFolder(dirname4(folder));
}
function requireFinished(folder) {
  if (existsSync3(join9(folder, UNFINISHED)))
    throw new StoreError(
      "failed",
      `${folder} has a part of a copy that was interrupted. Empty the folder, and make the copy again.`
    );
}
async function moveUp(folder) {
  const partial = join9(folder, UNFINISHED);
  for (const name of await readdir3(partial)) await rename3(join9(partial, name), join9(folder, name));
  await syncFolder(folder);
  await rmdir(partial);
  await syncFolder(folder);
}
async function requireEmpty(folder) {
  if (!(await stat2(folder)).isDirectory())
    throw new StoreError("failed", `${folder} is a file. Name a folder that is empty, or does not exist.`);
  const names = (await readdir3(folder)).filter((name) => name !== OF_FILE_SYSTEM);
  if (names.length > 0 && names.join() !== UNFINISHED)
    throw new StoreError("failed", `${folder} is not empty. Name a folder that is empty, or does not exist.`);
}

// src/service/duckdb/folderFormat.ts
import { existsSync as existsSync4 } from "node:fs";
import { join as join10 } from "node:path";
var FORMAT = 1;
var FILE = "format.json";
async function checkFormat(folder) {
  requireFinished(folder);
  const file = join10(folder, FILE);
  const text9 = await readFileIfThere(file);
  if (text9 === void 0) {
    if (!existsSync4(join10(folder, DATABASE_FILE))) return false;
    throw new StoreError(
      "incompatible",
      `${folder} has a database and no ${FILE}: no zonetag-service made it.`
    );
  }
  const format = /^\{"format":([1-9]\d{0,5})\}\s*$/.exec(text9)?.[1];
  if (format === void 0)
    throw new StoreError("incompatible", `${file} does not say which format the data folder has.`);
  if (Number(format) === FORMAT) return true;
  throw new StoreError(
    "incompatible",
    `The data folder ${folder} is of format ${format}, and this program reads format ${FORMAT}. Run the version that wrote it, or restore a backup.`
  );
}
function writeFormat(folder) {
  return writeDurably(join10(folder, FILE), `{"format":${FORMAT}}
`);
}

// src/service/duckdb/folderBackup.ts
var BESIDE = [
  "identity",
  "secret",
  "shares.json",
  "views.json",
  "changes.jsonl",
  "catalogue",
  "people",
  "creatives",
  "set-aside"
];
var MAX_TRIES = 10;
async function copyDatabase(database, folder, to) {
  await fillData(to, async (partial) => {
    await database.connect(async (connection) => {
      await connection.run(`ATTACH ${quoteText(join11(partial, DATABASE_FILE))} AS backup`);
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
  if (!await checkFormat(backup) || !existsSync5(join11(backup, DATABASE_FILE)))
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
      await skipEpochs(database);
    } finally {
      await database.close();
    }
  });
}
async function hasMore(folder) {
  const journal = join11(folder, "journal");
  const waiting = existsSync5(journal) ? await readdir4(journal) : [];
  return waiting.length > 0 || existsSync5(join11(folder, `${DATABASE_FILE}.wal`));
}
function fillData(folder, work) {
  return fillFolder(folder, async (partial) => {
    await work(partial);
    await writeFormat(partial);
  });
}
async function copyExisting(names, from, to) {
  for (const name of names)
    if (existsSync5(join11(from, name))) await copyWhole(join11(from, name), join11(to, name));
}
async function copyWhole(from, to) {
  for (let tries = 1; ; tries++) {
    try {
      return await cp(from, to, { recursive: true });
    } catch (error) {
      if (readCode(error) !== "ENOENT" || tries === MAX_TRIES) throw error;
      await rm5(to, { recursive: true, force: true });
    }
  }
}

// src/service/duckdb/sums.ts
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

// src/service/duckdb/folding.ts
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
  /** Folds some complete hours before a moment. Returns whether more are left. */
  async foldBefore(before) {
    const end = new Date(Math.floor(before.getTime() / 36e5) * 36e5);
    const hours = (await this.#database.query(FIND, [end])).map(({ hour: hour2 }) => hour2);
    for (const hour2 of hours.slice(0, HOURS_AT_ONCE)) await this.#fold(hour2);
    return hours.length > HOURS_AT_ONCE;
  }
  #fold(hour2) {
    return this.#database.transact(async (connection) => {
      await run(connection, FOLD, [hour2]);
      await run(connection, `DELETE FROM facts WHERE ${WITHIN}`, [hour2]);
      await run(connection, `INSERT INTO facts (${COLUMNS}) SELECT ${COLUMNS} FROM folded`);
      await run(connection, "DROP TABLE folded");
    });
  }
};

// src/service/duckdb/journalLoader.ts
var JournalLoader = class {
  #parts;
  #problem;
  /** The next load, shared by all callers until it begins. */
  #next;
  /** Totals since the start. */
  done = { count: 0, seconds: 0 };
  constructor(parts) {
    this.#parts = parts;
  }
  /** Error of the last load; undefined after a success. */
  get problem() {
    return this.#problem;
  }
  /** Resolves when everything acknowledged before the call is loaded. */
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

// src/service/duckdb/maintenance.ts
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

// src/service/duckdb/pendingDecisions.ts
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
  return new Map(rows.map(({ campaign: campaign3, pending }) => [campaign3, Number(pending)]));
}

// src/service/values/boundedMap.ts
var BoundedMap = class {
  #half;
  #maxKeyLength;
  #newer = /* @__PURE__ */ new Map();
  #older = /* @__PURE__ */ new Map();
  /**
   * `most`: maximum entries, at least two; an entry stays for at least half as many further insertions.
   * `maxKeyLength`: characters; entries with a longer key are not kept.
   */
  constructor(most, maxKeyLength2) {
    this.#half = Math.max(1, Math.floor(most / 2));
    this.#maxKeyLength = maxKeyLength2;
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
    if (key.length > this.#maxKeyLength) return;
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = /* @__PURE__ */ new Map();
    }
    this.#newer.set(this.#newer.has(key) ? key : copyText(key), value);
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
function copyText(text9) {
  return JSON.parse(JSON.stringify(text9));
}

// src/service/values/timezones.ts
var MINUTE = 6e4;
var STEP = 7 * DAY_MS;
var clocks = /* @__PURE__ */ new Map();
var RENAMED = [
  ...["Africa/Asmara", "America/Argentina/Buenos_Aires", "America/Argentina/Catamarca"],
  ...["America/Argentina/Cordoba", "America/Argentina/Jujuy", "America/Argentina/Mendoza"],
  ...["America/Atikokan", "America/Indiana/Indianapolis", "America/Kentucky/Louisville", "America/Nuuk"],
  ...["Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon", "Atlantic/Faroe", "Europe/Kyiv"],
  ...["Pacific/Chuuk", "Pacific/Kanton", "Pacific/Pohnpei"]
];
var TIMEZONES = [
  .../* @__PURE__ */ new Set([...Intl.supportedValuesOf("timeZone"), ...RENAMED.filter(isTimezone), "UTC"])
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
var known = new BoundedMap(1e4, 64);
function findOffset(timezone, time2) {
  const year = new Date(time2).getUTCFullYear();
  const key = `${timezone.toLowerCase()} ${year}`;
  const offsets = known.getOrCompute(key, () => findChanges(timezone, Date.UTC(year), Date.UTC(year + 1)));
  return offsets.find(({ until }) => until > time2) ?? { until: Date.UTC(year + 1), minutes: 0 };
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
function localDay(time2, timezone) {
  return new Date(time2 + findClock(timezone)(time2) * MINUTE).toISOString().slice(0, 10);
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
  return (time2) => {
    const [, sign2, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time2)) ?? [];
    if (sign2 === void 0) return 0;
    const ahead = Number(hours) * 60 + Number(minutes);
    return sign2 === "-" ? -ahead : ahead;
  };
}

// src/service/duckdb/retention.ts
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

// src/service/duckdb/duckdbStore.ts
var DEFAULTS = {
  foldAfterMs: 3 * 36e5,
  keysKeptMs: 25 * 36e5,
  loadEveryMs: 1e3,
  maxWaiting: 32 * 1024 * 1024,
  memory: "1GB",
  threads: 2,
  isApart: false,
  silentMs: void 0,
  // Less than the time after which service managers usually kill a program.
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
  const { folder, memory, threads, isApart, silentMs, onEnded } = options;
  if (folder === "") throw new StoreError("failed", "The name of the data folder is empty.");
  let database;
  try {
    await makeFolder(resolve2(folder));
    if (!await checkFormat(folder)) await writeFormat(folder);
    await readIdentity(folder);
    database = await Database.open({ folder, memory, threads, isApart, silentMs, onEnded });
    return new DuckDBStore(await openParts(database, options));
  } catch (error) {
    await database?.close();
    throw asOpenError(error, folder);
  }
}
async function openParts(database, options) {
  const { folder, keysKeptMs, maxWaiting, clock, onSetAside } = options;
  const setAside = new SetAside(join12(folder, "set-aside"), onSetAside);
  const runningTime = new RunningTime(await readRunningTime(database), clock.elapsed);
  const [journalFolder, temporary] = [join12(folder, "journal"), join12(folder, "temporary")];
  const files = new FileLoader({
    database,
    setAside,
    runningTime,
    keysKeptMs,
    temporary,
    now: clock.now,
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
    options,
    database,
    journal,
    loader,
    deduplication,
    runningTime,
    setAside,
    epoch,
    temporary,
    writes
  };
}
var DuckDBStore = class {
  #parts;
  hasParquet = true;
  #encoder = new EventEncoder();
  #folding;
  /** Queue for folding and retention, which may delete the same facts. */
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
  async writeAnswer({ query: query2, plan, describe: describe4, isLight = false }, signal) {
    await this.#parts.loader.load();
    const path = join12(this.temporary, `answer-${randomUUID4()}`);
    const statement = plan.format === "parquet" ? writeDuckDB(query2) : writeLines(query2);
    try {
      await this.#parts.database.writeAnswer({ ...statement, plan, path, isLight }, describe4, signal);
      return path;
    } catch (error) {
      await rm6(path, { force: true });
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
      waiting: journal.lines,
      bytes: database.measure(),
      ...counts
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
      // `status()` reports the failure.
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

// src/service/commands/dataOwner.ts
import { lchownSync, lstatSync, readdirSync, statSync as statSync3 } from "node:fs";
import { join as join13 } from "node:path";

// src/service/doctor/users.ts
import { readFileSync } from "node:fs";
function findUserName(id4, file = "/etc/passwd") {
  const isOfUser = (line) => line.split(":")[2] === String(id4);
  return readLines2(file).find(isOfUser)?.split(":")[0] ?? String(id4);
}
function readLines2(file) {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

// src/service/commands/dataOwner.ts
function readUser() {
  return process.geteuid?.() ?? 0;
}
function findForeignOwner(data) {
  const found = statSync3(data, { throwIfNoEntry: false });
  const user = readUser();
  if (!found || found.uid === user || process.platform === "win32") return void 0;
  if (user === 0) return found;
  const owner = findUserName(found.uid);
  const args = process.argv.slice(2).map(quoteArgument).join(" ");
  throw new Error(
    `${data} belongs to ${owner}, and this is ${findUserName(user)}. As root: runuser -u ${owner} -- zonetag-service ${args}`
  );
}
function quoteArgument(text9) {
  return /^[\w./:=@,+-]+$/.test(text9) ? text9 : `'${text9.replaceAll("'", `'\\''`)}'`;
}
function requireDataOwner(data) {
  findForeignOwner(data);
}
async function writeForDataOwner(data, work) {
  const found = findForeignOwner(data);
  try {
    return await work();
  } finally {
    if (found) giveAway(data, found);
  }
}
function giveAway(folder, { uid, gid }) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join13(folder, name);
    if (lstatSync(path).uid !== uid) lchownSync(path, uid, gid);
  }
}

// src/service/commands/backup.ts
function backupCommand() {
  return new Command("backup").description("copy the data of this moment into a folder, also while the service runs").argument("<folder>", "empty, or made by the command").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(backUp);
}
async function backUp(folder, { data }) {
  checkDataFolder(data, { mayBeMissing: true });
  const to = resolve3(folder);
  if (!await checkFormat(data)) throw new Error(`There are no events in ${data}.`);
  if (!await askService(data, "backup", { path: to })) {
    await writeForDataOwner(data, async () => {
      const store = await openStore({ folder: data });
      await store.backUp(to).finally(() => store.close());
    });
  }
  console.log(
    `The data of ${data} is in ${to}. Files named by --catalogue, --config and --creatives are yours; copy them too.`
  );
}

// src/service/commands/catalogue.ts
import { mkdtemp as mkdtemp2, readFile as readFile9, rm as rm13 } from "node:fs/promises";
import { tmpdir as tmpdir3 } from "node:os";
import { join as join22 } from "node:path";
import { Command as Command3, Option as Option3 } from "commander";
import { pino } from "pino";

// src/service/catalogue/catalogue.ts
import { createHash as createHash4 } from "node:crypto";
import { readFile as readFile4 } from "node:fs/promises";

// src/protocol/validation.ts
var UNEXPECTED_FIELD = "This field was not expected.";
var MISSING_FIELD = "This field is missing.";
var MALFORMED_BODY = "Malformed JSON body.";
var MORE_PROBLEMS = "There are more problems; they are not listed.";
var MAX_PROBLEMS = 20;
var MAX_QUOTED = 100;
function formatPath(keys) {
  return keys.map((key) => `[${quote(String(key))}]`).join("") || "[body]";
}
function quote(text9) {
  return text9.length > MAX_QUOTED ? `${text9.slice(0, MAX_QUOTED - 1)}\u2026` : text9;
}

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

// src/service/values/schemas.ts
import * as v from "valibot";

// src/service/values/problemList.ts
var MAX_REFUSAL = 16 * 1024;
var MAX_MESSAGE = 2e3;
var LAST = { "[body]": MORE_PROBLEMS };
var ProblemList = class {
  #problems = [];
  #known = /* @__PURE__ */ new Set();
  #size = measure({ errors: [LAST] });
  #isFull = false;
  /** Whether validation should stop because a further problem would not be listed. */
  get isFull() {
    return this.#isFull;
  }
  get isEmpty() {
    return this.#problems.length === 0;
  }
  /** Adds a problem unless it is already listed. `path`: as `formatPath` writes it. */
  add(path, message) {
    if (this.#isFull) return;
    const problem = { [path]: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}\u2026` : message };
    const key = `${path} ${message}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#size += measure(problem) + 1;
    if (this.#problems.length < MAX_PROBLEMS && this.#size <= MAX_REFUSAL) this.#problems.push(problem);
    else this.#isFull = true;
  }
  /** Lists the problems, with a last entry when there are more. */
  list() {
    return this.#isFull ? [...this.#problems, LAST] : [...this.#problems];
  }
};
function measure(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

// src/service/values/schemas.ts
var UNEXPECTED = v.never(UNEXPECTED_FIELD);
var MISSING = v.never(MISSING_FIELD);
function check(schema, value, maxProblems = MAX_PROBLEMS) {
  const config = { maxProblems };
  const dataset = schema["~run"]({ value }, config);
  return dataset.issues ? { issues: dataset.issues } : { output: dataset.value };
}
function listProblems(issues) {
  const problems = new ProblemList();
  for (const issue of issues)
    problems.add(formatPath(issue.path?.map(({ key }) => key) ?? []), describeIssue(issue));
  return problems.list();
}
function describeIssue({ message, received }) {
  return received?.length > MAX_QUOTED ? message.replace(received, () => quote(received)) : message;
}
function strictObject2(entries, message = "expected an object") {
  const schema = v.strictObject(entries, message);
  return withRun(schema, (value, config) => {
    if (!isObject(value)) return void 0;
    const output = {};
    const dataset = { typed: true, value: output };
    for (const [key, entry] of Object.entries(entries)) {
      const isThere = Object.hasOwn(value, key);
      const given = isThere ? value[key] : v.getDefault(entry);
      if (isThere || given !== void 0) output[key] = runChild(dataset, key, entry, given, config);
      else if (entry.type !== "optional") runChild(dataset, key, MISSING, void 0, config);
      if (isFull(dataset, config)) return dataset;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(entries, key)) runChild(dataset, key, UNEXPECTED, value[key], config);
      if (isFull(dataset, config)) return dataset;
    }
    return dataset;
  });
}
function list(item, message, most = Number.POSITIVE_INFINITY, tooMany = "") {
  const schema = v.array(item, message);
  return withRun(schema, (value, config) => {
    if (!Array.isArray(value)) return void 0;
    const output = [];
    const dataset = { typed: true, value: output };
    for (const [at, entry] of value.entries()) {
      if (at >= most + MAX_PROBLEMS) break;
      output.push(runChild(dataset, at, item, entry, config));
      if (isFull(dataset, config)) return dataset;
    }
    return value.length > most ? addIssue(dataset, tooMany) : dataset;
  });
}
function record2(value, { most, maxKeyLength: maxKeyLength2 }) {
  const key = v.pipe(v.string(), v.maxLength(maxKeyLength2));
  const schema = v.record(key, value, "expected an object");
  const longKey = v.never(`expected a key of at most ${maxKeyLength2} characters`);
  return withRun(schema, (given, config) => {
    if (!isObject(given)) return void 0;
    const output = /* @__PURE__ */ Object.create(null);
    const dataset = { typed: true, value: output };
    const entries = Object.entries(given);
    if (entries.length > most) return addIssue(dataset, `expected at most ${most} keys`);
    for (const [key2, entry] of entries) {
      if (key2.length > maxKeyLength2) runChild(dataset, key2, longKey, entry, config);
      else output[key2] = runChild(dataset, key2, value, entry, config);
      if (isFull(dataset, config)) return dataset;
    }
    return dataset;
  });
}
function withRun(schema, run5) {
  const own = schema["~run"].bind(schema);
  const checkValue = (dataset, config) => run5(dataset.value, config) ?? // valibot accepts an array as an object.
  own({ value: Array.isArray(dataset.value) ? null : dataset.value }, config);
  return { ...schema, "~run": checkValue };
}
function runChild(dataset, key, schema, value, config) {
  const result = schema["~run"]({ value }, config);
  const messages = /* @__PURE__ */ new Set();
  for (const issue of result.issues ?? []) {
    if (!issue.path && messages.has(issue.message)) continue;
    messages.add(issue.message);
    dataset.issues ??= [];
    dataset.issues.push(Object.assign(issue, { path: [...createPath(key), ...issue.path ?? []] }));
  }
  if (!result.typed) dataset.typed = false;
  return result.value;
}
function isFull({ issues = [] }, { maxProblems = MAX_PROBLEMS }) {
  return issues.length > maxProblems;
}
function addIssue(dataset, message) {
  const { issues = [] } = v.never(message)["~run"]({ value: dataset.value }, {});
  return { ...dataset, typed: false, issues: [...dataset.issues ?? [], ...issues] };
}
function createPath(first, ...rest) {
  return [createPathItem(first), ...rest.map(createPathItem)];
}
function createPathItem(key) {
  return { type: "unknown", origin: "value", input: {}, key, value: {} };
}

// src/service/values/slices.ts
import { setImmediate as setImmediate2 } from "node:timers/promises";
var ENTRIES_PER_STEP = 250;
var SLICE_MS = 1;
async function runInSlices(work, options = {}) {
  const { elapsed = () => performance.now(), giveWay = setImmediate2 } = options;
  let start = elapsed();
  for (; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (elapsed() - start < SLICE_MS) continue;
    await giveWay();
    start = elapsed();
  }
}
function runAtOnce(work) {
  for (; ; ) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
function* forEachSliced(entries, work, perStep = ENTRIES_PER_STEP) {
  let at = 0;
  for (const entry of entries) {
    work(entry, at);
    at += 1;
    if (at % perStep === 0) yield;
  }
}
function* mapSliced(entries, work, perStep) {
  const results = [];
  const add = (entry, at) => void results.push(work(entry, at));
  yield* forEachSliced(entries, add, perStep);
  return results;
}
function* flatMapSliced(entries, work, perStep) {
  const results = [];
  const add = (entry, at) => {
    for (const result of work(entry, at)) results.push(result);
  };
  yield* forEachSliced(entries, add, perStep);
  return results;
}
function* mapByIdSliced(entries, toValue) {
  const values2 = /* @__PURE__ */ new Map();
  yield* forEachSliced(entries, (entry) => void values2.set(entry.id, toValue(entry)));
  return values2;
}

// src/protocol/targeting.ts
var TARGETING = {
  /** ISO 3166-1 alpha-3 */
  countries: { values: "names", grouping: "country_iso" },
  regions: { values: "ids", grouping: "region_id" },
  /** ISO 639-1 */
  languages: { values: "names", grouping: "language_id" },
  deviceTypes: { values: "names", grouping: "device_type_id" },
  operatingSystems: { values: "names", grouping: "operating_system_id" },
  browsers: { values: "names", grouping: "browser_id" },
  sites: { values: "ids", grouping: "site_id" },
  zones: { values: "ids", grouping: "zone_id" },
  categories: { values: "ids", grouping: "category_id" }
};

// src/service/catalogue/document.ts
var LISTS = [
  ...["accounts", "categories", "carriers", "regions", "offers", "offerLandingPages"],
  ...["sites", "zones", "campaigns"]
];
function toDocument(value) {
  return pickLists(value, LISTS);
}
function pickLists(value, names) {
  const lists = names.map((list4) => [list4, Reflect.get(Object(value), list4) ?? []]);
  return Object.fromEntries(lists);
}
function isPutOf(names, put) {
  return names.some((name) => name === put.list);
}
function putEntries(document, puts) {
  const lists = [...groupBy(puts, ({ list: list4 }) => list4)].map(([list4, changed]) => [
    list4,
    replaceEntries(
      document[list4] ?? [],
      changed.map(({ entry }) => entry)
    )
  ]);
  return { ...document, ...Object.fromEntries(lists) };
}
function replaceEntries(entries, changed) {
  const fresh = new Map(changed.map((entry) => [entry.id, entry]));
  const replaced = entries.map((entry) => {
    const found = fresh.get(entry.id) ?? entry;
    fresh.delete(entry.id);
    return found;
  });
  return [...replaced, ...fresh.values()];
}
function createIdCounter(entries) {
  let highest = 0;
  for (const entry of entries) {
    const id4 = isObject(entry) ? Number(entry.id) : 0;
    if (id4 > highest) highest = id4;
  }
  return () => {
    highest += 1;
    return highest;
  };
}
function createFinder(document) {
  const lists = /* @__PURE__ */ new Map();
  return (list4, id4) => {
    const entries = lists.get(list4) ?? new Map(document[list4]?.map((entry) => [entry.id, entry]));
    lists.set(list4, entries);
    return entries.get(id4);
  };
}
function findOwner({ list: list4, entry }, find) {
  if (list4 === "accounts") return entry.id;
  const site2 = list4 === "zones" ? find("sites", entry.site) : void 0;
  return Number((site2 ?? entry).account ?? 0);
}

// src/service/catalogue/networks.ts
var COMMON_NETWORK = 0;
function findNetwork({ id: id4, role: role2, network }) {
  return role2 === "network" ? id4 : network ?? COMMON_NETWORK;
}

// src/service/catalogue/contradictions.ts
function* findContradictions(data, maxProblems = Number.POSITIVE_INFINITY) {
  const repeated = [];
  for (const list4 of LISTS) repeated.push(yield* findRepeated(list4, data[list4]));
  return [
    ...repeated.flat(),
    ...findRepeatedNames(data),
    ...yield* findRepeatedVariations(data),
    ...yield* findLostReferences(data, maxProblems),
    ...yield* findWrongOwners(data),
    ...findWrongNetworks(data),
    ...yield* findWrongDays(data)
  ];
}
function findWrongDays({ campaigns: campaigns2 }) {
  return flatMapSliced(
    campaigns2,
    ({ from, to }, at) => from && to && to < from ? [`campaigns[${at}].to: expected a day not before from, ${from}`] : []
  );
}
var ENTRY = {
  accounts: "account",
  sites: "site",
  zones: "zone",
  categories: "category",
  regions: "region",
  offers: "offer",
  offerLandingPages: "landing page"
};
var SHARED = ["categories", "regions"];
function* listNetworks(data) {
  const shared = (entries) => mapByIdSliced(entries, () => void 0);
  const networks2 = new Set(data.accounts.filter(({ role: role2 }) => role2 === "network").map(({ id: id4 }) => id4));
  const isRight = ({ network }) => network === void 0 || networks2.has(network);
  const accounts2 = yield* mapByIdSliced(
    data.accounts,
    (account2) => isRight(account2) ? findNetwork(account2) : void 0
  );
  const owned = (entries) => mapByIdSliced(entries, ({ account: account2 }) => accounts2.get(account2));
  const sites2 = yield* owned(data.sites);
  const offers = yield* owned(data.offers);
  return {
    accounts: accounts2,
    sites: sites2,
    offers,
    categories: yield* shared(data.categories),
    regions: yield* shared(data.regions),
    zones: yield* mapByIdSliced(data.zones, ({ site: site2 }) => sites2.get(site2)),
    offerLandingPages: yield* mapByIdSliced(data.offerLandingPages, ({ offer }) => offers.get(offer))
  };
}
function* findLostReferences(data, maxProblems) {
  const networks2 = yield* listNetworks(data);
  const problems = [];
  const expect = (path, id4, list4, account2) => {
    if (id4 === void 0) return;
    const network = account2 === void 0 ? void 0 : networks2.accounts.get(account2);
    const owner = networks2[list4].get(id4);
    const isForeign = network !== void 0 && owner !== void 0 && owner !== network;
    if (networks2[list4].has(id4) && !isForeign) return;
    const whose = account2 === void 0 || SHARED.includes(list4) ? "" : " of its network";
    problems.push(`${path}: no ${ENTRY[list4]}${whose} has the id ${id4}`);
  };
  const expectAll = (path, wanted, list4, account2) => {
    for (const [at, id4] of wanted.entries()) {
      if (problems.length > maxProblems) return;
      expect(`${path}[${at}]`, id4, list4, account2);
    }
  };
  for (const [at, { network }] of data.accounts.entries())
    expect(`accounts[${at}].network`, network, "accounts");
  yield* forEachSliced(data.sites, ({ account: account2, category, blockedAdvertisers }, at) => {
    expect(`sites[${at}].account`, account2, "accounts");
    expect(`sites[${at}].category`, category, "categories");
    expectAll(`sites[${at}].blockedAdvertisers`, blockedAdvertisers, "accounts", account2);
  });
  yield* forEachSliced(data.zones, ({ site: site2 }, at) => expect(`zones[${at}].site`, site2, "sites"));
  yield* forEachSliced(
    data.offers,
    ({ account: account2 }, at) => expect(`offers[${at}].account`, account2, "accounts")
  );
  yield* forEachSliced(
    data.offerLandingPages,
    ({ offer }, at) => expect(`offerLandingPages[${at}].offer`, offer, "offers")
  );
  yield* forEachSliced(data.campaigns, ({ account: account2, offer, offerLandingPage, targeting: targeting2 }, at) => {
    const path = `campaigns[${at}]`;
    expect(`${path}.account`, account2, "accounts");
    expect(`${path}.offer`, offer, "offers", account2);
    expect(`${path}.offerLandingPage`, offerLandingPage, "offerLandingPages", account2);
    for (const list4 of listKeys(ENTRY))
      if (hasKey(TARGETING, list4)) expectAll(`${path}.targeting.${list4}`, targeting2[list4], list4, account2);
  });
  return problems;
}
function findWrongOwners({ accounts: accounts2, campaigns: campaigns2 }) {
  const publishers = new Set(accounts2.filter(({ role: role2 }) => role2 === "publisher").map(({ id: id4 }) => id4));
  return flatMapSliced(
    campaigns2,
    ({ account: account2 }, at) => publishers.has(account2) ? [`campaigns[${at}].account: ${account2} is a publisher, and campaigns belong to advertisers`] : []
  );
}
function findWrongNetworks({ accounts: accounts2 }) {
  const others = new Set(accounts2.filter(({ role: role2 }) => role2 !== "network").map(({ id: id4 }) => id4));
  return accounts2.flatMap(
    ({ network }, at) => network !== void 0 && others.has(network) ? [`accounts[${at}].network: ${network} is no account of the role network`] : []
  );
}
function findRepeated(list4, entries) {
  const seen = /* @__PURE__ */ new Set();
  return flatMapSliced(entries, ({ id: id4 }, at) => {
    if (seen.has(id4)) return [`${list4}[${at}].id: ${id4} is used twice`];
    seen.add(id4);
    return [];
  });
}
function findRepeatedNames({ accounts: accounts2 }) {
  const holders = groupBy(accounts2.keys(), (at) => accounts2[at]?.username);
  holders.delete(void 0);
  return [...holders].flatMap(
    ([username = "", places]) => places.length < 2 ? [] : places.map((at) => `accounts[${at}].username: ${JSON.stringify(quote(username))} is used twice`)
  );
}
function findRepeatedVariations({ campaigns: campaigns2 }) {
  const seen = /* @__PURE__ */ new Set();
  return flatMapSliced(
    campaigns2,
    ({ variations }, campaign3) => variations.flatMap(({ id: id4 }, at) => {
      if (seen.has(id4)) return [`campaigns[${campaign3}].variations[${at}].id: ${id4} is used twice`];
      seen.add(id4);
      return [];
    })
  );
}

// src/service/catalogue/creatives.ts
import { statSync as statSync4 } from "node:fs";
import { join as join14 } from "node:path";
var PREFIX = "/creatives/";
var CAMPAIGNS_PER_STEP = 25;
function* findMissingCreatives(data, folders, isKnown2 = () => false) {
  if (folders.length === 0) return [];
  const isThere = (image) => !image.startsWith(PREFIX) || folders.some((folder) => isFile(join14(folder, readName(image))));
  const list4 = ({ id: id4, deleted, variations }, campaign3) => variations.flatMap(
    (variation2, at) => listImages(variation2).flatMap(({ image, field }) => {
      if (deleted || isKnown2(id4, image) || isThere(image)) return [];
      const path = `campaigns[${campaign3}].variations[${at}].${field}`;
      return [`${path}: there is no file ${readName(image)} in ${folders.join(" or ")}`];
    })
  );
  return yield* flatMapSliced(data.campaigns, list4, CAMPAIGNS_PER_STEP);
}
function listImages({ image, pending }) {
  const own = { image, field: "image" };
  return pending ? [own, { image: pending.image, field: "pending.image" }] : [own];
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
    return statSync4(path).isFile();
  } catch {
    return false;
  }
}

// src/service/catalogue/jsonText.ts
import {
  evaluate,
  parse
} from "@humanwhocodes/momoa";

// src/service/values/fileProblem.ts
var REASONS = {
  ENOENT: "There is no such file.",
  ENOTDIR: "There is no such file.",
  EISDIR: "It is a folder, not a file.",
  EACCES: "It may not be read.",
  EPERM: "It may not be read.",
  // zlib
  Z_DATA_ERROR: "It is not compressed with gzip, or damaged.",
  Z_BUF_ERROR: "It is compressed with gzip, and its end is missing."
};
function describeReadProblem(error) {
  return REASONS[readCode(error) ?? ""] ?? readMessage(error);
}

// src/service/catalogue/problemPath.ts
var PLAIN2 = /^[A-Za-z_$][\w$-]*$/;
var STEP2 = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/;
function formatProblemPath(keys) {
  return keys.map(formatStep).join("") || "(root)";
}
function formatStep(key, at) {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  if (!PLAIN2.test(name) || name.length > MAX_QUOTED) return `[${JSON.stringify(quote(name))}]`;
  return at > 0 ? `.${name}` : name;
}
function readProblem(problem) {
  const keys = [];
  let rest = problem;
  for (let step = STEP2.exec(rest); step; step = STEP2.exec(rest)) {
    const [text9, name, index, quoted] = step;
    keys.push(name ?? (index === void 0 ? JSON.parse(quoted ?? '""') : Number(index)));
    rest = rest.slice(text9.length);
  }
  const path = problem.slice(0, problem.length - rest.length);
  return { keys, path, message: rest.replace(/^(\(root\))?: /, "") };
}

// src/service/catalogue/jsonText.ts
var JsonTextError = class extends Error {
  position;
  constructor(message, position) {
    super(message);
    this.name = "JsonTextError";
    this.position = position;
  }
};
function describeFileProblem(file, error) {
  if (!(error instanceof JsonTextError)) return `${file}: ${describeReadProblem(error)}`;
  const { line, column } = error.position;
  return `${file}:${line}:${column}: This is not JSON. ${error.message}`;
}
function parseJsonText(text9) {
  const json3 = text9.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json3);
  } catch {
    return evaluate(parseWithPositions(json3));
  }
}
function createLocator(text9) {
  const { body } = parseWithPositions(text9.replace(/^\uFEFF/, ""));
  return (path) => {
    let value = body;
    let { start } = body.loc;
    for (const key of readProblem(path).keys) {
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
function parseWithPositions(text9) {
  try {
    return parse(text9, { mode: "jsonc", allowTrailingCommas: true });
  } catch (error) {
    const { message, line = 1, column = 1 } = error;
    throw new JsonTextError(message.replace(/ \(\d+:\d+\)$/, ""), { line, column });
  }
}

// src/service/catalogue/schema.ts
import * as v2 from "valibot";

// src/protocol/management.ts
var CAMPAIGN_FIELDS = [
  ...["name", "active", "deleted", "pricing", "priority", "keywords", "negativeKeywords"],
  ...["targeting", "from", "to", "budget", "caps", "frequency", "weight", "spread"],
  ...["offer", "offerLandingPage"]
];
var SITE_FIELDS = ["name", "hostname", "category", "blockedAdvertisers", "deleted"];
var ZONE_FIELDS = ["name", "size", "deleted"];
var ACCOUNT_FIELDS = ["name", "goals", "currency"];
var OWN_ACCOUNT_FIELDS = ["name", "timezone"];
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
    network: { create: CREATIVE_FIELDS, change: CREATIVE_FIELDS },
    advertiser: { create: CREATIVE_FIELDS, change: CREATIVE_FIELDS }
  }
};
var BULK_KINDS = ["sites", "zones", "campaigns"];
var MAX_BULK = 1e3;
var MAX_PAGE = 5e3;
var REVIEWS = ["waiting", "approved", "rejected", "withdrawn"];
var CAMPAIGN_STATES = [
  ...["running", "unmatched", "waiting", "spent"],
  ...["scheduled", "ended", "paused", "archived"]
];
var PERFORMANCE_GROUPINGS = [
  ...["date", "site_id", "zone_id", "campaign_id", "variation_id"],
  ...["publisher_id", "advertiser_id", "country_iso", "device_type_id"]
];
var PERFORMANCE_OBJECTS = [
  ...["site_id", "zone_id", "campaign_id", "variation_id", "publisher_id", "advertiser_id"]
];
var MAX_PERFORMANCE_DAYS = 3 * 366;
var NOT_ESTIMATED = ["keywords", "negativeKeywords", "targeting.custom"];

// src/protocol/placement.ts
var MAX_ZONES = 100;
var MAX_BODY = 65536;
var GDPR_FIELDS = {
  /** 1 when the visitor is under GDPR, 0 when the caller believes not. */
  gdpr: {
    type: "integer",
    values: [0, 1],
    required: true,
    description: "1 when the visitor is under GDPR, 0 when the caller believes not."
  },
  /** Consent string as the IAB standards define it; may be empty. */
  consent: {
    type: "string",
    maxLength: 16384,
    description: "Consent string of the IAB's framework; empty: no consent."
  }
};
var USER_FIELDS = {
  id: { type: "string", maxLength: 256, description: "Frequency caps count by it." },
  ip: {
    type: "string",
    maxLength: 64,
    format: "address",
    description: "Required of callers that are no browsers."
  },
  /** User agent: browser or app, device and operating system. */
  ua: { type: "string", maxLength: 2048, description: "User agent; the request's header when absent." },
  /** `xx` or `xx-yy`, lower case. */
  language: { type: "string", maxLength: 16, format: "language", description: "`xx` or `xx-yy`." },
  /** Address of the page that shows the ad; its words are matched when a zone has no keywords. */
  referer: {
    type: "string",
    maxLength: 16384,
    description: "Address of the page; its words are matched when a zone has no keywords."
  },
  /** Base64 of the e-mail address's UTF-8 bytes. */
  el: { type: "string", maxLength: 1024, format: "base64", description: "E-mail address." },
  gdpr: { type: "object", fields: GDPR_FIELDS },
  /** Base64 of a JSON list of buyer uids. */
  buyeruids: {
    type: "string",
    maxLength: 16384,
    format: "base64-json",
    description: "List of buyer uids."
  }
};
var ZONE_FIELDS2 = {
  /** Positive safe integer. */
  id: { type: "integer", required: true },
  sub: { type: "integer" },
  /** Comma separated. Left out when the page's address is to be matched. */
  keywords: { type: "string", maxLength: 8192, description: "Comma separated." },
  custom_targeting: {
    type: "map",
    maxKeys: 50,
    maxKeyLength: 128,
    maxValueLength: 1024,
    description: "An empty list counts as an empty object."
  }
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

// src/protocol/roles.ts
var BOTH = ["advertiser", "publisher"];
var ADVERTISER = ["advertiser"];
var PUBLISHER = ["publisher"];
var NONE = [];
var NETWORK = ["network"];
function listNames(table, role2, kind = role2) {
  const names = Object.entries(table).filter(
    ([, { roles, accounts: accounts2 }]) => roles.includes(role2) && (accounts2 ?? [kind]).includes(kind)
  );
  return names.map(([name]) => name);
}

// src/protocol/metrics.ts
var ALL2 = ["advertiser", "publisher", "network"];
var BUYERS = ["advertiser", "network"];
var SELLERS = ["publisher", "network"];
function sum(label, unit, accounts2, ...terms) {
  return { label, unit, accounts: accounts2, sum: terms };
}
function detail(label, term) {
  return { ...sum(label, "count", NETWORK, term), detailed: true };
}
function ratio(label, unit, accounts2, times2, of, per) {
  return { label, unit, accounts: accounts2, times: times2, of, per, whenZero: 0 };
}
var BASE = {
  impressions: sum("Impressions", "count", ALL2, "impressions"),
  clicks: sum("Clicks", "count", ALL2, "clicks"),
  cost: sum("Cost", "money", BUYERS, "cost"),
  revenue: sum("Revenue", "money", SELLERS, "publisher_revenue"),
  cpc: ratio("CPC", "money", ALL2, 1, ["own_money"], ["clicks"]),
  cpm: ratio("CPM", "money", ALL2, 1e3, ["own_money"], ["impressions"]),
  ctr: ratio("CTR", "percent", ALL2, 100, ["clicks"], ["impressions"]),
  ad_requests: sum("Ad requests", "count", ALL2, "ad_requests"),
  /** Share of ad requests answered with an ad. */
  fill_rate: ratio("Fill rate", "percent", ALL2, 100, ["filled"], ["ad_requests"]),
  ad_requests_rpm: ratio("Request RPM", "money", ALL2, 1e3, ["own_money"], ["ad_requests"]),
  publisher_revenue: sum("Publisher revenue", "money", NETWORK, "publisher_revenue"),
  network_revenue: sum("Network revenue", "money", NETWORK, "cost", "-publisher_revenue"),
  /** Share of the advertisers' cost that the network keeps. */
  margin: ratio("Margin", "percent", NETWORK, 100, ["cost", "-publisher_revenue"], ["cost"]),
  invalid_impressions: detail("Invalid impressions", "invalid_impressions"),
  invalid_clicks: detail("Invalid clicks", "invalid_clicks"),
  robot_requests: detail("Robots' requests", "robot_requests"),
  robot_impressions: detail("Robots' impressions", "robot_impressions"),
  robot_clicks: detail("Robots' clicks", "robot_clicks")
};
var VIDEO = {
  impressions: sum("Video impressions", "count", ALL2, "video_impressions"),
  views: sum("Video views", "count", ALL2, "video_views"),
  cpv: ratio("CPV", "money", ALL2, 1, ["own_money"], ["video_views"]),
  vtr: ratio("View-through rate", "percent", ALL2, 100, ["video_views"], ["video_impressions"])
};
var WPN = {
  sent: sum("Notifications sent", "count", SELLERS, "wpn_sent"),
  subscriptions: sum("Subscriptions", "count", SELLERS, "wpn_subscriptions"),
  unsubscriptions: sum("Unsubscriptions", "count", SELLERS, "wpn_unsubscriptions")
};
var RTB = {
  /** Bid requests sent. */
  queries: sum("Queries", "count", ALL2, "rtb_queries"),
  /** Queries answered with a bid. */
  success: sum("Bids", "count", ALL2, "rtb_success"),
  no_bid: sum("No bid", "count", ALL2, "rtb_no_bid"),
  errors: sum("Errors", "count", ALL2, "rtb_errors"),
  timeouts: sum("Timeouts", "count", ALL2, "rtb_timeouts"),
  /** Queries that were not sent. */
  skipped: sum("Skipped", "count", ALL2, "rtb_skipped"),
  wins: sum("Wins", "count", ALL2, "rtb_wins"),
  /** Money of the auctions won. */
  value: sum("Value", "money", ALL2, "rtb_value"),
  total_time: sum("Total time", "milliseconds", ALL2, "rtb_total_time"),
  avg_total_time: ratio("Average time", "milliseconds", ALL2, 1, ["rtb_total_time"], ["rtb_queries"]),
  avg_cpm: ratio("Average CPM", "money", ALL2, 1e3, ["rtb_value"], ["rtb_wins"]),
  bid_response_ratio: ratio("Bid rate", "percent", ALL2, 100, ["rtb_success"], ["rtb_queries"]),
  no_bid_ratio: ratio("No-bid rate", "percent", ALL2, 100, ["rtb_no_bid"], ["rtb_queries"]),
  errors_ratio: ratio("Error rate", "percent", ALL2, 100, ["rtb_errors"], ["rtb_queries"]),
  timeouts_ratio: ratio("Timeout rate", "percent", ALL2, 100, ["rtb_timeouts"], ["rtb_queries"]),
  /** Share of all queries, sent or not, that were skipped. */
  skipped_ratio: ratio("Skip rate", "percent", ALL2, 100, ["rtb_skipped"], ["rtb_queries", "rtb_skipped"]),
  win_ratio: ratio("Win rate", "percent", ALL2, 100, ["rtb_wins"], ["rtb_success"])
};
var BLOCKS = {
  base: { label: "Base", roles: BOTH, metrics: BASE },
  rtb: { label: "RTB", roles: BOTH, metrics: RTB },
  video: { label: "Video", roles: BOTH, metrics: VIDEO },
  wpn: { label: "Web push", roles: PUBLISHER, metrics: WPN },
  goals: { label: "Goals", roles: ADVERTISER, metrics: {} }
};
var FLAT_VIDEO = [
  { name: "video_hits", block: "video", metric: "impressions" },
  { name: "cpv", block: "video", metric: "cpv" }
];
var FLAT_METRICS = {
  advertiser: [...FLAT_VIDEO, { name: "value", block: "base", metric: "cost", inHundredths: true }],
  publisher: [...FLAT_VIDEO, { name: "value", block: "base", metric: "revenue", inHundredths: true }]
};
var RTB_PREFIXES = { adv_: "advertiser", pub_: "publisher" };
function listBlocks({ role: role2, goals }) {
  return listNames(BLOCKS, role2).filter((block) => block !== "goals" || goals > 0);
}
function listMetrics(block, viewer) {
  if (block === "goals") return goalMetrics(viewer.goals);
  const metrics = BLOCKS[block].metrics;
  const seen = Object.entries(metrics).filter(([, metric]) => metric.accounts.includes(viewer.kind));
  if (block !== "rtb" || viewer.kind !== "network") return Object.fromEntries(seen);
  const prefixed = Object.keys(RTB_PREFIXES).flatMap(
    (prefix) => seen.map(([name, metric]) => [prefix + name, ofSide(metric, prefix)])
  );
  return Object.fromEntries([...seen, ...prefixed]);
}
function listDefaultMetrics(block, viewer, detailed) {
  const metrics = Object.entries(listMetrics(block, viewer));
  return metrics.filter(([, metric]) => detailed || !metric.detailed).map(([name]) => name);
}
function goalMetrics(goals) {
  const metrics = {};
  const all = [];
  for (let goal = 1; goal <= goals; goal++) {
    metrics[`g${goal}`] = sum(`Goal ${goal}`, "count", BUYERS, `goal_${goal}`);
    metrics[`ecpa${goal}`] = ratio(`eCPA ${goal}`, "money", BUYERS, 1, ["cost"], [`goal_${goal}`]);
    all.push(`goal_${goal}`);
  }
  if (goals > 0) metrics.total = sum("All goals", "count", BUYERS, ...all);
  return metrics;
}
function ofSide(metric, prefix) {
  const terms = (list4) => list4.map((term) => prefix + term);
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
var MAX_CSV_FIELDS = 200;
var DEFAULT_LIMIT = 50;
var MAX_LIMIT = 1e4;
var MAX_FILTER_VALUES = 1e3;
var DEFAULT_TIMEZONE = "America/New_York";
var MAX_GOALS = 10;
var REPORT_FILES = {
  csv: "text/csv",
  /** A record in each line: https://github.com/ndjson/ndjson-spec */
  ndjson: "application/x-ndjson",
  /** https://parquet.apache.org/docs/file-format/ */
  parquet: "application/vnd.apache.parquet"
};
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
  const metrics = Object.entries(ORDER_METRICS).filter(
    ([, [block, name]]) => Object.hasOwn(listMetrics(block, viewer), name)
  );
  const goals = viewer.role === "advertiser" ? Object.keys(listMetrics("goals", viewer)) : [];
  return [...metrics.map(([field]) => field), ...goals];
}

// src/service/net/parseUrl.ts
function parseUrl(text9, base) {
  try {
    return new URL(text9, base);
  } catch {
    return void 0;
  }
}

// src/service/signing/passwords.ts
import { createHash as createHash3, randomBytes, timingSafeEqual } from "node:crypto";

// src/service/signing/scryptThread.ts
import { once as once3 } from "node:events";
import { Worker } from "node:worker_threads";

// src/service/values/gate.ts
var BusyError = class extends Error {
  name = "BusyError";
};
var Gate = class {
  #options;
  #running = 0;
  #waiting = 0;
  /** Waiting tasks by owner; the owner whose turn is next comes first. */
  #queues = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = { waitingOfAll: options.waiting, ...options };
  }
  get running() {
    return this.#running;
  }
  get waiting() {
    return this.#waiting;
  }
  /**
   * Runs the task when its owner's turn comes. Rejects with `BusyError` when too many wait, or when the signal ends the
   * wait.
   */
  async run(task, signal, owner = "") {
    await this.#enter(owner, signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }
  #enter(owner, signal) {
    const { running, waiting, waitingOfAll } = this.#options;
    if (this.#running < running) {
      this.#running += 1;
      return Promise.resolve();
    }
    const isFull2 = this.#waiting >= waitingOfAll || (this.#queues.get(owner)?.size ?? 0) >= waiting;
    if (isFull2 || signal?.aborted) return Promise.reject(new BusyError("Too much waits already."));
    return new Promise((resolve10, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve10();
      };
      const giveUp = () => {
        this.#remove(owner, start);
        reject(new BusyError("The turn did not come in time."));
      };
      this.#add(owner, start);
      signal?.addEventListener("abort", giveUp);
    });
  }
  /** Hands the slot to the next task directly, so that a new one cannot take it. */
  #leave() {
    const [next] = this.#queues;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [owner, queue] = next;
    for (const start of queue) {
      this.#remove(owner, start);
      if (this.#queues.delete(owner)) this.#queues.set(owner, queue);
      start();
      return;
    }
  }
  #add(owner, start) {
    const queue = this.#queues.get(owner) ?? /* @__PURE__ */ new Set();
    this.#queues.set(owner, queue.add(start));
    this.#waiting += 1;
  }
  #remove(owner, start) {
    const queue = this.#queues.get(owner);
    if (!queue?.delete(start)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(owner);
  }
};

// src/service/signing/scryptThread.ts
var MAX_WAITING = 16;
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
  #gate = new Gate({ running: 1, waiting: MAX_WAITING });
  /** Rejects with `BusyError` when the queue is full. */
  hash(job) {
    return this.#gate.run(() => this.#run(job));
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
var PASSWORD_LENGTH = { least: 12, most: 1e3 };
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
function readWallClock(timezone, time2) {
  const options = { timeZone: timezone, weekday: "long", hour: "numeric", hourCycle: "h23" };
  const parts = new Intl.DateTimeFormat("en", options).formatToParts(time2);
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
function splitWords(text9) {
  if (isAscii(text9)) return text9.toLowerCase().match(ASCII_WORD) ?? [];
  return foldCase(text9).match(WORD) ?? [];
}
function splitKeywords(text9) {
  if (isAscii(text9)) return text9.toLowerCase().match(ASCII_WORD_OR_COMMA) ?? [];
  return foldCase(text9).match(WORD_OR_COMMA) ?? [];
}
function isAscii(text9) {
  return ASCII.test(text9);
}
function foldCase(text9) {
  return text9.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("\u03C2", "\u03C3").normalize("NFKC");
}

// src/service/catalogue/schema.ts
var MAX_FREQUENCY_SECONDS = 366 * 86400;
var id = v2.pipe(v2.number(), v2.safeInteger(), v2.minValue(1));
var smallId = v2.pipe(id, v2.maxValue(2147483647));
var text = v2.pipe(v2.string(), v2.minLength(1), v2.maxLength(500));
var keyword = v2.pipe(
  text,
  v2.check((value) => !value.includes(","), "expected one keyword, without a comma"),
  v2.check((value) => splitWords(value).length > 0, "expected a word or a phrase"),
  v2.check(
    (value) => splitWords(value).length <= PHRASE_WORDS,
    `expected a phrase of at most ${PHRASE_WORDS} words`
  )
);
var count = v2.pipe(v2.number(), v2.safeInteger(), v2.minValue(0));
var size = v2.pipe(
  v2.string(),
  v2.regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'expected WIDTHxHEIGHT such as "300x250"')
);
var day = v2.pipe(
  v2.string(),
  v2.isoDate("expected a day as YYYY-MM-DD"),
  v2.check((value) => !v2.ISO_DATE_REGEX.test(value) || isDay(value), "there is no such day")
);
var money = (places) => v2.pipe(
  v2.string(),
  v2.check((value) => parseMoney(value) !== void 0 && decimals(value) <= places, decimal(places))
);
var MAX_PRICE = 1e6;
var price = (places) => v2.pipe(
  money(places),
  v2.check((value) => !(Number(value) > MAX_PRICE), `expected at most ${MAX_PRICE}`)
);
var decimal = (places) => `expected a decimal number as text with at most ${places} places`;
var decimals = (value) => value.split(".")[1]?.length ?? 0;
var share = v2.pipe(
  v2.string(),
  v2.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'expected a share such as "0.70"')
);
var webAddress = v2.pipe(
  v2.string(),
  v2.check(isWebAddress, "expected an http or https address"),
  v2.transform((value) => new URL(value).href)
);
var imageAddress = v2.pipe(
  v2.string(),
  v2.check(
    (value) => isWebAddress(value) || isOwnPath(value),
    "expected an http or https address, or a path that starts with /"
  ),
  v2.transform((value) => isOwnPath(value) ? normalizePath(value) : new URL(value).href)
);
var known2 = (what, has, names) => v2.pipe(
  v2.string(),
  v2.check(has, (issue) => `unknown ${what} ${JSON.stringify(quote(String(issue.input)))}`),
  v2.metadata({ enum: names })
);
var knownIn = (what, { id: id4, codes }) => known2(what, (name) => id4(name) !== void 0, codes);
var country = known2(
  "country",
  isCountry,
  listCountries().map(({ iso3 }) => iso3)
);
var account = strictObject2({
  id: smallId,
  name: text,
  role: v2.picklist(["advertiser", "publisher", "network"]),
  /** The network account that sees this one. */
  network: v2.optional(smallId),
  username: v2.optional(text),
  password: v2.optional(v2.pipe(v2.string(), v2.regex(PASSWORD_FORM, "expected what `hash-password` prints"))),
  apiTokens: v2.optional(
    list(v2.pipe(v2.string(), v2.regex(TOKEN_FORM, "expected what `make-token` prints"))),
    []
  ),
  /** How many conversion goals the account tracks. */
  goals: v2.optional(v2.pipe(count, v2.maxValue(MAX_GOALS)), 0),
  /** Time zone of the day boundaries of its reports. */
  timezone: v2.optional(known2("time zone", isTimezone, TIMEZONES), "UTC"),
  currency: v2.optional(v2.pipe(v2.string(), v2.regex(/^[A-Z]{3}$/, 'expected a code such as "USD"')), "USD")
});
var named = strictObject2({ id: smallId, name: text });
var site = strictObject2({
  id: smallId,
  account: smallId,
  name: text,
  hostname: v2.pipe(v2.string(), v2.regex(/^[a-z0-9.-]{1,253}$/, "expected a-z, 0-9, hyphen and dot")),
  category: v2.optional(smallId),
  publisherShare: v2.optional(share),
  /** Accounts whose campaigns the site does not show. */
  blockedAdvertisers: v2.optional(list(smallId), []),
  /** Gone from what is served, kept for the statistics. */
  deleted: v2.optional(v2.boolean(), false)
});
var zone = strictObject2({
  id,
  site: smallId,
  name: text,
  size,
  deleted: v2.optional(v2.boolean(), false)
});
var version = {
  image: imageAddress,
  size,
  url: webAddress,
  sentAt: v2.optional(
    v2.pipe(v2.string(), v2.isoTimestamp('expected a time such as "2026-11-20T12:00:00.000Z"'))
  ),
  reason: v2.optional(text)
};
var variation = strictObject2({
  id: smallId,
  name: v2.optional(text),
  weight: v2.optional(v2.pipe(count, v2.minValue(1)), 1),
  active: v2.optional(v2.boolean(), true),
  ...version,
  review: v2.optional(v2.picklist(REVIEWS), "approved"),
  /** Waits beside the version above, which keeps running if it is approved. */
  pending: v2.optional(strictObject2({ ...version, review: v2.picklist(["waiting", "rejected"]) }))
});
var times = strictObject2({
  timezone: known2("time zone", isTimezone, TIMEZONES),
  weekdays: v2.optional(list(v2.picklist(WEEKDAYS)), []),
  /** 9: from 9:00 up to 10:00. */
  hours: v2.optional(list(v2.pipe(count, v2.maxValue(23))), [])
});
var { maxKeys, maxKeyLength, maxValueLength } = ZONE_FIELDS2.custom_targeting;
var CUSTOM_KEYS = { most: maxKeys, maxKeyLength };
var customValues = v2.pipe(list(v2.pipe(v2.string(), v2.maxLength(maxValueLength))), v2.minLength(1));
var TARGETING_NAMES = {
  countries: country,
  languages: knownIn("language", languages),
  deviceTypes: knownIn("device type", deviceTypes),
  operatingSystems: knownIn("operating system", operatingSystems),
  browsers: knownIn("browser", browsers)
};
var optionalList = (item) => v2.optional(list(item), []);
var TARGETING_LISTS = Object.fromEntries(
  listKeys(TARGETING).map((name) => [
    name,
    optionalList(hasKey(TARGETING_NAMES, name) ? TARGETING_NAMES[name] : id)
  ])
);
var targeting = strictObject2({
  /** A zone must give each of these keys, with one of these values. */
  custom: v2.optional(record2(customValues, CUSTOM_KEYS), () => /* @__PURE__ */ Object.create(null)),
  ...TARGETING_LISTS,
  times: v2.optional(times)
});
var campaign = strictObject2({
  id: smallId,
  account: smallId,
  name: text,
  active: v2.optional(v2.boolean(), true),
  /** Gone from what is served, kept for the statistics. */
  deleted: v2.optional(v2.boolean(), false),
  /** Price of a thousand impressions (cpm) or of a click (cpc). */
  pricing: v2.variant("model", [
    strictObject2({ model: v2.literal("cpm"), price: price(6) }),
    strictObject2({ model: v2.literal("cpc"), price: price(9) })
  ]),
  /** Campaigns of the highest priority that match are chosen from; fallback campaigns have one below zero. */
  priority: v2.optional(v2.pipe(v2.number(), v2.safeInteger(), v2.minValue(-1e3), v2.maxValue(1e3)), 0),
  /** Words and phrases; none: matches any zone that no campaign with a matching keyword takes. */
  keywords: v2.optional(list(keyword), []),
  /** Words and phrases that keep the campaign away from a zone or a page. */
  negativeKeywords: v2.optional(list(keyword), []),
  targeting: v2.optional(targeting, {}),
  /** First and last day, UTC, both included. */
  from: v2.optional(day),
  to: v2.optional(day),
  budget: v2.optional(strictObject2({ daily: v2.optional(money(9)), total: v2.optional(money(9)) }), {}),
  /** Most impressions. */
  caps: v2.optional(strictObject2({ daily: v2.optional(count), total: v2.optional(count) }), {}),
  /** Most impressions of one visitor in any stretch of so many seconds. */
  frequency: v2.optional(
    list(
      strictObject2({
        impressions: v2.pipe(count, v2.minValue(1), v2.maxValue(1e3)),
        seconds: v2.pipe(count, v2.minValue(1), v2.maxValue(MAX_FREQUENCY_SECONDS))
      })
    ),
    []
  ),
  /** Chance among the campaigns that match, relative to theirs. */
  weight: v2.optional(v2.pipe(count, v2.minValue(1), v2.maxValue(1e6)), 1),
  /** even: the daily budget and cap are given out evenly over the day. */
  spread: v2.optional(v2.picklist(["asap", "even"]), "asap"),
  offer: v2.optional(smallId),
  offerLandingPage: v2.optional(smallId),
  variations: v2.pipe(list(variation), v2.minLength(1))
});
var catalogueSchema = strictObject2({
  $schema: v2.optional(v2.string()),
  accounts: list(account),
  categories: v2.optional(list(named), []),
  /** Names for what only imported statistics refer to. */
  carriers: v2.optional(list(named), []),
  regions: v2.optional(
    list(
      strictObject2({
        id: smallId,
        name: text,
        country,
        /** ISO 3166-2, by which a city database names it. */
        code: v2.optional(
          v2.pipe(v2.string(), v2.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'expected a code such as "GB-SCT"'))
        )
      })
    ),
    []
  ),
  offers: v2.optional(list(strictObject2({ id: smallId, account: smallId, name: text })), []),
  offerLandingPages: v2.optional(list(strictObject2({ id: smallId, offer: smallId, name: text })), []),
  sites: list(site),
  zones: list(zone),
  campaigns: list(campaign)
});
function isWebAddress(value) {
  return /^https?:\/\//i.test(value) && parseUrl(value) !== void 0;
}
function isOwnPath(value) {
  return /^\/(?![/\\])/.test(value) && parseUrl(value, "http://own.invalid") !== void 0;
}
function normalizePath(path) {
  const { pathname, search } = new URL(path, "http://own.invalid");
  return pathname + search;
}

// src/service/catalogue/catalogue.ts
var CatalogueError = class _CatalogueError extends Error {
  problems;
  constructor(problems) {
    super(problems.join("\n"));
    this.name = "CatalogueError";
    this.problems = problems;
  }
  /** The same with a file's name before each problem. */
  nameFile(file) {
    return new _CatalogueError(this.problems.map((problem) => `${file}: ${problem}`));
  }
};
async function loadCatalogue(file, creatives = []) {
  const { value, digest: digest4 } = await parseFile(file);
  try {
    const catalogue = await runInSlices(readCatalogueSliced(value, creatives));
    return { ...catalogue, declared: { file, digest: digest4 } };
  } catch (error) {
    throw error instanceof CatalogueError ? error.nameFile(file) : error;
  }
}
async function parseFile(file) {
  try {
    const text9 = await readFile4(file, "utf8");
    return { value: parseJsonText(text9), digest: createHash4("sha256").update(text9).digest("hex") };
  } catch (error) {
    throw new CatalogueError([describeFileProblem(file, error)]);
  }
}
function readCatalogue(value) {
  return runAtOnce(readCatalogueSliced(value));
}
function* readCatalogueSliced(value, creatives = []) {
  const data = yield* checkForm(value);
  const contradictions = yield* findContradictions(data);
  if (contradictions.length > 0) throw new CatalogueError(contradictions);
  const missing = yield* findMissingCreatives(data, creatives);
  if (missing.length > 0) throw new CatalogueError(missing);
  return yield* indexById(data);
}
var CHECKED_PER_STEP = 20;
function* checkForm(value) {
  const lists = LISTS.filter((list4) => isObject(value) && Array.isArray(value[list4]));
  const rest = isObject(value) ? { ...value, ...Object.fromEntries(lists.map((list4) => [list4, []])) } : value;
  const result = check(catalogueSchema, rest, Number.POSITIVE_INFINITY);
  const problems = "issues" in result ? result.issues.map((issue) => formatProblem(issue)) : [];
  const checked2 = {};
  for (const list4 of lists) {
    const checkEntry = (entry, at) => {
      const found = check(SCHEMAS[list4], entry, Number.POSITIVE_INFINITY);
      if ("output" in found) return found.output;
      problems.push(...found.issues.map((issue) => formatProblem(issue, [list4, at])));
      return void 0;
    };
    checked2[list4] = yield* mapSliced(Reflect.get(Object(value), list4), checkEntry, CHECKED_PER_STEP);
  }
  if (!("output" in result) || problems.length > 0) throw new CatalogueError(problems);
  return { ...result.output, ...checked2 };
}
function* changeCatalogue(before, puts, creatives) {
  const after = yield* putInCatalogue(before, puts);
  yield* checkChange(before, after, creatives);
  return after;
}
function* putInCatalogue(before, puts) {
  const problems = [];
  const checkPut = (put) => {
    if (!isPutOf(LISTS, put))
      throw new CatalogueError([`${put.list}: this version does not know such entries`]);
    const { list: list4, entry } = put;
    const result = check(SCHEMAS[list4], entry);
    if ("output" in result) return [{ list: list4, entry: result.output }];
    const entries = before.data[list4];
    const at = entries.findIndex(({ id: id4 }) => id4 === entry.id);
    const path = [list4, at < 0 ? entries.length : at];
    problems.push(...result.issues.map((issue) => formatProblem(issue, path)));
    return [];
  };
  const checked2 = yield* flatMapSliced(puts, checkPut, CHECKED_PER_STEP);
  if (problems.length > 0) throw new CatalogueError(problems);
  let after = before;
  for (const [list4, changed] of groupBy(checked2, (one) => one.list))
    after = replaceInList(
      after,
      list4,
      changed.map(({ entry }) => entry)
    );
  return after;
}
function* checkChange(before, after, creatives) {
  const problems = yield* findContradictions(after.data, MAX_PROBLEMS);
  if (problems.length === 0)
    problems.push(...yield* findMissingCreatives(after.data, creatives, listKnownImages(before, after)));
  if (problems.length > 0) throw new CatalogueError(problems);
}
function listKnownImages(before, after) {
  return (id4, image) => {
    const known4 = before.campaigns.get(id4);
    return known4 === after.campaigns.get(id4) || known4?.variations.flatMap(listImages).some((one) => one.image === image) === true;
  };
}
var { $schema: _, ...LIST_SCHEMAS } = catalogueSchema.entries;
var SCHEMAS = mapValues(
  LIST_SCHEMAS,
  (schema) => Reflect.get(Object(Reflect.get(Object(schema), "wrapped") ?? schema), "item")
);
function formatProblem(issue, above = []) {
  const keys = issue.path?.map(({ key }) => key) ?? [];
  return `${formatProblemPath([...above, ...keys])}: ${formatMessage(issue)}`;
}
function formatMessage(issue) {
  if (issue.message === UNEXPECTED_FIELD) return "this field is not known here";
  if (issue.received === "undefined") return "this field is missing";
  return describeIssue(issue).replace(/^Invalid \w+: E/, "e");
}
function* indexById(data) {
  const index = (entries) => mapByIdSliced(entries, (entry) => entry);
  const variations = /* @__PURE__ */ new Map();
  yield* forEachSliced(data.campaigns, (campaign3) => addVariations(variations, campaign3));
  return {
    data,
    accounts: yield* index(data.accounts),
    categories: yield* index(data.categories),
    carriers: yield* index(data.carriers),
    regions: yield* index(data.regions),
    offers: yield* index(data.offers),
    offerLandingPages: yield* index(data.offerLandingPages),
    sites: yield* index(data.sites),
    zones: yield* index(data.zones),
    campaigns: yield* index(data.campaigns),
    variations
  };
}
function addVariations(variations, campaign3) {
  for (const variation2 of campaign3.variations) variations.set(variation2.id, { variation: variation2, campaign: campaign3 });
}
function replaceInList(before, list4, entries) {
  const byId = new Map(before[list4]);
  for (const entry of entries) byId.set(entry.id, entry);
  const data = { ...before.data, [list4]: replaceEntries(before.data[list4], entries) };
  const after = { ...before, data, [list4]: byId };
  return list4 === "campaigns" ? { ...after, variations: replaceVariations(before, after, entries) } : after;
}
function replaceVariations(before, after, campaigns2) {
  const variations = new Map(before.variations);
  for (const { id: id4 } of campaigns2)
    for (const variation2 of before.campaigns.get(id4)?.variations ?? []) variations.delete(variation2.id);
  for (const { id: id4 } of campaigns2) {
    const campaign3 = after.campaigns.get(id4);
    if (campaign3) addVariations(variations, campaign3);
  }
  return variations;
}

// src/service/catalogue/applyFile.ts
import { isDeepStrictEqual } from "node:util";

// src/service/catalogue/signIns.ts
var SIGN_IN_FIELDS = ["username", "password", "apiTokens"];
function hasSignIn(account2) {
  return SIGN_IN_FIELDS.some((field) => field in account2);
}
function withoutSignIn({ id: id4, ...account2 }) {
  const kept = Object.entries(account2).filter(([field]) => !SIGN_IN_FIELDS.includes(field));
  return { id: id4, ...Object.fromEntries(kept) };
}
function withoutSignIns(document) {
  return { ...document, accounts: document.accounts.map(withoutSignIn) };
}

// src/service/catalogue/applyFile.ts
async function applyFile(live, value, { author, isDryRun, sequence, signIns }) {
  let lines = [];
  let signingIn = [];
  await live.change(async (document, catalogue, last) => {
    if (sequence !== void 0 && sequence !== last)
      throw new Error(
        "The catalogue was changed meanwhile. Export it again, then apply your changes to that."
      );
    const wanted = await runInSlices(readWanted(document, value));
    signingIn = wanted.accounts.filter(hasSignIn);
    const puts = planApply(document, withoutSignIns(wanted));
    lines = [...describePuts(createFinder(document), puts), ...signIns.describe(signingIn)];
    if (!isDryRun) return puts;
    await runInSlices(changeCatalogue(catalogue, puts, live.creatives));
    return [];
  }, author);
  if (!isDryRun) await signIns.take(signingIn, author);
  return lines;
}
var APPROVAL = ["review", "sentAt", "reason"];
var ARCHIVED = ["campaigns", "zones", "sites"];
function* readWanted(document, value) {
  const wanted = numberEntries(document, value);
  yield* readCatalogueSliced(wanted);
  return toDocument(wanted);
}
function planApply(document, wanted) {
  const find = createFinder(document);
  return [
    ...ARCHIVED.flatMap((list4) => archiveOthers(list4, document, wanted)),
    ...LISTS.flatMap((list4) => wanted[list4].map((entry) => ({ list: list4, entry: keepRest(list4, find, entry) })))
  ];
}
function numberEntries(document, value) {
  if (!isObject(value)) return value;
  const lists = LISTS.flatMap((list4) => {
    const entries = value[list4];
    if (!Array.isArray(entries)) return [];
    const next = createIdCounter([...document[list4], ...entries]);
    return [[list4, entries.map((entry) => addId(entry, next))]];
  });
  const numbered = { ...value, ...Object.fromEntries(lists) };
  return { ...numbered, ...numberCreatives(document, numbered.campaigns) };
}
function numberCreatives(document, campaigns2) {
  if (!Array.isArray(campaigns2)) return {};
  const next = createIdCounter([...document.campaigns, ...campaigns2].flatMap(listVariations));
  return {
    campaigns: campaigns2.map(
      (campaign3) => isObject(campaign3) && Array.isArray(campaign3.variations) ? { ...campaign3, variations: campaign3.variations.map((one) => addId(one, next)) } : campaign3
    )
  };
}
function addId(entry, next) {
  return isObject(entry) && entry.id === void 0 ? { id: next(), ...entry } : entry;
}
function archiveOthers(list4, document, named2) {
  const ids = new Set(named2[list4].map(({ id: id4 }) => id4));
  return document[list4].filter(({ id: id4, deleted }) => !ids.has(id4) && deleted !== true).map((entry) => ({ list: list4, entry: { ...entry, deleted: true } }));
}
function keepRest(list4, find, entry) {
  const before = list4 === "campaigns" ? find(list4, entry.id) : void 0;
  if (!before) return entry;
  const named2 = new Map(listVariations(entry).map((one) => [one.id, one]));
  const earlier = new Map(listVariations(before).map((one) => [one.id, one]));
  const variations = [...named2.values()].map((one) => keepApproval(earlier.get(one.id), one));
  for (const [id4, one] of earlier)
    if (!named2.has(id4)) variations.push(one.active === false ? one : { ...one, active: false });
  return { ...entry, variations };
}
function keepApproval(before, creative) {
  const fields = "review" in creative ? ["pending"] : ["pending", ...APPROVAL];
  return before ? keepMissing(fields, before, creative) : creative;
}
function keepMissing(fields, before, entry) {
  const kept = fields.filter((field) => field in before && !(field in entry));
  return { ...entry, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}
function listVariations(campaign3) {
  return isObject(campaign3) && Array.isArray(campaign3.variations) ? campaign3.variations : [];
}
function describePuts(find, puts) {
  return puts.flatMap(({ list: list4, entry }) => {
    const before = find(list4, entry.id);
    const name = `${list4} ${entry.id} ${JSON.stringify(quote(String(entry.name)))}`;
    if (!before) return [`add ${name}`];
    const fields = listDifferentFields(before, entry);
    if (fields.length === 0) return [];
    if (fields.join() === "deleted" && entry.deleted === true) return [`archive ${name}`];
    return [`change ${name}: ${fields.join(", ")}`];
  });
}
function listDifferentFields(a, b) {
  const fields = /* @__PURE__ */ new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].filter((field) => !isDeepStrictEqual(a[field], b[field]));
}

// src/service/catalogue/catalogueRequests.ts
async function runCatalogueRequest(live, request2, { time: time2, retain, signIns }) {
  let lines = [];
  let problems = [];
  if (request2.action === "apply") {
    const { value, isDryRun, sequence } = request2;
    const account2 = { id: 0, name: "zonetag-service catalogue" };
    try {
      await retain(JSON.stringify(value));
      const author = { account: account2, request: "", time: time2 };
      lines = await applyFile(live, value, { author, isDryRun, sequence, signIns });
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      problems = error.problems;
    }
  }
  return { document: live.document, sequence: live.sequence, lines, problems };
}

// src/service/catalogue/changeFiles.ts
import { readdir as readdir5, readFile as readFile5, rm as rm7, stat as stat3, truncate } from "node:fs/promises";
import { join as join15 } from "node:path";

// src/service/catalogue/changeLine.ts
var FORMAT2 = 1;
function keepChange(change) {
  const text9 = writeLine(change);
  return { sequence: change.sequence, digest: readDigest(text9), text: text9, change };
}
function readChange(line) {
  const change = readLine(line);
  const text9 = line.toString("utf8");
  return { sequence: change.sequence, digest: readDigest(text9), text: text9, change };
}
function writeLine(value) {
  const json3 = JSON.stringify(value);
  return `${digest(Buffer.from(json3))} ${json3}`;
}
function readLine(line) {
  const space = line.indexOf(" ");
  const json3 = line.subarray(space + 1);
  if (space < 0 || line.toString("latin1", 0, space) !== digest(json3))
    throw new Error("the line is damaged: its checksum differs.");
  const value = JSON.parse(json3.toString("utf8"));
  if (value.format === FORMAT2) return value;
  throw new Error(
    `the line has format ${value.format}, and this program reads format ${FORMAT2}. Run the version that wrote it.`
  );
}
function readDigest(text9) {
  return text9.slice(0, text9.indexOf(" "));
}
function digestDocument(document) {
  return digest(Buffer.from(JSON.stringify(document)));
}
function isSamePosition(a, b) {
  return a.sequence === b.sequence && a.digest === b.digest;
}
function writeNeedle(list4, id4) {
  return list4 === "creatives" ? `"creative":${id4},` : `{"list":"${list4}","id":${id4},`;
}
function writeRequestNeedle(request2) {
  return `"request":${JSON.stringify(request2)},"put":[`;
}

// src/service/catalogue/changeLines.ts
var NOTHING = { sequence: 0, digest: "" };
var EMPTY_SNAPSHOT = { format: 1, ...NOTHING, document: {} };
async function compareLines(own, shared) {
  const [here, there] = [await own.readHead(), await shared.readHead()];
  if (isSamePosition(here, there)) return [];
  if (isSamePosition(there, NOTHING)) {
    await shared.fill(await own.readSnapshot(), await own.read(0));
    return compareLines(own, shared);
  }
  if (there.sequence === here.sequence) return void 0;
  if (there.sequence > here.sequence) {
    const lines = await shared.read(here.sequence + 1);
    return follows(lines, here) ? lines : void 0;
  }
  const later = await own.read(there.sequence + 1);
  if (!follows(later, there)) return void 0;
  await shared.append(there, later);
  return compareLines(own, shared);
}
function follows([first], { sequence, digest: digest4 }) {
  return first?.sequence === sequence + 1 && first.change.previous === digest4;
}

// src/service/catalogue/changeFiles.ts
var CHANGES = { form: /^changes-(\d{12})\.log$/, name: (first) => `changes-${pad(first)}.log` };
var SNAPSHOT = { form: /^snapshot-(\d{12})\.json$/, name: (last) => `snapshot-${pad(last)}.json` };
var NEWLINE2 = 10;
var CATALOGUE_FOLDER = "catalogue";
function locateLiveCatalogue(data) {
  return join15(data, CATALOGUE_FOLDER);
}
function nameSegment(folder, first) {
  return join15(folder, CHANGES.name(first));
}
async function hasLiveCatalogue(data) {
  return hasSnapshot(locateLiveCatalogue(data));
}
async function hasSnapshot(folder) {
  return (await listFiles(folder, SNAPSHOT.form)).length > 0;
}
async function replay(folder, upTo = Number.POSITIVE_INFINITY) {
  const file = await readSnapshotFile(folder);
  const snapshot = parseSnapshot(file);
  let { sequence, digest: digest4 } = snapshot;
  const changes = [];
  for await (const { line, path } of readFrom(folder, sequence + 1)) {
    if (line.sequence > upTo) break;
    if (line.sequence !== sequence + 1)
      throw new Error(`${path}: change ${sequence + 1} is missing before change ${line.sequence}.`);
    if (line.change.previous !== digest4)
      throw new Error(`${path}: change ${line.sequence} does not follow the one before it.`);
    changes.push(line.change);
    ({ sequence, digest: digest4 } = line);
  }
  const document = putEntries(
    snapshot.document,
    changes.flatMap(({ put }) => put)
  );
  return { sequence, digest: digest4, document, snapshotBytes: file?.bytes.length ?? 0 };
}
async function readSnapshot(folder) {
  return parseSnapshot(await readSnapshotFile(folder));
}
async function readSnapshotFile(folder) {
  const path = (await listFiles(folder, SNAPSHOT.form)).at(-1)?.path;
  return path === void 0 ? void 0 : { path, bytes: await readFile5(path) };
}
function parseSnapshot(file) {
  if (!file) return EMPTY_SNAPSHOT;
  try {
    return readLine(file.bytes.subarray(0, -1));
  } catch (error) {
    throw new Error(`${file.path}: ${readMessage(error)}`);
  }
}
async function readChanges(folder, from) {
  const found = [];
  for await (const { line } of readFrom(folder, from)) found.push(line);
  return found;
}
async function* readFrom(folder, from) {
  const segments = await listSegments(folder);
  const later = segments.filter((_2, at) => (segments[at + 1]?.number ?? Number.POSITIVE_INFINITY) > from);
  for (const { path } of later)
    for (const [at, text9] of splitLines(await readFile5(path)).entries()) {
      const line = readAt(text9, `${path}:${at + 1}`);
      if (line.sequence >= from) yield { line, path };
    }
}
function readAt(line, place) {
  try {
    return readChange(line);
  } catch (error) {
    throw new Error(`${place}: ${readMessage(error)}`);
  }
}
async function* readHistory(folder, needle = "") {
  for (const { path } of (await listSegments(folder)).reverse()) {
    const content = await readFile5(path);
    if (!content.includes(needle)) continue;
    const lines = splitLines(content).filter((line) => line.includes(needle));
    for (const line of lines.reverse()) yield readChange(line).change;
  }
}
function splitLines(content) {
  const lines = [];
  for (let at = 0, end = content.indexOf(NEWLINE2); end >= 0; end = content.indexOf(NEWLINE2, at)) {
    lines.push(content.subarray(at, end));
    at = end + 1;
  }
  return lines;
}
async function openNewestSegment(folder) {
  const path = (await listSegments(folder)).at(-1)?.path;
  if (path === void 0) return void 0;
  const content = await readFile5(path);
  const bytes = content.lastIndexOf(NEWLINE2) + 1;
  if (bytes < content.length) await truncate(path, bytes);
  return { path, bytes };
}
async function writeSnapshot(folder, snapshot) {
  await makeFolder(folder);
  const before = await listFiles(folder, SNAPSHOT.form);
  const bytes = Buffer.from(`${writeLine(snapshot)}
`);
  await writeDurably(join15(folder, SNAPSHOT.name(snapshot.sequence)), [bytes]);
  for (const { path, number: number16 } of before) if (number16 < snapshot.sequence) await rm7(path);
  return bytes.length;
}
function listSegments(folder) {
  return listFiles(folder, CHANGES.form);
}
async function listFiles(folder, form) {
  const names = await readdir5(folder).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(readCode(error) ?? "")) return [];
    throw error;
  });
  const found = names.flatMap((name) => {
    const [, number16] = form.exec(name) ?? [];
    return number16 === void 0 ? [] : [{ path: join15(folder, name), number: Number(number16) }];
  });
  return found.sort((a, b) => a.number - b.number);
}
function pad(number16) {
  return String(number16).padStart(12, "0");
}

// src/service/catalogue/liveCollection.ts
import { randomUUID as randomUUID5 } from "node:crypto";
import { join as join17 } from "node:path";

// src/service/catalogue/folderLines.ts
import { once as once4 } from "node:events";
import { open as open3, rename as rename4, rm as rm8 } from "node:fs/promises";
import { basename as basename3, dirname as dirname5, join as join16 } from "node:path";

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

// src/service/catalogue/folderLines.ts
var FolderLines = class _FolderLines {
  #options;
  #head = NOTHING;
  /** Absent once it was taken, so that it does not outlive the changes after it. */
  #opened;
  /** File that the next change is appended to. */
  #path = "";
  #bytes = 0;
  #file;
  /** Set when the end of the file is not known: nothing may be appended then. */
  #broken;
  #snapshotBytes = 0;
  #snapshot = Promise.resolve();
  /** Rejects with an error that names file and line when the folder is damaged. */
  static async open(options) {
    const lines = new _FolderLines(options);
    await lines.#open();
    return lines;
  }
  constructor(options) {
    this.#options = options;
  }
  get folder() {
    return this.#options.folder;
  }
  async #open() {
    const newest = await openNewestSegment(this.folder);
    this.#opened = await replay(this.folder);
    const { sequence, digest: digest4, snapshotBytes } = this.#opened;
    this.#head = { sequence, digest: digest4 };
    this.#snapshotBytes = snapshotBytes;
    this.#path = newest?.path ?? nameSegment(this.folder, sequence + 1);
    this.#bytes = newest?.bytes ?? 0;
    this.#broken = void 0;
  }
  /** Resolves with the collection after the last change. */
  async load() {
    const opened = this.#opened ?? await replay(this.folder);
    this.#opened = void 0;
    return opened;
  }
  async readHead() {
    return this.#head;
  }
  read(from) {
    return readChanges(this.folder, from);
  }
  /** Resolves once the changes are on disk. When it rejects, none of them was made. */
  async append(after, lines) {
    const last = lines.at(-1);
    if (!isSamePosition(after, this.#head) || !last) return false;
    if (this.#broken) throw this.#broken;
    this.#opened = void 0;
    await this.#write(Buffer.from(writeTexts(lines)));
    this.#head = { sequence: last.sequence, digest: last.digest };
    if (this.#bytes > Math.max(this.#options.segmentBytes, this.#snapshotBytes)) await this.#rotate();
    return true;
  }
  readSnapshot() {
    return readSnapshot(this.folder);
  }
  async fill(snapshot, lines) {
    if (!isSamePosition(this.#head, NOTHING)) return false;
    await this.close();
    await rm8(this.folder, { recursive: true, force: true });
    await writeSnapshot(this.folder, snapshot);
    const [first] = lines;
    if (first) await writeDurably(nameSegment(this.folder, first.sequence), writeTexts(lines));
    await this.#open();
    return true;
  }
  /** Moves the files away and starts empty. Resolves with the folder where they are. */
  async setAside() {
    await this.close();
    const { sequence, digest: digest4 } = this.#head;
    const parent = join16(dirname5(this.folder), "set-aside");
    const aside = join16(parent, `${basename3(this.folder)}-${sequence}-${digest4}`);
    await makeFolder(parent);
    await rm8(aside, { recursive: true, force: true });
    await rename4(this.folder, aside);
    await syncFolder(parent);
    await this.#open();
    return aside;
  }
  /** Finishes the snapshot in the making. */
  async close() {
    await this.#file?.close();
    this.#file = void 0;
    await this.#snapshot;
  }
  async #write(bytes) {
    this.#file ??= await this.#openFile();
    try {
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      await this.#undo(this.#file);
      throw error;
    }
    this.#bytes += bytes.length;
  }
  async #openFile() {
    const file = await open3(this.#path, "a", 384);
    await syncFolder(this.folder);
    return file;
  }
  /** Removes what a failed write left, as on a full disk. */
  async #undo(file) {
    try {
      await file.truncate(this.#bytes);
      await file.datasync();
    } catch (error) {
      this.#broken = error;
    }
  }
  /** Later changes go to a new file, and a snapshot of those so far is made beside the requests. */
  async #rotate() {
    const { onProblem } = this.#options;
    const { sequence } = this.#head;
    await this.#file?.close().catch(onProblem);
    this.#file = void 0;
    this.#path = nameSegment(this.folder, sequence + 1);
    this.#bytes = 0;
    this.#snapshot = this.#snapshot.then(() => this.#makeSnapshot(sequence)).catch(onProblem);
  }
  async #makeSnapshot(sequence) {
    const { folder, keepMs, onSnapshot } = this.#options;
    const thread2 = startThread("snapshot-thread", "./snapshotThread.ts", import.meta.url);
    try {
      const done = once4(thread2, "message");
      const job = { folder, sequence, keepMs };
      thread2.postMessage(job);
      const [outcome] = await done;
      if (!outcome || "error" in outcome) throw new Error(outcome?.error);
      this.#snapshotBytes = outcome.bytes;
      const file = onSnapshot && await readSnapshotFile(folder);
      if (file) await onSnapshot({ sequence, digest: outcome.digest }, file.bytes.subarray(0, -1));
    } finally {
      await thread2.terminate();
    }
  }
};
function writeTexts(lines) {
  return lines.map(({ text: text9 }) => `${text9}
`).join("");
}

// src/service/catalogue/recordPuts.ts
import { isDeepStrictEqual as isDeepStrictEqual2 } from "node:util";
function recordPuts(puts, document, findOwner3) {
  const after = createFinder(putEntries(document, puts));
  const find = createFinder(document);
  return puts.flatMap(({ list: list4, creative, entry }) => {
    const before = find(list4, entry.id);
    if (isDeepStrictEqual2(before, entry)) return [];
    const owner = findOwner3({ list: list4, entry }, after);
    return [{ list: list4, id: entry.id, creative, owner, before, entry }];
  });
}

// src/service/catalogue/requestKeys.ts
var KEY_LIFE = DAY_MS;
var MAX_KEYS = 1e4;
var RequestKeys = class _RequestKeys {
  /** The oldest first. */
  #made = /* @__PURE__ */ new Map();
  /** Reads those of the last changes in a folder. */
  static async read(folder) {
    const lines = [];
    for await (const line of readHistory(folder)) {
      const newest = lines[0] ?? line;
      if (lines.length >= MAX_KEYS || Date.parse(line.time) + KEY_LIFE <= Date.parse(newest.time)) break;
      lines.push(line);
    }
    const keys = new _RequestKeys();
    for (const line of lines.reverse()) keys.add(line);
    return keys;
  }
  add({ account: account2, request: request2, time: time2, put }) {
    if (request2 === "") return;
    const references = put.map(({ list: list4, id: id4, creative }) => ({ list: list4, id: id4, creative }));
    this.#made.set(writeKey({ account: account2, request: request2 }), { at: Date.parse(time2), put: references });
    const [oldest] = this.#made.keys();
    if (this.#made.size > MAX_KEYS && oldest !== void 0) this.#made.delete(oldest);
  }
  /** Returns the entries that the request put; undefined if it is unknown or forgotten. `now`: milliseconds since 1970. */
  find(request2, now) {
    const made = this.#made.get(writeKey(request2));
    return made && made.at + KEY_LIFE > now ? made.put : void 0;
  }
};
function writeKey({ account: account2, request: request2 }) {
  return `${account2.id} ${request2}`;
}

// src/service/catalogue/sharedHistory.ts
import { rm as rm9 } from "node:fs/promises";
async function bringTogether(lines, shared, options) {
  try {
    const missing = await compareLines(lines, shared);
    if (missing === void 0) await takeShared(lines, shared, options.onLost);
    else await lines.append(await lines.readHead(), missing);
  } catch (error) {
    if ((await lines.readHead()).sequence === 0) throw error;
    options.onProblem?.(error);
  }
}
async function takeShared(own, shared, onLost) {
  const [snapshot, lines] = [await shared.readSnapshot(), await shared.read(0)];
  const [here, mine] = [await own.readHead(), await own.read(0)];
  const theirs = new Map(lines.map(({ sequence, digest: digest4 }) => [sequence, digest4]));
  const first = lines[0]?.sequence ?? snapshot.sequence + 1;
  const lost = mine.filter(({ sequence, digest: digest4 }) => sequence >= first && theirs.get(sequence) !== digest4);
  const isLost2 = lost.length > 0 || mine.length === 0 && !isSamePosition(here, NOTHING);
  const folder = await own.setAside();
  await own.fill(snapshot, lines);
  if (isLost2) onLost?.({ changes: lost.map(({ change }) => change), folder });
  else await rm9(folder, { recursive: true });
}

// src/service/catalogue/liveCollection.ts
var NotStoredError = class extends Error {
};
var SEGMENT_BYTES = 4 * 1024 ** 2;
var MAX_TRIES2 = 20;
async function createCollection(folder, document) {
  const isEmpty = Object.values(document).every(({ length }) => length === 0);
  const digest4 = isEmpty ? "" : digestDocument(document);
  await writeSnapshot(folder, { format: FORMAT2, sequence: 0, digest: digest4, document });
}
var LiveCollection = class {
  #collection;
  #lines;
  #shared;
  #options;
  /** Changes, and looks for those of other nodes, one after the other. */
  #queue = new SerialQueue();
  #waiting = [];
  #state;
  #keys;
  /** The last problem that was reported, so that each look does not report it again. */
  #problem = "";
  #prepare = async () => () => {
  };
  #onReload = () => {
  };
  /** `opened`: by `openCollection`. */
  constructor(collection, opened, options) {
    this.#collection = collection;
    this.#lines = opened.lines;
    this.#shared = options.shared;
    this.#options = options;
    this.#state = opened.state;
    this.#keys = opened.keys;
  }
  /** The entries as they were put in. Do not change them. */
  get document() {
    return this.#state.document;
  }
  /** Current value. Do not keep it: each change makes another. */
  get value() {
    return this.#state.value;
  }
  /** Number of the last change. */
  get sequence() {
    return this.#state.sequence;
  }
  async load() {
    return this.#state.value;
  }
  watch(prepare, onReload = () => {
  }) {
    this.#prepare = prepare;
    this.#onReload = onReload;
    const unwatch = this.#shared?.watch(() => void this.refresh());
    return {
      reload: () => this.refresh(),
      close: async () => {
        await unwatch?.();
        await this.close();
      }
    };
  }
  /** Takes over what other nodes changed. Resolves also when that is not possible at the moment. */
  refresh() {
    return this.#queue.run(() => this.#catchUp()).catch((error) => this.#options.onProblem?.(error));
  }
  /** Finishes the changes that wait. */
  async close() {
    await this.#queue.waitForAll();
    await this.#lines.close();
  }
  change(edit2, author) {
    return new Promise((resolve10, reject) => {
      this.#waiting.push({ edit: edit2, author, isRefused: false, resolve: resolve10, reject });
      void this.#queue.run(() => this.#makeWaiting());
    });
  }
  async #makeWaiting() {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#makeTogether(waiting);
  }
  /** Makes changes together. Each is refused by itself. */
  async #makeTogether(waiting) {
    try {
      await this.#makeAll(waiting);
    } catch (error) {
      if (waiting.length > 1 && !(error instanceof NotStoredError)) {
        const half = Math.floor(waiting.length / 2);
        await this.#makeTogether(waiting.slice(0, half));
        await this.#makeTogether(waiting.slice(half));
      } else for (const { reject } of waiting) reject(error);
    }
  }
  /** Makes changes without those whose edit refuses. Rejects when the others cannot be made together. */
  async #makeAll(waiting) {
    for (let tries = 0; tries < MAX_TRIES2; tries++) {
      const built = await this.#build(waiting);
      if (await this.#commit(built)) {
        for (const { waiting: waiting2, changed } of built) waiting2.resolve(changed);
        return;
      }
      await this.#catchUp();
    }
    throw new NotStoredError(`${this.#collection.title} is being changed all the time. Try again.`);
  }
  /** Builds changes on each other, in their order, and checks the collection after the last one. */
  async #build(all) {
    const collection = this.#collection;
    const before = this.#state;
    let { document, value, sequence } = before;
    const built = [];
    for (const waiting of all) {
      if (waiting.isRefused) continue;
      try {
        const repeated = this.#findRequest(waiting.author, built);
        const edited = repeated ? [] : await waiting.edit(document, value, sequence);
        const put = recordPuts(edited, document, collection.findOwner);
        if (put.length > 0) {
          value = await runInSlices(collection.put(value, put));
          document = putEntries(document, put);
          sequence += 1;
        }
        built.push({ waiting, changed: { value, put: repeated ?? put }, put });
      } catch (error) {
        waiting.isRefused = true;
        waiting.reject(error);
      }
    }
    if (value !== before.value) await runInSlices(collection.check(before.value, value, true));
    return built;
  }
  /** The lines of changes that change something. */
  #writeLines(built) {
    const lines = [];
    for (const { waiting, put } of built)
      if (put.length > 0)
        lines.push(keepChange(describeChange(lines.at(-1) ?? this.#state, waiting.author, put)));
    return lines;
  }
  /** False when another node made a change meanwhile. */
  async #commit(built) {
    const lines = this.#writeLines(built);
    const last = built.at(-1);
    if (lines.length === 0 || !last) return true;
    const { value } = last.changed;
    const use = await this.#prepare(value);
    if (!await this.#append(lines)) return false;
    this.#advance(lines, value);
    use();
    return true;
  }
  async #append(lines) {
    try {
      if (this.#shared && !await this.#shared.append(this.#state, lines)) return false;
    } catch (error) {
      throw error instanceof NotStoredError ? error : explainNotStored(error);
    }
    return this.#keep(lines);
  }
  /** With shared lines, a change is made even when this node cannot write its copy: a later look completes that. */
  async #keep(lines) {
    try {
      return await this.#lines.append(this.#state, lines) || this.#shared !== void 0;
    } catch (error) {
      if (!this.#shared) throw explainNotStored(error);
      this.#options.onProblem?.(error);
      return true;
    }
  }
  #advance(lines, value) {
    const { sequence, digest: digest4 } = lines.at(-1) ?? this.#state;
    const puts = lines.flatMap(({ change }) => change.put);
    for (const { change } of lines) this.#keys.add(change);
    this.#state = { sequence, digest: digest4, value, document: putEntries(this.#state.document, puts) };
  }
  /** Reads and applies the changes of other nodes. */
  async #catchUp() {
    if (!this.#shared) return;
    try {
      const lines = await compareLines(this.#lines, this.#shared);
      if (lines === void 0) await this.#replace();
      else if (lines.length > 0) await this.#follow(lines);
      this.#problem = "";
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      if (this.#problem !== error.message) this.#onReload(error);
      this.#problem = error.message;
    }
  }
  async #follow(lines) {
    const fresh = lines.filter(({ sequence }) => sequence > this.#state.sequence);
    await this.#shared?.bringImages(JSON.stringify(fresh.map(({ change }) => change.put)));
    const { value: before } = this.#state;
    let after = before;
    for (const { change } of fresh) after = await runInSlices(this.#collection.put(after, change.put));
    await runInSlices(this.#collection.check(before, after, false));
    const use = await this.#prepare(after);
    await this.#lines.append(await this.#lines.readHead(), lines);
    if (fresh.length === 0) return;
    this.#advance(fresh, after);
    use();
    this.#onReload();
  }
  async #replace() {
    const { shared, onLost } = this.#options;
    if (!shared) return;
    await takeShared(this.#lines, shared, onLost);
    const state = await readState(this.#collection, await this.#lines.load());
    await shared.bringImages(JSON.stringify(state.document));
    const keys = await RequestKeys.read(this.#lines.folder);
    const use = await this.#prepare(state.value);
    this.#state = state;
    this.#keys = keys;
    use();
    this.#onReload();
  }
  /** Returns the entries that an earlier request of this name put; undefined if there was none. */
  #findRequest(author, built) {
    const { request: request2, account: account2, time: time2 } = author;
    if (request2 === "") return void 0;
    const now = built.find(
      ({ waiting }) => waiting.author.request === request2 && waiting.author.account.id === account2.id
    );
    return now ? now.changed.put : this.#keys.find(author, time2);
  }
};
async function openCollection(collection, options) {
  const { data, shared, keepMs = Number.POSITIVE_INFINITY, segmentBytes = SEGMENT_BYTES } = options;
  const { onProblem = () => {
  } } = options;
  const folder = join17(data, collection.folder);
  if (!await hasSnapshot(folder)) await createCollection(folder, collection.toDocument({}));
  const settings = { folder, keepMs, segmentBytes, onProblem };
  if (shared) settings.onSnapshot = (snapshot, text9) => shared.offerSnapshot(snapshot, text9);
  const lines = await FolderLines.open(settings);
  if (shared) await bringTogether(lines, shared, options);
  const loaded = await lines.load();
  await shared?.bringImages(JSON.stringify(loaded.document));
  const keys = await RequestKeys.read(lines.folder);
  return { lines, keys, state: await readState(collection, loaded) };
}
async function readState(collection, { sequence, digest: digest4, document: loaded }) {
  const document = collection.toDocument(loaded);
  return { sequence, digest: digest4, document, value: await runInSlices(collection.read(document)) };
}
function describeChange({ sequence, digest: digest4 }, { account: account2, user, token, request: request2, time: time2 }, put) {
  return {
    format: FORMAT2,
    sequence: sequence + 1,
    id: randomUUID5(),
    previous: digest4,
    time: new Date(time2).toISOString(),
    account: account2,
    user,
    token,
    request: request2,
    put: [...put]
  };
}
function explainNotStored(error) {
  return new NotStoredError(`The change could not be stored: ${readMessage(error)}`);
}

// src/service/catalogue/liveCatalogue.ts
var LiveCatalogue = class _LiveCatalogue extends LiveCollection {
  name = "the live catalogue";
  /** Folders that must have the images of new creatives. */
  creatives = [];
  /** Opens the one of a data folder, an empty one where there is none. */
  static async open(options) {
    const { creatives = [] } = options;
    const collection = describeCatalogue(creatives);
    const live = new _LiveCatalogue(collection, await openCollection(collection, options), options);
    live.creatives = creatives;
    return live;
  }
};
function describeCatalogue(creatives) {
  return {
    title: "The catalogue",
    folder: CATALOGUE_FOLDER,
    toDocument,
    findOwner,
    read: readCatalogueSliced,
    put: putInCatalogue,
    // Images of changes by other nodes are brought along with them.
    check: (before, after, isNew) => checkChange(before, after, isNew ? creatives : [])
  };
}

// src/service/management/images.ts
import { createHash as createHash5 } from "node:crypto";
import { mkdir as mkdir2, readdir as readdir6, rm as rm10, stat as stat4, utimes } from "node:fs/promises";
import { join as join18 } from "node:path";

// src/service/management/imageFormats.ts
import { crc32 } from "node:zlib";
var FORMATS2 = {
  png: { isStart: (text9) => text9.startsWith("\x89PNG\r\n\n"), read: readPng },
  gif: { isStart: (text9) => /^GIF8[79]a/.test(text9), read: readGif },
  jpg: { isStart: (text9) => text9.startsWith("\xFF\xD8\xFF"), read: readJpeg },
  webp: { isStart: (text9) => text9.startsWith("RIFF") && text9.startsWith("WEBP", 8), read: readWebp },
  avif: { isStart: (text9) => text9.startsWith("ftypavif", 4), read: readAvif }
};
function findImageType(bytes) {
  const start = bytes.toString("latin1", 0, 12);
  return listKeys(FORMATS2).find((type) => FORMATS2[type].isStart(start));
}
function readImageSize(bytes, type) {
  try {
    return FORMATS2[type].read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return void 0;
    throw error;
  }
}
var Reader = class _Reader {
  #bytes;
  #end;
  at;
  constructor(bytes, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = end;
    this.at = at;
  }
  get isAtEnd() {
    return this.at >= this.#end;
  }
  take(length) {
    if (length < 0 || length > this.#end - this.at) throw new RangeError("The bytes end within a block.");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
  /** An unsigned number of up to eight bytes, the highest first; 0 of no bytes. */
  number(length) {
    return this.take(length).reduce((sum2, byte) => sum2 * 256 + byte, 0);
  }
  text(length) {
    return this.take(length).toString("latin1");
  }
  /** The next bytes as a reader of their own. */
  part(length) {
    this.take(length);
    return new _Reader(this.#bytes, this.at - length, this.at);
  }
};
function readPng(bytes) {
  const reader = new Reader(bytes, 8);
  let size3;
  let hasData = false;
  for (; ; ) {
    const length = reader.number(4);
    const chunk = reader.take(4 + length);
    if (crc32(chunk) !== reader.number(4)) return void 0;
    const type = chunk.toString("latin1", 0, 4);
    if (type === "IHDR") size3 ??= { width: chunk.readUInt32BE(4), height: chunk.readUInt32BE(8) };
    if (type === "IDAT") hasData = true;
    if (type === "IEND") return hasData ? size3 : void 0;
  }
}
var GIF_IMAGE = 44;
var GIF_EXTENSION = 33;
var GIF_TRAILER = 59;
function readGif(bytes) {
  const size3 = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const reader = new Reader(bytes, 10);
  const flags = reader.number(1);
  reader.take(2);
  skipColorTable(reader, flags);
  let hasImage = false;
  for (; ; ) {
    const block = reader.number(1);
    if (block === GIF_TRAILER) return hasImage ? size3 : void 0;
    if (block === GIF_IMAGE) {
      reader.take(8);
      skipColorTable(reader, reader.number(1));
      hasImage = true;
    } else if (block !== GIF_EXTENSION) return void 0;
    reader.take(1);
    for (let length = reader.number(1); length > 0; length = reader.number(1)) reader.take(length);
  }
}
function skipColorTable(reader, flags) {
  if (flags & 128) reader.take(3 * 2 ** ((flags & 7) + 1));
}
var JPEG_SCAN = 218;
var JPEG_END = 217;
var isRestart = (marker) => marker >= 208 && marker <= 215;
var isFrame = (marker) => marker >= 192 && marker <= 207 && ![196, 200, 204].includes(marker);
function readJpeg(bytes) {
  const reader = new Reader(bytes, 2);
  let size3;
  let hasScan = false;
  for (; ; ) {
    if (reader.number(1) !== 255) return void 0;
    let marker = reader.number(1);
    while (marker === 255) marker = reader.number(1);
    if (marker === JPEG_END) return hasScan ? size3 : void 0;
    const segment = reader.take(reader.number(2) - 2);
    if (isFrame(marker)) size3 ??= { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1) };
    if (marker !== JPEG_SCAN) continue;
    hasScan = true;
    reader.at = findMarker(bytes, reader.at);
  }
}
function findMarker(bytes, from) {
  for (let at = bytes.indexOf(255, from); at >= 0; at = bytes.indexOf(255, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 255 && !isRestart(marker)) return at;
  }
  return bytes.length;
}
var WEBP_PICTURES = ["VP8 ", "VP8L", "ANMF"];
function readWebp(bytes) {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return void 0;
  const reader = new Reader(bytes, 12);
  let size3;
  let hasPicture = false;
  while (!reader.isAtEnd) {
    const type = reader.text(4);
    const content = reader.take(reader.take(4).readUInt32LE());
    reader.take(content.length % 2);
    size3 ??= readWebpSize(type, content);
    if (WEBP_PICTURES.includes(type)) hasPicture = true;
  }
  return hasPicture ? size3 : void 0;
}
function readWebpSize(type, content) {
  if (type === "VP8X") return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  if (type === "VP8 ")
    return { width: content.readUInt16LE(6) & 16383, height: content.readUInt16LE(8) & 16383 };
  if (type !== "VP8L") return void 0;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 16383) + 1, height: (bits >> 14 & 16383) + 1 };
}
function readAvif(bytes) {
  let size3;
  let hasPicture = false;
  for (const { type, content } of readBoxes(new Reader(bytes))) {
    if (type === "moov") hasPicture = true;
    if (type !== "meta") continue;
    content.take(4);
    for (const inner of readBoxes(content)) {
      if (inner.type === "iprp") size3 ??= findLargest(inner.content);
      if (inner.type !== "iloc") continue;
      hasPicture = true;
      if (!isLocated(inner.content, bytes.length)) return void 0;
    }
  }
  return hasPicture ? size3 : void 0;
}
function findLargest(properties) {
  let largest;
  for (const { type, content } of readBoxes(properties)) {
    if (type !== "ipco") continue;
    for (const property of readBoxes(content)) {
      if (property.type !== "ispe") continue;
      property.content.take(4);
      const size3 = { width: property.content.number(4), height: property.content.number(4) };
      if (!largest || size3.width * size3.height > largest.width * largest.height) largest = size3;
    }
  }
  return largest;
}
function* readBoxes(reader) {
  while (!reader.isAtEnd) yield readBox(reader);
}
function readBox(reader) {
  const length = reader.number(4);
  const type = reader.text(4);
  return { type, content: reader.part(length === 1 ? reader.number(8) - 16 : length - 8) };
}
function isLocated(reader, length) {
  const version2 = reader.number(1);
  reader.take(3);
  const sizes = reader.number(1);
  const more = reader.number(1);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version2 > 0 ? more & 15 : 0;
  for (let items = reader.number(version2 < 2 ? 2 : 4); items > 0; items--) {
    reader.take(version2 < 2 ? 2 : 4);
    const isInFile = version2 === 0 || (reader.number(2) & 15) === 0;
    reader.take(2);
    const base = reader.number(baseSize);
    const extents = reader.number(2);
    if (offsetSize + lengthSize + indexSize === 0) continue;
    for (let extent = 0; extent < extents; extent++) {
      reader.take(indexSize);
      const end = base + reader.number(offsetSize) + reader.number(lengthSize);
      if (isInFile && end > length) return false;
    }
  }
  return true;
}

// src/service/management/refusal.ts
var ChangeRefused = class extends Error {
  status;
  /** At most those that an answer lists. */
  problems;
  /** Names of the fields that a conflict is about. */
  fields;
  /** The reason of each entry of a bulk change that cannot be changed; as many as there are entries. */
  entries;
  constructor(status, message, problems, { fields, entries } = {}) {
    super(message);
    this.name = "ChangeRefused";
    this.status = status;
    this.problems = problems && boundProblems(problems);
    this.fields = fields;
    this.entries = entries;
  }
};
function boundProblems(problems) {
  const bounded = new ProblemList();
  for (const problem of problems) {
    for (const [path, message] of Object.entries(problem)) bounded.add(path, message);
    if (bounded.isFull) break;
  }
  return bounded.list();
}
function refuseField(field, message, status = 400) {
  return new ChangeRefused(status, message, [{ [`[${field}]`]: message }]);
}
function refuseFields(fields, describe4, status = 400) {
  const listed = fields.slice(0, MAX_PROBLEMS + 1);
  const problems = listed.map((field) => ({ [formatPath([field])]: describe4(field) }));
  return new ChangeRefused(status, "The change was not made.", problems);
}

// src/service/management/images.ts
var MAX_PIXELS = 4096;
var UPLOADS = "creatives";
var UNNAMED_LIFE = DAY_MS;
var NAMES2 = /image-[0-9a-f]{32}\.\w{3,4}\b/g;
var NAME = /^image-[0-9a-f]{32}\.\w{3,4}$/;
var OWN_FILE = /^image-[0-9a-f]{32}\.\w{3,4}(\.\d+)?$/;
var ImageFolder = class {
  folder;
  #uploads;
  /** No image is deleted while it is stored again. */
  #queue = new SerialQueue();
  constructor(folder, uploads) {
    this.folder = folder;
    this.#uploads = uploads;
  }
  store(account2, bytes) {
    return this.#queue.run(() => storeImage(account2, bytes, this.folder, this.#uploads));
  }
  async bring() {
  }
  retain(text9) {
    return this.#queue.run(async () => {
      for (const name of findImageNames(text9)) await touch(join18(this.folder, name));
    });
  }
  async sweep(named2) {
    for (const name of await listImages2(this.folder))
      if (!named2.has(name)) await this.#queue.run(() => removeIfOld(join18(this.folder, name)));
    await this.#queue.run(async () => this.#uploads.keep(new Set(await listImages2(this.folder))));
  }
};
function isImageName(name) {
  return NAME.test(name);
}
function findImageNames(text9) {
  const decoded = text9.replace(
    /%([2-7][0-9a-f])/gi,
    (_2, code) => String.fromCharCode(Number.parseInt(code, 16))
  );
  return new Set(decoded.match(NAMES2));
}
async function listImages2(folder) {
  const names = await readdir6(folder).catch((error) => {
    if (readCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => OWN_FILE.test(name));
}
async function removeIfOld(file) {
  const { mtimeMs } = await stat4(file);
  if (Date.now() - mtimeMs >= UNNAMED_LIFE) await rm10(file);
}
async function touch(file) {
  const now = /* @__PURE__ */ new Date();
  await utimes(file, now, now).catch((error) => {
    if (readCode(error) !== "ENOENT") throw error;
  });
}
async function storeImage(account2, bytes, folder, uploads) {
  const { type, width, height } = readImage(bytes);
  const name = nameImage(bytes, type);
  await uploads.add(account2, name, bytes.length);
  await mkdir2(folder, { recursive: true });
  await keepImage(join18(folder, name), bytes);
  return {
    image: `/creatives/${name}`,
    width,
    height,
    type,
    animated: isAnimated(bytes, type),
    bytes: bytes.length
  };
}
function nameImage(bytes, ending) {
  return `image-${createHash5("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
}
function readImage(bytes) {
  const type = findImageType(bytes);
  if (!type) throw new ChangeRefused(415, "Expected an image: PNG, JPEG, WebP, AVIF or GIF.");
  const size3 = readImageSize(bytes, type);
  if (!size3) throw new ChangeRefused(400, "The image is cut off or damaged. Save it again, then upload it.");
  const { width, height } = size3;
  if (width === 0 || height === 0 || Math.max(width, height) > MAX_PIXELS)
    throw new ChangeRefused(400, `Expected an image of at most ${MAX_PIXELS} by ${MAX_PIXELS} pixels.`);
  return { type, width, height };
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

// src/service/passwordFile.ts
import { readFileSync as readFileSync2 } from "node:fs";
import { Option } from "commander";
var ENGINES = { redis: "Redis", clickhouse: "ClickHouse" };
function passwordFileOption(engine) {
  return new Option(
    `--${engine}-password-file <file>`,
    `file with the password of ${ENGINES[engine]}, in place of one in its address`
  ).env(`ZONETAG_${engine.toUpperCase()}_PASSWORD_FILE`);
}
function addPasswordFiles(command) {
  return command.hook("preAction", (_2, action) => {
    for (const engine of Object.keys(ENGINES)) {
      const file = action.getOptionValue(`${engine}PasswordFile`);
      const address = action.getOptionValue(engine);
      if (typeof file !== "string") continue;
      if (typeof address !== "string")
        throw new Error(`--${engine}-password-file needs --${engine}, the address that the password is for.`);
      action.setOptionValue(engine, insertPassword(address, file, engine));
    }
  });
}
function insertPassword(address, file, engine) {
  const [, scheme = "", user = "", rest = ""] = /^([^/]*\/\/)(?:([^/]*)@)?(.*)$/.exec(address) ?? [];
  if (user.includes(":"))
    throw new Error(`--${engine} has a password, and --${engine}-password-file names another. Remove one.`);
  return `${scheme}${user}:${encodeURIComponent(readPassword(file, engine))}@${rest}`;
}
function readPassword(file, engine) {
  const password = readText(file, engine).replace(/\r?\n$/, "");
  if (password !== "" && !/[\r\n]/.test(password)) return password;
  throw new Error(`--${engine}-password-file: ${file} has to contain the password in its only line.`);
}
function readText(file, engine) {
  try {
    return readFileSync2(file, "utf8");
  } catch (error) {
    throw new Error(`--${engine}-password-file: ${file} cannot be read: ${readMessage(error)}`);
  }
}

// src/service/people/livePeople.ts
import { join as join19 } from "node:path";

// src/service/people/peopleSchema.ts
import * as v3 from "valibot";

// src/protocol/people.ts
var USER_ROLES = ["viewer", "editor", "owner"];
function includesRole(role2, needed) {
  return USER_ROLES.indexOf(role2) >= USER_ROLES.indexOf(needed);
}
var USER_LANGUAGES = ["en", "de"];
var TOKEN_ROLES = ["viewer", "editor"];

// src/service/people/peopleSchema.ts
var MAX_EMAIL = 254;
var MAX_NAME = 200;
var MAX_USERNAME = 500;
var MAX_ACCOUNTS = 1e3;
var id2 = v3.pipe(v3.number(), v3.safeInteger(), v3.minValue(1), v3.maxValue(2147483647));
var userName = v3.pipe(
  v3.string("Expected a text."),
  v3.trim(),
  v3.minLength(1, "Expected a text."),
  v3.maxLength(MAX_NAME, `Expected a text of at most ${MAX_NAME} characters.`)
);
var email2 = v3.pipe(
  v3.string("Expected an e-mail address."),
  v3.trim(),
  v3.maxLength(MAX_EMAIL, "Expected an e-mail address."),
  v3.email("Expected an e-mail address."),
  v3.toLowerCase()
);
var userRole = v3.picklist(USER_ROLES, `Expected ${USER_ROLES.join(", ")}.`);
var userLanguage = v3.picklist(USER_LANGUAGES, `Expected ${USER_LANGUAGES.join(" or ")}.`);
var signInName = v3.pipe(
  v3.string("Expected a text."),
  v3.minLength(1, "Expected a text."),
  v3.maxLength(MAX_USERNAME, `Expected a text of at most ${MAX_USERNAME} characters.`)
);
var userSchema = strictObject2({
  id: id2,
  /** Absent for a user who signs in with a user name. */
  email: v3.optional(email2),
  /** Absent for a user who signs in with an e-mail address. */
  username: v3.optional(signInName),
  name: userName,
  language: v3.optional(userLanguage),
  /** Absent until the user has set one. */
  password: v3.optional(v3.pipe(v3.string(), v3.regex(PASSWORD_FORM))),
  accounts: v3.pipe(
    list(strictObject2({ account: id2, role: userRole })),
    v3.minLength(1),
    v3.maxLength(MAX_ACCOUNTS, `Expected at most ${MAX_ACCOUNTS} accounts.`)
  ),
  /** The one link that is valid. */
  link: v3.optional(
    strictObject2({
      digest: v3.pipe(v3.string(), v3.regex(TOKEN_FORM)),
      expires: v3.pipe(v3.string(), v3.isoTimestamp())
    })
  )
});
var tokenRole = v3.picklist(TOKEN_ROLES, `Expected ${TOKEN_ROLES.join(" or ")}.`);
var tokenSchema = strictObject2({
  id: id2,
  account: id2,
  name: userName,
  role: tokenRole,
  digest: v3.pipe(v3.string(), v3.regex(TOKEN_FORM)),
  /** Absent for a token that the catalogue had. */
  created: v3.optional(v3.pipe(v3.string(), v3.isoTimestamp())),
  /** Id of the user who made it. */
  creator: v3.optional(id2),
  expires: v3.optional(v3.pipe(v3.string(), v3.isoTimestamp()))
});

// src/service/people/people.ts
var NOBODY = {
  users: /* @__PURE__ */ new Map(),
  byName: /* @__PURE__ */ new Map(),
  tokens: /* @__PURE__ */ new Map(),
  byDigest: /* @__PURE__ */ new Map(),
  taken: /* @__PURE__ */ new Set()
};
function describeDeleted(id4) {
  return { id: id4, deleted: true };
}
function* changePeople(people, puts) {
  const users = new Map(people.users);
  const tokens = new Map(people.tokens);
  const taken = new Set(people.taken);
  yield* forEachSliced(puts, ({ list: list4, entry }) => {
    if (list4 === "users") putEntry(users, "users", entry, userSchema);
    else if (list4 === "tokens") putEntry(tokens, "tokens", entry, tokenSchema);
    else if (list4 === "taken") taken.add(entry.id);
    else throw new CatalogueError([`${list4}: this version does not know such entries`]);
  });
  requireDifferentNames(users);
  return { ...indexPeople(users, tokens), taken };
}
function indexPeople(users, tokens) {
  const byName = new Map([...users.values()].map((user) => [getSignInName(user), user]));
  const byDigest = new Map([...tokens.values()].map((token) => [token.digest, token]));
  return { users, byName, tokens, byDigest };
}
function getSignInName({ email: email3, username }) {
  return email3 ?? username ?? "";
}
function putEntry(entries, list4, entry, schema) {
  if (entry.deleted === true) {
    entries.delete(entry.id);
    return;
  }
  const result = check(schema, entry);
  if ("issues" in result) {
    const problems = result.issues.map(({ path, message }) => {
      const keys = path?.map(({ key }) => key) ?? [];
      return `${list4}[${entry.id}]${keys.map((key) => `.${key}`).join("")}: ${message}`;
    });
    throw new CatalogueError(problems);
  }
  entries.set(entry.id, result.output);
}
function requireDifferentNames(users) {
  const seen = /* @__PURE__ */ new Set();
  for (const user of users.values()) {
    const field = user.email === void 0 ? "username" : "email";
    const name = getSignInName(user);
    if (seen.has(name)) throw new CatalogueError([`users[${user.id}].${field}: another user has it`]);
    seen.add(name);
  }
}
function findToken({ byDigest }, digest4, now) {
  const token = byDigest.get(digest4);
  return token && !isExpired(token, now) ? token : void 0;
}
function isExpired({ expires }, now) {
  return expires !== void 0 && Date.parse(expires) <= now;
}
function findByName({ byName }, name) {
  return byName.get(name.trim().toLowerCase()) ?? byName.get(name);
}
function findUserRole({ accounts: accounts2 }, { id: id4, network }) {
  const find = (wanted) => accounts2.find(({ account: account2 }) => account2 === wanted)?.role;
  return find(id4) ?? find(network);
}
function chooseAccount(user, id4, { accounts: accounts2 }) {
  const wanted = id4 === void 0 ? user.accounts.map(({ account: account2 }) => account2) : [id4];
  const found = wanted.flatMap((one) => accounts2.get(one) ?? []);
  return found.find((account2) => findUserRole(user, account2) !== void 0);
}
function describeSignedIn(user, { accounts: known4 }) {
  const accounts2 = user.accounts.flatMap(({ account: account2, role: role2 }) => {
    const found = known4.get(account2);
    return found ? [{ id: account2, name: found.name, role: role2 }] : [];
  });
  return { ...describeUser(user), accounts: accounts2 };
}
function describeUser({ id: id4, email: email3, username, name, language: language2 }) {
  return {
    id: id4,
    ...email3 !== void 0 && { email: email3 },
    ...username !== void 0 && { username },
    name,
    ...language2 && { language: language2 }
  };
}
function listAccountUsers({ users }, account2) {
  const members = [...users.values()].filter(
    ({ accounts: accounts2 }) => accounts2.some((one) => one.account === account2)
  );
  return members.sort((a, b) => a.id - b.id);
}
function listAccountTokens({ tokens }, account2) {
  return [...tokens.values()].filter((token) => token.account === account2).sort((a, b) => a.id - b.id);
}

// src/service/people/livePeople.ts
var PEOPLE_FOLDER = "people";
function locatePeople(data) {
  return join19(data, PEOPLE_FOLDER);
}
var LISTS2 = ["users", "tokens", "taken"];
var EMPTY_PEOPLE = { users: [], tokens: [], taken: [] };
var PEOPLE = {
  title: "The list of people",
  folder: PEOPLE_FOLDER,
  toDocument: (value) => pickLists(value, LISTS2),
  read: (document) => changePeople(
    NOBODY,
    LISTS2.flatMap((list4) => document[list4].map((entry) => ({ list: list4, entry })))
  ),
  put: changePeople,
  *check() {
  },
  // Users belong to several accounts.
  findOwner: ({ list: list4, entry }) => list4 === "tokens" ? Number(entry.account ?? 0) : 0
};
var LivePeople = class _LivePeople extends LiveCollection {
  /** Opens those of a data folder; none where there is no file. */
  static async open(options) {
    return new _LivePeople(PEOPLE, await openCollection(PEOPLE, options), options);
  }
};

// src/service/people/accountSignIn.ts
import * as v4 from "valibot";
function readSignIn({ id: id4, name, username, password, apiTokens }) {
  const digests = Array.isArray(apiTokens) ? apiTokens : [];
  const tokens = digests.map((digest4, at) => {
    return { account: id4, name: `Catalogue token ${at + 1}`, role: "editor", digest: digest4 };
  });
  if (typeof username !== "string" || typeof password !== "string") return { tokens };
  const accounts2 = [{ account: id4, role: "owner" }];
  const user = { ...nameUser(username), name: String(name).slice(0, MAX_NAME), password, accounts: accounts2 };
  return { user, tokens };
}
function nameUser(name) {
  const address = v4.safeParse(email2, name);
  return address.success ? { email: address.output } : { username: name };
}

// src/service/people/takeSignIns.ts
function planTaking(document, people, accounts2) {
  const next = { users: createIdCounter(document.users), tokens: createIdCounter(document.tokens) };
  const planned = { puts: [], refused: [] };
  for (const account2 of accounts2) {
    if (people.taken.has(account2.id)) continue;
    const { user, tokens } = readSignIn(account2);
    planned.puts.push({ list: "taken", entry: { id: account2.id } });
    if (user && findByName(people, getSignInName(user))) planned.refused.push(account2);
    else if (user) planned.puts.push({ list: "users", entry: { id: next.users(), ...user } });
    for (const token of tokens) planned.puts.push({ list: "tokens", entry: { id: next.tokens(), ...token } });
  }
  return planned;
}
function createTaker(people) {
  return {
    describe: (accounts2) => {
      const { puts, refused } = planTaking(people.document, people.value, accounts2);
      if (refused.length > 0)
        throw new CatalogueError(
          refused.map(
            ({ id: id4, username }) => `accounts ${id4}: another user signs in as ${JSON.stringify(username)}`
          )
        );
      return puts.flatMap(
        ({ list: list4, entry }) => list4 === "taken" ? [] : [`add ${list4} ${entry.id} ${JSON.stringify(entry.username ?? entry.email ?? entry.name)}`]
      );
    },
    take: async (accounts2, author) => {
      await people.change((document, value) => planTaking(document, value, accounts2).puts, author);
    }
  };
}
async function moveSignIns(live, people, author) {
  const accounts2 = live.document.accounts.filter(hasSignIn);
  if (accounts2.length === 0) return [];
  let refused = [];
  await people.change((document, value) => {
    const planned = planTaking(document, value, accounts2);
    refused = planned.refused;
    return planned.puts;
  }, author);
  await live.change(
    (document) => document.accounts.filter(hasSignIn).map((entry) => ({ list: "accounts", entry: withoutSignIn(entry) })),
    author
  );
  return refused;
}
async function createLiveData(data, document, users = []) {
  const before = { ...EMPTY_PEOPLE, users };
  const { puts } = planTaking(before, NOBODY, document.accounts.filter(hasSignIn));
  await createCollection(locatePeople(data), putEntries(before, puts));
  await createCollection(locateLiveCatalogue(data), withoutSignIns(document));
}

// src/service/redis/names.ts
import { createHmac } from "node:crypto";
var PREFIX2 = "zonetag:";
var BUDGET_SHARDS = 16;
var DIGEST_LENGTH = 16;
function createNames(key) {
  const digest4 = (text9) => createHmac("sha256", key).update(text9).digest();
  const shard = (campaign3) => (digest4(`budget ${campaign3}`)[0] ?? 0) % BUDGET_SHARDS;
  const write3 = (bytes) => bytes.toString("base64url").slice(0, DIGEST_LENGTH);
  return {
    limit: (limit, text9) => `${PREFIX2}limit:{${write3(digest4(`${limit} ${text9}`))}}`,
    budget: (campaign3) => `${PREFIX2}budget:{${shard(campaign3)}}:${write3(digest4(`budget ${campaign3}`))}`,
    mark: (campaign3) => nameMark(shard(campaign3)),
    failures: (text9) => `${PREFIX2}failures:${write3(digest4(`failures ${text9}`))}`,
    signIns: (name) => `${PREFIX2}sign-ins:${write3(digest4(`sign-ins ${name}`))}`,
    address: (name, address) => write3(digest4(`address ${JSON.stringify([name, address])}`)),
    visitor: (user) => `${PREFIX2}visitor:{${write3(digest4(`visitor ${user}`))}}`
  };
}
function nameStoredImage(name) {
  return `${PREFIX2}image:${name}`;
}
function nameRetained(name) {
  return `${PREFIX2}retained:{${nameStoredImage(name)}}`;
}
function nameUploads(account2) {
  return `${PREFIX2}uploads:${account2}`;
}
function nameMark(shard) {
  return `${PREFIX2}mark:{${shard}}`;
}
function nameEvents(epoch, page, what) {
  return `${PREFIX2}events:{${epoch}.${page}}:${what}`;
}
function nameCollection(name) {
  const head = `${PREFIX2}{${name}}`;
  return { head, lines: `${head}:lines`, snapshot: `${head}:snapshot` };
}
var CATALOGUE = nameCollection("catalogue");
var PEOPLE2 = nameCollection("people");
var TOKEN_USES = `${PREFIX2}token-uses`;
var SESSIONS = `${PREFIX2}{sessions}`;
var SESSIONS_ENDED = `${SESSIONS}:ended`;
function nameSession(id4) {
  return `${SESSIONS}:${id4}`;
}
function nameSessionsOf(owner) {
  return `${SESSIONS}:of:${owner}`;
}
var SHARES = `${PREFIX2}shares`;
var VIEWS = `${PREFIX2}views`;
var SETUP = `${PREFIX2}setup`;
var SECRET = `${PREFIX2}secret`;
var EPOCH = `${PREFIX2}epoch`;
var BEATS = `${PREFIX2}beats`;
var PROBE = `${PREFIX2}probe`;

// src/service/redis/redisConnection.ts
import { createClient } from "@redis/client";

// src/service/net/connectProblem.ts
var CERTIFICATE = /CERT|UNABLE_TO_|certificate|self.signed|unable to verify|altnames|^(HOSTNAME_MISMATCH|INVALID_CA)/i;
var TLS_MISMATCH = /wrong version number|packet length too long|record layer|EPROTO|ERR_SSL_/;
function listConnectionCauses(plain, secure) {
  return [
    [
      TLS_MISMATCH,
      `does not speak TLS at this port. To go without, begin the address with ${plain}; or name the port with TLS.`
    ],
    [
      CERTIFICATE,
      "has a TLS certificate that is not trusted. Name its authority in NODE_EXTRA_CA_CERTS, and use the host of the certificate."
    ],
    [
      /Socket closed unexpectedly|ECONNRESET|socket hang up/,
      `ends the connection. If it expects TLS, begin the address with ${secure}; otherwise another program listens at this port.`
    ],
    [/ECONNREFUSED/, "refuses connections. Start it, or correct host and port."],
    [/ENOTFOUND|EAI_AGAIN/, "has a host name that cannot be resolved. Correct it."]
  ];
}
function findCause(causes, reported) {
  return causes.find(([pattern]) => pattern.test(reported))?.[1];
}
function isTlsProblem(error) {
  const code = readCode(error) ?? "";
  return TLS_MISMATCH.test(code) || CERTIFICATE.test(code);
}
var MAX_REPORTED = 200;
function summarizeError(error) {
  const text9 = readMessage(error) || (readCode(error) ?? "unknown error");
  return text9.replace(/\s+/g, " ").trim().slice(0, MAX_REPORTED);
}
var NO_ANSWER = "does not answer. Check host and port, and that a firewall lets this machine through.";
function writeProblem(server, url, cause, reported) {
  return `${server} at ${url.replace(/\/\/[^/]*@/, "//")} ${cause} (${reported})`;
}

// src/service/redis/redisReply.ts
import { ErrorReply } from "@redis/client";
function readNumbers(reply) {
  return readList(reply, (entry) => typeof entry === "number");
}
function readTexts(reply) {
  return readList(reply, (entry) => typeof entry === "string");
}
function readFields(reply) {
  return readList(reply, (entry) => entry === null || typeof entry === "string");
}
var CODES2 = [/^ERR Error running script.* -([A-Z]+) /, /^-?([A-Z]+)/];
var NOT_PERMITTED = "The user executing the script can't run";
function readErrorCode(error) {
  if (!(error instanceof ErrorReply)) return void 0;
  const { message } = error;
  if (message.includes(NOT_PERMITTED)) return "NOPERM";
  return CODES2.map((pattern) => pattern.exec(message)?.[1]).find((code) => code !== void 0) ?? "ERR";
}
function readList(reply, isEntry) {
  if (Array.isArray(reply) && reply.every(isEntry)) return reply;
  throw new TypeError("Redis gave a reply of another kind than the command has.");
}

// src/service/redis/scripts.ts
import { createHash as createHash6 } from "node:crypto";
import { readFileSync as readFileSync3 } from "node:fs";
function readScript(name) {
  const text9 = readFileSync3(new URL(`./lua/${name}.lua`, import.meta.url), "utf8");
  return { text: text9, digest: createHash6("sha1").update(text9).digest("hex") };
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

// src/service/redis/startProblem.ts
var CAUSES = [
  [
    /^WRONGPASS/,
    "refuses the user name or the password. Correct them in the address: redis://USER:PASSWORD@HOST:PORT."
  ],
  [/^NOAUTH/, "needs a password. Put it into the address: redis://:PASSWORD@HOST:PORT."],
  [
    /AUTH.*without any password configured/,
    "has no password, but the address has one. Remove it from the address, or set one in Redis."
  ],
  [
    /DB index is out of range|invalid DB index|SELECT is not allowed in cluster mode/i,
    "does not have the database that the address names after the port. Use one that exists, such as 0."
  ],
  [
    /^(MOVED|ASK|CROSSSLOT|CLUSTERDOWN)/,
    "is a node of a Redis Cluster, which the service does not support. Name a single server, or a proxy that knows the cluster."
  ],
  [/^READONLY/, "is a replica that takes no changes. Name the primary."],
  [
    /^NOPERM/,
    "does not permit its user what the service needs. Allow it all commands on the keys and channels `zonetag:*`."
  ],
  [/^LOADING/, "still reads its data. Start the service again when it is ready."],
  [/^OOM/, "is out of memory. Raise `maxmemory`."],
  [/^MISCONF/, "cannot write its data to disk, and takes no changes until it can. See the log of Redis."],
  [/^NOREPLICAS/, "has fewer replicas than `min-replicas-to-write`. Start them, or lower the setting."],
  [/^BUSY/, "is running a long script. Start the service again when that has ended, or run SCRIPT KILL."],
  [/Unknown RESP type/, "is not Redis: another program listens at this port. Correct host and port."],
  ...listConnectionCauses("redis://", "rediss://")
];
function describeStartProblem(url, error) {
  const reported = summarizeError(error);
  const text9 = readErrorCode(error) === "NOPERM" ? "NOPERM" : reported;
  return writeProblem("Redis", url, findCause(CAUSES, text9) ?? describeSilence(url), reported);
}
function describeSilence(url) {
  return url.startsWith("rediss:") ? "does not answer with TLS. If the port has none, begin the address with redis://." : NO_ANSWER;
}

// src/service/redis/redisConnection.ts
var RedisAwayError = class extends Error {
  name = "RedisAwayError";
};
var PROBE_EVERY_MS = 100;
var RENEW_AFTER_MS = 5e3;
var LONGEST_PAUSE_MS = 1e3;
var NO_ANSWER2 = "no answer";
var FAULTS = /* @__PURE__ */ new Set(["ERR", "WRONGTYPE"]);
var REFUSAL_SHOWS_MS = 6e4;
var RedisConnection = class _RedisConnection {
  #options;
  #client;
  /** Why scripts are refused at once: `NO_ANSWER`, or the code of an error reply. */
  #problem;
  #awaySince = 0;
  #probing;
  #isOpen = false;
  /** Number of outages. */
  #outages = 0;
  /** Error replies since the start, by code. */
  #refusals = /* @__PURE__ */ new Map();
  #lastRefusal;
  #onReturn = [];
  /** Timeout of a command in milliseconds. */
  #timeout = START_TIMEOUT_MS;
  constructor(options) {
    this.#options = options;
    this.#client = this.#createClient();
  }
  /** Rejects with a one-line error that names the cause when Redis cannot be used. */
  static async open(options) {
    const connection = new _RedisConnection(options);
    try {
      await connection.#connect();
      await connection.#runProbe();
      connection.#isOpen = true;
      return connection;
    } catch (error) {
      connection.close();
      throw new Error(describeStartProblem(options.url, error));
    }
  }
  /** Applies the timeout of requests from now on. At a start commands may take longer. */
  startServing() {
    this.#timeout = this.#options.timeout;
  }
  get isAway() {
    return this.#problem !== void 0;
  }
  /** `no answer`, the code of error replies such as `OOM`, or undefined when all is well. */
  get problem() {
    return this.#problem ?? this.#recentRefusal?.code;
  }
  get refusals() {
    return this.#refusals;
  }
  get outages() {
    return this.#outages;
  }
  /**
   * Registers work to run each time Redis is back. Its commands pass, all others are refused until it is done; when it
   * rejects, Redis still counts as away.
   */
  onReturn(work) {
    this.#onReturn.push(work);
  }
  /**
   * Rejects with `RedisAwayError` when Redis does not answer, at once when that is known, and when it answers with an
   * error.
   */
  async send(command) {
    if (this.#problem === NO_ANSWER2) throw new RedisAwayError(describe(NO_ANSWER2));
    return this.#send(command);
  }
  /** Rejects as `send` does, and at once while Redis refuses to write. */
  async run(name, keys, parameters) {
    if (this.#problem !== void 0) throw new RedisAwayError(describe(this.#problem));
    return this.#run(name, keys, parameters);
  }
  /** Like `run`, for work registered with `onReturn`. */
  runOnReturn(name, keys, parameters) {
    return this.#run(name, keys, parameters, RENEW_AFTER_MS);
  }
  /** Calls the listener with each message of a channel. Messages that come without a connection are lost. */
  async subscribe(channel, listener, onReconnected = () => {
  }) {
    const subscriber = this.#client.duplicate({ disableOfflineQueue: false });
    subscriber.on("error", () => {
    });
    await subscriber.connect();
    subscriber.on("ready", onReconnected);
    await subscriber.subscribe(channel, listener);
    return () => subscriber.destroy();
  }
  close() {
    this.#isOpen = false;
    clearTimeout(this.#probing);
    if (this.#client.isOpen) this.#client.destroy();
  }
  #createClient() {
    const client = createRedisClient(this.#options.url);
    client.on("error", () => this.#leave(NO_ANSWER2));
    return client;
  }
  /** Waits for a server that is starting. Rejects at once with an error that waiting does not mend. */
  #connect() {
    return new Promise((done, fail2) => {
      let last;
      this.#client.on("error", (error) => {
        last = error;
        if (readErrorCode(error) !== void 0 || isTlsProblem(error)) fail2(error);
      });
      within(START_TIMEOUT_MS, this.#client.connect()).then(
        () => done(),
        (late) => fail2(last ?? late)
      );
    });
  }
  async #send(command, timeout2 = this.#timeout) {
    try {
      return await this.#exchange(command, timeout2);
    } catch (error) {
      const code = readErrorCode(error) ?? NO_ANSWER2;
      if (code === "NOSCRIPT") throw error;
      if (code === NO_ANSWER2) this.#leave(NO_ANSWER2);
      else this.#noteRefusal(code, error);
      throw new RedisAwayError(describe(code), { cause: error });
    }
  }
  #exchange(command, timeout2) {
    return within(timeout2, this.#client.sendCommand(command));
  }
  async #run(name, keys, parameters, timeout2 = this.#timeout, send5 = (command) => this.#send(command, timeout2)) {
    const { digest: digest4, text: text9 } = findScript(name);
    const rest = [
      ...[String(keys.length), ...keys],
      ...parameters.map((one) => typeof one === "number" ? String(one) : one)
    ];
    try {
      return await send5(["EVALSHA", digest4, ...rest]);
    } catch (error) {
      if (readErrorCode(error) !== "NOSCRIPT") throw error;
      return send5(["EVAL", text9, ...rest]);
    }
  }
  /** Writes, because a server that takes no changes still answers PING. */
  async #runProbe() {
    const send5 = (command) => this.#exchange(command, RENEW_AFTER_MS);
    await this.#run("probe", [PROBE], [PROBE_LIVES_MS], RENEW_AFTER_MS, send5);
  }
  get #recentRefusal() {
    const last = this.#lastRefusal;
    return last && performance.now() - last.at < REFUSAL_SHOWS_MS ? last : void 0;
  }
  #noteRefusal(code, error) {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
    const isKnown2 = this.#recentRefusal?.code === code;
    this.#lastRefusal = { code, at: performance.now() };
    const { log } = this.#options;
    if (FAULTS.has(code)) {
      if (!isKnown2) log.error({ code, err: error }, "Redis refused a command");
    } else if (code === "NOPERM") {
      if (!isKnown2) log.warn({ code, err: error }, "Redis does not permit a command");
      this.#runProbe().catch((refusal) => this.#leave(readErrorCode(refusal) ?? NO_ANSWER2, refusal));
    } else this.#leave(code, error);
  }
  #leave(problem, error) {
    if (!this.#isOpen) return;
    const isNew = this.#problem === void 0;
    this.#problem = problem;
    if (!isNew) return;
    this.#outages += 1;
    this.#awaySince = performance.now();
    this.#options.log.warn(
      { code: problem, ...error instanceof Error && { err: error } },
      `${describe(problem)} Limits, budgets and deduplication go on by what is known here.`
    );
    this.#probeLater();
  }
  #probeLater() {
    this.#probing = setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }
  async #probe() {
    try {
      await this.#runProbe();
      for (const work of this.#onReturn) await work();
    } catch (error) {
      this.#problem = readErrorCode(error) ?? NO_ANSWER2;
      if (performance.now() - this.#awaySince > RENEW_AFTER_MS) this.#renew();
      if (this.#isOpen) this.#probeLater();
      return;
    }
    this.#problem = void 0;
    this.#lastRefusal = void 0;
    this.#options.log.info(
      { seconds: Math.round((performance.now() - this.#awaySince) / 100) / 10 },
      "Redis answers again"
    );
  }
  /** Renews the client, unless it is already reconnecting. */
  #renew() {
    if (!this.#isOpen || !this.#client.isReady) return;
    this.#client.destroy();
    this.#client = this.#createClient();
    this.#client.connect().catch(() => {
    });
  }
};
var PROBE_LIVES_MS = 6e4;
var START_TIMEOUT_MS = 1e4;
function createRedisClient(url) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) }
  });
}
function describe(problem) {
  return problem === NO_ANSWER2 ? "Redis does not answer." : `Redis refuses commands (${problem}).`;
}
async function within(milliseconds, work) {
  let timer;
  const late = new Promise((_done, failed) => {
    const fail2 = () => failed(new Error("no answer in time"));
    timer = setTimeout(() => setImmediate(() => setImmediate(fail2)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// src/service/redis/redisImages.ts
import { existsSync as existsSync6 } from "node:fs";
import { mkdir as mkdir3, readFile as readFile6, rm as rm11 } from "node:fs/promises";
import { extname, join as join20 } from "node:path";

// src/service/management/uploads.ts
function refuseUpload(used, quota) {
  return new ChangeRefused(
    403,
    `This account has uploaded ${used} of ${quota} bytes of images, and this one is too large for the rest.`
  );
}
var UploadFile = class {
  #file;
  #quota;
  #sizes;
  /** `quota`: maximum bytes of each account. */
  constructor(file, quota) {
    this.#file = file;
    this.#quota = quota;
  }
  async add(account2, name, bytes) {
    const sizes = await this.#read();
    const key = `${account2} ${name}`;
    if (sizes.has(key)) return;
    let used = 0;
    for (const [other, size3] of sizes) if (other.startsWith(`${account2} `)) used += size3;
    if (used + bytes > this.#quota) throw refuseUpload(used, this.#quota);
    await this.#write(new Map(sizes).set(key, bytes));
  }
  /** Counts only these images from now on. */
  async keep(names) {
    const sizes = await this.#read();
    const kept = [...sizes].filter(([key]) => names.has(key.slice(key.indexOf(" ") + 1)));
    if (kept.length < sizes.size) await this.#write(new Map(kept));
  }
  async #read() {
    this.#sizes ??= await readSizes(this.#file);
    return this.#sizes;
  }
  async #write(sizes) {
    await writeDurably(this.#file, `${JSON.stringify(Object.fromEntries(sizes))}
`);
    this.#sizes = sizes;
  }
};
async function readSizes(file) {
  const text9 = await readFileIfThere(file);
  const saved = text9 === void 0 ? {} : JSON.parse(text9);
  return new Map(Object.entries(isObject(saved) ? saved : {}).map(([key, size3]) => [key, Number(size3)]));
}

// src/service/redis/redisImages.ts
var SharedImages = class {
  folder;
  #redis;
  #uploads;
  /** Serializes storing and deleting of the same file. */
  #queue = new SerialQueue();
  constructor({ redis, folder, quota }) {
    this.folder = folder;
    this.#redis = redis;
    this.#uploads = new SharedUploads(redis, quota, (name) => this.#retain(name));
  }
  async store(account2, bytes) {
    return refuseWhileAway(
      this.#queue.run(async () => {
        const stored = await storeImage(account2, bytes, this.folder, this.#uploads);
        await this.#share(stored.image.slice("/creatives/".length), bytes);
        return stored;
      })
    );
  }
  async retain(text9) {
    const retaining = [...findImageNames(text9)].map(
      (name) => this.#redis.run("retain", [nameStoredImage(name), nameRetained(name)], [UNNAMED_LIFE])
    );
    await refuseWhileAway(Promise.all(retaining));
    await this.bring(text9);
  }
  async bring(text9) {
    for (const name of findImageNames(text9)) {
      const file = join20(this.folder, name);
      if (existsSync6(file)) continue;
      const found = await this.#redis.send(["GET", nameStoredImage(name)]).catch(() => null);
      if (found === null) continue;
      const bytes = Buffer.from(String(found), "base64");
      if (nameImage(bytes, extname(name).slice(1)) !== name) continue;
      await mkdir3(this.folder, { recursive: true });
      await keepImage(file, bytes);
    }
  }
  /**
   * Every node sweeps. The first one that finds an image unnamed deletes it from Redis, and each deletes its own copy. A
   * node with an older catalogue deletes nothing that was named since, because that restarted the image's day.
   */
  async sweep(named2, accounts2) {
    for (const name of await listImages2(this.folder))
      if (!named2.has(name))
        await this.#queue.run(async () => {
          if (await this.#forget(name)) await rm11(join20(this.folder, name));
        });
    for (const account2 of accounts2) {
      const gone = [];
      for (const name of await this.#uploads.list(account2))
        if (!named2.has(name) && await this.#forget(name)) gone.push(name);
      if (gone.length > 0) await this.#uploads.remove(account2, gone);
    }
  }
  /** Writes this node's images to Redis, at the first start and after a loss of data. */
  async share() {
    for (const name of await listImages2(this.folder)) {
      await this.#retain(name);
      await this.#share(name, await readFile6(join20(this.folder, name)));
    }
  }
  /** Redis measures the time, so that the nodes' clocks need not agree. */
  async #retain(name) {
    await this.#redis.send(["SET", nameRetained(name), "1", "PX", String(UNNAMED_LIFE)]);
  }
  /** False when the retention of the image has not ended. */
  async #forget(name) {
    return await this.#redis.run("forget", [nameStoredImage(name), nameRetained(name)], []) === 1;
  }
  async #share(name, bytes) {
    await this.#redis.send(["SET", nameStoredImage(name), bytes.toString("base64"), "NX"]);
  }
};
async function refuseWhileAway(work) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error;
    throw new ChangeRefused(503, "Images cannot be stored at the moment. Try again.");
  }
}
var SharedUploads = class {
  #redis;
  #quota;
  #retain;
  /** `retain`: keeps sweeps of other nodes from deleting the image that is about to be stored. */
  constructor(redis, quota, retain) {
    this.#redis = redis;
    this.#quota = quota;
    this.#retain = retain;
  }
  async add(account2, name, bytes) {
    await this.#retain(name);
    const quota = Number.isFinite(this.#quota) ? this.#quota : Number.MAX_SAFE_INTEGER;
    const used = Number(await this.#redis.run("upload", [nameUploads(account2)], [name, bytes, quota]));
    if (used >= 0) throw refuseUpload(used, quota);
  }
  /** Lists the names of the images that count for an account. */
  async list(account2) {
    const fields = readTexts(await this.#redis.send(["HKEYS", nameUploads(account2)]));
    return fields.filter((field) => field !== "used");
  }
  async remove(account2, names) {
    await this.#redis.run("refund", [nameUploads(account2)], names);
  }
};

// src/service/redis/sharedLines.ts
import { setTimeout as delay } from "node:timers/promises";
var LINES_KEPT = 1e4;
var LINES_PER_PAGE = 500;
var POLL_EVERY_MS = 2e3;
var RETRY_FOR_MS = 2e3;
var RETRY_EVERY_MS = 50;
var LinesInRedis = class {
  #redis;
  #title;
  #keys;
  /** Tells nodes of a change. */
  #channel;
  #images;
  constructor({ redis, title: title2, keys, images }) {
    this.#redis = redis;
    this.#title = title2;
    this.#keys = keys;
    this.#channel = `${keys.head}:changed`;
    this.#images = images;
  }
  /** Rejects when Redis has a catalogue, for nodes that each read a file. */
  async requireNone() {
    const { head, lines, snapshot } = this.#keys;
    if ((await this.readHead()).digest !== NOTHING.digest)
      throw new Error(
        `Redis has a live catalogue, which cannot be used together with --catalogue. To use files from now on, run: zonetag-service catalogue export FILE --redis ADDRESS; then delete the keys ${head}, ${lines} and ${snapshot}.`
      );
  }
  async readHead() {
    const [sequence, digest4] = readFields(
      await this.#redis.send(["HMGET", this.#keys.head, "sequence", "digest"])
    );
    return { sequence: Number(sequence ?? 0), digest: digest4 ?? "" };
  }
  async read(from) {
    const lines = [];
    for (let next = from; ; ) {
      const command = ["XRANGE", this.#keys.lines, String(next), "+", "COUNT", String(LINES_PER_PAGE)];
      const page = readEntries(await this.#redis.send(command));
      lines.push(...page);
      const last = page.at(-1);
      if (!last || page.length < LINES_PER_PAGE) return lines;
      next = last.sequence + 1;
    }
  }
  /** Rejects with `NotStoredError` when Redis does not answer. */
  async append(after, lines) {
    if (this.#redis.isAway)
      throw new NotStoredError(
        `${this.#title} cannot be changed at the moment: Redis does not answer. Try again.`
      );
    const parameters = [after.sequence, after.digest, this.#channel, ...lines.map(({ text: text9 }) => text9)];
    const send5 = () => this.#redis.run("append", [this.#keys.head, this.#keys.lines], parameters);
    const start = performance.now();
    for (; ; ) {
      try {
        return await send5() === 1;
      } catch (error) {
        if (!(error instanceof RedisAwayError)) throw error;
      }
      if (performance.now() - start > RETRY_FOR_MS)
        throw new NotStoredError(
          "Redis did not answer, and it is not known whether the change was made. Send it again with its Idempotency-Key, or look."
        );
      await delay(RETRY_EVERY_MS);
    }
  }
  async readSnapshot() {
    const text9 = await this.#redis.send(["HGET", this.#keys.snapshot, "text"]);
    return typeof text9 === "string" ? readLine(Buffer.from(text9)) : EMPTY_SNAPSHOT;
  }
  async fill(snapshot, lines) {
    const kept = lines.slice(-LINES_KEPT);
    const { sequence, digest: digest4 } = kept.at(-1) ?? snapshot;
    const parameters = [
      ...[sequence, digest4, this.#channel, snapshot.sequence, writeLine(snapshot), kept[0]?.sequence ?? 0],
      ...kept.map(({ text: text9 }) => text9)
    ];
    const keys = [this.#keys.head, this.#keys.lines, this.#keys.snapshot];
    return await this.#redis.run("fill", keys, parameters) === 1;
  }
  async offerSnapshot({ sequence, digest: digest4 }, text9) {
    await this.#redis.run(
      "snapshot",
      [this.#keys.lines, this.#keys.snapshot],
      [sequence, digest4, text9, LINES_KEPT]
    );
  }
  watch(onChange) {
    const look = () => {
      if (!this.#redis.isAway) onChange();
    };
    const timer = setInterval(look, POLL_EVERY_MS).unref();
    const subscription = this.#redis.subscribe(this.#channel, look);
    subscription.catch(() => {
    });
    return async () => {
      clearInterval(timer);
      const unsubscribe = await subscription.catch(() => void 0);
      unsubscribe?.();
    };
  }
  async bringImages(text9) {
    await this.#images?.bring(text9);
  }
};
function readEntries(reply) {
  if (!Array.isArray(reply)) throw new TypeError("Redis gave a reply of another kind than the command has.");
  return reply.map((entry) => {
    const [id4, fields] = Array.isArray(entry) ? entry : [];
    const [, text9 = ""] = readTexts(fields ?? null);
    try {
      return readChange(Buffer.from(text9));
    } catch (error) {
      throw new Error(`Change ${id4} in Redis: ${error instanceof Error ? error.message : error}`);
    }
  });
}

// src/service/settings.ts
import { availableParallelism } from "node:os";
import { InvalidArgumentError as InvalidArgumentError2, Option as Option2 } from "commander";
import ipaddr from "ipaddr.js";

// src/service/settingsFile.ts
import { readFileSync as readFileSync4 } from "node:fs";
import { dirname as dirname6, resolve as resolve4 } from "node:path";
import { InvalidArgumentError } from "commander";
function addSettingsFile(command, config) {
  command.addOption(config);
  const read2 = (file) => applyFile2(command, file);
  command.on(`option:${config.name()}`, read2);
  command.on(`optionEnv:${config.name()}`, read2);
}
function applyFile2(command, file) {
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
    return parseJsonText(readFileSync4(file, "utf8"));
  } catch (error) {
    throw new Error(describeFileProblem(file, error));
  }
}
function parseValue(option2, value, file) {
  const name = option2.name().replace(/^no-/, "");
  if (option2.negate) {
    if (typeof value === "boolean") return value;
    throw new Error(`${file}: ${name}: expected true or false.`);
  }
  const text9 = Array.isArray(value) ? value.join(",") : value;
  if (typeof text9 !== "string" && typeof text9 !== "number")
    throw new Error(`${file}: ${name}: expected a text, a number or a list.`);
  const given = /<(file|folder)>/.test(option2.flags) ? resolve4(dirname6(file), String(text9)) : String(text9);
  try {
    return option2.parseArg ? option2.parseArg(given, void 0) : given;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new Error(`${file}: ${name}: ${error.message}`);
  }
}

// src/service/settings.ts
function countBackground(processors) {
  return Math.min(2, Math.max(1, processors - 1));
}
var BACKGROUND = countBackground(availableParallelism());
var BACKGROUND_DEFAULT = "2; 1 with one or two processors";
var DEFAULT_SETTINGS = {
  host: "127.0.0.1",
  port: 8080,
  trustedProxies: [],
  unlimitedAddresses: [],
  requireUserIp: "server",
  maxZones: 100,
  maxBody: MAX_BODY,
  maxImage: 512 * 1024,
  maxImport: 100 * 1024 ** 2,
  importTimeout: 6e5,
  maxUploads: 50 * 1024 ** 2,
  limitWindow: 6e4,
  limitIp: 150,
  limitUser: 150,
  limitStatisticsIp: 30,
  limitStatisticsUser: 25,
  limitPlacement: true,
  limitKeys: 1e5,
  requestTimeout: 1e4,
  maxConcurrent: 4096,
  maxWait: 2e3,
  maxReports: BACKGROUND,
  reportTimeout: 3e4,
  trackingLife: 36e5,
  reservationLife: 12e4,
  publisherShare: "0.70",
  stopAfter: 1e4,
  drainDelay: 0,
  keepChanges: 730,
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
  return addPasswordFiles(command);
}
function listAddressOptions(defaults) {
  return [
    option(
      "--catalogue <file>",
      "JSON that owns accounts, sites, zones and campaigns; absent: the service does"
    ),
    option("--data <folder>", "where events are kept").makeOptionMandatory(),
    option("--host <address>", "address to listen on").default(defaults.host),
    option("--port <number>", "port to listen on, 0 for any free one").default(defaults.port).argParser(integer(0, 65535)),
    option("--origin <address>", "address in banners; needed behind a proxy that ends TLS").argParser(
      readOrigin
    ),
    option("--trusted-proxies <list>", "addresses or networks whose X-Forwarded-For and -Proto apply").default(defaults.trustedProxies).argParser(networks),
    option("--unlimited-addresses <list>", "addresses or networks that --limit-ip does not apply to").default(defaults.unlimitedAddresses).argParser(networks),
    option(
      "--city-database <file>",
      "city database in MaxMind DB form, for regions; the bundled one has countries"
    ),
    option("--require-user-ip <who>", "who must pass user.ip").choices(["server", "always", "never"]).default(defaults.requireUserIp)
  ];
}
function listLimitOptions(defaults) {
  return [
    whole("--max-zones", "maximum zones of one request", defaults.maxZones, 1),
    whole("--max-body", "maximum bytes of a request's body", defaults.maxBody, 1),
    whole("--max-image", "maximum bytes of an uploaded image", defaults.maxImage, 1),
    whole("--max-import", "maximum bytes of facts that a network sends at once", defaults.maxImport, 1),
    timeout("--import-timeout", "milliseconds that a sender has for them", defaults.importTimeout, 1),
    whole("--max-uploads", "maximum bytes of images for each account, 0 for no limit", defaults.maxUploads),
    whole("--limit-window", "milliseconds of the window of all limits", defaults.limitWindow, 1),
    whole("--limit-ip", "requests in a window for each address, 0 for no limit", defaults.limitIp),
    whole("--limit-user", "statistics requests of all kinds for each user name", defaults.limitUser),
    whole("--limit-statistics-ip", "statistics requests for each address", defaults.limitStatisticsIp),
    whole("--limit-statistics-user", "statistics requests for each user name", defaults.limitStatisticsUser),
    option("--no-limit-placement", "leave placement requests out of the limit for each address"),
    whole("--limit-keys", "maximum addresses or names that a limit remembers", defaults.limitKeys, 1)
  ];
}
function listLoadOptions(defaults) {
  return [
    timeout("--request-timeout", "milliseconds that a sender has for a request", defaults.requestTimeout, 1),
    whole("--max-concurrent", "placement requests in flight at once", defaults.maxConcurrent, 1),
    whole("--max-wait", "milliseconds that placements wait before more are refused", defaults.maxWait, 1),
    whole(
      "--max-reports",
      "heavy reports made at once, beside a light one; more wait, by account",
      defaults.maxReports,
      1
    ).default(defaults.maxReports, BACKGROUND_DEFAULT),
    timeout("--report-timeout", "milliseconds that a report may wait and be made", defaults.reportTimeout, 1)
  ];
}
function listServingOptions(defaults) {
  return [
    whole(
      "--tracking-life",
      "milliseconds that impression and click addresses live",
      defaults.trackingLife,
      1
    ),
    whole(
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
    whole("--keep-changes", "days that changes stay readable at least, 0 for all", defaults.keepChanges),
    option("--keep-months <number>", "months whose facts are kept one by one, 0 for all").default(defaults.keepMonths).argParser(integer(0, 1200)),
    option("--store-memory <size>", "memory of the database; a quarter is kept for light reports").default(defaults.storeMemory).argParser(size2),
    option("--store-threads <number>", "threads of the database").default(defaults.storeThreads, BACKGROUND_DEFAULT).argParser(integer(1, 256))
  ];
}
function listSharedOptions(defaults) {
  return [
    option("--redis <address>", "Redis or Valkey that several nodes share: redis://, rediss://").argParser(
      readRedisAddress
    ),
    passwordFileOption("redis"),
    timeout("--redis-timeout", "milliseconds that Redis has for an answer", defaults.redisTimeout, 1),
    option("--clickhouse <address>", "ClickHouse that has the events of several nodes").argParser(webAddress2),
    passwordFileOption("clickhouse"),
    whole("--max-journal", "bytes of events that may wait for ClickHouse", defaults.maxJournal, 1),
    whole(
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
    option("--log-level <level>", "lowest level that is logged").choices(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default(defaults.logLevel)
  ];
}
function option(flags, description2) {
  const made = new Option2(flags, description2);
  const name = made.name().replace(/^no-/, "");
  return made.negate ? made : made.env(`ZONETAG_${name.replaceAll("-", "_").toUpperCase()}`);
}
function whole(flag, description2, fallback, least = 0) {
  return option(`${flag} <number>`, description2).default(fallback).argParser(integer(least));
}
var MAX_TIMEOUT = 2 ** 31 - 1;
function timeout(flag, description2, fallback, least = 0) {
  return whole(flag, description2, fallback).argParser(integer(least, MAX_TIMEOUT));
}
function integer(least, most = Number.MAX_SAFE_INTEGER) {
  return (value) => {
    const number16 = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number16 >= least && number16 <= most) return number16;
    throw new InvalidArgumentError2(`Expected a whole number from ${least} to ${most}.`);
  };
}
function readOrigin(value) {
  const url = parseUrl(value);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url.origin;
  throw new InvalidArgumentError2("Expected an address such as https://ads.example.");
}
function webAddress2(value) {
  if (parseUrl(value) && /^https?:/.test(value)) return value;
  throw new InvalidArgumentError2("Expected an http or https address.");
}
function readRedisAddress(value) {
  if (parseUrl(value) && /^rediss?:\/\/./.test(value)) return value;
  throw new InvalidArgumentError2("Expected an address such as redis://127.0.0.1:6379.");
}
function size2(value) {
  if (/^[1-9]\d{0,6}(MB|GB)$/.test(value)) return value;
  throw new InvalidArgumentError2("Expected a size such as 512MB or 2GB.");
}
function networks(value) {
  const list4 = value.split(",").map((item) => item.trim()).filter((item) => item !== "");
  const wrong = list4.find((item) => !(ipaddr.isValid(item) || ipaddr.isValidCIDR(item)));
  if (wrong === void 0) return list4;
  throw new InvalidArgumentError2(`${wrong} is neither an address nor a network such as 10.0.0.0/8.`);
}
function share2(value) {
  if (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) return value;
  throw new InvalidArgumentError2('Expected a share from 0 to 1 such as "0.70".');
}

// src/service/commands/check.ts
import { readFile as readFile7 } from "node:fs/promises";
import { Command as Command2 } from "commander";

// src/service/placement/bitSet.ts
function createBits(size3) {
  return new Uint32Array(size3 + 31 >>> 5);
}
function fillBits(size3) {
  const bits = createBits(size3).fill(-1);
  if ((size3 & 31) > 0) bits[bits.length - 1] = ~(-1 << (size3 & 31));
  return bits;
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
function keepCommon(bits, other) {
  let left = 0;
  for (let word = 0; word < bits.length; word++) {
    const rest = readWord(bits, word) & readWord(other, word);
    bits[word] = rest;
    left |= rest;
  }
  return left !== 0;
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
function toCampaignValues(campaign3, variation2) {
  return omitUndefined({
    campaign_id: campaign3.id,
    variation_id: variation2.id,
    advertiser_id: campaign3.account,
    advertiser_ad_type_id: BANNER,
    offer_id: campaign3.offer,
    offer_landing_page_id: campaign3.offerLandingPage
  });
}
function computeUnitCost({ pricing }) {
  const price2 = parseMoney(pricing.price) ?? 0n;
  return pricing.model === "cpm" ? price2 / 1000n : price2;
}
function computePublisherRevenue(cost, share4) {
  return cost * BigInt(Math.round(Number(share4) * SHARE_UNITS)) / BigInt(SHARE_UNITS);
}

// src/service/values/getOrMake.ts
function getOrMake(map, key, make) {
  let value = map.get(key);
  if (value === void 0) {
    value = make();
    map.set(key, value);
  }
  return value;
}

// src/service/placement/keywords.ts
import { domainToUnicode } from "node:url";
var CAMPAIGNS_PER_STEP2 = 50;
var ADDRESS_LENGTH = 2048;
var CACHED_TEXTS = 8192;
var CACHED_LENGTH = 512;
function* indexKeywords(campaigns2) {
  const size3 = campaigns2.length;
  const unkeyed = createBits(size3);
  yield* forEachSliced(campaigns2, ({ keywords }, position) => {
    if (keywords.length === 0) setBit(unkeyed, position);
  });
  const phrases = new PhraseTree(unkeyed);
  const addAll = ({ keywords, negativeKeywords }, position) => {
    for (const keyword2 of keywords) phrases.add(splitWords(keyword2), position, "matching");
    for (const keyword2 of negativeKeywords) phrases.add(splitWords(keyword2), position, "excluded");
  };
  yield* forEachSliced(campaigns2, addAll, CAMPAIGNS_PER_STEP2);
  const cache = new BoundedMap(CACHED_TEXTS, CACHED_LENGTH + 1);
  const matchCached = (key, text9, split2) => cache.getOrCompute(key, () => phrases.match(split2(text9)));
  return {
    matchKeywords: (keywords) => matchCached(`k${keywords}`, keywords, splitKeywords),
    matchAddress: (address) => {
      const text9 = address.slice(0, ADDRESS_LENGTH);
      return matchCached(`a${text9}`, text9, splitAddress);
    }
  };
}
function hasKeywords(text9) {
  return /[^\s,]/.test(text9);
}
var KEYWORDS_LENGTH = 4096;
var FOLDED_COST = 4;
var KeywordCutter = class {
  #cut = /* @__PURE__ */ new Map();
  #left = KEYWORDS_LENGTH;
  cut(keywords) {
    const known4 = this.#cut.get(keywords);
    if (known4 !== void 0) return known4;
    const text9 = keywords.slice(0, this.#left);
    const cost = isAscii(text9) ? 1 : FOLDED_COST;
    const cut = text9.slice(0, Math.floor(this.#left / cost));
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
function decodeEscapes(text9) {
  return text9.replace(ESCAPES, (run5) => {
    try {
      return decodeURIComponent(run5);
    } catch {
      return new TextDecoder().decode(Buffer.from(run5.replaceAll("%", ""), "hex")).replaceAll("\uFFFD", " ");
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
    this.#nothing = { matched: unkeyed, excluded: this.#empty, allowed: unkeyed };
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
  /** `words`: with commas, which no phrase spans. */
  match(words) {
    const found = /* @__PURE__ */ new Set();
    this.#collect(words, found);
    if (found.size === 0) return this.#nothing;
    const matched = this.#unite(found, "matching", this.#unkeyed);
    const excluded = this.#unite(found, "excluded", this.#empty);
    if (excluded === this.#empty) return { matched, excluded, allowed: matched };
    const allowed = matched.slice();
    subtract(allowed, excluded);
    return { matched, excluded, allowed };
  }
  /** Adds the campaigns of all ends to a set; the same one when there are none. */
  #unite(found, kind, base) {
    const sets = [...found].map((ends) => ends[kind]).filter((bits) => bits !== void 0);
    if (sets.length === 0) return base;
    const united = base.slice();
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
function* orderByRank(items, rank2) {
  const classes = /* @__PURE__ */ new Map();
  yield* forEachSliced(items, (item) => {
    const { tier, weight } = rank2(item);
    const magnitude = computeMagnitude(weight);
    const key = `${tier} ${magnitude}`;
    const found = classes.get(key);
    if (found) found.items.push(item);
    else classes.set(key, { tier, magnitude, items: [item] });
  });
  const ordered = [...classes.values()].sort((a, b) => a.tier - b.tier || b.magnitude - a.magnitude);
  return ordered.flatMap((one) => one.items);
}
function createRanking(ranked) {
  const tiers = [];
  for (const [position, { weight, tier: number16 }] of ranked.entries()) {
    const before = tiers.at(-1);
    const end = position + 1;
    const tier = before?.number === number16 ? before : { number: number16, classes: [], end };
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
  const text9 = flatten(escapeText(image), `","width":${width},"height":${height}}}`);
  return { isOwn: image.startsWith("/"), text: text9 };
}
var ResponseWriter = class {
  /** For the latest origin: callers use one, or a few. */
  #frame;
  /** `origin`: base URL of tracking URLs and the service's own images. */
  write(zones2, origin) {
    const frame = this.#frame?.origin === origin ? this.#frame : createFrame(origin);
    this.#frame = frame;
    const results = [];
    const errors = [];
    for (const [at, { request: request2, zone: zone2, decision }] of zones2.entries()) {
      results.push(decision ? writeBanner(request2.id, decision, frame) : "null");
      if (!zone2) errors.push(`"${at}":["Zone ${request2.id} not found"]`);
    }
    return `{"zones":[${results.join(",")}],"errors":{${errors.join(",")}}}`;
  }
};
function writeBanner(id4, { creative: { json: json3 }, token }, { beforeClick, beforeImpression, beforeImage, beforeOwnImage }) {
  const addresses = `${beforeClick}${token}${beforeImpression}${token}`;
  return `{"idzone":${id4}${addresses}${json3.isOwn ? beforeOwnImage : beforeImage}${json3.text}`;
}
function createFrame(origin) {
  const base = escapeText(origin);
  const beforeImage = '","image":"';
  return {
    origin,
    beforeClick: flatten(',"type":"banner","data":{"url":"', base, "/c/"),
    beforeImpression: flatten('","impression":"', base, "/i/"),
    beforeImage,
    beforeOwnImage: flatten(beforeImage, base)
  };
}
function flatten(...parts) {
  return parts.join("");
}
function escapeText(text9) {
  const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text9).slice(1, -1).replace(/[^ -~]/g, escapeUnit);
}

// src/protocol/unfilled.ts
var LIMIT_REASONS = ["frequency", "caps", "budget", "spread"];
var OTHER_REASONS = [
  ...["network", "variations", "blockedAdvertisers", "flight", "targeting.times"],
  ...["consent", "targeting.custom", "keywords", "negativeKeywords"]
];
function nameDimension(name) {
  return `targeting.${name}`;
}
var UNFILLED_REASONS = [
  ...OTHER_REASONS,
  ...listKeys(TARGETING).map(nameDimension),
  ...LIMIT_REASONS
];

// src/service/placement/dimensions.ts
var DIMENSIONS2 = {
  sites: {
    source: "zone",
    read: ({ site: site2 }) => site2.id,
    explain: () => "It is for other sites."
  },
  zones: {
    source: "zone",
    read: ({ zone: zone2 }) => zone2.id,
    explain: () => "It is for other zones."
  },
  categories: {
    source: "zone",
    read: ({ site: site2 }) => site2.category,
    explain: () => "It is for sites of other categories."
  },
  countries: {
    source: "visitor",
    read: ({ country: country2 }) => country2,
    explain: (accepted, country2 = "an unknown country") => `It is for ${accepted}; the visitor is in ${country2}.`
  },
  regions: {
    source: "visitor",
    needsConsent: true,
    read: ({ region }) => region,
    explain: () => "It is for other regions."
  },
  languages: {
    source: "visitor",
    needsConsent: true,
    read: ({ language: language2 }) => language2,
    toId: languages.id,
    explain: (accepted) => `It is for other languages: ${accepted}.`
  },
  deviceTypes: {
    source: "visitor",
    needsConsent: true,
    read: ({ deviceType }) => deviceType,
    toId: deviceTypes.id,
    explain: (accepted) => `It is for other device types: ${accepted}.`
  },
  operatingSystems: {
    source: "visitor",
    needsConsent: true,
    read: ({ operatingSystem }) => operatingSystem,
    toId: operatingSystems.id,
    explain: (accepted) => `It is for other systems: ${accepted}.`
  },
  browsers: {
    source: "visitor",
    needsConsent: true,
    read: ({ browser }) => browser,
    toId: browsers.id,
    explain: (accepted) => `It is for other browsers: ${accepted}.`
  }
};
function listDimensions(source) {
  const named2 = listKeys(DIMENSIONS2).map((name) => {
    const dimension = DIMENSIONS2[name];
    return { ...dimension, name };
  });
  return named2.filter((each) => each.source === source);
}
function listAccepted(name, targeting2) {
  const { toId } = DIMENSIONS2[name];
  const values2 = targeting2[name];
  return toId ? values2.flatMap((value) => toId(String(value)) ?? []) : values2;
}
function accepts(accepted, value) {
  return accepted.length === 0 || value !== void 0 && accepted.includes(value);
}
function explainDimension(name, targeting2, sources) {
  const dimension = DIMENSIONS2[name];
  return dimension.explain(targeting2[name].join(", "), readValue(dimension, sources));
}
function readValue(dimension, { zone: zone2, visitor, request: request2 }) {
  if (dimension.source === "zone") return dimension.read(zone2);
  if (dimension.source === "visitor") return dimension.read(visitor);
  return dimension.read(request2);
}

// src/service/placement/facet.ts
function* indexFacet(items, list4) {
  const unrestricted = createBits(items.length);
  const byValue = /* @__PURE__ */ new Map();
  const values2 = yield* mapSliced(items, list4);
  yield* forEachSliced(values2, (accepted, position) => {
    if (accepted.length === 0) setBit(unrestricted, position);
  });
  yield* forEachSliced(values2, (accepted, position) => {
    for (const value of accepted) {
      const bits = byValue.get(value) ?? unrestricted.slice();
      setBit(bits, position);
      byValue.set(value, bits);
    }
  });
  return { unrestricted, byValue };
}
function selectAccepting(facet, value) {
  return facet.byValue.get(value) ?? facet.unrestricted;
}

// src/service/placement/restrictions.ts
function* indexDimensions(source, campaigns2) {
  const restrictions = [];
  for (const { name, read: read2, needsConsent = false } of listDimensions(source)) {
    const facet = yield* indexFacet(campaigns2, ({ targeting: targeting2 }) => listAccepted(name, targeting2));
    if (facet.byValue.size > 0) restrictions.push({ reason: nameDimension(name), read: read2, needsConsent, facet });
  }
  return restrictions;
}
function* indexCustomKeys(campaigns2) {
  const keys = /* @__PURE__ */ new Set();
  yield* forEachSliced(campaigns2, ({ targeting: targeting2 }) => {
    for (const key of Object.keys(targeting2.custom)) keys.add(key);
  });
  const restrictions = [];
  for (const key of keys) {
    const list4 = ({ targeting: targeting2 }) => targeting2.custom[key] ?? [];
    const facet = yield* indexFacet(campaigns2, list4);
    const read2 = ({ custom_targeting: given }) => given?.[key];
    restrictions.push({ reason: "targeting.custom", read: read2, needsConsent: false, facet });
  }
  return restrictions;
}

// src/service/placement/schedule.ts
var MINUTE_MS = 6e4;
function readDays({ from, to }) {
  return {
    start: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    end: to ? Date.parse(to) + DAY_MS : Number.POSITIVE_INFINITY
  };
}
function* indexSchedule(campaigns2) {
  const schedules = yield* mapSliced(campaigns2, (campaign3) => ({
    ...readDays(campaign3),
    times: campaign3.targeting.times
  }));
  const select = (time2) => {
    const [inFlight, withinHours] = [createBits(campaigns2.length), createBits(campaigns2.length)];
    const clocks2 = /* @__PURE__ */ new Map();
    const readClock2 = (timezone) => {
      const clock = clocks2.get(timezone) ?? readWallClock(timezone, time2);
      clocks2.set(timezone, clock);
      return clock;
    };
    for (const [position, { start, end, times: times2 }] of schedules.entries()) {
      if (start <= time2 && time2 < end) setBit(inFlight, position);
      if (!times2 || isWithinTimes(times2, readClock2(times2.timezone))) setBit(withinHours, position);
    }
    return { inFlight, withinHours, served: intersect([inFlight, withinHours]) };
  };
  let minute = Number.NaN;
  let selected;
  return (time2) => {
    if (!selected || Math.floor(time2 / MINUTE_MS) !== minute) selected = select(time2);
    minute = Math.floor(time2 / MINUTE_MS);
    return selected;
  };
}
function isWithinTimes({ weekdays, hours }, clock) {
  return (weekdays.length === 0 || weekdays.includes(clock.weekday)) && (hours.length === 0 || hours.includes(clock.hour));
}

// src/service/placement/zoneIndex.ts
var ZONES_PER_STEP = 20;
var NO_SIZE = "";
function* indexZones(catalogue, campaigns2) {
  const plain = campaigns2.map(({ campaign: campaign3 }) => campaign3);
  const sizes = yield* indexFacet(
    campaigns2,
    ({ bySize }) => bySize.size > 0 ? [...bySize.keys()] : [NO_SIZE]
  );
  const dimensions = yield* indexDimensions("zone", plain);
  const networks2 = yield* indexFacet(plain, ({ account: account2 }) => [findNetworkById(catalogue, account2)]);
  const owned = yield* groupByOwner(plain);
  const selectUnblocked = ({ blockedAdvertisers }) => {
    const bits = fillBits(plain.length);
    for (const account2 of blockedAdvertisers)
      for (const position of owned.get(account2) ?? []) clearBit(bits, position);
    return bits;
  };
  const listZoneSteps = ({ zone: zone2, site: site2 }) => [
    { reason: "network", passing: selectAccepting(networks2, findNetworkById(catalogue, site2.account)) },
    { reason: "variations", passing: selectAccepting(sizes, zone2.size) },
    ...dimensions.map(({ reason, read: read2, facet }) => {
      return { reason, passing: selectAccepting(facet, read2({ zone: zone2, site: site2 })) };
    }),
    { reason: "blockedAdvertisers", passing: selectUnblocked(site2) }
  ];
  const shared = /* @__PURE__ */ new Map();
  const select = (zone2, site2) => {
    const values2 = dimensions.map(({ read: read2 }) => read2({ zone: zone2, site: site2 }));
    const named2 = values2.map((value, at) => dimensions[at]?.facet.byValue.has(value) && value);
    const key = JSON.stringify([zone2.size, site2.id, named2]);
    return getOrMake(shared, key, () => narrow(fillBits(plain.length), listZoneSteps({ zone: zone2, site: site2 })));
  };
  const zones2 = /* @__PURE__ */ new Map();
  const add = (zone2) => {
    const site2 = zone2.deleted ? void 0 : catalogue.sites.get(zone2.site);
    if (site2) zones2.set(zone2.id, { zone: zone2, site: site2, ...select(zone2, site2), values: toZoneValues(zone2, site2) });
  };
  yield* forEachSliced(catalogue.data.zones, add, ZONES_PER_STEP);
  return { zones: zones2, listZoneSteps };
}
function narrow(accepted, steps) {
  const last = steps.find(({ passing }) => !keepCommon(accepted, passing));
  return { accepted, reason: last?.reason };
}
function findNetworkById({ accounts: accounts2 }, id4) {
  const account2 = accounts2.get(id4);
  return account2 ? findNetwork(account2) : COMMON_NETWORK;
}
function* groupByOwner(campaigns2) {
  const owned = /* @__PURE__ */ new Map();
  yield* forEachSliced(campaigns2, ({ account: account2 }, position) => {
    getOrMake(owned, account2, () => []).push(position);
  });
  return owned;
}

// src/service/placement/campaignIndex.ts
function indexCampaigns(catalogue) {
  return runAtOnce(indexInSlices(catalogue));
}
function* indexInSlices(catalogue) {
  const servable = yield* flatMapSliced(
    catalogue.data.campaigns,
    (campaign3) => campaign3.active && !campaign3.deleted ? [campaign3] : []
  );
  const plain = yield* orderByRank(servable, rank);
  const campaigns2 = yield* mapSliced(plain, prepareCampaign, CAMPAIGNS_PER_STEP3);
  return {
    campaigns: campaigns2,
    ranking: createRanking(yield* mapSliced(plain, rank)),
    capped: yield* selectCapped(plain),
    ...yield* indexZones(catalogue, campaigns2),
    byRequest: [...yield* indexDimensions("request", plain), ...yield* indexCustomKeys(plain)],
    byVisitor: yield* indexDimensions("visitor", plain),
    selectSchedule: yield* indexSchedule(plain),
    ...yield* indexKeywords(plain)
  };
}
var CAMPAIGNS_PER_STEP3 = 50;
function* selectCapped(campaigns2) {
  const bits = createBits(campaigns2.length);
  yield* forEachSliced(campaigns2, ({ frequency }, position) => {
    if (frequency.length > 0) setBit(bits, position);
  });
  return findBit(bits, 0) === void 0 ? void 0 : bits;
}
function rank({ priority, keywords, weight }) {
  return { tier: (keywords.length > 0 ? 0 : 1) - 2 * priority, weight };
}
var PREPARED = /* @__PURE__ */ new WeakMap();
function prepareCampaign(campaign3) {
  return getOrMake(PREPARED, campaign3, () => prepareCreatives(campaign3));
}
function prepareCreatives(campaign3) {
  const servable = campaign3.variations.filter(({ active, review }) => active && review === "approved");
  const creatives = servable.map((variation2) => ({
    variation: variation2,
    json: writeCreative(variation2),
    values: toCampaignValues(campaign3, variation2)
  }));
  const bySize = groupBy(creatives, ({ variation: variation2 }) => variation2.size);
  return { campaign: campaign3, unitCost: computeUnitCost(campaign3), bySize };
}

// src/service/placement/unreachable.ts
function findUnreachable(catalogue) {
  const { campaigns: campaigns2, zones: zones2 } = indexCampaigns(catalogue);
  const accepted = [...new Set([...zones2.values()].map((zone2) => zone2.accepted))];
  const unreachable = campaigns2.flatMap(
    ({ campaign: campaign3 }, position) => accepted.some((bits) => hasBit(bits, position)) ? [] : [campaign3.id]
  );
  return catalogue.data.campaigns.flatMap(({ id: id4 }, at) => unreachable.includes(id4) ? [at] : []);
}

// src/service/commands/check.ts
function checkCommand() {
  return new Command2("check").description("check catalogues; each problem is one line, FILE:LINE:COLUMN: PATH: MESSAGE").argument("<files...>", "catalogues").action(checkFiles);
}
async function checkFiles(files) {
  for (const file of files) {
    const { problems, warnings } = await checkFile(file);
    for (const line of [...problems, ...warnings]) console.log(line);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: no problems`);
  }
}
async function checkFile(file) {
  try {
    return checkText(file, await readFile7(file, "utf8"));
  } catch (error) {
    return { problems: [describeFileProblem(file, error)], warnings: [] };
  }
}
function checkText(file, text9) {
  try {
    const warnings = findUnreachable(readCatalogue(parseJsonText(text9))).map(
      (at) => `campaigns[${at}]: warning: no zone can show it; see its sizes, targeting and network`
    );
    return { problems: [], warnings: addPositions(file, text9, warnings) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { problems: addPositions(file, text9, error.problems), warnings: [] };
  }
}
function addPositions(file, text9, lines) {
  if (lines.length === 0) return [];
  const locate2 = createLocator(text9);
  return lines.map((problem) => {
    const { line, column } = locate2(readProblem(problem).path);
    return `${file}:${line}:${column}: ${problem}`;
  });
}

// src/service/commands/editCatalogue.ts
import { spawn } from "node:child_process";
import { once as once5 } from "node:events";
import { mkdtemp, readFile as readFile8, rm as rm12, writeFile as writeFile3 } from "node:fs/promises";
import { tmpdir as tmpdir2 } from "node:os";
import { join as join21 } from "node:path";
var NOTE = "//! ";
async function editText(text9, apply2) {
  const folder = await mkdtemp(join21(tmpdir2(), "zonetag-edit-"));
  const file = join21(folder, "catalogue.jsonc");
  try {
    for (let shown = text9; ; ) {
      await writeFile3(file, shown, { mode: 384 });
      await openEditor(file);
      const saved = await readFile8(file, "utf8");
      if (saved === shown) return false;
      const edited = saved.replace(new RegExp(`^(${NOTE}.*
)+`), "");
      const problems = await applyText(edited, apply2);
      if (problems.length === 0) return true;
      shown = `${problems.map((problem) => `${NOTE}${problem}
`).join("")}${edited}`;
    }
  } finally {
    await rm12(folder, { recursive: true });
  }
}
async function applyText(text9, apply2) {
  try {
    return await apply2(parseJsonText(text9));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.position;
    return [`Line ${line}, column ${column}: This is not JSON. ${error.message}`];
  }
}
async function openEditor(file) {
  const command = process.env.VISUAL || process.env.EDITOR || "vi";
  const [code] = await once5(spawn("sh", ["-c", `${command} "$0"`, file], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`The editor ${command} ended with code ${code}. Nothing was changed.`);
}

// src/service/commands/catalogue.ts
var REDIS_TIMEOUT = 1e4;
function catalogueCommand() {
  return addPasswordFiles(new Command3("catalogue")).description("read and change the live catalogue as a file").addCommand(
    new Command3("export").description("write the catalogue as JSON, also while the service runs").argument("[file]", "readable by its owner alone; absent: the standard output").addOption(dataOption()).addOption(redisOption()).addOption(passwordFileOption("redis")).action(exportCatalogue)
  ).addCommand(
    new Command3("edit").description("change the catalogue in $EDITOR; saving applies it, problems open it again").addOption(dataOption()).addOption(redisOption()).addOption(passwordFileOption("redis")).action(edit)
  ).addCommand(
    new Command3("apply").description("make the catalogue what a file says, as one change; what it does not name is archived").argument("<file>", "JSON, also with comments").addOption(dataOption()).addOption(redisOption()).addOption(passwordFileOption("redis")).option("--dry-run", "check it and show what would change", false).addOption(
      new Option3(
        "--creatives <folder>",
        "folder of images beside uploaded ones; a running service uses its own"
      ).env("ZONETAG_CREATIVES")
    ).action(apply)
  ).addCommand(checkCommand());
}
function dataOption() {
  return new Option3("--data <folder>", "the service's data folder").env("ZONETAG_DATA");
}
function redisOption() {
  return new Option3("--redis <address>", "Redis or Valkey of several nodes, which have one catalogue").env("ZONETAG_REDIS").argParser(readRedisAddress);
}
async function exportCatalogue(file, place) {
  const { data, redis } = place;
  if (data !== void 0 && redis === void 0 && !await hasLiveCatalogue(data))
    throw new Error(`There is no live catalogue in ${data}.`);
  const { document } = await askForCatalogue(place, { action: "export" });
  const text9 = writeTidy(document);
  if (file === void 0) process.stdout.write(text9);
  else await writeDurably(file, text9, 384);
}
async function edit(place) {
  const { document, sequence } = await askForCatalogue(place, { action: "export" });
  const isApplied = await editText(writeTidy(document), async (value) => {
    const request2 = { action: "apply", value, isDryRun: false, sequence };
    const { lines, problems } = await askForCatalogue(place, request2);
    for (const line of lines) console.log(line);
    return problems;
  });
  if (!isApplied) console.log("nothing changes");
}
function writeTidy(document) {
  const needed = ["accounts", "sites", "zones", "campaigns"];
  const lists = Object.entries(document).filter(([list4, { length }]) => length > 0 || needed.includes(list4));
  return `${JSON.stringify(Object.fromEntries(lists), null, 2)}
`;
}
async function apply(file, { dryRun, creatives, ...place }) {
  const value = await readValue2(file);
  const request2 = { action: "apply", value, isDryRun: dryRun };
  const folders = creatives === void 0 ? [] : [creatives];
  const { lines, problems } = await askForCatalogue(place, request2, folders);
  if (problems.length > 0) throw new CatalogueError(problems).nameFile(file);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log("nothing changes");
  else if (dryRun) console.log("nothing was changed: this was a dry run");
}
async function readValue2(file) {
  try {
    return parseJsonText(await readFile9(file, "utf8"));
  } catch (error) {
    throw new Error(describeFileProblem(file, error));
  }
}
async function askForCatalogue({ data, redis }, request2, creatives = []) {
  if (redis !== void 0) return askRedis(redis, request2, creatives);
  if (data === void 0)
    throw new Error(
      "Expected --data with the service's data folder, or --redis with the address that several nodes share."
    );
  checkDataFolder(data, { mayBeMissing: true });
  const answered = await askService(data, "catalogue", request2);
  if (answered) return answered.result;
  return writeForDataOwner(data, () => openForCatalogue(data, request2, creatives));
}
async function openForCatalogue(data, request2, creatives) {
  const store = await openStore({ folder: data });
  const isNew = !await hasLiveCatalogue(data);
  try {
    const live = await LiveCatalogue.open({ data, creatives: [join22(data, UPLOADS), ...creatives] });
    const people = await LivePeople.open({ data });
    const signIns = createTaker(people);
    const context = { time: Date.now(), retain: async () => {
    }, signIns };
    const answer2 = await runCatalogueRequest(live, request2, context);
    await live.close();
    await people.close();
    if (isNew && live.sequence === 0) await rm13(locateLiveCatalogue(data), { recursive: true });
    return answer2;
  } finally {
    await store.close();
  }
}
async function askRedis(url, request2, creatives) {
  const data = await mkdtemp2(join22(tmpdir3(), "zonetag-catalogue-"));
  const redis = await RedisConnection.open({ url, timeout: REDIS_TIMEOUT, log: pino({ level: "silent" }) });
  try {
    const uploads = join22(data, UPLOADS);
    const images = new SharedImages({ redis, folder: uploads, quota: 0 });
    const shared = new LinesInRedis({ redis, images, title: "The catalogue", keys: CATALOGUE });
    const live = await LiveCatalogue.open({ data, shared, creatives: [uploads, ...creatives] });
    const peopleLines = new LinesInRedis({ redis, title: "The list of people", keys: PEOPLE2 });
    const people = await LivePeople.open({ data, shared: peopleLines });
    const signIns = createTaker(people);
    const retain = (text9) => images.retain(text9);
    const answer2 = await runCatalogueRequest(live, request2, { time: Date.now(), retain, signIns });
    await live.close();
    await people.close();
    return answer2;
  } finally {
    redis.close();
    await rm13(data, { recursive: true, force: true });
  }
}

// src/service/commands/doctor.ts
import { Command as Command4 } from "commander";

// src/service/doctor/checkEngines.ts
import { pino as pino2 } from "pino";

// src/service/clickhouse/clickhouse.ts
import { Readable as Readable2 } from "node:stream";
import { ClickHouseError as ClickHouseError2, ClickHouseLogLevel, createClient as createClient2 } from "@clickhouse/client";

// src/service/clickhouse/clickhouseProblem.ts
import { ClickHouseError } from "@clickhouse/client";
var GRANTS = "SELECT, INSERT, CREATE TABLE, ALTER ADD COLUMN, ALTER DELETE";
var REFUSALS = [
  [
    /^(192|193|194|516)$/,
    "refuses the user name or the password. Correct them in the address, http://USER:PASSWORD@HOST:PORT/DATABASE, or in the file of --clickhouse-password-file."
  ],
  [/^195$/, "does not let this machine's address in. Add it to the user's HOST."],
  [
    /^81$/,
    "does not have the database {database}. Create it with CREATE DATABASE {database}, or correct the name at the end of the address."
  ],
  [
    /^497$/,
    `does not permit its user what the service needs. Run: GRANT ${GRANTS} ON {database}.* TO the user.`
  ],
  [
    /^(164|452)$/,
    "does not let its user write or change settings. Remove `readonly` and constraints from the user's profile."
  ]
];
var FAILURES = [
  [
    /clickhouse-client program|You must use port/,
    "has its own protocol at this port. Name the one for HTTP: 8123, or 8443 with TLS."
  ],
  [
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/,
    "expects TLS at this port. Begin the address with https://."
  ],
  ...listConnectionCauses("http://", "https://"),
  [/^Timeout error/, NO_ANSWER]
];
var NOT_CLICKHOUSE = "does not answer as ClickHouse does: another program listens there, or a proxy that cannot reach it. Correct host and port.";
function describeClickHouseProblem(url, error) {
  const database = new URL(url).pathname.slice(1) || "default";
  const reported = summarizeError(error);
  if (!(error instanceof ClickHouseError))
    return writeProblem("ClickHouse", url, findCause(FAILURES, reported) ?? NOT_CLICKHOUSE, reported);
  const cause = findCause(REFUSALS, error.code)?.replaceAll("{database}", database);
  return cause && writeProblem("ClickHouse", url, cause, `${error.code} ${error.type}: ${reported}`);
}

// src/service/clickhouse/clickhouse.ts
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
  const client = createClient2({
    url,
    request_timeout: timeout2,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: SETTINGS
  });
  const fail2 = (error) => asStoreError2(error, url);
  const guard = (work) => work().catch((error) => {
    throw fail2(error);
  });
  return {
    /** `seconds`: the server ends a statement that takes longer; see `isTooLarge`. */
    command: (query2, parameters = {}, seconds = 0) => guard(async () => {
      const settings = seconds > 0 ? { max_execution_time: seconds } : {};
      await client.command({ query: query2, query_params: parameters, clickhouse_settings: settings });
    }),
    /** Rows have 64-bit integers and decimals as strings. */
    query: (query2, parameters = {}) => guard(async () => {
      const result = await client.query({ query: query2, query_params: parameters, format: "JSONEachRow" });
      return result.json();
    }),
    /** Inserts comma-separated values. The same token inserts only once. */
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
    /** Reads the lines of a statement's result, several at a time; the statement includes its format. */
    readLines: async function* (query2, parameters, signal) {
      try {
        const { stream } = await client.exec({
          query: query2,
          query_params: parameters,
          abort_signal: signal,
          clickhouse_settings: EXPORT_SETTINGS
        });
        let rest = "";
        for await (const chunk of stream.setEncoding("utf8")) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop() ?? "";
          yield lines;
        }
      } catch (error) {
        throw fail2(error);
      }
    },
    close: () => client.close()
  };
}
var PASSING = /* @__PURE__ */ new Set(["159", "202", "209", "210", "241", "242", "252", "319", "999"]);
function asStoreError2(error, url) {
  const described = describeClickHouseProblem(url, error);
  if (!(error instanceof ClickHouseError2))
    return new StoreError("away", described ?? readMessage(error), error);
  const code = PASSING.has(error.code) ? "away" : "failed";
  const refusal = `ClickHouse refused a statement (${error.code} ${error.type}): ${error.message}`;
  return new StoreError(code, described ?? refusal, error);
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
var TOO_LARGE = /* @__PURE__ */ new Set(["159", "241"]);
function isTooLarge(error) {
  return hasCode(error, TOO_LARGE);
}
function isDataError2(error) {
  return hasCode(error, DATA);
}
function hasCode(error, codes) {
  return error instanceof StoreError && error.cause instanceof ClickHouseError2 && codes.has(error.cause.code);
}

// src/service/doctor/finding.ts
function reportAbout(about) {
  const make = (level) => (message) => ({ level, about, message });
  return { ok: make("ok"), warning: make("warning"), problem: make("problem") };
}

// src/service/doctor/checkEngines.ts
var TIMEOUT = 5e3;
var CLOCK_TOLERANCE = 6e4;
async function checkRedis(url, now) {
  const { problem } = reportAbout("Redis");
  try {
    const redis = await RedisConnection.open({ url, timeout: TIMEOUT, log: pino2({ level: "silent" }) });
    try {
      const info = parseInfo(String(await redis.send(["INFO"])));
      const [seconds] = readTexts(await redis.send(["TIME"]));
      return judgeRedis(info, Number(seconds) * 1e3 - now());
    } finally {
      redis.close();
    }
  } catch (error) {
    return [problem(readMessage(error))];
  }
}
function parseInfo(text9) {
  const lines = text9.split(/\r?\n/).filter((line) => line.includes(":"));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}
function judgeRedis(info, ahead) {
  const { ok, warning, problem } = reportAbout("Redis");
  const findings = [];
  if (info.get("role") === "slave")
    findings.push(problem("It is a replica, which takes no changes. Name the primary with --redis."));
  if (info.get("maxmemory_policy") !== "noeviction")
    findings.push(
      problem(
        `It removes keys when its memory is full (${info.get("maxmemory_policy")}), so that events count twice. Set in redis.conf: maxmemory-policy noeviction`
      )
    );
  if (info.get("aof_enabled") !== "1")
    findings.push(warning("It forgets everything when it restarts. Set in redis.conf: appendonly yes"));
  findings.push(...judgeClock("Redis", ahead));
  const version2 = info.get("valkey_version") ?? info.get("redis_version");
  return findings.length > 0 ? findings : [ok(`It answers, version ${version2}.`)];
}
async function checkClickHouse(url, now) {
  const { ok, problem } = reportAbout("ClickHouse");
  const clickhouse = connect({ url, timeout: TIMEOUT });
  try {
    const [row] = await clickhouse.query(
      "SELECT version() AS version, toUnixTimestamp(now()) AS time"
    );
    if (!row)
      return [problem("Another program answers at the address of --clickhouse. Correct host and port.")];
    const findings = judgeClock("ClickHouse", Number(row.time) * 1e3 - now());
    return findings.length > 0 ? findings : [ok(`It answers, version ${row.version}.`)];
  } catch (error) {
    return [problem(readMessage(error))];
  } finally {
    await clickhouse.close();
  }
}
function judgeClock(about, ahead) {
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return [];
  const direction = ahead > 0 ? "ahead of" : "behind";
  const seconds = Math.round(Math.abs(ahead) / 1e3);
  const message = `Its clock is ${seconds} s ${direction} this machine's. Have a time server set both.`;
  return [reportAbout(about).problem(message)];
}

// src/service/doctor/folders.ts
import {
  accessSync,
  constants as constants2,
  lstatSync as lstatSync2,
  readdirSync as readdirSync2,
  statfsSync,
  statSync as statSync5
} from "node:fs";
import { dirname as dirname7, join as join23, resolve as resolve5 } from "node:path";
var MB = 1024 ** 2;
var LEAST_FREE = 100 * MB;
var ENOUGH_FREE = 1024 * MB;
var LEAST_FILES = 1e3;
function checkDisk(folder, readSpace = statfsSync) {
  const { ok, warning, problem } = reportAbout("Disk");
  const { bavail, bsize, files, ffree } = readSpace(findExisting(folder));
  const free = bavail * bsize;
  const found = `${Math.floor(free / MB)} MB are free for ${folder}.`;
  const advice = `${found} Free some, keep fewer events (--keep-months), or move --data to a larger disk.`;
  if (free < LEAST_FREE) return problem(advice);
  if (files > 0 && ffree < LEAST_FILES)
    return problem(`${ffree} more files fit on the disk of ${folder}. Remove files, or move --data.`);
  return free < ENOUGH_FREE ? warning(advice) : ok(found);
}
function findExisting(folder) {
  const path = resolve5(folder);
  return statSync5(path, { throwIfNoEntry: false }) ? path : findExisting(dirname7(path));
}
var MAX_FILES = 1e4;
function checkData(folder, user = process.getuid?.() ?? 0) {
  const { ok, warning, problem } = reportAbout("Data");
  const name = findUserName(user);
  const found = statSync5(folder, { throwIfNoEntry: false });
  if (!found) {
    const parent = findExisting(folder);
    if (canUse(parent, constants2.W_OK | constants2.X_OK))
      return [ok(`${folder} does not exist; the first start makes it.`)];
    return [
      problem(
        `${folder} does not exist, and ${name} may not make it in ${parent}. As root: install -d -m 700 -o ${name} ${folder}`
      )
    ];
  }
  if (!found.isDirectory()) return [problem(`${folder} is a file. Name a folder with --data.`)];
  const owner = findUserName(found.uid);
  if (found.uid !== user)
    return [
      problem(
        `${folder} belongs to ${owner}, and this is ${name}. Run commands on it as its owner: runuser -u ${owner} -- zonetag-service \u2026`
      )
    ];
  const foreign = findForeign(folder, user);
  if (foreign !== void 0)
    return [problem(`${foreign} is not ${name}'s to read and write. As root: chown -R ${name}: ${folder}`)];
  if (found.mode & 63)
    return [
      warning(`Other users can read ${folder}, which holds secrets and hashes. chmod -R go= ${folder}`)
    ];
  return [ok(`${folder} belongs to ${name} alone.`)];
}
function findForeign(folder, user) {
  const names = readdirSync2(folder, { recursive: true, encoding: "utf8" }).slice(0, MAX_FILES);
  return names.map((name) => join23(folder, name)).find((path) => !isUsable(path, user));
}
function isUsable(path, user) {
  const found = lstatSync2(path, { throwIfNoEntry: false });
  return !found || found.uid === user && (found.mode & 384) === 384;
}
function findNewest(folder) {
  if (!statSync5(folder, { throwIfNoEntry: false })?.isDirectory()) return void 0;
  const names = readdirSync2(folder, { recursive: true, encoding: "utf8" }).slice(0, MAX_FILES);
  const times2 = names.map((name) => lstatSync2(join23(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times2.length > 0 ? Math.max(...times2) : void 0;
}
function checkReadable(setting, path) {
  const { ok, problem } = reportAbout("Files");
  try {
    accessSync(path, constants2.R_OK);
    return ok(`${setting} ${path} can be read.`);
  } catch (error) {
    const user = findUserName(process.getuid?.() ?? 0);
    return problem(
      `${setting} ${path}: ${describeReadProblem(error)} It has to exist, and ${user} has to read it.`
    );
  }
}
function canUse(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

// src/service/doctor/machine.ts
import { spawnSync } from "node:child_process";

// src/service/nodeVersion.ts
var MAJOR = 20;
var MINOR = 19;
function describeOldNode(version2) {
  const [major = 0, minor = 0] = version2.split(".").map(Number);
  if (major > MAJOR || major === MAJOR && minor >= MINOR) return void 0;
  return `Node ${MAJOR}.${MINOR} or newer is needed; this is ${version2}.`;
}

// src/service/doctor/machine.ts
function checkNode(version2) {
  const { ok, problem } = reportAbout("Node");
  const old = describeOldNode(version2);
  return old === void 0 ? ok(version2) : problem(`${old} Install it from https://nodejs.org.`);
}
var MINUTE_MS2 = 6e4;
function checkClock(now, { newest, isSynchronized }) {
  const { ok, warning, problem } = reportAbout("Clock");
  if (newest !== void 0 && newest > now + MINUTE_MS2) {
    const minutes = Math.round((newest - now) / MINUTE_MS2);
    return problem(
      `The data was last written ${minutes} min after the time of this machine. Set the clock, then start the service.`
    );
  }
  const time2 = new Date(now).toISOString();
  if (isSynchronized === false)
    return warning(`${time2}, and no time server sets it. Turn one on: timedatectl set-ntp true`);
  return ok(time2);
}
function readSynchronized() {
  const args = ["show", "--property=NTPSynchronized", "--value"];
  const { status, stdout } = spawnSync("timedatectl", args, { encoding: "utf8", timeout: 5e3 });
  return status === 0 ? stdout.trim() === "yes" : void 0;
}

// src/service/doctor/network.ts
import { readFileSync as readFileSync5 } from "node:fs";
import { createServer as createServer2 } from "node:http";
import { join as join24 } from "node:path";
import ipaddr2 from "ipaddr.js";

// src/service/http/listen.ts
import { once as once6 } from "node:events";
import { Server as NetServer } from "node:net";
import { setImmediate as setImmediate3 } from "node:timers/promises";
async function listen(server, { host, port }) {
  server.listen(port, host);
  try {
    await once6(server, "listening");
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
var SWEEP_MS = 100;
async function closeServer(server, withinMs) {
  await setImmediate3();
  await setImmediate3();
  const closed = new Promise((done) => NetServer.prototype.close.call(server, () => done()));
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timeout2 = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timeout2);
  clearInterval(sweeping);
}

// src/service/doctor/network.ts
var TIMEOUT2 = 5e3;
async function checkPort(at) {
  const { ok, problem } = reportAbout("Port");
  const server = createServer2();
  try {
    await listen(server, at);
    await closeServer(server, 0);
    return { finding: ok(`${at.port} of ${at.host} is free.`), isRunning: false };
  } catch (error) {
    if (await isOwnService(at)) return { finding: ok(`The service answers at ${at.port}.`), isRunning: true };
    return { finding: problem(`${readMessage(error)} ${adviseOnPort(at.port)}`), isRunning: false };
  }
}
function adviseOnPort(port) {
  const privileged = port < 1024 ? "Ports below 1024 are for root: leave 80 and 443 to a proxy. " : "";
  return `${privileged}See what listens with: ss -ltnp; or choose other values of --host and --port.`;
}
async function isOwnService({ host, port }) {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const answer2 = await fetchText(`http://${name}:${port}/zonetag.js`);
  return "text" in answer2 && answer2.text.includes("zonetag");
}
function checkProxies({ origin, trustedProxies }) {
  const { ok, problem } = reportAbout("Proxies");
  const open7 = trustedProxies.find((network) => ipaddr2.isValidCIDR(network) && /\/0$/.test(network));
  if (open7 !== void 0)
    return problem(
      `--trusted-proxies ${open7} trusts everyone, so a visitor can pretend to have any address. Name the proxy alone, such as 127.0.0.1.`
    );
  if (origin?.startsWith("https:") && trustedProxies.length === 0)
    return problem(
      `${origin} needs a proxy that ends TLS, and none is trusted: all visitors count as its address and share its limits. Set --trusted-proxies to the proxy's address, such as 127.0.0.1.`
    );
  return ok(
    trustedProxies.length === 0 ? "None is trusted: visitors' addresses are those of their connections." : `X-Forwarded-For is taken from ${trustedProxies.join(", ")}.`
  );
}
async function checkOrigin(origin) {
  const { ok, warning, problem } = reportAbout("Origin");
  const answer2 = await fetchText(`${origin}/zonetag.js`);
  if ("error" in answer2)
    return problem(
      `${origin} does not answer: ${answer2.error}. Check its DNS entry, its certificate, and that the proxy runs.`
    );
  if (answer2.status !== 200)
    return problem(
      `${origin}/zonetag.js answers ${answer2.status}. Check that the proxy passes requests on to --host and --port.`
    );
  if (answer2.text !== readFileSync5(join24(builtFolder(), "zonetag.js"), "utf8"))
    return warning(
      `${origin}/zonetag.js is not the tag of this version. Check that the proxy leads to this service, and that a cache has no older copy.`
    );
  return ok(`${origin} serves this service's tag.`);
}
async function fetchText(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT2) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { cause } = error;
    return { error: readMessage(cause ?? error) };
  }
}

// src/service/commands/doctor.ts
function doctorCommand() {
  return addSettings(
    new Command4("doctor").description(
      "check Node, disk, rights, clock, port, proxies, Redis and ClickHouse, and say what to do"
    )
  ).action(examine);
}
async function examine(settings) {
  const findings = await collect(settings);
  for (const { level, about, message } of findings)
    console.log(`${level.padEnd(8)} ${`${about}:`.padEnd(12)} ${message}`);
  if (findings.some(({ level }) => level === "problem")) process.exitCode = 1;
}
async function collect(settings) {
  const { data, origin, redis, clickhouse } = settings;
  const port = await checkPort(settings);
  return [
    checkNode(process.versions.node),
    checkClock(Date.now(), { newest: findNewest(data), isSynchronized: readSynchronized() }),
    checkDisk(data),
    ...checkData(data),
    ...checkFiles2(settings),
    port.finding,
    checkProxies(settings),
    ...origin !== void 0 && port.isRunning ? [await checkOrigin(origin)] : [],
    ...redis === void 0 ? [] : await checkRedis(redis, Date.now),
    ...clickhouse === void 0 ? [] : await checkClickHouse(clickhouse, Date.now)
  ];
}
function checkFiles2({ catalogue, creatives, cityDatabase }) {
  const named2 = { "--catalogue": catalogue, "--creatives": creatives, "--city-database": cityDatabase };
  return Object.entries(named2).flatMap(
    ([setting, path]) => path === void 0 ? [] : [checkReadable(setting, path)]
  );
}

// src/service/commands/exit.ts
function exitWithError(error) {
  for (const problem of listProblems2(error)) console.error(`ad service: ${problem.replaceAll("\n", " ")}`);
  process.exit(1);
}
function listProblems2(error) {
  if (error instanceof CatalogueError) return error.problems;
  if (!isObject(error)) return [readMessage(error)];
  const { path, syscall } = error;
  const isOfFile = path !== void 0 && (syscall === "open" || syscall === "read");
  return [isOfFile ? `${path}: ${describeReadProblem(error)}` : readMessage(error)];
}

// src/service/commands/hashPassword.ts
import { once as once7 } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text as text2 } from "node:stream/consumers";
import { Command as Command5 } from "commander";
function hashPasswordCommand() {
  return new Command5("hash-password").description("ask for a password, or read it from a pipe, and print its catalogue entry").action(async () => {
    const password = process.stdin.isTTY ? await promptForPassword() : await readPipe();
    const { least, most } = PASSWORD_LENGTH;
    if (password.length < least || password.length > most)
      throw new Error(`A password has ${least} to ${most} characters. Nothing was hashed.`);
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
  const closed = once7(reader, "close").then(() => "");
  const password = await Promise.race([reader.question(""), closed]);
  process.stderr.write("\n");
  reader.close();
  return password;
}

// src/service/commands/import.ts
import { normalize, resolve as resolve6 } from "node:path";
import { stderr } from "node:process";
import { Command as Command6, InvalidArgumentError as InvalidArgumentError3, Option as Option4 } from "commander";

// src/service/import/import.ts
import { rm as rm14 } from "node:fs/promises";

// src/service/import/line.ts
var INTEGER_MAX = 2 ** 31 - 1;
var EARLIEST = Date.UTC(2e3, 0, 1);
var LATEST = Date.UTC(2100, 0, 1);
var COLUMNS2 = new Map([
  ["time", { read: readTime, explain: explainTime }],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createDimension(name, type)]),
  ...Object.entries(COUNTERS).map(
    ([name, type]) => [name, type === "BIGINT" ? createInteger(Number.MAX_SAFE_INTEGER) : createMoney()]
  )
]);
var COLUMN_NAMES = [...COLUMNS2.keys()];
function readLine2(values2, owners) {
  const fact = {};
  const problems = [];
  for (const name of Object.keys(values2)) {
    const value = values2[name];
    if (value === null || value === "" || value === void 0) continue;
    const column = COLUMNS2.get(name);
    const read2 = column?.read(value);
    if (read2 !== void 0) fact[name] = read2;
    else problems.push(`${name}: ${column?.explain(value) ?? "This column is not known."}`);
  }
  if (owners) applyOwners(fact, owners, problems);
  if (problems.length === 0) listMissing(fact, problems);
  return isFact(fact, problems) ? { fact } : { problems };
}
function isFact(values2, problems) {
  return problems.length === 0 && values2.time instanceof Date;
}
function listMissing(fact, problems) {
  if (!fact.time) problems.push("time: This column is missing.");
  if (fact.publisher_id === void 0 && fact.advertiser_id === void 0)
    problems.push(
      "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue."
    );
  if (!COUNTER_NAMES.some((name) => fact[name]))
    problems.push("Nothing is counted: every counter is absent or zero.");
}
var COUNTER_NAMES = Object.keys(COUNTERS);
function applyOwners(fact, owners, problems) {
  const find = (column, entries) => {
    const id4 = fact[column];
    if (typeof id4 !== "number") return void 0;
    const entry = entries.get(id4);
    if (entry === void 0) problems.push(`${column}: ${id4} is not in the catalogue.`);
    return entry;
  };
  const zone2 = find("zone_id", owners.zones);
  const site2 = find("site_id", owners.sites) ?? (zone2 && owners.sites.get(zone2.site));
  const variation2 = find("variation_id", owners.variations);
  const campaign3 = find("campaign_id", owners.campaigns) ?? variation2?.campaign;
  const checkRole = (column, role2) => {
    const account2 = find(column, owners.accounts);
    if (account2 && account2.role !== role2)
      problems.push(`${column}: The account ${fact[column]} is no ${role2}.`);
  };
  checkRole("publisher_id", "publisher");
  checkRole("advertiser_id", "advertiser");
  const named2 = { zone: zone2, site: site2, variation: variation2, campaign: campaign3 };
  checkOwners(fact, named2, problems);
  find("excluded_campaign_id", owners.campaigns);
  fillOwners(fact, named2);
}
function checkOwners(fact, { zone: zone2, site: site2, variation: variation2, campaign: campaign3 }, problems) {
  const compare = (column, owner, what, id4) => {
    if (fact[column] === void 0 || fact[column] === owner) return;
    problems.push(`${column}: The ${what} ${id4} belongs to ${owner}, not to ${fact[column]}.`);
  };
  if (zone2) compare("site_id", zone2.site, "zone", zone2.id);
  if (site2) compare("publisher_id", site2.account, "site", site2.id);
  if (variation2) compare("campaign_id", variation2.campaign.id, "variation", fact.variation_id);
  if (campaign3) compare("advertiser_id", campaign3.account, "campaign", campaign3.id);
}
function fillOwners(fact, { zone: zone2, site: site2, campaign: campaign3 }) {
  const fill = (column, value) => {
    if (value !== void 0 && fact[column] === void 0) fact[column] = value;
  };
  fill("size", zone2?.size);
  fill("site_id", site2?.id);
  fill("site_hostname", site2?.hostname);
  fill("category_id", site2?.category);
  fill("publisher_id", site2?.account);
  fill("campaign_id", campaign3?.id);
  fill("offer_id", campaign3?.offer);
  fill("offer_landing_page_id", campaign3?.offerLandingPage);
  fill("advertiser_id", campaign3?.account);
}
function createDimension(name, type) {
  if (name === "country_iso") return createText(isCountry, "a three-letter country code");
  if (name === "size") return createText((text9) => /^\d{1,5}x\d{1,5}$/.test(text9), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return createText((text9) => /^[a-z0-9.-]{1,253}$/.test(text9), "letters a-z, digits, hyphens and dots");
  if (name === "unfilled_reason")
    return createText((text9) => isOneOf(UNFILLED_REASONS, text9), `one of: ${UNFILLED_REASONS.join(", ")}`);
  if (name === "adblock") return createAdblock();
  if (name === "sub") return createInteger(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return createInteger(type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}
function createText(fits, what) {
  return {
    read: (value) => typeof value === "string" && fits(value) ? value : void 0,
    explain: () => `Expected ${what}.`
  };
}
function createInteger(most, least = 0) {
  return {
    read(value) {
      const number16 = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      if (typeof number16 !== "number" || !Number.isInteger(number16)) return void 0;
      return number16 >= least && number16 <= most ? number16 : void 0;
    },
    explain: () => `Expected a whole number from ${least} to ${most}.`
  };
}
function createMoney() {
  return {
    read: (value) => parseDecimal(toText(value)),
    explain: () => "Expected a decimal below a thousand million with at most nine places."
  };
}
function toText(value) {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
var ADBLOCK_WORDS = /* @__PURE__ */ new Map([
  ["true", true],
  ["1", true],
  ["adblock", true],
  ["false", false],
  ["0", false],
  ["standard", false]
]);
function createAdblock() {
  return {
    read: (value) => typeof value === "object" ? void 0 : ADBLOCK_WORDS.get(String(value).toLowerCase()),
    explain: () => "Expected adblock or standard, or true or false."
  };
}
var TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
var knownDay = "";
function parseTime(value) {
  const [, day3 = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time2 = /* @__PURE__ */ new Date(`${day3}T${clock}${offset}`);
  if (day3 !== knownDay && !isDay(day3) || Number.isNaN(time2.getTime())) return void 0;
  knownDay = day3;
  return time2;
}
function readTime(value) {
  const time2 = parseTime(value);
  return time2 && time2.getTime() >= EARLIEST && time2.getTime() < LATEST ? time2 : void 0;
}
function explainTime(value) {
  return parseTime(value) ? "Expected a moment from 2000 to 2099." : "Expected a day or a moment as in ISO 8601.";
}

// src/service/import/import.ts
var Undone = class extends Error {
  result;
  constructor(result) {
    super("Nothing was imported.");
    this.result = result;
  }
};
async function importParts(store, steps, { name, network, allOrNothing = false, onProgress }) {
  try {
    return await store.longTransaction(async ({ query: query2, load }) => {
      const [{ id: id4 } = { id: 1 }] = await query2(
        "SELECT coalesce(max(id), 0)::INTEGER + 1 AS id FROM named_imports"
      );
      let summary;
      for await (const step of steps) {
        if ("summary" in step) summary = step.summary;
        else {
          await load(step.part, id4).finally(() => rm14(step.part.path, { force: true }));
          onProgress?.(step.counts);
        }
      }
      if (!summary) throw new Error("The file ended before its summary.");
      const { digest: digest4, read: read2, added, rejected } = summary;
      if (rejected > 0 && (allOrNothing || added === 0))
        throw new Undone({ ...summary, added: 0, refused: true });
      const [same] = await query2(
        "SELECT name FROM named_imports WHERE digest = $1 AND name <> $2 AND network IS NOT DISTINCT FROM $3::INTEGER",
        [digest4, name, network ?? null]
      );
      if (same && read2 > 0) throw new Undone({ ...summary, added: 0, sameAs: same.name });
      const replaced = await removeFacts(query2, name, network);
      await query2(
        `INSERT INTO named_imports (id, name, digest, read, added, rejected, time, network)
         VALUES ($1, $2, $3, $4, $5, $6, $7::TIMESTAMP, $8::INTEGER)`,
        [id4, name, digest4, read2, added, rejected, /* @__PURE__ */ new Date(), network ?? null]
      );
      return { ...summary, ...replaced !== void 0 && { replaced } };
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}
function listImports(store, network) {
  return store.query(
    `SELECT name, network, i.time, read, added, rejected, ${SUMS2.map((sum2) => `coalesce(${sum2}, 0) AS ${sum2}`).join(", ")}
     FROM named_imports i LEFT JOIN (
       SELECT import_id, ${SUMS2.map((sum2) => `sum(${sum2}) AS ${sum2}`).join(", ")}
       FROM facts WHERE import_id IS NOT NULL GROUP BY import_id
     ) ON import_id = id ${network === void 0 ? "" : "WHERE network = $1"} ORDER BY i.time, id`,
    network === void 0 ? [] : [network]
  );
}
var SUMS2 = ["impressions", "clicks", "cost", "publisher_revenue"];
async function removeImport(store, name, network) {
  return store.longTransaction(async ({ query: query2 }) => await removeFacts(query2, name, network) !== void 0);
}
async function removeFacts(query2, name, network) {
  const [earlier] = await query2(
    "SELECT id, added FROM named_imports WHERE name = $1 AND network IS NOT DISTINCT FROM $2::INTEGER",
    [name, network ?? null]
  );
  if (!earlier) return void 0;
  await query2("DELETE FROM facts WHERE import_id = $1", [earlier.id]);
  await query2("DELETE FROM named_imports WHERE id = $1", [earlier.id]);
  return Number(earlier.added);
}
function describeColumns() {
  return COLUMN_NAMES.join(", ");
}

// src/service/import/importName.ts
var IMPORT_NAME_RULE = "1 to 4096 characters without control characters";
function isImportName(name) {
  return new RegExp("^\\P{Cc}{1,4096}$", "u").test(name);
}

// src/service/import/importRequests.ts
import { MessageChannel } from "node:worker_threads";

// src/service/values/tables.ts
function* sendTables(tables, send5) {
  for (const [table, rows] of Object.entries(tables)) {
    let entries = [];
    for (const row of rows) {
      entries.push(row);
      if (entries.length < ENTRIES_PER_STEP) continue;
      send5({ table, entries });
      entries = [];
      yield;
    }
    send5({ table, entries });
    yield;
  }
}
function* convertLazily(map, convert2) {
  for (const [id4, value] of map) {
    const converted = convert2(value);
    if (converted !== void 0) yield [id4, converted];
  }
}

// src/service/import/importRequests.ts
async function runRequest(store, request2, read2, owners, onProgress) {
  const { network } = request2;
  if (request2.action === "list") return listImports(store, network);
  if (request2.action === "remove") return removeImport(store, request2.name, network);
  const { name, allOrNothing, source } = request2;
  const steps = read2({ ...source, owners, temporary: store.temporary });
  return importParts(store, steps, { name, network, allOrNothing, ...onProgress && { onProgress } });
}
function serveRequest(store, body, owners, signal) {
  const request2 = body;
  if (request2.action === "import" && OWN_FILES.test(request2.source.file))
    throw new Error("A running service cannot read what this command is given. Write it to a file first.");
  const read2 = (options) => readPartsOnThread(options, owners, signal);
  return runRequest(store, request2, read2, void 0);
}
var OWN_FILES = /^\/(dev\/(stdin|fd\/)|proc\/(thread-)?self\/)/;
async function* readPartsOnThread(options, owners, signal) {
  signal.throwIfAborted();
  const thread2 = startThread("import-thread", "./importThread.ts", import.meta.url);
  const { port1: port, port2: far } = new MessageChannel();
  const over = new AbortController();
  const failed = new Promise((_2, reject) => {
    thread2.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  });
  failed.catch(() => {
  });
  try {
    thread2.postMessage({ options, port: far }, [far]);
    const ask2 = (question) => port.postMessage(question);
    await runInSlices(sendTables(owners, (piece) => ask2({ piece })));
    for (; ; ) {
      const answered = new Promise((resolve10) => port.once("message", resolve10));
      ask2("next");
      const message = await Promise.race([answered, failed]);
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

// src/service/import/parts.ts
import { createHash as createHash7 } from "node:crypto";

// src/service/import/partWriter.ts
import { randomUUID as randomUUID6 } from "node:crypto";
import { rm as rm15, writeFile as writeFile4 } from "node:fs/promises";
import { join as join25 } from "node:path";
var MAX_TEXT = 16 * 1024;
var PartWriter = class {
  /** Folder of the files. */
  #folder;
  /** All columns so far: a file has those of the files before it, too. */
  #columns = new FactColumns();
  /** Content of the current file as bytes: the garbage collector would copy facts, or their text, several times. */
  #bytes = Buffer.allocUnsafe(1024 * 1024);
  #size = 0;
  #text = "";
  #lines = 0;
  constructor(folder) {
    this.#folder = folder;
  }
  /** Facts in the current file. */
  get lines() {
    return this.#lines;
  }
  /** Whether the current file has all columns of the fact; otherwise a new file must begin. */
  fits(fact) {
    return this.#lines === 0 || this.#columns.has(fact);
  }
  add(fact) {
    this.#columns.add(fact);
    this.#text += this.#lines === 0 ? `${this.#columns.header}${this.#columns.encode(fact)}` : this.#columns.encode(fact);
    this.#lines += 1;
    if (this.#text.length >= MAX_TEXT) this.#keepText();
  }
  /** Writes the current file, and begins another one. */
  async finish() {
    this.#keepText();
    const part = { path: join25(this.#folder, `import-${randomUUID6()}.csv`), columns: this.#columns.names };
    try {
      await writeFile4(part.path, this.#bytes.subarray(0, this.#size), { mode: 384 });
    } catch (error) {
      await rm15(part.path, { force: true });
      throw error;
    }
    this.#size = 0;
    this.#lines = 0;
    return part;
  }
  #keepText() {
    const needed = this.#size + Buffer.byteLength(this.#text);
    if (needed > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * needed);
    this.#size += this.#bytes.write(this.#text, this.#size);
    this.#text = "";
  }
};

// src/service/import/fileRecord.ts
var MAX_RECORD = 65536;

// src/service/import/csvRecords.ts
var CsvRecords = class {
  #line = 0;
  /** Names of the columns, once the first line was read. */
  #names;
  #open;
  #isOver = false;
  /** Throws when the first line names a column twice. */
  *read(lines) {
    for (const line of lines) {
      if (this.#isOver) return;
      this.#line += 1;
      const record6 = this.#open ? this.#continue(this.#open, line) : this.#begin(line);
      if (record6) yield record6;
    }
  }
  end() {
    return this.#open ? [{ line: this.#open.line, problem: "A quote that opens here is never closed." }] : [];
  }
  #begin(line) {
    if (line.length > MAX_RECORD) return this.#giveUp(this.#line);
    if (line.trim() === "") return void 0;
    if (!line.includes('"')) return this.#toRecord(line.split(",").map((cell) => cell.trim()));
    return this.#split({ line: this.#line, cells: [], rest: line, length: line.length });
  }
  #continue(open7, line) {
    const length = open7.length + 1 + line.length;
    if (length > MAX_RECORD) return this.#giveUp(open7.line);
    const record6 = { ...open7, rest: `${open7.rest}
${line}`, length };
    if (findClosingQuote(line, 0) >= 0) return this.#split(record6);
    this.#open = record6;
    return void 0;
  }
  #split(record6) {
    const rest = splitCells(record6.rest, record6.cells);
    this.#open = rest === void 0 ? void 0 : { ...record6, rest };
    return rest === void 0 ? this.#toRecord(record6.cells) : void 0;
  }
  #toRecord(cells) {
    const names = this.#names;
    if (!names) {
      this.#names = checkNames(cells);
      return void 0;
    }
    if (cells.length !== names.length) {
      const problem = `Expected ${names.length} cells, as in the first line, and found ${cells.length}.`;
      return { line: this.#line, problem };
    }
    const values2 = {};
    for (const [at, name] of names.entries()) values2[name] = cells[at];
    return { line: this.#line, values: values2 };
  }
  #giveUp(line) {
    this.#isOver = true;
    this.#open = void 0;
    return { line, problem: TOO_LONG };
  }
};
var TOO_LONG = `A quote that opens here is never closed, or the record is longer than ${MAX_RECORD} characters. Nothing after it was read.`;
function checkNames(names) {
  const repeated = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (repeated === void 0) return names;
  throw new Error(`The first line names the column ${JSON.stringify(repeated)} twice.`);
}
function splitCells(text9, cells) {
  for (let from = 0; from <= text9.length; ) {
    const opening = findText(text9, from);
    const isQuoted = text9[opening] === '"';
    const closing = isQuoted ? findClosingQuote(text9, opening + 1) : opening;
    if (closing < 0) return text9.slice(from);
    const comma = text9.indexOf(",", closing);
    const end = comma < 0 ? text9.length : comma;
    const isWhole = isQuoted && text9.slice(closing + 1, end).trim() === "";
    cells.push(
      isWhole ? text9.slice(opening + 1, closing).replaceAll('""', '"') : text9.slice(from, end).trim()
    );
    from = end + 1;
  }
  return void 0;
}
function findText(text9, from) {
  let at = from;
  while (at < text9.length && text9[at]?.trim() === "") at += 1;
  return at;
}
function findClosingQuote(text9, from) {
  let closing = text9.indexOf('"', from);
  while (closing >= 0 && text9[closing + 1] === '"') closing = text9.indexOf('"', closing + 2);
  return closing;
}

// src/service/import/fileText.ts
import { createReadStream } from "node:fs";
import { stat as stat5 } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
var CHUNK = 64 * 1024;
var UTF_16 = /* @__PURE__ */ new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"]
]);
async function* readText2(file, hash) {
  const before = await stat5(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  let decode2;
  for await (const chunk of file.toLowerCase().endsWith(".gz") ? unzip(source) : source) {
    hash.update(chunk);
    decode2 ??= createDecoder(chunk);
    yield decode2(chunk);
  }
  if (before.isFile() && hasChanged(before, await stat5(file)))
    throw new Error("The file changed while it was read. Try again once it is complete.");
}
function unzip(source) {
  const unzipped = createGunzip({ chunkSize: CHUNK });
  source.on("error", (error) => unzipped.destroy(error));
  return source.pipe(unzipped);
}
function createDecoder(firstChunk) {
  const encoding = UTF_16.get(firstChunk.toString("hex", 0, 2));
  if (encoding) {
    const decoder2 = new TextDecoder(encoding);
    return (chunk) => decoder2.decode(chunk, { stream: true });
  }
  const decoder = new StringDecoder("utf8");
  let isFirst = true;
  return (chunk) => {
    const text9 = decoder.write(chunk);
    if (!isFirst || text9 === "") return text9;
    isFirst = false;
    return text9.startsWith("\uFEFF") ? text9.slice(1) : text9;
  };
}
function hasChanged(before, after) {
  return before.ino !== after.ino || before.size !== after.size || before.mtimeMs !== after.mtimeMs;
}

// src/service/import/jsonRecords.ts
var JsonRecords = class {
  #line = 0;
  *read(lines) {
    for (const content of lines) {
      this.#line += 1;
      const record6 = readRecord(content, this.#line);
      if (record6) yield record6;
    }
  }
  end() {
    return [];
  }
};
function readRecord(content, line) {
  if (content.length > MAX_RECORD)
    return { line, problem: `The line is longer than ${MAX_RECORD} characters.` };
  if (content.trim() === "") return void 0;
  try {
    const values2 = JSON.parse(content.replace(MONEY2, '$1"$2"'));
    return isObject(values2) ? { line, values: values2 } : { line, problem: "Expected an object." };
  } catch {
    return { line, problem: "This is no JSON." };
  }
}
var MONEY_NAMES = Object.entries(COUNTERS).filter(([, type]) => type !== "BIGINT");
var MONEY2 = new RegExp(
  `((?<!\\\\)"(?:${MONEY_NAMES.map(([name]) => name).join("|")})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`,
  "g"
);

// src/service/import/records.ts
function readFormat(file) {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}
async function* readRecords(file, format, hash) {
  const reader = format === "csv" ? new CsvRecords() : new JsonRecords();
  let lineEnd;
  let rest = "";
  for await (const text9 of readText2(file, hash)) {
    lineEnd ??= format === "csv" ? findLineEnd(text9) : "\n";
    const lines = `${rest}${text9}`.split(lineEnd);
    rest = (lines.pop() ?? "").slice(0, MAX_RECORD + 1);
    yield reader.read(lines);
  }
  yield [...reader.read([rest]), ...reader.end()];
}
function findLineEnd(text9) {
  return /\r\n|\r|\n/.exec(text9)?.[0] === "\r" ? "\r" : "\n";
}

// src/service/import/rejectedLines.ts
import { open as open4, rm as rm16 } from "node:fs/promises";
var SHOWN = 100;
var WRITTEN_AT_ONCE = 64 * 1024;
var RejectedLines = class _RejectedLines {
  /** Reasons with line numbers. */
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
    return path === void 0 ? new _RejectedLines() : new _RejectedLines(path, await open4(path, "w", 384));
  }
  async add(rejected) {
    this.#isEmpty = false;
    if (this.reasons.length < SHOWN) this.reasons.push(`${rejected.line}: ${rejected.reason}`);
    if (!this.#file) return;
    this.#waiting += `${JSON.stringify(rejected)}
`;
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.#write(this.#file);
  }
  /** Removes the file when it is empty. */
  async close() {
    if (!this.#file || !this.#path) return;
    try {
      await this.#write(this.#file);
    } finally {
      await this.#file.close();
    }
    if (this.#isEmpty) await rm16(this.#path, { force: true });
  }
  async #write(file) {
    const text9 = this.#waiting;
    this.#waiting = "";
    await file.appendFile(text9);
  }
};

// src/service/import/parts.ts
async function* readParts(options) {
  const { file, format = readFormat(file), owners, batch, temporary } = options;
  const hash = createHash7("sha256");
  const counts = { read: 0, added: 0, rejected: 0 };
  const rejected = await RejectedLines.open(options.rejectedFile);
  const writer = new PartWriter(temporary);
  const finish = async () => ({ part: await writer.finish(), counts: { ...counts } });
  try {
    for await (const records of readRecords(file, format, hash)) {
      for (const { line, values: values2, problem = "" } of records) {
        if (format === "csv" && values2 && !Object.hasOwn(values2, "time")) throw new Error(NO_TIME);
        const read2 = values2 ? readLine2(values2, owners) : { problems: [problem] };
        if ("fact" in read2) {
          if (!writer.fits(read2.fact)) yield await finish();
          writer.add(read2.fact);
          counts.added += 1;
        } else {
          counts.rejected += 1;
          await rejected.add({ line, reason: read2.problems.join(" "), values: values2 });
        }
        counts.read += 1;
        if (writer.lines >= batch) yield await finish();
      }
    }
    if (writer.lines > 0) yield await finish();
  } finally {
    await rejected.close();
  }
  yield { summary: { ...counts, digest: hash.digest("hex"), reasons: rejected.reasons } };
  return void 0;
}
var NO_TIME = 'The first line does not name the column "time". Expected names of columns, separated by commas.';

// src/service/import/send.ts
var IMPORT_DATABASE = { memory: "128MB", threads: 1 };
var IMPORTS = "imports";
async function sendRequest(data, request2, { owners, onProgress } = {}) {
  const answer2 = await askService(data, IMPORTS, request2);
  if (answer2) return answer2.result;
  const store = await openStore({ folder: data, ...IMPORT_DATABASE });
  try {
    return await runRequest(store, request2, readParts, owners, onProgress);
  } finally {
    await store.close();
  }
}

// src/service/commands/import.ts
function importCommand() {
  return new Command6("import").description(
    "bring in facts from files of newline-delimited JSON or CSV; the same name again replaces what it brought"
  ).argument("<files...>", "names ending in .csv are CSV, else JSON; .gz is unpacked").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).option(
    "--catalogue <file>",
    "checks and fills in the owners of zones and campaigns; a running service uses its own",
    process.env.ZONETAG_CATALOGUE
  ).option("--name <name>", "name of the import; by default the file's path as given").option("--all-or-nothing", "take no line when one is rejected", false).option("--write-rejected", "write rejected lines to FILE.rejected", false).addOption(new Option4("--format <format>", "whatever the name says").choices(["ndjson", "csv"])).option("--batch <lines>", "lines that are read at a time", parseLines, 2e4).addHelpText("after", `
Columns: ${describeColumns()}.`).action(importFiles);
}
function parseLines(value) {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError3("Expected a whole number from 1 to 9999999.");
}
function checkName(name) {
  if (isImportName(name)) return name;
  throw new Error(`${JSON.stringify(name.slice(0, 100))} is not a name: expected ${IMPORT_NAME_RULE}.`);
}
function nameImports(files, name) {
  if (name !== void 0 && files.length > 1) throw new Error("--name is for one file.");
  const named2 = /* @__PURE__ */ new Map();
  for (const file of files) {
    const key = checkName(name ?? normalize(file));
    if (named2.has(key))
      throw new Error(`${file}: this command imports ${JSON.stringify(key)} already. Name each file once.`);
    named2.set(key, file);
  }
  return named2;
}
async function importFiles(files, options) {
  const named2 = nameImports(files, options.name);
  checkDataFolder(options.data, { mayBeMissing: true });
  requireDataOwner(options.data);
  const owners = options.catalogue ? await loadCatalogue(options.catalogue) : void 0;
  for (const [name, file] of named2) {
    const onProgress = (counts) => stderr.write(
      stderr.isTTY ? `\r${describeCounts(counts)}` : `${file}: ${describeCounts(counts)} so far
`
    );
    try {
      const request2 = createRequest(name, file, options);
      const send5 = () => sendRequest(options.data, request2, { owners, onProgress });
      report(file, name, await writeForDataOwner(options.data, send5));
    } catch (error) {
      const problem = `${file}: ${describeReadProblem(error)}`;
      if (error instanceof StoreError) throw new Error(problem, { cause: error });
      print(problem);
      process.exitCode = 1;
    }
  }
}
function createRequest(name, file, options) {
  const { allOrNothing, format, batch, writeRejected } = options;
  const path = resolve6(file);
  const rejectedFile = writeRejected ? `${path}.rejected` : void 0;
  return { action: "import", name, allOrNothing, source: { file: path, format, batch, rejectedFile } };
}
function report(file, name, result) {
  for (const reason of result.reasons) print(`${file}:${reason}`);
  const more = result.rejected - result.reasons.length;
  if (more > 0) print(`${file}: and ${formatNumber2(more)} more rejected lines`);
  print(`${file}: ${describeCounts(result)}${describeOutcome(name, result)}`);
  if (result.rejected > 0 || result.refused) process.exitCode = 1;
}
function describeOutcome(name, { replaced, sameAs, refused }) {
  if (refused) return "; nothing was taken, because of the rejected lines";
  if (sameAs !== void 0) return `; the import ${JSON.stringify(sameAs)} has the same content already`;
  if (replaced === void 0) return ` as ${JSON.stringify(name)}`;
  return ` as ${JSON.stringify(name)}, in place of ${formatNumber2(replaced)} earlier ones`;
}
function print(line) {
  stderr.write(`${stderr.isTTY ? "\r\x1B[K" : ""}${line}
`);
}
function describeCounts({ read: read2, added, rejected }) {
  return `${formatNumber2(read2)} lines read, ${formatNumber2(added)} added, ${formatNumber2(rejected)} rejected`;
}
function formatNumber2(value) {
  return value.toLocaleString("en-US");
}

// src/service/commands/imports.ts
import { Command as Command7, InvalidArgumentError as InvalidArgumentError4 } from "commander";
function importsCommand() {
  const list4 = new Command7("list").description("list imports with their lines, rejected lines, sums and time").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(listAll);
  const remove = new Command7("remove").description("take an import out of what is counted").argument("<name>").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).option("--network <id>", "the network that sent it over HTTP", readNetwork).action(removeOne);
  return new Command7("imports").description("list imports, or remove one").addCommand(list4, { isDefault: true }).addCommand(remove);
}
function readNetwork(value) {
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError4("Expected the id of a network.");
}
var COLUMNS3 = ["name", "time", "added", "rejected", "impressions", "clicks", "cost", "revenue", "network"];
async function listAll({ data }) {
  checkDataFolder(data);
  const entries = await writeForDataOwner(
    data,
    () => sendRequest(data, { action: "list" })
  );
  const rows = entries.map(
    (entry) => [
      ...[entry.name, `${new Date(entry.time).toISOString().slice(0, 19)}Z`, entry.added, entry.rejected],
      ...[entry.impressions, entry.clicks, entry.cost, entry.publisher_revenue, entry.network ?? "-"]
    ].map(String)
  );
  const table = [COLUMNS3, ...rows];
  const widths = COLUMNS3.map((_2, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table)
    console.log(
      row.map((cell, at) => at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)).join("  ").trimEnd()
    );
}
async function removeOne(name, { data, network }) {
  checkDataFolder(data);
  const request2 = { action: "remove", name };
  if (network !== void 0) request2.network = network;
  if (await writeForDataOwner(data, () => sendRequest(data, request2)))
    console.log(`${JSON.stringify(name)} is removed.`);
  else throw new Error(`There is no import called ${JSON.stringify(name)}.`);
}

// src/service/commands/init.ts
import { randomBytes as randomBytes2 } from "node:crypto";
import { existsSync as existsSync7 } from "node:fs";
import { chmod as chmod2, cp as cp2, mkdir as mkdir4, readdir as readdir7, readFile as readFile10, writeFile as writeFile5 } from "node:fs/promises";
import { join as join26, relative, resolve as resolve7 } from "node:path";
import { Command as Command8, Option as Option5 } from "commander";

// src/service/commands/starterCatalogue.ts
var ZONES = {
  "Top of the page": "728x90",
  "Beside the text": "300x250",
  "Above the page": "970x250",
  "In the margin": "160x600",
  "Beside the text, tall": "300x600",
  "On phones": "320x50"
};
var FIRST_ZONE = 101;
var STARTER_USERS = ["network", "publisher", "advertiser"];
function createStarterCatalogue(hashes, hostname) {
  const sizes = Object.values(ZONES);
  return toDocument({
    accounts: [
      { id: 1, name: "My network", role: "network", username: "network", password: hashes.network },
      { id: 2, ...describeMember("publisher", "My publisher"), password: hashes.publisher },
      { id: 3, ...describeMember("advertiser", "My advertiser"), password: hashes.advertiser }
    ],
    sites: [{ id: 1, account: 2, name: "My site", hostname }],
    zones: Object.entries(ZONES).map(([name, size3], at) => ({ id: FIRST_ZONE + at, site: 1, name, size: size3 })),
    campaigns: [
      {
        id: 1,
        account: 3,
        name: "Fallback",
        priority: -1,
        pricing: { model: "cpm", price: "0" },
        variations: sizes.map((size3, at) => ({
          id: at + 1,
          name: `Hello, ${size3}`,
          size: size3,
          image: `/creatives/hello-${size3}.svg`,
          url: "https://example.com/"
        }))
      }
    ]
  });
}
function describeMember(role2, name) {
  return { name, role: role2, network: 1, username: role2 };
}

// src/service/commands/init.ts
function initCommand() {
  return new Command8("init").description("make all that a first ad needs: settings, accounts, a site, zones, a campaign, a page").argument("[folder]", "where; nothing is overwritten", "ads").addOption(
    new Option5("--config <folder>", "folder of settings, page and images, instead of FOLDER").env(
      "ZONETAG_CONFIG_FOLDER"
    )
  ).addOption(new Option5("--data <folder>", "data folder, instead of FOLDER/data").env("ZONETAG_DATA")).addOption(
    new Option5(
      "--origin <address>",
      "address that visitors reach the service by, such as https://ads.example"
    ).env("ZONETAG_ORIGIN").argParser(readOrigin)
  ).action(init);
}
var LOCAL = "http://localhost:8080";
async function init(folder, options) {
  const { origin } = options;
  const config = options.config ?? folder;
  const data = options.data ?? join26(folder, "data");
  await requireNothing(config, data);
  requireDataOwner(data);
  const passwords = STARTER_USERS.map((user) => [user, randomBytes2(12).toString("base64url")]);
  const hashes = await Promise.all(passwords.map(async ([user, text9]) => [user, await hashPassword(text9)]));
  const catalogue = createStarterCatalogue(Object.fromEntries(hashes), new URL(origin ?? LOCAL).hostname);
  readCatalogue(catalogue);
  await writeConfig(config, data, origin);
  await writeForDataOwner(data, () => createLiveData(data, catalogue));
  console.log(describeNext(config, data, origin ?? LOCAL, passwords));
}
var FILES = ["service.jsonc", "page.html", "creatives"];
async function requireNothing(config, data) {
  const file = FILES.map((name) => join26(config, name)).find((path) => existsSync7(path));
  const isTaken = file !== void 0 && !(file.endsWith("creatives") && (await readdir7(file)).length === 0);
  if (isTaken) throw new Error(`${file} exists. Nothing was written.`);
  if (!await hasLiveCatalogue(data)) return;
  if (await askService(data, "catalogue", { action: "export" }))
    throw new Error(`A service runs on ${data}. Stop it first. Nothing was written.`);
  const { sequence, document } = await replay(locateLiveCatalogue(data));
  if (sequence > 0 || toDocument(document).accounts.length > 0)
    throw new Error(`${data} has a catalogue. Nothing was written.`);
}
async function writeConfig(config, data, origin) {
  const template = join26(builtFolder(), "template");
  await mkdir4(config, { recursive: true, mode: 493 });
  const page = await readFile10(join26(template, "page.html"), "utf8");
  await writeReadable(join26(config, "page.html"), page.replaceAll(LOCAL, origin ?? LOCAL));
  await writeReadable(join26(config, "service.jsonc"), describeSettings(config, data, origin));
  const creatives = join26(config, "creatives");
  await cp2(join26(template, "creatives"), creatives, { recursive: true });
  for (const name of await readdir7(creatives)) await chmod2(join26(creatives, name), 420);
  await chmod2(creatives, 493);
  await chmod2(config, 493).catch(ignoreForeign);
}
function ignoreForeign(error) {
  if (error.code !== "EPERM") throw error;
}
async function writeReadable(file, text9) {
  await writeFile5(file, text9, { flag: "wx" });
  await chmod2(file, 420);
}
function describeSettings(config, data, origin) {
  const inside = relative(config, data);
  const isInside = !inside.startsWith("..") && resolve7(config, inside) === resolve7(data);
  const proxies = '"trusted-proxies": ["127.0.0.1", "::1"]';
  const address = origin === void 0 ? `// "origin": "https://ads.example",
  // ${proxies}` : `"origin": ${JSON.stringify(origin)}${origin.startsWith("https:") ? `,
  ${proxies}` : ""}`;
  return `// Settings of the service. Every one: zonetag-service serve --help
{
  "data": ${JSON.stringify(isInside ? inside : resolve7(data))},
  "creatives": "creatives",

  // The address that visitors reach the service by, and the proxy that ends TLS for it.
  ${address}
}
`;
}
var OPENERS = { darwin: "open", win32: "start" };
function describeNext(config, data, origin, passwords) {
  const open7 = OPENERS[process.platform] ?? "xdg-open";
  const lines = passwords.map(([user, password]) => `  ${user.padEnd(12)}${password}`);
  return `Wrote settings, images and a page into ${config}, and the catalogue into ${data}.

Users and their passwords, which are not shown again; "network" manages everything:

${lines.join("\n")}

Next:

  1. npx zonetag-service --config ${join26(config, "service.jsonc")}
  2. ${open7} ${join26(config, "page.html")}
  3. ${open7} ${origin}/dashboard/`;
}

// src/service/commands/makeToken.ts
import { randomBytes as randomBytes3 } from "node:crypto";
import { Command as Command9 } from "commander";
function makeTokenCommand() {
  return new Command9("make-token").description("make an API token, print it and its catalogue entry").action(() => {
    const token = randomBytes3(24).toString("base64url");
    console.log(`token:     ${token}
catalogue: ${hashToken(token)}`);
  });
}

// src/service/commands/manage.ts
import { readFile as readFile11 } from "node:fs/promises";
import { text as text3 } from "node:stream/consumers";
import { Command as Command10, Option as Option6 } from "commander";

// src/service/management/resources.ts
var KINDS2 = ["accounts", "sites", "zones", "campaigns"];
var RESOURCES = {
  accounts: { noun: "account", rights: RIGHTS.accounts, searched: ["name"] },
  sites: { noun: "site", rights: RIGHTS.sites, searched: ["name", "hostname"] },
  zones: { noun: "zone", rights: RIGHTS.zones, searched: ["name", "size"] },
  campaigns: { noun: "campaign", rights: RIGHTS.campaigns, searched: ["name"] }
};
var CREATIVE = { noun: "creative", rights: RIGHTS.creatives };
function listManagedAccounts(viewer, { data }) {
  const below = data.accounts.filter(({ network }) => viewer.role === "network" && network === viewer.id);
  return new Set([viewer, ...below].map(({ id: id4 }) => id4));
}
function listReachableZones(viewer, catalogue) {
  const { data, sites: sites2, accounts: accounts2 } = catalogue;
  const isReachable = (site2) => {
    const owner = accounts2.get(sites2.get(site2)?.account ?? 0);
    if (!owner || viewer.role === "publisher") return owner?.id === viewer.id;
    return findNetwork(owner) === findNetwork(viewer);
  };
  return data.zones.filter(({ site: site2, deleted }) => !deleted && isReachable(site2));
}
function isManaged(kind, entry, accounts2, catalogue) {
  if (kind === "accounts") return accounts2.has(entry.id);
  const owner = kind === "zones" ? catalogue.sites.get(Number(entry.site))?.account : entry.account;
  return accounts2.has(Number(owner));
}

// src/service/commands/managementCalls.ts
var ManagementCalls = class {
  #service;
  #apiToken;
  constructor(service, apiToken2) {
    this.#service = service.replace(/\/+$/, "");
    this.#apiToken = apiToken2;
  }
  /** `version`: that of the entry as it was read, or `*`. */
  async call(method, path, body, version2) {
    return this.#send(path, method, body === void 0 ? void 0 : JSON.stringify(body), {
      ...body !== void 0 && { "Content-Type": "application/json" },
      ...version2 !== void 0 && { "If-Match": version2 === "*" ? version2 : `"${version2}"` }
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
    const answer2 = await response.json();
    if (isObject(answer2) && typeof answer2.token === "string" && answer2.token) return answer2.token;
    const reason = isObject(answer2) ? answer2.message : void 0;
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
  return [
    ...KINDS2.map(kindCommand),
    creativesCommand(),
    approvalsCommand(),
    uploadCommand(),
    changesCommand()
  ];
}
function kindCommand(kind) {
  const command = new Command10(kind).description(`list, show, create and change ${kind} of a running service`);
  command.addCommand(listCommand(`/v2/${kind}`));
  command.addCommand(
    forService("show <id>", "print one").action(
      (id4, options) => run2(options, (service) => service.call("GET", `/v2/${kind}/${encodeURIComponent(id4)}`))
    )
  );
  command.addCommand(createCommand(() => `/v2/${kind}`));
  command.addCommand(changeCommand((id4) => `/v2/${kind}/${encodeURIComponent(id4)}`));
  return command;
}
function creativesCommand() {
  const command = new Command10("creatives").description(
    "list, create, change, approve and reject creatives of a campaign"
  );
  const path = (campaign3) => `/v2/campaigns/${encodeURIComponent(campaign3)}/creatives`;
  command.addCommand(
    forService("list <campaign>", "print them all").action(
      (campaign3, options) => run2(options, (service) => service.call("GET", path(campaign3)))
    )
  );
  command.addCommand(
    forService("create <campaign> [json]", "add one").action(
      (campaign3, json3, options) => run2(options, async (service) => service.call("POST", path(campaign3), await readInput(json3)))
    )
  );
  command.addCommand(
    forService("change <campaign> <id> [json]", "change one by a merge patch").action(
      (campaign3, id4, json3, options) => run2(
        options,
        async (service) => service.call("PATCH", `${path(campaign3)}/${encodeURIComponent(id4)}`, await readInput(json3), "*")
      )
    )
  );
  const decision = (usage, description2) => forService(usage, description2).requiredOption("--seen <version>", "the version that was looked at");
  command.addCommand(
    decision("approve <campaign> <id>", "approve the version that waits").action(
      (campaign3, id4, options) => run2(
        options,
        (service) => service.call(
          "POST",
          `${path(campaign3)}/${encodeURIComponent(id4)}/approve`,
          void 0,
          options.seen
        )
      )
    )
  );
  command.addCommand(
    decision("reject <campaign> <id> <reason>", "reject the version that waits").action(
      (campaign3, id4, reason, options) => run2(
        options,
        (service) => service.call(
          "POST",
          `${path(campaign3)}/${encodeURIComponent(id4)}/reject`,
          { reason },
          options.seen
        )
      )
    )
  );
  return command;
}
function approvalsCommand() {
  return forService("approvals", "print the creatives that wait for approval").action(
    (options) => run2(options, (service) => service.call("GET", "/v2/approvals?limit=500"))
  );
}
function uploadCommand() {
  return forService("upload <file>", "keep an image for creatives, and print its address").action(
    (file, options) => run2(options, async (service) => service.upload("/v2/images", await readFile11(file)))
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
    (id4, json3, options) => run2(options, async (service) => service.call("PATCH", path(id4), await readInput(json3), options.seen))
  );
}
function forService(usage, description2) {
  const [name, ...args] = usage.split(" ");
  const command = new Command10(name).description(description2);
  for (const arg of args) command.argument(arg);
  return command.addOption(
    new Option6("--service <address>", "where the service is").env("ZONETAG_SERVICE").default("http://127.0.0.1:8080")
  ).addOption(
    new Option6("--token <token>", "an API token, as make-token prints it").env("ZONETAG_TOKEN").makeOptionMandatory()
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
import { existsSync as existsSync8 } from "node:fs";
import { rename as rename5 } from "node:fs/promises";
import { join as join28 } from "node:path";
import { Command as Command11 } from "commander";

// src/service/clickhouse/clickhouseTables.ts
var TYPES = {
  INTEGER: "Nullable(Int64)",
  BIGINT: "Nullable(Int64)",
  VARCHAR: "LowCardinality(Nullable(String))",
  BOOLEAN: "Nullable(Bool)"
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
  ],
  [
    `CREATE TABLE IF NOT EXISTS moves (
      identity String COMMENT 'of the data folder, which copies share',
      starts Array(String) COMMENT 'number and time of each',
      at DateTime('UTC') DEFAULT now()
    ) ENGINE = MergeTree ORDER BY identity SETTINGS ${DURABLE}`
  ],
  ["events", "facts"].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS unfilled_reason ${TYPES.VARCHAR},
      ADD COLUMN IF NOT EXISTS excluded_campaign_id ${TYPES.INTEGER}`
  )
];
var VERSION_TABLE = `CREATE TABLE IF NOT EXISTS schema_versions (version UInt32)
  ENGINE = ReplacingMergeTree ORDER BY version`;
async function migrate(clickhouse) {
  await clickhouse.command(VERSION_TABLE);
  const [row] = await clickhouse.query(
    "SELECT max(version) AS version FROM schema_versions"
  );
  if (!row)
    throw new StoreError(
      "failed",
      "The address of ClickHouse answers statements with nothing: another program listens there. Correct host and port."
    );
  const found = row.version;
  if (found > VERSIONS.length)
    throw new StoreError(
      "incompatible",
      `The tables in ClickHouse are of version ${found}, and this program knows versions up to ${VERSIONS.length}. Run the version that made them.`
    );
  for (const [at, statements] of VERSIONS.entries()) {
    if (at < found) continue;
    for (const statement of statements) await clickhouse.command(statement);
    await clickhouse.command("INSERT INTO schema_versions SELECT {version: UInt32}", { version: at + 1 });
  }
}

// src/service/clickhouse/move.ts
import { randomUUID as randomUUID7 } from "node:crypto";
import { readFile as readFile12, rm as rm17 } from "node:fs/promises";
import { join as join27 } from "node:path";

// src/service/clickhouse/batches.ts
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
    rows.map(({ name, id: id4, first, last_version }) => [
      name,
      { name, batch: BigInt(id4), start: first, version: BigInt(last_version) }
    ])
  );
}
async function writeBatch(clickhouse, part, write3) {
  const batch = { ...part, batch: createBatchId() };
  await noteBatch(clickhouse, batch, "started");
  await write3(batch.batch);
  await noteBatch(clickhouse, batch, "whole");
  return batch;
}
function removeBatch(clickhouse, batch) {
  return noteBatch(clickhouse, batch, "removed");
}
async function deleteUnfinished(clickhouse, age) {
  const rows = await clickhouse.query(
    `SELECT name, toString(batch) AS id, toUnixTimestamp(max(start)) AS first FROM batches
     GROUP BY name, batch HAVING max(state) = 0 AND max(at) <= now() - {age: UInt32}`,
    { age }
  );
  if (rows.length === 0) return;
  const batches = rows.map(({ name, id: id4, first }) => ({ name, batch: BigInt(id4), start: first, version: 0n }));
  await clickhouse.command("DELETE FROM facts WHERE batch IN {batches: Array(UInt64)}", {
    batches: batches.map(({ batch }) => batch)
  });
  for (const batch of batches) await removeBatch(clickhouse, batch);
}
var STATES = { started: 0, whole: 1, removed: 2 };
async function noteBatch(clickhouse, { name, batch, start, version: version2 }, state) {
  const parameters = { name, batch, start, version: String(version2), state: STATES[state] };
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
async function insertFacts(clickhouse, batch, { columns, text: text9 }) {
  const [, ...names] = columns;
  const lines = text9.split("\n").slice(1, -1);
  const pad2 = (line) => line.slice(0, line.indexOf(",")).padStart(10, "0");
  const rows = lines.map((line) => `${batch},${pad2(line)}${line.slice(line.indexOf(","))}
`).join("");
  await clickhouse.insert("facts", ["batch", "time", ...names], rows);
}

// src/service/clickhouse/move.ts
var ROWS_AT_ONCE = 2e5;
var COLUMNS4 = [...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)];
var FACTS2 = `SELECT epoch(time)::BIGINT AS time_s, ${COLUMNS4.join(", ")} FROM facts`;
var KEY_COLUMNS2 = ["hour", "epoch", "number", "kind", "precedence", "times", "time"];
var KEYS = `SELECT epoch(date_trunc('hour', decided))::BIGINT AS hour, epoch, number, kind, 4294967295, 0,
  epoch(decided)::BIGINT FROM deduplication_keys`;
async function moveFacts(store, folder, clickhouse) {
  const id4 = await readIdentity(folder);
  const starts = await readStarts(store);
  requireUnmoved(folder, starts, await readMovedStarts(clickhouse, id4));
  const moved = { facts: 0, keys: 0 };
  for await (const text9 of readRows(store, KEYS)) {
    const [, ...lines] = text9.split("\n");
    await clickhouse.insert("events", KEY_COLUMNS2, lines.join("\n"));
    moved.keys += lines.length - 1;
  }
  await writeBatch(clickhouse, { name: `store ${id4}`, start: 0, version: 0n }, async (batch) => {
    for await (const text9 of readRows(store, FACTS2)) {
      await insertFacts(clickhouse, batch, { columns: ["time_s", ...COLUMNS4], text: text9 });
      moved.facts += text9.split("\n").length - 2;
    }
  });
  await clickhouse.command(
    "INSERT INTO moves (identity, starts) SELECT {id: String}, {starts: Array(String)}",
    {
      id: id4,
      starts
    }
  );
  return moved;
}
async function readStarts(store) {
  const rows = await store.query(
    `SELECT epoch || ' ' || strftime(started, '%Y-%m-%dT%H:%M:%S.%gZ') AS name FROM epochs
     WHERE epoch < $1 ORDER BY epoch`,
    [store.epoch]
  );
  return rows.map(({ name }) => name);
}
async function readMovedStarts(clickhouse, id4) {
  const rows = await clickhouse.query(
    "SELECT starts FROM moves WHERE identity = {id: String} ORDER BY length(starts) DESC LIMIT 1",
    { id: id4 }
  );
  return rows[0]?.starts ?? [];
}
function requireUnmoved(folder, starts, moved) {
  if (moved.length === 0) return;
  const own = starts.find((start, at) => at < moved.length && start !== moved[at]);
  if (own !== void 0)
    throw new StoreError(
      "failed",
      `${folder} is a copy of a data folder that is in ClickHouse already, and counted by itself since start ${own}. Nothing was moved: what the other counted since then would be lost.`
    );
  if (starts.length <= moved.length)
    throw new StoreError(
      "failed",
      `The events of ${folder} are in ClickHouse already: it is a copy made before they were moved. Nothing was moved.`
    );
}
async function* readRows(store, select) {
  const path = join27(store.temporary, `move-${randomUUID7()}.csv`);
  try {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      await store.query(
        `COPY (${select} LIMIT ${ROWS_AT_ONCE} OFFSET ${offset}) TO ${quoteText(path)} (FORMAT csv, HEADER true)`
      );
      const text9 = await readFile12(path, "utf8");
      if (text9.indexOf("\n") === text9.length - 1) return;
      yield text9;
    }
  } finally {
    await rm17(path, { force: true });
  }
}

// src/service/commands/moveEvents.ts
function moveEventsCommand() {
  return addPasswordFiles(new Command11("move-events")).description("bring the events of a data folder into ClickHouse, each once; the service must not run").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).requiredOption(
    "--clickhouse <address>",
    "such as http://user:password@127.0.0.1:8123/zonetag",
    process.env.ZONETAG_CLICKHOUSE
  ).addOption(passwordFileOption("clickhouse")).action(moveEvents);
}
async function moveEvents({ data, clickhouse: url }) {
  const file = join28(data, DATABASE_FILE);
  const kept = `${file}.moved`;
  if (!existsSync8(file))
    throw new Error(
      existsSync8(kept) ? `The events of ${data} are in ClickHouse already.` : `There are no events in ${data}.`
    );
  const { facts, keys } = await writeForDataOwner(data, async () => {
    const moved = await move(data, url);
    await rename5(file, kept);
    await syncFolder(data);
    return moved;
  });
  console.log(`${facts} rows of facts and ${keys} deduplication keys are in ClickHouse. ${kept} is kept.`);
}
async function move(data, url) {
  const clickhouse = connect({ url });
  try {
    await migrate(clickhouse);
    const store = await openStore({ folder: data });
    return await moveFacts(store, data, clickhouse).finally(() => store.close());
  } finally {
    await clickhouse.close();
  }
}

// src/service/commands/rebuild.ts
import { readFile as readFile13 } from "node:fs/promises";
import { Command as Command12, Option as Option7 } from "commander";
import { pino as pino3 } from "pino";
import * as v5 from "valibot";

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
async function recallFrequency(store, caps, { campaigns: campaigns2 }, now) {
  for (const sighting of await store.query(SIGHTINGS, [new Date(now)])) {
    const campaign3 = campaigns2.get(sighting.campaign);
    if (campaign3) caps.count(sighting, campaign3);
  }
}

// src/service/signing/secret.ts
import { hkdfSync, randomBytes as randomBytes5 } from "node:crypto";
import { join as join29 } from "node:path";
var BYTES = 32;
var FILE2 = "secret";
async function loadSecret(folder) {
  const known4 = await readSecret(folder);
  if (known4) return known4;
  const secret = createSecret();
  await writeSecret(folder, secret);
  return secret;
}
function createSecret() {
  return randomBytes5(BYTES);
}
async function readSecret(folder) {
  const file = join29(folder, FILE2);
  const text9 = await readFileIfThere(file);
  return text9 === void 0 ? void 0 : checked(Buffer.from(text9, "base64url"), file);
}
async function writeSecret(folder, secret) {
  await makeFolder(folder);
  await writeDurably(join29(folder, FILE2), `${encodeSecret(secret)}
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
  /** Highest version seen of each account. A lower one means that Redis lost part of its data. */
  #seen = /* @__PURE__ */ new Map();
  #queues = /* @__PURE__ */ new Map();
  #unclear = /* @__PURE__ */ new Map();
  #operations = 0;
  constructor(options) {
    this.#options = options;
  }
  /** Changes a campaign's account. Rejects with `RedisAwayError`; a callback may then be called later. */
  change(campaign3, change) {
    let queue = this.#queues.get(campaign3);
    if (!queue) {
      queue = new SerialQueue();
      this.#queues.set(campaign3, queue);
    }
    return queue.run(() => this.#change(campaign3, change));
  }
  /** Finds out what became of changes whose answer was lost: after another change they are made, or never will be. */
  async clarify() {
    const nothing = { compute: () => true, onWritten: () => {
    }, onRefused: () => {
    } };
    await Promise.all([...this.#unclear.keys()].map((campaign3) => this.change(campaign3, nothing)));
  }
  /** Overwrites an account when data is restored. */
  async replace(campaign3, account2) {
    const { redis, names } = this.#options;
    const version2 = (this.#seen.get(campaign3) ?? 0) + 1;
    await replaceAccount(redis, names.budget(campaign3), account2, version2);
  }
  /** Must be called when Redis lost its data, and when it is complete again. */
  forget() {
    this.#seen.clear();
    this.#unclear.clear();
  }
  /** Reads the time of Redis' clock, milliseconds since 1970. */
  async readTime() {
    const [seconds, microseconds] = readFields(await this.#options.redis.send(["TIME"])).map(Number);
    return (seconds ?? 0) * 1e3 + Math.floor((microseconds ?? 0) / 1e3) + this.#options.clockOffset();
  }
  async #change(campaign3, { compute, onWritten, onRefused }) {
    const { mark } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { id: id4 } = mark;
      if (id4 === void 0) return onRefused();
      const state = await this.#read(campaign3).catch((error) => {
        onRefused();
        throw error;
      });
      if (state.version < (this.#seen.get(campaign3) ?? 0)) {
        mark.reportLoss();
        return onRefused();
      }
      this.#seen.set(campaign3, state.version);
      this.#resolve(campaign3, state);
      const result = compute(state.account, state.now);
      if (result === void 0) return onRefused();
      const written = await this.#write(campaign3, id4, state, {
        onWritten: () => onWritten(result),
        onRefused
      });
      if (written) return;
    }
    onRefused();
  }
  /** Returns whether the change is settled; false when another node was faster. */
  async #write(campaign3, id4, { version: version2, account: account2 }, callbacks) {
    const { redis, names, mark, node, epoch, clockOffset } = this.#options;
    this.#operations += 1;
    const operation2 = `${epoch}.${this.#operations}`;
    const fields = [...writeAccount(account2, version2 + 1), nameOperation(node), operation2];
    const keys = [names.budget(campaign3), names.mark(campaign3)];
    const parameters = [id4, version2, account2.day, clockOffset(), LIFE_MS, ...fields];
    const written = await redis.run("account", keys, parameters).catch((error) => {
      const others = this.#unclear.get(campaign3) ?? [];
      this.#unclear.set(campaign3, [...others, { operation: operation2, version: version2, ...callbacks }]);
      throw error;
    });
    if (written === 0) return false;
    if (written === 1) {
      this.#seen.set(campaign3, version2 + 1);
      this.#resolve(campaign3, { version: version2 + 1, operation: operation2 });
      callbacks.onWritten();
    } else {
      mark.reportLoss();
      callbacks.onRefused();
    }
    return true;
  }
  /** Of changes of the same version, at most one was made. */
  #resolve(campaign3, { version: version2, operation: operation2 }) {
    const unclear = this.#unclear.get(campaign3);
    const open7 = unclear?.filter((change) => change.version >= version2) ?? [];
    if (open7.length > 0) this.#unclear.set(campaign3, open7);
    else this.#unclear.delete(campaign3);
    for (const change of unclear ?? []) {
      if (change.version >= version2) continue;
      if (change.operation === operation2) change.onWritten();
      else change.onRefused();
    }
  }
  async #read(campaign3) {
    const { redis, names, node } = this.#options;
    const [reply, now] = await Promise.all([
      redis.send(["HMGET", names.budget(campaign3), ...FIELDS, nameOperation(node)]),
      this.readTime()
    ]);
    const fields = readFields(reply);
    const [version2, day3, shownToday, shownTotal, costToday, costTotal] = fields.map((text9) => text9 ?? "0");
    const today = toDayNumber(now);
    const account2 = {
      day: Number(day3),
      shownToday: Number(shownToday),
      shownTotal: Number(shownTotal),
      costToday: BigInt(costToday ?? 0),
      costTotal: BigInt(costTotal ?? 0),
      reserved: 0
    };
    if (account2.day < today) Object.assign(account2, { day: today, shownToday: 0, costToday: 0n });
    return { version: Number(version2), account: account2, operation: fields.at(-1) ?? null, now };
  }
};
function nameOperation(node) {
  return `last:${node}`;
}
async function replaceAccount(redis, key, account2, version2) {
  await redis.send(["HSET", key, ...writeAccount(account2, version2)]);
  await redis.send(["PEXPIRE", key, String(LIFE_MS)]);
}
function writeAccount({ day: day3, shownToday, shownTotal, costToday, costTotal }, version2) {
  const values2 = [version2, day3, shownToday, shownTotal, costToday, costTotal];
  return FIELDS.flatMap((field, at) => [field, String(values2[at])]);
}

// src/service/redis/dataMark.ts
import { randomUUID as randomUUID8 } from "node:crypto";
import { join as join30 } from "node:path";
var ALIVE_MS = 5e3;
var FORGOTTEN_MS = 36e5;
var MARKS = Array.from({ length: BUDGET_SHARDS }, (_2, shard) => nameMark(shard));
var DataMark = class _DataMark {
  #options;
  /** Undefined before the first start with this Redis. */
  #id;
  #isLost = false;
  /** Signs of life of this start that Redis acknowledged. */
  #beats = 0;
  #onChange = [];
  constructor(options, id4) {
    this.#options = options;
    this.#id = id4;
  }
  static async open(options) {
    const mark = new _DataMark(options, await readId(options.folder));
    await mark.check();
    return mark;
  }
  /** Id sent with each change of a budget; undefined while nothing may be granted. */
  get id() {
    return this.#isLost ? void 0 : this.#id;
  }
  get isLost() {
    return this.#isLost;
  }
  /** Whether this node has known no data of any Redis yet, and this one has none. */
  get isFirst() {
    return this.#id === void 0;
  }
  /** Registers a listener for the loss and the restoration of data. */
  onChange(listener) {
    this.#onChange.push(listener);
  }
  /** Must be called when a script did not find the mark. */
  reportLoss() {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.log.error(
      "Redis has lost its data: campaigns with a budget or a cap wait until what was delivered is written back"
    );
    for (const listener of this.#onChange) listener();
  }
  /** Checks the marks and the data. Resolves with the number of other nodes that know the data. */
  async check() {
    const { redis, epoch } = this.#options;
    const parameters = [epoch, this.isFirst ? 0 : 1, ALIVE_MS, FORGOTTEN_MS];
    const [beats = 0, others = 0] = readNumbers(await redis.run("beat", [BEATS], parameters));
    if (beats <= this.#beats) this.reportLoss();
    this.#beats = beats;
    const found = await readMark2(redis);
    if (found !== void 0 && !(this.#isLost && found === this.#id)) await this.#use(found);
    else if (this.#id !== void 0) await this.#removeMarks(this.#id);
    return others;
  }
  /** Sets the marks once the data is complete again. */
  async renew() {
    await this.#use(await renewMarks(this.#options.redis));
  }
  async #removeMarks(id4) {
    this.reportLoss();
    await Promise.all(MARKS.map((mark) => this.#options.redis.run("unmark", [mark], [id4])));
  }
  async #use(id4) {
    if (id4 === this.#id && !this.#isLost) return;
    const isNew = id4 !== this.#id;
    this.#id = id4;
    this.#isLost = false;
    if (isNew) await writeDurably(join30(this.#options.folder, FILE3), `${JSON.stringify({ mark: id4 })}
`);
    for (const listener of this.#onChange) listener();
  }
};
async function readMark2(redis) {
  const found = await Promise.all(MARKS.map((mark) => redis.send(["GET", mark])));
  const [first] = found;
  return typeof first === "string" && found.every((id4) => id4 === first) ? first : void 0;
}
async function hasMarks(redis) {
  return await readMark2(redis) !== void 0;
}
async function renewMarks(redis) {
  const id4 = randomUUID8();
  for (const mark of MARKS) await redis.send(["SET", mark, id4]);
  return id4;
}
var FILE3 = "redis.json";
async function readId(folder) {
  const text9 = await readFileIfThere(join30(folder, FILE3));
  return text9 === void 0 ? void 0 : JSON.parse(text9).mark;
}

// src/service/redis/writeBack.ts
async function writeBack(redis, nodes, now) {
  if (await hasMarks(redis)) throw new Error("Redis has its data. Nothing was changed.");
  const secret = await redis.send(["GET", SECRET]);
  if (secret === null) throw new Error("No node has given its secret back to this Redis. Start one first.");
  const names = createNames(deriveKey(Buffer.from(String(secret), "base64url"), "shared keys"));
  const sums = sumUp(nodes, toDayNumber(now));
  for (const [campaign3, account2] of sums) await replaceAccount(redis, names.budget(campaign3), account2, 1);
  await renewMarks(redis);
  return sums.size;
}
function sumUp(nodes, today) {
  const sums = /* @__PURE__ */ new Map();
  for (const { day: day3, campaigns: campaigns2 } of nodes)
    for (const each of campaigns2) {
      const own = toAccount(each, day3);
      const sum2 = sums.get(each.campaign) ?? { ...EMPTY, day: today };
      sum2.shownTotal += own.shownTotal;
      sum2.costTotal += own.costTotal;
      if (day3 === today) {
        sum2.shownToday += own.shownToday;
        sum2.costToday += own.costToday;
      }
      sums.set(each.campaign, sum2);
    }
  return sums;
}
var EMPTY = { shownToday: 0, shownTotal: 0, costToday: 0n, costTotal: 0n, reserved: 0 };
function toAccount(delivered, day3) {
  const { costToday, costTotal, shownToday, shownTotal, pending } = delivered;
  const shown = { shownToday: shownToday + pending, shownTotal: shownTotal + pending };
  return { costToday, costTotal, ...shown, day: day3, reserved: 0 };
}

// src/service/commands/rebuild.ts
var whole2 = v5.pipe(v5.number(), v5.safeInteger(), v5.minValue(0));
var nano = v5.pipe(
  v5.string(),
  v5.regex(/^\d{1,30}$/),
  v5.transform((text9) => BigInt(text9))
);
var campaignSchema = v5.strictObject({
  campaign: whole2,
  costToday: nano,
  costTotal: nano,
  shownToday: whole2,
  shownTotal: whole2,
  pending: whole2
});
var fileSchema = v5.strictObject({ node: v5.string(), day: whole2, campaigns: v5.array(campaignSchema) });
var RESERVATION_LIFE_MS = 12e4;
function deliveredCommand() {
  return new Command12("delivered").description("print what a node delivered of each campaign, for `rebuild`; also while the service runs").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(printDelivered);
}
async function printDelivered({ data }) {
  checkDataFolder(data);
  const campaigns2 = (await askService(data, "delivered", {}))?.result ?? await readDelivered(data);
  const file = { node: await readIdentity(data), day: toDayNumber(Date.now()), campaigns: campaigns2 };
  const writeBigInt2 = (_2, value) => typeof value === "bigint" ? String(value) : value;
  console.log(JSON.stringify(file, writeBigInt2, 2));
}
async function readDelivered(data) {
  return writeForDataOwner(data, async () => {
    const store = await openStore({ folder: data });
    return recallDelivered(store, Date.now(), RESERVATION_LIFE_MS).finally(() => store.close());
  });
}
function rebuildCommand() {
  return addPasswordFiles(new Command12("rebuild")).description("give a Redis that lost its data back what all nodes delivered, so that budgets go on").argument("[files...]", "what `delivered` printed, of every node").addOption(
    new Option7("--redis <address>", "Redis or Valkey of the nodes").env("ZONETAG_REDIS").argParser(readRedisAddress).makeOptionMandatory()
  ).addOption(passwordFileOption("redis")).option("--nothing", "nothing is known: budgets and caps start from zero").action(rebuild);
}
async function rebuild(files, { redis: url, nothing = false }) {
  if (files.length > 0 === nothing)
    throw new Error("Name what `delivered` printed on every node, or --nothing where it is lost.");
  const nodes = await Promise.all(files.map(readDeliveredFile));
  if (new Set(nodes.map(({ node }) => node)).size < nodes.length)
    throw new Error("Two of the files are of the same node. Nothing was changed.");
  const redis = await RedisConnection.open({ url, timeout: 0, log: pino3({ level: "silent" }) });
  try {
    const campaigns2 = await writeBack(redis, nodes, Date.now());
    console.log(`${campaigns2} campaigns are in Redis; budgets and caps go on.`);
  } finally {
    redis.close();
  }
}
async function readDeliveredFile(path) {
  try {
    return v5.parse(fileSchema, JSON.parse(await readFile13(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} is not what \`delivered\` prints: ${describeReadProblem(error)}`);
  }
}

// src/service/commands/repair.ts
import { existsSync as existsSync9 } from "node:fs";
import { readdir as readdir8 } from "node:fs/promises";
import { join as join31 } from "node:path";
import { Command as Command13 } from "commander";
function repairCommand() {
  return new Command13("repair").description("load what can be loaded, and say what had to be set aside; the service must not run").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(repair);
}
async function repair({ data }) {
  checkDataFolder(data);
  const notices = [];
  const facts = await writeForDataOwner(data, () => loadAll(data, notices));
  for (const notice of notices) console.log(describeNotice(notice));
  if (notices.length === 0) console.log("Nothing had to be set aside.");
  const folder = join31(data, "set-aside");
  const names = existsSync9(folder) ? await readdir8(folder) : [];
  console.log(`The database has ${facts} facts; ${folder} has ${names.length} files.`);
}
async function loadAll(folder, notices) {
  const store = await openStore({ folder, onSetAside: (notice) => notices.push(notice) });
  const [row] = await store.query("SELECT count(*) AS facts FROM facts");
  await store.close();
  return row?.facts ?? 0n;
}
function describeNotice({ reason, file, setAside, offset, bytes, events }) {
  const where = offset === void 0 ? "" : `, ${bytes} bytes from ${offset}`;
  const count3 = events === void 0 ? "" : `, ${events} events`;
  return `${file}: ${reason}${where}${count3}. Kept in ${setAside}.`;
}

// src/service/commands/restore.ts
import { resolve as resolve8 } from "node:path";
import { Command as Command14 } from "commander";
function restoreCommand() {
  return new Command14("restore").description("put a backup in place, in a data folder that is empty or does not exist").argument("<backup>", "a folder that `backup` made").requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA).action(async (backup, { data }) => {
    await writeForDataOwner(data, () => restoreBackup(resolve8(backup), resolve8(data)));
    console.log(`${data} has the data of ${backup}.`);
  });
}

// src/service/commands/serve.ts
import { Command as Command15 } from "commander";

// src/service/service.ts
import { setTimeout as delay5 } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";

// src/service/accounts/sessions.ts
import { randomBytes as randomBytes6 } from "node:crypto";

// src/service/accounts/login.ts
import { createHmac as createHmac2 } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v7 from "valibot";

// src/service/reports/validation.ts
import * as v6 from "valibot";
function requestObject(entries, expected = "Expected an object.") {
  const schema = strictObject2(entries, expected);
  const run5 = (dataset, config) => {
    const isEmptyList = Array.isArray(dataset.value) && dataset.value.length === 0;
    return schema["~run"](isEmptyList ? { value: {} } : dataset, config);
  };
  return { ...schema, "~run": run5 };
}
function either(first, a, b) {
  const union2 = v6.union([a, b]);
  const run5 = (dataset, config) => (first(dataset.value) ? a : b)["~run"](dataset, config);
  return { ...union2, "~run": run5 };
}
function boundedList(item, what, most, least = 1) {
  const tooMany = `Expected at most ${most} ${what}.`;
  return v6.pipe(
    list(item, `Expected a list of ${what}.`, most, tooMany),
    v6.minLength(least, `Expected a list of at least one of the ${what}.`),
    v6.maxLength(most, tooMany)
  );
}
function distinct(readText3, message) {
  return v6.rawCheck(({ dataset, addIssue: addIssue2 }) => {
    if (!Array.isArray(dataset.value)) return;
    const seen = /* @__PURE__ */ new Set();
    for (const [index, entry] of dataset.value.entries()) {
      const text9 = readText3(entry);
      if (typeof text9 === "string" && seen.has(text9)) addIssue2({ message, path: createPath(index) });
      seen.add(text9);
    }
  });
}

// src/service/accounts/bearer.ts
function readBearer(header2) {
  return header2?.match(/^Bearer +([\w.~+/-]+=*) *$/i)?.[1];
}

// src/service/accounts/login.ts
var TOKEN_LIFE = 3600;
var ALGORITHM = "HS256";
var BUSY_WAIT_MS = 1e3;
var MAX_WAITING2 = 16;
var credential = v7.pipe(
  v7.string("Expected a text."),
  v7.minLength(1, "Expected a text."),
  v7.maxLength(1e3, "Expected a text of at most 1000 characters.")
);
var EMPTY2 = v7.pipe(
  v7.string("Expected an empty text beside an api_token."),
  v7.maxLength(0, "Expected an empty text beside an api_token.")
);
var loginSchema = either(
  (input) => isObject(input) && Object.hasOwn(input, "api_token"),
  // Clients of other networks send the other pair as well, empty.
  requestObject({ api_token: credential, username: v7.optional(EMPTY2), password: v7.optional(EMPTY2) }),
  requestObject({
    username: credential,
    password: credential,
    account: v7.optional(v7.number("Expected the id of an account."))
  })
);
var GATE = new Gate({ running: 1, waiting: MAX_WAITING2, waitingOfAll: 2 * MAX_WAITING2 });
async function signIn(credentials, address, context) {
  if ("api_token" in credentials) return tryCredentials(credentials, { address }, context);
  const user = findByName(context.people(), credentials.username);
  const name = user ? getSignInName(user) : credentials.username;
  const attempt = { address, name };
  const owner = await context.failures.isKnown(attempt) ? "known" : "strangers";
  try {
    return await GATE.run(() => tryCredentials(credentials, attempt, context), void 0, owner);
  } catch (error) {
    if (error instanceof BusyError) return { waitMs: BUSY_WAIT_MS };
    throw error;
  }
}
async function tryCredentials(credentials, attempt, context) {
  const { failures } = context;
  const waitMs = await failures.delay(attempt);
  if (waitMs > 0) return { waitMs };
  const found = await findOwner2(credentials, context);
  if (!found) {
    await failures.fail(attempt);
    return {};
  }
  await failures.succeed(attempt);
  return found;
}
async function findOwner2(credentials, { catalogue, people, now }) {
  if ("api_token" in credentials) {
    const token = findToken(people(), hashToken(credentials.api_token), now());
    const account3 = token && catalogue().accounts.get(token.account);
    return account3 && { account: account3, identity: { token } };
  }
  const { username, password, account: wanted } = credentials;
  const user = findByName(people(), username);
  if (!await verifyPassword(password, user?.password) || !user) return void 0;
  const account2 = chooseAccount(user, wanted, catalogue());
  return account2 ? { account: account2, identity: { user } } : { isOutOfReach: true };
}
function createClaims({ id: account2 }, identity, context) {
  if ("user" in identity) {
    const { id: id5, password } = identity.user;
    return { account: account2, user: id5, credential: sign(password, context) };
  }
  const { id: id4, digest: digest4 } = identity.token;
  return { account: account2, token: id4, credential: sign(digest4, context) };
}
async function issueToken(account2, context, identity) {
  const issued = Math.floor(context.now() / 1e3);
  const { account: id4, ...claims } = createClaims(account2, identity, context);
  const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM }).setSubject(String(id4)).setIssuedAt(issued).setExpirationTime(issued + TOKEN_LIFE).sign(context.loginKey);
  return { token, type: "Bearer", expires_in: TOKEN_LIFE };
}
async function readToken(header2, context) {
  const token = readBearer(header2);
  if (!token) return void 0;
  const stored = findToken(context.people(), hashToken(token), context.now());
  return stored ? holdToken(stored, context) : verifyToken(token, context);
}
async function verifyToken(token, context) {
  try {
    const { payload } = await jwtVerify(token, context.loginKey, {
      algorithms: [ALGORITHM],
      currentDate: new Date(context.now())
    });
    const { sub, user, token: stored, credential: credential2 } = payload;
    const account2 = Number(sub);
    const claims = { account: account2, credential: String(credential2) };
    return readClaims(
      stored === void 0 ? { ...claims, user: Number(user) } : { ...claims, token: Number(stored) },
      context
    );
  } catch {
    return void 0;
  }
}
function readClaims(claims, context) {
  return claims.token === void 0 ? readUser2(claims, context) : readStoredToken(claims.token, claims, context);
}
function readUser2({ account: id4, user: userId = 0, credential: credential2 }, context) {
  const account2 = context.catalogue().accounts.get(id4);
  const user = context.people().users.get(userId);
  const role2 = account2 && user && findUserRole(user, account2);
  if (!role2 || credential2 !== sign(user.password, context)) return void 0;
  return { account: account2, role: role2, user: user.id, limitKey: nameHolder({ user: user.id }) };
}
function readStoredToken(id4, { credential: credential2 }, context) {
  const stored = context.people().tokens.get(id4);
  if (!stored || credential2 !== sign(stored.digest, context)) return void 0;
  return isExpired(stored, context.now()) ? void 0 : holdToken(stored, context);
}
function holdToken({ id: id4, account: owner, role: role2 }, { catalogue }) {
  const account2 = catalogue().accounts.get(owner);
  return account2 && { account: account2, role: role2, token: id4, limitKey: nameHolder({ token: id4 }) };
}
function nameHolder({ user, token }) {
  return token === void 0 ? `user ${user}` : `token ${token}`;
}
function sign(credential2, { loginKey }) {
  return createHmac2("sha256", loginKey).update(credential2 ?? "").digest("base64url").slice(0, 22);
}

// src/service/accounts/sessions.ts
var IDLE_MS = DAY_MS / 2;
var MAX_AGE_MS = 30 * DAY_MS;
var NOTED_AGAIN_MS = 5 * 6e4;
var MAX_SKEW_MS = 5 * 6e4;
var MAX_SESSIONS = 50;
var SECRET_FORM = /^[\w-]{43}$/;
var Sessions = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** Throws `StoreError` while nobody can sign in. */
  requireReachable() {
    this.#parts.store.requireReachable();
  }
  /** `secret`: value of the cookie, which is kept nowhere else. */
  async start(account2, identity, device) {
    const { store, now } = this.#parts;
    const secret = randomBytes6(32).toString("base64url");
    const claims = createClaims(account2, identity, this.#parts);
    const time2 = now();
    const record6 = { id: digest2(secret), ...claims, ...device, created: time2, used: time2 };
    const known4 = await store.list(nameHolder(claims));
    const surplus = sortByUse(known4).slice(MAX_SESSIONS - 1);
    if (surplus.length > 0) await store.end(surplus);
    await store.add(record6);
    return { secret, record: record6 };
  }
  /** The holder of a cookie's session; undefined when it has ended. */
  async read(secret) {
    if (!SECRET_FORM.test(secret)) return void 0;
    const { store, now } = this.#parts;
    const record6 = await store.find(digest2(secret));
    const holder = record6 && this.#readHolder(record6);
    if (!holder) return void 0;
    if (Math.abs(now() - record6.used) >= NOTED_AGAIN_MS)
      store.note({ ...record6, used: now() }).catch(() => {
      });
    return { ...holder, session: record6.id };
  }
  /** Sessions of the holder that are valid, the last used first. */
  async list(holder) {
    const valid = await this.#listValid(holder);
    return valid.map((record6) => describeSession(record6, holder.session));
  }
  /** Ends one of the holder's sessions. False when there is none with the id. */
  async end(holder, id4) {
    const found = (await this.#listValid(holder)).filter((record6) => record6.id === id4);
    if (found.length > 0) await this.#parts.store.end(found);
    return found.length > 0;
  }
  /** Ends the holder's sessions but the one in use. */
  async endOthers(holder) {
    const others = (await this.#parts.store.list(holder.limitKey)).filter(({ id: id4 }) => id4 !== holder.session);
    if (others.length > 0) await this.#parts.store.end(others);
  }
  async #listValid({ limitKey }) {
    const records = await this.#parts.store.list(limitKey);
    return sortByUse(records.filter((record6) => this.#readHolder(record6)));
  }
  #readHolder(record6) {
    return isAlive(record6, this.#parts.now()) ? readClaims(record6, this.#parts) : void 0;
  }
};
function computeLife({ created, used }, now) {
  return Math.min(used + IDLE_MS, created + MAX_AGE_MS) - now;
}
function isAlive(record6, now) {
  return record6.created <= now + MAX_SKEW_MS && computeLife(record6, now) > 0;
}
function digest2(secret) {
  return hashToken(secret).replace("sha256:", "");
}
function sortByUse(records) {
  return [...records].sort((a, b) => b.used - a.used);
}
function describeSession({ id: id4, created, used, browser, operating_system, country: country2 }, current) {
  return {
    id: id4,
    created_at: new Date(created).toISOString(),
    last_use: new Date(used).toISOString(),
    ...browser !== void 0 && { browser },
    ...operating_system !== void 0 && { operating_system },
    ...country2 !== void 0 && { country: country2 },
    current: id4 === current
  };
}

// src/service/catalogue/currentCatalogue.ts
var CurrentCatalogue = class {
  #life;
  #catalogue;
  /** The newest first. */
  #zones = [];
  #campaigns = [];
  /** `life`: milliseconds that an entry is kept. */
  constructor(catalogue, life) {
    this.#catalogue = catalogue;
    this.#life = life;
  }
  get catalogue() {
    return this.#catalogue;
  }
  /** Campaigns that were replaced and had a creative or an image that the new ones lack. */
  get earlierCampaigns() {
    return this.#campaigns.map(({ entry }) => entry);
  }
  replace(catalogue, now) {
    const before = this.#catalogue;
    const isKept2 = ({ at }) => at + this.#life > now;
    const replaceAll = (entries) => entries.map((entry) => ({ entry, at: now }));
    const zones2 = listLostZones(before, catalogue);
    const campaigns2 = before.data.campaigns.filter((one) => isLost(one, catalogue.campaigns.get(one.id)));
    this.#zones = [...replaceAll(zones2), ...this.#zones.filter(isKept2)];
    this.#campaigns = [...replaceAll(campaigns2), ...this.#campaigns.filter(isKept2)];
    this.#catalogue = catalogue;
  }
  /** A zone as it is, or as it last was. */
  findZone(id4) {
    return locateZone(this.#catalogue, id4) ?? this.#zones.find(({ entry }) => entry.zone.id === id4)?.entry;
  }
  findCampaign(id4) {
    return this.#catalogue.campaigns.get(id4) ?? this.#campaigns.find(({ entry }) => entry.id === id4)?.entry;
  }
  /** Where clicks on a creative lead. */
  findLandingPage(variation2) {
    const found = this.#catalogue.variations.get(variation2)?.variation;
    return (found ?? this.#findEarlierVariation(variation2))?.url;
  }
  #findEarlierVariation(id4) {
    for (const { entry } of this.#campaigns) {
      const found = entry.variations.find((variation2) => variation2.id === id4);
      if (found) return found;
    }
    return void 0;
  }
};
function locateZone({ zones: zones2, sites: sites2 }, id4) {
  const zone2 = zones2.get(id4);
  const site2 = zone2 && sites2.get(zone2.site);
  return site2 && { zone: zone2, site: site2 };
}
function listLostZones(before, after) {
  return before.data.zones.flatMap(({ id: id4 }) => {
    const zone2 = after.zones.has(id4) ? void 0 : locateZone(before, id4);
    return zone2 ? [zone2] : [];
  });
}
function isLost(before, after) {
  if (before === after) return false;
  const images = new Map(after?.variations.map(({ id: id4, image }) => [id4, image]));
  return before.variations.some(({ id: id4, image }) => images.get(id4) !== image);
}

// src/service/engines.ts
import { statSync as statSync6 } from "node:fs";
import { join as join36 } from "node:path";
import { setTimeout as delay4 } from "node:timers/promises";

// src/service/values/deleteOldest.ts
function deleteOldest(map) {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

// src/service/accounts/failedSignIns.ts
var FREE = 5;
var FIRST_DELAY_MS = 1e3;
var MAX_DELAY_MS = 15 * 6e4;
var KEPT_MS = 60 * 6e4;
var KEY_LENGTH = 100;
function listFailureKeys({ address, name }, isKnown2) {
  if (name === void 0) return [`address ${address}`];
  const keys = [`address ${address}`, nameOwnKey({ address, name })];
  return isKnown2 ? keys : [...keys, `strangers ${name.slice(0, KEY_LENGTH)}`];
}
function nameOwnKey({ address, name = "" }) {
  return `from ${address} ${name.slice(0, KEY_LENGTH)}`;
}
var LocalFailedSignIns = class {
  #options;
  /** In order of the last failure: a Map keeps the order of insertion. */
  #failures = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  delay(attempt) {
    const keys = listFailureKeys(attempt, this.isKnown(attempt));
    return Math.max(0, ...keys.map((key) => this.#delay(key)));
  }
  fail(attempt) {
    for (const key of listFailureKeys(attempt, this.isKnown(attempt))) {
      const count3 = (this.#current(key)?.count ?? 0) + 1;
      this.#failures.delete(key);
      this.#failures.set(key, { count: count3, lastAt: this.#options.elapsed() });
      if (this.#failures.size > this.#options.maxKeys) deleteOldest(this.#failures);
    }
  }
  succeed(attempt) {
    if (attempt.name === void 0) return;
    this.#failures.delete(nameOwnKey(attempt));
    this.#options.known.add(attempt.name, attempt.address);
  }
  isKnown({ name, address }) {
    return name !== void 0 && this.#options.known.has(name, address);
  }
  #delay(key) {
    const failures = this.#current(key);
    if (!failures || failures.count < FREE) return 0;
    const delay6 = Math.min(FIRST_DELAY_MS * 2 ** (failures.count - FREE), MAX_DELAY_MS);
    return failures.lastAt + delay6 - this.#options.elapsed();
  }
  #current(key) {
    const failures = this.#failures.get(key);
    return failures && this.#options.elapsed() - failures.lastAt < KEPT_MS ? failures : void 0;
  }
};

// src/service/accounts/knownAddresses.ts
import { createHmac as createHmac3 } from "node:crypto";
import * as v8 from "valibot";
var KNOWN_ADDRESSES_FILE = "sign-ins.json";
var MOST_ADDRESSES = 20;
var KNOWN_MS = 30 * DAY_MS;
var NOTED_AGAIN_MS2 = DAY_MS;
var DIGEST_LENGTH2 = 16;
var fileSchema2 = v8.record(v8.string(), v8.array(v8.tuple([v8.string(), v8.number()])));
var KnownAddresses = class _KnownAddresses {
  #options;
  /** By digest of the user name. */
  #names;
  #writes = new SerialQueue();
  /** Whether a write waits that will include what is added now. */
  #hasUnwritten = false;
  /** Rejects when the file cannot be read. */
  static async open(options) {
    const text9 = await readFileIfThere(options.file);
    const names = /* @__PURE__ */ new Map();
    if (text9 === void 0) return new _KnownAddresses(options, names);
    const read2 = v8.safeParse(fileSchema2, parseJson(text9));
    if (!read2.success) throw new Error(`${options.file} is damaged; remove it to start without it.`);
    for (const [name, times2] of Object.entries(read2.output)) names.set(name, new Map(times2));
    return new _KnownAddresses(options, names);
  }
  constructor(options, names) {
    this.#options = options;
    this.#names = names;
  }
  has(name, address) {
    const time2 = this.#names.get(this.#digest(name))?.get(this.#digest(name, address));
    return time2 !== void 0 && this.#isRecent(time2);
  }
  /** Returns at once; the file is written later. */
  add(name, address) {
    const [owner, digest4] = [this.#digest(name), this.#digest(name, address)];
    const times2 = this.#names.get(owner) ?? /* @__PURE__ */ new Map();
    const now = this.#options.now();
    if (now - (times2.get(digest4) ?? 0) < NOTED_AGAIN_MS2) return;
    times2.delete(digest4);
    times2.set(digest4, now);
    const kept = [...times2].filter(([, time2]) => this.#isRecent(time2)).slice(-MOST_ADDRESSES);
    this.#names.set(owner, new Map(kept));
    if (this.#hasUnwritten) return;
    this.#hasUnwritten = true;
    this.#writes.run(() => this.#write()).catch(this.#options.onProblem);
  }
  /** Resolves when the file has everything that was added before the call. */
  waitForWrites() {
    return this.#writes.waitForAll();
  }
  #isRecent(time2) {
    return this.#options.now() - time2 < KNOWN_MS;
  }
  #write() {
    this.#hasUnwritten = false;
    for (const [name, times2] of this.#names)
      if (![...times2.values()].some((time2) => this.#isRecent(time2))) this.#names.delete(name);
    const lists = [...this.#names].map(([name, times2]) => [name, [...times2]]);
    return writeDurably(this.#options.file, `${JSON.stringify(Object.fromEntries(lists))}
`);
  }
  #digest(...values2) {
    const hmac = createHmac3("sha256", this.#options.key).update(JSON.stringify(values2));
    return hmac.digest("base64url").slice(0, DIGEST_LENGTH2);
  }
};
function parseJson(text9) {
  try {
    return JSON.parse(text9);
  } catch {
    return void 0;
  }
}

// src/service/accounts/localSessions.ts
import * as v9 from "valibot";
var SESSIONS_FILE = "sessions.json";
var number7 = v9.number();
var text4 = v9.string();
var fileSchema3 = v9.array(
  v9.strictObject({
    id: text4,
    account: number7,
    user: v9.exactOptional(number7),
    token: v9.exactOptional(number7),
    credential: text4,
    created: number7,
    used: number7,
    browser: v9.exactOptional(text4),
    operating_system: v9.exactOptional(text4),
    country: v9.exactOptional(text4)
  })
);
var LocalSessions = class _LocalSessions {
  #options;
  #records;
  #writes = new SerialQueue();
  /** Whether a write waits that will include the last uses. */
  #hasUnwrittenUse = false;
  /** A damaged file ends all sessions: users sign in again. */
  static async open(options) {
    const content = await readFileIfThere(options.file);
    const read2 = v9.safeParse(v9.pipe(v9.string(), v9.parseJson(), fileSchema3), content ?? "[]");
    if (!read2.success) options.onProblem(new Error(`${options.file} is damaged; all sessions have ended.`));
    return new _LocalSessions(options, read2.success ? read2.output : []);
  }
  constructor(options, records) {
    this.#options = options;
    this.#records = new Map(records.map((record6) => [record6.id, record6]));
  }
  list(owner) {
    return [...this.#records.values()].filter((record6) => nameHolder(record6) === owner);
  }
  find(id4) {
    return this.#records.get(id4);
  }
  async add(record6) {
    const now = this.#options.now();
    for (const known4 of this.#records.values()) if (!isAlive(known4, now)) this.#records.delete(known4.id);
    this.#records.set(record6.id, record6);
    await this.#write();
  }
  async note(record6) {
    if (!this.#records.has(record6.id)) return;
    this.#records.set(record6.id, record6);
    if (this.#hasUnwrittenUse) return;
    this.#hasUnwrittenUse = true;
    await this.#write();
  }
  async end(records) {
    for (const { id: id4 } of records) this.#records.delete(id4);
    try {
      await this.#write();
    } catch (error) {
      for (const record6 of records) this.#records.set(record6.id, record6);
      throw error;
    }
  }
  requireReachable() {
  }
  /** Resolves when the file has everything that was noted before the call. */
  waitForWrites() {
    return this.#writes.waitForAll();
  }
  #write() {
    return this.#writes.run(() => {
      this.#hasUnwrittenUse = false;
      return writeDurably(this.#options.file, `${JSON.stringify([...this.#records.values()])}
`);
    });
  }
};

// src/service/accounts/recordFile.ts
var SHARES_FILE = "shares.json";
var VIEWS_FILE = "views.json";
var RecordFile = class {
  #file;
  #records;
  #writes = new SerialQueue();
  constructor(file) {
    this.#file = file;
  }
  async list() {
    return [...(await this.#load()).values()];
  }
  async find(id4) {
    return (await this.#load()).get(id4);
  }
  async add(record6) {
    const records = await this.#load();
    records.set(record6.id, record6);
    await this.#save(records);
  }
  async remove(ids) {
    if (ids.length === 0) return;
    const records = await this.#load();
    for (const id4 of ids) records.delete(id4);
    await this.#save(records);
  }
  #load() {
    this.#records ??= readRecordFile(this.#file).then(
      (records = []) => new Map(records.map((record6) => [record6.id, record6]))
    );
    return this.#records;
  }
  /** One after another, so that the last one to be asked for is the one that stays. */
  #save(records) {
    const write3 = () => writeDurably(this.#file, `${JSON.stringify([...records.values()])}
`);
    return this.#writes.run(write3);
  }
};
async function readRecordFile(file) {
  const text9 = await readFileIfThere(file);
  return text9 === void 0 ? void 0 : JSON.parse(text9);
}

// src/service/accounts/tokenUses.ts
import * as v10 from "valibot";
var TOKEN_USES_FILE = "token-uses.json";
var NOTED_AGAIN_MS3 = 6e4;
var fileSchema4 = v10.array(v10.tuple([v10.number(), v10.number()]));
var LocalTokenUses = class _LocalTokenUses {
  #options;
  #times;
  #writes = new SerialQueue();
  /** Whether a write waits that will include what is noted now. */
  #hasUnwritten = false;
  /** A file that cannot be read starts empty: it says nothing about who may do what. */
  static async open(options) {
    const text9 = await readFileIfThere(options.file);
    const read2 = v10.safeParse(v10.pipe(v10.string(), v10.parseJson(), fileSchema4), text9 ?? "[]");
    if (!read2.success)
      options.onProblem(new Error(`${options.file} is damaged; last uses of API tokens are lost.`));
    return new _LocalTokenUses(options, new Map(read2.success ? read2.output : []));
  }
  constructor(options, times2) {
    this.#options = options;
    this.#times = times2;
  }
  note(id4) {
    this.noteAgain(id4);
  }
  /** False when the token was noted less than a minute ago. */
  noteAgain(id4) {
    const now = this.#options.now();
    if (now - (this.#times.get(id4) ?? 0) < NOTED_AGAIN_MS3) return false;
    this.#times.set(id4, now);
    if (!this.#hasUnwritten) {
      this.#hasUnwritten = true;
      this.#writes.run(() => this.#write()).catch(this.#options.onProblem);
    }
    return true;
  }
  read() {
    return this.#times;
  }
  /** Resolves when the file has everything that was noted before the call. */
  waitForWrites() {
    return this.#writes.waitForAll();
  }
  #write() {
    this.#hasUnwritten = false;
    return writeDurably(this.#options.file, `${JSON.stringify([...this.#times])}
`);
  }
};

// src/service/catalogue/declaredCatalogue.ts
import { unwatchFile, watchFile } from "node:fs";
import { stat as stat6 } from "node:fs/promises";
import { resolve as resolve9 } from "node:path";
var LOOK_EVERY = 250;
var QUIET = 100;
function openDeclaredCatalogue(file, creatives) {
  const path = resolve9(file);
  const load = () => loadCatalogue(file, creatives);
  return {
    name: file,
    load,
    watch: (prepare, onReload) => {
      const readings = new SerialQueue();
      const reload = () => readings.run(() => reloadCatalogue(load, prepare, onReload));
      return { reload, close: watchWhole(path, reload) };
    }
  };
}
async function reloadCatalogue(load, prepare, onReload) {
  try {
    const use = await prepare(await load());
    use();
    onReload();
  } catch (error) {
    onReload(error instanceof CatalogueError ? error : new CatalogueError([String(error)]));
  }
}
function watchWhole(path, onChange) {
  let timer;
  const waitForQuiet = (seen) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const version2 = await readVersion(path);
      if (version2 === seen) onChange();
      else waitForQuiet(version2);
    }, QUIET).unref();
  };
  const onLook = (found) => waitForQuiet(writeVersion(found));
  watchFile(path, { bigint: true, interval: LOOK_EVERY, persistent: false }, onLook);
  return async () => {
    clearTimeout(timer);
    unwatchFile(path, onLook);
  };
}
async function readVersion(path) {
  return stat6(path, { bigint: true }).then(writeVersion, () => "");
}
function writeVersion({ dev, ino, size: size3, mtimeNs, ctimeNs }) {
  return ino === 0n ? "" : [dev, ino, size3, mtimeNs, ctimeNs].join();
}

// src/service/clickhouse/clickhouseStore.ts
import { randomUUID as randomUUID9 } from "node:crypto";
import { existsSync as existsSync10 } from "node:fs";
import { readdir as readdir9, rm as rm19, stat as stat7 } from "node:fs/promises";
import { join as join32 } from "node:path";
import { setTimeout as delay2 } from "node:timers/promises";

// src/service/clickhouse/sql.ts
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

// src/service/clickhouse/sources.ts
var HOUR_S = 3600;
var DAY_S = 24 * HOUR_S;
var nameHour = (hour2) => `hour ${hour2}`;
var nameDay = (day3) => `day ${day3}`;
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
  return rows.map(({ hour_s, version: version2 }) => ({ hour: hour_s, version: BigInt(version2) }));
}
async function readForgotten(clickhouse, markedFor = 0) {
  const [row] = await clickhouse.query(
    "SELECT toUnixTimestamp(max(until)) AS until FROM forgotten WHERE at <= now() - {markedFor: UInt32}",
    { markedFor }
  );
  return row?.until ?? 0;
}
async function findSources(clickhouse, span, keysKeptMs) {
  const [from, until] = [span.from - keysKeptMs, span.until].map((time2) => Math.floor(time2 / 1e3 / DAY_S));
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
  for (const [day3, own] of groupByDay(hours)) {
    const whole4 = batches.get(nameDay(day3));
    if (whole4 && (day3 < forgotten || whole4.version === sumVersions(own))) {
      chosen.add(whole4.batch);
      continue;
    }
    for (const { hour: hour2, version: version2 } of own) {
      const batch = batches.get(nameHour(hour2));
      if (batch?.version === version2) chosen.add(batch.batch);
      else left.push(hour2);
    }
  }
  return { batches: [...chosen], hours: left };
}
function groupByDay(hours) {
  return groupBy(hours, ({ hour: hour2 }) => hour2 - hour2 % DAY_S);
}
function sumVersions(hours) {
  return hours.reduce((sum2, { version: version2 }) => sum2 + version2, 0n);
}

// src/service/clickhouse/deliveredSums.ts
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

// src/service/clickhouse/forgetting.ts
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
  for (const [day3, own] of groupByDay(hours)) {
    if (day3 + DAY_S > end || batches.get(nameDay(day3))?.version !== sumVersions(own)) break;
    until = day3 + DAY_S;
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
  for (const { day: day3 } of days) await clickhouse.command(`ALTER TABLE events DROP PARTITION '${day3}'`);
}
async function deleteReplaced(clickhouse, until) {
  const rows = await clickhouse.query(
    `SELECT name, toString(batch) AS id, toUnixTimestamp(max(start)) AS first FROM batches
     GROUP BY name, batch HAVING max(state) < 2 AND first > 0 AND first < {until: UInt32}`,
    { until }
  );
  const current = await readBatches(clickhouse);
  const replaced = rows.map(({ name, id: id4, first }) => ({ name, batch: BigInt(id4), start: first, version: 0n })).filter(({ name, batch, start }) => name !== nameDay(start) || batch !== current.get(name)?.batch);
  if (replaced.length === 0) return;
  await clickhouse.command("DELETE FROM facts WHERE batch IN {batches: Array(UInt64)}", {
    batches: replaced.map(({ batch }) => batch)
  });
  for (const batch of replaced) await removeBatch(clickhouse, batch);
}

// src/service/clickhouse/rollups.ts
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
   FROM events FINAL WHERE hour = toDateTime({start: UInt32}, 'UTC')
     AND number >= {from: UInt64} AND number < {until: UInt64}`
);
var MEDIAN = `SELECT toString(toUInt64(ifNotFinite(quantile(0.5)(number), 0))) AS median FROM events
  WHERE hour = toDateTime({start: UInt32}, 'UTC') AND number >= {from: UInt64} AND number < {until: UInt64}`;
var COUNT2 = "SELECT toString(count()) AS rows FROM facts WHERE batch = {batch: UInt64}";
var SUM_BATCHES = writeSum(
  `SELECT time, ${DIMENSION_NAMES}, ${NAMES4.join(", ")} FROM facts WHERE batch IN {batches: Array(UInt64)}`
);
var ALL4 = { from: 0n, until: 2n ** 63n };
var SLICE_S = 30;
var UNFINISHED_S = 86400;
var Rollups = class {
  #clickhouse;
  #closeAfterMs;
  #onUnfit;
  /** Names of batches whose sums do not fit; reports read their parts. */
  #unfit = /* @__PURE__ */ new Set();
  /** Slices of hours, by start, that took too long at once. */
  #slices = /* @__PURE__ */ new Map();
  constructor({ clickhouse, closeAfterMs, onUnfit }) {
    this.#clickhouse = clickhouse;
    this.#closeAfterMs = closeAfterMs;
    this.#onUnfit = onUnfit;
  }
  /** Number of hours and days that could not be summed up since the start. */
  get unfit() {
    return this.#unfit.size;
  }
  /** Sums up complete hours and days without sums, or with sums that lack late events. */
  async run(now) {
    const closed = Math.floor((now - this.#closeAfterMs) / 1e3);
    const forgotten = await readForgotten(this.#clickhouse);
    const batches = await readBatches(this.#clickhouse);
    const hours = await readHours(this.#clickhouse, Math.max(1, forgotten), closed - closed % HOUR_S2);
    for (const [day3, own] of groupByDay(hours)) {
      if (batches.get(nameDay(day3))?.version === sumVersions(own)) continue;
      await this.#sumHours(own, batches);
      if (day3 + DAY_S <= closed) await this.#sumDay(day3, own, batches);
    }
    await deleteUnfinished(this.#clickhouse, UNFINISHED_S);
  }
  async #sumHours(hours, batches) {
    for (const { hour: hour2, version: version2 } of hours) {
      const name = nameHour(hour2);
      if (batches.get(name)?.version === version2) continue;
      await this.#sum({ name, start: hour2, version: version2 }, batches, (batch) => this.#sumSlices(hour2, batch));
      this.#slices.delete(hour2);
    }
  }
  async #sumDay(day3, hours, batches) {
    const parts = hours.map(({ hour: hour2 }) => batches.get(nameHour(hour2)));
    const isWhole = parts.every((part, at) => part?.version === hours[at]?.version);
    if (!isWhole) return;
    const ids = parts.map((part) => part?.batch);
    const batch = { name: nameDay(day3), start: day3, version: sumVersions(hours) };
    await this.#sum(
      batch,
      batches,
      (id4) => this.#clickhouse.command(SUM_BATCHES, { batch: id4, batches: ids })
    );
  }
  async #sum(part, batches, write3) {
    if (this.#unfit.has(part.name)) return;
    try {
      batches.set(part.name, await writeBatch(this.#clickhouse, part, write3));
    } catch (error) {
      if (!isDataError2(error)) throw error;
      this.#unfit.add(part.name);
      const span = part.name === nameHour(part.start) ? "hour" : "day";
      this.#onUnfit({ from: new Date(part.start * 1e3).toISOString(), span, err: error });
    }
  }
  /** Sums up an hour slice by slice, and halves those that are too large. Finished ones are kept. */
  async #sumSlices(start, batch) {
    const waiting = [...this.#slices.get(start) ?? [ALL4]];
    const done = [];
    let rows = "0";
    for (let slice = waiting.shift(); slice; slice = waiting.shift()) {
      try {
        await this.#clickhouse.command(SUM_HOUR, { batch, start, ...slice }, SLICE_S);
        done.push(slice);
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        const halves = await this.#halve(start, slice);
        if (halves.length === 0) throw error;
        waiting.unshift(...halves);
        this.#slices.set(start, [...done, ...waiting]);
        if (await this.#countRows(batch) !== rows) throw error;
      }
      if (waiting.length > 0) rows = await this.#countRows(batch);
    }
  }
  /** Splits a slice in the middle of its events; empty when all have one number. */
  async #halve(start, { from, until }) {
    const [row] = await this.#clickhouse.query(MEDIAN, { start, from, until });
    const median = BigInt(row?.median ?? 0);
    const middle = median > from && median < until ? median : (from + until) / 2n;
    return middle > from ? [
      { from, until: middle },
      { from: middle, until }
    ] : [];
  }
  async #countRows(batch) {
    const [row] = await this.#clickhouse.query(COUNT2, { batch });
    return row?.rows ?? "0";
  }
};

// src/service/clickhouse/shipping.ts
import { readFile as readFile14, rm as rm18 } from "node:fs/promises";
import { basename as basename4 } from "node:path";

// src/service/clickhouse/rows.ts
var LAST2 = [...Object.keys(KEY_COLUMNS), ...Object.keys(FREQUENCY_COLUMNS)];
var HOUR_S3 = 3600;
var END_OF_TIME_S = 2 ** 32 - 1;
var NO_KIND = 0;
function readFileName(name) {
  const [, epoch, file] = /^(\d{9})-(\d{9})\.csv$/.exec(name) ?? [];
  return epoch && file ? { epoch: Number(epoch), file: Number(file) } : void 0;
}
function readRows2({ header: header2, writes }, { epoch, file }) {
  const names = readHeader(header2);
  if (names?.[0] !== "time_s" || LAST2.some((name, at) => names.at(at - LAST2.length) !== name))
    return void 0;
  const own = names.slice(1, -LAST2.length);
  const columns = [...own, "time", "hour", "epoch", "number", "kind", "precedence", "times"];
  const rows = [];
  const hours = /* @__PURE__ */ new Set();
  const counted = /* @__PURE__ */ new Map();
  for (const lines of writes)
    for (const line of lines.toString("utf8").split("\n")) {
      if (line === "") continue;
      const { time: time2, values: values2, key } = splitLine2(line);
      if (!key) {
        counted.set(line, (counted.get(line) ?? 0) + 1);
        continue;
      }
      const hour2 = Number(key.decided) - Number(key.decided) % HOUR_S3;
      hours.add(hour2);
      const precedence = END_OF_TIME_S - Number(time2);
      rows.push(`${values2},${time2},${hour2},${key.epoch},${key.number},${key.kind},${precedence},1
`);
    }
  let place = 0n;
  for (const [line, times2] of counted) {
    const { time: time2, values: values2 } = splitLine2(line);
    const hour2 = Number(time2) - Number(time2) % HOUR_S3;
    hours.add(hour2);
    const number16 = (BigInt(file) << 32n) + place++;
    rows.push(`${values2},${time2},${hour2},${epoch},${number16},${NO_KIND},0,${times2}
`);
  }
  return { columns, rows, hours };
}
function readHour(row) {
  return Number(row.split(",").at(-6));
}
function splitLine2(line) {
  const first = line.indexOf(",");
  const last = [];
  let end = line.length;
  for (let count3 = 0; count3 < LAST2.length; count3++) {
    const comma = line.lastIndexOf(",", end - 1);
    last.unshift(line.slice(comma + 1, end));
    end = comma;
  }
  const [epoch, number16, kind, decided] = last;
  return {
    time: line.slice(0, first),
    values: line.slice(first + 1, end),
    ...kind && { key: { epoch, number: number16, kind, decided } }
  };
}

// src/service/clickhouse/shipping.ts
var Shipper = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** Files of a start must be sent in order. */
  async ship({ path, isWhole }) {
    const { setAside } = this.#parts;
    const name = readFileName(basename4(path));
    const journal = readJournalFile(await readFile14(path));
    const read2 = name && readRows2(journal, name);
    if (!read2 && journal.header !== "") return setAside.moveUnknown(path);
    if (read2 && !isWhole) await setAside.repair(path);
    if (read2) await this.#send(read2, name, path);
    await rm18(path, { force: true });
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
    const arrivals = [...hours].filter((hour2) => hour2 >= forgotten).map((hour2) => `${hour2},${epoch},${file}
`).join("");
    await clickhouse.insert("arrivals", ["hour", "epoch", "file"], arrivals, token);
  }
  /** Reads the time before which there are only sums; only earlier days can be affected. */
  async #readForgotten(hours) {
    const isRecent = Math.min(...hours) * 1e3 > Date.now() - DAY_MS;
    return isRecent ? 0 : readForgotten(this.#parts.clickhouse);
  }
  /** Returns the rejected rows, found by bisection, which needs few attempts for few rows. */
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

// src/service/clickhouse/clickhouseStore.ts
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
  },
  claimMaintenance: async () => true
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
  /** Sends files one after the other. */
  #shipping = new SerialQueue();
  /** Reason why the last file could not be sent. */
  #problem;
  /** Start of the current upload, monotonic milliseconds. */
  #sendingSince;
  /** Bytes of queued files. */
  #bytes = 0;
  #isMigrated = false;
  #rolledUpAt = Number.NEGATIVE_INFINITY;
  #rollingUp;
  #rollUpProblem;
  hasParquet = false;
  /** Process that writes answers, once there was one. */
  #writer;
  constructor(options) {
    const { url, folder, keysKeptMs, onSetAside, onUnfit } = options;
    this.#options = options;
    this.#clickhouse = connect({ url });
    this.#setAside = new SetAside(join32(folder, "set-aside"), onSetAside);
    this.#shipper = new Shipper({ clickhouse: this.#clickhouse, setAside: this.#setAside });
    const closeAfterMs = keysKeptMs + CLOSE_AFTER_MS;
    this.#rollups = new Rollups({ clickhouse: this.#clickhouse, closeAfterMs, onUnfit });
  }
  async open() {
    const { folder, epoch, maxWaiting, maxFile, loadEveryMs } = this.#options;
    if (existsSync10(join32(folder, DATABASE_FILE)))
      throw new StoreError(
        "failed",
        `The data folder ${folder} has events of a service without ClickHouse. Bring them over with \`zonetag-service move-events\`, or name another folder.`
      );
    await rm19(this.#temporary, { recursive: true, force: true });
    for (const each of [folder, this.#temporary]) await makeFolder(each);
    await this.#migrate().catch((error) => {
      if (error.code !== "away") throw error;
      this.#setProblem(error);
    });
    this.#journal = await Journal.open({
      folder: this.#journalFolder,
      header: EVENTS_HEADER,
      prefix: String(epoch).padStart(9, "0"),
      maxWaiting,
      maxFile
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
  async writeAnswer({ query: query2, plan, describe: describe4 }, signal) {
    await this.#shipInTime();
    const { url, keysKeptMs } = this.#options;
    const sources = await findSources(this.#clickhouse, query2, keysKeptMs);
    const path = join32(this.#temporary, `answer-${randomUUID9()}`);
    const call = { url, query: query2, sources, plan, path };
    try {
      await this.#startWriter().call(call, { signal, answer: describe4 });
      return path;
    } catch (error) {
      await rm19(path, { force: true });
      throw new StoreError(readCode(error) === "away" ? "away" : "failed", readMessage(error), error);
    }
  }
  #startWriter() {
    if (!this.#writer?.isAlive)
      this.#writer = new ProcessCalls(startProcess("answer-process", "./answerProcess.ts", import.meta.url), {
        createError: () => new StoreError("failed", "The process that writes answers ended.")
      });
    return this.#writer;
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
    await this.#writer?.end();
    await this.#clickhouse.close();
  }
  get #temporary() {
    return join32(this.#options.folder, "temporary");
  }
  get #journalFolder() {
    return join32(this.#options.folder, "journal");
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
    await migrate(this.#clickhouse);
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
  /** Sums up; a failure is retried at the next interval. */
  async #rollUpAgain() {
    if (!await this.#options.claimMaintenance()) return;
    const problem = await this.rollUp().then(() => void 0, asStoreError);
    if (problem?.code === "away") return;
    if (!problem !== !this.#rollUpProblem) this.#options.onSummingUp(problem);
    this.#rollUpProblem = problem;
  }
  /** Sends everything acknowledged so far. */
  #ship() {
    return this.#shipping.run(() => this.#shipFiles());
  }
  /**
   * Sends with a short timeout, because a network that drops packets would delay reports for as long as an insert may
   * take.
   */
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
  const names = await readdir9(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat7(join32(folder, name)).catch(() => void 0)));
  return sizes.reduce((sum2, file) => sum2 + (file?.size ?? 0), 0);
}

// src/service/delivery/budgetRules.ts
function listLimits(campaigns2) {
  return campaigns2.map((each, position) => ({ ...readLimits(each), position })).filter(isLimited);
}
function readLimits({ campaign: campaign3, unitCost }) {
  const { budget, caps } = campaign3;
  return {
    campaign: campaign3,
    unitCost,
    dailyCost: budget.daily === void 0 ? void 0 : parseMoney(budget.daily),
    totalCost: budget.total === void 0 ? void 0 : parseMoney(budget.total),
    dailyShown: caps.daily ?? Number.POSITIVE_INFINITY,
    totalShown: caps.total ?? Number.POSITIVE_INFINITY
  };
}
function isLimited({ dailyCost, totalCost, dailyShown, totalShown }) {
  return dailyCost !== void 0 || totalCost !== void 0 || dailyShown < Infinity || totalShown < Infinity;
}
function isPaidByClicks({ pricing }) {
  return pricing.model === "cpc";
}
function computeCost({ campaign: campaign3, unitCost }, impressions, clicks) {
  return unitCost * BigInt(isPaidByClicks(campaign3) ? clicks : impressions);
}
function isSpent(limits, given, reserved = 0) {
  return limits !== void 0 && countLeft(limits, { ...given, reserved }, 1) < 1;
}
function computeMoneyLeft({ dailyCost, totalCost }, given, share4 = 1) {
  const daily = dailyCost === void 0 ? void 0 : takeShare(dailyCost, share4) - given.costToday;
  const total = totalCost === void 0 ? void 0 : totalCost - given.costTotal;
  if (daily === void 0 || total === void 0) return daily ?? total;
  return total < daily ? total : daily;
}
function computeClicksLeft(limits, account2, now) {
  const left = computeMoneyLeft(limits, account2, computeShare(limits, now));
  if (left === void 0 || limits.unitCost === 0n) return Number.POSITIVE_INFINITY;
  return left < 0n ? 0 : Number(left / limits.unitCost);
}
function computeShare({ campaign: campaign3 }, now) {
  return campaign3.spread === "even" ? computeDayShare(now) : 1;
}
function computeRemaining(limits, account2, now) {
  return countLeft(limits, account2, computeShare(limits, now));
}
function findLimit(limits, account2, now) {
  if (countByCaps(limits, account2, 1) < 1) return "caps";
  if (countByBudget(limits, account2, 1) < 1) return "budget";
  return computeRemaining(limits, account2, now) < 1 ? "spread" : void 0;
}
function countLeft(limits, given, share4) {
  return Math.min(countByCaps(limits, given, share4), countByBudget(limits, given, share4));
}
function countByCaps({ dailyShown, totalShown }, given, share4) {
  const { reserved, shownToday, shownTotal } = given;
  return Math.min(Math.ceil(dailyShown * share4) - shownToday, totalShown - shownTotal) - reserved;
}
function countByBudget(limits, given, share4) {
  return countAffordable(limits, computeMoneyLeft(limits, given, share4), given.reserved);
}
function countAffordable({ campaign: campaign3, unitCost }, left, reserved) {
  if (left === void 0 || unitCost === 0n) return Number.POSITIVE_INFINITY;
  if (isPaidByClicks(campaign3)) return left >= unitCost ? Number.POSITIVE_INFINITY : 0;
  return left < 0n ? 0 : Number(left / unitCost) - reserved;
}
function computeDayShare(now) {
  return (Math.floor(now % DAY_MS / 6e4) + 1) / 1440;
}
function takeShare(amount, share4) {
  return share4 === 1 ? amount : amount * BigInt(Math.round(share4 * 1440)) / 1440n;
}

// src/service/delivery/reservationBuckets.ts
var BUCKET_MS = 1e4;
var RECALLED = -1;
var ReservationBuckets = class {
  #options;
  #elapsed;
  /** By the wall-clock time of their decisions, oldest first. */
  #buckets = /* @__PURE__ */ new Map();
  /** Time at which the first bucket lapses. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  /** Number of keys in all buckets. */
  #keys = 0;
  constructor(options) {
    this.#options = options;
    this.#elapsed = options.elapsed ?? ((now) => now);
  }
  add(key, now) {
    const name = toBucketName(now);
    const rest = (name + 1) * BUCKET_MS - now;
    if (this.#keys >= (this.#options.mostKeys ?? Number.POSITIVE_INFINITY)) this.#endOldest(now);
    this.#add(this.#open(name, now, rest), key, 1);
  }
  /** Restores reservations of an earlier start as if they were made now. */
  recall(key, count3, now) {
    this.#add(this.#open(RECALLED, now, 0), key, count3);
  }
  /** Whether the reservation of a decision is open. */
  has(key, decidedAt) {
    return this.#find(key, decidedAt) !== void 0;
  }
  /** Ends the reservation of a decision; false when there is none. */
  take(key, decidedAt) {
    const counts = this.#find(key, decidedAt);
    const count3 = counts?.get(key);
    if (counts === void 0 || count3 === void 0) return false;
    if (count3 > 1) counts.set(key, count3 - 1);
    else {
      counts.delete(key);
      this.#keys -= 1;
    }
    return true;
  }
  /** Removes reservations that have lapsed. */
  lapse(now) {
    const elapsed = this.#elapsed(now);
    if (elapsed < this.#lapsesAt) return;
    for (const [name, { lapsesAt }] of this.#buckets) if (lapsesAt <= elapsed) this.#end(name, now);
    this.#lapsesAt = Math.min(
      Number.POSITIVE_INFINITY,
      ...[...this.#buckets.values()].map((bucket) => bucket.lapsesAt)
    );
  }
  #open(name, now, rest) {
    const found = this.#buckets.get(name);
    if (found) return found;
    const lapsesAt = this.#elapsed(now) + rest + this.#options.life;
    const bucket = { lapsesAt, counts: /* @__PURE__ */ new Map() };
    this.#buckets.set(name, bucket);
    this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
    return bucket;
  }
  #add({ counts }, key, count3) {
    const before = counts.get(key);
    if (before === void 0) this.#keys += 1;
    counts.set(key, (before ?? 0) + count3);
  }
  #endOldest(now) {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#end(oldest.value, now);
  }
  #end(name, now) {
    const counts = this.#buckets.get(name)?.counts ?? /* @__PURE__ */ new Map();
    this.#buckets.delete(name);
    this.#keys -= counts.size;
    for (const [key, count3] of counts) this.#options.onLapse(key, count3, now);
  }
  #find(key, decidedAt) {
    const names = [toBucketName(decidedAt), RECALLED];
    return names.map((name) => this.#buckets.get(name)?.counts).find((counts) => counts?.has(key));
  }
};
function toBucketName(time2) {
  return Math.floor(time2 / BUCKET_MS);
}

// src/service/delivery/localBudgets.ts
var PACING_MS = 1e3;
var LocalBudgets = class {
  /** By campaign id. */
  #reservations;
  #accounts = /* @__PURE__ */ new Map();
  /** Deliveries of the day before each account's current day, in case the clock is set forward and back. */
  #otherDays = /* @__PURE__ */ new Map();
  #limits = /* @__PURE__ */ new Map();
  #remaining = new Float64Array(0);
  /** Limits by position; undefined without limits. */
  #limited = [];
  /** Results of `findLimit` since the last update, by position. */
  #found = [];
  #day = 0;
  #pacedUntil = 0;
  /**
   * `reservationLife`: milliseconds for which a decision reserves its impression. `elapsed`: monotonic milliseconds; by
   * default the wall clock.
   */
  constructor(reservationLife, elapsed) {
    this.#reservations = new ReservationBuckets({
      life: reservationLife,
      elapsed,
      onLapse: (campaign3, count3, now) => {
        this.#account(campaign3, now).reserved -= count3;
        this.#updateId(campaign3, now);
      }
    });
  }
  /** Restores what the store knows. Decisions of earlier starts are reserved as if they were made now. */
  recall(delivered, now) {
    for (const { campaign: campaign3, pending, ...account2 } of delivered) {
      this.#accounts.set(campaign3, { day: toDayNumber(now), reserved: pending, ...account2 });
      if (pending > 0) this.#reservations.recall(campaign3, pending, now);
    }
  }
  setCampaigns(campaigns2, now) {
    const limits = listLimits(campaigns2);
    this.#limits = new Map(limits.map((each) => [each.campaign.id, each]));
    this.#limited = new Array(campaigns2.length).fill(void 0);
    for (const each of limits) this.#limited[each.position] = each;
    this.#found = new Array(campaigns2.length).fill(void 0);
    this.#remaining = new Float64Array(campaigns2.length).fill(Number.POSITIVE_INFINITY);
    this.#updateAll(now);
  }
  remaining(now) {
    this.#reservations.lapse(now);
    const isPaced = now < this.#pacedUntil && now >= this.#pacedUntil - PACING_MS;
    if (toDayNumber(now) !== this.#day || !isPaced) this.#updateAll(now);
    return this.#remaining;
  }
  findLimit(position, now) {
    const limits = this.#limited[position];
    if (!limits || (this.#remaining[position] ?? 0) > 0) return void 0;
    const known4 = this.#found[position];
    if (known4) return known4;
    const found = findLimit(limits, this.#account(limits.campaign.id, now), now);
    this.#found[position] = found;
    return found;
  }
  reserve({ campaign: campaign3 }, now) {
    const limits = this.#limits.get(campaign3);
    if (!limits) return;
    this.#account(campaign3, now).reserved += 1;
    this.#reservations.add(campaign3, now);
    this.#update(limits, now);
  }
  release({ campaign: campaign3, decidedAt }, now) {
    if (!this.#reservations.take(campaign3, decidedAt)) return;
    this.#account(campaign3, now).reserved -= 1;
    this.#updateId(campaign3, now);
  }
  confirmImpression(decision, now) {
    this.release(decision, now);
  }
  chargeImpression({ campaign: campaign3, decidedAt }, price2, now) {
    this.#reservations.lapse(now);
    const account2 = this.#account(campaign3, now);
    const limits = this.#limits.get(campaign3);
    const isReserved = this.#reservations.has(campaign3, decidedAt);
    const isPaid = isReserved || !isSpent(limits, account2, account2.reserved);
    const cost = isPaid ? price2 : 0n;
    this.#add(account2, 1, cost);
    this.#updateId(campaign3, now);
    return isPaid ? cost : void 0;
  }
  refundImpression({ campaign: campaign3 }, cost, now) {
    this.#add(this.#account(campaign3, now), -1, -(cost ?? 0n));
    this.#updateId(campaign3, now);
  }
  chargeClick(campaign3, price2, now) {
    const account2 = this.#account(campaign3, now);
    const limits = this.#limits.get(campaign3);
    const left = limits && computeMoneyLeft(limits, account2);
    if (left !== void 0 && left < price2) return void 0;
    this.#add(account2, 0, price2);
    this.#updateId(campaign3, now);
    return price2;
  }
  refundClick(campaign3, cost, now) {
    this.#add(this.#account(campaign3, now), 0, -(cost ?? 0n));
    this.#updateId(campaign3, now);
  }
  #add(account2, shown, cost) {
    account2.shownToday += shown;
    account2.shownTotal += shown;
    account2.costToday += cost;
    account2.costTotal += cost;
  }
  #account(campaign3, now) {
    const day3 = toDayNumber(now);
    let account2 = this.#accounts.get(campaign3);
    if (!account2) {
      account2 = { day: day3, costToday: 0n, costTotal: 0n, shownToday: 0, shownTotal: 0, reserved: 0 };
      this.#accounts.set(campaign3, account2);
    }
    if (account2.day !== day3) this.#turnTo(day3, campaign3, account2);
    return account2;
  }
  #turnTo(day3, campaign3, account2) {
    const other = this.#otherDays.get(campaign3);
    const { costToday, shownToday } = account2;
    this.#otherDays.set(campaign3, { day: account2.day, costToday, shownToday });
    Object.assign(account2, other?.day === day3 ? other : { day: day3, costToday: 0n, shownToday: 0 });
  }
  #updateAll(now) {
    this.#day = toDayNumber(now);
    this.#pacedUntil = now + PACING_MS;
    for (const limits of this.#limits.values()) this.#update(limits, now);
  }
  #updateId(campaign3, now) {
    const limits = this.#limits.get(campaign3);
    if (limits) this.#update(limits, now);
  }
  #update(limits, now) {
    const account2 = this.#account(limits.campaign.id, now);
    this.#remaining[limits.position] = computeRemaining(limits, account2, now);
    this.#found[limits.position] = void 0;
  }
};

// src/service/delivery/frequency.ts
function computeFrequencyLife({ frequency }) {
  return Math.max(0, ...frequency.map(({ seconds }) => seconds));
}
function countRemaining({ frequency }, times2, reserved, now) {
  const left = frequency.map(({ impressions, seconds }) => {
    const seen = times2.filter((time2) => time2 > now - seconds * 1e3).length;
    return Math.max(0, impressions - seen - reserved);
  });
  return Math.min(Number.POSITIVE_INFINITY, ...left);
}

// src/service/delivery/localFrequency.ts
var MOST_PAIRS = 5e5;
var LocalFrequencyCaps = class {
  #mostPairs;
  /**
   * Ascending times by visitor and campaign. The map is ordered by the latest time, since a Map keeps the order of
   * insertion.
   */
  #times = /* @__PURE__ */ new Map();
  /** Open reservations by visitor and campaign. */
  #reserved = /* @__PURE__ */ new Map();
  #reservations;
  constructor({ reservationLife, elapsed, mostPairs = MOST_PAIRS }) {
    this.#mostPairs = mostPairs;
    this.#reservations = new ReservationBuckets({
      life: reservationLife,
      elapsed,
      mostKeys: mostPairs,
      onLapse: (key, count3) => this.#addReserved(key, -count3)
    });
  }
  open({ user, time: time2 }) {
    return {
      remaining: (campaign3) => this.remaining(user, campaign3, time2),
      reserve: (chosen) => {
        for (const { id: id4 } of chosen) this.#reserve(toKey(user, id4), time2);
      },
      release: (chosen) => {
        for (const { id: id4 } of chosen) this.#release(toKey(user, id4), time2);
      }
    };
  }
  remaining(user, campaign3, now) {
    this.#reservations.lapse(now);
    const key = toKey(user, campaign3.id);
    return countRemaining(campaign3, this.#times.get(key) ?? [], this.#reserved.get(key) ?? 0, now);
  }
  /** Like `remaining`, but only from counted impressions. */
  remainingWithoutReservations(user, campaign3, now) {
    return countRemaining(campaign3, this.#times.get(toKey(user, campaign3.id)) ?? [], 0, now);
  }
  count({ user, campaign: campaign3, time: time2, decidedAt }, { frequency }) {
    const key = toKey(user, campaign3);
    if (decidedAt !== void 0) this.#release(key, decidedAt);
    const most = Math.max(0, ...frequency.map(({ impressions }) => impressions));
    const times2 = [...this.#times.get(key) ?? [], time2].slice(-most);
    this.#times.delete(key);
    if (most === 0) return;
    this.#times.set(key, times2);
    if (this.#times.size > this.#mostPairs) deleteOldest(this.#times);
  }
  #reserve(key, time2) {
    this.#reservations.add(key, time2);
    this.#addReserved(key, 1);
  }
  #release(key, decidedAt) {
    if (this.#reservations.take(key, decidedAt)) this.#addReserved(key, -1);
  }
  #addReserved(key, difference) {
    const count3 = (this.#reserved.get(key) ?? 0) + difference;
    if (count3 > 0) this.#reserved.set(key, count3);
    else this.#reserved.delete(key);
  }
};
function toKey(user, campaign3) {
  return `${user} ${campaign3}`;
}

// src/service/management/changeLog.ts
import { join as join33 } from "node:path";
var FolderChanges = class {
  #data;
  #refresh;
  /** `refresh`: brings the changes of other nodes into the folder. */
  constructor(data, refresh = async () => {
  }) {
    this.#data = data;
    this.#refresh = refresh;
  }
  async list(query2) {
    await this.#refresh();
    const found = new ChangePage(query2);
    for await (const line of readHistory(locateLiveCatalogue(this.#data), findNeedle(query2)))
      found.addLine(describeLine(line), isBulk(line));
    for (const change of await readEarlierChanges(this.#data)) found.add(change);
    return found.result;
  }
};
function findNeedle({ kind, id: id4, campaign: campaign3, request: request2 }) {
  if (request2 !== void 0) return writeRequestNeedle(request2);
  if (campaign3 !== void 0) return writeNeedle("campaigns", campaign3);
  return kind && id4 ? writeNeedle(kind, id4) : void 0;
}
var ChangePage = class {
  result = { count: 0, entries: [] };
  #query;
  constructor(query2) {
    this.#query = query2;
  }
  /** Adds what a line changed. A bulk change is one entry: the first that the query selects, with the ids of all. */
  addLine(changes, isOne) {
    if (!isOne) {
      for (const change of changes) this.add(change);
      return;
    }
    const first = changes.find((change) => this.#isSelected(change));
    if (first) this.add({ ...first, ids: changes.filter(this.#query.isVisible).map(({ id: id4 }) => id4) });
  }
  #isSelected(change) {
    const { kind, id: id4, campaign: campaign3, request: request2, isVisible } = this.#query;
    if (kind && change.kind !== kind || id4 !== void 0 && change.id !== id4) return false;
    const own = change.kind === "campaigns" ? change.id : change.campaign?.id;
    if (campaign3 !== void 0 && own !== campaign3) return false;
    return (request2 === void 0 || change.request === request2) && isVisible(change);
  }
  add(change) {
    if (!this.#isSelected(change)) return;
    const { limit, offset } = this.#query;
    const { count: count3, entries } = this.result;
    if (count3 >= offset && entries.length < limit) entries.push(change);
    this.result.count += 1;
  }
};
function isBulk({ account: account2, put }) {
  return account2.id !== 0 && put.length > 1;
}
function describeLine({ sequence, time: time2, account: account2, user, token, request: request2, put }) {
  return put.map((one) => ({ sequence, time: time2, account: account2, user, token, request: request2, ...describePut(one) }));
}
function describePut({ list: list4, id: id4, creative, owner, before, entry }) {
  const [kind, changed] = creative === void 0 ? [list4, id4] : ["creatives", creative];
  const [old, fresh] = creative === void 0 ? [before, entry] : [before, entry].map((one) => pick(one, creative));
  return {
    action: old ? "change" : "create",
    kind,
    id: changed,
    owner,
    ...creative !== void 0 && { campaign: { id: id4, name: String(entry.name ?? "") } },
    ...old && { before: withoutSignIn(old) },
    after: fresh && withoutSignIn(fresh)
  };
}
function pick(campaign3, creative) {
  const variations = campaign3?.variations;
  return Array.isArray(variations) ? variations.find(({ id: id4 }) => id4 === creative) : void 0;
}
async function readEarlierChanges(data) {
  const text9 = await readFileIfThere(join33(data, "changes.jsonl")) ?? "";
  const changes = [];
  for (const line of text9.split("\n")) {
    const parsed = parseLine(line);
    if (isObject(parsed) && "withdrawn" in parsed) changes.pop();
    else if (parsed) changes.push(parsed);
  }
  return changes.reverse();
}
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return void 0;
  }
}

// src/service/management/setup.ts
import { randomBytes as randomBytes7 } from "node:crypto";
import { rm as rm20 } from "node:fs/promises";
import * as v12 from "valibot";

// src/service/signing/sameText.ts
import { timingSafeEqual as timingSafeEqual2 } from "node:crypto";
function isSameText(a, b) {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual2(one, other);
}

// src/service/management/entries.ts
import { createHash as createHash8 } from "node:crypto";
function listEntries({ data }, kind) {
  return data[kind];
}
function listCreatives({ data }) {
  return data.campaigns.flatMap(({ variations }) => variations);
}
function listCreativesAt({ data }, campaign3) {
  return data.campaigns[campaign3]?.variations ?? [];
}
function findEntry(catalogue, kind, id4, viewer) {
  const entries = listEntries(catalogue, kind);
  const at = entries.findIndex((entry2) => entry2.id === id4);
  const entry = entries[at];
  if (!entry || !isManaged(kind, entry, listManagedAccounts(viewer, catalogue), catalogue))
    throw new ChangeRefused(404, `There is no ${RESOURCES[kind].noun} ${id4}.`);
  return { entry, at };
}
function listManaged(catalogue, kind, viewer) {
  const accounts2 = listManagedAccounts(viewer, catalogue);
  const managed = /* @__PURE__ */ new Map();
  for (const [at, entry] of listEntries(catalogue, kind).entries())
    if (isManaged(kind, entry, accounts2, catalogue)) managed.set(entry.id, { entry, at });
  return managed;
}
function findCreative(catalogue, campaign3, id4, viewer) {
  const { at } = findEntry(catalogue, "campaigns", campaign3, viewer);
  const creatives = listCreativesAt(catalogue, at);
  const place = creatives.findIndex((creative2) => creative2.id === id4);
  const creative = creatives[place];
  if (!creative) throw new ChangeRefused(404, `Campaign ${campaign3} has no creative ${id4}.`);
  return { entry: creative, campaign: at, at: place };
}
function* listPage(catalogue, kind, viewer, { search = "", limit, offset, deleted }) {
  const resource = RESOURCES[kind];
  const accounts2 = listManagedAccounts(viewer, catalogue);
  const found = [];
  yield* forEachSliced(listEntries(catalogue, kind), (entry) => {
    const isListed = isManaged(kind, entry, accounts2, catalogue) && (deleted || entry.deleted !== true);
    if (isListed && matchesSearch(entry, resource, search)) found.push(entry);
  });
  const entries = yield* mapSliced(found.slice(offset, offset + limit), showEntry, 1);
  return { count: found.length, entries };
}
function matchesSearch(entry, { searched }, search) {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || String(entry.id) === wanted) return true;
  return searched.some(
    (field) => String(entry[field] ?? "").toLowerCase().includes(wanted)
  );
}
function showEntry(entry) {
  return { entry: withoutSignIn(entry), version: computeVersion(entry) };
}
var VERSION_LENGTH = 16;
var FIELD_LENGTH = 4;
function computeVersion(entry) {
  const fields = Object.entries(entry).map(([field, value]) => computeFieldVersion(field, value));
  return `${digest3(entry, VERSION_LENGTH)}${fields.join("")}`;
}
function computeFieldVersion(field, value) {
  return digest3([field, value], FIELD_LENGTH);
}
function digest3(value, length) {
  return createHash8("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, length);
}
function listChangedFields(version2, entry) {
  const parts = version2.slice(VERSION_LENGTH).match(/.{4}/g) ?? [];
  const known4 = new Set(parts);
  if (!known4.has(computeFieldVersion("id", entry.id))) return void 0;
  const changed = Object.entries(entry).filter(
    ([field, value]) => !known4.has(computeFieldVersion(field, value))
  );
  return changed.map(([field]) => field);
}
var NO_VERSION = "Name the version that you saw, in the header If-Match.";
function requireVersion(version2, entry) {
  if (version2 === void 0) throw new ChangeRefused(428, NO_VERSION);
  if (version2 === "*" || version2 === computeVersion(entry)) return;
  const message = "Somebody else changed this meanwhile. Load it again, then change it.";
  throw new ChangeRefused(409, message, void 0, { fields: listChangedFields(version2, entry) });
}
function requireSeenVersion(version2, entry) {
  if (version2 === void 0 || version2 === "*") throw new ChangeRefused(428, NO_VERSION);
  if (version2 === computeVersion(entry)) return;
  const message = "It was changed since you saw it. Load it again, then decide.";
  throw new ChangeRefused(412, message, void 0, { fields: listChangedFields(version2, entry) });
}
function nextId(entries) {
  return createIdCounter(entries)();
}

// src/service/management/explainProblems.ts
function explainCatalogueError(error, own) {
  const all = error.problems.slice(0, MAX_PROBLEMS + 1).map(readProblem);
  const ours = all.filter(({ keys }) => keys.slice(0, own.length).join() === own.join());
  const nameField2 = (keys) => formatPath(keys.slice(own.length).filter((key) => key !== "pending"));
  const problems = ours.length > 0 ? ours.map(({ keys, message }) => ({ [nameField2(keys)]: writeSentence(message) })) : all.map(({ message }) => ({ [formatPath([])]: writeSentence(message) }));
  return new ChangeRefused(400, "The change was not made.", problems);
}
function writeSentence(text9) {
  const sentence = text9.charAt(0).toUpperCase() + text9.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

// src/service/management/peopleChanges.ts
import * as v11 from "valibot";

// src/service/people/declaredPeople.ts
import { createHash as createHash9 } from "node:crypto";
function isDeclared(id4) {
  return id4 < 0;
}
var known3 = /* @__PURE__ */ new WeakMap();
function addDeclared(people, catalogue) {
  if (!catalogue.declared) return people;
  const last = known3.get(catalogue);
  if (last?.own === people) return last.all;
  const all = merge(people, catalogue);
  known3.set(catalogue, { own: people, all });
  return all;
}
function merge(people, { data }) {
  const users = /* @__PURE__ */ new Map();
  const tokens = /* @__PURE__ */ new Map();
  for (const account2 of data.accounts) {
    const { user, tokens: declared } = readSignIn(account2);
    if (user) users.set(-account2.id, { ...user, id: -account2.id });
    for (const token of declared) {
      const id4 = numberToken(token.digest);
      tokens.set(id4, { ...token, id: id4 });
    }
  }
  for (const user of people.users.values()) users.set(user.id, user);
  for (const token of people.tokens.values()) tokens.set(token.id, token);
  return { ...indexPeople(users, tokens), taken: people.taken };
}
function numberToken(digest4) {
  return -1 - createHash9("sha256").update(digest4).digest().readUIntBE(0, 6);
}

// src/service/management/peopleChanges.ts
var COMMAND = { id: 0, name: "zonetag-service user" };
var DECLARED = "The file of the catalogue declares this sign-in, and it can only be changed there.";
var PeopleChanges = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  listManaged({ account: account2 }) {
    const catalogue = this.#parts.catalogue();
    return account2 ? listManagedAccounts(account2, catalogue) : catalogue.accounts;
  }
  /** Id of an account that the caller manages. */
  requireManaged(asking, id4 = asking.account?.id ?? 0) {
    if (this.listManaged(asking).has(id4)) return id4;
    throw refuseField("account", "There is no account with this id.");
  }
  /** Resolves with the people after the change, and the id of its first entry. */
  async make({ account: account2, user }, edit2) {
    const { editor, now, catalogue } = this.#parts;
    const { id: id4, name } = account2 ?? COMMAND;
    const author = { account: { id: id4, name }, user, request: "", time: now() };
    let first;
    try {
      const { value: people } = await editor.change((document, people2) => {
        const puts = edit2(addDeclared(people2, catalogue()), document);
        first = puts[0];
        if (first && isDeclared(first.entry.id)) throw new ChangeRefused(409, DECLARED);
        return puts;
      }, author);
      return { id: first?.entry.id ?? 0, people };
    } catch (error) {
      const path = [first?.list ?? "", first?.entry.id ?? 0];
      if (error instanceof CatalogueError) throw explainCatalogueError(error, path);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.message) : error;
    }
  }
};
function readInput2(schema, input) {
  const read2 = v11.safeParse(schema, input);
  if (read2.success) return read2.output;
  throw new ChangeRefused(400, "The request is not valid.", listProblems(read2.issues));
}

// src/service/management/rules.ts
function readFields2(input, resource, allowed = []) {
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const known4 = new Set(
    Object.values(resource.rights).flatMap(({ create: create2 = [], change = [] }) => [...create2, ...change])
  );
  const wrong = Object.keys(input).filter((field) => !allowed.includes(field));
  if (wrong.length === 0) return input;
  throw refuseFields(
    wrong,
    (field) => known4.has(field) ? "Your account may not set this field." : UNEXPECTED_FIELD,
    wrong.some((field) => !known4.has(field)) ? 400 : 403
  );
}
function readOwnFields(input) {
  if (!isObject(input)) throw refuseField("body", "Expected an object.");
  const wrong = Object.keys(input).filter((field) => !OWN_ACCOUNT_FIELDS.some((own) => own === field));
  if (wrong.length > 0) throw refuseFields(wrong, () => UNEXPECTED_FIELD);
  return input;
}
async function hashNewPassword(password) {
  const { least, most } = PASSWORD_LENGTH;
  if (typeof password !== "string" || password.length < least || password.length > most)
    throw refuseField("password", `Expected ${least} to ${most} characters.`);
  return hashPassword(password);
}
async function addOwner(kind, fields, viewer, catalogue) {
  if (kind === "accounts") return requireBelow(fields, viewer);
  if (kind === "zones") {
    const site2 = catalogue.sites.get(readNumber(fields.site));
    if (!site2 || !isManaged("sites", site2, listManagedAccounts(viewer, catalogue), catalogue))
      throw refuseField("site", "There is no site with this id.");
    return fields;
  }
  if (viewer.role !== "network") return { account: viewer.id, ...fields };
  const owner = catalogue.accounts.get(readNumber(fields.account));
  const role2 = kind === "sites" ? "publisher" : "advertiser";
  if (owner?.role !== role2 || owner.network !== viewer.id)
    throw refuseField("account", `Expected the id of an account of the role ${role2}.`);
  return fields;
}
function requireBelow(fields, viewer) {
  if (fields.role === "network") throw refuseField("role", "Expected advertiser or publisher.", 403);
  return { ...fields, network: viewer.id };
}
function requireKnownSize(size3, viewer, catalogue) {
  const sizes = [...new Set(listReachableZones(viewer, catalogue).map((zone2) => zone2.size))].sort();
  if (sizes.some((known4) => known4 === size3)) return;
  throw refuseField("size", `No zone has this size. There are: ${sizes.join(", ") || "none yet"}.`);
}
function refuseRaise(entry, patch) {
  for (const field of ["budget", "caps"]) {
    const [before, after] = [entry[field], patch[field]];
    if (!(field in patch)) continue;
    for (const key of ["daily", "total"]) {
      const old = isObject(before) ? before[key] : void 0;
      const fresh = isObject(after) && key in after ? after[key] : after === null ? null : old;
      if (old !== void 0 && (fresh === null || readNumber(fresh) > readNumber(old)))
        throw refuseField(`${field}][${key}`, "Only your network may raise or remove this.", 403);
    }
  }
}
function readNumber(value) {
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}

// src/service/management/setup.ts
var SETUP_LIFE = DAY_MS;
var SetupFile = class {
  #file;
  constructor(file) {
    this.#file = file;
  }
  async read() {
    const text9 = await readFileIfThere(this.#file);
    return text9 === void 0 ? void 0 : JSON.parse(text9);
  }
  write(record6) {
    return writeDurably(this.#file, `${JSON.stringify(record6)}
`);
  }
  async writeFirst(record6, now) {
    const found = await this.read();
    if (found && found.expiresAt > now) return false;
    await this.write(record6);
    return true;
  }
  remove() {
    return rm20(this.#file, { force: true });
  }
};
var Setup = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  /** Whether the service owns a catalogue without a network account. */
  get isNeeded() {
    return this.#parts.editor !== void 0 && !hasNetwork(this.#parts.catalogue());
  }
  /** Resolves with the token of the first link; undefined when none is needed or another node has made one. */
  async issueFirst() {
    if (!this.isNeeded) return void 0;
    const { token, record: record6 } = this.#create();
    return await this.#parts.store.writeFirst(record6, this.#parts.now()) ? token : void 0;
  }
  /** Resolves with the token of a new link, which ends earlier ones. Rejects when there is a network account. */
  async issue() {
    if (!this.isNeeded)
      throw new Error(
        "There is a network account already, or a file owns the catalogue. Nothing is to be set up."
      );
    const { token, record: record6 } = this.#create();
    await this.#parts.store.write(record6);
    return token;
  }
  /** Makes the network account and its owner. `onWrong` hears of a token that is not valid. Throws `ChangeRefused`. */
  async use(input, onWrong) {
    const { token, name, username, password } = readInput2(setupSchema, input);
    const { store, editor, users, now } = this.#parts;
    const record6 = await store.read();
    const isValid = record6 && isSameText(record6.digest, hashToken(token)) && record6.expiresAt > now();
    if (!editor || !this.isNeeded || !isValid) {
      await onWrong();
      throw refuseLink();
    }
    users.requireFree(username);
    const hash = await hashNewPassword(password);
    const id4 = await this.#makeNetwork(editor, name);
    await store.remove();
    try {
      await users.makeOwner({ id: id4, name, signIn: username, password: hash });
    } catch (error) {
      const reason = readMessage(error);
      throw new ChangeRefused(
        503,
        `The account ${id4} is made, but nobody signs in to it yet: ${reason} ${RESCUE}`
      );
    }
  }
  async #makeNetwork(editor, name) {
    let at = 0;
    try {
      const { put } = await editor.change(
        (document, catalogue) => {
          if (hasNetwork(catalogue)) throw refuseLink();
          at = document.accounts.length;
          return [{ list: "accounts", entry: { id: nextId(document.accounts), name, role: "network" } }];
        },
        { account: { id: 0, name: "set-up link" }, request: "", time: this.#parts.now() }
      );
      return put[0]?.id ?? 0;
    } catch (error) {
      if (error instanceof CatalogueError) throw explainCatalogueError(error, ["accounts", at]);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.message) : error;
    }
  }
  #create() {
    const token = randomBytes7(24).toString("base64url");
    return { token, record: { digest: hashToken(token), expiresAt: this.#parts.now() + SETUP_LIFE } };
  }
};
var text5 = v12.pipe(v12.string("Expected a text."), v12.minLength(1, "Expected a text."));
var setupSchema = requestObject({ token: text5, name: text5, username: signInName, password: text5 });
var RESCUE = "Make its owner on the machine itself, by `zonetag-service user create`.";
function refuseLink() {
  return new ChangeRefused(
    403,
    "This set-up link is not valid any more. Sign in, or have `zonetag-service setup-link` print another."
  );
}
function hasNetwork({ data }) {
  return data.accounts.some(({ role: role2 }) => role2 === "network");
}

// src/service/net/address.ts
import ipaddr3 from "ipaddr.js";
var MAX_ADDRESS_LENGTH = 64;
var normalized = new BoundedMap(1e4, MAX_ADDRESS_LENGTH);
function normalizeAddress(text9) {
  const known4 = normalized.get(text9);
  if (known4 !== void 0) return known4;
  const address = parseAddress(text9);
  if (address) normalized.set(text9, address);
  return address;
}
function parseAddress(text9) {
  const trimmed = text9.trim();
  if (!ipaddr3.IPv6.isValid(trimmed) && !ipaddr3.IPv4.isValidFourPartDecimal(trimmed)) return void 0;
  const parsed = ipaddr3.process(trimmed);
  return parsed instanceof ipaddr3.IPv6 ? withoutZone(parsed) : parsed.toString();
}
function withoutZone(address) {
  return new ipaddr3.IPv6(address.parts).toString();
}
function matchNetworks(networks2) {
  if (networks2.length === 0) return () => false;
  const ranges = networks2.map((network) => {
    if (ipaddr3.isValidCIDR(network)) return ipaddr3.parseCIDR(network);
    const single = ipaddr3.process(network);
    return [single, single.kind() === "ipv4" ? 32 : 128];
  });
  return (address) => {
    const parsed = ipaddr3.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]));
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
  return `${ipaddr3.IPv6.parse(address).parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}
function truncateAddress(address) {
  if (!address.includes(":")) return address.replace(/\.\d+$/, ".0");
  return `${ipaddr3.IPv6.parse(address).parts.slice(0, 3).map((part) => part.toString(16)).join(":")}::`;
}

// src/service/net/timeRing.ts
var FIRST_CAPACITY = 8;
var TimeRing = class {
  #ring = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  length = 0;
  /** Undefined when the ring is empty. */
  get oldest() {
    return this.length > 0 ? this.#ring[this.#first] : void 0;
  }
  add(time2) {
    if (this.length === this.#ring.length) this.#grow();
    this.#ring[(this.#first + this.length) % this.#ring.length] = time2;
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
  const { limit, windowMs, maxKeys: maxKeys2 = 1e5, now = Date.now } = options;
  const keys = /* @__PURE__ */ new Map();
  function findRing(key, time2) {
    const found = keys.get(key);
    while (found?.oldest !== void 0 && found.oldest <= time2 - windowMs) found.dropOldest();
    return found;
  }
  function toVerdict(ring, time2, allowed) {
    const used = ring?.length ?? 0;
    const wait = Math.min(windowMs, (ring?.oldest ?? time2) + windowMs - time2);
    return { allowed, limit, remaining: Math.max(0, limit - used), resetSeconds: Math.ceil(wait / 1e3) };
  }
  function touch2(key, ring) {
    keys.delete(key);
    keys.set(key, ring);
    if (keys.size > maxKeys2) deleteOldest(keys);
  }
  return {
    get size() {
      return keys.size;
    },
    peek(key) {
      if (limit === 0) return UNLIMITED;
      const time2 = now();
      const ring = findRing(key, time2);
      return toVerdict(ring, time2, (ring?.length ?? 0) < limit);
    },
    take(key) {
      if (limit === 0) return UNLIMITED;
      const time2 = now();
      const ring = findRing(key, time2) ?? new TimeRing();
      const allowed = ring.length < limit;
      if (allowed) ring.add(time2);
      touch2(key, ring);
      return toVerdict(ring, time2, allowed);
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
  const { limitWindow: windowMs, limitKeys: maxKeys2 } = settings;
  const limiter = (name, limit) => make(name, { limit, windowMs, maxKeys: maxKeys2, now });
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
import { join as join35 } from "node:path";

// src/service/redis/frequencyCaps.ts
var SharedFrequencyCaps = class {
  #options;
  constructor(options) {
    this.#options = options;
  }
  open(request2) {
    const capped = request2.listCapped();
    return capped.length === 0 ? this.#options.own.open(request2) : this.#reserve(request2, capped);
  }
  remaining(user, campaign3, now) {
    return this.#options.own.remaining(user, campaign3, now);
  }
  count(sighting, campaign3) {
    this.#options.own.count(sighting, campaign3);
    const life = computeFrequencyLife(campaign3) * 1e3;
    if (life === 0) return;
    const { user, campaign: id4, time: time2, decidedAt } = sighting;
    const most = Math.max(...campaign3.frequency.map(({ impressions }) => impressions));
    this.#run("sighting", user, [id4, time2, most, life, decidedAt ?? ""]);
  }
  async #reserve(request2, capped) {
    const own = this.#options.own.open(request2);
    const reserved = await this.#askRedis(request2, capped);
    if (!reserved) return own;
    const { user, time: time2 } = request2;
    const release = (counts) => this.#release(user, time2, counts);
    return {
      remaining: (campaign3) => Math.min(
        reserved.get(campaign3.id) ?? 0,
        this.#options.own.remainingWithoutReservations(user, campaign3, time2)
      ),
      reserve: (chosen) => {
        own.reserve(chosen);
        for (const { id: id4 } of chosen) reserved.set(id4, (reserved.get(id4) ?? 0) - 1);
        release(reserved);
      },
      release: (chosen) => {
        own.release(chosen);
        const counts = /* @__PURE__ */ new Map();
        for (const { id: id4 } of chosen) counts.set(id4, (counts.get(id4) ?? 0) + 1);
        release(counts);
      }
    };
  }
  /** Undefined when Redis does not answer. */
  async #askRedis({ user, time: time2, zones: zones2 }, capped) {
    const { redis, names, reservationLife, log } = this.#options;
    const parameters = [time2, reservationLife, zones2, ...capped.flatMap(listParameters)];
    try {
      const counts = readNumbers(await redis.run("reserve", [names.visitor(user)], parameters));
      return new Map(capped.map(({ id: id4 }, at) => [id4, counts[at] ?? 0]));
    } catch (error) {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not reserved");
      return void 0;
    }
  }
  #release(user, time2, counts) {
    const released = [...counts].filter(([, count3]) => count3 > 0);
    if (released.length > 0) this.#run("release", user, [time2, ...released.flat()]);
  }
  /** Runs a script without waiting for the reply. */
  #run(script, user, parameters) {
    const { redis, names, log } = this.#options;
    redis.run(script, [names.visitor(user)], parameters).catch((error) => {
      if (!(error instanceof RedisAwayError)) log.error({ err: error }, "frequency caps not noted");
    });
  }
};
function listParameters({ id: id4, frequency }) {
  return [
    id4,
    frequency.length,
    ...frequency.flatMap(({ impressions, seconds }) => [impressions, seconds * 1e3])
  ];
}

// src/service/redis/leasedBudgets.ts
var TICK_MS = 100;
var STOCK = 100;
var STOCK_SECONDS = 2;
var LARGEST_PART = 4;
var IDLE_MS2 = 5e3;
var FIRST_PAUSE_MS = 200;
var LONGEST_PAUSE_MS2 = 1e4;
var LeasedBudgets = class {
  #options;
  #leases = /* @__PURE__ */ new Map();
  /** By position; undefined without limits. */
  #limited = [];
  #remaining = new Float64Array(0);
  /** Milliseconds that Redis' clock, by which days begin, is ahead of this node's. */
  #ahead = 0;
  #day;
  /** Leases that paid an impression, by decision. */
  #paidHere = /* @__PURE__ */ new Map();
  #differences = [];
  #looked = 0;
  #isClosing = false;
  #timer;
  #working;
  constructor(options) {
    this.#options = options;
    this.#day = toDayNumber(options.now());
  }
  /** Begins to lease. Must be called first. */
  async open() {
    const { accounts: accounts2, now } = this.#options;
    this.#ahead = await accounts2.readTime() - now();
    this.#day = this.#toDay(now());
    this.#timer = setInterval(() => void this.work(), TICK_MS).unref();
  }
  setCampaigns(campaigns2, now) {
    const limits = listLimits(campaigns2);
    const before = this.#leases;
    this.#leases = new Map(limits.map((each) => [each.campaign.id, this.#continueLease(each, before, now)]));
    for (const [id4, lease] of before)
      if (this.#leases.get(id4) !== lease) this.#giveBack(lease, lease.units, lease.clicks);
    this.#remaining = new Float64Array(campaigns2.length).fill(Number.POSITIVE_INFINITY);
    this.#limited = [];
    for (const lease of this.#leases.values()) {
      this.#limited[lease.limits.position] = lease;
      this.#update(lease);
    }
    void this.work();
  }
  remaining(now) {
    this.#beginDay(now);
    return this.#remaining;
  }
  /** Before the answer to the first lease, assumes a limit that the campaign has. */
  findLimit(position) {
    const lease = this.#limited[position];
    if (!lease || (this.#remaining[position] ?? 0) > 0) return void 0;
    const { dailyCost, totalCost } = lease.limits;
    return lease.limit ?? (dailyCost === void 0 && totalCost === void 0 ? "caps" : "budget");
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
    if (isReserved && isInTime && this.#toDay(decidedAt) === this.#toDay(now)) return price2;
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
  chargeClick(campaign3, price2, now) {
    this.#beginDay(now);
    const lease = this.#leases.get(campaign3);
    if (!lease?.hasClicks) {
      if (price2 !== 0n) this.#add(campaign3, 0, price2, now);
      return price2;
    }
    if (lease.clicks < 1) return void 0;
    lease.clicks -= 1;
    this.#update(lease);
    return price2;
  }
  refundClick(campaign3, cost, now) {
    const lease = this.#leases.get(campaign3);
    if (!cost) return;
    if (!lease?.hasClicks) this.#add(campaign3, 0, -cost, now);
    else {
      lease.clicks += 1;
      this.#update(lease);
    }
  }
  /** Discards leases of data that Redis has lost, without returning them. */
  drop() {
    this.#differences = [];
    this.#options.reservations.clear();
    for (const lease of this.#leases.values()) {
      Object.assign(lease, { units: 0, clicks: 0, askAt: 0, pause: FIRST_PAUSE_MS });
      this.#update(lease);
    }
  }
  /** Leases, returns, and closes lapsed reservations when due. Never rejects. */
  work() {
    this.#working ??= this.#workOnce().finally(() => {
      this.#working = void 0;
    });
    return this.#working;
  }
  /** Returns everything that is not granted. */
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
        isTime || this.#isClosing ? this.#options.accounts.clarify() : void 0,
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
  #settle(difference) {
    return this.#options.accounts.change(difference.campaign, {
      compute: (account2) => applyDifference(account2, difference),
      onWritten: () => {
      },
      onRefused: () => this.#differences.push(difference)
    });
  }
  async #ask(lease, now) {
    if (lease.isAsking) return;
    lease.isAsking = true;
    try {
      await this.#options.accounts.change(lease.limits.campaign.id, {
        compute: (account2, time2) => {
          this.#ahead = time2 - this.#options.now();
          lease.limit = findLimit(lease.limits, account2, time2);
          const possible = grant(lease, account2, time2, computeStock(lease));
          lease.left = possible.left;
          return possible.units + possible.clicks > 0 ? possible : void 0;
        },
        onWritten: (granted) => {
          this.#receive(lease, granted);
          Object.assign(lease, { pause: FIRST_PAUSE_MS, askAt: 0 });
        },
        onRefused: () => {
          lease.pause = Math.min(lease.pause * 2, LONGEST_PAUSE_MS2);
          lease.askAt = now + lease.pause;
        }
      });
    } finally {
      lease.isAsking = false;
    }
  }
  /** The catalogue may have been reloaded, or the day have ended, since the request. */
  #receive(lease, { units, clicks, day: day3 }) {
    const current = { ...lease, day: day3 };
    if (this.#leases.get(lease.limits.campaign.id) !== lease || day3 < this.#day) {
      this.#giveBack(current, units, clicks);
      return;
    }
    Object.assign(lease, { day: day3, units: lease.units + units, clicks: lease.clicks + clicks });
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
      limits,
      hasUnits,
      hasClicks,
      day: this.#toDay(now),
      units: 0,
      clicks: 0,
      used: 0,
      rate: 0,
      left: 0,
      limit: void 0,
      lastUsed: now,
      askAt: 0,
      pause: FIRST_PAUSE_MS,
      isAsking: false
    };
  }
  /** Yesterday's leases belong to yesterday's budget. */
  #beginDay(now) {
    const today = this.#toDay(now);
    if (today <= this.#day) return;
    this.#day = today;
    for (const lease of this.#leases.values()) {
      this.#giveBack(lease, lease.units, lease.clicks);
      Object.assign(lease, {
        day: today,
        units: 0,
        clicks: 0,
        askAt: 0,
        pause: FIRST_PAUSE_MS,
        limit: void 0
      });
      this.#update(lease);
    }
  }
  /** Runs once a second: measures usage and finds idle leases. */
  #measure(now) {
    this.#looked = now;
    for (const lease of this.#leases.values()) {
      lease.rate = (lease.rate + lease.used) / 2;
      lease.used = 0;
      if (now - lease.lastUsed < IDLE_MS2) continue;
      const kept = Math.min(STOCK, Math.max(1, Math.ceil(lease.left / (2 * LARGEST_PART))));
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
  /** Returns a reservation that ended without an impression to its lease. */
  #takeBack({ campaign: campaign3, decidedAt }) {
    const lease = this.#leases.get(campaign3);
    if (!lease?.hasUnits) return;
    const day3 = this.#toDay(decidedAt);
    if (day3 === lease.day) lease.units += 1;
    else this.#giveBack({ ...lease, day: day3 }, 1, 0);
    this.#update(lease);
  }
  #giveBack({ limits, day: day3 }, units, clicks) {
    if (units === 0 && clicks === 0) return;
    const cost = computeCost(limits, units, clicks);
    this.#differences.push({ campaign: limits.campaign.id, day: day3, shown: -units, cost: -cost });
  }
  #add(campaign3, shown, cost, now) {
    this.#differences.push({ campaign: campaign3, day: this.#toDay(now), shown, cost });
  }
  /** UTC day by Redis' clock. `time`: by this node's. */
  #toDay(time2) {
    return toDayNumber(time2 + this.#ahead);
  }
  #update({ limits, hasUnits, hasClicks, units, clicks }) {
    const byClicks = hasClicks && clicks < 1 ? 0 : Number.POSITIVE_INFINITY;
    this.#remaining[limits.position] = Math.min(hasUnits ? units : Number.POSITIVE_INFINITY, byClicks);
  }
};
function computeStock({ rate }) {
  return Math.max(STOCK, Math.ceil(rate * STOCK_SECONDS));
}
function grant(lease, account2, now, stock) {
  const { limits, hasUnits, hasClicks } = lease;
  const leftUnits = hasUnits ? computeRemaining(withoutClicks(limits), account2, now) : 0;
  const leftClicks = hasClicks ? computeClicksLeft(limits, account2, now) : 0;
  const units = takePart(leftUnits, stock - lease.units);
  const clicks = takePart(leftClicks, stock - lease.clicks);
  const cost = computeCost(limits, units, clicks);
  account2.shownToday += units;
  account2.shownTotal += units;
  account2.costToday += cost;
  account2.costTotal += cost;
  return { units, clicks, left: hasUnits ? leftUnits : leftClicks, day: account2.day };
}
function withoutClicks(limits) {
  return isPaidByClicks(limits.campaign) ? { ...limits, dailyCost: void 0, totalCost: void 0 } : limits;
}
function takePart(left, wanted) {
  return Math.max(0, Math.min(wanted, Math.ceil(left / LARGEST_PART)));
}
function applyDifference(account2, { day: day3, shown, cost }) {
  account2.shownTotal += shown;
  account2.costTotal += cost;
  if (account2.day === day3) {
    account2.shownToday += shown;
    account2.costToday += cost;
  }
  return true;
}
function sumUp2(differences) {
  const sums = /* @__PURE__ */ new Map();
  for (const { campaign: campaign3, day: day3, shown, cost } of differences) {
    const name = `${campaign3} ${day3}`;
    const sum2 = sums.get(name) ?? { campaign: campaign3, day: day3, shown: 0, cost: 0n };
    sums.set(name, { ...sum2, shown: sum2.shown + shown, cost: sum2.cost + cost });
  }
  return [...sums.values()];
}
function nameDecision({ epoch, number: number16 }) {
  return `${epoch}.${number16}`;
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
        allowed: allowed === 1,
        limit,
        remaining: Math.max(0, limit - used),
        // Redis' clock may have been set back since the oldest request.
        resetSeconds: Math.ceil(Math.min(wait, windowMs) / 1e3)
      };
    } catch (error) {
      if (error instanceof RedisAwayError) return void 0;
      throw error;
    }
  }
};

// src/service/redis/redisDeduplication.ts
import { randomUUID as randomUUID10 } from "node:crypto";
import { setTimeout as delay3 } from "node:timers/promises";

// src/service/redis/selectAt.ts
function selectAt(items, positions) {
  return positions.map((at) => items[at]).filter((item) => item !== void 0);
}

// src/service/redis/redisDeduplication.ts
var CLAIM_HOLDS_MS = 2e3;
var LOOK_AGAIN_MS = 10;
var PAGES_AT_ONCE = 256;
var CLOCKS_DIFFER_MS = 6e4;
var SharedDeduplication = class {
  #options;
  /** Distinguishes the claims of this start from others. */
  #id = randomUUID10();
  #claims = 0;
  constructor(options) {
    this.#options = options;
    options.redis.onReturn(() => this.share());
  }
  async writeOnce(keys, write3) {
    const countedElsewhere = /* @__PURE__ */ new Set();
    const results = await this.#options.own.writeOnce(keys, async (positions) => {
      const settled = await this.#writeClaimed(
        selectAt(keys, positions),
        (fresh, isReserved) => write3(selectAt(positions, fresh), isReserved)
      );
      for (const [at, position] of positions.entries())
        if (settled[at] === "repeated") countedElsewhere.add(position);
    });
    return results.map((result, at) => countedElsewhere.has(at) ? "repeated" : result);
  }
  async #writeClaimed(keys, write3) {
    const claim = await this.#claim(keys);
    if (!claim) {
      await write3([...keys.keys()]);
      return keys.map(() => "counted");
    }
    const results = keys.map(() => "repeated");
    if (claim.fresh.length === 0) return results;
    const claimed = selectAt(keys, claim.fresh);
    try {
      await write3(claim.fresh, claim.isReserved);
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
    const { claims, closed, counted, number: number16, bit } = locate(first, keys);
    const parameters = [
      number16,
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
      await delay3(LOOK_AGAIN_MS);
    }
  }
  async #settle(keys, token, isStored) {
    const { redis, life } = this.#options;
    const [first] = keys;
    if (!first) return [];
    const { claims, counted, number: number16, bit } = locate(first, keys);
    const parameters = [
      number16,
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
  /** Shares this node's keys, at a start and after Redis was away or lost its data. */
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
function locate({ epoch, number: number16 }, keys) {
  const page = Math.floor(number16 / PAGE_NUMBERS);
  return {
    claims: nameEvents(epoch, page, "claims"),
    closed: nameEvents(epoch, page, "closed"),
    counted: keys.map(({ kind }) => nameEvents(epoch, page, kind)),
    number: number16,
    bit: number16 % PAGE_NUMBERS
  };
}

// src/service/redis/redisFailedSignIns.ts
var LOOK = 0;
var COUNT3 = 1;
var SharedFailedSignIns = class {
  #options;
  constructor(options) {
    this.#options = options;
  }
  async delay(attempt) {
    return Math.max(this.#options.own.delay(attempt), ...await this.#run(attempt, LOOK));
  }
  async fail(attempt) {
    this.#options.own.fail(attempt);
    await this.#run(attempt, COUNT3);
  }
  async succeed(attempt) {
    const { names, own, now } = this.#options;
    own.succeed(attempt);
    if (attempt.name === void 0) return;
    const key = names.signIns(attempt.name);
    const digest4 = names.address(attempt.name, attempt.address);
    await Promise.all([
      this.#send("DEL", names.failures(nameOwnKey(attempt))),
      this.#send("ZADD", key, String(now()), digest4),
      this.#send("ZREMRANGEBYRANK", key, "0", String(-1 - MOST_ADDRESSES)),
      this.#send("PEXPIRE", key, String(KNOWN_MS))
    ]);
  }
  async isKnown(attempt) {
    const { names, own, now } = this.#options;
    const { name, address } = attempt;
    if (name === void 0) return false;
    if (own.isKnown(attempt)) return true;
    const time2 = await this.#send("ZSCORE", names.signIns(name), names.address(name, address));
    return typeof time2 === "string" && now() - Number(time2) < KNOWN_MS;
  }
  /** Milliseconds that each key has to wait; empty while Redis is away. */
  async #run(attempt, what) {
    const { redis, names } = this.#options;
    const keys = listFailureKeys(attempt, await this.isKnown(attempt));
    const parameters = [what, FREE, FIRST_DELAY_MS, MAX_DELAY_MS, KEPT_MS];
    const replies = keys.map((key) => redis.run("failure", [names.failures(key)], parameters));
    return (await Promise.all(replies).catch(ignoreAway))?.map(Number) ?? [];
  }
  /** Undefined while Redis is away. */
  async #send(...command) {
    return this.#options.redis.send(command).catch(ignoreAway);
  }
};
function ignoreAway(error) {
  if (!(error instanceof RedisAwayError)) throw error;
}

// src/service/redis/redisIdentity.ts
import { join as join34 } from "node:path";
var FIRST_EPOCH = 1767225600;
async function startEpoch2(redis) {
  return Number(await redis.run("epoch", [EPOCH], [FIRST_EPOCH]));
}
async function shareSecret(redis, folder) {
  const own = await readSecret(folder);
  const secret = await agree(redis, own ?? createSecret());
  if (own && !own.equals(secret)) throw new Error(describeOtherSecret(folder));
  if (!own) await writeSecret(folder, secret);
  return secret;
}
async function restoreSecret(redis, secret) {
  return (await agree(redis, secret)).equals(secret);
}
function describeOtherSecret(folder) {
  return `${join34(folder, "secret")} is not the secret of the nodes on this Redis: addresses that they sign would not count here. Move it away to take theirs.`;
}
async function agree(redis, offered) {
  const known4 = await redis.send(["GET", SECRET]) ?? await redis.send(["SET", SECRET, encodeSecret(offered), "NX"]).then(() => redis.send(["GET", SECRET]));
  return Buffer.from(String(known4), "base64url");
}

// src/service/redis/redisRecords.ts
import { rename as rename6 } from "node:fs/promises";
var SharedRecords = class {
  #redis;
  #key;
  constructor(redis, key) {
    this.#redis = redis;
    this.#key = key;
  }
  /** Records of a node that was alone are those of all from now on. */
  async bring(file) {
    const records = await readRecordFile(file);
    if (!records) return;
    for (const record6 of records) await this.add(record6);
    await rename6(file, `${file}.shared`);
  }
  async list() {
    const texts = readTexts(await this.#send("HVALS", this.#key));
    return texts.map((text9) => JSON.parse(text9));
  }
  async find(id4) {
    const text9 = await this.#send("HGET", this.#key, id4);
    return text9 === null ? void 0 : JSON.parse(String(text9));
  }
  async add(record6) {
    await this.#send("HSET", this.#key, record6.id, JSON.stringify(record6));
  }
  async remove(ids) {
    if (ids.length > 0) await this.#send("HDEL", this.#key, ...ids);
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

// src/service/redis/redisSessions.ts
var TRUSTED_MS = 6e5;
var MAX_CHECKED = 5e4;
var SharedSessions = class _SharedSessions {
  #options;
  /** `at`: monotonic milliseconds. */
  #checked = /* @__PURE__ */ new Map();
  /** When sessions ended, monotonic milliseconds: one that an older Redis brings back stays ended. */
  #ended = /* @__PURE__ */ new Map();
  #unsubscribe;
  /** Must be closed. */
  static async open(options) {
    const sessions = new _SharedSessions(options);
    const onEnded = (ids) => sessions.#forget(ids.split(" "));
    const onReconnected = () => sessions.#checked.clear();
    sessions.#unsubscribe = await options.redis.subscribe(SESSIONS_ENDED, onEnded, onReconnected);
    return sessions;
  }
  constructor(options) {
    this.#options = options;
  }
  async list(owner) {
    const ids = readTexts(await this.#send("SMEMBERS", nameSessionsOf(owner)));
    if (ids.length === 0) return [];
    const texts = readFields(await this.#send("MGET", ...ids.map(nameSession)));
    const gone = ids.filter((_2, at) => texts[at] === null);
    if (gone.length > 0) await this.#send("SREM", nameSessionsOf(owner), ...gone);
    const records = texts.flatMap((text9) => text9 === null ? [] : [JSON.parse(text9)]);
    return records.filter(({ id: id4 }) => !this.#ended.has(id4));
  }
  async find(id4) {
    if (this.#ended.has(id4)) return void 0;
    try {
      const text9 = await this.#options.redis.send(["GET", nameSession(id4)]);
      return this.#remember(id4, typeof text9 === "string" ? JSON.parse(text9) : void 0);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      const known4 = this.#checked.get(id4);
      if (known4 && this.#options.clock.elapsed() - known4.at < TRUSTED_MS) return known4.record;
      throw explainAway(error);
    }
  }
  async add(record6) {
    const index = nameSessionsOf(nameHolder(record6));
    await this.#send("SET", nameSession(record6.id), JSON.stringify(record6), ...this.#writeLife(record6));
    await this.#send("SADD", index, record6.id);
    await this.#send("PEXPIRE", index, String(MAX_AGE_MS));
  }
  async note(record6) {
    const { id: id4 } = record6;
    await this.#send("SET", nameSession(id4), JSON.stringify(record6), "XX", ...this.#writeLife(record6));
  }
  /** Names the time after which the script changes nothing, so that an end that is refused here does not come later. */
  async end(records) {
    const [first] = records;
    if (!first) return;
    const { redis, timeout: timeout2 } = this.#options;
    const ids = records.map(({ id: id4 }) => id4);
    const [seconds, microseconds] = readFields(await this.#send("TIME")).map(Number);
    const deadline = (seconds ?? 0) * 1e3 + Math.floor((microseconds ?? 0) / 1e3) + timeout2;
    const keys = [nameSessionsOf(nameHolder(first)), ...ids.map(nameSession)];
    const ended = await redis.run("end", keys, [deadline, SESSIONS_ENDED, ...ids]).catch(rethrowAway);
    if (ended !== 1) throw new StoreError("away", "Redis answered too late; no session was ended.");
    this.#forget(ids);
  }
  requireReachable() {
    if (this.#options.redis.isAway) throw new StoreError("away", "Redis does not answer.");
  }
  close() {
    this.#unsubscribe?.();
  }
  #remember(id4, record6) {
    this.#checked.delete(id4);
    if (!record6 || this.#ended.has(id4)) return void 0;
    this.#checked.set(id4, { record: record6, at: this.#options.clock.elapsed() });
    dropOldest(this.#checked, MAX_CHECKED);
    return record6;
  }
  #forget(ids) {
    const now = this.#options.clock.elapsed();
    for (const id4 of ids) {
      this.#checked.delete(id4);
      this.#ended.set(id4, now);
    }
    for (const [id4, at] of this.#ended) {
      if (now - at < IDLE_MS) break;
      this.#ended.delete(id4);
    }
    dropOldest(this.#ended, MAX_CHECKED);
  }
  #writeLife(record6) {
    return ["PX", String(Math.max(1, computeLife(record6, this.#options.clock.now())))];
  }
  #send(...command) {
    return this.#options.redis.send(command).catch(rethrowAway);
  }
};
function dropOldest(map, most) {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
function explainAway(error) {
  return new StoreError("away", error.message, error);
}
function rethrowAway(error) {
  throw error instanceof RedisAwayError ? explainAway(error) : error;
}

// src/service/redis/redisSetup.ts
var SharedSetup = class {
  #redis;
  constructor(redis) {
    this.#redis = redis;
  }
  async read() {
    const text9 = await this.#redis.send(["GET", SETUP]);
    return text9 === null ? void 0 : JSON.parse(String(text9));
  }
  async write(record6) {
    await this.#redis.send(["SET", SETUP, JSON.stringify(record6), "PX", String(SETUP_LIFE)]);
  }
  async writeFirst(record6) {
    const set2 = ["SET", SETUP, JSON.stringify(record6), "PX", String(SETUP_LIFE), "NX"];
    return await this.#redis.send(set2) !== null;
  }
  async remove() {
    await this.#redis.send(["DEL", SETUP]);
  }
};

// src/service/redis/redisTokenUses.ts
var SharedTokenUses = class {
  #redis;
  #own;
  constructor(redis, own) {
    this.#redis = redis;
    this.#own = own;
  }
  note(id4) {
    if (!this.#own.noteAgain(id4)) return;
    const time2 = this.#own.read().get(id4) ?? 0;
    this.#redis.send(["HSET", TOKEN_USES, String(id4), String(time2)]).catch(() => {
    });
  }
  async read() {
    const times2 = new Map(this.#own.read());
    for (const [id4, time2] of await this.#readShared()) times2.set(id4, Math.max(time2, times2.get(id4) ?? 0));
    return times2;
  }
  async #readShared() {
    try {
      const texts = readTexts(await this.#redis.send(["HGETALL", TOKEN_USES]));
      return texts.flatMap((text9, at) => at % 2 === 0 ? [[Number(text9), Number(texts[at + 1])]] : []);
    } catch (error) {
      if (error instanceof RedisAwayError) return [];
      throw error;
    }
  }
};

// src/service/redis/reservations.ts
var BUCKET_MS2 = 1e4;
var CLOCKS_DIFFER_MS2 = 6e4;
var Reservations = class {
  #options;
  #buckets = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  add({ campaign: campaign3, number: number16, decidedAt }) {
    const key = Math.floor(decidedAt / BUCKET_MS2);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { lapsesAt: this.computeEnd(decidedAt), waiting: /* @__PURE__ */ new Map() };
      this.#buckets.set(key, bucket);
    }
    bucket.waiting.set(number16, { campaign: campaign3, decidedAt });
  }
  /** Ends a reservation; false when there is none. */
  release(decision) {
    return this.#findBucket(decision)?.waiting.delete(decision.number) ?? false;
  }
  has(decision) {
    return this.#findBucket(decision)?.waiting.has(decision.number) ?? false;
  }
  clear() {
    this.#buckets.clear();
  }
  /** Returns when a reservation lapses; milliseconds since 1970. */
  computeEnd(decidedAt) {
    return (Math.floor(decidedAt / BUCKET_MS2) + 1) * BUCKET_MS2 + this.#options.reservationLife;
  }
  /**
   * Closes lapsed reservations, and resolves with those without an impression. Rejects with `RedisAwayError`, and then
   * they stay open.
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
    const pages = groupBy(ascending, (number16) => Math.floor(number16 / PAGE_NUMBERS));
    const replies = await Promise.all(
      [...pages].map(([page, inPage]) => {
        const keys = ["claims", "closed", "impression"].map((what) => nameEvents(epoch, page, what));
        return redis.run("close", keys, [PAGE_NUMBERS, life + CLOCKS_DIFFER_MS2, ...inPage]);
      })
    );
    const free = replies.flatMap(readNumbers);
    return free.map((number16) => waiting.get(number16)).filter((reservation) => reservation !== void 0);
  }
  #findBucket({ epoch, decidedAt }) {
    return epoch === this.#options.epoch ? this.#buckets.get(Math.floor(decidedAt / BUCKET_MS2)) : void 0;
  }
};

// src/service/redis/openRedis.ts
var CHECK_EVERY_MS = 1e3;
var REBUILD_WITHIN_MS = 6e4;
var MAINTENANCE_HOLDS_MS = 18e4;
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
  #own;
  #names;
  #deduplication;
  /** Restored to a Redis that lost them. */
  #images;
  #sessions = [];
  #readDelivered;
  #readOwn;
  /** Whether Redis has the secret of other nodes. */
  #isForeign = false;
  /** Monotonic milliseconds. */
  #lostAt = 0;
  #checking;
  #working;
  /** Rejects with a one-line error when Redis does not answer. */
  static async open(options) {
    const redis = await RedisConnection.open(options);
    try {
      const secret = await shareSecret(redis, options.folder);
      const epoch = await startEpoch2(redis);
      const mark = await DataMark.open({ redis, epoch, ...options });
      const state = new _SharedState(options, redis, {
        secret,
        mark,
        epoch,
        node: await readIdentity(options.folder)
      });
      await state.budgets.open();
      return state;
    } catch (error) {
      redis.close();
      throw error;
    }
  }
  constructor(options, redis, { secret, mark, epoch, node }) {
    const { log, clock, trackingLife, reservationLife, clockOffset = () => 0 } = options;
    const names = createNames(deriveKey(secret, "shared keys"));
    this.#options = options;
    this.#names = names;
    this.#redis = redis;
    this.#mark = mark;
    this.epoch = epoch;
    this.secret = secret;
    this.#accounts = new Accounts({ redis, names, mark, node, epoch, clockOffset });
    this.makeLimiter = (name, limits) => new SharedLimiter({ ...limits, redis, name: (key) => names.limit(name, key) });
    this.budgets = new LeasedBudgets({
      accounts: this.#accounts,
      log,
      now: clock.now,
      reservations: new Reservations({ redis, epoch, reservationLife, life: trackingLife })
    });
    this.#own = new LocalFrequencyCaps({ reservationLife, elapsed: clock.elapsed });
    this.frequencyCaps = new SharedFrequencyCaps({ redis, names, log, reservationLife, own: this.#own });
    mark.onChange(() => this.#changeData());
    this.#lostAt = clock.elapsed();
    this.#checking = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }
  /** Frequency caps counted by this node, restored from its disk. */
  get ownFrequencyCaps() {
    return this.#own;
  }
  get status() {
    const { isAway, problem, refusals, outages } = this.#redis;
    return { isAway, problem, refusals, outages, isDataLost: this.#mark.isLost };
  }
  /** Opens the stores of everything that accounts manage. `uploads`: folder of images. */
  async openManaged({ uploads, quota, maxKeys: maxKeys2, known: known4, tokenUses }) {
    const { folder, clock } = this.#options;
    const redis = this.#redis;
    const images = new SharedImages({ redis, folder: uploads, quota });
    const shares = new SharedRecords(redis, SHARES);
    await shares.bring(join35(folder, SHARES_FILE));
    const views = new SharedRecords(redis, VIEWS);
    await views.bring(join35(folder, VIEWS_FILE));
    if (this.#mark.isFirst) await images.share();
    this.#images = images;
    const own = new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys: maxKeys2, known: known4 });
    const failures = new SharedFailedSignIns({ redis, names: this.#names, own, now: clock.now });
    return {
      lines: new LinesInRedis({ redis, images, title: "The catalogue", keys: CATALOGUE }),
      peopleLines: new LinesInRedis({ redis, title: "The list of people", keys: PEOPLE2 }),
      images,
      shares,
      views,
      failures,
      setupStore: new SharedSetup(redis),
      tokenUses: new SharedTokenUses(redis, tokenUses),
      sessions: await this.openSessions(clock)
    };
  }
  /** Sessions of browsers. Closed together with the state. */
  async openSessions(clock) {
    const { timeout: timeout2 } = this.#options;
    const sessions = await SharedSessions.open({ redis: this.#redis, timeout: timeout2, clock });
    this.#sessions.push(sessions);
    return sessions;
  }
  /** Must be called at the end of the start: from now on commands have the timeout of requests. */
  startServing() {
    this.#redis.startServing();
  }
  /** `own`: keys that this node counted. Resolves once they are shared. */
  async shareDeduplication(own) {
    this.#deduplication = new SharedDeduplication({
      redis: this.#redis,
      own,
      life: this.#options.trackingLife
    });
    await this.#deduplication.share();
    return this.#deduplication;
  }
  /** The first node writes its deliveries, so that budgets and caps continue where they were. Until then none is granted. */
  async bringDelivered(readOwn2) {
    this.#readOwn = readOwn2;
    await this.#check();
  }
  /** Whether this node does what one node at a time has to do. Without an answer it does: the claim only saves work. */
  async claimMaintenance() {
    const own = String(this.epoch);
    try {
      const claim = ["SET", MAINTENANCE, own, "NX", "PX", String(MAINTENANCE_HOLDS_MS)];
      if (await this.#redis.send(claim) !== null) return true;
      if (await this.#redis.send(["GET", MAINTENANCE]) !== own) return false;
      await this.#redis.send(["PEXPIRE", MAINTENANCE, String(MAINTENANCE_HOLDS_MS)]);
      return true;
    } catch {
      return true;
    }
  }
  /** Restores deliveries from now on when Redis loses its data. */
  rebuildFrom(readDelivered3) {
    this.#readDelivered = readDelivered3;
  }
  /** Returns leases that are not granted. */
  async close() {
    clearInterval(this.#checking);
    await this.#working;
    await this.budgets.close();
    for (const sessions of this.#sessions) sessions.close();
    this.#redis.close();
  }
  #check() {
    this.#working ??= this.#checkOnce().finally(() => {
      this.#working = void 0;
    });
    return this.#working;
  }
  async #checkOnce() {
    if (this.#redis.isAway) return;
    try {
      if (!await this.#ensureSecret()) return;
      const others = await this.#mark.check();
      if (this.#mark.isLost) await this.#rebuild();
      else if (this.#mark.isFirst && others === 0 && this.#readOwn) await this.#restore(this.#readOwn);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) this.#options.log.error({ err: error }, "Redis not checked");
    }
  }
  /** Returns whether Redis has the secret of this node. With another one, every budget would exist twice. */
  async #ensureSecret() {
    const { log, folder } = this.#options;
    const isForeign = !await restoreSecret(this.#redis, this.secret);
    if (isForeign && !this.#isForeign) log.error(describeOtherSecret(folder));
    this.#isForeign = isForeign;
    if (isForeign) this.#mark.reportLoss();
    return !isForeign;
  }
  #changeData() {
    const { log, clock } = this.#options;
    this.budgets.drop();
    this.#accounts.forget();
    if (!this.#mark.isLost) {
      log.info("Redis has its data; campaigns with a budget or a cap go on");
      return;
    }
    this.#lostAt = clock.elapsed();
    const restoring = [this.#deduplication?.share(), this.#images?.share()];
    Promise.all(restoring).catch(
      (error) => log.warn({ err: error }, "Redis not given back what is known here")
    );
  }
  /** Restores deliveries once all reservations from before the loss have lapsed and nothing can be added. */
  async #rebuild() {
    const { clock, reservationLife } = this.#options;
    const read2 = this.#readDelivered;
    if (!read2 || clock.elapsed() - this.#lostAt < reservationLife + LAPSES_LATER_MS) return;
    await this.#restore(() => read2(clock.now()));
  }
  /** Writes what was delivered and marks the data as complete. One node does it at a time. */
  async #restore(read2) {
    const lock = await this.#redis.send(["SET", REBUILDING, "1", "NX", "PX", String(REBUILD_WITHIN_MS)]);
    if (lock === null) return;
    const lockedAt = performance.now();
    const delivered = await hasMarks(this.#redis) ? void 0 : await read2();
    if (performance.now() - lockedAt > REBUILD_WITHIN_MS / 2) return;
    if (delivered) {
      await this.#write(delivered);
      await this.#mark.renew();
    }
    await this.#redis.send(["DEL", REBUILDING]);
  }
  async #write(delivered) {
    const now = this.#options.clock.now();
    for (const each of delivered)
      await this.#accounts.replace(each.campaign, toAccount(each, toDayNumber(now)));
  }
};
var REBUILDING = "zonetag:rebuilding";
var MAINTENANCE = "zonetag:maintenance";

// src/service/engines.ts
async function openEngines(parts) {
  const { redis, clickhouse } = parts.settings;
  if (redis !== void 0) return openShared(parts, redis);
  if (clickhouse === void 0) return openOwn(parts);
  throw new Error("--clickhouse needs --redis: nodes whose events are in one place share what counts once.");
}
async function openOwn(parts) {
  const { settings, clock } = parts;
  const { data, reservationLife } = settings;
  const declared = await openDeclared(settings);
  await declared?.load();
  const store = await openEventStore(parts);
  try {
    const live = declared ? void 0 : await openLive(parts);
    const people = await openPeople(parts);
    if (live) await moveToPeople(parts, live, people);
    const source = live ?? declared;
    const catalogue = await source.load();
    const now = clock.now();
    const budgets = new LocalBudgets(reservationLife, clock.elapsed);
    budgets.recall(await recallDelivered(store, now, reservationLife), now);
    const frequencyCaps = new LocalFrequencyCaps({ reservationLife, elapsed: clock.elapsed });
    await recallFrequency(store, frequencyCaps, catalogue, now);
    const secret = await loadSecret(data);
    const known4 = await openKnownAddresses(parts, secret);
    const tokenUses = await openTokenUses(parts);
    const sessions = await openSessions(parts);
    return {
      tokenUses,
      sessions,
      catalogue,
      source,
      store,
      local: store,
      budgets,
      frequencyCaps,
      epoch: store.epoch,
      deduplication: store.deduplication,
      editor: live,
      live,
      people,
      changes: new FolderChanges(data),
      images: new ImageFolder(
        findUploads(settings),
        new UploadFile(join36(data, UPLOADS_FILE), readQuota(settings))
      ),
      shares: new RecordFile(join36(data, SHARES_FILE)),
      views: new RecordFile(join36(data, VIEWS_FILE)),
      setupStore: new SetupFile(join36(data, "setup.json")),
      failures: new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys: settings.limitKeys, known: known4 }),
      limits: createLimits(settings, clock.elapsed, matchNetworks(settings.unlimitedAddresses)),
      secret,
      close: async () => {
        await known4.waitForWrites();
        await tokenUses.waitForWrites();
        await sessions.waitForWrites();
        await store.close();
      }
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
async function openShared(parts, url) {
  const { settings, clock, log } = parts;
  const { data, trackingLife, reservationLife } = settings;
  const declared = await openDeclared(settings);
  const shared = await SharedState.open({
    url,
    timeout: settings.redisTimeout,
    folder: data,
    trackingLife,
    reservationLife,
    clock,
    log
  });
  let events;
  let known4;
  const tokenUses = await openTokenUses(parts);
  const close = async () => {
    await known4?.waitForWrites();
    await tokenUses.waitForWrites();
    await shared.close();
    await events?.store.close();
  };
  try {
    known4 = await openKnownAddresses(parts, shared.secret);
    const { lines, peopleLines, ...managed } = await shared.openManaged({
      uploads: findUploads(settings),
      quota: readQuota(settings),
      maxKeys: settings.limitKeys,
      known: known4,
      tokenUses
    });
    if (declared) await lines.requireNone();
    await declared?.load();
    events = await openSharedEvents(parts, shared);
    const { counted, readDelivered: readDelivered3, ...stores } = events;
    const live = declared ? void 0 : await openLive(parts, lines);
    const people = await openPeople(parts, peopleLines);
    if (live) await moveToPeople(parts, live, people);
    const source = live ?? declared;
    const catalogue = await source.load();
    await shared.bringDelivered(readDelivered3);
    if (events.local) await recallFrequency(events.local, shared.ownFrequencyCaps, catalogue, clock.now());
    const { epoch, secret, budgets, frequencyCaps, makeLimiter } = shared;
    const isUnlimited = matchNetworks(settings.unlimitedAddresses);
    const deduplication = await shared.shareDeduplication(counted);
    shared.startServing();
    return {
      catalogue,
      source,
      editor: live,
      live,
      people,
      changes: new FolderChanges(data, () => live?.refresh() ?? Promise.resolve()),
      ...managed,
      ...stores,
      epoch,
      secret,
      budgets,
      frequencyCaps,
      close,
      deduplication,
      limits: createLimits(settings, clock.elapsed, isUnlimited, makeLimiter),
      redisStatus: () => shared.status
    };
  } catch (error) {
    await close();
    throw error;
  }
}
async function openDeclared(settings) {
  const { catalogue: file, data } = settings;
  if (file === void 0) return void 0;
  if (await hasLiveCatalogue(data))
    throw new Error(
      `${data} has a live catalogue, which cannot be used together with --catalogue. To use the file from now on, run: zonetag-service catalogue export FILE --data ${data}; then remove ${locateLiveCatalogue(data)}.`
    );
  return openDeclaredCatalogue(file, listCreativeFolders(settings));
}
function openLive({ settings, log }, shared) {
  const { data, keepChanges } = settings;
  return LiveCatalogue.open({
    data,
    shared,
    creatives: listCreativeFolders(settings),
    keepMs: keepChanges === 0 ? Number.POSITIVE_INFINITY : keepChanges * DAY_MS,
    onProblem: (error) => log.error({ err: error }, "files of the catalogue, or its changes by other nodes"),
    onLost: ({ changes, folder }) => log.error(
      { folder, changes: changes.map(describeLost) },
      "changes of this node are not in the catalogue that the nodes share; make them again"
    )
  });
}
var PEOPLE_BYTES = 64 * 1024;
function openPeople({ settings, log }, shared) {
  return LivePeople.open({
    data: settings.data,
    shared,
    keepMs: 0,
    segmentBytes: PEOPLE_BYTES,
    onProblem: (error) => log.error({ err: error }, "files of people, or their changes by other nodes"),
    onLost: ({ changes, folder }) => log.error(
      { folder, changes: changes.map(describeLost) },
      "changes of this node are not in the list of people that the nodes share; make them again"
    )
  });
}
async function moveToPeople({ clock, log }, live, people) {
  const author = { account: { id: 0, name: "zonetag-service" }, request: "", time: clock.now() };
  for (const { id: id4, username } of await moveSignIns(live, people, author))
    log.warn({ account: id4, username }, "another user has this user name, and signs in by it");
}
function describeLost({ sequence, time: time2, account: account2, request: request2, put }) {
  return { sequence, time: time2, account: account2, request: request2, entries: put.map(({ list: list4, id: id4 }) => `${list4} ${id4}`) };
}
var UPLOADS_FILE = "uploads.json";
function openKnownAddresses({ settings, clock, log }, secret) {
  return KnownAddresses.open({
    file: join36(settings.data, KNOWN_ADDRESSES_FILE),
    key: deriveKey(secret, "addresses of sign-ins"),
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "addresses of sign-ins not written")
  });
}
function openTokenUses({ settings, clock, log }) {
  return LocalTokenUses.open({
    file: join36(settings.data, TOKEN_USES_FILE),
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "last uses of API tokens")
  });
}
function openSessions({ settings, clock, log }) {
  return LocalSessions.open({
    file: join36(settings.data, SESSIONS_FILE),
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "sessions of browsers")
  });
}
var ASK_EVERY_MS = 1e3;
async function openSharedEvents(parts, shared) {
  const { settings, clock } = parts;
  if (settings.clickhouse === void 0) {
    const local = await openEventStore(parts, shared.epoch);
    const readDelivered4 = () => recallDelivered(local, clock.now(), settings.reservationLife);
    return { store: local, local, counted: local.deduplication, readDelivered: readDelivered4 };
  }
  const store = await openSentEvents(parts, settings.clickhouse, shared);
  shared.rebuildFrom((now) => store.readDelivered(now));
  const readDelivered3 = async () => {
    for (; ; ) {
      const delivered = await store.readDelivered(clock.now());
      if (delivered) return delivered;
      await delay4(ASK_EVERY_MS);
    }
  };
  const clickHouseStatus = () => ({ isAway: store.isAway, unfitSums: store.unfitSums });
  return { store, counted: store.deduplication, readDelivered: readDelivered3, clickHouseStatus };
}
function openSentEvents({ settings, clock, log }, url, shared) {
  return openClickHouseStore({
    url,
    folder: settings.data,
    epoch: shared.epoch,
    claimMaintenance: () => shared.claimMaintenance(),
    keysKeptMs: settings.trackingLife,
    clock,
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
    folder: settings.data,
    keysKeptMs: settings.trackingLife,
    clock,
    epoch,
    memory: settings.storeMemory,
    threads: settings.storeThreads,
    isApart: true,
    silentMs: settings.reportTimeout,
    onEnded: () => log.error("the database's process ended; another is started"),
    onSetAside: (notice) => log.error(notice, "data set aside")
  });
}
function readQuota({ maxUploads }) {
  return maxUploads || Number.POSITIVE_INFINITY;
}
function findUploads({ data }) {
  return join36(data, UPLOADS);
}
function listCreativeFolders(settings) {
  const { creatives } = settings;
  if (creatives === void 0) return [findUploads(settings)];
  if (!statSync6(creatives, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder of creatives ${creatives}.`);
  return [findUploads(settings), creatives];
}

// src/service/http/accessLog.ts
function createAccessLog(parts) {
  const { log, traces, now, findAddress } = parts;
  const isLogged = parts.accessLog === "on";
  if (!isLogged && !traces) return void 0;
  return ({ route, request: request2, requestId: requestId2, status, milliseconds }) => {
    const { method = "", headers } = request2;
    traces?.record({ route, method, status, startedAt: now() - milliseconds, milliseconds, headers });
    if (!isLogged) return;
    const address = truncateAddress(findAddress(request2));
    log.info(
      { requestId: requestId2, route, method, status, milliseconds: Math.round(milliseconds), address },
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
  /** Times at which the requests in flight began to wait for the disk, in the order in which they will be answered. */
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
  /** True while new requests must be refused, until some in flight are answered. */
  get isOverloaded() {
    const { maxConcurrent, maxWait } = this.#settings;
    const { length, oldest } = this.#waiting;
    if (length >= maxConcurrent) return true;
    return length >= MIN_BACKLOG && oldest !== void 0 && this.#now() - oldest > maxWait;
  }
  /** Counts a request as in flight until `work` is done. */
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
import { RequestError } from "@hono/node-server";

// src/service/import/listOwners.ts
function listOwners(catalogue, network) {
  const isOwn = (id4) => {
    const account2 = id4 === void 0 ? void 0 : catalogue.accounts.get(id4);
    return network === void 0 || account2 !== void 0 && findNetwork(account2) === network;
  };
  const select = (map, readAccount2, convert2) => convertLazily(map, (value) => isOwn(readAccount2(value)) ? convert2(value) : void 0);
  return {
    accounts: select(
      catalogue.accounts,
      ({ id: id4 }) => id4,
      ({ role: role2 }) => ({ role: role2 })
    ),
    sites: select(
      catalogue.sites,
      ({ account: account2 }) => account2,
      ({ id: id4, account: account2, hostname, category }) => ({ id: id4, account: account2, hostname, category })
    ),
    zones: select(
      catalogue.zones,
      ({ site: site2 }) => catalogue.sites.get(site2)?.account,
      ({ id: id4, site: site2, size: size3 }) => ({ id: id4, site: site2, size: size3 })
    ),
    campaigns: select(catalogue.campaigns, ({ account: account2 }) => account2, pickCampaign),
    variations: select(
      catalogue.variations,
      ({ campaign: campaign3 }) => campaign3.account,
      ({ campaign: campaign3 }) => ({ campaign: pickCampaign(campaign3) })
    )
  };
}
function pickCampaign({ id: id4, account: account2, offer, offerLandingPage }) {
  return { id: id4, account: account2, offer, offerLandingPage };
}

// src/service/import/upload.ts
import { randomUUID as randomUUID11 } from "node:crypto";
import { open as open5, rm as rm21 } from "node:fs/promises";
import { join as join37 } from "node:path";
var UploadTooLarge = class extends Error {
  name = "UploadTooLarge";
};
var UploadInterrupted = class extends Error {
  name = "UploadInterrupted";
};
async function withUpload(incoming, folder, format, limits, work) {
  const path = join37(folder, `upload-${randomUUID11()}.${format}`);
  try {
    await receive(incoming, path, limits);
    return await work(path);
  } finally {
    await rm21(path, { force: true });
  }
}
async function receive(incoming, path, { maxImport, importTimeout }) {
  const checkSize = (bytes) => {
    if (bytes > maxImport) throw new UploadTooLarge(`An import has at most ${maxImport} bytes.`);
  };
  checkSize(Number(incoming.headers["content-length"] ?? 0));
  const timer = setTimeout(() => incoming.destroy(), importTimeout);
  const file = await open5(path, "wx", 384);
  try {
    let bytes = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      checkSize(bytes);
      await file.appendFile(chunk);
    }
    if (!incoming.complete) throw new UploadInterrupted("The upload was interrupted.");
  } catch (error) {
    if (error instanceof UploadTooLarge || incoming.complete) throw error;
    throw new UploadInterrupted("The upload was interrupted.", { cause: error });
  } finally {
    clearTimeout(timer);
    await file.close();
  }
}

// src/service/statistics/jsonBody.ts
import { bodyLimit } from "hono/body-limit";

// src/service/statistics/route.ts
function refuse(c, status, message) {
  return c.json({ message }, status);
}

// src/service/statistics/jsonBody.ts
var IMAGES_PATH = "/v2/images";
var BULK_PATH = /^\/v2\/\w+\/bulk$/;
var MAX_BULK_BODY = 512 * 1024;
var IMPORTS_PATH = "/v2/imports";
function limitedBody({ maxBody, maxImage }) {
  const limit = (maxSize) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const [body, image, bulk] = [limit(maxBody), limit(maxImage), limit(Math.max(maxBody, MAX_BULK_BODY))];
  return (c, next) => {
    if (c.req.path === IMPORTS_PATH) return next();
    if (c.req.path === IMAGES_PATH) return image(c, next);
    return (BULK_PATH.test(c.req.path) ? bulk : body)(c, next);
  };
}
function refuseLarge(c, maxSize) {
  c.header("Connection", "close");
  return c.json({ message: `A body has at most ${maxSize} bytes.` }, 413);
}
function isEncoded(c) {
  return !/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? "");
}
var MAX_DEPTH = 32;
async function parseBody(c) {
  try {
    const json3 = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
    if (!isNestedDeeper(json3, MAX_DEPTH)) return { json: json3 };
    return { problem: `Expected at most ${MAX_DEPTH} levels of lists and objects.` };
  } catch {
    return { problem: MALFORMED_BODY };
  }
}
async function readBody(c) {
  const type = c.req.header("Content-Type") ?? (c.get("mayOmitType") ? "application/json" : "");
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  if (isEncoded(c)) return refuse(c, 415, "The body is to be sent as it is, without Content-Encoding.");
  const body = await parseBody(c);
  return "problem" in body ? c.json({ errors: [{ [formatPath([])]: body.problem }] }, 400) : body;
}

// src/service/management/importRoutes.ts
var MAX_UPLOADS = 4;
var BATCH_LINES = 2e4;
var FORMATS3 = [
  [/^application\/(x-)?ndjson\s*(;|$)/i, "ndjson"],
  [/^text\/csv\s*(;|$)/i, "csv"]
];
function importHandlers(parts) {
  const uploads = new Gate({ running: MAX_UPLOADS, waiting: 0 });
  const withStore = (answer2) => (c, { id: id4 }) => parts.store ? answer2(c, id4, parts.store) : refuse(c, 409, "The events of this service are in ClickHouse, which takes no imports.");
  const run5 = (store, network, request2) => serveRequest(store, request2, listOwners(parts.catalogue(), network), parts.stopping);
  return {
    "GET /v2/imports": withStore(async (c, network, store) => {
      const entries = await run5(store, network, { action: "list", network });
      return c.json({ result: entries.map(describeEntry) });
    }),
    "POST /v2/imports": withStore(async (c, network, store) => {
      const name = readName2(c);
      if (name instanceof Response) return name;
      const format = FORMATS3.find(([type]) => type.test(c.req.header("Content-Type") ?? ""))?.[1];
      if (!format || isEncoded(c))
        return refuse(c, 415, "Send lines as application/x-ndjson or text/csv, without Content-Encoding.");
      const allOrNothing = c.req.query("all_or_nothing") === "1";
      const take = (file) => {
        const source = { file, format, batch: BATCH_LINES, rejectedFile: void 0 };
        return run5(store, network, { action: "import", name, network, allOrNothing, source });
      };
      const { importTimeout } = parts;
      return answerFailures(c, async () => {
        const result = await uploads.run(
          () => parts.extendBodyTime(
            importTimeout,
            () => withUpload(c.env.incoming, store.temporary, format, parts, take)
          )
        );
        return answerImport(c, name, result);
      });
    }),
    "DELETE /v2/imports": withStore(async (c, network, store) => {
      const name = readName2(c);
      if (name instanceof Response) return name;
      if (await run5(store, network, { action: "remove", name, network })) return c.body(null, 204);
      return refuse(c, 404, "There is no import of this name.");
    })
  };
}
function readName2(c) {
  const name = c.req.query("name") ?? "";
  return isImportName(name) ? name : c.json({ errors: [{ "[name]": `Expected ${IMPORT_NAME_RULE}.` }] }, 400);
}
async function answerFailures(c, work) {
  try {
    return await work();
  } catch (error) {
    if (!c.env.incoming.complete) c.header("Connection", "close");
    if (error instanceof UploadTooLarge) return refuse(c, 413, error.message);
    if (error instanceof UploadInterrupted) return refuse(c, 408, error.message);
    if (error instanceof BusyError) {
      c.header("Retry-After", "5");
      return refuse(c, 503, "Too many imports are being sent. Try again in 5 seconds.");
    }
    if (error instanceof StoreError || !(error instanceof Error)) throw error;
    return c.json({ errors: [{ "[body]": error.message }] }, 400);
  }
}
function answerImport(c, name, result) {
  const { read: read2, added, rejected, reasons, replaced, sameAs, refused } = result;
  const counts = { name, read: read2, added, rejected, reasons };
  if (refused)
    return c.json({ message: "Nothing was imported, because of the rejected lines.", ...counts }, 400);
  const answer2 = counts;
  if (replaced !== void 0) answer2.replaced = replaced;
  if (sameAs !== void 0) answer2.same_as = sameAs;
  return c.json({ result: answer2 });
}
function describeEntry(entry) {
  const { name, time: time2, read: read2, added, rejected, impressions, clicks, cost, publisher_revenue } = entry;
  return {
    name,
    time: new Date(time2).toISOString(),
    read: Number(read2),
    added: Number(added),
    rejected: Number(rejected),
    impressions: Number(impressions),
    clicks: Number(clicks),
    cost: Number(cost),
    publisher_revenue: Number(publisher_revenue)
  };
}

// src/service/management/approvals.ts
import { isDeepStrictEqual as isDeepStrictEqual3 } from "node:util";

// src/protocol/proposals.ts
function findProposal(creative) {
  const { pending, review } = creative;
  if (pending) return pending;
  return review === "approved" ? void 0 : { ...creative, review };
}

// src/service/management/mergePatch.ts
function mergePatch(current, patch) {
  const fields = new Map(isObject(current) ? Object.entries(current) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) fields.delete(key);
    else fields.set(key, isObject(value) ? mergePatch(fields.get(key), value) : value);
  }
  return Object.fromEntries(fields);
}

// src/service/management/approvals.ts
var VERSION_FIELDS = ["image", "size", "url"];
var MAX_REASON = 500;
function sendCreative(fields, time2) {
  return { ...fields, review: "waiting", sentAt: time2 };
}
function sendVersion(patch, time2) {
  const isVersionField = ([field]) => VERSION_FIELDS.includes(field);
  const sent = Object.fromEntries(Object.entries(patch).filter(isVersionField));
  const rest = Object.fromEntries(Object.entries(patch).filter((entry) => !isVersionField(entry)));
  return (creative, written) => {
    const entry = mergePatch(written, rest);
    const proposal = findProposal(creative);
    const version2 = mergePatch(pickVersion(proposal ?? creative), sent);
    const isSame = (other) => isDeepStrictEqual3(version2, pickVersion(other));
    if (Object.keys(sent).length === 0 || proposal?.review === "waiting" && isSame(proposal)) return entry;
    if (creative.review === "approved" && isSame(creative)) return mergePatch(entry, { pending: null });
    const state = { review: "waiting", sentAt: time2 };
    const wasNeverApproved = creative.review === "waiting" || creative.review === "withdrawn";
    return wasNeverApproved ? { ...mergePatch(written, patch), ...state } : { ...entry, pending: { ...version2, ...state } };
  };
}
function pickVersion({ image, size: size3, url }) {
  return { image, size: size3, url };
}
var approveVersion = (creative, written) => {
  const proposal = findProposal(creative);
  if (!proposal || proposal.review === "withdrawn") throw refuseDecision();
  const { pending: _pending, sentAt: _sentAt, reason: _reason, ...rest } = written;
  return { ...rest, ...pickVersion(proposal), review: "approved" };
};
function rejectVersion(reason) {
  return ({ pending, review }, written) => {
    if (review === "withdrawn") throw refuseDecision();
    const rejection = { review: "rejected", reason };
    return pending ? { ...written, pending: { ...pending, ...rejection } } : { ...written, ...rejection };
  };
}
var withdrawVersion = ({ pending, review }, written) => {
  if (pending) return mergePatch(written, { pending: null });
  if (review !== "waiting") throw refuseDecision();
  return { ...mergePatch(written, { sentAt: null }), review: "withdrawn" };
};
function refuseDecision() {
  return new ChangeRefused(409, "No version of this creative waits for approval.");
}
function readReason(input) {
  const reason = isObject(input) && typeof input.reason === "string" ? input.reason.trim() : "";
  if (reason !== "" && reason.length <= MAX_REASON) return reason;
  throw refuseField("reason", `Expected 1 to ${MAX_REASON} characters.`);
}
function* listWaiting(viewer, catalogue) {
  const managed = listManagedAccounts(viewer, catalogue);
  const waiting = [];
  yield* forEachSliced(catalogue.data.campaigns, ({ id: id4, name, account: account2, deleted, variations }) => {
    const owner = catalogue.accounts.get(account2);
    if (deleted || !owner || !managed.has(account2)) return;
    for (const creative of variations) {
      const { review, sentAt = "" } = findProposal(creative) ?? {};
      if (review !== "waiting") continue;
      const listed = { account: { id: owner.id, name: owner.name }, campaign: { id: id4, name }, creative };
      waiting.push({ sentAt, listed });
    }
  });
  waiting.sort((a, b) => {
    if (a.sentAt !== b.sentAt) return a.sentAt < b.sentAt ? -1 : 1;
    return a.listed.creative.id - b.listed.creative.id;
  });
  return waiting.map(({ listed }) => listed);
}
function* listApprovals(viewer, catalogue, { limit, offset }) {
  const waiting = yield* listWaiting(viewer, catalogue);
  const show2 = ({ creative, ...more }) => ({
    ...more,
    creative: { ...creative, version: computeVersion(creative) }
  });
  const entries = yield* mapSliced(waiting.slice(offset, offset + limit), show2, 1);
  return { count: waiting.length, entries };
}

// src/service/statistics/listQuery.ts
var ListQuery = class {
  errors = [];
  #query;
  constructor(query2) {
    this.#query = query2;
  }
  readRange() {
    return {
      limit: this.#readWhole("limit", 1, MAX_PAGE),
      offset: this.#readWhole("offset", 0, Number.MAX_SAFE_INTEGER)
    };
  }
  /** Reads a flag in the spellings that reports accept. */
  readFlag(name) {
    const text9 = this.#query[name];
    if (text9 === "1" || text9 === "true") return true;
    if (text9 !== void 0 && text9 !== "0" && text9 !== "false")
      this.#refuse(name, "Expected 0, 1, false or true.");
    return false;
  }
  #readWhole(name, least, most) {
    const text9 = this.#query[name];
    if (text9 === void 0) return void 0;
    const value = Number(text9);
    if (/^\d+$/.test(text9) && value >= least && value <= most) return value;
    this.#refuse(name, `Expected a whole number from ${least} to ${most}.`);
    return void 0;
  }
  #refuse(name, message) {
    this.errors.push({ [formatPath([name])]: message });
  }
};

// src/service/management/listAnswer.ts
var DEFAULT_LIMIT2 = 50;
function readPageRange(c) {
  const query2 = new ListQuery(c.req.query());
  const { limit = DEFAULT_LIMIT2, offset = 0 } = query2.readRange();
  if (query2.errors.length > 0) throw new ChangeRefused(400, "The page is not valid.", query2.errors);
  return { limit, offset };
}
var PIECE_LENGTH = 64 * 1024;
async function answerPage(c, { limit, offset }, { count: count3, entries }, describe4 = (entry) => entry) {
  const head = `{"request_metadata":${JSON.stringify({ count: count3, limit, offset })},"result":[`;
  const write3 = (entry) => JSON.stringify(describe4(entry));
  const pieces = await runInSlices(writePieces(head, entries, write3, "]}"));
  const length = pieces.reduce((sum2, piece) => sum2 + piece.length, 0);
  const headers = { "Content-Type": "application/json", "Content-Length": String(length) };
  return c.body(streamPieces(pieces), 200, headers);
}
function* writePieces(head, entries, write3, end) {
  const pieces = [];
  let text9 = head;
  const add = (entry, at) => {
    text9 += `${at === 0 ? "" : ","}${write3(entry)}`;
    if (text9.length < PIECE_LENGTH) return;
    pieces.push(Buffer.from(text9));
    text9 = "";
  };
  yield* forEachSliced(entries, add, 1);
  return [...pieces, Buffer.from(text9 + end)];
}
function streamPieces(pieces) {
  const rest = pieces.values();
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(value);
    }
  });
}

// src/service/management/managementHandlers.ts
function managementHandlers(management, images, readPage) {
  const [accounts2, sites2, zones2, campaigns2] = [
    kindHandlers("accounts", management),
    kindHandlers("sites", management),
    kindHandlers("zones", management),
    kindHandlers("campaigns", management)
  ];
  return answerRefusals({
    "PATCH /v2/account": async (c, viewer) => c.json(await management.changeOwn(viewer, await readJson(c), readSender(c))),
    "GET /v2/accounts": accounts2.list,
    "POST /v2/accounts": accounts2.create,
    "GET /v2/accounts/:id": accounts2.read,
    "PATCH /v2/accounts/:id": accounts2.change,
    // Before the addresses of entries, whose `:id` would take it.
    "POST /v2/sites/bulk": bulkHandler("sites", management),
    "POST /v2/zones/bulk": bulkHandler("zones", management),
    "POST /v2/campaigns/bulk": bulkHandler("campaigns", management),
    "GET /v2/sites": sites2.list,
    "POST /v2/sites": sites2.create,
    "GET /v2/sites/:id": sites2.read,
    "PATCH /v2/sites/:id": sites2.change,
    "GET /v2/zones": zones2.list,
    "POST /v2/zones": zones2.create,
    "GET /v2/zones/:id": zones2.read,
    "PATCH /v2/zones/:id": zones2.change,
    "GET /v2/campaigns": campaigns2.list,
    "POST /v2/campaigns": campaigns2.create,
    "GET /v2/campaigns/:id": campaigns2.read,
    "PATCH /v2/campaigns/:id": campaigns2.change,
    "GET /v2/zones/:id/unfilled": async (c, viewer) => {
      const { from, to } = c.req.query();
      const days = { ...from !== void 0 && { from }, ...to !== void 0 && { to } };
      return c.json({ result: await management.zoneUnfilled(viewer, readId2(c, "id"), days) });
    },
    "GET /v2/campaigns/:id/unfilled": async (c, viewer) => c.json({ result: await management.campaignUnfilled(viewer, readId2(c, "id")) }),
    "GET /v2/campaigns/:id/creatives": (c, viewer) => showAll(c, management.creatives(viewer, readId2(c, "id"))),
    "POST /v2/campaigns/:id/creatives": async (c, viewer) => showNew(c, await management.createCreative(viewer, readId2(c, "id"), await readJson(c), readSender(c))),
    "PATCH /v2/campaigns/:id/creatives/:creative": async (c, viewer) => {
      const [campaign3, creative] = [readId2(c, "id"), readId2(c, "creative")];
      const body = await readJson(c);
      const version2 = readVersion2(c);
      return show(
        c,
        await management.changeCreative(viewer, campaign3, creative, version2, body, readSender(c))
      );
    },
    "POST /v2/campaigns/:id/creatives/:creative/approve": (c, viewer) => decide(c, viewer, management, approveVersion),
    "POST /v2/campaigns/:id/creatives/:creative/reject": async (c, viewer) => decide(c, viewer, management, rejectVersion(readReason(await readJson(c)))),
    "POST /v2/campaigns/:id/creatives/:creative/withdraw": (c, viewer) => decide(c, viewer, management, withdrawVersion),
    "GET /v2/approvals": (c, viewer) => listApprovals2(c, viewer, management),
    "POST /v2/images": (c, viewer) => takeImage(c, viewer, images),
    "POST /v2/estimate": async (c, viewer) => c.json({ result: await management.estimate(viewer, await readJson(c)) }),
    "POST /v2/performance": async (c, viewer) => c.json({ result: await management.performance(viewer, await readJson(c)) }),
    "GET /v2/activity": async (c, viewer) => c.json({ result: await management.activity(viewer) }),
    "GET /v2/changes": (c, viewer) => listChanges(c, viewer, management),
    "POST /v2/page": async (c, viewer) => c.json({ result: await readPage(await readJson(c), await listHostnames(viewer, management)) }),
    "POST /v2/placement/explain": (c, viewer) => explain(c, viewer, management)
  });
}
function setupHandlers(setup, context) {
  const answer2 = (c) => answerRefusal(c, async () => {
    const address = toCustomerNetwork(context.findAddress(c.env.incoming));
    await setup.use(await readJson(c), async () => void await context.failures.fail({ address }));
    return c.body(null, 204);
  });
  return { "POST /v2/setup": answer2 };
}
function kindHandlers(kind, management) {
  return {
    list: async (c, viewer) => {
      const options = readListOptions(c);
      return showList(c, options, await management.list(viewer, kind, options));
    },
    create: async (c, viewer) => showNew(c, await management.create(viewer, kind, await readJson(c), readSender(c))),
    read: (c, viewer) => show(c, management.one(viewer, kind, readId2(c, "id"))),
    change: async (c, viewer) => {
      const [id4, body] = [readId2(c, "id"), await readJson(c)];
      return show(c, await management.change(viewer, kind, id4, readVersion2(c), body, readSender(c)));
    }
  };
}
function bulkHandler(kind, management) {
  return async (c, viewer) => c.json({ result: await management.changeMany(viewer, kind, await readJson(c), readSender(c)) });
}
function answerRefusals(handlers) {
  const answer2 = (handler) => (c, viewer) => answerRefusal(c, () => handler(c, viewer));
  return mapValues(handlers, answer2);
}
async function answerRefusal(c, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    const { status, problems, message, fields, entries } = error;
    if (problems) return c.json({ errors: problems }, status);
    return c.json({ message, ...fields && { fields }, ...entries && { errors: entries } }, status);
  }
}
async function takeImage(c, viewer, images) {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  return c.json({ result: await images.store(viewer.id, bytes) }, 201);
}
async function listHostnames(viewer, management) {
  const all = { limit: Number.POSITIVE_INFINITY, offset: 0 };
  const { entries } = await management.list(viewer, "sites", all);
  return new Set(entries.map(({ entry }) => String(entry.hostname)));
}
async function explain(c, viewer, management) {
  return c.json(management.explain(viewer, await readJson(c), c.env.incoming));
}
async function decide(c, viewer, management, decision) {
  const [campaign3, creative] = [readId2(c, "id"), readId2(c, "creative")];
  return show(
    c,
    await management.decide(viewer, campaign3, creative, readVersion2(c), decision, readSender(c))
  );
}
async function listApprovals2(c, viewer, management) {
  const page = readPageRange(c);
  return answerPage(c, page, await management.approvals(viewer, page));
}
async function listChanges(c, viewer, management) {
  const page = readPageRange(c);
  const { kind, id: id4, campaign: campaign3, request: request2 } = c.req.query();
  const filter = {
    ...page,
    ...kind && { kind },
    ...id4 && { id: Number(id4) },
    ...campaign3 && { campaign: Number(campaign3) },
    ...request2 && { request: request2 }
  };
  return answerPage(c, page, await management.changes(viewer, filter));
}
function show(c, { entry, version: version2 }) {
  c.header("ETag", `"${version2}"`);
  return c.json({ result: { ...entry, version: version2 } });
}
function showNew(c, shown) {
  c.header("Location", `${c.req.path}/${shown.entry.id}`);
  c.header("ETag", `"${shown.version}"`);
  return c.json({ result: { ...shown.entry, version: shown.version } }, 201);
}
function showList(c, page, list4) {
  return answerPage(c, page, list4, ({ entry, version: version2 }) => ({ ...entry, version: version2 }));
}
function showAll(c, entries) {
  return showList(c, { limit: entries.length, offset: 0 }, { count: entries.length, entries });
}
function readListOptions(c) {
  const { search, deleted } = c.req.query();
  return {
    ...readPageRange(c),
    ...search && { search },
    deleted: deleted === "1"
  };
}
function readId2(c, name) {
  const text9 = c.req.param(name) ?? "";
  if (/^[1-9]\d{0,15}$/.test(text9)) return Number(text9);
  throw new ChangeRefused(404, "There is nothing at this address.");
}
function readVersion2(c) {
  return c.req.header("If-Match")?.replace(/^(W\/)?"(.*)"$/, "$2");
}
function readSender(c) {
  const request2 = c.req.header("Idempotency-Key");
  if (request2 === void 0 || /^[\x21-\x7e]{1,255}$/.test(request2))
    return { request: request2, user: c.get("holder")?.user, token: c.get("holder")?.token };
  throw new ChangeRefused(
    400,
    "Expected 1 to 255 printable ASCII characters without spaces as Idempotency-Key."
  );
}
async function readJson(c) {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/(merge-patch\+)?json\s*(;|$)/i.test(type))
    throw new ChangeRefused(415, "Send the body as JSON, with Content-Type: application/json.");
  if (isEncoded(c)) throw new ChangeRefused(415, "Send the body as it is, without Content-Encoding.");
  const body = await parseBody(c);
  if ("problem" in body) throw refuseField("body", body.problem);
  return body.json;
}

// src/service/accounts/access.ts
function mayAsk(account2, role2) {
  return account2.role === role2 || account2.role === "network";
}
function describeViewer(account2, role2) {
  const kind = account2.role;
  return { kind, role: role2, goals: account2.goals };
}
function selectScope(account2, role2, { data }) {
  const members = data.accounts.filter((other) => other.network === account2.id && other.role === role2);
  const accounts2 = account2.role === "network" ? members : [account2];
  return {
    accounts: accounts2.map(({ id: id4 }) => id4),
    deletedCampaigns: data.campaigns.filter(({ deleted }) => deleted).map(({ id: id4 }) => id4)
  };
}

// src/service/accounts/shares.ts
import { randomUUID as randomUUID12 } from "node:crypto";
import { jwtVerify as jwtVerify2, SignJWT as SignJWT2 } from "jose";
import * as v13 from "valibot";
var ALGORITHM2 = "HS256";
var MOST_SHARES = 100;
var text6 = (most, message) => v13.pipe(v13.string(message), v13.minLength(1, message), v13.maxLength(most, message));
var FIELDS2 = v13.record(v13.string(), v13.unknown(), "Expected an object.");
var DAYS = "Expected a whole number from 1 to 365.";
var shareSchema = requestObject({
  name: text6(100, "Expected a text of at most 100 characters."),
  role: v13.picklist(["advertiser", "publisher"], "Expected advertiser or publisher."),
  view: v13.pipe(text6(4e3, "Expected a query string."), v13.startsWith("?", "Expected a query string.")),
  days: v13.pipe(v13.number(DAYS), v13.integer(DAYS), v13.minValue(1, DAYS), v13.maxValue(365, DAYS)),
  /** Checked as that of a report. */
  filter: v13.optional(FIELDS2, {}),
  exclude: v13.optional(FIELDS2, {}),
  /** Checked as that of a report. */
  timezone: v13.optional(v13.string("Expected the name of a time zone."), DEFAULT_TIMEZONE)
});
var Shares = class {
  #context;
  constructor(context) {
    this.#context = context;
  }
  async list(account2) {
    const records = await this.#context.shares.list();
    return records.filter((record6) => record6.account === account2.id && this.#isAlive(record6)).map(describeShare);
  }
  /** Undefined when the account may not share that side, or has too many links. */
  async create(account2, { name, role: role2, view, days }, bounds) {
    const { shares, shareKey, now } = this.#context;
    const own = await this.list(account2);
    if (!mayAsk(account2, role2) || own.length >= MOST_SHARES) return void 0;
    const expires = new Date(now() + days * DAY_MS);
    const id4 = randomUUID12();
    const record6 = { id: id4, name, role: role2, view, expires_at: expires.toISOString(), account: account2.id, bounds };
    const expired = (await shares.list()).filter((known4) => !this.#isAlive(known4));
    await shares.remove(expired.map((known4) => known4.id));
    await shares.add(record6);
    const token = await new SignJWT2().setProtectedHeader({ alg: ALGORITHM2 }).setSubject(String(account2.id)).setJti(id4).setExpirationTime(expires).sign(shareKey);
    return { ...describeShare(record6), token };
  }
  /** False when the account has no such link. */
  async revoke(account2, id4) {
    const { shares } = this.#context;
    if ((await shares.find(id4))?.account !== account2.id) return false;
    await shares.remove([id4]);
    return true;
  }
  /** The link of an `Authorization` header; undefined when it is none, has expired or was revoked. */
  async read(header2) {
    const token = readBearer(header2);
    const id4 = token && await this.#verify(token);
    return id4 ? this.#context.shares.find(id4) : void 0;
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
function describeShare({ id: id4, name, role: role2, view, expires_at }) {
  return { id: id4, name, role: role2, view, expires_at };
}
function isShared({ role: role2, bounds }, request2) {
  if (request2.role !== role2) return false;
  if (bounds.from && request2.from < bounds.from) return false;
  if (bounds.to && request2.to > bounds.to) return false;
  if (hasHours(bounds) && request2.timezone !== (bounds.timezone ?? DEFAULT_TIMEZONE)) return false;
  const { filter, exclude } = request2;
  const excluded = Object.entries(bounds.exclude);
  if (!excluded.every(([key, shared]) => isWithin(shared, exclude[key]))) return false;
  return Object.entries(bounds.filter).every(([key, shared]) => isWithin(filter[key], shared));
}
function readBounds({ filter, exclude, from, to, timezone }, days) {
  const bounds = {
    // Reports that leave these two out are as narrow, so neither may be required of them.
    filter: Object.fromEntries(
      Object.entries(filter).filter(
        ([key, value]) => !(key === "adblock" && value === "all") && !(key === "exclude_deleted" && value === 0)
      )
    ),
    exclude: { ...exclude },
    from: days.date_from ? from : void 0,
    to: days.date_to ? to : void 0
  };
  return hasHours(bounds) ? { ...bounds, timezone } : bounds;
}
function hasHours({ filter, exclude }) {
  return "hour" in filter || "hour" in exclude;
}
function isWithin(asked, shared) {
  if (!Array.isArray(shared)) return asked === shared;
  return Array.isArray(asked) && asked.every((value) => shared.includes(value));
}

// src/service/statistics/account.ts
var NO_CURRENCY = "XXX";
async function answerAccount(c, account2, share4, context) {
  const catalogue = context.catalogue();
  const details = share4 ? describeSharedAccount(account2, share4, catalogue) : { ...describeAccount(account2, catalogue), ...describeHolder(c.get("holder"), context) };
  if (c.req.query("detailed") !== "1") return c.json(details);
  const day3 = await findFirstDay(account2, share4?.role, context);
  return c.json({ ...details, ...day3 && { data_from: day3 } });
}
async function findFirstDay(account2, role2, { reports, catalogue, now }) {
  const roles = ["publisher", "advertiser"].filter(
    (each) => role2 ? each === role2 : mayAsk(account2, each)
  );
  const find = (each) => {
    const { accounts: accounts2 } = selectScope(account2, each, catalogue());
    return reports.findFirstDay({ role: each, accounts: accounts2, timezone: account2.timezone, now: now() }, account2.id);
  };
  const days = await Promise.all(roles.map(find));
  return days.flatMap((day3) => day3 ?? []).sort()[0];
}
function describeHolder(holder, { people, catalogue }) {
  if (!holder) return {};
  const user = people().users.get(holder.user ?? 0);
  if (!user) return { access: holder.role };
  return { access: holder.role, username: getSignInName(user), user: describeSignedIn(user, catalogue()) };
}
function describeAccount(account2, catalogue) {
  const { id: id4, name, role: role2, timezone, goals } = account2;
  const currency = findCurrency(account2, catalogue);
  const { declared } = catalogue;
  return {
    id: id4,
    name,
    kind: role2,
    currency,
    timezone,
    goals,
    catalogue: declared ? "declared" : "live",
    ...declared && role2 === "network" && { catalogue_file: declared.file }
  };
}
function describeSharedAccount(account2, share4, catalogue) {
  const { role: role2, timezone, goals } = account2;
  const currency = findCurrency(account2, catalogue);
  return { kind: role2, currency, timezone, goals, share: describeShare(share4) };
}
function findCurrency({ id: id4, role: role2, currency }, { data }) {
  if (role2 !== "network") return currency;
  const members = data.accounts.filter((other) => other.network === id4);
  const [first = currency, ...others] = new Set(members.map((member) => member.currency));
  return others.length === 0 ? first : NO_CURRENCY;
}

// src/service/statistics/sessionRoutes.ts
import { deleteCookie, setCookie } from "hono/cookie";

// src/service/placement/userAgent.ts
import Bowser from "bowser";
import { createIsbotFromList, list as list2 } from "isbot";
var NOT_DECLARED = [
  ...["node", "curl/8.5.0", "Wget/1.21", "python-requests/2.31", "Go-http-client/1.1", "okhttp/4.9"],
  ...["axios/1.6", "Java/17", "HeadlessChrome/131.0", "Mozilla/5.0", "An app of a publisher"]
];
var isDeclaredRobot = createIsbotFromList(
  list2.filter((pattern) => !NOT_DECLARED.some((userAgent) => new RegExp(pattern, "i").test(userAgent)))
);
var MAX_LENGTH = 1024;
var MAX_CACHED_LENGTH = 512;
var read = new BoundedMap(1e4, MAX_CACHED_LENGTH);
function readUserAgent(text9) {
  const userAgent = text9.slice(0, MAX_LENGTH);
  return read.getOrCompute(userAgent, () => parseUserAgent(userAgent));
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

// src/service/statistics/identifyCaller.ts
import { getCookie } from "hono/cookie";
var SESSION_COOKIE = "zonetag_session";
var SESSION_HEADER = "X-Zonetag-Session";
function readSessionCookie(c) {
  return c.req.header("Authorization") === void 0 ? getCookie(c, SESSION_COOKIE) : void 0;
}
async function identifyCaller(c, shares, context) {
  const secret = readSessionCookie(c);
  if (secret !== void 0) {
    const holder2 = await context.sessions.read(secret);
    const shown = c.req.header(SESSION_HEADER) ?? holder2?.session;
    return { holder: shown === holder2?.session ? holder2 : void 0 };
  }
  const header2 = c.req.header("Authorization");
  const share4 = await shares.read(header2);
  if (share4) return { share: share4 };
  const holder = await readToken(header2, context);
  if (header2 && !holder) context.sessions.requireReachable();
  return { holder };
}

// src/service/statistics/signInRoute.ts
import * as v14 from "valibot";

// src/service/telemetry/requestId.ts
import { randomBytes as randomBytes8 } from "node:crypto";
var REQUEST_ID = "X-Request-Id";
var PROCESS_ID = randomBytes8(6).toString("hex");
var requests = 0;
function readRequestId({ headers }) {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}
function setRequestId(response, requestId2) {
  response.setHeader(REQUEST_ID, requestId2);
}
function getRequestId(response) {
  return response?.getHeader(REQUEST_ID)?.toString();
}
function createRequestId() {
  requests += 1;
  return `${PROCESS_ID}-${requests.toString(36)}`;
}

// src/service/statistics/signInRoute.ts
async function refuseDelayed(c, context) {
  const address = toCustomerNetwork(context.findAddress(c.env.incoming));
  const waitMs = await context.failures.delay({ address });
  return waitMs > 0 ? refuseSignIn(c, waitMs, context) : void 0;
}
async function login(c, context) {
  const signedIn = await signInCaller(c, context);
  if (signedIn instanceof Response) return signedIn;
  return c.json(await issueToken(signedIn.account, context, signedIn.identity));
}
async function signInCaller(c, context) {
  context.sessions.requireReachable();
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const read2 = v14.safeParse(loginSchema, body.json);
  if (!read2.success) return c.json({ errors: listProblems(read2.issues) }, 400);
  const credentials = read2.output;
  const address = context.findAddress(c.env.incoming);
  const { account: account2, identity, isOutOfReach, waitMs } = await signIn(
    credentials,
    toCustomerNetwork(address),
    context
  );
  if (waitMs !== void 0) return refuseSignIn(c, waitMs, context);
  context.countSignIn(account2 || isOutOfReach ? "succeeded" : "failed");
  if (account2 && identity) return { account: account2, identity };
  if (isOutOfReach) return refuse(c, 403, "This user does not belong to the account.");
  const requestId2 = getRequestId(c.env.outgoing);
  context.log.warn({ requestId: requestId2, address: truncateAddress(address) }, "sign-in failed");
  return refuse(c, 401, "api_token" in credentials ? "Wrong API token." : "Wrong user name or password.");
}
function refuseSignIn(c, waitMs, { countSignIn }) {
  countSignIn("refused");
  const seconds = String(Math.ceil(waitMs / 1e3));
  c.header("Retry-After", seconds);
  c.header("X-Rate-Limit-Remaining", "0");
  c.header("X-Rate-Limit-Reset", seconds);
  return refuse(c, 429, `Too many failed sign-ins. Try again in ${seconds} seconds.`);
}

// src/service/statistics/sessionRoutes.ts
var COOKIE_PATH = "/v2";
var LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
function sessionHandlers(context) {
  const { sessions } = context;
  const signIn2 = async (c) => {
    if (!isKept(c, context))
      return refuse(c, 403, "Open the dashboard over https: browsers keep no session over plain http.");
    const signedIn = await signInCaller(c, context);
    if (signedIn instanceof Response) return signedIn;
    const { account: account2, identity } = signedIn;
    return c.json(await startSession(c, account2, identity, context), 201);
  };
  const signOut = async (c) => {
    const holder = readHolder(c);
    if (holder.session === void 0)
      return refuse(c, 404, "This request has no session; its token expires.");
    await sessions.end(holder, holder.session);
    deleteCookie(c, SESSION_COOKIE, describeCookie(c, context));
    return c.body(null, 204);
  };
  const list4 = async (c) => c.json({ result: await sessions.list(readHolder(c)) });
  const endOthers = async (c) => {
    await sessions.endOthers(readHolder(c));
    return c.body(null, 204);
  };
  const end = async (c) => {
    const isEnded = await sessions.end(readHolder(c), c.req.param("id") ?? "");
    return isEnded ? c.body(null, 204) : refuse(c, 404, "You have no such session.");
  };
  return {
    "POST /v2/session": signIn2,
    "DELETE /v2/session": signOut,
    "GET /v2/sessions": list4,
    "DELETE /v2/sessions": endOthers,
    "DELETE /v2/sessions/:id": end
  };
}
async function startSession(c, account2, identity, context) {
  const { sessions } = context;
  const { secret, record: record6 } = await sessions.start(account2, identity, describeDevice(c, context));
  const before = c.get("holder");
  if (before?.session !== void 0) await sessions.end(before, before.session);
  setCookie(c, SESSION_COOKIE, secret, { ...describeCookie(c, context), maxAge: MAX_AGE_MS / 1e3 });
  return { id: record6.id, expires_at: new Date(record6.created + MAX_AGE_MS).toISOString() };
}
function readHolder(c) {
  const holder = c.get("holder");
  if (!holder) throw new Error("The route is for accounts that signed in.");
  return holder;
}
function describeCookie(c, context) {
  const secure = findPage(c, context)?.protocol === "https:";
  return { path: COOKIE_PATH, httpOnly: true, sameSite: "Lax", secure };
}
function isKept(c, context) {
  const page = findPage(c, context);
  return page?.protocol === "https:" || LOOPBACK.test(page?.hostname ?? "");
}
function findPage(c, { listOrigins }) {
  return parseUrl(c.req.header("Origin") ?? listOrigins(c.env.incoming)[0] ?? "");
}
function describeDevice(c, { findAddress, locate: locate2 }) {
  const { browser, operatingSystem } = readUserAgent(c.req.header("User-Agent") ?? "");
  return omitUndefined({
    browser: browser === void 0 ? void 0 : browsers.name(browser),
    operating_system: operatingSystem === void 0 ? void 0 : operatingSystems.name(operatingSystem),
    country: locate2(findAddress(c.env.incoming)).country
  });
}

// src/service/management/peopleHandlers.ts
function peopleHandlers({ users, tokens, management, context }) {
  const setPassword = (c) => answerRefusal(c, async () => {
    const address = toCustomerNetwork(context.findAddress(c.env.incoming));
    const onWrong = async () => void await context.failures.fail({ address });
    return c.json({ username: getSignInName(await users.useLink(await readJson(c), onWrong)) });
  });
  return {
    "POST /v2/password": setPassword,
    ...answerRefusals({
      "GET /v2/user": (c, viewer) => c.json({ ...management.describe(viewer), ...describeHolder(c.get("holder"), context) }),
      "PATCH /v2/user": (c, viewer) => changeSignedIn(c, viewer, users, context),
      "GET /v2/users": (c, viewer) => c.json({ result: users.list(readAsking(c, viewer), readAccount(c)) }),
      "POST /v2/users": async (c, viewer) => {
        const { user, link: link2 } = await users.add(readAsking(c, viewer), await readJson(c));
        return c.json({ result: { ...user, ...link2 } }, 201);
      },
      "PATCH /v2/users/:id": async (c, viewer) => c.json({ result: await users.change(readAsking(c, viewer), readId2(c, "id"), await readJson(c)) }),
      "DELETE /v2/users/:id": async (c, viewer) => {
        const withTokens = c.req.query("tokens") === "1";
        await users.remove(readAsking(c, viewer), readId2(c, "id"), readAccount(c), withTokens);
        return c.body(null, 204);
      },
      "GET /v2/tokens": async (c, viewer) => c.json({ result: await tokens.list(readAsking(c, viewer), readAccount(c)) }),
      "POST /v2/tokens": async (c, viewer) => c.json({ result: await tokens.create(readAsking(c, viewer), await readJson(c)) }, 201),
      "DELETE /v2/tokens/:id": async (c, viewer) => {
        await tokens.revoke(readAsking(c, viewer), readId2(c, "id"), readAccount(c));
        return c.body(null, 204);
      },
      "POST /v2/users/:id/link": async (c, viewer) => c.json({ result: await users.makeLink(readAsking(c, viewer), readId2(c, "id")) }, 201)
    })
  };
}
async function changeSignedIn(c, viewer, users, context) {
  const user = await users.changeOwn(readAsking(c, viewer), await readJson(c));
  if (!user) return c.body(null, 204);
  const isSession = c.get("holder")?.session !== void 0;
  return c.json(
    await (isSession ? startSession(c, viewer, { user }, context) : issueToken(viewer, context, { user }))
  );
}
function readAsking(c, account2) {
  return { account: account2, user: c.get("holder")?.user };
}
function readAccount(c) {
  const text9 = c.req.query("account");
  if (text9 === void 0) return void 0;
  if (/^[1-9]\d{0,9}$/.test(text9)) return Number(text9);
  throw refuseField("account", "Expected the id of an account.");
}

// src/service/accounts/savedViews.ts
import * as v15 from "valibot";
var MAX_VIEWS = 100;
var MAX_NAME2 = 60;
var MAX_ADDRESS = 4e3;
var NAME2 = `Expected a text of at most ${MAX_NAME2} characters.`;
var ADDRESS2 = "Expected a query string.";
var viewSchema = strictObject2(
  {
    name: v15.pipe(v15.string(NAME2), v15.trim(), v15.minLength(1, NAME2), v15.maxLength(MAX_NAME2, NAME2)),
    view: v15.pipe(v15.string(ADDRESS2), v15.startsWith("?", ADDRESS2), v15.maxLength(MAX_ADDRESS, ADDRESS2))
  },
  "Expected an object."
);
var SavedViews = class {
  #store;
  /** A change reads and writes all views of an account. */
  #changes = new SerialQueue();
  constructor(store) {
    this.#store = store;
  }
  async list({ id: id4 }) {
    return (await this.#store.find(String(id4)))?.views ?? [];
  }
  /** Replaces the view of the same name. False when the account has too many. */
  save(account2, { name, view }) {
    return this.#changes.run(async () => {
      const others = (await this.list(account2)).filter((saved) => saved.name !== name);
      if (others.length >= MAX_VIEWS) return false;
      await this.#store.add({ id: String(account2.id), views: [...others, { name, view }] });
      return true;
    });
  }
  /** False when the account has no such view. */
  remove(account2, name) {
    return this.#changes.run(async () => {
      const views = await this.list(account2);
      const others = views.filter((saved) => saved.name !== name);
      if (others.length === views.length) return false;
      await this.#store.add({ id: String(account2.id), views: others });
      return true;
    });
  }
};

// src/service/statistics/collectionRoute.ts
function answerCollection(c, entries) {
  const query2 = new ListQuery(c.req.query());
  const { limit, offset } = query2.readRange();
  const isCount = query2.readFlag("count");
  if (query2.errors.length > 0) return c.json({ errors: query2.errors }, 400);
  if (!isCount && limit === void 0 && offset === void 0) return c.json({ result: entries });
  const start = offset ?? 0;
  const metadata4 = { count: entries.length, limit, offset: start };
  if (isCount) return c.json({ request_metadata: metadata4 });
  const end = limit === void 0 ? entries.length : start + limit;
  return c.json({ request_metadata: metadata4, result: entries.slice(start, end) });
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
  categories: ({ data }) => data.categories.map(({ id: id4, name }) => ({ id: id4, name })),
  carriers: ({ data }) => data.carriers.map(({ id: id4, name }) => ({ id: id4, name })),
  regions: ({ data }) => data.regions.map(({ id: id4, name, country: country2 }) => ({ id: id4, name, country_iso: country2 }))
};
var OWN_COLLECTIONS = {
  campaigns: (catalogue, account2) => {
    const owners = listOwners2(catalogue, account2, "advertiser");
    const campaigns2 = catalogue.data.campaigns.filter((campaign3) => owners.has(campaign3.account));
    return campaigns2.map(({ id: id4, name, active, deleted }) => ({ id: id4, name, active: active && !deleted }));
  },
  sites: (catalogue, account2) => listSites(catalogue, account2).map(({ id: id4, name, hostname }) => ({ id: id4, name, hostname })),
  zones: (catalogue, account2) => {
    const sites2 = new Set(listSites(catalogue, account2).map(({ id: id4 }) => id4));
    const zones2 = catalogue.data.zones.filter(({ site: site2 }) => sites2.has(site2));
    return zones2.map(({ id: id4, name, size: size3, site: site2 }) => ({ id: id4, name, size: size3, site_id: site2 }));
  },
  /** Advertisers that the account's sites can block. Publishers see only those with a campaign. */
  advertisers: (catalogue, account2) => {
    if (account2.role === "advertiser") return [];
    const { accounts: accounts2, campaigns: campaigns2 } = catalogue.data;
    const running = new Set(campaigns2.filter(({ deleted }) => !deleted).map((campaign3) => campaign3.account));
    const network = findNetwork(account2);
    return accounts2.filter((other) => other.role === "advertiser" && findNetwork(other) === network).filter(({ id: id4 }) => account2.role === "network" || running.has(id4)).map(({ id: id4, name }) => ({ id: id4, name }));
  }
};
function listSites(catalogue, account2) {
  const owners = listOwners2(catalogue, account2, "publisher");
  return catalogue.data.sites.filter((site2) => owners.has(site2.account));
}
function listOwners2(catalogue, account2, role2) {
  return new Set(mayAsk(account2, role2) ? selectScope(account2, role2, catalogue).accounts : []);
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
  const text9 = name.replaceAll("-", "_");
  const allowed = listNames(GROUPINGS, role2, kind);
  return [text9, ...ALIASES.get(text9) ?? []].find((grouping) => isOneOf(allowed, grouping));
}
function flatten2(name) {
  return name.replace(/[-_]/g, "").toLowerCase();
}
var FILTER_NAMES = new Map([
  ...Object.entries(GROUPING_ALIASES).map(
    ([alias, groupings]) => [flatten2(alias), groupings.filter((name) => hasKey(FILTERS, name))]
  ),
  ["osid", ["operating_system_id"]],
  ...listKeys(FILTERS).map((name) => [flatten2(name), [name]])
]);
function resolveFilter(name, { role: role2, kind }) {
  const text9 = flatten2(name);
  const singulars = [text9, text9.replace(/ies$/, "y"), text9.replace(/s$/, "")];
  const found = singulars.map((one) => FILTER_NAMES.get(one)).find((keys) => keys?.length) ?? [];
  return found.find((key) => isOneOf(listNames(FILTERS, role2, kind), key)) ?? found[0];
}

// src/service/reports/formats.ts
var FORMATS4 = {
  json: { type: "application/json", contentType: "application/json", isFile: false, isText: true },
  csv: { type: REPORT_FILES.csv, contentType: "text/csv; charset=utf-8", isFile: true, isText: true },
  ndjson: { type: REPORT_FILES.ndjson, contentType: REPORT_FILES.ndjson, isFile: true, isText: true },
  parquet: { type: REPORT_FILES.parquet, contentType: REPORT_FILES.parquet, isFile: true, isText: false }
};
function chooseFormat(accept = "") {
  const find = readQualities(accept);
  const best = listKeys(REPORT_FILES).reduce(
    (a, b) => find(REPORT_FILES[b]) > find(REPORT_FILES[a]) ? b : a
  );
  const quality = find(REPORT_FILES[best]);
  return quality > find("application/json") && quality >= find("application/json", "application/*", "*/*") ? best : "json";
}
function chooseEncoding(acceptEncoding = "") {
  const find = readQualities(acceptEncoding);
  const gzip2 = find("gzip", "x-gzip", "*");
  return gzip2 > 0 && gzip2 >= find("identity") ? "gzip" : "identity";
}
function readQualities(header2) {
  const qualities = /* @__PURE__ */ new Map();
  for (const range of header2.split(",")) {
    const [name = "", ...parameters] = range.toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
    if (!qualities.has(name.trim())) qualities.set(name.trim(), Number(quality ?? 1));
  }
  return (...names) => names.map((name) => qualities.get(name)).find((value) => value !== void 0) ?? 0;
}

// src/service/reports/csvColumns.ts
function listColumns({ groups, blocks }, role2) {
  const columns = /* @__PURE__ */ new Map();
  let at = 0;
  const add = (names) => {
    for (const name of names) if (!columns.has(name)) columns.set(name, { name, at, inHundredths: false });
    at += 1;
  };
  for (const group of groups) for (const field of group.fields) add(nameField(group, field));
  for (const { block, metrics } of blocks)
    for (const { name, column } of metrics) add([...nameMetric(block, name), column]);
  for (const { name, block, metric, inHundredths = false } of FLAT_METRICS[role2]) {
    const known4 = columns.get(block === "base" ? metric : `${block}_${metric}`);
    if (known4) columns.set(name, { ...known4, name, inHundredths });
  }
  return columns;
}
var nameMetric = (block, name) => block === "base" ? [name] : [`${block}_${name}`, ...block === "goals" ? [name] : []];
function nameField({ grouping }, { name, column }) {
  if (name === findValueField(grouping)) return [grouping, GROUP_DETAILS[grouping].flat, column];
  return [name === "name" ? `${grouping.replace(/_id$/, "")}_name` : name, column];
}
var chooseColumns = (columns, names) => names.flatMap((name) => columns.get(name) ?? []);

// src/service/reports/details.ts
var HIDDEN = {
  advertiser: ["publisher_id", "publisher_name"],
  publisher: ["advertiser_id", "advertiser_name"]
};
function listDetailFields(grouping, kind) {
  const { detailed = {} } = GROUP_DETAILS[grouping];
  return Object.keys(detailed).filter((field) => !HIDDEN[kind]?.includes(field));
}
function describeGroup(grouping, value, context) {
  if (isPlain(grouping)) return describePlain(grouping, value, context.detailed);
  const describe4 = NAMED[grouping];
  const details = describe4(value, context);
  const hidden = HIDDEN[context.kind];
  if (!context.detailed || !hidden) return details;
  return Object.fromEntries(Object.entries(details).filter(([field]) => !hidden.includes(field)));
}
var NAMED = {
  campaign_id: describeCampaign,
  variation_id: describeVariation,
  offer_id: (value, { names }) => nameEntity(value, names.offers, "Offer"),
  offer_landing_page_id: (value, { names }) => nameEntity(value, names.offerLandingPages, "Landing page"),
  site_id: describeSite,
  zone_id: describeZone,
  category_id: (value, { names }) => nameEntity(value, names.categories, "Category"),
  region_id: (value, { names }) => {
    const { id: id4, name } = nameEntity(value, names.regions, "Region");
    return { ...describeCountry(names.regions.get(id4)?.country ?? ""), id: id4, name };
  },
  carrier_id: (value, { names }) => nameEntity(value, names.carriers, "Carrier"),
  publisher_id: (value, { names }) => nameEntity(value, names.accounts, "Publisher"),
  advertiser_id: (value, { names }) => nameEntity(value, names.accounts, "Advertiser")
};
function nameEntity(value, names, what) {
  const id4 = Number(value);
  return { id: id4, name: names.get(id4)?.name ?? `${what} ${id4}` };
}
function describeCampaign(value, { names, detailed }) {
  const { id: id4, name } = nameEntity(value, names.campaigns, "Campaign");
  const campaign3 = names.campaigns.get(id4);
  const owner = campaign3 && names.accounts.get(campaign3.account);
  return {
    active: campaign3?.active && !campaign3.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id4),
    name,
    ...detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }
  };
}
function describeVariation(value, { names, detailed }) {
  const id4 = Number(value);
  const known4 = names.variations.get(id4);
  const name = known4?.variation.name ?? `Variation ${id4}`;
  if (!detailed || !known4) return { id: id4, name };
  const { variation: variation2, campaign: campaign3 } = known4;
  return { id: id4, name, campaign_id: String(campaign3.id), campaign_name: campaign3.name, size: variation2.size };
}
function describeSite(value, { names, detailed }) {
  const { id: id4, name } = nameEntity(value, names.sites, "Site");
  const site2 = names.sites.get(id4);
  const owner = site2 && names.accounts.get(site2.account);
  return {
    id: String(id4),
    name,
    ...detailed && site2 && { hostname: site2.hostname },
    ...detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }
  };
}
function describeZone(value, { names, detailed }) {
  const { id: id4, name } = nameEntity(value, names.zones, "Zone");
  const zone2 = names.zones.get(id4);
  const site2 = zone2 && names.sites.get(zone2.site);
  return {
    id: id4,
    name,
    ...detailed && zone2 && { size: zone2.size },
    ...detailed && site2 && { site_id: String(site2.id), site_name: site2.name }
  };
}

// src/service/reports/query.ts
function reportQuery(request2, scope) {
  const shown = request2.count ? [] : listShownMetrics(request2);
  const { count: count3, totals, limit, offset } = request2;
  const facts = {
    ...findSpan(request2),
    conditions: listConditions(request2, scope),
    groups: request2.groupings.map((grouping) => readGrouping(grouping, request2)),
    metrics: shown.map(({ definition }) => toMetric(definition, request2)),
    bounds: listBounds(request2),
    orders: request2.orders.map(({ field, order: direction }) => ({
      by: readOrder(field, request2),
      direction
    })),
    totals,
    count: count3,
    limit,
    offset
  };
  return { facts, metrics: shown };
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
function clamp(time2) {
  return Math.min(Math.max(time2, OFFSETS_FROM), OFFSETS_TO);
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
  const asked = listKeys(filter).map((key) => readFilter(key, filter[key], request2, scope));
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
function readFilter(key, value, request2, { deletedCampaigns }) {
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
function listBounds(request2) {
  return Object.entries(request2.bounds).flatMap(([field, bounds]) => {
    const definition = findOrderMetric(field, request2);
    return definition && bounds ? [{ ...bounds, metric: toMetric(definition, request2) }] : [];
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
  const resolve10 = (terms = []) => terms.map((term) => {
    const { counter, minus } = resolveTerm(term, request2.role);
    return { counter, minus };
  });
  return sum2 ? { sum: resolve10(sum2) } : { of: resolve10(of), per: resolve10(per), times: times2, whenZero };
}

// src/service/reports/plan.ts
function planAnswer(request2, query2, format, isCompressed, isFlat = false) {
  const { count: count3, totals, detailed, limit, offset, dateTimezone, role: role2, csvFields } = request2;
  const parts = describeParts(request2, query2.metrics);
  return {
    ...parts,
    format,
    isCompressed,
    count: count3,
    totals,
    detailed,
    limit,
    offset,
    dateTimezone,
    flat: isFlat && format === "json" ? listFlatMetrics(request2, query2) : void 0,
    columns: format === "csv" && csvFields ? chooseColumns(listColumns(parts, role2), csvFields) : void 0
  };
}
function findColumnProblems(request2) {
  const { csvFields, role: role2 } = request2;
  if (!csvFields) return [];
  const columns = listColumns(describeParts(request2, listShownMetrics(request2)), role2);
  const problems = new ProblemList();
  for (const [at, name] of csvFields.entries())
    if (!columns.has(name))
      problems.add(
        formatPath(["output_csv_fields", at]),
        `This report has no column "${quote(name)}". Its columns are: ${[...columns.keys()].join(", ")}.`
      );
  return problems.list();
}
function describeParts({ groupings, detailed, projection, viewer }, shown) {
  return {
    groups: groupings.map((grouping) => ({ grouping, fields: listFields(grouping, detailed, viewer.kind) })),
    blocks: listKeys(projection).map((block) => ({
      block,
      metrics: shown.filter((metric) => metric.block === block).map(describeMetric)
    }))
  };
}
function listFlatMetrics({ role: role2 }, { metrics }) {
  return FLAT_METRICS[role2].flatMap(({ name, block, metric, inHundredths = false }) => {
    const at = metrics.findIndex((shown) => shown.block === block && shown.name === metric);
    return at < 0 ? [] : { name, at, inHundredths };
  });
}
function listFields(grouping, detailed, kind) {
  const { fields, detailed: more = {} } = GROUP_DETAILS[grouping];
  const added = detailed ? listDetailFields(grouping, kind) : [];
  return [...Object.entries(fields), ...Object.entries(more).filter(([name]) => added.includes(name))].map(
    ([name, field]) => ({
      name,
      column: formatCsvHeader(["group_by", grouping, name]),
      type: chooseFieldType(field)
    })
  );
}
function chooseFieldType(field) {
  if (field === "integer") return "BIGINT";
  return field === "day" ? "DATE" : "VARCHAR";
}
function describeMetric({ block, name, definition }) {
  const sum2 = definition.unit === "money" ? "DECIMAL(38,9)" : "DECIMAL(38,0)";
  return {
    name,
    column: block === "base" ? name : `${block}.${name}`,
    type: definition.sum ? sum2 : "DOUBLE"
  };
}

// src/service/reports/queryString.ts
import qs from "qs";

// src/service/reports/aliases.ts
var SINGLE_FORMS = ["date", "adblock", "flag"];
var FLAGS = ["count", "detailed", "totals"];
var NUMBERS = ["limit", "offset"];
var FIELDS3 = [
  ...FLAGS,
  ...NUMBERS,
  ...["filter", "exclude", "metrics", "group_by", "order_by", "projection", "output_csv_fields"]
];
var FILTER_KEYS = listKeys(FILTERS);
var ORDER_FIELDS = ["field", "order"];
var MAX_NAMES = 100;
function normalizeRequest(input, viewer) {
  if (!isObject(input)) return input;
  const rename7 = (name) => renameGrouping(name, viewer);
  return mapFields(input, FIELDS3, (value, key) => {
    if (FLAGS.includes(key)) return normalizeFlag(value);
    if (NUMBERS.includes(key)) return normalizeNumber(value);
    switch (key) {
      case "filter":
      case "exclude":
        return isObject(value) ? mapFields(value, FILTER_KEYS, normalizeFilter) : value;
      case "metrics":
        return isObject(value) ? lowerNames(value, (bounds) => bounds) : value;
      case "group_by":
        return mapList(asList(value), rename7);
      case "output_csv_fields":
        return mapList(asList(value), toLowerCase2);
      case "order_by":
        return mapList(
          isObject(value) ? [value] : value,
          (order) => isObject(order) ? mapFields(order, ORDER_FIELDS, (name, field) => renameOrder(name, field, viewer)) : order
        );
      case "projection":
        return isObject(value) ? lowerNames(value, (metrics) => mapList(asList(metrics), toLowerCase2)) : mapList(asList(value), toLowerCase2);
      default:
        return value;
    }
  });
}
function isListFilter(key) {
  return hasKey(FILTERS, key) && !SINGLE_FORMS.includes(FILTERS[key].form);
}
function normalizeFilter(value, key) {
  const changeCase = hasKey(FILTERS, key) ? CASES[FILTERS[key].form] : void 0;
  if (isListFilter(key)) return changeCase ? mapList(asList(value), changeCase) : asList(value);
  return changeCase ? changeCase(value) : normalizeFlag(value);
}
var CASES = {
  adblock: toLowerCase2,
  countries: (value) => typeof value === "string" ? value.toUpperCase() : value
};
function toLowerCase2(value) {
  return typeof value === "string" ? value.toLowerCase() : value;
}
function normalizeFlag(value) {
  return typeof value === "boolean" ? Number(value) : value;
}
function normalizeNumber(value) {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
function lowerNames(fields, change) {
  const entries = Object.entries(fields);
  if (entries.length > MAX_NAMES) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), change(value)]));
}
function renameGrouping(name, { role: role2, kind }) {
  if (typeof name !== "string") return name;
  const known4 = name.toLowerCase();
  return resolveGrouping(known4, role2, kind) ?? known4;
}
function renameOrder(value, field, viewer) {
  return field === "field" ? renameGrouping(value, viewer) : toLowerCase2(value);
}
function asList(value) {
  return typeof value === "string" || typeof value === "number" ? [value] : value;
}
function mapList(value, change) {
  return Array.isArray(value) && value.length <= MAX_FILTER_VALUES ? value.map(change) : value;
}
function mapFields(fields, names, change) {
  const mapped = { ...fields };
  for (const name of names) if (Object.hasOwn(fields, name)) mapped[name] = change(fields[name], name);
  return mapped;
}

// src/service/reports/queryString.ts
var FIELDS4 = [
  ...["count", "detailed", "timezone", "totals", "filter", "exclude", "metrics"],
  ...["group_by", "order_by", "projection", "limit", "offset", "output_csv_fields"]
];
var FLAGS2 = /* @__PURE__ */ new Set(["count", "detailed", "totals", "exclude_deleted"]);
var FLAG_VALUES = /* @__PURE__ */ new Map([
  ["0", 0],
  ["1", 1],
  ["false", 0],
  ["true", 1]
]);
var NUMERIC_FORMS = ["ids", "integers", "hours"];
var NUMBERS2 = /* @__PURE__ */ new Set([
  ...["limit", "offset"],
  ...Object.entries(FILTERS).flatMap(([key, { form }]) => NUMERIC_FORMS.includes(form) ? [key] : [])
]);
var FIELD_NAMES = new Map(FIELDS4.map((name) => [flatten2(name), name]));
var LISTS3 = ["group_by", "projection", "output_csv_fields"];
var DATES = ["date_from", "date_to"];
function readQueryString(search, named2, viewer) {
  const parsed = qs.parse(search, {
    ignoreQueryPrefix: true,
    depth: 4,
    arrayLimit: MAX_FILTER_VALUES,
    parameterLimit: 1e4
  });
  const request2 = {};
  const filter = {};
  const additional = [];
  for (const [key, value] of Object.entries(parsed)) {
    const field = FIELD_NAMES.get(flatten2(key));
    const filterKey = field === void 0 ? resolveFilter(key, viewer) : void 0;
    if (key === "include") Object.assign(request2, readFlags(value));
    else if (flatten2(key) === "additionalgroupby") additional.push(...split(value).filter(Boolean));
    else if (key === "order") continue;
    else if (filterKey) addFilter(filter, filterKey, readFilter2(filterKey, value));
    else set(request2, field ?? key, readField(field ?? key, value, parsed.order, viewer));
  }
  if (additional.length > 0) {
    const groupings = request2.group_by ?? (named2 === void 0 ? [] : [named2]);
    request2.group_by = Array.isArray(groupings) ? [...groupings, ...additional] : groupings;
  }
  const { filter: nested = {} } = request2;
  if (Object.keys(filter).length === 0 || !isObject(nested)) return request2;
  return { ...request2, filter: { ...nested, ...filter } };
}
function set(fields, name, value) {
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true });
}
function addFilter(filter, name, value) {
  const before = Object.hasOwn(filter, name) ? filter[name] : void 0;
  set(
    filter,
    name,
    Array.isArray(before) && Array.isArray(value) ? [.../* @__PURE__ */ new Set([...before, ...value])] : value
  );
}
function readFlags(value) {
  return Object.fromEntries(
    split(value).filter((flag) => flag !== "count").map((flag) => [flag, 1])
  );
}
function readField(name, value, order, viewer) {
  if (LISTS3.includes(name)) return typeof value === "string" ? split(value) : value;
  if (name === "order_by" && typeof value === "string")
    return split(value).map((field) => readOrder2(field, order));
  if (name === "metrics") return readBounds2(value);
  if (!isObject(value)) return readScalar(name, value);
  const fields = {};
  for (const [key, each] of Object.entries(value)) {
    const filterKey = resolveFilter(key, viewer) ?? key;
    addFilter(fields, filterKey, readFilter2(filterKey, each));
  }
  return fields;
}
function readOrder2(text9, order) {
  const [, direction, field] = /^([ad]):(.*)$/.exec(text9) ?? [];
  if (field === void 0) return { field: text9, order: order ?? "asc" };
  return { field, order: direction === "d" ? "desc" : "asc" };
}
function readBounds2(value) {
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readBounds2(each)]));
  return typeof value === "string" && /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value;
}
function readFilter2(name, value) {
  if (DATES.includes(name) && typeof value === "string")
    return value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return readScalar(name, isListFilter(name) && typeof value === "string" ? split(value) : value);
}
function readScalar(name, value) {
  if (Array.isArray(value)) return value.map((each) => readScalar(name, each));
  if (typeof value !== "string") return value;
  if (FLAGS2.has(name)) return FLAG_VALUES.get(value) ?? value;
  const number16 = NUMBERS2.has(name) && /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number16) ? number16 : value;
}
function split(value) {
  return [value].flat().flatMap((text9) => typeof text9 === "string" ? text9.split(",") : []);
}

// src/service/reports/request.ts
import * as v16 from "valibot";
function oneOf(names, hint = () => "") {
  const expected = `Expected one of: ${names.join(", ")}.`;
  const message = ({ input }) => `${typeof input === "string" ? hint(input) : ""}${expected}`;
  return v16.pipe(v16.string(message), v16.values(names, message));
}
function whole3(least, most) {
  const message = `Expected a whole number from ${least} to ${most}.`;
  return v16.pipe(v16.number(message), v16.integer(message), v16.minValue(least, message), v16.maxValue(most, message));
}
function text7(form, message) {
  return v16.pipe(v16.string(message), v16.regex(form, message));
}
var FLAG = v16.pipe(v16.number("Expected 0 or 1."), v16.values([0, 1], "Expected 0 or 1."));
var TIMEZONE = v16.pipe(
  v16.string("Expected the name of a time zone."),
  v16.check(isTimezone, "There is no such time zone; /collections/timezones lists them."),
  v16.examples([DEFAULT_TIMEZONE])
);
var DAY = v16.pipe(
  v16.string("Expected a day as YYYY-mm-dd."),
  v16.regex(/^\d{4}-\d{2}-\d{2}$/, "Expected a day as YYYY-mm-dd."),
  v16.check((day3) => !/^\d{4}-\d{2}-\d{2}$/.test(day3) || isDay(day3), "There is no such day."),
  v16.metadata({ format: "date" })
);
var COUNTRY2 = v16.pipe(
  v16.string("Expected a three-letter country code."),
  v16.check(
    isCountry,
    ({ input }) => `"${quote(input)}" is not the iso3 of a country in /collections/countries.`
  ),
  v16.examples(["USA"])
);
var FORMS = {
  date: DAY,
  adblock: oneOf(["adblock", "all", "standard"]),
  flag: FLAG,
  countries: boundedList(COUNTRY2, "three-letter country codes", MAX_FILTER_VALUES),
  ids: boundedList(whole3(0, Number.MAX_SAFE_INTEGER), "ids", MAX_FILTER_VALUES),
  integers: boundedList(
    whole3(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    "whole numbers",
    MAX_FILTER_VALUES
  ),
  hours: boundedList(whole3(0, 23), "hours", 24),
  hostnames: boundedList(
    text7(/^[a-z0-9.-]+$/, "Expected letters a-z, digits, hyphens and dots."),
    "hostnames",
    MAX_FILTER_VALUES
  ),
  sizes: boundedList(text7(/^\d+x\d+$/, "Expected a size as WIDTHxHEIGHT."), "sizes", MAX_FILTER_VALUES)
};
function describeFilter({ role: role2, kind }) {
  const keys = listNames(FILTERS, role2, kind);
  const entries = Object.fromEntries(keys.map((key) => [key, v16.optional(FORMS[FILTERS[key].form])]));
  return v16.pipe(
    requestObject(entries),
    v16.rawCheck(({ dataset, addIssue: addIssue2 }) => {
      if (!isObject(dataset.value)) return;
      const { date_from: from, date_to: to } = dataset.value;
      if (typeof from !== "string" || typeof to !== "string" || !isDay(from) || !isDay(to) || from <= to)
        return;
      addIssue2({ message: `Expected a day not before date_from, ${from}.`, path: createPath("date_to") });
    })
  );
}
function describeExclusion({ role: role2, kind }) {
  const keys = listNames(FILTERS, role2, kind).filter((key) => isOneOf(EXCLUDABLE_FORMS, FILTERS[key].form));
  return requestObject(Object.fromEntries(keys.map((key) => [key, v16.optional(FORMS[FILTERS[key].form])])));
}
function describeGroupings({ role: role2, kind }) {
  const names = listNames(GROUPINGS, role2, kind);
  return v16.pipe(
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
  const entry = requestObject({ field: oneOf(fields, explainOrder(viewer)), order: oneOf(["asc", "desc"]) });
  return v16.pipe(
    boundedList(entry, "orders", MAX_ORDERS, 0),
    distinct((order) => isObject(order) ? order.field : void 0, "This field is named twice.")
  );
}
var BOUND_MESSAGE = `Expected a number from ${-Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`;
var BOUND = v16.pipe(
  v16.number(BOUND_MESSAGE),
  v16.minValue(-Number.MAX_SAFE_INTEGER, BOUND_MESSAGE),
  v16.maxValue(Number.MAX_SAFE_INTEGER, BOUND_MESSAGE)
);
function describeBounds(viewer) {
  const bounds = v16.pipe(
    requestObject({ min: v16.optional(BOUND), max: v16.optional(BOUND) }, "Expected min, max or both."),
    v16.check((value) => Object.keys(value).length > 0, "Expected min, max or both."),
    v16.rawCheck(({ dataset, addIssue: addIssue2 }) => {
      const { min, max } = Object(dataset.value);
      if (typeof min !== "number" || typeof max !== "number" || min <= max) return;
      addIssue2({ message: `Expected a number not below min, ${min}.`, path: createPath("max") });
    })
  );
  return requestObject(
    Object.fromEntries(listOrderMetrics(viewer).map((name) => [name, v16.optional(bounds)]))
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
  return /^((g|ecpa)\d+|total|goals)$/.test(name);
}
function describeProjection(viewer) {
  const blocks = listBlocks(viewer);
  const hint = (name) => isGoal(name) && viewer.role === "advertiser" ? `${GOALS_NEED_TRACKING} ` : "";
  const names = boundedList(oneOf(blocks, hint), "blocks", Object.keys(BLOCKS).length);
  const entries = Object.fromEntries(
    blocks.map((block) => [block, v16.optional(describeMetrics(block, viewer))])
  );
  const metrics = v16.pipe(
    requestObject(entries, "Expected a list of blocks, or an object with a list of metrics for each block."),
    v16.check((value) => Object.keys(value).length > 0, `Expected at least one of: ${blocks.join(", ")}.`)
  );
  return either(Array.isArray, names, metrics);
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
  const metrics = listMetrics(block, { kind: "network", role: "advertiser", goals: 0 });
  const metric = Object.hasOwn(metrics, plain) ? metrics[plain] : void 0;
  if (!metric) return "";
  const kinds = plain === name ? metric.accounts : ["network"];
  return `${name} is only for ${kinds.join(" and ")} accounts. `;
}
var COLUMNS6 = boundedList(
  v16.pipe(v16.string("Expected the name of a column."), v16.maxLength(100, "Expected at most 100 characters.")),
  "names of columns",
  MAX_CSV_FIELDS
);
var schemas = /* @__PURE__ */ new Map();
function findSchema(viewer, named2) {
  const key = `${viewer.kind} ${viewer.role} ${viewer.goals} ${named2}`;
  const schema = schemas.get(key) ?? requestSchema(viewer, named2);
  schemas.set(key, schema);
  return schema;
}
function requestSchema(viewer, named2) {
  const orderable = listOrderGroupings(viewer.role, viewer.kind);
  return v16.pipe(
    requestObject({
      count: v16.optional(FLAG, 0),
      detailed: v16.optional(FLAG, 0),
      timezone: v16.optional(TIMEZONE, DEFAULT_TIMEZONE),
      totals: v16.optional(FLAG, 0),
      filter: v16.optional(describeFilter(viewer), {}),
      exclude: v16.optional(describeExclusion(viewer), {}),
      metrics: v16.optional(describeBounds(viewer), {}),
      group_by: named2 ? v16.optional(describeGroupings(viewer), [named2]) : describeGroupings(viewer),
      order_by: v16.optional(describeOrders(viewer), []),
      projection: v16.optional(describeProjection(viewer), listBlocks(viewer)),
      limit: v16.optional(whole3(1, MAX_LIMIT), DEFAULT_LIMIT),
      offset: v16.optional(whole3(0, Number.MAX_SAFE_INTEGER), 0),
      output_csv_fields: v16.optional(COLUMNS6)
    }),
    v16.rawCheck(({ dataset, addIssue: addIssue2 }) => {
      if (!isObject(dataset.value)) return;
      const { order_by: orders, group_by: groupings } = dataset.value;
      if (!Array.isArray(orders) || !Array.isArray(groupings)) return;
      for (const [index, order] of orders.entries()) {
        const field = order?.field;
        if (!orderable.includes(field) || groupings.includes(field)) continue;
        const path = createPath("order_by", index, "field");
        addIssue2({ message: `To order by ${field}, name it in group_by as well.`, path });
      }
    })
  );
}
function readRequest(input, { viewer, named: named2, now, dateTimezone, allRecords = false }) {
  const read2 = v16.safeParse(findSchema(viewer, named2), normalizeRequest(input, viewer));
  if (!read2.success) return { errors: listProblems(read2.issues) };
  const output = read2.output;
  const { filter, exclude, metrics, group_by, order_by, projection, timezone, limit, offset } = output;
  const { count: count3, detailed, totals, output_csv_fields } = output;
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
      bounds: metrics,
      orders: order_by,
      projection: completeProjection(projection, viewer, detailed === 1),
      timezone,
      count: count3 === 1,
      detailed: detailed === 1,
      totals: totals === 1,
      limit: allRecords && !Object.hasOwn(Object(input), "limit") ? Number.POSITIVE_INFINITY : limit,
      offset,
      csvFields: output_csv_fields
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

// src/service/statistics/reportRoute.ts
async function report2(c, account2, share4, role2, context) {
  const segment = c.req.param("segment") ?? "";
  const named2 = resolveGrouping(segment, role2, account2.role);
  if (!named2 && segment !== GLOBAL)
    return refuse(c, 404, `Nothing is grouped by ${JSON.stringify(quote(segment))}.`);
  const body = c.req.method === "POST" ? await readBody(c) : { json: readQueryString(new URL(c.req.url).search, named2, describeViewer(account2, role2)) };
  if (body instanceof Response) return body;
  return answer(c, body.json, { account: account2, share: share4, role: role2, named: named2 }, context);
}
async function answer(c, input, { account: account2, share: share4, role: role2, named: named2 }, { catalogue, reports, now }) {
  const format = chooseFormat(c.req.header("Accept"));
  const definition = FORMATS4[format];
  const encoding = definition.isText ? chooseEncoding(c.req.header("Accept-Encoding")) : "identity";
  const read2 = readRequest(input, {
    allRecords: definition.isFile,
    viewer: describeViewer(account2, role2),
    named: named2,
    now: now(),
    dateTimezone: account2.timezone
  });
  if ("errors" in read2) return c.json(read2, 400);
  const problems = format === "csv" ? findColumnProblems(read2.request) : [];
  if (problems.length > 0) return c.json({ errors: problems }, 400);
  if (share4 && !isShared(share4, read2.request)) return refuse(c, 403, "This link does not show that.");
  c.header("Vary", "Accept, Accept-Encoding");
  if (format === "parquet" && !reports.hasParquet) return refuse(c, 406, NO_PARQUET);
  const scope = selectScope(account2, role2, catalogue());
  const body = await reports.open(read2.request, scope, catalogue(), format, {
    owner: account2.id,
    cancelled: c.req.raw.signal,
    encoding,
    isFlat: c.req.method !== "POST" && named2 !== void 0
  });
  c.header("Content-Type", definition.contentType);
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  if (definition.isFile)
    c.header("Content-Disposition", `attachment; filename="${nameFile(read2.request)}.${format}"`);
  if (c.req.method === "HEAD") await body.cancel();
  else c.set("stream", body);
  return c.body(null);
}
var NO_PARQUET = "Parquet needs the service's own database, and this service has ClickHouse. Ask for application/x-ndjson or text/csv.";
function nameFile({ role: role2, groupings, from, to }) {
  return [role2, ...groupings, from, to].join("-");
}

// src/service/statistics/shareRoutes.ts
import * as v17 from "valibot";
async function createShare(c, account2, shares, { now }) {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const share4 = v17.safeParse(shareSchema, body.json);
  if (!share4.success) return c.json({ errors: listProblems(share4.issues) }, 400);
  const { role: role2, filter, exclude, timezone } = share4.output;
  const viewer = describeViewer(account2, role2);
  const read2 = readRequest(
    { group_by: [], filter, exclude, timezone },
    { viewer, named: void 0, now: now(), dateTimezone: account2.timezone }
  );
  if ("errors" in read2) return c.json(read2, 400);
  const created = await shares.create(account2, share4.output, readBounds(read2.request, filter));
  return created ? c.json(created, 201) : refuse(c, 403, "This account cannot share that side, or has 100 links already.");
}
async function revokeShare(c, account2, shares) {
  const isRevoked = await shares.revoke(account2, c.req.param("id") ?? "");
  return isRevoked ? c.body(null, 204) : refuse(c, 404, "This account has no such link.");
}

// src/service/statistics/viewRoutes.ts
import * as v18 from "valibot";
async function saveView(c, account2, views) {
  const body = await readBody(c);
  if (body instanceof Response) return body;
  const view = v18.safeParse(viewSchema, body.json);
  if (!view.success) return c.json({ errors: listProblems(view.issues) }, 400);
  const isSaved = await views.save(account2, view.output);
  return isSaved ? c.json({ result: view.output }) : refuse(c, 403, `This account has ${MAX_VIEWS} views already.`);
}
async function removeView(c, account2, views) {
  const isRemoved = await views.remove(account2, c.req.param("name") ?? "");
  return isRemoved ? c.body(null, 204) : refuse(c, 404, "This account has no such view.");
}

// src/service/statistics/statisticsHandlers.ts
function statisticsHandlers(context) {
  const shares = new Shares(context);
  const views = new SavedViews(context.views);
  const reports = {
    advertiser: (c, account2, share4) => report2(c, account2, share4, "advertiser", context),
    publisher: (c, account2, share4) => report2(c, account2, share4, "publisher", context)
  };
  return {
    "GET /openapi.json": (c) => c.json(context.openApi()),
    "POST /v2/login": (c) => login(c, context),
    ...sessionHandlers(context),
    "GET /v2/account": (c, account2, share4) => answerAccount(c, account2, share4, context),
    "GET /v2/shares": async (c, account2) => c.json({ result: await shares.list(account2) }),
    "POST /v2/shares": (c, account2) => createShare(c, account2, shares, context),
    "DELETE /v2/shares/:id": (c, account2) => revokeShare(c, account2, shares),
    "GET /v2/views": async (c, account2) => c.json({ result: await views.list(account2) }),
    "POST /v2/views": (c, account2) => saveView(c, account2, views),
    "DELETE /v2/views/:name": (c, account2) => removeView(c, account2, views),
    "GET /v2/statistics/a/:segment": reports.advertiser,
    "POST /v2/statistics/a/:segment": reports.advertiser,
    "GET /v2/statistics/p/:segment": reports.publisher,
    "POST /v2/statistics/p/:segment": reports.publisher,
    ...collectionHandlers(SHARED_COLLECTIONS, context),
    ...collectionHandlers(OWN_COLLECTIONS, context)
  };
}
function collectionHandlers(lists, { catalogue }) {
  const handlers = listKeys(lists).map((name) => {
    const answer2 = (c, account2) => answerCollection(c, lists[name](catalogue(), account2));
    return [`GET /v2/collections/${name}`, answer2];
  });
  return Object.fromEntries(handlers);
}

// src/service/http/interfaces.ts
import { cors } from "hono/cors";

// src/service/reports/answerStream.ts
import { open as open6, rm as rm22 } from "node:fs/promises";
var PIECE_BYTES = 256 * 1024;
var UNREAD_MS = 6e4;
var CancelledError = class extends Error {
  name = "CancelledError";
};
async function streamOnce(path) {
  const file = await open6(path);
  let unread;
  const close = async () => {
    clearTimeout(unread);
    await file.close();
  };
  const closeAndThrow = async (error) => {
    await close();
    throw error;
  };
  await rm22(path).catch(closeAndThrow);
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

// src/service/statistics/countRequest.ts
var REPORT_PATHS = Object.values(ROLE_SEGMENTS).map((segment) => `/v2/statistics/${segment}/`);
function countRequest(context) {
  const shares = new Shares(context);
  const { ip, user, statisticsIp, statisticsUser } = context.limits;
  return async (c, next) => {
    const { share: share4, holder } = await identifyCaller(c, shares, context);
    c.set("account", share4 ? context.catalogue().accounts.get(share4.account) : holder?.account);
    c.set("holder", holder);
    if (holder?.token !== void 0) context.tokenUses.note(holder.token);
    c.set("share", share4);
    const address = context.findAddress(c.env.incoming);
    const name = share4 ? `share ${share4.id}` : holder?.limitKey;
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

// src/service/statistics/ownPage.ts
var SAFE_METHODS = /* @__PURE__ */ new Set(["GET", "HEAD"]);
function refuseOtherPages(context) {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || readSessionCookie(c) === void 0) return next();
    return refuseOtherPage(c, context) ?? next();
  };
}
function isFromOwnPage(c, { listOrigins }) {
  const site2 = c.req.header("Sec-Fetch-Site");
  if (site2 !== void 0) return site2 === "same-origin";
  const origin = c.req.header("Origin");
  return origin === void 0 ? void 0 : listOrigins(c.env.incoming).includes(origin);
}
function mayOmitType(c, context) {
  return readSessionCookie(c) === void 0 && isFromOwnPage(c, context) !== false;
}
function refuseOtherPage(c, context) {
  if (isFromOwnPage(c, context)) return void 0;
  return refuse(
    c,
    403,
    "A session's cookie only works in pages of this service. Programs send a token in the Authorization header."
  );
}

// src/service/http/oldPaths.ts
import { Hono } from "hono";
import { getPath } from "hono/utils/url";
var UNVERSIONED = /^\/(?:v1\/)?(login|statistics|collections)(?=\/|$)/;
var ROLE = /^(\/v2\/statistics\/)(advertiser|publisher)(?=\/|$)/;
var COLLECTION = /^(\/v2\/collections\/)([^/]+)$/;
var OWN_NAMES = ["/v2/collections/", "/collections/"];
var DEPRECATED = `@${Date.UTC(2026, 10, 26) / 1e3}`;
var resolvePath = (path) => path.replace(UNVERSIONED, "/v2/$1").replace(ROLE, (_2, base, role2) => base + ROLE_SEGMENTS[role2]).replace(COLLECTION, (_2, base, name) => base + name.replaceAll("-", "_"));
var createRouter = () => new Hono({ getPath: (request2) => resolvePath(getPath(request2)) });
var announceNewPath = async (c, next) => {
  await next();
  const asked = getPath(c.req.raw);
  if (asked === c.req.path || OWN_NAMES.some((prefix) => asked.startsWith(prefix))) return;
  c.header("Deprecation", DEPRECATED);
  c.header("Link", `<${encodeURI(c.req.path)}>; rel="successor-version"`);
};

// src/service/http/servedFiles.ts
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
var DASHBOARD_HEADER = "X-Zonetag-Dashboard";
var PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `${EXPOSED_HEADERS}, ${DASHBOARD_HEADER}`
};
function createMessage(status, text9, headers = {}) {
  return {
    status,
    headers: listHeaders({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: createBody(text9)
  };
}
function createBody(text9) {
  return JSON.stringify({ message: text9 });
}
function listHeaders(headers) {
  return Object.entries(headers).flat();
}

// src/service/http/staticFiles.ts
import { createHash as createHash10 } from "node:crypto";
import { readFile as readFile15, stat as stat8 } from "node:fs/promises";
import { join as join38 } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants as constants3, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
var COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|javascript|xml))/;
var MIN_COMPRESSED = 200;
var compressors = {
  br: async (bytes) => {
    const params = { [constants3.BROTLI_PARAM_QUALITY]: 11, [constants3.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return new Uint8Array(await promisify(brotliCompress)(bytes, { params }));
  },
  gzip: async (bytes) => new Uint8Array(await promisify(gzip)(bytes, { level: 9 })),
  identity: async (bytes) => bytes
};
var StaticFiles = class {
  #folder;
  #capacity;
  /** By path, least recently used first. */
  #files = /* @__PURE__ */ new Map();
  #size = 0;
  /** `capacity`: bytes of all files kept in memory. */
  constructor(folder, capacity = 64 * 1024 * 1024) {
    this.#folder = folder;
    this.#capacity = capacity;
  }
  /** Responds to GET and HEAD for a file below the folder; undefined when there is none. */
  async respond(name, request2, headers) {
    const file = isSafe(name) ? await this.#read(join38(this.#folder, name)) : void 0;
    if (!file) return void 0;
    const type = getMimeType(name) ?? "application/octet-stream";
    const isCompressible = COMPRESSIBLE.test(type) && file.bytes.length >= MIN_COMPRESSED;
    const encoding = isCompressible ? chooseEncoding2(request2.headers.get("accept-encoding")) : "identity";
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
    const found = await stat8(path).catch(() => void 0);
    if (!found?.isFile()) return void 0;
    const version2 = `${found.mtimeMs} ${found.size}`;
    const known4 = this.#files.get(path);
    if (known4?.version === version2) {
      this.#files.delete(path);
      this.#files.set(path, known4);
      return known4;
    }
    const bytes = new Uint8Array(await readFile15(path));
    const digest4 = createHash10("sha256").update(bytes).digest("base64url").slice(0, 22);
    const file = { version: version2, bytes, digest: digest4, encoded: /* @__PURE__ */ new Map() };
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
  const known4 = file.encoded.get(encoding);
  if (known4) return known4;
  const encoded = compressors[encoding](file.bytes);
  file.encoded.set(encoding, encoded);
  return encoded;
}
function isSafe(name) {
  const parts = name.split(/[/\\]/);
  return !name.includes("\0") && parts.every((part) => part !== "" && !part.startsWith("."));
}
function chooseEncoding2(header2) {
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

// src/service/http/servedFiles.ts
var PUBLIC_FILES = [
  ...["zonetag.js", "consent.js", "zonetag.mjs", "console.js", "statistics.mjs"],
  ...["zonetag.js.map", "consent.js.map", "zonetag.mjs.map"],
  ...["console.js.map", "statistics.mjs.map"],
  ...["integrity.json", "catalogue.schema.json", "licences.txt"]
];
var CACHING = {
  /** Revalidated after an hour, because a release may change the file. */
  hour: "public, max-age=3600, must-revalidate",
  /** The name changes with the content. */
  forGood: "public, max-age=31536000, immutable",
  /** A page that names the files which may be cached for good. */
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
function fileHandlers(settings) {
  const built = new StaticFiles(builtFolder());
  return {
    "GET /": (c) => home(c, settings),
    ...publicFileHandlers(built),
    "GET /dashboard": (c) => c.redirect("/dashboard/", 308),
    "GET /dashboard/*": (c) => answerDashboardFile(c, built),
    "GET /creatives/*": creativeHandler(settings)
  };
}
function publicFileHandlers(built) {
  const headers = {
    "Access-Control-Allow-Origin": "*",
    // Lets pages measure how long the tag takes to load.
    "Timing-Allow-Origin": "*",
    "Cache-Control": CACHING.hour
  };
  const handlers = PUBLIC_FILES.map((name) => {
    const answer2 = async (c) => await built.respond(name, c.req.raw, headers) ?? c.notFound();
    return [`GET /${name}`, answer2];
  });
  return Object.fromEntries(handlers);
}
async function answerDashboardFile(c, built) {
  const name = `dashboard/${namePastPrefix(c, "/dashboard/") || "index.html"}`;
  const headers = {
    "Content-Security-Policy": DASHBOARD_POLICY,
    "Cache-Control": BUILD_DIGEST.test(name) ? CACHING.forGood : CACHING.never
  };
  return await built.respond(name, c.req.raw, headers) ?? c.notFound();
}
function creativeHandler({ images, creatives }) {
  const folders = [images.folder, creatives].filter((folder) => folder !== void 0);
  const stored = folders.map((folder) => new StaticFiles(folder));
  return async (c) => {
    const name = namePastPrefix(c, "/creatives/");
    const headers = { "Cache-Control": CREATIVE_DIGEST.test(name) ? CACHING.forGood : CACHING.hour };
    const respond2 = async () => {
      for (const files of stored) {
        const response = await files.respond(name, c.req.raw, headers);
        if (response) return response;
      }
    };
    const found = await respond2();
    if (found) return found;
    if (!isImageName(name)) return c.notFound();
    await images.bring(name);
    return await respond2() ?? c.notFound();
  };
}
function namePastPrefix(c, prefix) {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname.slice(prefix.length));
  } catch {
    return "";
  }
}
function home(c, settings) {
  const origin = settings.origin ?? new URL(c.req.url).origin;
  const tag = `<script async src="${origin}/zonetag.js" data-endpoint="${origin}/v1/placement"></script>
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

// src/service/http/routes.ts
var PUBLIC = { access: "public" };
var SIGNED_IN = { access: "signedIn" };
var SHARED2 = { access: "signedIn", sharedReport: true };
var SHARING = { access: "signedIn", needs: "editor" };
var PEOPLE3 = { access: "signedIn", needs: "owner", managesPeople: true };
var OF_USER = { access: "signedIn", managesPeople: true };
var NETWORK2 = { access: ["network"] };
var NETWORK_CHANGE = { access: ["network"], needs: "editor", changesCatalogue: true };
var IMPORTING = { access: ["network"], needs: "editor" };
var ADVERTISER_REPORT = { access: ["advertiser", "network"], sharedReport: true };
var PUBLISHER_REPORT = { access: ["publisher", "network"], sharedReport: true };
function byRights(kind, right) {
  const rights = RIGHTS[kind];
  if (right === void 0) return { access: listKeys(rights) };
  const needs = kind === "accounts" && right === "change" ? "owner" : "editor";
  return { access: listKeys(rights).filter((role2) => rights[role2]?.[right]), needs, changesCatalogue: true };
}
function declareEach(names, route) {
  return Object.fromEntries(names.map((name) => [name, route]));
}
function nameFile2(name) {
  return `GET /${name}`;
}
function nameCollection2(name) {
  return `GET /v2/collections/${name}`;
}
var DIRECT_ROUTES = {
  "POST /v1/placement": PUBLIC,
  "GET /i/:token": PUBLIC,
  "POST /i/:token": PUBLIC,
  "GET /c/:token": PUBLIC
};
var INTERFACE_PATHS = ["/v2/*", "/openapi.json"];
var INTERFACE_ROUTES = {
  "GET /openapi.json": PUBLIC,
  "POST /v2/login": { access: "login", untypedBody: true },
  "POST /v2/session": { access: "login", startsSession: true },
  "DELETE /v2/session": SIGNED_IN,
  "GET /v2/sessions": OF_USER,
  "DELETE /v2/sessions": OF_USER,
  "DELETE /v2/sessions/:id": OF_USER,
  "POST /v2/setup": { access: "login", changesCatalogue: true },
  "GET /v2/account": SHARED2,
  "PATCH /v2/account": { access: "signedIn", needs: "owner", changesCatalogue: true },
  "GET /v2/shares": SIGNED_IN,
  "POST /v2/shares": SHARING,
  "DELETE /v2/shares/:id": SHARING,
  "GET /v2/views": SIGNED_IN,
  "POST /v2/views": SIGNED_IN,
  "DELETE /v2/views/:name": SIGNED_IN,
  "GET /v2/statistics/a/:segment": ADVERTISER_REPORT,
  "POST /v2/statistics/a/:segment": { ...ADVERTISER_REPORT, untypedBody: true },
  "GET /v2/statistics/p/:segment": PUBLISHER_REPORT,
  "POST /v2/statistics/p/:segment": { ...PUBLISHER_REPORT, untypedBody: true },
  ...declareEach(listKeys(SHARED_COLLECTIONS).map(nameCollection2), SHARED2),
  ...declareEach(listKeys(OWN_COLLECTIONS).map(nameCollection2), SIGNED_IN),
  "GET /v2/accounts": byRights("accounts"),
  "POST /v2/accounts": byRights("accounts", "create"),
  "GET /v2/accounts/:id": byRights("accounts"),
  "PATCH /v2/accounts/:id": byRights("accounts", "change"),
  "POST /v2/sites/bulk": byRights("sites", "change"),
  "GET /v2/sites": byRights("sites"),
  "POST /v2/sites": byRights("sites", "create"),
  "GET /v2/sites/:id": byRights("sites"),
  "PATCH /v2/sites/:id": byRights("sites", "change"),
  "POST /v2/zones/bulk": byRights("zones", "change"),
  "GET /v2/zones": byRights("zones"),
  "POST /v2/zones": byRights("zones", "create"),
  "GET /v2/zones/:id": byRights("zones"),
  "PATCH /v2/zones/:id": byRights("zones", "change"),
  "GET /v2/zones/:id/unfilled": byRights("zones"),
  "POST /v2/campaigns/bulk": byRights("campaigns", "change"),
  "GET /v2/campaigns": byRights("campaigns"),
  "POST /v2/campaigns": byRights("campaigns", "create"),
  "GET /v2/campaigns/:id": byRights("campaigns"),
  "PATCH /v2/campaigns/:id": byRights("campaigns", "change"),
  "GET /v2/campaigns/:id/unfilled": byRights("campaigns"),
  "GET /v2/campaigns/:id/creatives": byRights("creatives"),
  "POST /v2/campaigns/:id/creatives": byRights("creatives", "create"),
  "PATCH /v2/campaigns/:id/creatives/:creative": byRights("creatives", "change"),
  "POST /v2/campaigns/:id/creatives/:creative/approve": NETWORK_CHANGE,
  "POST /v2/campaigns/:id/creatives/:creative/reject": NETWORK_CHANGE,
  "POST /v2/campaigns/:id/creatives/:creative/withdraw": {
    access: ["advertiser"],
    needs: "editor",
    changesCatalogue: true
  },
  "GET /v2/approvals": NETWORK2,
  "POST /v2/images": byRights("creatives", "create"),
  "POST /v2/estimate": byRights("campaigns"),
  "POST /v2/performance": SIGNED_IN,
  "GET /v2/activity": SIGNED_IN,
  "GET /v2/user": SIGNED_IN,
  "PATCH /v2/user": OF_USER,
  "GET /v2/users": PEOPLE3,
  "POST /v2/users": PEOPLE3,
  "PATCH /v2/users/:id": PEOPLE3,
  "DELETE /v2/users/:id": PEOPLE3,
  "POST /v2/users/:id/link": PEOPLE3,
  "GET /v2/tokens": PEOPLE3,
  "POST /v2/tokens": PEOPLE3,
  "DELETE /v2/tokens/:id": PEOPLE3,
  "POST /v2/password": { access: "login" },
  "GET /v2/changes": SIGNED_IN,
  "POST /v2/page": NETWORK2,
  "GET /v2/imports": NETWORK2,
  "POST /v2/imports": IMPORTING,
  "DELETE /v2/imports": IMPORTING,
  "POST /v2/placement/explain": NETWORK2
};
var OTHER_ROUTES = {
  "GET /livez": PUBLIC,
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /metrics": { access: "local" },
  "GET /": PUBLIC,
  ...declareEach(PUBLIC_FILES.map(nameFile2), PUBLIC),
  "GET /dashboard": PUBLIC,
  "GET /dashboard/*": PUBLIC,
  "GET /creatives/*": PUBLIC
};
var ROUTES = { ...DIRECT_ROUTES, ...INTERFACE_ROUTES, ...OTHER_ROUTES };
function readRoutePath(name) {
  return name.slice(name.indexOf(" ") + 1);
}
function listMethods(path) {
  const names = listKeys(ROUTES).filter((name) => readRoutePath(name) === path);
  return names.map((name) => name.slice(0, name.indexOf(" ")));
}

// src/service/http/serveRoutes.ts
function createGate(context, metricsToken) {
  return {
    metricsToken,
    catalogue: context.catalogue,
    refuseDelayed: (c) => refuseDelayed(c, context),
    refuseOtherPage: (c) => refuseOtherPage(c, context),
    mayOmitType: (c) => mayOmitType(c, context),
    limitBody: limitedBody(context)
  };
}
function serveRoutes(app, handlers, parts) {
  const declared = handlers;
  for (const [path, names] of groupBy(listKeys(declared), readRoutePath)) {
    for (const name of names) serveRoute(app, name, declared[name], parts);
    const allowed = listMethods(path).join(", ");
    app.all(path, (c) => {
      c.header("Allow", allowed);
      return refuse(c, 405, `This address takes ${allowed}.`);
    });
  }
}
function serveRoute(app, name, handler, parts) {
  if (!handler) return;
  const [method = "", path = ""] = name.split(" ");
  const admit = async (c, next) => {
    const route = ROUTES[name];
    const refusal = await refuseCaller(c, route, parts);
    if (refusal) return refusal;
    c.set("mayOmitType", !!route.untypedBody && parts.mayOmitType(c));
    return next();
  };
  const answer2 = (c) => handler(c, c.get("account"), c.get("share"));
  app.on(method, path, admit, parts.limitBody, answer2);
}
async function refuseCaller(c, { access, sharedReport, needs, managesPeople, changesCatalogue, startsSession }, { metricsToken, refuseDelayed: refuseDelayed2, refuseOtherPage: refuseOtherPage2, catalogue }) {
  const refusal = startsSession && refuseOtherPage2(c);
  if (refusal) return refusal;
  if (access === "public") return void 0;
  if (access === "local") return isLocal(c, metricsToken) ? void 0 : c.notFound();
  const { declared } = catalogue();
  const holder = c.get("holder");
  const refuseDeclared = (account3) => changesCatalogue && declared ? refuseChange(c, account3, declared.file) : void 0;
  if (access === "login") return await refuseDelayed2(c) ?? refuseDeclared();
  const account2 = c.get("account");
  if (!account2) {
    c.header("WWW-Authenticate", "Bearer");
    return refuse(c, 401, "Sign in with POST /v2/login and send its token in the Authorization header.");
  }
  if (c.get("share") && !sharedReport) return refuse(c, 403, "A shared link only reads reports.");
  if (access !== "signedIn" && !access.includes(account2.role)) {
    const roles = access.join(" or ");
    return refuse(c, 403, `This needs an account of the role ${roles}; yours has the role ${account2.role}.`);
  }
  if (managesPeople && holder?.token !== void 0) return refuse(c, 403, "API tokens do not manage people.");
  if (needs && (!holder || !includesRole(holder.role, needs)))
    return refuse(c, 403, `This needs the role ${needs} in the account; yours is ${holder?.role}.`);
  return refuseDeclared(account2);
}
function refuseChange(c, account2, file) {
  const owner = account2?.role === "network" ? `the file ${file}` : "a file";
  const message = `The catalogue is declared by ${owner}, and can only be changed there.`;
  return c.json({ message, code: "declared" }, 409);
}
function isLocal(c, token) {
  if (token && isSameText(c.req.header("Authorization") ?? "", `Bearer ${token}`)) return true;
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const isProxied = ["x-forwarded-for", "forwarded", "x-real-ip"].some((name) => c.req.header(name));
  return !isProxied && /^(::1|(::ffff:)?127\.)/.test(peer);
}

// src/service/http/interfaces.ts
function interfaceRoutes(context, handlers, gate) {
  const app = createRouter();
  for (const path of INTERFACE_PATHS)
    app.use(
      path,
      describeError2,
      announceNewPath,
      allowPages,
      refuseOtherPages(context),
      countRequest(context)
    );
  serveRoutes(app, handlers, gate);
  for (const path of INTERFACE_PATHS)
    app.all(path, (c) => refuse(c, 404, "There is nothing at this address."));
  app.onError((error, c) => answerError(c, error, context));
  return app;
}
function answerError(c, error, { reportException: reportException2 }) {
  if (error instanceof BusyError) {
    c.header("Retry-After", "5");
    return refuse(c, 503, "Too many reports are being made. Try again in 5 seconds, or ask for less.");
  }
  if (error instanceof CancelledError) return refuse(c, 503, error.message);
  if (hasLeft(c)) return refuse(c, 400, "The body ended before it was complete.");
  const isAway = error instanceof StoreError && error.code === "away";
  if (isAway) c.header("Retry-After", "5");
  else reportException2(error, c.env.outgoing);
  return refuse(c, 503, "Statistics are not available at the moment.");
}
function hasLeft({ env: { incoming } }) {
  return incoming.destroyed && !incoming.complete;
}
var describeError2 = async (c, next) => {
  await next();
  const id4 = getRequestId(c.env.outgoing);
  const isJson = c.res.headers.get("Content-Type")?.startsWith("application/json");
  if (c.res.status < 400 || !isJson || id4 === void 0) return;
  const error = await c.res.json();
  const body = { message: describeFirst(error.errors), ...error, request_id: id4 };
  c.res = new Response(JSON.stringify(body), c.res);
};
var describeFirst = ([problem = {}] = []) => Object.entries(problem).map(([path, text9]) => path ? `${path}: ${text9}` : text9)[0];
var allowPages = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match"],
  exposeHeaders: [...EXPOSED_HEADERS.split(", "), "ETag", "Location"],
  maxAge: 86400
});

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
    await new Promise((resolve10) => {
      goOn = resolve10;
      response.write(value, () => resolve10());
    });
    memory = new Uint8Array(value.buffer);
  }
  response.end();
}

// src/service/http/app.ts
var POLICY = "Content-Security-Policy";
function createApp(parts) {
  const app = createRouter();
  app.use(sendStreams(parts.statistics.reportException));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, INERT_HEADERS[POLICY]);
  });
  const { statistics, management, setup, files, metricsToken } = parts;
  const interfaces = {
    ...statisticsHandlers(statistics),
    ...managementHandlers(management, files.images, parts.readPage),
    ...peopleHandlers({ users: parts.users, tokens: parts.tokens, management, context: statistics }),
    ...importHandlers(parts.imports),
    ...setupHandlers(setup, statistics)
  };
  const others = { ...healthHandlers(parts), ...fileHandlers(files) };
  const gate = createGate(statistics, metricsToken);
  app.route("/", interfaceRoutes(statistics, interfaces, gate));
  serveRoutes(app, others, gate);
  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404, PUBLIC_HEADERS));
  app.onError((error, c) => {
    parts.reportException(error, c.env.outgoing);
    return c.json({ message: "Something failed here; it is logged." }, 500, PUBLIC_HEADERS);
  });
  return app;
}
function answerUnreadable(error) {
  if (!(error instanceof RequestError)) throw error;
  const headers = { ...INERT_HEADERS, ...PUBLIC_HEADERS };
  return Response.json({ message: "The host or the address is not valid." }, { status: 400, headers });
}
function healthHandlers(parts) {
  return {
    "GET /livez": answerLive,
    "GET /healthz": (c) => answerHealth(c, parts),
    "GET /readyz": (c) => answerHealth(c, parts),
    "GET /metrics": (c) => answerMetrics(c, parts)
  };
}
function answerLive(c) {
  c.header("Cache-Control", "no-store");
  return c.json({ live: true });
}
var NO_NETWORK = "There is no network account. Open the set-up link that the service printed at its start, or print another: `zonetag-service setup-link`.";
function answerHealth(c, { store, isClosing, statistics, setup, redisProblem }) {
  const status = store.status();
  const ready = status.ready && !isClosing();
  const problem = isClosing() ? "The service is stopping." : status.problem;
  c.header("Cache-Control", "no-store");
  const { declared } = statistics.catalogue();
  const redis = redisProblem();
  const body = {
    ready,
    ...problem && { problem },
    ...redis !== void 0 && { degraded: { redis } },
    waiting: status.waiting,
    ...declared && { catalogue: declared.digest },
    ...setup.isNeeded && { warning: NO_NETWORK }
  };
  return c.json(body, ready ? 200 : 503);
}
async function answerMetrics(c, { metrics: { registry } }) {
  return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
}

// src/service/http/bodyTime.ts
var BodyTime = class {
  #server;
  #usual = 0;
  #extended = 0;
  /** The server whose requests get more time. */
  use(server) {
    this.#server = server;
    this.#usual = server.requestTimeout;
  }
  /**
   * Allows bodies this many milliseconds until `work` is done; 0: no limit. Meanwhile this applies to the bodies of
   * all requests; the limit for headers stays.
   */
  async extend(milliseconds, work) {
    this.#extended += 1;
    this.#set(milliseconds === 0 ? 0 : Math.max(milliseconds, this.#usual));
    try {
      return await work();
    } finally {
      this.#extended -= 1;
      if (this.#extended === 0) this.#set(this.#usual);
    }
  }
  #set(milliseconds) {
    if (this.#server) this.#server.requestTimeout = milliseconds;
  }
};

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
var MAX_LANGUAGES = 1024;
function readCaller(request2, address, { trusted, origin }) {
  const { headers } = request2;
  return {
    address,
    isBrowser: headers.origin !== void 0 || headers["sec-fetch-site"] !== void 0,
    userAgent: headers["user-agent"]?.slice(0, USER_FIELDS.ua.maxLength),
    language: headers["accept-language"]?.slice(0, MAX_LANGUAGES),
    optsOut: headers["sec-gpc"] === "1",
    origin: origin ?? findOrigin(request2, trusted)
  };
}

// src/service/placement/readRequest.ts
import { isUtf8 } from "node:buffer";
var LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/i;
var BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;
var BYTE_ORDER_MARK = Buffer.from([239, 187, 191]);
function readRequest2(body, rules) {
  const json3 = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
  let value;
  try {
    if (!isUtf8(json3)) return { problems: [{ "[body]": MALFORMED_BODY }] };
    value = JSON.parse(json3.toString());
  } catch {
    return { problems: [{ "[body]": MALFORMED_BODY }] };
  }
  return checkRequest(value, rules);
}
function checkRequest(value, rules) {
  const problems = new ProblemList();
  return isRequest(value, rules, problems) ? { request: value } : { problems: problems.list() };
}
function isRequest(value, { maxZones, isIpRequired }, problems) {
  if (!isObject(value)) problems.add(formatPath([]), describeType("object"));
  else {
    checkFields(value, REQUEST_READER, "", { maxZones, problems });
    if (isIpRequired && isObject(value.user) && readOwn(value.user, "ip") === void 0)
      problems.add("[user][ip]", MISSING_FIELD);
  }
  return problems.isEmpty;
}
function createReader(fields) {
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
      return checkBy((value) => describeText(value, field.maxLength, field.format));
    case "integer":
      return checkBy((value) => describeInteger(value, field.values));
    case "map":
      return (value, path, checking, object2, key) => checkMap(value, path, checking, object2, key, field);
    case "object": {
      const reader = createReader(field.fields);
      return (value, path, checking) => {
        if (isObject(value)) checkFields(value, reader, path, checking);
        else checking.problems.add(path, describeType("object"));
      };
    }
    case "list": {
      const reader = createReader(field.fields);
      return (value, path, checking) => checkList(value, reader, path, checking);
    }
  }
}
function checkBy(describe4) {
  return (value, path, { problems }) => {
    const problem = describe4(value);
    if (problem) problems.add(path, problem);
  };
}
function checkFields(object2, reader, path, checking) {
  const { problems } = checking;
  for (const key in object2) {
    const field = reader.get(key);
    if (field) field.check(object2[key], `${path}[${key}]`, checking, object2, key);
    else problems.add(path + formatPath([key]), UNEXPECTED_FIELD);
    if (problems.isFull) return;
  }
  for (const [name, { isRequired }] of reader) {
    if (isRequired && readOwn(object2, name) === void 0) problems.add(`${path}[${name}]`, MISSING_FIELD);
  }
}
function checkList(value, reader, path, checking) {
  const { maxZones, problems } = checking;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxZones) {
    problems.add(path, describeList(value, maxZones));
    return;
  }
  for (const [at, item] of value.entries()) {
    if (isObject(item)) checkFields(item, reader, `${path}[${at}]`, checking);
    else problems.add(`${path}[${at}]`, describeType("object"));
    if (problems.isFull) return;
  }
}
function checkMap(value, path, { problems }, object2, key, { maxKeys: maxKeys2, maxKeyLength: maxKeyLength2, maxValueLength: maxValueLength2 }) {
  if (Array.isArray(value) && value.length === 0) {
    object2[key] = /* @__PURE__ */ Object.create(null);
    return;
  }
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || names.length > maxKeys2) {
    problems.add(path, isObject(value) ? describeCount(maxKeys2) : describeType("object"));
    return;
  }
  for (const name of names) {
    const problem = name.length > maxKeyLength2 ? `This key is too long. It should have ${maxKeyLength2} characters or less.` : describeText(value[name], maxValueLength2, void 0);
    if (problem) problems.add(path + formatPath([name]), problem);
    if (problems.isFull) return;
  }
  object2[key] = Object.assign(/* @__PURE__ */ Object.create(null), value);
}
function describeType(type) {
  return `This value should be of type ${type}.`;
}
function describeList(value, most) {
  if (!Array.isArray(value)) return describeType("array");
  return value.length === 0 ? "This collection should contain 1 element or more." : describeCount(most);
}
function describeCount(most) {
  return `This collection should contain ${most} elements or less.`;
}
function describeText(value, maxLength11, format) {
  if (typeof value !== "string") return describeType("string");
  if (value.length > maxLength11)
    return `This value is too long. It should have ${maxLength11} characters or less.`;
  return format === void 0 ? void 0 : FORMATS5[format](value);
}
function describeInteger(value, values2) {
  if (!values2) return Number.isSafeInteger(value) ? void 0 : describeType("integer");
  return values2.some((allowed) => allowed === value) ? void 0 : `This value should be ${values2.join(" or ")}.`;
}
var FORMATS5 = {
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
function readOwn(object2, key) {
  return Object.hasOwn(object2, key) ? object2[key] : void 0;
}
var REQUEST_READER = createReader(REQUEST_FIELDS);

// src/service/http/body.ts
function readBody2(request2, most) {
  return new Promise((resolve10) => {
    if (Number(request2.headers["content-length"]) > most) return resolve10(void 0);
    const chunks = [];
    let size3 = 0;
    request2.on("data", (chunk) => {
      size3 += chunk.length;
      if (size3 <= most) return void chunks.push(chunk);
      request2.pause();
      resolve10(void 0);
    });
    request2.on("end", () => {
      if (size3 <= most) resolve10(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
  });
}

// src/service/http/placementRoute.ts
var HEADER_LIST = listHeaders({
  ...INERT_HEADERS,
  "Content-Type": "application/json",
  ...PUBLIC_HEADERS
});
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
  /** Refuses a request that exceeds the rate limit or comes during overload. */
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
    const text9 = "Compressed bodies are not read; send the JSON as it is.";
    const close = { ...formatRateHeaders(verdict), Connection: "close" };
    return this.#refuse("encoding", 415, text9, close);
  }
  async #place(body, caller, verdict) {
    const { settings, placement, metrics, now } = this.#parts;
    const { requireUserIp, maxZones } = settings;
    const isIpRequired = requireUserIp === "always" || requireUserIp === "server" && !caller.isBrowser;
    const reading = readRequest2(body, { maxZones, isIpRequired });
    const headers = listAnswerHeaders(verdict, caller);
    if ("problems" in reading) {
      metrics.countRefusal("invalid");
      return { status: 400, headers, body: JSON.stringify({ errors: reading.problems }) };
    }
    const placed = placement.place(reading.request, caller, now());
    return this.#store(placed instanceof Promise ? await placed : placed, headers, verdict);
  }
  /** Responds once the decisions are on disk. */
  async #store(placed, headers, verdict) {
    const { admission, store, metrics, now } = this.#parts;
    try {
      await admission.wait(store.append(placed.events));
    } catch (error) {
      placed.undo(now());
      if (!(error instanceof StoreError)) throw error;
      const text9 = "Events cannot be stored at the moment.";
      return this.#refuse(`store-${error.code}`, 503, text9, { ...formatRateHeaders(verdict), ...RETRY });
    }
    metrics.countZones("filled", placed.filled);
    metrics.countZones("empty", placed.empty);
    metrics.countZones("unknown", placed.unknown);
    return { status: 200, headers, body: placed.body };
  }
  #refuse(reason, status, text9, headers) {
    this.#parts.metrics.countRefusal(reason);
    return { status, headers: [...HEADER_LIST, ...listHeaders(headers)], body: createBody(text9) };
  }
};
function listAnswerHeaders(verdict, { origin }) {
  return [
    ...HEADER_LIST,
    DASHBOARD_HEADER,
    `${origin}/dashboard/`,
    ...listHeaders(formatRateHeaders(verdict))
  ];
}

// src/service/http/respond.ts
function respond(parts, route, request2, response, handle) {
  const requestId2 = readRequestId(request2);
  measure2(parts, route, request2, response, requestId2);
  const answer2 = async () => {
    const reply = await handle();
    if (!response.destroyed) send2(response, reply, listOwnHeaders(parts, requestId2));
  };
  answer2().catch((error) => {
    setOwnHeaders(parts, response, requestId2);
    fail(parts, route, response, error);
  });
}
function delegate(parts, route, request2, response, handle) {
  const requestId2 = readRequestId(request2);
  measure2(parts, route, request2, response, requestId2);
  setOwnHeaders(parts, response, requestId2);
  const answer2 = async () => void await handle();
  answer2().catch((error) => fail(parts, route, response, error));
}
function measure2({ metrics, onAnswer }, route, request2, response, requestId2) {
  const started = performance.now();
  response.once("finish", () => {
    const { statusCode: status } = response;
    const milliseconds = performance.now() - started;
    metrics.countAnswer(route, status, milliseconds / 1e3);
    onAnswer?.({ route, request: request2, requestId: requestId2, status, milliseconds });
  });
}
function send2(response, { status, headers, body }, own = []) {
  response.writeHead(status, [...headers, ...own, "Content-Length", String(Buffer.byteLength(body))]);
  response.end(body);
}
function listOwnHeaders({ isClosing }, requestId2) {
  const own = [REQUEST_ID, requestId2];
  return isClosing() ? [...own, "Connection", "close"] : own;
}
function setOwnHeaders(parts, response, requestId2) {
  if (response.headersSent) return;
  setRequestId(response, requestId2);
  if (parts.isClosing()) response.setHeader("Connection", "close");
}
function fail(parts, route, response, error) {
  reportException(parts, route, error, response);
  if (response.headersSent) return void response.destroy();
  send2(response, createMessage(500, "Something failed here; it is logged.", PUBLIC_HEADERS));
}
function reportException({ log, metrics }, route, error, response) {
  const address = truncateAddress(response.req.socket.remoteAddress ?? "");
  log.error({ err: error, route, requestId: getRequestId(response), address }, "request failed");
  metrics.countException(route);
}

// src/service/http/server.ts
import { createServer as createServer3 } from "node:http";
var BAD_TARGET = createMessage(
  400,
  "Ask for a path, or for an http address without a user.",
  PUBLIC_HEADERS
);
var KEEP_ALIVE_MS = 3e4;
var MAX_HEADER_BYTES = 16 * 1024;
function createHttpServer(parts) {
  const { requestTimeout } = parts;
  const routes = listKeys(parts.direct).map((path) => {
    const [start = ""] = path.split(":");
    return { start, hasToken: start !== path, ...parts.direct[path] };
  });
  const options = {
    requestTimeout,
    headersTimeout: requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1e3, requestTimeout),
    maxHeaderSize: MAX_HEADER_BYTES
  };
  const server = createServer3(options, (request2, response) => {
    const path = readPath(request2.url ?? "/");
    if (path === void 0) return respond(parts, "other", request2, response, () => BAD_TARGET);
    for (const { start, hasToken, label, handle } of routes) {
      if (hasToken ? !path.startsWith(start) : path !== start) continue;
      const token = path.slice(start.length);
      return respond(parts, label, request2, response, () => handle(request2, token));
    }
    return delegate(parts, "other", request2, response, () => parts.handleOther(request2, response));
  });
  server.timeout = parts.idleTimeout;
  return server;
}
function readPath(url) {
  if (!url.startsWith("/")) {
    const { protocol, username, password, pathname } = parseUrl(url) ?? {};
    return /^https?:$/.test(protocol ?? "") && !username && !password ? pathname : void 0;
  }
  const query2 = url.indexOf("?");
  return query2 < 0 ? url : url.slice(0, query2);
}

// src/service/http/trackingRoute.ts
var PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
var METHODS = { impression: listWithHead("/i/:token"), click: listWithHead("/c/:token") };
var STATUS = { expired: 410, forged: 403, lost: 503 };
var TrackingRoute = class {
  #parts;
  constructor(parts) {
    this.#parts = parts;
  }
  async handle(kind, token, request2) {
    request2.resume();
    const { method = "", headers } = request2;
    const methods = METHODS[kind];
    if (!methods.includes(method))
      return createMessage(405, "This address is fetched by GET.", { Allow: methods.join(", ") });
    const { tracking, findAddress, now, metrics } = this.#parts;
    const fetcher = {
      address: findAddress(request2),
      userAgent: headers["user-agent"] ?? "",
      isView: method !== "HEAD" && !isSpeculative(request2)
    };
    const fetched = tracking.read(kind, token, fetcher, now());
    const outcome = await this.#store(fetched);
    metrics.countFetch(kind, outcome);
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
function listWithHead(path) {
  return listMethods(path).flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]);
}

// src/service/management/apiTokens.ts
import { randomBytes as randomBytes9 } from "node:crypto";
import * as v24 from "valibot";

// src/service/facts/sumFacts.ts
import { readFile as readFile16, rm as rm23 } from "node:fs/promises";
async function sumFacts2(store, query2, signal) {
  const { from, until, conditions, groups, counters, limit = Number.POSITIVE_INFINITY } = query2;
  const path = await store.writeAnswer(
    {
      query: {
        from,
        until,
        conditions,
        groups,
        metrics: counters.map((counter) => ({ sum: [{ counter, minus: false }] })),
        orders: groups.map((_2, at) => ({ by: at, direction: "asc" })),
        totals: false,
        count: false,
        limit,
        offset: 0
      },
      plan: { ...ROWS_PLAN, limit },
      describe: () => []
    },
    signal
  );
  try {
    const lines = (await readFile16(path, "utf8")).split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line).map((cell) => cell ?? ""));
  } finally {
    await rm23(path, { force: true });
  }
}
function readUtcClock(unit) {
  return { unit, offsets: [{ until: Number.POSITIVE_INFINITY, minutes: 0 }] };
}
var ROWS_PLAN = {
  format: "rows",
  isCompressed: false,
  count: false,
  totals: false,
  detailed: false,
  limit: Number.POSITIVE_INFINITY,
  offset: 0,
  dateTimezone: "UTC",
  groups: [],
  blocks: []
};

// src/service/management/activity.ts
var SEEN_DAYS = 30;
var SECOND_MS = 1e3;
async function readActivity(viewer, { facts, catalogue: current, now }, signal) {
  const catalogue = current();
  const { data, sites: sites2 } = catalogue;
  const accounts2 = listManagedAccounts(viewer, catalogue);
  const zones2 = data.zones.filter(({ site: site2 }) => accounts2.has(sites2.get(site2)?.account ?? 0));
  const campaigns2 = data.campaigns.filter(({ account: account2 }) => accounts2.has(account2));
  const sizes = /* @__PURE__ */ new Map();
  for (const { size: size3 } of listReachableZones(viewer, catalogue)) sizes.set(size3, (sizes.get(size3) ?? 0) + 1);
  const sum2 = (query2) => sumFacts2(facts, query2, signal);
  return {
    zones: await readZones(zones2, sum2, now()),
    campaigns: await readCampaigns(campaigns2, sum2, now()),
    sizes: [...sizes].map(([size3, count3]) => ({ size: size3, zones: count3 }))
  };
}
async function readZones(zones2, sum2, now) {
  if (zones2.length === 0) return [];
  const found = new Map(zones2.map(({ id: id4 }) => [id4, { id: id4, last: 0, requests: 0, filled: 0 }]));
  const asked = await sum2({
    from: now - DAY_MS,
    until: now + SECOND_MS,
    conditions: [within2("zone_id", [...found.keys()])],
    groups: [{ column: "zone_id" }, readUtcClock("date"), readUtcClock("hour")],
    counters: ["ad_requests", "filled"]
  });
  for (const [id4, day3 = "", hour2, requests2, filled] of asked) {
    const zone2 = found.get(Number(id4));
    if (!zone2 || Number(requests2) === 0) continue;
    zone2.last = Math.max(zone2.last, Date.parse(day3) + Number(hour2) * 36e5);
    zone2.requests += Number(requests2);
    zone2.filled += Number(filled);
  }
  const quiet = [...found.values()].filter(({ last }) => last === 0);
  for (const [id4, day3 = "", requests2] of await readDays2(quiet, sum2, now)) {
    const zone2 = found.get(Number(id4));
    if (zone2 && Number(requests2) > 0) zone2.last = Math.max(zone2.last, Date.parse(day3));
  }
  return [...found.values()].map(({ last, ...zone2 }) => ({
    ...zone2,
    last_request: last > 0 ? new Date(last).toISOString() : null
  }));
}
async function readDays2(zones2, sum2, now) {
  if (zones2.length === 0) return [];
  return sum2({
    from: now - SEEN_DAYS * DAY_MS,
    until: now - DAY_MS,
    conditions: [
      within2(
        "zone_id",
        zones2.map(({ id: id4 }) => id4)
      )
    ],
    groups: [{ column: "zone_id" }, readUtcClock("date")],
    counters: ["ad_requests"]
  });
}
async function readCampaigns(campaigns2, sum2, now) {
  if (campaigns2.length === 0) return [];
  const read2 = async (from) => {
    const rows = await sum2({
      from,
      until: now + SECOND_MS,
      groups: [{ column: "campaign_id" }],
      conditions: [
        within2(
          "campaign_id",
          campaigns2.map(({ id: id4 }) => id4)
        )
      ],
      counters: ["impressions", "cost", "filled"]
    });
    return new Map(rows.map(([id4, ...sums]) => [Number(id4), sums]));
  };
  const [all, today, lately] = [await read2(0), await read2(now - now % DAY_MS), await read2(now - DAY_MS)];
  return campaigns2.map((campaign3) => {
    const [shownTotal, costTotal] = all.get(campaign3.id) ?? [];
    const [shownToday, costToday] = today.get(campaign3.id) ?? [];
    const given = {
      shownToday: Number(shownToday ?? 0),
      shownTotal: Number(shownTotal ?? 0),
      costToday: parseDecimal(costToday ?? "0") ?? 0n,
      costTotal: parseDecimal(costTotal ?? "0") ?? 0n
    };
    const filled = Number(lately.get(campaign3.id)?.[2] ?? 0);
    return {
      id: campaign3.id,
      state: findState(campaign3, given, filled, now),
      impressions_today: given.shownToday,
      impressions_total: given.shownTotal,
      cost_today: formatMoney(given.costToday),
      cost_total: formatMoney(given.costTotal)
    };
  });
}
function findState(campaign3, given, filled, now) {
  const { deleted, active, from, to, variations } = campaign3;
  const today = formatDay(now);
  if (deleted) return "archived";
  if (!active) return "paused";
  if (to !== void 0 && to < today) return "ended";
  if (from !== void 0 && from > today) return "scheduled";
  if (!variations.some((creative) => creative.active && creative.review === "approved")) return "waiting";
  if (isSpent(readLimits({ campaign: campaign3, unitCost: computeUnitCost(campaign3) }), given)) return "spent";
  return filled > 0 ? "running" : "unmatched";
}
function within2(column, ids) {
  return { value: { column }, within: ids };
}

// src/service/management/bulk.ts
import * as v19 from "valibot";
var MAX_VERSION = 512;
var IDS = `Expected 1 to ${MAX_BULK} different ids.`;
var VERSIONS2 = "Expected the version of each entry, in the order of the ids.";
var bulkSchema = strictObject2(
  {
    ids: v19.pipe(
      list(v19.pipe(v19.number(IDS), v19.integer(IDS), v19.minValue(1, IDS)), IDS, MAX_BULK, IDS),
      v19.check((ids) => ids.length > 0 && new Set(ids).size === ids.length, IDS)
    ),
    versions: list(
      v19.pipe(v19.string(VERSIONS2), v19.maxLength(MAX_VERSION, VERSIONS2)),
      VERSIONS2,
      MAX_BULK,
      VERSIONS2
    ),
    patch: v19.unknown()
  },
  "Expected an object."
);
function readBulkChange(viewer, kind, input) {
  const read2 = v19.safeParse(bulkSchema, input);
  if (!read2.success) throw new ChangeRefused(400, "The change was not made.", listProblems(read2.issues));
  const { ids, versions, patch } = read2.output;
  if (ids.length !== versions.length)
    throw new ChangeRefused(400, VERSIONS2, [{ [formatPath(["versions"])]: VERSIONS2 }]);
  const resource = RESOURCES[kind];
  return { ids, versions, patch: readFields2(patch, resource, resource.rights[viewer.role]?.change) };
}
function patchEntries(viewer, kind, { ids, versions, patch }, { document, catalogue }) {
  const managed = listManaged(catalogue, kind, viewer);
  const problems = [];
  const puts = ids.flatMap((id4, at) => {
    try {
      const found = managed.get(id4);
      if (!found) throw new ChangeRefused(404, `There is no ${RESOURCES[kind].noun} ${id4}.`);
      requireVersion(versions[at], found.entry);
      if (kind === "campaigns" && viewer.role !== "network") refuseRaise(found.entry, patch);
      return [{ list: kind, entry: { ...mergePatch(document[kind][found.at], patch), id: id4 } }];
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      problems.push({ [formatPath(["ids", at])]: readReason2(error) });
      return [];
    }
  });
  if (problems.length > 0) throw refuseEntries(problems);
  return puts;
}
function readReason2({ problems, message }) {
  const [first] = problems?.flatMap((problem) => Object.values(problem)) ?? [];
  return first ?? message;
}
function explainEach(error, kind, { ids }, document) {
  const reasons = /* @__PURE__ */ new Map();
  for (const { keys, message } of error.problems.map(readProblem)) {
    const [list4, at, ...field] = keys;
    const id4 = list4 === kind ? document[kind][Number(at)]?.id : void 0;
    if (id4 !== void 0 && !reasons.has(id4))
      reasons.set(id4, `${formatPath(field)} ${writeSentence(message)}`);
  }
  const problems = ids.flatMap((id4, at) => {
    const reason = reasons.get(id4);
    return reason ? [{ [formatPath(["ids", at])]: reason }] : [];
  });
  return problems.length > 0 ? refuseEntries(problems) : explainCatalogueError(error, []);
}
function refuseEntries(entries) {
  return new ChangeRefused(409, "Nothing was changed.", void 0, { entries });
}

// src/service/management/estimate.ts
import * as v20 from "valibot";
var DAYS2 = 7;
var HOUR_MS = 36e5;
var campaign2 = catalogueSchema.entries.campaigns.item.entries;
var estimateSchema = strictObject2({
  account: v20.optional(campaign2.account),
  sizes: list(v20.string()),
  pricing: v20.optional(campaign2.pricing),
  keywords: campaign2.keywords,
  negativeKeywords: campaign2.negativeKeywords,
  targeting: campaign2.targeting,
  budget: campaign2.budget,
  caps: campaign2.caps
});
async function estimateCampaign(viewer, input, { facts, catalogue, now }, signal) {
  const read2 = v20.safeParse(estimateSchema, input);
  if (!read2.success) throw new ChangeRefused(400, "The campaign is not valid.", listProblems(read2.issues));
  const draft = read2.output;
  const all = listReachableZones(viewer, catalogue());
  const zones2 = all.filter((zone2) => isFitting(zone2, draft, catalogue()));
  const ids = zones2.map(({ id: id4 }) => id4);
  const [requests2, filled, impressions] = await sumRequests(ids, draft, { facts, now: now(), signal });
  const seen = filled > 0 ? Math.min(1, impressions / filled) : 1;
  return {
    zones: zones2.length,
    zones_total: all.length,
    requests: requests2,
    impressions: Math.min(Math.floor(requests2 * seen), computeMost(draft)),
    ignored: listIgnored(draft)
  };
}
function listIgnored({ keywords, negativeKeywords, targeting: { custom } }) {
  const given = { keywords, negativeKeywords, "targeting.custom": Object.keys(custom) };
  return NOT_ESTIMATED.filter((field) => given[field].length > 0);
}
function isFitting(zone2, { account: advertiser, sizes, targeting: targeting2 }, catalogue) {
  const site2 = catalogue.sites.get(zone2.site);
  if (!site2 || !sizes.includes(zone2.size)) return false;
  if (advertiser !== void 0 && site2.blockedAdvertisers.includes(advertiser)) return false;
  return listDimensions("zone").every(
    ({ name, read: read2 }) => accepts(listAccepted(name, targeting2), read2({ zone: zone2, site: site2 }))
  );
}
async function sumRequests(zones2, { targeting: wanted }, { facts, now, signal }) {
  if (zones2.length === 0) return [0, 0, 0];
  const until = now - now % DAY_MS;
  const from = until - DAYS2 * DAY_MS;
  const { times: times2 } = wanted;
  const offsets = offsetsBetween(times2?.timezone ?? "UTC", from, until);
  const query2 = {
    from,
    until,
    conditions: [{ value: { column: "zone_id" }, within: zones2 }, ...listConditions2(wanted)],
    groups: [
      { unit: "date", offsets },
      { unit: "hour", offsets }
    ],
    counters: ["ad_requests", "filled", "impressions"]
  };
  const rows = await sumFacts2(facts, query2, signal);
  const matching = rows.filter(
    ([day3 = "", hour2]) => !times2 || isWithinTimes(times2, readWallClock("UTC", Date.parse(day3) + Number(hour2) * HOUR_MS))
  );
  const add = (at) => matching.reduce((sum2, row) => sum2 + Number(row[at]), 0);
  return [add(2), add(3), add(4)];
}
function listConditions2(wanted) {
  return [...listDimensions("visitor"), ...listDimensions("request")].flatMap(({ name }) => {
    const column = TARGETING[name].grouping;
    const within4 = listAccepted(name, wanted);
    return within4.length > 0 ? [{ value: { column }, within: within4 }] : [];
  });
}
function computeMost({ pricing: price2, budget: money2, caps: most }) {
  const unitCost = price2?.model === "cpm" ? computeUnitCost({ pricing: price2 }) : 0n;
  const affordable = (amount, days) => {
    const nano2 = amount === void 0 ? void 0 : parseMoney(amount);
    return nano2 === void 0 || unitCost === 0n ? Number.POSITIVE_INFINITY : Number(nano2 / unitCost) * days;
  };
  return Math.min(
    affordable(money2.daily, DAYS2),
    affordable(money2.total, 1),
    (most.daily ?? Number.POSITIVE_INFINITY) * DAYS2,
    most.total ?? Number.POSITIVE_INFINITY
  );
}

// src/service/management/performance.ts
import * as v22 from "valibot";

// src/service/management/days.ts
import * as v21 from "valibot";
var DAY2 = "Expected a day as YYYY-mm-dd.";
var DAYS3 = `Expected a first and a last day, at most ${MAX_PERFORMANCE_DAYS} days.`;
var day2 = v21.pipe(
  v21.string(DAY2),
  v21.regex(/^\d{4}-\d{2}-\d{2}$/, DAY2),
  v21.check((text9) => isDay(text9), DAY2)
);
var daysSchema = v21.pipe(
  strictObject2({ from: day2, to: day2 }, DAYS3),
  v21.check(({ from, to }) => from <= to && countDays(from, to) <= MAX_PERFORMANCE_DAYS, DAYS3)
);
function countDays(from, to) {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}
var HOUR_MS2 = 36e5;
var MINUTE_MS3 = 6e4;
function findMoment(text9, hour2, timezone) {
  const local = Date.parse(text9) + hour2 * HOUR_MS2;
  const ahead = (time2) => (offsetsBetween(timezone, time2, time2 + 1)[0]?.minutes ?? 0) * MINUTE_MS3;
  return local - ahead(local - ahead(local));
}

// src/service/management/performance.ts
var SIDE = "Expected advertiser or publisher.";
var BY = `Expected different ones of: ${PERFORMANCE_GROUPINGS.join(", ")}.`;
var HOUR = "Expected a whole number from 1 to 24.";
var OBJECT = "Expected an object.";
var hour = v22.pipe(v22.number(HOUR), v22.integer(HOUR), v22.minValue(1, HOUR), v22.maxValue(24, HOUR));
var id3 = v22.pipe(
  v22.number("Expected an id."),
  v22.integer("Expected an id."),
  v22.minValue(1, "Expected an id.")
);
var performanceSchema = strictObject2(
  {
    by: v22.pipe(
      list(v22.picklist(PERFORMANCE_GROUPINGS, BY), BY, PERFORMANCE_GROUPINGS.length, BY),
      v22.minLength(1, BY),
      v22.check((names) => new Set(names).size === names.length, BY)
    ),
    role: v22.picklist(["advertiser", "publisher"], SIDE),
    days: daysSchema,
    compared: v22.optional(daysSchema),
    object: v22.optional(strictObject2({ kind: v22.picklist(PERFORMANCE_OBJECTS, OBJECT), id: id3 }, OBJECT)),
    cut: v22.optional(
      strictObject2({ hour, days: v22.picklist(["last", "every"], "Expected last or every.") }, OBJECT)
    )
  },
  OBJECT
);
async function readPerformance(viewer, input, { facts, catalogue: current }, signal) {
  const read2 = v22.safeParse(performanceSchema, input);
  if (!read2.success) throw new ChangeRefused(400, "The request is not valid.", listProblems(read2.issues));
  const asked = read2.output;
  requireOwnSide(viewer, asked);
  const catalogue = current();
  const result = {};
  for (const grouping of asked.by) {
    const sum2 = (days) => sumDays({ viewer, asked, catalogue, grouping, days }, facts, signal);
    const now = await sum2(asked.days);
    result[grouping] = { now, before: asked.compared ? await sum2(asked.compared) : [] };
  }
  return result;
}
function requireOwnSide(viewer, { role: role2, by }) {
  if (!mayAsk(viewer, role2)) throw refuseField("role", "Your account has no such numbers.", 403);
  const known4 = listNames(GROUPINGS, role2, viewer.role);
  const hidden = by.find((name) => !known4.includes(name));
  if (hidden) throw refuseField("by", `Your account cannot group by ${hidden} here.`, 403);
}
var COUNTERS2 = ["ad_requests", "filled", "impressions", "clicks", "cost", "publisher_revenue"];
async function sumDays(question, facts, signal) {
  const { viewer, catalogue, grouping } = question;
  const { from, until } = findMoments(question);
  const offsets = offsetsBetween(viewer.timezone, from, until);
  const group = grouping === "date" ? { unit: "date", offsets } : { column: grouping };
  const rows = await sumFacts2(
    facts,
    { from, until, conditions: listConditions3(question, offsets), groups: [group], counters: COUNTERS2 },
    signal
  );
  const context = { names: catalogue, detailed: true, kind: viewer.role };
  return rows.flatMap(
    ([value = "", ...sums]) => value === "" ? [] : { group_by: { [grouping]: describeGroup(grouping, value, context) }, ...showSums(sums, question) }
  );
}
function showSums(sums, { viewer, asked }) {
  const [ad_requests = 0, filled = 0, impressions = 0, clicks = 0, cost = 0, publisher = 0] = sums.map(Number);
  const shown = { ad_requests, filled, impressions, clicks };
  if (viewer.role === "network") {
    const network_revenue = Math.round((cost - publisher) * 1e9) / 1e9;
    return { ...shown, cost, publisher_revenue: publisher, network_revenue };
  }
  return asked.role === "publisher" ? { ...shown, revenue: publisher } : { ...shown, cost };
}
function listConditions3({ viewer, asked, catalogue }, offsets) {
  const { role: role2, object: object2, cut } = asked;
  const { accounts: accounts2 } = selectScope(viewer, role2, catalogue);
  const hours = cut?.days === "every" ? Array.from({ length: cut.hour }, (_2, at) => at) : void 0;
  return [
    { value: { column: `${role2}_id` }, within: accounts2 },
    ...object2 ? [{ value: { column: object2.kind }, within: [object2.id] }] : [],
    ...hours ? [{ value: { unit: "hour", offsets }, within: hours }] : []
  ];
}
var HOURS2 = 24;
function findMoments({ viewer: { timezone }, asked: { cut }, days: { from, to } }) {
  const last = cut?.days === "last" ? cut.hour : HOURS2;
  return { from: findMoment(from, 0, timezone), until: findMoment(to, last, timezone) };
}

// src/service/management/unfilled.ts
import * as v23 from "valibot";
async function readZoneUnfilled(viewer, id4, days, { facts, catalogue }, signal) {
  findEntry(catalogue(), "zones", id4, viewer);
  const read2 = v23.safeParse(daysSchema, days);
  if (!read2.success) throw new ChangeRefused(400, "The request is not valid.", listProblems(read2.issues));
  const rows = await sumFacts2(
    facts,
    {
      from: findMoment(read2.output.from, 0, viewer.timezone),
      until: findMoment(read2.output.to, HOURS3, viewer.timezone),
      conditions: [{ value: { column: "zone_id" }, within: [id4] }],
      groups: ZONE_COLUMNS.map((column) => ({ column })),
      counters: ["ad_requests", "filled"]
    },
    signal
  );
  const sums = /* @__PURE__ */ new Map();
  let all = 0;
  for (const [text9, campaign3, country2 = "", ...counts] of rows) {
    const [requests2 = 0, filled = 0] = counts.map(Number);
    all += requests2;
    if (requests2 === filled) continue;
    const reason = describeReason(viewer, catalogue(), { reason: readReason3(text9), campaign: campaign3, country: country2 });
    const key = JSON.stringify(reason);
    sums.set(key, { ...reason, requests: (sums.get(key)?.requests ?? 0) + requests2 - filled });
  }
  return { requests: all, reasons: [...sums.values()].sort((a, b) => b.requests - a.requests) };
}
var ZONE_COLUMNS = ["unfilled_reason", "excluded_campaign_id", "country_iso"];
function describeReason(viewer, catalogue, { reason, campaign: campaign3, country: country2 }) {
  const named2 = viewer.role === "network" ? catalogue.campaigns.get(Number(campaign3)) : void 0;
  const isByCountry = reason === "targeting.countries" && country2 !== "";
  return {
    reason,
    ...named2 && { campaign: { id: named2.id, name: named2.name } },
    ...isByCountry && { country: describeCountry(country2) }
  };
}
async function readCampaignUnfilled(viewer, id4, { facts, catalogue, now }, signal) {
  findEntry(catalogue(), "campaigns", id4, viewer);
  const today = now() - now() % DAY_MS;
  const yesterday = today - DAY_MS;
  const sum2 = (query2) => sumFacts2(facts, { ...query2, from: yesterday }, signal);
  const excluded = await sum2({
    until: today + DAY_MS,
    conditions: [{ value: { column: "excluded_campaign_id" }, within: [id4] }],
    groups: [readUtcClock("date"), readUtcClock("quarterHour"), { column: "unfilled_reason" }],
    counters: ["ad_requests"]
  });
  const spent = await sum2({
    until: today,
    conditions: [{ value: { column: "campaign_id" }, within: [id4] }],
    groups: [readUtcClock("quarterHour")],
    counters: ["filled", "cost"]
  });
  const missed = excluded.map(([day3 = "", quarter, reason, requests2]) => ({
    day: day3,
    quarter: Number(quarter),
    reason: readReason3(reason),
    requests: Number(requests2)
  }));
  return {
    days: [yesterday, today].map((time2) => summarizeDay(formatDay(time2), missed)),
    spending: listSpending(catalogue().campaigns.get(id4), formatDay(yesterday), missed, spent)
  };
}
function summarizeDay(day3, missed) {
  const reasons = LIMIT_REASONS.flatMap((reason) => {
    const own = missed.filter((each) => each.day === day3 && each.reason === reason);
    const requests2 = addRequests(own);
    const first = Math.min(...own.map(({ quarter }) => quarter));
    return requests2 > 0 ? [{ reason, requests: requests2, first: startQuarter(day3, first) }] : [];
  });
  return { day: day3, reasons };
}
var BY_BUDGET = ["budget", "spread"];
function listSpending(campaign3, day3, missed, spent) {
  const byQuarter = new Map(
    spent.map(([quarter, filled2, cost2]) => [Number(quarter), [Number(filled2), Number(cost2)]])
  );
  const [filled, cost] = [0, 1].map(
    (at) => [...byQuarter.values()].reduce((sum2, sums) => sum2 + (sums[at] ?? 0), 0)
  );
  const quarters = Array.from({ length: QUARTERS }, (_2, quarter) => ({
    start: startQuarter(day3, quarter),
    cost: byQuarter.get(quarter)?.[1] ?? 0,
    missed: addRequests(
      missed.filter(
        (each) => each.day === day3 && each.quarter === quarter && BY_BUDGET.includes(each.reason)
      )
    )
  }));
  const unit = campaign3?.pricing.model === "cpm" ? Number(formatMoney(computeUnitCost(campaign3))) : 0;
  return {
    per_request: filled && cost !== void 0 ? cost / filled : unit,
    quarters: quarters.filter((each) => each.cost > 0 || each.missed > 0)
  };
}
var HOURS3 = 24;
var QUARTERS = 96;
var QUARTER_MS = 15 * 6e4;
function startQuarter(day3, quarter) {
  return new Date(Date.parse(day3) + quarter * QUARTER_MS).toISOString();
}
function addRequests(missed) {
  return missed.reduce((sum2, { requests: requests2 }) => sum2 + requests2, 0);
}
function readReason3(text9) {
  return isOneOf(UNFILLED_REASONS, text9) ? text9 : null;
}

// src/service/management/management.ts
var FORMER_USER = "former user";
var FORMER_TOKEN = "former API token";
var MAX_RUNNING = 2;
var MAX_WAITING3 = 64;
var TIMEOUT3 = 1e4;
var Management = class {
  #parts;
  #gate = new Gate({ running: MAX_RUNNING, waiting: MAX_WAITING3 });
  constructor(parts) {
    this.#parts = parts;
  }
  /** Describes the account to itself. */
  describe(viewer) {
    return describeAccount(viewer, this.#parts.catalogue());
  }
  list(viewer, kind, options) {
    return runInSlices(listPage(this.#parts.catalogue(), kind, viewer, options));
  }
  one(viewer, kind, id4) {
    return showEntry(findEntry(this.#parts.catalogue(), kind, id4, viewer).entry);
  }
  async create(viewer, kind, input, sender) {
    const resource = RESOURCES[kind];
    const fields = readFields2(input, resource, resource.rights[viewer.role]?.create);
    await this.#retainImages(fields.variations);
    const made = await addOwner(kind, fields, viewer, this.#parts.catalogue());
    const { catalogue: after, id: id4 } = await this.#change(viewer, sender, kind, (document, catalogue) => {
      const id5 = nextId(document[kind]);
      const item = kind === "campaigns" ? giveCreativeIds(made, viewer, catalogue) : made;
      return { list: kind, entry: { id: id5, ...item }, path: [kind, document[kind].length] };
    });
    return showEntry(findEntry(after, kind, id4, viewer).entry);
  }
  /** `version` is what the caller saw: a change that somebody made since is not overwritten. */
  async change(viewer, kind, id4, version2, input, sender) {
    const resource = RESOURCES[kind];
    findEntry(this.#parts.catalogue(), kind, id4, viewer);
    const patch = readFields2(input, resource, resource.rights[viewer.role]?.change);
    const { catalogue: after } = await this.#change(viewer, sender, kind, (document, catalogue) => {
      const { entry, at } = findEntry(catalogue, kind, id4, viewer);
      requireVersion(version2, entry);
      if (kind === "campaigns" && viewer.role !== "network") refuseRaise(entry, patch);
      return { list: kind, entry: { ...mergePatch(document[kind][at], patch), id: id4 }, path: [kind, at] };
    });
    return showEntry(findEntry(after, kind, id4, viewer).entry);
  }
  /** Changes entries by one patch, all or none; the versions that they have then. */
  async changeMany(viewer, kind, input, sender) {
    const change = readBulkChange(viewer, kind, input);
    const { catalogue } = await this.#put(viewer, sender, kind, {
      edit: (document, catalogue2) => patchEntries(viewer, kind, change, { document, catalogue: catalogue2 }),
      explain: (error, document) => explainEach(error, kind, change, document)
    });
    const managed = listManaged(catalogue, kind, viewer);
    return change.ids.flatMap((id4) => {
      const found = managed.get(id4);
      return found ? [{ id: id4, version: computeVersion(found.entry) }] : [];
    });
  }
  creatives(viewer, campaign3) {
    const catalogue = this.#parts.catalogue();
    const { at } = findEntry(catalogue, "campaigns", campaign3, viewer);
    return listCreativesAt(catalogue, at).map(showEntry);
  }
  async createCreative(viewer, campaign3, input, sender) {
    const fields = readFields2(input, CREATIVE, CREATIVE.rights[viewer.role]?.create);
    requireKnownSize(fields.size, viewer, this.#parts.catalogue());
    await this.#retainImages([fields]);
    const { catalogue: after, id: id4 } = await this.#change(
      viewer,
      sender,
      "creatives",
      (document, catalogue) => {
        const { at } = findEntry(catalogue, "campaigns", campaign3, viewer);
        const id5 = nextId(listCreatives(catalogue));
        const sent = viewer.role === "advertiser" ? sendCreative(fields, this.#time()) : fields;
        const place = { campaign: at, at: listCreativesAt(catalogue, at).length };
        return putCreative(document, { ...place, creative: { id: id5, ...sent } });
      }
    );
    return showEntry(findCreative(after, campaign3, id4, viewer).entry);
  }
  async changeCreative(viewer, campaign3, id4, version2, input, sender) {
    findCreative(this.#parts.catalogue(), campaign3, id4, viewer);
    const fields = readFields2(input, CREATIVE, CREATIVE.rights[viewer.role]?.change);
    if (fields.size !== void 0) requireKnownSize(fields.size, viewer, this.#parts.catalogue());
    await this.#retainImages([fields]);
    const change = viewer.role === "advertiser" ? sendVersion(fields, this.#time()) : (_2, written) => mergePatch(written, fields);
    return this.#editCreative(viewer, campaign3, id4, sender, (creative, written) => {
      requireVersion(version2, creative);
      return change(creative, written);
    });
  }
  /** Creatives that wait for a network's approval. */
  approvals(viewer, page) {
    return runInSlices(listApprovals(viewer, this.#parts.catalogue(), page));
  }
  /** Approves, rejects or withdraws the version of a creative that the caller saw, and no later one. */
  decide(viewer, campaign3, id4, version2, decision, sender) {
    return this.#editCreative(viewer, campaign3, id4, sender, (creative, written) => {
      requireSeenVersion(version2, creative);
      return decision(creative, written);
    });
  }
  async #editCreative(viewer, campaign3, id4, sender, edit2) {
    findCreative(this.#parts.catalogue(), campaign3, id4, viewer);
    const { catalogue: after } = await this.#change(viewer, sender, "creatives", (document, catalogue) => {
      const { entry, ...place } = findCreative(catalogue, campaign3, id4, viewer);
      const written = listWrittenCreatives(document.campaigns[place.campaign])[place.at];
      if (!written) throw new Error(`Creative ${id4} was not written.`);
      return putCreative(document, { ...place, creative: { ...edit2(entry, written), id: id4 } });
    });
    return showEntry(findCreative(after, campaign3, id4, viewer).entry);
  }
  #time() {
    return new Date(this.#parts.now()).toISOString();
  }
  /** Changes settings of the account itself. Resolves with the account. */
  async changeOwn(viewer, input, sender) {
    const fields = readOwnFields(input);
    const { catalogue: after } = await this.#change(viewer, sender, "accounts", (document, catalogue) => {
      const { at } = findEntry(catalogue, "accounts", viewer.id, viewer);
      const entry = { ...mergePatch(document.accounts[at], fields), id: viewer.id };
      return { list: "accounts", entry, path: ["accounts", at] };
    });
    return describeAccount(after.accounts.get(viewer.id) ?? viewer, after);
  }
  /** Of the campaigns that the network manages. Decides nothing, counts nothing. */
  explain(viewer, input, incoming) {
    const { country: country2, request: request2 } = takeCountry(input);
    const reading = checkRequest(request2, { maxZones: MAX_ZONES, isIpRequired: false });
    if ("problems" in reading) throw new ChangeRefused(400, "The request is not valid.", reading.problems);
    const catalogue = this.#parts.catalogue();
    const managed = listManagedAccounts(viewer, catalogue);
    const isManagedCampaign = (id4) => managed.has(catalogue.campaigns.get(id4)?.account ?? 0);
    const reachable = new Set(listReachableZones(viewer, catalogue).map((zone2) => zone2.id));
    const explained = this.#parts.explain(reading.request, incoming, country2);
    const zones2 = reading.request.zones.map(({ id: id4 }, at) => {
      const found = reachable.has(id4) ? explained[at] : void 0;
      return found ? { id: id4, campaigns: found.filter((one) => isManagedCampaign(one.id)) } : null;
    });
    const errors = Object.fromEntries(
      zones2.flatMap(
        (zone2, at) => zone2 ? [] : [[String(at), [`Zone ${reading.request.zones[at]?.id} not found`]]]
      )
    );
    return { zones: zones2, errors };
  }
  /** Rejects with `BusyError` when too many ask. */
  activity(viewer) {
    const signal = AbortSignal.timeout(TIMEOUT3);
    return this.#gate.run(() => readActivity(viewer, this.#parts, signal), signal);
  }
  /** Resolves with the reasons why requests of a zone got no ad. Rejects with `BusyError` during overload. */
  zoneUnfilled(viewer, id4, days) {
    const signal = AbortSignal.timeout(TIMEOUT3);
    return this.#gate.run(() => readZoneUnfilled(viewer, id4, days, this.#parts, signal), signal);
  }
  /** Resolves with the requests that a campaign missed because of its limits. Rejects with `BusyError` during overload. */
  campaignUnfilled(viewer, id4) {
    const signal = AbortSignal.timeout(TIMEOUT3);
    return this.#gate.run(() => readCampaignUnfilled(viewer, id4, this.#parts, signal), signal);
  }
  /** Rejects with `BusyError` when too many ask. */
  performance(viewer, input) {
    const signal = AbortSignal.timeout(TIMEOUT3);
    return this.#gate.run(() => readPerformance(viewer, input, this.#parts, signal), signal);
  }
  /** Rejects with `BusyError` when too many ask. */
  estimate(viewer, input) {
    const signal = AbortSignal.timeout(TIMEOUT3);
    return this.#gate.run(() => estimateCampaign(viewer, input, this.#parts, signal), signal);
  }
  /**
   * Changes of what an account manages, the newest first; users and API tokens have the names of now. Members of a network
   * do not see who of it made them.
   */
  async changes(viewer, filter) {
    const { accounts: accounts2 } = this.#parts.catalogue();
    const isVisible = ({ owner }) => owner === viewer.id || accounts2.get(owner)?.network === viewer.id;
    const { count: count3, entries } = await this.#parts.changes.list({ ...filter, isVisible });
    const { users, tokens } = this.#parts.people();
    const isMember = (user) => user === void 0 || users.get(user)?.accounts.some((one) => one.account === viewer.id) !== false;
    const isShown = ({ account: account2, user }) => viewer.role === "network" || account2.id === viewer.id && isMember(user);
    const show2 = (change) => {
      if (!isShown(change)) return hideAuthor(change);
      const { user, token, ...rest } = change;
      return {
        ...rest,
        ...user !== void 0 && { user: { id: user, name: users.get(user)?.name ?? FORMER_USER } },
        ...token !== void 0 && { token: { id: token, name: tokens.get(token)?.name ?? FORMER_TOKEN } }
      };
    };
    return { count: count3, entries: entries.map(show2) };
  }
  /** Keeps the images that creatives name until the change has named them. Nothing of the creatives is checked yet. */
  async #retainImages(creatives) {
    if (!Array.isArray(creatives)) return;
    const images = creatives.flatMap((creative) => isObject(creative) ? [creative.image] : []);
    const text9 = images.filter((image) => typeof image === "string").join("\n");
    if (text9 !== "") await this.#parts.images.retain(text9);
  }
  /** Returns the catalogue with the change, and the id of the entry. */
  async #change(viewer, sender, kind, edit2) {
    let path = [];
    return this.#put(viewer, sender, kind, {
      edit: (document, before) => {
        const edited = edit2(document, before);
        path = edited.path;
        return [edited];
      },
      explain: (error) => explainCatalogueError(error, path)
    });
  }
  /** Makes all edits in one change. Returns the id of the first entry. */
  async #put(viewer, { request: request2 = "", user, token } = {}, kind, { edit: edit2, explain: explain2 }) {
    const { editor, now } = this.#parts;
    if (!editor) throw new ChangeRefused(409, "The catalogue is declared.");
    const { id: id4, name } = viewer;
    const author = { account: { id: id4, name }, user, token, request: request2, time: now() };
    let edited;
    try {
      const { value: catalogue, put } = await editor.change((document, before) => {
        edited = document;
        return edit2(document, before);
      }, author);
      const [made] = put;
      if (made && (made.creative === void 0 ? made.list : "creatives") !== kind)
        throw new ChangeRefused(409, "Another request had this Idempotency-Key.");
      return { catalogue, id: made?.creative ?? made?.id ?? 0 };
    } catch (error) {
      if (error instanceof CatalogueError && edited) throw explain2(error, edited);
      throw error instanceof NotStoredError ? new ChangeRefused(503, error.message) : error;
    }
  }
};
var NETWORK3 = { id: 0, name: "your network" };
function hideAuthor({ request: _request, user: _user, token: _token, ...change }) {
  return { ...change, account: NETWORK3 };
}
function takeCountry(input) {
  if (!isObject(input) || !("country" in input)) return { country: void 0, request: input };
  const { country: country2, ...request2 } = input;
  if (typeof country2 === "string" && isCountry(country2)) return { country: country2, request: request2 };
  throw refuseField("country", "Expected a code of three letters such as DEU.");
}
function putCreative(document, { campaign: campaign3, at, creative }) {
  const written = document.campaigns[campaign3];
  if (!written) throw new Error(`There is no campaign at position ${campaign3}.`);
  const variations = [...listWrittenCreatives(written)];
  variations[at] = creative;
  return {
    list: "campaigns",
    creative: creative.id,
    entry: { ...written, variations },
    path: ["campaigns", campaign3, "variations", at]
  };
}
function listWrittenCreatives(campaign3) {
  return Array.isArray(campaign3?.variations) ? campaign3.variations : [];
}
function giveCreativeIds(fields, viewer, catalogue) {
  if (!Array.isArray(fields.variations)) return fields;
  const first = nextId(listCreatives(catalogue));
  const variations = fields.variations.map(
    (creative, at) => isObject(creative) ? { ...creative, id: first + at } : creative
  );
  for (const creative of variations)
    if (isObject(creative)) requireKnownSize(creative.size, viewer, catalogue);
  return { ...fields, variations };
}

// src/service/management/apiTokens.ts
var MAX_TOKENS = 100;
var DAYS4 = "Expected a whole number from 1 to 3650.";
var newTokenSchema = requestObject({
  name: userName,
  role: tokenRole,
  days: v24.optional(v24.pipe(v24.number(DAYS4), v24.integer(DAYS4), v24.minValue(1, DAYS4), v24.maxValue(3650, DAYS4))),
  account: v24.optional(v24.number("Expected the id of an account."))
});
var ApiTokens = class {
  #parts;
  #changes;
  constructor(parts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }
  /** Those that have not expired. `account`: by default the caller's own. */
  async list(asking, account2) {
    const id4 = this.#changes.requireManaged(asking, account2);
    const uses = await this.#parts.uses.read();
    const { people, now } = this.#parts;
    const tokens = listAccountTokens(people(), id4).filter((token) => !isExpired(token, now()));
    return tokens.map((token) => describeToken(token, people(), uses.get(token.id)));
  }
  async create(asking, input) {
    const { name, role: role2, days, account: named2 } = readInput2(newTokenSchema, input);
    const account2 = this.#changes.requireManaged(asking, named2);
    const token = randomBytes9(24).toString("base64url");
    const now = this.#parts.now();
    const { id: id4, people } = await this.#changes.make(asking, (known4, document) => {
      if (listAccountTokens(known4, account2).filter((one) => !isExpired(one, now)).length >= MAX_TOKENS)
        throw new ChangeRefused(409, `An account has at most ${MAX_TOKENS} API tokens.`);
      const entry = {
        id: nextId(document.tokens),
        account: account2,
        name,
        role: role2,
        digest: hashToken(token),
        created: new Date(now).toISOString(),
        ...asking.user !== void 0 && { creator: asking.user },
        ...days !== void 0 && { expires: new Date(now + days * DAY_MS).toISOString() }
      };
      return [{ list: "tokens", entry }];
    });
    return { ...describeToken(requireToken(people, id4, account2), people), token };
  }
  /** Ends a token. `account`: by default the caller's own. */
  async revoke(asking, id4, named2) {
    const account2 = this.#changes.requireManaged(asking, named2);
    await this.#changes.make(asking, (people) => {
      requireToken(people, id4, account2);
      return [{ list: "tokens", entry: describeDeleted(id4) }];
    });
  }
};
function requireToken({ tokens }, id4, account2) {
  const token = tokens.get(id4);
  if (token?.account === account2) return token;
  throw new ChangeRefused(404, `There is no API token ${id4}.`);
}
function describeToken({ id: id4, name, role: role2, created, creator, expires }, { users }, lastUse) {
  return {
    id: id4,
    name,
    role: role2,
    ...created && { created_at: created },
    ...isDeclared(id4) && { declared: true },
    ...creator && { created_by: { id: creator, name: users.get(creator)?.name ?? FORMER_USER } },
    ...expires && { expires_at: expires },
    ...lastUse && { last_use: new Date(lastUse).toISOString() }
  };
}

// src/service/management/imageSweep.ts
var EVERY_MS = 36e5;
function sweepHourly(parts) {
  const sweep = () => void sweepImages(parts).catch(parts.onProblem);
  sweep();
  return setInterval(sweep, EVERY_MS).unref();
}
async function sweepImages({
  images,
  changes,
  current
}) {
  const { accounts: accounts2, campaigns: campaigns2 } = current.catalogue.data;
  const named2 = await findNamedImages([...campaigns2, ...current.earlierCampaigns], changes);
  await images.sweep(
    named2,
    accounts2.map(({ id: id4 }) => id4)
  );
}
async function findNamedImages(campaigns2, changes) {
  const named2 = /* @__PURE__ */ new Set();
  const add = (value) => {
    for (const name of findImageNames(JSON.stringify(value))) named2.add(name);
  };
  add(campaigns2);
  await changes.list({
    limit: 0,
    offset: 0,
    isVisible: ({ before, after }) => {
      add([before, after]);
      return false;
    }
  });
  return named2;
}

// src/service/management/readPage.ts
import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import ipaddr4 from "ipaddr.js";
var MAX_ADDRESS2 = 2048;
var MAX_BYTES = 1024 ** 2;
var MAX_REDIRECTS = 3;
var TIMEOUT4 = 5e3;
function createPageReader({ mayReadLocal }) {
  return async (input, hostnames) => {
    const address = isObject(input) ? input.address : void 0;
    if (typeof address !== "string" || address.length > MAX_ADDRESS2)
      throw refuseField("address", `Expected a text of at most ${MAX_ADDRESS2} characters.`);
    const signal = AbortSignal.timeout(TIMEOUT4);
    let url = readAddress(address, hostnames);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const target = await within3(signal, resolvePublic(url, mayReadLocal));
      const response = await send3(url, target, signal);
      const { location } = response.headers;
      if (location === void 0) return { address: url.href, html: await readHtml(response) };
      response.destroy();
      url = readAddress(new URL(location, url).href, hostnames);
    }
    throw refuseField("address", `The page redirects more than ${MAX_REDIRECTS} times.`);
  };
}
function readAddress(address, hostnames) {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw refuseField("address", "Expected an address that begins with https:// or http://.");
  if (!hostnames.has(url.hostname))
    throw refuseField("address", `No site has the host name ${url.hostname}.`);
  return url;
}
async function resolvePublic({ hostname }, mayReadLocal) {
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, "")).catch(() => {
    throw refuseField("address", `The host name ${hostname} is not known.`);
  });
  const range = ipaddr4.process(address).range();
  if (range === "unicast" || mayReadLocal && range === "loopback") return address;
  throw refuseField("address", `${hostname} is not a public address; the page was not read.`);
}
function within3(signal, work) {
  const late = new Promise((_2, reject) => {
    signal.addEventListener("abort", () => reject(refuseField("address", "The page does not answer.")), {
      once: true
    });
  });
  return Promise.race([work, late]);
}
function send3(url, address, signal) {
  const { hostname, port, protocol, pathname, search } = url;
  const isSecure = protocol === "https:";
  return new Promise((resolve10, reject) => {
    const sending = (isSecure ? requestHttps : requestHttp)({
      host: address,
      port: port || (isSecure ? 443 : 80),
      path: pathname + search,
      signal,
      ...isSecure && { servername: hostname },
      headers: { host: url.host, accept: "text/html", "accept-encoding": "identity" }
    });
    sending.once("response", resolve10);
    sending.once("error", () => reject(refuseField("address", "The page does not answer.")));
    sending.end();
  });
}
async function readHtml(response) {
  const { statusCode, headers } = response;
  const type = headers["content-type"] ?? "";
  if (statusCode !== 200 || !/^text\/html\b/i.test(type)) {
    response.destroy();
    throw refuseField("address", `The page answers ${statusCode} with ${type || "no type"}; expected HTML.`);
  }
  const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
  return decode(await readStart(response), charset);
}
async function readStart(response) {
  const chunks = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_BYTES) break;
    }
  } catch {
    throw refuseField("address", "The page ended before it was complete.");
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}
function decode(bytes, charset) {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

// src/service/management/userRequests.ts
async function runUserRequest(users, body) {
  try {
    return await run3(users, body);
  } catch (error) {
    if (!(error instanceof ChangeRefused) || !error.problems) throw error;
    const problems = error.problems.flatMap((problem) => Object.entries(problem));
    throw new Error(problems.map(([field, message]) => `${field}: ${message}`).join("\n"));
  }
}
async function run3(users, request2) {
  if (request2.action === "list") return { users: users.list({}, request2.account) };
  if (request2.action === "reset") return { users: [], ...await users.resetByName(request2.email) };
  const { action: _2, ...fields } = request2;
  const { user, link: link2 } = await users.add({}, fields);
  return { users: [user], ...link2 && { link: link2.link } };
}

// src/service/management/users.ts
import { randomBytes as randomBytes10 } from "node:crypto";
import * as v25 from "valibot";
var LINK_LIFE = 3 * DAY_MS;
var MAX_USERS = 1e3;
var accountId = v25.optional(v25.number("Expected the id of an account."));
var newUserSchema = requestObject({
  email: email2,
  name: userName,
  language: v25.optional(userLanguage),
  role: userRole,
  account: accountId
});
var knownUserSchema = requestObject({
  user: v25.number("Expected the id of a user."),
  role: userRole,
  account: accountId
});
var userChangeSchema = requestObject({ role: userRole, account: accountId });
var ownChangeSchema = strictObject2(
  {
    name: v25.optional(userName),
    language: v25.optional(userLanguage),
    password: v25.optional(v25.string("Expected a text.")),
    currentPassword: v25.optional(v25.string("Expected a text."))
  },
  "Expected an object."
);
var linkUseSchema = requestObject({
  token: v25.pipe(v25.string("Expected a text."), v25.maxLength(200, "Expected a token.")),
  password: v25.string("Expected a text.")
});
var Users = class {
  #parts;
  #changes;
  constructor(parts) {
    this.#parts = parts;
    this.#changes = new PeopleChanges(parts);
  }
  /** `account`: by default the caller's own. */
  list(asking, account2) {
    const id4 = this.#changes.requireManaged(asking, account2);
    return listAccountUsers(this.#parts.people(), id4).map((user) => this.#describe(user, id4));
  }
  /** Invites somebody, or adds a user whose accounts the caller manages to another one. */
  async add(asking, input) {
    const isKnown2 = isObject(input) && "user" in input;
    const fields = isKnown2 ? readInput2(knownUserSchema, input) : readInput2(newUserSchema, input);
    const account2 = this.#changes.requireManaged(asking, fields.account);
    const membership = { account: account2, role: fields.role };
    if ("user" in fields) {
      const entry = await this.#put(asking, (people) => {
        const user = this.#requireOwn(asking, people, fields.user);
        if (user.accounts.some((one) => one.account === account2))
          throw new ChangeRefused(409, "The user belongs to this account already.");
        return { ...user, accounts: [...user.accounts, membership] };
      });
      return { user: this.#describe(entry, account2) };
    }
    return this.#invite(
      asking,
      { email: fields.email, name: fields.name, language: fields.language },
      membership
    );
  }
  /** Changes the role in an account. */
  async change(asking, id4, input) {
    const { role: role2, account: named2 } = readInput2(userChangeSchema, input);
    const account2 = this.#changes.requireManaged(asking, named2);
    const entry = await this.#put(asking, (people) => {
      const user = requireMember(people, id4, account2);
      if (role2 !== "owner") requireOtherOwner(asking, people, id4, account2);
      const accounts2 = user.accounts.map((one) => one.account === account2 ? { account: account2, role: role2 } : one);
      return { ...user, accounts: accounts2 };
    });
    return this.#describe(entry, account2);
  }
  /** Removes a user from an account; deletes the user after the last one. `withTokens`: also the user's API tokens. */
  async remove(asking, id4, named2, withTokens = false) {
    const account2 = this.#changes.requireManaged(asking, named2);
    await this.#changes.make(asking, (people) => {
      const user = requireMember(people, id4, account2);
      requireOtherOwner(asking, people, id4, account2);
      const accounts2 = user.accounts.filter((one) => one.account !== account2);
      const entry = accounts2.length > 0 ? { ...user, accounts: accounts2 } : describeDeleted(id4);
      const made = listAccountTokens(people, account2).filter(({ creator }) => withTokens && creator === id4);
      const ended = made.map((token) => ({ list: "tokens", entry: describeDeleted(token.id) }));
      return [{ list: "users", entry }, ...ended];
    });
  }
  /** Makes a link by which the user sets a new password; it voids an earlier one. */
  async makeLink(asking, id4) {
    const { link: link2, record: record6 } = this.#createLink();
    await this.#put(asking, (people) => ({ ...this.#requireOwn(asking, people, id4), link: record6 }));
    return link2;
  }
  /** Makes a link for the user with an e-mail address or user name, on the machine itself. */
  async resetByName(address) {
    const user = findByName(this.#parts.people(), address);
    if (!user) throw new Error(`There is no user ${address}.`);
    return this.makeLink({}, user.id);
  }
  /**
   * Sets the password of the link's user, which ends the user's sessions. Resolves with the user. `onWrong` hears of a token
   * that is not valid.
   */
  async useLink(input, onWrong) {
    const { token, password } = readInput2(linkUseSchema, input);
    const digest4 = hashToken(token);
    if (!this.#findByLink(this.#parts.people(), digest4)) {
      await onWrong();
      throw refuseLink2();
    }
    const hash = await hashNewPassword(password);
    return this.#put({}, (people) => {
      const user = this.#findByLink(people, digest4);
      if (!user) throw refuseLink2();
      const { link: _2, ...rest } = user;
      return { ...rest, password: hash };
    });
  }
  /** Changes the user's own data. Resolves with the user if the password was changed, which ends the user's sessions. */
  async changeOwn(asking, input) {
    const { currentPassword = "", password, name, language: language2 } = readInput2(ownChangeSchema, input);
    const id4 = asking.user ?? 0;
    const before = this.#parts.people().users.get(id4);
    if (password !== void 0 && !await verifyPassword(currentPassword, before?.password))
      throw refuseField("currentPassword", "Wrong password.", 403);
    const hash = password === void 0 ? void 0 : await hashNewPassword(password);
    const changed = await this.#put(asking, (people) => {
      const user = people.users.get(id4);
      if (!user) throw new ChangeRefused(404, "There is no such user.");
      return {
        ...user,
        name: name ?? user.name,
        language: language2 ?? user.language,
        password: hash ?? user.password
      };
    });
    return hash ? changed : void 0;
  }
  /** Makes the owner of a new account, who signs in with an e-mail address or a user name. */
  async makeOwner({ id: account2, name, signIn: signIn2, password }) {
    await this.#put({}, (people, document) => {
      requireFree(people, signIn2);
      const accounts2 = [{ account: account2, role: "owner" }];
      return {
        id: nextId(document.users),
        ...nameUser(signIn2),
        name: name.slice(0, MAX_NAME),
        password,
        accounts: accounts2
      };
    });
  }
  /** Throws for a name that another user signs in with. */
  requireFree(name) {
    requireFree(this.#parts.people(), name);
  }
  async #invite(asking, fields, membership) {
    const { link: link2, record: record6 } = this.#createLink();
    const entry = await this.#put(asking, (people, document) => {
      requireFree(people, fields.email);
      if (listAccountUsers(people, membership.account).length >= MAX_USERS)
        throw new ChangeRefused(409, `An account has at most ${MAX_USERS} users.`);
      return { id: nextId(document.users), ...fields, accounts: [membership], link: record6 };
    });
    return { user: this.#describe(entry, membership.account), link: link2 };
  }
  /** Finds a user. The caller must manage all of its accounts, so that nobody takes over a user of another account. */
  #requireOwn(asking, people, id4) {
    const user = people.users.get(id4);
    const managed = this.#changes.listManaged(asking);
    if (!user?.accounts.some((one) => managed.has(one.account))) throw refuseUser(id4);
    if (user.accounts.every((one) => managed.has(one.account))) return user;
    throw new ChangeRefused(403, "The user also belongs to accounts that you do not manage.");
  }
  #findByLink({ users }, digest4) {
    const found = [...users.values()].find(({ link: link2 }) => link2 && isSameText(link2.digest, digest4));
    return found?.link && Date.parse(found.link.expires) > this.#parts.now() ? found : void 0;
  }
  #createLink() {
    const token = randomBytes10(24).toString("base64url");
    const expires = new Date(this.#parts.now() + LINK_LIFE).toISOString();
    return {
      link: { link: this.#parts.writeLink(token), expires_at: expires },
      record: { digest: hashToken(token), expires }
    };
  }
  #describe(user, account2) {
    const { id: id4, password, accounts: accounts2, link: link2 } = user;
    const role2 = accounts2.find((one) => one.account === account2)?.role ?? "viewer";
    const isOpen = link2 && Date.parse(link2.expires) > this.#parts.now();
    return {
      ...describeUser(user),
      role: role2,
      ...isDeclared(id4) && { declared: true },
      hasPassword: password !== void 0,
      ...isOpen && { link_expires_at: link2.expires }
    };
  }
  /** Puts a user. Resolves with its new state. */
  async #put(asking, edit2) {
    const { id: id4, people } = await this.#changes.make(asking, (people2, document) => [
      { list: "users", entry: edit2(people2, document) }
    ]);
    const user = people.users.get(id4);
    if (!user) throw refuseUser(id4);
    return user;
  }
};
function requireFree(people, name) {
  if (findByName(people, name)) throw new ChangeRefused(409, "Somebody signs in with this address already.");
}
function requireMember({ users }, id4, account2) {
  const user = users.get(id4);
  if (user?.accounts.some((one) => one.account === account2)) return user;
  throw refuseUser(id4);
}
function requireOtherOwner(asking, people, id4, account2) {
  if (asking.user === void 0 || asking.account?.id !== account2) return;
  const owners = listAccountUsers(people, account2).filter(
    ({ accounts: accounts2 }) => accounts2.some((one) => one.account === account2 && one.role === "owner")
  );
  if (owners.some((owner) => owner.id !== id4)) return;
  throw new ChangeRefused(409, "The account needs another owner first.");
}
function refuseUser(id4) {
  return new ChangeRefused(404, `There is no user ${id4}.`);
}
function refuseLink2() {
  return new ChangeRefused(403, "This link is not valid any more. Ask an owner of the account for another.");
}

// src/service/net/geo.ts
import { readFileSync as readFileSync6 } from "node:fs";
import { createRequire as createRequire3 } from "node:module";
import { Reader as Reader2 } from "mmdb-lib";

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
  () => new Reader2(readFileSync6(createRequire3(import.meta.url).resolve(BUNDLED)))
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
  const reader = new Reader2(readFileSync6(file));
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

// src/service/openapi/answers.ts
import * as v26 from "valibot";
var text8 = v26.string();
var describe2 = (description2) => v26.pipe(text8, v26.description(description2));
var requestId = v26.exactOptional(describe2("As in the header `X-Request-Id`."));
var count2 = v26.pipe(v26.number(), v26.integer(), v26.minValue(0));
var time = v26.pipe(text8, v26.metadata({ format: "date-time" }));
var role = v26.picklist(["advertiser", "publisher"]);
var accountKind = v26.picklist(["advertiser", "publisher", "network"]);
var userRole2 = v26.picklist(USER_ROLES);
var language = v26.exactOptional(v26.picklist(USER_LANGUAGES));
var signedInUser = v26.strictObject({
  id: count2,
  email: v26.exactOptional(text8),
  username: v26.exactOptional(describe2("Name for signing in; present for users without an e-mail address.")),
  name: text8,
  language,
  accounts: v26.array(v26.strictObject({ id: count2, name: text8, role: userRole2 }))
});
var userLink = v26.strictObject({
  link: describe2("Address of a page by which the user sets a password, shown once."),
  expires_at: time
});
var accountUser = v26.strictObject({
  id: count2,
  email: v26.exactOptional(describe2("E-mail address for signing in.")),
  username: v26.exactOptional(describe2("Name for signing in; present for users without an e-mail address.")),
  name: text8,
  language,
  role: v26.pipe(userRole2, v26.description("Role in the account.")),
  declared: v26.exactOptional(
    v26.pipe(
      v26.literal(true),
      v26.description("The user is defined in the catalogue's file and changed only there.")
    )
  ),
  hasPassword: v26.boolean(),
  link_expires_at: v26.exactOptional(v26.pipe(time, v26.description("Absent when the user has no valid link.")))
});
var apiToken = v26.strictObject({
  id: count2,
  name: text8,
  role: v26.picklist(TOKEN_ROLES),
  created_at: v26.exactOptional(
    v26.pipe(time, v26.description("Absent for a token that came from the catalogue."))
  ),
  declared: v26.exactOptional(
    v26.pipe(
      v26.literal(true),
      v26.description("The token is defined in the catalogue's file and revoked only there.")
    )
  ),
  created_by: v26.exactOptional(v26.strictObject({ id: count2, name: text8 })),
  expires_at: v26.exactOptional(time),
  last_use: v26.exactOptional(v26.pipe(time, v26.description("To a minute.")))
});
var share3 = v26.strictObject({ id: text8, name: text8, role, view: text8, expires_at: time });
var explainedZone = v26.strictObject({
  id: count2,
  campaigns: v26.array(
    v26.strictObject({
      id: count2,
      name: text8,
      excluded: v26.array(v26.strictObject({ rule: text8, reason: text8 })),
      chance: v26.pipe(v26.number(), v26.minValue(0), v26.maxValue(100))
    })
  )
});
var ANSWERS = {
  Share: share3,
  CreatedShare: v26.strictObject({
    ...share3.entries,
    token: describe2("A bearer token, shown once.")
  }),
  Token: v26.strictObject({
    token: text8,
    type: v26.literal("Bearer"),
    expires_in: v26.pipe(count2, v26.description("Seconds."))
  }),
  Account: v26.strictObject({
    id: v26.exactOptional(v26.pipe(count2, v26.description("Absent for shared links, like name and username."))),
    name: v26.exactOptional(text8),
    username: v26.exactOptional(describe2("E-mail address or user name for signing in; absent for API tokens.")),
    kind: accountKind,
    currency: describe2(
      "ISO 4217 code of every amount in the account's reports; XXX for a network whose members have several."
    ),
    timezone: describe2("IANA name of the time zone of the reports' days."),
    data_from: v26.exactOptional(
      describe2(
        "Extension: the first day with facts that the account can see without filters; with detailed=1."
      )
    ),
    goals: v26.pipe(count2, v26.description("Conversion goals of the account.")),
    catalogue: v26.exactOptional(
      v26.pipe(
        v26.picklist(["live", "declared"]),
        v26.description("declared: a file owns the catalogue, and calls that would change it answer 409.")
      )
    ),
    catalogue_file: v26.exactOptional(describe2("The file of a declared catalogue; for networks alone.")),
    access: v26.exactOptional(
      v26.pipe(userRole2, v26.description("Role of the user or API token; absent for shared links."))
    ),
    user: v26.exactOptional(signedInUser),
    share: v26.exactOptional(share3)
  }),
  StartedSession: v26.strictObject({
    id: text8,
    expires_at: v26.pipe(time, v26.description("The session ends then at the latest."))
  }),
  UserSession: v26.strictObject({
    id: text8,
    created_at: time,
    last_use: v26.pipe(time, v26.description("To five minutes.")),
    browser: v26.exactOptional(describe2("Absent for an unknown one.")),
    operating_system: v26.exactOptional(describe2("Absent for an unknown one.")),
    country: v26.exactOptional(describe2("Where the user signed in, ISO 3166-1 alpha-3.")),
    current: v26.pipe(v26.boolean(), v26.description("Whether it is the session of the request."))
  }),
  AccountUser: accountUser,
  InvitedUser: v26.strictObject({
    ...accountUser.entries,
    link: v26.exactOptional(userLink.entries.link),
    expires_at: v26.exactOptional(time)
  }),
  UserLink: userLink,
  ApiToken: apiToken,
  CreatedApiToken: v26.strictObject({
    ...apiToken.entries,
    token: describe2("Shown once.")
  }),
  Import: v26.strictObject({
    name: text8,
    time,
    read: v26.pipe(count2, v26.description("Lines, without empty ones.")),
    added: count2,
    rejected: count2,
    impressions: count2,
    clicks: count2,
    cost: v26.number(),
    publisher_revenue: v26.number()
  }),
  ImportResult: v26.strictObject({
    name: text8,
    read: v26.pipe(count2, v26.description("Lines, without empty ones.")),
    added: count2,
    rejected: count2,
    reasons: v26.pipe(
      v26.array(text8),
      v26.description("The first 100 rejected lines, each with its number and reason.")
    ),
    replaced: v26.exactOptional(v26.pipe(count2, v26.description("Lines of the import of that name before."))),
    same_as: v26.exactOptional(describe2("The import that has the same content; nothing was added."))
  }),
  Country: v26.strictObject({
    id: count2,
    iso2: text8,
    iso3: text8,
    name: text8
  }),
  ValidationFailure: v26.strictObject({
    message: v26.exactOptional(v26.pipe(text8, v26.description("The first problem."))),
    errors: v26.pipe(
      v26.array(v26.record(text8, text8)),
      v26.description("One object of one key, the field's path, for each problem.")
    ),
    request_id: requestId
  }),
  Refusal: v26.strictObject({
    message: text8,
    code: v26.exactOptional(v26.pipe(v26.literal("declared"), v26.description("A file owns the catalogue."))),
    fields: v26.exactOptional(
      v26.pipe(v26.array(text8), v26.description("Fields that differ from what the caller saw, for a conflict."))
    ),
    errors: v26.exactOptional(
      v26.pipe(
        v26.array(v26.record(text8, text8)),
        v26.description("Why each of these entries of a bulk change cannot be changed, by its path.")
      )
    ),
    request_id: requestId
  }),
  StoredImage: v26.strictObject({
    image: text8,
    width: count2,
    height: count2,
    type: v26.picklist(["png", "jpg", "webp", "avif", "gif"]),
    animated: v26.boolean(),
    bytes: count2
  }),
  PageMarkup: v26.strictObject({ address: text8, html: text8 }),
  Explanation: v26.strictObject({
    zones: v26.array(v26.nullable(explainedZone)),
    errors: v26.record(text8, v26.array(text8))
  }),
  Activity: v26.strictObject({
    zones: v26.array(
      v26.strictObject({ id: count2, last_request: v26.nullable(time), requests: count2, filled: count2 })
    ),
    campaigns: v26.array(
      v26.strictObject({
        id: count2,
        state: v26.picklist(CAMPAIGN_STATES),
        impressions_today: count2,
        impressions_total: count2,
        cost_today: text8,
        cost_total: text8
      })
    ),
    sizes: v26.array(v26.strictObject({ size: text8, zones: count2 }))
  }),
  Estimate: v26.strictObject({
    zones: count2,
    zones_total: count2,
    requests: count2,
    impressions: count2,
    ignored: v26.array(v26.picklist(NOT_ESTIMATED))
  }),
  ZoneUnfilled: v26.strictObject({
    requests: count2,
    reasons: v26.array(
      v26.strictObject({
        reason: v26.pipe(
          v26.nullable(v26.picklist(UNFILLED_REASONS)),
          v26.description("The first step that left no campaign; null where it was not stored.")
        ),
        requests: count2,
        campaign: v26.exactOptional(
          v26.pipe(
            v26.strictObject({ id: count2, name: text8 }),
            v26.description("Campaign that only this limit excluded; for networks.")
          )
        ),
        country: v26.exactOptional(
          v26.pipe(
            v26.strictObject({ country_iso: text8, country_long_name: text8, country_short_name: text8 }),
            v26.description("Country of the visitors; for `targeting.countries`.")
          )
        )
      })
    )
  }),
  CampaignUnfilled: v26.strictObject({
    days: v26.array(
      v26.strictObject({
        day: text8,
        reasons: v26.array(
          v26.strictObject({
            reason: v26.picklist(LIMIT_REASONS),
            requests: count2,
            first: v26.pipe(time, v26.description("Start of the first quarter of an hour with such a request."))
          })
        )
      })
    ),
    spending: v26.pipe(
      v26.strictObject({
        per_request: v26.pipe(v26.number(), v26.description("Average cost of a request that it filled.")),
        quarters: v26.array(v26.strictObject({ start: time, cost: v26.number(), missed: count2 }))
      }),
      v26.description(
        "Spending on the last whole UTC day, by quarter of an hour. `missed`: requests missed because of the budget."
      )
    )
  }),
  Change: v26.strictObject({
    time,
    account: v26.strictObject({ id: count2, name: text8 }),
    user: v26.exactOptional(
      v26.pipe(
        v26.strictObject({ id: count2, name: text8 }),
        v26.description(
          "User of the account who made it; absent for its own sign-in, API tokens and commands."
        )
      )
    ),
    token: v26.exactOptional(
      v26.pipe(v26.strictObject({ id: count2, name: text8 }), v26.description("API token of the account."))
    ),
    action: v26.picklist(["create", "change"]),
    kind: v26.picklist(["accounts", "sites", "zones", "campaigns", "creatives"]),
    id: count2,
    ids: v26.exactOptional(
      v26.pipe(
        v26.array(count2),
        v26.description("All entries of a bulk change; `before` and `after` are those of `id`.")
      )
    ),
    owner: count2,
    campaign: v26.exactOptional(
      v26.pipe(v26.strictObject({ id: count2, name: text8 }), v26.description("Of a creative: its campaign."))
    ),
    before: v26.exactOptional(v26.looseObject({})),
    after: v26.looseObject({}),
    sequence: v26.exactOptional(
      v26.pipe(count2, v26.description("Number of the change; absent for changes by earlier versions."))
    ),
    request: v26.exactOptional(describe2("The client's name for its request: the header Idempotency-Key."))
  })
};
var COLLECTION_FIELDS = {
  languages: { code: text8 },
  regions: { country_iso: text8 },
  campaigns: { active: v26.boolean() },
  sites: { hostname: text8 },
  zones: { size: text8, site_id: count2 }
};
function describeCollected(collection) {
  return v26.strictObject({ id: count2, name: text8, ...COLLECTION_FIELDS[collection] });
}

// src/service/openapi/openApiSchemas.ts
import { toJsonSchema } from "@valibot/to-json-schema";
var TEXT = { type: "string" };
var COUNT4 = { type: "integer", minimum: 0 };
var NULL = { type: "null" };
function ref(name) {
  return { $ref: `#/components/schemas/${name}` };
}
function array7(items) {
  return { type: "array", items };
}
function object(properties, required = Object.keys(properties)) {
  return { type: "object", properties, required, additionalProperties: false };
}
function convert(schema, typeMode) {
  const { $schema: _2, ...converted } = toJsonSchema(schema, {
    errorMode: "ignore",
    typeMode,
    target: "draft-2020-12"
  });
  return converted;
}
function toPatch(schema) {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  return { anyOf: [...variants.map(toPart), NULL] };
}
function toPart({ required: _2, default: _default, ...schema }) {
  const { properties, additionalProperties } = schema;
  if (schema.type !== "object") return schema;
  return {
    ...schema,
    ...properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, toPatch(property)])
      )
    },
    ...typeof additionalProperties === "object" && { additionalProperties: toPatch(additionalProperties) }
  };
}

// src/service/openapi/entrySchemas.ts
var { accounts, sites, zones, campaigns } = catalogueSchema.entries;
var ENTRIES2 = {
  accounts: { name: "ManagedAccount", schema: accounts.item },
  sites: { name: "Site", schema: sites.item },
  zones: { name: "Zone", schema: zones.item },
  campaigns: { name: "Campaign", schema: campaigns.item },
  creatives: { name: "Creative", schema: campaigns.item.entries.variations.pipe[0].item }
};
function describeEntry2(kind) {
  const { name, schema } = ENTRIES2[kind];
  const changes = Object.entries(selectSettable(schema, RIGHTS[kind], "change").properties);
  return {
    [name]: describeAnswer(schema),
    [`${name}Creation`]: selectSettable(schema, RIGHTS[kind], "create"),
    [`${name}Change`]: object(
      Object.fromEntries(changes.map(([field, part]) => [field, toPatch(part)])),
      []
    )
  };
}
function describeOwnAccountChange() {
  const { properties } = convert(accounts.item, "input");
  return object(
    Object.fromEntries(OWN_ACCOUNT_FIELDS.map((field) => [field, toPatch(properties[field])])),
    []
  );
}
function describeApproval() {
  const named2 = object({ id: COUNT4, name: TEXT });
  return object({ account: named2, campaign: named2, creative: ref("Creative") });
}
function describeAnswer(schema) {
  const { properties, required, ...converted } = convert(schema, "output");
  const { username: _username, password: _password, apiTokens: _apiTokens, ...shown } = properties;
  const all = { ...shown, version: TEXT };
  const kept = required.filter((field) => field in shown);
  return { ...converted, properties: all, required: [...kept, "version"] };
}
function selectSettable(schema, rights, right) {
  const { properties, required } = convert(schema, "input");
  const settable = new Set(Object.values(rights).flatMap((granted) => granted[right] ?? []));
  const selected = Object.entries(properties).filter(([field]) => settable.has(field));
  const isNeeded = (field) => settable.has(field) && field !== "account";
  return object({ ...Object.fromEntries(selected), ...describeSent(settable) }, required.filter(isNeeded));
}
function describeSent(settable) {
  return {
    ...settable.has("variations") && {
      variations: { ...array7(ref("CreativeCreation")), minItems: 1 }
    }
  };
}

// src/service/openapi/placementSchemas.ts
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
function placementSchemas() {
  const request2 = describeObject(REQUEST_FIELDS);
  const country2 = { ...TEXT, description: "Country to assume for the visitor, ISO 3166-1 alpha-3." };
  return {
    AdRequest: request2,
    ExplainRequest: { ...request2, properties: { ...request2.properties, country: country2 } },
    AdResponse: object({
      zones: array7({ anyOf: [ref("ZoneResult"), NULL] }),
      errors: {
        type: "object",
        additionalProperties: array7(TEXT),
        description: "Messages by the zero-based position of the zone."
      }
    }),
    ZoneResult: describeObject(RESULT_FIELDS)
  };
}
function describeObject(fields) {
  const names = Object.keys(fields);
  const properties = Object.entries(fields).map(([name, field]) => [name, describeField(field)]);
  return object(
    Object.fromEntries(properties),
    names.filter((name) => fields[name]?.required)
  );
}
var FORMATS6 = {
  address: {},
  language: { pattern: "^[A-Za-z]{2}(-[A-Za-z]{2})?$" },
  base64: { contentEncoding: "base64" },
  "base64-json": { contentEncoding: "base64", contentMediaType: "application/json" }
};
function describeField(field) {
  const { description: description2 } = field;
  return { ...describeType2(field), ...description2 && { description: description2 } };
}
function describeType2(field) {
  switch (field.type) {
    case "string":
      return {
        type: "string",
        ..."maxLength" in field && { maxLength: field.maxLength },
        ..."format" in field && field.format && FORMATS6[field.format]
      };
    case "integer":
      if (field.values) return { enum: field.values };
      return { type: "integer", ...field.minimum !== void 0 && { minimum: field.minimum } };
    case "literal":
      return { const: field.value };
    case "map":
      return {
        anyOf: [
          {
            type: "object",
            maxProperties: field.maxKeys,
            propertyNames: { maxLength: field.maxKeyLength },
            additionalProperties: { type: "string", maxLength: field.maxValueLength }
          },
          { type: "array", maxItems: 0 }
        ]
      };
    case "object":
      return describeObject(field.fields);
    case "list":
      return { type: "array", items: describeObject(field.fields), minItems: 1, maxItems: field.most };
  }
}

// src/service/openapi/reportSchemas.ts
var REPORT_EXAMPLES = {
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
    zonesWithManyImpressions: {
      group_by: ["zone_id"],
      metrics: { impressions: { min: 1e3 }, ctr: { max: 5 } },
      totals: 1
    },
    pageTwenty: {
      group_by: ["zone_id", "country_iso"],
      order_by: [{ field: "ctr", order: "desc" }],
      limit: 50,
      offset: 950
    }
  }
};
function describeReports(role2) {
  const name = title(role2);
  return {
    [`${name}Request`]: describeRequest(role2),
    [`${name}Report`]: describeReport(role2),
    [`${name}Metrics`]: describeMetrics2(role2)
  };
}
function title(role2) {
  return role2 === "advertiser" ? "Advertiser" : "Publisher";
}
function listSegments2(role2) {
  const aliases = GROUPING_ALIAS_NAMES.filter((name) => resolveGrouping(name, role2, "network"));
  return [GLOBAL, ...listNames(GROUPINGS, role2, "network"), ...aliases];
}
function createViewer(role2) {
  return { kind: "network", role: role2, goals: MAX_GOALS };
}
function describeRequest(role2) {
  const schema = convert(requestSchema(createViewer(role2), "date"), "input");
  const { default: _2, ...groupings } = schema.properties.group_by;
  const description2 = "Required under `global`. An empty list: one record over everything.";
  return { ...schema, properties: { ...schema.properties, group_by: { ...groupings, description: description2 } } };
}
function describeReportQuery(role2) {
  const { properties } = convert(requestSchema(createViewer(role2)), "input");
  return Object.entries(properties).map(([name, schema]) => {
    const isList = schema.type === "array";
    const isPlain2 = typeof schema.type === "string" && schema.type !== "object";
    return {
      name: isList ? `${name}[]` : name,
      in: "query",
      ...!isPlain2 && { style: "deepObject" },
      explode: true,
      schema
    };
  });
}
function describeReport(role2) {
  const record6 = {
    allOf: [ref(`${title(role2)}Metrics`)],
    properties: { group_by: ref("GroupBy"), ...describeFlatGroups(), ...describeFlatMetrics(role2) },
    unevaluatedProperties: false
  };
  return object(
    {
      request_metadata: object({
        count: COUNT4,
        limit: COUNT4,
        offset: COUNT4,
        date_timezone: { ...TEXT, description: "Time zone of the days." }
      }),
      result: { ...array7(record6), description: "Absent with `count: 1`." },
      result_total: {
        allOf: [ref(`${title(role2)}Metrics`)],
        unevaluatedProperties: false,
        description: "Present with `totals: 1`."
      },
      resultTotal: {
        allOf: [ref(`${title(role2)}Metrics`)],
        properties: describeFlatMetrics(role2),
        unevaluatedProperties: false,
        description: `The same, flat. ${FLAT}`
      }
    },
    ["request_metadata"]
  );
}
var FLAT = "Only with GET and a grouping as the last segment.";
function describeFlatGroups() {
  const names = listKeys(GROUP_DETAILS).flatMap((grouping) => {
    const { fields, flat } = GROUP_DETAILS[grouping];
    const field = findValueField(grouping);
    const schema = {
      ...describeField2(field === "id" ? "integer" : fields[field] ?? "text"),
      description: FLAT
    };
    return [
      [grouping, schema],
      [flat, schema]
    ];
  });
  return Object.fromEntries(names);
}
function describeFlatMetrics(role2) {
  return Object.fromEntries(
    FLAT_METRICS[role2].map(({ name, block, metric, inHundredths }) => [
      name,
      inHundredths ? { type: "integer", description: `Hundredths of \`${metric}\`. ${FLAT}` } : { type: "number", description: `\`${block}.${metric}\`. ${FLAT}` }
    ])
  );
}
function describeMetrics2(role2) {
  const viewer = createViewer(role2);
  const numbers = (block) => Object.fromEntries(
    Object.entries(listMetrics(block, viewer)).map(([name, metric]) => [name, describeMetric2(metric)])
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
function describeMetric2({ label, unit, accounts: accounts2, sum: sum2 }) {
  const whose = accounts2.length === 3 ? "" : ` For ${accounts2.join(" and ")} accounts.`;
  const type = sum2 && (unit === "count" || unit === "milliseconds") ? "integer" : "number";
  return { type, description: `${label}.${UNITS[unit]}${whose}` };
}
function describeGroups() {
  const groups = Object.entries(GROUP_DETAILS);
  const properties = groups.map(([name, { fields, detailed = {} }]) => [
    name,
    object(
      { ...mapValues(fields, describeField2), ...mapValues(detailed, describeField2) },
      Object.keys(fields)
    )
  ]);
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}
function describeField2(field) {
  if (field === "day") return { ...TEXT, format: "date" };
  if (field === "integer") return { type: "integer" };
  return field === "text" ? TEXT : { enum: field };
}

// src/service/openapi/operations.ts
function listOperations() {
  return {
    "Ad placement": describePlacement(),
    "Signing in": describeSignIn(),
    People: describePeople(),
    "Shared links": describeShares(),
    Statistics: { ...describeReports2("advertiser"), ...describeReports2("publisher") },
    Collections: describeCollections(),
    Management: Object.assign(
      {},
      ...KINDS2.map(describeKind),
      ...BULK_KINDS.map(describeBulk),
      describeManagement()
    )
  };
}
function operation(id4, summary, answers, details = {}) {
  return { id: id4, summary, answers, ...details };
}
function describePlacement() {
  const content = { schema: ref("AdRequest"), examples: listExamples(PLACEMENT_EXAMPLES) };
  const path = { token: TEXT };
  const track = (descriptions) => mapValues(descriptions, (description2) => ({ description: description2, headers: { "X-Event": OUTCOME } }));
  const pixel = track({
    200: "A pixel.",
    403: "The address is forged.",
    410: "A pixel; the address has expired.",
    503: "A pixel; the impression could not be stored."
  });
  const redirect = track({
    302: "To the landing page, also when the click is not counted.",
    403: "The address is forged.",
    410: "No such ad."
  });
  const answer2 = { ...send4(ref("AdResponse")), headers: { "X-Zonetag-Dashboard": DASHBOARD } };
  return {
    "POST /v1/placement": operation(
      "placement",
      "Ads for the zones of a page.",
      { 200: answer2 },
      {
        description: "Browsers send text/plain, so that they need no preflight request. With `gdpr.gdpr` 1 and no consent, or the header `Sec-GPC: 1`, nothing about the visitor but the country is used or stored.",
        body: { "text/plain": content, "application/json": content },
        refusals: [405, 500]
      }
    ),
    "GET /i/:token": operation("impression", "Counts an impression, once.", pixel, { path }),
    "POST /i/:token": operation("impressionBeacon", "Counts an impression, once.", pixel, { path }),
    "GET /c/:token": operation("click", "Counts a click, once, and redirects.", redirect, { path })
  };
}
var DASHBOARD = {
  description: "Address of the service's dashboard, for the console of the tag.",
  schema: { ...TEXT, format: "uri" }
};
var OUTCOME = {
  description: "Outcome of the fetch; only `counted` and `unpaid` are in `impressions` and `clicks`.",
  schema: {
    enum: ["counted", "repeated", "unpaid", "invalid", "robot", "ignored", "expired", "forged", "lost"]
  }
};
function describeSignIn() {
  const account2 = { 200: send4(ref("Account")) };
  const examples2 = { token: { api_token: "\u2026" }, password: { username: "publisher", password: "\u2026" } };
  return {
    "POST /v2/login": operation(
      "login",
      "A token for credentials.",
      { 200: send4(ref("Token")) },
      {
        body: { "application/json": { schema: ref("Login"), examples: listExamples(examples2) } },
        refusals: [401]
      }
    ),
    "POST /v2/session": operation(
      "startSession",
      "Signs in with a cookie, for pages of this service; programs use /v2/login.",
      { 201: send4(ref("StartedSession"), "The cookie `zonetag_session` is set.") },
      {
        body: { "application/json": { schema: ref("Login"), examples: listExamples(examples2) } },
        refusals: [401, 403]
      }
    ),
    "DELETE /v2/session": operation(
      "endSession",
      "Signs out: ends the session of the request.",
      { 204: { description: "The session has ended, and the cookie is removed." } },
      { refusals: [404] }
    ),
    "POST /v2/setup": operation(
      "setUp",
      "Makes the first network account, by the token of the set-up link.",
      { 204: { description: "The account is made, and the link is void. Sign in." } },
      {
        body: json2(object({ token: TEXT, name: TEXT, username: TEXT, password: TEXT })),
        refusals: [403, 409]
      }
    ),
    "GET /v2/account": operation("getSignedInAccount", "The account that is signed in.", account2, {
      parameters: [query("detailed", { enum: [0, 1] }, "1: also `data_from`, the first day with facts.")]
    }),
    "PATCH /v2/account": operation(
      "changeSignedInAccount",
      "Changes the name of the account, or the time zone of its reports' days.",
      account2,
      { body: json2(ref("OwnAccountChange")), refusals: [409] }
    ),
    "GET /v2/user": operation("getUser", "The account and the user signed in, as /v2/account.", account2),
    "PATCH /v2/user": operation(
      "changeUser",
      "Changes the own name and language, or with the current password the password.",
      {
        200: send4(
          { oneOf: [ref("Token"), ref("StartedSession")] },
          "The password is changed. Other tokens and sessions have ended; a caller with a session has another cookie."
        ),
        204: { description: "The name or the language is changed." }
      },
      {
        body: json2(ref("OwnChange")),
        refusals: [409]
      }
    )
  };
}
function describePeople() {
  const user = send4(object({ result: ref("AccountUser") }));
  const account2 = query("account", COUNT4, "An account that the caller manages; by default its own.");
  return {
    "GET /v2/users": operation(
      "listUsers",
      "Users of an account.",
      { 200: send4(object({ result: array7(ref("AccountUser")) })) },
      { parameters: [account2], refusals: [400] }
    ),
    "POST /v2/users": operation(
      "inviteUser",
      "Makes a user and a link by which to set a password.",
      { 201: sendResult("InvitedUser") },
      {
        description: "With `user`, an id, in place of `email`, `name` and `language`, a user is added to another account; the caller has to manage all accounts of the user.",
        body: json2(ref("UserInvitation")),
        refusals: [409]
      }
    ),
    "PATCH /v2/users/:id": operation(
      "changeUserRole",
      "Changes the role of a user in an account.",
      { 200: user },
      { body: json2(ref("UserChange")), refusals: [409] }
    ),
    "DELETE /v2/users/:id": operation(
      "removeUser",
      "Takes a user out of an account; who belongs to no other one is deleted.",
      { 204: { description: "Removed." } },
      {
        parameters: [
          account2,
          query("tokens", { enum: [0, 1] }, "1: with the API tokens that the user made there.")
        ],
        refusals: [400, 409]
      }
    ),
    "GET /v2/tokens": operation(
      "listApiTokens",
      "Valid API tokens of an account.",
      { 200: send4(object({ result: array7(ref("ApiToken")) })) },
      { parameters: [account2], refusals: [400] }
    ),
    "POST /v2/tokens": operation(
      "createApiToken",
      "Makes an API token of an account.",
      { 201: sendResult("CreatedApiToken") },
      { body: json2(ref("ApiTokenRequest")), refusals: [409] }
    ),
    "DELETE /v2/tokens/:id": operation(
      "revokeApiToken",
      "Ends an API token.",
      { 204: { description: "Revoked." } },
      { parameters: [account2], refusals: [400] }
    ),
    "GET /v2/sessions": operation("listSessions", "Sessions of the user, the last used first.", {
      200: send4(object({ result: array7(ref("UserSession")) }))
    }),
    "DELETE /v2/sessions": operation(
      "endOtherSessions",
      "Ends all sessions of the user but that of the request.",
      {
        204: { description: "They have ended." }
      }
    ),
    "DELETE /v2/sessions/:id": operation(
      "endUserSession",
      "Ends a session of the user.",
      { 204: { description: "It has ended." } },
      { path: { id: TEXT } }
    ),
    "POST /v2/users/:id/link": operation(
      "createUserLink",
      "Makes a link by which the user sets a new password. An earlier link ends.",
      { 201: sendResult("UserLink") }
    ),
    "POST /v2/password": operation(
      "setPassword",
      "Sets the password of a user, by the token of the user's link.",
      { 200: send4(object({ username: TEXT }), "The password is set, and the link is void. Sign in.") },
      { body: json2(ref("NewPassword")), refusals: [403] }
    )
  };
}
function describeShares() {
  const links = send4(object({ result: array7(ref("Share")) }));
  return {
    "GET /v2/shares": operation("listShares", "Valid links of the account.", { 200: links }),
    "POST /v2/shares": operation(
      "createShare",
      "Creates a token that reads some of the account's reports until it expires or is revoked.",
      { 201: send4(ref("CreatedShare")) },
      { body: json2(ref("ShareRequest")) }
    ),
    "GET /v2/views": operation("listViews", "Saved views of the account.", {
      200: send4(object({ result: array7(ref("SavedView")) }))
    }),
    "POST /v2/views": operation(
      "saveView",
      "Keeps a view of the statistics under a name; replaces the one of that name.",
      { 200: sendResult("SavedView") },
      { body: json2(ref("SavedView")) }
    ),
    "DELETE /v2/views/:name": operation(
      "removeView",
      "Removes a saved view.",
      { 204: { description: "Removed." } },
      { path: { name: TEXT } }
    ),
    "DELETE /v2/shares/:id": operation(
      "revokeShare",
      "Revokes a link.",
      { 204: { description: "Revoked." } },
      {
        path: { id: TEXT }
      }
    )
  };
}
function describeReports2(role2) {
  const address = `/v2/statistics/${ROLE_SEGMENTS[role2]}/:segment`;
  const summary = `Reports on ${role2 === "advertiser" ? "campaigns" : "sites and zones"} of the account; for a network, of its members.`;
  const { description: description2, content } = send4(ref(`${title(role2)}Report`));
  const files = listKeys(REPORT_FILES).map((format) => {
    const { type, isText } = FORMATS4[format];
    return [type, { schema: isText ? TEXT : { ...TEXT, contentMediaType: type } }];
  });
  const answers = {
    200: {
      description: description2,
      headers: REPORT_HEADERS,
      content: { ...content, ...Object.fromEntries(files) }
    }
  };
  const segment = {
    enum: listSegments2(role2),
    description: "A grouping by its name or short name replaces `group_by` where the request has none."
  };
  const details = {
    description: "`Accept` names another format than JSON: CSV, a JSON record in each line, or Parquet. These files have all records unless the request has a limit. Text is compressed where `Accept-Encoding` has gzip.",
    path: { segment },
    refusals: [400, 406]
  };
  const examples2 = listExamples(REPORT_EXAMPLES[role2]);
  return {
    [`GET ${address}`]: operation(`${role2}StatisticsByQuery`, summary, answers, {
      ...details,
      parameters: describeReportQuery(role2)
    }),
    [`POST ${address}`]: operation(`${role2}Statistics`, summary, answers, {
      ...details,
      body: { "application/json": { schema: ref(`${title(role2)}Request`), examples: examples2 } }
    })
  };
}
var REPORT_HEADERS = {
  "Content-Disposition": {
    description: "File name of the report; absent for JSON.",
    schema: TEXT
  },
  "Content-Encoding": { description: "Absent for answers as they are.", schema: { enum: ["gzip"] } }
};
function describeCollections() {
  const names = Object.keys({ ...SHARED_COLLECTIONS, ...OWN_COLLECTIONS });
  const parameters = [
    query("limit", LIMIT, "Maximum entries of a page; by default all."),
    query("offset", OFFSET, "Entries before the page."),
    query("count", { enum: [0, 1] }, "1: only the number of entries.")
  ];
  const operations = names.flatMap((name) => {
    const id4 = `collection${toTitle(name)}`;
    const summary = `Names of ${name.replaceAll("_", " ")}.`;
    const answers = { 200: send4(describeCollection(describeMember2(name))) };
    return [
      [`GET /v2/collections/${name}`, operation(id4, summary, answers, { parameters, refusals: [400] })]
    ];
  });
  return Object.fromEntries(operations);
}
function describeCollection(member) {
  const metadata4 = object({ count: COUNT4, limit: COUNT4, offset: COUNT4 }, ["count", "offset"]);
  return object(
    {
      request_metadata: { ...metadata4, description: "Present with `limit`, `offset` or `count`." },
      result: { ...array7(member), description: "Absent with `count=1`." }
    },
    []
  );
}
function describeMember2(collection) {
  if (collection === "countries") return ref("Country");
  return collection === "timezones" ? TEXT : convert(describeCollected(collection), "output");
}
function describeKind(kind) {
  const { noun } = RESOURCES[kind];
  const { name } = ENTRIES2[kind];
  const filters = [
    query("search", TEXT, "A part of the name, or the id."),
    query("deleted", { enum: [0, 1] }, "1: archived entries too.")
  ];
  return {
    [`GET /v2/${kind}`]: describeList2(
      `list${toTitle(kind)}`,
      `The ${kind} that the account manages.`,
      name,
      filters
    ),
    [`POST /v2/${kind}`]: describeCreation(kind, noun),
    [`GET /v2/${kind}/:id`]: operation(`get${toTitle(noun)}`, `One ${noun}.`, { 200: sendEntry(name) }),
    [`PATCH /v2/${kind}/:id`]: describeChange2(kind, noun)
  };
}
var VERSIONED = object({ id: COUNT4, version: TEXT });
function describeBulk(kind) {
  const change = ref(`${ENTRIES2[kind].name}Change`);
  const bounds = { minItems: 1, maxItems: MAX_BULK };
  const body = object({
    ids: { ...array7({ type: "integer", minimum: 1 }), ...bounds, uniqueItems: true },
    versions: { ...array7(TEXT), ...bounds },
    patch: change
  });
  return {
    [`POST /v2/${kind}/bulk`]: operation(
      `change${toTitle(kind)}`,
      `Changes many ${kind} by one merge patch: all of them, or none.`,
      { 200: send4(object({ result: array7(VERSIONED) }), "The versions of the entries as they are now.") },
      {
        description: "`versions` has the version of each entry that the caller saw, in the order of `ids`, or * for any. 409: nothing was changed, and `errors` has the reason of each entry that cannot be.",
        parameters: [IDEMPOTENCY_KEY],
        body: json2(body),
        refusals: [409]
      }
    )
  };
}
function describeManagement() {
  const creatives = "/v2/campaigns/:id/creatives";
  return {
    [`GET ${creatives}`]: operation("listCreatives", "The creatives of a campaign.", {
      200: sendPage("Creative")
    }),
    [`POST ${creatives}`]: describeCreation("creatives", "creative"),
    [`PATCH ${creatives}/:creative`]: describeChange2("creatives", "creative"),
    ...describeDecisions(`${creatives}/:creative`),
    "GET /v2/approvals": describeList2(
      "listApprovals",
      "Creatives that wait for the network's approval, the longest wait first.",
      "Approval",
      []
    ),
    "POST /v2/images": operation(
      "uploadImage",
      "Stores an image for creatives: PNG, JPEG, WebP, AVIF or GIF.",
      { 201: sendResult("StoredImage") },
      { body: { "image/*": { schema: { ...TEXT, format: "binary" } } } }
    ),
    "GET /v2/activity": operation(
      "getActivity",
      "Activity of the zones and campaigns that the account manages.",
      {
        200: sendResult("Activity")
      }
    ),
    "POST /v2/performance": operation(
      "getPerformance",
      "Sums of a period by day, object or visitor, beside those of another period.",
      { 200: send4(object({ result: describePerformance() })) },
      { body: json2(ref("PerformanceRequest")) }
    ),
    "GET /v2/zones/:id/unfilled": operation(
      "getZoneUnfilled",
      "Requests of a zone in a period, with the reasons why some got no ad.",
      { 200: sendResult("ZoneUnfilled") },
      {
        parameters: [
          query("from", TEXT, "First day on the clock of the account, YYYY-mm-dd."),
          query("to", TEXT, "Last day; it counts too.")
        ]
      }
    ),
    "GET /v2/campaigns/:id/unfilled": operation(
      "getCampaignUnfilled",
      "Requests without an ad that the campaign missed only because of its limits, yesterday and today, UTC.",
      { 200: sendResult("CampaignUnfilled") }
    ),
    "POST /v2/estimate": operation(
      "estimateCampaign",
      "Zones that a campaign fits, and impressions that the last seven days would have given it.",
      { 200: sendResult("Estimate") },
      { body: json2(ref("EstimateRequest")) }
    ),
    "GET /v2/changes": describeList2("listChanges", "Changes of entries, newest first.", "Change", [
      query("kind", TEXT, "Only entries of this kind."),
      query("id", COUNT4, "Only the entry with this id."),
      query("campaign", COUNT4, "Only this campaign and its creatives."),
      query("request", TEXT, "Only the change of the request with this Idempotency-Key.")
    ]),
    "POST /v2/page": operation(
      "readPage",
      "The markup of a page of a site, at most 1 MB, with its address after redirects.",
      { 200: sendResult("PageMarkup") },
      { body: json2(object({ address: TEXT })) }
    ),
    ...describeImports(),
    "POST /v2/placement/explain": operation(
      "explainPlacement",
      "Why each campaign would be chosen for the zones, or not.",
      { 200: send4(ref("Explanation")) },
      { body: json2(ref("ExplainRequest")) }
    )
  };
}
function describePerformance() {
  const amounts = ["cost", "revenue", "publisher_revenue", "network_revenue"];
  const counts = ["ad_requests", "filled", "impressions", "clicks"];
  const name = (names, schema) => Object.fromEntries(names.map((each) => [each, schema]));
  const sums = { ...name(counts, COUNT4), ...name(amounts, { type: "number" }) };
  const record6 = object({ group_by: ref("GroupBy"), ...sums }, ["group_by", ...counts]);
  const sides = object({ now: array7(record6), before: array7(record6) });
  return object(name(PERFORMANCE_GROUPINGS, sides), []);
}
function describeDecisions(creative) {
  const describe4 = (id4, summary, body) => operation(
    `${id4}Creative`,
    summary,
    { 200: sendEntry("Creative") },
    {
      parameters: [describeVersion("The version (ETag) that the caller saw."), IDEMPOTENCY_KEY],
      ...body && { body: json2(body) },
      refusals: [409, 412, 428]
    }
  );
  const reason = { ...TEXT, minLength: 1, maxLength: MAX_REASON };
  return {
    [`POST ${creative}/approve`]: describe4(
      "approve",
      "Approves the version that waits: it replaces the one that ran until then."
    ),
    [`POST ${creative}/reject`]: describe4(
      "reject",
      "Rejects the version that waits; where there is none, takes back the approval.",
      object({ reason })
    ),
    [`POST ${creative}/withdraw`]: describe4("withdraw", "Takes back the version that waits or was rejected.")
  };
}
function describeImports() {
  const name = {
    ...query(
      "name",
      { ...TEXT, minLength: 1, maxLength: 4096 },
      "Name of the import, unique in the network."
    ),
    required: true
  };
  const lines = { schema: TEXT };
  return {
    "GET /v2/imports": operation(
      "listImports",
      "Imports that the network sent, oldest first.",
      { 200: send4(object({ result: array7(ref("Import")) })) },
      { refusals: [409] }
    ),
    "POST /v2/imports": operation(
      "importFacts",
      "Imports facts. The same name again replaces what it imported before, as a whole or not at all.",
      { 200: sendResult("ImportResult") },
      {
        description: "One line for each fact, with the columns of `zonetag-service import`. Rejected lines are left out and named in `reasons`. Entries have to be those of the network. An interrupted upload changes nothing. 409: the events of the service are in ClickHouse.",
        parameters: [
          name,
          query(
            "all_or_nothing",
            { enum: [0, 1], default: 0 },
            "1: imports nothing when a line is rejected."
          )
        ],
        body: { "application/x-ndjson": lines, "text/csv": lines },
        refusals: [400, 408, 409]
      }
    ),
    "DELETE /v2/imports": operation(
      "removeImport",
      "Removes an import and its facts.",
      { 204: { description: "Removed." } },
      { parameters: [name], refusals: [400, 404, 409] }
    )
  };
}
var LIMIT = { type: "integer", minimum: 1, maximum: MAX_PAGE };
var OFFSET = { ...COUNT4, default: 0 };
function describeList2(id4, summary, name, filters) {
  const parameters = [
    query("limit", { ...LIMIT, default: DEFAULT_LIMIT2 }, "Maximum entries of a page."),
    query("offset", OFFSET, "Entries before the page."),
    ...filters
  ];
  return operation(id4, summary, { 200: sendPage(name) }, { parameters, refusals: [400] });
}
var IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description: "The client's name for the request: a repeated request is not made again."
};
function describeCreation(kind, noun) {
  const { name } = ENTRIES2[kind];
  return operation(
    `create${toTitle(noun)}`,
    `Creates a ${noun}.`,
    { 201: sendEntry(name) },
    {
      parameters: [IDEMPOTENCY_KEY],
      body: json2(ref(`${name}Creation`)),
      refusals: [409]
    }
  );
}
function describeChange2(kind, noun) {
  const { name } = ENTRIES2[kind];
  const version2 = "The version (ETag) that the caller saw, or * for any.";
  return operation(
    `change${toTitle(noun)}`,
    `Changes a ${noun}, by a merge patch.`,
    { 200: sendEntry(name) },
    {
      parameters: [describeVersion(version2), IDEMPOTENCY_KEY],
      body: json2(ref(`${name}Change`)),
      refusals: [409, 428]
    }
  );
}
function describeVersion(description2) {
  return { name: "If-Match", in: "header", required: true, schema: TEXT, description: description2 };
}
function send4(schema, description2 = "Success.") {
  return { description: description2, content: json2(schema) };
}
function sendResult(name) {
  return send4(object({ result: ref(name) }));
}
function sendEntry(name) {
  return send4(object({ result: ref(name) }), "The entry as it is now.");
}
function sendPage(name) {
  const metadata4 = object({ count: COUNT4, limit: COUNT4, offset: COUNT4 });
  return send4(object({ request_metadata: metadata4, result: array7(ref(name)) }), "One page.");
}
function json2(schema) {
  return { "application/json": { schema } };
}
function query(name, schema, description2) {
  return { name, in: "query", schema, description: description2 };
}
function listExamples(values2) {
  return mapValues(values2, (value) => ({ value }));
}
function toTitle(name) {
  return name.replaceAll(/(?:^|_)(\w)/g, (_2, letter) => letter.toUpperCase());
}

// src/service/openapi/openApiDocument.ts
function createOpenApi(routes) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Ad placement, statistics and management",
      version: "2",
      description: "Ads for the zones of a page in one request, and reports on what was shown and clicked. Login, statistics and collections have older names, without a version, below /v1, and with advertiser and publisher in place of a and p; answers to them have the headers Deprecation and Link."
    },
    servers: [{ url: "/" }],
    paths: createPaths(routes),
    components: {
      schemas: createSchemas(),
      responses: createRefusals(),
      headers: {
        "X-Rate-Limit-Limit": header("Requests per minute of the limit that is nearest to blocking."),
        "X-Rate-Limit-Remaining": header("Requests that pass now."),
        "X-Rate-Limit-Reset": header("Whole seconds until one more passes.")
      },
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The token of /v2/login, or an API token of the account."
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: `Of /v2/session, for pages of this service. An Authorization header excludes it, and so does an ${SESSION_HEADER} header with the id of another session.`
        }
      }
    }
  };
}
function header(description2) {
  return { description: description2, schema: { type: "integer" } };
}
function createSchemas() {
  return {
    ...placementSchemas(),
    ...describeReports("advertiser"),
    ...describeReports("publisher"),
    GroupBy: describeGroups(),
    Login: convert(loginSchema, "input"),
    EstimateRequest: convert(estimateSchema, "input"),
    PerformanceRequest: convert(performanceSchema, "input"),
    SavedView: convert(viewSchema, "input"),
    ShareRequest: convert(shareSchema, "input"),
    UserInvitation: convert(newUserSchema, "input"),
    ApiTokenRequest: convert(newTokenSchema, "input"),
    UserChange: convert(userChangeSchema, "input"),
    OwnChange: convert(ownChangeSchema, "input"),
    OwnAccountChange: describeOwnAccountChange(),
    NewPassword: convert(linkUseSchema, "input"),
    ...Object.assign({}, ...listKeys(RIGHTS).map(describeEntry2)),
    Approval: describeApproval(),
    ...mapValues(ANSWERS, (schema) => convert(schema, "output"))
  };
}
function createPaths(routes) {
  const paths = {};
  for (const [tag, operations] of Object.entries(listOperations())) {
    for (const [name, operation2] of Object.entries(operations)) {
      const route = routes[name];
      if (!route) continue;
      const [method = "", path = ""] = name.split(" ");
      const parameters = listPathParameters(path, operation2);
      const item = paths[formatPath2(path)] ?? (parameters.length > 0 ? { parameters } : {});
      paths[formatPath2(path)] = item;
      item[method.toLowerCase()] = { tags: [tag], ...describeOperation(operation2, path, route.access) };
    }
  }
  return paths;
}
function formatPath2(path) {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}
function listPathParameters(path, operation2) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const schema = operation2.path?.[name] ?? { type: "integer", minimum: 1 };
    return { name, in: "path", required: true, schema };
  });
}
function describeOperation(operation2, path, access) {
  const { id: id4, summary, description: description2, parameters, body, answers } = operation2;
  const isSignedIn = access !== "public" && access !== "login";
  const isTracking = body === void 0 && access === "public";
  const refusals = isTracking ? {} : listRefusals(operation2, path, isSignedIn);
  const headers = isTracking ? {} : RATE;
  return {
    operationId: id4,
    summary,
    ...description2 && { description: description2 },
    security: isSignedIn ? [{ token: [] }, { session: [] }] : [],
    ...parameters && { parameters },
    ...body && { requestBody: { required: true, content: body } },
    responses: {
      ...refusals,
      ...mapValues(answers, (answer2) => ({ ...answer2, headers: { ...headers, ...answer2.headers } }))
    }
  };
}
var RATE = Object.fromEntries(
  ["Limit", "Remaining", "Reset"].map((name) => [
    `X-Rate-Limit-${name}`,
    { $ref: `#/components/headers/X-Rate-Limit-${name}` }
  ])
);
var REFUSALS2 = {
  400: "Problems of the request; at most 20 are listed.",
  401: "The token is missing, expired or invalid.",
  403: "The account has no right to do this.",
  404: "Nothing has this address.",
  405: "Another method is needed; Allow names it.",
  406: "This service cannot answer in that format.",
  408: "The body did not arrive completely.",
  409: "The entry has changed meanwhile, or the catalogue cannot be changed.",
  412: "The entry has changed since the caller saw it.",
  413: "The body is too large.",
  415: "The body is compressed, or not declared as JSON.",
  428: "The header If-Match is missing, or names no version where one is needed.",
  429: "A rate limit is reached; Retry-After gives the seconds to wait.",
  500: "An internal error; it is logged.",
  503: "The service is overloaded, stopping, or cannot reach its database; Retry-After gives the seconds to wait."
};
function listRefusals({ body, refusals = [] }, path, isSignedIn) {
  const statuses = [
    ...body ? [400, 413, 415] : [],
    ...isSignedIn ? [401, 403] : [],
    ...path.includes(":") ? [404] : [],
    ...refusals,
    429,
    503
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }])
  );
}
function createRefusals() {
  const entries = Object.entries(REFUSALS2).map(([status, description2]) => {
    const schema = ref(status === "400" ? "ValidationFailure" : "Refusal");
    return [`Refusal${status}`, { description: description2, headers: RATE, content: { "application/json": { schema } } }];
  });
  return Object.fromEntries(entries);
}

// src/service/signing/token.ts
import { createHmac as createHmac4, createSecretKey } from "node:crypto";
var VERSION = "4";
var SHARED_FIELDS = 14;
var CHOICE_FIELDS = 4;
var DECISIONS_PER_SIGNATURE = 5;
var COMMON_LENGTH = 22;
var PLACE_LENGTH = 4;
var SIGNATURE_LENGTH = COMMON_LENGTH + PLACE_LENGTH;
var PLACE = new RegExp(`^[0-${DECISIONS_PER_SIGNATURE - 1}]\\.`);
var DIGEST_LENGTH3 = 10;
function createTokens(secret, life) {
  const key = createSecretKey(secret);
  const hmac = (text9) => createHmac4("sha256", key).update(text9).digest("base64url");
  return {
    sign(origin, choices) {
      const tokens = [];
      for (let first = 0; first < choices.length; first += DECISIONS_PER_SIGNATURE) {
        const end = Math.min(first + DECISIONS_PER_SIGNATURE, choices.length);
        const body = encodeBody(origin, choices, first, end);
        const signature = hmac(body);
        const signed = [body, signature.slice(0, COMMON_LENGTH)].join(".");
        for (let place = 0; place < end - first; place++)
          tokens.push(`${place}.${signed}${slicePlace(signature, place)}`);
      }
      return tokens;
    },
    read(text9, now) {
      const split2 = text9.length - SIGNATURE_LENGTH - 1;
      const body = text9.slice(2, split2);
      const place = PLACE.test(text9) ? Number(text9[0]) : void 0;
      if (place === void 0 || text9[split2] !== ".") return { forged: true };
      const signature = hmac(body);
      const expected = signature.slice(0, COMMON_LENGTH) + slicePlace(signature, place);
      const token = isSameText(expected, text9.slice(split2 + 1)) ? decodeBody(body, place) : void 0;
      if (!token) return { forged: true };
      return { token, isExpired: token.decidedAt + life <= now };
    },
    digest: (purpose, value) => hmac(`${purpose} ${value}`).slice(0, DIGEST_LENGTH3)
  };
}
function slicePlace(signature, place) {
  const start = COMMON_LENGTH + place * PLACE_LENGTH;
  return signature.slice(start, start + PLACE_LENGTH);
}
function encodeBody(origin, choices, first, end) {
  const { epoch, number: number16, decidedAt, visitor } = origin;
  let body = `${VERSION}.${epoch}.${number16 + first}.${decidedAt}.${visitor}`;
  for (const { zone: zone2, campaign: campaign3, variation: variation2, sub } of choices.slice(first, end))
    body += `.${zone2}.${campaign3}.${variation2}.${sub ?? ""}`;
  return body;
}
function encodeVisitor(visitor) {
  const { country: country2, region, language: language2, browser, operatingSystem, device, deviceType } = visitor;
  const { isRobot, address, user } = visitor;
  const fields = [country2, region, language2, browser, operatingSystem, device, deviceType];
  return [...fields, isRobot ? 1 : "", address, user].map((value) => value ?? "").join(".");
}
function decodeBody(body, place) {
  const fields = body.split(".");
  const start = SHARED_FIELDS + place * CHOICE_FIELDS;
  if (fields[0] !== VERSION || start >= fields.length) return void 0;
  const number16 = (at) => Number(fields[at]);
  const optional10 = (at) => fields[at] === "" ? void 0 : number16(at);
  return {
    epoch: number16(1),
    number: number16(2) + place,
    decidedAt: number16(3),
    zone: number16(start),
    campaign: number16(start + 1),
    variation: number16(start + 2),
    sub: optional10(start + 3),
    visitor: {
      country: fields[4] || void 0,
      region: optional10(5),
      language: optional10(6),
      browser: optional10(7),
      operatingSystem: optional10(8),
      device: optional10(9),
      deviceType: optional10(10),
      isRobot: fields[11] === "1",
      address: fields[12] || void 0,
      user: fields[13] || void 0
    }
  };
}

// src/service/placement/weightedChoice.ts
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

// src/service/placement/assign.ts
function assign(zones2, rules) {
  const assignment = new Assignment(rules);
  const given = zones2.map((candidates) => ({ candidates }));
  const order = given.map((zone2) => ({ zone: zone2, size: zone2.candidates.countUpTo(zones2.length) })).sort((a, b) => a.size - b.size);
  for (const { zone: zone2 } of order) assignment.giveDifferent(zone2);
  for (const { zone: zone2 } of order) assignment.giveRepeated(zone2);
  return given.map(({ position }) => position);
}
var Assignment = class {
  #rules;
  /** Zones by the position assigned to them. */
  #holders = /* @__PURE__ */ new Map();
  #times = /* @__PURE__ */ new Map();
  /** Positions from which a search found no free campaign; no later search will. */
  #exhausted = /* @__PURE__ */ new Set();
  /** Candidates of zones for which a search found no free campaign. */
  #hopeless = /* @__PURE__ */ new Set();
  /** Assigned positions among candidates, when no more are assigned. */
  #repeatable = /* @__PURE__ */ new Map();
  constructor(rules) {
    this.#rules = rules;
  }
  /** Assigns a campaign that no other zone has, if possible. */
  giveDifferent(zone2) {
    const { candidates } = zone2;
    if (this.#hopeless.has(candidates) || this.#giveFree(zone2)) return;
    const visited = /* @__PURE__ */ new Set();
    if (this.#augment(zone2, visited)) return;
    this.#hopeless.add(candidates);
    for (const position of visited) this.#exhausted.add(position);
  }
  /** Assigns a campaign that other zones have too. */
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
  /** Assigns a free campaign, if there is one. */
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
  /** Takes a campaign from a zone that can get another one. */
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
  /** Lists the assigned positions among the candidates. */
  #listGiven(candidates) {
    return [...this.#holders.keys()].filter((position) => candidates.has(position));
  }
};
function chooseBest(ranking, positions, random) {
  const tiers = positions.map((position) => readTier(ranking, position));
  const best = Math.min(...tiers);
  const first = positions.filter((_2, at) => tiers[at] === best);
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
  /** Candidates that were not dropped. */
  #left;
  /** Best tier with remaining candidates. */
  #tier;
  /** Weight classes of the tier with remaining candidates. */
  #shares = [];
  /** `sets`: candidates are the intersection. */
  constructor(ranking, sets) {
    this.#ranking = ranking;
    this.#sets = sets;
    this.#left = intersect(sets);
  }
  /** Whether a position is a candidate, dropped or not. */
  has(position) {
    for (const bits of this.#sets) if (!hasBit(bits, position)) return false;
    return true;
  }
  /** Adds the remaining candidates to a set. */
  addTo(bits) {
    unite(bits, this.#left);
  }
  /** Counts the remaining candidates, up to a little more than `most`. */
  countUpTo(most) {
    let count3 = 0;
    for (let start = 0; start < this.#ranking.weights.length && count3 <= most; start += 32)
      count3 += countBits(this.#left, start, start + 32);
    return count3;
  }
  /** Draws a candidate of the best tier by weight; undefined when none may be taken. Those that may not are dropped. */
  draw(mayTake, random) {
    for (let refused = 1; ; refused++) {
      const position = this.#findTier() ? this.#drawOne(random) : void 0;
      if (position === void 0 || mayTake(position)) return position;
      this.#drop(position);
      if (refused % MOST_REFUSED === 0) this.#dropRefused(mayTake);
    }
  }
  /** Lists all candidates of the best tier with any that may be taken. */
  listBest(mayTake) {
    while (this.#findTier()) {
      this.#dropRefused(mayTake);
      if (this.#shares.length > 0) return this.#listTier();
    }
    return [];
  }
  /** Finds the next tier with candidates; false when there is none. */
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
   * Rejection sampling: draws as if all weights of a class were the greatest, and keeps a draw with the probability of
   * its own weight. https://en.wikipedia.org/wiki/Rejection_sampling
   */
  #drawOne(random) {
    for (let attempt = 1; ; attempt++) {
      const share4 = chooseWeighted(this.#shares, weighShare, random);
      if (!share4) return void 0;
      const { weightClass, count: count3 } = share4;
      const position = selectBit(this.#left, weightClass.start, Math.floor(random() * count3));
      const weight = this.#ranking.weights[position] ?? 0;
      if (random() * weightClass.most < weight || attempt === MOST_ATTEMPTS) return position;
    }
  }
  #drop(position) {
    clearBit(this.#left, position);
    const share4 = this.#shares.find(({ weightClass }) => position < weightClass.end);
    if (share4) share4.count -= 1;
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
function matchZones(index, context, zones2) {
  const matcher = new ZoneMatcher(index, context);
  return zones2.map((zone2) => matcher.match(zone2));
}
function matchZone(index, context, zone2) {
  return new ZoneMatcher(index, context).match(zone2);
}
var ZoneMatcher = class {
  #index;
  #cutter = new KeywordCutter();
  #page;
  /** Campaigns that accept time, visitor and page. */
  #eligible;
  #eligibleByValues = /* @__PURE__ */ new Map();
  #found = /* @__PURE__ */ new Map();
  constructor(index, { page, time: time2, visitor }) {
    this.#index = index;
    this.#page = index.matchAddress(page ?? "");
    this.#eligible = intersect([
      index.selectSchedule(time2).served,
      ...index.byVisitor.map(({ facet, read: read2 }) => selectAccepting(facet, read2(visitor)))
    ]);
    subtract(this.#eligible, this.#page.excluded);
  }
  match({ zone: { accepted }, request: request2 }) {
    const eligible = this.#selectEligible(request2);
    const words = this.#matchWords(request2.keywords);
    const alike = getOrMake(this.#found, words, () => []);
    const same = alike.find((found) => found.accepted === accepted && found.eligible === eligible);
    if (same) return same;
    const candidates = new Candidates(this.#index.ranking, [words.allowed, eligible, accepted]);
    const match = { candidates, words, page: this.#page, eligible, accepted };
    alike.push(match);
    return match;
  }
  #matchWords(keywords) {
    if (keywords === void 0 || !hasKeywords(keywords)) return this.#page;
    return this.#index.matchKeywords(this.#cutter.cut(keywords));
  }
  #selectEligible(request2) {
    const { byRequest } = this.#index;
    if (byRequest.length === 0) return this.#eligible;
    const values2 = byRequest.map(({ read: read2 }) => read2(request2));
    return getOrMake(
      this.#eligibleByValues,
      JSON.stringify(values2),
      () => intersect([this.#eligible, ...byRequest.map(({ facet }, at) => selectAccepting(facet, values2[at]))])
    );
  }
};

// src/service/placement/funnel.ts
function* listRequestSteps(index, context, request2, match) {
  yield* listVisitSteps(index, context);
  yield* listOwnSteps(index, request2, match);
}
function listVisitSteps(index, { visitor, time: time2, hasConsent }) {
  const { inFlight, withinHours } = index.selectSchedule(time2);
  return [
    { reason: "flight", passing: inFlight },
    { reason: "targeting.times", passing: withinHours },
    ...index.byVisitor.map(({ reason, read: read2, needsConsent, facet }) => {
      const value = read2(visitor);
      const isWithheld = needsConsent && !hasConsent && value === void 0;
      return { reason: isWithheld ? "consent" : reason, passing: selectAccepting(facet, value) };
    })
  ];
}
function* listOwnSteps(index, request2, { words, page }) {
  for (const { reason, read: read2, facet } of index.byRequest)
    yield { reason, passing: selectAccepting(facet, read2(request2)) };
  yield { reason: "keywords", passing: words.matched };
  const passing = fillBits(index.campaigns.length);
  subtract(passing, words.excluded);
  subtract(passing, page.excluded);
  yield { reason: "negativeKeywords", passing };
}
var UnfilledZones = class {
  #index;
  #context;
  #visitSteps;
  #narrowed = /* @__PURE__ */ new Map();
  constructor(index, context) {
    this.#index = index;
    this.#context = context;
    this.#visitSteps = listVisitSteps(index, context);
  }
  /** Returns the columns of the zone's event; empty when a campaign is left. */
  explain({ zone: zone2, request: request2 }, match) {
    if (zone2.reason) return writeReason(zone2.reason);
    const { accepted, reason } = this.#narrow(zone2.accepted);
    if (reason) return writeReason(reason);
    const left = accepted.slice();
    for (const step of listOwnSteps(this.#index, request2, match))
      if (!keepCommon(left, step.passing)) return writeReason(step.reason);
    return findLastLimit(this.#index, left, this.#context);
  }
  #narrow(accepted) {
    return getOrMake(this.#narrowed, accepted, () => narrow(accepted.slice(), this.#visitSteps));
  }
};
function findLastLimit(index, left, { findLimit: findLimit2 }) {
  const { weights } = index.ranking;
  let last = -1;
  let named2 = -1;
  for (const position of listBits(left, 0, index.campaigns.length)) {
    const reason2 = findLimit2(position);
    if (!reason2) return NO_VALUES;
    const at = LIMIT_REASONS.indexOf(reason2);
    const isHeavier = (weights[position] ?? 0) > (weights[named2] ?? 0);
    if (at < last || at === last && !(isHeavier && hasSamePriority(index, position, named2))) continue;
    last = at;
    named2 = position;
  }
  const reason = LIMIT_REASONS[last];
  const campaign3 = index.campaigns[named2]?.campaign;
  return reason && campaign3 ? writeLimit2(reason, campaign3) : NO_VALUES;
}
function hasSamePriority({ campaigns: campaigns2 }, one, other) {
  return campaigns2[one]?.campaign.priority === campaigns2[other]?.campaign.priority;
}
var NO_VALUES = {};
var REASONS2 = /* @__PURE__ */ new Map();
var LIMITS = /* @__PURE__ */ new WeakMap();
function writeReason(reason) {
  return getOrMake(REASONS2, reason, () => ({ unfilled_reason: reason }));
}
function writeLimit2(reason, campaign3) {
  const byReason = getOrMake(LIMITS, campaign3, () => /* @__PURE__ */ new Map());
  return getOrMake(byReason, reason, () => ({ unfilled_reason: reason, excluded_campaign_id: campaign3.id }));
}

// src/service/placement/explain.ts
function explainZone(catalogue, index, context, zone2) {
  const match = matchZone(index, context, zone2);
  const steps = [...index.listZoneSteps(zone2.zone), ...listRequestSteps(index, context, zone2.request, match)];
  const positions = new Map(index.campaigns.map(({ campaign: campaign3 }, position) => [campaign3.id, position]));
  const first = match.candidates.listBest((position) => context.findLimit(position) === void 0);
  const total = first.reduce((sum2, position) => sum2 + (index.ranking.weights[position] ?? 0), 0);
  return catalogue.data.campaigns.filter(({ deleted }) => !deleted).map((campaign3) => {
    const position = positions.get(campaign3.id);
    const isFirst = position !== void 0 && first.includes(position);
    const exclusions = listExclusions(campaign3, position, { steps, context, zone: zone2 });
    return {
      id: campaign3.id,
      name: campaign3.name,
      excluded: exclusions.length > 0 || isFirst ? exclusions : explainRank(campaign3, index, first),
      chance: isFirst ? 100 * campaign3.weight / total : 0
    };
  });
}
function explainRank({ priority }, index, [first]) {
  const best = first === void 0 ? void 0 : index.campaigns[first]?.campaign;
  if (!best) return [];
  if (best.priority > priority)
    return [{ rule: "priority", reason: `A campaign of a higher priority comes first: ${best.name}.` }];
  return [{ rule: "keywords", reason: `A campaign with a keyword that matches comes first: ${best.name}.` }];
}
function listExclusions(campaign3, position, situation) {
  if (position === void 0) return [{ rule: "active", reason: "The campaign is paused." }];
  const failed = situation.steps.filter(({ passing }) => !hasBit(passing, position));
  const limit = situation.context.findLimit(position);
  const reasons = /* @__PURE__ */ new Set([...failed.map(({ reason }) => reason), ...limit ? [limit] : []]);
  return [...reasons].map((rule) => ({ rule, reason: describe3(rule, campaign3, situation) }));
}
var SENTENCES2 = {
  network: () => "The site belongs to another network.",
  variations: ({ variations }, { zone: zone2 }) => {
    const { size: size3 } = zone2.zone.zone;
    const isFitting2 = variations.some((variation2) => variation2.size === size3);
    if (!isFitting2) return `It has no creative of ${size3}.`;
    return `Its creatives of ${size3} are paused or wait for approval.`;
  },
  blockedAdvertisers: () => "The site blocks its advertiser.",
  flight: (campaign3, { context: { time: time2 } }) => time2 < readDays(campaign3).start ? `It begins on ${campaign3.from}.` : `It ended on ${campaign3.to}.`,
  "targeting.times": ({ targeting: { times: times2 } }) => `It is not served at this hour in ${times2?.timezone}.`,
  consent: () => "It is for certain visitors, and this one gave no consent to tell whether it is one of them.",
  "targeting.custom": ({ targeting: targeting2 }, { zone: zone2 }) => {
    const given = zone2.request.custom_targeting ?? /* @__PURE__ */ Object.create(null);
    const missing = Object.entries(targeting2.custom).find(
      ([key2, values3]) => given[key2] === void 0 || !values3.includes(given[key2])
    );
    const [key = "", values2 = []] = missing ?? [];
    return `The zone must say ${key}: ${values2.join(" or ")}.`;
  },
  keywords: (_campaign, { zone: { request: request2 } }) => {
    const usesPage = request2.keywords === void 0 || !hasKeywords(request2.keywords);
    return `None of its keywords is among ${usesPage ? "the words of the page's address" : "the zone's keywords"}.`;
  },
  negativeKeywords: () => "One of its negative keywords is there.",
  frequency: () => "The visitor has seen it as often as its frequency cap allows.",
  caps: () => "Its impression cap is used up.",
  budget: () => "Its budget is spent.",
  spread: () => "It is spread evenly over the day, and has delivered its share so far."
};
function describe3(reason, campaign3, situation) {
  if (hasKey(SENTENCES2, reason)) return SENTENCES2[reason](campaign3, situation);
  const { context, zone: zone2 } = situation;
  const name = listKeys(TARGETING).find((each) => nameDimension(each) === reason);
  const sources = { zone: zone2.zone, visitor: context.visitor, request: zone2.request };
  return name ? explainDimension(name, campaign3.targeting, sources) : "";
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
var MAX_CACHED_LENGTH2 = 1024;
var Visitors = class {
  #locate;
  #regions;
  #visitors = new BoundedMap(CACHED_VISITORS, MAX_CACHED_LENGTH2);
  /** `regions`: ids of the catalogue's regions, by ISO 3166-2 code. */
  constructor(locate2, regions) {
    this.#locate = locate2;
    this.#regions = regions;
  }
  find({ address, userAgent, language: language2 = "", hasConsent }) {
    const key = hasConsent ? [address, language2, userAgent].join(" ") : address;
    return this.#visitors.getOrCompute(key, () => this.#read({ address, userAgent, language: language2, hasConsent }));
  }
  #read({ address, userAgent, language: language2, hasConsent }) {
    const { country: country2, subdivision } = this.#locate(address);
    const agent = hasConsent ? readUserAgent(userAgent) : UNKNOWN_USER_AGENT;
    const region = hasConsent && subdivision ? this.#regions.get(subdivision) : void 0;
    const { browser, operatingSystem, device, deviceType } = agent;
    const traits = {
      country: country2,
      region,
      browser,
      operatingSystem,
      device,
      deviceType,
      language: hasConsent ? findLanguage(language2) : void 0
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
function findLanguage(text9) {
  for (const primary of readAcceptLanguage(text9)) {
    const id4 = languages.id(primary);
    if (id4 !== void 0) return id4;
  }
  return void 0;
}

// src/service/placement/placement.ts
var FILLED = { ad_requests: 1, filled: 1 };
var EMPTY3 = { ad_requests: 1 };
var ROBOT = { robot_requests: 1 };
var NO_VALUES2 = {};
var MOST_CAPPED = 100;
var Placement = class {
  #parts;
  #catalogue;
  #index;
  #visitors;
  /** Number of the next decision. */
  #number = 1;
  #responses = new ResponseWriter();
  constructor(parts, catalogue, now) {
    this.#parts = parts;
    this.#catalogue = catalogue;
    this.#index = indexCampaigns(catalogue);
    this.#visitors = this.#createVisitors(catalogue);
    parts.budgets.setCampaigns(this.#index.campaigns, now);
  }
  /** Builds what decisions need of a catalogue. Calling the result decides by it from that time on. */
  async prepare(catalogue) {
    const index = await runInSlices(indexInSlices(catalogue));
    const visitors = this.#createVisitors(catalogue);
    return (now) => {
      this.#catalogue = catalogue;
      this.#index = index;
      this.#visitors = visitors;
      this.#parts.budgets.setCampaigns(index.campaigns, now);
    };
  }
  /** Returns a promise only when other nodes have to be asked about frequency caps. */
  place(request2, caller, now) {
    const draft = this.#draft(request2, caller, now);
    const caps = this.#openCaps(draft);
    if (!(caps instanceof Promise)) return this.#complete(draft, caps);
    return caps.then((opened) => {
      const current = draft.index === this.#index ? draft : this.#draft(request2, caller, now);
      return this.#complete(current, opened);
    });
  }
  /**
   * Explains each zone of a request: why each campaign would be chosen or not. Undefined for an unknown zone.
   * `country`: country to assume for the visitor.
   */
  explain({ user, zones: zones2 }, caller, now, country2) {
    const found = this.#findVisitor(user, caller);
    const visitor = country2 === void 0 ? found : { ...found, country: country2, region: void 0 };
    const known4 = zones2.map((request2) => {
      const zone2 = this.#index.zones.get(request2.id);
      return zone2 && { zone: zone2, request: request2 };
    });
    const { user: viewer } = visitor;
    const { frequencyCaps, budgets } = this.#parts;
    budgets.remaining(now);
    const context = this.#createContext(
      { visitor, page: user.referer, time: now },
      viewer === void 0 ? void 0 : (campaign3) => frequencyCaps.remaining(viewer, campaign3, now)
    );
    return known4.map((zone2) => zone2 && explainZone(this.#catalogue, this.#index, context, zone2));
  }
  #findVisitor(user, caller) {
    const { tokens } = this.#parts;
    const hasConsent = givesConsent(user, caller);
    const address = (user.ip === void 0 ? void 0 : normalizeAddress(user.ip)) ?? caller.address;
    const userAgent = user.ua ?? caller.userAgent ?? "";
    const language2 = user.language ?? caller.language;
    const isForeign = !caller.isBrowser && user.ip === void 0;
    return {
      ...this.#visitors.find({ address, userAgent, language: language2, hasConsent }),
      isRobot: readUserAgent(userAgent).isRobot,
      hasConsent,
      user: this.#digestUser(user, caller),
      address: hasConsent && isForeign ? tokens.digest("address", toCustomerNetwork(address)) : void 0
    };
  }
  /** Undefined without an id, or without consent to use it. */
  #digestUser(user, caller) {
    return user.id && givesConsent(user, caller) ? this.#parts.tokens.digest("user", user.id) : void 0;
  }
  #draft(request2, caller, now) {
    const { user, zones: zones2 } = request2;
    const index = this.#index;
    const visitor = this.#findVisitor(user, caller);
    const placed = zones2.map((zone2) => {
      return { request: zone2, zone: index.zones.get(zone2.id), decision: void 0, unfilled: NO_VALUES2 };
    });
    const known4 = placed.filter(isKnown);
    const matches = matchZones(index, { visitor, page: user.referer, time: now }, known4);
    return { request: request2, caller, now, index, visitor, placed, known: known4, matches };
  }
  /** Opens the frequency caps of a visitor with an id. Robots are not counted. */
  #openCaps(draft) {
    const { visitor, now, index, known: known4 } = draft;
    if (index.capped === void 0 || visitor.user === void 0 || visitor.isRobot) return void 0;
    return this.#parts.frequencyCaps.open({
      user: visitor.user,
      time: now,
      zones: known4.length,
      listCapped: () => this.#listCapped(draft)
    });
  }
  /** Lists candidates with a frequency cap and remaining budget, or a weighted sample of too many. */
  #listCapped({ index, matches, now }) {
    const { budgets, random } = this.#parts;
    const all = createBits(index.campaigns.length);
    for (const { candidates } of new Set(matches)) candidates.addTo(all);
    const capped = intersect([all, index.capped ?? all]);
    const left = budgets.remaining(now);
    const positions = listBits(capped, 0, index.campaigns.length).filter((at) => (left[at] ?? 0) > 0);
    const chosen = positions.length > MOST_CAPPED ? shuffle(index.ranking, positions, random) : positions;
    return chosen.slice(0, MOST_CAPPED).flatMap((at) => index.campaigns[at]?.campaign ?? []);
  }
  /** Decides, reserves and writes the response within one task. */
  #complete(draft, caps) {
    const { caller, now, visitor, placed } = draft;
    const chosen = this.#choose(draft, caps);
    const capped = chosen.map(({ plan }) => plan).filter(({ frequency }) => frequency.length > 0);
    caps?.reserve(capped);
    this.#decide(chosen, visitor, now);
    if (!visitor.isRobot) this.#explainUnfilled(draft, caps);
    let filled = 0;
    let unknown3 = 0;
    const events = [];
    for (const each of placed) {
      if (each.decision) filled += 1;
      if (isKnown(each)) events.push(createEvent(each, visitor, now));
      else unknown3 += 1;
    }
    return {
      body: this.#responses.write(placed, caller.origin),
      events,
      filled,
      unknown: unknown3,
      empty: placed.length - filled - unknown3,
      undo: (later) => {
        caps?.release(capped);
        if (visitor.isRobot) return;
        for (const { decision } of placed)
          if (decision) this.#parts.budgets.release(decision.budgeted, later);
      }
    };
  }
  /** Adds decisions to the zones that have a choice. */
  #decide(chosen, visitor, now) {
    const { epoch, budgets, tokens } = this.#parts;
    const number16 = this.#number;
    this.#number += chosen.length;
    const signed = tokens.sign({ epoch, number: number16, decidedAt: now, visitor: encodeVisitor(visitor) }, chosen);
    for (const [at, { placed: each, creative, campaign: campaign3 }] of chosen.entries()) {
      const budgeted = { epoch, number: number16 + at, decidedAt: now, campaign: campaign3 };
      each.decision = { creative, token: signed[at], budgeted };
      if (!visitor.isRobot) budgets.reserve(budgeted, now);
    }
  }
  /** Explains why zones got no ad. Runs after the decisions for the others, whose reservations count. */
  #explainUnfilled(draft, caps) {
    const { index, request: request2, visitor, known: known4, matches, now } = draft;
    if (known4.every(({ decision }) => decision)) return;
    const context = this.#createContext(
      { visitor, page: request2.user.referer, time: now },
      caps && ((campaign3) => caps.remaining(campaign3))
    );
    const zones2 = new UnfilledZones(index, context);
    const explained = /* @__PURE__ */ new Map();
    for (const [at, each] of known4.entries()) {
      const match = matches[at];
      if (each.decision || !match) continue;
      each.unfilled = getOrMake(explained, match, () => zones2.explain(each, match));
    }
  }
  #choose({ index, known: known4, matches, now }, caps) {
    const { random } = this.#parts;
    const remaining = this.#createRemaining(now, caps && ((campaign3) => caps.remaining(campaign3)));
    const candidates = matches.map((match) => match.candidates);
    const positions = assign(candidates, { ranking: index.ranking, remaining, random });
    const chosen = [];
    for (const [at, each] of known4.entries()) {
      const position = positions[at];
      const servable = position === void 0 ? void 0 : index.campaigns[position];
      const creatives = servable?.bySize.get(each.zone.zone.size) ?? [];
      const creative = chooseWeighted(creatives, ({ variation: variation2 }) => variation2.weight, random);
      if (!servable || !creative) continue;
      const { id: zone2, sub } = each.request;
      const { campaign: plan } = servable;
      chosen.push({
        zone: zone2,
        campaign: plan.id,
        variation: creative.variation.id,
        sub,
        placed: each,
        creative,
        plan
      });
    }
    return chosen;
  }
  /**
   * Impressions left by budgets and `byCaps`, by position. `byCaps` is called only for campaigns with a frequency cap.
   */
  #createRemaining(now, byCaps) {
    const byBudget = this.#parts.budgets.remaining(now);
    return (position) => {
      const left = byBudget[position] ?? 0;
      const campaign3 = this.#index.campaigns[position]?.campaign;
      if (!byCaps || !campaign3 || campaign3.frequency.length === 0) return left;
      return Math.min(left, byCaps(campaign3));
    };
  }
  /** `byCaps`: impressions that frequency caps leave; called only for campaigns with one. */
  #createContext(match, byCaps) {
    const { budgets } = this.#parts;
    return {
      ...match,
      hasConsent: match.visitor.hasConsent,
      findLimit: (position) => {
        const campaign3 = this.#index.campaigns[position]?.campaign;
        const isCapped = byCaps && campaign3 && campaign3.frequency.length > 0;
        return isCapped && byCaps(campaign3) < 1 ? "frequency" : budgets.findLimit(position, match.time);
      }
    };
  }
  #createVisitors({ data }) {
    const regions = data.regions.flatMap(({ code, id: id4 }) => code ? [[code, id4]] : []);
    return new Visitors(this.#parts.locate, new Map(regions));
  }
};
function givesConsent({ gdpr }, { optsOut }) {
  const isUnderGdpr = gdpr?.gdpr === 1 && !gdpr.consent?.trim();
  return !isUnderGdpr && !optsOut;
}
function isKnown(placed) {
  return placed.zone !== void 0;
}
function createEvent({ request: { sub }, zone: zone2, decision, unfilled }, visitor, time2) {
  const counters = visitor.isRobot ? ROBOT : decision ? FILLED : EMPTY3;
  const campaign3 = decision?.creative.values ?? unfilled;
  return { time: time2, sub, zone: zone2.values, campaign: campaign3, visitor: visitor.values, counters };
}

// src/service/placement/random.ts
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 1831565813 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

// src/service/reports/firstDay.ts
var OFFSETS_FROM2 = Date.UTC(2e3, 0, 1);
function firstDayQuery({ role: role2, accounts: accounts2, timezone, now }) {
  const until = now + DAY_MS;
  return {
    from: 0,
    until,
    conditions: [{ value: { column: `${role2}_id` }, within: accounts2 }],
    groups: [{ unit: "date", offsets: offsetsBetween(timezone, OFFSETS_FROM2, until) }],
    counters: [],
    limit: 1
  };
}

// src/service/reports/reportTurns.ts
var LIGHT_MS = 100;
var MAX_WAITING_OF_ACCOUNT = 64;
var MAX_WAITING4 = 1024;
var MAX_SHAPES = 1e4;
var MAX_SHAPE_LENGTH = 500;
var systemClock2 = {
  elapsed: () => performance.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds)
};
var ReportTurns = class {
  #light = createGate2(1);
  #heavy;
  #lightMs;
  #clock;
  /** Whether the last report of a shape was heavy. */
  #isHeavy = new BoundedMap(MAX_SHAPES, MAX_SHAPE_LENGTH);
  constructor(heavyAtOnce, lightMs = LIGHT_MS, clock = systemClock2) {
    this.#heavy = createGate2(heavyAtOnce);
    this.#lightMs = lightMs;
    this.#clock = clock;
  }
  /** Reports being made, and reports that wait. */
  get load() {
    const gates = [this.#light, this.#heavy];
    const sum2 = (key) => gates.reduce((total, gate) => total + gate[key], 0);
    return { running: sum2("running"), waiting: sum2("waiting") };
  }
  /** Runs `work` when its turn comes, a second time if the first was interrupted. Rejects as `Gate.run` does. */
  async run(work, turn) {
    if (!this.#isHeavy.get(turn.shape)) {
      const done = await this.#runLight(work, turn);
      if (done) return done.value;
    }
    const { owner, shape, signal } = turn;
    return this.#heavy.run(
      async () => {
        const start = this.#clock.elapsed();
        const value = await work(signal, false);
        this.#isHeavy.set(shape, this.#clock.elapsed() - start > this.#lightMs);
        return value;
      },
      signal,
      owner
    );
  }
  /** Resolves to undefined when the report is not light. */
  #runLight(work, { owner, shape, signal }) {
    return this.#light.run(
      async () => {
        if (this.#isHeavy.get(shape)) return void 0;
        const late = this.#clock.timeout(this.#lightMs);
        try {
          return { value: await work(AbortSignal.any([signal, late]), true) };
        } catch (error) {
          if (!late.aborted || signal.aborted) throw error;
          this.#isHeavy.set(shape, true);
          return void 0;
        }
      },
      signal,
      owner
    );
  }
};
function createGate2(running) {
  return new Gate({ running, waiting: MAX_WAITING_OF_ACCOUNT, waitingOfAll: MAX_WAITING4 });
}
function describeShape(owner, request2) {
  const { role: role2, groupings, filter, exclude, from, to, count: count3, totals, limit } = request2;
  const days = Math.ceil(Math.log2(1 + (Date.parse(to) - Date.parse(from)) / DAY_MS));
  const narrowed = [...Object.keys(filter), ...Object.keys(exclude).map((key) => `-${key}`)];
  return JSON.stringify([owner, role2, groupings, narrowed, days, count3, totals, limit]);
}

// src/service/reports/reports.ts
var FIRST_DAY_MS = 6e4;
var MAX_FIRST_DAYS = 1e3;
var MAX_KEY_LENGTH = 200;
function nameResult(error) {
  if (error instanceof CancelledError) return "cancelled";
  return error instanceof BusyError ? "refused" : "failed";
}
var Reports = class {
  #store;
  #settings;
  #count;
  #turns;
  #firstDays = new BoundedMap(MAX_FIRST_DAYS, MAX_KEY_LENGTH);
  /** `count`: told of each report. */
  constructor(store, settings, count3 = () => {
  }) {
    this.#store = store;
    this.#settings = settings;
    this.#count = count3;
    this.#turns = new ReportTurns(settings.maxReports);
  }
  /** Whether the store can make Parquet files. */
  get hasParquet() {
    return this.#store.hasParquet;
  }
  /** Reports that are made, and those that wait for their turn. */
  get load() {
    return this.#turns.load;
  }
  /**
   * Resolves with the bytes of the answer once it is complete. Rejects with `BusyError` when that takes too long, with
   * `CancelledError` once the caller's signal ends it, or as the store does.
   */
  async open(request2, scope, catalogue, format, {
    owner = 0,
    cancelled = new AbortController().signal,
    encoding = "identity",
    isFlat
  } = {}) {
    const query2 = reportQuery(request2, scope);
    const job = {
      query: query2.facts,
      plan: planAnswer(request2, query2, format, encoding === "gzip", isFlat),
      describe: createDescriber(request2, catalogue)
    };
    const make = async (signal, isLight) => streamOnce(await this.#store.writeAnswer({ ...job, isLight }, signal));
    const turn = { owner, shape: describeShape(owner, request2) };
    return this.#measure(() => this.#takeTurn(make, turn, cancelled));
  }
  /**
   * The first day with facts of some accounts; undefined without facts. It may be a minute old. Rejects as `open` does.
   */
  async findFirstDay(request2, owner) {
    const { role: role2, timezone, now } = request2;
    const key = `${owner} ${role2} ${timezone}`;
    const known4 = this.#firstDays.get(key);
    if (known4 && known4.until > now) return known4.day;
    const make = (signal) => sumFacts2(this.#store, firstDayQuery(request2), signal);
    const turn = { owner, shape: `first day of ${owner}` };
    const [row] = await this.#takeTurn(make, turn, new AbortController().signal);
    this.#firstDays.set(key, { day: row?.[0], until: now + FIRST_DAY_MS });
    return row?.[0];
  }
  async #takeTurn(make, turn, cancelled) {
    const late = AbortSignal.timeout(this.#settings.reportTimeout);
    const signal = AbortSignal.any([late, cancelled]);
    try {
      return await this.#turns.run(make, { ...turn, signal });
    } catch (error) {
      if (cancelled.aborted) throw new CancelledError("Nobody waits for the report.", { cause: error });
      throw late.aborted ? new BusyError("The report took too long.", { cause: error }) : error;
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
};
function createDescriber({ detailed, viewer }, names) {
  const context = { names, detailed, kind: viewer.kind };
  return ({ grouping, values: values2 }) => values2.map((value) => describeGroup(grouping, value, context));
}

// src/service/telemetry/log.ts
import { pino as pino4 } from "pino";

// src/service/telemetry/logOutput.ts
import { fstatSync, write as write2, writeSync } from "node:fs";
import { Socket } from "node:net";
var MAX_WAITING5 = 128 * 1024;
var LogOutput = class {
  #sink;
  #maxWaiting;
  #waiting = [];
  #bytes = 0;
  #isWriting = false;
  #dropped = 0;
  #unreported = 0;
  constructor(sink, maxWaiting = MAX_WAITING5) {
    this.#sink = sink;
    this.#maxWaiting = maxWaiting;
  }
  /** Lines dropped since the start. */
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
  /** Writes the queued lines. */
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
  write2(fd, bytes, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll2(fd, bytes.subarray(written), done);
  });
}

// src/service/telemetry/log.ts
function createLog(level, sink = openSink(2)) {
  const output = new LogOutput(sink);
  const log = pino4({ level, base: null, timestamp: pino4.stdTimeFunctions.isoTime }, output);
  return { log, countDropped: () => output.dropped, flush: () => output.flush() };
}

// src/service/telemetry/metrics.ts
import { Counter as Counter2, collectDefaultMetrics, Histogram, Registry } from "prom-client";

// src/service/telemetry/sourceMetrics.ts
import { Counter, Gauge } from "prom-client";
var ALONE = { isAway: false, outages: 0, isDataLost: false, refusals: /* @__PURE__ */ new Map() };
function registerSources(registry, sources) {
  const registers = [registry];
  for (const [name, help, read2] of listGauges(sources))
    new Gauge({
      name: `zonetag_${name}`,
      help,
      registers,
      collect() {
        this.set(read2());
      }
    });
  for (const [name, help, read2] of listCounters2(sources))
    new Counter({
      name: `zonetag_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read2());
      }
    });
  registerLabelled(registry, {
    name: "zonetag_set_aside_total",
    help: "Items set aside because they could not be read or stored, by kind",
    label: "what",
    read: () => Object.entries(sources.store().setAside)
  });
  registerLabelled(registry, {
    name: "zonetag_redis_refusals_total",
    help: "Commands that Redis answered with an error, by its code",
    label: "code",
    read: () => sources.redis?.().refusals ?? []
  });
  registerCatalogue(registry, sources.catalogueDigest);
}
function registerCatalogue(registry, read2) {
  new Gauge({
    name: "zonetag_declared_catalogue",
    help: "1 for the digest of the declared catalogue in use",
    labelNames: ["digest"],
    registers: [registry],
    collect() {
      this.reset();
      const digest4 = read2?.();
      if (digest4 !== void 0) this.set({ digest: digest4 }, 1);
    }
  });
}
function listGauges({ store, reports, redis, clickHouse }) {
  const readRedis = () => redis?.() ?? ALONE;
  return [
    ["redis_away", "1 while Redis does not answer or refuses to write", () => Number(readRedis().isAway)],
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
function registerLabelled(registry, { name, help, label, read: read2 }) {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count3] of read2()) this.inc({ [label]: value }, count3);
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
  const zones2 = createCounter(registry, "zones_total", help, ["result"]);
  const bound = {
    filled: zones2.labels("filled"),
    empty: zones2.labels("empty"),
    unknown: zones2.labels("unknown")
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
  const refusals = count3("refused_total", "Refused requests, by reason", ["reason"]);
  const reloads = count3("catalogue_reloads_total", "Reloads of the catalogue by result", ["result"]);
  return {
    countException: (route) => exceptions.inc({ route }),
    countFetch: (kind, result) => fetches.inc({ kind, result }),
    countRefusal: (reason) => refusals.inc({ reason }),
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
  /** Reads a fetch. `text`: token of the URL. */
  read(kind, text9, fetcher, now) {
    const reading = this.#parts.tokens.read(text9, now);
    if ("forged" in reading) return createUncounted("forged", void 0);
    const { token, isExpired: isExpired2 } = reading;
    const landingPage = this.#parts.catalogue.findLandingPage(token.variation);
    if (isExpired2) return createUncounted("expired", landingPage);
    if (!fetcher.isView) return createUncounted("ignored", landingPage);
    if (token.visitor.isRobot || readUserAgent(fetcher.userAgent).isRobot)
      return this.#countSeparately("robot", kind, token, landingPage, now);
    if (!this.#isFromExpectedAddress(token, fetcher))
      return this.#countSeparately("invalid", kind, token, landingPage, now);
    return this.#count(kind, token, landingPage, now);
  }
  /** A click also counts its impression: an ad that was clicked was shown. */
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
  /** Has a key of its own, because the fetch that counts may still arrive. */
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
    const { campaign: id4 } = token;
    const campaign3 = catalogue.findCampaign(id4);
    const price2 = computePrice(campaign3, "cpm");
    const cost = budgets.chargeImpression(token, price2, now, isReserved);
    const { user } = token.visitor;
    const life = user && campaign3 ? computeFrequencyLife(campaign3) : 0;
    const event = {
      ...this.#toEvent(token, now, { impressions: 1, ...this.#toMoney(token, cost ?? 0n) }),
      ...user && life > 0 ? { frequency: { viewer: user, seconds: life } } : {}
    };
    return {
      event: { key: toKey2(token, "impression"), event },
      isPaid: cost !== void 0,
      confirm: (later) => {
        budgets.confirmImpression(token, later);
        if (!user || !campaign3) return;
        frequencyCaps.count({ user, campaign: id4, time: now, decidedAt: token.decidedAt }, campaign3);
      },
      refund: (later) => budgets.refundImpression(token, cost, later)
    };
  }
  #chargeClick(token, now) {
    const { budgets, catalogue } = this.#parts;
    const { campaign: id4 } = token;
    const cost = budgets.chargeClick(id4, computePrice(catalogue.findCampaign(id4), "cpc"), now);
    const event = this.#toEvent(token, now, { clicks: 1, ...this.#toMoney(token, cost ?? 0n) });
    return {
      event: { key: toKey2(token, "click"), event },
      isPaid: cost !== void 0,
      confirm: () => {
      },
      refund: (later) => budgets.refundClick(id4, cost, later)
    };
  }
  #isFromExpectedAddress({ visitor }, { address }) {
    if (visitor.address === void 0) return true;
    return visitor.address === this.#parts.tokens.digest("address", toCustomerNetwork(address));
  }
  #toEvent(token, time2, counters) {
    const { catalogue } = this.#parts;
    const found = catalogue.findZone(token.zone);
    const campaign3 = catalogue.findCampaign(token.campaign);
    return {
      time: time2,
      sub: token.sub,
      // The token has the ids, even of entries that were removed from the catalogue.
      zone: found ? toZoneValues(found.zone, found.site) : { zone_id: token.zone },
      campaign: campaign3 ? toCampaignValues(campaign3, { id: token.variation }) : { campaign_id: token.campaign, variation_id: token.variation },
      visitor: toVisitorValues(token.visitor),
      counters
    };
  }
  #toMoney(token, cost) {
    if (cost === 0n) return {};
    const { catalogue, publisherShare } = this.#parts;
    const share4 = catalogue.findZone(token.zone)?.site.publisherShare ?? publisherShare;
    return { cost, publisher_revenue: computePublisherRevenue(cost, share4) };
  }
};
function computePrice(campaign3, model) {
  return campaign3?.pricing.model === model ? computeUnitCost(campaign3) : 0n;
}
function toKey2({ epoch, number: number16, decidedAt }, kind) {
  return { epoch, number: number16, kind, decidedAt };
}
function createUncounted(outcome, landingPage) {
  return { landingPage, keys: [], charge: () => [], settle: () => outcome };
}

// src/service/service.ts
var IDLE_MS3 = 6e4;
async function startService(settings, clock = systemClock) {
  const { log, countDropped, flush } = createLog(settings.logLevel);
  process.once("exit", flush);
  const closeLog = () => {
    flush();
    process.off("exit", flush);
  };
  let engines;
  try {
    const locate2 = openGeoDatabase(settings.cityDatabase);
    engines = await openEngines({ settings, clock, log });
    return await run4({ settings, clock, log, countDropped, closeLog, locate: locate2, ...engines });
  } catch (error) {
    await engines?.close();
    closeLog();
    throw error;
  }
}
async function run4(opened) {
  const { settings, store, local, log, epoch } = opened;
  const parts = await createParts(opened);
  const server = createServer4(parts);
  parts.bodyTime.use(server);
  const address = await listen(server, settings);
  const reloading = watchCatalogue(parts);
  const watching = watchPeople(parts);
  parts.phase.address = address;
  const { imports } = parts;
  const commands = createCommands(parts, imports.signal, address);
  const control = await listenForCommands(settings.data, commands);
  const retention = local && keepMonths(local, parts);
  const sweeping = sweepHourly({
    images: parts.images,
    changes: parts.changes,
    current: parts.current,
    onProblem: (error) => log.warn({ err: error }, "unused images not deleted")
  });
  log.info({ address, epoch }, "listening");
  const setupLink = await startSetup(parts, address);
  const stop = async () => {
    parts.phase.isClosing = true;
    clearInterval(retention);
    clearInterval(sweeping);
    await delay5(settings.drainDelay);
    parts.phase.isRefusing = true;
    imports.abort(new Error("The service stops, and nothing was imported. Try again once it runs."));
    await control.close();
    await reloading.close();
    await watching.close();
    await closeServer(server, settings.stopAfter);
    await opened.close();
    await parts.traces?.close().catch((error) => log.warn({ err: error }, "traces not sent"));
    log.info("stopped");
    opened.closeLog();
  };
  let stopped;
  return {
    address,
    store,
    local,
    setupLink,
    reload: () => reloading.reload(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    }
  };
}
async function createParts(opened) {
  const { settings, store } = opened;
  const reports = new Reports(store, settings, (result, seconds) => metrics.countReport(result, seconds));
  const metrics = createMetrics({
    catalogueDigest: () => delivery.current.catalogue.declared?.digest,
    store: () => store.status(),
    reports: () => reports.load,
    droppedLines: opened.countDropped,
    redis: opened.redisStatus,
    clickHouse: opened.clickHouseStatus
  });
  const delivery = createDelivery(opened);
  const people = () => addDeclared(opened.people.value, delivery.current.catalogue);
  const trusted = matchNetworks(settings.trustedProxies);
  const phase = { isClosing: false, isRefusing: false, address: "" };
  const peopleParts = {
    editor: opened.people,
    people,
    catalogue: () => delivery.current.catalogue,
    now: opened.clock.now
  };
  const users = new Users({
    ...peopleParts,
    writeLink: (token) => writePageLink("password", token, settings, phase.address)
  });
  const traces = settings.traces === void 0 ? void 0 : await openTraces(settings.traces);
  return {
    ...opened,
    ...delivery,
    trusted,
    metrics,
    reports,
    traces,
    management: createManagement(opened, delivery, trusted, people),
    tokens: new ApiTokens({ ...peopleParts, uses: opened.tokenUses }),
    readPeople: people,
    users,
    setup: new Setup({
      users,
      store: opened.setupStore,
      editor: opened.editor,
      catalogue: () => delivery.current.catalogue,
      now: opened.clock.now
    }),
    phase,
    imports: new AbortController(),
    bodyTime: new BodyTime()
  };
}
function createManagement(opened, delivery, trusted, people) {
  const { settings, clock, editor, changes, images, store } = opened;
  const { now } = clock;
  const findCaller = (request2) => readCaller(request2, findClientAddress(request2, trusted), { trusted, origin: settings.origin });
  return new Management({
    editor,
    changes,
    images,
    now,
    facts: store,
    explain: (request2, incoming, country2) => delivery.placement.explain(request2, findCaller(incoming), now(), country2),
    catalogue: () => delivery.current.catalogue,
    people
  });
}
function watchPeople({ people, log }) {
  const prepare = async () => () => {
  };
  return people.watch(prepare, (problem) => {
    if (problem) log.error({ problems: problem.problems }, "people not reloaded; those in use stay");
  });
}
function watchCatalogue({ source, current, placement, metrics, clock, log }) {
  const prepare = async (catalogue) => {
    const use = await placement.prepare(catalogue);
    return () => {
      const now = clock.now();
      current.replace(catalogue, now);
      use(now);
    };
  };
  return source.watch(prepare, (problem) => {
    metrics.countReload(problem ? "refused" : "used");
    if (problem)
      log.error(
        { file: source.name, problems: problem.problems },
        "catalogue not reloaded; the one in use stays"
      );
    else log.info({ file: source.name }, "catalogue reloaded");
  });
}
function createCommands({ local, live, people, images, setup, users, clock, settings, current }, stopping, address) {
  return {
    backup: (body) => requireLocal(local).backUp(body.path),
    delivered: () => recallDelivered(requireLocal(local), clock.now(), settings.reservationLife),
    catalogue: (body) => runCatalogueRequest(requireLive(live), body, {
      time: clock.now(),
      retain: (text9) => images.retain(text9),
      signIns: createTaker(people)
    }),
    "setup-link": async () => writePageLink("setup", await setup.issue(), settings, address),
    users: (body) => runUserRequest(users, body),
    imports: (body) => serveRequest(requireLocal(local), body, listOwners(current.catalogue), stopping)
  };
}
async function startSetup({ setup, settings, log }, address) {
  if (!setup.isNeeded) return void 0;
  log.warn(NO_NETWORK);
  const token = await setup.issueFirst();
  return token && writePageLink("setup", token, settings, address);
}
function writePageLink(page, token, { origin }, address) {
  return `${origin ?? address}/dashboard/#${page}=${token}`;
}
function createDelivery(opened) {
  const { settings, clock, catalogue, locate: locate2, epoch, budgets, frequencyCaps, secret } = opened;
  const { trackingLife, publisherShare, seed } = settings;
  const now = clock.now();
  const current = new CurrentCatalogue(catalogue, trackingLife);
  const tokens = createTokens(deriveKey(secret, "tracking"), trackingLife);
  const random = seed === void 0 ? Math.random : seededRandom(seed);
  const shared = { budgets, frequencyCaps, tokens };
  const placementParts = { ...shared, epoch, locate: locate2, random };
  return {
    current,
    placement: new Placement(placementParts, catalogue, now),
    tracking: new Tracking({ ...shared, catalogue: current, publisherShare })
  };
}
function createServer4(parts) {
  const { settings, clock, log, store, metrics, placement, tracking, limits, deduplication } = parts;
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
    settings,
    placement,
    store,
    metrics,
    now,
    isStopping: () => phase.isRefusing,
    admission: new Admission(settings, limits.ip, elapsed),
    readCaller: (request2) => readCaller(request2, findAddress(request2), { trusted, origin: settings.origin })
  });
  const trackingRoute = new TrackingRoute({ tracking, deduplication, store, metrics, now, findAddress });
  return createHttpServer({
    metrics,
    log,
    isClosing,
    requestTimeout: settings.requestTimeout,
    // No answer is longer in the making than a report.
    idleTimeout: settings.reportTimeout + IDLE_MS3,
    onAnswer: createAccessLog({ accessLog: settings.accessLog, log, traces, now, findAddress }),
    direct: {
      "/v1/placement": { label: "placement", handle: (request2) => placementRoute.handle(request2) },
      "/i/:token": {
        label: "impression",
        handle: (request2, token) => trackingRoute.handle("impression", token, request2)
      },
      "/c/:token": {
        label: "click",
        handle: (request2, token) => trackingRoute.handle("click", token, request2)
      }
    },
    // HTTP/1.0 health checks, such as those of older load balancers, send no host.
    handleOther: getRequestListener(app.fetch, { hostname: "localhost", errorHandler: answerUnreadable })
  });
}
function createOtherRoutes(parts, findAddress) {
  const { settings, clock, log, store, metrics, management, setup, reports, secret, limits, phase } = parts;
  const report3 = (route) => (error, response) => reportException({ log, metrics }, route, error, response);
  const tokens = {
    now: clock.now,
    catalogue: () => parts.current.catalogue,
    people: parts.readPeople,
    loginKey: deriveKey(secret, "statistics tokens")
  };
  return createApp({
    store,
    metrics,
    management,
    users: parts.users,
    tokens: parts.tokens,
    setup,
    redisProblem: () => parts.redisStatus?.().problem,
    reportException: report3("other"),
    readPage: createPageReader({ mayReadLocal: isForThisMachine(settings) }),
    imports: {
      store: parts.local,
      catalogue: () => parts.current.catalogue,
      maxImport: settings.maxImport,
      importTimeout: settings.importTimeout,
      stopping: parts.imports.signal,
      extendBodyTime: (milliseconds, work) => parts.bodyTime.extend(milliseconds, work)
    },
    isClosing: () => phase.isClosing,
    metricsToken: settings.metricsToken,
    files: { ...settings, images: parts.images },
    statistics: {
      ...tokens,
      reports,
      limits,
      log,
      findAddress,
      listOrigins: (request2) => [settings.origin ?? [], findOrigin(request2, parts.trusted)].flat(),
      locate: parts.locate,
      openApi: lazy(() => createOpenApi({ ...DIRECT_ROUTES, ...INTERFACE_ROUTES })),
      shares: parts.shares,
      views: parts.views,
      failures: parts.failures,
      maxBody: settings.maxBody,
      maxImage: settings.maxImage,
      tokenUses: parts.tokenUses,
      sessions: new Sessions({ ...tokens, store: parts.sessions }),
      shareKey: deriveKey(secret, "shared links"),
      countSignIn: metrics.countSignIn,
      reportException: report3("statistics")
    }
  });
}
function isForThisMachine({ host, origin, trustedProxies }) {
  return /^(127\.|::1$|localhost$)/.test(host) && origin === void 0 && trustedProxies.length === 0;
}
function requireLocal(local) {
  if (local) return local;
  throw new Error("The events of this service are in ClickHouse; this command is for those of one machine.");
}
function requireLive(live) {
  if (live) return live;
  throw new Error("The catalogue of this service is a file's, which it only reads. Change that file.");
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
  return addSettings(new Command15("serve").description("run the service")).action(serve);
}
async function serve(settings) {
  const starting = startService(settings);
  const stop = () => void starting.then((service2) => service2.stop()).then(() => process.exit(0)).catch(exitWithError);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => void starting.then((service2) => service2.reload()).catch(() => {
  }));
  const service = await starting;
  console.log(`ad service listening on ${service.address}`);
  if (service.setupLink)
    console.log(`To make the network account, open within 24 hours: ${service.setupLink}`);
}

// src/service/commands/setupLink.ts
import { Command as Command16 } from "commander";
function setupLinkCommand() {
  return new Command16("setup-link").description("print a link that makes the first network account; earlier links end").requiredOption("--data <folder>", "data folder of the running service", process.env.ZONETAG_DATA).action(printLink);
}
async function printLink({ data }) {
  checkDataFolder(data);
  const answered = await askService(data, "setup-link", {});
  if (!answered) throw new Error(`No service runs on ${data}. Start it: it prints a link when it needs one.`);
  console.log(String(answered.result));
}

// src/service/commands/user.ts
import { Command as Command17, Option as Option8 } from "commander";
function userCommand() {
  const account2 = () => new Option8("--account <id>", "the account").makeOptionMandatory();
  return new Command17("user").description("people who sign in, with a role in each of their accounts").addCommand(
    forData(new Command17("create")).description("make a user, and print the link by which to set a password").argument("<email>", "what the user signs in with").addOption(account2()).option("--name <name>", "by default the part of the address before the @").addOption(new Option8("--role <role>", "role in the account").choices(USER_ROLES).default("owner")).action(create)
  ).addCommand(
    forData(new Command17("reset")).description("print a link by which a user sets a new password; an earlier link ends").argument("<email>", "or user name").action(reset)
  ).addCommand(
    forData(new Command17("list")).description("print the users of an account, one in each line").addOption(account2()).action(list3)
  );
}
function forData(command) {
  return command.requiredOption(
    "--data <folder>",
    "data folder of the running service",
    process.env.ZONETAG_DATA
  );
}
async function create(email3, { account: account2, name, role: role2, data }) {
  const named2 = name ?? email3.split("@")[0] ?? email3;
  const { link: link2 } = await ask(data, { action: "create", account: Number(account2), email: email3, name: named2, role: role2 });
  console.log(link2);
}
async function reset(email3, { data }) {
  const { link: link2 } = await ask(data, { action: "reset", email: email3 });
  console.log(link2);
}
async function list3({ account: account2, data }) {
  const { users } = await ask(data, { action: "list", account: Number(account2) });
  for (const { id: id4, email: email3, username, role: role2, name, hasPassword } of users)
    console.log([id4, email3 ?? username, role2, hasPassword ? "" : "invited", name].join("	"));
}
async function ask(data, request2) {
  checkDataFolder(data);
  const answered = await askService(data, "users", request2);
  if (answered) return answered.result;
  throw new Error(`No service runs on ${data}. Start it first.`);
}

// src/service/main.ts
var program = new Command18("zonetag-service").description("An ad service: placements, counting, statistics.").version(readVersion3(), "--version");
program.addCommand(serveCommand(), { isDefault: true });
program.addCommand(initCommand());
program.addCommand(catalogueCommand());
program.addCommand(doctorCommand());
program.addCommand(setupLinkCommand());
program.addCommand(userCommand());
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
function readVersion3() {
  return JSON.parse(readFileSync7(join39(builtFolder(), "../package.json"), "utf8")).version;
}
