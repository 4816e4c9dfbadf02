// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { listSlots, type TagState } from "../../src/console/slots.ts";

/** A zone of which the tag says this. */
function readZone(due: string) {
  document.body.innerHTML = `<ins data-zone-id="7"></ins>`;
  const known = { key: 1, own: { "zone-id": 7 }, stage: "waiting" };
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
  ["given-back", ["idle", "given-back"]],
])("a zone that the tag calls %s has state and reason %j", (due, expected) => {
  expect(readZone(due)).toEqual(expected);
});
