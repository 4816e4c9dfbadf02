/** Unusual documents, and changes that pages make to placeholders while these are being filled. */
import { waitForRendering } from "../support/rendering.ts";
import { expect, scenarios, scriptTag, until, type World, zone } from "./scenario.ts";

const FILLED = ["filled", "filled"];

/** Delays the response until the page has done something. */
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
    name: "clobbered: currentScript, zonetag, push, body, head",
    head: `<img name="currentScript"><img name="readyState"><form id="zonetag"><input name="push"><input name="scan"></form><a id="zonetag"></a><a id="zonetag" name="scan"></a><img name="hidden">`,
    states: FILLED,
  },
  {
    name: "clobbered inside a placeholder",
    body: `<form data-zone-id="1">${HIDDEN.map((name) => `<input name="${name}">`).join("")}</form>${zone(2)}`,
    states: FILLED,
  },
  {
    name: "clobbered inside a placeholder: without dataset it is ignored",
    body: `<form data-zone-id="1"><input name="dataset"></form>${zone(2)}`,
    states: [null, "filled"],
  },
  {
    name: "clobbered in content added later",
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
    name: "quirks mode",
    document: ({ probe, begin, tag, body, keep }) =>
      `<html>${probe}${begin}${tag}<table><tr><td>${body}</table>${keep}`,
    states: FILLED,
  },
  {
    name: "XHTML",
    headers: { "content-type": "application/xhtml+xml" },
    document: ({ probe, begin, keep }, { ads }) => {
      const cdata = (html: string) =>
        html.replace(/<script nonce="probe">([\s\S]*?)<\/script>/, "<script><![CDATA[$1]]></script>");
      return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>${cdata(probe)}${cdata(begin)}<script async="async" src="/dist/zonetag.js" data-endpoint="${ads.endpoint}"></script></head><body><ins data-zone-id="1"><b>house</b></ins><ins data-zone-id="2"/>${cdata(keep)}</body></html>`;
    },
    states: FILLED,
  },
  {
    name: "a custom XML document, with a placeholder that is not an HTML element",
    body: `<svg width="10" height="10"><g data-zone-id="1"><text>house</text></g></svg>${zone(2)}<math><mi data-zone-id="3">x</mi></math>`,
    answer: () => ({ zones: [null, null, null], errors: {} }),
    states: ["empty", "empty", "empty"],
  },
  {
    name: "a shadow root, after scan() names it",
    body: `<div id="host"></div>${zone(2)}<script nonce="probe">{ const root = host.attachShadow({ mode: "open" }); root.innerHTML = '<ins data-zone-id="1"><b>house</b></ins>'; probe.roots.push(root); (window.zonetag = window.zonetag || []).push((z) => z.scan(root)); probe.allow("zonetag") }</script>`,
    states: FILLED,
  },
  {
    name: "written by document.write",
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
    name: "document.open after everything was filled: scan() finds the new document",
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
    name: "moved between request and response",
    ...held(`${first} document.body.append(first);`),
    states: FILLED,
    requests: 1,
    also: async ({ tab }) =>
      expect(await tab.run("document.body.lastElementChild.matches('[data-zone-id]')")).toBe(true),
  },
  {
    name: "moved into a box between request and response",
    ...held(
      `${first} const box = document.createElement("div"); document.body.prepend(box); box.append(first);`,
    ),
    states: FILLED,
  },
  {
    name: "markup rewritten after it was filled: old ads are removed and each zone is requested again",
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
    name: "removed between request and response: no impression",
    ...held(`${first} first.remove();`),
    states: ["filled"],
    requests: 1,
  },
  {
    name: "removed with its parent",
    ...held(`document.body.replaceChildren();`),
    states: [],
    requests: 1,
    impressions: 0,
  },
  {
    name: "rendered again between request and response: the new one is requested",
    ...held(`${first} first.replaceWith(first.cloneNode(true)); probe.keep();`),
    states: FILLED,
    requests: 2,
  },
  {
    name: "its content rendered again between request and response",
    ...held(`${first} first.innerHTML = "<i>new house</i>";`),
    states: FILLED,
    requests: 1,
  },
  {
    name: "its content rendered again after it was filled: the page's content stays",
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
    name: "moved after it was filled: neither requested nor counted again",
    states: FILLED,
    act: async ({ tab, ads }) => {
      await until(() => ads.impressions.length).toBe(2);
      await tab.run(`(() => { ${first} document.body.append(first); })()`);
    },
    requests: 1,
    impressions: 2,
  },
  {
    name: "removed after it was filled and added again later: requested again",
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
    name: "two with the same id, and another one",
    body: zone(1) + zone(1) + zone(2),
    states: ["filled", "filled", "filled"],
    requests: 1,
    also: async ({ ads }) => expect(ads.bodies[0]?.zones.map(({ id }) => id)).toEqual([1, 1, 2]),
  },
  {
    name: "two thousand",
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
    name: "nested: the outer one ends in an error, the inner one is empty",
    body: `<div data-zone-id="1"><b>house</b><ins data-zone-id="2"><i>inner</i></ins></div>`,
    answer: () => ({ zones: [null], errors: {} }),
    states: ["error", "empty"],
  },
  {
    name: "nested: the inner one is filled and counted",
    body: `<div data-zone-id="1"><b>house</b><ins data-zone-id="2"><i>inner</i></ins></div>${zone(3)}`,
    states: ["error", "filled", "filled"],
    impressions: 2,
  },
  {
    name: "placeholders with all kinds of invalid ids",
    body:
      ["0", "-1", "1.5", "x", "", "9007199254740992", "1e400", "0x10", " 7 "].map((id) => zone(id)).join("") +
      zone(2),
    answer: ({ zones }) => ({ zones: zones.map(() => null), errors: {} }),
    states: [...Array(8).fill("error"), "empty", "empty"],
  },
]);
