// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { startMetricHints } from "../../../src/dashboard/ui/metricHints.ts";

const load = vi.hoisted(() => vi.fn());
vi.mock("../../../src/dashboard/texts/metricHints.ts", () => {
  load();
  throw new TypeError("Failed to fetch dynamically imported module");
});

test("without a connection a metric has no hint, and the page has no error", async () => {
  startMetricHints();
  document.body.innerHTML = `<button data-metric="base.ctr">CTR</button>`;
  // An unhandled rejection fails the run.
  document
    .querySelector("button")
    ?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "touch" }));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelector("[role='tooltip']:not([hidden])")).toBeNull();
});
