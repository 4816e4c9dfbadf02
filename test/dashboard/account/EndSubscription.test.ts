// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { EndSubscription } from "../../../src/dashboard/account/EndSubscription.tsx";
import { createRefusal, StatisticsError } from "../../../src/statistics/errors.ts";
import { useRoot } from "../useRoot.ts";

const request = vi.fn();
vi.mock("../../../src/dashboard/app/session.ts", () => ({ createCookieClient: () => ({ request }) }));

const { root, show } = useRoot();
afterEach(() => void request.mockReset());

function open(token = "7.a.b") {
  const onLeave = vi.fn();
  show(h(EndSubscription, { token, onLeave }));
  return onLeave;
}

const status = () => root.querySelector("[role=status]")?.textContent;
const buttons = () => [...root.querySelectorAll("button")].map(({ textContent }) => textContent);
const shown = () => [status(), buttons()];
const press = () => act(async () => root.querySelector("button")?.click());
const ASKED = ["You will no longer get mails like this one. End them?", ["End the mails"]];
const ENDED = ["You no longer get these mails.", ["Open the dashboard"]];

test("the page ends the mails by a click, and by nothing else", async () => {
  request.mockResolvedValue(undefined);
  const onLeave = open();
  expect(shown()).toEqual(ASKED);
  expect(document.activeElement?.textContent).toBe("End the mails");
  expect(request).not.toHaveBeenCalled();
  await press();
  await expect.poll(shown).toEqual(ENDED);
  expect(request).toHaveBeenCalledExactlyOnceWith({ method: "POST", path: "/v2/unsubscribe/7.a.b" });
  expect(document.activeElement?.textContent).toBe("Open the dashboard");
  await press();
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each([
  ["../users/4/link", "..%2Fusers%2F4%2Flink"],
  ["%2E%2E/x?y#z", "%252E%252E%2Fx%3Fy%23z"],
  ["..\\tokens", "..%5Ctokens"],
])("a link with the token %s sends no request to another path", async (token, sent) => {
  request.mockResolvedValue(undefined);
  open(token);
  await press();
  expect(request).toHaveBeenCalledExactlyOnceWith({ method: "POST", path: `/v2/unsubscribe/${sent}` });
});

test("a link that is refused leads to the settings", async () => {
  const refusal = { message: "This link is not valid.", codes: [{ code: "unsubscribe-invalid" }] };
  request.mockRejectedValueOnce(createRefusal(403, refusal));
  const onLeave = open();
  await press();
  await expect.poll(shown).toEqual([expect.stringContaining("not valid"), ["Open settings"]]);
  await press();
  expect([onLeave.mock.calls.length, location.search]).toEqual([1, "?place=settings"]);
});

test("a failure tries again", async () => {
  request.mockRejectedValueOnce(new StatisticsError("network", "No connection."));
  open();
  await press();
  await expect.poll(shown).toEqual(["No connection to the service.", ["Try again"]]);
  request.mockResolvedValueOnce(undefined);
  await press();
  await expect.poll(shown).toEqual(ENDED);
});
