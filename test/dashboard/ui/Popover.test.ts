// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { Popover } from "../../../src/dashboard/ui/Popover.tsx";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/lazyPopovers.ts", () => ({
  usePopovers: () => ({ module: {}, hasFailed: false }),
}));

const { root, draw, show, leave } = useRoot();

const children = () => h("div", { class: "popover-body" }, h("button", {}, "Country"));
const press = (key: string) => () =>
  void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const click = (selector: string) => () => root.querySelector<HTMLElement>(selector)?.click();

test.each([
  ["Escape", press("Escape"), [true]],
  ["Back", () => void dispatchEvent(new PopStateEvent("popstate")), [true]],
  [
    "a press outside",
    () => void document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })),
    [false],
  ],
  ["its own button", click("[aria-haspopup]"), [false]],
  ["the button of a sheet", click(".sheet-head button"), [false]],
  ["the end of its page", leave, [true]],
])("%s closes a popover, which tells once whether its choices are discarded", async (_, close, told) => {
  const onClose = vi.fn<(isDiscarded: boolean) => void>();
  show(h(Popover, { label: "Filter", title: "Filters", onClose, children }));
  act(click("[aria-haspopup]"));
  expect(document.activeElement?.textContent).toBe("Country");
  act(close);
  expect(root.querySelector(".popover-body")).toBeNull();
  expect(onClose.mock.calls.flat()).toEqual(told);
});

test("a popover takes the focus, and closes on a press outside, as soon as it is shown", async () => {
  draw(h(Popover, { label: "Filter", title: "Filters", children }));
  root.querySelector("button")?.click();
  await vi.waitFor(() => expect(root.querySelector(".popover-body button")).not.toBeNull(), { interval: 0 });
  expect(document.activeElement?.textContent).toBe("Country");
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  await vi.waitFor(() => expect(root.querySelector(".popover-body")).toBeNull());
});
