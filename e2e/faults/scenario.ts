/**
 * A scenario is a page with its surroundings, and the expected states of its placeholders. All other expectations are
 * the same for every scenario: no uncaught errors, unchanged fallback content, only http(s) addresses in the page, no
 * global but `window.zonetag`, nothing on a prototype, and exactly one impression for each shown banner.
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
  /** Tag of the test. */
  marks?: "@essential" | "@unstable";
  /** Final states of the placeholders in document order; not checked when absent, such as for a page that was left. */
  states?: (string | null)[];
  /** Content of the page. Default: two zones with fallback content. */
  body?: string | ((world: World) => string);
  /** Markup before the tag. */
  head?: string;
  /** Attributes of the tag's script element. */
  script?: string;
  /** Replaces the tag's script element. */
  tag?: string | ((world: World) => string);
  headers?: Record<string, string> | ((world: World) => Record<string, string>);
  /** Replaces the whole document. `parts`: parts of the standard document. */
  document?(parts: Parts, world: World): string;
  answer?: Answer;
  /** Sets the servers up. */
  prepare?(world: World): void;
  /** Steps while the page runs. */
  act?(world: World): Promise<unknown>;
  /** Expected number of placement requests; not checked when absent. */
  requests?: number;
  /** Expected number of impressions, if it is not one for each shown banner. */
  impressions?: number | ((world: World) => number);
  /** Directives of the page's content security policy that the tag violates. */
  violations?: string[];
  /** Number of uncaught errors in the page's own code. */
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
  /** The standard document made of the parts. */
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

/** A placeholder with fallback content. */
export const zone = (id: number | string, attributes = ""): string =>
  `<ins data-zone-id="${id}" ${attributes}><b title="it's &quot;ours&quot;">house ${id}</b> &amp; <!-- kept --></ins>`;

export const test = mergeTests(testWithServers, testWithEngine).extend<{ world: World }>({
  world: async ({ tab, site, ads }, use) => {
    const report = async (after = "") => {
      const asked = "(self.probe ? probe.report() : '')";
      const text = await tab
        .run<string>(after ? `(${asked}, ${after}.then(() => ${asked}))` : asked)
        .catch(() => "");
      return text?.startsWith("{") ? (JSON.parse(text) as Report) : undefined;
    };
    await use({ tab, ads, site, report });
  },
});

/** Lists the distinct final states of a scenario, for its title. */
const describeStates = ({ states = [] }: Scenario): string => {
  const distinct = [...new Set(states)].map((state) => state ?? "not requested");
  return distinct.length > 0 ? ` → ${distinct.join(", ")}` : "";
};

/** Declares a test for each scenario. */
export function scenarios(group: string, list: Scenario[]): void {
  for (const scenario of list)
    test(`${group}: ${scenario.name}${describeStates(scenario)}`, { tag: scenario.marks ?? [] }, async ({
      world,
    }) => {
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

/** Checks the expectations that apply to every page. */
function holds({ states, violations = [], faults = 0 }: Scenario, report: Report | undefined): void {
  expect(report).toMatchObject({ states, broken: [], unsafe: [], globals: [], prototypes: [] });
  expect(faults ? report?.faults.length : report?.faults).toEqual(faults || []);
  expect([...new Set(report?.violations)]).toEqual(violations);
}

/**
 * Returns the report after all pending requests of the page have arrived: after two frames for its observers, a task
 * for their callbacks, and a round trip to the ad service. Requests the report once before that, because the report of
 * a nested frame arrives one request late.
 */
const settled = ({ ads, report }: World) =>
  report(`${RENDERED}.then(() => new Promise((next) => setTimeout(next)))
    .then(() => fetch("${ads.origin}/quiet")).catch(() => {})`);

/**
 * Polls until the value is as expected; reading costs a page little. A read that fails is repeated: while a tab
 * navigates, the document may be gone before it has answered, and `expect.poll` alone would end there.
 */
export const until = <T>(read: () => T | Promise<T>) => {
  const tryRead = async () => read();
  return expect.poll(() => tryRead().catch(() => undefined), { intervals: [20, 50, 100] });
};

const given = <T>(part: T | ((world: World) => T) | undefined, world: World): T | undefined =>
  typeof part === "function" ? (part as (world: World) => T)(world) : part;

/** Long, because the tag retries a request that a busy machine answers late. An earlier data-timeout wins. */
export const TIMEOUT = `data-timeout="60000"`;

/** The tag's script element. */
export const scriptTag = ({ ads }: World, attributes = "", src = "/dist/zonetag.js"): string =>
  `<script async src="${src}" data-endpoint="${ads.endpoint}" ${attributes} ${TIMEOUT}></script>`;

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
