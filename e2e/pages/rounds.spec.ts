import { expect, test } from "../support/test.ts";

test("a thousand rounds of ten zones leak no nodes or listeners", async ({ page, ads, open }) => {
  ads.answer(({ zones }) => ({
    zones: zones.map(({ id }, at) => (at % 2 ? null : ads.banner(id))),
    errors: {},
  }));
  await open(`<main></main>`);
  await expect.poll(() => page.evaluate("typeof zonetag?.scan")).toBe("function");
  const rounds = (count: number) =>
    page.evaluate(async (count) => {
      const main = document.querySelector("main") as HTMLElement;
      for (let round = 0; round < count; round++) {
        for (let id = 1; id <= 10; id++) {
          const el = document.createElement("ins");
          el.setAttribute("data-zone-id", String(id));
          if (id === 3) el.setAttribute("data-lazy", "100");
          if (id === 4) el.setAttribute("data-media", "(min-width: 1px)");
          if (id === 5) el.setAttribute("data-refresh", "30");
          main.append(el);
        }
        await new Promise((next) => setTimeout(next));
        main.replaceChildren();
        await new Promise((next) => setTimeout(next));
      }
    }, count);
  await rounds(20);
  const session = await page.context().newCDPSession(page);
  const count = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { nodes, jsEventListeners };
  };
  // Requests of the last round still have to end.
  await expect.poll(async () => (await count()).nodes).toBeLessThan(120);
  const before = await count();
  await rounds(980);
  await expect.poll(async () => (await count()).nodes).toBeLessThanOrEqual(before.nodes);
  expect((await count()).jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners);
});
