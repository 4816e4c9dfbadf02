/** When mails of subscriptions are due. */
import { expect, test } from "vitest";
import type { MailFrequency } from "../../../src/protocol/subscriptions.ts";
import {
  findDuePeriod,
  findNextDue,
  type Schedule,
  spreadStart,
} from "../../../src/service/reportMails/subscriptionTimes.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;

const schedule = (every: MailFrequency, timezone = "UTC", more: Partial<Schedule> = {}): Schedule => ({
  every,
  timezone,
  spread: 0,
  since: Date.parse("2000-01-01T00:00:00Z"),
  ...more,
});

const toIso = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Period and time of the mail that is due. */
function describeDue(of: Schedule, now: string): [period: string, due: string] | undefined {
  const found = findDuePeriod(of, Date.parse(now));
  return found && [found.period, toIso(found.due)];
}

/** Looks at a schedule every few minutes, as the service does. Lists each mail once, by the mark of the last one. */
function listSent(from: string, to: string, find: (now: number) => Schedule): [string, string][] {
  const sent: [string, string][] = [];
  let mark = "";
  for (let now = Date.parse(from); now < Date.parse(to); now += HOUR_MS / 2) {
    const due = findDuePeriod(find(now), now);
    if (!due || due.period <= mark) continue;
    mark = due.period;
    sent.push([due.period, toIso(now)]);
  }
  return sent;
}

test.each<[string, string, string, string, string]>([
  ["Berlin in winter", "Europe/Berlin", "2026-11-30T09:00Z", "2026-11-30", "2026-11-30T06:00"],
  [
    "Berlin after clocks went forward that night",
    "Europe/Berlin",
    "2026-03-29T09:00Z",
    "2026-03-29",
    "2026-03-29T05:00",
  ],
  [
    "Berlin after clocks went back that night",
    "Europe/Berlin",
    "2026-10-25T09:00Z",
    "2026-10-25",
    "2026-10-25T06:00",
  ],
  [
    "Los Angeles, a day behind UTC",
    "America/Los_Angeles",
    "2026-11-30T14:59Z",
    "2026-11-29",
    "2026-11-29T15:00",
  ],
  ["Kiritimati, 14 hours ahead", "Pacific/Kiritimati", "2026-11-29T17:00Z", "2026-11-30", "2026-11-29T17:00"],
  ["Niue, 11 hours behind", "Pacific/Niue", "2026-11-30T18:00Z", "2026-11-30", "2026-11-30T18:00"],
  ["Kathmandu, with 45 minutes", "Asia/Kathmandu", "2026-11-30T01:15Z", "2026-11-30", "2026-11-30T01:15"],
  [
    "Lord Howe, with half an hour of summer time",
    "Australia/Lord_Howe",
    "2026-10-04T00:00Z",
    "2026-10-04",
    "2026-10-03T20:00",
  ],
])("a daily mail is due at seven in %s", (_, timezone, now, period, due) => {
  expect(describeDue(schedule("day", timezone), now)).toEqual([period, due]);
});

test.each<[MailFrequency, string, string, string]>([
  ["week", "a Sunday", "2026-11-29T12:00Z", "2026-11-23"],
  ["week", "a Monday before seven", "2026-11-30T06:59Z", "2026-11-23"],
  ["week", "a Monday at seven", "2026-11-30T07:00Z", "2026-11-30"],
  ["week", "a year that begins on a Friday", "2027-01-03T12:00Z", "2026-12-28"],
  ["month", "the last day of a month", "2026-03-07T06:59Z", "2026-03-01"],
  ["month", "the first day", "2026-02-01T07:00Z", "2026-02-01"],
  ["month", "the first day of a year", "2027-01-01T07:00Z", "2027-01-01"],
])("the mail of each %s on %s is that of the last such day", (every, _, now, period) => {
  expect(describeDue(schedule(every), now)?.[0]).toBe(period);
});

test.each<[MailFrequency, string, string]>([
  ["day", "2026-12-31T07:00Z", "2027-01-01T07:00"],
  ["day", "2026-12-31T06:59Z", "2026-12-31T07:00"],
  ["week", "2026-12-28T07:00Z", "2027-01-04T07:00"],
  ["month", "2026-12-01T07:00Z", "2027-01-01T07:00"],
  ["month", "2027-01-31T12:00Z", "2027-02-01T07:00"],
  ["month", "2028-02-29T12:00Z", "2028-03-01T07:00"],
])("the next mail of each %s after %s is due at %s", (every, now, next) => {
  expect(toIso(findNextDue(schedule(every), Date.parse(now)))).toBe(next);
});

