// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test, vi } from "vitest";
import type { Answer } from "../../../src/dashboard/app/answers.ts";
import { ConversionSetUp } from "../../../src/dashboard/campaigns/ConversionSetUp.tsx";
import type { Creative } from "../../../src/protocol/management.ts";
import type { Shown } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/session.ts", async (load) => ({
  ...(await load<object>()),
  baseUrl: new URL("https://ads.example/"),
}));

const { root, show } = useRoot();
const OWNER = { id: 3, goals: 1, goalSources: [{ goal: 1, source: "report", from: "2026-11-01" }] };
const CREATIVE = { active: true, url: "https://a.example/?click={click_id}" } as Creative;

function draw(accounts: unknown, shown: Answer<Creative[]>["shown"]) {
  const { data } = createData({ answers: { "accounts.all": accounts } });
  const creatives: Answer<Creative[]> = {
    shown,
    isStale: false,
    awaited: 0,
    answeredAt: 0,
    isLoading: !shown,
    error: undefined,
    ask: () => {},
  };
  const campaign = { id: 301, account: 3 } as Shown<"campaigns">;
  show(h(Page, { data }, h(ConversionSetUp, { campaign, creatives })));
}
const read = () => root.textContent;

test("goals and macros are not said to be missing before accounts and creatives arrive", async () => {
  draw(new Promise(() => {}), { data: [CREATIVE], about: undefined });
  expect(read()).toBe("Loading…");
  draw([OWNER], undefined);
  await Promise.resolve();
  expect(read()).toBe("Loading…");
  draw([OWNER], { data: [CREATIVE], about: undefined });
  await expect.poll(read).toContain("v1/conversion?click_id=CLICK_ID&goal=1");
  expect(read()).not.toContain("No landing page has the macro");
});
