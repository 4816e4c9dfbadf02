/** Loads the code that chooses campaigns, as it is and as it was at a commit, both bundled in the same way. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache");
const MODULES = ["catalogue/catalogue", "placement/campaignIndex", "placement/decide", "placement/random"];

type ParseCatalogue = typeof import("../../src/service/catalogue/catalogue.ts").parseCatalogue;

/** What both versions export. */
export interface Decisions {
  parseCatalogue?: ParseCatalogue;
  /** Its earlier name. */
  readCatalogue?: ParseCatalogue;
  indexCampaigns: typeof import("../../src/service/placement/campaignIndex.ts").indexCampaigns;
  decide: typeof import("../../src/service/placement/decide.ts").decide;
  seededRandom: typeof import("../../src/service/placement/random.ts").seededRandom;
}

/** Calls `use` with the version of the commit and the current one. */
export async function withDecisions<T>(
  commit: string,
  use: (earlier: Decisions, current: Decisions) => T,
): Promise<T> {
  // Below `node_modules`, where both versions find the packages.
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "zonetag-decisions-"));
  try {
    const source = join(folder, "source");
    mkdirSync(source);
    const archive = execFileSync("git", ["archive", commit, "src"], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", source], { input: archive });
    const earlier = await load(source, join(folder, "earlier.mjs"));
    return use(earlier, await load(ROOT, join(folder, "current.mjs")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(root: string, outfile: string): Promise<Decisions> {
  await build({
    stdin: {
      contents: MODULES.map((path) => `export * from "./src/service/${path}.ts";`).join("\n"),
      resolveDir: root,
    },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile,
  });
  return await import(pathToFileURL(outfile).href);
}
