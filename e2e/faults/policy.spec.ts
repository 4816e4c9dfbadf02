/** Content security policies without exceptions for the tag, and sandboxed frames. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, scenarios, scriptTag, type World, zone } from "./scenario.ts";

const DIGESTS = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../dist/integrity.json"), "utf8"));

const csp = (policy: string) => ({ "content-security-policy": policy });
const FILLED = ["filled", "filled"];

/** A frame whose document is the scenario's; the probe reports from inside it. */
const frame = (attributes: string, inside: string) =>
  `<!doctype html><title>frame</title><iframe ${attributes} srcdoc="${inside.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"></iframe>`;

/** Repeats by message the report of a frame, which its page cannot read. */
const RELAY = `<script>addEventListener("message", ({ source }) => source.postMessage(probe.report(), "*"))</script>`;
const LISTEN = `<script>let latest = ""; addEventListener("message", ({ data }) => (latest = data));
  window.probe = { report: () => (frames[0].postMessage(1, "*"), latest) };</script>`;

const absolute = (world: World) => scriptTag(world, "", `${world.site.origin}/dist/zonetag.js`);

scenarios("policy", [
  {
    name: "a strict policy needs no exceptions except the hosts",
    headers: ({ ads }) =>
      csp(
        `default-src 'none'; script-src 'self' 'nonce-probe'; connect-src ${ads.origin}; img-src ${ads.origin}; base-uri 'none'; form-action 'none'`,
      ),
    body: zone(1, `data-size="300x250"`) + zone(2, `data-collapse="always"`),
    states: FILLED,
  },
  {
    name: "nonce and strict-dynamic",
    headers: ({ ads }) =>
      csp(
        `default-src 'none'; script-src 'nonce-probe' 'strict-dynamic'; connect-src ${ads.origin}; img-src ${ads.origin}`,
      ),
    tag: (world) => scriptTag(world, `nonce="probe"`),
    states: FILLED,
  },
  {
    name: "Trusted Types enforced, with no policy allowed",
    headers: csp(`require-trusted-types-for 'script'; trusted-types 'none'`),
    states: FILLED,
  },
  {
    name: "all styles refused: boxes are still reserved",
    headers: csp(`style-src 'none'`),
    body: zone(1, `data-size="300x250"`) + zone(2),
    states: FILLED,
    also: async ({ tab }) => {
      const width = await tab.run("document.querySelector('ins').getBoundingClientRect().width");
      expect(width).toBe(300);
    },
  },
  {
    name: "integrity, from another origin",
    tag: (world) => scriptTag(world, `crossorigin integrity="${DIGESTS["zonetag.js"]}"`),
    states: FILLED,
  },
  {
    name: "a sandboxed frame with an opaque origin",
    document: ({ probe, begin, body, keep }, world) =>
      frame(`sandbox="allow-scripts"`, `${probe}${begin}${absolute(world)}${body}${keep}${RELAY}`) + LISTEN,
    states: FILLED,
  },
  {
    name: "a frame written into the page by script",
    document: ({ probe, begin, body, keep }, world) =>
      frame("", `${probe}${begin}${absolute(world)}${body}${keep}${RELAY}`) + LISTEN,
    states: FILLED,
    also: async (
      { ads, site }, // Firefox tells a frame without an address nothing of its page: then there is none to send.
    ) => expect([`${site.origin}/`, `${site.origin}/page`, undefined]).toContain(ads.bodies[0]?.user.referer),
  },
  {
    name: "a sandbox for the whole page",
    headers: csp("sandbox allow-scripts"),
    states: FILLED,
  },
]);
