// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { ChangesPage } from "../../../src/dashboard/people/Changes.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CHANGE = {
  time: "2026-11-28T10:00:00Z",
  account: { id: 1, name: "Net" },
  user: { id: 7, name: "Ann" },
  action: "change",
  kind: "campaigns",
  id: 301,
  owner: 3,
  before: { name: "Spring" },
  after: { name: "Summer" },
};
let entries: object[];

beforeEach(() => {
  history.replaceState(null, "", "/?place=changes");
  entries = [CHANGE];
});

/** Undoes the change; `next`: the first page of changes after that. */
async function undo(next: object[]) {
  const { data } = createData({
    answers: {
      changes: () => ({ count: entries.length, entries }),
      "campaigns.get": { id: 301, version: "a", name: "Summer" },
      "campaigns.bulk": () => {
        entries = next;
        return [{ id: 301, version: "b" }];
      },
    },
  });
  show(h(Page, { data }, h(ChangesPage, {})));
  const find = () => root.querySelector<HTMLElement>("li button");
  await expect.poll(find).not.toBeNull();
  await act(async () => find()?.click());
  await vi.waitFor(() => expect(root.textContent).toContain("Undone in 1 entry."));
}

const said = () => [...root.querySelectorAll("[role='status']")].map(({ textContent }) => textContent);
const UNDOING = { ...CHANGE, time: "2026-11-28T11:00:00Z", before: CHANGE.after, after: CHANGE.before };

test("the outcome of undoing is beside the change", async () => {
  await undo([UNDOING, CHANGE]);
  await expect.poll(said).toEqual(["", "", "Undone in 1 entry."]);
});

test("when undoing moves the change to the next page, the outcome is above the list, with the change", async () => {
  await undo([UNDOING]);
  await expect.poll(() => said()[0]).toMatch(/^Ann .*Summer.* Undone in 1 entry\.$/);
});

test("the outcome of undoing stays with its list", async () => {
  await undo([UNDOING]);
  await expect.poll(() => said()[0]).toContain("Undone in 1 entry.");
  const kind = root.querySelector("select") as HTMLSelectElement;
  kind.value = "sites";
  await act(async () => void kind.dispatchEvent(new Event("change", { bubbles: true })));
  expect(said()[0]).toBe("");
});
