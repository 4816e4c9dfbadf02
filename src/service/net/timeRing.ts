/** Ring buffer of ascending timestamps; adding and removing creates no garbage. */

const FIRST_CAPACITY = 8;

export class TimeRing {
  #ring = new Float64Array(FIRST_CAPACITY);
  #first = 0;
  length = 0;

  /** Oldest time; undefined when the ring is empty. */
  get oldest(): number | undefined {
    return this.length > 0 ? this.#ring[this.#first] : undefined;
  }

  /** Returns the latest time for 1, the second latest for 2, and so on; undefined beyond the oldest. */
  latest(nth: number): number | undefined {
    if (nth > this.length) return undefined;
    return this.#ring[(this.#first + this.length - nth) % this.#ring.length];
  }

  add(time: number): void {
    if (this.length === this.#ring.length) this.#grow();
    this.#ring[(this.#first + this.length) % this.#ring.length] = time;
    this.length += 1;
  }

  dropOldest(): void {
    if (this.length === 0) return;
    this.#first = (this.#first + 1) % this.#ring.length;
    this.length -= 1;
  }

  dropLatest(): void {
    if (this.length > 0) this.length -= 1;
  }

  #grow(): void {
    const larger = new Float64Array(this.#ring.length * 2);
    for (let at = 0; at < this.length; at++)
      larger[at] = this.#ring[(this.#first + at) % this.#ring.length] ?? 0;
    this.#ring = larger;
    this.#first = 0;
  }
}
