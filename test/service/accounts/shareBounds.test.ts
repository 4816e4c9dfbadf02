/** Reports that the bounds of a shared link allow. */
import { expect, test } from "vitest";
import { DEFAULT_TIMEZONE, type Viewer } from "../../../src/protocol/statistics.ts";
import type { Bounds, ShareRecord } from "../../../src/service/accounts/shareStore.ts";
import { isShared, parseBounds } from "../../../src/service/accounts/shares.ts";
import { acceptRequest } from "../statisticsRoutes/support.ts";

const NETWORK: Viewer = { kind: "network", role: "publisher", goals: 0 };
const NOW = Date.parse("2026-11-20");
const DAYS = { date_from: "2026-11-05", date_to: "2026-11-10" };

function check(bounds: Partial<Bounds>, asked: object, viewer = NETWORK): boolean {
  const request = acceptRequest({ group_by: [], filter: DAYS, ...asked }, { viewer, now: NOW });
  const link = {
    id: "link",
    name: "Link",
    role: "publisher",
    view: "?",
    expires_at: "",
    account: 1,
  } as const;
  const record: ShareRecord = { ...link, bounds: { filter: {}, exclude: {}, ...bounds } };
  return isShared(record, request);
}

test("a link without bounds allows every report of its side and no report of the other", () => {
  expect(check({}, {})).toBe(true);
  expect(check({}, { filter: { zone_id: [1] }, exclude: { hour: [1] } })).toBe(true);
  expect(check({}, {}, { ...NETWORK, role: "advertiser" })).toBe(false);
});

test.each<[Partial<Bounds>, boolean]>([
  [{ from: "2026-11-05", to: "2026-11-10" }, true],
  [{ from: "2026-11-05" }, true],
  [{ to: "2026-11-10" }, true],
  [{ from: "2026-11-06" }, false],
  [{ to: "2026-11-09" }, false],
  [{ from: undefined, to: undefined }, true],
])("whether a link with the bounds %j allows a report of 5 to 10 November: %s", (bounds, shown) => {
  expect(check(bounds, {})).toBe(shown);
});

const ZONES = { zone_id: [1, 2] };

test.each<[object, boolean]>([
  [{ zone_id: [1] }, true],
  [{ zone_id: [2, 1] }, true],
  [{ zone_id: [1], hour: [3] }, true],
  [{ zone_id: [1, 3] }, false],
  [{ hour: [3] }, false],
])("whether a link to two zones allows a report filtered by %j: %s", (filter, shown) => {
  expect(check({ filter: ZONES }, { filter: { ...DAYS, ...filter } })).toBe(shown);
});

test.each<[object, boolean]>([
  [{ adblock: "standard" }, true],
  [{ adblock: "all" }, false],
  [{}, false],
])("whether a link to pages without ad blocking allows a report filtered by %j: %s", (filter, shown) => {
  expect(check({ filter: { adblock: "standard" } }, { filter: { ...DAYS, ...filter } })).toBe(shown);
});

test.each<[object, boolean]>([
  [{ zone_id: [1, 2] }, true],
  [{ zone_id: [1, 2, 3], hour: [3] }, true],
  [{ zone_id: [1] }, false],
  [{ hour: [3] }, false],
  [{}, false],
])("whether a link that excludes two zones allows a report that excludes %j: %s", (exclude, shown) => {
  expect(check({ exclude: ZONES }, { exclude })).toBe(shown);
});

test.each<[object, Partial<Bounds>]>([
  [{ filter: { adblock: "all", exclude_deleted: 0 } }, { filter: {} }],
  [
    { filter: { adblock: "standard", exclude_deleted: 1 } },
    { filter: { adblock: "standard", exclude_deleted: 1 } },
  ],
  [{ filter: DAYS }, { from: "2026-11-05", to: "2026-11-10" }],
  [{ filter: { date_from: "2026-11-05" } }, { from: "2026-11-05", to: undefined }],
  [
    { filter: { hour: [1] }, timezone: "Asia/Tokyo" },
    { filter: { hour: [1] }, timezone: "Asia/Tokyo" },
  ],
  [{ exclude: { hour: [1] } }, { exclude: { hour: [1] }, timezone: DEFAULT_TIMEZONE }],
  [{ filter: {}, timezone: "Asia/Tokyo" }, { timezone: undefined }],
])("a link to the report %j is stored with the bounds %j", (asked, expected) => {
  const viewer: Viewer = { kind: "network", role: "advertiser", goals: 0 };
  const input: { filter?: object } = asked;
  const request = acceptRequest({ group_by: [], ...asked }, { viewer, now: NOW });
  const bounds = parseBounds(request, input.filter ?? {});
  const none = { filter: {}, exclude: {}, from: undefined, to: undefined };
  expect(bounds).toEqual({ ...none, ...expected });
});

test.each<[Partial<Bounds>, string, boolean]>([
  [{ filter: { hour: [1] }, timezone: "Asia/Tokyo" }, "Asia/Tokyo", true],
  [{ filter: { hour: [1] }, timezone: "Asia/Tokyo" }, "UTC", false],
  [{ exclude: { hour: [1] }, timezone: "Asia/Tokyo" }, "UTC", false],
  // Stored by an earlier version, which recorded no time zone.
  [{ filter: { hour: [1] } }, DEFAULT_TIMEZONE, true],
  [{ filter: { hour: [1] } }, "Asia/Tokyo", false],
  [{}, "Asia/Tokyo", true],
])("whether a link with the bounds %j allows a report of hours in %s: %s", (bounds, timezone, shown) => {
  const hours = { filter: { ...DAYS, hour: bounds.exclude ? [2] : [1] }, exclude: bounds.exclude ?? {} };
  expect(check(bounds, { ...hours, timezone })).toBe(shown);
});

test("a report is allowed only if it keeps to every bound of the link", () => {
  const bounds = { filter: { ...ZONES, country_iso: ["DEU"] }, exclude: { hour: [1], sub: [2] } };
  const whole = { filter: { ...DAYS, ...ZONES, country_iso: "DEU" }, exclude: { hour: [1], sub: [2] } };
  expect(check(bounds, whole)).toBe(true);
  expect(check(bounds, { ...whole, filter: { ...DAYS, ...ZONES } })).toBe(false);
  expect(check(bounds, { ...whole, exclude: { hour: [1] } })).toBe(false);
});
