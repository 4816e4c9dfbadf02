// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { keepFallback, putBack } from "../../src/tag/fallback.ts";
import { createSlot } from "../../src/tag/slot.ts";

const create = () => {
  const element = document.createElement("ins");
  element.innerHTML = "<b>house</b> text<!-- kept -->";
  return { element, slot: createSlot(element, "1", () => {}) };
};

test("fallback content comes back as the same nodes", () => {
  const { element, slot } = create();
  const before = [...element.childNodes];
  keepFallback(slot);
  element.replaceChildren("ad");
  // The ad's own content is none.
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
