/** Temporary files of a task. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Passes an unused path to the work, and removes the file afterwards. */
export async function withTemporaryFile<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, `${randomUUID()}.csv`);
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
