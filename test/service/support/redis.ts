/**
 * Starts Redis or Valkey from the system's packages on a free port, without persistence unless a folder is given.
 * `ZONETAG_REDIS_SERVER` names another program.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@redis/client";

const NAMED = process.env.ZONETAG_REDIS_SERVER;
const SERVERS = NAMED ? [NAMED] : ["redis-server", "valkey-server"];

/** Finds the program; undefined if the machine has none. */
export function findRedisServer(): string | undefined {
  return SERVERS.find((name) => spawnSync(name, ["--version"]).status === 0);
}

export const NO_REDIS = "needs redis-server or valkey-server, which this machine does not have";

export interface RedisOptions {
  /** Address that it listens on. */
  host?: string;
  /** Folder in which Redis syncs every change, so that data survives a kill. */
  folder?: string | undefined;
  /** Whether the server checks that all keys of a script are in one slot, as a Redis Cluster does. */
  isCluster?: boolean;
}

export interface RedisServer {
  url: string;
  readonly pid: number | undefined;
  /** Sends one command. */
  send(...command: string[]): Promise<unknown>;
  /** Stops answering until `thaw`, like a network partition. */
  freeze(): void;
  thaw(): void;
  /** Kills the process without a shutdown. */
  kill(): Promise<void>;
  /** Starts Redis again after `kill`, at the same address and with the data of its folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;

export async function startRedis({
  host = "127.0.0.1",
  folder,
  isCluster = false,
}: RedisOptions = {}): Promise<RedisServer> {
  const program = findRedisServer();
  if (!program) throw new Error(NO_REDIS);
  const port = await findFreePort(host);
  const temporary = await mkdtemp(join(tmpdir(), "zonetag-redis-"));
  const args = [
    ...["--port", String(port), "--bind", host, "--protected-mode", "no", "--daemonize", "no"],
    ...["--save", "", "--dir", folder ?? temporary, "--cluster-enabled", isCluster ? "yes" : "no"],
    ...(folder ? ["--appendonly", "yes", "--appendfsync", "always"] : ["--appendonly", "no"]),
  ];
  let child: ChildProcess;
  const start = () => {
    child = spawn(program, args, { stdio: "ignore" });
  };
  const kill = async () => {
    const exited = child.exitCode === null && child.signalCode === null && once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  start();
  const url = `redis://${host}:${port}`;
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: 20 } });
  client.on("error", () => {});
  await client.connect();
  if (isCluster) await client.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", String(SLOTS - 1)]);
  while (isCluster && !(await client.clusterInfo()).includes("cluster_state:ok")) await delay(20);
  return {
    url,
    get pid() {
      return child.pid;
    },
    send: (...command) => client.sendCommand(command),
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    kill,
    restart: async () => {
      start();
      // Redis refuses commands until it has loaded its data.
      while ((await client.sendCommand(["PING"]).catch(() => "")) !== "PONG") await delay(20);
    },
    stop: async () => {
      process.off("exit", end);
      client.destroy();
      await kill();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
