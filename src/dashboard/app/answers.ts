/**
 * Cache of the service's answers. Components that need the same answer share one request, and the last answer is shown
 * until a newer one arrives. ARCHITECTURE.md compares this with a query library.
 */
import { useCallback, useEffect, useReducer, useRef, useState } from "preact/hooks";
import { StatisticsError } from "../../statistics/statistics.ts";

interface Question<T, C> {
  /** Key of the answer. */
  key: string;
  /** Returned with the answer, so that it is never shown for another question. */
  about: C;
  /** Milliseconds for which an answer is fresh. */
  freshForMs: number;
  load(signal: AbortSignal): Promise<T>;
}

export interface Answer<T, C = unknown> {
  /** Answer to the question, or to the previous one while loading. */
  shown: { data: T; about: C } | undefined;
  /** Whether `shown` belongs to the previous question. */
  isStale: boolean;
  isLoading: boolean;
  error: StatisticsError | undefined;
  /** Requests again. `isQuiet`: without showing progress or errors. */
  ask(options?: { isQuiet?: boolean }): void;
}

interface Entry<T> {
  data: T | undefined;
  answeredAt: number;
  error: StatisticsError | undefined;
  /** Aborts the request in flight. */
  controller: AbortController | undefined;
  /** Requests once more after the request in flight. */
  askAgain: (() => Promise<void>) | undefined;
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
      data: undefined,
      answeredAt: 0,
      error: undefined,
      controller: undefined,
      askAgain: undefined,
      isQuiet: false,
      listeners: new Set<() => void>(),
    };
    this.#entries.set(key, entry);
    this.#forgetOldest();
    return entry;
  }

  isFresh(key: string, forMs: number): boolean {
    const { data, answeredAt, controller } = this.read(key);
    return controller !== undefined || (data !== undefined && Date.now() - answeredAt < forMs);
  }

  /** Calls the listener on every change. Requests without listeners are aborted. */
  subscribe(key: string, listener: () => void): () => void {
    const entry = this.read(key);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0 || !entry.controller) return;
      entry.controller.abort();
      entry.controller = entry.askAgain = undefined;
      // The aborted request would have refreshed the answer.
      entry.answeredAt = 0;
    };
  }

  /**
   * Requests the answer. If a request is in flight, which may miss the latest change, requests again after it, unless
   * quiet.
   */
  async ask(key: string, load: (signal: AbortSignal) => Promise<T>, isQuiet: boolean): Promise<void> {
    const entry = this.read(key);
    if (entry.controller) {
      if (!isQuiet) entry.askAgain = () => this.ask(key, load, isQuiet);
      return;
    }
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
    const { askAgain } = entry;
    entry.askAgain = undefined;
    await askAgain?.();
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

/** Debounce for quick clicks: skipped requests would use up the rate limit. */
const HASTE_MS = 400;

/** Returns the answer to a question; requests nothing while the question is undefined. */
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
    const isFresh = () => cache.isFresh(key, latest.current?.freshForMs ?? 0);
    if (isFresh()) return unsubscribe;
    const begin = () => {
      // Another component may have asked meanwhile.
      if (isFresh()) return;
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

/** Like `useAnswer`, with a cache of the component's own. */
export function useOwnAnswer<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  isWanted = true,
): Answer<T> {
  const [cache] = useState(() => new AnswerCache<T>());
  const question = { key, about: undefined, freshForMs: Number.POSITIVE_INFINITY, load };
  return useAnswer(cache, isWanted ? question : undefined);
}

function isAskedAloud({ controller, isQuiet }: Entry<unknown>): boolean {
  return controller !== undefined && !isQuiet;
}
