/** The tag does not harm the page's content, elements over an ad, or other vendors' services, in any engine. */
import { EVENT_RECORDER, type RecordedEvent } from "../support/events.ts";
import { expect, type Scenario, scenarios, until, type World } from "./scenario.ts";

const ARTICLE = `<article><p>Text</p><form><input name="mail"></form><footer>Imprint</footer></article>`;

const readText = ({ tab }: World) => tab.run<string>("document.querySelector('[data-zone-id]').textContent");

/** Returns a scenario with a menu that opens over `place` and must get the clicks. */
const covered = (name: string, place: string, state: string | null): Scenario => ({
  name: `a menu without z-index covers ${name} that follows it`,
  body: `<style>body { margin: 8px }</style><nav style="position:relative"><ul style="position:absolute;margin:0;padding:0">
    <li><a id="menu" href="#menu" style="display:block;width:120px;height:60px">Menu</a></li></ul></nav>${place}`,
  states: [state],
  requests: 1,
  also: async ({ tab }) => expect(await tab.run("document.elementFromPoint(40, 40).id")).toBe("menu"),
});

/** Returns a scenario in which another vendor's script with a data-endpoint precedes the tag. */
const besideVendor = (name: string, tag: (world: World) => string): Scenario => ({
  name,
  tag,
  body: `<ins data-zone-id="1"></ins>`,
  prepare: ({ site }) => {
    site.pages["/chat.js"] = { body: "", headers: { "content-type": "text/javascript" } };
  },
  states: ["filled"],
  requests: 1,
  also: async ({ site }) => expect(site.asked).not.toContain("/chat-api"),
});
const chat = `<script data-endpoint="/chat-api" src="/chat.js"></script>`;

scenarios("harm", [
  {
    name: "an article inside an unclosed placeholder stays, and other zones are filled",
    marks: "@essential",
    head: EVENT_RECORDER,
    body: `<main><h1>Title</h1><section><div data-zone-id="1" data-size="300x250" />${ARTICLE}</section>
      <section><div data-zone-id="2" data-size="300x250" /><p>${"Long text of the page. ".repeat(400)}</p></section>
      <ins data-zone-id="3"></ins><ins data-zone-id="4" data-size="300x250"><form><h2>News</h2><input></form></ins>
      <ins data-zone-id="5" data-size="300x250"><span style="position:absolute;top:-9999px;left:-9999px">Ad</span><b>House</b></ins></main>`,
    states: ["error", "error", "filled", "filled", "filled"],
    requests: 1,
    also: async (world) => {
      expect(await readText(world)).toContain("Imprint");
      expect(world.ads.bodies[0]?.zones.map(({ id }) => id)).toEqual([3, 4, 5]);
      const events = await world.tab.run<RecordedEvent[]>("recordedEvents");
      const errors = events.filter(({ type }) => type === "error");
      expect(errors).toMatchObject([
        { zoneId: 1, code: "config", message: expect.stringMatching(/^(article|footer)$/) },
        { zoneId: 2, code: "config" },
      ]);
    },
  },
  {
    name: "an article parsed into a filled placeholder stays, and the ad is removed",
    marks: "@essential",
    prepare: ({ ads, site }) => {
      let finish = () => {};
      // The page requests its remainder once it has the ad, because WebKit's driver runs nothing in a page that is
      // still loading.
      const ask = `new MutationObserver(() => document.querySelector("[data-zone-id] img") && fetch("/rest"))
        .observe(document, { childList: true, subtree: true })`;
      site.pages["/rest"] = (response) => {
        finish();
        response.end();
      };
      site.pages["/page"] = (response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        // WebKitGTK does not begin to parse shorter documents.
        response.write(" ".repeat(4096));
        response.write(
          `<!doctype html><title>page</title><script>${ask}</script><script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-zones="1"></script><div data-zone-id="1"><b>House</b>`,
        );
        finish = () => void response.end(ARTICLE);
      };
    },
    act: async (world) => {
      const readState = () =>
        world.tab.run("document.querySelector('[data-zone-id]')?.dataset.zoneState ?? null");
      await until(readState).toBe("error");
      expect(await world.tab.run("document.querySelectorAll('[data-zone-id] img').length")).toBe(0);
      for (const text of ["House", "Imprint"]) expect(await readText(world)).toContain(text);
      await world.tab.run("void zonetag.destroy()");
      expect(await readText(world)).toContain("Imprint");
      expect(world.site.asked).toContain("/rest");
    },
    requests: 1,
    impressions: ({ ads }) => ads.impressions.length,
  },
  covered("a filled slot", `<ins data-zone-id="1" data-size="300x250"></ins>`, "filled"),
  {
    ...covered("an empty slot", `<ins data-zone-id="1" data-size="300x250"></ins>`, "empty"),
    answer: () => ({ zones: [null], errors: {} }),
  },
  besideVendor(
    "a module beside another vendor's script sends its request to the tag's endpoint",
    ({ ads }) =>
      `${chat}<script type="module" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`,
  ),
  besideVendor(
    "a copy of a blocked script beside another vendor's script sends its request to the tag's endpoint",
    ({ ads }) =>
      `${chat}<script type="text/plain" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script><script src="/dist/zonetag.js"></script>`,
  ),
]);
