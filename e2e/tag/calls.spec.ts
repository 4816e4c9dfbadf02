import { EVENT_RECORDER, readEvents, readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

const slot = (id: number, more = "") => `<ins data-zone-id="${id}" data-size="300x250"${more}></ins>`;

test("functions pushed before the tag has loaded run in order after loading, and later functions run at once", async ({
  page,
  ads,
  open,
}) => {
  await open(slot(1), {
    head: `<script>
      window.order = [];
      (window.zonetag = window.zonetag || []).push((z) => { order.push(1); z.set({ keywords: "first" }); });
      zonetag.push(() => { throw new Error("page's own") });
      zonetag.push((z) => { order.push(2); z.set({ keywords: "second", targeting: { plan: "pro" } }); });
    </script>`,
    script: `data-keywords="script" data-target-section="home"`,
  });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  expect(await page.evaluate("zonetag.push(() => order.push(3)), order")).toEqual([1, 2, 3]);
  expect(ads.bodies[0]?.zones).toEqual([
    { id: 1, keywords: "second", custom_targeting: { section: "home", plan: "pro" } },
  ]);
});

test("destroy() restores the placeholder until refresh() or scan() requests it again", async ({
  page,
  ads,
  open,
}) => {
  const markup = `<ins id="a" data-zone-id="1" data-size="300x250"><b>house</b> text</ins><ins id="b" data-zone-id="2" data-collapse="always"></ins>`;
  ads.answer(({ zones }) => ({
    zones: zones.map(({ id }) => (id === 1 ? ads.banner(1) : null)),
    errors: {},
  }));
  await open(`<main>${markup}</main>`, { head: EVENT_RECORDER });
  await expect.poll(() => readStates(page)).toEqual(["filled", "empty"]);
  await expect.poll(() => ads.impressions).toHaveLength(1);
  await page.evaluate("zonetag.destroy()");
  expect(await page.locator("main").innerHTML()).toBe(markup);
  // Moving a destroyed placeholder does not request an ad.
  await page.evaluate("document.querySelector('main').append(a)");
  await waitForRendering(page);
  expect(ads.requests).toHaveLength(1);
  await page.evaluate("zonetag.refresh(a)");
  await expect.poll(() => ads.impressions).toHaveLength(2);
  await page.evaluate("zonetag.destroy(1)");
  await page.evaluate("zonetag.scan()");
  await expect.poll(() => ads.impressions).toHaveLength(3);
  expect(await readStates(page)).toEqual(["empty", "filled"]);
});

test("an async renderer draws an ad of another type, and only its safe impression address is fetched", async ({
  page,
  ads,
  open,
}) => {
  const impression = `${ads.origin}/impression/native`;
  const entry = { idzone: 1, type: "native", data: { title: "Hello", impression } };
  ads.answer(() => ({
    zones: [entry, { ...entry, idzone: 2, data: { title: "no address", impression: "javascript:0" } }],
    errors: {},
  }));
  await open(slot(1) + slot(2), {
    head: `${EVENT_RECORDER}<script>(window.zonetag = window.zonetag || []).push((z) => z.render("native", async (entry, el) => {
      await new Promise((next) => setTimeout(next)); el.textContent = entry.data.title; }));</script>`,
  });
  await expect.poll(() => readStates(page)).toEqual(["filled", "filled"]);
  expect(await page.locator("ins").allInnerTexts()).toEqual(["Hello", "no address"]);
  await expect.poll(() => ads.impressions).toEqual(["native"]);
  expect((await readEvents(page)).find(({ type }) => type === "filled")).toMatchObject({
    zoneId: 1,
    data: entry,
  });
});

for (const [name, second] of [
  ["one copy of the same version", `<script async src="/dist/zonetag.js" data-endpoint="ENDPOINT"></script>`],
  [
    "another version with data-manual",
    `<script>addEventListener("zonetag:filled", () => {
      const script = Object.assign(document.createElement("script"), { src: "/dist/zonetag.js?v=2" });
      Object.assign(script.dataset, { endpoint: "ENDPOINT", manual: "" });
      document.head.append(script);
    })</script>`,
  ],
  [
    "nine copies of the same version",
    `<script src="/dist/zonetag.js" data-endpoint="ENDPOINT"></script>`.repeat(9),
  ],
] as const) {
  test(`further copies of the tag do nothing: ${name}`, async ({ page, ads, open }) => {
    await open(slot(1) + second.replaceAll("ENDPOINT", ads.endpoint));
    await expect.poll(() => ads.impressions).toHaveLength(1);
    await page.waitForLoadState("load");
    await waitForRendering(page);
    expect(ads.requests).toHaveLength(1);
    expect(await page.locator("ins > *").count()).toBe(1);
  });
}

test("the tag adds one global and changes no prototype", async ({ page, ads, open }) => {
  const look = `({
    globals: Object.getOwnPropertyNames(window).filter((name) => !/^\\d+$/.test(name)),
    prototypes: [Object, Array, String, Element, HTMLElement, Node, EventTarget, Document, Promise].map((one) => Reflect.ownKeys(one.prototype).length),
  })`;
  await open(slot(1), { head: `<script>window.before = null; before = ${look}</script>` });
  await expect.poll(() => ads.impressions).toHaveLength(1);
  const { before, after } = await page.evaluate<{
    before: { globals: string[]; prototypes: number[] };
    after: { globals: string[]; prototypes: number[] };
  }>(`({ before, after: ${look} })`);
  expect(after.globals.filter((name) => !before.globals.includes(name))).toEqual(["zonetag"]);
  expect(after.prototypes).toEqual(before.prototypes);
});
