/** Deliveries of campaigns, against which budgets and caps are measured. */
import type { Nano } from "../values/money.ts";

/** Deliveries today and in total. Days are UTC days. */
export interface Given {
  costToday: Nano;
  costTotal: Nano;
  shownToday: number;
  shownTotal: number;
}

/** Deliveries of a campaign, from the store. */
export interface Delivered extends Given {
  campaign: number;
  /** Decisions whose reservation may still be open; 0 where the store does not know. */
  pending: number;
  /** Amount reserved by these decisions, at the price of the time of the query. */
  pendingCost: Nano;
}
