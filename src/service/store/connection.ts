/** The embedded database as the store uses it: on threads of this process, or in a process of its own. */
import type { Parameter, Row } from "./store.ts";

export interface EngineOptions {
  /** The database's file. */
  file: string;
  /** For what does not fit into memory. */
  temporary: string;
  /** Memory for statements, as the database writes it: "512MB". */
  memory: string;
  threads: number;
}

/** Statements one after the other. */
export interface Connection {
  /** `$1`, `$2` … are the parameters in order. Rejects with what the database says of the statement. */
  run(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Ends the statement that runs, if one does. */
  interrupt(): void;
  close(): void;
}

/** An open database. */
export interface Engine {
  /** False once it is closed or ended by itself. */
  readonly isAlive: boolean;
  connect(): Promise<Connection>;
  /** Resolves once others may open the file. */
  close(): Promise<void>;
  /** Ends it at once with what runs; the file outlives that. Absent where it has no process of its own. */
  kill?(): void;
}
