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
const TRY_AGAIN_MS = 5_000;

/** Tries what failed for want of a connection again: after a while, and when the connection is back. */
export function useRecovery(answers: readonly Answer<unknown>[]): void {
  const failed = answers.filter(({ error }) => error && PASSING.includes(error.code));
  const latest = useRef(failed);
  latest.current = failed;
  const any = failed.length > 0;
  useEffect(() => {
    if (!any) return;
    const again = () => {
      for (const answer of latest.current) void answer.ask();
    };
    const timer = setInterval(again, TRY_AGAIN_MS);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }, [any]);
}
