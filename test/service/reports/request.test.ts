/** Validation and normalization of report requests. */
import { toJsonSchema } from "@valibot/to-json-schema";
import { expect, test } from "vitest";
import type { Viewer } from "../../../src/protocol/statistics.ts";
import type { Problems } from "../../../src/protocol/validation.ts";
import {
  parseReportRequest,
  type ReadingContext,
  type ReportRequest,
  requestSchema,
} from "../../../src/service/reports/request.ts";
import { writeErrors } from "../../../src/service/values/problemList.ts";
import { acceptRequest, type Json } from "../statisticsRoutes/support.ts";

const PUBLISHER: Viewer = { kind: "publisher", role: "publisher", goals: 0 };
const ADVERTISER: Viewer = { kind: "advertiser", role: "advertiser", goals: 2 };

/** 23:45 UTC, the next day in Tokyo. */
const NOW = Date.parse("2026-11-20T23:45:00Z");

/** A new value for each call avoids schemas cached by earlier tests; goals have no meaning for publishers. */
let goals = 1;

function accept(input: unknown, more: Partial<ReadingContext> = {}): ReportRequest {
  return acceptRequest(input, { viewer: { ...PUBLISHER, goals: goals++ }, now: NOW, ...more });
}

function refuse(input: unknown, more: Partial<ReadingContext> = {}): Problems {
  const viewer = { ...PUBLISHER, goals: goals++ };
  const result = parseReportRequest(input, { viewer, now: NOW, dateTimezone: "UTC", ...more });
  return "errors" in result ? writeErrors(result.errors) : [];
}

