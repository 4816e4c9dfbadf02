/** Recipes of component frameworks: the same application in each, rendered on the server and in the page. */
import { expect, expectAds, expectImpressions, readSlots, test } from "./application.ts";
import { type Project, readRecipes } from "./project.ts";

interface Framework {
  /** File of the guide's component. */
  file: string;
  /** Further components of the test, by file. */
  files?: Record<string, string>;
  /** Module that exports `start(container, zones, topic)` and `show(zones, topic)`. */
  client: string;
  /** Module that exports `html(zones, topic)`. */
  server: string;
}

const FRAMEWORKS: Record<string, Framework> = {
  Preact: {
    file: "zone.jsx",
    client: `
      import { createElement as h, render, hydrate } from "preact";
      import { Zone } from "./zone.jsx";
      const view = (zones, topic) => h("main", null, zones.map((zone) => h(Zone, { key: zone, zone, size: "300x250", "data-keywords": topic })));
      let root;
      export const start = (container, zones, topic) => {
        root = container;
        (root.firstChild ? hydrate : render)(view(zones, topic), root);
      };
      export const show = (zones, topic) => render(view(zones, topic), root);`,
    server: `
      import { createElement as h } from "preact";
      import { renderToString } from "preact-render-to-string";
      import { Zone } from "./zone.jsx";
      export const html = (zones, topic) => renderToString(h("main", null, zones.map((zone) => h(Zone, { zone, size: "300x250", "data-keywords": topic }))));`,
  },
  Vue: {
    file: "zone.vue",
    client: `
      import { createApp, createSSRApp, h, reactive } from "vue/dist/vue.runtime.esm-bundler.js";
      import Zone from "./zone.vue";
      const state = reactive({ zones: [], topic: "" });
      const root = { render: () => h("main", state.zones.map((zone) => h(Zone, { key: zone, zone, topic: state.topic }))) };
      export const start = (container, zones, topic) => {
        Object.assign(state, { zones, topic });
        (container.firstChild ? createSSRApp : createApp)(root).mount(container);
      };
      export const show = (zones, topic) => Object.assign(state, { zones, topic });`,
    server: `
      import { createSSRApp, h } from "vue";
      import { renderToString } from "vue/server-renderer";
      import Zone from "./zone.vue";
      export const html = (zones, topic) => renderToString(createSSRApp({ render: () => h("main", zones.map((zone) => h(Zone, { zone, topic }))) }));`,
  },
  Svelte: {
    file: "zone.svelte",
    files: {
      "app.svelte": `<script>
          import Zone from "./zone.svelte";
          let { list, about } = $props();
          let zones = $state(list), topic = $state(about);
          export function show(next, words) { zones = next; topic = words; }
        </script>
        <main>{#each zones as zone (zone)}<Zone {zone} {topic} />{/each}</main>`,
    },
    client: `
      import { mount, hydrate, flushSync } from "svelte";
      import App from "./app.svelte";
      let app;
      export const start = (target, list, about) => { app = (target.firstChild ? hydrate : mount)(App, { target, props: { list, about } }); };
      export const show = (zones, topic) => flushSync(() => app.show(zones, topic));`,
    server: `
      import { render } from "svelte/server";
      import App from "./app.svelte";
      export const html = (list, about) => render(App, { props: { list, about } }).body;`,
  },
  Solid: {
    file: "zone.solid.jsx",
    files: {
      "app.solid.jsx": `
        import { For } from "solid-js";
        import { Zone } from "./zone.solid.jsx";
        export const App = (props) => <main><For each={props.zones()}>{(zone) => <Zone zone={zone} topic={props.topic()} />}</For></main>;`,
    },
    client: `
      import { batch, createComponent, createSignal } from "solid-js";
      import { hydrate, render } from "solid-js/web";
      import { App } from "./app.solid.jsx";
      const [zones, setZones] = createSignal([]);
      const [topic, setTopic] = createSignal("");
      export const show = (next, words) => batch(() => { setZones(next); setTopic(words); });
      export const start = (container, ...state) => {
        show(...state);
        (container.firstChild ? hydrate : render)(() => createComponent(App, { zones, topic }), container);
      };`,
    server: `
      import { createComponent } from "solid-js";
      import { generateHydrationScript, renderToString } from "solid-js/web";
      import { App } from "./app.solid.jsx";
      export const head = generateHydrationScript();
      export const html = (zones, topic) => renderToString(() => createComponent(App, { zones: () => zones, topic: () => topic }));`,
  },
};

