/** Forms whose parts stay in their places, whatever arrives or is refused. */
import type { Page } from "playwright/test";
import { enterPage, UNLIMITED } from "./pages.ts";
import { expect, test } from "./test.ts";

/** Records what moves in forms, also right after input. Returns what moved since the last call. https://wicg.github.io/layout-instability/ */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element?.closest("form")) moved.push(`${element.tagName} ${element.textContent}`.slice(0, 80));
        }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          // Shifts of a frame are reported after it.
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve((window as object as { moved: string[] }).moved.splice(0))),
            ),
          );
        }),
    );
}

for (const width of [1440, 390])
  for (const [query, as, field, error] of [
    ["?place=inventory&new=site", "net", "Site name", "This field is required."],
    ["?place=inventory&new=zone", "ann", "Zone name", "This field is required."],
    ["?place=inventory&site=10", "net", "Site name", "This field is required."],
    ["?place=inventory&zone=101", "ann", "Zone name", "This field is required."],
    ["?place=campaigns&campaign=301", "net", "Price", "Expected an amount such as 2.50."],
    ["?place=campaigns&campaign=301", "bob", "Name", "This field is required."],
    ["?place=campaigns&account=3", "net", "Name", "This field is required."],
  ] as const)
    test(`nothing moves in the form of ${query} for ${as} at ${width} px when it loads and when it is refused`, async ({
      page,
      serve,
    }) => {
      const { origin } = await serve({ args: UNLIMITED });
      await page.setViewportSize({ width, height: 900 });
      const readMoved = await watchShifts(page);
      await enterPage(page, origin, query, as);
      await page.goto(`${origin}/dashboard/${query}`);
      const input = page.getByLabel(field).last();
      await input.fill("");
      await page.waitForLoadState("networkidle");
      expect(await readMoved()).toEqual([]);
      const button = page.locator("form .button-primary");
      const place = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const before = await place();
      await button.click();
      await expect(page.getByText(error).first()).toBeVisible();
      await expect(page.getByText("Not saved.")).toBeVisible();
      expect(await place()).toBe(before);
      expect(await readMoved()).toEqual([]);
    });

test("nothing moves in the steps of a new campaign after they are shown", async ({ page, serve }) => {
  const { origin } = await serve({ args: UNLIMITED });
  const readMoved = await watchShifts(page);
  await enterPage(page, origin, "?place=campaigns&new=1");
  await page.getByLabel("Name", { exact: true }).fill("Steady");
  await page.getByLabel("Price").fill("2");
  for (const step of ["Creatives", "Targeting", "Budget"]) {
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: step })).toBeVisible();
    await readMoved();
    await page.waitForLoadState("networkidle");
    expect(await readMoved()).toEqual([]);
  }
});

test("a campaign's days are side by side, its amounts have a currency, and required fields are marked", async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ args: UNLIMITED });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterPage(page, origin, "?place=campaigns&campaign=301");
  const [first, last] = [page.getByLabel("First day"), page.getByLabel("Last day")];
  const [left, right] = [await first.boundingBox(), await last.boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  const mark = (label: string) =>
    page
      .getByText(label, { exact: true })
      .evaluate((element) => getComputedStyle(element, "::after").content.split(" / ")[0]);
  expect(await mark("Price (EUR)")).toBe('" *"');
  expect(await mark("Last day")).toBe("none");
  await expect(page.getByLabel("Price (EUR)", { exact: true })).toHaveValue("2.00");
  await page.getByRole("button", { name: "Budget" }).click();
  for (const label of ["Daily budget (EUR)", "Total budget (EUR)"])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
});
