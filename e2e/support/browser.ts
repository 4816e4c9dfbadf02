/**
 * Finds the Chromium that browser tests and benches drive, so that `npm ci && npm test` needs nothing else on Linux:
 * ZONETAG_CHROMIUM, Playwright's own download, the system's, else the one inside an npm package.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "playwright";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** No background traffic of the browser's own: a test that counts requests must see the page's alone. */
const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function chromiumLaunch(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { executablePath: await executable(), args: [...QUIET, ...sandbox] };
}

async function executable(): Promise<string> {
  const named = process.env.ZONETAG_CHROMIUM;
  if (named) return named;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return onPath(SYSTEM_NAMES) ?? (await packaged());
}

export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The npm package unpacks the browser's shared libraries only where it takes the machine for a cloud function. */
async function packaged(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: binary } = await import("@sparticuz/chromium");
  return binary.executablePath();
}
