/**
 * Kills or freezes nodes, Redis and ClickHouse, cuts their answers and sets clocks at random under load: every node
 * reports each acknowledged event once, no cap or rate limit is exceeded, and afterwards the cap is reached. Longer run:
 * `npm run test:all -- --only cluster --rounds 100`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { connect } from "../../src/service/clickhouse/clickhouse.ts";
import { seededRandom } from "../../src/service/placement/random.ts";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { startLossyProxy } from "../service/support/lossyProxy.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { makeFolder } from "../support/folder.ts";
import { listEvents, ServiceCluster } from "./cluster.ts";
import { missing, openDatabase, type TestDatabase } from "./support/clickhouse.ts";
import { type Clock, canSetClocks, createClock } from "./support/clocks.ts";
import { readMetrics, waitForMetric } from "./support/metrics.ts";
import { ACCOUNTS, readReport } from "./support/reports.ts";

const ROUNDS = Number(process.env.ZONETAG_CLUSTER_ROUNDS ?? 4);
const SEED = Number(process.env.ZONETAG_CLUSTER_SEED ?? 1);
const isLong = ROUNDS > 10;
const NODES = 3;
const CLIENTS = 6;
const VIEWS = 12;
const CAP = 40 * ROUNDS;
/** Maximum impressions of a lease, which a killed node does not return. */
const LEASE = 100;
const LIMIT = 30;
const WINDOW_MS = 2000;
const RESERVATION_MS = 3000;
/** Client timeout, since a frozen node does not answer. */
const PATIENCE_MS = 4000;
/** Share of answers that are lost while answers are cut. */
const LOST = 0.2;

requireRedis();
beforeEach(({ skip }) => {
  skip(missing !== undefined, missing);
  skip(process.env.ZONETAG_CLICKHOUSE !== undefined, "only an engine that the test started can be killed");
});

/** Answers that clients got for a tracking URL. */
interface Told {
  isAnswered: boolean;
  /** False while an address has only expired, because the clock of a node was wrong. */
  isCounted: boolean;
  counted: number;
}

/** Times of an accepted placement by the client's clock. */
interface Passed {
  sent: number;
  received: number;
}

class Clients {
  readonly told = new Map<string, Told>();
  readonly passed: Passed[] = [];
  sentPlacements = 0;
  acknowledgedPlacements = 0;
  readonly #cluster: ServiceCluster;
  readonly #random: () => number;
  #visitors = 0;

  constructor(cluster: ServiceCluster, random: () => number) {
    this.#cluster = cluster;
    this.#random = random;
  }

  /** Views pages, each from a new IP address. */
  async visit(): Promise<void> {
    for (let view = 0; view < VIEWS; view++) {
      const shown = await this.#place(this.#createAddress());
      if (!shown) continue;
      const clicks = this.#random() < 0.2;
      await this.fetch(shown.impression);
      if (clicks) await this.fetch(shown.click);
      // Repeats the request on another node.
      if (this.#random() < 0.3) await this.fetch(clicks ? shown.click : shown.impression);
    }
  }

  /** Exceeds the placement limit of one IP address until `signal` aborts. */
  async flood(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const sent = performance.now();
      const placed = await this.#place(FLOODING, () =>
        this.passed.push({ sent, received: performance.now() }),
      );
      if (placed) await this.fetch(placed.impression);
      await delay(5);
    }
  }

  /** Fetches a tracking URL. Resolves with whether any of its fetches got a result. */
  async fetch(path: string): Promise<boolean> {
    const told = this.told.get(path) ?? { isAnswered: false, isCounted: false, counted: 0 };
    this.told.set(path, told);
    const outcome = await this.#cluster.fetch(path, undefined, { timeout: PATIENCE_MS }).catch(() => "");
    if (outcome === "counted" || outcome === "unpaid") told.counted += 1;
    told.isCounted ||= ["counted", "unpaid", "repeated"].includes(outcome);
    told.isAnswered ||= told.isCounted || outcome === "expired";
    return told.isAnswered;
  }

  /** Counts the events of tracking URLs whose answers pass `counts`. */
  countEvents(counts: (told: Told) => boolean): { impressions: number; clicks: number } {
    const paths = [...this.told].flatMap(([path, told]) => (counts(told) ? [path] : []));
    const { impressions, clicks } = listEvents(paths);
    return { impressions: impressions.size, clicks: clicks.size };
  }

  async #place(address: string, onPassed = () => {}) {
    this.sentPlacements += 1;
    const options = { headers: { "x-forwarded-for": address }, timeout: PATIENCE_MS };
    const placed = await this.#cluster.place(undefined, {}, options).catch(() => undefined);
    if (placed?.status !== 200) return undefined;
    this.acknowledgedPlacements += 1;
    onPassed();
    return placed.shown;
  }

  #createAddress(): string {
    this.#visitors += 1;
    return `10.${this.#visitors >> 16}.${(this.#visitors >> 8) & 255}.${this.#visitors & 255}`;
  }
}

