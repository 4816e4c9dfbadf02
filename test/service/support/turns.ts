import { vi } from "vitest";

/**
 * Runs work in which each step takes as long as a slice. Resolves with its value, the calls of `note`, and the maximum
 * of them between two turns of the event loop.
 */
export async function countPerTurn<T>(
  start: (note: () => void) => Promise<T>,
): Promise<{ value: T; all: number; most: number }> {
  let time = 0;
  using _clock = vi.spyOn(performance, "now").mockImplementation(() => {
    time += 1;
    return time;
  });
  let isDone = false;
  let [all, most, ofTurn] = [0, 0, 0];
  const note = () => {
    all += 1;
    ofTurn += 1;
    most = Math.max(most, ofTurn);
  };
  const work = start(note).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    ofTurn = 0;
  }
  return { value: await work, all, most };
}
