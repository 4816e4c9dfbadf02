// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { findAnswers } from "../../../src/dashboard/app/answers.ts";
import { useArchiveActions } from "../../../src/dashboard/ui/BulkActions.tsx";
import { EntryList } from "../../../src/dashboard/ui/EntryList.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const ROWS = Array.from({ length: 250 }, (_, at) => ({
  id: at + 1,
  name: at === 200 ? "Café" : `Zone ${at + 1}`,
  version: "1",
  deleted: at === 0,
}));
const { data } = createData();
let rows = ROWS;
const { root, show: showContent, leave } = useRoot();

let isStale = false;

function List() {
  return h(EntryList<"zones", (typeof ROWS)[number]>, {
    title: "Zones",
    file: "zones",
    rows,
    columns: [
      { key: "name", label: "Name", isHeading: true, read: ({ name }) => name },
      { key: "id", label: "Id", isNumber: true, isStale, read: ({ id }) => id, total: (rows) => rows.length },
    ],
    nothing: "None.",
    actions: useArchiveActions(),
    entries: { bulk: async (entries) => entries.map(({ id }) => ({ id, version: "2" })) },
    onChanged: () => {},
  });
}

function show(): void {
  leave();
  update();
}

function update(): void {
  showContent(h(Page, { data }, h(List, null)));
}

function search(text: string): void {
  const field = root.querySelector<HTMLInputElement>("[type='search']");
  if (!field) throw new Error("There is no field.");
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
}

const names = () => [...root.querySelectorAll("tbody th")].map(({ textContent }) => textContent);
const turn = (label: string) =>
  act(() => root.querySelector<HTMLElement>(`.pages [aria-label='${label}']`)?.click());

beforeEach(() => {
  history.replaceState(null, "", "/?place=inventory");
  rows = ROWS;
});

test.each([
  ["#101", ["Zone 101"]],
  ["101", ["Zone 101"]],
  ["cafe", ["Café"]],
  ["CAFÉ", ["Café"]],
  ["zone 24", ["Zone 24", ...Array.from({ length: 10 }, (_, at) => `Zone ${240 + at}`)]],
])("the search for %j finds %j", (text, found) => {
  show();
  search(text);
  expect(names().filter((name) => name !== "Total")).toEqual(found);
});

test("search and page are kept in the URL and restored when the list is reopened", () => {
  show();
  expect(names()).toHaveLength(101);
  turn("Page 2");
  expect([location.search, names()[0]]).toEqual(["?place=inventory&page.zones=2", "Zone 102"]);
  show();
  expect(names()[0]).toBe("Zone 102");
  search("caf");
  expect(location.search).toBe("?place=inventory&find.zones=caf");
  show();
  expect(names()).toEqual(["Café"]);
  search("");
  expect(location.search).toBe("?place=inventory");
});

test("while a column has the numbers of another period, they are faded and no file is saved", () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const button = () => root.querySelector<HTMLElement>(".list-bar .button");
  const list = () => root.querySelector("section")?.getAttribute("aria-busy");
  isStale = true;
  show();
  button()?.click();
  expect([list(), button()?.getAttribute("aria-disabled")]).toEqual(["true", "true"]);
  expect(root.querySelectorAll("td.stale")).toHaveLength(101);
  expect(save).not.toHaveBeenCalled();
  isStale = false;
  show();
  button()?.click();
  expect([list(), root.querySelectorAll("td.stale").length]).toEqual(["false", 0]);
  expect(save).toHaveBeenCalledTimes(1);
  save.mockRestore();
});

test("a page number past the end shows the last page", () => {
  history.replaceState(null, "", "/?place=inventory&page.zones=99");
  show();
  expect(names().slice(-2)).toEqual(["Zone 250", "Total"]);
  expect(root.querySelector(".pager")?.textContent).toContain("201–249 of 249");
});

test("a sort order is kept in the URL and starts at page 1, with the total row last", () => {
  show();
  turn("Page 2");
  const sort = (at: number) => act(() => root.querySelectorAll<HTMLElement>(".sort")[at]?.click());
  sort(1);
  expect(location.search).toBe("?place=inventory&sort.zones=-id");
  expect([names()[0], names().at(-1)]).toEqual(["Zone 250", "Total"]);
  show();
  expect(names()[0]).toBe("Zone 250");
  expect(root.querySelector("[aria-sort]")?.textContent).toBe("Id");
  sort(1);
  expect(location.search).toBe("?place=inventory&sort.zones=id");
  sort(0);
  expect(location.search).toBe("?place=inventory&sort.zones=name");
});

test("sorting by an unknown column is ignored", () => {
  history.replaceState(null, "", "/?place=inventory&sort.zones=-nothing");
  show();
  expect(names()[0]).toBe("Zone 2");
});

/** Moves the pointer over an element, or out of the window. */
function point(target: Element | null): void {
  const event = target
    ? new PointerEvent("pointerover", { bubbles: true })
    : new PointerEvent("pointerout", { bubbles: true, relatedTarget: null });
  act(() => void (target ?? document).dispatchEvent(event));
}

const createRow = (id: number, name: string) => ({ id, name, version: "1", deleted: false });

test("while the pointer is over a row, other rows keep their places, and their contents are updated", () => {
  rows = [createRow(1, "A"), createRow(2, "B"), createRow(3, "C")];
  show();
  point(root.querySelector("tbody td"));
  rows = [createRow(4, "New"), createRow(3, "C"), createRow(1, "A, renamed")];
  update();
  expect(names()).toEqual(["A, renamed", "B", "C", "Total"]);
  point(root.querySelector("thead th"));
  expect(names()).toEqual(["New", "C", "A, renamed", "Total"]);
  point(root.querySelector("tbody td"));
  rows = [createRow(1, "A"), createRow(4, "New")];
  update();
  expect(names()).toEqual(["New", "C", "A", "Total"]);
  point(null);
  expect(names()).toEqual(["A", "New", "Total"]);
});

test("under the pointer, rows move when the user searches, or when an answer that the user waits for arrives", async () => {
  rows = [createRow(1, "A"), createRow(2, "B")];
  show();
  point(root.querySelector("tbody td"));
  search("b");
  expect(names()).toEqual(["B"]);
  search("");
  rows = [createRow(2, "B"), createRow(3, "C")];
  await findAnswers(data.client).ask({ key: "zones", load: async () => rows }, true);
  update();
  expect(names()).toEqual(["A", "B", "Total"]);
  await findAnswers(data.client).ask({ key: "zones", load: async () => rows }, false);
  update();
  expect(names()).toEqual(["B", "C", "Total"]);
});

test("the list that chooses the order has its columns, and its button reverses the order", () => {
  show();
  const list = root.querySelector<HTMLSelectElement>(".sort-by select");
  expect([...(list?.options ?? [])].map(({ text }) => text)).toEqual(["as added", "Name", "Id"]);
  if (list) list.value = "id";
  act(() => void list?.dispatchEvent(new Event("change", { bubbles: true })));
  expect([location.search, names()[0]]).toEqual(["?place=inventory&sort.zones=-id", "Zone 250"]);
  act(() => root.querySelector<HTMLElement>(".sort-by button")?.click());
  expect([location.search, names()[0]]).toEqual(["?place=inventory&sort.zones=id", "Zone 2"]);
  expect(list?.options).toHaveLength(2);
});
