/** Sends a request within the rate limits, and retries after 429, 5xx and network failures. */
import type { Clock } from "./clock.ts";
import { createRefusal, isStatisticsError, type StatisticsError } from "./errors.ts";
import type { LimitName, RateLimits, Wait } from "./rateLimits.ts";
import type { Answer, Outgoing, Send } from "./transport.ts";
import type { CallOptions } from "./types.ts";

const FIRST_BACKOFF_MS = 500;

/** Request with its rate limits. */
interface Attempted extends Outgoing, Pick<CallOptions, "onWait" | "priority"> {
  names: readonly LimitName[];
  /** Whether repeating the request is unsafe when no response arrived. */
  isChange?: boolean;
}

/** Resolves with the body of a successful response. */
export type SendWithRetries = (request: Attempted) => Promise<unknown>;

interface RetryOptions {
  send: Send;
  rateLimits: RateLimits;
  retries: number;
  /** Longest `Retry-After` to wait for, milliseconds. */
  maxWaitMs: number;
  onWait(wait: Wait): void;
  clock: Clock;
}

export function createRetries(options: RetryOptions): SendWithRetries {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await sendOnce(request, options, attempt);
      if (!("error" in outcome)) return outcome.body;
      if (attempt >= options.retries || !(await waitToRetry(outcome, request, options))) throw outcome.error;
    }
  };
}

interface Failure {
  error: StatisticsError;
  /** Pause before the next attempt. */
  pauseMs: number;
}

/** Sends once. Returns the response or the error. */
async function sendOnce(
  request: Attempted,
  { send, rateLimits, maxWaitMs, clock }: RetryOptions,
  attempt: number,
): Promise<Answer | Failure> {
  const { signal, priority, onWait } = request;
  const ticket = await rateLimits.admit(request.names, { signal, priority, onWait, isRetry: attempt > 0 });
  let answer: Answer;
  try {
    answer = await send(request);
  } catch (error) {
    ticket.answered({});
    if (!isStatisticsError(error)) throw error;
    return { error, pauseMs: computeBackoff(attempt, clock) };
  }
  const { status, body, rate, retryAfter = findReset(answer) } = answer;
  if (status < 300) {
    ticket.answered(rate);
    return answer;
  }
  const pauseMs = (retryAfter ?? 0) * 1000 || computeBackoff(attempt, clock);
  // Report the pause together with the answer; otherwise the answer would let the next waiting call through.
  ticket.answered(rate, status === 429 && pauseMs <= maxWaitMs ? pauseMs : undefined);
  return { error: createRefusal(status, body, retryAfter), pauseMs };
}

/** Reads the seconds until the reset, as a replacement for a missing `Retry-After` of a 429. */
function findReset({ status, rate }: Answer): number | undefined {
  return status === 429 ? rate.reset : undefined;
}

/** Waits as the error demands. Returns false when a retry cannot help. */
async function waitToRetry(
  { error, pauseMs: milliseconds }: Failure,
  request: Attempted,
  { maxWaitMs, onWait, clock }: RetryOptions,
): Promise<boolean> {
  const { isChange, signal } = request;
  if (milliseconds > maxWaitMs) return false;
  // No pause here: the next attempt waits for the exhausted limit.
  if (error.code === "rate-limited") return true;
  if (isChange || !["server", "network", "timeout"].includes(error.code)) return false;
  const wait: Wait = { reason: "retry", milliseconds, until: clock.now() + milliseconds };
  onWait(wait);
  request.onWait?.(wait);
  await clock.pause(milliseconds, signal);
  return true;
}

/**
 * Exponential backoff with jitter, so that clients that failed together do not retry together:
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
function computeBackoff(attempt: number, clock: Clock): number {
  return FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + clock.random() / 2);
}
