/** Pages with the tag and three nodes behind a balancer. One node is killed; all nodes report every shown ad. */
import type { Page } from "playwright/test";
import { listEvents, ServiceCluster } from "../../test/cluster/cluster.ts";
import { missing, openDatabase } from "../../test/cluster/support/clickhouse.ts";
import { ACCOUNTS, readReport } from "../../test/cluster/support/reports.ts";
import { aCampaign, aCatalogueObject, SIZE } from "../../test/service/support/catalogue.ts";
import { findRedisServer, NO_REDIS } from "../../test/service/support/redis.ts";
import { type RoundRobin, startRoundRobin } from "../support/roundRobin.ts";
import { UNLIMITED } from "../support/service.ts";
import { expect, test } from "../support/test.ts";

test.skip(findRedisServer() === undefined, NO_REDIS);
test.skip(missing !== undefined, missing);

const ZONES = 3;
const [WIDTH, HEIGHT] = SIZE.split("x");
const BANNER = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"/>`;

const TABS = 3;
const VIEWS = 5;

test("every ad is counted once while one of three nodes is killed, and all nodes report the same counts", async ({
  context,
  site,
}) => {
  site.pages["/banner"] = { body: BANNER, headers: { "content-type": "image/svg+xml" } };
  site.pages["/landing"] = "<!doctype html><title>landing</title>";
  const balancer = await startRoundRobin();
  site.pages["/"] = composePage(balancer.origin);
  await using database = await openDatabase();
  const cluster = await ServiceCluster.start({
    nodes: 3,
    catalogue: composeCatalogue(site.origin),
    args: [
      ...["--clickhouse", database.url, "--origin", balancer.origin, "--trusted-proxies", "127.0.0.1"],
      ...UNLIMITED,
    ],
  });
  try {
    const setUpstreams = () => {
      balancer.upstreams = cluster.nodes.map(({ origin }) => origin);
    };
    setUpstreams();
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
    const views = tabs.map(async (tab) => {
      const shown: string[][] = [];
      for (let view = 0; view < VIEWS; view++) shown.push(await viewPage(tab, site.origin));
      return shown;
    });
    await expect.poll(() => balancer.tracked.length).toBeGreaterThan(TABS * ZONES);
    await cluster.kill(1);
    const shown = (await Promise.all(views)).flat();
    await cluster.restart(1);
    setUpstreams();
    shown.push(await viewPage(tabs[0] as Page, site.origin));
    // The tag does not wait for the responses to its impressions.
    await expect
      .poll(() => listEvents(listCounted(balancer)).impressions)
      .toEqual(listEvents(shown.flat()).impressions);
    const { impressions, clicks } = listEvents(listCounted(balancer));
    expect(clicks.size).toBe(shown.filter((links) => links.length > 0).length);
    expect(balancer.answered.size).toBe(4);
    for (const path of listCounted(balancer)) expect(await cluster.fetch(path)).toBe("repeated");
    for (const at of cluster.nodes.keys())
      await expect
        .poll(() => readReport(cluster, at))
        .toMatchObject({ impressions: impressions.size, clicks: clicks.size });
  } finally {
    await cluster.stop();
    await balancer.stop();
  }
});

/** Lists the URLs that a node reported as counted or repeated. A killed node can lose the first response. */
function listCounted({ tracked }: RoundRobin): string[] {
  return tracked.filter(({ outcome }) => ["counted", "repeated"].includes(outcome)).map(({ path }) => path);
}

/** Page that sets `data-ended` once every zone has ended and every banner has sent its impression. */
const composePage = (origin: string) => `<!doctype html><title>page</title><script>
  const ended = new Set(), seen = new Set();
  for (const type of ["filled", "empty", "error", "impression"])
    addEventListener("zonetag:" + type, ({ target }) => {
      (type === "impression" ? seen : ended).add(target);
      const filled = [...ended].filter((zone) => zone.dataset.zoneState === "filled");
      if (ended.size === ${ZONES} && filled.every((zone) => seen.has(zone))) document.documentElement.dataset.ended = "";
    });
  </script><script async src="/dist/zonetag.js" data-endpoint="${origin}/v1/placement"></script>
  ${Array.from({ length: ZONES }, (_, at) => `<ins data-zone-id="${at + 1}" data-size="${SIZE}"></ins>`).join("")}`;

function composeCatalogue(origin: string): object {
  const variation = { id: 1, size: SIZE, image: `${origin}/banner`, url: `${origin}/landing` };
  return { ...aCatalogueObject({ campaigns: [aCampaign({ id: 1, variations: [variation] })] }), ...ACCOUNTS };
}

/** Views a page, clicks its first banner, and returns the URLs of all its banners. */
async function viewPage(tab: Page, origin: string): Promise<string[]> {
  await tab.goto(origin);
  await tab.locator("html[data-ended]").waitFor();
  const links = tab.locator("ins a");
  const shown = await links.evaluateAll((all) =>
    all.map((link) => new URL(link.getAttribute("href") ?? "").pathname),
  );
  if (shown.length === 0) return [];
  const [landing] = await Promise.all([tab.waitForEvent("popup"), links.first().click()]);
  // If it is closed on its initial blank document, the click is never sent.
  await landing.waitForURL((url) => url.href !== "about:blank", { waitUntil: "commit" });
  await landing.close();
  return shown;
}
