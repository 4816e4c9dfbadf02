/**
 * Decides when a report runs. One slot is reserved for light reports: a report that does not finish there in time is
 * interrupted, and queued by account for a slot of heavy reports. So heavy reports of one account delay neither light
 * reports nor those of other accounts.
 */

import { Gate } from "../runtime/gate.ts";
import { BoundedMap } from "../values/boundedMap.ts";
import { DAY_MS } from "../values/day.ts";
import type { ReportRequest } from "./request.ts";

/** Time limit of a light report, milliseconds. */
const LIGHT_MS = 100;
/**
 * Attempts of a report whose shape was light: with a single attempt, any delay of the machine would make it wait for a
 * heavy report.
 */
const TRIES_OF_LIGHT = 2;
const MAX_WAITING_OF_ACCOUNT = 64;
const MAX_WAITING = 1024;
const MAX_SHAPES = 10_000;
const MAX_SHAPE_LENGTH = 500;

export interface Turn {
  /** Account under which the report is queued. */
  owner: number;
  /** Shape of the request; requests of one shape take about the same time. */
  shape: string;
  /** Aborts the wait or the running report. */
  signal: AbortSignal;
}

/** `isLight`: whether the report runs in the slot of light reports. */
export type Work<T> = (signal: AbortSignal, isLight: boolean) => Promise<T>;

interface TurnClock {
  /** Monotonic milliseconds. */
  elapsed(): number;
  /** Signal that aborts after this time. */
  timeout(milliseconds: number): AbortSignal;
}

const systemClock: TurnClock = {
  elapsed: () => performance.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
};

export class ReportTurns {
  readonly #light = createGate(1);
  readonly #heavy: Gate;
  readonly #lightMs: number;
  readonly #clock: TurnClock;
  /**
   * Attempts in the slot of light reports, by shape: 0 if the last report of the shape was heavy, 1 for a new shape.
   */
  readonly #tries = new BoundedMap<number>(MAX_SHAPES, MAX_SHAPE_LENGTH);

  constructor(heavyAtOnce: number, lightMs = LIGHT_MS, clock = systemClock) {
    this.#heavy = createGate(heavyAtOnce);
    this.#lightMs = lightMs;
    this.#clock = clock;
  }

  /** Number of running and of waiting reports. */
  get load(): { running: number; waiting: number } {
    const gates = [this.#light, this.#heavy];
    const sum = (key: "running" | "waiting") => gates.reduce((total, gate) => total + gate[key], 0);
    return { running: sum("running"), waiting: sum("waiting") };
  }

  /** Runs `work` when its turn comes, and again if it was interrupted. Rejects as `Gate.run` does. */
  async run<T>(work: Work<T>, turn: Turn): Promise<T> {
    const { owner, shape, signal } = turn;
    for (let tried = 0; tried < TRIES_OF_LIGHT && this.#countTries(shape) >= 1; tried++) {
      const done = await this.#runLight(work, turn);
      if (done) return done.value;
    }
    return this.#heavy.run(
      async () => {
        const start = this.#clock.elapsed();
        const value = await work(signal, false);
        this.#tries.set(shape, this.#clock.elapsed() - start > this.#lightMs ? 0 : 1);
        return value;
      },
      signal,
      owner,
    );
  }

  #countTries(shape: string): number {
    return this.#tries.get(shape) ?? 1;
  }

  /** Resolves to undefined when the report is not light. */
  #runLight<T>(work: Work<T>, { owner, shape, signal }: Turn): Promise<{ value: T } | undefined> {
    return this.#light.run(
      async () => {
        // Another report of this shape may have been interrupted while this one waited.
        if (this.#countTries(shape) < 1) return undefined;
        const late = this.#clock.timeout(this.#lightMs);
        try {
          const value = await work(AbortSignal.any([signal, late]), true);
          this.#tries.set(shape, TRIES_OF_LIGHT);
          return { value };
        } catch (error) {
          if (!late.aborted || signal.aborted) throw error;
          this.#tries.set(shape, this.#countTries(shape) - 1);
          return undefined;
        }
      },
      signal,
      owner,
    );
  }
}

function createGate(running: number): Gate {
  return new Gate({
    running,
    waiting: MAX_WAITING_OF_ACCOUNT,
    waitingOfAll: MAX_WAITING,
    refusal: "reports",
  });
}

/**
 * Describes requests of an account with about the same cost: same groupings and filters, days within a factor of two.
 */
export function describeShape(owner: number, request: ReportRequest): string {
  const { role, groupings, filter, exclude, from, to, count, totals, limit } = request;
  const days = Math.ceil(Math.log2(1 + (Date.parse(to) - Date.parse(from)) / DAY_MS));
  const narrowed = [...Object.keys(filter), ...Object.keys(exclude).map((key) => `-${key}`)];
  return JSON.stringify([owner, role, groupings, narrowed, days, count, totals, limit]);
}
