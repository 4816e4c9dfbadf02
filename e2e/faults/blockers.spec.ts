/** Ad blockers, which block addresses and hide or remove slots. */
import { scenarios, until, zone } from "./scenario.ts";

scenarios("blocker", [
  {
    name: "the script is blocked",
    tag: `<script async src="/blocked.js"></script>`,
    states: [null, null],
    requests: 0,
  },
  {
    name: "the placement request is blocked",
    headers: { "content-security-policy": "connect-src 'none'" },
    states: ["error", "error"],
    requests: 0,
    violations: ["connect-src"],
  },
  {
    name: "the image is blocked",
    headers: { "content-security-policy": "img-src 'none'" },
    states: ["error", "error"],
    violations: ["img-src"],
  },
  {
    name: "the impression is blocked",
    headers: ({ ads }) => ({
      "content-security-policy": `connect-src ${ads.origin}/v1/ ${ads.origin}/quiet`,
    }),
    states: ["filled", "filled"],
    impressions: 0,
    violations: ["connect-src"],
  },
  {
    name: "a slot hidden by a rule sends no impression",
    head: `<style>[data-zone-id="1"] { display: none !important }</style>`,
    states: ["filled", "filled"],
    impressions: 1,
  },
  {
    name: "slots collapsed by a rule send no impressions",
    head: `<style>[data-zone-id] { display: block; height: 0 !important; overflow: hidden } [data-zone-id] * { height: 0 !important; max-height: 0 }</style>`,
    states: ["filled", "filled"],
    impressions: 0,
  },
  {
    name: "a hidden slot sends its impression once it is shown",
    head: `<style>.wait [data-zone-id="1"] { display: none }</style>`,
    body: `<script nonce="probe">document.body.className = "wait"</script>${zone(1)}${zone(2)}`,
    states: ["filled", "filled"],
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions).toEqual(["2-1"]);
      await tab.run("void (document.body.className = '')");
    },
    impressions: 2,
  },
  {
    name: "slots that are removed as soon as they are filled send no impressions",
    head: `<script>addEventListener("zonetag:filled", ({ target }) => target.remove());</script>`,
    states: [],
    act: async ({ tab }) => {
      await until(() => tab.run("document.querySelectorAll('[data-zone-id]').length")).toBe(0);
    },
    impressions: 0,
  },
  {
    name: "slots whose link is removed as soon as they are filled send no impressions",
    head: `<script>addEventListener("zonetag:filled", ({ target }) => target.querySelector("a").remove());</script>`,
    states: ["filled", "filled"],
    impressions: 0,
  },
]);
