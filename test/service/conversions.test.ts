/** Conversions over HTTP: what counts, what is refused, and that each goal of a click counts once. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LocalStore } from "../../src/service/duckdb/duckdbStore.ts";
import { restoreBackup } from "../../src/service/duckdb/folderBackup.ts";
import { type ClickId, createClickIds } from "../../src/service/signing/clickIds.ts";
import { hashPassword } from "../../src/service/signing/passwords.ts";
import { createSecret, writeSecret } from "../../src/service/signing/secret.ts";
import { makeFolder } from "../support/folder.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject, addTokens, aVariation, NETWORK } from "./support/catalogue.ts";
import { aClick } from "./support/click.ts";
import { canMount, mountDisk } from "./support/disk.ts";
import { NOON, type TestService, testService } from "./support/service.ts";

const DAY_MS = 24 * 3600_000;
const WINDOW_MS = 30 * DAY_MS;
const GOALS = {
  goals: 3,
  goalSources: [
    { goal: 1, source: "report", from: "2026-11-01" },
    { goal: 2, source: "report", from: "2026-11-20" },
  ],
};

function createCatalogue(goals: object = GOALS, campaigns = [aCampaign({ id: 1, account: 3 })]): object {
  const [network, publisher, advertiser] = NETWORK;
  return {
    ...aCatalogueObject({ campaigns, site: { account: 2 } }),
    sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example", category: 1 }],
    accounts: addTokens([network, publisher, { ...advertiser, ...goals }] as typeof NETWORK),
  };
}

const secret = createSecret();
const clickIds = createClickIds(secret);

/** Signs the id of a click, by default of a day before noon. */
function signClick(more: Partial<ClickId> = {}): string {
  return clickIds.sign(aClick({ clickedAt: NOON - DAY_MS, ...more }));
}

async function start(catalogue = createCatalogue(), data = join(makeFolder(), "data")): Promise<TestService> {
  await writeSecret(data, secret);
  return testService(catalogue, { data });
}

interface Answer {
  status: number;
  event: string | null;
  headers: Headers;
  body: { outcome?: string; message?: string; codes?: { code: string }[] } | undefined;
}

async function report(
  service: TestService,
  clickId: string,
  goal: string | number = 1,
  init: RequestInit = {},
): Promise<Answer> {
  const query = new URLSearchParams({ click_id: clickId, goal: String(goal) });
  const response = await fetch(`${service.origin}/v1/conversion?${query}`, init);
  const text = await response.text();
  const { status, headers } = response;
  return { status, event: headers.get("x-event"), headers, body: text === "" ? undefined : JSON.parse(text) };
}

const sums = async (service: TestService) =>
  (
    await service.rows(
      "SELECT sum(goal_1)::INTEGER AS g1, sum(goal_2)::INTEGER AS g2, sum(goal_3)::INTEGER AS g3 FROM facts",
    )
  )[0];

test("a conversion has the dimensions of its click and its own time", async () => {
  await using service = await start();
  const { visitor } = aClick({ clickedAt: NOON });
  const click = signClick({ sub: 42, visitor: { ...visitor, country: "DEU", browser: 1, deviceType: 1 } });
  const { status, event, body } = await report(service, click, 2);
  expect([status, event, body]).toEqual([204, "counted", undefined]);
  expect(
    await service.rows(`SELECT time, campaign_id, variation_id, advertiser_id, publisher_id, site_id,
      zone_id::INTEGER AS zone_id, sub::INTEGER AS sub, size, country_iso, browser_id, device_type_id,
      goal_2::INTEGER AS goal_2, clicks::INTEGER AS clicks, cost FROM facts`),
  ).toEqual([
    {
      time: new Date(NOON),
      campaign_id: 1,
      variation_id: 1,
      advertiser_id: 3,
      publisher_id: 2,
      site_id: 1,
      zone_id: 1,
      sub: 42,
      size: "300x250",
      country_iso: "DEU",
      browser_id: 1,
      device_type_id: 1,
      goal_2: 1,
      clicks: 0,
      cost: "0.000000000",
    },
  ]);
  expect(await service.rows("SELECT kind, decided, campaign_id FROM deduplication_keys")).toEqual([
    { kind: 8, decided: new Date(NOON), campaign_id: 1 },
  ]);
});

