// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { CampaignForm } from "../../../src/dashboard/campaigns/CampaignForm.tsx";
import { StatisticsError } from "../../../src/statistics/statistics.ts";
import { CREATIVE, createCampaign } from "../createCampaign.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();
const CAMPAIGN = createCampaign({ budget: { daily: "10" } });

beforeEach(() => sessionStorage.clear());

/** Opens the form of the campaign. `answers`: those of its changes. */
async function open(
  answers: Record<string, unknown>,
  kind: "network" | "advertiser" = "network",
  step = "",
  campaign = CAMPAIGN,
) {
  history.replaceState(null, "", `/?place=campaigns&campaign=3&step=${step}`);
  const { data, calls } = createData({
    details: { kind },
    answers: {
      "accounts.all": [{ id: 2, version: "1", role: "advertiser", name: "Fellstride", currency: "USD" }],
      activity: { campaigns: [], zones: [], sizes: [{ size: "300x250", zones: 2 }] },
      "campaigns.get": campaign,
      "creatives.list": { entries: [CREATIVE] },
      estimate: { zones: 1, zones_total: 1, impressions: 1, ignored: [] },
      ...answers,
    },
  });
  const form = h(CampaignForm, { campaign, creatives: [CREATIVE], onSaved: () => {} });
  show(h(Page, { data }, form));
  await expect.poll(() => root.querySelector("form")).not.toBeNull();
  return { changes: () => calls.filter(([name]) => name.endsWith(".change")).map(([name]) => name) };
}

const find = (label: string) =>
  [...root.querySelectorAll("label")].find(({ textContent }) => textContent?.startsWith(label));

function type(label: string, text: string): void {
  const input = find(label)?.querySelector("input") ?? document.createElement("input");
  input.value = text;
  act(() => void input.dispatchEvent(new InputEvent("input", { bubbles: true })));
}

const press = (text: string) =>
  act(() => [...root.querySelectorAll("button")].find((each) => each.textContent?.includes(text))?.click());
const submit = () =>
  act(() => void root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true })));

test("a form with an invalid field in another step sends nothing, and opens that step", async () => {
  const { changes } = await open({});
  type("First day", "2026-12-20");
  type("Last day", "2026-12-01");
  press("Creatives");
  type("Landing page", "https://shop.example/sale");
  submit();
  await expect.poll(() => find("Last day")?.textContent).toContain("The last day is before the first.");
  expect(changes()).toEqual([]);
});

test("an advertiser's raised budget is refused at its field before anything is sent", async () => {
  const { changes } = await open({}, "advertiser");
  press("Creatives");
  type("Landing page", "https://shop.example/sale");
  press("Budget");
  type("Daily budget", "11");
  submit();
  await expect.poll(() => find("Daily budget")?.textContent).toContain("Only your network may raise");
  expect(changes()).toEqual([]);
});

test("when the service refuses the campaign after its creatives, each says whether it was saved", async () => {
  const refuse = () => {
    const problems = [{ path: "[budget][daily]", keys: ["budget", "daily"], message: "No." }];
    throw new StatisticsError("validation", "No.", { status: 400, problems });
  };
  const saved = { ...CREATIVE, version: "2", url: "https://shop.example/sale" };
  const { changes } = await open({ "creatives.change": saved, "campaigns.change": refuse });
  type("Name", "Winter socks");
  press("Creatives");
  type("Landing page", "https://shop.example/sale");
  press("Budget");
  type("Daily budget", "20");
  submit();
  const message = () => root.querySelector(".form-foot [role=alert]")?.textContent?.trim();
  await expect.poll(message).toBe("Saved: Sale. Not saved: name, budget.");
  // The refusal opens its step, and focuses its field.
  await expect.poll(() => document.activeElement).toBe(find("Daily budget")?.querySelector("input"));
  expect(find("Daily budget")?.textContent).toContain("No.");
  press("Basics");
  expect(find("Name")?.textContent).toContain("Not saved.");
  press("Creatives");
  expect(find("Landing page")?.textContent).toContain("Saved.");
  submit();
  await expect.poll(changes).toEqual(["creatives.change", "campaigns.change", "campaigns.change"]);
  press("Creatives");
  type("Landing page", "");
  submit();
  await expect.poll(() => root.textContent).not.toContain("Not saved: name");
});

