/**
 * Kills the service at random moments under load and compares the clients' acknowledged events with the stored ones.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningService, startService } from "../../../e2e/support/service.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import { openLink } from "../../support/openLink.ts";
import { aCampaign, aCatalogueObject } from "./catalogue.ts";

export interface LedgerOptions {
  rounds: number;
  seed: number;
  /** Called after every round. */
  onRound?: (round: number) => void;
}

/** Counts of placements, impressions and clicks must be above zero, all others zero. */
export interface LedgerReport {
  placements: number;
  impressions: number;
  clicks: number;
  lost: number;
  countedTwice: number;
  /** Stored events that no client sent. */
  invented: number;
}

/** Paths of events that clients sent, with their answers. */
interface Ledger {
  sentZones: number;
  acknowledgedZones: number;
  sent: Set<string>;
  acknowledged: Set<string>;
  /** Number of repeated answers "counted" for one path. */
  twice: number;
}

const CLIENTS = 12;
const ZONES = 3;
/** Maximum acknowledged answers before the service is killed. */
const LONGEST = 400;

export async function runLedger({ rounds, seed, onRound }: LedgerOptions): Promise<LedgerReport> {
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), "zonetag-ledger-"));
  const data = join(folder, randomUUID());
  const ledger: Ledger = {
    sentZones: 0,
    acknowledgedZones: 0,
    sent: new Set(),
    acknowledged: new Set(),
    twice: 0,
  };
  try {
    for (let round = 0; round < rounds; round++) {
      await playRound(data, ledger, random);
      onRound?.(round);
    }
    return await compare(data, ledger);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function playRound(data: string, ledger: Ledger, random: () => number): Promise<void> {
  const catalogue = aCatalogueObject({ campaigns: [1, 2, 3].map((id) => aCampaign({ id })) });
  const service = await startService({
    catalogue,
    data,
    args: ["--limit-ip", "0", "--click-limits", "0", "--log-level", "silent"],
  });
  let left = Math.ceil(random() * LONGEST);
  const acknowledge = () => {
    left -= 1;
    if (left === 0) service.process.kill("SIGKILL");
  };
  await retry(service, ledger, acknowledge);
  await Promise.all(Array.from({ length: CLIENTS }, () => visit(service, ledger, random, acknowledge)));
  await service.stop("SIGKILL");
}

/** Repeats all unanswered requests and the last five answered ones, which must not count twice. */
async function retry(service: RunningService, ledger: Ledger, acknowledge: () => void): Promise<void> {
  const open = [...ledger.sent].filter((path) => !ledger.acknowledged.has(path));
  const done = [...ledger.acknowledged].slice(-5);
  for (const path of [...open, ...done]) await fetchEvent(service, path, ledger, acknowledge);
}

/** Requests placements and their events until the service is killed. */
async function visit(
  service: RunningService,
  ledger: Ledger,
  random: () => number,
  acknowledge: () => void,
): Promise<void> {
  for (;;) {
    ledger.sentZones += ZONES;
    const banners = await place(service).catch(() => undefined);
    if (!banners) return;
    ledger.acknowledgedZones += ZONES;
    acknowledge();
    for (const path of banners) {
      if (random() < 0.3) continue;
      if (!(await fetchEvent(service, path, ledger, acknowledge))) return;
    }
  }
}

/** Requests a placement. Resolves with the paths of impressions and clicks. */
async function place(service: RunningService): Promise<string[]> {
  const zones = Array.from({ length: ZONES }, (_, at) => ({ id: at + 1 }));
  const body = JSON.stringify({ user: { ip: "127.0.0.1" }, zones });
  const response = await fetch(service.endpoint, { method: "POST", body });
  const answer = (await response.json()) as { zones: { data: { impression: string; url: string } }[] };
  return answer.zones.flatMap(({ data }) => [new URL(data.impression).pathname, new URL(data.url).pathname]);
}

/** Fetches a tracking URL. Resolves with false if the service was killed. */
async function fetchEvent(
  service: RunningService,
  path: string,
  ledger: Ledger,
  acknowledge: () => void,
): Promise<boolean> {
  ledger.sent.add(path);
  try {
    const response = await openLink(service.origin + path);
    const outcome = response.headers.get("x-event");
    if (outcome === "counted" && ledger.acknowledged.has(path)) ledger.twice += 1;
    if (outcome === "counted" || outcome === "repeated") {
      ledger.acknowledged.add(path);
      acknowledge();
    }
    return true;
  } catch {
    return false;
  }
}

async function compare(data: string, ledger: Ledger): Promise<LedgerReport> {
  const store = await openStore({ folder: data });
  try {
    const [sums] = await store.query<Record<"zones" | "impressions" | "clicks", bigint>>(
      "SELECT sum(ad_requests) AS zones, sum(impressions) AS impressions, sum(clicks) AS clicks FROM facts",
    );
    const keys = await store.query<{ epoch: number; number: bigint; kind: number }>(
      "SELECT epoch, number, kind FROM deduplication_keys",
    );
    const kept = new Set(
      keys.map(({ epoch, number, kind }) => `${kind === 1 ? "i" : "c"} ${epoch}.${number}`),
    );
    const told = [...new Set([...ledger.acknowledged].flatMap(listEvents))];
    const sent = new Set([...ledger.sent].flatMap(listEvents));
    const counted = (kind: string) => [...kept].filter((id) => id.startsWith(kind)).length;
    const { zones = 0n, impressions = 0n, clicks = 0n } = sums ?? {};
    const surplus = Number(impressions) - counted("i") + Number(clicks) - counted("c");
    return {
      placements: ledger.acknowledgedZones / ZONES,
      impressions: told.filter((id) => id.startsWith("i")).length,
      clicks: told.filter((id) => id.startsWith("c")).length,
      lost: told.filter((id) => !kept.has(id)).length + Math.max(0, ledger.acknowledgedZones - Number(zones)),
      countedTwice: ledger.twice + keys.length - kept.size + Math.abs(surplus),
      invented:
        [...kept].filter((id) => !sent.has(id)).length + Math.max(0, Number(zones) - ledger.sentZones),
    };
  } finally {
    await store.close();
  }
}

/**
 * Lists the events of a tracking URL: for `/i/PLACE.4.EPOCH.NUMBER.…` the impression `i EPOCH.(NUMBER + PLACE)`, for a
 * click also its impression.
 */
function listEvents(path: string): string[] {
  const [, kind, token = ""] = path.split("/");
  const [place, , epoch, number] = token.split(".");
  const decision = `${epoch}.${Number(number) + Number(place)}`;
  return kind === "c" ? [`c ${decision}`, `i ${decision}`] : [`i ${decision}`];
}
