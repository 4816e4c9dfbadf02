import { EVENT_RECORDER, readEvents } from "../support/events.ts";
import { expect, test } from "../support/test.ts";

const states = (page: import("playwright/test").Page) =>
  page.$$eval("[data-zone-id],[data-zoneid]", (all) => all.map((el) => el.getAttribute("data-zone-state")));

test("all zones go out in one POST with exactly the specified fields and no preflight", async ({
  page,
  ads,
  open,
}) => {
  await open(
    `<ins data-zone-id="101" data-keywords=" shoes , ,running" data-sub="7" data-size="300x250" data-target-section="sports"></ins>
     <ins data-zoneid="102"></ins>
     <p data-zone-id="101"></p>`,
    { path: "/sports/article?secret=1#part", script: `data-target-plan="free" data-target-section="home"` },
  );
  await expect.poll(() => ads.impressions.length).toBe(3);
  expect(await states(page)).toEqual(["filled", "filled", "filled"]);
  expect(ads.requests.map(({ method }) => method)).toEqual(["POST"]);
  const [request] = ads.requests;
  expect(request?.headers["content-type"]).toBe("text/plain");
  expect(request?.headers.cookie).toBeUndefined();
  expect(JSON.parse(request?.text ?? "")).toEqual({
    user: {
      ua: await page.evaluate(() => navigator.userAgent),
      language: "en-us",
      referer: `${new URL(page.url()).origin}/sports/article`,
    },
    zones: [
      { id: 101, sub: 7, keywords: "shoes,running", custom_targeting: { section: "sports", plan: "free" } },
      { id: 102, custom_targeting: { section: "home", plan: "free" } },
      { id: 101, custom_targeting: { section: "home", plan: "free" } },
    ],
  });
});

test("a banner is one link around one image", async ({ page, ads, open }) => {
  await open(`<ins data-zone-id="5" data-label="Anzeige"></ins>`);
  await expect.poll(() => ads.impressions).toEqual(["5-0"]);
  expect(await page.locator("ins").innerHTML()).toBe(
    `<a href="${ads.origin}/click/5-0" target="_blank" rel="noopener sponsored nofollow" aria-label="Anzeige">` +
      `<img src="${ads.origin}/image/5-0?size=300x250" alt="" decoding="async"></a>`,
  );
});

test("data-label on the script labels every ad whose placeholder has no label", async ({
  page,
  ads,
  open,
}) => {
  await open(`<ins data-zone-id="1"></ins><ins data-zone-id="2" data-label="Reklama"></ins>`, {
    script: `data-label="Anzeige"`,
  });
  await expect.poll(() => ads.impressions).toHaveLength(2);
  const names = page
    .locator("ins a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("aria-label")));
  expect(await names).toEqual(["Anzeige", "Reklama"]);
});

test("fallback content stays without an ad, and comes back after one", async ({ page, ads, open }) => {
  ads.serve("/image/broken", (_, response) => void response.writeHead(404).end());
  ads.answer(({ zones }) => ({
    zones: [null, null, { idzone: 3, type: "banner", data: null }, ads.banner(4, "broken"), ads.banner(5)],
    errors: { 1: [`Zone ${zones[1]?.id} not found`] },
  }));
  const house = `<b>house</b> ad`;
  await open([1, 2, 3, 4, 5].map((id) => `<div data-zone-id="${id}">${house}</div>`).join(""));
  await expect.poll(() => states(page)).toEqual(["empty", "error", "empty", "error", "filled"]);
  const contents = await page.$$eval("[data-zone-id]", (all) => all.map((el) => el.innerHTML));
  expect(contents.slice(0, 4)).toEqual([house, house, house, house]);
  await expect.poll(() => ads.impressions).toEqual(["5"]);
});

test("a click opens the click address and dispatches zonetag:click", async ({ page, ads, open }) => {
  await open(`<ins data-zone-id="5" data-size="300x250"></ins><script>
    addEventListener("zonetag:click", ({ detail }) => (window.clicked = detail));</script>`);
  await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "filled");
  const [landing] = await Promise.all([page.waitForEvent("popup"), page.locator("ins a").click()]);
  await expect(landing.locator("h1")).toHaveText("Landing page");
  expect(ads.clicks).toEqual(["5-0"]);
  expect(await page.evaluate("clicked")).toEqual({ zoneId: 5 });
});

