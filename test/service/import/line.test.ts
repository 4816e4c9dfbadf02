import { expect, test } from "vitest";
import { UNFILLED_REASONS } from "../../../src/protocol/unfilled.ts";
import { parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { COUNTERS, DIMENSIONS } from "../../../src/service/facts/factTable.ts";
import { COLUMN_NAMES, parseLine } from "../../../src/service/import/line.ts";
import type { Owners } from "../../../src/service/import/lineOwners.ts";
import { createOwnerTables } from "../../../src/service/import/ownerTables.ts";
import { receivePiece, sendTables } from "../../../src/service/import/sendTables.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aCampaign, aCatalogue, aCatalogueObject } from "../support/catalogue.ts";

const CATALOGUE = aCatalogue({
  campaigns: [aCampaign({ id: 5, variations: [variation(51)] }), aCampaign({ id: 6 })],
});
const LEAST = { time: "2026-11-20", publisher_id: 1, impressions: 1 };

function variation(id: number): object {
  return { id, size: "300x250", image: "/creatives/a.png", url: "https://shop.example/" };
}

/** Reads one column of a line. Returns the value or the first problem. */
function readCell(column: string, value: unknown): unknown {
  const read = parseLine({ ...LEAST, [column]: value }, undefined);
  return "fact" in read ? Reflect.get(read.fact, column) : read.problems[0];
}

function readProblems(line: object): string[] {
  const read = parseLine({ time: "2026-11-20", impressions: 1, ...line }, CATALOGUE);
  return "problems" in read ? read.problems : [];
}

test("files may contain only the store's time, dimensions and counters as columns", () => {
  expect(COLUMN_NAMES).toEqual(["time", ...Object.keys(DIMENSIONS), ...Object.keys(COUNTERS)]);
  for (const column of ["colour", "import_id", "constructor", "__proto__x"])
    expect(readCell(column, 1)).toBe(`${column}: This column is not known.`);
});

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20 14:30", "2026-11-20T14:30:00.000Z"],
  ["2026-11-20T14:30:15", "2026-11-20T14:30:15.000Z"],
  ["2026-11-20T14:30:15.25Z", "2026-11-20T14:30:15.250Z"],
  ["2026-11-20T14:30:15.123456789Z", "2026-11-20T14:30:15.123Z"],
  ["2026-11-20T14:30+02:00", "2026-11-20T12:30:00.000Z"],
  ["2026-11-20T14:30-0530", "2026-11-20T20:00:00.000Z"],
  ["2000-01-01", "2000-01-01T00:00:00.000Z"],
  ["2099-12-31T23:59:59Z", "2099-12-31T23:59:59.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
])("the time %s is read as %s", (text, moment) => {
  expect(readCell("time", text)).toEqual(new Date(moment));
});

test.each([
  ...["2026-02-30", "2026-13-01", "2026-11-20T25:00", "2026-11-20T", "x2026-11-20", "2026-11-20x"],
  ...[
    "20.11.2026",
    "2026-11-20T14",
    "2026-11-20T14:30:15.1234567890Z",
    "2026-11-20T14:30+2",
    20261120,
    [],
    {},
  ],
  ...["2026-11-20Z", "2026-11-20T14:30:15.", "2026-11-20  14:30", true],
])("the time %j is refused", (value) => {
  expect(readCell("time", value)).toBe("time: Expected an ISO 8601 date or time.");
});

test.each(["1999-12-31T23:59:59Z", "2100-01-01"])(
  "the time %s is refused as outside 2000 to 2099",
  (text) => {
    expect(readCell("time", text)).toBe("time: Expected a time from 2000 to 2099.");
  },
);

test.each([
  ["zone_id", "9007199254740991", 9007199254740991],
  ["campaign_id", 2147483647, 2147483647],
  ["campaign_id", "0", 0],
  ["sub", "-9007199254740991", -9007199254740991],
  ["clicks", "12", 12],
  ["country_iso", "DEU", "DEU"],
  ["size", "300x250", "300x250"],
  ["site_hostname", "a-1.example", "a-1.example"],
  ["site_hostname", "a".repeat(253), "a".repeat(253)],
  ["cost", "1.5e-7", 150n],
  ["cost", 2, 2_000_000_000n],
  ["unfilled_reason", "targeting.countries", "targeting.countries"],
  ["adblock", "AdBlock", true],
  ["adblock", 1, true],
  ["adblock", "true", true],
  ["adblock", "standard", false],
  ["adblock", false, false],
  ["adblock", 0, false],
])("in the column %s, %j is read as %s", (column, value, expected) => {
  expect(readCell(column, value)).toBe(expected);
});

