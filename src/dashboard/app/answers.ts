/**
 * Cache of the service's answers. Components that need the same answer share one request, and the last answer is shown
 * until a newer one arrives. ARCHITECTURE.md compares this with a query library.
 */
import { useCallback, useEffect, useReducer, useRef, useState } from "preact/hooks";
import { type Statistics, StatisticsError } from "../../statistics/statistics.ts";

interface Question<T, C = unknown> {
  /** Key of the answer. */
  key: string;
  /** Returned with the answer, so that it is never shown for another question. */
  about: C;
  /** Milliseconds for which an answer is fresh. */
  freshForMs: number;
  /** Whether the page is complete without the answer, so that a refusal is not reported. */
  isOptional?: boolean;
  /** Whether an open page asks again from time to time. */
  isLive?: boolean;
  load(signal: AbortSignal): Promise<T>;
}

export interface Answer<T, C = unknown> extends Progress {
  /** Answer to the question, or to the previous one while loading. */
  shown: { data: T; about: C } | undefined;
  /** Whether `shown` belongs to the previous question. */
  isStale: boolean;
  /** Number of answers that were not quiet. */
  awaited: number;
}

export interface Progress {
  /** Time of the answer, milliseconds since 1970; 0 before the first one. */
  answeredAt: number;
  isLoading: boolean;
  error: StatisticsError | undefined;
  /** Requests again. `isQuiet`: without showing progress. */
  ask(options?: { isQuiet?: boolean }): void;
}

export interface ShownAnswer extends Progress {
  isLive: boolean;
}

interface Entry {
  data: unknown;
  answeredAt: number;
  error: StatisticsError | undefined;
  /** Aborts the request in flight. */
  controller: AbortController | undefined;
  /** Requests once more after the request in flight. */
  askAgain: (() => Promise<void>) | undefined;
  isQuiet: boolean;
  awaited: number;
  /** Question of the latest listener. */
  question: Question<unknown> | undefined;
  listeners: Set<() => void>;
}

const MOST_KEPT = 200;

export class AnswerCache {
  /** Number of answers that were not quiet: the user waited for them. */
  awaited = 0;
  #entries = new Map<string, Entry>();
  #watchers = new Set<() => void>();

  read(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry = {
      data: undefined,
      answeredAt: 0,
      error: undefined,
      controller: undefined,
      askAgain: undefined,
      isQuiet: false,
      awaited: 0,
      question: undefined,
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
  subscribe(question: Question<unknown>, listener: () => void): () => void {
    const entry = this.read(question.key);
    entry.question = question;
    entry.listeners.add(listener);
    call(this.#watchers);
    return () => {
      entry.listeners.delete(listener);
      call(this.#watchers);
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
  async ask(question: Pick<Question<unknown>, "key" | "load">, isQuiet: boolean): Promise<void> {
    const entry = this.read(question.key);
    if (entry.controller) {
      if (!isQuiet) entry.askAgain = () => this.ask(question, isQuiet);
      return;
    }
    const controller = new AbortController();
    entry.controller = controller;
    entry.isQuiet = isQuiet;
    if (!isQuiet) entry.error = undefined;
    this.#notify(entry);
    const outcome = await settle(() => question.load(controller.signal));
    if (entry.controller !== controller) return;
    entry.controller = undefined;
    if ("error" in outcome) entry.error = outcome.error;
    else Object.assign(entry, { ...outcome, answeredAt: Date.now(), error: undefined });
    if (!isQuiet) {
      entry.awaited++;
      this.awaited++;
    }
    this.#notify(entry);
    const { askAgain } = entry;
    entry.askAgain = undefined;
    await askAgain?.();
  }

  /** Calls the listener on every change of an answer, and when components begin or stop to show one. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  /** Lists the answers that components show. */
  listShown(): ShownAnswer[] {
    return [...this.#entries.values()].flatMap((entry) => {
      const { question, error, listeners, answeredAt } = entry;
      if (!question || listeners.size === 0) return [];
      const isReported = error && (!question.isOptional || isPassing(error));
      return {
        isLive: question.isLive ?? false,
        answeredAt,
        isLoading: isLoading(entry),
        error: isReported ? error : undefined,
        ask: ({ isQuiet = false } = {}) => void this.ask(question, isQuiet),
      };
    });
  }

  #notify({ listeners }: Entry): void {
    call(listeners);
    call(this.#watchers);
  }

  #forgetOldest(): void {
    for (const [key, { listeners }] of this.#entries) {
      if (this.#entries.size <= MOST_KEPT) return;
      if (listeners.size === 0) this.#entries.delete(key);
    }
  }
}

function call(listeners: ReadonlySet<() => void>): void {
  for (const listener of [...listeners]) listener();
}

/** One per client, so that opening another page repeats no request. */
const caches = new WeakMap<Statistics, AnswerCache>();

export function findAnswers(client: Statistics): AnswerCache {
  const cache = caches.get(client) ?? new AnswerCache();
  caches.set(client, cache);
  return cache;
}

const PASSING: readonly string[] = ["network", "timeout", "server", "rate-limited"];

/** Whether the same request may succeed later. */
export function isPassing({ code }: StatisticsError): boolean {
  return PASSING.includes(code);
}

async function settle<T>(load: () => Promise<T>): Promise<{ data: T } | { error: StatisticsError }> {
  try {
    return { data: await load() };
  } catch (error) {
    if (error instanceof StatisticsError) return { error };
    return { error: new StatisticsError("invalid-response", String(error), { cause: error }) };
  }
}

/** Debounce for quick clicks: skipped requests would use up the rate limit. */
const HASTE_MS = 400;

/**
 * Returns the answer to a question; requests nothing while the question is undefined. The key determines the type of
 * the answer.
 */
export function useAnswer<T, C>(cache: AnswerCache, question: Question<T, C> | undefined): Answer<T, C> {
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(question);
  latest.current = question;
  const key = question?.key;

  const ask = useCallback(
    ({ isQuiet = false } = {}) => {
      if (key !== undefined && latest.current) void cache.ask(latest.current, isQuiet);
    },
    [cache, key],
  );
  useEffect(() => {
    if (key === undefined || !latest.current) return;
    const unsubscribe = cache.subscribe(latest.current, () => redraw(undefined));
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
  else if (entry?.data !== undefined) shown.current = { data: entry.data as T, about: question.about };
  const isAnswered = entry?.data !== undefined;
  return {
    shown: shown.current,
    isStale: shown.current !== undefined && !isAnswered,
    answeredAt: entry?.answeredAt ?? 0,
    awaited: entry?.awaited ?? 0,
    isLoading: entry !== undefined && isLoading(entry),
    error: entry?.error,
    ask,
  };
}

/** Like `useAnswer`, for optional parts of a page; requested each time that a component mounts. */
export function usePageAnswer<T>(
  client: Statistics,
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  isWanted = true,
): Answer<T> {
  const question = { key, about: undefined, freshForMs: 0, isOptional: true, load };
  return useAnswer(findAnswers(client), isWanted ? question : undefined);
}

/** Like `useAnswer`, with a cache of the component's own. */
export function useOwnAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [cache] = useState(() => new AnswerCache());
  return useAnswer(cache, { key, about: undefined, freshForMs: Number.POSITIVE_INFINITY, load });
}

/** Answers that the components of a page show. */
export function useShownAnswers(cache: AnswerCache): ShownAnswer[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => cache.watch(() => redraw(undefined)), [cache]);
  return cache.listShown();
}

function isLoading({ data, error, controller, isQuiet }: Entry): boolean {
  return !error && (data === undefined || (controller !== undefined && !isQuiet));
}
