// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { Subscriptions } from "../../../src/dashboard/people/Subscriptions.tsx";
import type { SignedInUser } from "../../../src/protocol/people.ts";
import type { Subscription } from "../../../src/protocol/subscriptions.ts";
import { createRefusal } from "../../../src/statistics/errors.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const REVENUE: Subscription = {
  id: "a-1",
  account: { id: 2, name: "Daily News" },
  every: "week",
  title: "Revenue <b>by</b> site",
  view: "?period=7d",
  created_at: "2026-11-20T12:00:00.000Z",
  next_mail: "2026-11-23T07:12:00.000Z",
};
const { next_mail: _, ...STOPPED } = REVENUE;

const CONFIRMED = { canReceiveReports: true } as const;

interface Given {
  user?: Partial<SignedInUser>;
  refuse?: () => unknown;
}

/** `lists`: answers to the requests of the list, the last one for all further. */
async function open(lists: Subscription[][], { user = CONFIRMED, refuse = () => {} }: Given = {}) {
  let asked = 0;
  const account = { user: { id: 7, name: "Ann", accounts: [], ...user } };
  const { data, calls } = createData({
    details: account,
    answers: {
      account,
      request: ({ method }: { method: string }) => {
        if (method === "GET") return { result: lists[Math.min(asked++, lists.length - 1)] };
        return refuse();
      },
    },
  });
  await act(async () => show(h(Page, { data }, h(Subscriptions, {}))));
  return {
    listEnds: () =>
      calls.flatMap(([, given]) => ((given as { method?: string })?.method === "DELETE" ? [given] : [])),
  };
}

const readLines = () => [...root.querySelectorAll("li .person")].map(({ textContent }) => textContent);

test("each subscription has its title, account, times and next mail", async () => {
  await open([[REVENUE]]);
  await expect
    .poll(readLines)
    .toEqual(["Revenue <b>by</b> site Daily News · on Mondays · next mail Nov 23, 2026, 7:12 AM"]);
});

test.each([
  ["refused", "stopped: the mail server refused your address"],
  ["suspended", "rests while the account is suspended"],
  ["unconfirmed", "rests until you confirm your e-mail address"],
  ["mail-off", "rests: this service sends no mails"],
  ["events-apart", "rests: this service mails no reports"],
] as const)("a subscription that is %s says why no mail comes", async (stopped, words) => {
  await open([[{ ...STOPPED, stopped }]], { user: {} });
  await expect.poll(readLines).toEqual([`Revenue <b>by</b> site Daily News · on Mondays · ${words}`]);
});

test("an ended subscription leaves the list, and the focus goes to its heading", async () => {
  const { listEnds } = await open([[REVENUE], []]);
  await expect.poll(readLines).toHaveLength(1);
  await act(async () => root.querySelector("button")?.click());
  await expect.poll(readLines).toEqual([]);
  expect(listEnds()).toEqual([{ method: "DELETE", path: "/v2/user/subscriptions/a-1" }]);
  expect(root.querySelector("[role=status]")?.textContent).toBe(
    "The mails with Revenue <b>by</b> site have ended.",
  );
  expect(document.activeElement).toBe(root.querySelector("h2"));
});

test("one that was ended elsewhere leaves the list, with a message", async () => {
  const refuse = () => {
    throw createRefusal(404, {
      message: "You have no such subscription.",
      codes: [{ code: "subscription-unknown" }],
    });
  };
  await open([[REVENUE], []], { refuse });
  await expect.poll(readLines).toHaveLength(1);
  await act(async () => root.querySelector("button")?.click());
  await expect.poll(readLines).toEqual([]);
  expect(root.querySelector("[role=alert]")?.textContent).not.toBe("");
});

test("a user without subscriptions, who cannot have any, sees nothing", async () => {
  await open([[]], { user: {} });
  await expect.poll(() => root.textContent).toBe("");
  await open([[]]);
  await expect.poll(() => root.textContent).toContain("choose Share");
});
