// @vitest-environment happy-dom
/** Sentences of the console for each reason that happy-dom can reproduce. e2e/console tests the other reasons. */
import { beforeEach, expect, test, vi } from "vitest";
import {
  CAUSES,
  MIXED_IMAGE,
  MIXED_REQUEST,
  OFFLINE,
  PAGE_CAUSES,
  type Sentences,
  split,
} from "../../e2e/console/causes.ts";
import type { Evidence } from "../../src/console/evidence.ts";
import type { Finding } from "../../src/console/explain.ts";
import { createModel } from "../../src/console/model.ts";
import type { TagState } from "../../src/console/slots.ts";
import * as texts from "../../src/console/texts.ts";
import type { Zonetag } from "../../src/tag/types.ts";
import { at, banner, ENDPOINT, load, pass, pretend, run, usePage, world } from "../tag/page.ts";
import { AGREED, REFUSED } from "../tag/values.ts";

usePage();
beforeEach(() => history.replaceState(null, "", "/sports/article"));

const ONE = `<ins id="a" data-zone-id="5" data-size="300x250"></ins>`;
const FOLDER = "https://cdn.example/causes";
const NO_EVIDENCE: Evidence = { shifts: [], sandbox: undefined, diagnose: () => ({}), stop() {} };

interface Cause {
  markup?: string;
  /** Attributes of the script, without `data-`. */
  script?: Record<string, string>;
  /** Reply to the first request: body, status, headers. A banner by default; null: none. */
  reply?: [body: unknown, status?: number, headers?: Record<string, string>] | null | undefined;
  before?: () => void;
  after?: (z: Zonetag) => unknown;
}

/** Opens a page with the tag and its console, and returns what the console shows. */
async function explain({ markup = ONE, script = {}, reply, before, after }: Cause) {
  const open = vi.fn<(state: TagState) => void>();
  vi.doMock(`${FOLDER}/console.js`, () => ({ open }));
  document.body.innerHTML = markup;
  const element = document.createElement("script");
  for (const [name, value] of Object.entries({ endpoint: ENDPOINT, ...script }))
    element.setAttribute(`data-${name}`, value);
  Object.defineProperty(element, "src", { value: `${FOLDER}/zonetag.js` });
  document.head.append(element);
  pretend("currentScript", element);
  before?.();
  await run();
  await pass(10);
  if (reply) await world.asked[0]?.answer(...reply);
  else if (reply === undefined) await world.asked[0]?.fill();
  if (reply !== null) await load();
  const { zonetag } = window as unknown as { zonetag: Zonetag };
  await after?.(zonetag);
  await pass(0);
  await zonetag.console();
  const [state] = open.mock.calls[0] ?? [];
  if (!state) throw new Error("The console was not opened.");
  return createModel(state, NO_EVIDENCE);
}

const EMPTY = { zones: [null], errors: {} };
const refuse = (message: string): Cause["reply"] => [{ zones: [null], errors: { 0: [message] } }];
const replyWith = (entry: object): Cause["reply"] => [{ zones: [{ ...banner(5), ...entry }], errors: {} }];
const renderWith = (renderer: () => void) => () =>
  Object.assign(window, { zonetag: [(z: Zonetag) => z.render("native", renderer)] });
/** Returns a placeholder with these attributes. */
const slot = (attributes: string) => `<ins id="a" data-zone-id="5" ${attributes}></ins>`;
const startSilentPlatform = () => vi.stubGlobal("__tcfapi", () => {});

/** The most that a zone may have, which is more than a request can carry. */
const LONG_TARGETS = Array.from({ length: 50 }, (_, at) => `data-target-x${at}="${"é".repeat(1000)}"`).join(
  " ",
);