test.each<[string, Json, Record<string, string>[]]>([
  ["a number as body", 7, [{ "[body]": "Expected an object." }]],
  ["a list as body", ["date"], [{ "[body]": "Expected an object." }]],
  ["an empty list, which PHP writes for an object", [], [{ "[group_by]": "This field is missing." }]],
  [
    "a projection that is neither list nor object",
    { group_by: ["date"], projection: true },
    [{ "[projection]": "Expected a list of blocks, or an object with a list of metrics for each block." }],
  ],
  [
    "unknown fields, even with names of inherited properties",
    '{"group_by":["date"],"groupby":1,"__proto__":2,"prototype":4,"filter":{"constructor":3}}',
    [
      { "[prototype]": "This field was not expected." },
      { "[filter][constructor]": "This field was not expected." },
      { "[groupby]": "This field was not expected." },
      { "[__proto__]": "This field was not expected." },
    ],
  ],
  [
    "wrong flags, pages and time zone",
    {
      group_by: ["date"],
      count: 2,
      detailed: "yes",
      totals: "2",
      limit: 10_001,
      offset: -1,
      timezone: "Berlin",
    },
    [
      { "[count]": "Expected 0 or 1." },
      { "[detailed]": "Expected 0 or 1." },
      { "[totals]": "Expected 0 or 1." },
      { "[timezone]": "There is no such time zone; /collections/timezones lists them." },
      { "[limit]": "Expected a whole number from 1 to 10000." },
      { "[offset]": "Expected a whole number from 0 to 9007199254740991." },
    ],
  ],
  [
    "wrong groupings",
    { group_by: ["date", "date", "hour", "sub", 5] },
    [
      { "[group_by][4]": expect.stringMatching(/^Expected one of: date, hour, .*adblock\.$/) },
      { "[group_by]": "Expected at most 4 groupings." },
      { "[group_by][1]": "This grouping is named twice." },
    ],
  ],
  [
    "metrics named like inherited properties",
    { group_by: ["date"], projection: { base: ["constructor", "__proto__", "toString"] } },
    [0, 1, 2].map((at) => ({ [`[projection][base][${at}]`]: expect.stringMatching(/^Expected one of/) })),
  ],
  [
    "fields only for other account types",
    {
      group_by: ["advertiser_id"],
      filter: { publisher_id: [1] },
      order_by: [{ field: "cost", order: "asc" }],
    },
    [
      { "[filter][publisher_id]": "This field was not expected." },
      { "[group_by][0]": expect.stringMatching(/^advertiser_id is only for network accounts\. /) },
      {
        "[order_by][0][field]": expect.stringMatching(/^cost is only for advertiser and network accounts\. /),
      },
    ],
  ],
  [
    "wrong filters",
    {
      group_by: ["date"],
      filter: {
        date_from: "2026-11-31",
        date_to: "yesterday",
        country_iso: ["DEU", "DE"],
        hour: [24],
        zone_id: ["1o1", 1.5],
        size: ["300"],
        site_hostname: ["Daily.example"],
        adblock: "yes",
        sub: [],
        exclude_deleted: 1,
      },
    },
    [
      { "[filter][date_from]": "There is no such day." },
      { "[filter][date_to]": "Expected a day as YYYY-mm-dd." },
      { "[filter][adblock]": "Expected one of: adblock, all, standard." },
      { "[filter][country_iso][1]": '"DE" is not the iso3 of a country in /collections/countries.' },
      { "[filter][hour][0]": "Expected a whole number from 0 to 23." },
      { "[filter][site_hostname][0]": "Expected letters a-z, digits, hyphens and dots." },
      { "[filter][size][0]": "Expected a size as WIDTHxHEIGHT." },
      { "[filter][sub]": "Expected a list of at least one of the whole numbers." },
      { "[filter][zone_id][0]": "Expected a whole number from 0 to 9007199254740991." },
      { "[filter][zone_id][1]": "Expected a whole number from 0 to 9007199254740991." },
      { "[filter][exclude_deleted]": "This field was not expected." },
    ],
  ],
  [
    "dates in the wrong order",
    { group_by: ["date"], filter: { date_from: "2026-11-02", date_to: "2026-11-01" } },
    [{ "[filter][date_to]": "The last day is before the first." }],
  ],
  [
    "wrong orders",
    {
      group_by: ["date"],
      order_by: [{ field: "zone_id", order: "up" }, { field: "size", order: "asc" }, { field: "size" }, 5],
    },
    [
      { "[order_by][0][order]": "Expected one of: asc, desc." },
      { "[order_by][1][field]": expect.stringMatching(/^Expected one of: cpc, .*adblock\.$/) },
      { "[order_by][2][field]": expect.stringMatching(/^Expected one of: cpc/) },
      { "[order_by][2][order]": "This field is missing." },
      { "[order_by][3]": "Expected an object." },
      { "[order_by]": "Expected at most 2 orders." },
      { "[order_by][2]": "This field is named twice." },
      { "[order_by][0][field]": "To order by zone_id, name it in group_by as well." },
    ],
  ],
  [
    "goals without conversion tracking",
    { group_by: ["date"], order_by: [{ field: "g1", order: "asc" }] },
    [
      {
        "[order_by][0][field]": expect.stringMatching(
          /^Goals exist only for accounts with conversion tracking\. /,
        ),
      },
    ],
  ],
  [
    "wrong projections",
    {
      group_by: ["date"],
      projection: { base: ["cost", "views", "margin"], rtb: ["adv_wins"], video: [], goals: ["g1"] },
    },
    [
      {
        "[projection][base][0]": expect.stringMatching(
          /^cost is only for advertiser and network accounts\. /,
        ),
      },
      { "[projection][base][1]": expect.stringMatching(/^Expected one of: impressions, /) },
      { "[projection][base][2]": expect.stringMatching(/^margin is only for network accounts\. /) },
      { "[projection][rtb][0]": expect.stringMatching(/^adv_wins is only for network accounts\. /) },
      { "[projection][video]": "Expected a list of at least one of the metrics." },
      { "[projection][goals]": "This field was not expected." },
    ],
  ],
  [
    "unavailable blocks",
    { group_by: ["date"], projection: ["base", "goals"] },
    [{ "[projection][1]": "Expected one of: base, rtb, video, wpn." }],
  ],
  [
    "no blocks",
    { group_by: ["date"], projection: {} },
    [{ "[projection]": "Expected at least one of: base, rtb, video, wpn." }],
  ],
])("a request with %s is refused with the path of each error", (what, request, errors) => {
  const more = what.startsWith("goals") ? { viewer: PUBLISHER } : {};
  const found = refuse(typeof request === "string" ? JSON.parse(request) : request, more);
  expect(found).toEqual(expect.arrayContaining(errors));
  expect(found).toHaveLength(errors.length);
});

