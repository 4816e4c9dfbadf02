/**
 * Finds the Chromium that browser tests and benches drive, so that `npm ci && npm test` needs nothing else on Linux:
 * ZONETAG_CHROMIUM, Playwright's own download, the system's, else the one inside an npm package.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "playwright";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Without the browser's own background traffic: a test that counts requests must see the page's alone. */
const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function chromiumLaunch(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { executablePath: await findChromium(), args: [...QUIET, ...sandbox] };
}

async function findChromium(): Promise<string> {
  const named = process.env.ZONETAG_CHROMIUM;
  if (named) return named;
  const downloaded = chromium.executablePath();
  if (existsSync(downloaded)) return downloaded;
  return onPath(SYSTEM_NAMES) ?? (await unpackChromium());
}

export function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The npm package unpacks the browser's shared libraries only where this variable says that it is in a cloud function. */
async function unpackChromium(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: binary } = await import("@sparticuz/chromium");
  return binary.executablePath();
}
