/** Machines of their own for nodes, as network namespaces: each reaches Redis and ClickHouse by a cable of its own. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { listKeys } from "../../../src/protocol/tables.ts";

export type Cable = "client" | "redis" | "clickhouse";

/** Second numbers of their networks: 10.97.NODE.0/30 and so on, of which .1 is this machine and .2 the node. */
const NETWORKS: Record<Cable, number> = { client: 97, redis: 98, clickhouse: 99 };
const CABLES = listKeys(NETWORKS);

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

/** Why there are none; undefined when they can be made. */
export function findMissingNamespaces(): string | undefined {
  const name = `zt${randomBytes(3).toString("hex")}`;
  try {
    ip("netns", "add", name);
    ip("link", "add", `${name}a`, "type", "veth", "peer", "name", `${name}b`, "netns", name);
    ip("netns", "del", name);
    return undefined;
  } catch {
    spawnSync("ip", ["netns", "del", name]);
    return "needs network namespaces (ip netns), which this machine does not allow";
  }
}

export class Namespaces implements Disposable {
  /** Of the interfaces: at most 15 characters. */
  readonly #prefix = `zt${randomBytes(3).toString("hex")}`;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    try {
      for (let node = 0; node < count; node++) this.#make(node);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Command that runs a process in the node's network namespace. */
  enter(node: number): string[] {
    return ["ip", "netns", "exec", this.#name(node)];
  }

  /** This machine's end of a cable, and the node's. */
  address(node: number, cable: Cable, end: "here" | "node"): string {
    return `10.${NETWORKS[cable]}.${node}.${end === "here" ? 1 : 2}`;
  }

  /** Packets are lost from now on, both ways, and neither side is told. */
  cut(node: number, cable: Cable): void {
    ip("link", "set", this.#cable(node, cable), "down");
  }

  mend(node: number, cable: Cable): void {
    ip("link", "set", this.#cable(node, cable), "up");
  }

  /**
   * After their processes were killed. A namespace lives until its last process has ended, and the kernel removes its
   * cables later still: those that kept their addresses would take the packets of the next test.
   */
  [Symbol.dispose](): void {
    for (let node = 0; node < this.#count; node++) {
      for (const cable of CABLES) spawnSync("ip", ["link", "del", this.#cable(node, cable)]);
      spawnSync("ip", ["netns", "del", this.#name(node)]);
    }
  }

  #make(node: number): void {
    const name = this.#name(node);
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
    for (const cable of CABLES) {
      const here = this.#cable(node, cable);
      ip("link", "add", here, "type", "veth", "peer", "name", cable, "netns", name);
      ip("addr", "add", `${this.address(node, cable, "here")}/30`, "dev", here);
      ip("-n", name, "addr", "add", `${this.address(node, cable, "node")}/30`, "dev", cable);
      ip("link", "set", here, "up");
      ip("-n", name, "link", "set", cable, "up");
    }
  }

  #name(node: number): string {
    return `${this.#prefix}-${node}`;
  }

  #cable(node: number, cable: Cable): string {
    return `${this.#prefix}${NETWORKS[cable]}${node}`;
  }
}
