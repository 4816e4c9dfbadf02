/** What campaigns were given: what budgets and caps are measured against. */
import type { Nano } from "../values/money.ts";

/** Of today and in all. Days are UTC days. */
export interface Given {
  costToday: Nano;
  costTotal: Nano;
  shownToday: number;
  shownTotal: number;
}

/** What a campaign was given, from the store. */
export interface Delivered extends Given {
  campaign: number;
  /** Decisions whose reservation may still hold; 0 where the store does not know of them. */
  pending: number;
}
