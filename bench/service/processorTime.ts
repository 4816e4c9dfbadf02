/** What a process has used of processors. */
import { readFileSync } from "node:fs";

/** Of all threads of a process, as Linux tells it; NaN elsewhere. */
export function readCpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
