/** Updates open pages periodically, and retries failed requests. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { LimitName, Statistics } from "../../statistics/index.ts";
import { isPassing, type Progress } from "./answers.ts";

const EVERY_MS = 10_000;
/** Share of the rate limit reserved for the user's own requests. */
const LEFT_TO_PERSON = 0.4;

export interface LiveRule {
  /** Rate limit of the requests. */
  limit: LimitName;
  /** Minimum age of an answer that is requested again, milliseconds. */
  ageMs: number;
  /** The same when the user returns to the page. */
  returnMs: number;
}

export const LIVE_REPORTS: LiveRule = { limit: "statistics", ageMs: 0, returnMs: EVERY_MS };
/** Lists, activity and counts beside the reports. */
export const LIVE_ENTRIES: LiveRule = { limit: "overall", ageMs: 60_000, returnMs: 15_000 };

/** Refreshes answers quietly while the page is visible and enough of the rate limit is left. */
export function useLive(
  client: Statistics,
  answers: readonly Progress[],
  { limit: name, ageMs, returnMs }: LiveRule,
): void {
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => {
    const refresh = (minimumMs: number) => {
      const { limit, remaining } = client.limit(name);
      if (document.hidden || remaining < limit * LEFT_TO_PERSON) return;
      for (const { isLoading, error, answeredAt, ask } of latest.current)
        if (!isLoading && !error && Date.now() - answeredAt >= minimumMs) ask({ isQuiet: true });
    };
    const onReturn = () => refresh(returnMs);
    const timer = setInterval(() => refresh(ageMs), EVERY_MS);
    document.addEventListener("visibilitychange", onReturn);
    addEventListener("focus", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
      removeEventListener("focus", onReturn);
    };
  }, [client, name, ageMs, returnMs]);
}

const FIRST_TRY_MS = 3_000;
const LAST_TRY_MS = 30_000;

/**
 * Retries requests that failed offline: one of them with increasing delays, and at once when the browser reports a
 * connection. When it succeeds, the others follow. Failed attempts count in the rate limits too.
 */
export function useRecovery(answers: readonly Progress[]): void {
  const failed = answers.filter(({ error }) => error && isPassing(error));
  const latest = useRef(failed);
  latest.current = failed;
  const answered = answers.filter(({ error }) => !error).length;
  const attempt = useRef({ answered, delay: FIRST_TRY_MS });
  const isLoading = answers.some((answer) => answer.isLoading);
  const isWaiting = failed.length > 0 && !isLoading;
  // Not while a retry has no answer yet: its delay would never increase.
  const isWell = failed.length === 0 && !isLoading;

  useEffect(() => {
    if (isWell) attempt.current = { answered, delay: FIRST_TRY_MS };
    if (!isWaiting) return;
    const askAll = () => {
      for (const answer of latest.current) answer.ask();
    };
    const isBack = answered > attempt.current.answered;
    const delay = isBack ? FIRST_TRY_MS : attempt.current.delay;
    attempt.current = { answered, delay: Math.min(LAST_TRY_MS, delay * 2) };
    if (isBack) return askAll();
    const timer = setTimeout(() => navigator.onLine && latest.current[0]?.ask(), delay);
    addEventListener("online", askAll);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", askAll);
    };
  }, [isWaiting, answered, isWell]);
}

/** Whether the browser is online. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener("online", follow);
    addEventListener("offline", follow);
    return () => {
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
    };
  }, []);
  return isOnline;
}

/** Current time by the minute, so that new hours and days start without a reload. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (Date.now() % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
