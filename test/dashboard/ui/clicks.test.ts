import { expect, test, vi } from "vitest";
import { onFirstClick } from "../../../src/dashboard/ui/clicks.ts";

/** The second click of a double click has a `detail` of 2: https://www.w3.org/TR/uievents/#event-type-click */
const createClick = (detail: number) => Object.assign(new Event("click", { cancelable: true }), { detail });

test.each([
  ["a click", [1], 1, [false]],
  ["a press of Enter", [0], 1, [false]],
  ["a double click", [1, 2], 1, [false, true]],
  ["a triple click", [1, 2, 3], 1, [false, true, true]],
])("%s runs the action once and submits the form once", (_name, details, runs, arePrevented) => {
  const action = vi.fn();
  const listener = onFirstClick(action);
  const clicks = details.map(createClick);
  for (const click of clicks) listener(click);
  expect(action).toHaveBeenCalledTimes(runs);
  expect(clicks.map(({ defaultPrevented }) => defaultPrevented)).toEqual(arePrevented);
});
