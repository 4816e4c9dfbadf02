/** Unusual documents, and pages that change placeholders while they are being filled. */
import { waitForRendering } from "../support/rendering.ts";
import { expect, scenarios, scriptTag, until, type World, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];

/** Delays the response until `act` has run in the page. */
function held(act: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    prepare: ({ ads }: World) =>
      ads.answer(async ({ zones }) => {
        await released;
        return { zones: zones.map(({ id }, at) => ads.banner(id, `${id}-${at}`)), errors: {} };
      }),
    act: async ({ tab, ads }: World) => {
      await until(() => ads.requests.length).toBe(1);
      await tab.run(`(() => { ${act} })()`);
      release();
    },
  };
}

const first = `const first = document.querySelector("[data-zone-id]");`;

/** Names of form fields that shadow properties which the tag uses. */
const HIDDEN = [
  ...["id", "hidden", "isConnected", "attributes", "style", "append", "querySelectorAll", "getRootNode"],
  ...["compareDocumentPosition", "dispatchEvent", "replaceChildren", "childNodes"],
];

scenarios("dom", [
  {
    name: "document and window properties clobbered by images and forms",
    head: `<img name="currentScript"><img name="readyState"><form id="zonetag"><input name="push"><input name="scan"></form><a id="zonetag"></a><a id="zonetag" name="scan"></a><img name="hidden">`,
    states: FILLED,
  },
  {
    name: "a form as placeholder whose fields shadow its properties",
    body: `<form data-zone-id="1">${HIDDEN.map((name) => `<input type="hidden" name="${name}">`).join("")}</form>${zone(2)}`,
    states: FILLED,
  },
  {
    name: "a form as placeholder whose field shadows dataset is ignored",
    body: `<form data-zone-id="1"><input name="dataset"></form>${zone(2)}`,
    states: [null, "filled"],
  },
  {
    name: "a placeholder moved into an added form whose field shadows matches",
    ...held(
      `${first} const form = document.createElement("form"); form.innerHTML = '<input name="matches">'; document.body.append(form); form.append(first);`,
    ),
    states: FILLED,
    requests: 1,
  },
  {
    name: "an invalid base element",
    head: `<base href="https://elsewhere.invalid/x/" target="_top">`,
    tag: (world) => scriptTag(world, "", `${world.site.origin}/dist/zonetag.js`),
    states: FILLED,
  },
  {
    name: "a document in quirks mode",
    document: ({ probe, begin, tag, body, keep }) =>
      `<html>${probe}${begin}${tag}<table><tr><td>${body}</table>${keep}`,
    states: FILLED,
  },
  {
    name: "an XHTML document",
    headers: { "content-type": "application/xhtml+xml" },
    document: ({ probe, begin, keep }, { ads }) => {
      const cdata = (html: string) =>
        html.replace(/<script nonce="probe">([\s\S]*?)<\/script>/, "<script><![CDATA[$1]]></script>");
      return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>${cdata(probe)}${cdata(begin)}<script async="async" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script></head><body><ins data-zone-id="1"><b>house</b></ins><ins data-zone-id="2"/>${cdata(keep)}</body></html>`;
    },
    states: FILLED,
  },
  {
    name: "placeholders that are SVG and MathML elements",
    body: `<svg width="10" height="10"><g data-zone-id="1"><text>house</text></g></svg>${zone(2)}<math><mi data-zone-id="3">x</mi></math>`,
    answer: () => ({ zones: [null], errors: {} }),
    states: ["error", "empty", "error"],
  },
  {
    name: "a placeholder in a scanned shadow root",
    body: `<div id="host"></div>${zone(2)}<script nonce="probe">{ const root = host.attachShadow({ mode: "open" }); root.innerHTML = '<ins data-zone-id="1"><b>house</b></ins>'; probe.roots.push(root); (window.zonetag = window.zonetag || []).push((z) => z.scan(root)); probe.allow("zonetag") }</script>`,
    states: FILLED,
  },
  {
    name: "placeholders written by document.write",
    body: `<script nonce="probe">document.write(${JSON.stringify(zone(1) + zone(2))})</script>`,
    states: FILLED,
  },
  {
    name: "the tag itself written by document.write",
    tag: (world) =>
      `<script>document.write(${JSON.stringify(scriptTag(world).replace("</", "<_/")).replace("<_/", "<\\/")})</script>`,
    states: FILLED,
  },
  {
    name: "scan() finds a zone written after document.open replaced a filled page",
    states: ["filled"],
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(
        `(() => { const { zonetag, probe } = window; document.open(); document.write('<ins data-zone-id="7"><b>house</b></ins>'); document.close(); window.probe ??= probe; (window.zonetag ??= zonetag).scan(); })()`,
      );
      await until(() => ads.requests.length).toBe(2);
    },
    impressions: 3,
  },
  {
    name: "a placeholder moved between request and response",
    ...held(`${first} document.body.append(first);`),
    states: FILLED,
    requests: 1,
    also: async ({ tab }) =>
      expect(await tab.run("document.body.lastElementChild.matches('[data-zone-id]')")).toBe(true),
  },
  {
    name: "a placeholder moved into a new element between request and response",
    ...held(
      `${first} const box = document.createElement("div"); document.body.prepend(box); box.append(first);`,
    ),
    states: FILLED,
  },
  {
    name: "rewriting the markup of filled zones removes their ads and requests each zone again",
    prepare: ({ ads }) => {
      let times = 0;
      ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, `${times++}`)), errors: {} }));
    },
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(`(() => { document.body.innerHTML += "<p>more</p>"; probe.keep(); })()`);
      await until(() => ads.impressions.length).toBe(4);
    },
    states: FILLED,
    requests: 2,
    impressions: 4,
    also: async ({ tab }) =>
      expect(await tab.run("document.querySelectorAll('[data-zone-id] > *').length")).toBe(2),
  },
  {
    name: "a placeholder removed between request and response sends no impression",
    ...held(`${first} first.remove();`),
    states: ["filled"],
    requests: 1,
  },
  {
    name: "placeholders removed with their parent send no impressions",
    ...held(`document.body.replaceChildren();`),
    states: [],
    requests: 1,
    impressions: 0,
  },
  {
    name: "a placeholder replaced by a copy between request and response is requested again",
    ...held(`${first} first.replaceWith(first.cloneNode(true)); probe.keep();`),
    states: FILLED,
    requests: 2,
  },
  {
    name: "a placeholder whose content is replaced between request and response",
    ...held(`${first} first.innerHTML = "<i>new house</i>";`),
    states: FILLED,
    requests: 1,
  },
  {
    name: "content that the page writes into a filled placeholder stays",
    states: FILLED,
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(`(() => { ${first} first.innerHTML = "<i>mine</i>"; })()`);
    },
    impressions: 2,
    also: async ({ tab }) =>
      expect(await tab.run("document.querySelector('ins').innerHTML")).toBe("<i>mine</i>"),
  },
  {
    name: "a filled placeholder that moves is neither requested nor counted again",
    states: FILLED,
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(`(() => { ${first} document.body.append(first); })()`);
    },
    requests: 1,
    impressions: 2,
  },
  {
    name: "a filled placeholder that is removed and added again is requested again",
    states: FILLED,
    prepare: ({ ads }) => {
      let times = 0;
      ads.answer(({ zones }) => ({ zones: zones.map(({ id }) => ads.banner(id, `${times++}`)), errors: {} }));
    },
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(`(() => { ${first} window.kept = first; probe.allow("kept"); first.remove(); })()`);
      await waitForRendering(tab);
      await tab.run(`void document.body.append(kept)`);
      await until(() => ads.requests.length).toBe(2);
    },
    impressions: 3,
  },
  {
    name: "two placeholders with the same id share one request with a third",
    body: zone(1) + zone(1) + zone(2),
    states: ["filled", "filled", "filled"],
    requests: 1,
    also: async ({ ads }) => expect(ads.bodies[0]?.zones.map(({ id }) => id)).toEqual([1, 1, 2]),
  },
  {
    name: "2,000 placeholders are requested in 20 requests",
    body: Array.from(
      { length: 2000 },
      (_, at) => `<ins data-zone-id="${at + 1}" style="display:block;height:9px"></ins>`,
    ).join(""),
    answer: ({ zones }) => ({ zones: zones.map(() => null), errors: {} }),
    states: Array(2000).fill("empty"),
    requests: 20,
    also: async ({ ads }) =>
      expect(ads.bodies.flatMap(({ zones }) => zones.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 2000 }, (_, at) => at + 1),
      ),
  },
  {
    name: "of nested placeholders the outer ends in an error and the inner can be empty",
    body: `<div data-zone-id="1"><b>house</b><ins data-zone-id="2"><i>inner</i></ins></div>`,
    answer: () => ({ zones: [null], errors: {} }),
    states: ["error", "empty"],
  },
  {
    name: "of nested placeholders only the inner is filled and counted",
    body: `<div data-zone-id="1"><b>house</b><ins data-zone-id="2"><i>inner</i></ins></div>${zone(3)}`,
    states: ["error", "filled", "filled"],
    impressions: 2,
  },
  {
    name: "placeholders with invalid ids end in an error",
    body:
      ["0", "-1", "1.5", "x", "", "9007199254740992", "1e400", "0x10", " 7 "].map((id) => zone(id)).join("") +
      zone(2),
    answer: ({ zones }) => ({ zones: zones.map(() => null), errors: {} }),
    states: [...Array(8).fill("error"), "empty", "empty"],
  },
]);
