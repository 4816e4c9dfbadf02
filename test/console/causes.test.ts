// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findingsOf } from "../../src/console/causes.ts";
import type { Slot } from "../../src/console/inside.ts";
import type { World } from "../../src/console/world.ts";

const never: World = { shifts: [], diagnose: () => expect.unreachable("nothing to find out"), stop() {} };

/** What is said of a zone whose last request ended in this error. */
function told(markup: string, code: string, message: string) {
  document.body.innerHTML = markup;
  const el = document.body.firstElementChild as HTMLElement;
  const id = el.dataset.zoneId ?? el.dataset.zoneid ?? "";
  const slot: Slot = { el, id, key: 1, state: "error", wait: undefined, own: {} };
  const moments = [{ at: 1, type: "error", detail: { code, message } }];
  return findingsOf(slot, { requests: 0, moments }, { credentials: "omit" }, never);
}

test.each(["data-zone-id", "data-zoneid"])(
  "%s that is none: told once, and not as the service's word",
  (name) => {
    expect(told(`<ins ${name}="bad"></ins>`, "invalid-zone", "expected a positive integer")).toEqual([
      [
        "wrong",
        "Not requested: “bad” is no zone id.",
        "Give data-zone-id a positive whole number, as in your ad network's account.",
      ],
    ]);
  },
);

test("a zone that the service does not know is the service's word", () => {
  const [[, what] = []] = told(`<ins data-zone-id="7"></ins>`, "zone", "Zone 7 not found");
  expect(what).toBe("The ad service has no zone “7”.");
});
