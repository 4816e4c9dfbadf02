import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { counted, dayBefore, during, manySubs, sum } from "./facts.ts";
import { expect, test } from "./test.ts";

test("every page of the table goes into one file", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&period=30d&rows=25" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Export/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`publisher-by-date-zone-${dayBefore(30)}-${dayBefore(1)}.csv`);
  const text = await readFile(await download.path(), "utf8");
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(360);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    "Date",
    "Zone ID",
    "Zone",
    "Impressions",
    "Clicks",
    "Revenue (USD)",
    "eCPM (USD)",
    "CTR",
  ]);
  const total = rows.reduce((all, row) => all + Number(row.Impressions), 0);
  expect(total).toBe(sum(counted(), "impressions", during(dayBefore(30), dayBefore(1))));
});

test("all records are exported in the service's other formats", async ({ page, enter }) => {
  await enter({ query: "?by=date,zone_id&period=30d&rows=25&metrics=base.impressions" });
  const save = async (format: string) => {
    await page.getByLabel("File format").selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Export ${format}` }).click(),
    ]);
    return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
  };
  const ndjson = await save("NDJSON");
  expect(ndjson.name).toBe(`publisher-by-date-zone-${dayBefore(30)}-${dayBefore(1)}.ndjson`);
  const records = ndjson.file.toString().trim().split("\n");
  expect(records).toHaveLength(360);
  const total = records.reduce((all, line) => all + JSON.parse(line).impressions, 0);
  expect(total).toBe(sum(counted(), "impressions", during(dayBefore(30), dayBefore(1))));
  const parquet = await save("Parquet");
  expect([parquet.name.split(".").at(-1), parquet.file.subarray(0, 4).toString()]).toEqual([
    "parquet",
    "PAR1",
  ]);
});

test("ratios are rounded in the file as the table shows them, and sums are whole", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=zone_id&period=30d&metrics=base.impressions,base.revenue,base.ctr,base.cpm" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Export/ }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
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

test("a long export shows how far it is, and can be cancelled", async ({ page, enter, serve }) => {
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
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Export/ }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(parse(text, { bom: true, columns: true })).toHaveLength(10_400);
  expect(downloads).toBe(1);
});

test("a German export opens in a German spreadsheet: semicolons, decimal commas, and the currency in the heading", async ({
  page,
  enter,
}) => {
  await enter({ query: "?by=zone_id&period=yesterday&metrics=base.impressions,base.revenue" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Einnahmen" })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Export/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\u{feff}Zone-ID;Zone;Einblendungen;Einnahmen (USD)");
  expect(lines[1]).toMatch(/^\d+;Zone \d+;\d+;\d+,\d+$/);
});
