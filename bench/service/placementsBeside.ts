/** Duration of placements while the service handles other requests, relative to placements alone. */
import { existsSync } from "node:fs";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
import { load, percentile } from "./load.ts";
import { withSender } from "./sender.ts";
import type { Sending } from "./sendRequests.ts";

export const PLACEMENTS_PER_SECOND = 100;
/** Seconds of each half of a round. */
export const SECONDS = 2;

const FOLDERS = { "on disk": tmpdir(), "in memory": "/dev/shm" };

/** Lists possible parents of data folders, with a name for tables. */
export function listDataFolders(): [where: string, parent: string][] {
  return Object.entries(FOLDERS).filter(([, parent]) => existsSync(parent));
}

export interface Beside {
  /** Milliseconds of each placement. */
  alone: number[];
  beside: number[];
  /** The other requests per second. */
  perSecond: number;
}

/** Measures alternately alone and beside the other requests. `endpoint`: of placements. */
export async function measureBeside(
  endpoint: string,
  placement: string,
  sending: Sending,
  rounds: number,
): Promise<Beside> {
  const options = { url: endpoint, bodies: [placement], connections: 16, seconds: SECONDS };
  const place = async () => (await load({ ...options, rate: PLACEMENTS_PER_SECOND })).latencies;
  const yieldAgain = goBeforeOthers();
  try {
    return await withSender(async (sender) => {
      const measured: Beside = { alone: [], beside: [], perSecond: 0 };
      await place();
      await sender.during(sending, place);
      for (let round = 0; round < rounds; round++) {
        measured.alone.push(...(await place()));
        const { result, answered } = await sender.during(sending, place);
        measured.beside.push(...result);
        measured.perSecond += answered / rounds / SECONDS;
      }
      return measured;
    }, YIELDING);
  } finally {
    yieldAgain();
  }
}

/** Writes a table row for each percentile: name, alone, beside, ratio. */
export function describeBeside(what: string, { alone, beside }: Beside): string[] {
  const [without, withOthers] = [alone, beside].map((times) => Float64Array.from(times).sort());
  return [0.5, 0.9, 0.99].map((share) => {
    const [a = 0, b = 0] = [without, withOthers].map((times) =>
      percentile(times ?? new Float64Array(), share),
    );
    return `| ${what}, p${share * 100} | ${a.toFixed(1)} ms | ${b.toFixed(1)} ms | ${(b / a).toFixed(2)} |`;
  });
}

/** Represents a caller on another machine: its threads leave the processors to the service. */
const YIELDING = ["nice", "-n", "19"];

/**
 * Raises the priority of the caller of placements, so that its own wait for a processor is not measured. Needs root.
 */
function goBeforeOthers(): () => void {
  const before = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
  } catch {
    return () => {};
  }
  return () => setPriority(before);
}
