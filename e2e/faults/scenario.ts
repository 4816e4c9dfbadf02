/**
 * A scenario is a page, what stands around it, and how its placeholders must end. Everything else that must hold is
 * the same for all of them, and checked for each: nothing uncaught, house content as it was, no address in the page
 * but http(s), no global but `window.zonetag`, nothing on a prototype, an impression for each banner shown and no more.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, mergeTests } from "playwright/test";
import type { Ads, Answer } from "../support/ads.ts";
import { testWithEngine, testWithServers } from "../support/fixtures.ts";
import { RENDERED } from "../support/rendering.ts";
import type { Site } from "../support/site.ts";
import type { Tab } from "../support/tab.ts";

export type { Ads };
export { expect };

/** Objects that a scenario's steps can use. */
export interface World {
  tab: Tab;
  ads: Ads;
  site: Site;
  /** Reads the report of the page's probe, after a promise of the page if one is given; undefined without a probe. */
  report(after?: string): Promise<Report | undefined>;
}

export interface Scenario {
  name: string;
  /** Marks a scenario that fails now and then. */
  marks?: "@unstable";
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
  /** Steps while the page runs. */
  act?(world: World): Promise<unknown>;
  /** Placement requests in the end; not looked at when absent. */
  requests?: number;
  /** Impressions in the end, where they are not one for each banner shown. */
  impressions?: number | ((world: World) => number);
  /** Directives of a content policy that the page makes the tag break. */
  violations?: string[];
  /** Uncaught errors of the page's own code. */
  faults?: number;
  /** Further checks. */
  also?(world: World): Promise<unknown>;
}

export interface Parts {
  probe: string;
  head: string;
  begin: string;
  tag: string;
  body: string;
  keep: string;
  /** All of them: the document as it is without a scenario's own. */
  whole: string;
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

export const test = mergeTests(testWithServers, testWithEngine).extend<{ world: World }>({
  world: async ({ engine, site, ads }, use) => {
    const tab = await engine.tab();
    const report = async (after = "") => {
      const asked = "(self.probe ? probe.report() : '')";
      const text = await tab
        .run<string>(after ? `(${asked}, ${after}.then(() => ${asked}))` : asked)
        .catch(() => "");
      return text?.startsWith("{") ? (JSON.parse(text) as Report) : undefined;
    };
    await use({ tab, ads, site, report });
    await tab.close();
  },
});

/** Makes a test of each scenario. */
export function scenarios(group: string, list: Scenario[]): void {
  for (const scenario of list)
    test(`${group}: ${scenario.name}`, { tag: scenario.marks ?? [] }, async ({ world }) => {
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
  const { states } = scenario;
  if (states) await until(async () => (await world.report())?.states).toEqual(states);
  const due = (report?: Report) => given(scenario.impressions, world) ?? report?.shown ?? -1;
  await until(async () => ads.impressions.length === due(await world.report())).toBe(true);
  const report = await settled(world);
  if (states) holds(scenario, report);
  expect(ads.impressions).toHaveLength(due(report));
  expect(new Set(ads.impressions).size).toBe(ads.impressions.length);
  if (scenario.requests !== undefined) expect(ads.requests).toHaveLength(scenario.requests);
  await scenario.also?.(world);
}

/** Checks that hold in every page. */
function holds({ states, violations = [], faults = 0 }: Scenario, report: Report | undefined): void {
  expect(report).toMatchObject({ states, broken: [], unsafe: [], globals: [], prototypes: [] });
  expect(faults ? report?.faults.length : report?.faults).toEqual(faults || []);
  expect([...new Set(report?.violations)]).toEqual(violations);
}

/**
 * The report once whatever the page was about to send has arrived: two frames, in which observers are called, a task in
 * which they report more, and a round trip to the ad service. It is asked for before them too, as one from inside a
 * frame comes a moment after it was asked for.
 */
const settled = ({ ads, report }: World) =>
  report(`${RENDERED}.then(() => new Promise((next) => setTimeout(next)))
    .then(() => fetch("${ads.origin}/quiet")).catch(() => {})`);

/** Waits until what it reads is as expected; a look at it costs a page little. */
export const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [20, 50, 100] });

const given = <T>(part: T | ((world: World) => T) | undefined, world: World): T | undefined =>
  typeof part === "function" ? (part as (world: World) => T)(world) : part;

/** The tag's script element. */
export const scriptTag = ({ ads }: World, attributes = "", src = "/dist/zonetag.js"): string =>
  `<script async src="${src}" data-endpoint="${ads.endpoint}" ${attributes}></script>`;

function markup(scenario: Scenario, world: World): string {
  const probe = inline(PROBE);
  const head = scenario.head ?? "";
  const begin = inline("probe.begin()");
  const tag = given(scenario.tag, world) ?? scriptTag(world, scenario.script);
  const body = given(scenario.body, world) ?? zone(1) + zone(2);
  const keep = inline("probe.keep()");
  const whole = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${probe}${head}${begin}${tag}<body>${body}${keep}`;
  return scenario.document?.({ probe, head, begin, tag, body, keep, whole }, world) ?? whole;
}
