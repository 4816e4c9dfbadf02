/** Transactions for callers of the store: queries and bulk inserts of facts. */
import { writeFile } from "node:fs/promises";
import type { Transaction } from "../facts/eventStore.ts";
import type { Fact } from "../facts/factTable.ts";
import { encodeFacts } from "../journal/lines.ts";
import { formatDay } from "../values/day.ts";
import { noteDays } from "./dailySums.ts";
import { type Database, run } from "./database.ts";
import type { Connection } from "./engineTypes.ts";
import { loadFacts } from "./loadSql.ts";
import { sumUpLate } from "./sumUpMonths.ts";
import { withTemporaryFile } from "./temporaryFile.ts";

/** Commits when the work resolves, rolls back when it rejects. `temporary`: folder for the files of the work. */
export function transactInBulk<T>(
  database: Database,
  temporary: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transact(async (connection) => {
    const imports = new Set<number>();
    const result = await work({
      query: (sql, parameters = []) => run(connection, sql, parameters),
      append: (facts) => appendFacts(connection, temporary, facts),
      load: async ({ path, columns }, importId) => {
        await connection.run(loadFacts(path, columns, importId));
        imports.add(importId);
      },
      remove: async (importId) => {
        await connection.run(noteImport(importId));
        await connection.run(`DELETE FROM facts WHERE import_id = ${importId}`);
      },
      sumUpLate: (importId) => sumUpLate(connection, importId),
    });
    for (const importId of imports) await connection.run(noteImport(importId));
    return result;
  });
}

function noteImport(importId: number): string {
  return noteDays(`facts WHERE import_id = ${importId}`);
}

function appendFacts(connection: Connection, temporary: string, facts: readonly Fact[]): Promise<void> {
  return withTemporaryFile(temporary, async (file) => {
    const { columns, text } = encodeFacts(facts);
    await writeFile(file, text, { mode: 0o600 });
    await connection.run(loadFacts(file, columns));
    const days = new Set(facts.map(({ time }) => formatDay(time.getTime())));
    for (const day of days) await connection.run(noteDays(`(SELECT DATE '${day}' AS time)`));
  });
}
