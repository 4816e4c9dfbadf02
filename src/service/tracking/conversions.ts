/**
 * Counts conversions of clicks, with the dimensions of the click and the time of the conversion. Each goal of a click
 * counts once, and only after it is on disk.
 */
import type { Problem } from "../../protocol/problems.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { CurrentCatalogue } from "../catalogue/currentCatalogue.ts";
import { type EventDeduplication, type EventStore, StoreError } from "../facts/eventStore.ts";
import { CONVERSION_WINDOW_MS, GOAL_KINDS, type GoalKind } from "../facts/goals.ts";
import { answerFirst } from "../runtime/urgent.ts";
import type { ClickId, ClickIds } from "../signing/clickIds.ts";
import { DAY_MS } from "../values/day.ts";
import type { ConversionTests } from "./conversionTests.ts";
import { createEvent } from "./createEvent.ts";

export interface ConversionParts {
  clickIds: ClickIds;
  tests: ConversionTests;
  catalogue: CurrentCatalogue;
  store: Pick<EventStore, "appendKeyed">;
  deduplication: EventDeduplication;
  now: () => number;
}

/**
 * Outcome of a reported conversion, sent as `X-Event`.
 *
 * - counted; repeated: counted by an earlier report
 * - test: reported with the click id of a test; would have counted
 * - ignored: fetched ahead by a browser, or a HEAD request
 * - forged: the click id is not one of this service
 * - expired: the click is too old, or its campaign is gone
 * - refused: the goal does not exist, or is imported
 * - lost: could not be stored
 */
export type ConversionOutcome =
  | ("counted" | "repeated" | "test" | "ignored")
  | ("forged" | "expired" | "refused" | "lost");

export interface Report {
  clickId: string;
  /** Number of the goal, as sent. */
  goal: string;
  /** Whether an advertiser reports it; false for prefetches and HEAD requests. */
  isReport: boolean;
}

export interface Conversion {
  outcome: ConversionOutcome;
  /** Reason why nothing was counted. */
  problem?: Problem;
}

/** A whole number without leading zeros, of at most two digits. */
const GOAL_FORM = /^[1-9]\d?$/;

export class Conversions {
  readonly #parts: ConversionParts;

  constructor(parts: ConversionParts) {
    this.#parts = parts;
  }

  async count(report: Report): Promise<Conversion> {
    const { clickIds, tests, now } = this.#parts;
    const time = now();
    const test = tests.read(report.clickId);
    if (test) return this.#countTest(test, report, time);
    const click = clickIds.read(report.clickId);
    if (!click) return { outcome: "forged", problem: { code: "click-forged" } };
    if (click.clickedAt + CONVERSION_WINDOW_MS <= time)
      return {
        outcome: "expired",
        problem: { code: "conversion-late", days: CONVERSION_WINDOW_MS / DAY_MS },
      };
    const goal = this.#findGoal(click, report, time);
    if (typeof goal !== "string") return goal;
    return report.isReport ? answerFirst(() => this.#store(click, goal, time)) : { outcome: "ignored" };
  }

  /** Checks a test's report like a real one. Stores only the answer. */
  async #countTest(test: ClickId, report: Report, time: number): Promise<Conversion> {
    const { tests } = this.#parts;
    if (tests.isOver(test, time)) return { outcome: "expired", problem: { code: "conversion-test-over" } };
    const goal = this.#findGoal(test, report, time);
    const refusal = typeof goal === "string" ? undefined : goal;
    if (!report.isReport) return refusal ?? { outcome: "ignored" };
    // An expired campaign cannot be seen, nor what arrived for it.
    if (refusal?.outcome !== "expired") await tests.noteConversion(test, report.goal, refusal?.problem, time);
    return refusal ?? { outcome: "test" };
  }

  /** Finds the goal that a click reached, or why it does not count. */
  #findGoal({ campaign }: ClickId, { goal }: Report, time: number): GoalKind | Conversion {
    // Not an earlier version of the catalogue: its goals are no longer known.
    const { campaigns, accounts } = this.#parts.catalogue.catalogue;
    const account = accounts.get(campaigns.get(campaign)?.account ?? 0);
    if (!account) return { outcome: "expired", problem: { code: "campaign-gone" } };
    const kind = findReportedGoal(account, goal, time);
    return typeof kind === "string" ? kind : { outcome: "refused", problem: kind };
  }

  async #store(click: ClickId, kind: GoalKind, time: number): Promise<Conversion> {
    const { catalogue, store, deduplication } = this.#parts;
    const { epoch, number, clickedAt } = click;
    // Never before its click, even if the clock was set back: a key must be kept for as long as the click can convert.
    const key = { epoch, number, kind, decidedAt: Math.max(time, clickedAt) };
    try {
      const counted = await deduplication.writeOnce([key], async (fresh) => {
        // The kind of the key counts the goal.
        await store.appendKeyed([{ key, event: createEvent(catalogue, click, time, {}) }]);
        return fresh;
      });
      return { outcome: counted.length > 0 ? "counted" : "repeated" };
    } catch (error) {
      if (error instanceof StoreError) return { outcome: "lost", problem: { code: "conversion-unstored" } };
      throw error;
    }
  }
}

/** Finds the kind of a goal whose conversions are reported, or the problem. */
function findReportedGoal(
  { goals, goalSources = [] }: Account,
  goal: string,
  now: number,
): GoalKind | Problem {
  const number = GOAL_FORM.test(goal) ? Number(goal) : 0;
  const kind = number <= goals ? GOAL_KINDS[number - 1] : undefined;
  if (kind === undefined) return { code: "goal-unknown", goals };
  const source = goalSources.find((each) => each.goal === number);
  if (source?.source !== "report") return { code: "goal-imported", goal: number };
  if (now < Date.parse(source.from)) return { code: "goal-imported", goal: number, from: source.from };
  return kind;
}
