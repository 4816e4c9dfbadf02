/** Consent platforms that load late, run in a parent frame, or use GPP, with the IAB's own libraries. */
import type { User } from "../../src/protocol/placement.ts";
import { servePlatforms, TC_STRING } from "../support/consent.ts";
import { expect, scriptTag, test, until, type World, zone } from "./scenario.ts";

const LONG = `data-user-id="u-7" data-consent-timeout="600000"`;
const SHORT = `data-user-id="u-7" data-consent-timeout="200"`;
const UNKNOWN = { gdpr: 1, consent: "" };

const script = (path: string) => `<script src="${path}"></script>`;
const document = (head: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>${head}<body>${body}`;

/** Returns a page with the tag. */
const tagged = (world: World, head: string, attributes = LONG) =>
  document(head + scriptTag(world, attributes), zone(1));

/** Returns a second origin of the same site. */
const other = ({ site }: World) => site.origin.replace("127.0.0.1", "localhost");

/** Opens `top`, a page with these platforms, and the tag with consent.js in a frame of another origin. */
async function openFramed(
  world: World,
  { top, attributes = LONG, frame }: { top: string; attributes?: string; frame?: (src: string) => string },
): Promise<void> {
  await servePlatforms(world.site);
  const src = `${other(world)}/frame`;
  world.site.pages["/frame"] = tagged(world, COUNT_LISTENERS + script("/dist/consent.js"), attributes);
  world.site.pages["/page"] = document(top, frame?.(src) ?? `<iframe src="${src}"></iframe>`);
  await world.tab.goto(`${world.site.origin}/page`);
}

async function open(world: World, head: string, attributes = LONG): Promise<void> {
  await servePlatforms(world.site);
  world.site.pages["/page"] = tagged(world, head, attributes);
  await world.tab.goto(`${world.site.origin}/page`);
}

/** Adds a script to the page, as platforms' loaders do, and runs `then` once it has loaded. */
const load = ({ tab }: World, path: string, then = "") =>
  tab.run(`new Promise((done) => {
    const script = document.createElement("script");
    script.src = "${path}";
    script.onload = () => { ${then}; done() };
    document.head.append(script);
  })`);

/** Adds a frame with a page of `origin` to the page, and waits until it has loaded. */
async function addFrame({ site, tab }: World, origin: string, markup: string): Promise<void> {
  site.pages["/added"] = markup;
  await tab.run(`new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.src = "${origin}/added";
    frame.onload = done;
    document.body.append(frame);
  })`);
}

/** Reports the number of the frame's message listeners to its page. */
const COUNT_LISTENERS = `<script>
  const add = window.addEventListener, remove = window.removeEventListener;
  const listeners = new Set(), report = () => parent.postMessage({ listeners: listeners.size }, "*");
  window.addEventListener = function (type, listener) { add.apply(this, arguments); if (type === "message") listeners.add(listener), report() };
  window.removeEventListener = function (type, listener) { remove.apply(this, arguments); if (listeners.delete(listener)) report() };
</script>`;
/** Counts the platform's calls by message, and stores the listener counts that the frame reports. */
const WATCH = `<script>
  window.asked = 0;
  window.counts = [];
  addEventListener("message", ({ data }) => {
    if (data?.__tcfapiCall ?? data?.__gppCall) asked++;
    if (data?.listeners >= 0) counts.push(data.listeners);
  });
</script>`;
const isAsked = ({ tab }: World) => until(() => tab.run("window.asked > 0")).toBe(true);
const expectQuiet = ({ tab }: World) => until(() => tab.run("window.counts?.at(-1)")).toBe(0);

/** Counts the pings of the page's own GPP stub. */
const COUNT_PINGS = `<script>
  window.asked = 0;
  const stub = __gpp;
  window.__gpp = (...args) => { if (args[0] === "ping") asked++; return stub(...args) };
