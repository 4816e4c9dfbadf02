/** Names of the system's users. */
import { readFileSync } from "node:fs";

/** Finds the user's name in /etc/passwd; returns the number as text when it is not listed. */
export function findUserName(id: number, file = "/etc/passwd"): string {
  const isOfUser = (line: string) => line.split(":")[2] === String(id);
  return readLines(file).find(isOfUser)?.split(":")[0] ?? String(id);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
