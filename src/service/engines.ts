/**
 * The engines behind the service's ports: events, limits, deduplication, budgets, frequency caps, the catalogue, the
 * secret. Which ones they are, the settings say; nothing else asks.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { CatalogueSource } from "./catalogue/catalogueSource.ts";
import { createFileSource } from "./catalogue/fileReload.ts";
import type { Budgets } from "./delivery/budgets.ts";
import type { FrequencyCaps } from "./delivery/frequency.ts";
import { LocalBudgets } from "./delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "./delivery/localFrequency.ts";
import { recallDelivered, recallFrequency } from "./delivery/recallDelivered.ts";
import { AuditLog, type ChangeLog } from "./management/auditLog.ts";
import { type CatalogueEditor, CatalogueFile, restoreFile } from "./management/catalogueFile.ts";
import { ImageFolder, type Images } from "./management/images.ts";
import { matchNetworks } from "./net/address.ts";
import { createLimits, type Limits } from "./net/rateLimiter.ts";
import { type RedisStatus, SharedState } from "./redis/openRedis.ts";
import type { Settings } from "./settings.ts";
import { loadSecret } from "./signing/secret.ts";
import { type FailedSignIns, LocalFailedSignIns } from "./statistics/failedSignIns.ts";
import { SHARES_FILE, ShareFile } from "./statistics/shareFile.ts";
import type { ShareStore } from "./statistics/shareStore.ts";
import { type ClickHouseStore, openClickHouseStore } from "./store/clickhouse/store.ts";
import type { Deduplication } from "./store/deduplication.ts";
import type { Delivered } from "./store/delivered.ts";
import { type LocalStore, openStore } from "./store/duckdb.ts";
import type { EventDeduplication, EventStore } from "./store/store.ts";
import type { Clock } from "./values/clock.ts";
import { DAY_MS } from "./values/day.ts";

export interface Engines {
  /** The one in use at the start. */
  catalogue: Catalogue;
  source: CatalogueSource;
  editor: CatalogueEditor;
  images: Images;
  changes: ChangeLog;
  shares: ShareStore;
  failures: FailedSignIns;
  store: EventStore;
  /** The same when the events are on this machine alone: its facts can be imported, copied and forgotten. */
  local?: LocalStore;
  /** Number of this start among all that share events; decisions are numbered within it. */
  epoch: number;
  deduplication: EventDeduplication;
  budgets: Budgets;
  frequencyCaps: FrequencyCaps;
  limits: Limits;
  secret: Buffer;
  /** Of what several nodes share; absent when this is the only one. */
  redisStatus?: () => RedisStatus;
  /** Of the ClickHouse that has the events; absent when they stay here. */
  clickHouseStatus?: () => ClickHouseStatus;
  /** To be called when nothing uses them any more. */
  close(): Promise<void>;
}

/** unfitSums: hours and days whose sums do not fit their columns. */
export interface ClickHouseStatus {
  isAway: boolean;
  unfitSums: number;
}

export interface EngineParts {
  settings: Settings;
  clock: Clock;
  log: Logger;
}

/** Rejects with an error whose message says in one line what keeps the service from starting. */
export async function openEngines(parts: EngineParts): Promise<Engines> {
  const { redis, clickhouse } = parts.settings;
  if (redis !== undefined) return openShared(parts, redis);
  if (clickhouse === undefined) return openOwn(parts);
  throw new Error("--clickhouse needs --redis: nodes whose events are in one place share what counts once.");
}

