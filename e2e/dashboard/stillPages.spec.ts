/** The pages of a network stay where they are while answers arrive one by one. */
import type { Page, Route } from "playwright/test";
import { waitForRendering } from "../support/rendering.ts";
import { forEachPage, test } from "./everyPage.ts";
import { watchShifts } from "./shifts.ts";
import { enterPage, expect } from "./test.ts";

type Order = "oldest" | "newest";

/** Lets one request through after the page has rendered the answer to the one before, or was left. */
async function holdAnswers(page: Page, order: Order): Promise<void> {
  const held: Route[] = [];
  let isBusy = false;
  const answer = async (route: Route) => {
    await route.continue();
    await (await route.request().response())?.finished();
    await waitForRendering(page);
  };
  const release = async () => {
    if (isBusy) return;
    isBusy = true;
    while (held.length > 0) {
      const route = order === "oldest" ? held.shift() : held.pop();
      const isLeft = new Promise((resolve) => page.once("framenavigated", resolve));
      if (route) await Promise.race([answer(route).catch(() => {}), isLeft]);
    }
    isBusy = false;
  };
  // Requests of a page that was left are never answered.
  page.on("framenavigated", () => {
    for (const route of held.splice(0)) void route.continue().catch(() => {});
  });
  await page.route("**/v2/**", (route) => {
    held.push(route);
    void release();
  });
}

for (const [width, order] of [
  [390, "oldest"],
  [1440, "newest"],
] as const)
  test(`nothing moves on any page of a network while answers arrive, the ${order} first: ${width} px`, async ({
    page,
    full,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const readMoved = await watchShifts(page, "body");
    await enterPage(page, full.origin, "");
    await page.waitForLoadState("networkidle");
    await holdAnswers(page, order);
    const check = async (name: string) => {
      await page.waitForLoadState("networkidle");
      expect.soft([name, await readMoved()]).toEqual([name, []]);
    };
    await forEachPage(page, full.origin, check, { hasActs: false });
  });
