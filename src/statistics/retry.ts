/** Sends a request within the rate limits, and again where that can help: after a 429, a 5xx, a failure of the network. */
import type { Clock } from "./clock.ts";
import { createRefusal, StatisticsError } from "./errors.ts";
import type { LimitName, RateLimits, Wait } from "./rateLimits.ts";
import type { Answer, Outgoing, Send } from "./transport.ts";

const FIRST_BACKOFF_MS = 500;

/** A request that is tried as often as helps; `names` are the limits that count it. */
export interface Attempted extends Outgoing {
  names: readonly LimitName[];
  /** It may have been done although no answer came, and is not to be done again. */
  isChange?: boolean;
}

/** Resolves with the body of a good answer. */
export type SendWithRetries = (request: Attempted) => Promise<unknown>;

export interface RetryOptions {
  send: Send;
  rateLimits: RateLimits;
  /** Most tries after the first. */
  retries: number;
  /** The longest wait that an answer may ask for. */
  maxWaitMs: number;
  onWait(wait: Wait): void;
  clock: Clock;
}

export function createRetries(options: RetryOptions): SendWithRetries {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await sendOnce(request, options);
      if (!("code" in outcome)) return outcome.body;
      if (attempt >= options.retries || !(await waitToRetry(outcome, attempt, request, options)))
        throw outcome;
    }
  };
}

/** One try: the answer when it is good, else the error. */
async function sendOnce(
  { names, isChange: _, ...outgoing }: Attempted,
  { send, rateLimits }: RetryOptions,
): Promise<Answer | StatisticsError> {
  const ticket = await rateLimits.admit(names, outgoing.signal);
  try {
    const answer = await send(outgoing);
    ticket.answered(answer.rate);
    if (answer.status < 300) return answer;
    return createRefusal(answer.status, answer.body, answer.retryAfter ?? readReset(answer));
  } catch (error) {
    ticket.answered({});
    if (error instanceof StatisticsError) return error;
    throw error;
  }
}

/** A 429 without `Retry-After` still names the seconds until its reset. */
function readReset({ status, rate }: Answer): number | undefined {
  return status === 429 ? rate.reset : undefined;
}

/** Waits as long as the error asks for; false when no wait helps. */
async function waitToRetry(
  error: StatisticsError,
  attempt: number,
  { names, isChange, signal }: Attempted,
  { rateLimits, maxWaitMs, onWait, clock }: RetryOptions,
): Promise<boolean> {
  const milliseconds = (error.retryAfter ?? 0) * 1000 || computeBackoff(attempt, clock);
  if (milliseconds > maxWaitMs) return false;
  if (error.code === "rate-limited") {
    rateLimits.close(names.includes("statistics") ? "statistics" : "overall", milliseconds);
    return true;
  }
  if (isChange || !["server", "network", "timeout"].includes(error.code)) return false;
  onWait({ reason: "retry", milliseconds, until: clock.now() + milliseconds });
  await clock.pause(milliseconds, signal);
  return true;
}

/**
 * Twice as long each time, spread so that clients that failed together do not come back together:
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
function computeBackoff(attempt: number, clock: Clock): number {
  return FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + clock.random() / 2);
}
