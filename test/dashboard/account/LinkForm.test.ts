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
vi.mock("../../../src/dashboard/app/lazy.ts", () => ({ useManagementPages: () => ({ hasFailed: false }) }));

const { root, show } = useRoot();
afterEach(() => void vi.unstubAllGlobals());

test("a password that is set for a user with a second factor leads to the sign-in form, which says so", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ username: "ann" }));
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  history.replaceState(null, "", "/?period=7d#password=token");
  const field = { name: "password", label: "New password", autocomplete: "new-password" } as const;
  const form = { path: "v2/password", lead: "", submit: "Set password", fields: [field] };
  show(h(LinkForm, { token: "token", onSignedIn: () => {}, ...form }));
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await act(async () => void root.querySelector("form")?.dispatchEvent(event));
  const lead = () => root.querySelector(".lead")?.textContent;
  await expect.poll(lead).toBe("The password is set. Sign in with it and a code.");
  expect(document.activeElement).toBe(root.querySelector("[name=username]"));
  expect(location.search + location.hash).toBe("?period=7d");
});
