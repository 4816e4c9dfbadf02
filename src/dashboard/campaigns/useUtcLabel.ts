/** Labels of values by day: days of flights, budgets and caps are UTC days. */
import { useData } from "../app/managementData.ts";

const UTC: readonly string[] = ["UTC", "Etc/UTC", "GMT", "Etc/GMT"];

/** Whether the account's days are not those of flights, budgets and caps. */
export function useHasOtherDays(): boolean {
  return !UTC.includes(useData().account.details.timezone);
}

/** Returns a function that adds notes to a label, and UTC where the account's days are others. */
export function useUtcLabel(): (label: string, ...notes: readonly string[]) => string {
  const hasOtherDays = useHasOtherDays();
  return (label, ...notes) => {
    const all = hasOtherDays ? ["UTC", ...notes] : notes;
    return all.length > 0 ? `${label} (${all.join(", ")})` : label;
  };
}
