// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { Editing, ReadOnlyNote } from "../../../src/dashboard/app/editing.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test.each([
  ["an owner's account", { access: "owner" }, "Change"],
  ["a viewer's account", { access: "viewer" }, "you may view this account"],
  ["a declared catalogue", { catalogue: "declared" }, "are declared in a file"],
  ["a suspended account", { access: "owner", suspended: true }, "the network has suspended this account"],
] as const)("%s shows its controls, or why there are none", (_, details, shown) => {
  const { data } = createData({ details });
  const control = h(Editing, { children: h("button", { type: "button" }, "Change") });
  show(h(Page, { data }, [h(ReadOnlyNote, {}), control]));
  expect(root.textContent).toContain(shown);
  expect(root.querySelectorAll("button")).toHaveLength(shown === "Change" ? 1 : 0);
});
