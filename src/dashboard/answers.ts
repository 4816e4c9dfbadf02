/**
 * Answers of the service: each asked for once however many parts of the page need it, kept for the session, and shown
 * until the next one is there.
 *
 * A query library does this as well; ARCHITECTURE.md says what it would cost.
 */
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import { StatisticsError } from "../statistics/statistics.ts";

export interface Question<T, C> {
  /** What is asked; the same key is the same answer. */
  key: string;
  /** Handed back beside the answer, so that an answer is never shown for another question. */
  about: C;
  /** How long an answer stays true. */
  freshForMs: number;
  load(signal: AbortSignal): Promise<T>;
}

export interface Answer<T, C = unknown> {
  /** The answer to the question, or to the one before while that is on its way. */
  shown: { data: T; about: C } | undefined;
  /** `shown` belongs to the question before. */
  isStale: boolean;
  isLoading: boolean;
  error: StatisticsError | undefined;
  /** Asks again. Quietly: without a trace but the new answer. */
  ask(options?: { isQuiet?: boolean }): void;
}

interface Entry<T> {
  data: T | undefined;
  answeredAt: number;
  error: StatisticsError | undefined;
  /** The request in flight. */
  controller: AbortController | undefined;
  isQuiet: boolean;
  listeners: Set<() => void>;
}

const MOST_KEPT = 200;

export class AnswerCache<T> {
  #entries = new Map<string, Entry<T>>();

  read(key: string): Entry<T> {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry<T> = {
      ...{ data: undefined, answeredAt: 0, error: undefined },
      ...{ controller: undefined, isQuiet: false, listeners: new Set<() => void>() },
    };
    this.#entries.set(key, entry);
    this.#forgetOldest();
    return entry;
  }

  isFresh(key: string, forMs: number): boolean {
    const { data, answeredAt, controller } = this.read(key);
    return controller !== undefined || (data !== undefined && Date.now() - answeredAt < forMs);
  }

  /** Calls the listener on every change. What nobody listens for any more is no longer waited for. */
  subscribe(key: string, listener: () => void): () => void {
    const entry = this.read(key);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0 || !entry.controller) return;
      entry.controller.abort();
      entry.controller = undefined;
      // A newer one was wanted.
      entry.answeredAt = 0;
    };
  }

  async ask(key: string, load: (signal: AbortSignal) => Promise<T>, isQuiet: boolean): Promise<void> {
    const entry = this.read(key);
    if (entry.controller) return;
    const controller = new AbortController();
    entry.controller = controller;
    entry.isQuiet = isQuiet;
    if (!isQuiet) entry.error = undefined;
    notify(entry);
    const outcome = await settle(load(controller.signal));
    if (entry.controller !== controller) return;
    entry.controller = undefined;
    if ("error" in outcome) entry.error = outcome.error;
    else Object.assign(entry, { ...outcome, answeredAt: Date.now(), error: undefined });
    notify(entry);
  }

  #forgetOldest(): void {
    for (const [key, { listeners }] of this.#entries) {
      if (this.#entries.size <= MOST_KEPT) return;
      if (listeners.size === 0) this.#entries.delete(key);
    }
  }
}

function notify({ listeners }: Pick<Entry<unknown>, "listeners">): void {
  for (const listener of [...listeners]) listener();
}

async function settle<T>(promise: Promise<T>): Promise<{ data: T } | { error: StatisticsError }> {
  try {
    return { data: await promise };
  } catch (error) {
    if (error instanceof StatisticsError) return { error };
    return { error: new StatisticsError("invalid-response", String(error), { cause: error }) };
  }
}

/** Somebody who clicks faster than this asks for the last of it alone: what is passed over would use up the limit. */
const HASTE_MS = 400;

/** The answer to a question; nothing is asked while that is undefined. */
export function useAnswer<T, C>(cache: AnswerCache<T>, question: Question<T, C> | undefined): Answer<T, C> {
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(question);
  latest.current = question;
  const key = question?.key;

  const ask = useCallback(
    ({ isQuiet = false } = {}) => {
      if (key !== undefined && latest.current) void cache.ask(key, latest.current.load, isQuiet);
    },
    [cache, key],
  );
  useEffect(() => {
    if (key === undefined) return;
    const unsubscribe = cache.subscribe(key, () => redraw(undefined));
    if (cache.isFresh(key, latest.current?.freshForMs ?? 0)) return unsubscribe;
    const begin = () => {
      askedAt.current = performance.now();
      ask();
    };
    const since = performance.now() - askedAt.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (since < HASTE_MS) timer = setTimeout(begin, HASTE_MS - since);
    else begin();
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [cache, key, ask]);

  const entry = key === undefined ? undefined : cache.read(key);
  const shown = useRef<{ data: T; about: C } | undefined>(undefined);
  if (!question) shown.current = undefined;
  else if (entry?.data !== undefined) shown.current = { data: entry.data, about: question.about };
  const isAnswered = entry?.data !== undefined;
  return {
    shown: shown.current,
    isStale: shown.current !== undefined && !isAnswered,
    isLoading: entry !== undefined && !entry.error && (!isAnswered || isAskedAloud(entry)),
    error: entry?.error,
    ask,
  };
}

function isAskedAloud({ controller, isQuiet }: Entry<unknown>): boolean {
  return controller !== undefined && !isQuiet;
}
