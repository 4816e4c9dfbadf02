import { expect } from "vitest";
import type { ServiceCluster } from "../cluster.ts";

export async function readMetrics({ origin }: { origin: string }): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text();
}

/** Waits until the metrics of every node contain a line. */
export async function waitForMetric(
  { nodes }: ServiceCluster,
  line: string,
  options: { timeout?: number } = {},
): Promise<void> {
  for (const node of nodes) await expect.poll(() => readMetrics(node), options).toContain(line);
}
