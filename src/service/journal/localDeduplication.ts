/**
 * Remembers which impressions and clicks were counted, by deduplication key.
 *
 * The numbers of an epoch are consecutive, so a key is stored as one bit in a page of its epoch.
 */
import type { DeduplicationKey, KeyKind } from "../facts/eventStore.ts";
import { WriteOnce } from "./writeOnce.ts";

export const PAGE_NUMBERS = 4096;
const PAGE_BYTES = PAGE_NUMBERS / 8;

/** One bit per number, starting with the highest bit of the first byte. */
type Bits = Uint8Array;

/** Times of the newest keys of a page. */
export interface PageAge {
  /** Running time at which a key of the page was last counted; see `runningTime.ts`. */
  countedAt: number;
  /** Time of the latest decision among the keys; milliseconds since 1970. */
  decidedAt: number;
}

interface Page extends PageAge {
  bits: Map<KeyKind, Bits>;
}

export class Deduplication extends WriteOnce {
  readonly #runningTime: () => number;
  readonly #pages = new Map<string, Page>();

  /** `runningTime`: milliseconds; see `runningTime.ts`. */
  constructor(runningTime: () => number) {
    super();
    this.#runningTime = runningTime;
  }

  has({ epoch, number, kind }: DeduplicationKey): boolean {
    const bits = this.#pages.get(namePage(epoch, Math.floor(number / PAGE_NUMBERS)))?.bits.get(kind);
    const bit = number % PAGE_NUMBERS;
    return bits !== undefined && ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  }

  add({ epoch, number, kind, decidedAt }: DeduplicationKey): void {
    const page = Math.floor(number / PAGE_NUMBERS);
    const bits = this.#findBits(epoch, page, kind, { countedAt: this.#runningTime(), decidedAt });
    const bit = number % PAGE_NUMBERS;
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }

  addPage(epoch: number, page: number, kind: KeyKind, added: Bits, age: PageAge): void {
    const bits = this.#findBits(epoch, page, kind, age);
    for (let at = 0; at < PAGE_BYTES; at++) bits[at] = (bits[at] ?? 0) | (added[at] ?? 0);
  }

  /** Lists all counted keys by page. */
  *listPages(): Generator<{ epoch: number; page: number; kind: KeyKind; bits: Bits }> {
    for (const [name, { bits }] of this.#pages) {
      const [epoch = 0, page = 0] = name.split(":").map(Number);
      for (const [kind, of] of bits) yield { epoch, page, kind, bits: of };
    }
  }

  /** Drops pages that are older by both clocks, so that a jump of the system clock drops no key too early. */
  dropBefore({ countedAt, decidedAt }: PageAge): void {
    for (const [name, page] of this.#pages)
      if (page.countedAt < countedAt && page.decidedAt < decidedAt) this.#pages.delete(name);
  }

  #findBits(epoch: number, page: number, kind: KeyKind, age: PageAge): Bits {
    const name = namePage(epoch, page);
    let found = this.#pages.get(name);
    if (!found) {
      found = { bits: new Map(), ...age };
      this.#pages.set(name, found);
    }
    found.countedAt = Math.max(found.countedAt, age.countedAt);
    found.decidedAt = Math.max(found.decidedAt, age.decidedAt);
    const bits = found.bits.get(kind) ?? new Uint8Array(PAGE_BYTES);
    found.bits.set(kind, bits);
    return bits;
  }
}

function namePage(epoch: number, page: number): string {
  return `${epoch}:${page}`;
}
