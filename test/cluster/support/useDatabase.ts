import { afterAll, afterEach, beforeEach } from "vitest";
import { type ClickHouse, connect } from "../../../src/service/clickhouse/clickhouse.ts";
import { missing, openDatabase, type TestDatabase } from "./clickhouse.ts";

interface Used {
  database: TestDatabase;
  clickhouse: ClickHouse;
}

const TABLES = ["events", "arrivals", "facts", "batches", "forgotten"];

export async function emptyTables(clickhouse: ClickHouse): Promise<void> {
  for (const table of TABLES) await clickhouse.command(`TRUNCATE TABLE IF EXISTS ${table}`);
}

/** Opens a database for the tests of this file, which are skipped without ClickHouse and leave the tables empty. */
export async function useDatabase(): Promise<Used> {
  beforeEach(({ skip }) => skip(missing !== undefined, missing));
  if (missing) return {} as Used;
  const database = await openDatabase();
  const clickhouse = connect({ url: database.url });
  afterEach(() => emptyTables(clickhouse));
  afterAll(async () => {
    await clickhouse.close();
    await database[Symbol.asyncDispose]();
  });
  return { database, clickhouse };
}
