// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { Inventory } from "../../../src/dashboard/inventory/Inventory.tsx";
import { type AccountDetails, StatisticsError } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const more = { version: "1", deleted: false };
const SITES = [
  { id: 10, name: "Almanac", hostname: "almanac.longshore.example", account: 2, ...more },
  { id: 11, name: "Inland Kitchen", hostname: "kitchen.example", account: 3, ...more },
];
const ZONES = [
  { id: 101, name: "Masthead", site: 10, size: "728x90", ...more },
  { id: 102, name: "Footer", site: 11, size: "300x250", note: "Sold to Éclair", ...more },
  { id: 103, name: "Masthead", site: 11, size: "728x90", ...more },
];
const LAST = { last_request: new Date().toISOString() };
const ACTIVITY = [
  { id: 101, requests: 16_403, filled: 16_000, ...LAST },
  { id: 102, requests: 0, filled: 0, ...LAST },
];
const ACCOUNTS = [
  { id: 2, name: "Longshore", role: "publisher" },
  { id: 3, name: "Inland Press", role: "publisher" },
];

async function open(
  parts: string,
  kind: "network" | "publisher" = "network",
  more: Partial<AccountDetails> = {},
): Promise<void> {
  history.replaceState(null, "", `/?place=inventory&period=7d${parts}`);
  const { data } = createData({
    details: { kind, ...more },
    answers: {
      "sites.all": SITES,
      "zones.all": ZONES,
      "accounts.all": ACCOUNTS,
      performance: { site_id: { now: [], before: [] }, zone_id: { now: [], before: [] } },
      activity: { campaigns: [], zones: ACTIVITY },
    },
  });
  show(h(Page, { data }, h(Inventory, null)));
  await expect.poll(() => root.querySelector(".list-bar, form")).not.toBeNull();
}
const list = (title: string) => root.querySelector(`section[aria-label='${title}']`);
const names = (title: string) =>
  [...(list(title)?.querySelectorAll("tbody:not(.totals) .deeper") ?? [])].map(
    (link) => link.getAttribute("href")?.match(/(?:site|zone)=(\d+)/)?.[1],
  );
const filters = (title: string) =>
  [...(list(title)?.querySelectorAll("search button") ?? [])].map(({ textContent }) => textContent);

test.each([
  ["Sites", "&find.sites=almanac.longshore", ["10"]],
  ["Sites", "&find.sites=inland press", ["11"]],
  ["Sites", "&publisher.sites=2", ["10"]],
  ["Sites", "&sort.sites=owner", ["11", "10"]],
  ["Zones", "&find.zones=Inland Kitchen", ["102", "103"]],
  ["Zones", "&find.zones=longshore", ["101"]],
  ["Zones", "&find.zones=kitchen 728", ["103"]],
  ["Zones", "&find.zones=300 × 250", ["102"]],
  ["Zones", "&find.zones=eclair", ["102"]],
  ["Zones", "&site.zones=11&size.zones=728x90", ["103"]],
  ["Zones", "&publisher.zones=3", ["102", "103"]],
])("the list %s with %s shows %j", async (title, parts, found) => {
  await open(parts);
  await expect.poll(() => names(title)).toEqual(found);
});

test("filters of one list do not concern the other", async () => {
  await open("&publisher.sites=2&find.sites=almanac");
  expect([names("Sites"), names("Zones")]).toEqual([["10"], ["101", "102", "103"]]);
});

test("boxes of zones with one name also have the site's", async () => {
  await open("");
  const boxes = list("Zones")?.querySelectorAll("tbody [type='checkbox']") ?? [];
  expect([...boxes].map((box) => box.getAttribute("aria-label"))).toEqual([
    "Select Masthead · Almanac",
    "Select Footer",
    "Select Masthead · Inland Kitchen",
  ]);
});

test.each([
  ["0.70", "Percent of what advertisers pay. Empty: 70%."],
  ["0.655", "Percent of what advertisers pay. Empty: 65.5%."],
])("a site's form says that an empty share is the default of %s", async (publisher_share, hint) => {
  await open("&new=site", "network", { publisher_share });
  const fields = [...root.querySelectorAll(".field")].map(({ textContent }) => textContent);
  expect(fields).toContainEqual(expect.stringContaining(hint));
});

test("requests and fill rate of the last 24 hours are columns of zones, with totals", async () => {
  await open("&sort.zones=requests");
  const read = (row: Element) =>
    [...row.querySelectorAll(".number")].slice(0, 2).map(({ textContent }) => textContent);
  const rows = [...(list("Zones")?.querySelectorAll("tbody tr") ?? [])];
  expect(rows.map(read)).toEqual([
    ["0", "–"],
    ["16,403", "97.54%"],
    ["–", "–"],
    ["16,403", "97.54%"],
  ]);
});

test("a publisher has no column and no filter of publishers", async () => {
  await open("&publisher.sites=2", "publisher");
  expect([filters("Sites"), filters("Zones")]).toEqual([[], ["Site", "Size"]]);
  const headings = [...root.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  expect(headings).not.toContain("Publisher");
});

test("a list of zones is not complete, and not saved, without the requests of the last 24 hours", async () => {
  history.replaceState(null, "", "/?place=inventory&period=7d");
  const activity = () => Promise.reject(new StatisticsError("server", "The service failed."));
  const performance = { site_id: { now: [], before: [] }, zone_id: { now: [], before: [] } };
  const answers = { "sites.all": SITES, "zones.all": ZONES, "accounts.all": ACCOUNTS, performance, activity };
  const { data } = createData({ answers });
  show(h(Page, { data }, h(Inventory, null)));
  await expect.poll(() => list("Sites")?.getAttribute("aria-busy")).toBe("false");
  expect(list("Zones")?.getAttribute("aria-busy")).toBe("true");
  expect(list("Zones")?.querySelector("[aria-disabled]")?.textContent).toBe("CSV");
});
