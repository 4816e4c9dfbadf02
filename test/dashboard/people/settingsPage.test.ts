// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { SettingsPage } from "../../../src/dashboard/people/settingsPage.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test.each([
  [7, "Change the password"],
  [-7, undefined],
])("for user %i, the signed-in browsers link to the form with %j", async (id, button) => {
  const user = { id, name: "Ann", accounts: [] };
  const { data } = createData({
    details: { kind: "publisher", user },
    answers: { account: { user }, request: { result: [] } },
  });
  await act(async () => show(h(Page, { data }, h(SettingsPage, {}))));
  await expect.poll(() => root.textContent).toContain("then change your password.");
  const target = root.querySelector(".hint a[href^='#']")?.getAttribute("href");
  expect(target && root.querySelector(`${target} [type=submit]`)?.textContent).toBe(button);
});
