/** Tables that are selected and copied: what the clipboard gets. */
import type { Page } from "playwright/test";
import { enterPage, expect, test } from "./test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Selects from one element to another, as a drag does, and copies with the keyboard. */
async function copy(page: Page, from: string, to = from): Promise<{ lines: string[]; html: string }> {
  await page.evaluate(
    ([first = "", last = ""]) => {
      const range = document.createRange();
      const start = document.querySelector(first);
      const end = first === last ? start : [...document.querySelectorAll(last)].at(-1);
      if (!start || !end) throw new Error("Nothing to select.");
      range.setStart(start, 0);
      range.setEnd(end, end.childNodes.length);
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
    },
    [from, to],
  );
  // What copies tables is loaded after the content.
  await page.waitForFunction(() => {
    const clipboardData = new DataTransfer();
    return !document.dispatchEvent(
      new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await page.keyboard.press("ControlOrMeta+c");
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) =>
      item?.types.includes(type) ? (await item.getType(type)).text() : "";
    return { lines: (await read("text/plain")).split("\n"), html: await read("text/html") };
  });
}

const cells = (line: string | undefined) => line?.split("\t") ?? [];

test("a report's table is copied as one line for each row, without hidden words", async ({ page, enter }) => {
  await enter({ query: "?by=site_id,zone_id" });
  const { lines, html } = await copy(page, ".records");
  expect(cells(lines[0])).toEqual(["Site", "Zone", "Impressions", "Clicks", "Revenue", "eCPM", "CTR"]);
  expect(cells(lines[1]).slice(0, 2)).toEqual(["Total", ""]);
  expect(lines).toHaveLength(14);
  for (const line of lines.slice(2))
    expect(line).toMatch(/^(Shop|News)\tZone \d+\t[\d,]+\t[\d,]+\t\$[\d.,]+\t/);
  expect(html).not.toContain("Open page");
  const rows = await page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("tr")].map((row) =>
        [...row.cells].map(({ textContent }) => textContent).join("\t"),
      ),
    html,
  );
  expect(rows.slice(2)).toEqual(lines.slice(2));
});

test("a list is copied without check boxes and hints, also by a drag from cell to cell", async ({
  page,
  service,
}) => {
  await enterPage(page, service.origin, "?place=campaigns");
  await page.locator(".list .totals .number:not(.stale)").first().waitFor();
  const { lines } = await copy(page, ".list");
  expect(cells(lines[0]).slice(0, 3)).toEqual(["Name", "Advertiser", "State"]);
  const names = await page.locator(".list tbody .deeper").allTextContents();
  expect(lines.slice(1).map((line) => cells(line)[0])).toEqual([...names, "Total"]);
  expect(new Set(lines.map((line) => cells(line).length)).size).toBe(1);
  const [from, to] = [
    page.locator(".list tbody .deeper").first(),
    page.locator(".list tbody .number").last(),
  ];
  await to.hover();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("The list is not shown.");
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.mouse.move(end.x + end.width - 2, end.y + end.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + start.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press("ControlOrMeta+c");
  const dragged = await page.evaluate(() => navigator.clipboard.readText());
  expect(dragged.split("\n").map((line) => cells(line)[0])).toEqual([...names, "Total"]);
});

test("changes are copied with their sign", async ({ page, enter }) => {
  await enter({ query: "?by=zone_id&changes=on&metrics=base.impressions" });
  await expect(page.locator(".records tbody:not(.totals) .change-value").first()).toBeVisible();
  const { lines } = await copy(page, ".records");
  expect(lines[0]).toBe("Zone\tImpressions\tImpressions, change");
  const isDown = page.locator(".records tbody:not(.totals) tr", { has: page.locator(".arrow-down") });
  expect(lines.slice(2).filter((line) => /\t-[\d.]+%$/.test(line))).toHaveLength(await isDown.count());
  for (const line of lines.slice(1)) expect(line).toMatch(/\t-?[\d.]+%$/);
});

test("one name is copied alone, and on a phone each row is one line, too", async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await enter({ query: "?by=site_id,zone_id" });
  const name = await copy(page, ".records tbody:not(.totals) .group-value");
  expect(name).toEqual({ lines: [expect.stringMatching(/^(Shop|News)$/)], html: "" });
  const { lines } = await copy(page, ".records");
  expect(lines).toHaveLength(14);
  expect(lines[2]).toMatch(/^(Shop|News)\tZone \d+\t[\d,]+\t/);
});

test("text around a table is copied with it", async ({ page, enter }) => {
  await enter({ query: "?by=zone_id" });
  const { lines } = await copy(page, "body", ".pager p");
  const find = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(find("Publisher account")).toBeGreaterThan(-1);
  expect(find("Zone\tImpressions")).toBeGreaterThan(find("Publisher account"));
  expect(lines.filter((line) => /^Zone \d+\t[\d,]+\t/.test(line))).toHaveLength(12);
});
