/** A Redis or Valkey of the system's own packages, on a free port and without a disk. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { createClient } from "@redis/client";

const SERVERS = ["redis-server", "valkey-server"];

/** The program; undefined when the machine has none. */
export function findRedisServer(): string | undefined {
  return SERVERS.find((name) => spawnSync(name, ["--version"]).status === 0);
}

export const NO_REDIS = "needs redis-server or valkey-server, which this machine does not have";

export interface RedisServer {
  url: string;
  process: ChildProcess;
  /** Sends one command. */
  send(...command: string[]): Promise<unknown>;
  /** Stops answering, as a partition does, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** `port`: a free one by default. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const program = findRedisServer();
  if (!program) throw new Error(NO_REDIS);
  const chosen = port ?? (await findFreePort());
  const settings = ["--port", String(chosen), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(program, [...settings, "--daemonize", "no"], { stdio: "ignore" });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const url = `redis://127.0.0.1:${chosen}`;
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: 20 } });
  client.on("error", () => {});
  await client.connect();
  return {
    url,
    process: child,
    send: (...command) => client.sendCommand(command),
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    stop: async () => {
      process.off("exit", end);
      client.destroy();
      const exited = child.exitCode === null && child.signalCode === null && once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
