// src/service/values/priority.ts
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
function yieldProcess(nice) {
  quietly(() => setPriority(nice));
  quietly(() => {
    for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), nice);
  });
}
function quietly(change) {
  try {
    change();
  } catch {
  }
}

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

// src/service/values/processCalls.ts
var NICE = 10;
function serveCalls(work) {
  const running = /* @__PURE__ */ new Map();
  const send = (message) => process.connected && process.send?.(message);
  const run = async (number, call) => {
    const entry = { aborting: new AbortController(), hear: (_) => {
    } };
    running.set(number, entry);
    const ask = async (question) => {
      const answer = new Promise((resolve) => {
        entry.hear = resolve;
      });
      send({ number, question });
      return unwrap(await answer);
    };
    const outcome = await perform(() => work(call, { ask, signal: entry.aborting.signal }));
    running.delete(number);
    send({ number, ...outcome });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {
  });
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.on("message", (message) => {
    const entry = running.get(message.number);
    if ("call" in message) void run(message.number, message.call);
    else if ("abort" in message) entry?.aborting.abort();
    else entry?.hear?.(message);
  });
  yieldProcess(NICE);
}
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

// src/protocol/tables.ts
function hasKey(table, name) {
  return Object.hasOwn(table, name);
}

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
function findCountry(iso3) {
  return BY_ISO3.get(iso3);
}

