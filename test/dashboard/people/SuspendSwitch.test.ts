// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { SuspendSwitch } from "../../../src/dashboard/people/SuspendSwitch.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

const campaign = (id: number, account = 3, deleted = false) => ({ id, account, deleted });
const ANSWERS = {
  "sites.all": [
    { id: 10, account: 2, deleted: false },
    { id: 11, account: 2, deleted: true },
    { id: 12, account: 5, deleted: false },
  ],
  "zones.all": [
    { site: 10, deleted: false },
    { site: 10, deleted: false },
    { site: 10, deleted: true },
    { site: 11, deleted: false },
    { site: 12, deleted: false },
  ],
  "campaigns.all": [campaign(30), campaign(31), campaign(32), campaign(33), campaign(34, 4)],
  activity: {
    campaigns: [
      { id: 30, state: "running" },
      { id: 31, state: "spent" },
      { id: 32, state: "paused" },
      { id: 33, state: "ended" },
      { id: 34, state: "running" },
    ],
  },
};

function open(role: "publisher" | "advertiser", suspended?: boolean) {
  const id = role === "publisher" ? 2 : 3;
  const account = {
    id,
    version: "1",
    name: "Bob",
    role,
    goals: 0,
    timezone: "UTC",
    currency: "USD",
    suspended,
  };
  const onChange = vi.fn();
  const { data } = createData({ answers: ANSWERS });
  show(h(Page, { data }, h(SuspendSwitch, { account, onChange })));
  const box = () => root.querySelector<HTMLInputElement>("input");
  return { onChange, box };
}

function answer(isAgreed: boolean) {
  const ask = vi.fn((_question: string) => isAgreed);
  vi.stubGlobal("confirm", ask);
  return ask;
}

test.each([
  ["advertiser", "2 campaigns stop."],
  ["publisher", "2 zones get no ads."],
] as const)("an %s is suspended after its consequence was said and confirmed", async (role, consequence) => {
  const { onChange, box } = open(role);
  await expect.poll(() => root.textContent).toContain(consequence);
  const refused = answer(false);
  act(() => box()?.click());
  expect(refused.mock.calls[0]?.[0]).toContain(consequence);
  expect(onChange).not.toHaveBeenCalled();
  expect(box()?.checked).toBe(false);
  answer(true);
  act(() => box()?.click());
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

test("a suspension ends after asking, too", async () => {
  const { onChange, box } = open("advertiser", true);
  const ask = answer(true);
  expect(box()?.checked).toBe(true);
  act(() => box()?.click());
  expect(ask.mock.calls[0]?.[0]).toContain("Its campaigns run again.");
  expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
});