/** Of one process on one folder. */
async function openOwn(parts: EngineParts): Promise<Engines> {
  const { settings, clock } = parts;
  const { data, catalogue: file, reservationLife } = settings;
  await restoreFile(file);
  const source = createFileSource(file, listCreativeFolders(settings));
  const catalogue = await source.load();
  const store = await openEventStore(parts);
  try {
    const now = clock.now();
    const budgets = new LocalBudgets(reservationLife, clock.elapsed);
    budgets.recall(await recallDelivered(store, now, reservationLife), now);
    const frequencyCaps = new LocalFrequencyCaps();
    await recallFrequency(store, frequencyCaps, catalogue, now);
    const changes = await AuditLog.open(join(data, AUDIT_FILE), file);
    return {
      ...{ catalogue, source, store, local: store, budgets, frequencyCaps },
      epoch: store.epoch,
      deduplication: store.deduplication,
      ...{ editor: new CatalogueFile(file, changes), changes },
      images: new ImageFolder(findUploads(settings)),
      shares: new ShareFile(join(data, SHARES_FILE)),
      failures: new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys: settings.limitKeys }),
      limits: createLimits(settings, clock.elapsed, matchNetworks(settings.unlimitedAddresses)),
      secret: await loadSecret(data),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Of several nodes. */
async function openShared(parts: EngineParts, url: string): Promise<Engines> {
  const { settings, clock, log } = parts;
  const { data, catalogue: file, trackingLife, reservationLife } = settings;
  const shared = await SharedState.open({
    ...{ url, timeout: settings.redisTimeout, folder: data, trackingLife, reservationLife, clock, log },
  });
  let events: SharedEvents | undefined;
  const close = async () => {
    await shared.close();
    await events?.store.close();
  };
  try {
    const { catalogue: source, ...managed } = await shared.openManaged({
      ...{ file, creatives: listCreativeFolders(settings), uploads: findUploads(settings) },
      ...{ changes: new AuditLog(join(data, AUDIT_FILE)), maxKeys: settings.limitKeys },
    });
    const catalogue = await source.load();
    events = await openSharedEvents(parts, shared);
    const { counted, readDelivered, ...stores } = events;
    await shared.bringDelivered(readDelivered);
    if (events.local) await recallFrequency(events.local, shared.ownFrequencyCaps, catalogue, clock.now());
    const { epoch, secret, budgets, frequencyCaps, makeLimiter } = shared;
    const isUnlimited = matchNetworks(settings.unlimitedAddresses);
    const deduplication = await shared.shareDeduplication(counted);
    shared.startServing();
    return {
      ...{
        catalogue,
        source,
        editor: source,
        ...managed,
        ...stores,
        epoch,
        secret,
        budgets,
        frequencyCaps,
        close,
      },
      deduplication,
      limits: createLimits(settings, clock.elapsed, isUnlimited, makeLimiter),
      redisStatus: () => shared.status,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const AUDIT_FILE = "changes.jsonl";

/** What a node's events are kept in, and which keys it counted itself. */
interface SharedEvents extends Pick<Engines, "store" | "local" | "clickHouseStatus"> {
  counted: Deduplication;
  /** What was delivered so far. */
  readDelivered: () => Promise<readonly Delivered[]>;
}

/** How often a ClickHouse that does not answer is asked again what was delivered. */
const ASK_EVERY_MS = 1000;

/** Each node keeps its events, or sends them to ClickHouse. */
async function openSharedEvents(parts: EngineParts, shared: SharedState): Promise<SharedEvents> {
  const { settings, clock } = parts;
  if (settings.clickhouse === undefined) {
    const local = await openEventStore(parts, shared.epoch);
    const readDelivered = () => recallDelivered(local, clock.now(), settings.reservationLife);
    return { store: local, local, counted: local.deduplication, readDelivered };
  }
  const store = await openSentEvents(parts, settings.clickhouse, shared.epoch);
  shared.rebuildFrom((now) => store.readDelivered(now));
  const readDelivered = async (): Promise<readonly Delivered[]> => {
    for (;;) {
      const delivered = await store.readDelivered(clock.now());
      if (delivered) return delivered;
      await delay(ASK_EVERY_MS);
    }
  };
  const clickHouseStatus = () => ({ isAway: store.isAway, unfitSums: store.unfitSums });
  return { store, counted: store.deduplication, readDelivered, clickHouseStatus };
}

function openSentEvents(
  { settings, clock, log }: EngineParts,
  url: string,
  epoch: number,
): Promise<ClickHouseStore> {
  return openClickHouseStore({
    ...{ url, folder: settings.data, epoch, keysKeptMs: settings.trackingLife, clock },
    maxJournal: settings.maxJournal,
    keepEventsMs: settings.keepEvents * DAY_MS,
    onSetAside: (notice) => log.error(notice, "data set aside"),
    onShipping: (problem) =>
      problem
        ? log.error({ err: problem }, "events wait for ClickHouse")
        : log.info("events are sent to ClickHouse again"),
    onSummingUp: (problem) =>
      problem
        ? log.error({ err: problem }, "hours are not summed up in ClickHouse")
        : log.info("hours are summed up in ClickHouse again"),
    onUnfit: (notice) => log.error(notice, "sums do not fit their columns; reports read the events"),
  });
}

function openEventStore({ settings, clock, log }: EngineParts, epoch?: number): Promise<LocalStore> {
  return openStore({
    ...{ folder: settings.data, keysKeptMs: settings.trackingLife, clock, epoch },
    ...{ memory: settings.storeMemory, threads: settings.storeThreads, isApart: true },
    onEnded: () => log.error("the database's process ended; another is started"),
    onSetAside: (notice) => log.error(notice, "data set aside"),
  });
}

/** Where uploaded images are kept. */
export function findUploads({ data }: Settings): string {
  return join(data, "creatives");
}

/** Where images of the service's own may be; none when it serves no folder, so that nobody knows. */
export function listCreativeFolders(settings: Settings): string[] {
  if (settings.creatives === undefined) return [];
  if (!statSync(settings.creatives, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder of creatives ${settings.creatives}.`);
  return [findUploads(settings), settings.creatives];
}
