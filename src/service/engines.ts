/**
 * Chooses the implementations of the service's ports by the settings: events, limits, deduplication, budgets, frequency
 * caps, catalogue and secret.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type FailedSignIns, LocalFailedSignIns } from "./accounts/failedSignIns.ts";
import { KNOWN_ADDRESSES_FILE, KnownAddresses } from "./accounts/knownAddresses.ts";
import { LAST_USES_FILE, type LastUses, LocalLastUses } from "./accounts/lastUses.ts";
import { LocalSentMarks, SENT_MAILS_FILE } from "./accounts/localSentMarks.ts";
import { LocalSessions, SESSIONS_FILE } from "./accounts/localSessions.ts";
import { IDS_FILE, RecordFile, SHARES_FILE, VIEWS_FILE } from "./accounts/recordFile.ts";
import type { RecordStore } from "./accounts/recordStore.ts";
import type { ViewsRecord } from "./accounts/savedViews.ts";
import type { SessionStore } from "./accounts/sessions.ts";
import type { ShareStore } from "./accounts/shareStore.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { CatalogueSource } from "./catalogue/catalogueSource.ts";
import { openDeclaredCatalogue } from "./catalogue/declaredCatalogue.ts";
import type { HighestIdStore } from "./catalogue/highestIds.ts";
import { LiveCatalogue } from "./catalogue/liveCatalogue.ts";
import { hasLiveCatalogue, locateLiveCatalogue } from "./catalogue/logFiles.ts";
import { type ChangeLine, isSamePosition } from "./catalogue/logLine.ts";
import { NOTHING, type SharedLog } from "./catalogue/replicatedLog.ts";
import { type ClickHouseStore, openClickHouseStore } from "./clickhouse/clickhouseStore.ts";
import { describeDifference } from "./delivery/budgetClock.ts";
import type { Budgets } from "./delivery/budgets.ts";
import type { FrequencyCaps } from "./delivery/frequency.ts";
import { forgetNoted, ImportedDeliveries } from "./delivery/importedDeliveries.ts";
import { LocalBudgets } from "./delivery/localBudgets.ts";
import { LocalFrequencyCaps } from "./delivery/localFrequency.ts";
import { recallDelivered, recallFrequency } from "./delivery/recallDelivered.ts";
import { AMOUNTS_KEY } from "./delivery/reservedAmounts.ts";
import { type LocalStore, openStore } from "./duckdb/duckdbStore.ts";
import type { Delivered } from "./facts/delivered.ts";
import type { EventDeduplication, EventStore } from "./facts/eventStore.ts";
import type { GoalDeduplication } from "./journal/goalDeduplication.ts";
import type { Deduplication } from "./journal/localDeduplication.ts";
import { type MailClaim, type SentMarks, SINGLE_NODE } from "./mail/regularMails.ts";
import { type ChangeLog, FolderChanges } from "./management/changeLog.ts";
import { ImageFolder, type Images, UPLOADS } from "./management/images.ts";
import { SetupLinkFile, type SetupLinkStore } from "./management/setupLink.ts";
import { UploadFile } from "./management/uploads.ts";
import { matchNetworks } from "./net/address.ts";
import { createLimits, type Limits } from "./net/rateLimiter.ts";
import { passwordReader } from "./passwordFile.ts";
import { AuditFolder } from "./people/auditFolder.ts";
import { AuditLog } from "./people/auditLog.ts";
import { LivePeople } from "./people/livePeople.ts";
import { requireCatalogue } from "./people/takeSignIns.ts";
import { type RedisStatus, SharedState } from "./redis/openRedis.ts";
import type { Clock } from "./runtime/clock.ts";
import type { Settings } from "./settings.ts";
import { deriveKey, loadSecret } from "./signing/secret.ts";
import type { TestRecords } from "./tracking/conversionTests.ts";
import { LocalTestRecords } from "./tracking/localTestRecords.ts";
import { DAY_MS } from "./values/day.ts";

export interface Engines {
  /** Catalogue at the start. */
  catalogue: Catalogue;
  source: CatalogueSource;
  /** The live catalogue; undefined when a file owns the catalogue. */
  live: LiveCatalogue | undefined;
  /** Users and API tokens, with a live or a declared catalogue. */
  people: LivePeople;
  images: Images;
  changes: ChangeLog;
  audit: AuditLog;
  shares: ShareStore;
  views: RecordStore<ViewsRecord>;
  setupStore: SetupLinkStore;
  testRecords: TestRecords;
  mailClaim: MailClaim;
  sentMarks: SentMarks;
  lastUses: LastUses;
  sessions: SessionStore;
  failures: FailedSignIns;
  store: EventStore;
  /** The store, if events are only on this machine: its facts can be imported, copied and deleted. */
  local?: LocalStore;
  /** Number of this start, unique among all starts that share events. Decisions are numbered within an epoch. */
  epoch: number;
  deduplication: EventDeduplication;
  /** Deduplication of conversions. */
  goals: EventDeduplication;
  budgets: Budgets;
  /** Counts finished imports and removals towards budgets and caps. Never rejects. */
  countImported: () => Promise<void>;
  frequencyCaps: FrequencyCaps;
  limits: Limits;
  secret: Buffer;
  /** Status of Redis; absent on a single node. */
  redisStatus?: () => RedisStatus;
  /** Status of ClickHouse; absent when events stay on this machine. */
  clickHouseStatus?: () => ClickHouseStatus;
  /** Closes the engines. Must be called when nothing uses them any more. */
  close(): Promise<void>;
}

