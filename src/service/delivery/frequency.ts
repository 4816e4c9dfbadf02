/**
 * How often each visitor saw each campaign, for frequency caps: known to this process (`localFrequency.ts`), or to
 * several.
 *
 * A visitor is known by a keyed digest alone, and only where the page gave an id and consent allows it.
 */
import type { Campaign } from "../catalogue/catalogue.ts";

/** An impression that frequency caps count. */
export interface Sighting {
  /** Keyed digest of `user.id`. */
  user: string;
  campaign: number;
  /** Milliseconds since 1970. */
  time: number;
}

export interface FrequencyCaps {
  /** Has what others counted of a visitor at hand, for `remaining`. Absent where there are no others. Never rejects. */
  load?(user: string): Promise<void>;
  /** How many more impressions of the campaign its caps allow the visitor. */
  remaining(user: string, campaign: Campaign, now: number): number;
  count(sighting: Sighting, campaign: Campaign): void;
}

/** Seconds that an impression has to be remembered for the campaign's caps; 0 without any. */
export function computeFrequencyLife({ frequency }: Campaign): number {
  return Math.max(0, ...frequency.map(({ seconds }) => seconds));
}

/** How many more impressions caps allow a visitor who saw the campaign at these times. */
export function countRemaining({ frequency }: Campaign, times: readonly number[], now: number): number {
  const left = frequency.map(({ impressions, seconds }) => {
    const seen = times.filter((time) => time > now - seconds * 1000).length;
    return Math.max(0, impressions - seen);
  });
  return Math.min(Number.POSITIVE_INFINITY, ...left);
}
