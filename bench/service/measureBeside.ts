/** Duration of placements while the service handles other requests, relative to placements alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants, cpus, getPriority, setPriority, tmpdir } from "node:os";
import { NICE } from "../../src/service/runtime/processCalls.ts";
import { load, percentile } from "./load.ts";
import { type Sender, withSender } from "./sender.ts";
import type { Sending } from "./sendRequests.ts";

export const PLACEMENTS_PER_SECOND = 100;
/** Seconds of each half of a round. */
export const SECONDS = 2;
/** Seconds between a half with other requests and the next one without. */
const SETTLING = 1;

const FOLDERS = { "on disk": tmpdir(), "in memory": "/dev/shm" };

/** Lists possible parents of data folders, with a name for tables. */
export function listDataFolders(): [where: string, parent: string][] {
  return Object.entries(FOLDERS).filter(([, parent]) => existsSync(parent));
}

/** The placements to measure. */
export interface Measured {
  endpoint: string;
  placement: string;
  rounds: number;
}

export interface Beside {
  /** Milliseconds of each placement. */
  alone: number[];
  beside: number[];
  /** The other requests per second; 0 without any. */
  perSecond: number;
}

/** Measures placements alternately alone and beside the other requests. */
export function measureBeside(measured: Measured, sending: Sending): Promise<Beside> {
  const measure = (sender: Sender) => alternate(measured, (place) => sender.during(sending, place));
  return withSender(measure, YIELDING);
}

/**
 * Measures placements alternately alone and beside loops that compute nothing, one for each processor. They have the
 * priority of reports, so no report can disturb placements less.
 */
export async function measureBesideLoops(measured: Measured): Promise<Beside> {
  const loops = cpus().map(() => spawn("nice", ["-n", String(NICE), process.execPath, "-e", "for (;;);"]));
  const signal = (name: NodeJS.Signals) => {
    for (const loop of loops) loop.kill(name);
  };
  try {
    await Promise.all(loops.map((loop) => once(loop, "spawn")));
    signal("SIGSTOP");
    return await alternate(measured, async (place) => {
      signal("SIGCONT");
      const result = await place();
      signal("SIGSTOP");
      return { result, answered: 0 };
    });
  } finally {
    signal("SIGKILL");
  }
}

/** Resolves with the times of placements beside other work, and the number of requests that it answered. */
type During = (place: () => Promise<Times>) => Promise<{ result: Times; answered: number }>;
type Times = Iterable<number>;

async function alternate({ endpoint, placement, rounds }: Measured, during: During): Promise<Beside> {
  const options = { url: endpoint, bodies: [placement], connections: 16, seconds: SECONDS };
  const place = async () => (await load({ ...options, rate: PLACEMENTS_PER_SECOND })).latencies;
  const yieldAgain = goBeforeOthers();
  try {
    const measured: Beside = { alone: [], beside: [], perSecond: 0 };
    await place();
    await during(place);
    for (let round = 0; round < rounds; round++) {
      measured.alone.push(...(await place()));
      const { result, answered } = await during(place);
      measured.beside.push(...result);
      measured.perSecond += answered / rounds / SECONDS;
      // The service may still work on what it has received.
      await load({ ...options, connections: 1, seconds: SETTLING });
    }
    return measured;
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