/** `unfitSums`: hours and days whose sums do not fit their columns. */
interface ClickHouseStatus {
  isAway: boolean;
  unfitSums: number;
}

/** Settings, clock and log of the service. */
export interface Startup {
  settings: Settings;
  clock: Clock;
  log: Logger;
}

/** Functions that close what was opened, in the order of closing. */
type Closers = (() => unknown)[];

/** Rejects with an error whose one-line message says why the service cannot start. */
export async function openEngines(startup: Startup): Promise<Engines> {
  const { redis, clickhouse } = startup.settings;
  if (redis === undefined && clickhouse !== undefined)
    throw new Error(
      "--clickhouse needs --redis: nodes that store events in ClickHouse share deduplication keys in Redis.",
    );
  const closers: Closers = [];
  const close = async () => {
    for (const each of closers) await each();
  };
  try {
    const engines =
      redis === undefined ? await openOwn(startup, closers) : await openShared(startup, redis, closers);
    return { ...engines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the engines of a single process with its own folder. */
async function openOwn(startup: Startup, closers: Closers): Promise<Omit<Engines, "close">> {
  const { settings, clock, log } = startup;
  const { data, reservationLife } = settings;
  const declared = await openDeclared(settings);
  await declared?.load();
  const store = await openEventStore(startup);
  closers.unshift(() => store.close());
  if (!declared) await requireCatalogue(data);
  const live = declared ? undefined : await openLive(startup);
  const auditFolder = openAuditFolder(startup);
  closers.unshift(() => auditFolder.close());
  const audit = new AuditLog({ store: auditFolder, now: clock.now, log });
  closers.unshift(() => audit.waitForWrites());
  const people = await openPeople(startup, audit);
  const source = live ?? (declared as CatalogueSource);
  const catalogue = await source.load();
  const now = clock.now();
  const secret = await loadSecret(data);
  const budgets = new LocalBudgets(
    reservationLife,
    clock.elapsed,
    deriveKey(secret, AMOUNTS_KEY),
    (change) =>
      log.warn(
        `The clock was set to ${describeDifference(change)} the time before. What was spent in the day before counts for the new one.`,
      ),
    clock.slept,
  );
  // All facts are in the budgets from the start.
  await forgetNoted(store);
  const imported = new ImportedDeliveries({ ...startup, store, budgets, now: clock.now });
  budgets.recall(await recallDelivered(store, { now, reservationLife, catalogue }), now);
  const frequencyCaps = new LocalFrequencyCaps({ reservationLife, elapsed: clock.elapsed });
  await recallFrequency(store, frequencyCaps, catalogue, now);
  const known = await openKnownAddresses(startup, secret);
  const lastUses = await openLastUses(startup);
  const sessions = await openSessions(startup);
  closers.unshift(
    () => imported.close(),
    () => known.waitForWrites(),
    () => lastUses.waitForWrites(),
    () => sessions.waitForWrites(),
  );
  return {
    lastUses,
    sessions,
    catalogue,
    source,
    store,
    local: store,
    budgets,
    countImported: () => imported.settle(),
    frequencyCaps,
    epoch: store.epoch,
    deduplication: store.deduplication,
    goals: store.goals,
    live,
    people,
    changes: new FolderChanges(data, live),
    audit,
    images: new ImageFolder(
      findUploads(settings),
      new UploadFile(join(data, UPLOADS_FILE), findUploadQuota(settings)),
    ),
    shares: await RecordFile.open(data, SHARES_FILE),
    views: await RecordFile.open(data, VIEWS_FILE),
    setupStore: new SetupLinkFile(join(data, "setup.json")),
    testRecords: new LocalTestRecords(),
    mailClaim: SINGLE_NODE,
    sentMarks: await LocalSentMarks.open({
      file: join(data, SENT_MAILS_FILE),
      onProblem: (error) => log.error({ err: error }, "marks of sent mails not read"),
    }),
    failures: new LocalFailedSignIns({ elapsed: clock.elapsed, maxKeys: settings.limitKeys, known }),
    limits: createLimits(settings, clock.elapsed, matchNetworks(settings.unlimitedAddresses)),
    secret,
  };
}

/** Opens the engines that several nodes share. */
async function openShared(startup: Startup, url: string, closers: Closers): Promise<Omit<Engines, "close">> {
  const { settings, clock, log } = startup;
  const { data, trackingLife, reservationLife } = settings;
  const declared = await openDeclared(settings);
  const shared = await SharedState.open({
    url,
    readPassword: passwordReader("redis", settings.redisPasswordFile),
    timeout: settings.redisTimeout,
    folder: data,
    trackingLife,
    reservationLife,
    clock,
    log,
  });
  closers.unshift(() => shared.close());
  const lastUses = await openLastUses(startup);
  closers.unshift(() => lastUses.waitForWrites());
  const known = await openKnownAddresses(startup, shared.secret);
  closers.unshift(() => known.waitForWrites());
  const { lines, ids, peopleLines, auditStore, ...managed } = await shared.openManaged({
    uploads: findUploads(settings),
    quota: findUploadQuota(settings),
    maxKeys: settings.limitKeys,
    known,
    lastUses,
  });
  if (declared) await lines.requireNone();
  await declared?.load();
  const { counted, countedGoals, recallGoals, readDelivered, ...events } = await openSharedEvents(
    startup,
    shared,
  );
  // After `shared`, which may be reading deliveries.
  closers.push(() => events.store.close());
  if (!declared && isSamePosition(await lines.readHead(), NOTHING)) await requireCatalogue(data);
  const live = declared ? undefined : await openLive(startup, [ids], lines);
  const audit = new AuditLog({ store: auditStore, now: clock.now, log });
  closers.unshift(() => audit.waitForWrites());
  const people = await openPeople(startup, audit, peopleLines);
  const source = live ?? (declared as CatalogueSource);
  const catalogue = await source.load();
  // Before Redis is marked as complete: a start that is killed here recalls the conversions again.
  const goals = await shared.shareGoals(countedGoals, recallGoals);
  await shared.bringDelivered(() => readDelivered(catalogue));
  const { local } = events;
  const imported =
    local && new ImportedDeliveries({ ...startup, store: local, budgets: shared.budgets, now: clock.now });
  closers.unshift(async () => imported?.close());
  const countImported = async () => imported?.settle();
  void countImported();
  if (local) await recallFrequency(local, shared.ownFrequencyCaps, catalogue, clock.now());
  const { epoch, secret, budgets, frequencyCaps, makeLimiter } = shared;
  const isUnlimited = matchNetworks(settings.unlimitedAddresses);
  const deduplication = await shared.shareDeduplication(counted);
  shared.startServing();
  return {
    catalogue,
    source,
    live,
    people,
    audit,
    changes: new FolderChanges(data, live, () => live?.refresh() ?? Promise.resolve()),
    ...managed,
    ...events,
    epoch,
    secret,
    budgets,
    countImported,
    frequencyCaps,
    deduplication,
    goals,
    limits: createLimits(settings, clock.elapsed, isUnlimited, makeLimiter),
    redisStatus: () => shared.status,
  };
}

/** Opens the catalogue of a file, if the settings name one. Rejects when the data folder has a live catalogue. */
async function openDeclared(settings: Settings): Promise<CatalogueSource | undefined> {
  const { catalogue: file, data } = settings;
  if (file === undefined) return undefined;
  if (await hasLiveCatalogue(data))
    throw new Error(
      `${data} has a live catalogue, which cannot be used together with --catalogue. To use the file from now on, run: zonetag-service catalogue export FILE --data ${data}; then remove ${locateLiveCatalogue(data)}.`,
    );
  return openDeclaredCatalogue(file, listCreativeFolders(settings));
}

/** Opens the live catalogue, whose files are protected by the store's lock. */
async function openLive(
  { settings, log }: Startup,
  sharedIds: readonly HighestIdStore[] = [],
  shared?: SharedLog,
): Promise<LiveCatalogue> {
  const { data, keepChanges } = settings;
  return LiveCatalogue.open({
    data,
    shared,
    creatives: listCreativeFolders(settings),
    ids: [await RecordFile.open(data, IDS_FILE), ...sharedIds],
    keepMs: keepChanges === 0 ? Number.POSITIVE_INFINITY : keepChanges * DAY_MS,
    onProblem: (error) =>
      log.error({ err: error }, "problem with the catalogue's files or with changes from other nodes"),
    onLost: ({ changes, folder }) =>
      log.error(
        { folder, changes: changes.map(describeLost) },
        "changes of this node are missing from the shared catalogue; make them again",
      ),
    onSetAside: (notice) => log.error(notice, "data set aside"),
  });
}

/**
 * Bytes of changes to people after which a snapshot replaces them. Small, because the changes contain data of former
 * users.
 */
const PEOPLE_BYTES = 64 * 1024;

function openPeople({ settings, log }: Startup, audit: AuditLog, shared?: SharedLog): Promise<LivePeople> {
  return LivePeople.open({
    data: settings.data,
    shared,
    audit,
    keepMs: 0,
    segmentBytes: PEOPLE_BYTES,
    onProblem: (error) =>
      log.error({ err: error }, "problem with the files of people or with changes from other nodes"),
    onLost: ({ changes, folder }) =>
      log.error(
        { folder, changes: changes.map(describeLost) },
        "changes of this node are missing from the shared list of people; make them again",
      ),
    onSetAside: (notice) => log.error(notice, "data set aside"),
  });
}

/** Describes a change for the log, with the names of its entries only. */
function describeLost({ sequence, time, account, request, put }: ChangeLine): object {
  return { sequence, time, account, request, entries: put.map(({ list, id }) => `${list} ${id}`) };
}

/** File with the bytes of images that each account uploaded. */
const UPLOADS_FILE = "uploads.json";

function openAuditFolder({ settings, clock, log }: Startup): AuditFolder {
  return new AuditFolder({
    data: settings.data,
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "old files of the audit log not deleted"),
  });
}

function openKnownAddresses({ settings, clock, log }: Startup, secret: Buffer): Promise<KnownAddresses> {
  return KnownAddresses.open({
    file: join(settings.data, KNOWN_ADDRESSES_FILE),
    key: deriveKey(secret, "addresses of sign-ins"),
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "sign-in addresses not stored"),
  });
}

function openLastUses({ settings, clock, log }: Startup): Promise<LocalLastUses> {
  return LocalLastUses.open({
    file: join(settings.data, LAST_USES_FILE),
    now: clock.now,
    onProblem: (error) =>
      log.error({ err: error }, "last uses of API tokens and last sign-ins not read or not stored"),
  });
}

function openSessions({ settings, clock, log }: Startup): Promise<LocalSessions> {
  return LocalSessions.open({
    file: join(settings.data, SESSIONS_FILE),
    now: clock.now,
    onProblem: (error) => log.error({ err: error }, "sessions not read"),
  });
}

/** Event store of a node, and the deduplication keys that this node counted itself. */
interface SharedEvents extends Pick<Engines, "store" | "local" | "clickHouseStatus"> {
  counted: Deduplication;
  countedGoals: GoalDeduplication;
  /**
   * Adds the conversions of all nodes to `countedGoals` and resolves with the new ones. Absent if no other node's events
   * can be read.
   */
  recallGoals?: () => Promise<GoalDeduplication>;
  /** Reads the deliveries so far. */
  readDelivered: (catalogue: Catalogue) => Promise<readonly Delivered[]>;
}

/** Interval between attempts to read from a ClickHouse that does not answer. */
const ASK_EVERY_MS = 1000;

/** Repeats a reading until ClickHouse answers. */
async function readUntilAnswered<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    await delay(ASK_EVERY_MS);
  }
}

