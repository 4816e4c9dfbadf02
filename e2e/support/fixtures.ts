/** Fixtures of browser specs: servers for each test, and an engine for all tests of a worker. */
import { test as base } from "playwright/test";
import { type Ads, startAds } from "./ads.ts";
import { openEngine } from "./engines.ts";
import { type Site, startSite } from "./site.ts";
import type { Engine, Tab } from "./tab.ts";

/** Gives each test a publisher's site and a scripted ad service. */
export const testWithServers = base.extend<{ site: Site; ads: Ads }>({
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop();
  },
  ads: async ({}, use) => {
    const ads = await startAds();
    await use(ads);
    await ads.stop();
  },
});

/** Gives the tests of a worker the engine of their project, and its tab. */
export const testWithEngine = base.extend<{ tab: Tab }, { engine: Engine }>({
  tab: async ({ engine }, use) => {
    const tab = await engine.tab();
    await use(tab);
    await tab.close();
  },
  engine: [
    async ({ browserName }, use) => {
      const engine = await openEngine(browserName);
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
});
