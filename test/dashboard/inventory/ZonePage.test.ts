// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { hasNoAds } from "../../../src/dashboard/inventory/ZonePage.tsx";

const ASKED = { last_request: "2026-11-20T12:00:00Z", requests: 5, filled: 0 };
const NOT_ASKED = { last_request: null, requests: 0, filled: 0 };

test.each([
  ["had no request", true, false, NOT_ASKED],
  ["had only empty requests", true, false, ASKED],
  ["had one ad", false, false, { ...ASKED, filled: 1 }],
  ["had no request today", false, false, { ...ASKED, requests: 0 }],
  ["is archived", false, true, ASKED],
  ["is archived and had no request", false, true, NOT_ASKED],
])("when a zone %s, its page advises on a zone without ads: %s", (_, isAdvised, deleted, activity) => {
  expect(hasNoAds({ deleted }, activity)).toBe(isAdvised);
});