const FLOODING = "192.0.2.1";

interface Scene {
  cluster: ServiceCluster;
  engine: NonNullable<TestDatabase["engine"]>;
  clocks: Clock[];
  /** Servers whose answers are cut. */
  cut: Set<"Redis" | "ClickHouse">;
  random: () => number;
}

const chooseNode = ({ random }: Scene) => Math.floor(random() * NODES);
/** Covers the time until Redis counts as away, and until another node takes over a claim. */
const chooseTime = ({ random }: Scene) => 200 + Math.floor(random() * 2800);

/** A step of hours or days, forward or back; milliseconds. */
const chooseStep = ({ random }: Scene) => (random() - 0.5) * (random() < 0.5 ? 6 : 144) * 3_600_000;

async function setClock(clock: Clock | undefined, scene: Scene): Promise<void> {
  await clock?.set(chooseStep(scene));
  // The process notices within a second.
  await delay(1000 + chooseTime(scene));
  await clock?.set(0);
}

async function cutAnswers(server: "Redis" | "ClickHouse", scene: Scene): Promise<void> {
  scene.cut.add(server);
  await delay(chooseTime(scene));
  scene.cut.delete(server);
}

const FAULTS: Record<string, (scene: Scene) => Promise<void>> = {
  "a node is killed": async (scene) => {
    const node = chooseNode(scene);
    await scene.cluster.kill(node);
    // A start fails while Redis does not answer, and is repeated, as by systemd.
    await expect.poll(() => scene.cluster.restart(node).then(() => true), { timeout: 30_000 }).toBe(true);
  },
  "a node is frozen": async (scene) => {
    const node = scene.cluster.nodes[chooseNode(scene)];
    node?.process.kill("SIGSTOP");
    await delay(chooseTime(scene));
    node?.process.kill("SIGCONT");
  },
  "Redis is frozen": async (scene) => {
    scene.cluster.redis.freeze();
    await delay(chooseTime(scene));
    scene.cluster.redis.thaw();
  },
  "Redis is killed": async (scene) => {
    await scene.cluster.redis.kill();
    await delay(chooseTime(scene));
    await scene.cluster.redis.restart();
  },
  "ClickHouse is frozen": async (scene) => {
    scene.engine.freeze();
    await delay(chooseTime(scene));
    scene.engine.thaw();
  },
  "ClickHouse is killed": async ({ engine }) => {
    await engine.kill();
    await engine.start();
  },
  "answers of Redis are cut": (scene) => cutAnswers("Redis", scene),
  "answers of ClickHouse are cut": (scene) => cutAnswers("ClickHouse", scene),
  "the clock of a node is set": (scene) => setClock(scene.clocks[chooseNode(scene)], scene),
  "Redis loses its data": async ({ cluster }) => {
    await cluster.redis.send("FLUSHALL");
    // Nodes restore the data from ClickHouse after all reservations have lapsed.
    for (const node of cluster.nodes) {
      await expect.poll(() => readMetrics(node)).toContain("zonetag_redis_data_lost 1");
      await expect.poll(() => readMetrics(node), { timeout: 120_000 }).toContain("zonetag_redis_data_lost 0");
    }
  },
  nothing: async () => {},
};

/** Faults that are not combined with a second one. */
const ALONE = ["Redis loses its data", "nothing"];

function chooseFaults(random: () => number, round: number): string[] {
  const names = Object.keys(FAULTS).filter(
    (name) =>
      (isLong || name !== "Redis loses its data") && (canSetClocks || name !== "the clock of a node is set"),
  );
  // The first faults rotate, so that even a few rounds cover different ones.
  const first = names[(round + SEED - 1) % names.length] as string;
  const second = names[Math.floor(random() * names.length)] as string;
  const isRedisTwice = first.startsWith("Redis") || second.startsWith("Redis");
  const isAlone = [first, second].some((name) => ALONE.includes(name)) || isRedisTwice;
  const isSame = first.split(/ is | are /)[0] === second.split(/ is | are /)[0];
  return isAlone || isSame ? [first] : [first, second];
}

/** Counts the accepted requests of the busiest window, taking those that were both sent and answered within it. */
function countMostPassed(passed: readonly Passed[]): number {
  return Math.max(
    0,
    ...passed.map(
      ({ sent }) => passed.filter((one) => one.sent >= sent && one.received <= sent + WINDOW_MS).length,
    ),
  );
}

