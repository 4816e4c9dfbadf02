/** Answers of the service, kept for as long as they are true, with the one before shown until the next is there. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { StatisticsError } from "../statistics/index.ts";

export interface Answer<T> {
  /** What was asked last, or before it while that is on its way. */
  data: T | undefined;
  /** `data` belongs to what was asked before. */
  stale: boolean;
  loading: boolean;
  error: StatisticsError | undefined;
  /** When `data` was answered. */
  at: number;
  /** Asks again. Quietly: without a trace but the new data. */
  ask(options?: { quiet?: boolean }): Promise<void>;
}

interface Kept {
  data: unknown;
  at: number;
}

/** Back and forward within this time ask nothing. */
const FRESH_MS = 30_000;
const MOST_KEPT = 60;

export class Answers {
  #kept = new Map<string, Kept>();

  fresh(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept && Date.now() - kept.at < FRESH_MS ? kept : undefined;
  }

  keep(key: string, data: unknown): Kept {
    const kept = { data, at: Date.now() };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return kept;
  }
}

interface State<T> {
  key: string | undefined;
  data: T | undefined;
  at: number;
  loading: boolean;
  error: StatisticsError | undefined;
}

/** The answer to what `key` stands for; nothing is asked while it is undefined. */
export function useAnswer<T>(
  answers: Answers,
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Answer<T> {
  const [state, setState] = useState<State<T>>({
    key: undefined,
    data: undefined,
    at: 0,
    loading: key !== undefined,
    error: undefined,
  });
  const latest = useRef(load);
  latest.current = load;
  const running = useRef<AbortController | undefined>(undefined);

  const ask = useCallback(
    async ({ quiet = false } = {}) => {
      if (key === undefined || (quiet && running.current)) return;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      if (!quiet) setState((last) => ({ ...last, loading: true, error: undefined }));
      const settle = (change: Partial<State<T>>) => {
        if (running.current !== controller) return;
        running.current = undefined;
        setState((last) => ({ ...last, ...change, loading: false }));
      };
      try {
        const data = await latest.current(controller.signal);
        settle({ key, data, at: answers.keep(key, data).at, error: undefined });
      } catch (error) {
        if (controller.signal.aborted) return;
        settle({ error: asError(error) });
      }
    },
    [answers, key],
  );

  useEffect(() => {
    if (key === undefined) return;
    const kept = answers.fresh(key);
    if (kept) setState({ key, data: kept.data as T, at: kept.at, loading: false, error: undefined });
    else void ask();
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, [answers, key, ask]);

  const { data, at, loading, error } = state;
  return {
    data,
    at,
    error,
    loading: loading || (state.key !== key && !error),
    stale: state.key !== key,
    ask,
  };
}

function asError(error: unknown): StatisticsError {
  if (error instanceof StatisticsError) return error;
  return new StatisticsError("invalid-response", String(error), { cause: error });
}
