import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  findMoment,
  isTimezone,
  localDay,
  offsetsBetween,
  TIMEZONES,
} from "../../../src/service/values/timezones.ts";

const DAY = 86_400_000;

/** Reads the minutes ahead of UTC from the platform's text, such as "GMT+05:45". */
function aheadAt(timezone: string, time: number): number {
  const format = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" });
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

test("offsets contain clock changes to the minute", () => {
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
  expect(offsetsBetween("America/New_York", from, to)).toEqual([
    { until: Date.UTC(2026, 2, 8, 7), minutes: -300 },
    { until: Date.UTC(2026, 10, 1, 6), minutes: -240 },
    { until: to, minutes: -300 },
  ]);
  expect(offsetsBetween("Asia/Kathmandu", from, to)).toEqual([{ until: to, minutes: 345 }]);
  expect(offsetsBetween("Australia/Lord_Howe", from, to).map(({ minutes }) => minutes)).toEqual([
    660, 630, 660,
  ]);
  expect(offsetsBetween("UTC", from, from)).toEqual([{ until: from, minutes: 0 }]);
});

test("offsets over several years are split only at clock changes", () => {
  const to = Date.UTC(2027, 4, 1);
  expect(offsetsBetween("Europe/Lisbon", Date.UTC(2025, 1, 1), to)).toEqual([
    { until: Date.UTC(2025, 2, 30, 1), minutes: 0 },
    { until: Date.UTC(2025, 9, 26, 1), minutes: 60 },
    { until: Date.UTC(2026, 2, 29, 1), minutes: 0 },
    { until: Date.UTC(2026, 9, 25, 1), minutes: 60 },
    { until: Date.UTC(2027, 2, 28, 1), minutes: 0 },
    { until: to, minutes: 60 },
  ]);
});

test("a clock change within the last seconds of a range is found", () => {
  const change = Date.UTC(2026, 2, 8, 7);
  expect(offsetsBetween("America/New_York", change - 7 * DAY, change)).toEqual([
    { until: change, minutes: -300 },
  ]);
  for (const seconds of [1, 30, 59, 60, 61, 90]) {
    const to = change + seconds * 1000;
    expect(offsetsBetween("America/New_York", to - 7 * DAY, to)).toEqual([
      { until: change, minutes: -300 },
      { until: to, minutes: -240 },
    ]);
  }
});

test("offsets of a time zone are computed once for its name in any letter case", () => {
  const formats: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
  const format = vi.spyOn(formats, "format", "get");
  const ask = (timezone: string) => offsetsBetween(timezone, Date.UTC(2000), Date.UTC(2100)).length;
  expect(ask("Europe/Lisbon")).toBe(201);
  const calls = format.mock.calls.length;
  // One call per week, and a binary search for each change.
  expect(calls).toBeGreaterThan(1000);
  expect(calls).toBeLessThan(10_000);
  const create = vi.spyOn(Intl, "DateTimeFormat");
  for (const name of ["Europe/Lisbon", "EUROPE/LISBON", "europe/lisbon"]) expect(ask(name)).toBe(201);
  expect([format.mock.calls.length, create.mock.calls.length]).toEqual([calls, 0]);
  vi.restoreAllMocks();
});

test("offsets equal the platform's at random times in all time zones", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TIMEZONES),
      fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }),
      fc.integer({ min: 1, max: 800 }),
      // `fc.double` prefers values close to zero, since every power of two is equally likely.
      fc.nat({ max: 999 }),
      (timezone, from, days, thousandths) => {
        const offsets = offsetsBetween(timezone, from, from + days * DAY);
        const moment = Math.floor(from + (thousandths / 1000) * days * DAY);
        expect(offsets.find(({ until }) => moment < until)?.minutes).toBe(aheadAt(timezone, moment));
      },
    ),
    { numRuns: 300 },
  );
});

