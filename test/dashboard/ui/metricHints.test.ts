// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startMetricHints } from "../../../src/dashboard/ui/metricHints.ts";

beforeAll(startMetricHints);

beforeEach(() => {
  document.body.innerHTML = `<button data-metric="base.ctr">CTR</button>
    <table><tr><th data-about="base.margin"><button>Margin</button></th><th data-about="name">Name</th></tr></table>`;
});

afterEach(() => {
  press("Escape");
});

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const point = (selector: string, pointerType: string) =>
  find(selector).dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const readHint = () => document.querySelector("[role='tooltip']:not([hidden])")?.textContent;
const settle = () => vi.waitFor(() => expect(readHint()).toBeTruthy());

test.each(["mouse", "touch"])(
  "a metric is explained when a %s reaches it, and described by it",
  async (kind) => {
    point("[data-metric]", kind);
    await settle();
    expect(readHint()).toMatch(/clicks per hundred impressions/);
    expect(find("[data-metric]").getAttribute("aria-describedby")).toBe(find("[role='tooltip']").id);
  },
);

test("the hint of a heading describes its button, stays under the pointer, and goes with Escape", async () => {
  point("th", "touch");
  await settle();
  expect(find("th button").hasAttribute("aria-describedby")).toBe(true);
  point("[role='tooltip']", "mouse");
  expect(readHint()).toMatch(/percent of the cost/);
  press("Escape");
  expect(readHint()).toBeUndefined();
  expect(document.querySelector("[aria-describedby]")).toBeNull();
});

test("a hint goes when the pointer or the focus moves elsewhere, and other columns have none", async () => {
  point("[data-metric]", "touch");
  await settle();
  point("[data-about='name']", "touch");
  await new Promise((resolve) => setTimeout(resolve));
  expect(readHint()).toBeUndefined();
  point("[data-metric]", "touch");
  await settle();
  find("table").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(readHint()).toBeUndefined();
});
