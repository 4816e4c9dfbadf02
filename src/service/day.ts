/** Days of the calendar, as YYYY-MM-DD. */

/** Whether there is such a day: 30 February would roll over into March. */
export function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
