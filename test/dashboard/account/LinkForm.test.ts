// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { LinkForm } from "../../../src/dashboard/account/LinkForm.tsx";
import { signIn } from "../../../src/dashboard/app/session.ts";
import { StatisticsError } from "../../../src/statistics/errors.ts";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/session.ts", () => ({
  baseUrl: new URL("https://ads.example/"),
  signIn: vi.fn(async () => ({})),
}));

const { root, show } = useRoot();
afterEach(() => void vi.unstubAllGlobals());

test("a password that is set for a user with a second factor leads to the sign-in form with a sentence that says so", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ username: "ann" }));
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  history.replaceState(null, "", "/?period=7d#password=token");
  const field = { name: "password", label: "New password", autocomplete: "new-password" } as const;
  const form = { path: "v2/password", lead: "", submit: "Set password", fields: [field] };
  const onCodeNeeded = vi.fn();
  show(h(LinkForm, { token: "token", onSignedIn: () => {}, onCodeNeeded, ...form }));
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await act(async () => void root.querySelector("form")?.dispatchEvent(event));
  await expect
    .poll(() => onCodeNeeded.mock.calls)
    .toEqual([["The password is set. Sign in with it and a code."]]);
  expect(location.search + location.hash).toBe("?period=7d");
});