const MORE = { "[body]": "There are more problems; they are not listed." };

test("of many unknown fields the first 20 are listed", () => {
  const names = Array.from({ length: 3000 }, (_, at) => `name-${at}`);
  const fields = Object.fromEntries(names.map((name) => [name, 1]));
  expect(refuse({ group_by: ["date"], projection: fields })).toEqual([
    ...names.slice(0, 20).map((name) => ({ [`[projection][${name}]`]: "This field was not expected." })),
    MORE,
  ]);
});

test("a list with too many entries is refused without validating all of them", () => {
  const dates = Array(3000).fill(1);
  const unread = Object.defineProperty([...dates], 1500, {
    get: () => expect.fail("An entry far after the maximum was validated."),
  });
  expect(refuse({ group_by: ["date"], filter: { zone_id: unread } })).toEqual([
    { "[filter][zone_id]": "Expected at most 1000 ids." },
  ]);
});

test("validation stops after 20 problems, the maximum of a response", () => {
  const values = Array(500).fill("x");
  const unread = Object.defineProperty([...values], 30, {
    get: () => expect.fail("A value after the last problem was validated."),
  });
  const found = refuse({ group_by: ["date"], filter: { size: unread } });
  expect(found).toHaveLength(21);
  expect(found.at(-1)).toEqual(MORE);
  expect(refuse({ group_by: ["date"], filter: { size: values.slice(0, 20) } })).toHaveLength(20);
});

test("a problem quotes at most 100 characters of a key and of a value", () => {
  const long = "X".repeat(300);
  const cut = `${"X".repeat(99)}…`;
  const country = `"${cut}" is not the iso3 of a country in /collections/countries.`;
  expect(refuse({ group_by: ["date"], filter: { country_iso: [long] }, [long]: 1 })).toEqual([
    { "[filter][country_iso][0]": country },
    { [`[${cut}]`]: "This field was not expected." },
  ]);
});

test("omitted fields of a request have defaults", () => {
  expect(accept({ group_by: [] }, { viewer: PUBLISHER })).toEqual({
    role: "publisher",
    viewer: PUBLISHER,
    groupings: [],
    filter: {},
    exclude: {},
    bounds: {},
    orders: [],
    from: "2026-11-01",
    to: "2026-11-20",
    dateTimezone: "UTC",
    timezone: "America/New_York",
    count: false,
    detailed: false,
    totals: false,
    limit: 50,
    offset: 0,
    projection: {
      base: expect.arrayContaining(["impressions", "clicks"]),
      rtb: expect.any(Array),
      video: expect.any(Array),
      wpn: expect.any(Array),
    },
  });
  expect(refuse({})).toEqual([{ "[group_by]": "This field is missing." }]);
});

test("a grouping in the address is used unless the request has group_by", () => {
  expect(accept({}, { named: "zone_id" }).groupings).toEqual(["zone_id"]);
  expect(accept({ group_by: ["date"] }, { named: "zone_id" }).groupings).toEqual(["date"]);
  expect(accept({ group_by: [] }, { named: "zone_id" }).groupings).toEqual([]);
  // Earlier addresses do not affect later requests.
  expect(refuse({})).toEqual([{ "[group_by]": "This field is missing." }]);
});

test.each<[object, string, string]>([
  [{}, "2026-11-01", "2026-11-20"],
  [{ date_from: "2026-11-20" }, "2026-11-20", "2026-11-20"],
  [{ date_from: "2026-11-21" }, "2026-11-21", "2026-11-21"],
  [{ date_from: "2026-10-05" }, "2026-10-05", "2026-11-20"],
  [{ date_to: "2026-10-05" }, "2026-10-01", "2026-10-05"],
  [{ date_from: "2026-02-03", date_to: "2026-02-03" }, "2026-02-03", "2026-02-03"],
])("the date filter %j covers the days from %s to %s", (filter, from, to) => {
  const request = accept({ group_by: ["date"], filter });
  expect([request.from, request.to, request.filter]).toEqual([from, to, {}]);
});

