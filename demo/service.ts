/** The real ad service as a child process, on the demo's catalogue and banners. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type CatalogueDocument, toDocument } from "../src/service/catalogue/document.ts";
import { hasLiveCatalogue } from "../src/service/catalogue/logFiles.ts";
import { createLiveData } from "../src/service/people/takeSignIns.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Origin of the shops in `catalogue.json`. */
const SITE_IN_CATALOGUE = "http://localhost:4600";

/** All viewers of the demo share one address, so it has no limit. */
const SETTINGS = ["--creatives", join(ROOT, "demo/banners/files"), "--limit-ip", "0", "--log-level", "warn"];

export interface Service {
  /** Port on which it listens. */
  port: number;
  /** Asks it to stop. */
  stop(): void;
  /** Resolves with its exit code once it has stopped. */
  stopped: Promise<number>;
}

/** Starts the service and waits until it listens. Rejects when it ends before; it has then printed the reason. */
export async function startService(site: string, port: number, data: string): Promise<Service> {
  const events = locateEvents(data);
  if (!(await hasLiveCatalogue(events))) await createLiveData(events, await readCatalogue(site));
  const own = ["--data", events, "--port", String(port)];
  const child = spawn(process.execPath, [join(ROOT, "dist/service.mjs"), ...own, ...SETTINGS], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = once(child, "exit").then(([code]): number => code ?? 0);
  const said = createInterface(child.stdout);
  const bound = new Promise<number>((resolve) => {
    said.on("line", (line) => {
      const found = line.match(/listening on .*:(\d+)$/)?.[1];
      if (found) resolve(Number(found));
      else console.log(line);
    });
  });
  const failed = stopped.then((code) => Promise.reject(new ServiceFailed(code)));
  return { port: await Promise.race([bound, failed]), stop: () => child.kill("SIGTERM"), stopped };
}

/** Returns the service's data folder inside the demo's folder. */
export function locateEvents(data: string): string {
  return join(data, "events");
}

/** The service ended instead of listening, and printed the reason to standard error. */
export class ServiceFailed extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`The ad service ended with code ${code}.`);
    this.code = code;
  }
}

/** Reads the demo's initial catalogue, with the site's actual addresses. */
async function readCatalogue(site: string): Promise<CatalogueDocument> {
  const text = await readFile(join(import.meta.dirname, "catalogue.json"), "utf8");
  return toDocument(JSON.parse(text.replaceAll(SITE_IN_CATALOGUE, site)));
}
