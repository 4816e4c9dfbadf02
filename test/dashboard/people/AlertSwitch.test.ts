// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { AlertSwitch } from "../../../src/dashboard/people/AlertSwitch.tsx";
import type { SignedInUser } from "../../../src/protocol/people.ts";
import type { AccountKind } from "../../../src/protocol/statistics.ts";
import { createRefusal } from "../../../src/statistics/errors.ts";
import { defer } from "../../support/defer.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const ANN: SignedInUser = { id: 7, name: "Ann", canReceiveAlerts: true, accounts: [] };

interface Given {
  user?: Partial<SignedInUser>;
  kind?: AccountKind;
  /** Answers to requests of a change. */
  answer?: () => unknown;
}

async function open({ user = {}, kind = "publisher", answer = () => undefined }: Given = {}) {
  const details = { id: 2, name: "Daily <b>News</b>", kind, user: { ...ANN, ...user } };
  const { data, calls } = createData({ details, answers: { account: details, request: answer } });
  await act(async () => show(h(Page, { data }, h(AlertSwitch, {}))));
  const listChanges = () =>
    calls.flatMap(([, given]) => ((given as { method?: string })?.method === "PATCH" ? [given] : []));
  return { listChanges };
}

function findBox(): HTMLInputElement {
  const box = root.querySelector("input");
  if (!box) throw new Error("There is no switch.");
  return box;
}

const click = () => act(async () => findBox().click());
const readText = (selector: string) => root.querySelector(selector)?.textContent;

test("a user to whom the service sends no mails sees nothing", async () => {
  await open({ user: { canReceiveAlerts: undefined } });
  expect(root.textContent).toBe("");
});

test.each([
  ["publisher", /^Zones that have had no requests for a day\. At most one mail/],
  ["advertiser", /^Campaigns that have ended, .+ or will miss it\. At most one mail/],
  ["network", /^Zones .+, campaigns .+, and creatives that wait for approval\. At most one mail/],
] as const)("users of a %s are told what the mail is about", async (kind, words) => {
  await open({ kind });
  expect(readText("label")).toBe("Send me a mail when something needs me in Daily <b>News</b>");
  expect(readText(".hint")).toMatch(words);
});

test("the switch is on for the account that is signed in only", async () => {
  await open({ user: { alerts: [1, 2] } });
  expect(findBox().checked).toBe(true);
  await open({ user: { alerts: [1] } });
  expect(findBox().checked).toBe(false);
});

test("a click sends the change once, and says when it is stored", async () => {
  const answer = defer<void>();
  const { listChanges } = await open({ answer: () => answer.promise });
  await click();
  expect(findBox().checked).toBe(true);
  await click();
  expect(findBox().checked).toBe(true);
  expect(readText("[role=status]")).toBe("");
  await act(async () => answer.resolve());
  expect(listChanges()).toEqual([{ method: "PATCH", path: "/v2/user", body: { alerts: true } }]);
  await expect.poll(() => readText("[role=status]")).not.toBe("");
});

test("a refused change leaves the switch as it was, and says why", async () => {
  await open({
    answer: () => {
      throw createRefusal(409, {
        message: "This service sends no mails.",
        codes: [{ code: "mail-off" }],
      });
    },
  });
  await click();
  await expect.poll(() => readText("[role=alert]")).toContain("This service sends no mails.");
  expect(findBox().checked).toBe(false);
});
