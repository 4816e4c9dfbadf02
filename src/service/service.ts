/**
 * The running service: its parts put together, started and stopped.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { Reloading } from "./catalogue/catalogueSource.ts";
import { CurrentCatalogue } from "./catalogue/currentCatalogue.ts";
import { type Handlers, listenForCommands } from "./control/commandSocket.ts";
import { recallDelivered } from "./delivery/recallDelivered.ts";
import { type Engines, listCreativeFolders, openEngines } from "./engines.ts";
import { createAccessLog } from "./http/accessLog.ts";
import { Admission } from "./http/admission.ts";
import { createApp } from "./http/app.ts";
import { readCaller } from "./http/caller.ts";
import { createProxyWarning, findClientAddress } from "./http/client.ts";
import { closeServer, listen } from "./http/listen.ts";
import { PlacementRoute } from "./http/placementRoute.ts";
import { reportException } from "./http/respond.ts";
import { createHttpServer } from "./http/server.ts";
import { TrackingRoute } from "./http/trackingRoute.ts";
import { serveRequest } from "./import/requests.ts";
import { Management } from "./management/management.ts";
import { type AddressMatcher, matchNetworks } from "./net/address.ts";
import { type Locate, openGeoDatabase } from "./net/geo.ts";
import { openApi } from "./openapi/document.ts";
import { Placement } from "./placement/placement.ts";
import type { Settings } from "./settings.ts";
import { deriveKey } from "./signing/secret.ts";
import { createTokens } from "./signing/token.ts";
import { Reports } from "./statistics/reports.ts";
import type { LocalStore } from "./store/duckdb.ts";
import type { EventStore } from "./store/store.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { createMetrics, type Metrics } from "./telemetry/metrics.ts";
import { openTraces, type Traces } from "./telemetry/traces.ts";
import { Tracking } from "./tracking/tracking.ts";
import { type Clock, systemClock } from "./values/clock.ts";
import { DAY_MS } from "./values/day.ts";
import { seededRandom } from "./values/random.ts";

export interface Service {
  /** Where it listens: `http://127.0.0.1:8080`. */
  address: string;
  store: EventStore;
  /** The same when the events are on this machine alone. */
  local: LocalStore | undefined;
  /** Finishes the requests in flight, refuses new ones, closes the store. Called again, it is the same stop. */
  stop(): Promise<void>;
  /** Reads the catalogue again. */
  reload(): Promise<void>;
}

/** Rejects with an error whose message says in one line what keeps the service from starting. */
export async function startService(settings: Settings, clock: Clock = systemClock): Promise<Service> {
  const { log, countDropped, flush } = createLog(settings.logLevel);
  process.once("exit", flush);
  const locate = openGeoDatabase(settings.cityDatabase);
  const engines = await openEngines({ settings, clock, log });
  try {
    return await run({ settings, clock, log, countDropped, locate, ...engines });
  } catch (error) {
    await engines.close();
    throw error;
  }
}

interface Opened extends Engines {
  settings: Settings;
  clock: Clock;
  log: Logger;
  countDropped: Log["countDropped"];
  locate: Locate;
}

/** The deciding half: what placements and tracked fetches change and read. */
interface Delivery {
  current: CurrentCatalogue;
  placement: Placement;
  tracking: Tracking;
}

/** How far a stop has come. */
interface Phase {
  /** A stop has begun. */
  isClosing: boolean;
  /** New requests are refused. */
  isRefusing: boolean;
}

/** All that answers requests. */
interface Parts extends Opened, Delivery {
  trusted: AddressMatcher;
  management: Management;
  metrics: Metrics;
  reports: Reports;
  traces: Traces | undefined;
  phase: Phase;
}

