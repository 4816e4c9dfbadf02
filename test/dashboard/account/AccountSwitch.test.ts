// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { AccountSwitch } from "../../../src/dashboard/account/AccountSwitch.tsx";
import type { Switch } from "../../../src/dashboard/app/useAccount.ts";
import { createData } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

vi.mock("../../../src/dashboard/app/session.ts", async (load) => ({
  ...(await load<object>()),
  switchTo: async () => ({}),
}));

const { root, show } = useRoot();
afterEach(() => history.replaceState(null, ""));

async function choose(onClose: () => void) {
  const user = {
    id: 9,
    name: "Ann",
    accounts: [
      { id: 1, name: "News", role: "owner" as const },
      { id: 2, name: "Shop", role: "viewer" as const },
    ],
  };
  const { account } = createData({ details: { id: 1, user } }).data;
  const entered = vi.fn();
  const onSwitch: Switch = (next) => next.then(entered);
  show(h(AccountSwitch, { account, onSwitch, onClose }));
  await act(async () => root.querySelectorAll("button")[1]?.click());
  return entered;
}

test("a switch within a sheet first leaves the sheet's entry of the history", async () => {
  history.replaceState({ isSheet: true }, "");
  const close = vi.fn();
  const entered = await choose(close);
  expect(close).toHaveBeenCalledOnce();
  expect(entered).not.toHaveBeenCalled();
  dispatchEvent(new PopStateEvent("popstate"));
  await expect.poll(() => entered.mock.calls.length).toBe(1);
});

test("a switch within a popover that is no sheet enters at once", async () => {
  const entered = await choose(() => {});
  await expect.poll(() => entered.mock.calls.length).toBe(1);
});
