/** Problems of a rejected body, bounded in number and size whatever it contains. */
import { MAX_PROBLEMS, MORE_PROBLEMS, type Problems } from "../../protocol/validation.ts";

/** Maximum bytes of a 400 response. */
export const MAX_REFUSAL = 16 * 1024;
/** Maximum characters of a message, such as one that lists the allowed values. */
const MAX_MESSAGE = 2000;

const LAST = { "[body]": MORE_PROBLEMS };
/** Bytes of a body that lists only `LAST`. */
const LEAST_SIZE = measure({ errors: [LAST] });

export class ProblemList {
  readonly #problems: Problems = [];
  readonly #known = new Set<string>();
  #size = LEAST_SIZE;
  #isFull = false;

  /** Whether validation can stop, because further problems would not be listed. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** Adds a problem unless it is already listed. `path`: as `formatPath` writes it. */
  add(path: string, message: string): void {
    if (this.#isFull) return;
    const problem = { [path]: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message };
    const key = `${path} ${message}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#size += measure(problem) + 1;
    if (this.#problems.length < MAX_PROBLEMS && this.#size <= MAX_REFUSAL) this.#problems.push(problem);
    else this.#isFull = true;
  }

  /** Lists the problems, with a last entry when there are more. */
  list(): Problems {
    return this.#isFull ? [...this.#problems, LAST] : [...this.#problems];
  }
}

function measure(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
