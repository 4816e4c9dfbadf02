// src/service/import/importThread.ts
import { parentPort } from "node:worker_threads";

// src/service/values/object.ts
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
  // zlib
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

// src/service/values/tables.ts
function receivePiece(tables, { table, entries }) {
  const known = Reflect.get(tables, table);
  const map = known instanceof Map ? known : /* @__PURE__ */ new Map();
  for (const [id, value] of entries) map.set(id, value);
  Reflect.set(tables, table, map);
}

// src/service/import/parts.ts
import { createHash } from "node:crypto";

// src/protocol/tables.ts
function hasKey(table, name) {
  return Object.hasOwn(table, name);
}
function listKeys(table) {
  return Object.keys(table).filter((name) => hasKey(table, name));
}
function isOneOf(list, value) {
  return list.some((entry) => entry === value);
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

// src/service/facts/factTable.ts
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
var BY_ISO3 = new Map(ALL.map((country) => [country.iso3, country]));
var ISO3_BY_ISO2 = new Map(ALL.map(({ iso2, iso3 }) => [iso2, iso3]));
function isCountry(iso3) {
  return BY_ISO3.has(iso3);
}

// src/service/values/day.ts
function isDay(day) {
  return (/* @__PURE__ */ new Date(`${day}T00:00:00Z`)).toJSON()?.slice(0, 10) === day;
}

// src/service/values/money.ts
var PLACES = 9;
var UNIT = 10n ** BigInt(PLACES);
var MOST = 10n ** 18n - 1n;
function parseMoney(text) {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return void 0;
  return BigInt(match[1] ?? 0) * UNIT + BigInt((match[2] ?? "").padEnd(PLACES, "0"));
}
function parseDecimal(text) {
  const plain = parseMoney(text);
  if (plain !== void 0) return plain;
  const unsigned = text.replace(/^-(?=0[.0]*$)/, "");
  const match = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(unsigned);
  if (!match) return void 0;
  const [, whole = "", fraction = "", exponent = ""] = match;
  const shift = Number(exponent) - fraction.length + PLACES;
  const digits = BigInt(`${whole}${fraction}`);
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

// src/service/import/line.ts
var INTEGER_MAX = 2 ** 31 - 1;
var EARLIEST = Date.UTC(2e3, 0, 1);
var LATEST = Date.UTC(2100, 0, 1);
var COLUMNS = new Map([
  ["time", { read: readTime, explain: explainTime }],
  ...Object.entries(DIMENSIONS).map(([name, type]) => [name, createDimension(name, type)]),
  ...Object.entries(COUNTERS).map(
    ([name, type]) => [name, type === "BIGINT" ? createInteger(Number.MAX_SAFE_INTEGER) : createMoney()]
  )
]);
var COLUMN_NAMES = [...COLUMNS.keys()];
function readLine(values, owners) {
  const fact = {};
  const problems = [];
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === null || value === "" || value === void 0) continue;
    const column = COLUMNS.get(name);
    const read = column?.read(value);
    if (read !== void 0) fact[name] = read;
    else problems.push(`${name}: ${column?.explain(value) ?? "This column is not known."}`);
  }
  if (owners) applyOwners(fact, owners, problems);
  if (problems.length === 0) listMissing(fact, problems);
  return isFact(fact, problems) ? { fact } : { problems };
}
function isFact(values, problems) {
  return problems.length === 0 && values.time instanceof Date;
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
    const id = fact[column];
    if (typeof id !== "number") return void 0;
    const entry = entries.get(id);
    if (entry === void 0) problems.push(`${column}: ${id} is not in the catalogue.`);
    return entry;
  };
  const zone = find("zone_id", owners.zones);
  const site = find("site_id", owners.sites) ?? (zone && owners.sites.get(zone.site));
  const variation = find("variation_id", owners.variations);
  const campaign = find("campaign_id", owners.campaigns) ?? variation?.campaign;
  const checkRole = (column, role) => {
    const account = find(column, owners.accounts);
    if (account && account.role !== role)
      problems.push(`${column}: The account ${fact[column]} is no ${role}.`);
  };
  checkRole("publisher_id", "publisher");
  checkRole("advertiser_id", "advertiser");
  const named = { zone, site, variation, campaign };
  checkOwners(fact, named, problems);
  find("excluded_campaign_id", owners.campaigns);
  fillOwners(fact, named);
}
function checkOwners(fact, { zone, site, variation, campaign }, problems) {
  const compare = (column, owner, what, id) => {
    if (fact[column] === void 0 || fact[column] === owner) return;
    problems.push(`${column}: The ${what} ${id} belongs to ${owner}, not to ${fact[column]}.`);
  };
  if (zone) compare("site_id", zone.site, "zone", zone.id);
  if (site) compare("publisher_id", site.account, "site", site.id);
  if (variation) compare("campaign_id", variation.campaign.id, "variation", fact.variation_id);
  if (campaign) compare("advertiser_id", campaign.account, "campaign", campaign.id);
}
function fillOwners(fact, { zone, site, campaign }) {
  const fill = (column, value) => {
    if (value !== void 0 && fact[column] === void 0) fact[column] = value;
  };
  fill("size", zone?.size);
  fill("site_id", site?.id);
  fill("site_hostname", site?.hostname);
  fill("category_id", site?.category);
  fill("publisher_id", site?.account);
  fill("campaign_id", campaign?.id);
  fill("offer_id", campaign?.offer);
  fill("offer_landing_page_id", campaign?.offerLandingPage);
  fill("advertiser_id", campaign?.account);
}
function createDimension(name, type) {
  if (name === "country_iso") return createText(isCountry, "a three-letter country code");
  if (name === "size") return createText((text) => /^\d{1,5}x\d{1,5}$/.test(text), "a size as WIDTHxHEIGHT");
  if (name === "site_hostname")
    return createText((text) => /^[a-z0-9.-]{1,253}$/.test(text), "letters a-z, digits, hyphens and dots");
  if (name === "unfilled_reason")
    return createText((text) => isOneOf(UNFILLED_REASONS, text), `one of: ${UNFILLED_REASONS.join(", ")}`);
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
      const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isInteger(number)) return void 0;
      return number >= least && number <= most ? number : void 0;
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
  const [, day = "", clock = "00:00", offset = "Z"] = TIME_FORM.exec(toText(value)) ?? [];
  const time = /* @__PURE__ */ new Date(`${day}T${clock}${offset}`);
  if (day !== knownDay && !isDay(day) || Number.isNaN(time.getTime())) return void 0;
  knownDay = day;
  return time;
}
function readTime(value) {
  const time = parseTime(value);
  return time && time.getTime() >= EARLIEST && time.getTime() < LATEST ? time : void 0;
}
function explainTime(value) {
  return parseTime(value) ? "Expected a moment from 2000 to 2099." : "Expected a day or a moment as in ISO 8601.";
}

