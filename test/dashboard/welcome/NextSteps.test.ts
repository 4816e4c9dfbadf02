// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { FirstSteps } from "../../../src/dashboard/welcome/FirstSteps.tsx";
import type { AccountDetails } from "../../../src/statistics/index.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const user = { id: 7, name: "Ann", accounts: [] };

test.each<[string, Partial<AccountDetails>, string[]]>([
  ["an owner of a network", { access: "owner", user }, ["accounts&new=1", "people", "changes"]],
  ["an editor of a network", { access: "editor", user }, ["accounts&new=1", "changes"]],
  ["an owner of a publisher", { kind: "publisher", access: "owner", user }, ["people", "changes"]],
  ["a viewer of an advertiser", { kind: "advertiser", access: "viewer", user }, ["changes"]],
])("the first steps of %s end with what it may do next", async (_, details, pages) => {
  const { data } = createData({ details });
  const steps = h(FirstSteps, { client: data.client, account: data.account });
  show(h(Page, { data }, steps));
  const links = () => [...root.querySelectorAll("h3 + ul a")].map((link) => link.getAttribute("href"));
  // Those of a publisher wait for its zones.
  await expect.poll(() => links().map((address) => address?.split("place=")[1])).toEqual(pages);
  const canUndo = details.access !== "viewer";
  const [last] = [...root.querySelectorAll("h3 + ul a")].slice(-1);
  expect(last?.textContent).toBe(canUndo ? "See what changed, and undo it" : "See what changed");
});
