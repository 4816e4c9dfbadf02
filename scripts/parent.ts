/**
 * Detects the end of the parent process: npm passes signals only to its shell, which ends and leaves its children
 * running.
 */

/** Milliseconds between checks. */
const INTERVAL = 250;

/** Calls back once when the process that started this one has ended. Returns a function that stops the checks. */
export function onParentExit(callback: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, INTERVAL);
  return () => clearInterval(timer);
}
