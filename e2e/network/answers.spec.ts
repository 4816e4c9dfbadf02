import type { ServerResponse } from "node:http";
import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const slots = `<ins data-zone-id="1">house</ins><ins data-zone-id="2">house</ins>`;

/** Answers of the service, with the number of requests and the final code of each slot. */
const OUTCOMES: [name: string, answer: (response: ServerResponse) => void, asked: number, code: string][] = [
  ["cut connection", (response) => response.socket?.destroy(), 2, "network"],
  ["500", (response) => response.writeHead(500).end("<h1>oops</h1>"), 2, "http"],
  ["503", (response) => response.writeHead(503).end(), 2, "http"],
  ["404", (response) => response.writeHead(404).end("nothing here"), 1, "http"],
  ["403", (response) => response.writeHead(403).end("{}"), 1, "http"],
  ["204", (response) => response.writeHead(204).end(), 1, "invalid-response"],
  ["HTML with 200", (response) => response.writeHead(200).end("<!doctype html>"), 1, "invalid-response"],
  ["truncated JSON", (response) => response.writeHead(200).end(`{"zones":[nul`), 1, "invalid-response"],
  [
    "a short array",
    (response) => response.writeHead(200).end(`{"zones":[],"errors":{}}`),
    1,
    "invalid-response",
  ],
  ["429 without a word when", (response) => response.writeHead(429).end(), 1, "rate-limited"],
  [
    "429 for an hour",
    (response) => response.writeHead(429, { "retry-after": "3600" }).end(),
    1,
    "rate-limited",
  ],
  [
    "429 for a second, again",
    (response) => response.writeHead(429, { "retry-after": "1" }).end(),
    2,
    "rate-limited",
  ],
];
for (const [name, answer, asked, code] of OUTCOMES) {
  test(`${name} is requested ${asked} times and ends in ${code}`, async ({ page, ads, open }) => {
    ads.answer((_, response) => void answer(response));
    await open(slots, { head: EVENT_RECORDER });
    await expect.poll(() => readStates(page)).toEqual(["error", "error"]);
    const ends = (await readEvents(page)).filter(({ type }) => type === "error");
    expect(ends.map(({ zoneId, code }) => [zoneId, code])).toEqual([
      [1, code],
      [2, code],
    ]);
    expect(await page.locator("ins").allInnerTexts()).toEqual(["house", "house"]);
    expect(ads.requests).toHaveLength(asked);
    expect(ads.impressions).toHaveLength(0);
  });
}

test("a service that hangs is given up after data-timeout, tried once more, and reported as a timeout", {
  tag: "@essential",
}, async ({ page, ads, open }) => {
  ads.answer(() => undefined);
  await open(slots, { head: EVENT_RECORDER, script: `data-timeout="150"` });
  await expect.poll(() => readStates(page)).toEqual(["error", "error"]);
  expect((await readEvents(page)).map(({ code }) => code).filter(Boolean)).toEqual(["timeout", "timeout"]);
  expect(ads.requests).toHaveLength(2);
});

test("data-timeout covers a body that stalls after its headers", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  ads.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(`{"zones":[`);
  });
  await open(slots, { head: EVENT_RECORDER, script: `data-timeout="150"` });
  await expect.poll(() => readStates(page)).toEqual(["error", "error"]);
  expect((await readEvents(page)).map(({ code }) => code).filter(Boolean)).toEqual(["timeout", "timeout"]);
});

for (const [name, first] of [
  ["a cut connection", (response: ServerResponse) => response.socket?.destroy()],
  ["a 502", (response: ServerResponse) => response.writeHead(502).end()],
  [
    "a 429 that says one second",
    (response: ServerResponse) => response.writeHead(429, { "retry-after": "1" }).end(),
  ],
] as const) {
  test(`${name} and then an answer fills the slots`, { tag: "@essential" }, async ({ page, ads, open }) => {
    let attempts = 0;
    ads.answer((request, response) => {
      if (++attempts === 1) return void first(response);
      return { zones: request.zones.map(({ id }) => ads.banner(id)), errors: {} };
    });
    await open(slots);
    await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
    await expect.poll(() => ads.impressions.toSorted()).toEqual(["1", "2"]);
    const [a, b] = ads.requests;
    expect(b?.text).toBe(a?.text);
    expect((b?.at ?? 0) - (a?.at ?? 0)).toBeGreaterThanOrEqual(299);
  });
}

test("a readable body counts with any status", { tag: "@essential" }, async ({ page, ads, open }) => {
  ads.answer(({ zones }, response) => {
    response.writeHead(500).end(JSON.stringify({ zones: zones.map(({ id }) => ads.banner(id)), errors: {} }));
  });
  await open(slots);
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  expect(ads.requests).toHaveLength(1);
});

test("a zone's error has the service's words, and other zones are filled", { tag: "@essential" }, async ({
  page,
  ads,
  open,
}) => {
  ads.answer(() => ({
    zones: [null, ads.banner(2)],
    errors: { "0": ["Zone 1 not found", "Second reason"] },
  }));
  await open(slots, { head: EVENT_RECORDER });
  await expect.poll(() => readStates(page)).toEqual(["error", "filled"]);
  const failure = (await readEvents(page)).find(({ type }) => type === "error");
  expect(failure).toMatchObject({ zoneId: 1, code: "zone" });
  expect(failure?.message).toContain("Zone 1 not found");
  expect(failure?.message).toContain("Second reason");
});

test("whole-number width and height set the image's size, and other values are ignored", {
  tag: "@essential",
}, async ({ page, ads, open }) => {
  const entry = {
    ...ads.banner(1),
    data: { ...ads.banner(1).data, width: 300, height: 250, script: "evil.js" },
    renderers: ["x"],
  };
  ads.answer(() => ({
    zones: [entry, null],
    errors: {},
    user: {},
    renderers: { x: "https://evil.example/x.js" },
  }));
  await open(slots);
  await expect(page.locator("ins img")).toHaveAttribute("width", "300");
  await expect(page.locator("ins img")).toHaveAttribute("height", "250");
  expect(await page.locator("script").count()).toBe(1);
});
