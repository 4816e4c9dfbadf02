// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { DayBars } from "../../../src/dashboard/objects/DayBars.tsx";
import type { PerformanceRecord } from "../../../src/protocol/management.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const { data } = createData();
const day = (date: string, impressions: number): PerformanceRecord =>
  ({ group_by: { date: { date } }, impressions }) as Partial<PerformanceRecord> as PerformanceRecord;
const draw = (from: string, to: string, records: PerformanceRecord[]) =>
  show(h(Page, { data }, h(DayBars, { days: { from, to }, records })));

const read = () => {
  const slider = root.querySelector("[role='slider']");
  return [slider?.getAttribute("aria-valuenow"), slider?.getAttribute("aria-valuetext")];
};
const press = (key: string) =>
  act(
    () =>
      void root
        .querySelector("[role='slider']")
        ?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
  );

test("each day's value can be read by keys, and is in the document for screen readers", () => {
  draw("2026-11-01", "2026-11-04", [day("2026-11-02", 1_180), day("2026-11-04", 59)]);
  expect(read()).toEqual(["3", "Wed, Nov 4: 59"]);
  press("ArrowLeft");
  press("ArrowLeft");
  expect(read()).toEqual(["1", "Mon, Nov 2: 1,180"]);
  expect(root.querySelector(".day-chart > p")?.textContent).toContain("Mon, Nov 2: 1,180");
  press("Home");
  press("ArrowLeft");
  expect(read()).toEqual(["0", "Sun, Nov 1: 0"]);
  press("x");
  expect(read()).toEqual(["0", "Sun, Nov 1: 0"]);
  const listed = [...root.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(listed).toEqual(["Sun, Nov 1: 0", "Mon, Nov 2: 1,180", "Tue, Nov 3: 0", "Wed, Nov 4: 59"]);
});

test("bars have an axis with round values from zero, and its first and last day", () => {
  draw("2026-11-01", "2026-11-04", [day("2026-11-02", 1_180), day("2026-11-04", 500)]);
  expect([...root.querySelectorAll(".day-axis span")].map(({ textContent }) => textContent)).toEqual([
    "2K",
    "1K",
    "0",
  ]);
  expect(
    [...root.querySelectorAll<HTMLElement>(".day-bars span")].map(({ style }) =>
      style.getPropertyValue("--filled"),
    ),
  ).toEqual(["0%", "59%", "0%", "25%"]);
  expect([...root.querySelectorAll(".day-ends span")].map(({ textContent }) => textContent)).toEqual([
    "Nov 1",
    "Nov 4",
  ]);
});

test("a chosen day stays chosen in a period that has it, and nothing is chosen in others", () => {
  draw("2026-11-01", "2026-11-07", [day("2026-11-03", 9)]);
  for (const _ of [1, 2, 3, 4]) press("ArrowLeft");
  expect(read()).toEqual(["2", "Tue, Nov 3: 9"]);
  draw("2026-11-02", "2026-11-08", [day("2026-11-03", 9)]);
  expect(read()).toEqual(["1", "Tue, Nov 3: 9"]);
  draw("2026-10-01", "2026-10-07", [day("2026-10-07", 4)]);
  expect(read()).toEqual(["6", "Wed, Oct 7: 4"]);
  expect(root.querySelector(".day-bars .is-chosen")).toBeNull();
});

test("a value that was chosen in a longer period is not that of another day in a shorter one", () => {
  draw("2026-11-01", "2026-11-07", [day("2026-11-07", 9)]);
  press("End");
  draw("2026-11-01", "2026-11-02", [day("2026-11-02", 5)]);
  expect(read()).toEqual(["1", "Mon, Nov 2: 5"]);
  expect(root.querySelector(".day-chart > p")?.textContent).toContain("Highest: 5 on Mon, Nov 2");
});
