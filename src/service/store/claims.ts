/**
 * Which claims were counted: two bits a decision, in pages that are dropped once every address in them has expired.
 */
import { KINDS } from "./lines.ts";
import type { Claim } from "./store.ts";

const PAGE_BITS = 14;
const PAGE = 1 << PAGE_BITS;

interface Page {
  bits: Uint8Array;
  /** When a claim in it was last set; milliseconds since 1970. */
  touched: number;
}

export class Claims {
  readonly #pages = new Map<string, Page>();

  has(claim: Claim): boolean {
    const page = this.#pages.get(pageKey(claim));
    return page !== undefined && ((page.bits[claim.number % PAGE] ?? 0) & KINDS[claim.kind]) !== 0;
  }

  add(claim: Claim, now: number): void {
    const key = pageKey(claim);
    let page = this.#pages.get(key);
    if (!page) {
      page = { bits: new Uint8Array(PAGE), touched: now };
      this.#pages.set(key, page);
    }
    page.bits[claim.number % PAGE] = (page.bits[claim.number % PAGE] ?? 0) | KINDS[claim.kind];
    page.touched = Math.max(page.touched, now);
  }

  remove(claim: Claim): void {
    const page = this.#pages.get(pageKey(claim));
    if (page) page.bits[claim.number % PAGE] = (page.bits[claim.number % PAGE] ?? 0) & ~KINDS[claim.kind];
  }

  /** Forgets pages in which nothing was counted since then. */
  dropBefore(time: number): void {
    for (const [key, page] of this.#pages) if (page.touched < time) this.#pages.delete(key);
  }
}

function pageKey({ series, number }: Claim): string {
  return `${series}:${Math.floor(number / PAGE)}`;
}
