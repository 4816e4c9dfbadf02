import { expect, it } from "vitest";
import type { Answer } from "../../../src/service/answer.ts";
import { readCatalogue } from "../../../src/service/catalogue.ts";
import { createLimits } from "../../../src/service/limits.ts";
import { LiveCatalogue } from "../../../src/service/live-catalogue.ts";
import { createMetrics } from "../../../src/service/metrics.ts";
import { Budgets } from "../../../src/service/placement/budgets.ts";
import { FEW, Placement } from "../../../src/service/placement/place.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import type { Store } from "../../../src/service/store/store.ts";
import { createTokens } from "../../../src/service/tracking/token.ts";
import { Visitors } from "../../../src/service/visitor.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";

const BODY = Buffer.from(JSON.stringify({ user: {}, zones: [{ id: 1 }] }));

/** The placement on a disk that takes as long as the test wants. */
function placement(limits: { maxConcurrent: number; maxWait: number }) {
  const clock = { time: Date.parse("2026-11-20T12:00:00Z") };
  const now = () => clock.time;
  const settings = { ...DEFAULT_SETTINGS, ...limits, catalogue: "", data: "", limitIp: 0 };
  const catalogue = readCatalogue(aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }));
  const live = new LiveCatalogue(catalogue, { share: "0.70", life: 1000 });
  const budgets = new Budgets(1000);
  budgets.arrange(live.index, now());
  const tokens = createTokens(Buffer.alloc(32), 1000);
  let finish = () => {};
  const written = new Promise<void>((done) => {
    finish = done;
  });
  const made = new Placement({
    ...{ settings, live, budgets, tokens, now, random: () => 0 },
    ...{ visitors: new Visitors(tokens.digest), limiter: createLimits(settings).ip },
    metrics: createMetrics(() => ({ ready: true, waiting: 0 })),
    store: { series: 1, append: () => written } as unknown as Store,
  });
  const caller = {
    ...{ address: "192.0.2.1", isBrowser: true, userAgent: "", language: "en" },
    origin: "https://ads.example",
  };
  const verdict = made.admit(caller);
  const answers: Answer[] = [];
  const later = { respond: (work: () => Answer) => void answers.push(work()) };
  return {
    ...{ clock, answers },
    ask: () => made.answer(BODY, caller, verdict, later),
    turnAway: () => made.turnAway(verdict),
    finish: async () => {
      finish();
      await written;
    },
  };
}

it("turns away who comes when the first of many has waited too long, until it is told", async () => {
  const { clock, answers, ask, turnAway, finish } = placement({ maxConcurrent: 1000, maxWait: 100 });
  for (let asked = 0; asked < FEW; asked++) expect(ask()).toBe(undefined);
  clock.time += 100;
  expect(turnAway()).toBe(undefined);
  clock.time += 1;
  expect(turnAway()).toMatchObject({ status: 503, headers: expect.arrayContaining(["Retry-After", "1"]) });
  expect(ask()).toMatchObject({ status: 503 });
  await finish();
  expect(turnAway()).toBe(undefined);
  expect(answers.map(({ status }) => status)).toEqual(Array(FEW).fill(200));
});

it("lets a few wait for a slow disk", () => {
  const { clock, ask, turnAway } = placement({ maxConcurrent: 1000, maxWait: 100 });
  for (let asked = 1; asked < FEW; asked++) ask();
  clock.time += 60_000;
  expect(turnAway()).toBe(undefined);
});

it("turns away who comes when as many as may be are under way", () => {
  const { ask, turnAway } = placement({ maxConcurrent: 3, maxWait: 100 });
  for (let asked = 0; asked < 2; asked++) ask();
  expect(turnAway()).toBe(undefined);
  ask();
  expect(turnAway()).toMatchObject({ status: 503 });
});