async function run(opened: Opened): Promise<Service> {
  const { settings, store, local, log, epoch } = opened;
  const parts = await createParts(opened);
  const server = createServer(parts);
  const address = await listen(server, settings);
  const imports = new AbortController();
  const control = await listenForCommands(settings.data, createCommands(parts, imports.signal));
  const reloading = watchCatalogue(parts);
  const retention = local && keepMonths(local, parts);
  log.info({ address, epoch }, "listening");
  const stop = async () => {
    parts.phase.isClosing = true;
    clearInterval(retention);
    // Balancers look at readiness, and send nothing more before the first request is refused.
    await delay(settings.drainDelay);
    parts.phase.isRefusing = true;
    imports.abort(new Error("The service stops, and nothing was imported. Try again once it runs."));
    await control.close();
    await reloading.close();
    await closeServer(server, settings.stopAfter);
    await opened.close();
    await parts.reports.close();
    await parts.traces?.close().catch((error) => log.warn({ err: error }, "traces not sent"));
    log.info("stopped");
  };
  let stopped: Promise<void> | undefined;
  return {
    ...{ address, store, local },
    reload: () => reloading.reload(),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function createParts(opened: Opened): Promise<Parts> {
  const { settings, store } = opened;
  const reports = new Reports(store, settings, (result, seconds) => metrics.countReport(result, seconds));
  const metrics = createMetrics({
    store: () => store.status(),
    reports: () => reports.load,
    droppedLines: opened.countDropped,
    redis: opened.redisStatus,
    clickHouse: opened.clickHouseStatus,
  });
  const delivery = createDelivery(opened);
  const trusted = matchNetworks(settings.trustedProxies);
  const traces = settings.traces === undefined ? undefined : await openTraces(settings.traces);
  return {
    ...{ ...opened, ...delivery, trusted, metrics, reports, traces },
    management: createManagement(opened, delivery, trusted),
    phase: { isClosing: false, isRefusing: false },
  };
}

function createManagement(opened: Opened, delivery: Delivery, trusted: AddressMatcher): Management {
  const { settings, clock, editor, changes, images, store } = opened;
  const { now } = clock;
  const findCaller = (request: IncomingMessage) =>
    readCaller(request, findClientAddress(request, trusted), { trusted, origin: settings.origin });
  return new Management({
    ...{ editor, changes, images, now, facts: store, creatives: listCreativeFolders(settings) },
    replace: (catalogue) => replaceCatalogue(delivery, catalogue, now()),
    explain: (request, incoming, country) =>
      delivery.placement.explain(request, findCaller(incoming), now(), country),
    catalogue: () => delivery.current.catalogue,
  });
}

function replaceCatalogue({ current, placement }: Delivery, catalogue: Catalogue, now: number): void {
  current.replace(catalogue, now);
  placement.setCatalogue(catalogue, now);
}

function watchCatalogue(parts: Parts): Reloading {
  const { source, metrics, clock, log } = parts;
  return source.watch(({ catalogue, error }) => {
    if (catalogue) replaceCatalogue(parts, catalogue, clock.now());
    metrics.countReload(catalogue ? "used" : "refused");
    if (error)
      log.error(
        { file: source.name, problems: error.problems },
        "catalogue not reloaded; the one in use stays",
      );
    else log.info({ file: source.name }, "catalogue reloaded");
  });
}

/** What commands on this machine may ask for. `stopping` ends imports. */
function createCommands({ local, clock, settings, current }: Parts, stopping: AbortSignal): Handlers {
  return {
    backup: (body) => requireLocal(local).backUp((body as { path: string }).path),
    delivered: () => recallDelivered(requireLocal(local), clock.now(), settings.reservationLife),
    imports: (body) => serveRequest(requireLocal(local), body, current.catalogue, stopping),
  };
}

function createDelivery(opened: Opened): Delivery {
  const { settings, clock, catalogue, locate, epoch, budgets, frequencyCaps, secret } = opened;
  const { trackingLife, publisherShare, seed } = settings;
  const now = clock.now();
  const current = new CurrentCatalogue(catalogue, trackingLife);
  const tokens = createTokens(deriveKey(secret, "tracking"), trackingLife);
  const random = seed === undefined ? Math.random : seededRandom(seed);
  const shared = { budgets, frequencyCaps, tokens };
  const placementParts = { ...shared, epoch, locate, random };
  return {
    current,
    placement: new Placement(placementParts, catalogue, now),
    tracking: new Tracking({ ...shared, catalogue: current, publisherShare }),
  };
}

function createServer(parts: Parts): Server {
  const { settings, clock, log, store, metrics, placement, tracking, limits, deduplication } = parts;
  const { trusted, phase, traces } = parts;
  const { now, elapsed } = clock;
  const isClosing = () => phase.isClosing;
  const warnOfProxy = createProxyWarning(log, trusted);
  const findAddress = (request: IncomingMessage) => {
    warnOfProxy(request);
    return findClientAddress(request, trusted);
  };
  const app = createOtherRoutes(parts, findAddress);
  const placementRoute = new PlacementRoute({
    ...{ settings, placement, store, metrics, now },
    isStopping: () => phase.isRefusing,
    admission: new Admission(settings, limits.ip, elapsed),
    readCaller: (request) => readCaller(request, findAddress(request), { trusted, origin: settings.origin }),
  });
  const trackingRoute = new TrackingRoute({ tracking, deduplication, store, metrics, now, findAddress });
  return createHttpServer({
    ...{ metrics, log, isClosing, requestTimeout: settings.requestTimeout },
    onAnswer: createAccessLog({ accessLog: settings.accessLog, log, traces, now, findAddress }),
    handlePlacement: (request) => placementRoute.handle(request),
    handleTracking: (kind, token, request) => trackingRoute.handle(kind, token, request),
    // Health checks by HTTP/1.0, such as those of older balancers, name no host.
    handleOther: getRequestListener(app.fetch, { hostname: "localhost" }),
  });
}

/** All routes but those of placement and tracking. */
function createOtherRoutes(parts: Parts, findAddress: (request: IncomingMessage) => string) {
  const { settings, clock, log, store, metrics, management, reports, secret, limits, phase } = parts;
  const report = (route: string) => (error: unknown, response: ServerResponse) =>
    reportException({ log, metrics }, route, error, response);
  return createApp({
    ...{ store, metrics, management, reportException: report("other") },
    isClosing: () => phase.isClosing,
    metricsToken: settings.metricsToken,
    files: { ...settings, images: parts.images },
    statistics: {
      ...{ reports, limits, log, now: clock.now, findAddress, openApi },
      ...{ shares: parts.shares, failures: parts.failures },
      ...{ maxBody: settings.maxBody, maxImage: settings.maxImage },
      catalogue: () => parts.current.catalogue,
      loginKey: deriveKey(secret, "statistics tokens"),
      shareKey: deriveKey(secret, "shared links"),
      countSignIn: metrics.countSignIn,
      reportException: report("statistics"),
    },
  });
}

/** Events in ClickHouse are copied by its own means, and imports are for the one machine that has them all. */
function requireLocal(local: LocalStore | undefined): LocalStore {
  if (local) return local;
  throw new Error("The events of this service are in ClickHouse; this command is for those of one machine.");
}

/** Sums up earlier months now and every day. */
function keepMonths(store: LocalStore, { settings, current, log }: Parts): NodeJS.Timeout | undefined {
  const months = settings.keepMonths;
  if (months === 0) return undefined;
  // Reports are by the days of their accounts.
  const listTimezones = () => ["UTC", ...current.catalogue.data.accounts.map(({ timezone }) => timezone)];
  const forget = () =>
    store
      .forgetMonthsBefore(months, listTimezones())
      .catch((error) => log.error({ err: error }, "earlier months not summed up"));
  void forget();
  return setInterval(forget, DAY_MS).unref();
}
