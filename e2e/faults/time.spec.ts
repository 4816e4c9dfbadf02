/** Clock changes, hidden pages, and leaving at any moment. */
import { waitForRendering } from "../support/rendering.ts";
import { expect, scenarios, until, type World, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];

const leave = async ({ tab, site }: World) => {
  site.pages["/elsewhere"] = "<!doctype html><title>elsewhere</title><h1>elsewhere</h1>";
  await tab.goto(`${site.origin}/elsewhere`);
};

/** Leaves for another page and returns. True when the browser restored the page from its cache. */
async function leaveAndReturn(world: World): Promise<boolean> {
  const { tab, report } = world;
  await tab.run(`void (probe.allow("mark"), (window.mark = 1))`);
  await leave(world);
  await until(() => tab.run("location.pathname + document.readyState")).toBe("/elsewherecomplete");
  await tab.back();
  await until(report).toBeTruthy();
  return tab.run("'mark' in window");
}

/** Page to leave for. It has no probe, so only requests are checked. */
const ELSEWHERE = `<!doctype html><title>elsewhere</title>`;

scenarios("time", [
  {
    name: "the wall clock jumps back a year",
    head: `<script>{ const own = Date.now; Date.now = () => own() - 3e10; }</script>`,
    states: FILLED,
  },
  {
    name: "the monotonic clock jumps",
    head: `<script>{ let jump = 0; const own = performance.now.bind(performance); performance.now = () => own() + (jump = jump ? 0 : 1e9); }</script>`,
    states: FILLED,
  },
  {
    name: "a page hidden from the start sends its request once it is visible",
    head: `<script>{ let state = "hidden"; Object.defineProperty(document, "hidden", { get: () => state === "hidden" }); Object.defineProperty(document, "visibilityState", { get: () => state }); addEventListener("look", () => { state = "visible"; document.dispatchEvent(new Event("visibilitychange", { bubbles: true })); }); }</script>`,
    states: FILLED,
    act: async ({ tab, ads }) => {
      await until(() => tab.run("document.readyState")).toBe("complete");
      await waitForRendering(tab);
      expect(ads.requests).toHaveLength(0);
      await tab.run(`void dispatchEvent(new Event("look"))`);
    },
    requests: 1,
  },
  {
    name: "a page hidden between request and response sends its impressions once it is visible again",
    head: `<script>{ let state = "visible"; Object.defineProperty(document, "hidden", { get: () => state === "hidden" }); Object.defineProperty(document, "visibilityState", { get: () => state }); const set = (next) => { state = next; document.dispatchEvent(new Event("visibilitychange", { bubbles: true })); }; addEventListener("look", () => set("visible")); addEventListener("zonetag:request", () => set("hidden")); }</script>`,
    states: FILLED,
    act: async ({ tab, ads }) => {
      await until(() => tab.run("document.querySelectorAll('[data-zone-state=filled]').length")).toBe(2);
      await waitForRendering(tab);
      expect(ads.impressions).toEqual([]);
      await tab.run(`void dispatchEvent(new Event("look"))`);
    },
    requests: 1,
  },
  {
    name: "returning to a left page sends a request only if the page was not cached",
    states: FILLED,
    act: async (world) => {
      const { ads } = world;
      await until(() => ads.impressions.length).toBe(2);
      ads.answer(({ zones }) => ({
        zones: zones.map(({ id }, at) => ads.banner(id, `again-${id}-${at}`)),
        errors: {},
      }));
      const kept = await leaveAndReturn(world);
      await until(async () => (await world.report())?.states).toEqual(FILLED);
      expect(ads.requests).toHaveLength(kept ? 1 : 2);
    },
    impressions: ({ ads }) => 2 * ads.requests.length,
  },
  {
    name: "a page left during the request sends no impression",
    answer: () => undefined,
    act: async (world) => {
      await until(() => world.ads.requests.length).toBe(1);
      await leave(world);
    },
    impressions: 0,
    requests: 1,
  },
  {
    name: "a page left before the response is filled after returning, whether cached or new",
    states: FILLED,
    prepare: ({ ads }) => {
      let asked = 0;
      ads.answer(({ zones }) =>
        asked++ ? { zones: zones.map(({ id }, at) => ads.banner(id, `${id}-${at}`)), errors: {} } : undefined,
      );
    },
    act: async (world) => {
      await until(() => world.ads.requests.length).toBe(1);
      await leaveAndReturn(world);
    },
    requests: 2,
  },
  {
    name: "a page left while its images load sends no impression",
    prepare: ({ ads }) => {
      for (const name of ["1-0", "2-1"]) ads.serve(`/image/${name}`, () => {});
    },
    act: async (world) => {
      await until(() => world.ads.received.filter(({ path }) => path.startsWith("/image/")).length).toBe(2);
      await leave(world);
    },
    impressions: 0,
    requests: 1,
  },
  {
    name: "an impression sent just before leaving the page arrives",
    head: `<script>addEventListener("zonetag:impression", () => location.assign("/elsewhere"))</script>`,
    body: zone(1),
    prepare: ({ site }) => {
      site.pages["/elsewhere"] = ELSEWHERE;
    },
    act: async ({ tab }) => {
      await until(() => tab.run("location.pathname")).toBe("/elsewhere");
    },
    impressions: 1,
    requests: 1,
  },
]);
