// src/service/import/importThread.ts
import { parentPort } from "node:worker_threads";

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

// src/service/values/priority.ts
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
var LAST = 19;
function yieldThread() {
  quietly(() => setPriority(Number(basename(readlinkSync("/proc/thread-self"))), LAST));
}
function quietly(change) {
  try {
    change();
  } catch {
  }
}

// src/service/import/parts.ts
import { createHash as createHash2, randomUUID } from "node:crypto";
import { rm as rm2, writeFile } from "node:fs/promises";
import { join } from "node:path";

// src/protocol/tables.ts
function hasKey(table, name) {
  return Object.hasOwn(table, name);
}
function listKeys(table) {
  return Object.keys(table).filter((name) => hasKey(table, name));
}

// src/service/values/money.ts
var PLACES = 9;
var UNIT = 10n ** BigInt(PLACES);
var MOST = 10n ** 18n - 1n;
function parseDecimal(text) {
  const unsigned = text.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return void 0;
  const [, whole2 = "", fraction = "", exponent = ""] = match;
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole2}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const nano = digits * 10n ** BigInt(Math.max(0, shift)) / divisor;
  const isExact = shift >= 0 || nano * divisor === digits;
  return isExact && nano <= MOST ? nano : void 0;
}
function formatMoney(nano) {
  const sign = nano < 0n ? "-" : "";
  const digits = String(nano).replace("-", "").padStart(PLACES + 1, "0");
  return `${sign}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

// src/service/store/schema.ts
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
var KINDS = {
  ...{ impression: 1, click: 2 },
  ...{ invalid_impression: 3, invalid_click: 4, robot_impression: 5, robot_click: 6 }
};
var FREQUENCY_COLUMNS = { viewer: "VARCHAR", frequency_s: "INTEGER" };
var FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];
var EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(KEY_COLUMNS),
  ...Object.keys(FREQUENCY_COLUMNS)
].join(",");
function encodeFacts(facts) {
  const used = new Set(facts.flatMap((fact) => Object.keys(fact)));
  const present = FACT_COLUMNS.filter((column) => used.has(column));
  const columns = ["time_s", ...present];
  let text = `${columns.join(",")}
`;
  for (const fact of facts)
    text += `${Math.floor(fact.time.getTime() / 1e3)}${encodeCells(present, fact)}
`;
  return { columns, text };
}
function encodeCells(columns, values) {
  let text = "";
  for (const column of columns) text += `,${encodeCell(values[column])}`;
  return text;
}
function encodeCell(value) {
  if (value === void 0) return "";
  if (typeof value === "bigint") return formatMoney(value);
  if (typeof value !== "string") return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

// src/service/import/earlierImports.ts
import { createHash } from "node:crypto";
function recogniseBeginnings(beginnings) {
  if (beginnings.size === 0) return () => false;
  const hash = createHash("sha256");
  let records = 0;
  return (record) => {
    records += 1;
    hash.update(`${formatRecord(record)}
`);
    const known = beginnings.get(records);
    return known?.has(hash.copy().digest("hex")) ?? false;
  };
}
function formatRecord({ values, content, problem }) {
  if (!values) return problem;
  return JSON.stringify(content === void 0 ? values : JSON.parse(content));
}

// src/service/values/countries.ts
import { createRequire } from "node:module";
import countries from "i18n-iso-countries";
countries.registerLocale(createRequire(import.meta.url)("i18n-iso-countries/langs/en.json"));
var ALL = Object.entries(countries.getAlpha2Codes()).map(([iso2, iso3]) => ({
  id: Number(countries.alpha2ToNumeric(iso2)),
  iso2,
  iso3,
  name: countries.getName(iso2, "en") ?? iso2
})).sort((a, b) => a.name.localeCompare(b.name, "en"));
var BY_ISO3 = new Map(ALL.map((country) => [country.iso3, country]));
var ISO3_BY_ISO2 = new Map(ALL.map(({ iso2, iso3 }) => [iso2, iso3]));
function isCountry(iso3) {
  return BY_ISO3.has(iso3);
}

// src/service/values/day.ts
function isDay(day) {
  return (/* @__PURE__ */ new Date(`${day}T00:00:00Z`)).toJSON()?.slice(0, 10) === day;
}

// src/service/import/line.ts
var INTEGER_MAX = 2 ** 31 - 1;
var EARLIEST = Date.UTC(2e3, 0, 1);
var LATEST = Date.UTC(2100, 0, 1);
var COLUMNS = new Map([
  ["time", readTime],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createReader(name, type)]),
  ...Object.entries(COUNTERS).map(([name, type]) => [name, type === "BIGINT" ? count : readMoney])
]);
var COLUMN_NAMES = [...COLUMNS.keys()];
function readLine(values, owners) {
  const fact = {};
  const problems = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "" || value === void 0) continue;
    const read = COLUMNS.get(name)?.(value) ?? { problem: "This column is not known." };
    if ("value" in read) fact[name] = read.value;
    else problems.push(`${name}: ${read.problem}`);
  }
  if (owners) problems.push(...checkOwners(fact, owners));
  const owned = owners ? { ...findOwners(fact, owners), ...fact } : fact;
  if (problems.length === 0) problems.push(...listMissing(owned));
  return isFact(owned, problems) ? { fact: owned } : { problems };
}
function isFact(values, problems) {
  return problems.length === 0 && values.time instanceof Date;
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
    const id = fact[column];
    if (typeof id !== "number") return void 0;
    const entry = entries.get(id);
    if (entry === void 0) problems.push(`${column}: ${id} is not in the catalogue.`);
    return entry;
  };
  const compare = (column, owner, what) => {
    if (owner === void 0 || fact[column] === void 0 || fact[column] === owner) return;
    problems.push(`${column}: ${what} belongs to ${owner}, not to ${fact[column]}.`);
  };
  const zone = find("zone_id", zones);
  const site = find("site_id", sites) ?? sites.get(zone?.site ?? -1);
  const variation = find("variation_id", variations);
  const campaign = find("campaign_id", campaigns) ?? variation?.campaign;
  for (const [column, role] of [
    ["publisher_id", "publisher"],
    ["advertiser_id", "advertiser"]
  ]) {
    const account = find(column, accounts);
    if (account && account.role !== role)
      problems.push(`${column}: The account ${fact[column]} is no ${role}.`);
  }
  compare("site_id", zone?.site, `The zone ${fact.zone_id}`);
  compare("publisher_id", site?.account, `The site ${site?.id}`);
  compare("campaign_id", variation?.campaign.id, `The variation ${fact.variation_id}`);
  compare("advertiser_id", campaign?.account, `The campaign ${campaign?.id}`);
  return problems;
}
function findOwners(fact, owners) {
  const find = (entries, id) => entries.get(id);
  const zone = find(owners.zones, fact.zone_id);
  const site = find(owners.sites, fact.site_id ?? zone?.site);
  const varied = find(owners.variations, fact.variation_id)?.campaign;
  const campaign = find(owners.campaigns, fact.campaign_id) ?? varied;
  return omitUndefined({
    size: zone?.size,
    site_id: site?.id,
    site_hostname: site?.hostname,
    category_id: site?.category,
    publisher_id: site?.account,
    campaign_id: campaign?.id,
    offer_id: campaign?.offer,
    offer_landing_page_id: campaign?.offerLandingPage,
    advertiser_id: campaign?.account
  });
}
function createReader(name, type) {
  if (name === "country_iso") return matching((text) => isCountry(text), "a three-letter country code");
  if (name === "size") return matching((text) => /^\d{1,5}x\d{1,5}$/.test(text), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return matching((text) => /^[a-z0-9.-]{1,253}$/.test(text), "letters a-z, digits, hyphens and dots");
  if (name === "adblock") return readAdblock;
  if (name === "sub") return (value) => whole(value, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return (value) => whole(value, type === "INTEGER" ? INTEGER_MAX : Number.MAX_SAFE_INTEGER);
}
function matching(fits, what) {
  return (value) => typeof value === "string" && fits(value) ? { value } : { problem: `Expected ${what}.` };
}
function count(value) {
  return whole(value, Number.MAX_SAFE_INTEGER);
}
function whole(value, most, least = 0) {
  const text = toText(value);
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? { value: number } : { problem: `Expected a whole number from ${least} to ${most}.` };
}
function readMoney(value) {
  const nano = parseDecimal(toText(value));
  return nano === void 0 ? { problem: "Expected a decimal below a thousand million with at most nine places." } : { value: nano };
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
  const text = typeof value === "object" ? "" : String(value).toLowerCase();
  const known = Object.hasOwn(ADBLOCK, text) ? ADBLOCK[text] : void 0;
  return known === void 0 ? { problem: "Expected adblock or standard, or true or false." } : { value: known };
}
var TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
function readTime(value) {
  const [, day = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time = /* @__PURE__ */ new Date(`${day}T${clock}${offset}`);
  if (!isDay(day) || Number.isNaN(time.getTime()))
    return { problem: "Expected a day or a moment as in ISO 8601." };
  const inRange = time.getTime() >= EARLIEST && time.getTime() < LATEST;
  return inRange ? { value: time } : { problem: "Expected a moment from 2000 to 2099." };
}

// src/service/import/records.ts
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
function readFormat(file) {
  return /\.csv(\.gz)?$/i.test(file) ? "csv" : "ndjson";
}
async function* readRecords(file, format, hash) {
  const before = await stat(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  const text = file.toLowerCase().endsWith(".gz") ? unzipped(source) : source;
  const chunks = toUtf8(pass(text, hash));
  yield* format === "csv" ? csv(chunks) : ndjson(chunks);
  if (before.isFile() && hasChanged(before, await stat(file)))
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
      const record2 = readLine2(content, line);
      if (record2) yield record2;
    }
  }
  const record = readLine2(rest, line + 1);
  if (record) yield record;
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
    const values = JSON.parse(content.replace(MONEY2, '$1"$2"'));
    return isObject(values) ? { values, content } : { problem: "Expected an object." };
  } catch {
    return { problem: "This is no JSON." };
  }
}
async function* csv(chunks) {
  const skipped = [];
  let last = { lines: 0, empty_lines: 0 };
  let isOver = false;
  const parser = parse({
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
    on_record(values, info) {
      last = info;
      return isOver ? null : [...skipped.splice(0), { line: info.lines, values }];
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
  const text = Readable.from(chunks);
  text.on("error", (error) => parser.destroy(error));
  for await (const records of text.pipe(parser)) yield* records;
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
import { open, rm } from "node:fs/promises";
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
    return path === void 0 ? new _RejectedLines() : new _RejectedLines(path, await open(path, "w", 384));
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
    if (this.#isEmpty) await rm(this.#path, { force: true });
  }
  async #write(file) {
    const text = this.#waiting;
    this.#waiting = "";
    await file.appendFile(text);
  }
};

// src/service/import/parts.ts
async function* readParts(options) {
  const { file, format = readFormat(file), owners, batch, temporary, beginnings = /* @__PURE__ */ new Map() } = options;
  const hash = createHash2("sha256");
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
    for await (const record of readRecords(file, format, hash)) {
      const { line, values, problem = "" } = record;
      if (format === "csv" && values && !Object.hasOwn(values, "time")) throw new Error(NO_TIME);
      counts.read += 1;
      const read = values ? readLine(values, owners) : { problems: [problem] };
      if ("fact" in read) {
        counts.added += 1;
        waiting.push(read.fact);
      } else {
        counts.rejected += 1;
        await rejected.add({ line, reason: read.problems.join(" "), values });
      }
      if (isCounted(record)) {
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
  const path = join(temporary, `import-${randomUUID()}.csv`);
  const { columns, text } = encodeFacts(facts);
  try {
    await writeFile(path, text, { mode: 384 });
  } catch (error) {
    await rm2(path, { force: true });
    throw error;
  }
  return { path, columns };
}

// src/service/import/importThread.ts
yieldThread();
parentPort?.on("message", ({ options, port }) => {
  const steps = readParts(options);
  port.on("message", async () => {
    const message = await steps.next().then(
      ({ value }) => ({ step: value }),
      (error) => ({ error: describeReadProblem(error) })
    );
    port.postMessage(message);
  });
  port.on("close", () => void steps.return(void 0));
});
