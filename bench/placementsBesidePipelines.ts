/**
 * Placements beside connections that write 20,000 requests at once, relative to placements alone. After their last
 * answer, the client opens the next connection at once.
 */
import type { BenchOptions } from "./run.ts";
import { createBodies, HEADERS, startBenchService } from "./service/fixture.ts";
import { describeBeside, measureBeside, PLACEMENTS_PER_SECOND, SECONDS } from "./service/measureBeside.ts";

export const name = "pipelines";

const REQUESTS = 20_000;

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 3 : 12;
  const [placement = ""] = createBodies(3);
  const service = await startBenchService();
  const live = { address: `${service.origin}/livez`, method: "GET", bodies: [""] };
  const placing = { address: service.endpoint, method: "POST", bodies: [placement] };
  const floods = [
    { what: "GET /livez, one connection", ...live, atOnce: 1 },
    { what: "GET /livez, 20 connections", ...live, atOnce: 20 },
    { what: "placements, 20 connections", ...placing, atOnce: 20 },
  ];
  const rows: string[] = [];
  try {
    for (const { what, ...flood } of floods) {
      const sending = { ...flood, headers: HEADERS, pipelined: REQUESTS };
      const beside = await measureBeside({ endpoint: service.endpoint, placement, rounds }, sending);
      rows.push(...describeBeside(what, beside));
    }
  } finally {
    await service.stop();
  }
  return `## Placements beside a flood of pipelined requests

Placements of three zones at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s beside connections that each write ${REQUESTS.toLocaleString("en")} requests at once, in turn, ${rounds} times; of all placements of a kind. The service answers one request of a connection at a time; the client runs at the lowest priority on the same machine.

| Pipelined | Alone | Beside | Ratio |
|---|--:|--:|--:|
${rows.join("\n")}`;
}
