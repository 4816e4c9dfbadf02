// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { CreativeList } from "../../../src/dashboard/campaigns/CreativeList.tsx";
import { createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

test("the list of creatives has its button for a file once the form above it has the creatives", async () => {
  let answer: (page: object) => void = () => {};
  const creatives = new Promise<object>((resolve) => {
    answer = resolve;
  });
  const { data } = createData({
    answers: {
      performance: { variation_id: { now: [], before: [] } },
      "accounts.all": [],
      "creatives.list": () => creatives,
    },
  });
  show(h(Page, { data }, h(CreativeList, { campaign: createCampaign() })));
  await expect.poll(() => root.querySelector("tbody .stale")).toBeNull();
  expect(root.querySelector("button .icon")).toBeNull();
  await act(async () => answer({ entries: [] }));
  await expect.poll(() => root.querySelector(".card-head button")?.textContent).toBe("CSV");
});
