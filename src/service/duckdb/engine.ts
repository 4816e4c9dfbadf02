/** Embedded database on threads of this process. */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type AnswerRows, type Cells, type DescribeGroups, splitLine } from "../answers/answer.ts";
import { writeAnswer } from "../answers/writeAnswer.ts";
import { toDuckDB, toRows } from "./duckdbValues.ts";
import type { AnswerStatement, Connection, Engine, EngineOptions } from "./engineTypes.ts";
import { writeParquet } from "./parquet.ts";

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { file, temporary, memory, threads, isReadOnly = false } = options;
  const limits = divideMemory(memory);
  const instance = await DuckDBInstance.create(file, {
    threads: String(threads),
    memory_limit: limits.shared,
    temp_directory: temporary,
    autoinstall_known_extensions: "false",
    access_mode: isReadOnly ? "READ_ONLY" : "AUTOMATIC",
  });
  const engine = {
    isAlive: true,
    connect: async () => wrap(await instance.connect(), limits),
    close: async () => {
      engine.isAlive = false;
      instance.closeSync();
    },
  };
  return engine;
}

interface MemoryLimits {
  all: string;
  /** Memory without the part reserved for light reports. */
  shared: string;
}

function divideMemory(memory: string): MemoryLimits {
  const megabytes = Number.parseInt(memory, 10) * (memory.endsWith("GB") ? 1000 : 1);
  return { all: memory, shared: `${Math.ceil(megabytes * 0.75)}MB` };
}

function wrap(connection: DuckDBConnection, limits: MemoryLimits): Connection {
  return {
    run: async (sql, parameters = []) => toRows(await connection.run(sql, parameters.map(toDuckDB))),
    writeAnswer: (statement, describe, signal) => {
      const work = () =>
        interruptible(connection, signal, () => write(connection, statement, describe, signal));
      return statement.isLight ? withAllMemory(connection, limits, work) : work();
    },
    close: () => connection.closeSync(),
  };
}

async function write(
  connection: DuckDBConnection,
  statement: AnswerStatement,
  describe: DescribeGroups,
  signal: AbortSignal,
): Promise<void> {
  const { path, plan } = statement;
  if (plan.format === "parquet") return writeParquet(connection, statement, describe);
  const rows = readAnswerRows(connection, statement, signal);
  return writeAnswer(path, rows, plan, describe);
}

/** Raises the memory limit, which is global, while a light report runs. */
async function withAllMemory<T>(
  connection: DuckDBConnection,
  { all, shared }: MemoryLimits,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run(`SET memory_limit = '${all}'`);
  try {
    return await work();
  } finally {
    // Fails while other statements use more memory than that; the limit is then lowered after the next light report.
    await connection.run(`SET memory_limit = '${shared}'`).catch(() => {});
  }
}

/** Reads the rows of a statement written by `writeLines`. */
function readAnswerRows(
  connection: DuckDBConnection,
  { sql, parameters, plan }: AnswerStatement,
  signal: AbortSignal,
): AnswerRows {
  let summary: Cells = [];
  async function* read() {
    let count = 0;
    for await (const chunk of await connection.stream(sql, parameters.map(toDuckDB))) {
      signal.throwIfAborted();
      if (summary.length === 0) summary = splitLine(String(chunk.getColumnVector(0).getItem(0)));
      // A page past the last record still has one row, with the summary.
      if (plan.count || plan.offset >= Number(summary[0])) return;
      const lines = chunk.getColumnValues(1).map((line) => splitLine(String(line)));
      count += lines.length;
      yield lines;
    }
    // After an error, such as an interruption, the binding ends the stream as if all rows had been read.
    signal.throwIfAborted();
    const expected = Math.min(plan.limit, Number(summary[0]) - plan.offset);
    if (!(count >= expected)) throw new Error("The database returned an incomplete result.");
  }
  return { records: read(), readSummary: () => summary };
}

const INTERRUPT_EVERY_MS = 20;

async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  // An interruption before the statement runs is lost, so interrupt repeatedly.
  const interruption = setInterval(() => signal.aborted && connection.interrupt(), INTERRUPT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(interruption);
  }
}
