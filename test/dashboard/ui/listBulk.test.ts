// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { EntryList } from "../../../src/dashboard/ui/EntryList.tsx";
import type { EntryVersion } from "../../../src/protocol/management.ts";
import { type Problem, StatisticsError } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const COUNT = 2_500;
const createRows = () =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: at + 1,
    name: `Zone ${at + 1}`,
    version: "1",
    deleted: false,
    site: at % 2,
  }));
type Row = ReturnType<typeof createRows>[number];

const { root, show, leave } = useRoot();
let { data } = createData();
let rows: Row[] = [];
/** Requests: number of entries, and the patch. */
let sent: [number, object][] = [];
let answer: (request: number, seen: readonly EntryVersion[]) => Promise<void>;
let textsRead = 0;

function List() {
  return h(EntryList<"zones", Row>, {
    title: "Zones",
    file: "zones",
    rows,
    columns: [{ key: "name", label: "Name", isHeading: true, read: ({ name }) => name }],
    listTexts: ({ site }) => {
      textsRead++;
      return [`Site ${site}`];
    },
    nothing: "None.",
    filters: [
      { label: "Site", part: "site.zones", read: ({ site }) => [String(site)], name: (key) => `Site ${key}` },
    ],
    actions: [
      {
        label: "Archive",
        describe: (count) => `${count} archived.`,
        patch: { deleted: true },
        inverse: { deleted: false },
        isNeeded: ({ deleted }) => !deleted,
      },
    ],
    entries: {
      bulk: async (seen, patch) => {
        sent.push([seen.length, patch]);
        await answer(sent.length, seen);
        return seen.map(({ id }) => ({ id, version: "2" }));
      },
    },
    onChanged: () => {},
  });
}

const update = () => show(h(Page, { data }, h(List, null)));
const findButton = (text: string) =>
  [...root.querySelectorAll<HTMLElement>(".bulk button")].find(
    (button) => (button.textContent || button.getAttribute("aria-label")) === text,
  );
async function click(text: string): Promise<void> {
  const button = findButton(text);
  if (!button) throw new Error(`There is no button ${text}.`);
  await act(async () => button.click());
}
async function press(text: string): Promise<void> {
  await click(text);
  await expect.poll(() => root.querySelector(".bulk[aria-busy='true']")).toBeNull();
}
const check = (label: string) =>
  act(() => root.querySelector<HTMLElement>(`[aria-label='${label}']`)?.click());
const status = () => root.querySelector(".bulk p[role='status']")?.textContent;
const selected = () => root.querySelector(".bulk span")?.textContent;

beforeEach(() => {
  history.replaceState(null, "", "/?place=inventory");
  ({ data } = createData());
  [rows, sent, textsRead] = [createRows(), [], 0];
  answer = async () => {};
  leave();
  update();
});

test("the box in the heading selects the page, then all rows are offered, which more requests change and undo", async () => {
  check("Select all of Zones");
  expect([selected(), findButton("Select all 2,500") !== undefined]).toEqual(["100 selected", true]);
  await press("Select all 2,500");
  expect([selected(), findButton("Select all 2,500")]).toEqual(["All 2,500 selected", undefined]);
  await press("Archive");
  expect(sent).toEqual([1_000, 1_000, 500].map((count) => [count, { deleted: true }]));
  expect(status()).toBe("2,500 archived.");
  sent = [];
  await press("Undo");
  expect(sent).toEqual([1_000, 1_000, 500].map((count) => [count, { deleted: false }]));
  expect([status(), findButton("Undo")]).toEqual(["Undone: 2,500.", undefined]);
  await press("Clear selection");
  expect(selected()).toBeUndefined();
});

test("only rows that match the search and the filters are selected", async () => {
  history.replaceState(null, "", "/?place=inventory&site.zones=1&find.zones=zone 2");
  leave();
  update();
  check("Select all of Zones");
  const found = rows.filter(({ site, name }) => site === 1 && name.startsWith("Zone 2")).length;
  await press(`Select all ${found}`);
  await press("Archive");
  expect(sent).toEqual([[found, { deleted: true }]]);
});

test("while requests follow each other, the bar says how many entries are changed", async () => {
  const said: unknown[] = [];
  answer = async () => void said.push(status());
  check("Select all of Zones");
  await press("Select all 2,500");
  await press("Archive");
  // The request is sent before the page is drawn.
  expect(said).toEqual(["", "0 of 2,500…", "1,000 of 2,500…"]);
});

