/**
 * ClickHouse for tests: the server that ZONETAG_CLICKHOUSE names, otherwise the engine from npm in a separate process,
 * which needs an `npm install` in `test/cluster/clickhouse`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connect } from "../../../src/service/clickhouse/clickhouse.ts";

const FOLDER = join(import.meta.dirname, "../clickhouse");

/** Reason why ClickHouse is unavailable; undefined if it is available. */
export const missing =
  process.env.ZONETAG_CLICKHOUSE || existsSync(join(FOLDER, "node_modules/@chdb"))
    ? undefined
    : "needs ClickHouse: npm install --no-save --ignore-scripts --prefix test/cluster/clickhouse, or ZONETAG_CLICKHOUSE";

/** Separate database, deleted when disposed. */
export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Engine process that tests may kill; undefined on a server that ZONETAG_CLICKHOUSE names. */
  engine: Engine | undefined;
}

/** Creates a database. `host`: address that a started engine listens on. */
export async function openDatabase(host?: string): Promise<TestDatabase> {
  const given = process.env.ZONETAG_CLICKHOUSE;
  const engine = given ? undefined : await Engine.start(host);
  const address = given ?? engine?.address ?? "";
  const name = `zonetag_${randomUUID().replaceAll("-", "")}`;
  const clickhouse = connect({ url: address });
  await clickhouse.command(`CREATE DATABASE ${name}`);
  return {
    engine,
    url: new URL(name, address).href,
    async [Symbol.asyncDispose]() {
      if (given) await clickhouse.command(`DROP DATABASE ${name}`);
      await clickhouse.close();
      await engine?.close();
    },
  };
}

export class Engine {
  readonly #folder: string;
  readonly #host: string;
  #process: ChildProcess | undefined;
  address = "";

  private constructor(folder: string, host: string) {
    this.#folder = folder;
    this.#host = host;
  }

  static async start(host = "127.0.0.1"): Promise<Engine> {
    const engine = new Engine(await mkdtemp(join(tmpdir(), "zonetag-clickhouse-")), host);
    await engine.start();
    return engine;
  }

  /** Starts the engine. After a kill it keeps its data and its address. */
  async start(): Promise<void> {
    const port = this.address ? new URL(this.address).port : "0";
    const child = spawn(process.execPath, ["server.mjs", this.#folder, port, this.#host], {
      cwd: FOLDER,
      // An unusual time zone: no result may depend on the server's.
      env: { ...process.env, TZ: "Asia/Kathmandu" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = child;
    for await (const line of createInterface(child.stdout)) {
      this.address = line;
      return;
    }
    throw new Error("ClickHouse's engine did not start.");
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Stops answering until `thaw`. */
  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
