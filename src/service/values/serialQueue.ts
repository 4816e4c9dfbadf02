/** Runs one piece of work after the other, in the order in which they come. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does. Work that fails does not hold up what comes after it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves once all work is over that came before this call. */
  async waitForAll(): Promise<void> {
    await this.#last;
  }
}