test("TIMEZONES is sorted, contains UTC and only valid names", () => {
  expect(TIMEZONES).toContain("UTC");
  expect([...TIMEZONES].sort()).toEqual(TIMEZONES);
  for (const name of TIMEZONES) expect([name, isTimezone(name)]).toEqual([name, true]);
});

test("older names of time zones are valid, offsets and unknown names are not", () => {
  for (const name of ["US/Eastern", "Asia/Calcutta", "Etc/GMT+5"])
    expect([name, isTimezone(name)]).toEqual([name, true]);
  for (const name of ["", "+05:00", "Berlin", "America/Nowhere", "../UTC", "local"])
    expect([name, isTimezone(name)]).toEqual([name, false]);
});

test.each([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
])("the former name %s of the time zone %s is valid and has the same offsets", (earlier, name) => {
  const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2027, 0, 1)];
  expect(TIMEZONES).toContain(name);
  expect(isTimezone(earlier)).toBe(true);
  expect(offsetsBetween(name, from, to)).toEqual(offsetsBetween(earlier, from, to));
});

test.each([
  ["America/New_York", "2026-11-22T04:59:59Z", "2026-11-21"],
  ["America/New_York", "2026-11-22T05:00:00Z", "2026-11-22"],
  ["Asia/Kathmandu", "2026-12-31T18:15:00Z", "2027-01-01"],
  ["UTC", "2024-02-29T23:59:59Z", "2024-02-29"],
])("in %s, the local day at %s is %s", (timezone, time, day) => {
  expect(localDay(Date.parse(time), timezone)).toBe(day);
});

test.each([
  // Midnight is skipped in spring: the day begins at 1:00.
  ["America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00"],
  ["America/Santiago", "2026-09-06T01:00", "2026-09-06T04:00"],
  ["America/Santiago", "2026-09-07T00:00", "2026-09-07T03:00"],
  // In autumn, the hour before midnight comes twice.
  ["America/Santiago", "2026-04-04T23:00", "2026-04-05T02:00"],
  ["America/Santiago", "2026-04-05T00:00", "2026-04-05T04:00"],
  ["America/Havana", "2026-03-08T00:00", "2026-03-08T05:00"],
  // The hour after midnight comes twice.
  ["America/Havana", "2026-11-01T00:00", "2026-11-01T04:00"],
  ["America/Havana", "2026-11-01T01:00", "2026-11-01T06:00"],
  ["America/Asuncion", "2023-10-01T00:00", "2023-10-01T04:00"],
  ["Africa/Cairo", "2026-04-24T00:00", "2026-04-23T22:00"],
  ["Africa/Cairo", "2026-10-30T00:00", "2026-10-29T22:00"],
  ["Asia/Beirut", "2026-03-29T00:00", "2026-03-28T22:00"],
  ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00"],
  ["Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00"],
  ["Australia/Lord_Howe", "2026-10-04T02:00", "2026-10-03T15:30"],
  // A day that the zone skipped when it crossed the date line.
  ["Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00"],
  ["Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00"],
  ["Pacific/Kiritimati", "0001-01-01T00:00", "0001-01-01T10:29"],
  ["America/Anchorage", "9999-12-31T00:00", "9999-12-31T09:00"],
])("in %s, %s begins at %s UTC", (timezone, local, moment) => {
  expect(new Date(findMoment(Date.parse(`${local}Z`), timezone))).toEqual(new Date(`${moment}Z`));
});

test("in all time zones, the first moment of a day has this date, and the one before has not", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TIMEZONES),
      fc.integer({ min: Date.UTC(2012, 0, 1) / DAY, max: Date.UTC(2040, 0, 1) / DAY }),
      (timezone, number) => {
        const day = new Date(number * DAY).toISOString().slice(0, 10);
        const moment = findMoment(number * DAY, timezone);
        expect([localDay(moment, timezone), localDay(moment - 1, timezone) < day]).toEqual([day, true]);
      },
    ),
    { numRuns: 1000 },
  );
});
