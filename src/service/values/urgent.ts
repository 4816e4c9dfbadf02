/** Requests that are answered before long work goes on. There is one count, since all share the process's thread. */

/** Milliseconds that long work waits at most: it also goes on while there is always a request in flight. */
export const MAX_WAIT_MS = 5;

let inFlight = 0;
const waiting = new Set<() => void>();

/** Counts a request as in flight until it is answered. */
export async function answerFirst<T>(answer: () => Promise<T>): Promise<T> {
  inFlight += 1;
  try {
    return await answer();
  } finally {
    inFlight -= 1;
    if (inFlight === 0) for (const goOn of waiting) goOn();
  }
}

/** Resolves once no request is in flight, or after `MAX_WAIT_MS`. */
export async function waitForUrgent(): Promise<void> {
  if (inFlight === 0) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, MAX_WAIT_MS);
    waiting.add(goOn);
  });
}