/** Sentences of the console about a zone: the cause, an arrow and the remedy. */
const ZONES: [what: string, cause: Cause, says: string | string[], verdict?: string][] = [
  [
    "an id that the service does not know",
    { reply: refuse("Zone 5 not found") },
    "The ad service has no zone “5”. → Compare it with your ad network's account.",
    "0 of 1 filled, 1 wrong id",
  ],
  [
    "an id that is not a number",
    { markup: `<ins data-zone-id="sports"></ins>` },
    "Not requested: “sports” is not a zone id. → Set it to the number your ad network gave you.",
    "0 of 1 filled, 1 wrong id",
  ],
  [
    "an element that cannot hold an ad",
    { markup: `<button data-zone-id="5">Press</button>` },
    "An ad cannot be shown in <button>. → Move data-zone-id to a <div> or an <ins>.",
  ],
  [
    "another message of the service",
    { reply: refuse("Zone 5 is paused") },
    "The ad service says: “Zone 5 is paused” → Send your ad network a report.",
    "0 of 1 filled, 1 failed",
  ],
  [
    "no campaign for the keywords",
    { markup: slot(`data-keywords="shoes,running" data-target-plan="free"`), reply: [EMPTY] },
    "No campaign matches the keywords “shoes,running” together with plan=free. → Your page is fine. Broader keywords may find more ads.",
    "0 of 1 filled, 1 without an ad",
  ],
  [
    "no campaign for the address",
    { reply: [EMPTY] },
    "No campaign matches the words of the page's address http://localhost:3000/sports/article (the zone has no keywords). → Your page is fine. Broader keywords may find more ads.",
  ],
  [
    "a rejected attribute",
    {
      markup: slot(`data-sub="7"`),
      reply: [{ errors: [{ "[zones][0][sub]": "This field was not expected." }] }, 400],
    },
    "The ad service rejected data-sub of zone 5: “This field was not expected.” → Fix this: it blocks every ad in the same request.",
    "0 of 1 filled, 1 rejected",
  ],
  [
    "a service that requires the visitor's IP address",
    { reply: [{ errors: [{ "[user][ip]": "This field is missing." }] }, 400] },
    "The ad service rejected [user][ip]: “This field is missing.” → Tell your ad network: it blocks every ad in the same request.",
  ],
  [
    "a rejection that names no field",
    { reply: [{ errors: {} }, 400] },
    "The ad service rejected the request: {} → Tell your ad network.",
  ],
  [
    "a service that stays silent",
    { script: { timeout: "200" }, reply: null, after: () => pass(2_000) },
    "The ad service did not reply within 200 ms. → Tell your ad network, or raise data-timeout.",
    "0 of 1 filled, 1 timed out",
  ],
  [
    "a wrong status",
    { reply: ["nothing here", 404] },
    "The ad service replied with HTTP 404. → Check data-endpoint.",
  ],
  [
    "a service that fails",
    {
      reply: ["busy", 503],
      after: async () => {
        await pass(2_000);
        await world.asked[1]?.answer("busy", 503);
      },
    },
    "The ad service replied with HTTP 503. → Tell your ad network.",
    "0 of 1 filled, 1 failed",
  ],
  [
    "a request that is too large for the service",
    { reply: ["", 413] },
    "The ad service replied with HTTP 413. → Too large: shorten data-keywords.",
  ],
  [
    "a zone that is too large for any request",
    { markup: slot(LONG_TARGETS) },
    "Its request would exceed 64 KiB. → Shorten data-keywords and data-target-….",
  ],
  [
    "a pending retry",
    { reply: ["slow down", 429, { "retry-after": "60" }] },
    "The ad service replied with HTTP 429. → Trying again in 60 s.",
    "0 of 1 filled, 1 requested",
  ],
  [
    "too many requests",
    { reply: ["slow down", 429, { "x-rate-limit-reset": "3600" }] },
    "The ad service had too many requests from your address. → Your page is fine. Refresh later.",
  ],
  [
    "a reply without a result for the zone",
    { reply: [{ zones: [], errors: {} }] },
    "The reply has nothing for this zone. → Send your ad network a report.",
  ],
  ["a service that has not answered yet", { reply: null }, "No reply yet. → ", "0 of 1 filled, 1 requested"],
  [
    "an image that is still loading",
    { reply: null, after: () => world.asked[0]?.fill() },
    "The banner's image is loading. → ",
  ],
  [
    "a reply that is not from an ad service",
    { reply: ["<h1>Welcome</h1>"] },
    "The reply is not from an ad service. → Check data-endpoint. The reply is under Requests.",
  ],
  [
    "an unsafe address in an ad",
    { reply: replyWith({ data: { ...banner(5).data, url: "javascript:alert(1)" } }) },
    'The ad has an unsafe address: url: "javascript:alert(1)" → Report the campaign to your ad network.',
  ],
  [
    "an unknown type",
    { reply: replyWith({ type: "popunder" }) },
    "The ad's type, “popunder”, needs a renderer. → Ask your ad network for banners, or add one with render().",
  ],
  [
    "a renderer that throws",
    {
      reply: replyWith({ type: "native" }),
      before: renderWith(() => {
        throw new Error("no template");
      }),
    },
    "The page's own renderer failed: Error: no template → Fix the function given to render().",
  ],
  [
    "an earlier ad that stays because a refresh got no ad",
    {
      after: async (z) => {
        z.refresh();
        await pass(0);
        await world.asked[1]?.fill([null]);
      },
    },
    "The last request brought nothing, so the earlier ad stays. → ",
  ],
  [
    "an ad that the page removed",
    { after: () => at("a").replaceChildren() },
    "The page took the ad or its link out, so it stays out. → Call refresh() to request another.",
    "1 of 1 filled, 1 cannot be seen",
  ],
  [
    "a wait for consent",
    { script: { "consent-timeout": "600000" }, before: startSilentPlatform },
    "Not requested yet: waiting for the visitor's consent. → Answer the consent dialog, or wait for data-consent-timeout.",
  ],
  [
    "a hidden page",
    { before: () => pretend("hidden", true) },
    "Not requested yet: the page is prerendered, or its tab hidden. → Bring the tab to the front.",
    "0 of 1 filled, 1 waiting",
  ],
  [
    "a page that is still loading",
    { before: () => pretend("readyState", "loading") },
    "Not requested yet: the page is still loading. → Set data-zones to request earlier.",
  ],
  [
    "a zone with data-manual that was not scanned",
    { script: { manual: "" } },
    "Not requested: the page has not asked for it. → Call zonetag.scan().",
    "0 of 1 filled, 1 not requested",
  ],
  [
    "a placeholder that was destroyed",
    { after: (z) => z.destroy() },
    "Not requested: the page gave it back with destroy(). → Call scan() or refresh().",
  ],
  [
    "a placeholder in a shadow root that was not scanned",
    {
      markup: `<div id="a"></div>`,
      after: () => {
        at("a").attachShadow({ mode: "open" }).innerHTML = ONE;
      },
    },
    "Not requested: it is in a shadow root. → Call zonetag.scan(root) with that root.",
    "0 of 1 filled, 1 not requested",
  ],
  [
    "a script without an endpoint",
    { script: { endpoint: "" } },
    "Not requested: the script has no valid data-endpoint. → Set it to the address your ad network gave you.",
  ],
  [
    "an attribute that was set after the request",
    { after: () => at("a").setAttribute("data-keywords", "shoes") },
    "data-keywords was changed after the zone was requested. → Set it before that, or call refresh() to use it now.",
  ],
  [
    "sample values",
    { markup: slot(`data-keywords="keywords" data-sub="123450000"`) },
    [
      'data-keywords="keywords" is a sample value. → Set your own, or remove it.',
      'data-sub="123450000" is a sample value. → Set your own, or remove it.',
    ],
  ],
  [
    "unknown attributes",
    {
      markup: slot(`data-keyword="shoes" keywords="shoes" data-targeting-plan="free"`),
    },
    [
      "The tag has no attribute data-keyword, so it is ignored. → Did you mean data-keywords?",
      "The tag has no attribute keywords, so it is ignored. → Did you mean data-keywords?",
      "The tag has no attribute data-targeting-plan, so it is ignored. → Did you mean data-target-…?",
    ],
  ],
  [
    "an attribute of the script on a placeholder",
    { markup: slot("data-manual") },
    "data-manual belongs on the script, so it is ignored. → Move it there.",
  ],
  [
    "templates that were not filled",
    {
      markup: slot(
        `data-keywords="undefined" data-sub="{{ page.sub }}" data-label="{% label %}" data-target-tags='["a","b"]'`,
      ),
    },
    ['keywords="undefined"', 'sub="{{ page.sub }}"', 'label="{% label %}"', 'target-tags="["a","b"]"'].map(
      (attribute) => `data-${attribute} is a template that was not filled. → Set your own, or remove it.`,
    ),
  ],
  [
    "a size with a multiplication sign in place of x",
    { markup: slot(`data-size="300×250"`) },
    'data-size="300×250" contains × (U+00D7). → Type it again.',
  ],
  [
    "a size with a Cyrillic letter in place of x",
    { markup: slot(`data-size="300х250"`) },
    'data-size="300х250" contains х (U+0445). → Type it again.',
  ],
  [
    "curly quotes",
    { markup: slot(`data-keywords="“running"`) },
    'data-keywords="“running" contains “ (U+201C). → Type it again.',
  ],
  [
    "an id with an invisible character",
    { markup: `<ins data-zone-id="101\u200b"></ins>` },
    [
      'data-zone-id="101\u200b" contains an invisible character (U+200B). → Type it again.',
      "Not requested: “101\u200b” is not a zone id. → Set it to the number your ad network gave you.",
    ],
  ],
];

