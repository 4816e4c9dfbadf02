// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { SignIn } from "../../../src/dashboard/account/SignIn.tsx";
import { signIn } from "../../../src/dashboard/app/session.ts";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/session.ts", () => ({ signIn: vi.fn(async () => ({})) }));

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

const form = h(SignIn, { ended: undefined, onSignedIn: () => {} });
const show = () => showContent(form);

test("sign-in trims the user name but not the password", async () => {
  show();
  await submit({ username: " publisher ", password: " secret " });
  const credentials = { username: "publisher", password: " secret " };
  expect(signIn).toHaveBeenCalledExactlyOnceWith(credentials, expect.any(Function));
});

test("sign-in trims the API token", async () => {
  show();
  await act(async () => root.querySelector<HTMLButtonElement>(".button-plain:not(.button-icon)")?.click());
  await submit({ apiToken: "token\n" });
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ apiToken: "token" }, expect.any(Function));
});

test("the sign-in form has the focus as soon as it is shown", () => {
  draw(form);
  expect(document.activeElement).toBe(root.querySelector("input"));
});
