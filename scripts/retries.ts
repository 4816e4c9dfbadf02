/**
 * How often a failed test is tried again: never, unless ZONETAG_RETRIES says so. A machine that one shares with others
 * (`.ci/run`) tries once more, and names each test that needed it at the end of the run.
 */
export function readRetries(): number {
  return Number(process.env.ZONETAG_RETRIES ?? 0);
}
