/** Numbers that move by themselves: today's are asked for again, and what failed is tried again. */
import { useEffect, useRef } from "preact/hooks";
import type { Statistics } from "../statistics/index.ts";
import type { Answer } from "./answers.ts";
import { type Span, today } from "./period.ts";

const EVERY_MS = 10_000;
/** Statistics requests that are left to the person. */
const LEFT_TO_PERSON = 10;

/** Asks again while the period has today in it and somebody may be looking. True while it does. */
export function useLive(span: Span, client: Statistics, answers: readonly Answer<unknown>[]): boolean {
  const now = today(Date.now());
  const live = span.from <= now && span.to >= now;
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => {
    if (!live) return;
    const refresh = () => {
      if (document.hidden || client.limit("statistics").remaining < LEFT_TO_PERSON) return;
      for (const answer of latest.current)
        if (!answer.loading && !answer.error) void answer.ask({ quiet: true });
    };
    const timer = setInterval(refresh, EVERY_MS);
    const shown = () => !document.hidden && refresh();
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [live, client]);
  return live;
}

const PASSING: readonly string[] = ["network", "timeout", "server", "rate-limited"];
const FIRST_TRY_MS = 3_000;
const LAST_TRY_MS = 30_000;

/**
 * Tries what failed for want of a connection again: one request, less and less often, and at once when the browser says
 * that the connection is back. When it is answered, the others follow. Tries that fail count in the limits, too.
 */
export function useRecovery(answers: readonly Answer<unknown>[]): void {
  const failed = answers.filter(({ error }) => error && PASSING.includes(error.code));
  const latest = useRef(failed);
  latest.current = failed;
  const answered = answers.filter(({ error }) => !error).length;
  const attempt = useRef({ answered, delay: FIRST_TRY_MS });
  const waiting = failed.length > 0 && !answers.some(({ loading }) => loading);

  useEffect(() => {
    if (!waiting) return;
    const all = () => latest.current.forEach((answer) => void answer.ask());
    const back = answered > attempt.current.answered;
    const delay = back ? FIRST_TRY_MS : attempt.current.delay;
    attempt.current = { answered, delay: Math.min(LAST_TRY_MS, delay * 2) };
    if (back) return all();
    const timer = setTimeout(() => navigator.onLine && latest.current[0]?.ask(), delay);
    addEventListener("online", all);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", all);
    };
  }, [waiting, answered]);
}