test.each([
  ["budget", "Daily budget"],
  ["creatives", "Landing page"],
  ["basics", "First day"],
  ["whatever", "First day"],
])("the address with the step %s shows the field %s", async (step, label) => {
  await open({}, "network", step);
  expect(find(label)).toBeDefined();
  press("Targeting");
  expect(location.search).toContain("step=audience");
  expect(find(label)).toBeUndefined();
});

test.each([
  ["1,250.00 $", "1250.00"],
  ["$ 1,250", "1250"],
])("an amount pasted as %j is sent as %s", async (text, amount) => {
  const sent: unknown[] = [];
  const change = (_seen: object, patch: object) => {
    sent.push(patch);
    return CAMPAIGN;
  };
  await open({ "campaigns.change": change }, "network", "budget");
  type("Total budget", text);
  submit();
  await expect.poll(() => sent).toEqual([{ budget: { total: amount } }]);
});

test("an amount with the sign of another currency is refused", async () => {
  const { changes } = await open({}, "network", "budget");
  type("Total budget", "€1,250");
  submit();
  await expect.poll(() => find("Total budget")?.textContent).toContain("Expected an amount");
  expect(changes()).toEqual([]);
});

test("while the names of the targeting step load, its fields wait and the buttons stay", async () => {
  let arrive = () => {};
  const names = new Promise<object[]>((resolve) => {
    arrive = () => resolve([]);
  });
  await open({ collection: () => names }, "network", "audience");
  const has = (text: string) => root.textContent?.includes(text);
  expect([has("Loading…"), has("Keywords")]).toEqual([true, false]);
  const save = () => [...root.querySelectorAll("button")].find(({ textContent }) => textContent === "Save");
  const waiting = save();
  expect(waiting).toBeDefined();
  arrive();
  await expect.poll(() => has("Keywords")).toBe(true);
  expect(save()).toBe(waiting);
});

test("a problem of a custom key that only the service finds is shown at the key", async () => {
  const refuse = () => {
    const keys = ["targeting", "custom", "plan"];
    const problems = [{ path: "[targeting][custom][plan]", keys, message: "Expected different values." }];
    throw new StatisticsError("validation", "No.", { status: 400, problems });
  };
  const targeting = { ...CAMPAIGN.targeting, custom: { age: ["1"], plan: ["free"] } };
  await open({ "campaigns.change": refuse }, "network", "", createCampaign({ targeting }));
  type("Name", "Winter socks");
  submit();
  await expect.poll(() => root.querySelectorAll(".custom-key")).toHaveLength(2);
  const rows = () =>
    [...root.querySelectorAll(".custom-key")].map(({ textContent }) => textContent?.includes("different"));
  await expect.poll(rows).toEqual([false, true]);
});

test("equal frequency caps are refused at their field before anything is sent", async () => {
  const frequency = [
    { impressions: 3, seconds: 86_400 },
    { impressions: 3, seconds: 3_600 },
  ];
  const { changes } = await open({}, "network", "budget", createCampaign({ frequency }));
  const unit = root.querySelectorAll<HTMLSelectElement>(".frequency-cap select")[1];
  if (unit) unit.value = "day";
  act(() => void unit?.dispatchEvent(new Event("change", { bubbles: true })));
  press("Creatives");
  type("Landing page", "https://shop.example/sale");
  submit();
  await expect.poll(() => root.textContent).toContain("This cap is already there.");
  expect(changes()).toEqual([]);
});

test.each([
  ["network", [], ["Countries", "Sites"], ["Site categories", "Regions"]],
  ["network", [{ id: 1, name: "News" }], ["Countries", "Site categories", "Regions"], []],
  ["advertiser", [{ id: 1, name: "News" }], ["Countries", "Languages"], ["Sites", "Zones", "Regions"]],
] as const)(
  "a %s with the categories and regions %j targets by what it has",
  async (kind, named, shown, hidden) => {
    const collection = (name: string) => (/categories|regions/.test(name) ? [...named] : []);
    const all = [{ id: 5, version: "1", name: "Longshore", deleted: false }];
    await open({ collection, "sites.all": all, "zones.all": all }, kind, "audience");
    await expect.poll(() => root.textContent).toContain("Countries");
    const legends = [...root.querySelectorAll("legend")].map(({ textContent }) => textContent);
    expect(legends).toEqual(expect.arrayContaining([...shown]));
    expect(legends.filter((each) => hidden.some((name) => name === each))).toEqual([]);
  },
);
