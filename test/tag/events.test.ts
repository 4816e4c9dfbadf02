// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { dispatch } from "../../src/tag/events.ts";
import { notes } from "../../src/tag/record.ts";
import { createSlot } from "../../src/tag/slot.ts";

test("dispatch() sends zoneId and detail across shadow roots and records the event", () => {
  const host = document.createElement("div");
  const element = document.createElement("ins");
  host.attachShadow({ mode: "open" }).append(element);
  const slot = createSlot(element, "7", () => {});
  slot.values = { zoneId: "7" };
  const heard: unknown[] = [];
  host.addEventListener("zonetag:empty", (event) => heard.push((event as CustomEvent).detail));
  dispatch(slot, "empty", { message: "more" });
  expect(heard).toEqual([{ zoneId: 7, message: "more" }]);
  expect(notes.at(-1)).toMatchObject({ type: "empty", detail: { message: "more" }, key: slot.key });
});

test("an event's zoneId is NaN when the placeholder's zone id is invalid", () => {
  const element = document.createElement("ins");
  const heard: number[] = [];
  element.addEventListener("zonetag:error", (event) => heard.push((event as CustomEvent).detail.zoneId));
  dispatch(
    createSlot(element, "x", () => {}),
    "error",
  );
  expect(heard).toEqual([Number.NaN]);
});
