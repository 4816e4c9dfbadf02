// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { Users } from "../../../src/dashboard/people/Users.tsx";
import type { ServiceRequest } from "../../../src/statistics/client.ts";
import type { AccountDetails } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CLEO = { id: 8, name: "Cleo", role: "editor", email: "cleo@site.example", hasPassword: true };
let sent: string[];

const onEnter = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
});

/** Opens the users of an account, by default of the signed-in one, 1. */
async function open(account = 1, details: Partial<AccountDetails> = {}): Promise<void> {
  const request = ({ method, path }: ServiceRequest) => {
    if (method !== "GET") sent.push(`${method} ${path}`);
    return { result: path.includes("/made") ? { tokens: [], shares: [] } : [CLEO] };
  };
  const { data } = createData({ details, answers: { request } });
  onEnter.mockClear();
  show(h(Page, { data: { ...data, onEnter } }, h(Users, { account })));
  await expect.poll(() => root.querySelector("li select")).not.toBeNull();
}

const find = (text: string) =>
  [...root.querySelectorAll<HTMLElement>("fieldset button")].find((each) => each.textContent === text);

/** Chooses the next role as a key does in the closed list. */
async function chooseRole(role: string): Promise<HTMLSelectElement> {
  const list = root.querySelector<HTMLSelectElement>("li select");
  if (!list) throw new Error("There is no list of roles.");
  list.focus();
  list.value = role;
  act(() => void list.dispatchEvent(new Event("change", { bubbles: true })));
  await expect.poll(() => root.querySelector("fieldset.question")).not.toBeNull();
  return list;
}

test.each(["viewer", "owner"])(
  "a role that one key changes to %s asks first, and shows the old one until then",
  async (role) => {
    await open();
    const list = await chooseRole(role);
    expect([list.value, sent]).toEqual(["editor", []]);
    expect(document.activeElement).toBe(find("Change the role"));
    await act(async () => find("Change the role")?.click());
    expect(sent).toEqual(["PATCH /v2/users/8"]);
  },
);

test("cancelling the question changes nothing, and returns the focus to the list of roles", async () => {
  await open();
  const list = await chooseRole("viewer");
  act(() => find("Cancel")?.click());
  expect([root.querySelector("fieldset.question"), sent]).toEqual([null, []]);
  expect(document.activeElement).toBe(list);
});

test.each([
  [1, 1],
  [3, 0],
])(
  "a change of the own role in account %i changes that of the signed-in account 1 %i times",
  async (account, times) => {
    await open(account, { user: { id: 8, name: "Cleo", accounts: [] } });
    await chooseRole("viewer");
    await act(async () => find("Change the role")?.click());
    await expect.poll(() => root.textContent).toContain("Cleo is now Viewer.");
    expect(onEnter).toHaveBeenCalledTimes(times);
  },
);
