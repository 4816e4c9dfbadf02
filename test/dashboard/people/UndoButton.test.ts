// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { UndoButton } from "../../../src/dashboard/people/UndoButton.tsx";
import type { Change } from "../../../src/protocol/management.ts";
import { StatisticsError } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
afterEach(() => vi.unstubAllGlobals());

const CHANGE: Change = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 1, name: "Net" },
  action: "change",
  kind: "campaigns",
  id: 301,
  owner: 3,
  before: { budget: { daily: "70" } },
  after: { budget: { daily: "77" } },
};

/** Shows the button for the change, presses it, and answers its question, if there is one. */
async function undo(now: object, answer: boolean, bulk?: () => unknown) {
  const confirm = vi.fn(() => answer);
  vi.stubGlobal("confirm", confirm);
  const answers = {
    "campaigns.get": { id: 301, version: "a", name: "Spring", ...now },
    "campaigns.bulk": bulk ?? [{ id: 301, version: "b" }],
  };
  const { data, calls } = createData({ answers });
  const onDone = vi.fn<(outcome: string) => void>();
  const props = { change: CHANGE, sentence: "Ann set the daily budget.", outcome: "", onDone };
  show(h(Page, { data }, h(UndoButton, props)));
  const button = root.querySelector("button");
  button?.focus();
  await act(async () => {
    button?.click();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });
  const sent = calls.filter(([name]) => name === "campaigns.bulk").map(([, ...given]) => given);
  return {
    sent,
    questions: confirm.mock.calls.flat(),
    button,
    said: onDone.mock.calls[0]?.[0],
  };
}

test("a change is undone without a question, says so, and keeps the focus", async () => {
  const { sent, questions, button, said } = await undo({ budget: { daily: "77" } }, false);
  expect(sent).toEqual([[[{ id: 301, version: "a" }], { budget: { daily: "70" } }]]);
  expect(questions).toEqual([]);
  expect(said).toBe("Undone in 1 entry.");
  expect(document.activeElement).toBe(button);
  expect(button?.getAttribute("aria-label")).toBe("Undo: Ann set the daily budget.");
});

test("a field that was changed again is named, and overwritten only after a yes", async () => {
  const refused = await undo({ budget: { daily: "90" } }, false);
  expect(refused.questions).toEqual(["Changed again since: the daily budget. Overwrite the newer values?"]);
  expect(refused.sent).toEqual([]);
  expect(refused.said).toBe("");
  const { sent } = await undo({ budget: { daily: "90" } }, true);
  expect(sent).toHaveLength(1);
});

test("where the former value is set already, nothing is sent", async () => {
  const { sent, said } = await undo({ budget: { daily: "70" } }, true);
  expect(sent).toEqual([]);
  expect(said).toBe("Nothing to undo: the former values are set already.");
});

test("a refused undo shows the reason and the entry's name", async () => {
  const { said } = await undo({ budget: { daily: "77" } }, true, () => {
    const problem = { path: "[ids][0]", keys: ["ids", "0"], message: "The campaign is archived." };
    throw new StatisticsError("validation", "refused", { problems: [problem] });
  });
  expect(said).toBe("Not undone in Spring: The campaign is archived.");
});
