/** Transactions of the database as callers of the store have them: queries, and facts in bulk. */
import { writeFile } from "node:fs/promises";
import type { Connection } from "./connection.ts";
import { type Database, run } from "./database.ts";
import { encodeFacts } from "./lines.ts";
import { loadFacts } from "./loadSql.ts";
import type { Fact } from "./schema.ts";
import type { Transaction } from "./store.ts";
import { withTemporaryFile } from "./temporaryFile.ts";

/** Commits when the work resolves, rolls back when it rejects. `temporary`: a folder for files that the work needs. */
export function transactInBulk<T>(
  database: Database,
  temporary: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transact((connection) =>
    work({
      query: (sql, parameters = []) => run(connection, sql, parameters),
      append: (facts) => appendFacts(connection, temporary, facts),
      load: async ({ path, columns }, importId) => {
        await connection.run(loadFacts(path, columns, importId));
      },
    }),
  );
}

function appendFacts(connection: Connection, temporary: string, facts: readonly Fact[]): Promise<void> {
  return withTemporaryFile(temporary, async (file) => {
    const { columns, text } = encodeFacts(facts);
    await writeFile(file, text, { mode: 0o600 });
    await connection.run(loadFacts(file, columns));
  });
}
