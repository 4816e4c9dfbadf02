// @long Takes more than five seconds of processor time.
import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_NETWORK } from "../../src/service/http/health.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { testService } from "./support/service.ts";

const CATALOGUE = aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] });

const HOUR_MS = 3_600_000;

test("/healthz answers 503 while events cannot be stored, and 200 again without a restart", async () => {
  // The cap allows one more impression, which a failed one must not use up.
  const campaigns = [aCampaign({ id: 1, caps: { total: 2 } })];
  await using service = await testService(aCatalogueObject({ campaigns }));
  const { impression } = await service.banner();
  await service.counted();
  const journal = join(service.settings.data, "journal");
  await rename(journal, `${journal}-away`);
  await writeFile(journal, "");
  const lost = await fetch(impression);
  expect([lost.status, lost.headers.get("x-event")]).toEqual([503, "lost"]);
  expect((await service.place({ user: {}, zones: [{ id: 1 }] })).status).toBe(503);
  const health = await fetch(`${service.origin}/healthz`);
  expect(health.status).toBe(503);
  // The public message does not reveal details of the machine.
  const problem = "Events cannot be stored; see the log.";
  expect(await health.json()).toEqual({
    ready: false,
    problem,
    waiting: expect.any(Number),
    warning: NO_NETWORK,
  });

  await rm(journal);
  await mkdir(journal);
  await expect
    .poll(async () => (await fetch(`${service.origin}/healthz`)).status, { timeout: 20_000 })
    .toBe(200);
  expect((await fetch(impression)).headers.get("x-event")).toBe("counted");
  expect((await service.banner()).image).toContain("/1.png");
  expect(await service.counted()).toMatchObject({ ad_requests: "2", impressions: "1" });
});

/** Files of a data folder whose damage prevents a start. */
const FILES = [
  ...["ids.json", "shares.json", "views.json", "sign-ins.json", "secret", "identity", "format.json"],
  ...["catalogue/snapshot-000000000000.json", "people/snapshot-000000000000.json", "events.duckdb"],
];

test("a damaged file in the data folder prevents a start with a message that names it and the remedy", async () => {
  await using service = await testService(CATALOGUE);
  const { data } = service.settings;
  await service.stop();
  for (const name of FILES) {
    const file = join(data, name);
    const kept = `${file}-kept`;
    const existed = existsSync(file);
    if (existed) await rename(file, kept);
    const advice = new RegExp(`${file}\\b.* (Restore|Remove) `);
    await mkdir(file);
    await expect(service.restart(), `a folder ${name}`).rejects.toThrow(advice);
    await rmdir(file);
    await writeFile(file, "[{");
    await expect(service.restart(), `a damaged ${name}`).rejects.toThrow(advice);
    await rm(file);
    if (existed) await rename(kept, file);
  }
  await service.restart();
  expect((await service.banner()).image).toContain("/1.png");
});

test("a cap still counts impressions of months that were summed up at the start", async () => {
  const campaigns = [aCampaign({ id: 1, caps: { total: 2 } })];
  await using service = await testService(aCatalogueObject({ campaigns }), { keepMonths: 1 });
  await fetch((await service.banner()).impression);
  service.clock.time += 70 * 86_400_000;
  await service.restart();
  await expect.poll(() => service.rows("SELECT time FROM facts")).toEqual([{ time: new Date(0) }]);
  await service.restart();
  await fetch((await service.banner()).impression);
  expect(await service.counted()).toMatchObject({ impressions: "2" });
  await expect(service.banner()).rejects.toThrow("empty");
});

test("setting the clock does not change the window of the rate limit", async () => {
  const campaigns = [aCampaign({ id: 1 })];
  await using service = await testService(aCatalogueObject({ campaigns }), { limitIp: 2 });
  const place = () => service.place({ user: {}, zones: [{ id: 1 }] });
  expect([(await place()).status, (await place()).status]).toEqual([200, 200]);
  service.clock.jump(-HOUR_MS);
  const refused = await place();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  service.clock.jump(24 * HOUR_MS);
  expect((await place()).status).toBe(429);
  service.clock.time += 60_000;
  expect((await place()).status).toBe(200);
});

test.each([-HOUR_MS, HOUR_MS])(
  "a reservation lapses after its lifetime even if the clock is set by %d ms meanwhile",
  async (by) => {
    const campaigns = [aCampaign({ id: 1, caps: { total: 1 } })];
    await using service = await testService(aCatalogueObject({ campaigns }));
    await service.banner();
    service.clock.jump(by);
    await expect(service.banner()).rejects.toThrow("empty");
    // The lifetime of two minutes, plus ten seconds because reservations lapse in groups.
    service.clock.time += 130_000;
    await service.banner();
  },
);