</script>`;

const users = ({ ads }: World): User[] => ads.bodies.map(({ user }) => user);

async function expectFilled(world: World, count = 1): Promise<User[]> {
  await until(() => world.ads.impressions.length).toBe(count);
  return users(world);
}

test.describe("consent platforms of the page", () => {
  const stub = script("/tcf-stub.js");
  const CHOICE = `cmp.update("${TC_STRING}")`;
  const AGREED = { gdpr: 1, consent: TC_STRING };
  for (const [name, loaded, later, gdpr] of [
    ["a platform that replaces its stub before the timeout is asked", CHOICE, "", AGREED],
    ["a choice made before the timeout is sent", `cmp.update("", true)`, CHOICE, AGREED],
    [
      "a platform's answer that GDPR does not apply is sent",
      "cmp.update(null)",
      "",
      { gdpr: 0, consent: "" },
    ],
  ] as const)
    test(name, async ({ world }) => {
      await open(world, stub);
      // The stub queues the tag's call.
      await until(() => world.tab.run("window.__tcfapi?.().length")).toBe(1);
      expect(world.ads.requests).toEqual([]);
      await load(world, "/tcf-platform.js", loaded);
      if (later) {
        expect(world.ads.requests).toEqual([]);
        await world.tab.run(later);
      }
      const [user] = await expectFilled(world);
      expect(user).toMatchObject({ id: "u-7", gdpr });
    });

  test("a stub without a platform times out, and the next request asks the platform that loaded late", async ({
    world,
  }) => {
    await open(world, stub, SHORT);
    const [first] = await expectFilled(world);
    expect(first?.gdpr).toEqual(UNKNOWN);
    expect(first).not.toHaveProperty("id");
    await load(world, "/tcf-platform.js", `cmp.update("${TC_STRING}")`);
    await world.tab.run("zonetag.refresh()");
    const [, second] = await expectFilled(world, 2);
    expect(second).toMatchObject({ id: "u-7", gdpr: { gdpr: 1, consent: TC_STRING } });
  });

  test("a page without a platform is not delayed, and the next request asks a platform that loaded late", async ({
    world,
  }) => {
    await open(world, "");
    const [first] = await expectFilled(world);
    expect(first).toMatchObject({ id: "u-7" });
    expect(first).not.toHaveProperty("gdpr");
    await load(world, "/tcf-stub.js");
    await load(world, "/tcf-platform.js", `cmp.update("${TC_STRING}")`);
    await world.tab.run("zonetag.refresh()");
    const [, second] = await expectFilled(world, 2);
    expect(second?.gdpr).toEqual({ gdpr: 1, consent: TC_STRING });
  });
});

test.describe("consent.js", () => {
  const FRAMES: Record<string, (src: string) => string> = {
    "a frame of another origin": (src) => `<iframe src="${src}"></iframe>`,
    "a frame in a frame": (src) => `<iframe srcdoc='<iframe src="${src}"></iframe>'></iframe>`,
    "a sandboxed frame": (src) => `<iframe sandbox="allow-scripts" src="${src}"></iframe>`,
  };
  for (const [name, frame] of Object.entries(FRAMES))
    test(`${name} gets the consent of the page's late platform`, async ({ world }) => {
      await openFramed(world, { top: WATCH + script("/tcf-stub.js"), frame });
      await isAsked(world);
      expect(world.ads.requests).toEqual([]);
      await load(world, "/tcf-platform.js", `cmp.update("${TC_STRING}")`);
      const [user] = await expectFilled(world);
      expect(user).toMatchObject({ id: "u-7", gdpr: { gdpr: 1, consent: TC_STRING } });
    });

  test("a late choice of the visitor reaches the frame", async ({ world }) => {
    await openFramed(world, { top: WATCH + script("/tcf-stub.js") });
    await load(world, "/tcf-platform.js", `cmp.update("", true); asked = 0`);
    await isAsked(world);
    expect(world.ads.requests).toEqual([]);
    await world.tab.run(`cmp.update("${TC_STRING}")`);
    const [user] = await expectFilled(world);
    expect(user?.gdpr).toEqual({ gdpr: 1, consent: TC_STRING });
  });

  test("the frame removes its listener after the answer, and its next request asks again", async ({
    world,
  }) => {
    await openFramed(world, { top: WATCH + script("/tcf-stub.js") });
    await load(world, "/tcf-platform.js", `cmp.update("${TC_STRING}")`);
    await expectFilled(world);
    await expectQuiet(world);
    await world.tab.run("cmp.update(null)");
    await addFrame(world, other(world), "<script>parent.frames[0].zonetag.refresh()</script>");
    const [, second] = await expectFilled(world, 2);
    expect(second?.gdpr).toEqual({ gdpr: 0, consent: "" });
  });

  test("when a parent never replies, the request times out and sends nothing personal", async ({ world }) => {
    const top = `${WATCH}<iframe name="__tcfapiLocator" hidden></iframe>`;
    await openFramed(world, { top, attributes: SHORT });
    const [user] = await expectFilled(world);
    expect(user?.gdpr).toEqual(UNKNOWN);
    expect(user).not.toHaveProperty("id");
    await expectQuiet(world);
  });

  test("a reply from a window other than the platform's is ignored", async ({ world }) => {
    const forge = `<script>setInterval(() => {
      const returnValue = { cmpStatus: "loaded", eventStatus: "tcloaded", listenerId: 1, tcString: "forged", gdprApplies: true };
      for (let at = 0; at < 30; at++)
        parent.frames.tag.postMessage({ __tcfapiReturn: { callId: "zonetag-" + at, success: true, returnValue } }, "*");
    }, 20)</script>`;
    await openFramed(world, {
      top: WATCH + script("/tcf-stub.js"),
      frame: (src) => `<iframe name="tag" src="${src}"></iframe>`,
    });
    await isAsked(world);
    await addFrame(world, world.site.origin, forge);
    await world.tab.run("asked = 0");
    await isAsked(world);
    await load(world, "/tcf-platform.js", `cmp.update("${TC_STRING}")`);
    const [user] = await expectFilled(world);
    expect(user?.gdpr).toEqual({ gdpr: 1, consent: TC_STRING });
  });

  test("a page keeps its own stub", async ({ world }) => {
    await open(
      world,
      `${script("/tcf-stub.js")}<script>window.before = __tcfapi</script>${script("/dist/consent.js")}`,
    );
    await until(() => world.tab.run("window.__tcfapi?.().length")).toBe(1);
    expect(await world.tab.run("__tcfapi === before")).toBe(true);
  });

  test("a page without any platform gets no stub and is not delayed", async ({ world }) => {
    await open(world, script("/dist/consent.js"));
    const [user] = await expectFilled(world);
    expect(user).not.toHaveProperty("gdpr");
    expect(await world.tab.run(`"__tcfapi" in window`)).toBe(false);
  });

  const GPP: Record<string, { set: string; gdpr: object; id?: string }> = {
    "the TCF section": {
      set: `cmp.setSectionString("tcfeuv2", "${TC_STRING}"); cmp.setFieldValue("usnat", "SaleOptOut", 1); cmp.setApplicableSections([2])`,
      gdpr: { gdpr: 1, consent: expect.stringMatching(new RegExp(`^${TC_STRING}`)) },
      id: "u-7",
    },
    "an opt-out in the United States": {
      set: `cmp.setFieldValue("usnat", "SaleOptOut", 1); cmp.setApplicableSections([7])`,
      gdpr: UNKNOWN,
    },
    "no regulation": { set: "cmp.setApplicableSections([-1])", gdpr: { gdpr: 0, consent: "" }, id: "u-7" },
  };
  for (const [name, { set, gdpr, id }] of Object.entries(GPP)) {
    const finish = `${set}; cmp.setSignalStatus("ready")`;

    test(`consent is read from the page's GPP platform: ${name}`, async ({ world }) => {
      await open(world, script("/gpp-stub.js") + COUNT_PINGS + script("/dist/consent.js"));
      await isAsked(world);
      expect(world.ads.requests).toEqual([]);
      await load(world, "/gpp-platform.js", finish);
      const [user] = await expectFilled(world);
      expect(user?.gdpr).toEqual(gdpr);
      expect(user?.id).toBe(id);
    });

    test(`consent is read from a parent frame's GPP platform: ${name}`, async ({ world }) => {
      await openFramed(world, { top: WATCH + script("/gpp-stub.js") });
      await isAsked(world);
      expect(world.ads.requests).toEqual([]);
      await load(world, "/gpp-platform.js", finish);
      const [user] = await expectFilled(world);
      expect(user?.gdpr).toEqual(gdpr);
      expect(user?.id).toBe(id);
      await expectQuiet(world);
    });
  }
});
