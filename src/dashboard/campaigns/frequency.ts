/** Frequency caps in the form: impressions per number of minutes, hours or days. Pure. */
import { MAX_FREQUENCIES, MAX_FREQUENCY_IMPRESSIONS, MAX_FREQUENCY_SECONDS } from "../../protocol/limits.ts";
import type { Campaign } from "../../protocol/management.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import type { Problem } from "../ui/problems.ts";

/** Longest first. */
const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;

export type FrequencyUnit = keyof typeof SECONDS;
export const FREQUENCY_UNITS = listKeys(SECONDS);

export function isFrequencyUnit(name: string): name is FrequencyUnit {
  return hasKey(SECONDS, name);
}

/** Numbers are texts, as typed. */
export interface FrequencyCap {
  impressions: string;
  length: string;
  unit: FrequencyUnit;
}

export const NEW_CAP: FrequencyCap = { impressions: "", length: "1", unit: "day" };

export function toFrequencyFields(caps: Campaign["frequency"]): FrequencyCap[] {
  return caps.map(({ impressions, seconds }) => {
    const unit = FREQUENCY_UNITS.find((each) => seconds % SECONDS[each] === 0) ?? "second";
    return { impressions: String(impressions), length: String(seconds / SECONDS[unit]), unit };
  });
}

export function writeFrequency(caps: readonly FrequencyCap[]): Campaign["frequency"] {
  return caps.map(({ impressions, length, unit }) => ({
    impressions: Number(impressions),
    seconds: Number(length) * SECONDS[unit],
  }));
}

/** Finds the problems of each cap, by the service's names: `0.seconds`. */
export function findCapProblems(caps: readonly FrequencyCap[]): Record<string, Problem> {
  const check = (field: string, text: string, most: number): [string, Problem][] =>
    /^\s*[1-9]\d{0,8}\s*$/.test(text) && Number(text) <= most ? [] : [[field, `range:1:${most}`]];
  const written = writeFrequency(caps).map((cap) => JSON.stringify(cap));
  return Object.fromEntries(
    caps.flatMap(({ impressions, length, unit }, at) => [
      ...(written.indexOf(written[at] ?? "") < at ? [[`${at}.impressions`, "same"] as const] : []),
      ...check(`${at}.impressions`, impressions, MAX_FREQUENCY_IMPRESSIONS),
      ...(at < MAX_FREQUENCIES ? [] : [[`${at}.impressions`, `many:${MAX_FREQUENCIES}`] as const]),
      ...check(`${at}.seconds`, length, Math.floor(MAX_FREQUENCY_SECONDS / SECONDS[unit])),
    ]),
  );
}
