/** Calendar days in UTC. */

export const DAY_MS = 86_400_000;

/** Days since 1970. */
export function toDayNumber(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Formats the UTC day of a time: 2026-11-22. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether YYYY-MM-DD is a real day. `Date` would turn 30 February into a day of March. */
export function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
}
