/**
 * Amounts that decisions reserve from budgets, and the marks that identify these amounts in tokens. Anyone on the page
 * can read a token, so it contains a keyed digest instead of the amount.
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { deleteOldest } from "../values/deleteOldest.ts";
import type { Nano } from "../values/money.ts";
import { type CampaignLimits, computeCost } from "./budgetRules.ts";

/**
 * Amount that decisions for a campaign reserve at one price. One object per amount, because reservations use it as a
 * key.
 */
export interface ReservedAmount {
  readonly campaign: number;
  readonly amount: Nano;
  /** Computed on first use: most campaigns of a large catalogue are not served for a while. */
  mark: string;
}

/** Name under which the key of the marks is derived; nodes with the same Redis derive it from a shared secret. */
export const AMOUNTS_KEY = "reserved amounts";
/** 24 bits: a campaign has few prices within the life of a token. */
const MARK_LENGTH = 4;
const MAX_EARLIER = 10_000;

export class ReservedAmounts {
  readonly #key: KeyObject;
  /** Amounts at the current prices, by campaign id. */
  readonly #current = new Map<number, ReservedAmount>();
  /** Amounts at earlier prices, by campaign id and mark. */
  readonly #earlier = new Map<string, ReservedAmount>();

  /** `key`: must be the same on all nodes that count the same decisions. */
  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
  }

  setLimits(limits: readonly CampaignLimits[]): void {
    for (const each of limits) {
      const { id: campaign } = each.campaign;
      const before = this.#current.get(campaign);
      const amount = computeCost(each, 1, 0);
      if (before?.amount === amount) continue;
      const fresh = { campaign, amount, mark: "" };
      this.#current.set(
        campaign,
        before ? (this.#findEarlier(campaign, this.#setMark(fresh).mark) ?? fresh) : fresh,
      );
      if (before) this.#remember(before);
    }
  }

  /** Returns the amount that a decision for the campaign reserves now. */
  find(campaign: number): ReservedAmount | undefined {
    const reserved = this.#current.get(campaign);
    return reserved && this.#setMark(reserved);
  }

  /** Returns the amount with a mark; undefined for an empty mark, and for a price that this process did not see. */
  read(campaign: number, mark: string): ReservedAmount | undefined {
    if (mark === "") return undefined;
    const current = this.find(campaign);
    return current?.mark === mark ? current : this.#findEarlier(campaign, mark);
  }

  #findEarlier(campaign: number, mark: string): ReservedAmount | undefined {
    return this.#earlier.get(`${campaign} ${mark}`);
  }

  #remember(earlier: ReservedAmount): void {
    const key = `${earlier.campaign} ${this.#setMark(earlier).mark}`;
    this.#earlier.delete(key);
    this.#earlier.set(key, earlier);
    if (this.#earlier.size > MAX_EARLIER) deleteOldest(this.#earlier);
  }

  #setMark(reserved: ReservedAmount): ReservedAmount {
    if (reserved.mark === "") {
      const hmac = createHmac("sha256", this.#key).update(`${reserved.campaign} ${reserved.amount}`);
      reserved.mark = hmac.digest("base64url").slice(0, MARK_LENGTH);
    }
    return reserved;
  }
}
