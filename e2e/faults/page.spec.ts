/** Old and intrusive page code that changes globals and methods before the tag runs. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { TC_STRING } from "../support/consent.ts";
import { expect, type Scenario, scenarios, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];
const ERROR = ["error", "error"];
const ZONE_JS = readFileSync(
  resolve(import.meta.dirname, "../../node_modules/zone.js/bundles/zone.umd.js"),
  "utf8",
);

/** Returns a scenario that runs code before the tag. */
const code = (name: string, text: string, more: Partial<Scenario> = {}): Scenario => ({
  name,
  head: `<script>${text}</script>`,
  states: FILLED,
  requests: 1,
  ...more,
});

/** Opens the page in a frame, because WebKit's driver itself uses the JSON object of the page that it drives. */
const inFrame: Partial<Scenario> = {
  document: ({ whole }, { site }) => {
    site.pages["/inside"] = whole;
    return `<!doctype html><title>host</title><script>window.probe = { report: () => frames[0].probe?.report() ?? "" }</script><iframe src="/inside"></iframe>`;
  },
};

/** Unknown feature, missing unit, missing parentheses, incomplete condition. */
const WRONG_QUERIES = [
  ...["(min-widht: 1px)", "(max-width: 1)", "max-width: 1px", "min-width: 1px", "min-width: 99999px"],
  ...["screen and max-width: 1px", "(max-width: 1px) and", "1px"],
];
const UNMATCHED_QUERIES = [
  ...["(max-width: 1px)", "not all", "print", "only screen and (max-width: 1px)", "not (min-width: 1px)"],
  ...[
    "(min-width: 1px) and (max-width: 2px)",
    "(max-width: 1px) or (max-width: 2px)",
    "(max-width: 1px), print",
  ],
];

const withLists: Partial<Scenario> = {
  body: zone(1, `data-keywords="a,b" data-target-x="1"`) + zone(2),
  also: async ({ ads }) => {
    expect(ads.bodies[0]?.zones).toEqual([
      { id: 1, keywords: "a,b", custom_targeting: { x: "1" } },
      { id: 2 },
    ]);
  },
};