test("reports show conversions on their day, with the cost per conversion", async () => {
  await using service = await start();
  const { impression } = await service.banner();
  await fetch(impression);
  for (const number of [7, 8]) await report(service, signClick({ number }));
  const path = "/v2/statistics/a/date?date-from=2026-11-18&date-to=2026-11-20&projection=goals";
  const goals = { g1: 2, g2: 0, g3: 0, total: 2, ecpa1: 0.001 };
  const { json } = await service.send("token-3", "GET", path);
  expect(json.result).toEqual([expect.objectContaining({ goals: expect.objectContaining(goals) })]);
  expect((await service.send("token-3", "GET", "/v2/account")).json).toMatchObject({ goals: 3 });
});

test("the click id that a landing page received converts, for any click that redirects with one", async () => {
  const url = "https://shop.example/?click={click_id}";
  const campaign = aCampaign({ id: 1, account: 3, variations: [{ ...aVariation(1), url }] });
  await using service = await start(createCatalogue(GOALS, [campaign]));
  const banner = await service.banner();
  const click = async () => new URL((await openLink(banner.url)).headers.get("location") ?? "");
  const [first, again] = [await click(), await click()].map((page) => page.searchParams.get("click") ?? "");
  expect([(await report(service, first ?? "")).event, (await report(service, again ?? "", 1)).event]).toEqual(
    ["counted", "repeated"],
  );
  // Characters that a shop's form or an editor appended.
  expect((await report(service, `${again}).`, 2)).event).toBe("counted");
  const [row] = await service.rows(
    "SELECT sum(clicks)::INTEGER AS clicks, sum(goal_1)::INTEGER AS g1 FROM facts",
  );
  expect(row).toMatchObject({ clicks: 1, g1: 1 });
});

test.each<[string, Partial<ClickId> | string, string | number, number, string, string]>([
  ["a forged id", `${signClick().slice(0, -1)}~`, 1, 403, "forged", "click-forged"],
  ["an id of another service", otherClick(), 1, 403, "forged", "click-forged"],
  ["no id", "", 9, 403, "forged", "click-forged"],
  ["an impression's token", "0.5.1.7.1.DEU.......1.1.1..", 1, 403, "forged", "click-forged"],
  ["a click 30 days ago", { clickedAt: NOON - WINDOW_MS }, 9, 410, "expired", "conversion-late"],
  ["an unknown campaign", { campaign: 9 }, 9, 410, "expired", "campaign-gone"],
  ["goal 4 of 3", {}, 4, 400, "refused", "goal-unknown"],
  ["goal 0", {}, 0, 400, "refused", "goal-unknown"],
  ["goal 01", {}, "01", 400, "refused", "goal-unknown"],
  ["goal 1.0", {}, "1.0", 400, "refused", "goal-unknown"],
  ["goal 1e0", {}, "1e0", 400, "refused", "goal-unknown"],
  ["no goal", {}, "", 400, "refused", "goal-unknown"],
  ["an imported goal", {}, 3, 400, "refused", "goal-imported"],
])(
  "%s is refused with its status and reason, and nothing is stored",
  async (_what, click, goal, ...expected) => {
    await using service = await start();
    const id = typeof click === "string" ? click : signClick(click);
    const { status, event, body } = await report(service, id, goal);
    expect([status, event, body?.codes?.[0]?.code]).toEqual(expected);
    expect(body?.message).toMatch(/\.$/);
    const pixel = await fetch(
      `${service.origin}/v1/conversion.gif?${new URLSearchParams({ click_id: id, goal: String(goal) })}`,
    );
    expect([pixel.status, pixel.headers.get("x-event"), (await pixel.arrayBuffer()).byteLength]).toEqual([
      status,
      event,
      42,
    ]);
    expect(await service.rows("SELECT * FROM facts")).toEqual([]);
  },
);

function otherClick(): string {
  const [other, own] = [createClickIds(createSecret()), clickIds.read(signClick())];
  return own ? other.sign(own) : "";
}

test("a click converts up to the last millisecond of its 30 days", async () => {
  await using service = await start();
  expect((await report(service, signClick({ clickedAt: NOON - WINDOW_MS + 1 }))).status).toBe(204);
});

test("a goal is imported before the first day of its reports, and counts from it on", async () => {
  await using service = await start();
  service.clock.time = Date.parse("2026-11-19T23:59:59.999Z");
  const { status, body } = await report(service, signClick(), 2);
  expect([status, body?.message]).toEqual([400, "Goal 2 is filled by imports until 2026-11-20."]);
  service.clock.time += 1;
  expect((await report(service, signClick(), 2)).status).toBe(204);
});

test("goals of accounts without sources are imported", async () => {
  await using service = await start(createCatalogue({ goals: 1 }));
  expect((await report(service, signClick())).body?.codes?.[0]?.code).toBe("goal-imported");
});

