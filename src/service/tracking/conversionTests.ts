/**
 * Tests of a landing page and its postback. A test has a link and a click id that are answered like those of an ad, but
 * count nothing. Those who may see the campaign can read what arrived, for the life of the test.
 */
import { randomInt } from "node:crypto";
import type { Problem } from "../../protocol/problems.ts";
import type { CurrentCatalogue } from "../catalogue/currentCatalogue.ts";
import { StoreError } from "../facts/eventStore.ts";
import { readUserAgent } from "../placement/userAgent.ts";
import type { ClickId, ClickIds } from "../signing/clickIds.ts";
import type { TokenTraits } from "../signing/token.ts";
import { writeLandingPage } from "./landingPage.ts";
import type { Fetcher, Outcome } from "./tracking.ts";

/** Milliseconds for which a test can be used. */
export const TEST_LIFE_MS = 3600_000;
/** Longer numbers of goals are cut. */
const MAX_GOAL_TEXT = 20;
const MAX_ID = 2 ** 48 - 1;

/** Last answers to the link and the postback of a test. Times are milliseconds since 1970. */
export interface TestRecord {
  /** `url`: landing page with its macros filled. `clickId`: the one in it, or empty. */
  click?: { time: number; url: string; clickId: string };
  /** `goal`: as sent. `problem`: why it would not have counted. */
  conversion?: { time: number; goal: string; problem?: Problem };
}

/** A test of a campaign's creative. */
export interface ConversionTest {
  campaign: number;
  id: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Name of a test; includes the campaign, because the rights of the campaign apply. */
export type TestName = Pick<ConversionTest, "campaign" | "id">;

/** Keeps the records of tests that have not ended. Rejects with `StoreError`. */
export interface TestRecords {
  add(test: ConversionTest, now: number): Promise<void>;
  /** Replaces a part of the record. In memory, does nothing when the test is unknown. */
  note(test: ConversionTest, part: TestRecord, now: number): Promise<void>;
  /** Resolves with undefined when the test is unknown or has ended. */
  find(test: TestName, now: number): Promise<TestRecord | undefined>;
}

interface TestParts {
  ids: ClickIds;
  records: TestRecords;
  catalogue: CurrentCatalogue;
  now: () => number;
}

const UNKNOWN: TokenTraits = {
  country: undefined,
  region: undefined,
  language: undefined,
  browser: undefined,
  operatingSystem: undefined,
  device: undefined,
  deviceType: undefined,
};

export class ConversionTests {
  readonly #parts: TestParts;

  constructor(parts: TestParts) {
    this.#parts = parts;
  }

  /** Finds why a creative cannot be tested. Its first version can be tested while it waits for approval. */
  findRefusal({ campaign, variation }: Pick<ClickId, "campaign" | "variation">): Problem | undefined {
    const { accounts, campaigns, variations } = this.#parts.catalogue.catalogue;
    if (accounts.get(campaigns.get(campaign)?.account ?? 0)?.suspended) return { code: "account-suspended" };
    const review = variations.get(variation)?.variation.review;
    return review === "rejected" || review === "withdrawn" ? { code: "creative-rejected" } : undefined;
  }

  /** Starts a test. Resolves with its id, the token of its link, and its end in milliseconds since 1970. */
  async start({ campaign, variation }: Pick<ClickId, "campaign" | "variation">) {
    const { ids, records, now } = this.#parts;
    const [time, id] = [now(), randomInt(1, MAX_ID)];
    const endsAt = computeEnd({ decidedAt: time });
    await records.add({ campaign, id, endsAt }, time);
    const origin = { epoch: 0, number: id, decidedAt: time, clickedAt: time };
    const token = ids.sign({ ...origin, zone: 0, campaign, variation, sub: undefined, visitor: UNKNOWN });
    return { id, token, endsAt };
  }

  find(test: TestName): Promise<TestRecord | undefined> {
    return this.#parts.records.find(test, this.#parts.now());
  }

  /** Reads the token of a link, or a click id; undefined when it is not of a test. */
  read(text: string): ClickId | undefined {
    return this.#parts.ids.read(text);
  }

  /** A test is valid from its start on; `clickedAt` only says when its link was opened. */
  isOver(test: ClickId, now: number): boolean {
    return computeEnd(test) <= now;
  }

  /** Opens the link of a test: writes the landing page as for an ad of an unknown zone, until the test is over. */
  async follow(
    test: ClickId,
    { userAgent, isView }: Pick<Fetcher, "userAgent" | "isView">,
  ): Promise<{ outcome: Outcome; landingPage: string | undefined }> {
    const { ids, catalogue, now } = this.#parts;
    const clickedAt = now();
    // Not a removed creative: its link would redirect to a landing page that no ad has.
    const variation = catalogue.catalogue.variations.get(test.variation)?.variation;
    if (!variation || this.isOver(test, clickedAt) || this.findRefusal(test))
      return { outcome: "expired", landingPage: undefined };
    const outcome = isView ? "test" : "ignored";
    const click: ClickId = { ...test, clickedAt, visitor: { ...UNKNOWN, ...readTraits(userAgent) } };
    const clickId = outcome === "test" ? ids.sign(click) : "";
    const shown = { ...click, zone: undefined };
    const landingPage = writeLandingPage(
      variation,
      { token: shown, site: undefined, clickedAt },
      () => clickId,
    );
    if (outcome === "test") {
      const sent = { url: landingPage, clickId: landingPage.includes(clickId) ? clickId : "" };
      await this.#note(test, { click: { time: clickedAt, ...sent } }, clickedAt);
    }
    return { outcome, landingPage };
  }

  /** Records a report. `problem`: why it would not have counted. */
  noteConversion(test: ClickId, goal: string, problem: Problem | undefined, time: number): Promise<void> {
    const sent = { time, goal: goal.slice(0, MAX_GOAL_TEXT) };
    return this.#note(test, { conversion: { ...sent, ...(problem && { problem }) } }, time);
  }

  /** A landing page or a postback is answered even when its answer cannot be kept. */
  async #note(click: ClickId, part: TestRecord, now: number): Promise<void> {
    const test = { campaign: click.campaign, id: click.number, endsAt: computeEnd(click) };
    await this.#parts.records.note(test, part, now).catch((error) => {
      if (!(error instanceof StoreError)) throw error;
    });
  }
}

function computeEnd({ decidedAt }: Pick<ClickId, "decidedAt">): number {
  return decidedAt + TEST_LIFE_MS;
}

function readTraits(userAgent: string): Partial<TokenTraits> {
  const { browser, operatingSystem, device, deviceType } = readUserAgent(userAgent);
  return { browser, operatingSystem, device, deviceType };
}