scenarios("page code", [
  code(
    "an old library adds toJSON to Array.prototype",
    `Array.prototype.toJSON = function () { return "[" + this.join() + "]" }`,
    withLists,
  ),
  code(
    "an old library adds toJSON to String.prototype",
    `String.prototype.toJSON = function () { return '"' + this + '"' }`,
    withLists,
  ),
  code(
    "toJSON is added to Object.prototype",
    `Object.prototype.toJSON = function () { return "mine" }`,
    withLists,
  ),
  code(
    "enumerable properties are added to Object.prototype",
    `Object.prototype.extend = function () {}; Object.prototype.url = "javascript:alert(1)"; Object.prototype.type = "popunder"; Object.prototype.zoneId = 9; Object.prototype.sub = 4; Object.prototype.code = "network"; Object.prototype.targeting = "x"`,
    withLists,
  ),
  code(
    "enumerable properties are added to Array.prototype",
    `Array.prototype.first = function () { return this[0] }; Array.prototype.remove = function () {}`,
    withLists,
  ),
  code(
    "Array.prototype.entries is replaced by Prototype.js and returns an array",
    `Array.prototype.entries = Array.prototype.toArray = function () { return this.slice() }`,
    withLists,
  ),
  code(
    "self is a variable of the page",
    `var self = { probe }; window.zonetag = [(z) => z.set({ keywords: "early" })]`,
    {
      also: async ({ ads, tab }) => {
        expect(ads.bodies[0]?.zones[0]?.keywords).toBe("early");
        expect(await tab.run("typeof window.zonetag.scan")).toBe("function");
      },
    },
  ),
  code(
    "methods of String and Function prototypes are replaced or added",
    `String.prototype.trim = function () { return "" + this }; Function.prototype.defer = function () {}`,
  ),
  code(
    "fetch is wrapped",
    `{ const own = fetch; window.fetch = function () { return own.apply(this, arguments) } }`,
  ),
  code("fetch throws at once", `window.fetch = () => { throw new Error("blocked") }`, {
    states: ERROR,
    requests: 0,
  }),
  code("fetch rejects", `window.fetch = () => Promise.reject(new Error("blocked"))`, {
    states: ERROR,
    requests: 0,
  }),
  code("fetch returns undefined", `window.fetch = () => {}`, { states: ERROR, requests: 0 }),
  code("fetch returns an invalid object", `window.fetch = () => ({ text: 5, headers: null })`, {
    states: ERROR,
    requests: 0,
  }),
  code("fetch is missing", `window.fetch = undefined`, { states: ERROR, requests: 0 }),
  code(
    "fetch fails only for impressions",
    `{ const own = fetch; window.fetch = (url, init) => { if (init?.method !== "POST") throw new Error("no"); return own(url, init) } }`,
    { impressions: 0 },
  ),
  code(
    "Promise is replaced by a library",
    `{ const Own = Promise; window.Promise = class Library extends Own { done() {} } }`,
  ),
  code(
    "URL is replaced",
    `window.URL = function (x) { return { href: "javascript:" + x, protocol: "http:" } }`,
  ),
  code(
    "a script-delaying plugin overrides document.readyState and addEventListener",
    `Object.defineProperty(document, "readyState", { get: () => "loading" }); document.addEventListener = () => {}`,
    {
      tag: ({
        ads,
      }) => `<script>addEventListener("load", () => document.head.append(Object.assign(document.createElement("script"), { src: "/dist/zonetag.js" })))</script>
        <script type="text/plain" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`,
    },
  ),
  ...["undefined", "null", "{}"].map((language) =>
    code(
      `navigator.language is ${language}`,
      `Object.defineProperty(navigator, "language", { get: () => (${language}) })`,
      {
        also: async ({ ads }) => {
          expect(ads.bodies[0]?.user).not.toHaveProperty("language");
        },
      },
    ),
  ),
  ...[" ", "\n", "\u00a0"].map((space) =>
    code(`white space ${JSON.stringify(space)} around data-endpoint`, "", {
      tag: ({ ads }) =>
        `<script async src="/dist/zonetag.js" data-endpoint="${space}${ads.endpoint}${space}"></script>`,
    }),
  ),
  code("URL and URLSearchParams are missing", `window.URL = window.URLSearchParams = undefined`),
  code("URL.canParse is missing", `delete URL.canParse; delete URL.parse`),
  code(
    "JSON is replaced by an old implementation",
    `{ const { parse, stringify } = JSON; window.JSON = { parse: (x) => parse(x), stringify: (x, y) => stringify(x, y) } }`,
  ),
  code("JSON methods throw", `window.JSON = { parse() { throw 1 }, stringify() { throw 2 } }`, {
    states: ERROR,
    requests: 0,
    ...inFrame,
  }),
  code("JSON is missing", `window.JSON = undefined`, { states: ERROR, requests: 0, ...inFrame }),
  code("Image is replaced", `window.Image = function () { throw new Error("no images") }`),
  code(
    "CustomEvent is replaced by an old polyfill",
    `window.CustomEvent = function (type, init) { const event = document.createEvent("CustomEvent"); event.initCustomEvent(type, init.bubbles, false, init.detail); return event }`,
  ),
  code(
    "addEventListener is wrapped",
    `{ const own = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (type, run, options) { return own.call(this, type, (...args) => run.apply(this, args), options) } }`,
  ),
  code("window.addEventListener is replaced", `window.addEventListener = () => {}`, {
    // Loaded before the page is parsed, so the tag must notice the end of parsing.
    tag: ({ ads }) => `<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`,
  }),
  code(
    "a listener that throws",
    `for (const type of ["request", "filled", "impression"]) document.addEventListener("zonetag:" + type, () => { throw new Error("rude") })`,
    { faults: 6 },
  ),
  code(
    "setTimeout is wrapped",
    `{ const own = setTimeout; window.setTimeout = (run, delay) => own(() => run(), delay) }`,
  ),
  code(
    "fetch ignores the signal, and the service never answers",
    `{ const own = fetch; window.fetch = (url, { signal, ...init } = {}) => own(url, init) }`,
    {
      answer: () => undefined,
      script: `data-timeout="200"`,
      states: ERROR,
      requests: 2,
    },
  ),
  code("constructable sheets are missing", `window.CSSStyleSheet = undefined`, {
    body: zone(1, `data-size="300x250"`) + zone(2),
  }),
  code(
    "TextEncoder and btoa are missing, with an e-mail address",
    `window.TextEncoder = window.btoa = undefined; (window.zonetag = []).push((z) => z.set({ email: "a@b.example" }))`,
  ),
  code(
    "Map is replaced by an old polyfill",
    `{ const Own = Map; window.Map = class extends Own { constructor(list) { super(); for (const [key, value] of list ?? []) this.set(key, value) } } }`,
  ),
  code("an error handler that claims to have handled everything", `window.onerror = () => true`),
  code("a consent platform that throws", `window.__tcfapi = () => { throw new Error("consent") }`),
  code("a consent platform that never answers", `window.__tcfapi = () => {}`, {
    script: `data-consent-timeout="100"`,
  }),
  code(
    "a consent platform that answers several times with incomplete data",
    `window.__tcfapi = (command, version, callback) => { callback?.({}, false); callback?.({ eventStatus: "tcloaded", tcString: "x", gdprApplies: true }, true); callback?.({ eventStatus: "tcloaded" }, true) }`,
  ),
  code(
    "a consent platform that answers with null",
    `window.__tcfapi = (command, version, callback) => callback?.(null, false)`,
    { script: `data-consent-timeout="100"` },
  ),
  code(
    "pushed functions that throw, and pushed values that are not functions",
    `window.zonetag = [() => { throw new Error("mine") }, 5, null, (z) => z.set({ keywords: "late" })]`,
    {
      also: async ({ ads }) => expect(ads.bodies[0]?.zones[0]?.keywords).toBe("late"),
    },
  ),
  code("window.zonetag is a string", `window.zonetag = "mine"`),
  code(
    "values that throw when they are read",
    `(window.zonetag = []).push((z) => z.set({ get email() { throw new Error("mine") } }), (z) => z.set({ buyeruids: (() => { const a = []; a.push(a); return a })(), userId: {}, targeting: { a: null, b: 5 } }))`,
    {
      also: async ({ ads }) =>
        expect(ads.bodies[0]?.zones[0]).toEqual({ id: 1, custom_targeting: { b: "5" } }),
    },
  ),
  ...["addEventListener", "createElement", "querySelector", "querySelectorAll", "getRootNode"].map((name) =>
    code(`an image is called ${name}`, `document.write('<img name="${name}" alt="">')`, {
      // Loaded before the page is parsed, so the tag must notice the end of parsing.
      tag: ({ ads }) => `<script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script>`,
    }),
  ),
  ...["adoptedStyleSheets", "isConnected", "dataset", "nodeType", "referrer", "prerendering"].map((name) =>
    code(`an image is called ${name}`, `document.write('<img name="${name}" alt="">')`),
  ),
  ...["IntersectionObserver", "ResizeObserver"].map((name) =>
    code(`there is no ${name}`, `delete window.${name}`, { body: zone(1) + zone(2, 'data-lazy="0"') }),
  ),
  code("Promise has no finally", "delete Promise.prototype.finally", {
    ...inFrame,
    head: `<script>delete Promise.prototype.finally; window.__tcfapi = (command, version, callback) =>
      callback({ eventStatus: "tcloaded", gdprApplies: false, tcString: "${TC_STRING}", listenerId: 1 }, true)</script>`,
    also: async ({ ads }) => expect(ads.bodies[0]?.user.gdpr).toEqual({ gdpr: 0, consent: TC_STRING }),
  }),
  code(
    "Array has no flat",
    `delete Array.prototype.flat; (window.zonetag = []).push((z) => z.set({ keywords: ["a", "b"] }))`,
    {
      answer: () => ({ zones: [null, null], errors: { 0: ["Zone 1 not found", "or so"] } }),
      states: ["error", "empty"],
      also: async ({ ads }) => expect(ads.bodies[0]?.zones[0]).toEqual({ id: 1, keywords: "a,b" }),
    },
  ),
  {
    name: "zones whose media query has an error or does not match are not requested",
    body: [...WRONG_QUERIES, ...UNMATCHED_QUERIES]
      .map((query, at) => `<ins data-zone-id="${at + 1}" data-media="${query}"></ins>`)
      .join(""),
    states: [...WRONG_QUERIES, ...UNMATCHED_QUERIES].map(() => null),
    requests: 0,
  },
  code(
    "a renderer throws a value without a text form",
    `(window.zonetag = []).push((z) => z.render("native", () => { throw Object.create(null) }))`,
    {
      answer: () => ({ zones: [{ type: "native", data: {} }, null], errors: {} }),
      states: ["error", "empty"],
    },
  ),
  {
    name: "zone.js is loaded",
    head: `<script>${ZONE_JS.replace(/<\/script/g, "<\\/script")}</script>`,
    states: FILLED,
    requests: 1,
  },
]);
