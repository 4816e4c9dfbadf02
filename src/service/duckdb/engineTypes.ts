/** Interface of the embedded database, on threads of this process or in a separate process. */
import type { AnswerPlan, DescribeGroups } from "../answers/answer.ts";
import type { Parameter, Row } from "../facts/eventStore.ts";

export interface EngineOptions {
  /** The database's file. */
  file: string;
  /** Folder for data that does not fit into memory. */
  temporary: string;
  /** Memory for statements: "512MB". A quarter is reserved for light reports. */
  memory: string;
  threads: number;
  /** Whether the file is left unchanged. */
  isReadOnly?: boolean;
  /** Milliseconds without a response after which the database process is killed; by default never. */
  silentMs?: number | undefined;
}

/** A statement whose rows become an answer; see `duckdbSql.ts` for its columns. */
export interface AnswerStatement {
  sql: string;
  parameters: readonly Parameter[];
  plan: AnswerPlan;
  /** File to write. */
  path: string;
  /** Whether the statement may use the memory reserved for light reports. At most one such statement runs at a time. */
  isLight: boolean;
}

/** Runs statements in sequence. */
export interface Connection {
  /** `$1`, `$2` … are the parameters in order. Rejects with the database's message. */
  run(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Resolves once the file is complete. Rejects when the signal aborts, and may leave a partial file. */
  writeAnswer(statement: AnswerStatement, describe: DescribeGroups, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** An open database. */
export interface Engine {
  /** False once the database is closed or its process has ended. */
  readonly isAlive: boolean;
  connect(): Promise<Connection>;
  /** Resolves once another process may open the file. */
  close(): Promise<void>;
  /**
   * Kills the engine's process with the running statements; the file survives that. Absent without a separate process.
   */
  kill?(): void;
}
