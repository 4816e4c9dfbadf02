/** Abort signal of one request: that of its caller, and a timeout. */
import { onAbort } from "./abortListeners.ts";
import { StatisticsError } from "./errors.ts";

export interface RequestTimer {
  readonly signal: AbortSignal;
  restart(): void;
  /** Stops the timeout; the caller's signal still ends the request. */
  pause(): void;
  /** Ends the timer and releases the caller's signal. */
  stop(): void;
  /** Returns the error that the caller gets when the request fails. `response`: undefined if no response arrived. */
  explain(cause: unknown, response: Response | undefined): unknown;
}

export function startRequestTimer(timeoutMs: number, outer?: AbortSignal): RequestTimer {
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout>;
  const pause = () => clearTimeout(timer);
  const follow = () => controller.abort(outer?.reason);
  function restart(): void {
    pause();
    timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
  }
  restart();
  if (outer?.aborted) follow();
  const release = onAbort(outer, follow);
  return {
    signal: controller.signal,
    restart,
    pause,
    stop() {
      pause();
      release();
    },
    explain(cause, response) {
      if (outer?.aborted) return outer.reason;
      const requestId = response?.headers.get("x-request-id");
      const details = { cause, ...(requestId && { requestId }) };
      if (isLate) return new StatisticsError("timeout", "The service did not answer in time.", details);
      const message = response
        ? "The connection was cut before the answer was complete."
        : "The service cannot be reached.";
      return new StatisticsError("network", message, details);
    },
  };
}
