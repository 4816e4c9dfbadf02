/** Starts the whole demo: the magazine on one origin, the ad service on another. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { openStore } from "../src/service/duckdb/duckdbStore.ts";
import { bundleClient } from "./client/bundle.ts";
import { loadDemoFacts } from "./facts.ts";
import { locateEvents, type Service, startService } from "./service.ts";
import { createSite } from "./site.tsx";

export interface DemoOptions {
  /** 0: any free port. */
  sitePort: number;
  /** 0: any free port. */
  servicePort: number;
  /** Folder of the demo's data. */
  data: string;
  /** Runs before the service starts; not called if the site's port is taken. */
  prepare?: () => Promise<unknown>;
  /** Whether to add the invented statistics. */
  facts?: boolean;
  /** Whether pages reload themselves when the demo has restarted. */
  live?: boolean;
}

export interface Demo {
  /** Origin of the magazine. */
  site: string;
  /** Origin of the ad service. */
  service: string;
  stop(): void;
  /** Resolves with the ad service's exit code once both have stopped. */
  stopped: Promise<number>;
}

/** Starts both. Rejects with a one-line message when it cannot. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { live = false } = options;
  const server = await listen(options.sitePort);
  const site = composeOrigin((server.address() as AddressInfo).port);
  const service = await prepareService(options, site).catch((error) => {
    server.close();
    throw error;
  });
  const ads = composeOrigin(service.port);
  server.on("request", getRequestListener(createSite({ ads, client: memoize(bundleClient), live }).fetch));
  return {
    site,
    service: ads,
    stop: service.stop,
    stopped: service.stopped.finally(() => {
      server.close();
      server.closeAllConnections();
    }),
  };
}

async function prepareService(
  { prepare, facts, data, servicePort }: DemoOptions,
  site: string,
): Promise<Service> {
  await prepare?.();
  // Before the catalogue is written, which a demo running on the folder would read.
  const use = facts ? loadDemoFacts : requireUnused;
  await use(locateEvents(data)).catch((error) => Promise.reject(explainLocked(error, data)));
  return startService(site, servicePort, data);
}

async function requireUnused(folder: string): Promise<void> {
  await (await openStore({ folder })).close();
}

/** Browsers treat localhost as a secure context, and people can remember it. */
function composeOrigin(port: number): string {
  return `http://localhost:${port}`;
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server
      .once("listening", () => resolve(server))
      .once("error", (error) => reject(explainListenError(error, port)));
    server.listen(port, "127.0.0.1");
  });
}

function explainListenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new Error(`demo: port ${port} is taken; choose another with --site-port`);
}

/** Explains that two services cannot use one data folder. */
function explainLocked(error: Error & { code?: string }, data: string): Error {
  if (error.code !== "locked") return error;
  return new Error(`demo: another demo uses ${data}; stop it, or choose another folder with --data`);
}

function memoize(make: typeof bundleClient): typeof bundleClient {
  const made = new Map<string, ReturnType<typeof bundleClient>>();
  return (name) => {
    const code = made.get(name) ?? make(name);
    made.set(name, code);
    return code;
  };
}
