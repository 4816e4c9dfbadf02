/** Users of the system by their numbers. */
import { readFileSync } from "node:fs";

/** The user's name in /etc/passwd; the number as text when it is not there. */
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
