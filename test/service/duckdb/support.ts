/** A database of a test, in this process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Database } from "../../../src/service/duckdb/database.ts";

export interface TestDatabase {
  /** A folder for files. */
  folder: string;
  database: Database;
}

/** Opens an empty one, which goes with the test. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-database-"));
  const database = await Database.open({ folder, memory: "256MB", threads: 1 });
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, database };
}
