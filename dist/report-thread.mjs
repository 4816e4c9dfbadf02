// src/service/statistics/reportThread.ts
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

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

// src/service/statistics/textBytes.ts
var TextBytes = class {
  #texts;
  #encoder = new TextEncoder();
  #rest = "";
  constructor(texts) {
    this.#texts = texts[Symbol.asyncIterator]();
  }
  /** Writes what comes next, as much as fits, and resolves with its length in bytes; 0 at the end. */
  async fill(memory) {
    let length = 0;
    while (length < memory.length) {
      const { read, written } = this.#encoder.encodeInto(this.#rest, memory.subarray(length));
      length += written;
      this.#rest = this.#rest.slice(read);
      if (this.#rest !== "") break;
      const { value, done } = await this.#texts.next();
      if (done) break;
      this.#rest = value;
    }
    return length;
  }
  /** Lets go of where the texts come from. */
  async close() {
    await this.#texts.return?.();
  }
};

// src/protocol/csv.ts
var FORMULA = /(^|[;|\t\r\n])([\s\u{feff}]*[=+\-@＝＋－＠])/gu;
function formatCsvCell(value) {
  if (value === null || value === void 0) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value).replace(FORMULA, "$1'$2");
  const safe = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function formatCsvHeader(path) {
  const names2 = path[0] === "group_by" ? path.slice(1) : path;
  return names2.filter((name, index) => name !== names2[index - 1]).join(".");
}

// src/protocol/groups.ts
var ENTITY = { fields: { id: "integer", name: "text" } };
var PERIOD = { date_from: "day", date_to: "day" };
var COUNTRY = { country_iso: "text", country_long_name: "text", country_short_name: "text" };
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
  country_iso: { fields: COUNTRY, detailed: { iso2: "text" } },
  region_id: { fields: { ...COUNTRY, id: "integer", name: "text" } },
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
function findCountry(iso3) {
  return BY_ISO3.get(iso3);
}

// src/service/values/day.ts
var DAY_MS = 864e5;

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
function dictionary(names2, label = (name) => name) {
  const ids = new Map(names2.map((name, at) => [name.toLowerCase(), at + 1]));
  return {
    id: (name) => ids.get(name.toLowerCase()),
    name: (id) => {
      const name = names2[id - 1];
      return name === void 0 ? void 0 : label(name);
    },
    entries: () => names2.map((name, at) => ({ id: at + 1, name: label(name) })),
    codes: names2
  };
}
var languageNames = new Intl.DisplayNames(["en"], { type: "language" });
var browsers = dictionary(BROWSERS);
var operatingSystems = dictionary(OPERATING_SYSTEMS);
var deviceTypes = dictionary(DEVICE_TYPES);
var devices = dictionary(DEVICES);
var adTypes = dictionary(AD_TYPES);
var languages = dictionary(LANGUAGES, (code) => languageNames.of(code) ?? code);

// src/service/statistics/details.ts
function describeGroup(grouping, value, context) {
  const describe = DESCRIPTIONS[grouping];
  return describe(value, context);
}
var DESCRIPTIONS = {
  date: (value) => ({ date: value }),
  hour: (value) => ({ hour: Number(value) }),
  week: (value, { detailed }) => ({
    week: formatWeek(value),
    ...detailed && { date_from: value, date_to: toDay(Date.parse(value) + 6 * DAY_MS) }
  }),
  month: (value, { detailed }) => ({ month: value.slice(0, 7), ...detailed && describeMonths(value, 1) }),
  quarter: (value, { detailed }) => ({
    quarter: `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`,
    ...detailed && describeMonths(value, 3)
  }),
  year: (value, { detailed }) => ({
    year: Number(value),
    ...detailed && { date_from: `${value}-01-01`, date_to: `${value}-12-31` }
  }),
  campaign_id: describeCampaign,
  variation_id: describeVariation,
  offer_id: (value, { names: names2 }) => nameEntity(value, names2.offers, "Offer"),
  offer_landing_page_id: (value, { names: names2 }) => nameEntity(value, names2.offerLandingPages, "Landing page"),
  advertiser_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  publisher_ad_type_id: (value) => nameNumber(value, adTypes, "Ad type"),
  site_id: describeSite,
  site_hostname: (value) => ({ site_hostname: value }),
  zone_id: describeZone,
  sub: (value) => ({ sub: Number(value) }),
  size: (value) => ({ size: value }),
  category_id: (value, { names: names2 }) => nameEntity(value, names2.categories, "Category"),
  country_iso: (value, { detailed }) => {
    const iso2 = detailed ? findCountry(value)?.iso2 : void 0;
    return { ...describeCountry(value), ...iso2 && { iso2 } };
  },
  region_id: (value, { names: names2 }) => {
    const { id, name } = nameEntity(value, names2.regions, "Region");
    return { ...describeCountry(names2.regions.get(id)?.country ?? ""), id, name };
  },
  language_id: (value) => nameNumber(value, languages, "Language"),
  browser_id: (value) => nameNumber(value, browsers, "Browser"),
  operating_system_id: (value) => nameNumber(value, operatingSystems, "Operating system"),
  device_id: (value) => nameNumber(value, devices, "Device"),
  device_type_id: (value) => nameNumber(value, deviceTypes, "Device type"),
  carrier_id: (value, { names: names2 }) => nameEntity(value, names2.carriers, "Carrier"),
  adblock: (value) => ({ adblock: value === "true" ? "adblock" : "standard" }),
  publisher_id: (value, { names: names2 }) => nameEntity(value, names2.accounts, "Publisher"),
  advertiser_id: (value, { names: names2 }) => nameEntity(value, names2.accounts, "Advertiser")
};
function nameEntity(value, names2, what) {
  const id = Number(value);
  return { id, name: names2.get(id)?.name ?? `${what} ${id}` };
}
function nameNumber(value, names2, what) {
  const id = Number(value);
  return { id, name: names2.name(id) ?? `${what} ${id}` };
}
function describeCampaign(value, { names: names2, detailed }) {
  const { id, name } = nameEntity(value, names2.campaigns, "Campaign");
  const campaign = names2.campaigns.get(id);
  const owner = campaign && names2.accounts.get(campaign.account);
  return {
    active: campaign?.active && !campaign.deleted ? "1" : "0",
    campaign_ad_type_name: adTypes.name(1) ?? "",
    id: String(id),
    name,
    ...detailed && owner && { advertiser_id: owner.id, advertiser_name: owner.name }
  };
}
function describeVariation(value, { names: names2, detailed }) {
  const id = Number(value);
  const known = names2.variations.get(id);
  const name = known?.variation.name ?? `Variation ${id}`;
  if (!detailed || !known) return { id, name };
  const { variation, campaign } = known;
  return { id, name, campaign_id: String(campaign.id), campaign_name: campaign.name, size: variation.size };
}
function describeSite(value, { names: names2, detailed }) {
  const { id, name } = nameEntity(value, names2.sites, "Site");
  const site = names2.sites.get(id);
  const owner = site && names2.accounts.get(site.account);
  return {
    id: String(id),
    name,
    ...detailed && site && { hostname: site.hostname },
    ...detailed && owner && { publisher_id: owner.id, publisher_name: owner.name }
  };
}
function describeZone(value, { names: names2, detailed }) {
  const { id, name } = nameEntity(value, names2.zones, "Zone");
  const zone = names2.zones.get(id);
  const site = zone && names2.sites.get(zone.site);
  return {
    id,
    name,
    ...detailed && zone && { size: zone.size },
    ...detailed && site && { site_id: String(site.id), site_name: site.name }
  };
}
function describeCountry(iso3) {
  const country = findCountry(iso3);
  return {
    country_iso: iso3,
    country_long_name: country?.name ?? iso3,
    country_short_name: country?.iso2 ?? iso3
  };
}
function toDay(time) {
  return new Date(time).toISOString().slice(0, 10);
}
function formatWeek(monday) {
  const thursday = new Date(Date.parse(monday) + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}
function describeMonths(first, count) {
  const from = new Date(first);
  const end = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + count, 1);
  return { date_from: first, date_to: toDay(end - DAY_MS) };
}

// src/service/statistics/writeReport.ts
async function* writeReport(rows, plan, names2) {
  yield* plan.format === "csv" ? writeCsv(rows, plan, names2) : writeJson(rows, plan, names2);
}
async function* writeJson(rows, plan, names2) {
  const { limit, offset, dateTimezone } = plan;
  const layout = locateColumns(plan);
  const writeRecord = createRecordWriter(plan, names2);
  let total = "";
  let records = 0;
  for await (const cells of rows) {
    if (records === 0) {
      const count = Number(cells[0]);
      yield `{"request_metadata":${JSON.stringify({ count, limit, offset, date_timezone: dateTimezone })}`;
      if (plan.count) break;
      yield ',"result":[';
      if (plan.totals) total = `,"result_total":{${writeMetrics(cells, layout.totals, plan)}}`;
      if (offset >= count) break;
    }
    yield `${records > 0 ? "," : ""}${writeRecord(cells)}`;
    records += 1;
  }
  yield plan.count ? "}" : `]${total}}`;
}
function locateColumns({ totals, groupings, blocks }) {
  const width = blocks.reduce((sum, { metrics }) => sum + metrics.length, 0);
  const groups = 1 + (totals ? width : 0);
  return { totals: 1, groups, metrics: groups + groupings.length };
}
function createRecordWriter(plan, names2) {
  const layout = locateColumns(plan);
  const describe = plan.groupings.map(
    (grouping) => remember(
      (value) => `"${grouping}":${JSON.stringify(describeGroup(grouping, value, { ...plan, names: names2 }))}`
    )
  );
  return (cells) => {
    const groups = describe.flatMap((write2, at) => {
      const value = cells[layout.groups + at] ?? null;
      return value === null ? [] : [write2(value)];
    });
    const metrics = writeMetrics(cells, layout.metrics, plan);
    const group = groups.length > 0 ? `"group_by":{${groups.join(",")}}` : "";
    return `{${[group, metrics].filter(Boolean).join(",")}}`;
  };
}
function writeMetrics(cells, first, { blocks }) {
  let at = first;
  const parts = blocks.map(({ block, metrics }) => {
    const numbers = metrics.map((name) => `"${name}":${formatNumber(cells[at++])}`).join(",");
    return block === "base" ? numbers : `"${block}":{${numbers}}`;
  });
  return parts.filter(Boolean).join(",");
}
function formatNumber(cell) {
  if (cell === null || cell === void 0) return "0";
  return cell.includes(".") && !cell.includes("e") ? cell.replace(/\.?0+$/, "") : cell;
}
async function* writeCsv(rows, plan, names2) {
  const layout = locateColumns(plan);
  const groups = plan.groupings.map((grouping) => ({
    columns: listColumns(grouping, plan.detailed),
    describe: remember((value) => writeGroup(grouping, value, plan, names2))
  }));
  const metrics = plan.blocks.flatMap(
    ({ block, metrics: own }) => own.map((name) => block === "base" ? name : `${block}.${name}`)
  );
  const header = [...groups.flatMap(({ columns }) => columns), ...metrics].map(formatCsvCell);
  yield `${header.join(",")}\r
`;
  let records = 0;
  for await (const cells of rows) {
    if (records === 0 && plan.offset >= Number(cells[0])) break;
    const described = groups.map(({ columns, describe }, at) => {
      const value = cells[layout.groups + at] ?? null;
      return value === null ? ",".repeat(columns.length - 1) : describe(value);
    });
    const numbers = metrics.map((_, at) => formatNumber(cells[layout.metrics + at]));
    yield `${[...described, ...numbers].join(",")}\r
`;
    records += 1;
  }
}
function listFields(grouping, detailed) {
  const { fields, detailed: more = {} } = GROUP_DETAILS[grouping];
  return [...Object.keys(fields), ...detailed ? Object.keys(more) : []];
}
function listColumns(grouping, detailed) {
  return listFields(grouping, detailed).map((field) => formatCsvHeader(["group_by", grouping, field]));
}
function writeGroup(grouping, value, { detailed }, names2) {
  const details = new Map(
    Object.entries(describeGroup(grouping, value, { names: names2, detailed }))
  );
  return listFields(grouping, detailed).map((field) => formatCsvCell(details.get(field))).join(",");
}
function remember(describe, most = 1e4) {
  const known = /* @__PURE__ */ new Map();
  return (value) => {
    const text = known.get(value) ?? describe(value);
    if (known.size < most) known.set(value, text);
    return text;
  };
}

// src/service/statistics/reportThread.ts
var PIECE_BYTES = 256 * 1024;
var ABSENT = "\\N";
var names;
yieldThread();
parentPort?.on("message", (job) => {
  names = job.names ?? names;
  if (names) void run(job, names);
});
async function run(job, known) {
  const { port, rows, answer } = job;
  let isWanted = true;
  const removeAnswer = () => rm(answer, { force: true });
  port.on("close", () => {
    isWanted = false;
    void removeAnswer();
  });
  const outcome = {};
  try {
    await write(job, known, () => isWanted);
  } catch (error) {
    outcome.error = String(error);
  }
  await rm(rows.path, { force: true });
  if (!isWanted) await removeAnswer();
  port.postMessage(outcome);
}
async function write({ rows, plan, answer }, known, isWanted) {
  const file = await open(answer, "wx", 384);
  const bytes = new TextBytes(writeReport(readRows(rows), plan, known));
  const memory = new Uint8Array(PIECE_BYTES);
  try {
    while (isWanted()) {
      const length = await bytes.fill(memory);
      if (length === 0) break;
      await file.appendFile(memory.subarray(0, length));
    }
  } finally {
    await bytes.close();
    await file.close();
  }
}
async function* readRows({ path, first = [] }) {
  let rest = "";
  let isEmpty = true;
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: PIECE_BYTES })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      isEmpty = false;
      yield [...first, ...line.split("	").map((cell) => cell === ABSENT ? null : cell)];
    }
  }
  if (isEmpty) yield first;
}
