/** All ways to load the tag. */
import { scenarios, scriptTag, TIMEOUT, until, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];
const src = (endpoint: string, attributes: string) =>
  `<script ${attributes} src="/dist/zonetag.js" data-endpoint="${endpoint}" ${TIMEOUT}></script>`;
const inject = (endpoint: string, more = "") =>
  `{ const tag = document.createElement("script"); tag.src = "/dist/zonetag.js"; tag.dataset.endpoint = "${endpoint}"; ${more} document.head.append(tag); }`;

scenarios("loading the tag", [
  { name: "blocking, in the head", tag: ({ ads }) => src(ads.endpoint, ""), states: FILLED, requests: 1 },
  { name: "with defer", tag: ({ ads }) => src(ads.endpoint, "defer"), states: FILLED, requests: 1 },
  { name: "as a module", tag: ({ ads }) => src(ads.endpoint, `type="module"`), states: FILLED, requests: 1 },
  {
    name: "at the end of the body",
    tag: "",
    body: ({ ads }) => zone(1) + zone(2) + src(ads.endpoint, ""),
    states: FILLED,
    requests: 1,
  },
  {
    name: "between the placeholders",
    tag: "",
    body: ({ ads }) => zone(1) + src(ads.endpoint, "") + zone(2),
    states: FILLED,
    requests: 1,
  },
  {
    name: "injected by code",
    tag: ({ ads }) => `<script>${inject(ads.endpoint)}</script>`,
    states: FILLED,
    requests: 1,
  },
  {
    name: "injected after the page has loaded",
    tag: ({ ads }) =>
      `<script>addEventListener("load", () => setTimeout(() => ${inject(ads.endpoint)}))</script>`,
    states: FILLED,
    requests: 1,
  },
  {
    name: "evaluated as text by a tag manager, without a script address",
    tag: ({ ads }) =>
      `<script data-endpoint="${ads.endpoint}" type="text/plain"></script><script>fetch("/dist/zonetag.js").then((r) => r.text()).then((code) => (0, eval)(code))</script>`,
    states: FILLED,
    requests: 1,
  },
  {
    name: "without currentScript",
    head: `<script>Object.defineProperty(document, "currentScript", { get: () => null })</script>`,
    states: FILLED,
    requests: 1,
  },
  {
    name: "two script elements",
    tag: (world) => scriptTag(world) + scriptTag(world),
    states: FILLED,
    requests: 1,
  },
  {
    name: "ten script elements, async and blocking",
    tag: (world) => Array.from({ length: 5 }, () => scriptTag(world) + src(world.ads.endpoint, "")).join(""),
    states: FILLED,
    requests: 1,
  },
  {
    name: "two versions of the tag",
    tag: (world) => scriptTag(world) + scriptTag(world, "", "/dist/zonetag.js?v=2"),
    states: FILLED,
    requests: 1,
  },
  {
    name: "a second script after all zones were filled",
    states: FILLED,
    requests: 1,
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(
        `new Promise((next) => { const tag = document.createElement("script"); tag.src = "/dist/zonetag.js?again"; tag.dataset.endpoint = "${ads.endpoint}"; tag.onload = () => next(1); document.head.append(tag); })`,
      );
    },
  },
  {
    name: "from another origin",
    tag: (world) =>
      scriptTag(world, "", `${world.site.origin.replace("127.0.0.1", "localhost")}/dist/zonetag.js`),
    states: FILLED,
    requests: 1,
  },
  {
    name: "without an endpoint the page stays unchanged",
    tag: `<script async src="/dist/zonetag.js"></script>`,
    states: [null, null],
    requests: 0,
  },
  {
    name: "with an invalid endpoint the page stays unchanged",
    tag: `<script async src="/dist/zonetag.js" data-endpoint="javascript:alert(1)"></script>`,
    states: [null, null],
    requests: 0,
  },
  { name: "without any placeholder", body: "<p>words</p>", states: [], requests: 0 },
]);