test("each stage dispatches its event, in order", async ({ page, ads, open }) => {
  await open(`<ins data-zone-id="5" data-size="300x250"></ins>`, {
    head: `<script>window.recordedEvents = []; for (const type of ["request","filled","empty","impression","viewable","error"])
      addEventListener("zonetag:" + type, (event) => recordedEvents.push([type, event.detail]));</script>`,
  });
  await expect
    .poll(() => page.evaluate("recordedEvents.map(([type]) => type)"))
    .toEqual(["request", "filled", "impression", "viewable"]);
  expect(await page.evaluate("recordedEvents[1][1]")).toEqual({ zoneId: 5, data: ads.banner(5, "5-0") });
});

const OUTCOMES: [string, (ads: import("../support/ads.ts").Ads) => unknown, string, string][] = [
  [
    "a script address",
    (ads) => ({ ...ads.banner(5), data: { ...ads.banner(5).data, url: "javascript:alert(1)" } }),
    "unsafe-url",
    "url",
  ],
  [
    "a disguised script address",
    (ads) => ({ ...ads.banner(5), data: { ...ads.banner(5).data, url: "\tjava\nscript:alert(1)" } }),
    "unsafe-url",
    "url",
  ],
  [
    "a relative image",
    (ads) => ({ ...ads.banner(5), data: { ...ads.banner(5).data, image: "/banner.png" } }),
    "unsafe-url",
    "image",
  ],
  ["an unknown type", () => ({ idzone: 5, type: "popunder", data: {} }), "unsupported-type", "popunder"],
  ["an entry that is none", () => "banner", "invalid-response", ""],
];
for (const [name, entry, code, words] of OUTCOMES) {
  test(`${name} ends in ${code}`, async ({ page, ads, open }) => {
    ads.answer(() => ({ zones: [entry(ads)], errors: {} }));
    await open(`<ins data-zone-id="5">house</ins>`, {
      head: `<script>addEventListener("zonetag:error", (event) => (window.failure = event.detail));</script>`,
    });
    await expect(page.locator("ins")).toHaveAttribute("data-zone-state", "error");
    expect(await page.locator("ins").innerHTML()).toBe("house");
    expect(await page.evaluate("failure")).toMatchObject({
      zoneId: 5,
      code,
      message: expect.stringContaining(words),
    });
  });
}

test("a refused request ends in the service's words and is not sent again", async ({ page, ads, open }) => {
  ads.answer((_, response) => {
    response.writeHead(400).end(JSON.stringify({ errors: [{ "[user][ip]": "This field is missing." }] }));
  });
  await open(`<ins data-zone-id="5"></ins><ins data-zone-id="6"></ins>`, { head: EVENT_RECORDER });
  await expect.poll(() => states(page)).toEqual(["error", "error"]);
  expect(ads.requests).toHaveLength(1);
  const errors = (await readEvents(page)).filter(({ type }) => type === "error");
  expect(errors.map(({ code }) => code)).toEqual(["rejected", "rejected"]);
  for (const { message } of errors) expect(message).toBe('[{"[user][ip]":"This field is missing."}]');
});

test("each wrong attribute value is reported once, and the zones are still filled", async ({
  page,
  ads,
  open,
}) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await open(
    `<ins data-zone-id="0x"></ins><ins data-zone-id="7" data-sub="x" data-size="wide"></ins><ins data-zone-id="8" data-sub="x"></ins>`,
    { script: `data-timeout="soon"` },
  );
  await expect.poll(() => ads.impressions.length).toBe(2);
  expect(await states(page)).toEqual(["error", "filled", "filled"]);
  expect(ads.bodies[0]?.zones).toEqual([{ id: 7 }, { id: 8 }]);
  for (const name of ["data-zone-id", "data-sub", "data-size", "data-timeout"])
    expect(said.filter((text) => text.includes(`${name}="`))).toHaveLength(1);
});
