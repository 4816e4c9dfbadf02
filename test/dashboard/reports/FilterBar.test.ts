// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { FilterBar } from "../../../src/dashboard/reports/controls/FilterBar.tsx";
import { Names } from "../../../src/dashboard/reports/names.ts";
import type { Page } from "../../../src/dashboard/reports/page.ts";
import type { Report } from "../../../src/dashboard/reports/requests.ts";
import { MetricPicker } from "../../../src/dashboard/reports/table/MetricPicker.tsx";
import { createView, type View } from "../../../src/dashboard/reports/view.ts";
import { createData } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show, leave } = useRoot();

const SITES = [
  { id: "10", name: "News" },
  { id: "11", name: "Shop" },
  { id: "110", name: "Almanac" },
];
const request_metadata = {} as Report["request_metadata"];
const result = SITES.map((site) => ({ group_by: { site_id: site }, impressions: 5 }));

function createPage(): Page & { went: View[] } {
  const view = { ...createView("publisher", "publisher"), filters: { site_id: [10] } };
  const went: View[] = [];
  return {
    view,
    moment: {
      viewer: { kind: "publisher", role: "publisher", goals: 0 },
      now: Date.parse("2026-03-15T12:00:00Z"),
      timezone: "UTC",
      dataFrom: "",
    },
    ask: vi.fn<Page["ask"]>().mockResolvedValue({ request_metadata, result }),
    names: new Names(),
    went,
    go: (next) => went.push(next),
    set: (changes) => went.push({ ...view, ...changes }),
  };
}

const click = (selector: string) => act(() => root.querySelector<HTMLElement>(selector)?.click());
const press = (key: string) =>
  root.querySelector("input")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const pressOutside = () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
const goBack = () => dispatchEvent(new PopStateEvent("popstate"));

async function pickSite(page: Page): Promise<void> {
  show(h(FilterBar, { ...page, client: createData().data.client, bound: [] }));
  click(".chip-label");
  await expect.poll(() => root.querySelectorAll(".choice")).toHaveLength(3);
  click(".choice:has(input:not(:checked)) input");
}

async function pickMetric(page: Page): Promise<void> {
  show(h(MetricPicker, page));
  click("[aria-haspopup]");
  await expect.poll(() => root.querySelector(".choice")).not.toBeNull();
  click(".choice:has(input:not(:checked)) input");
}

test.each([
  ["values", pickSite, ({ filters }: View): unknown => filters.site_id, [10, 11]],
  ["metrics", pickMetric, ({ metrics }: View): unknown => metrics.length, 6],
] as const)(
  "ticked %s are applied by leaving, and discarded by Escape, Back and another page",
  async (_, pick, read, picked) => {
    const page = createPage();
    for (const discard of [() => press("Escape"), goBack, leave]) {
      await pick(page);
      expect(page.went).toEqual([]);
      act(() => void discard());
      expect([root.querySelector(".choice"), page.went]).toEqual([null, []]);
    }
    await pick(page);
    act(() => void pressOutside());
    expect(page.went.map(read)).toEqual([picked]);
  },
);

test.each([
  ["shop", ["Shop5"]],
  ["#10", ["News5"]],
  ["110", ["Almanac5"]],
  ["nobody", []],
])("among a filter's values, %j finds %j", async (text, found) => {
  await pickSite(createPage());
  const field = root.querySelector<HTMLInputElement>("[type='search']");
  if (!field) throw new Error("There is no field.");
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  expect([...root.querySelectorAll(".choice")].map(({ textContent }) => textContent)).toEqual(found);
});
