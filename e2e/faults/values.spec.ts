/** Values of the page over the bounds of the interface, consent that is none, and pages without their own address. */
import { checkRequest } from "../../src/service/placement/readRequest.ts";
import { REFUSAL, TC_STRING } from "../support/consent.ts";
import { expect, type Scenario, scenarios, scriptTag, type World, zone } from "./scenario.ts";

/** Records the lines in the browser's console as `said`. */
const LISTEN = `<script>window.said = []; console.error = (...parts) => void said.push(parts.join(" "))</script>`;
const said = ({ tab }: World) => tab.run<string[]>("said");

/** Fails unless the service accepts all requests. */
function expectAccepted({ ads }: World): void {
  for (const body of ads.bodies)
    expect(checkRequest(body, { maxZones: 100, isIpRequired: false })).toHaveProperty("request");
}

const set = (values: string) =>
  `${LISTEN}<script>(window.zonetag = window.zonetag || []).push((z) => z.set(${values}))</script>`;

/** Returns a scenario in which one value exceeds its bound, both zones are filled, and one line names the value. */
const over = (name: string, line: RegExp, more: Partial<Scenario>): Scenario => ({
  name: `${name} is left out, and both zones are requested`,
  head: LISTEN,
  states: ["filled", "filled"],
  requests: 1,
  ...more,
  also: async (world) => {
    expectAccepted(world);
    expect(await said(world)).toEqual([expect.stringMatching(line)]);
    await more.also?.(world);
  },
});

const many = (count: number) => Array.from({ length: count }, (_, at) => `data-target-k${at}="1"`).join(" ");
const words = Array.from({ length: 2000 }, (_, at) => `word${at}`).join();

scenarios("values over a bound", [
  over("a target of 1,150 characters", /^\[zonetag\] data-target-summary: expected at most/, {
    body: zone(1, `data-target-summary="${"x".repeat(1150)}" data-target-a="1"`) + zone(2),
    also: async ({ ads }) => expect(ads.bodies[0]?.zones[0]).toEqual({ id: 1, custom_targeting: { a: "1" } }),
  }),
  over("a target key of 130 characters", /^\[zonetag\] data-target-kkk+: expected at most/, {
    body: zone(1, `data-target-${"k".repeat(130)}="1"`) + zone(2),
  }),
  over("the last of 51 targets", /^\[zonetag\] data-target-k50: expected at most 50 keys/, {
    body: zone(1, many(51)) + zone(2),
    also: async ({ ads }) =>
      expect(Object.keys(ads.bodies[0]?.zones[0]?.custom_targeting ?? {})).toHaveLength(50),
  }),
  over("the end of long keywords", /^\[zonetag\] data-keywords: expected at most 8192 characters/, {
    body: zone(1, `data-keywords="${words}"`) + zone(2),
    also: async ({ ads }) => {
      const sent = ads.bodies[0]?.zones[0]?.keywords ?? "";
      expect(sent.length).toBeGreaterThan(8180);
      expect(words.startsWith(`${sent},`)).toBe(true);
    },
  }),
  over("a user id of 300 characters", /^\[zonetag\] data-user-id: expected at most 256 characters/, {
    script: `data-user-id="${"u".repeat(300)}"`,
    also: async ({ ads }) => expect(ads.bodies[0]?.user).not.toHaveProperty("id"),
  }),
  over("a long email address of code", /^\[zonetag\] email: expected at most 1024 characters/, {
    head: set(`{ email: "e".repeat(800), buyeruids: ["b"] }`),
    also: async ({ ads }) => {
      expect(ads.bodies[0]?.user).not.toHaveProperty("el");
      expect(ads.bodies[0]?.user).toHaveProperty("buyeruids");
    },
  }),
  over("a list of buyer ids that is too long", /^\[zonetag\] buyeruids: expected at most 16384 characters/, {
    head: set(`{ buyeruids: Array(2000).fill("buyer-id") }`),
  }),
  over("an address of 20,000 characters", /^\[zonetag\] data-referer: expected at most 16384 characters/, {
    head: `${LISTEN}<script>history.replaceState(0, "", "/" + "a".repeat(20000))</script>`,
    tag: (world) => scriptTag(world, "", `${world.site.origin}/dist/zonetag.js`),
    also: async ({ ads }) => expect(ads.bodies[0]?.user).not.toHaveProperty("referer"),
  }),
  over("a consent string of 17,000 characters", /^\[zonetag\] data-consent: expected a TC string/, {
    script: `data-gdpr="1" data-consent="${`${TC_STRING}.`.padEnd(17_000, "A")}" data-user-id="u1"`,
    also: async ({ ads }) => {
      expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 1, consent: "" });
      expect(ads.bodies[0]?.user).not.toHaveProperty("id");
    },
  }),
  {
    name: "values at their bounds are sent whole",
    head: LISTEN,
    script: `data-user-id="${"u".repeat(256)}"`,
    body:
      zone(1, `data-target-x="${"x".repeat(1024)}" data-target-${"k".repeat(128)}="1"`) +
      zone(2, `data-keywords="${"ab,".repeat(2730)}cc" ${many(50)}`),
    states: ["filled", "filled"],
    requests: 1,
    also: async (world) => {
      expectAccepted(world);
      expect(await said(world)).toEqual([]);
      const { user, zones } = world.ads.bodies[0] ?? {};
      expect(user?.id).toHaveLength(256);
      expect(Object.values(zones?.[0]?.custom_targeting ?? {}).map((text) => text.length)).toEqual([1024, 1]);
      expect(zones?.[1]?.keywords).toHaveLength(8192);
    },
  },
  {
    name: "zones with different keywords of 8,192 characters are requested two at a time",
    body: [1, 2, 3, 4].map((id) => zone(id, `data-keywords="${`${id}`.repeat(8192)}"`)).join(""),
    states: ["filled", "filled", "filled", "filled"],
    requests: 2,
  },
]);

