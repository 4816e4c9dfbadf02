import { test as base, expect, expectAds, expectImpressions, readSlots } from "./application.ts";
import { readRecipes } from "./project.ts";

const [articles = "", events = "", layout = ""] = readRecipes("React");

const test = base.extend<{ openArticles(): Promise<void> }>({
  openArticles: async ({ project, serve }, use) => {
    await use(async () => serve({ body: ROOT, module: await project.bundle(RENDER) }));
  },
});

test.beforeEach(({ project }) =>
  project.write({ "articles.jsx": articles, "events.jsx": events, "layout.jsx": layout }),
);

const ROOT = `<div id="root"></div>`;
const CLIENT = `
  import { StrictMode, createElement } from "react";
  import { createRoot, hydrateRoot } from "react-dom/client";
  import { Articles } from "./articles.jsx";
  export const errors = [];
  const onRecoverableError = (error) => errors.push(String(error));
  const container = document.getElementById("root");
  const view = (articles) => createElement(StrictMode, null, createElement(Articles, { articles }));
`;
const RENDER = `${CLIENT}
  const root = createRoot(container);
  export const show = (articles) => root.render(view(articles));
  export const leave = () => root.unmount();
  show(["a", "b"]);`;
const HYDRATE = `${CLIENT}
  const root = hydrateRoot(container, view(["a", "b"]), { onRecoverableError });
  export const show = (articles) => root.render(view(articles));`;
const SERVER = `
  import { createElement, StrictMode } from "react";
  import { renderToString } from "react-dom/server";
  import { Articles } from "./articles.jsx";
  export const html = () => renderToString(createElement(StrictMode, null, createElement(Articles, { articles: ["a", "b"] })));`;

test("React in Strict Mode: zones share one request, and each impression is counted once", async ({
  page,
  ads,
  openArticles,
}) => {
  await openArticles();
  await expectAds(page, 101, 103, 103);
  await expectImpressions(ads, page, 3);
  expect(ads.bodies.map(({ zones }) => zones)).toEqual([
    [
      { id: 101, keywords: "shoes" },
      { id: 103, custom_targeting: { section: "a" } },
      { id: 103, custom_targeting: { section: "b" } },
    ],
  ]);
});

test("React: in a changed list, remaining entries keep their ads and new entries get ads", async ({
  page,
  ads,
  openArticles,
}) => {
  await openArticles();
  await expectImpressions(ads, page, 3);
  await page.evaluate(`window.images = new Map([...document.querySelectorAll("section")].map((section) =>
    [section.textContent, section.querySelector("img")]))`);
  await page.evaluate(`app.show(["c", "b", "a"])`);
  await expectAds(page, 101, 103, 103, 103);
  await expectImpressions(ads, page, 4);
  const kept = await page.evaluate(`[...document.querySelectorAll("section")].map((section) =>
    images.get(section.textContent) === section.querySelector("img"))`);
  expect(kept).toEqual([false, true, true]);
  await page.evaluate(`app.show(["b"])`);
  await expectAds(page, 101, 103);
  await page.evaluate("app.leave()");
  expect(await readSlots(page)).toEqual([]);
  expect(ads.requests).toHaveLength(2);
});

test("React: a changed zone id is requested automatically, with the new keywords", async ({
  page,
  ads,
  openArticles,
}) => {
  await openArticles();
  await expectImpressions(ads, page, 3);
  await page.getByRole("button", { name: "Bread" }).click();
  await expectAds(page, 102, 103, 103);
  await expectImpressions(ads, page, 4);
  expect(ads.bodies[1]?.zones).toEqual([{ id: 102, keywords: "bread" }]);
});

test("React: fallback content stays when there is no ad", async ({ page, ads, openArticles }) => {
  ads.answer(() => ({ zones: [null, null, null], errors: {} }));
  await openArticles();
  const fallback = '<a href="/subscribe">Subscribe</a>';
  await expect
    .poll(() => readSlots(page))
    .toEqual([
      [101, "empty", ""],
      [103, "empty", fallback],
      [103, "empty", fallback],
    ]);
  await page.evaluate("app.leave()");
});

test("React: zones rendered on the server are filled before hydration and keep their ads", async ({
  page,
  ads,
  project,
  serve,
}) => {
  const { html } = await project.run<{ html(): string }>(SERVER);
  await serve({
    body: `<div id="root">${html()}</div>`,
    module: await project.bundle(HYDRATE),
    isLate: true,
  });
  await expectAds(page, 101, 103, 103);
  await page.evaluate(`window.images = [...document.images]`);
  await page.evaluate("hydrate()");
  await page.evaluate(`app.show(["a", "b", "c"])`);
  await expectAds(page, 101, 103, 103, 103);
  expect(await page.evaluate(`images.every((image) => image.isConnected)`)).toBe(true);
  expect(await page.evaluate("app.errors")).toEqual([]);
  await expectImpressions(ads, page, 4);
  expect(ads.requests).toHaveLength(2);
});

