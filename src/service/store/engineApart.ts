/** The embedded database in a process of its own: this side of it. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { startProcess } from "../values/process.ts";
import type { Connection, Engine, EngineOptions } from "./connection.ts";
import type { EngineAnswer, EngineCall } from "./engineProcess.ts";
import { type Row, StoreError } from "./store.ts";

interface Waiting {
  resolve: (value: Row[] | number | undefined) => void;
  reject: (error: Error) => void;
}

export async function openEngineApart(options: EngineOptions): Promise<Engine> {
  const engine = new EngineApart();
  try {
    await engine.open(options);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

class EngineApart implements Engine {
  readonly #process: ChildProcess = startProcess("database-process", "./engineProcess.ts", import.meta.url);
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  isAlive = true;

  constructor() {
    this.#process.on("message", (answer: EngineAnswer) => this.#settle(answer));
    this.#process.on("error", () => {}).on("exit", () => this.#end());
  }

  async open(options: EngineOptions): Promise<void> {
    await this.#call({ do: "open", options });
  }

  async connect(): Promise<Connection> {
    const connection = (await this.#call({ do: "connect" })) as number;
    return {
      run: async (sql, parameters = []) =>
        (await this.#call({ do: "run", connection, sql, parameters })) as Row[],
      interrupt: () => void this.#call({ do: "interrupt", connection }).catch(() => {}),
      close: () => void this.#call({ do: "disconnect", connection }).catch(() => {}),
    };
  }

  async close(): Promise<void> {
    if (!this.isAlive) return;
    const exited = once(this.#process, "exit");
    await this.#call({ do: "close" }).catch(() => {});
    this.kill();
    await exited;
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #call(call: EngineCall): Promise<Row[] | number | undefined> {
    if (!this.isAlive) return Promise.reject(createEndedError());
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#process.send(
        { ...call, number },
        (error) => error && this.#settle({ number, error: error.message }),
      );
    });
  }

  #settle(answer: EngineAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.value);
  }

  #end(): void {
    this.isAlive = false;
    for (const { reject } of this.#waiting.values()) reject(createEndedError());
    this.#waiting.clear();
  }
}

function createEndedError(): StoreError {
  return new StoreError("failed", "The database's process ended.");
}
