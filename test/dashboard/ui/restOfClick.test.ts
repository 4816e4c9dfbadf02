// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { ignoreRestOfClick } from "../../../src/dashboard/ui/restOfClick.ts";

for (const type of ["mousedown", "click"] as const) addEventListener(type, ignoreRestOfClick, true);

function send(type: string, detail: number, target: Element = document.body): boolean {
  const event = new MouseEvent(type, { detail, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

function openPopover(): { popover: Element; choice: Element } {
  const popover = document.body.appendChild(document.createElement("div"));
  popover.className = "popover-box";
  return { popover, choice: popover.appendChild(document.createElement("button")) };
}

test("after a click that closed a popover, the rest of a double click hits nothing, and the next click does", () => {
  const hit = vi.fn();
  document.body.addEventListener("click", hit);
  const { popover, choice } = openPopover();
  choice.addEventListener("click", () => popover.remove());
  expect([send("mousedown", 1, choice), send("click", 1, choice)]).toEqual([false, false]);
  hit.mockClear();
  expect([send("mousedown", 2), send("click", 2), send("mousedown", 3)]).toEqual([true, true, true]);
  expect(hit).not.toHaveBeenCalled();
  expect([send("mousedown", 1), send("click", 1), send("mousedown", 2)]).toEqual([false, false, false]);
  expect(hit).toHaveBeenCalledOnce();
});

test("a double click in a popover that stays open is one", () => {
  const { choice } = openPopover();
  expect(
    [1, 2].flatMap((detail) => [send("mousedown", detail, choice), send("click", detail, choice)]),
  ).toEqual([false, false, false, false]);
});
