/** Finds the point that a key leads to, from the point `at` of a chart. */
export function findStepped(key: string, at: number, last: number): number | undefined {
  const targets = new Map([
    ["ArrowLeft", at - 1],
    ["ArrowRight", at + 1],
    ["PageUp", at - 7],
    ["PageDown", at + 7],
    ["Home", 0],
    ["End", last],
  ]);
  const target = targets.get(key);
  return target === undefined ? undefined : Math.min(last, Math.max(0, target));
}
