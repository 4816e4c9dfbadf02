/**
 * Lets requests be answered before long work continues. The number of requests in flight is global, because all work
 * shares the thread of the process.
 */

/** Maximum milliseconds that long work waits, even if there is always a request in flight. */
export const MAX_WAIT_MS = 5;

let inFlight = 0;
const waiting = new Set<() => void>();

/** Counts a request as in flight until `answer` settles. It must not wait for the sender, who may never continue. */
export async function answerFirst<T>(answer: () => Promise<T>): Promise<T> {
  inFlight += 1;
  try {
    return await answer();
  } finally {
    inFlight -= 1;
    if (inFlight === 0) for (const proceed of waiting) proceed();
  }
}

/** Resolves once no request is in flight, or after `MAX_WAIT_MS`. */
export async function waitForUrgent(): Promise<void> {
  if (inFlight === 0) return;
  await new Promise<void>((resolve) => {
    const proceed = () => {
      clearTimeout(timer);
      waiting.delete(proceed);
      resolve();
    };
    const timer = setTimeout(proceed, MAX_WAIT_MS);
    waiting.add(proceed);
  });
}
