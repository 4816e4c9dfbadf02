/** The layout of forms is stable while data loads and when input is refused. */
import type { Page, Request, Route } from "playwright/test";
import { waitForRendering } from "../support/rendering.ts";
import { findViolations } from "./axe.ts";
import { BANNER, LEADERBOARD, readBanner, sendEmpty, UNLIMITED } from "./pages.ts";
import { watchShifts } from "./shifts.ts";
import { enterPage, expect, hold, test } from "./test.ts";

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
    test(`nothing moves in the form of ${query} for ${as} at ${width} px when it loads and when a save is refused`, async ({
      page,
      serve,
    }) => {
      const { origin } = await serve();
      await page.setViewportSize({ width, height: 900 });
      const readMoved = await watchShifts(page, "form");
      await enterPage(page, origin, query, as);
      await page.goto(`${origin}/dashboard/${query}`);
      // The page of an account has a form for its users, too.
      const labelled = page.getByLabel(field);
      const input = query.includes("account=") ? labelled.first() : labelled.last();
      await input.fill("");
      await page.waitForLoadState("networkidle");
      expect(await readMoved()).toEqual([]);
      const button = page.locator("form .button-primary").first();
      const place = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const before = await place();
      await button.click();
      await expect(page.getByText(error).first()).toBeVisible();
      await expect(page.getByText("Not saved.")).toBeVisible();
      expect(await place()).toBe(before);
      expect(await readMoved()).toEqual([]);
    });

/** Records the positions of buttons and fields. Returns a function that lists those that moved since. */
async function watchControls(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const tops = new Map<Element, number>();
    const readTop = (element: Element) => element.getBoundingClientRect().top + scrollY;
    for (const each of document.querySelectorAll("main :is(button, input, select, a.button)"))
      tops.set(each, readTop(each));
    const listMoved = () =>
      [...tops]
        .filter(([element, top]) => element.isConnected && readTop(element) !== top)
        .map(([element, top]) => `${element.outerHTML.slice(0, 80)}: ${top} to ${readTop(element)}`);
    Object.assign(window, { listMoved });
  });
  return () => page.evaluate(() => (window as unknown as { listMoved(): string[] }).listMoved());
}

/** Requests whose responses are added to lists and forms that are already shown. */
const FACTS = /\/v2\/(activity|performance|changes|estimate)|\/unfilled/;

/** Returns a name by which the same request is recognized after a reload. */
function nameRequest(request: Request): string {
  const { by, compared } = (request.postDataJSON() ?? {}) as { by?: string[]; compared?: object };
  return `${request.method()} ${request.url()} ${by ?? ""} ${compared ? "compared" : ""}`;
}

for (const width of [1440, 390])
  for (const [query, as] of [
    ["?place=inventory&site=10&period=yesterday", "net"],
    ["?place=inventory&zone=101&period=yesterday", "net"],
    ["?place=campaigns&campaign=301&period=yesterday", "net"],
    ["?place=campaigns&account=3&period=yesterday", "net"],
    ["?place=inventory", "net"],
    ["?place=campaigns", "bob"],
  ] as const)
    test(`no button or field of ${query} moves at ${width} px, in whichever order responses arrive`, async ({
      page,
      serve,
    }) => {
      const { origin } = await serve();
      await sendEmpty(origin);
      await page.setViewportSize({ width, height: 900 });
      await enterPage(page, origin, query, as);
      await page.waitForLoadState("networkidle");
      const names = new Set<string>();
      page.on("request", (request) => request.url().includes("/v2/") && names.add(nameRequest(request)));
      await page.goto(`${origin}/dashboard/${query}`);
      await page.waitForLoadState("networkidle");
      for (const isNewestFirst of [false, true]) {
        const held: Route[] = [];
        await page.route("**/v2/**", (route) => void held.push(route));
        await page.goto(`${origin}/dashboard/${query}`);
        const left = new Set(names);
        let listMoved = async (): Promise<string[]> => [];
        while (left.size > 0) {
          await expect.poll(() => held.length).toBeGreaterThan(0);
          if (isNewestFirst) held.reverse();
          // Forms and lists are answered before the facts that are added to them.
          held.sort((a, b) => Number(FACTS.test(a.request().url())) - Number(FACTS.test(b.request().url())));
          const request = held[0]?.request();
          await held.shift()?.continue();
          await (await request?.response())?.finished();
          await waitForRendering(page);
          const name = request ? nameRequest(request) : "";
          expect(await listMoved(), name).toEqual([]);
          left.delete(name);
          listMoved = await watchControls(page);
        }
        await page.unroute("**/v2/**");
      }
    });

test("nothing moves in the steps of a new campaign after they are shown", async ({ page, serve }) => {
  const { origin } = await serve();
  const readMoved = await watchShifts(page, "form");
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

for (const width of [1440, 390])
  test(`uploaded creatives and refused files push nothing down at ${width} px`, async ({ page, serve }) => {
    const { origin } = await serve({ args: [...UNLIMITED, "--max-image", "100000"] });
    await page.setViewportSize({ width, height: 900 });
    const readMoved = await watchShifts(page, "form");
    await enterPage(page, origin, "?place=campaigns&new=1");
    await page.getByRole("button", { name: "Creatives" }).click();
    const back = page.getByRole("button", { name: "Back" });
    const place = () => back.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    /** Chooses files. Returns a function that lists what moved after the first upload began. */
    const choose = async (files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) => {
      const uploads = await hold(page, "**/v2/images", () => true);
      const sent = page.waitForRequest("**/v2/images");
      await page.locator(".drop input[type=file]").setInputFiles(files);
      await sent;
      await readMoved();
      const before = await place();
      await uploads.release();
      return async () => [...(await readMoved()), (await place()) - before];
    };
    let readChange = await choose([BANNER, LEADERBOARD]);
    await expect(page.getByRole("img", { name: "halyard-300x250" })).toBeVisible();
    await expect(page.getByText("Its size is 1456x180; your zones have 300x250.")).toBeVisible();
    expect(await readChange()).toEqual([0]);
    const text = { name: "text.png", mimeType: "image/png", buffer: Buffer.from("text") };
    readChange = await choose(text);
    const types = "Only PNG, JPEG, WebP, AVIF and GIF images can be creatives.";
    await expect(page.getByText(`text.png was not added. ${types}`)).toBeVisible();
    expect(await readChange()).toEqual([0]);
    // Bytes after the image make it too large; the browser still shows it.
    const large = Buffer.concat([await readBanner(), Buffer.alloc(100_000)]);
    readChange = await choose({ name: "large.webp", mimeType: "image/webp", buffer: large });
    await expect(page.getByText("large.webp was not added. The file is too large.")).toBeVisible();
    expect(await readChange()).toEqual([0]);
    expect(await findViolations(page)).toEqual([]);
  });

test("a campaign's days are side by side, its amounts have a currency, and required fields are marked", async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
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