test("every node reports acknowledged events once although nodes, Redis and ClickHouse are killed or frozen", {
  timeout: ROUNDS * 60_000 + 120_000,
}, async () => {
  const folder = makeFolder();
  await using database = await openDatabase();
  const { engine } = database;
  if (!engine) return;
  const random = seededRandom(SEED);
  const cut: Scene["cut"] = new Set();
  const clocks = await Promise.all([0, 1, 2].map((node) => createClock(folder, `node-${node}`)));
  await using proxy = await startLossyProxy(database.url, () => cut.has("ClickHouse") && random() < LOST);
  const campaigns = [aCampaign({ id: 1, caps: { total: CAP } }), aCampaign({ id: 2, priority: -1 })];
  const cluster = await ServiceCluster.start({
    nodes: NODES,
    catalogue: { ...aCatalogueObject({ campaigns }), ...ACCOUNTS },
    redisTimeout: 300,
    redisFolder: folder,
    losesAnswer: () => cut.has("Redis") && random() < LOST,
    place: (node) => ({ through: clocks[node]?.through ?? [] }),
    args: [
      ...["--clickhouse", proxy.url, "--trusted-proxies", "127.0.0.1"],
      ...["--limit-ip", String(LIMIT), "--limit-window", String(WINDOW_MS), "--limit-user", "0"],
      ...["--limit-statistics-ip", "0", "--limit-statistics-user", "0", "--click-limits", "0"],
      ...["--reservation-life", String(RESERVATION_MS)],
    ],
  });
  const clients = new Clients(cluster, random);
  const scene = { cluster, engine, clocks, cut, random };
  let kills = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const names = chooseFaults(random, round);
      const calm = new AbortController();
      const flooding = clients.flood(calm.signal);
      const visits = Array.from({ length: CLIENTS }, () => clients.visit());
      await Promise.all([...visits, ...names.map((name) => FAULTS[name]?.(scene))]);
      if (names.includes("a node is killed")) kills += 1;
      calm.abort();
      await flooding;
      if (isLong) console.log(`round ${round + 1}: ${names.join(", ")}; ${clients.told.size} addresses`);
    }
    await waitForMetric(cluster, "zonetag_redis_away 0");
    // Repeats unanswered requests.
    for (const [path, { isAnswered }] of clients.told)
      if (!isAnswered) await expect.poll(() => clients.fetch(path)).toBe(true);
    // Visitors come until the cap is reached, except for the leases of killed nodes.
    const readPaid = () => countPaid(database.url);
    const visit = () => Promise.all(Array.from({ length: CLIENTS }, () => clients.visit()));
    await expect
      .poll(() => visit().then(readPaid), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(CAP - kills * LEASE);
    await visit();
    const told = [...clients.told.values()];
    const counted = clients.countEvents(({ isCounted }) => isCounted);
    const all = clients.countEvents(() => true);
    const { sentPlacements, acknowledgedPlacements } = clients;
    const compare = async (at: number) => {
      const report = await readReport(cluster, at);
      return {
        impressions: [counted.impressions, report?.impressions, all.impressions],
        clicks: [counted.clicks, report?.clicks, all.clicks],
        requests: [acknowledgedPlacements, report?.ad_requests, sentPlacements],
      };
    };
    for (const at of cluster.nodes.keys())
      await expect.poll(() => compare(at), { timeout: 20_000 }).toSatisfy(isAllBetween);
    const reports = await Promise.all(cluster.nodes.map((_, at) => readReport(cluster, at)));
    expect(new Set(reports.map((report) => JSON.stringify(report))).size).toBe(1);
    const paid = await readPaid();
    const most = countMostPassed(clients.passed);
    const counts = {
      seed: SEED,
      rounds: ROUNDS,
      kills,
      paid: [CAP - kills * LEASE, paid, CAP],
      ...(await compare(0)),
      most,
      toldTwice: told.filter((each) => each.counted > 1).length,
    };
    // Read by bench/moneyUnderFaults.ts.
    if (isLong) console.log(JSON.stringify(counts));
    expect(counted.impressions).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(CAP);
    expect(most).toBeLessThanOrEqual(NODES * LIMIT);
  } finally {
    engine.thaw();
    for (const node of cluster.nodes) node.process.kill("SIGCONT");
    await cluster.stop();
  }
});

/** Whether each value is between the bounds beside it. */
function isAllBetween(values: Record<string, (number | undefined)[]>): boolean {
  return Object.values(values).every(
    ([least = Number.NaN, value = Number.NaN, most = Number.NaN]) => least <= value && value <= most,
  );
}

async function countPaid(url: string): Promise<number> {
  const clickhouse = connect({ url });
  const [row] = await clickhouse.query<{ paid: number }>(
    "SELECT toUInt32(count()) AS paid FROM events FINAL WHERE kind = 1 AND campaign_id = 1 AND cost > 0",
  );
  await clickhouse.close();
  return row?.paid ?? Number.NaN;
}
