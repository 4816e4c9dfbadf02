/** Files whose names have the number of a change. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findErrorCode } from "../runtime/thrown.ts";

export interface NumberedFile {
  path: string;
  number: number;
}

/** Lists files, oldest first. */
export async function listNumbered(folder: string, form: RegExp): Promise<NumberedFile[]> {
  const names = await readdir(folder).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(findErrorCode(error) ?? "")) return [];
    throw error;
  });
  const found = names.flatMap((name) => {
    const [, number] = form.exec(name) ?? [];
    return number === undefined ? [] : [{ path: join(folder, name), number: Number(number) }];
  });
  return found.sort((a, b) => a.number - b.number);
}

export function padNumber(number: number): string {
  return String(number).padStart(12, "0");
}
