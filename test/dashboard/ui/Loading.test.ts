// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import type { Answer } from "../../../src/dashboard/app/answers.ts";
import { isPending, Loaded, Loading } from "../../../src/dashboard/ui/Loading.tsx";
import { StatisticsError } from "../../../src/statistics/statistics.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

const createAnswer = (changes: Partial<Answer<unknown>> = {}): Answer<unknown> => ({
  shown: undefined,
  isStale: false,
  isLoading: false,
  answeredAt: 0,
  awaited: 0,
  error: undefined,
  ask: vi.fn(),
  ...changes,
});
const SHOWN = { data: 1, about: undefined };
const refused = () =>
  createAnswer({ error: new StatisticsError("forbidden", "Not allowed.", { status: 403 }) });
const lost = () => createAnswer({ error: new StatisticsError("network", "No connection.", {}) });

test("Try again asks every failed answer again, and no other", () => {
  const answers = [createAnswer({ shown: SHOWN }), refused(), lost(), refused()];
  show(h(Loading, { answers }));
  expect(root.querySelector("[role=alert] p")?.textContent).not.toBe("");
  act(() => root.querySelector("button")?.click());
  expect(answers.map(({ ask }) => vi.mocked(ask).mock.calls.length)).toEqual([0, 1, 1, 1]);
});

test("a failure that passes is no reason for a button, because it is asked again by itself", () => {
  show(h(Loading, { answers: [lost()] }));
  expect([root.textContent, root.querySelector("button")]).toEqual(["Loading…", null]);
});

test.each([
  ["all have arrived", "Form", [createAnswer({ shown: SHOWN })], false],
  ["one is loading", "Loading…", [createAnswer({ shown: SHOWN }), createAnswer({ isLoading: true })], true],
  ["one is loading again", "Form", [createAnswer({ shown: SHOWN, isLoading: true })], false],
  ["one was lost", "Loading…", [lost()], false],
  ["one failed after it was shown", "Form", [{ ...lost(), shown: SHOWN }], false],
  ["one is not requested", "Form", [createAnswer()], false],
])("when of its answers %s, a form shows %s", (_, text, answers, pending) => {
  show(h(Loaded, { answers, children: h("p", null, "Form") }));
  expect([root.textContent, isPending(answers)]).toEqual([text, pending]);
});
