/** Runs tasks one after the other, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task and settles as it does. A failed task does not stop the following ones. */
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
