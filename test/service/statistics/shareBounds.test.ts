/** Which reports a link shows. */
import { expect, test } from "vitest";
import type { Viewer } from "../../../src/protocol/statistics.ts";
import { readRequest } from "../../../src/service/statistics/request.ts";
import type { Bounds, ShareRecord } from "../../../src/service/statistics/shareStore.ts";
import { isShared } from "../../../src/service/statistics/shares.ts";

const NETWORK: Viewer = { kind: "network", role: "publisher", goals: 0 };
const DAYS = { date_from: "2026-11-05", date_to: "2026-11-10" };

function check(bounds: Partial<Bounds>, asked: object, viewer = NETWORK): boolean {
  const input = { group_by: [], filter: DAYS, ...asked };
  const read = readRequest(input, { viewer, now: Date.parse("2026-11-20"), dateTimezone: "UTC" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const record: ShareRecord = {
    ...{ id: "link", name: "Link", role: "publisher", view: "?", expires_at: "", account: 1 },
    bounds: { filter: {}, exclude: {}, ...bounds },
  };
  return isShared(record, read.request);
}

test("a link without bounds shows every report of its side, and none of the other", () => {
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
])("that a link with the bounds %j shows 5 to 10 November is %s", (bounds, shown) => {
  expect(check(bounds, {})).toBe(shown);
});

const ZONES = { zone_id: [1, 2] };

test.each<[object, boolean]>([
  [{ zone_id: [1] }, true],
  [{ zone_id: [2, 1] }, true],
  [{ zone_id: [1], hour: [3] }, true],
  [{ zone_id: [1, 3] }, false],
  [{ hour: [3] }, false],
])("that a link to two zones shows a report of %j is %s", (filter, shown) => {
  expect(check({ filter: ZONES }, { filter: { ...DAYS, ...filter } })).toBe(shown);
});

test.each<[object, boolean]>([
  [{ adblock: "standard" }, true],
  [{ adblock: "all" }, false],
  [{}, false],
])("that a link to pages without ad blocking shows a report of %j is %s", (filter, shown) => {
  expect(check({ filter: { adblock: "standard" } }, { filter: { ...DAYS, ...filter } })).toBe(shown);
});

test.each<[object, boolean]>([
  [{ zone_id: [1, 2] }, true],
  [{ zone_id: [1, 2, 3], hour: [3] }, true],
  [{ zone_id: [1] }, false],
  [{ hour: [3] }, false],
  [{}, false],
])("that a link without two zones shows a report that excludes %j is %s", (exclude, shown) => {
  expect(check({ exclude: ZONES }, { exclude })).toBe(shown);
});

test("a report keeps to each bound of a link, not to one of them", () => {
  const bounds = { filter: { ...ZONES, country_iso: ["DEU"] }, exclude: { hour: [1], sub: [2] } };
  const whole = { filter: { ...DAYS, ...ZONES, country_iso: "DEU" }, exclude: { hour: [1], sub: [2] } };
  expect(check(bounds, whole)).toBe(true);
  expect(check(bounds, { ...whole, filter: { ...DAYS, ...ZONES } })).toBe(false);
  expect(check(bounds, { ...whole, exclude: { hour: [1] } })).toBe(false);
});
