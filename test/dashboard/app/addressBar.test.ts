// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  followHistory,
  openSheet,
  pushSearch,
  readSearch,
  replaceSearch,
} from "../../../src/dashboard/app/addressBar.ts";

/** Session history of a browser: entries, and a position that moves in a later task. */
interface Entry {
  search: string;
  state: unknown;
}
let entries: Entry[];
let at: number;
/** Changes that the browser still accepts. */
let left: number;
let moves: string[];
let stop: () => void;

const current = () => entries[at] ?? { search: "", state: null };

function go(by: number): void {
  setTimeout(() => {
    at = Math.min(entries.length - 1, Math.max(0, at + by));
    dispatchEvent(new Event("popstate"));
  }, 5);
}

function write(place: number, state: unknown, address = current().search): void {
  if (left-- <= 0) throw new DOMException("Attempt to use history.replaceState() more than 100 times");
  entries = [
    ...entries.slice(0, place),
    { search: address, state },
    ...(place === at ? entries.slice(at + 1) : []),
  ];
  at = place;
}

beforeEach(() => {
  vi.useFakeTimers();
  [entries, at, left, moves] = [[{ search: "?a=0", state: null }], 0, 1_000, []];
  vi.stubGlobal("location", {
    get search() {
      return current().search;
    },
    hash: "",
  });
  vi.stubGlobal("history", {
    get state() {
      return current().state;
    },
    back: () => go(-1),
    replaceState: vi.fn((state: unknown, _: string, address?: string) => write(at, state, address)),
    pushState: vi.fn((state: unknown, _: string, address?: string) => write(at + 1, state, address)),
  });
  stop = followHistory(() => moves.push(readSearch()));
});
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Changes the address while the focus is in a field. */
function type(search: string): void {
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  replaceSearch(search);
  field.remove();
}

const wait = (ms = 10) => vi.advanceTimersByTimeAsync(ms);
const list = () => entries.map(({ search }) => search);

test("typing without pauses changes the address once, after the last key", async () => {
  for (const text of ["s", "so", "soc", "sock", "socks"]) {
    type(`?find=${text}`);
    await wait(100);
  }
  expect(history.replaceState).not.toHaveBeenCalled();
  expect(readSearch()).toBe("?find=socks");
  await wait(400);
  expect(history.replaceState).toHaveBeenCalledOnce();
  expect(list()).toEqual(["?find=socks"]);
});

test.each([
  ["a typed change", () => type("?b=1"), ["?b=1"]],
  ["a chosen change", () => replaceSearch("?b=1"), ["?b=1"]],
  // A new entry that was refused replaces the current one: the page and its address agree.
  ["an opened page", () => pushSearch("?b=1"), ["?b=1"]],
])("%s that the browser refuses is made once the browser accepts it", async (_, change, outcome) => {
  left = 0;
  change();
  await wait(5_000);
  expect(list()).toEqual(["?a=0"]);
  left = 10;
  await wait(2_000);
  expect(list()).toEqual(outcome);
});

test("a page opened right after typing leaves the typed address in the entry before", () => {
  type("?find=s");
  pushSearch("?b=1");
  expect(list()).toEqual(["?find=s", "?b=1"]);
});

test("a page that is closed right after typing has the typed address", () => {
  type("?find=s");
  dispatchEvent(new Event("pagehide"));
  expect(list()).toEqual(["?find=s"]);
});

test("Back right after typing does not write the typed address into the entry before", async () => {
  pushSearch("?b=1");
  type("?b=2");
  history.back();
  await wait(1_000);
  expect([list(), at, moves]).toEqual([["?a=0", "?b=1"], 0, ["?a=0"]]);
});

test("Back closes a sheet, and the page stays", async () => {
  const close = vi.fn();
  openSheet(close);
  expect(list()).toEqual(["?a=0", "?a=0"]);
  history.back();
  await wait();
  expect(close).toHaveBeenCalledOnce();
  expect([at, location.search, history.state]).toEqual([0, "?a=0", null]);
});

test("a sheet that is closed by its button leaves no entry to go back to, and Forward shows the page", async () => {
  const closed = openSheet(() => {});
  closed();
  await wait();
  expect(at).toBe(0);
  go(1);
  await wait(20);
  expect([at, history.state]).toEqual([0, null]);
});

test("a choice that closes its sheet and opens an address adds one entry", async () => {
  const closed = openSheet(() => {});
  pushSearch("?b=1");
  closed();
  await wait();
  expect([at, location.search, history.state]).toEqual([1, "?b=1", null]);
  history.back();
  await wait();
  expect(location.search).toBe("?a=0");
});

test("a sheet that stays open while addresses are opened is closed by Back, and keeps the last address", async () => {
  const close = vi.fn();
  openSheet(close);
  pushSearch("?b=1");
  pushSearch("?b=2");
  history.back();
  await wait();
  expect([close.mock.calls.length, location.search, at]).toEqual([1, "?b=2", 2]);
});

test("an address that a sheet replaces belongs to the page below it", async () => {
  const closed = openSheet(() => {});
  replaceSearch("?b=1");
  closed();
  await wait();
  expect([at, location.search, history.state]).toEqual([0, "?b=1", null]);
});

test("a page opened while the browser leaves a closed sheet is shown", async () => {
  const closed = openSheet(() => {});
  closed();
  await Promise.resolve();
  pushSearch("?b=1");
  expect(readSearch()).toBe("?b=1");
  await wait();
  expect([list(), at, moves.at(-1)]).toEqual([["?a=0", "?b=1"], 1, "?b=1"]);
});

test("a sheet opened while the browser leaves another one is closed by Back", async () => {
  const closed = openSheet(() => {});
  closed();
  await Promise.resolve();
  const close = vi.fn();
  openSheet(close);
  await wait();
  expect([close.mock.calls.length, at]).toEqual([0, 1]);
  history.back();
  await wait();
  expect([close.mock.calls.length, at]).toEqual([1, 0]);
});

test("a reload with an open sheet shows the page without it, and Back leaves the page", async () => {
  openSheet(() => {});
  stop();
  vi.resetModules();
  const reloaded = await import("../../../src/dashboard/app/addressBar.ts");
  const end = reloaded.followHistory(() => {});
  await wait();
  expect([at, history.state]).toEqual([0, null]);
  end();
});
