/** Simulates one machine per node by network namespaces. Links to Redis and ClickHouse can be cut separately. */
import { spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { listKeys } from "../../../src/protocol/tables.ts";

export type Cable = "client" | "redis" | "clickhouse";

/** Second octet of each link's network, such as 10.97.X.0/30. This machine is .1, the node .2. */
const NETWORKS: Record<Cable, number> = { client: 97, redis: 98, clickhouse: 99 };
const CABLES = listKeys(NETWORKS);

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

/** Returns why namespaces are unavailable; undefined if they are available. */
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
  /** Prefix of interface names, which Linux limits to 15 characters. */
  readonly #prefix = `zt${randomBytes(3).toString("hex")}`;
  /** Third octet of the first node's networks. Random, because links of a killed run remain and attract packets. */
  readonly #octet: number;
  readonly #count: number;

  constructor(count: number) {
    this.#octet = randomInt(256 - count);
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

  /** Returns the address of one end of a link: of this machine or of the node. */
  address(node: number, cable: Cable, end: "here" | "node"): string {
    return `10.${NETWORKS[cable]}.${this.#octet + node}.${end === "here" ? 1 : 2}`;
  }

  /** Drops all packets of a link in both directions without notifying either side. */
  cut(node: number, cable: Cable): void {
    ip("link", "set", this.#cable(node, cable), "down");
  }

  mend(node: number, cable: Cable): void {
    ip("link", "set", this.#cable(node, cable), "up");
  }

  /**
   * Call after the nodes were killed. The kernel removes the links of a namespace some time after its last process
   * ended. Until then their addresses would attract packets of the next test, hence links are deleted first.
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
