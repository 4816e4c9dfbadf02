/** Days of the calendar, in UTC. */

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/** Days since 1970. */
export function toDayNumber(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Whether there is such a day, written as YYYY-MM-DD: 30 February would roll over into March. */
export function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
}
