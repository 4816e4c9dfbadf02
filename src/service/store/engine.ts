/** The embedded database on threads of this process. */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Connection, Engine, EngineOptions } from "./connection.ts";
import { toDuckDB, toRows } from "./values.ts";

export async function openEngine({ file, temporary, memory, threads }: EngineOptions): Promise<Engine> {
  const instance = await DuckDBInstance.create(file, {
    threads: String(threads),
    memory_limit: memory,
    temp_directory: temporary,
    autoinstall_known_extensions: "false",
  });
  const engine = {
    isAlive: true,
    connect: async () => wrap(await instance.connect()),
    close: async () => {
      engine.isAlive = false;
      instance.closeSync();
    },
  };
  return engine;
}

function wrap(connection: DuckDBConnection): Connection {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    interrupt: () => connection.interrupt(),
    close: () => connection.closeSync(),
  };
}
