// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test } from "vitest";
import { Creatives } from "../../../src/dashboard/campaigns/Creatives.tsx";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test("the problem of a campaign without creatives is shown in their step", async () => {
  const { data } = createData({ answers: { activity: { campaigns: [], zones: [], sizes: [] } } });
  const problems = { creatives: "Add at least one creative." };
  const step = { creatives: [], problems, onChange: () => {}, onUploading: () => {} };
  show(h(Page, { data }, h(Creatives, step)));
  await expect.poll(() => root.querySelector(".problem")?.textContent).toBe(problems.creatives);
});
