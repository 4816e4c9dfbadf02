// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { ForgottenPassword } from "../../../src/dashboard/account/ForgottenPassword.tsx";
import { SignIn } from "../../../src/dashboard/account/SignIn.tsx";
import { signIn } from "../../../src/dashboard/app/session.ts";
import { createRefusal, StatisticsError } from "../../../src/statistics/errors.ts";
import { useRoot } from "../useRoot.ts";

const request = vi.fn(async () => undefined);
vi.mock("../../../src/dashboard/app/session.ts", () => ({
  signIn: vi.fn(async () => ({})),
  createCookieClient: () => ({ request }),
}));
const pages = vi.hoisted(() => ({ areLoaded: true }));
vi.mock("../../../src/dashboard/app/lazy.ts", () => ({
  useManagementPages: (isWanted: boolean) => ({
    module: isWanted && pages.areLoaded ? { ForgottenPassword } : undefined,
    hasFailed: false,
  }),
}));

const { root, draw, show: showContent } = useRoot();
afterEach(() => void vi.clearAllMocks());

async function submit(texts: Record<string, string>): Promise<void> {
  const find = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector);
  for (const [name, text] of Object.entries(texts)) {
    const input = find<HTMLInputElement>(`[name="${name}"]`);
    if (input) input.value = text;
  }
  const event = new Event("submit", { bubbles: true, cancelable: true });
  await act(async () => void find<HTMLFormElement>("form")?.dispatchEvent(event));
}

async function press(label: string): Promise<void> {
  const buttons = [...root.querySelectorAll("button")];
  await act(async () => buttons.find(({ textContent }) => textContent === label)?.click());
}

const form = h(SignIn, { ended: undefined, onSignedIn: () => {} });
const show = () => showContent(form);

test("sign-in trims the user name but not the password", async () => {
  show();
  await submit({ username: " publisher ", password: " secret " });
  const credentials = { username: "publisher", password: " secret " };
  expect(signIn).toHaveBeenCalledExactlyOnceWith(credentials, expect.any(Function));
});

test("the form asks for a code in the same form, and no longer once the user name is edited", async () => {
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  show();
  await submit({ username: "publisher", password: "secret" });
  const code = () => root.querySelector<HTMLInputElement>("[name=otp]");
  expect(document.activeElement).toBe(code());
  expect(root.querySelector("[role=alert]")?.textContent).toBe("");
  await submit({ otp: " 123456 " });
  const credentials = { username: "publisher", password: "secret", otp: "123456" };
  expect(signIn).toHaveBeenLastCalledWith(credentials, expect.any(Function));
  const username = root.querySelector<HTMLInputElement>("[name=username]");
  await act(async () => void username?.dispatchEvent(new Event("input", { bubbles: true })));
  expect(code()).toBeNull();
});

async function askForCode(): Promise<() => HTMLInputElement | null> {
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  show();
  await submit({ username: "publisher", password: "secret" });
  return () => root.querySelector<HTMLInputElement>("[name=otp]");
}

test("the field of a recovery code is a new one, with a keyboard for letters as soon as it has the focus", async () => {
  const code = await askForCode();
  const numeric = code();
  const modes: string[] = [];
  const note = ({ target }: FocusEvent) => modes.push((target as HTMLInputElement).inputMode);
  root.addEventListener("focusin", note);
  await press("Use a recovery code");
  root.removeEventListener("focusin", note);
  expect(code()).not.toBe(numeric);
  expect(document.activeElement).toBe(code());
  expect(modes).toEqual(["text"]);
});

test("a blank code is refused at its field", async () => {
  const code = await askForCode();
  const refusal = { code: "second-factor-missing" };
  vi.mocked(signIn).mockRejectedValueOnce(new StatisticsError("unauthorized", "Send a code.", { refusal }));
  root.querySelector<HTMLInputElement>("[name=username]")?.focus();
  await submit({ otp: " " });
  expect(root.querySelector("[role=alert]")?.textContent).toBe("Send a code.");
  expect(document.activeElement).toBe(code());
});

test("sign-in trims the API token", async () => {
  show();
  await press("Use an API token");
  await submit({ apiToken: "token\n" });
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ apiToken: "token" }, expect.any(Function));
});

test("the sign-in form has the focus as soon as it is shown", () => {
  draw(form);
  expect(document.activeElement).toBe(root.querySelector("input"));
});

const field = () => {
  const found = root.querySelector("input");
  if (!found) throw new Error("There is no field.");
  return found;
};

test("the typed address is in the form for a forgotten password, and the one sent in the sign-in form", async () => {
  show();
  field().value = "ann@site.example";
  await press("Forgot password?");
  expect([field().value, document.activeElement]).toEqual(["ann@site.example", field()]);
  expect(document.title).toBe("Forgot password – zonetag");
  field().value = " Bob@site.example ";
  act(() => void field().dispatchEvent(new InputEvent("input", { bubbles: true })));
  await submit({});
  const body = { email: "Bob@site.example" };
  const sent = { method: "POST", path: "/v2/password/forgotten", body };
  expect(request).toHaveBeenCalledExactlyOnceWith(sent, undefined);
  expect(document.activeElement?.textContent).toContain("If this address belongs to a user");
  await press("Back to sign-in");
  expect([field().name, field().value]).toEqual(["username", "Bob@site.example"]);
  expect(document.title).toBe("Sign in – zonetag");
  expect(document.activeElement).toBe(field());
});

test("a user who types on while the form for a forgotten password loads keeps the sign-in form", async () => {
  pages.areLoaded = false;
  show();
  await press("Forgot password?");
  const password = root.querySelector<HTMLInputElement>("[name=password]");
  await act(async () => void password?.dispatchEvent(new InputEvent("input", { bubbles: true })));
  pages.areLoaded = true;
  show();
  expect(root.querySelector("[name=password]")).toBe(password);
  expect(password?.isConnected).toBe(true);
});

test("a user name is no address: it stays in the sign-in form only", async () => {
  show();
  field().value = "publisher";
  await press("Forgot password?");
  expect(field().value).toBe("");
  await press("Back to sign-in");
  expect(field().value).toBe("publisher");
});

test.each([
  ["mail-off", 409, "This service sends no mails. Ask whoever manages your account"],
  ["rate-limited", 429, "Too many requests."],
])("a refusal with %s says what to do, and keeps the address", async (code, status, text) => {
  const message = code === "rate-limited" ? "Too many requests. Try again in 5 seconds." : "Refused.";
  request.mockRejectedValueOnce(createRefusal(status, { message, codes: [{ code }] }));
  show();
  field().value = "ann@site.example";
  await press("Forgot password?");
  await submit({});
  expect(root.querySelector("[role=alert]")?.textContent).toContain(text);
  expect([field().value, document.activeElement]).toEqual(["ann@site.example", field()]);
});
