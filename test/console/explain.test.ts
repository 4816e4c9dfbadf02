// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Evidence } from "../../src/console/evidence.ts";
import { explainZone, measureGravity, toFindings } from "../../src/console/explain.ts";
import type { Slot, TagState } from "../../src/console/slots.ts";
import { ATTRIBUTES } from "../../src/tag/attributes.ts";

const NO_EVIDENCE: Evidence = {
  shifts: [],
  diagnose: () => expect.unreachable("no address has to be diagnosed"),
  stop() {},
};

const TAG_STATE: TagState = {
  settings: {},
  attributes: ATTRIBUTES,
  slots: new Map(),
  notes: [],
  explain: () => "requested",
  tag: expect.anything(),
};

/** The findings of a zone whose last request ended in this error. */
function explainError(markup: string, code: string, message: string) {
  document.body.innerHTML = markup;
  const el = document.body.firstElementChild as HTMLElement;
  const id = el.dataset.zoneId ?? el.dataset.zoneid ?? "";
  const slot: Slot = { el, id, key: 1, state: "error", wait: undefined, own: {} };
  const moments = [{ at: 1, type: "error", detail: { code, message } }];
  return explainZone(slot, { requests: 0, moments }, TAG_STATE, NO_EVIDENCE);
}

test.each(["data-zone-id", "data-zoneid"])(
  "a %s that is no zone id is one finding, and not a message of the service",
  (name) => {
    expect(explainError(`<ins ${name}="bad"></ins>`, "invalid-zone", "expected a positive integer")).toEqual([
      [
        "wrong",
        "Not requested: “bad” is not a zone id.",
        "Set data-zone-id to the number your ad network gave you.",
      ],
    ]);
  },
);

test("a zone that the service does not know is told as such, by the service's message", () => {
  const [[, what] = []] = explainError(`<ins data-zone-id="7"></ins>`, "zone", "Zone 7 not found");
  expect(what).toBe("The ad service has no zone “7”.");
});

test("a problem is graver than a hint, a hint than a note, a note than nothing", () => {
  const note = toFindings("note", ["how things are"]);
  const hint = [...note, ...toFindings("hint", ["worth fixing"])];
  const wrong = [...hint, ...toFindings("wrong", ["no ad because of it"])];
  const gravities = [wrong, hint, note, []].map(measureGravity);
  expect(gravities).toEqual([...gravities].sort());
  expect(new Set(gravities).size).toBe(4);
});