/** Opens the event store of a node: its own, or ClickHouse. */
async function openSharedEvents(startup: Startup, shared: SharedState): Promise<SharedEvents> {
  const { settings, clock } = startup;
  if (settings.clickhouse === undefined) {
    const local = await openEventStore(startup, shared.epoch);
    const { reservationLife } = settings;
    const readDelivered = (catalogue: Catalogue) =>
      recallDelivered(local, { now: clock.now(), reservationLife, catalogue });
    return {
      store: local,
      local,
      counted: local.deduplication,
      countedGoals: local.goals,
      readDelivered,
    };
  }
  const store = await openSentEvents(startup, settings.clickhouse, shared);
  shared.rebuildFrom((now) => store.readDelivered(now));
  const clickHouseStatus = () => ({ isAway: store.isAway, unfitSums: store.unfitSums });
  return {
    store,
    counted: store.deduplication,
    countedGoals: store.goals,
    recallGoals: () => store.recallGoals(),
    readDelivered: () => readUntilAnswered(() => store.readDelivered(clock.now())),
    clickHouseStatus,
  };
}

function openSentEvents(
  { settings, clock, log }: Startup,
  url: string,
  shared: SharedState,
): Promise<ClickHouseStore> {
  return openClickHouseStore({
    url,
    folder: settings.data,
    epoch: shared.epoch,
    claimMaintenance: () => shared.claimMaintenance(),
    keysKeptMs: settings.trackingLife,
    clock,
    maxJournal: settings.maxJournal,
    keepEventsMs: settings.keepEvents * DAY_MS,
    onSetAside: (notice) => log.error(notice, "data set aside"),
    onShipping: (problem) =>
      problem
        ? log.error({ err: problem }, "events not sent to ClickHouse; they stay queued on disk")
        : log.info("events are sent to ClickHouse again"),
    onSummingUp: (problem) =>
      problem
        ? log.error({ err: problem }, "hours not summed up in ClickHouse")
        : log.info("hours are summed up in ClickHouse again"),
    onUnfit: (notice) => log.error(notice, "sums do not fit their columns; reports read the events"),
  });
}

function openEventStore({ settings, clock, log }: Startup, epoch?: number): Promise<LocalStore> {
  return openStore({
    folder: settings.data,
    keysKeptMs: settings.trackingLife,
    clock,
    epoch,
    memory: settings.storeMemory,
    threads: settings.storeThreads,
    isApart: true,
    silentMs: settings.reportTimeout,
    onEnded: () => log.error("the database process exited; restarting it"),
    onSetAside: (notice) => log.error(notice, "data set aside"),
  });
}

/** Returns the maximum bytes of images that an account can upload. */
function findUploadQuota({ maxUploads }: Settings): number {
  return maxUploads || Number.POSITIVE_INFINITY;
}

/** Finds the folder of uploaded images. */
function findUploads({ data }: Settings): string {
  return join(data, UPLOADS);
}

/** Lists the folders with images of the catalogue: the uploads, and `--creatives`. */
export function listCreativeFolders(settings: Settings): string[] {
  const { creatives } = settings;
  if (creatives === undefined) return [findUploads(settings)];
  if (!statSync(creatives, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`The creatives folder ${creatives} does not exist.`);
  return [findUploads(settings), creatives];
}
