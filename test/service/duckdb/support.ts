/** In-process databases for tests. */

import { tmpdir } from "node:os";
import { afterAll, onTestFinished } from "vitest";
import { Database } from "../../../src/service/duckdb/database.ts";
import { openEngine } from "../../../src/service/duckdb/engine.ts";
import type { Connection } from "../../../src/service/duckdb/engineTypes.ts";
import { makeFolder } from "../../support/folder.ts";

export interface TestDatabase {
  /** Folder of the database, also for files of the test. */
  folder: string;
  database: Database;
}

/** Opens an empty database, which is closed at the end of the test. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = makeFolder();
  const database = await Database.open({ folder, memory: "256MB", threads: 1 });
  onTestFinished(() => database.close());
  return { folder, database };
}

/** Opens a database in memory, which is closed after the last test of this file. */
export async function useConnection(): Promise<Connection> {
  const engine = await openEngine({ file: ":memory:", temporary: tmpdir(), memory: "256MB", threads: 1 });
  const connection = await engine.connect();
  afterAll(async () => {
    connection.close();
    await engine.close();
  });
  return connection;
}
