/** The UTF-8 of texts, in memory of whoever asks for it. */
export class TextBytes {
  readonly #texts: AsyncIterator<string>;
  readonly #encoder = new TextEncoder();
  #rest = "";

  constructor(texts: AsyncIterable<string>) {
    this.#texts = texts[Symbol.asyncIterator]();
  }

  /** Writes what comes next, as much as fits, and resolves with its length in bytes; 0 at the end. */
  async fill(memory: Uint8Array): Promise<number> {
    let length = 0;
    while (length < memory.length) {
      const { read, written } = this.#encoder.encodeInto(this.#rest, memory.subarray(length));
      length += written;
      this.#rest = this.#rest.slice(read);
      if (this.#rest !== "") break;
      const { value, done } = await this.#texts.next();
      if (done) break;
      this.#rest = value;
    }
    return length;
  }

  /** Lets go of where the texts come from. */
  async close(): Promise<void> {
    await this.#texts.return?.();
  }
}