test("each goal of a click counts once, in any order, by any address, and across restarts", async () => {
  await using service = await start();
  const outcome = async (goal: number, id = signClick()) => (await report(service, id, goal)).event;
  expect(await outcome(2)).toBe("counted");
  expect(await outcome(1)).toBe("counted");
  const again = await report(service, signClick());
  expect([again.status, again.body]).toEqual([200, { outcome: "repeated" }]);
  // The same click again, an hour later.
  expect(await outcome(1, signClick({ clickedAt: NOON - DAY_MS + 3600_000 }))).toBe("repeated");
  expect(await outcome(1, signClick({ number: 8 }))).toBe("counted");
  expect(await outcome(1, signClick({ epoch: 2 }))).toBe("counted");
  await service.restart();
  for (const id of [signClick(), signClick({ number: 8 }), signClick({ epoch: 2 })])
    expect(await outcome(1, id)).toBe("repeated");
  expect(await outcome(2)).toBe("repeated");
  expect(await sums(service)).toEqual({ g1: 3, g2: 1, g3: 0 });
});

test("of 40 reports at the same time, by both addresses and methods, one counts", async () => {
  await using service = await start();
  const query = new URLSearchParams({ click_id: signClick(), goal: "1" });
  const events = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const path = at % 4 < 2 ? "/v1/conversion" : "/v1/conversion.gif";
      const method = at % 4 === 1 ? "POST" : "GET";
      return (await fetch(`${service.origin}${path}?${query}`, { method })).headers.get("x-event");
    }),
  );
  expect(events.filter((event) => event === "counted")).toHaveLength(1);
  expect(events.filter((event) => event === "repeated")).toHaveLength(39);
  expect(await sums(service)).toEqual({ g1: 1, g2: 0, g3: 0 });
  expect(await service.metrics()).toContain('zonetag_events_total{kind="conversion",result="repeated"} 39');
});

test("a repetition is known for as long as the click can convert, and its key is deleted afterwards", async () => {
  await using service = await start();
  const { clock } = service;
  const early = signClick({ clickedAt: NOON });
  await report(service, early);
  for (const days of [1, 2, 29]) {
    clock.time = NOON + days * DAY_MS;
    await report(service, signClick({ number: 100 + days, clickedAt: clock.time }));
    expect((await report(service, early)).event).toBe("repeated");
    await service.restart();
    expect((await report(service, early)).event).toBe("repeated");
  }
  clock.time = NOON + WINDOW_MS;
  expect((await report(service, early)).status).toBe(410);
  clock.time = NOON + 35 * DAY_MS;
  await report(service, signClick({ number: 200, clickedAt: clock.time }));
  await service.restart();
  const numbers = await service.rows("SELECT number::INTEGER AS number FROM deduplication_keys ORDER BY ALL");
  expect(numbers).toEqual([{ number: 129 }, { number: 200 }]);
});

test.each([-40, 40])(
  "a clock that jumps by %d days and back lets no conversion count twice",
  async (days) => {
    await using service = await start(
      createCatalogue({ goals: 1, goalSources: [{ goal: 1, source: "report", from: "2026-01-01" }] }),
    );
    const before = signClick({ clickedAt: NOON });
    expect((await report(service, before)).status).toBe(204);
    service.clock.jump(days * DAY_MS);
    const between = signClick({ number: 8, clickedAt: service.clock.time });
    expect((await report(service, between)).status).toBe(204);
    expect((await report(service, before)).status).toBe(days < 0 ? 200 : 410);
    await service.restart();
    service.clock.jump(-days * DAY_MS);
    for (let again = 0; again < 2; again++) {
      expect((await report(service, before)).event).toBe("repeated");
      expect((await report(service, between)).event).toBe(days < 0 ? "expired" : "repeated");
      await service.restart();
    }
    expect(await sums(service)).toEqual({ g1: 2, g2: 0, g3: 0 });
  },
);

test("a click dated by a clock that was ahead converts once until its 30 days are over", async () => {
  await using service = await start(
    createCatalogue({ goals: 1, goalSources: [{ goal: 1, source: "report", from: "2026-01-01" }] }),
  );
  const click = signClick({ clickedAt: NOON });
  service.clock.jump(-5 * DAY_MS);
  expect((await report(service, click)).event).toBe("counted");
  // Loads the journal.
  await sums(service);
  for (const days of [31, 34]) {
    service.clock.time = NOON + (days - 5) * DAY_MS;
    // Deletes old keys.
    await report(service, signClick({ number: days, clickedAt: service.clock.time }));
    await service.restart();
    expect((await report(service, click)).event).toBe("repeated");
  }
  service.clock.time = NOON + WINDOW_MS;
  expect((await report(service, click)).event).toBe("expired");
});

