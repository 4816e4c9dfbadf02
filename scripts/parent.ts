/** npm passes a signal on to its shell alone, which ends and leaves behind what it ran. */

/** Milliseconds between looks. */
const INTERVAL = 250;

/** Calls back once, when the process that started this one has ended. Returns a function that stops watching. */
export function onParentExit(callback: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, INTERVAL);
  return () => clearInterval(timer);
}
