/** Processes of this machine, as Linux lists them. */
import { readdirSync, readFileSync } from "node:fs";

/** Ids of the processes that a process started. */
export function listChildren(pid = process.pid): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    });
}
