// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { type Data, DataContext } from "../../../src/dashboard/app/managementData.ts";
import { RouterContext, useAddress } from "../../../src/dashboard/app/router.ts";
import type { Account } from "../../../src/dashboard/app/session.ts";
import { type SharedPeriod, useSharedPeriod } from "../../../src/dashboard/app/useSharedPeriod.ts";
import { Link } from "../../../src/dashboard/ui/Link.tsx";
import type { Statistics } from "../../../src/statistics/index.ts";
import { useRoot } from "../useRoot.ts";

const account = { details: { kind: "network", timezone: "UTC", goals: 0 } } as Account;
const client = { account: async () => ({ data_from: "2026-01-01" }) } as Partial<Statistics> as Statistics;
const { root, show, leave } = useRoot();
let period: SharedPeriod;
let router: ReturnType<typeof useAddress>;

function Numbers() {
  period = useSharedPeriod("advertiser");
  return h(Link, { to: "?place=inventory&zone=5", children: "Zone" });
}

function Page() {
  router = useAddress(account);
  const page = router.page === "statistics" || router.page === "approvals" ? null : h(Numbers, null);
  return h(RouterContext.Provider, { value: { ...router, counts: {} } }, page);
}

async function open(search: string): Promise<void> {
  leave();
  history.replaceState(null, "", `/${search}`);
  await act(async () => {
    show(h(DataContext.Provider, { value: { account, client } as Data }, h(Page, null)));
  });
}

const choose = (changes: Parameters<SharedPeriod["set"]>[0]) => act(() => period.set(changes));
const follow = (address: string) => act(() => router.go(address));

beforeEach(() => sessionStorage.clear());

test.each([
  ["", "?place=campaigns&period=7d", "7d", "previous"],
  ["&period=last-month", "?place=campaigns&period=last-month", "last-month", "previous"],
  ["&compare=year", "?place=campaigns&compare=year&period=7d", "7d", "year"],
  ["&period=30d&compare=year", "?place=campaigns&period=30d&compare=year", "30d", "year"],
])("a list opened with %j has the address %s and its period", async (parts, address, name, compare) => {
  await open(`?place=campaigns${parts}`);
  await expect.poll(() => location.search).toBe(address);
  expect([period.view.period, period.view.compare]).toEqual([name, compare]);
});

test("a chosen period is in the address, in links to objects and statistics, and kept by other pages", async () => {
  await open("?place=campaigns&find.campaigns=socks&page.campaigns=2");
  const custom = { from: "2026-10-01", to: "2026-10-31" };
  choose({ period: custom, compare: "off" });
  const parts = "period=2026-10-01..2026-10-31&compare=off";
  expect(location.search).toBe(`?place=campaigns&find.campaigns=socks&page.campaigns=2&${parts}`);
  expect(root.querySelector("a")?.getAttribute("href")).toBe(`?place=inventory&zone=5&${parts}`);
  expect(router.link("statistics")).toContain(parts);
  follow("?place=approvals");
  expect(location.search).toBe("?place=approvals");
  follow(router.link("inventory"));
  expect(location.search).toBe(`?place=inventory&${parts}`);
  expect(period.view.period).toEqual(custom);
});

test("the statistics keep their filters, and start at the first page, when a list changes the period", async () => {
  await open("?role=advertiser&period=7d&page=3&f.country_iso=DEU,FRA");
  follow("?place=campaigns");
  expect(location.search).toBe("?place=campaigns&period=7d");
  expect(router.link("statistics")).toBe("?role=advertiser&period=7d&page=3&f.country_iso=DEU,FRA");
  choose({ period: "yesterday" });
  expect(router.link("statistics")).toBe("?role=advertiser&f.country_iso=DEU,FRA&period=yesterday");
});

test("a reload in the same tab keeps the view of the statistics", async () => {
  await open("?role=advertiser&period=30d&by=site_id");
  await open("?place=campaigns");
  expect(location.search).toBe("?place=campaigns&period=30d");
  expect(router.link("statistics")).toBe("?role=advertiser&period=30d&by=site_id");
});

test("a period that is not understood is named, and the usual one is shown", async () => {
  await open("?place=campaigns&period=never");
  expect([period.view.period, period.unknown]).toEqual(["7d", ["period=never"]]);
  choose({ period: "today" });
  expect([location.search, period.unknown]).toEqual(["?place=campaigns&period=today", []]);
});

test.each([
  ["?place=campaigns&period=7d", "?place=campaigns&campaign=5&period=7d", true],
  ["?place=campaigns&period=7d", "?period=7d", true],
  ["?period=7d", "?place=inventory&period=7d", true],
  ["?period=7d", "?period=7d&by=zone_id", false],
])("from %s to %s the page starts at its top: %s", async (from, to, isAtTop) => {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockImplementation(() => {});
  await open(from);
  follow(to);
  expect(location.search).toBe(to);
  expect(scroll.mock.calls).toEqual(isAtTop ? [[0, 0]] : []);
  scroll.mockRestore();
});
