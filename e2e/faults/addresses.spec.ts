/** Malicious addresses in each of a banner's three fields. */
import { expect, type Scenario, scenarios, scriptTag } from "./scenario.ts";

const REFUSED: [string, string][] = [
  ["javascript:", "javascript:alert(1)"],
  ["javascript: in mixed case", "JaVaScRiPt:alert(1)"],
  ["javascript: after a tab", "\tjavascript:alert(1)"],
  ["javascript: with a tab inside", "java\tscript:alert(1)"],
  ["javascript: with a newline inside", "java\r\nscript:alert(1)"],
  ["javascript: after control characters", "\u0001\u001fjavascript:alert(1)"],
  ["javascript: after a byte-order mark", "\ufeffjavascript:alert(1)"],
  ["javascript: with entities", "&#106;avascript&colon;alert(1)"],
  ["javascript: percent-encoded", "javascript%3Aalert(1)"],
  ["javascript: that names http", "javascript://http://ads.example/%0aalert(1)"],
  ["vbscript:", "vbscript:msgbox(1)"],
  ["data:", "data:text/html,<script>alert(1)</script>"],
  ["blob:", "blob:http://ads.example/1"],
  ["file:", "file:///etc/passwd"],
  ["protocol-relative", "//ads.example/x"],
  ["protocol-relative with backslashes", "\\\\ads.example\\x"],
  ["relative", "x.png"],
  ["rooted", "/x.png"],
  ["empty", ""],
  ["http: without a host", "http:///x"],
  ["http: without slashes", "http:x"],
  ["user info", "https://ads.example@evil.example/"],
  ["user info with a password", "https://user:pass@evil.example/"],
  ["backslash before the at", "https://ads.example\\@evil.example/"],
  ["a tab inside http", "ht\ttps://ads.example/"],
  ["a newline before http", "\nhttps://ads.example/"],
  ["a space in the host", "https://ads example/"],
];

const places = ["url", "impression", "image"] as const;

/** Returns a scenario with a zone for each malicious address in this field, and a last zone with a valid address. */
const refused = (place: (typeof places)[number]): Scenario => ({
  name: `malicious ${place} addresses are refused`,
  body: () => [...REFUSED, ""].map((_, at) => writeZone(at + 1)).join(""),
  prepare: ({ ads }) =>
    ads.answer(({ zones }) => ({
      zones: zones.map(({ id }, at) => {
        const banner = ads.banner(id);
        const address = REFUSED[at]?.[1];
        return address === undefined ? banner : { ...banner, data: { ...banner.data, [place]: address } };
      }),
      errors: {},
    })),
  states: [...REFUSED.map(() => "error"), "filled"],
  requests: 1,
  impressions: 1,
});

const writeZone = (id: number) => `<ins data-zone-id="${id}"><i>house</i></ins>`;

const MARKUP = `"><img src=x onerror=alert(1)><!--'\u2028</ins><script>alert(1)</script>`;

scenarios("addresses", [
  ...places.map(refused),
  {
    name: "a click address of 100 kB is accepted",
    prepare: ({ ads }) =>
      ads.answer(({ zones }) => ({
        zones: zones.map(({ id }) => {
          const banner = ads.banner(id);
          return { ...banner, data: { ...banner.data, url: `${banner.data.url}?${"a".repeat(1e5)}` } };
        }),
        errors: {},
      })),
    states: ["filled", "filled"],
  },
  {
    name: "click addresses with lone surrogates are accepted",
    prepare: ({ ads }) =>
      ads.answer(({ zones }, response) => {
        const text = JSON.stringify({ zones: zones.map(({ id }) => ads.banner(id)), errors: {} });
        response.end(text.replaceAll("/click/", "/click/\\ud800"));
      }),
    states: ["filled", "filled"],
  },
  {
    name: "quotes and markup in every string of a response are not parsed as HTML",
    prepare: ({ ads }) =>
      ads.answer(() => {
        const banner = ads.banner(1);
        const data = Object.fromEntries(
          Object.entries(banner.data).map(([name, address]) => [
            name,
            name === "url" ? address + MARKUP : address,
          ]),
        );
        return {
          zones: [{ ...banner, idzone: MARKUP, data: { ...data, width: MARKUP, title: MARKUP } }, null],
          errors: { 1: [MARKUP] },
          [MARKUP]: MARKUP,
        };
      }),
    states: ["filled", "error"],
    also: async ({ tab }) => {
      expect(
        await tab.run("document.querySelector('[data-zone-state=filled]').querySelectorAll('*').length"),
      ).toBe(2);
      expect(await tab.run("document.scripts.length")).toBe(4);
    },
  },
  {
    name: "quotes and markup in every attribute are sent and shown as text",
    body: `<ins data-zone-id="1" data-label='"><b onclick=1>' data-keywords="'&quot;&lt;b&gt;" data-target-a='</script>"'><b>house</b></ins>`,
    states: ["filled"],
    also: async ({ tab, ads }) => {
      expect(ads.bodies[0]?.zones).toEqual([
        { id: 1, keywords: `'"<b>`, custom_targeting: { a: `</script>"` } },
      ]);
      expect(await tab.run("document.querySelector('[data-zone-id] a').getAttribute('aria-label')")).toBe(
        `"><b onclick=1>`,
      );
    },
  },
  {
    name: "non-Latin text, direction marks and lone surrogates in attributes are sent unchanged",
    head: `<script>document.addEventListener("DOMContentLoaded", () => {
      const { dataset } = document.querySelector("ins");
      dataset.label = dataset.targetMood = "\\ud83d";
    })</script>`,
    tag: (world) => scriptTag(world).replace("async", ""),
    body: `<ins data-zone-id="1" data-keywords="靴,\u200fنعال\u202e, naïve\u0000café" data-target-größe="XL\u200e" data-target-mood=""><b>house</b></ins>
      <ins data-zone-id="\u200f2"><b>house</b></ins>`,
    states: ["filled", "error"],
    also: async ({ tab, ads }) => {
      expect(ads.bodies[0]?.zones).toEqual([
        {
          id: 1,
          keywords: "靴,\u200fنعال\u202e,naïve\ufffdcafé",
          custom_targeting: { größe: "XL\u200e", mood: "\ud83d" },
        },
      ]);
      expect(await tab.run("document.querySelector('ins a').getAttribute('aria-label').charCodeAt(0)")).toBe(
        0xd83d,
      );
    },
  },
  {
    name: "attributes named like inherited properties do no harm",
    body: `<ins data-zone-id="1" data-constructor="1" data-to-string="x" data-__proto__="y" data-target-__proto__="z" data-target-constructor="c" data-has-own-property="h"><b>house</b></ins>`,
    states: ["filled"],
    also: async ({ ads }) => {
      expect(ads.requests[0]?.text).toContain(`"constructor":"c"`);
      expect(ads.bodies).toHaveLength(1);
    },
  },
]);
