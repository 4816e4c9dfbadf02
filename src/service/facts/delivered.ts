/** Deliveries of campaigns, which count against budgets and caps. */
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
  /** Decisions whose reservation may still be open; 0 when unknown. */
  pending: number;
  /** Amount reserved by these decisions, at current prices. */
  pendingCost: Nano;
}