test("today is the current day in the account's time zone", () => {
  expect(accept({ group_by: [] }, { dateTimezone: "Asia/Tokyo" })).toMatchObject({
    from: "2026-11-01",
    to: "2026-11-21",
    dateTimezone: "Asia/Tokyo",
  });
});

test("a request with every field is accepted", () => {
  const request = {
    count: 1,
    detailed: 1,
    totals: 1,
    limit: 10_000,
    offset: 5,
    timezone: "Asia/Tokyo",
    group_by: ["date", "hour", "zone_id", "size"],
    order_by: [
      { field: "zone_id", order: "desc" },
      { field: "clicks", order: "asc" },
    ],
    filter: {
      country_iso: ["DEU"],
      hour: [0, 23],
      zone_id: [0, 101],
      size: ["1x1"],
      sub: [-1],
      adblock: "standard",
      site_id: [1],
    },
    exclude: { country_iso: ["USA"], zone_id: [5] },
    metrics: { impressions: { min: 100 }, ctr: { min: 0.5, max: 0.5 }, rtb_skipped: { max: -1 } },
    projection: { base: ["clicks"], video: ["views"] },
  };
  expect(accept(request, { viewer: PUBLISHER })).toEqual({
    role: "publisher",
    viewer: PUBLISHER,
    from: "2026-11-01",
    to: "2026-11-20",
    dateTimezone: "UTC",
    count: true,
    detailed: true,
    totals: true,
    limit: 10_000,
    offset: 5,
    timezone: "Asia/Tokyo",
    groupings: request.group_by,
    orders: request.order_by,
    filter: request.filter,
    exclude: request.exclude,
    bounds: request.metrics,
    projection: request.projection,
  });
});

test.each<[string, object, object]>([
  ["metrics in any letter case", { metrics: { CTR: { min: 1 } } }, { bounds: { ctr: { min: 1 } } }],
  ["true and false", { totals: true, count: false }, { totals: true, count: false }],
  [
    "a single value for a list",
    { filter: { zone_id: 7, size: "1x1" }, exclude: { zone_id: 5 } },
    { filter: { zone_id: [7], size: ["1x1"] }, exclude: { zone_id: [5] } },
  ],
  [
    "ids, hours and sub ids as text",
    { filter: { zone_id: ["7", 8], site_id: "1", hour: "3", sub: "-5" }, exclude: { zone_id: "9" } },
    { filter: { zone_id: [7, 8], site_id: [1], hour: [3], sub: [-5] }, exclude: { zone_id: [9] } },
  ],
  [
    "names in any letter case",
    {
      group_by: ["ZONE", "Country_ISO"],
      order_by: [{ field: "CTR", order: "DESC" }],
      filter: { country_iso: "deu", adblock: "All" },
      projection: { Base: ["Clicks"] },
    },
    {
      groupings: ["zone_id", "country_iso"],
      orders: [{ field: "ctr", order: "desc" }],
      filter: { country_iso: ["DEU"], adblock: "all" },
      projection: { base: ["clicks"] },
    },
  ],
  ["a single grouping without a list", { group_by: "zone" }, { groupings: ["zone_id"] }],
  ["other names of groupings", { group_by: ["day", "os"] }, { groupings: ["date", "operating_system_id"] }],
  [
    "a single order without a list",
    { order_by: { field: "clicks", order: "asc" } },
    { orders: [{ field: "clicks", order: "asc" }] },
  ],
  [
    "other names of groupings to order by",
    { group_by: ["zone"], order_by: [{ field: "zone", order: "desc" }] },
    { orders: [{ field: "zone_id", order: "desc" }] },
  ],
  [
    "a single metric without a list",
    { projection: { base: "clicks" } },
    { projection: { base: ["clicks"] } },
  ],
])("a request may contain %s", (_what, request, read) => {
  expect(accept({ group_by: ["date"], ...request })).toMatchObject(read);
});

test("a block selects its default metrics, or all of its metrics with detailed=1", () => {
  const network: Viewer = { kind: "network", role: "publisher", goals: 0 };
  const list = (detailed: number) =>
    accept({ group_by: [], projection: "base", detailed }, { viewer: network }).projection;
  expect(Object.keys(list(0))).toEqual(["base"]);
  expect(list(1).base?.length).toBeGreaterThan(list(0).base?.length ?? 0);
});

