import { EVENT_RECORDER, readEvents, readEventTypes, readStates } from "../support/events.ts";
import { waitForRendering } from "../support/rendering.ts";
import { expect, test } from "../support/test.ts";

const slot = (id: number, more = "") => `<ins data-zone-id="${id}" data-size="300x250"${more}></ins>`;

test("functions pushed before the tag has loaded run in order once it has, later ones at once", async ({
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

test("values of set() apply to later requests, a zone's own values win, and undefined removes them", async ({
  page,
  ads,
  open,
}) => {
  await open(slot(1, ` data-keywords="own" data-target-plan="zone"`) + slot(2));
  await expect.poll(() => ads.impressions).toHaveLength(2);
  await page.evaluate(
    `zonetag.set({ keywords: "page", targeting: { plan: "page" }, userId: "u1", email: "a@b.c", buyeruids: { x: 1 }, gdpr: { gdpr: 0, consent: "" } })`,
  );
  await page.evaluate("zonetag.refresh()");
  await expect.poll(() => ads.bodies.length).toBe(2);
  expect(ads.bodies[1]).toMatchObject({
    user: { id: "u1", el: "YUBiLmM=", buyeruids: "eyJ4IjoxfQ==", gdpr: { gdpr: 0, consent: "" } },
    zones: [
      { id: 1, keywords: "own", custom_targeting: { plan: "zone" } },
      { id: 2, keywords: "page", custom_targeting: { plan: "page" } },
    ],
  });
  await expect.poll(() => ads.impressions).toHaveLength(4);
  await page.evaluate(
    "zonetag.set({ email: undefined, userId: undefined, buyeruids: undefined, gdpr: undefined })",
  );
  await page.evaluate("zonetag.refresh()");
  await expect.poll(() => ads.bodies.length).toBe(3);
  expect(Object.keys(ads.bodies[2]?.user ?? {})).toEqual(["ua", "language", "referer"]);
});

test("destroy() restores the placeholder until refresh() or scan() names it again", async ({
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
  // Moving it is no call for an ad.
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

test("an answer that comes after destroy() is dropped", async ({ page, ads, open }) => {
  let answer = () => {};
  ads.answer((_, response) => {
    answer = () => response.end(JSON.stringify({ zones: [ads.banner(1)], errors: {} }));
  });
  await open(slot(1), { head: EVENT_RECORDER });
  await expect.poll(() => ads.requests.length).toBe(1);
  await page.evaluate("zonetag.destroy()");
  answer();
  await page.evaluate("fetch('/', { cache: 'no-store' })");
  expect(await page.locator("ins").evaluate((el) => el.outerHTML)).toBe(slot(1));
  expect(await readEventTypes(page)).toEqual(["request"]);
});

test("a renderer may draw another type later, and its impression follows the same rules", async ({
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

for (const [name, renderer] of [
  ["throws", `() => { throw new Error("no canvas") }`],
  ["rejects", `async (entry, el) => { el.textContent = "half"; throw new Error("no canvas") }`],
] as const) {
  test(`a renderer that ${name} ends in the error renderer, with the fallback content back`, async ({
    page,
    ads,
    open,
  }) => {
    ads.answer(() => ({ zones: [{ idzone: 1, type: "native", data: {} }], errors: {} }));
    await open(`<ins data-zone-id="1"><b>house</b></ins>`, {
      head: `${EVENT_RECORDER}<script>(window.zonetag = window.zonetag || []).push((z) => z.render("native", ${renderer}));</script>`,
    });
    await expect.poll(() => readStates(page)).toEqual(["error"]);
    expect(await page.locator("ins").innerHTML()).toBe("<b>house</b>");
    const failure = (await readEvents(page)).find(({ type }) => type === "error");
    expect(failure).toMatchObject({ code: "renderer", message: expect.stringContaining("no canvas") });
  });
}

for (const [name, second] of [
  ["the same version", `<script async src="/dist/zonetag.js" data-endpoint="ENDPOINT"></script>`],
  [
    "another one, manual",
    `<script>addEventListener("zonetag:filled", () => {
      const script = Object.assign(document.createElement("script"), { src: "/dist/zonetag.js?v=2" });
      Object.assign(script.dataset, { endpoint: "ENDPOINT", manual: "" });
      document.head.append(script);
    })</script>`,
  ],
  ["ten of them", `<script src="/dist/zonetag.js" data-endpoint="ENDPOINT"></script>`.repeat(9)],
] as const) {
  test(`a second copy of the tag, ${name}, does nothing`, async ({ page, ads, open }) => {
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
