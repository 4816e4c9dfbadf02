// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { SettingsPopover } from "../../../src/dashboard/account/SettingsPopover.tsx";
import type { AccountDetails } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const ANN = { id: 3, name: "Ann", language: "en" };
const SHARE = { id: "s", name: "Agency", role: "publisher" };

test.each<[string, object, string[]]>([
  ["an owner", { user: ANN, access: "owner" }, ["Your account", "Users and API tokens", "What changed"]],
  ["a viewer", { user: ANN, access: "viewer" }, ["Your account", "What changed"]],
  ["an account without users", { access: "editor" }, ["What changed"]],
  ["the reader of a shared link", { share: SHARE }, []],
])("the settings of %s link to their pages", (_, details: Partial<AccountDetails>, links) => {
  const { data } = createData({ details });
  const settings = { language: "en", theme: "light" } as const;
  const props = { account: data.account, settings, onSettings: () => {} };
  show(h(Page, { data }, h(SettingsPopover, props)));
  expect([...root.querySelectorAll("a")].map((link) => link.textContent)).toEqual(links);
});