const UNEXPECTED = "This field was not expected.";
const AN_OBJECT = "Expected an object.";
const AN_ID = "Expected a whole number from 0 to 9007199254740991.";
const A_LIMIT = "Expected a whole number from 1 to 10000.";
const A_DAY = "Expected a day as YYYY-mm-dd.";
const AN_HOUR = "Expected a whole number from 0 to 23.";
const A_SIZE = "Expected a size as WIDTHxHEIGHT.";
const A_BOUND = "Expected a number from -9007199254740991 to 9007199254740991.";
const BOUNDS = "Expected min, max or both.";
const A_GROUPING = expect.stringMatching(/^Expected one of: date, /);

test.each<[object, string, unknown]>([
  [{ count: 2 }, "[count]", "Expected 0 or 1."],
  [{ totals: null }, "[totals]", "Expected 0 or 1."],
  [{ limit: true }, "[limit]", A_LIMIT],
  [{ limit: 0 }, "[limit]", A_LIMIT],
  [{ offset: 0.5 }, "[offset]", AN_ID],
  [{ timezone: 1 }, "[timezone]", "Expected the name of a time zone."],
  [{ group_by: 5 }, "[group_by][0]", A_GROUPING],
  [{ group_by: [null] }, "[group_by][0]", A_GROUPING],
  [{ group_by: {} }, "[group_by]", "Expected a list of groupings."],
  [{ order_by: "clicks" }, "[order_by]", "Expected a list of orders."],
  [{ filter: [1] }, "[filter]", AN_OBJECT],
  [{ filter: "x" }, "[filter]", AN_OBJECT],
  [{ filter: { colour: ["red"] } }, "[filter][colour]", UNEXPECTED],
  [{ filter: { zone_id: [-1] } }, "[filter][zone_id][0]", AN_ID],
  [{ filter: { sub: [2 ** 53] } }, "[filter][sub][0]", AN_ID.replace("from 0", "from -9007199254740991")],
  [{ filter: { date_to: 20261120 } }, "[filter][date_to]", A_DAY],
  [{ filter: { date_to: "2026-11-20T00" } }, "[filter][date_to]", A_DAY],
  [{ filter: { date_to: "x2026-11-20" } }, "[filter][date_to]", A_DAY],
  [{ filter: { size: ["x1x1"] } }, "[filter][size][0]", A_SIZE],
  [{ filter: { size: ["1x1x"] } }, "[filter][size][0]", A_SIZE],
  [{ filter: { country_iso: [5] } }, "[filter][country_iso][0]", "Expected a three-letter country code."],
  [{ filter: { hour: [1.5] } }, "[filter][hour][0]", AN_HOUR],
  [{ filter: { hour: [-1] } }, "[filter][hour][0]", AN_HOUR],
  [{ filter: { hour: Array(25).fill(0) } }, "[filter][hour]", "Expected at most 24 hours."],
  [{ exclude: "x" }, "[exclude]", AN_OBJECT],
  [{ exclude: { colour: ["red"] } }, "[exclude][colour]", UNEXPECTED],
  [{ exclude: { date_from: "2026-11-01" } }, "[exclude][date_from]", UNEXPECTED],
  [{ exclude: { adblock: "all" } }, "[exclude][adblock]", UNEXPECTED],
  [{ exclude: { zone_id: {} } }, "[exclude][zone_id]", "Expected a list of ids."],
  [{ projection: [] }, "[projection]", "Expected a list of at least one of the blocks."],
  [{ projection: ["none"] }, "[projection][0]", "Expected one of: base, rtb, video, wpn."],
  [{ projection: Array(6).fill("base") }, "[projection]", "Expected at most 5 blocks."],
  [{ projection: { base: {} } }, "[projection][base]", "Expected a list of metrics."],
  [
    { projection: { base: Array(60).fill("clicks") } },
    "[projection][base]",
    expect.stringMatching(/^Expected at most \d+ metrics\.$/),
  ],
  // The prefix adv_ is recognized only at the start of a name.
  [
    { projection: { rtb: ["wadv_ins"] } },
    "[projection][rtb][0]",
    expect.stringMatching(/^Expected one of: /),
  ],
  [{ metrics: [1] }, "[metrics]", AN_OBJECT],
  [{ metrics: { ctr: {} } }, "[metrics][ctr]", BOUNDS],
  [{ metrics: { ctr: 5 } }, "[metrics][ctr]", BOUNDS],
  [{ metrics: { ctr: { min: 2, max: 1 } } }, "[metrics][ctr][max]", "Expected a number not below min, 2."],
  [{ metrics: { ctr: { min: "1" } } }, "[metrics][ctr][min]", A_BOUND],
  [{ metrics: { ctr: { max: Number.POSITIVE_INFINITY } } }, "[metrics][ctr][max]", A_BOUND],
  [{ metrics: { ctr: { above: 1 } } }, "[metrics][ctr][above]", UNEXPECTED],
  // Publishers may not see this metric.
  [{ metrics: { cost: { min: 1 } } }, "[metrics][cost]", UNEXPECTED],
])("a request with %j is refused at %s with what was expected", (request, path, message) => {
  expect(refuse({ group_by: ["date"], ...request })).toEqual([{ [path]: message }]);
});

