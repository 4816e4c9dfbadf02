/**
 * Derives the lockfile of the package `zonetag-service` from that of the repository, for the container image: npm packs no
 * lockfile, so it is a file of `deploy`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./build.ts";

/** A package in a lockfile: https://docs.npmjs.com/cli/configuring-npm/package-lock-json#packages */
export interface LockedPackage {
  name?: string;
  version?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  dev?: boolean;
  devOptional?: boolean;
}

export type LockedPackages = Record<string, LockedPackage>;

const SERVICE = "packages/service";

export async function writeServiceLock(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  const { name, version } = lock.packages[SERVICE];
  const own = { name, version, lockfileVersion: lock.lockfileVersion, requires: true };
  const text = JSON.stringify({ ...own, packages: lockService(lock.packages) }, undefined, 2);
  await writeFile(join(folder, "deploy/package-lock.json"), `${text}\n`);
}

/** Selects the packages that the service needs, by their paths in the repository's `node_modules`. */
export function lockService(packages: LockedPackages): LockedPackages {
  const service = packages[SERVICE];
  if (!service) throw new Error(`The lockfile does not have ${SERVICE}.`);
  const locked: LockedPackages = { "": service };
  const waiting: [path: string, LockedPackage][] = [["", service]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, entry] = next;
    for (const dependency of listDependencies(entry)) {
      const path = findPackage(packages, from, dependency);
      const found = packages[path];
      if (!found || path in locked) continue;
      // In the repository, a dependency of the tests, too.
      const { dev: _dev, devOptional: _devOptional, ...kept } = found;
      locked[path] = kept;
      waiting.push([path, kept]);
    }
  }
  return Object.fromEntries(Object.entries(locked).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Lists the dependencies that npm installs. */
function listDependencies(entry: LockedPackage): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** Finds the package that Node would import: in the nearest `node_modules`. */
function findPackage(packages: LockedPackages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages || folder === "") return path;
  }
}