/** Sentences of the console about the page, above its zones. */
const PAGES: [what: string, cause: Cause, says: string[]][] = [
  [
    "a page without zones",
    { markup: "<p>Text</p>" },
    [
      "No element has data-zone-id. → Add the code that your ad network gave you. Content blockers may remove it.",
    ],
  ],
  [
    "a consent platform that stays silent",
    {
      script: { "consent-timeout": "100" },
      before: startSilentPlatform,
      reply: null,
      after: () => pass(200),
    },
    [
      "The consent platform did not answer, so ads were requested without consent. → Check it, or raise data-consent-timeout.",
    ],
  ],
  [
    "a placeholder's code as text",
    { markup: "<p>&lt;ins data-zone-id=&#8221;101&#8221;&gt;&lt;/ins&gt;</p>" },
    ["The ad code is on the page as text, so it does nothing: <ins data-zone-id=”101”> → Paste it as HTML."],
  ],
  [
    "a zone that is on the page twice",
    { markup: ONE + ONE },
    ["Zone 5 is on the page 2 times. → Use a zone for each place."],
  ],
  [
    "an endpoint without a scheme",
    { script: { endpoint: "ads.test/v1" } },
    [
      "Not requested: the script has no valid data-endpoint. → Set it to the address your ad network gave you.",
    ],
  ],
  [
    "attributes of placeholders on the script",
    { script: { media: "(max-width: 100px)", "zone-id": "5" } },
    [
      "data-media belongs on a placeholder, so it is ignored. → Move it there.",
      "data-zone-id belongs on a placeholder, so it is ignored. → Move it there.",
    ],
  ],
  [
    "placeholders with a misspelled zone id attribute",
    {
      markup: `<div data-zone="102"></div><p zone-id="103"></p><b data-revive-zoneid="104"></b>`,
    },
    [
      'The tag has no attribute data-zone, so it is ignored: <div data-zone="102"> → Did you mean data-zone-id?',
      'The tag has no attribute zone-id, so it is ignored: <p zone-id="103"> → Did you mean data-zone-id?',
      'The tag has no attribute data-revive-zoneid, so it is ignored: <b data-revive-zoneid="104"> → Did you mean data-zone-id?',
    ],
  ],
];

