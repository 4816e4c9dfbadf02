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

const FIELD = { name: "password", label: "New password", autocomplete: "new-password" } as const;
const FORM = { path: "v2/password", lead: "", submit: "Set password", fields: [FIELD] };
const open = (more: { namePath?: string; onCodeNeeded?(lead: string): void }) =>
  show(h(LinkForm, { token: "token", onSignedIn: () => {}, onCodeNeeded: () => {}, ...FORM, ...more }));

test("a link that is no longer valid says so before a password is entered", async () => {
  const message = "This link is no longer valid.";
  vi.stubGlobal("fetch", async () => Response.json({ message }, { status: 403 }));
  open({ namePath: "v2/password/user" });
  await expect.poll(() => root.querySelector("[role=alert]")?.textContent).toBe(message);
});

test("a password that is set for a user with a second factor leads to the sign-in form with a sentence that says so", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ username: "ann" }));
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  history.replaceState(null, "", "/?period=7d#password=token");
  const onCodeNeeded = vi.fn();
  open({ onCodeNeeded });
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await act(async () => void root.querySelector("form")?.dispatchEvent(event));
  await expect
    .poll(() => onCodeNeeded.mock.calls)
    .toEqual([["The password is set. Sign in with it and a code."]]);
  expect(location.search + location.hash).toBe("?period=7d");
});
