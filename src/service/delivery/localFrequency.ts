/** Frequency caps of a single process, from its own decisions and counted impressions. */
import type { Campaign } from "../catalogue/catalogue.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import {
  type CappedRequest,
  countRemaining,
  type FrequencyCaps,
  type Sighting,
  type VisitorCaps,
} from "./frequency.ts";
import { ReservationBuckets } from "./reservationBuckets.ts";

interface LocalFrequencyOptions {
  /** Milliseconds for which a decision reserves its impression. */
  reservationLife: number;
  /** Monotonic milliseconds; by default the wall clock is used. */
  elapsed?: (now: number) => number;
  /**
   * Maximum pairs of visitor and campaign with impressions; the same maximum applies to pairs with reservations. The
   * least recently counted pairs and the oldest reservations are dropped first.
   */
  mostPairs?: number;
}

const MOST_PAIRS = 500_000;

export class LocalFrequencyCaps implements FrequencyCaps {
  readonly #mostPairs: number;
  /**
   * Ascending times by visitor and campaign. The map is ordered by the latest time, since a Map keeps the order of
   * insertion.
   */
  readonly #times = new Map<string, number[]>();
  /** Open reservations by visitor and campaign. */
  readonly #reserved = new Map<string, number>();
  readonly #reservations: ReservationBuckets<string>;

  constructor({ reservationLife, elapsed, mostPairs = MOST_PAIRS }: LocalFrequencyOptions) {
    this.#mostPairs = mostPairs;
    this.#reservations = new ReservationBuckets({
      life: reservationLife,
      elapsed,
      mostKeys: mostPairs,
      onLapse: (key, count) => this.#addReserved(key, -count),
    });
  }

  open({ user, time }: CappedRequest): VisitorCaps {
    return {
      remaining: (campaign) => this.remaining(user, campaign, time),
      reserve: (chosen) => {
        for (const { id } of chosen) this.#reserve(toKey(user, id), time);
      },
      release: (chosen) => {
        for (const { id } of chosen) this.#release(toKey(user, id), time);
      },
    };
  }

  remaining(user: string, campaign: Campaign, now: number): number {
    this.#reservations.lapse(now);
    const key = toKey(user, campaign.id);
    return countRemaining(campaign, this.#times.get(key) ?? [], this.#reserved.get(key) ?? 0, now);
  }

  /** Like `remaining`, but ignores reservations. */
  remainingWithoutReservations(user: string, campaign: Campaign, now: number): number {
    return countRemaining(campaign, this.#times.get(toKey(user, campaign.id)) ?? [], 0, now);
  }

  count({ user, campaign, time, decidedAt }: Sighting, { frequency }: Campaign): void {
    const key = toKey(user, campaign);
    if (decidedAt !== undefined) this.#release(key, decidedAt);
    // No cap needs more times than its number of impressions.
    const most = Math.max(0, ...frequency.map(({ impressions }) => impressions));
    const times = [...(this.#times.get(key) ?? []), time].slice(-most);
    this.#times.delete(key);
    if (most === 0) return;
    this.#times.set(key, times);
    if (this.#times.size > this.#mostPairs) deleteOldest(this.#times);
  }

  #reserve(key: string, time: number): void {
    this.#reservations.add(key, time);
    this.#addReserved(key, 1);
  }

  #release(key: string, decidedAt: number): void {
    if (this.#reservations.take(key, decidedAt)) this.#addReserved(key, -1);
  }

  #addReserved(key: string, difference: number): void {
    const count = (this.#reserved.get(key) ?? 0) + difference;
    if (count > 0) this.#reserved.set(key, count);
    else this.#reserved.delete(key);
  }
}

function toKey(user: string, campaign: number): string {
  return `${user} ${campaign}`;
}
