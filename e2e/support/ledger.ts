/**
 * Runs page views under random faults, and compares what the service counted with what was shown.
 *
 * A view is a whole document with the tag and three placeholders, in a frame. One page load shows many views, a few at
 * a time, and stays until everything that it sent has arrived, because the retry of a lost impression needs its page.
 * Faults are seeded, so that a run can be repeated.
 */
import type { ServerResponse } from "node:http";
import { seededRandom } from "../../src/service/placement/random.ts";
import { type Ads, startAds } from "./ads.ts";
import { type Site, startSite } from "./site.ts";
import type { Tab } from "./tab.ts";

export interface Ledger {
  views: number;
  /** Placeholders that ended with a banner, according to the pages. */
  shown: number;
  /** Different impressions that the service received. */
  counted: number;
  /** Impressions that the service received again. */
  duplicates: number;
  /** Injected faults by kind. */
  faults: Record<string, number>;
}

/**
 * Runs `views` page views in the tab, a hundred per page load.
 *
 * Each request has a connection of its own, because browsers repeat a GET that was reset on a used connection by
 * themselves (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2). WebKit with libsoup then reports a failure for about 1 %
 * of the repetitions that were answered, so the tag's retry arrives as well. A service counts an address once.
 */
export async function runLedger(tab: Tab, views: number, seed: number): Promise<Ledger> {
  const [site, ads] = await Promise.all([startSite(), startAds({ keepAlive: false })]);
  const service = injectFaults(ads, seed);
  site.pages["/view"] = composeView(ads);
  site.pages["/host"] =
    "<!doctype html><title>ledger</title><style>iframe{position:fixed;top:0;left:0}</style>";
  let shown = 0;
  for (let left = views; left > 0; left -= PER_LOAD) {
    shown += await showViews(tab, site, Math.min(left, PER_LOAD));
    await waitForArrival(tab, ads, () => new Set(service.received).size >= shown);
  }
  const counted = new Set(service.received).size;
  await Promise.all([site.stop(), ads.stop()]);
  return {
    views,
    shown,
    counted,
    duplicates: service.received.length - counted,
    faults: service.faults,
  };
}

const PER_LOAD = 100;
const TOGETHER = 8;

async function showViews(tab: Tab, site: Site, views: number): Promise<number> {
  await tab.goto(`${site.origin}/host?${views}`);
  return tab.run<number>(`(${SHOW_VIEWS})(${views}, ${TOGETHER})`);
}

/**
 * Shows `views` frames, a few at a time, and adds up the banners that they show. The code is text, because compilers
 * of this file may insert helpers that the page lacks.
 */
const SHOW_VIEWS = `(views, together) => new Promise((resolve) => {
  let begun = 0;
  let ended = 0;
  let shown = 0;
  const next = () => {
    if (begun++ >= views) return;
    const frame = document.createElement("iframe");
    frame.src = "/view?" + begun;
    document.body.append(frame);
  };
  addEventListener("message", ({ data }) => {
    shown += data;
    if (++ended === views) resolve(shown);
    next();
  });
  for (let at = 0; at < together; at++) next();
})`;

/**
 * Page of a view: reports how many banners it shows, once each placeholder has ended and each banner has dispatched its
 * impression.
 */
const composeView = ({ endpoint }: Ads): string => `<!doctype html><meta charset="utf-8"><script>
  const ended = new Set(), counted = new Set();
  const isFilled = (el) => el.dataset.zoneState === "filled";
  for (const type of ["filled", "empty", "error", "impression"])
    addEventListener("zonetag:" + type, ({ target }) => {
      (type === "impression" ? counted : ended).add(target);
      const filled = [...ended].filter(isFilled);
      if (ended.size === 3 && filled.every((el) => counted.has(el))) setTimeout(() => parent.postMessage(filled.length, "*"));
    });
  </script><script async src="/dist/zonetag.js" data-endpoint="${endpoint}" data-timeout="400"></script>
  <ins data-zone-id="1"><b>house</b></ins><ins data-zone-id="2"></ins><ins data-zone-id="3"></ins>`;

const PLACEMENT_FAULTS: Record<string, (response: ServerResponse) => void> = {
  reset: (response) => response.destroy(),
  "500": (response) => response.writeHead(500).end(),
  silence: () => {},
  stall: (response) => response.writeHead(200).write(`{"zones":[`),
  truncated: (response) => response.writeHead(200).end(`{"zones":[null,`),
};

function injectFaults(ads: Ads, seed: number) {
  const random = seededRandom(seed);
  const faults: Record<string, number> = {};
  const received: string[] = [];
  const lost = new Set<string>();
  const injects = (kind: string, share: number) => {
    if (random() >= share) return false;
    faults[kind] = (faults[kind] ?? 0) + 1;
    return true;
  };
  let serial = 0;
  const createEntry = (id: number) => {
    const name = `${serial++}`;
    const banner = ads.banner(id, name, "60x30");
    if (injects("no ad", 0.1)) return null;
    if (injects("unsafe address", 0.03)) return { ...banner, data: { ...banner.data, url: "javascript:1" } };
    if (injects("image 404", 0.05))
      ads.serve(`/image/${name}`, (_, response) => void response.writeHead(404).end());
    else if (injects("image reset", 0.05))
      ads.serve(`/image/${name}`, (_, response) => void response.destroy());
    ads.serve(`/impression/${name}`, (_, response) => {
      // Lost once on the way: the service did not receive it.
      if (!lost.has(name) && injects("impression reset", 0.1)) {
        lost.add(name);
        return void response.destroy();
      }
      received.push(name);
      response.writeHead(204).end();
    });
    return banner;
  };
  ads.answer(({ zones }, response) => {
    for (const [kind, fail] of Object.entries(PLACEMENT_FAULTS))
      if (injects(kind, 0.03)) return void fail(response);
    return { zones: zones.map(({ id }) => createEntry(id)), errors: {} };
  });
  return { faults, received };
}

/**
 * Waits until the condition holds, at most half a minute, then for what may not arrive: for a timer as long as the tag
 * waits before its retry, which fires after those of earlier failures, and for a round trip.
 */
async function waitForArrival(tab: Tab, ads: Ads, holds: () => boolean): Promise<void> {
  const makeRoundTrip = () => tab.run(`fetch("${ads.origin}/quiet").then(() => 1, () => 1)`);
  for (const until = Date.now() + 30_000; !holds() && Date.now() < until; ) await makeRoundTrip();
  await tab.run("new Promise((next) => setTimeout(next, 1000))");
  await makeRoundTrip();
}