test("the first kept month starts at midnight in the accounts' time zone", async () => {
  const catalogue = aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }) as { accounts: object[] };
  const accounts = catalogue.accounts.map((account) => ({ ...account, timezone: "Asia/Kathmandu" }));
  await using service = await testService({ ...catalogue, accounts }, { keepMonths: 1 });
  // Midnight in Kathmandu is 18:15 UTC.
  service.clock.time = Date.parse("2026-11-30T18:14:00Z");
  await fetch((await service.banner(1)).impression);
  service.clock.time = Date.parse("2026-11-30T18:15:00Z");
  await fetch((await service.banner(2)).impression);
  service.clock.time = Date.parse("2027-01-15T12:00:00Z");
  await service.restart();
  const list = () => service.rows("SELECT time FROM facts WHERE impressions = 1 ORDER BY time");
  await expect.poll(list).toEqual([{ time: new Date(0) }, { time: new Date("2026-11-30T18:15:00Z") }]);
});

test.each([
  ["cap", { caps: { total: 20 } }],
  ["CPM budget", { pricing: { model: "cpm", price: "1.00" }, budget: { total: "0.02" } }],
])("after a restart, a %s still counts shown and pending impressions", async (_name, limits) => {
  const campaigns = [aCampaign({ id: 1, ...limits })];
  await using service = await testService(aCatalogueObject({ campaigns }), { trackingLife: 60_000 });
  const placeTen = async () => {
    const zones = Array.from({ length: 10 }, () => service.banner());
    return (await Promise.all(zones)).map(({ impression }) => impression);
  };
  const show = async (impressions: string[]) => {
    for (const impression of impressions)
      expect((await fetch(impression)).headers.get("x-event")).toBe("counted");
  };
  const first = await placeTen();
  service.clock.time += 50_000;
  await show(first);
  const second = await placeTen();
  service.clock.time += 11_000;
  await service.restart();
  await expect(service.banner()).rejects.toThrow("empty");
  await show(second.map((address) => address.replace(/^http:\/\/[^/]+/, service.origin)));
  expect(await service.counted()).toMatchObject({ impressions: "20" });
  await expect(service.banner()).rejects.toThrow("empty");
});

test("the database uses the configured memory and threads", async () => {
  await using service = await testService(CATALOGUE, { storeMemory: "300MB", storeThreads: 3 });
  // DuckDB shows MiB. The limit excludes the quarter that is reserved for light reports.
  const limits =
    "SELECT current_setting('memory_limit') AS memory, current_setting('threads')::INTEGER AS threads";
  expect(await service.rows(limits)).toEqual([{ memory: "214.5 MiB", threads: 3 }]);
});

test("/metrics counts requests, zones, events and refusals", async () => {
  await using service = await testService(CATALOGUE);
  const { impression } = await service.banner();
  await fetch(impression);
  await fetch(impression);
  await service.place("{");
  await service.place({ user: {}, zones: [{ id: 404 }] });
  const text = await service.metrics();
  for (const line of [
    'zonetag_requests_total{route="placement",status="200"} 2',
    'zonetag_requests_total{route="placement",status="400"} 1',
    'zonetag_zones_total{result="filled"} 1',
    'zonetag_zones_total{result="unknown"} 1',
    'zonetag_events_total{kind="impression",result="counted"} 1',
    'zonetag_events_total{kind="impression",result="repeated"} 1',
    'zonetag_refused_total{reason="invalid"} 1',
    "zonetag_store_ready 1",
    "# HELP zonetag_journal_write_seconds_total Seconds spent on writes to the journal",
    'zonetag_set_aside_total{what="damaged"} 0',
    "zonetag_log_dropped_total 0",
    'zonetag_request_seconds_count{route="placement"} 3',
  ]) {
    expect(text).toContain(line);
  }
  for (const name of ["journal_writes_total", "store_bytes"])
    expect(Number(new RegExp(`^zonetag_${name} (.+)`, "m").exec(text)?.[1])).toBeGreaterThan(0);
});

test("creatives are served only from the folder given by --creatives", async () => {
  await using plain = await testService(CATALOGUE);
  expect((await fetch(`${plain.origin}/creatives/1.svg`)).status).toBe(404);
  await writeFile(join(plain.settings.data, "1.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await using service = await testService(CATALOGUE, { creatives: plain.settings.data });
  const image = await fetch(`${service.origin}/creatives/1.svg`);
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toContain("image/svg+xml");
  expect(image.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await fetch(`${service.origin}/creatives/..%2fcatalogue.json`)).status).toBe(404);
});

test("stopped services do not leave exit listeners on the process", async () => {
  await using service = await testService(CATALOGUE);
  const before = process.listenerCount("exit");
  await service.restart();
  await service.restart();
  expect(process.listenerCount("exit")).toBe(before);
});
