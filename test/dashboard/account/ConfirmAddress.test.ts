// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmAddress } from "../../../src/dashboard/account/ConfirmAddress.tsx";
import { createRefusal, StatisticsError } from "../../../src/statistics/errors.ts";
import { useRoot } from "../useRoot.ts";

const request = vi.fn();
vi.mock("../../../src/dashboard/app/session.ts", () => ({ createCookieClient: () => ({ request }) }));

const { root, show } = useRoot();
afterEach(() => void request.mockReset());

function open() {
  const onLeave = vi.fn();
  show(h(ConfirmAddress, { token: "abc", onLeave }));
  return onLeave;
}

const status = () => root.querySelector("[role=status]")?.textContent;
const buttons = () => [...root.querySelectorAll("button")].map(({ textContent }) => textContent);
const shown = () => [status(), buttons()];
const press = () => act(async () => root.querySelector("button")?.click());

test("a valid link confirms the address, and leads on", async () => {
  request.mockResolvedValueOnce({ username: "ann@site.example" });
  const onLeave = open();
  await expect.poll(shown).toEqual(["Your e-mail address ann@site.example is confirmed.", ["Continue"]]);
  const sent = { method: "POST", path: "/v2/confirmation", body: { token: "abc" } };
  expect(request).toHaveBeenCalledExactlyOnceWith(sent, undefined);
  expect(document.activeElement?.textContent).toBe("Continue");
  await press();
  expect(onLeave).toHaveBeenCalledOnce();
});

test.each([
  [403, { message: "This link is no longer valid.", codes: [{ code: "confirmation-invalid" }] }],
  [400, { errors: { "[token]": "This link is no longer valid." } }],
])("a link that is refused with %s leads to the settings, which send another", async (code, answer) => {
  request.mockRejectedValueOnce(createRefusal(code, answer));
  const onLeave = open();
  await expect
    .poll(shown)
    .toEqual([expect.stringContaining("This link is no longer valid."), ["Open settings"]]);
  await press();
  expect([onLeave.mock.calls.length, location.search]).toEqual([1, "?place=settings"]);
});

test("a failure tries again", async () => {
  request.mockRejectedValueOnce(new StatisticsError("network", "No connection."));
  open();
  await expect.poll(shown).toEqual(["No connection to the service.", ["Try again"]]);
  request.mockResolvedValueOnce({ username: "ann@site.example" });
  await press();
  await expect.poll(status).toContain("is confirmed.");
});
