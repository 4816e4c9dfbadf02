/**
 * One rate limit: the window in the headers of responses, and the client's own requests where no headers replace them.
 * Times are those of one clock, which must not be set back.
 */

export interface Limit {
  /** Maximum requests in any window. */
  requests: number;
  seconds: number;
}

/** `isSupposed`: the limit is assumed, and replaced by the limit in the headers of responses. */
export interface ClientLimit extends Limit {
  isSupposed?: boolean;
}

/** Rate limit headers of a response. */
export interface RateHeaders {
  limit?: number;
  remaining?: number;
  /** Seconds until one more request passes. */
  reset?: number;
}

/** State of a limit as this client counts it. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Time of the next free request, milliseconds since 1970; absent while some remain. */
  readonly until?: number;
}

export function createRateWindow({ requests, seconds, isSupposed }: ClientLimit) {
  const milliseconds = seconds * 1000;
  /** Limit in the latest headers. */
  let named: number | undefined;
  /** Remaining requests by the headers, less those sent since; one more passes at `reset`. */
  let left = Number.POSITIVE_INFINITY;
  let reset = 0;
  let inFlight = 0;
  /** Requests in flight that were sent at the reset. Others wait up to one window for their responses. */
  let probes = 0;
  /** Times of the responses in the latest window. */
  let answered: number[] = [];

  /** Returns the limit of the service, but at most the limit that the caller has set. */
  function capacity(): number {
    if (named === undefined) return requests;
    return isSupposed ? named : Math.min(requests, named);
  }

  /** Whether the headers replace the window of this client, which is assumed if its limit is. */
  function isReplaced(): boolean {
    return isSupposed === true && named !== undefined && left < Number.POSITIVE_INFINITY;
  }

  /** Counts the requests in the window of this client. */
  function countOwn(now: number): number {
    answered = answered.filter((at) => at > now - milliseconds);
    return answered.length + inFlight;
  }

  /** Returns the time at which one more request passes; at most `now` if it does already. */
  function opensAt(now: number): number {
    const opening = left > 0 ? now : reset;
    const surplus = countOwn(now) - capacity();
    if (isReplaced() || surplus < 0) return opening;
    // The service may count a request in flight only now.
    return Math.max(opening, (answered[surplus] ?? now) + milliseconds);
  }

  /** Counts a request. Returns a function to call once it was answered, with the headers if they are about this limit. */
  function count(sentAt: number): (now: number, headers?: RateHeaders) => void {
    inFlight += 1;
    const isProbe = left === 0;
    if (isProbe) {
      probes += 1;
      reset = sentAt + milliseconds;
    } else left -= 1;
    return (now, headers) => {
      inFlight -= 1;
      // The service has counted the request by now, so its window ends no later than ours.
      answered.push(now);
      if (isProbe) {
        probes -= 1;
        reset = now;
      }
      if (!headers) return;
      named = headers.limit;
      if (headers.remaining === undefined) return;
      left = Math.max(0, headers.remaining - inFlight);
      reset = now + (headers.reset ?? seconds) * 1000;
    };
  }

  /** Whether a response in flight decides how long the limit stays closed. */
  function isUndecided(): boolean {
    return probes > 0;
  }

  /** Lets no request pass before this time, then one. */
  function close(until: number): void {
    left = 0;
    reset = until;
  }

  function describe(now: number): LimitState {
    const until = opensAt(now);
    const limit = named ?? requests;
    if (until > now) return { limit, remaining: 0, until };
    const remaining = left || 1;
    return { limit, remaining: isReplaced() ? remaining : Math.min(capacity() - countOwn(now), remaining) };
  }

  return { milliseconds, capacity, opensAt, isUndecided, count, close, describe };
}