for (const [name, { file, files = {}, client, server }] of Object.entries(FRAMEWORKS))
  test.describe(name, () => {
    const [component = ""] = readRecipes(name);
    test.beforeEach(({ project }) => project.write({ [file]: component, ...files }));

    const options = name === "Preact" ? { jsxImportSource: "preact" } : {};
    const bundle = (project: Project, zones: string) =>
      project.bundle(`${client}\nstart(document.getElementById("root"), ${zones}, "shoes");`, options);

    test(`${name}: a changed list adds and removes zones, and remaining zones keep their ads`, async ({
      page,
      ads,
      project,
      serve,
    }) => {
      await serve({ body: `<div id="root"></div>`, module: await bundle(project, "[101, 102]") });
      await expectAds(page, 101, 102);
      await page.evaluate("window.images = [...document.images]");
      await page.evaluate(`app.show([103, 102, 101], "shoes")`);
      await expectAds(page, 103, 102, 101);
      await expectImpressions(ads, page, 3);
      expect(await page.evaluate("images.every((image) => image.isConnected)")).toBe(true);
      await page.evaluate(`app.show([102], "shoes")`);
      await expectAds(page, 102);
      await page.evaluate(`app.show([], "")`);
      expect(await readSlots(page)).toEqual([]);
      expect(ads.bodies.map(({ zones }) => zones)).toEqual([
        [
          { id: 101, keywords: "shoes" },
          { id: 102, keywords: "shoes" },
        ],
        [{ id: 103, keywords: "shoes" }],
      ]);
    });

    test(`${name}: zones rendered on the server are filled before hydration and keep their ads`, async ({
      page,
      ads,
      project,
      serve,
    }) => {
      const { html, head = "" } = await project.run<{
        html(zones: number[], topic: string): string | Promise<string>;
        head?: string;
      }>(server, options);
      const body = `${head}<div id="root">${await html([101, 102], "shoes")}</div>`;
      await serve({ body, module: await bundle(project, "[101, 102]"), isLate: true });
      await expectAds(page, 101, 102);
      await page.evaluate("window.images = [...document.images]");
      await page.evaluate("hydrate()");
      await page.evaluate(`app.show([101, 102, 103], "bread")`);
      await expectAds(page, 101, 102, 103);
      expect(await page.evaluate("images.every((image) => image.isConnected)")).toBe(true);
      await expectImpressions(ads, page, 3);
      expect(ads.requests).toHaveLength(2);
      expect(await page.getAttribute("[data-zone-id]", "data-keywords")).toBe("bread");
    });
  });

test("Vue: fallback content that v-show changed while an ad was shown is restored with the change", async ({
  page,
  project,
  serve,
}) => {
  const [component = ""] = readRecipes("Vue");
  const { client = "" } = FRAMEWORKS.Vue ?? {};
  project.write({
    "zone.vue": component.replace("</div>", `<p v-show="topic === 'shoes'">Subscribe</p></div>`),
  });
  const module = await project.bundle(`${client}\nstart(document.getElementById("root"), [101], "shoes");`);
  await serve({ body: `<div id="root"></div>`, module });
  await expectAds(page, 101);
  for (const topic of ["bread", "shoes", "bread"]) await page.evaluate(`app.show([101], "${topic}")`);
  await expectAds(page, 101);
  expect(await page.locator("p").count()).toBe(0);
  await page.evaluate("zonetag.destroy()");
  await expect(page.locator("p")).toBeHidden();
  await page.evaluate(`app.show([101], "shoes")`);
  await expect(page.locator("p")).toBeVisible();
  await page.evaluate(`app.show([], "")`);
  expect(await readSlots(page)).toEqual([]);
});
