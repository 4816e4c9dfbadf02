// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { keepFallback, putBack } from "../../src/tag/fallback.ts";
import { createSlot } from "../../src/tag/slot.ts";

const create = () => {
  const element = document.createElement("ins");
  element.innerHTML = "<b>house</b> text<!-- kept -->";
  return { element, slot: createSlot(element, "1", () => {}) };
};

test("putBack() restores the same nodes of the fallback content", () => {
  const { element, slot } = create();
  const before = [...element.childNodes];
  keepFallback(slot);
  element.replaceChildren("ad");
  // A second call must not keep the ad as fallback content.
  keepFallback(slot);
  putBack(slot);
  expect([...element.childNodes]).toEqual(before);
  expect([slot._fallback, slot._ad]).toEqual([undefined, undefined]);
});

test("fallback content stays untouched when nothing replaced it", () => {
  const { element, slot } = create();
  element.append("more");
  putBack(slot);
  expect(element.textContent).toBe("house textmore");
});
