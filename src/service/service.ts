/**
 * The running service: its parts put together, started and stopped.
 */
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import type { Catalogue, CatalogueError } from "./catalogue/catalogue.ts";
import type { Reloading } from "./catalogue/catalogueSource.ts";
import { CurrentCatalogue } from "./catalogue/currentCatalogue.ts";
import { listenForCommands } from "./control/control.ts";
import { recallDelivered } from "./delivery/recall.ts";
import { type Engines, listCreativeFolders, openEngines } from "./engines.ts";
import { Admission } from "./http/admission.ts";
import { createApp } from "./http/app.ts";
import { createProxyWarning, findClientAddress, findOrigin } from "./http/client.ts";
import { PlacementRoute } from "./http/placementRoute.ts";
import { type Answered, reportException } from "./http/respond.ts";
import { createHttpServer } from "./http/server.ts";
import { TrackingRoute } from "./http/trackingRoute.ts";
import { serveRequest } from "./import/requests.ts";
import { Management } from "./management/management.ts";
import { type AddressMatcher, matchNetworks, truncateAddress } from "./net/address.ts";
import { type Locate, locateCountry, openCityDatabase } from "./net/geo.ts";
import { openApi } from "./openapi/document.ts";
import { type Caller, Placement } from "./placement/placement.ts";
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
  const locate = openGeoSource(settings.cityDatabase);
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