test("the next mail is the one that becomes due, whenever one looks", () => {
  for (const every of ["day", "week", "month"] as const)
    for (const timezone of ["Europe/Berlin", "America/St_Johns", "Pacific/Auckland"])
      for (
        let now = Date.parse("2026-10-20T00:30Z");
        now < Date.parse("2026-11-05T00:00Z");
        now += 5 * HOUR_MS
      ) {
        const of = schedule(every, timezone, { spread: 1_234_567 });
        const next = findNextDue(of, now);
        expect(findDuePeriod(of, next)?.due).toBe(next);
        expect(findDuePeriod(of, next - 1)?.due).not.toBe(next);
      }
});

test("a subscription has its first mail at the first time after its start", () => {
  const since = Date.parse("2026-11-30T07:10:00Z");
  const of = schedule("week", "UTC", { since });
  expect(findDuePeriod(of, since + DAY_MS)).toBeUndefined();
  expect(toIso(findNextDue(of, since))).toBe("2026-12-07T07:00");
  // The spread is over after the start.
  expect(toIso(findNextDue({ ...of, spread: 20 * 60_000 }, since))).toBe("2026-11-30T07:20");
});

test("starts are spread over half an hour, and that of a subscription stays", () => {
  const spreads = Array.from({ length: 300 }, (_, user) => spreadStart(user, "a"));
  expect(spreads.every((spread) => spread >= 0 && spread < 30 * 60_000)).toBe(true);
  for (const part of [0, 1, 2])
    expect(spreads.filter((spread) => Math.floor(spread / 600_000) === part).length).toBeGreaterThan(60);
  expect(spreadStart(7, "a")).toBe(spreadStart(7, "a"));
  expect(new Set([spreadStart(7, "a"), spreadStart(7, "b"), spreadStart(8, "a")]).size).toBe(3);
});

test("after a standstill of a week only the last mail of each is due", () => {
  const now = Date.parse("2026-12-04T12:00Z");
  for (const [every, period] of [
    ["day", "2026-12-04"],
    ["week", "2026-11-30"],
    ["month", "2026-12-01"],
  ] as const)
    expect(findDuePeriod(schedule(every), now)?.period).toBe(period);
});

test("a mail is given up when the next one is due, and after a week", () => {
  const find = (every: MailFrequency) => findDuePeriod(schedule(every), Date.parse("2026-12-01T07:00Z"));
  const due = Date.parse("2026-12-01T07:00Z");
  expect(find("day")?.until).toBe(due + DAY_MS);
  expect(find("week")?.until).toBe(due - DAY_MS + WEEK_MS);
  expect(find("month")?.until).toBe(due + WEEK_MS);
  expect(findDuePeriod(schedule("month"), due + WEEK_MS)).toBeUndefined();
});

test.each([
  ["east", "America/Los_Angeles", "Pacific/Auckland"],
  ["west", "Pacific/Auckland", "America/Los_Angeles"],
  ["a little east", "Europe/London", "Europe/Berlin"],
  ["a little west", "Europe/Berlin", "Europe/London"],
])("a time zone that moves %s at any hour neither repeats nor skips a day", (_, before, after) => {
  for (let hour = 0; hour < 24; hour += 3) {
    const change = Date.parse("2026-11-18T00:00Z") + hour * HOUR_MS;
    const sent = listSent("2026-11-16T12:00Z", "2026-11-21T00:00Z", (now) =>
      schedule("day", now < change ? before : after),
    );
    const days = sent.map(([period]) => period);
    expect(days).toEqual([...new Set(days)]);
    const all = Array.from({ length: days.length }, (_, at) =>
      new Date(Date.parse(days[0] ?? "") + at * DAY_MS).toISOString().slice(0, 10),
    );
    expect(days).toEqual(all);
  }
});

test("a time zone that changes around seven on a Monday sends that week's mail once", () => {
  for (let hour = -30; hour < 30; hour += 4) {
    const change = Date.parse("2026-11-30T07:00Z") + hour * HOUR_MS;
    for (const [before = "", after = ""] of [
      ["America/Los_Angeles", "Pacific/Auckland"],
      ["Pacific/Auckland", "America/Los_Angeles"],
    ]) {
      const sent = listSent("2026-11-25T00:00Z", "2026-12-06T00:00Z", (now) =>
        schedule("week", now < change ? before : after),
      );
      expect(sent.map(([period]) => period)).toEqual(["2026-11-23", "2026-11-30"]);
    }
  }
});

test("a day that a country skipped delays no other mail", () => {
  // Samoa had no 30 December 2011.
  const sent = listSent("2011-12-29T18:00Z", "2012-01-02T00:00Z", () => schedule("day", "Pacific/Apia"));
  expect(sent.map(([period]) => period)).toEqual(
    expect.arrayContaining(["2011-12-29", "2011-12-31", "2012-01-01", "2012-01-02"]),
  );
});