test.each<[string, RequestInit]>([
  ["HEAD", { method: "HEAD" }],
  ["prefetches", { headers: { "Sec-Purpose": "prefetch" } }],
  ["prerenders", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
  ["old prefetches", { headers: { Purpose: "prefetch" } }],
])("%s count nothing, and the report afterwards counts", async (_what, init) => {
  await using service = await start();
  const { status, event, headers } = await report(service, signClick(), 1, init);
  expect([status, event, headers.get("cache-control")]).toEqual([200, "ignored", "no-store"]);
  expect((await report(service, signClick())).event).toBe("counted");
});

test("POST takes the query and ignores a body of any type and size", async () => {
  await using service = await start();
  const post = (id: string, body: BodyInit, headers = {}) =>
    report(service, id, 1, { method: "POST", body, headers });
  expect((await post(signClick(), "click_id=x&goal=2")).event).toBe("counted");
  const binary = await post(signClick({ number: 8 }), new Uint8Array(5000), { "content-type": "image/png" });
  expect(binary.event).toBe("counted");
  expect((await post(signClick({ number: 9 }), "x".repeat(1_000_000))).event).toBe("counted");
  const stream = new Blob(["x".repeat(1_000_000)]).stream();
  const chunked = { method: "POST", body: stream, duplex: "half" } as RequestInit;
  expect((await report(service, signClick({ number: 10 }), 1, chunked)).event).toBe("counted");
  expect(await sums(service)).toEqual({ g1: 4, g2: 0, g3: 0 });
});

test("pages of any origin may report and read the outcome; other methods are refused", async () => {
  await using service = await start();
  const Origin = "https://shop.example";
  const { headers } = await report(service, signClick(), 1, { headers: { Origin } });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-expose-headers")).toContain("X-Event");
  expect(
    (await report(service, "x", 1, { headers: { Origin } })).headers.get("access-control-allow-origin"),
  ).toBe("*");
  const preflight = await report(service, signClick(), 1, {
    method: "OPTIONS",
    headers: {
      Origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
    204,
    "content-type",
  ]);
  const put = await report(service, signClick(), 1, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
});

test("the pixel answers an uncacheable image with the outcome", async () => {
  await using service = await start();
  const query = new URLSearchParams({ click_id: signClick(), goal: "1" });
  for (const event of ["counted", "repeated"]) {
    const response = await fetch(`${service.origin}/v1/conversion.gif?${query}`);
    expect([response.status, response.headers.get("x-event")]).toEqual([200, event]);
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect((await response.arrayBuffer()).byteLength).toBe(42);
  }
});

test("a campaign that was removed takes no conversions, an archived or paused one does", async () => {
  const campaigns = (more: object) => createCatalogue(GOALS, [aCampaign({ id: 1, account: 3, ...more })]);
  for (const more of [{ deleted: true }, { active: false }, { to: "2026-11-10" }]) {
    await using service = await start(campaigns(more));
    expect((await report(service, signClick())).status).toBe(204);
  }
});

test("a conversion of a later day leaves the sums of earlier days as they are", async () => {
  await using service = await start();
  const store = requireStore(service);
  const { impression } = await service.banner();
  await fetch(impression);
  // Loads the journal.
  expect(await service.rows("SELECT * FROM facts")).toHaveLength(1);
  service.clock.time += DAY_MS;
  await store.fold();
  const listSums = () => service.rows("SELECT * FROM daily_campaigns ORDER BY day");
  const before = await listSums();
  expect(before).toHaveLength(1);
  service.clock.time += 10 * DAY_MS;
  await report(service, signClick({ clickedAt: NOON }));
  expect(await service.rows("SELECT day FROM changed_days")).toEqual([
    { day: new Date("2026-12-01T00:00:00Z") },
  ]);
  await store.fold();
  expect(await listSums()).toEqual(before);
  await store.forgetMonthsBefore(0);
  expect(await sums(service)).toEqual({ g1: 1, g2: 0, g3: 0 });
});

function requireStore({ store }: TestService): LocalStore {
  if (!store) throw new Error("The events are not on this machine.");
  return store;
}

test("a flood of forged ids writes nothing to the disk", async () => {
  await using service = await start();
  const { writes } = requireStore(service).status();
  const before = writes.count;
  const forged = Array.from({ length: 300 }, (_, at) => `${signClick().slice(0, -4)}${1000 + at}`);
  forged.push("1.".repeat(5000), ".".repeat(5000), "%252E".repeat(1000));
  for (const id of forged) expect((await report(service, id)).status).toBe(403);
  expect(requireStore(service).status().writes.count).toBe(before);
});

test("on a full disk a conversion is refused for now, and counts once when sent again", async (context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  const disk = mountDisk(join(makeFolder(), "disk"), 48);
  onTestFinished(() => disk.unmount());
  await using service = await start(createCatalogue(), join(disk.path, "data"));
  expect((await report(service, signClick())).status).toBe(204);
  // Loads the journal, so that the next write needs a new file.
  await sums(service);
  disk.fill();
  for (let again = 0; again < 3; again++) {
    const { status, event, headers, body } = await report(service, signClick(), 2);
    expect([status, event, headers.get("retry-after")]).toEqual([503, "lost", "1"]);
    expect(body?.message).toBe("The conversion could not be stored. Send it again.");
  }
  expect((await report(service, signClick())).event).toBe("repeated");
  disk.free();
  expect((await report(service, signClick(), 2)).event).toBe("counted");
  expect((await report(service, signClick(), 2)).event).toBe("repeated");
  await service.restart();
  expect((await report(service, signClick(), 2)).event).toBe("repeated");
  expect(await sums(service)).toEqual({ g1: 1, g2: 1, g3: 0 });
  await service.stop();
});

test("a restored backup has the conversions that it contains, and knows them when they are reported again", async () => {
  const data = join(makeFolder(), "data");
  await using service = await start(createCatalogue(), data);
  await report(service, signClick());
  const backup = join(makeFolder(), "backup");
  await requireStore(service).backUp(backup);
  await report(service, signClick({ number: 8 }));
  await service.stop();
  await rm(data, { recursive: true });
  await restoreBackup(backup, data);
  await service.restart();
  expect(await sums(service)).toEqual({ g1: 1, g2: 0, g3: 0 });
  const { status, body } = await report(service, signClick());
  expect([status, body]).toEqual([200, { outcome: "repeated" }]);
  expect((await report(service, signClick({ number: 8 }))).event).toBe("counted");
  expect(await sums(service)).toEqual({ g1: 2, g2: 0, g3: 0 });
});

test("the network's owner sets the source of a goal; then reports count and imported lines are refused", async () => {
  const owner = { username: "owner", password: "a long password" };
  const catalogue = createCatalogue({ goals: 1 });
  const accounts = Reflect.get(catalogue, "accounts").with(0, {
    ...NETWORK[0],
    username: owner.username,
    password: await hashPassword(owner.password),
  });
  await using service = await start({ ...catalogue, accounts });
  const { token } = (await service.send("", "POST", "/v2/login", owner)).json;
  const goalSources = [{ goal: 1, source: "report", from: "2026-11-20" }];
  const change = (body: object) => service.send(token, "PATCH", "/v2/accounts/3", body, { "If-Match": "*" });
  expect((await change({ goalSources: [{ goal: 2, source: "import" }] })).json.errors).toEqual([
    { "[goalSources][0][goal]": "Expected a goal of the account, from 1 to 1." },
  ]);
  expect((await report(service, signClick())).status).toBe(400);
  const named = await change({ goalNames: [" Order "] });
  expect([named.status, named.json.result.goalNames]).toEqual([200, ["Order"]]);
  expect((await change({ goalNames: ["\u200b"] })).json.errors).toEqual([
    { "[goalNames][0]": expect.stringContaining("visible") },
  ]);
  expect((await change({ goalNames: ["Order", "Sign-up"] })).status).toBe(400);
  const changed = await change({ goalSources });
  expect([changed.status, changed.json.result.goalSources]).toEqual([200, goalSources]);
  expect((await change({ goals: 0 })).status).toBe(400);
  expect((await report(service, signClick())).status).toBe(204);
  const lines = ["2026-11-19", "2026-11-20"].map((time) =>
    JSON.stringify({ time, advertiser_id: 3, goal_1: 5 }),
  );
  const imported = await service.send(token, "POST", "/v2/imports?name=goals", lines.join("\n"), {
    "Content-Type": "application/x-ndjson",
  });
  expect(imported.json.result).toMatchObject({
    added: 1,
    reasons: [expect.stringContaining("2: goal_1: The service itself counts")],
  });
  expect(await sums(service)).toEqual({ g1: 6, g2: 0, g3: 0 });
});
