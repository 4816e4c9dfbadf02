/**
 * The running service: its parts put together, started and stopped.
 */
import { once } from "node:events";
import { statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { trustedProxies } from "./address.ts";
import { createApp } from "./app.ts";
import { type CatalogueError, loadCatalogue } from "./catalogue.ts";
import { addressOf, type ServiceContext } from "./context.ts";
import { createLimits } from "./limits.ts";
import { LiveCatalogue } from "./live-catalogue.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { Budgets } from "./placement/budgets.ts";
import { Placement } from "./placement/place.ts";
import { seededRandom } from "./random.ts";
import { type Reloading, watchCatalogue } from "./reload.ts";
import { createHttpServer } from "./server.ts";
import type { Settings } from "./settings.ts";
import { recallSpent } from "./spent.ts";
import { openStore } from "./store/duckdb.ts";
import type { Store } from "./store/store.ts";
import { deriveKey, loadSecret } from "./tracking/secret.ts";
import { createTokens } from "./tracking/token.ts";
import { Tracking } from "./tracking/track.ts";
import { Visitors } from "./visitor.ts";

export interface Service {
  /** Where it listens: `http://127.0.0.1:8080`. */
  address: string;
  store: Store;
  /** Finishes what is under way, refuses the rest, closes the store. Asked again, it is the same stop. */
  stop(): Promise<void>;
  /** Reads the catalogue again. */
  reload(): Promise<void>;
}

/** Rejects with an error whose message says in one line what keeps the service from starting. */
export async function startService(settings: Settings, now: () => number = Date.now): Promise<Service> {
  const log = createLog(settings.logLevel);
  const catalogue = await loadCatalogue(settings.catalogue);
  if (settings.creatives && !statSync(settings.creatives, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`There is no folder of creatives ${settings.creatives}.`);
  }
  const store = await openStore({ folder: settings.data, claimsKeptMs: settings.trackingLife, now });
  try {
    const live = new LiveCatalogue(catalogue, {
      share: settings.publisherShare,
      life: settings.trackingLife,
    });
    return await run(settings, log, store, live, now);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function run(
  settings: Settings,
  log: Logger,
  store: Store,
  live: LiveCatalogue,
  now: () => number,
): Promise<Service> {
  const secret = await loadSecret(settings.data);
  const metrics = createMetrics(() => store.status());
  const limits = createLimits(settings, now);
  const trusted = trustedProxies(settings.trustedProxies);
  const context: ServiceContext = {
    ...{ settings, store, limits, log, metrics, secret, now, trusted },
    catalogue: () => live.catalogue,
  };
  const budgets = new Budgets(settings.trackingLife);
  budgets.recall(await recallSpent(store, now(), settings.trackingLife), now());
  budgets.arrange(live.index, now());

  const tokens = createTokens(deriveKey(secret, "tracking"), settings.trackingLife);
  const visitors = new Visitors(tokens.digest);
  const random = settings.seed === undefined ? Math.random : seededRandom(settings.seed);
  const shared = { settings, store, live, budgets, visitors, tokens, metrics, now };
  let stopping: Promise<void> | undefined;
  const server = createHttpServer({
    ...{ settings, metrics, log },
    placement: new Placement({ ...shared, limiter: limits.ip, random }),
    tracking: new Tracking(shared),
    addressOf: (request) => addressOf(context, request),
    other: getRequestListener(createApp(context, () => stopping !== undefined).fetch),
    stopping: () => stopping !== undefined,
  });
  const address = await listen(server, settings);
  const reloading = watchCatalogue(settings.catalogue, (result) => {
    if (result.catalogue) {
      live.replace(result.catalogue, now());
      budgets.arrange(live.index, now());
    }
    metrics.reloads.inc({ result: result.catalogue ? "used" : "refused" });
    logReload(log, settings.catalogue, result.error);
  });
  log.info({ address, series: store.series }, "listening");
  return {
    address,
    store,
    reload: () => reloading.reload(),
    stop: () => {
      stopping ??= stopAll(server, reloading, store, settings.stopAfter).then(() => log.info("stopped"));
      return stopping;
    },
  };
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

/** Milliseconds between looks for idle connections while stopping. */
const SWEEP = 50;

async function stopAll(server: Server, reloading: Reloading, store: Store, within: number): Promise<void> {
  await reloading.close();
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that was at work when the stop began is idle later.
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP);
  const impatient = setTimeout(() => server.closeAllConnections(), within);
  await closed;
  clearTimeout(impatient);
  clearInterval(sweeping);
  await store.close();
}