async function run(opened: Opened): Promise<Service> {
  const { settings, clock, log, countDropped, store, local, source } = opened;
  const { now } = clock;
  const reports = new Reports(store, settings, (result, seconds) => metrics.countReport(result, seconds));
  const metrics = createMetrics({
    store: () => store.status(),
    reports: () => reports.load,
    droppedLines: countDropped,
    redis: opened.redisStatus,
    clickHouse: opened.clickHouseStatus,
  });
  const delivery = createDelivery(opened);
  const traces = settings.traces === undefined ? undefined : await openTraces(settings.traces);
  let stopping: Promise<void> | undefined;
  let isRefusing = false;
  const phases = { isClosing: () => stopping !== undefined, isStopping: () => isRefusing };
  const useCatalogue = (catalogue: Catalogue) => {
    delivery.current.replace(catalogue, now());
    delivery.placement.setCatalogue(catalogue, now());
  };
  const trusted = matchNetworks(settings.trustedProxies);
  const management = new Management({
    ...{ editor: opened.editor, changes: opened.changes, images: opened.images },
    ...{ replace: useCatalogue, now, creatives: listCreativeFolders(settings), facts: store },
    explain: (request, incoming, country) =>
      delivery.placement.explain(
        request,
        readCaller(incoming, settings, trusted, (one) => findClientAddress(one, trusted)),
        now(),
        country,
      ),
    catalogue: () => delivery.current.catalogue,
  });
  const needs = { ...opened, ...delivery, management, metrics, reports, traces, ...phases };
  const server = createServer(needs);
  const address = await listen(server, settings);
  const imports = new AbortController();
  const control = await listenForCommands(settings.data, {
    backup: (body) => requireLocal(local).backUp((body as { path: string }).path),
    delivered: () => recallDelivered(requireLocal(local), now(), settings.reservationLife),
    imports: (body) => serveRequest(requireLocal(local), body, delivery.current.catalogue, imports.signal),
  });
  const reloading = source.watch(({ catalogue, error }) => {
    if (catalogue) useCatalogue(catalogue);
    metrics.countReload(catalogue ? "used" : "refused");
    logReload(log, source.name, error);
  });
  const retention = local && keepMonths(local, settings.keepMonths, log);
  log.info({ address, epoch: opened.epoch }, "listening");
  const stop = async () => {
    clearInterval(retention);
    // Balancers look at readiness, and send nothing more before the first request is refused.
    await delay(settings.drainDelay);
    isRefusing = true;
    imports.abort(new Error("The service stops, and nothing was imported. Try again once it runs."));
    await control.close();
    await stopAll(server, reloading, opened, settings.stopAfter);
    await reports.close();
    await traces?.close().catch((error) => log.warn({ err: error }, "traces not sent"));
    log.info("stopped");
  };
  return {
    address,
    store,
    local,
    reload: () => reloading.reload(),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
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

interface ServerNeeds extends Opened, Delivery {
  management: Management;
  metrics: Metrics;
  reports: Reports;
  traces: Traces | undefined;
  /** Whether a stop has begun. */
  isClosing: () => boolean;
  /** Whether new requests are refused. */
  isStopping: () => boolean;
}

function createServer(needs: ServerNeeds): Server {
  const { settings, clock, log, store, metrics, reports, current, placement, tracking, secret } = needs;
  const { isClosing, isStopping } = needs;
  const files = { ...settings, images: needs.images };
  const { now, elapsed } = clock;
  const trusted = matchNetworks(settings.trustedProxies);
  const { limits, deduplication } = needs;
  const warnOfProxy = createProxyWarning(log, trusted);
  const findAddress = (request: IncomingMessage) => {
    warnOfProxy(request);
    return findClientAddress(request, trusted);
  };
  const report = (route: string) => (error: unknown, response: ServerResponse) =>
    reportException({ log, metrics }, route, error, response);
  const app = createApp({
    ...{ store, metrics, isClosing, reportException: report("other") },
    ...{ metricsToken: settings.metricsToken, files, management: needs.management },
    statistics: {
      ...{ reports, limits, log, now, findAddress, openApi },
      ...{ shares: needs.shares, failures: needs.failures },
      ...{ maxBody: settings.maxBody, maxImage: settings.maxImage },
      catalogue: () => current.catalogue,
      loginKey: deriveKey(secret, "statistics tokens"),
      shareKey: deriveKey(secret, "shared links"),
      countSignIn: metrics.countSignIn,
      reportException: report("statistics"),
    },
  });
  const placementRoute = new PlacementRoute({
    ...{ settings, placement, store, metrics, now, isStopping },
    admission: new Admission(settings, limits.ip, elapsed),
    readCaller: (request) => readCaller(request, settings, trusted, findAddress),
  });
  const trackingRoute = new TrackingRoute({ tracking, deduplication, store, metrics, now, findAddress });
  return createHttpServer({
    ...{ metrics, log, isClosing, requestTimeout: settings.requestTimeout },
    onAnswer: createObserver({ ...needs, findAddress }),
    handlePlacement: (request) => placementRoute.handle(request),
    handleTracking: (kind, token, request) => trackingRoute.handle(kind, token, request),
    // Health checks by HTTP/1.0, such as those of older balancers, name no host.
    handleOther: getRequestListener(app.fetch, { hostname: "localhost" }),
  });
}

/** What is done with each answer; undefined when nothing is. */
function createObserver({
  settings,
  clock,
  log,
  traces,
  findAddress,
}: Pick<ServerNeeds, "settings" | "clock" | "log" | "traces"> & {
  findAddress: (request: IncomingMessage) => string;
}): ((answered: Answered) => void) | undefined {
  const logs = settings.accessLog === "on";
  if (!logs && !traces) return undefined;
  return ({ route, request, requestId, status, milliseconds }) => {
    const { method = "", headers } = request;
    const startedAt = clock.now() - milliseconds;
    traces?.record({ route, method, status, startedAt, milliseconds, headers });
    if (!logs) return;
    const address = truncateAddress(findAddress(request));
    log.info(
      { requestId, route, method, status, milliseconds: Math.round(milliseconds), address },
      "request",
    );
  };
}

/** Events in ClickHouse are copied by its own means, and imports are for the one machine that has them all. */
function requireLocal(local: LocalStore | undefined): LocalStore {
  if (local) return local;
  throw new Error("The events of this service are in ClickHouse; this command is for those of one machine.");
}

/** Sums up earlier months now and every day. */
function keepMonths(store: LocalStore, months: number, log: Logger): NodeJS.Timeout | undefined {
  if (months === 0) return undefined;
  const forget = () =>
    store
      .forgetMonthsBefore(months)
      .catch((error) => log.error({ err: error }, "earlier months not summed up"));
  void forget();
  return setInterval(forget, DAY_MS).unref();
}

function readCaller(
  request: IncomingMessage,
  settings: Settings,
  trusted: AddressMatcher,
  findAddress: (request: IncomingMessage) => string,
): Caller {
  const { headers } = request;
  return {
    address: findAddress(request),
    isBrowser: headers.origin !== undefined || headers["sec-fetch-site"] !== undefined,
    userAgent: headers["user-agent"],
    language: headers["accept-language"],
    optsOut: headers["sec-gpc"] === "1",
    origin: settings.origin ?? findOrigin(request, trusted),
  };
}

function openGeoSource(cityDatabase: string | undefined): Locate {
  if (!cityDatabase) return locateCountry;
  try {
    return openCityDatabase(cityDatabase);
  } catch (error) {
    throw new Error(`${cityDatabase} is no city database: ${(error as Error).message}`);
  }
}

function logReload(log: Logger, file: string, error: CatalogueError | undefined): void {
  if (error) log.error({ file, problems: error.problems }, "catalogue not reloaded; the one in use stays");
  else log.info({ file }, "catalogue reloaded");
}

async function listen(server: Server, { host, port }: Settings): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} of ${host} is in use.`);
    if (code === "EACCES") throw new Error(`Port ${port} of ${host} may not be used.`);
    throw new Error(`Cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
  const bound = server.address() as AddressInfo;
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/** How often idle connections are closed while stopping. */
const SWEEP_MS = 50;

async function stopAll(
  server: Server,
  reloading: Reloading,
  engines: Engines,
  within: number,
): Promise<void> {
  await reloading.close();
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that was busy when the stop began is idle later.
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), within);
  await closed;
  clearTimeout(timeout);
  clearInterval(sweeping);
  await engines.close();
}