const write = (findings: Finding[]) => findings.map(([, what, remedy = ""]) => `${what} → ${remedy}`);

test.each(ZONES)("the console explains %s", async (_what, cause, says, verdict) => {
  const model = await explain(cause);
  expect(write(model.zones[0]?.findings ?? [])).toEqual(expect.arrayContaining([says].flat()));
  if (verdict) expect(model.verdict).toBe(verdict);
});

test.each(PAGES)("above the zones, the console explains %s", async (_what, cause, says) => {
  expect(write((await explain(cause)).findings)).toEqual(expect.arrayContaining(says));
});

const startPlatform = (consent: Record<string, unknown>) => () =>
  vi.stubGlobal(
    "__tcfapi",
    (_command: string, _version: number, answer: (data: object, ok: boolean) => void) =>
      answer({ eventStatus: "tcloaded", listenerId: 1, cmpStatus: "loaded", ...consent }, true),
  );

test.each<[what: string, cause: Cause]>([
  ["the visitor has consented", { before: startPlatform({ gdprApplies: true, tcString: AGREED }) }],
  ["the visitor has refused", { before: startPlatform({ gdprApplies: true, tcString: REFUSED }) }],
  ["consent is not needed", { before: startPlatform({ gdprApplies: false, tcString: "" }) }],
  ["the page itself says that no consent is needed", { script: { gdpr: "0" } }],
  ["the page asks for consent itself, and has none", { script: { gdpr: "1" } }],
  ["there is no consent platform", {}],
])("above the zones, the console says nothing about consent when %s", async (_what, cause) => {
  const model = await explain(cause);
  expect(model.exchanges).toHaveLength(1);
  expect(write(model.findings)).toEqual([]);
});

