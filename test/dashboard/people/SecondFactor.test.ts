// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";
import { localizePeople } from "../../../src/dashboard/people/localizePeople.tsx";
import { SecondFactor } from "../../../src/dashboard/people/SecondFactor.tsx";
import type { SignedInUser } from "../../../src/protocol/people.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const USER: SignedInUser = { id: 7, name: "Ann", accounts: [] };
const ON: SignedInUser = { ...USER, second_factor: true, recovery_codes_left: 9 };
const ANSWERS: Record<string, unknown> = {
  "": { result: { secret: "ABCDEFGH", uri: "otpauth://totp/Ann", setup: "setup" } },
  "/confirm": { recovery_codes: ["a-1", "b-2"] },
  "/off": undefined,
};

/** `stored`: user as of the sign-in. `current`: user in the answers of the service. */
async function open(stored: SignedInUser, current: SignedInUser) {
  const service = { user: current };
  const { data, calls } = createData({
    details: { user: stored },
    answers: {
      account: () => ({ ...service }),
      request: ({ path }: { path: string }) => ANSWERS[path.replace("/v2/user/second-factor", "")],
    },
  });
  const onEnter = vi.fn();
  const Content = localizePeople(SecondFactor);
  await act(async () => show(h(Page, { data: { ...data, onEnter } }, h(Content, {}))));
  const asked = () => calls.filter(([name]) => name === "account").length;
  return { service, onEnter, asked };
}

async function type(text: string): Promise<void> {
  const input = root.querySelector("form input") as HTMLInputElement;
  input.value = text;
  await act(async () => void input.dispatchEvent(new InputEvent("input", { bubbles: true })));
  await act(
    async () => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })),
  );
}

test("a second factor that was switched on in another browser is shown, with the codes left", async () => {
  await open(USER, ON);
  await expect.poll(() => root.textContent).toContain("On. 9 recovery codes are left");
});

test("a second factor that was switched off in another browser can be set up", async () => {
  await open(ON, USER);
  await expect.poll(() => root.textContent).toContain("Set up a second factor");
});

test("the set-up shows the new state at once, asks for the details again, and leads the focus", async () => {
  const { service, onEnter, asked } = await open(USER, USER);
  await expect.poll(asked).toBe(1);
  await type("secret");
  const code = () => root.querySelector("[autocomplete=one-time-code]");
  await expect.poll(code).not.toBeNull();
  expect(document.activeElement).toBe(code());
  service.user = ON;
  await type("123456");
  await expect.poll(() => root.querySelector("h3")?.textContent).toBe("Recovery codes");
  expect(document.activeElement).toBe(root.querySelector("h3"));
  expect(onEnter.mock.calls[0]?.[0].details.user).toEqual({ ...ON, recovery_codes_left: 2 });
  await expect.poll(asked).toBe(2);
  await expect.poll(() => root.textContent).toContain("On. 9 recovery codes are left");
  expect(root.textContent).toContain("a-1");
});
