// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { type Inside, slotsOf } from "../../src/console/inside.ts";

/** Why a zone with this `data-media` waits, where the browser reads it as `read` and finds that it matches or not. */
function waitWith(media: string, read: string, matches: boolean) {
  vi.stubGlobal("matchMedia", () => ({ media: read, matches }));
  document.body.innerHTML = `<ins data-zone-id="7"></ins>`;
  const zone = { key: 1, own: { zoneid: 7, media }, due: () => true };
  const zones = new Map([[document.body.firstElementChild, zone]]);
  const inside = { settings: { endpoint: "https://ads.test/" }, zones } as unknown as Inside;
  return slotsOf(inside)[0]?.wait;
}

test.each([
  ["(width > 1px)", "(width > 1px)", true, "soon"],
  ["(width < 1px)", "(width < 1px)", false, "media"],
  ["not all", "not all", false, "media"],
  // What is no query, the tag does not heed.
  ["min-width: 9px", "not all", false, "soon"],
])("data-media=%j, read as %j, matching %s: %s", (media, read, matches, wait) => {
  expect(waitWith(media, read, matches)).toBe(wait);
});