const WHOLE = "Expected a whole number from";
const MONEY = "cost: Expected a decimal number below 1000000000 with at most 9 decimal places.";
test.each([
  ["zone_id", "9007199254740992", `zone_id: ${WHOLE} 0 to 9007199254740991.`],
  ["campaign_id", 2147483648, `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", -1, `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", 1.5, `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", [5], `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", true, `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", "1x", `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["campaign_id", "x1", `campaign_id: ${WHOLE} 0 to 2147483647.`],
  ["clicks", "-1", `clicks: ${WHOLE} 0 to 9007199254740991.`],
  ["sub", "-9007199254740992", `sub: ${WHOLE} -9007199254740991 to 9007199254740991.`],
  ["cost", "-1", MONEY],
  ["cost", "1000000000", MONEY],
  ["cost", {}, MONEY],
  ["unfilled_reason", "rain", `unfilled_reason: Expected one of: ${UNFILLED_REASONS.join(", ")}.`],
  ["adblock", "yes", "adblock: Expected adblock or standard, or true or false."],
  ["adblock", ["true"], "adblock: Expected adblock or standard, or true or false."],
  ["adblock", "toString", "adblock: Expected adblock or standard, or true or false."],
])("in the column %s, %j is refused", (column, value, problem) => {
  expect(readCell(column, value)).toBe(problem);
});

test.each([
  [
    "site_hostname",
    "Expected letters a-z, digits, hyphens and dots.",
    ["a".repeat(254), "a.example/", "/a", "A", 12],
  ],
  ["size", "Expected a size as WIDTHxHEIGHT.", ["300", "300x", "1x123456", "123456x1", "x1x1", "1x1x", 300]],
  ["country_iso", "Expected a three-letter country code.", ["DE", "XXX", 276, ["DEU"]]],
])("malformed values of the column %s are refused", (column, problem, values) => {
  for (const value of values)
    expect([value, readCell(column, value)]).toEqual([value, `${column}: ${problem}`]);
});

test("an empty cell means unknown", () => {
  for (const value of [null, "", undefined]) {
    const read = parseLine({ ...LEAST, campaign_id: value }, undefined);
    expect(read).toEqual({ fact: { ...LEAST, time: new Date("2026-11-20") } });
  }
});

test("all problems of a line are reported together", () => {
  const read = parseLine({ time: "x", colour: 1, clicks: -1 }, undefined);
  expect("problems" in read && read.problems).toHaveLength(3);
});

test("a line without a time, an account or a counter above zero is refused", () => {
  const account =
    "No account is named: add publisher_id or advertiser_id, or a zone_id or campaign_id that is in the catalogue.";
  const nothing = "Nothing is counted: every counter is absent or zero.";
  expect(parseLine({}, undefined)).toEqual({ problems: ["time: This column is missing.", account, nothing] });
  expect(parseLine({ ...LEAST, impressions: 0, cost: "0" }, undefined)).toEqual({ problems: [nothing] });
  expect(parseLine({ ...LEAST, publisher_id: "" }, undefined)).toEqual({ problems: [account] });
  expect(parseLine({ time: "2026-11-20", advertiser_id: 2, cost: "1" }, undefined)).toHaveProperty("fact");
});

test("missing values of a zone, creative or campaign are filled in from the catalogue", () => {
  const time = new Date("2026-11-20");
  const zone = { zone_id: 3, size: "300x250", site_id: 1, site_hostname: "site.example", category_id: 1 };
  const line = { time: "2026-11-20", impressions: 1, zone_id: 3, variation_id: 51 };
  expect(parseLine(line, CATALOGUE)).toEqual({
    fact: {
      time,
      impressions: 1,
      variation_id: 51,
      campaign_id: 5,
      advertiser_id: 2,
      ...zone,
      publisher_id: 1,
    },
  });
  expect(parseLine({ ...line, size: "1x1" }, CATALOGUE)).toMatchObject({ fact: { size: "1x1" } });
  const other = parseLine({ time: "2026-11-20", impressions: 1, site_id: 2, campaign_id: 6 }, CATALOGUE);
  expect(other).toEqual({
    fact: {
      time,
      impressions: 1,
      site_id: 2,
      site_hostname: "other.example",
      publisher_id: 1,
      campaign_id: 6,
      advertiser_id: 2,
    },
  });
});

test.each([
  [{ zone_id: 99 }, "zone_id: 99 is not in the catalogue."],
  [{ site_id: 99 }, "site_id: 99 is not in the catalogue."],
  [{ campaign_id: 99 }, "campaign_id: 99 is not in the catalogue."],
  [{ variation_id: 99 }, "variation_id: 99 is not in the catalogue."],
  [{ publisher_id: 99 }, "publisher_id: 99 is not in the catalogue."],
  [{ publisher_id: 2 }, "publisher_id: The account 2 is no publisher."],
  [{ advertiser_id: 1 }, "advertiser_id: The account 1 is no advertiser."],
  [{ zone_id: 3, site_id: 2 }, "site_id: The zone 3 belongs to 1, not to 2."],
  [{ zone_id: 3, publisher_id: 2 }, "publisher_id: The site 1 belongs to 1, not to 2."],
  [{ variation_id: 51, campaign_id: 6 }, "campaign_id: The variation 51 belongs to 5, not to 6."],
  [{ campaign_id: 5, advertiser_id: 1 }, "advertiser_id: The campaign 5 belongs to 2, not to 1."],
])("the line %j is refused as contradicting the catalogue", (line, problem) => {
  expect(readProblems(line)).toContain(problem);
});

test("a line whose ids match the catalogue is accepted", () => {
  const owners = { publisher_id: 1, advertiser_id: 2 };
  expect(readProblems({ zone_id: 3, site_id: 1, variation_id: 51, campaign_id: 5, ...owners })).toEqual([]);
});

test("a line with only an account gets no zone or site from the catalogue", () => {
  const accounts = [
    { id: 1, name: "Publisher", role: "publisher" },
    { id: 2, name: "Advertiser", role: "advertiser" },
    { id: 3, name: "Another publisher", role: "publisher" },
  ];
  const catalogue = parseCatalogue({ ...aCatalogueObject({ campaigns: [] }), accounts });
  const read = parseLine({ ...LEAST, publisher_id: 3 }, catalogue);
  expect(read).toEqual({ fact: { time: new Date("2026-11-20"), publisher_id: 3, impressions: 1 } });
});

const REPORTED = parseCatalogue({
  ...aCatalogueObject({ campaigns: [aCampaign({ id: 5, variations: [variation(51)] })] }),
  accounts: [
    { id: 1, name: "Publisher", role: "publisher" },
    {
      id: 2,
      name: "Advertiser",
      role: "advertiser",
      goals: 3,
      goalSources: [
        { goal: 1, source: "report", from: "2026-11-20" },
        { goal: 2, source: "import" },
      ],
    },
  ],
});

test.each<[string, object, string[]]>([
  ["on the first day", { advertiser_id: 2, goal_1: 1 }, ["goal_1"]],
  ["of a campaign", { campaign_id: 5, goal_1: 1, goal_2: 1 }, ["goal_1"]],
  ["of a creative, later", { variation_id: 51, goal_1: 1, time: "2027-01-01" }, ["goal_1"]],
  ["of an hour in another zone", { campaign_id: 5, goal_1: 1, time: "2026-11-19T23:30-02:00" }, ["goal_1"]],
  ["on the day before", { campaign_id: 5, goal_1: 1, time: "2026-11-19T23:59:59Z" }, []],
  ["of a zero", { campaign_id: 5, goal_1: 0, clicks: 1 }, []],
  ["of an imported goal", { campaign_id: 5, goal_2: 1 }, []],
  ["of a goal without a source", { campaign_id: 5, goal_3: 1 }, []],
  ["of an advertiser that is not named", { publisher_id: 1, goal_1: 1 }, []],
])("imported conversions of a reported goal are refused: %s", (_when, line, refused) => {
  const read = parseLine({ time: "2026-11-20", ...line }, REPORTED);
  expect("problems" in read ? read.problems : []).toEqual(
    refused.map((goal) => `${goal}: The service itself counts conversions of this goal from 2026-11-20 on.`),
  );
});

test("the reading thread refuses imported conversions of a reported goal, too", () => {
  const owners = {} as Owners;
  runAtOnce(sendTables(createOwnerTables(REPORTED), (piece) => receivePiece(owners, piece)));
  const read = parseLine({ time: "2026-11-20", campaign_id: 5, goal_1: 1 }, owners);
  expect("problems" in read).toBe(true);
});
