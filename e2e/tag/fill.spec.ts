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
