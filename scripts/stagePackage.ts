/**
 * Runs before a package is packed. npm packs only files in the package's folder, so this copies the build, the guides
 * and the deployment files there.
 */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Argument, Command } from "commander";
import { listKeys } from "../src/protocol/tables.ts";
import { buildAll, ROOT } from "./build.ts";
import { writeCommonJs, writeStubs } from "./commonJs.ts";
import { writeServiceLock } from "./serviceLock.ts";

/** Files that publishers load or import, with source maps. The build writes them to `dist`, which is committed. */
const PUBLISHED = [
  ...["zonetag.js", "console.js", "console-de.js", "consent.js"],
  ...["zonetag.mjs", "single-file.mjs", "react.mjs", "statistics.mjs"],
];
/** Guides for users of the tag or the statistics client, and guides that these link to. */
const GUIDES = [
  ...["publishers", "developers", "console", "frameworks", "sites", "gpt-and-prebid", "moving-over"],
  ...["releases", "statistics", "statistics-client"],
];

interface Staged {
  folder: string;
  /** Files and folders of the repository that are copied under the same names. */
  copied: readonly string[];
  /** Adds files that must be built for the package. */
  build?: (folder: string) => Promise<void>;
}

export const PACKAGES = {
  zonetag: {
    folder: "packages/zonetag",
    copied: [
      "LICENSE",
      "CHANGELOG.md",
      ...["dist/types", "dist/integrity.json", "dist/licences.txt"],
      ...PUBLISHED.flatMap((name) => [`dist/${name}`, `dist/${name}.map`]),
      ...GUIDES.map((name) => `docs/${name}.md`),
      "docs/images/console.png",
    ],
    build: async (folder) => {
      await writeCommonJs(folder);
      await writeStubs(folder);
    },
  },
  "zonetag-service": {
    folder: "packages/service",
    copied: ["LICENSE", "CHANGELOG.md", "SECURITY.md", "bench/RESULTS.md", "deploy", "docs"],
    build: async (folder) => {
      await buildAll(join(folder, "dist"));
      // Declarations are for programs that import `zonetag`.
      await rm(join(folder, "dist/types"), { recursive: true });
      await writeServiceLock(folder);
    },
  },
} satisfies Record<string, Staged>;

export type PackageName = keyof typeof PACKAGES;

/** Copies everything that a package contains into its own folder, or into another empty one. */
export async function stagePackage(
  name: PackageName,
  target = join(ROOT, PACKAGES[name].folder),
): Promise<void> {
  const { folder, copied, build }: Staged = PACKAGES[name];
  const own = join(ROOT, folder);
  if (target !== own)
    for (const file of ["package.json", "README.md"]) await cp(join(own, file), join(target, file));
  // Removes the files of an earlier list.
  for (const [first = ""] of copied.map((path) => path.split("/")))
    await rm(join(target, first), { recursive: true, force: true });
  for (const path of copied) await cp(join(ROOT, path), join(target, path), { recursive: true });
  await build?.(target);
}

if (process.argv[1] === import.meta.filename) {
  const command = new Command("node --import tsx scripts/stagePackage.ts")
    .description("Puts the files of a package into its folder. `npm pack` runs it.")
    .addArgument(new Argument("<package>", "its name").choices(Object.keys(PACKAGES)))
    .argument("[folder]", "another empty folder")
    .parse();
  const [named, target] = command.args;
  const name = listKeys(PACKAGES).find((one) => one === named);
  if (name) await stagePackage(name, target);
}
