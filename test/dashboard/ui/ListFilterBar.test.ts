// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { EntryList } from "../../../src/dashboard/ui/EntryList.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

interface Row {
  id: number;
  name: string;
  version: string;
  deleted: boolean;
  owner: number;
  sizes: string[];
}
const create = (id: number, owner: number, ...sizes: string[]): Row => ({
  id,
  name: `Campaign ${id}`,
  version: "1",
  deleted: false,
  owner,
  sizes,
});
const ROWS = [
  create(1, 7, "300x250", "728x90"),
  create(2, 7, "300x250"),
  create(3, 8, "728x90"),
  create(4, 9),
];
const OWNERS = new Map([
  ["7", "Fellstride"],
  ["8", "Éclair"],
]);

const { root, show, leave } = useRoot();
const { data } = createData();
let rows: Row[] = [];

function List() {
  return h(EntryList<"campaigns", Row>, {
    title: "Campaigns",
    file: "campaigns",
    rows,
    columns: [{ key: "name", label: "Name", isHeading: true, read: ({ name }) => name }],
    nothing: "None.",
    filters: [
      {
        label: "Advertiser",
        part: "advertiser",
        read: ({ owner }) => [String(owner)],
        name: (key) => OWNERS.get(key),
      },
      { label: "Size", part: "size", read: ({ sizes }) => sizes, name: () => undefined },
    ],
    actions: [],
    entries: { bulk: async () => [] },
    onChanged: () => {},
  });
}

function open(parts = ""): void {
  history.replaceState(null, "", `/?place=campaigns${parts}`);
  leave();
  show(h(Page, { data }, h(List, null)));
}
const names = () => [...root.querySelectorAll("tbody:not(.totals) th")].map(({ textContent }) => textContent);
const buttons = () =>
  [...root.querySelectorAll("search .popover > button")].map(({ textContent }) => textContent);
const click = (selector: string) => act(() => root.querySelector<HTMLElement>(selector)?.click());
const offered = () => [...root.querySelectorAll(".choices .choice")].map(({ textContent }) => textContent);
async function openPopover(part: string): Promise<void> {
  click(`[data-part='${part}'] .popover > button`);
  await expect.poll(() => root.querySelector(".choices")).not.toBeNull();
}
const tick = (at: number) => act(() => root.querySelectorAll<HTMLElement>(".choices input")[at]?.click());
const pressOutside = () =>
  act(() => void document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })));

beforeEach(() => {
  rows = ROWS;
});

test.each([
  ["&advertiser=7", ["Campaign 1", "Campaign 2"], ["Advertiser: Fellstride", "Size"]],
  ["&advertiser=7,8", ["Campaign 1", "Campaign 2", "Campaign 3"], ["Advertiser: Fellstride, Éclair", "Size"]],
  [
    "&advertiser=7,8,9",
    ["Campaign 1", "Campaign 2", "Campaign 3", "Campaign 4"],
    ["Advertiser: Fellstride, Éclair +1", "Size"],
  ],
  ["&size=728x90", ["Campaign 1", "Campaign 3"], ["Advertiser", "Size: 728x90"]],
  ["&advertiser=7&size=728x90", ["Campaign 1"], ["Advertiser: Fellstride", "Size: 728x90"]],
  ["&advertiser=99", [], ["Advertiser: #99", "Size"]],
  ["&advertiser=", ["Campaign 1", "Campaign 2", "Campaign 3", "Campaign 4"], ["Advertiser", "Size"]],
])("an address with %s shows the rows %j and the filters %j", (parts, shown, filters) => {
  open(parts);
  expect([names(), buttons()]).toEqual([shown, filters]);
});

test("ticked values are applied when the popover closes, from the first page on", async () => {
  open("&page.campaigns=1&period=7d");
  await openPopover("advertiser");
  expect(offered()).toEqual(["#91", "Éclair1", "Fellstride2"]);
  tick(1);
  tick(2);
  expect(names()).toHaveLength(4);
  pressOutside();
  expect(location.search).toBe("?place=campaigns&period=7d&advertiser=8,7");
  expect(names()).toEqual(["Campaign 1", "Campaign 2", "Campaign 3"]);
  expect(root.querySelector(".list-count")?.textContent).toBe("3 of 4 found");
  click(".chip-remove");
  expect([location.search, names().length]).toEqual(["?place=campaigns&period=7d", 4]);
  expect(document.activeElement?.textContent).toBe("Advertiser");
});

test("Escape discards what was ticked", async () => {
  open("&advertiser=7");
  await openPopover("advertiser");
  tick(1);
  act(() => {
    const event = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
    root.querySelector(".choices")?.dispatchEvent(event);
  });
  expect([location.search, root.querySelector(".choices")]).toEqual(["?place=campaigns&advertiser=7", null]);
});

test("values are counted under the search and the other filters, and chosen ones stay", async () => {
  open("&size=300x250&find.campaigns=campaign 2");
  await openPopover("advertiser");
  expect(offered()).toEqual(["Fellstride1"]);
  pressOutside();
  open("&size=300x250&advertiser=8");
  await openPopover("advertiser");
  expect(offered()).toEqual(["Éclair0", "Fellstride2"]);
});

test.each([
  ["eclair", ["Éclair1"]],
  ["#8", ["Éclair1"]],
  ["9", ["#91"]],
  ["nobody", []],
])("among the values, %j finds %j", async (text, found) => {
  open();
  await openPopover("advertiser");
  const field = root.querySelector<HTMLInputElement>(".popover-box [type='search']");
  if (!field) throw new Error("There is no field.");
  expect(document.activeElement).toBe(field);
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  expect(offered()).toEqual(found);
  expect(root.querySelector(".popover-box [role='status']")?.textContent).toBe(
    found.length === 0 ? "No name matches." : "",
  );
});

test("a filter by which no rows differ is not offered", () => {
  rows = [create(1, 7, "300x250"), create(2, 7, "728x90")];
  open();
  expect(buttons()).toEqual(["Size"]);
  rows = [create(1, 7, "300x250")];
  open();
  expect(root.querySelector("search")).toBeNull();
});

test("if nothing is found, one button removes search and filters and moves the focus to the search", async () => {
  const focus = vi.spyOn(HTMLInputElement.prototype, "focus");
  open("&advertiser=8&size=300x250&find.campaigns=x&sort.campaigns=name");
  expect(root.querySelector(".list-count")?.textContent).toBe("0 of 4 found");
  click(".nothing button");
  expect(names()).toHaveLength(4);
  // The address follows after a pause, because the focus is in a field.
  await expect.poll(() => location.search).toBe("?place=campaigns&sort.campaigns=name");
  expect(focus).toHaveBeenCalled();
  focus.mockRestore();
});
