import type uPlot from "uplot";
import { expect, test, vi } from "vitest";
import {
  createHooks,
  createScales,
  listSeries,
  type Plot,
  placeLabels,
} from "../../../../src/dashboard/reports/chart/plot.ts";
import type { Point } from "../../../../src/dashboard/reports/chart/series.ts";

const list = (...values: (number | undefined)[]): Point[] =>
  values.map((value) => ({ step: "date", day: "2026-03-15", value, isOpen: false }));
const PLOT: Plot = { points: list(3, 9), before: [], second: undefined, unit: "count", isRate: false };
const DECIMALS = { hasDecimals: true };
const readEnds = (plot: Plot, { hasDecimals } = DECIMALS) => {
  const { main, other } = createScales(plot, 5, { hasDecimals });
  return [main, other].map((scale) => scale && [scale.min, scale.max]);
};

test.each([
  ["above", list(3, 40), [0, 40]],
  ["below", list(-20, 5), [-20, 10]],
  ["within", list(4, undefined), [0, 9]],
])("compared days with values %s the shown ones are on the chart's scale", (_, before, ends) => {
  expect(readEnds({ ...PLOT, before })).toEqual([ends, undefined]);
});

test("a second metric has a scale of its own", () => {
  const second = { points: list(90.2, 90.6), unit: "percent", isRate: true } as const;
  expect(readEnds({ ...PLOT, second })).toEqual([
    [0, 9],
    [90.2, 90.6],
  ]);
});

test.each([
  ["count", true, [0, 1]],
  ["count", false, [0, 1]],
  ["money", false, [0, 1]],
  ["money", true, [0, 0.4]],
] as const)(
  "small values of the unit %s, with decimals of the currency %s, have the scale %j",
  (unit, hasDecimals, ends) => {
    expect(readEnds({ ...PLOT, points: list(0.1, 0.4), unit }, { hasDecimals })[0]).toEqual(ends);
  },
);

test("the unfinished point is drawn apart, joined to the last complete one", () => {
  const [first, second, third] = list(4, 5, 6);
  const points = [first, second, { ...third, isOpen: true }, ...list(undefined)] as Point[];
  const plot: Plot = { ...PLOT, points, before: list(1, 2), second: { ...PLOT, points: list(7) } };
  expect(listSeries(plot)).toEqual([
    [0, 1, 2, 3],
    [1, 2, null, null],
    [4, 5, null, null],
    [null, 5, 6, null],
    [7, null, null, null],
  ]);
  expect(listSeries(PLOT)[3]).toEqual([null, null]);
});

test.each([
  [30, 650, [5, 11, 17, 23, 29]],
  [3, 650, [0, 1, 2]],
  [4, 10, [3]],
])("%i points on %i pixels have labels at %j, the last one included", (count, width, positions) => {
  expect(placeLabels(count, width, 20)).toEqual(positions);
});

test.each([
  [{ left: 0, idx: 0 }, 0],
  [{ left: 5, idx: 3 }, 3],
  [{ left: -10, idx: 3 }, undefined],
  [{ left: 5, idx: null }, undefined],
  [{}, undefined],
])("with the cursor at %j, the point %s is shown", (cursor, point) => {
  const onPoint = vi.fn();
  const { setCursor } = createHooks({ onPoint, onSelect: vi.fn() });
  setCursor?.[0]?.({ cursor } as Partial<uPlot> as uPlot);
  expect(onPoint).toHaveBeenCalledExactlyOnceWith(point);
});

test.each([
  [7, []],
  [8, [[2, 10]]],
])("a drag over %i pixels selects %j", (width, selected) => {
  const onSelect = vi.fn();
  const { setSelect } = createHooks({ onPoint: vi.fn(), onSelect });
  const chart = {
    select: { left: 2, top: 0, width, height: 9 },
    setSelect: vi.fn(),
    posToIdx: (at: number) => at,
  };
  setSelect?.[0]?.(chart as Partial<uPlot> as uPlot);
  expect(onSelect.mock.calls).toEqual(selected);
});
