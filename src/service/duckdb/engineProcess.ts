/** Process of the embedded database, which can be killed at any moment without damaging the file. */
import type { Parameter, Row } from "../facts/eventStore.ts";
import { type CallContext, serveCalls } from "../runtime/processCalls.ts";
import { openEngine } from "./engine.ts";
import type { AnswerStatement, Connection, Engine, EngineOptions } from "./engineTypes.ts";

/** Calls of the client; `connection` is a number that `connect` returned. */
export type EngineCall =
  | { do: "open"; options: EngineOptions }
  | { do: "connect" }
  | { do: "run"; connection: number; sql: string; parameters: readonly Parameter[] }
  | { do: "writeAnswer"; connection: number; statement: AnswerStatement }
  | { do: "disconnect"; connection: number }
  | { do: "ping" | "close" };

const connections = new Map<number, Connection>();
let engine: Engine | undefined;
let count = 0;

serveCalls(perform);

async function perform(call: EngineCall, context: CallContext): Promise<Row[] | number | undefined> {
  switch (call.do) {
    case "open":
      engine = await openEngine(call.options);
      return undefined;
    case "connect":
      return connect();
    case "run":
      return find(call.connection).run(call.sql, call.parameters);
    case "writeAnswer":
      await find(call.connection).writeAnswer(call.statement, context.ask, context.signal);
      return undefined;
    case "disconnect":
      connections.get(call.connection)?.close();
      connections.delete(call.connection);
      return undefined;
    case "ping":
      return undefined;
    case "close":
      await engine?.close();
      return undefined;
  }
}

async function connect(): Promise<number> {
  if (!engine) throw new Error("The database is not open.");
  const connection = await engine.connect();
  count += 1;
  connections.set(count, connection);
  return count;
}

function find(number: number): Connection {
  const connection = connections.get(number);
  if (!connection) throw new Error("The connection is closed.");
  return connection;
}
