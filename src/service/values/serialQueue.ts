/** Runs tasks one after the other, in the order of their arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the task does. A failed task does not stop the following ones. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when all tasks queued before this call have ended. */
  async waitForAll(): Promise<void> {
    await this.#last;
  }
}
