import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright/test";
import { counted, dayBefore, during, manySubs, sum } from "./facts.ts";
import { expect, test } from "./test.ts";

/** Exports the table. Returns the file's name and content. */
async function save(page: Page): Promise<{ name: string; file: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Export/ }).click(),
  ]);
  return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
}

const parseRows = (file: Buffer) => parse(file, { bom: true, columns: true }) as Record<string, string>[];

test("an export contains all pages of the table", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&period=30d&rows=25" });
  const { name, file } = await save(page);
  expect(name).toBe(`publisher-by-date-zone-${dayBefore(30)}-${dayBefore(1)}.csv`);
  const rows = parseRows(file);
  expect(rows).toHaveLength(360);
  const headings = "Date;Zone ID;Zone;Impressions;Clicks;Revenue (USD);eCPM (USD);CTR";
  expect(Object.keys(rows[0] ?? {}).join(";")).toBe(headings);
  const total = rows.reduce((all, row) => all + Number(row.Impressions), 0);
  expect(total).toBe(sum(counted(), "impressions", during(dayBefore(30), dayBefore(1))));
});

test("records can be exported as NDJSON and Parquet", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&period=30d&rows=25&metrics=base.impressions" });
  const format = page.getByLabel("File format");
  await format.selectOption("NDJSON");
  const ndjson = await save(page);
  expect(ndjson.name).toBe(`publisher-by-date-zone-${dayBefore(30)}-${dayBefore(1)}.ndjson`);
  const records = ndjson.file.toString().trim().split("\n");
  expect(records).toHaveLength(360);
  const total = records.reduce((all, line) => all + JSON.parse(line).impressions, 0);
  expect(total).toBe(sum(counted(), "impressions", during(dayBefore(30), dayBefore(1))));
  await format.selectOption("Parquet");
  const parquet = await save(page);
  expect([parquet.name.split(".").at(-1), parquet.file.subarray(0, 4).toString()]).toEqual([
    "parquet",
    "PAR1",
  ]);
});

test("exported ratios are rounded as in the table, and sums are exact", async ({ page, enter }) => {
  await enter({ query: "?by=zone_id&period=30d&metrics=base.impressions,base.revenue,base.ctr,base.cpm" });
  const rows = parseRows((await save(page)).file);
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    const shown = page.getByRole("row").filter({ has: page.getByRole("link", { name: row.Zone ?? "" }) });
    const cells = (await shown.getByRole("cell").allTextContents()).map((cell) =>
      Number(cell.replace(/[$,%]/g, "")),
    );
    expect([row.CTR, row["eCPM (USD)"]].map(Number)).toEqual(cells.slice(2));
    const facts = counted().filter(({ zone }) => zone === Number(row["Zone ID"]));
    const revenue = sum(facts, "cost", during(dayBefore(30), dayBefore(1))) / 2000;
    expect(Number(row["Revenue (USD)"])).toBe(revenue);
    expect(Number(row.Impressions)).toBe(cells[0]);
  }
});

test("a long export shows its progress and can be cancelled", async ({ page, enter, serve }) => {
  const service = await serve({ facts: manySubs(10_400) });
  await enter({ origin: service.origin, query: "?by=sub&period=yesterday" });
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  const held: (() => Promise<void>)[] = [];
  await page.route("**/v2/statistics/**", async (route) => {
    if (route.request().postDataJSON().offset !== 10_000) return route.continue();
    held.push(() => route.abort());
  });
  await page.getByRole("button", { name: /^Export/ }).click();
  await expect(page.getByText("10,000 of 10,400")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", "10000");
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: /^Export/ })).toBeEnabled();
  for (const release of held) await release().catch(() => {});

  await page.unroute("**/v2/statistics/**");
  expect(parseRows((await save(page)).file)).toHaveLength(10_400);
  expect(downloads).toBe(1);
});

test("a German export has semicolons, decimal commas, and the currency in the heading", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=zone_id&period=yesterday&metrics=base.impressions,base.revenue" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Einnahmen" })).toBeVisible();
  const lines = (await save(page)).file.toString().split("\r\n");
  expect(lines[0]).toBe("\u{feff}Zone-ID;Zone;Einblendungen;Einnahmen (USD)");
  expect(lines[1]).toMatch(/^\d+;Zone \d+;\d+;\d+,\d+$/);
});
