// @vitest-environment happy-dom
import { h } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import { CampaignList } from "../../../src/dashboard/campaigns/CampaignList.tsx";
import { createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CAMPAIGN = createCampaign();

afterEach(() => vi.restoreAllMocks());

test.each([
  ["UTC", "Cost today", "Cost today (USD)"],
  ["Etc/UTC", "Cost today", "Cost today (USD)"],
  ["America/New_York", "Cost today (UTC)", "Cost today (UTC, USD)"],
  ["Europe/London", "Cost today (UTC)", "Cost today (UTC, USD)"],
])("for an account in %s, today's cost is called %j, in files %j", async (timezone, heading, column) => {
  history.replaceState(null, "", "/?place=campaigns");
  const { data } = createData({
    details: { timezone },
    answers: {
      performance: { campaign_id: { now: [], before: [] } },
      activity: { campaigns: [], zones: [] },
      "accounts.all": [{ id: 2, name: "Fellstride" }],
    },
  });
  show(h(Page, { data }, h(CampaignList, { campaigns: [CAMPAIGN] })));
  const headings = () => [...root.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  expect(headings()).toContain(heading);
  await expect.poll(() => root.querySelector("section")?.getAttribute("aria-busy")).toBe("false");
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  root.querySelector<HTMLElement>(".list-bar .button")?.click();
  const [first = "", second] = ((await files[0]?.text()) ?? "").split("\r\n");
  expect(first).toContain(column);
  expect(first).toMatch(/,From,To,Campaign ID,Advertiser ID,Advertiser$/);
  expect(second).toMatch(/^Trail socks,.*,3,2,Fellstride$/);
});
