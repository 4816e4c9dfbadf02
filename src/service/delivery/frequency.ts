/**
 * Port for frequency caps: in this process (`localFrequency.ts`), or shared by several nodes.
 *
 * A decision reserves one impression until it is counted or the reservation lapses, as with budgets. A visitor is
 * identified by a keyed digest of the id that the page sent, and only with consent.
 */
import type { Campaign } from "../catalogue/catalogue.ts";
import type { Awaitable } from "../runtime/awaitable.ts";

/** An impression that frequency caps count. */
export interface Sighting {
  /** Keyed digest of `user.id`. */
  user: string;
  campaign: number;
  /** Milliseconds since 1970. */
  time: number;
  /** Time of the decision whose reservation the impression ends; undefined for impressions of earlier starts. */
  decidedAt?: number | undefined;
}

/** A placement request with a visitor id. */
export interface CappedRequest {
  /** Keyed digest of `user.id`. */
  user: string;
  /** Time of the request's decisions, milliseconds since 1970. */
  time: number;
  /** Number of requested zones, which is the maximum number of impressions per campaign. */
  zones: number;
  /** Lists the eligible campaigns with a frequency cap. */
  listCapped: () => readonly Campaign[];
}

/** Frequency caps of one visitor, as far as they limit one request. */
export interface VisitorCaps {
  /** Returns how many impressions of the campaign the request may get. */
  remaining(campaign: Campaign): number;
  /** Reserves one impression for each chosen campaign. Must be called once, even when none was chosen. */
  reserve(chosen: readonly Campaign[]): void;
  /** Releases the reservations of a response that was not sent. */
  release(chosen: readonly Campaign[]): void;
}

export interface FrequencyCaps {
  /**
   * Computes the impressions left for a request. Returns a promise only when shared counts must be read. Never rejects.
   */
  open(request: CappedRequest): Awaitable<VisitorCaps>;
  /** Returns the impressions of the campaign left for the visitor, as far as this node knows. Reserves nothing. */
  remaining(user: string, campaign: Campaign, now: number): number;
  count(sighting: Sighting, campaign: Campaign): void;
}

/** Returns the longest period of the campaign's frequency caps in seconds; 0 without caps. */
export function computeFrequencyLife({ frequency }: Campaign): number {
  return Math.max(0, ...frequency.map(({ seconds }) => seconds));
}

/** Counts the impressions left for a visitor with these earlier impressions and this number of reservations. */
export function countRemaining(
  { frequency }: Campaign,
  times: readonly number[],
  reserved: number,
  now: number,
): number {
  const left = frequency.map(({ impressions, seconds }) => {
    const seen = times.filter((time) => time > now - seconds * 1000).length;
    return Math.max(0, impressions - seen - reserved);
  });
  return Math.min(Number.POSITIVE_INFINITY, ...left);
}
