import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { DeduplicationKey, Event } from "../../../src/service/facts/eventStore.ts";
import { DIMENSIONS, EVENT_COUNTERS, type Fact } from "../../../src/service/facts/factTable.ts";
import {
  EVENTS_HEADER,
  EventEncoder,
  encodeFacts,
  FactColumns,
  KINDS,
} from "../../../src/service/journal/lines.ts";

const TIME = Date.parse("2026-11-20T12:00:00.999Z");
const KEY: DeduplicationKey = { epoch: 3, number: 12, kind: "click", decidedAt: TIME - 500 };
const BARE: Event = { time: TIME, zone: {}, campaign: {}, visitor: {}, counters: {} };

/** Reads lines into objects of their non-empty cells. */
function read(header: string, text: string): Record<string, string>[] {
  const rows: Record<string, string>[] = parse(`${header}\n${text}`, { columns: true });
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "")));
}

const write = (events: Event[], key?: DeduplicationKey) =>
  read(EVENTS_HEADER, new EventEncoder().encode(events, key));

test("the header of event files names each column once", () => {
  const names = EVENTS_HEADER.split(",");
  expect(names).toHaveLength(new Set(names).size);
  expect(names.toSorted()).toEqual(
    [
      ...["time_s", ...Object.keys(DIMENSIONS), ...EVENT_COUNTERS],
      ...["key_epoch", "key_number", "key_kind", "key_decided_s", "viewer", "frequency_s"],
    ].toSorted(),
  );
});

test("each value of an event is written to its column, times in seconds and money to the billionth", () => {
  const event: Event = {
    time: TIME,
    sub: -7,
    zone: { zone_id: 101, site_hostname: "a.example", size: "300x250" },
    campaign: { campaign_id: 7, advertiser_ad_type_id: 1 },
    visitor: { country_iso: "DEU", adblock: false, browser_id: 0 },
    counters: { clicks: 1, cost: 250_000_000n },
    frequency: { viewer: "reader", seconds: 60 },
  };
  const seconds = String(Math.floor(TIME / 1000));
  expect(write([event], KEY)).toEqual([
    {
      time_s: seconds,
      sub: "-7",
      zone_id: "101",
      site_hostname: "a.example",
      size: "300x250",
      campaign_id: "7",
      advertiser_ad_type_id: "1",
      country_iso: "DEU",
      adblock: "false",
      browser_id: "0",
      clicks: "1",
      cost: "0.250000000",
      key_epoch: "3",
      key_number: "12",
      key_kind: "2",
      key_decided_s: String(Math.floor((TIME - 500) / 1000)),
      viewer: "reader",
      frequency_s: "60",
    },
  ]);
  expect(write([BARE])).toEqual([{ time_s: seconds }]);
});

test("the numbers of event kinds, which stored keys contain, do not change", () => {
  expect(KINDS).toEqual({
    impression: 1,
    click: 2,
    invalid_impression: 3,
    invalid_click: 4,
    robot_impression: 5,
    robot_click: 6,
    goal_1: 7,
    goal_2: 8,
    goal_3: 9,
    goal_4: 10,
    goal_5: 11,
    goal_6: 12,
    goal_7: 13,
    goal_8: 14,
    goal_9: 15,
    goal_10: 16,
  });
});

test("a text with commas, quotes and line breaks is written as one cell of one line", () => {
  const odd = 'a,"b"\r\n\u0085#c\u0000é';
  const text = new EventEncoder().encode([{ ...BARE, zone: { site_hostname: odd } }]);
  expect(text.split("\n")).toHaveLength(2);
  expect(read(EVENTS_HEADER, text)[0]?.site_hostname).toBe('a,"b"   #c é');
});

test("events with the same visitor or time are written as separate lines", () => {
  const [ann, ben] = [{ country_iso: "DEU" }, { country_iso: "FRA" }];
  const events = [
    { ...BARE, visitor: ann },
    { ...BARE, visitor: ann, sub: 1 },
    { ...BARE, visitor: ben },
    { ...BARE, visitor: ben, time: TIME + 1000 },
    { ...BARE, visitor: ann, time: TIME + 1000 },
  ];
  const second = Math.floor(TIME / 1000);
  expect(write(events).map((row) => [row.time_s, row.country_iso, row.sub])).toEqual([
    [String(second), "DEU", undefined],
    [String(second), "DEU", "1"],
    [String(second), "FRA", undefined],
    [String(second + 1), "FRA", undefined],
    [String(second + 1), "DEU", undefined],
  ]);
});

test("a file of facts contains every column that any fact uses", () => {
  const time = new Date(TIME);
  const facts: Fact[] = [
    { time, zone_id: 101, clicks: 1 },
    { time, cost: 1n, goal_10: 2 },
  ];
  const { columns, text } = encodeFacts(facts);
  expect(columns).toEqual(["time_s", "zone_id", "clicks", "cost", "goal_10"]);
  const second = Math.floor(TIME / 1000);
  expect(text).toBe(`time_s,zone_id,clicks,cost,goal_10\n${second},101,1,,\n${second},,,0.000000001,2\n`);
  expect(encodeFacts([])).toEqual({ columns: ["time_s"], text: "time_s\n" });
});

test("a fact fits the columns if all of its values have one", () => {
  const time = new Date(TIME);
  const columns = new FactColumns();
  columns.add({ time, zone_id: 101, clicks: 1 });
  const facts: Fact[] = [{ time }, { time, clicks: 2 }, { time, zone_id: 101, cost: 1n }];
  expect(facts.map((fact) => columns.has(fact))).toEqual([true, true, false]);
});
