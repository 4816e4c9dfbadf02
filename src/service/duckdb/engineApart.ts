/** Client of the embedded database in a separate process. */
import { type Row, StoreError } from "../facts/eventStore.ts";
import { ProcessCalls, startProcess } from "../runtime/processCalls.ts";
import type { EngineCall } from "./engineProcess.ts";
import type { Connection, Engine, EngineOptions } from "./engineTypes.ts";
import { LifeWatch } from "./lifeWatch.ts";

export async function openEngineApart(options: EngineOptions): Promise<Engine> {
  const engine = new EngineApart(options.silentMs);
  try {
    await engine.open(options);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

class EngineApart implements Engine {
  readonly #calls: ProcessCalls;
  readonly #life: LifeWatch | undefined;

  constructor(silentMs: number | undefined) {
    this.#calls = new ProcessCalls(startProcess("database-process", "./engineProcess.ts", import.meta.url), {
      createError: () => new StoreError("failed", "The database process exited."),
      onMessage: () => this.#life?.hear(),
      onEnd: () => this.#life?.end(),
    });
    if (silentMs === undefined) return;
    this.#life = new LifeWatch({
      silentMs,
      // Statements run on other threads of the process, so the process still answers pings.
      ping: () => void this.#call({ do: "ping" }).catch(() => {}),
      onSilent: () => this.kill(),
    });
  }

  get isAlive(): boolean {
    return this.#calls.isAlive;
  }

  async open(options: EngineOptions): Promise<void> {
    await this.#call({ do: "open", options });
  }

  async connect(): Promise<Connection> {
    const connection = (await this.#call({ do: "connect" })) as number;
    return {
      run: async (sql, parameters = []) =>
        (await this.#call({ do: "run", connection, sql, parameters })) as Row[],
      writeAnswer: async (statement, describe, signal) => {
        const call: EngineCall = { do: "writeAnswer", connection, statement };
        await this.#calls.call(call, { signal, answer: describe });
      },
      close: () => void this.#call({ do: "disconnect", connection }).catch(() => {}),
    };
  }

  async close(): Promise<void> {
    if (!this.isAlive) return;
    // The last checkpoint blocks the thread that answers pings; see `closeWithinMs`.
    this.#life?.end();
    await this.#call({ do: "close" }).catch(() => {});
    await this.#calls.end();
  }

  kill(): void {
    this.#calls.kill();
  }

  #call(call: EngineCall): Promise<unknown> {
    return this.#calls.call(call);
  }
}
