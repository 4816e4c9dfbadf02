/** The real ad service as a child process, on the demo's catalogue and banners. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "..");

/** Where the shops are in `catalogue.json`. */
const SITE_IN_CATALOGUE = "http://localhost:4600";

/** Everybody who looks at the demo comes from one address, so that address has no limit. */
const SETTINGS = ["--creatives", join(ROOT, "demo/banners/files"), "--limit-ip", "0", "--log-level", "warn"];

export interface Service {
  /** The port it listens on. */
  port: number;
  /** Asks it to stop. */
  stop(): void;
  /** Its exit code, once it has stopped. */
  stopped: Promise<number>;
}

/** Starts the service and waits until it listens. Rejects when it ends before; it has said why by then. */
export async function startService(site: string, port: number, data: string): Promise<Service> {
  const catalogue = await placeCatalogue(site, data);
  const own = ["--catalogue", catalogue, "--data", locateEvents(data), "--port", String(port)];
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

/** Where the service keeps its events, in the demo's folder. */
export function locateEvents(data: string): string {
  return join(data, "events");
}

/** The service ended instead of listening, and said why on the standard error. */
export class ServiceFailed extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`The ad service ended with code ${code}.`);
    this.code = code;
  }
}

/** The catalogue with the addresses of the site as it runs. */
async function placeCatalogue(site: string, data: string): Promise<string> {
  await mkdir(data, { recursive: true });
  const text = await readFile(join(import.meta.dirname, "catalogue.json"), "utf8");
  const file = join(data, "catalogue.json");
  await writeFile(file, text.replaceAll(SITE_IN_CATALOGUE, site));
  return file;
}
