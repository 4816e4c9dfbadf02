/** Compares days and hours around clock changes with Intl.DateTimeFormat, before and after folding. */
import { afterAll, afterEach, expect, test } from "vitest";
import { noteDays } from "../../../src/service/duckdb/dailySums.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { Reports } from "../../../src/service/reports/reports.ts";
import { useFolder } from "../../support/folder.ts";
import { acceptRequest, CATALOGUE } from "../statisticsRoutes/support.ts";

const store = await openStore({ folder: useFolder() });
const reports = new Reports(store, { maxReports: 1, reportTimeout: 60_000 });
afterEach(() =>
  store.transaction(async ({ query }) => {
    await query(noteDays("facts"));
    await query("DELETE FROM facts");
  }),
);
afterAll(() => store.close());

const MINUTE = 60_000;
/** Time covered before and after the change. */
const AROUND = 5 * 60 * MINUTE;
/** Time between two facts; few fall into the same quarter hour. */
const APART = 7 * MINUTE + 7000;

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 24 * 60 * MINUTE).toISOString().slice(0, 10);
}

/** Reads date and hour of the local calendar. */
function readCalendar(timezone: string, time: number): { date: string; hour: number } {
  const options = { timeZone: timezone, dateStyle: "short", timeStyle: "short" } as const;
  const [date = "", clock = ""] = new Intl.DateTimeFormat("sv-SE", options).format(time).split(" ");
  return { date, hour: Number(clock.slice(0, 2)) };
}

/** Reads impressions by day and hour; a key looks like `2026-03-29 3`. */
async function ask(timezone: string, body: object): Promise<Record<string, number>> {
  const request = {
    group_by: ["date", "hour"],
    timezone,
    projection: { base: ["impressions"] },
    limit: 10_000,
    ...body,
  };
  const scope = { accounts: [1], deletedCampaigns: [] };
  const answer = new Response(
    await reports.open(acceptRequest(request, { dateTimezone: timezone }), scope, CATALOGUE, "json"),
  );
  const { result } = (await answer.json()) as {
    result: { group_by: { date: { date: string }; hour: { hour: number } }; impressions: number }[];
  };
  return Object.fromEntries(
    result.map(({ group_by: { date, hour }, impressions }) => [`${date.date} ${hour.hour}`, impressions]),
  );
}

test.each([
  ["Europe/Berlin", "2026-03-29", "2026-03-29T01:00Z", "the hour from 2 is skipped"],
  ["Europe/Berlin", "2026-10-25", "2026-10-25T01:00Z", "the hour from 2 comes twice"],
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00Z", "the hour from midnight is skipped"],
  ["America/Sao_Paulo", "2019-02-16", "2019-02-17T02:00Z", "the hour before midnight comes twice"],
  ["Asia/Kolkata", "2026-06-01", "2026-05-31T18:30Z", "offset with half an hour"],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00Z", "the day is skipped"],
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T15:00Z", "half an hour comes twice"],
  ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T15:30Z", "half an hour is skipped"],
  ["Pacific/Chatham", "2026-04-05", "2026-04-04T14:00Z", "offset with three quarters of an hour"],
])("in %s facts around %s are counted in the right day and hour (%s: %s)", async (timezone, day, change) => {
  const first = Date.parse(change) - AROUND;
  const times = Array.from({ length: Math.floor((2 * AROUND) / APART) }, (_, at) => first + at * APART);
  await store.transaction(({ append }) =>
    append(times.map((time) => ({ time: new Date(time), publisher_id: 1, impressions: 1 }))),
  );
  const count = (matches: (shown: { date: string; hour: number }) => boolean) => {
    const counts: Record<string, number> = {};
    for (const shown of times.map((time) => readCalendar(timezone, time)).filter(matches)) {
      const key = `${shown.date} ${shown.hour}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };
  const all = { date_from: addDays(day, -2), date_to: addDays(day, 2) };
  for (const fold of [false, true]) {
    if (fold) await store.fold();
    expect(await ask(timezone, { filter: all })).toEqual(count(() => true));
    expect(await ask(timezone, { filter: { date_from: day, date_to: day } })).toEqual(
      count(({ date }) => date === day),
    );
    expect(await ask(timezone, { filter: { ...all, hour: [0, 2, 23] } })).toEqual(
      count(({ hour }) => [0, 2, 23].includes(hour)),
    );
  }
  expect((await store.query("SELECT count(*) AS n FROM facts WHERE epoch(time) % 900 <> 0"))[0]?.n).toBe(0n);
});
