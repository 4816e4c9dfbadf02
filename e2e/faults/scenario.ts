/**
 * A scenario is a page, what stands around it, and how its placeholders must end. Everything else that must hold is
 * the same for all of them, and checked for each: nothing uncaught, house content as it was, no address in the page
 * but http(s), no global but `window.zonetag`, nothing on a prototype, an impression for each banner shown and no more.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { type Ads, type Answer, startAds } from "../support/ads.ts";
import { type Engine, type EngineName, openEngine, type Tab } from "../support/engines.ts";
import { type Site, startSite } from "../support/site.ts";

export type { Ads };
export { expect };

/** What a scenario's own steps can reach. */
export interface World {
  tab: Tab;
  ads: Ads;
  site: Site;
  report(): Promise<Report | undefined>;
}

export interface Scenario {
  name: string;
  /** How the placeholders end, in document order; not looked at when absent, as in a page that was left. */
  states?: (string | null)[];
  /** The page's content; two zones with house content when absent. */
  body?: string | ((world: World) => string);
  /** Markup before the tag. */
  head?: string;
  /** Attributes of the tag's script element. */
  script?: string;
  /** Stands in place of the tag's script element. */
  tag?: string | ((world: World) => string);
  headers?: Record<string, string> | ((world: World) => Record<string, string>);
  /** Stands in place of the whole document; `parts` are what it would have been made of. */
  document?(parts: Parts, world: World): string;
  answer?: Answer;
  /** Sets the servers up. */
  prepare?(world: World): void;
  /** What happens while the page runs. */
  act?(world: World): Promise<unknown>;
  /** Placement requests in the end; not looked at when absent. */
  requests?: number;
  /** Impressions in the end, where they are not one for each banner shown. */
  impressions?: number | ((world: World) => number);
  /** Directives of a content policy that the page makes the tag break. */
  violations?: string[];
  /** Uncaught errors of the page's own code. */
  faults?: number;
  /** What else must hold. */
  also?(world: World): Promise<unknown>;
  /** Where it runs, when an engine has not what the scenario is about. */
  engines?: EngineName[];
  /** A known fault of the tag, not yet mended: the test says when it is. */
  failing?: true;
}

export interface Parts {
  probe: string;
  head: string;
  begin: string;
  tag: string;
  body: string;
  keep: string;
}

export interface Report {
  states: (string | null)[];
  shown: number;
  broken: string[];
  unsafe: string[];
  globals: string[];
  prototypes: string[];
  faults: string[];
  violations: string[];
}

const PROBE = readFileSync(join(import.meta.dirname, "probe.js"), "utf8");

const inline = (code: string) => `<script nonce="probe">${code}</script>`;

/** A placeholder with house content. */
export const zone = (id: number | string, attributes = ""): string =>
  `<ins data-zone-id="${id}" ${attributes}><b title="it's &quot;ours&quot;">house ${id}</b> &amp; <!-- kept --></ins>`;

export const test = base.extend<{ world: World }, { engine: Engine }>({
  engine: [
    async ({}, use, { project }) => {
      const engine = await openEngine(project.name as EngineName);
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
  world: async ({ engine }, use) => {
    const [site, ads, tab] = await Promise.all([startSite(), startAds(), engine.tab()]);
    const report = async () => {
      const text = await tab.run<string>("self.probe ? probe.report() : ''").catch(() => "");
      return text?.startsWith("{") ? (JSON.parse(text) as Report) : undefined;
    };
    await use({ tab, ads, site, report });
    await tab.close();
    await Promise.all([site.stop(), ads.stop()]);
  },
});

/** Makes a test of each scenario. */
export function scenarios(group: string, list: Scenario[]): void {
  for (const scenario of list)
    test(`${group}: ${scenario.name}`, async ({ world, engine }) => {
      const { engines } = scenario;
      test.fail(!!scenario.failing);
      test.skip(!!engines && !engines.includes(engine.name), `${engine.name} has nothing of the kind`);
      await play(scenario, world);
    });
}

async function play(scenario: Scenario, world: World): Promise<void> {
  const { ads, site, tab } = world;
  if (scenario.answer) ads.answer(scenario.answer);
  scenario.prepare?.(world);
  site.pages["/page"] ??= { body: markup(scenario, world), headers: given(scenario.headers, world) ?? {} };
  await tab.goto(`${site.origin}/page?secret=1`);
  await scenario.act?.(world);
  if (scenario.states) {
    await expect.poll(async () => (await world.report())?.states).toEqual(scenario.states);
    await holds(scenario, world);
  }
  await counts(scenario, world);
  await scenario.also?.(world);
}

/** What must hold in every page. */
async function holds({ violations = [], faults = 0 }: Scenario, world: World): Promise<void> {
  await quiet(world);
  const report = await world.report();
  expect(report).toMatchObject({ broken: [], unsafe: [], globals: [], prototypes: [] });
  expect(faults ? report?.faults.length : report?.faults).toEqual(faults || []);
  expect([...new Set(report?.violations)]).toEqual(violations);
}

/** What must have arrived, once all of it has and again when nothing more can be under way. */
async function counts({ requests, impressions }: Scenario, world: World): Promise<void> {
  const { ads } = world;
  const due = async () => given(impressions, world) ?? (await world.report())?.shown ?? -1;
  await expect.poll(async () => ads.impressions.length === (await due())).toBe(true);
  await quiet(world);
  expect(ads.impressions).toHaveLength(await due());
  expect(new Set(ads.impressions).size).toBe(ads.impressions.length);
  if (requests !== undefined) expect(ads.requests).toHaveLength(requests);
}

/** Two frames and a round trip to the ad service: whatever the page had sent before has arrived. */
async function quiet({ tab, ads }: World): Promise<void> {
  const frame = "new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(1))))";
  await tab.run(frame).catch(() => {});
  await tab.run(`fetch("${ads.origin}/quiet").then(() => 1, () => 1)`).catch(() => {});
}

const given = <T>(part: T | ((world: World) => T) | undefined, world: World): T | undefined =>
  typeof part === "function" ? (part as (world: World) => T)(world) : part;

/** The tag's script element. */
export const scriptTag = ({ ads }: World, attributes = "", src = "/dist/zonetag.js"): string =>
  `<script async src="${src}" data-endpoint="${ads.endpoint}" ${attributes}></script>`;

function markup(scenario: Scenario, world: World): string {
  const parts: Parts = {
    probe: inline(PROBE),
    head: scenario.head ?? "",
    begin: inline("probe.begin()"),
    tag: given(scenario.tag, world) ?? scriptTag(world, scenario.script),
    body: given(scenario.body, world) ?? zone(1) + zone(2),
    keep: inline("probe.keep()"),
  };
  if (scenario.document) return scenario.document(parts, world);
  const { probe, head, begin, tag, body, keep } = parts;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${probe}${head}${begin}${tag}<body>${body}${keep}`;
}