test("after a failed request, the bar says what was changed, goes on with the rest, and undoes all of it", async () => {
  answer = async (request) => {
    if (request === 2) throw new StatisticsError("network", "No connection.");
  };
  check("Select all of Zones");
  await press("Select all 2,500");
  await press("Archive");
  expect(sent).toHaveLength(2);
  expect(status()).toBe("1,000 changed, 1,500 not changed.");
  expect(root.querySelector(".bulk [role='alert']")?.textContent).toContain("No answer came. Go on");
  await press("Go on with the other 1,500");
  expect(sent.slice(2).map(([count]) => count)).toEqual([1_000, 500]);
  expect(status()).toBe("2,500 archived.");
  [sent, answer] = [[], async () => {}];
  await press("Undo");
  expect(sent.map(([count]) => count)).toEqual([1_000, 1_000, 500]);
});

test("after a failed request, Undo reverts only what was changed", async () => {
  answer = async (request) => {
    if (request === 2) throw new StatisticsError("network", "No connection.");
  };
  check("Select all of Zones");
  await press("Select all 2,500");
  await press("Archive");
  await press("Undo");
  expect(sent[2]).toEqual([1_000, { deleted: false }]);
  expect(status()).toBe("Undone: 1,000.");
});

test("refused entries are listed by name, and the others can be changed without them", async () => {
  answer = async (request) => {
    if (request > 1) return;
    const problems: Problem[] = [{ path: "[ids][1]", keys: ["ids", "1"], message: "It has gone." }];
    throw new StatisticsError("conflict", "Refused.", { problems });
  };
  for (const name of ["Zone 1", "Zone 2", "Zone 3"]) check(`Select ${name}`);
  await press("Archive");
  expect(root.querySelector(".bulk li")?.textContent).toBe("Zone 2: It has gone.");
  expect([status(), findButton("Undo")]).toEqual(["0 changed, 3 not changed.", undefined]);
  await press("Go on with the other 2");
  expect([sent[1], status()]).toEqual([[2, { deleted: true }], "2 archived."]);
});

test("selection and Undo are kept while the user visits other pages, also if no row is found any more", async () => {
  for (const name of ["Zone 1", "Zone 2"]) check(`Select ${name}`);
  await press("Archive");
  leave();
  update();
  expect([selected(), status()]).toEqual(["2 selected", "2 archived."]);
  history.replaceState(null, "", "/?place=inventory&find.zones=nothing");
  leave();
  update();
  expect(root.querySelector("table")).toBeNull();
  await press("Undo");
  expect([sent.length, status()]).toEqual([2, "Undone: 2."]);
  await press("Close");
  leave();
  update();
  expect(status()).toBe("");
});

test("a change that ends after the user left the page is shown when the user returns", async () => {
  let release = () => {};
  answer = () => new Promise((resolve) => (release = resolve));
  check("Select Zone 1");
  await click("Archive");
  leave();
  update();
  expect([status(), findButton("Undo")]).toEqual(["0 of 1…", undefined]);
  release();
  await expect.poll(status).toBe("1 archived.");
  expect([status(), findButton("Undo") !== undefined]).toEqual(["1 archived.", true]);
});

test("clicks while a change is under way are ignored, also after the user has returned to the page", async () => {
  let release = () => {};
  answer = () => new Promise((resolve) => (release = resolve));
  check("Select Zone 1");
  await act(async () => {
    for (let clicks = 0; clicks < 2; clicks++) findButton("Archive")?.click();
  });
  expect([status(), findButton("Undo")]).toEqual(["0 of 1…", undefined]);
  leave();
  update();
  await click("Archive");
  expect([status(), sent.length]).toEqual(["0 of 1…", 1]);
  release();
  await expect.poll(status).toBe("1 archived.");
});

test("another account starts without the selection", () => {
  check("Select Zone 1");
  ({ data } = createData());
  leave();
  update();
  expect(selected()).toBeUndefined();
});

test("typing folds the texts of the rows once, and draws one page of them", () => {
  const field = root.querySelector<HTMLInputElement>("[type='search']");
  if (!field) throw new Error("There is no field.");
  for (const text of ["s", "si", "sit", "site"]) {
    field.value = text;
    act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
    expect(root.querySelectorAll("tbody tr")).toHaveLength(100);
  }
  expect(textsRead).toBe(COUNT);
  expect(root.querySelector(".list-count")?.textContent).toBe("2,500 of 2,500 found");
});
