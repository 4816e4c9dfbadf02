/** Frequency caps of a single process, from what it counted. */
import type { Campaign } from "../catalogue/catalogue.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { countRemaining, type FrequencyCaps, type Sighting } from "./frequency.ts";

/** Most pairs of visitor and campaign that are remembered; the least recently counted go first. */
const MOST_PAIRS = 500_000;

export class LocalFrequencyCaps implements FrequencyCaps {
  readonly #mostPairs: number;
  /** Times by visitor and campaign, ascending; in the order of the last one, since a Map keeps that of insertion. */
  readonly #times = new Map<string, number[]>();

  constructor(mostPairs = MOST_PAIRS) {
    this.#mostPairs = mostPairs;
  }

  remaining(user: string, campaign: Campaign, now: number): number {
    return countRemaining(campaign, this.#times.get(toKey(user, campaign.id)) ?? [], now);
  }

  count({ user, campaign, time }: Sighting, { frequency }: Campaign): void {
    const key = toKey(user, campaign);
    // Caps look back at most so many impressions, whatever their stretch of time.
    const most = Math.max(0, ...frequency.map(({ impressions }) => impressions));
    const times = [...(this.#times.get(key) ?? []), time].slice(-most);
    this.#times.delete(key);
    if (most === 0) return;
    this.#times.set(key, times);
    if (this.#times.size > this.#mostPairs) deleteOldest(this.#times);
  }
}

function toKey(user: string, campaign: number): string {
  return `${user} ${campaign}`;
}
