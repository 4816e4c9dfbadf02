// src/service/values/priority.ts
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
function yieldProcess(nice) {
  quietly(() => setPriority(nice));
  quietly(() => {
    for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), nice);
  });
}
function quietly(change) {
  try {
    change();
  } catch {
  }
}

// src/service/store/engine.ts
import { DuckDBInstance } from "@duckdb/node-api";

// src/service/store/values.ts
import {
  DuckDBBitValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  listValue
} from "@duckdb/node-api";

// src/service/values/day.ts
var DAY_MS = 864e5;

// src/service/store/values.ts
function toDuckDB(value) {
  if (value instanceof Date) return new DuckDBTimestampValue(BigInt(value.getTime()) * 1000n);
  if (typeof value === "object" && value !== null) return listValue(value.map(widen));
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}
function widen(value) {
  return typeof value === "number" ? BigInt(value) : value;
}
async function toRows(result) {
  return await result.convertRowObjects(fromDuckDB);
}
function fromDuckDB(value) {
  if (value instanceof DuckDBBitValue) return value.data;
  if (value instanceof DuckDBDecimalValue) return value.toString();
  if (value instanceof DuckDBTimestampValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n));
  if (value instanceof DuckDBDateValue) return new Date(value.days * DAY_MS);
  return value;
}

// src/service/store/engine.ts
async function openEngine({ file, temporary, memory, threads }) {
  const instance = await DuckDBInstance.create(file, {
    threads: String(threads),
    memory_limit: memory,
    temp_directory: temporary,
    autoinstall_known_extensions: "false"
  });
  const engine2 = {
    isAlive: true,
    connect: async () => wrap(await instance.connect()),
    close: async () => {
      engine2.isAlive = false;
      instance.closeSync();
    }
  };
  return engine2;
}
function wrap(connection) {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    interrupt: () => connection.interrupt(),
    close: () => connection.closeSync()
  };
}

// src/service/store/engineProcess.ts
var NICE = 10;
var connections = /* @__PURE__ */ new Map();
var engine;
var count = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (call) => void answer(call));
yieldProcess(NICE);
async function answer(call) {
  const { number } = call;
  try {
    send({ number, value: await perform(call) });
  } catch (error) {
    send({ number, error: error instanceof Error ? error.message : String(error) });
  }
}
async function perform(call) {
  switch (call.do) {
    case "open":
      engine = await openEngine(call.options);
      return void 0;
    case "connect":
      return connect();
    case "run":
      return find(call.connection).run(call.sql, call.parameters);
    case "interrupt":
      connections.get(call.connection)?.interrupt();
      return void 0;
    case "disconnect":
      connections.get(call.connection)?.close();
      connections.delete(call.connection);
      return void 0;
    case "close":
      await engine?.close();
      return void 0;
  }
}
async function connect() {
  if (!engine) throw new Error("The database is not open.");
  const connection = await engine.connect();
  count += 1;
  connections.set(count, connection);
  return count;
}
function find(number) {
  const connection = connections.get(number);
  if (!connection) throw new Error("The connection is closed.");
  return connection;
}
function send(answer2) {
  if (process.connected) process.send?.(answer2);
}
