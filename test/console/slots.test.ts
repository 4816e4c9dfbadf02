// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { listSlots, type TagState } from "../../src/console/slots.ts";

/** A zone of which the tag says this. */
function readZone(due?: string, isRendered = true) {
  document.body.innerHTML = `<ins data-zone-id="7"></ins>`;
  const rects = (isRendered ? [{}] : []) as unknown as DOMRectList;
  Object.assign(document.body.firstElementChild ?? {}, { getClientRects: () => rects });
  const known = { key: 1, values: { "zone-id": 7 }, stage: "waiting" };
  const slots = new Map([[document.body.firstElementChild, known]]);
  const tagState = { settings: { endpoint: "https://ads.test/" }, slots, explain: () => due };
  const [slot] = listSlots(tagState as unknown as TagState);
  return [slot?.state, slot?.wait];
}

test.each([
  ["due", ["waiting", "due"]],
  ["media", ["media", "media"]],
  ["far", ["waiting", "far"]],
  ["unknown", ["waiting", "unknown"]],
  ["loading", ["waiting", "loading"]],
  ["hidden", ["waiting", "hidden"]],
  [undefined, ["idle", "given-back"]],
])("a zone that the tag calls %s has state and reason %j", (due, expected) => {
  expect(readZone(due)).toEqual(expected);
});

test("values of a placeholder are its own, not those that the page gives in place of wrong or missing ones", () => {
  document.body.innerHTML = `<ins data-zone-id="7" data-sub="5" data-label="Ad" data-lazy="-1"></ins>`;
  const page = { endpoint: "https://ads.test/", sub: "5", lazy: "200", refresh: "60" };
  const known = { key: 1, values: { ...page, "zone-id": "7", label: "Ad" }, stage: "waiting" };
  const slots = new Map([[document.body.firstElementChild, known]]);
  const tagState = { settings: page, slots, explain: () => "due" };
  const [slot] = listSlots(tagState as unknown as TagState);
  expect(slot?.own).toEqual({ "zone-id": "7", sub: "5", label: "Ad" });
});

test("a zone without a box is hidden, however near it would be", () => {
  expect(readZone("far", false)).toEqual(["waiting", "unseen"]);
});
