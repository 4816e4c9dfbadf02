// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { OwnAddress } from "../../../src/dashboard/people/OwnAddress.tsx";
import type { SignedInUser } from "../../../src/protocol/people.ts";
import { createRefusal } from "../../../src/statistics/errors.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const EMAIL = "ann@site.example";
const UNCONFIRMED = { email: EMAIL, canConfirmEmail: true } as const;
const CONFIRMED = { email: EMAIL, emailConfirmed: true } as const;

/** `stored`: user as of the sign-in. `current`: users in the answers of the service, the last one for all further. */
async function open(stored: Partial<SignedInUser>, current: Partial<SignedInUser>[], answer?: unknown) {
  const user = (fields: Partial<SignedInUser> = {}) => ({ id: 7, name: "Ann", accounts: [], ...fields });
  let asked = 0;
  const account = () => ({ user: user(current[Math.min(asked++, current.length - 1)]) });
  const { data, calls } = createData({
    details: { user: user(stored) },
    answers: { account, request: answer },
  });
  await act(async () => show(h(Page, { data }, h(OwnAddress, {}))));
  return { sent: () => calls.filter(([name]) => name === "request") };
}

const press = () => act(async () => root.querySelector("button")?.click());

test.each([
  ["a user name", { username: "ann" }],
  ["an address that the service cannot confirm", { email: EMAIL }],
])("nothing is said of %s", async (_, user) => {
  await open(user, [user]);
  expect(root.textContent).toBe("");
});

test("an address that was confirmed since the sign-in is shown as confirmed", async () => {
  await open(UNCONFIRMED, [CONFIRMED]);
  await expect.poll(() => root.textContent).toBe(`Your e-mail address ${EMAIL} is confirmed.`);
});

test("the button mails a link, and says so", async () => {
  const { sent } = await open(UNCONFIRMED, [UNCONFIRMED], { result: { state: "sent" } });
  await press();
  expect(sent()).toEqual([["request", { method: "POST", path: "/v2/user/confirmation" }, undefined]]);
  await expect
    .poll(() => root.querySelector("[role=status]")?.textContent)
    .toContain(`A mail to ${EMAIL} is on its way.`);
});

test("a mail that was not sent is a problem", async () => {
  const result = { state: "failed", message: "The mail was not sent.", codes: [] };
  await open(UNCONFIRMED, [UNCONFIRMED], { result });
  await press();
  await expect.poll(() => root.querySelector("[role=alert]")?.textContent).toBe("The mail was not sent.");
});

test("an address that was confirmed meanwhile is shown as confirmed", async () => {
  const refuse = () => {
    throw createRefusal(409, { message: "Confirmed already.", codes: [{ code: "email-confirmed" }] });
  };
  await open(UNCONFIRMED, [UNCONFIRMED, CONFIRMED], refuse);
  await press();
  await expect.poll(() => root.textContent).toBe(`Your e-mail address ${EMAIL} is confirmed.`);
});
