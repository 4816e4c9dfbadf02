/** Clock that advances to the next end of a pause once no other work is left. */
export function manualClock() {
  let time = 0;
  const pauses = new Map<() => void, number>();
  return {
    now: () => time,
    steady: () => time,
    random: () => 0.5,
    pause: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        pauses.set(resolve, time + milliseconds);
        signal?.addEventListener("abort", () => {
          pauses.delete(resolve);
          reject(signal.reason);
        });
      }),
    async run(work: Promise<unknown>): Promise<void> {
      let done = false;
      work.finally(() => {
        done = true;
      });
      while (!done) {
        await new Promise(setImmediate);
        const [next] = [...pauses].sort(([, a], [, b]) => a - b);
        if (!next) continue;
        pauses.delete(next[0]);
        time = Math.max(time, next[1]);
        next[0]();
      }
    },
  };
}