const UNTRACKED: Viewer = { ...ADVERTISER, goals: 0 };
const NO_TRACKING = "Goals exist only for accounts with conversion tracking. ";

test.each([
  ["a publisher", PUBLISHER, "Expected one of: base, rtb, video, wpn."],
  ["an advertiser without goals", UNTRACKED, `${NO_TRACKING}Expected one of: base, rtb, video.`],
])("the block of goals is refused for %s with the reason", (_what, viewer, message) => {
  const problems = refuse({ group_by: ["date"], projection: ["goals"] }, { viewer });
  expect(problems).toEqual([{ "[projection][0]": message }]);
});

test.each([
  ["ecpa1", UNTRACKED, NO_TRACKING],
  ["goals", UNTRACKED, NO_TRACKING],
  ["g10", UNTRACKED, NO_TRACKING],
  ["xg1", UNTRACKED, ""],
  ["g1x", UNTRACKED, ""],
  ["g3", ADVERTISER, ""],
  ["revenue", ADVERTISER, "revenue is only for publisher and network accounts. "],
  ["publisher_id", ADVERTISER, "publisher_id is only for network accounts. "],
  ["constructor", ADVERTISER, ""],
])(
  "an order by %s is refused with the reason if it is not available to the account",
  (field, viewer, reason) => {
    const [problem = {}] = refuse({ group_by: ["date"], order_by: [{ field, order: "asc" }] }, { viewer });
    expect(Object.keys(problem)).toEqual(["[order_by][0][field]"]);
    expect(Object.values(problem)[0]?.startsWith(`${reason}Expected one of:`)).toBe(true);
  },
);

test("exclude_deleted may be a boolean", () => {
  const read = (exclude_deleted: unknown) =>
    accept({ group_by: [], filter: { exclude_deleted } }, { viewer: ADVERTISER }).filter;
  expect([read(true), read(false), read(1)]).toEqual([
    ...[{ exclude_deleted: 1 }, { exclude_deleted: 0 }, { exclude_deleted: 1 }],
  ]);
});

test("invalid groupings and invalid orders are each reported under their own path", () => {
  const order_by = [{ field: "zone_id", order: "asc" }];
  expect(refuse({ group_by: {}, order_by })).toEqual([{ "[group_by]": "Expected a list of groupings." }]);
  expect(refuse({ group_by: ["date"], order_by: [null] })).toEqual([
    { "[order_by][0]": "Expected an object." },
  ]);
});

test("each problem of repeated and misordered values is reported once", () => {
  const twice = { date_from: "2026-11-02", date_to: "2026-11-01" };
  expect(refuse({ group_by: ["date", "date", "date"], filter: twice })).toEqual([
    { "[filter][date_to]": "The last day is before the first." },
    { "[group_by][1]": "This grouping is named twice." },
    { "[group_by][2]": "This grouping is named twice." },
  ]);
});