test("React: a Suspense boundary that suspends again keeps its ad", async ({ page, ads, project, serve }) => {
  const module = await project.bundle(`
    import { Suspense, createElement, use, useState } from "react";
    import { createRoot } from "react-dom/client";
    import { Articles } from "./articles.jsx";
    let wait = () => {};
    const Late = ({ promise }) => promise ? use(promise) : "first";
    function App() {
      const [promise, setPromise] = useState();
      wait = setPromise;
      return createElement(Suspense, { fallback: "waiting" },
        createElement(Articles, { articles: ["a"] }), createElement(Late, { promise }));
    }
    createRoot(document.getElementById("root")).render(createElement(App));
    export const suspend = () => new Promise((suspended) => wait(new Promise((resolve) => { window.resume = () => resolve("second"); suspended(); })));
  `);
  await serve({ body: ROOT, module });
  await expectImpressions(ads, page, 2);
  await page.evaluate("app.suspend()");
  await expect(page.getByText("waiting")).toBeVisible();
  await page.evaluate("resume()");
  await expect(page.getByText("second")).toBeVisible();
  await expectAds(page, 101, 103);
  await expectImpressions(ads, page, 2);
  expect(ads.requests).toHaveLength(1);
});

test("React: a streamed page is filled and hydrated part by part", async ({ page, site, ads, project }) => {
  const { render } = await project.run<{
    render(pipe: (stream: { pipe(to: unknown): void }) => void): () => void;
  }>(`
    import { Suspense, createElement, use } from "react";
    import { renderToPipeableStream } from "react-dom/server";
    import { Articles } from "./articles.jsx";
    const Late = ({ promise }) => createElement(Articles, { articles: [use(promise)] });
    export function render(pipe) {
      let resume;
      const promise = new Promise((resolve) => { resume = () => resolve("late"); });
      const stream = renderToPipeableStream(createElement("div", { id: "root" },
        createElement(Articles, { articles: [] }),
        createElement(Suspense, { fallback: "waiting" }, createElement(Late, { promise }))), { onShellReady: () => pipe(stream) });
      return resume;
    }
  `);
  let resume = () => {};
  site.pages["/"] = (response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(`<!doctype html><html lang="en"><head><title>stream</title><link rel="icon" href="data:,">
      <script src="/dist/zonetag.js" data-endpoint="${ads.endpoint}" data-zones="1"></script></head><body>`);
    resume = render((stream) => stream.pipe(response));
  };
  await page.goto(site.origin, { waitUntil: "commit" });
  await expect(page.getByText("waiting")).toBeVisible();
  await expectAds(page, 101);
  resume();
  await expectAds(page, 101, 101, 103);
  await expectImpressions(ads, page, 3);
  expect(ads.requests).toHaveLength(2);
});

test("React: the guide's hook reports empty zones", async ({ page, ads, project, serve }) => {
  ads.answer(({ zones }) => ({ zones: zones.map(() => null), errors: {} }));
  const module = await project.bundle(`
    import { createElement, useCallback, useState } from "react";
    import { createRoot } from "react-dom/client";
    import { Zone } from "zonetag/react";
    import { useEmptyZones } from "./events.jsx";
    function App() {
      const [empty, setEmpty] = useState("");
      useEmptyZones(useCallback((zone) => setEmpty((before) => before + zone), []));
      return createElement("p", null, "empty:", empty, createElement(Zone, { zone: 7, as: "ins" }));
    }
    createRoot(document.getElementById("root")).render(createElement(App));`);
  await serve({ body: ROOT, module });
  await expect(page.locator("p")).toHaveText("empty:7");
});

test("React: a layout with the script element renders on a server, as in Next.js", async ({
  page,
  site,
  ads,
  project,
}) => {
  const { html } = await project.run<{ html(): string }>(`
    import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    import RootLayout from "./layout.jsx";
    export const html = () => renderToString(createElement(RootLayout, null, "content"));`);
  site.pages["/"] = `<!doctype html>${html()}`
    .replaceAll("https://cdn.example/", "/dist/")
    .replaceAll("https://ads.example/v1/placement", ads.endpoint);
  await page.goto(site.origin);
  await expectAds(page, 104);
});
