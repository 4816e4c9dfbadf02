// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { CreativeState } from "../../../src/dashboard/campaigns/CreativeList.tsx";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test.each([
  [true, "approved", "Running", "state state-running"],
  [false, "approved", "Paused", "state state-waiting"],
  [true, "waiting", "Waiting for approval", "state state-waiting"],
  [true, "rejected", "Rejected", "state state-waiting"],
  [false, "rejected", "Paused", "state state-waiting"],
] as const)("a creative that is active: %s, and %s, is shown as %s", (active, review, words, style) => {
  show(h(CreativeState, { active, review }));
  expect([root.textContent, root.firstElementChild?.className]).toEqual([words, style]);
});
