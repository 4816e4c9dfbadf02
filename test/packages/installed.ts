/** Packs both packages and installs them into empty folders, as users do. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");

export interface Installed {
  /** Folder with only `zonetag` installed. */
  publisher: string;
  /** Folder with only `zonetag-service` installed. */
  operator: string;
  /** Paths of the packed tarballs. */
  tarballs: Record<"zonetag" | "zonetag-service", string>;
  remove(): Promise<void>;
}

export async function installPackages(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-packages-"));
  await run("npm", ["pack", "--workspaces", "--pack-destination", folder], {
    cwd: ROOT,
  });
  const find = async (name: RegExp) =>
    join(folder, (await readdir(folder)).find((file) => name.test(file)) ?? "");
  const tarballs = {
    zonetag: await find(/^zonetag-\d.*\.tgz$/),
    "zonetag-service": await find(/^zonetag-service-\d.*\.tgz$/),
  };
  const publisher = join(folder, "publisher");
  const operator = join(folder, "operator");
  await install(publisher, tarballs.zonetag, "--offline");
  // Packages that `npm ci` fetched for this checkout are in npm's cache; only lists of versions come from the registry.
  await install(operator, tarballs["zonetag-service"], "--prefer-offline");
  return { publisher, operator, tarballs, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function install(folder: string, tarball: string, ...options: string[]): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", ["install", "--no-audit", "--no-fund", ...options, tarball], { cwd: folder });
}