test("data attributes of the page and its libraries are not reported", async () => {
  const own = `data-v-1a2b data-testid="ad" data-aos="fade" data-bs-toggle="x" data-colour="red"`;
  const script = { cfasync: "false", cookieconsent: "ignore", category: "ads" };
  const { findings, zones } = await explain({ markup: slot(own), script });
  expect(findings).toEqual([]);
  expect(zones[0]?.findings.filter(([, what]) => /^data-|attribute/.test(what))).toEqual([]);
});

test("every text about a zone or the page is covered by a case here or in e2e/console", () => {
  const produced = [...ZONES, ...PAGES].flatMap(([, , says]) =>
    [says].flat().map((text) => text.split(" → ") as unknown as Sentences),
  );
  produced.push(...[...CAUSES, ...PAGE_CAUSES].flatMap(({ says }) => split(says)));
  produced.push(...split([OFFLINE, MIXED_REQUEST, MIXED_IMAGE]));
  type Text = texts.Words | ((...parts: string[]) => texts.Words);
  const groups = {
    codes: texts.codes,
    waits: texts.waits,
    diagnoses: texts.diagnoses,
    boxes: texts.boxes,
    pages: texts.pages,
    attributes: {
      wrongValue: texts.wrongValue,
      sampleValue: texts.sampleValue,
      unknown: texts.unknown,
      late: texts.late,
      unfilled: texts.unfilled,
      untyped: texts.untyped,
      misplaced: texts.misplaced,
    },
    results: {
      redirected: texts.redirected,
      lost: texts.lost,
      noCampaign: texts.noCampaign,
      rejected: texts.rejected,
      kept: texts.kept,
    },
  } as unknown as Record<string, Record<string, Text>>;
  const PART = "\u0000";
  /** Whether these sentences match a text with any parameters. */
  const isMade = (text: Text, sentences: Sentences) => {
    const words = typeof text === "function" ? text(PART, PART, PART) : text;
    return [words[0], words[1] ?? ""].every((pattern, at) => {
      const parts = pattern.split(PART).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const sentence = sentences[at] ?? "";
      return typeof sentence === "string"
        ? new RegExp(`^${parts.join(".*")}$`).test(sentence)
        : pattern.split(PART).every((part) => sentence.source.replaceAll("\\", "").includes(part));
    });
  };
  const missing = Object.entries(groups).flatMap(([group, all]) =>
    Object.entries(all)
      .filter(([, text]) => !produced.some((sentences) => isMade(text, sentences)))
      .map(([name]) => `${group}.${name}`),
  );
  expect(missing).toEqual([]);
});
