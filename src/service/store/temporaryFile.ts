/** Files that live as long as a piece of work. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Gives the work a path in the folder at which nothing is, and removes what it left there. */
export async function withTemporaryFile<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, `${randomUUID()}.csv`);
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