// src/service/values/day.ts
var DAY_MS = 864e5;
function formatDay(time) {
  return new Date(time).toISOString().slice(0, 10);
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
    name: (id) => {
      const name = names[id - 1];
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
  const country = findCountry(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3
  };
}
function nameNumber(value, names, what) {
  const id = Number(value);
  return { id, name: names.name(id) ?? `${what} ${id}` };
}
function formatWeek(monday) {
  const thursday = new Date(Date.parse(monday) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
function describeMonths(first, count2) {
  const from = new Date(first);
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count2, 1);
  return { date_from: first, date_to: formatDay(end - DAY_MS) };
}

// src/protocol/csv.ts
var FORMULA = /(^|[;|\t\r\n])([\s\u{feff}]*[=+\-@＝＋－＠])/gu;
function formatCsvCell(value, decimal = ".") {
  if (value === null || value === void 0) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value).replace(".", decimal) : "";
  const text = String(value).replace(FORMULA, "$1'$2");
  const safe = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
function flattenGroup({ grouping }, values) {
  const field = findValueField(grouping);
  const value = field === "id" ? Number(values.id) : values[field];
  return { [grouping]: value, [GROUP_DETAILS[grouping].flat]: value };
}
function readRenamed(cells, { at, inHundredths }) {
  const cell = cells[at] ?? "0";
  return inHundredths ? toHundredths(cell) : cell;
}
function toHundredths(decimal) {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(decimal) ?? [];
  const digits = fraction.padEnd(3, "0");
  const rounded = BigInt(whole + digits.slice(0, 2)) + (digits.charAt(2) >= "5" ? 1n : 0n);
  return rounded === 0n ? "0" : `${sign}${rounded}`;
}

// src/service/answers/textFormats.ts
var FORMATS = {
  json: createJson,
  ndjson: createLines,
  csv: createCsv,
  rows: createRows
};
function createTextFormat(plan) {
  const create = FORMATS[plan.format];
  if (!create) throw new Error(`${plan.format} is not a text format.`);
  return create(plan);
}
function createJson(plan) {
  const { count: isCount, totals, limit, offset, dateTimezone } = plan;
  const records = [];
  return {
    start: "",
    writeGroup: (group, values) => writeJsonGroup(group, values, plan),
    writeRecord: (groups, metrics) => {
      records.push(writeJsonRecord(groups, metrics, plan));
      return "";
    },
    finish: ([count2, ...sums]) => {
      const metadata = { count: Number(count2), limit, offset, date_timezone: dateTimezone };
      const head = `{"request_metadata":${JSON.stringify(metadata)}`;
      if (isCount) return `${head}}`;
      const total = totals ? writeJsonTotals(sums, plan) : "";
      return `${head},"result":[${records.join(",")}]${total}}`;
    }
  };
}
function createLines(plan) {
  return {
    start: "",
    writeGroup: (group, values) => writeJsonGroup(group, values, plan),
    writeRecord: (groups, metrics) => `${writeJsonRecord(groups, metrics, plan)}
`,
    finish: ([count2]) => plan.count ? `{"count":${count2}}
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
  const header = plan.count ? ["count"] : names;
  return {
    start: `${header.map((name) => formatCsvCell(name)).join(",")}\r
`,
    writeGroup: (group, values = {}) => group.fields.map(({ name }) => formatCsvCell(values[name])),
    writeRecord: (groups, metrics) => {
      const cells = [...groups.flat(), ...metrics.map(formatNumber)];
      const chosen = columns ? columns.map((column) => readRenamed(cells, column)) : cells;
      return `${chosen.join(",")}\r
`;
    },
    finish: ([count2]) => plan.count ? `${count2}\r
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
function writeJsonGroup(group, values, { flat }) {
  if (!values) return [];
  const nested = `"${group.grouping}":${JSON.stringify(values)}`;
  return flat ? [nested, JSON.stringify(flattenGroup(group, values)).slice(1, -1)] : [nested];
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
async function writeAnswer(path, rows, plan, describe) {
  const text = Readable.from(writeText(rows, plan, describe));
  const file = createWriteStream(path, { flags: "wx", mode: 384 });
  await (plan.isCompressed ? pipeline(text, createGzip(), file) : pipeline(text, file));
}
async function* writeText({ records, readSummary }, plan, describe) {
  const format = createTextFormat(plan);
  const groups = plan.groups.map((group) => new GroupTexts(group, format, plan.detailed, describe));
  yield format.start;
  for await (const some of records) {
    for (const [at, texts] of groups.entries()) await texts.add(some.map((cells) => cells[at] ?? null));
    const write2 = (cells) => format.writeRecord(
      groups.map((texts, at) => texts.find(cells[at] ?? null)),
      cells.slice(groups.length)
    );
    yield some.map(write2).join("");
  }
  yield format.finish(readSummary());
}
var MAX_KNOWN = 1e4;
var GroupTexts = class {
  #group;
  #format;
  #describe;
  #known = /* @__PURE__ */ new Map();
  constructor(group, format, isDetailed, describe) {
    this.#group = group;
    this.#format = format;
    const { grouping } = group;
    this.#describe = isPlain(grouping) ? ({ values }) => values.map((value) => describePlain(grouping, value, isDetailed)) : describe;
  }
  /** Describes those values that are not known yet. */
  async add(values) {
    const known = this.#known;
    if (known.size > MAX_KNOWN) known.clear();
    const added = new Set(values.filter((value) => !known.has(value)));
    if (added.delete(null)) known.set(null, this.#format.writeGroup(this.#group, void 0));
    if (added.size === 0) return;
    const list = [...added];
    const details = await this.#describe({ grouping: this.#group.grouping, values: list });
    for (const [at, value] of list.entries())
      known.set(value, this.#format.writeGroup(this.#group, details[at] ?? {}));
  }
  find(value) {
    return this.#known.get(value) ?? [];
  }
};

// src/service/facts/quoteText.ts
function quoteText(text) {
  return `'${text.replaceAll("'", "''")}'`;
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
async function writeParquet(connection, { sql, parameters, plan, path }, describe) {
  await connection.run(`CREATE TEMP TABLE ${ROWS} AS ${sql}`, parameters.map(toDuckDB));
  if (!plan.count)
    for (const [at, group] of plan.groups.entries()) await storeGroups(connection, at, group, describe);
  const rows = plan.count ? `SELECT CAST(records AS DECIMAL(38,0)) AS count FROM ${ROWS}` : joinGroups(plan);
  await connection.run(`COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`);
}
async function storeGroups(connection, at, { grouping, fields }, describe) {
  const distinct = `SELECT DISTINCT CAST(g${at} AS VARCHAR) FROM ${ROWS} WHERE g${at} IS NOT NULL`;
  const [values = []] = await (await connection.run(distinct)).getColumns();
  const described = await describe({ grouping, values: values.map(String) });
  const names = fields.map((_, field) => `f${field} VARCHAR`);
  await connection.run(`CREATE TEMP TABLE ${nameTable(at)} (${["value VARCHAR", ...names].join(", ")})`);
  const appender = await connection.createAppender(nameTable(at), "main", "temp");
  for (const [row, value] of values.entries()) {
    appender.appendVarchar(String(value));
    for (const { name } of fields) {
      const text = described[row]?.[name];
      if (text === void 0) appender.appendNull();
      else appender.appendVarchar(String(text));
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
    (_, at) => `LEFT JOIN ${nameTable(at)} ON ${nameTable(at)}.value = CAST(g${at} AS VARCHAR)`
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
  const engine2 = {
    isAlive: true,
    connect: async () => wrap(await instance.connect(), limits),
    close: async () => {
      engine2.isAlive = false;
      instance.closeSync();
    }
  };
  return engine2;
}
function divideMemory(memory) {
  const megabytes = Number.parseInt(memory, 10) * (memory.endsWith("GB") ? 1e3 : 1);
  return { all: memory, shared: `${Math.ceil(megabytes * 0.75)}MB` };
}
function wrap(connection, limits) {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    writeAnswer: (statement, describe, signal) => {
      const work = () => interruptible(connection, signal, () => write(connection, statement, describe, signal));
      return statement.isLight ? withAllMemory(connection, limits, work) : work();
    },
    close: () => connection.closeSync()
  };
}
async function write(connection, statement, describe, signal) {
  const { path, plan } = statement;
  if (plan.format === "parquet") return writeParquet(connection, statement, describe);
  const rows = readAnswerRows(connection, statement, signal);
  return writeAnswer(path, rows, plan, describe);
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
  async function* read() {
    let count2 = 0;
    for await (const chunk of await connection.stream(sql, parameters.map(toDuckDB))) {
      signal.throwIfAborted();
      if (summary.length === 0) summary = splitLine(String(chunk.getColumnVector(0).getItem(0)));
      if (plan.count || plan.offset >= Number(summary[0])) return;
      const lines = chunk.getColumnValues(1).map((line) => splitLine(String(line)));
      count2 += lines.length;
      yield lines;
    }
    signal.throwIfAborted();
    const expected = Math.min(plan.limit, Number(summary[0]) - plan.offset);
    if (!(count2 >= expected)) throw new Error("The database ended the answer early.");
  }
  return { records: read(), readSummary: () => summary };
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

// src/service/duckdb/engineProcess.ts
var connections = /* @__PURE__ */ new Map();
var engine;
var count = 0;
serveCalls(perform2);
async function perform2(call, context) {
  switch (call.do) {
    case "open":
      engine = await openEngine(call.options);
      return void 0;
    case "connect":
      return connect();
    case "run":
      return find(call.connection).run(call.sql, call.parameters);
    case "writeAnswer":
      await find(call.connection).writeAnswer(call.statement, context.ask, context.signal);
      return void 0;
    case "disconnect":
      connections.get(call.connection)?.close();
      connections.delete(call.connection);
      return void 0;
    case "ping":
      return void 0;
    case "close":
      await engine?.close();
      return void 0;
  }
}
async function connect() {
  if (!engine) throw new Error("The database is not open.");
  const connection = await engine.connect();
  count += 1;
  connections.set(count, connection);
  return count;
}
function find(number) {
  const connection = connections.get(number);
  if (!connection) throw new Error("The connection is closed.");
  return connection;
}
