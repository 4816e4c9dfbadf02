/**
 * The process of the embedded database. It yields the processors to the one that answers placements, and nothing that a
 * statement does to it, not even its end, reaches that one.
 */
import { yieldProcess } from "../values/priority.ts";
import type { Connection, Engine, EngineOptions } from "./connection.ts";
import { openEngine } from "./engine.ts";
import type { Parameter, Row } from "./store.ts";

/** What the other side asks for; `connection` is a number that `connect` gave. */
export type EngineCall =
  | { do: "open"; options: EngineOptions }
  | { do: "connect" }
  | { do: "run"; connection: number; sql: string; parameters: readonly Parameter[] }
  | { do: "interrupt" | "disconnect"; connection: number }
  | { do: "close" };

/** Answers to a call come under its number. */
export type NumberedCall = EngineCall & { number: number };
export type EngineAnswer = { number: number } & ({ value: Row[] | number | undefined } | { error: string });

/** Enough for placements to go first, and little enough for reports to go on beside other programs. */
const NICE = 10;

const connections = new Map<number, Connection>();
let engine: Engine | undefined;
let count = 0;

// They are for the process that started this one, and that closes it when it is done.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
// Whoever opens the file next finds it free at once; the database outlives an end at any moment.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (call: NumberedCall) => void answer(call));
yieldProcess(NICE);

async function answer(call: NumberedCall): Promise<void> {
  const { number } = call;
  try {
    send({ number, value: await perform(call) });
  } catch (error) {
    send({ number, error: error instanceof Error ? error.message : String(error) });
  }
}

async function perform(call: EngineCall): Promise<Row[] | number | undefined> {
  switch (call.do) {
    case "open":
      engine = await openEngine(call.options);
      return undefined;
    case "connect":
      return connect();
    case "run":
      return find(call.connection).run(call.sql, call.parameters);
    case "interrupt":
      connections.get(call.connection)?.interrupt();
      return undefined;
    case "disconnect":
      connections.get(call.connection)?.close();
      connections.delete(call.connection);
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

function send(answer: EngineAnswer): void {
  // The other side may be gone.
  if (process.connected) process.send?.(answer);
}
