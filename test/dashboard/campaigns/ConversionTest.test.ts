// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConversionTest } from "../../../src/dashboard/campaigns/ConversionTest.tsx";
import type { ConversionTestState, Creative } from "../../../src/protocol/management.ts";
import { StatisticsError } from "../../../src/statistics/statistics.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CREATIVES = [
  { id: 31, name: "", size: "300x250" },
  { id: 32, name: "Tall", size: "160x600" },
] as Creative[];
const LINK = "https://ads.example/c/9.1";
const CLICK = { time: "2026-11-20T12:00:00Z", url: "https://shop.example/?id=9.1", click_id: "9.1" };
const conversion = { time: "2026-11-20T12:01:00Z", goal: "1" };

/** Answer of the service to the next questions about a test. */
let state: () => ConversionTestState;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  state = () => ({});
  asked = [];
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const press = async (words: string) => {
  const buttons = [...root.querySelectorAll("button")];
  buttons.find(({ textContent }) => textContent === words)?.click();
  await wait(200);
};

async function draw() {
  let id = 0;
  const request = ({ method, path }: { method: string; path: string }) => {
    asked.push(`${method} ${path}`);
    return { result: method === "POST" ? { id: ++id, link: LINK, ends: "2026-11-20T13:00:00Z" } : state() };
  };
  const { data } = createData({ answers: { request } });
  const props = { campaign: 3, creatives: CREATIVES, nameGoal: (goal: number) => `Order ${goal}` };
  show(h(Page, { data }, h(ConversionTest, props)));
  await press("Start a test");
}

test("the steps follow what arrives, also after a report that would count, more slowly", async () => {
  await draw();
  expect(asked).toEqual([
    "POST /v2/campaigns/3/creatives/31/conversion-tests",
    "GET /v2/campaigns/3/conversion-tests/1",
  ]);
  expect(root.querySelector("a")?.href).toBe(LINK);
  expect(root.textContent).toContain("Open the landing page first.");
  state = () => ({ click: CLICK });
  await wait(3000);
  expect(root.querySelector("pre")?.textContent).toBe(CLICK.url);
  expect(root.textContent).toContain("Nothing has arrived yet.");
  const problem = { code: "goal-unknown", goals: 0 };
  const refused = { ...conversion, outcome: "refused" as const, reason: "Reason of the service.", problem };
  state = () => ({ click: CLICK, conversion: refused });
  await wait(3000);
  expect(root.querySelector("[data-state=failed]")?.textContent).toMatch(/It would not have counted\. \S/);
  state = () => ({ click: CLICK, conversion: { ...conversion, outcome: "test" } });
  await wait(3000);
  expect(root.textContent).toContain("would now count for Order 1.");
  const { length } = asked;
  await wait(29_000);
  expect(asked).toHaveLength(length);
  state = () => ({ click: CLICK, conversion: { ...conversion, goal: "2", outcome: "test" } });
  await wait(1000);
  expect(root.textContent).toContain("would now count for Order 2.");
  expect(asked).toHaveLength(length + 1);
  state = () => {
    throw new StatisticsError("not-found", "Over.");
  };
  await wait(30_000);
  expect(root.textContent).toContain("This test is over.");
  await wait(60_000);
  expect(asked).toHaveLength(length + 2);
  await press("Start another test");
  expect(asked.slice(length + 2)).toEqual([
    "POST /v2/campaigns/3/creatives/31/conversion-tests",
    "GET /v2/campaigns/3/conversion-tests/2",
  ]);
});

test("a landing page without a click id, and the end of a test, are said", async () => {
  state = () => ({ click: { ...CLICK, click_id: "" } });
  await draw();
  await wait(3000);
  expect(root.querySelector("[data-state=failed]")?.textContent).toContain("The address has no click id");
  state = () => {
    throw new StatisticsError("not-found", "Over.");
  };
  await wait(3000);
  expect(root.textContent).toContain("This test is over.");
  const { length } = asked;
  await wait(30_000);
  expect(asked).toHaveLength(length);
});
