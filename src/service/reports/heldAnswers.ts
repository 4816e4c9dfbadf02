/** Counts the bytes of unread answers, so that slow readers fill neither the disk nor the memory. */
import type { BusyReason } from "../../protocol/problems.ts";
import { BusyError } from "../runtime/gate.ts";

/** Maximum bytes of an account's unread reports on disk; beyond it, new ones are refused. */
const MAX_OF_ACCOUNT = 1024 ** 3;
const MAX_OF_ALL = 4 * 1024 ** 3;

export class HeldAnswers {
  readonly #bytes = new Map<number, number>();
  readonly #maxOfAccount: number;
  readonly #maxOfAll: number;
  readonly #reason: BusyReason;

  /** `reason`: what is unread, for the caller. */
  constructor(maxOfAccount = MAX_OF_ACCOUNT, maxOfAll = MAX_OF_ALL, reason: BusyReason = "unread") {
    this.#maxOfAccount = maxOfAccount;
    this.#maxOfAll = maxOfAll;
    this.#reason = reason;
  }

  /** Throws `BusyError` while the unread answers of this account, or of all together, have reached their limit. */
  checkSpace(account: number): void {
    const all = [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (this.#get(account) >= this.#maxOfAccount || all >= this.#maxOfAll) throw new BusyError(this.#reason);
  }

  /** Counts an answer until the returned function is called. */
  hold(account: number, bytes: number): () => void {
    this.#add(account, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(account, -bytes);
      isHeld = false;
    };
  }

  #get(account: number): number {
    return this.#bytes.get(account) ?? 0;
  }

  #add(account: number, bytes: number): void {
    const held = this.#get(account) + bytes;
    if (held > 0) this.#bytes.set(account, held);
    else this.#bytes.delete(account);
  }
}