const PERSONAL = `data-user-id="u1"`;

/** Returns a scenario with the `gdpr` and the id that are sent, and lines in the browser's console. */
const consent = (
  name: string,
  script: string,
  gdpr: object,
  id: string | undefined,
  lines: RegExp[],
): Scenario => ({
  name,
  head: LISTEN,
  script: `${PERSONAL} ${script}`,
  states: ["filled", "filled"],
  also: async (world) => {
    expect(world.ads.bodies[0]?.user.gdpr).toEqual(gdpr);
    expect(world.ads.bodies[0]?.user.id).toBe(id);
    expect(await said(world)).toEqual(lines.map((line) => expect.stringMatching(line)));
  },
});

const NONE = { gdpr: 1, consent: "" };
const WRONG = /data-consent: expected a TC string/;
const ALONE = /data-consent: expected data-gdpr as well/;

scenarios("consent of the page", [
  consent("a word is no consent", `data-gdpr="1" data-consent="marketing"`, NONE, undefined, [WRONG]),
  consent("a GPP string is no consent", `data-gdpr="1" data-consent="DBABMA~${TC_STRING}"`, NONE, undefined, [
    WRONG,
  ]),
  consent(
    "a readable refusal is sent as it is",
    `data-gdpr="1" data-consent="${REFUSAL}"`,
    { gdpr: 1, consent: REFUSAL },
    undefined,
    [],
  ),
  consent(
    "a TC string with purpose 1 is consent",
    `data-gdpr="1" data-consent="${TC_STRING}"`,
    { gdpr: 1, consent: TC_STRING },
    "u1",
    [],
  ),
  consent(
    "a TC string without data-gdpr counts as under GDPR",
    `data-consent="${TC_STRING}"`,
    { gdpr: 1, consent: TC_STRING },
    "u1",
    [ALONE],
  ),
  consent("a word without data-gdpr is no consent", `data-consent="granted"`, NONE, undefined, [
    ALONE,
    WRONG,
  ]),
  consent("a wrong data-gdpr counts as 1", `data-gdpr="yes"`, NONE, undefined, [
    /data-gdpr="yes": expected 0 or 1/,
  ]),
  {
    ...consent("a consent manager's bare copy of the script reads its original", "", NONE, undefined, [
      WRONG,
    ]),
    tag: ({ ads }) =>
      `<script type="text/plain" data-consent="marketing" data-src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-gdpr="1" data-user-id="u1" data-timeout="60000"></script>
      <script>document.head.append(Object.assign(document.createElement("script"), { src: "/dist/zonetag.js" }))</script>`,
  },
]);