// src/service/import/partWriter.ts
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
var FREQUENCY_COLUMNS = { viewer: "VARCHAR", frequency_s: "INTEGER" };
var FACT_COLUMNS = [...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...ALL_COUNTERS];
var EVENTS_HEADER = [
  ...["time_s", ...VISITOR, ...OWN, ...ZONE, ...CAMPAIGN, ...EVENT_COUNTERS],
  ...Object.keys(KEY_COLUMNS),
  ...Object.keys(FREQUENCY_COLUMNS)
].join(",");
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

// src/service/import/partWriter.ts
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
    const part = { path: join(this.#folder, `import-${randomUUID()}.csv`), columns: this.#columns.names };
    try {
      await writeFile(part.path, this.#bytes.subarray(0, this.#size), { mode: 384 });
    } catch (error) {
      await rm(part.path, { force: true });
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
      const record = this.#open ? this.#continue(this.#open, line) : this.#begin(line);
      if (record) yield record;
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
  #continue(open2, line) {
    const length = open2.length + 1 + line.length;
    if (length > MAX_RECORD) return this.#giveUp(open2.line);
    const record = { ...open2, rest: `${open2.rest}
${line}`, length };
    if (findClosingQuote(line, 0) >= 0) return this.#split(record);
    this.#open = record;
    return void 0;
  }
  #split(record) {
    const rest = splitCells(record.rest, record.cells);
    this.#open = rest === void 0 ? void 0 : { ...record, rest };
    return rest === void 0 ? this.#toRecord(record.cells) : void 0;
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
    const values = {};
    for (const [at, name] of names.entries()) values[name] = cells[at];
    return { line: this.#line, values };
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
function splitCells(text, cells) {
  for (let from = 0; from <= text.length; ) {
    const opening = findText(text, from);
    const isQuoted = text[opening] === '"';
    const closing = isQuoted ? findClosingQuote(text, opening + 1) : opening;
    if (closing < 0) return text.slice(from);
    const comma = text.indexOf(",", closing);
    const end = comma < 0 ? text.length : comma;
    const isWhole = isQuoted && text.slice(closing + 1, end).trim() === "";
    cells.push(
      isWhole ? text.slice(opening + 1, closing).replaceAll('""', '"') : text.slice(from, end).trim()
    );
    from = end + 1;
  }
  return void 0;
}
function findText(text, from) {
  let at = from;
  while (at < text.length && text[at]?.trim() === "") at += 1;
  return at;
}
function findClosingQuote(text, from) {
  let closing = text.indexOf('"', from);
  while (closing >= 0 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  return closing;
}

// src/service/import/fileText.ts
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
var CHUNK = 64 * 1024;
var UTF_16 = /* @__PURE__ */ new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"]
]);
async function* readText(file, hash) {
  const before = await stat(file);
  const source = createReadStream(file, { highWaterMark: CHUNK });
  let decode;
  for await (const chunk of file.toLowerCase().endsWith(".gz") ? unzip(source) : source) {
    hash.update(chunk);
    decode ??= createDecoder(chunk);
    yield decode(chunk);
  }
  if (before.isFile() && hasChanged(before, await stat(file)))
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
    const text = decoder.write(chunk);
    if (!isFirst || text === "") return text;
    isFirst = false;
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
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
      const record = readRecord(content, this.#line);
      if (record) yield record;
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
    const values = JSON.parse(content.replace(MONEY2, '$1"$2"'));
    return isObject(values) ? { line, values } : { line, problem: "Expected an object." };
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
  for await (const text of readText(file, hash)) {
    lineEnd ??= format === "csv" ? findLineEnd(text) : "\n";
    const lines = `${rest}${text}`.split(lineEnd);
    rest = (lines.pop() ?? "").slice(0, MAX_RECORD + 1);
    yield reader.read(lines);
  }
  yield [...reader.read([rest]), ...reader.end()];
}
function findLineEnd(text) {
  return /\r\n|\r|\n/.exec(text)?.[0] === "\r" ? "\r" : "\n";
}

// src/service/import/rejectedLines.ts
import { open, rm as rm2 } from "node:fs/promises";
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
  /** Removes the file when it is empty. */
  async close() {
    if (!this.#file || !this.#path) return;
    try {
      await this.#write(this.#file);
    } finally {
      await this.#file.close();
    }
    if (this.#isEmpty) await rm2(this.#path, { force: true });
  }
  async #write(file) {
    const text = this.#waiting;
    this.#waiting = "";
    await file.appendFile(text);
  }
};

// src/service/import/parts.ts
async function* readParts(options) {
  const { file, format = readFormat(file), owners, batch, temporary } = options;
  const hash = createHash("sha256");
  const counts = { read: 0, added: 0, rejected: 0 };
  const rejected = await RejectedLines.open(options.rejectedFile);
  const writer = new PartWriter(temporary);
  const finish = async () => ({ part: await writer.finish(), counts: { ...counts } });
  try {
    for await (const records of readRecords(file, format, hash)) {
      for (const { line, values, problem = "" } of records) {
        if (format === "csv" && values && !Object.hasOwn(values, "time")) throw new Error(NO_TIME);
        const read = values ? readLine(values, owners) : { problems: [problem] };
        if ("fact" in read) {
          if (!writer.fits(read.fact)) yield await finish();
          writer.add(read.fact);
          counts.added += 1;
        } else {
          counts.rejected += 1;
          await rejected.add({ line, reason: read.problems.join(" "), values });
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

// src/service/import/importThread.ts
yieldThread();
parentPort?.on("message", ({ options, port }) => {
  const owners = createOwners();
  const steps = readParts({ ...options, owners });
  port.on("message", async (question) => {
    if (question !== "next") return receivePiece(owners, question.piece);
    const message = await steps.next().then(
      ({ value }) => ({ step: value }),
      (error) => ({ error: describeReadProblem(error) })
    );
    port.postMessage(message);
  });
  port.on("close", () => void steps.return(void 0));
});
function createOwners() {
  return {
    accounts: /* @__PURE__ */ new Map(),
    sites: /* @__PURE__ */ new Map(),
    zones: /* @__PURE__ */ new Map(),
    campaigns: /* @__PURE__ */ new Map(),
    variations: /* @__PURE__ */ new Map()
  };
}
