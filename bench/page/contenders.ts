/** The contenders of the comparison, and the page that each of them fills. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { bundle } from "../../scripts/build.ts";
import type { Dialect } from "./dialects.ts";
import { type Mock, PICTURE } from "./mockServers.ts";

export interface Contender {
  name: string;
  /** Heading in the tables. */
  title: string;
  /** Name and version of the package, if it comes from one. */
  version?: string;
  dialect: Dialect;
  /** How the page loads the script: as documented, or as suits a known page best. */
  loading?: "async" | "defer";
  /** Absent for the page alone. */
  script?: Buffer;
}

const ROOT = join(import.meta.dirname, "../..");
const BENCH = join(ROOT, "bench");
const SCRIPTS = join(import.meta.dirname, "scripts");

/** Installs the peers if they are missing, and reads or builds every script. */
export async function loadContenders(): Promise<Contender[]> {
  installPeers();
  const [prebid, kevel] = ["prebid.js", "@adzerk/decision-sdk"].map(readVersion);
  const [careful, zonetag] = [await loadCareful(), loadTag()];
  return [
    { name: "none", title: "no ads", dialect: "placement" },
    {
      name: "floor",
      title: "floor",
      dialect: "placement",
      loading: "defer",
      script: await bundleScript("floor"),
    },
    careful,
    zonetag,
    {
      name: "prebid",
      title: "Prebid.js",
      ...prebid,
      dialect: "openrtb",
      loading: "defer",
      script: await bundleScript("prebid"),
    },
    {
      name: "kevel",
      title: "Kevel SDK",
      ...kevel,
      dialect: "kevel",
      loading: "defer",
      script: await bundleKevel(),
    },
  ];
}

async function loadCareful(): Promise<Contender> {
  const script = await bundleScript("floor-careful");
  return { name: "careful", title: "careful floor", dialect: "placement", loading: "defer", script };
}

function loadTag(script: Buffer = readFileSync(join(ROOT, "dist/zonetag.js"))): Contender {
  return { name: "zonetag", title: "zonetag", dialect: "placement", loading: "async", script };
}

/** Loads the careful floor, the tag as built at a commit, the current tag, and the tag with late impressions. */
export async function loadPair(commit: string): Promise<Contender[]> {
  const earlier = execFileSync("git", ["show", `${commit}:dist/zonetag.js`], { cwd: ROOT });
  return [
    await loadCareful(),
    { ...loadTag(earlier), name: "earlier", title: commit },
    loadTag(),
    { ...loadTag(await buildLateTag()), name: "late", title: "zonetag with late impressions" },
  ];
}

/** Builds the tag with impressions delayed by a timer, to measure what that costs. */
async function buildLateTag(): Promise<Buffer> {
  const outdir = mkdtempSync(join(tmpdir(), "zonetag-late-"));
  const late: Plugin = {
    name: "late impressions",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/transport\.ts$/ }, ({ importer }) =>
        importer.endsWith("/impression.ts") ? { path: join(SCRIPTS, "lateImpressions.ts") } : undefined,
      );
    },
  };
  try {
    await bundle("zonetag.js", outdir, [late]);
    return readFileSync(join(outdir, "zonetag.js"));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function installPeers(): void {
  if (existsSync(join(BENCH, "node_modules/prebid.js"))) return;
  execFileSync("npm", ["ci", "--prefix", BENCH, "--ignore-scripts", "--no-audit", "--no-fund"], {
    stdio: "inherit",
  });
}

function readVersion(name: string): { version: string } {
  const path = join(BENCH, "node_modules", name, "package.json");
  return { version: `${name} ${JSON.parse(readFileSync(path, "utf8")).version}` };
}

/** Bundles the page's own code with the packages that it imports, minified. */
async function bundleScript(name: string): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [join(SCRIPTS, `${name}.js`)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    nodePaths: [join(BENCH, "node_modules")],
    legalComments: "none",
    write: false,
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
}

/** Joins the package's own browser file and the page's code. */
async function bundleKevel(): Promise<Buffer> {
  const file = join(BENCH, "node_modules/@adzerk/decision-sdk/dist/adzerk-decision-sdk.js");
  const sdk = readFileSync(file, "utf8").replace(/\n?\/\/# sourceMappingURL=.*/, "");
  return Buffer.from(`${sdk}\n${await bundleScript("kevel")}`);
}

/** Publishes a contender's script and a page with this many zones; returns the page's path. */
export function publishPage(mock: Mock, contender: Contender, zones: number): string {
  const path = `/page/${contender.name}/${zones}`;
  const tag = contender.script
    ? `<script ${contender.loading} src="${toScriptPath(contender)}" data-endpoint="${mock.endpoint(contender.dialect)}"></script>`
    : "";
  mock.pages.set(path, { type: "text/html; charset=utf-8", body: Buffer.from(renderPage(tag, zones)) });
  if (contender.script) {
    mock.pages.set(toScriptPath(contender), { type: "text/javascript", body: contender.script });
  }
  return path;
}

export function toScriptPath({ name }: Contender): string {
  return `/${name}.js`;
}

/** Renders a page with its own picture, paragraphs, and boxes that its style reserves for the ads. */
function renderPage(tag: string, zones: number): string {
  const text =
    "<p>Some lines of an article that a reader came for, between one place for an ad and the next.</p>";
  const slot = (at: number) => `<ins id="zone-${at}" data-zone-id="${at}"></ins>`;
  const slots = Array.from({ length: zones }, (_, at) => text + slot(at + 1)).join("\n");
  const style = "body{margin:0 auto;max-width:1000px}ins{display:block;width:300px;height:250px}";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Article</title><link rel="icon" href="data:,"><style>${style}</style>${tag}
<body><h1>Article</h1><img src="${PICTURE}" width="1000" height="600" alt="">${slots}</body></html>`;
}
