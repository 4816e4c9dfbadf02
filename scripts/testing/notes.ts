/** Results of a test runner: counts, skipped tests, durations. */

export interface TestNotes {
  passed: number;
  failed: number;
  /** Names of the tests that failed. */
  failures: string[];
  skipped: Skipped[];
  /** Names of browser tests that failed, and passed at the second attempt. */
  flaky: string[];
  durations: Duration[];
}
interface Skipped {
  name: string;
  reason: string;
}
interface Duration {
  name: string;
  seconds: number;
}

export const NO_REASON = "no reason given";

export const NO_NOTES: TestNotes = {
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [],
  flaky: [],
  durations: [],
};

export function joinNotes(notes: readonly TestNotes[]): TestNotes {
  return {
    passed: notes.reduce((sum, { passed }) => sum + passed, 0),
    failed: notes.reduce((sum, { failed }) => sum + failed, 0),
    failures: notes.flatMap(({ failures }) => failures),
    skipped: notes.flatMap(({ skipped }) => skipped),
    flaky: notes.flatMap(({ flaky }) => flaky),
    durations: notes.flatMap(({ durations }) => durations),
  };
}

/** Lists the reasons for skipped tests with their number, the most frequent one first. */
export function describeSkipped(skipped: readonly Skipped[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} × ${reason}`);
  return `${skipped.length} skipped: ${reasons.join("; ")}`;
}

const SLOWEST = 10;

/** Lists the slowest tests, one per line. */
export function describeSlowest(durations: readonly Duration[]): string[] {
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

interface TestOutcome {
  outcome: "expected" | "unexpected" | "flaky" | "skipped";
  /** Reason of a skipped test. */
  reason: string;
  seconds: number;
}

/** Writes the notes of one test. */
export function writeNotes(name: string, { outcome, reason, seconds }: TestOutcome): TestNotes {
  return {
    passed: outcome === "expected" || outcome === "flaky" ? 1 : 0,
    failed: outcome === "unexpected" ? 1 : 0,
    failures: outcome === "unexpected" ? [name] : [],
    skipped: outcome === "skipped" ? [{ name, reason }] : [],
    flaky: outcome === "flaky" ? [name] : [],
    durations: [{ name, seconds }],
  };
}
