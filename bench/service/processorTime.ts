/** Processor time of a process. */
import { readFileSync } from "node:fs";

/** Reads the processor time of all threads of a process on Linux; NaN elsewhere. */
export function readCpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
