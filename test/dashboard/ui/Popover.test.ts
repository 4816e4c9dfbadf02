// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test, vi } from "vitest";
import { Popover } from "../../../src/dashboard/ui/Popover.tsx";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/lazyPopovers.ts", () => ({
  usePopovers: () => ({ module: {}, hasFailed: false }),
}));

const { root, draw } = useRoot();

test("a popover takes the focus, and closes on a press outside, as soon as it is shown", async () => {
  const children = () => h("div", { class: "popover-body" }, h("button", {}, "Country"));
  draw(h(Popover, { label: "Filter", title: "Filters", children }));
  root.querySelector("button")?.click();
  await vi.waitFor(() => expect(root.querySelector(".popover-body button")).not.toBeNull(), { interval: 0 });
  expect(document.activeElement?.textContent).toBe("Country");
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  await vi.waitFor(() => expect(root.querySelector(".popover-body")).toBeNull());
});
