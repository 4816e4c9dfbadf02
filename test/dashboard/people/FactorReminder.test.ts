// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { FactorReminder } from "../../../src/dashboard/people/FactorReminder.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test("a second factor that was set up in another browser since the sign-in ends the reminder", async () => {
  const user = { id: 7, name: "Net", accounts: [] };
  const { data } = createData({
    details: { kind: "network", access: "owner", user },
    answers: { account: { user: { ...user, second_factor: true, recovery_codes_left: 10 } } },
  });
  await act(async () => show(h(Page, { data }, h(FactorReminder, {}))));
  await expect.poll(() => root.textContent).toBe("");
});
