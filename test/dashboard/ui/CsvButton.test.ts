// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { createFileColumns } from "../../../src/dashboard/objects/fileColumns.ts";
import { createLocale, ENGLISH, loadWords } from "../../../src/dashboard/texts/locale.ts";
import { CsvButton } from "../../../src/dashboard/ui/CsvButton.tsx";
import type { EntryColumn } from "../../../src/dashboard/ui/entryColumn.ts";
import { useRoot } from "../useRoot.ts";

interface Zone {
  id: number;
  name: string;
  site: number;
}

const DAYS = { from: "2026-10-01", to: "2026-10-31" };
const SITES = [{ id: 10, name: "=Longshore" }];
const ROWS: Zone[] = [
  { id: 101, name: "Masthead", site: 10 },
  { id: 102, name: "Masthead", site: 11 },
];
const NAME: EntryColumn<Zone> = { key: "name", label: "Zone", isHeading: true, read: ({ name }) => name };
const EN = createLocale(ENGLISH, "USD", ["en-US"]);
const { root, show } = useRoot();

const createColumns = (locale: typeof EN, sites?: typeof SITES) =>
  createFileColumns<Zone>(
    "zone_id",
    DAYS,
    [{ grouping: "site_id", readId: ({ site }) => site, entries: sites }],
    locale,
  );

afterEach(() => vi.restoreAllMocks());

async function save(given: Partial<Parameters<typeof CsvButton<Zone>>[0]>): Promise<(string | undefined)[]> {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "";
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  show(h(CsvButton<Zone>, { file: "zones", columns: [NAME], rows: ROWS, ...given }));
  act(() => root.querySelector("button")?.click());
  return [names[0], (await files[0]?.text())?.replace("\u{feff}", "")];
}

test("a list's file has the days in its name, and days, ids and parents as its last columns", async () => {
  expect(await save({ days: DAYS, fileColumns: createColumns(EN, SITES) })).toEqual([
    "zones-2026-10-01-2026-10-31.csv",
    "Zone,From,To,Zone ID,Site ID,Site\r\n" +
      'Masthead,2026-10-01,2026-10-31,101,10,"\'=Longshore"\r\n' +
      "Masthead,2026-10-01,2026-10-31,102,11,\r\n",
  ]);
});

test("a column that the list has already is not repeated", async () => {
  const site: EntryColumn<Zone> = { key: "site", label: "Site", read: () => "Inland" };
  const [, text] = await save({ columns: [NAME, site], fileColumns: createColumns(EN, SITES) });
  expect(text?.split("\r\n")[0]).toBe("Zone,Site,From,To,Zone ID,Site ID");
});

test("a column that lists got later is the file's last one, wherever the list has it", async () => {
  const requests: EntryColumn<Zone> = { key: "requests", label: "Requests", inFile: "end", read: () => 7 };
  const fill: EntryColumn<Zone> = { key: "fill", label: "Fill rate", read: () => 50 };
  const [, text] = await save({ columns: [NAME, requests, fill], fileColumns: createColumns(EN, SITES) });
  expect(text?.split("\r\n")[0]).toBe("Zone,Fill rate,From,To,Zone ID,Site ID,Site,Requests");
});

test("an owner is only among the file's ids and names of parents", async () => {
  const owner: EntryColumn<Zone> = { key: "owner", label: "Owner", inFile: "parents", read: () => "Ann" };
  const [, text] = await save({ columns: [NAME, owner] });
  expect(text).toBe("Zone\r\nMasthead\r\nMasthead\r\n");
});

test("a list without days keeps its plain name", async () => {
  expect(await save({})).toEqual(["zones.csv", "Zone\r\nMasthead\r\nMasthead\r\n"]);
});

test("nothing is saved until the names of parents are loaded", async () => {
  expect(await save({ fileColumns: createColumns(EN, undefined) })).toEqual([undefined, undefined]);
});

test("nothing is saved while numbers are those of other days", async () => {
  expect(await save({ columns: [{ ...NAME, isStale: true }] })).toEqual([undefined, undefined]);
});

test("the columns of files have German headings", async () => {
  const german = createLocale(await loadWords("de"), "EUR", ["de-DE"]);
  expect(createColumns(german, SITES).map(({ label }) => label)).toEqual([
    "Von",
    "Bis",
    "Zone-ID",
    "Website-ID",
    "Website",
  ]);
});
