// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { SendRegularly } from "../../../src/dashboard/reports/controls/SendRegularly.tsx";
import type { ReportNowRequest } from "../../../src/protocol/reportMails.ts";
import { createData } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const REPORT: Omit<ReportNowRequest, "title"> = {
  role: "publisher",
  period: "7d",
  compare: "previous",
  query: { group_by: ["site_id"] },
  view: "?period=7d",
};

function open(report: Partial<ReportNowRequest>, answer: unknown) {
  const { data, calls } = createData({ answers: { request: answer } });
  show(
    h(SendRegularly, {
      report: { ...REPORT, ...report },
      readTitle: () => "Sites",
      client: data.client,
      explain: () => "You have 10 subscriptions already.",
    }),
  );
  return { calls };
}

const press = () =>
  act(async () => {
    root.querySelector("button")?.click();
    await new Promise(setImmediate);
  });
const status = () => root.querySelector("[role=status]")?.textContent;

test("a report is subscribed to with its title, and the times are said", async () => {
  const { calls } = open({}, { result: {} });
  await press();
  const body = { every: "week", request: { ...REPORT, title: "Sites" } };
  expect(calls).toEqual([["request", { method: "POST", path: "/v2/user/subscriptions", body }]]);
  expect(status()).toBe("You get this report regularly (On Mondays). Open settings");
});

test.each([
  ["yesterday", "day"],
  ["week", "week"],
  ["last-month", "month"],
] as const)(
  "for the period %s, the usual choice is each %s, and another can be chosen",
  async (period, usual) => {
    const { calls } = open({ period }, { result: {} });
    const select = root.querySelector("select") as HTMLSelectElement;
    expect(select.value).toBe(usual);
    select.selectedIndex = 1;
    await act(async () => void select.dispatchEvent(new Event("change", { bubbles: true })));
    await press();
    expect(calls[0]?.[1]).toMatchObject({ body: { every: "week" } });
  },
);

test("days of the user's choice are not sent regularly, and such a comparison becomes the days before, as the hint says", async () => {
  const days = { from: "2026-11-01", to: "2026-11-09" };
  open({ period: days }, {});
  expect(root.querySelector("button")).toBeNull();
  expect(root.textContent).toContain("choose a period");
  const hint = () => root.querySelector("small")?.textContent;
  open({}, {});
  expect(hint()).not.toContain("not with the days");
  const { calls } = open({ compare: days }, { result: {} });
  expect(hint()).toContain("compared with the period before, not with the days that you chose.");
  await press();
  expect(calls[0]?.[1]).toMatchObject({ body: { request: { compare: "previous" } } });
});

test("a refusal is a problem beside the choice", async () => {
  open({}, () => Promise.reject(new Error("Refused.")));
  await press();
  await expect
    .poll(() => root.querySelector("[role=alert]")?.textContent)
    .toBe("You have 10 subscriptions already.");
});
