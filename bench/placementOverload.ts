/**
 * Goodput under overload: responses with status 200 per second while clients send two and four times the capacity. Each
 * run measures the capacity first, so that other load on the machine affects both.
 *
 * One client reads responses as they arrive. The other reads them later; meanwhile they wait in the socket, and its
 * connections are not free.
 *
 * The clients share the processors with the service, and need twice the time to send twice as much. So the table also
 * has the goodput per second of the service's own processor time, relative to the same without overload.
 */
import type { BenchOptions } from "./run.ts";
import { CONNECTIONS, createBodies, HEADERS, startBenchService, WORDS } from "./service/fixture.ts";
import { type LoadResult, load } from "./service/load.ts";
import { median } from "./service/median.ts";
import { readCpuSeconds } from "./service/processorTime.ts";

export const name = "overload";

const FACTORS = [2, 4] as const;
const READ_DELAYS_MS = [0, 100] as const;
/** Enough that the flood never waits for responses. */
const FLOOD_CONNECTIONS = 4096;
/** Share of the capacity that the service must keep. */
const GOAL = 0.8;

interface Measured extends LoadResult {
  /** Processor time of the service, seconds. */
  processor: number;
}

/** A kind of flood, and its measurements in each run. */
interface Flood {
  factor: number;
  readDelay: number;
  /** Goodput relative to the capacity of the same run. */
  ratios: number[];
  /** Ratios of the goodput per second of the service's processor time. */
  efficiencies: number[];
  sent: number[];
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const [rounds, seconds] = quick ? [1, 1] : [5, 5];
  const floods: Flood[] = FACTORS.flatMap((factor) =>
    READ_DELAYS_MS.map((readDelay) => ({ factor, readDelay, ratios: [], efficiencies: [], sent: [] })),
  );
  const capacities: number[] = [];
  const service = await startBenchService({ campaigns: 1000 });
  const bodies = createBodies(10, WORDS.join(","));
  const common = { url: service.endpoint, bodies, headers: HEADERS, seconds };
  const measure = async (options: Parameters<typeof load>[0]): Promise<Measured> => {
    const before = readCpuSeconds(service.process.pid);
    const result = await load(options);
    return { ...result, processor: readCpuSeconds(service.process.pid) - before };
  };
  const measureAlone = () => measure({ ...common, connections: CONNECTIONS });
  try {
    await measureAlone();
    for (let round = 0; round < rounds; round++) {
      for (const flood of floods) {
        const alone = await measureAlone();
        const { factor, readDelay } = flood;
        const rate = alone.perSecond * factor;
        const flooded = await measure({ ...common, connections: FLOOD_CONNECTIONS, rate, readDelay });
        capacities.push(alone.perSecond);
        note(flood, flooded, alone);
      }
    }
  } finally {
    await service.stop();
  }
  return describe(floods, median(capacities), rounds, seconds);
}

function note(flood: Flood, flooded: Measured, alone: Measured): void {
  flood.ratios.push(flooded.perSecond / alone.perSecond);
  flood.efficiencies.push(flooded.perSecond / flooded.processor / (alone.perSecond / alone.processor));
  flood.sent.push(flooded.sentPerSecond / alone.perSecond);
}

function describe(floods: readonly Flood[], capacity: number, rounds: number, seconds: number): string {
  const rows = floods.map(({ factor, readDelay, ratios, efficiencies, sent }) => {
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    const cells = [
      ...[`${factor} ×`, readDelay === 0 ? "at once" : `after ${readDelay} ms`],
      ...[median(sent).toFixed(1), median(ratios).toFixed(2), `${least.toFixed(2)} to ${most.toFixed(2)}`],
      median(efficiencies).toFixed(2),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `## Overload

Ten zones, each with 1,000 candidates, of which the service answers ${capacity.toFixed(0)} requests/s alone. Medians of ${rounds} paired runs of
${seconds} s each; the goal is ${GOAL} of the capacity. The clients share the processors with the service; the last column
leaves their share out: answers by second of the service's processor time, over those without overload.

| Wanted / capacity | Client reads | Sent / capacity | Goodput / capacity | Range | By processor time |
|--:|---|--:|--:|--:|--:|
${rows.join("\n")}`;
}
