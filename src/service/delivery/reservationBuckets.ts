/**
 * Reservations of this process by key, grouped by the time of their decision so that they lapse together. Used by
 * budgets and by frequency caps.
 */
interface ReservationOptions<K> {
  /** Milliseconds for which a decision reserves its impression. */
  life: number;
  /** Monotonic milliseconds; by default the wall clock is used. */
  elapsed?: ((now: number) => number) | undefined;
  /** Maximum keys in all buckets; beyond it the oldest bucket lapses early. */
  mostKeys?: number | undefined;
  onLapse: (key: K, count: number, now: number) => void;
}

interface Bucket<K> {
  /** Monotonic milliseconds. */
  lapsesAt: number;
  counts: Map<K, number>;
}

const BUCKET_MS = 10_000;
/** Bucket of reservations restored from an earlier start. */
const RECALLED = -1;

export class ReservationBuckets<K> {
  readonly #options: ReservationOptions<K>;
  readonly #elapsed: (now: number) => number;
  /** Buckets by the wall-clock time of their decisions, oldest first. */
  readonly #buckets = new Map<number, Bucket<K>>();
  /** Time at which the first bucket lapses. */
  #lapsesAt = Number.POSITIVE_INFINITY;
  /** Number of keys in all buckets. */
  #keys = 0;

  constructor(options: ReservationOptions<K>) {
    this.#options = options;
    this.#elapsed = options.elapsed ?? ((now) => now);
  }

  add(key: K, now: number): void {
    const name = toBucketName(now);
    const rest = (name + 1) * BUCKET_MS - now;
    if (this.#keys >= (this.#options.mostKeys ?? Number.POSITIVE_INFINITY)) this.#endOldest(now);
    this.#add(this.#open(name, now, rest), key, 1);
  }

  /** Restores reservations of an earlier start as if they were made now. */
  recall(key: K, count: number, now: number): void {
    this.#add(this.#open(RECALLED, now, 0), key, count);
  }

  /** Whether the reservation of a decision is open. */
  has(key: K, decidedAt: number): boolean {
    return this.#find(key, decidedAt) !== undefined;
  }

  /** Ends the reservation of a decision. Returns false when there is none. */
  take(key: K, decidedAt: number): boolean {
    const counts = this.#find(key, decidedAt);
    const count = counts?.get(key);
    if (counts === undefined || count === undefined) return false;
    if (count > 1) counts.set(key, count - 1);
    else {
      counts.delete(key);
      this.#keys -= 1;
    }
    return true;
  }

  /** Removes reservations that have lapsed. */
  lapse(now: number): void {
    const elapsed = this.#elapsed(now);
    if (elapsed < this.#lapsesAt) return;
    for (const [name, { lapsesAt }] of this.#buckets) if (lapsesAt <= elapsed) this.#end(name, now);
    this.#lapsesAt = Math.min(
      Number.POSITIVE_INFINITY,
      ...[...this.#buckets.values()].map((bucket) => bucket.lapsesAt),
    );
  }

  #open(name: number, now: number, rest: number): Bucket<K> {
    const found = this.#buckets.get(name);
    if (found) return found;
    const lapsesAt = this.#elapsed(now) + rest + this.#options.life;
    const bucket = { lapsesAt, counts: new Map<K, number>() };
    this.#buckets.set(name, bucket);
    this.#lapsesAt = Math.min(this.#lapsesAt, bucket.lapsesAt);
    return bucket;
  }

  #add({ counts }: Bucket<K>, key: K, count: number): void {
    const before = counts.get(key);
    if (before === undefined) this.#keys += 1;
    counts.set(key, (before ?? 0) + count);
  }

  #endOldest(now: number): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#end(oldest.value, now);
  }

  #end(name: number, now: number): void {
    const counts = this.#buckets.get(name)?.counts ?? new Map<K, number>();
    this.#buckets.delete(name);
    this.#keys -= counts.size;
    for (const [key, count] of counts) this.#options.onLapse(key, count, now);
  }

  #find(key: K, decidedAt: number): Map<K, number> | undefined {
    const names = [toBucketName(decidedAt), RECALLED];
    return names.map((name) => this.#buckets.get(name)?.counts).find((counts) => counts?.has(key));
  }
}

function toBucketName(time: number): number {
  return Math.floor(time / BUCKET_MS);
}
