/** Content security policies without exceptions for the tag, and sandboxed frames. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, scenarios, scriptTag, type World, zone } from "./scenario.ts";

const DIGESTS = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../dist/integrity.json"), "utf8"));

const csp = (policy: string) => ({ "content-security-policy": policy });
const FILLED = ["filled", "filled"];

/** Returns a page with a frame that contains the scenario's document. */
const frame = (attributes: string, inside: string) =>
  `<!doctype html><title>frame</title><iframe ${attributes} srcdoc="${inside.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"></iframe>`;

/** Sends a frame's report by message, because the page cannot read it directly. */
const RELAY = `<script>addEventListener("message", ({ source }) => source.postMessage(probe.report(), "*"))</script>`;
const LISTEN = `<script>let latest = ""; addEventListener("message", ({ data }) => (latest = data));
  window.probe = { report: () => (frames[0].postMessage(1, "*"), latest) };</script>`;

const absolute = (world: World) => scriptTag(world, "", `${world.site.origin}/dist/zonetag.js`);

scenarios("content policy", [
  {
    name: "a strict policy that allows only the ad service's hosts",
    headers: ({ ads }) =>
      csp(
        `default-src 'none'; script-src 'self' 'nonce-probe'; connect-src ${ads.origin}; img-src ${ads.origin}; base-uri 'none'; form-action 'none'`,
      ),
    body: zone(1, `data-size="300x250"`) + zone(2, `data-collapse="always"`),
    states: FILLED,
  },
  {
    name: "a policy with a nonce and strict-dynamic",
    headers: ({ ads }) =>
      csp(
        `default-src 'none'; script-src 'nonce-probe' 'strict-dynamic'; connect-src ${ads.origin}; img-src ${ads.origin}`,
      ),
    tag: (world) => scriptTag(world, `nonce="probe"`),
    states: FILLED,
  },
  {
    name: "Trusted Types are enforced without any allowed policy",
    headers: csp(`require-trusted-types-for 'script'; trusted-types 'none'`),
    states: FILLED,
  },
  {
    name: "boxes are reserved even if the policy refuses all styles",
    headers: csp(`style-src 'none'`),
    body: zone(1, `data-size="300x250"`) + zone(2),
    states: FILLED,
    also: async ({ tab }) => {
      const width = await tab.run("document.querySelector('ins').getBoundingClientRect().width");
      expect(width).toBe(300);
    },
  },
  {
    name: "a script from another origin with an integrity digest",
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
      { ads, site }, // Firefox gives a frame without an address no referrer, so the request has none.
    ) => expect([`${site.origin}/`, `${site.origin}/page`, undefined]).toContain(ads.bodies[0]?.user.referer),
  },
  {
    name: "a sandbox policy for the whole page",
    headers: csp("sandbox allow-scripts"),
    states: FILLED,
  },
]);
