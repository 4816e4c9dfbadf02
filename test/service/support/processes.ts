/** Reads processes of this machine from Linux' /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Lists the ids of a process's children. */
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
