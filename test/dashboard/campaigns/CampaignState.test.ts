// @vitest-environment happy-dom
import { h } from "preact";
import { expect, test, vi } from "vitest";
import { type Data, DataContext } from "../../../src/dashboard/app/managementData.ts";
import { Pacing, Progress } from "../../../src/dashboard/campaigns/CampaignState.tsx";
import { createLocale, loadWords } from "../../../src/dashboard/texts/locale.ts";
import { loadManagementTexts, TextsContext } from "../../../src/dashboard/texts/management.ts";
import type { CampaignActivity } from "../../../src/protocol/management.ts";
import type { Shown } from "../../../src/statistics/index.ts";
import { useRoot } from "../useRoot.ts";

const { root, show } = useRoot();

type Limits = Partial<Pick<Shown<"campaigns">, "budget" | "caps" | "spread">>;

async function read(
  limits: Limits,
  done: Partial<CampaignActivity>,
  language: "en" | "de" = "en",
): Promise<string[]> {
  const locale = createLocale(await loadWords(language), "EUR", [language]);
  const campaign = { budget: {}, caps: {}, spread: "even", ...limits } as Shown<"campaigns">;
  const activity = {
    state: "running",
    cost_today: "0",
    impressions_today: 0,
    elapsed_today: 0.5,
    ...done,
  } as CampaignActivity;
  const pacing = h(Pacing, { campaign, activity });
  const texts = h(TextsContext.Provider, { value: await loadManagementTexts(language) }, pacing);
  show(texts, locale);
  const parts = [root.querySelector(".pacing")?.firstChild ?? root, ...root.querySelectorAll(".hint")];
  return parts.map((part) => part.textContent?.replaceAll("\u00a0", " ") ?? "");
}

test("a campaign without a daily maximum shows today's cost", async () => {
  expect(await read({}, { cost_today: "3.2" })).toEqual(["€3.20"]);
});

test("a campaign behind its daily budget shows the missing amount", async () => {
  const budget = { daily: "40" };
  expect(await read({ budget }, { cost_today: "3.2" })).toEqual([
    "€3.20 of €40.00",
    "€16.80 behind schedule",
  ]);
  expect(await read({ budget }, { cost_today: "3.2" }, "de")).toEqual([
    "3,20 € von 40,00 €",
    "16,80 € im Rückstand",
  ]);
  // Up to 10 % behind counts as on schedule.
  expect(await read({ budget }, { cost_today: "18" })).toEqual(["€18.00 of €40.00", "on schedule"]);
  expect(await read({ budget }, { cost_today: "17.99" })).toEqual([
    "€17.99 of €40.00",
    "€2.01 behind schedule",
  ]);
});

test("a campaign behind its impression cap shows the missing impressions beside its cost", async () => {
  expect(await read({ caps: { daily: 12_000 } }, { cost_today: "3.2", impressions_today: 1200 })).toEqual([
    "€3.20",
    "1,200 of 12,000 impressions",
    "4,800 behind schedule",
  ]);
});

test("the schedule is shown only for a running campaign with even pacing", async () => {
  const budget = { daily: "40" };
  expect(await read({ budget, spread: "asap" }, {})).toEqual(["€0.00 of €40.00"]);
  expect(await read({ budget }, { state: "paused" })).toEqual(["€0.00 of €40.00"]);
});

async function readProgress(
  timezone: string,
  of: "budget" | "cap",
  language: "en" | "de" = "en",
  changes: object = {},
): Promise<string | undefined> {
  vi.useFakeTimers({ now: Date.parse("2026-11-18T12:00:00Z"), toFake: ["Date"] });
  const locale = createLocale(await loadWords(language), "EUR", [language]);
  const limits: Limits = { budget: { total: "1000" }, caps: { total: 10_000 } };
  const campaign = { ...limits, to: "2026-11-30", ...changes } as Shown<"campaigns">;
  const progress = { of, expected: 0.6, delivered: 0.52, forecast: 0.844 };
  const texts = await loadManagementTexts(language);
  const data = { account: { details: { timezone } } } as Data;
  const shown = h(TextsContext.Provider, { value: texts }, h(Progress, { campaign, progress }));
  show(h(DataContext.Provider, { value: data }, shown), locale);
  vi.useRealTimers();
  return root.textContent?.replaceAll("\u00a0", " ");
}

test("progress names what is delivered, expected, and reached by the last day", async () => {
  expect(await readProgress("UTC", "budget")).toBe(
    "€520.00 of €1,000.00 delivered, €600.00 expected by now; will reach 84% by Nov 30 at this rate",
  );
  expect(await readProgress("UTC", "cap")).toBe(
    "5,200 of 10,000 impressions delivered, 6,000 expected by now; will reach 84% by Nov 30 at this rate",
  );
});

test("progress says that the last day is one of UTC where the account's clock is another", async () => {
  expect(await readProgress("Europe/Berlin", "budget", "de")).toBe(
    "520,00 € von 1.000,00 € ausgeliefert, bisher erwartet: 600,00 €; bei diesem Tempo bis 30. Nov. (UTC): 84 %",
  );
  expect(await readProgress("America/New_York", "cap")).toContain("by Nov 30 (UTC)");
  expect(await readProgress("Etc/UTC", "cap")).toContain("by Nov 30 at");
});

test("progress that was computed before the campaign lost its last day or its total is not shown", async () => {
  expect(await readProgress("UTC", "cap", "en", { to: undefined })).toBe("");
  expect(await readProgress("UTC", "budget", "en", { budget: {} })).toBe("");
});