test.each([null, undefined, "x"])("the body %j is refused because it is not an object", (body) => {
  expect(refuse(body)).toEqual([{ "[body]": "Expected an object." }]);
});

test("null as filter, exclude, order_by or projection is refused", () => {
  const nothing = { filter: null, exclude: null, order_by: null, projection: null };
  expect(refuse({ group_by: ["date"], ...nothing })).toEqual([
    { "[filter]": "Expected an object." },
    { "[exclude]": "Expected an object." },
    { "[order_by]": "Expected a list of orders." },
    { "[projection]": "Expected a list of blocks, or an object with a list of metrics for each block." },
  ]);
});

test("equal entries of the wrong type are not reported as repeated", () => {
  const problems = refuse({ group_by: [5, 5], order_by: [{ order: "asc" }, { order: "asc" }] });
  expect(problems.map((problem) => Object.keys(problem)[0])).toEqual([
    ...["[group_by][0]", "[group_by][1]", "[order_by][0][field]", "[order_by][1][field]"],
  ]);
});

test("a grouping of the other role or a metric of another block is refused with the available names", () => {
  const projection = { base: ["adv_clicks"] };
  expect(refuse({ group_by: ["campaign_id"], projection })).toEqual([
    { "[group_by][0]": expect.stringMatching(/^Expected one of: date, /) },
    { "[projection][base][0]": expect.stringMatching(/^Expected one of: impressions, /) },
  ]);
});

test("the JSON schema of requests contains the day format, examples and both forms of a projection", () => {
  const { properties }: Json = toJsonSchema(requestSchema(PUBLISHER), {
    errorMode: "ignore",
    typeMode: "input",
  });
  expect(properties.timezone.examples).toEqual(["America/New_York"]);
  expect(properties.filter.properties.date_from.format).toBe("date");
  expect(properties.filter.properties.country_iso.items.examples).toEqual(["USA"]);
  expect(properties.projection.anyOf.map(({ type }: Json) => type)).toEqual(["array", "object"]);
});

test("reports can be ordered by goals if the account has any", () => {
  const order_by = [{ field: "g2", order: "desc" }];
  expect(accept({ group_by: ["date"], order_by }, { viewer: ADVERTISER }).orders).toEqual(order_by);
});

test("without a limit a request with allRecords returns all records, otherwise 50", () => {
  const limit = (input: unknown, allRecords: boolean) => accept(input, { allRecords, named: "date" }).limit;
  expect(limit({}, true)).toBe(Number.POSITIVE_INFINITY);
  expect(limit([], true)).toBe(Number.POSITIVE_INFINITY);
  expect([limit({ limit: 7 }, true), limit({}, false)]).toEqual([7, 50]);
});

test.each([
  ["country_iso", "DEU", "three-letter country codes"],
  ["zone_id", 1, "ids"],
  ["sub", 1, "whole numbers"],
  ["size", "1x1", "sizes"],
])("a filter by %s has at most 1000 values", (name, value, what) => {
  const fill = (count: number) => ({ group_by: [], filter: { [name]: Array(count).fill(value) } });
  expect(refuse(fill(1001))).toEqual([{ [`[filter][${name}]`]: `Expected at most 1000 ${what}.` }]);
  expect(accept(fill(1000)).filter).toEqual(fill(1000).filter);
});

test("hostnames and sizes of any length are validated as a whole", () => {
  const filter = { size: ["300x250", "1x1"] };
  expect(accept({ group_by: [], filter }).filter).toEqual(filter);
  const hosts = (site_hostname: string[]) => ({ group_by: [], filter: { site_hostname } });
  const known = hosts(["news.example", "a"]);
  expect(accept(known, { viewer: ADVERTISER }).filter).toEqual(known.filter);
  for (const name of ["News.example", "news.example/", "/news.example", ""])
    expect(refuse(hosts([name]), { viewer: ADVERTISER })).toEqual([
      { "[filter][site_hostname][0]": "Expected letters a-z, digits, hyphens and dots." },
    ]);
  expect(refuse(hosts([]), { viewer: ADVERTISER })).toEqual([
    { "[filter][site_hostname]": "Expected a list of at least one of the hostnames." },
  ]);
});
