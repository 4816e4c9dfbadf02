/** Abort signal of one request: that of its caller, and a timeout. */
import { onAbort } from "./abortListeners.ts";
import { StatisticsError } from "./errors.ts";

export interface RequestTimer {
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  restart(): void;
  /** Stops the timeout; the caller's signal still ends the request. */
  pause(): void;
  /** Ends the timer and releases the caller's signal. */
  stop(): void;
  /** Returns what the failure of the request is to its caller; `otherwise` is the message when neither ended it. */
  explain(cause: unknown, otherwise: string): unknown;
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
    explain(cause, otherwise) {
      if (outer?.aborted) return outer.reason;
      if (isLate) return new StatisticsError("timeout", "The service did not answer in time.", { cause });
      return new StatisticsError("network", otherwise, { cause });
    },
  };
}