const quote = (markup: string) => markup.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
const framed = (world: World, head = "", attributes = "") =>
  `<!doctype html>${head}${scriptTag(world, attributes, `${world.site.origin}/dist/zonetag.js`)}${zone(1)}`;

/** Returns a scenario with the tag in a frame that sends `path` of the page around it as its address. */
const address = (name: string, path: string, document: (world: World) => string): Scenario => ({
  name,
  document: (_, world) => `<!doctype html><title>page</title>${document(world)}`,
  impressions: 1,
  also: async ({ ads, site }) =>
    expect(ads.bodies.map(({ user }) => user.referer)).toEqual([site.origin + path]),
});

const frame = (inside: string, attributes = "") =>
  `<iframe ${attributes} srcdoc="${quote(inside)}"></iframe>`;

scenarios("address of the page", [
  address("a srcdoc frame sends that of the page around it", "/page", (world) => frame(framed(world))),
  address("data-referer=full applies to the page around it", "/page?secret=1", (world) =>
    frame(framed(world, "", 'data-referer="full"')),
  ),
  address("nested srcdoc frames send that of the page around them", "/page", (world) =>
    frame(frame(framed(world))),
  ),
  address(
    "<base> in the frame and in the page makes no difference",
    "/page",
    (world) => `<base href="/elsewhere/">${frame(framed(world, '<base href="https://cdn.example/">'))}`,
  ),
  address("an image called baseURI makes no difference", "/page", (world) =>
    frame(framed(world, '<img name="baseURI"><img name="location"><img name="parent">')),
  ),
  address(
    "a frame written by a script sends that of the page around it",
    "/page",
    (world) =>
      `<iframe></iframe><script>frames[0].document.write(${JSON.stringify(framed(world)).replaceAll("</", "<\\/")}); frames[0].document.close()</script>`,
  ),
]);

/** Returns a scenario with the tag's script in a shadow root. */
const shadowed = (name: string, insert: string): Scenario => ({
  name,
  head: LISTEN,
  tag: ({ ads }) => `<div id="host"></div><script>{
    const script = Object.assign(document.createElement("script"), { src: "/dist/zonetag.js" });
    script.dataset.endpoint = "${ads.endpoint}";
    ${insert}
  }</script>`,
  requests: 0,
  impressions: 0,
  act: async ({ tab }) => {
    await expect.poll(() => tab.run("!!window.zonetag?.console")).toBe(true);
    await tab.run("zonetag.console()");
  },
  also: async (world) => {
    expect(await said(world)).toEqual([expect.stringMatching(/data-endpoint="not found, .* shadow root": /)]);
    expect(await world.tab.run("!!document.querySelector('zonetag-console')")).toBe(true);
  },
});

scenarios("a script in a shadow root is named, and the console opens", [
  shadowed("open", `host.attachShadow({ mode: "open" }).append(script)`),
  shadowed("closed", `host.attachShadow({ mode: "closed" }).append(script)`),
  shadowed(
    "nested",
    `const inner = document.createElement("p"); host.attachShadow({ mode: "open" }).append(inner); inner.attachShadow({ mode: "open" }).append(script)`,
  ),
  shadowed(
    "of another origin",
    `script.src = script.src.replace("127.0.0.1", "localhost"); host.attachShadow({ mode: "open" }).append(script)`,
  ),
]);
