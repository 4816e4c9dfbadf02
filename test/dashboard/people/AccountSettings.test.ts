// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { AccountSettings } from "../../../src/dashboard/people/AccountSettings.tsx";
import { OwnPassword, OwnSettings } from "../../../src/dashboard/people/OwnSettings.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show, leave } = useRoot();
const DETAILS = {
  name: "Net",
  timezone: "UTC",
  user: { id: 7, name: "Ann", accounts: [{ id: 1, name: "Net", role: "owner" as const }] },
};
const ANSWER = { id: 1, name: "Network", kind: "network", currency: "USD", timezone: "Europe/Berlin" };

beforeEach(() => sessionStorage.clear());

function open(Form: typeof AccountSettings, answer: unknown) {
  const { data, calls } = createData({ details: DETAILS, answers: { request: answer } });
  Object.assign(data.client, { timezones: async () => ["UTC", "Europe/Berlin"] });
  const onEnter = vi.fn();
  const draw = () => show(h(Page, { data: { ...data, onEnter } }, h(Form, {})));
  draw();
  return { draw, onEnter, sent: () => calls.filter(([name]) => name === "request") };
}

function type(label: string, text: string): void {
  const field = [...root.querySelectorAll("label")].find((each) => each.textContent?.startsWith(label));
  const input = field?.querySelector("input");
  if (!input) throw new Error(`There is no field ${label}.`);
  input.value = text;
  act(() => void input.dispatchEvent(new InputEvent("input", { bubbles: true })));
}

const submit = () =>
  act(() => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));

test("only the changed settings of an account are sent, and the answer's values are shown without another request", async () => {
  const { onEnter, sent } = open(AccountSettings, ANSWER);
  type("Reporting time zone", "Europe/Berlin ");
  submit();
  await expect.poll(() => onEnter.mock.calls.length).toBe(1);
  expect(sent()).toEqual([
    ["request", { method: "PATCH", path: "/v2/account", body: { timezone: "Europe/Berlin" } }],
  ]);
  // The other owner's new name of the account is in the answer.
  expect(onEnter.mock.calls[0]?.[0].details).toMatchObject({
    name: "Network",
    timezone: "Europe/Berlin",
    user: { ...DETAILS.user, accounts: [{ id: 1, name: "Network", role: "owner" }] },
  });
});

test("the own name is sent only if it was changed, and is shown at once", async () => {
  const { onEnter, sent } = open(OwnSettings, undefined);
  submit();
  await expect.poll(() => root.textContent).toContain("Saved.");
  expect(onEnter).not.toHaveBeenCalled();
  type("Name", "Anna ");
  submit();
  await expect.poll(() => onEnter.mock.calls[0]?.[0].details.user.name).toBe("Anna");
  expect(sent().map(([, request]) => Reflect.get(Object(request), "body"))).toEqual([
    { language: "en" },
    { language: "en", name: "Anna" },
  ]);
});

test("entered settings survive a reload until they are saved, a password is never kept", async () => {
  const { draw } = open(AccountSettings, ANSWER);
  type("Name of the account", "Draft");
  expect(JSON.stringify({ ...sessionStorage })).toContain("Draft");
  leave();
  draw();
  expect(root.querySelector("input")?.value).toBe("Draft");
  expect(root.textContent).toContain("Your unsaved changes are still here.");
  leave();
  sessionStorage.clear();
  open(OwnPassword, undefined);
  type("New password", "battery staple");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("battery");
});
