/** Checks the permitted directions of imports in the bundler's metafile of each bundle. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Metafile } from "esbuild";
import { parseAst } from "rolldown/parseAst";
import { beforeAll, expect, test } from "vitest";
import { BUNDLES, readMetafile } from "../../scripts/build.ts";

const metafiles: Record<string, Metafile> = {};

beforeAll(async () => {
  for (const name of Object.keys(BUNDLES)) metafiles[name] = await readMetafile(name);
});

/** Folders of `src/` and packages that a bundle may contain. */
const MAY_HOLD: Record<string, string[]> = {
  "zonetag.js": ["src/protocol", "src/tag"],
  "zonetag.mjs": ["src/protocol", "src/tag"],
  "single-file.mjs": ["src/protocol", "src/tag"],
  "consent.js": ["src/consent"],
  "react.mjs": ["src/react"],
  "console.js": ["src/protocol", "src/console"],
  "console-de.js": ["src/protocol", "src/console"],
  "statistics.mjs": ["src/protocol", "src/statistics"],
  "dashboard/dashboard.js": [
    ...["src/protocol", "src/statistics", "src/dashboard"],
    ...["preact", "uplot", "uqr", "@fontsource-variable/inter"],
  ],
  "service.mjs": ["src/protocol", "src/service"],
  "database-process.mjs": ["src/protocol", "src/service"],
  "snapshot-thread.mjs": ["src/service"],
  "import-thread.mjs": ["src/protocol", "src/service"],
  "answer-process.mjs": ["src/protocol", "src/service"],
  "zonetag-service.mjs": ["src/service"],
};

/** Other folders from which the code in a folder may import. */
const MAY_IMPORT: Record<string, string[]> = {
  "src/protocol": [],
  "src/tag": ["src/protocol"],
  "src/consent": [],
  "src/react": [],
  "src/console": [],
  "src/statistics": ["src/protocol"],
  "src/dashboard": ["src/statistics", "src/protocol"],
  "src/service": ["src/protocol"],
};

/** Returns the folder or package of a file: `src/tag` for `src/tag/zone.ts`, `preact` for a file in that package. */
function findOwner(path: string): string {
  const inside = path.split("node_modules/").pop() ?? path;
  const parts = inside.split("/");
  return inside.startsWith("@") || inside.startsWith("src/") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

test.each(Object.keys(BUNDLES))("%s contains only permitted modules", (name) => {
  const owners = new Set(Object.keys(metafiles[name]?.inputs ?? {}).map(findOwner));
  expect([...owners].filter((owner) => !MAY_HOLD[name]?.includes(owner))).toEqual([]);
});

test("metafiles name all inputs by paths in src or node_modules, even if node_modules is a link", () => {
  const inputs = Object.values(metafiles).flatMap((metafile) => Object.keys(metafile.inputs));
  expect(inputs.filter((path) => !/^(src|node_modules)\//.test(path))).toEqual([]);
});

test("folders import only in the permitted direction", () => {
  const wrong = Object.values(metafiles)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([path]) => path.startsWith("src/"))
    .flatMap(([path, { imports }]) =>
      imports
        .filter(
          (one) => !one.external && one.path.startsWith("src/") && findOwner(one.path) !== findOwner(path),
        )
        .filter((one) => !MAY_IMPORT[findOwner(path)]?.includes(findOwner(one.path)))
        .map((one) => `${path} imports ${one.path}`),
    );
  expect([...new Set(wrong)]).toEqual([]);
});

test.each(Object.keys(BUNDLES).filter((name) => BUNDLES[name]?.platform === "browser"))(
  "%s imports no modules of Node",
  (name) => {
    const imports = Object.values(metafiles[name]?.outputs ?? {}).flatMap((output) => output.imports);
    expect(imports.filter(({ path }) => isBuiltin(path)).map(({ path }) => path)).toEqual([]);
  },
);

test("every package that the service imports is a dependency of zonetag-service", () => {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync("packages/service/package.json", "utf8"),
  );
  const imports = Object.values(metafiles["service.mjs"]?.outputs ?? {}).flatMap((output) => output.imports);
  const packages = imports.filter(({ path }) => !isBuiltin(path)).map(({ path }) => findOwner(path));
  expect(packages).toContain("hono");
  expect(packages.filter((name) => !(name in { ...dependencies, ...peerDependencies }))).toEqual([]);
});

/** Files that each file of the tag may import, besides types and the files shared by all. */
const TELLS: Record<string, string[]> = {
  "script.ts": ["findScript.ts", "zonetag.ts"],
  "index.ts": ["createTag.ts"],
  "singleFile.ts": ["createTag.ts"],
  "createTag.ts": ["zonetag.ts"],
  "zonetag.ts": ["*"],
  // The registry of slots, their requests, the rendering of responses, and the state of each slot.
  "registry.ts": ["content.ts", "requests.ts", "refresh.ts", "slot.ts"],
  "requests.ts": [
    "consent.ts",
    "mediaQueries.ts",
    "request.ts",
    "response.ts",
    "schedule.ts",
    "show.ts",
    "slot.ts",
    "transport.ts",
  ],
  "show.ts": [
    ...["banner.ts", "box.ts", "collapse.ts", "countdown.ts", "events.ts", "fallback.ts", "slot.ts"],
    "viewability.ts",
  ],
  "slot.ts": [
    ...["attributes.ts", "banner.ts", "box.ts", "collapse.ts", "content.ts", "events.ts", "fallback.ts"],
    ...["impression.ts", "observer.ts", "refresh.ts", "viewability.ts"],
  ],
  "impression.ts": ["events.ts", "transport.ts"],
  "transport.ts": ["retry.ts"],
  "refresh.ts": ["countdown.ts"],
  "banner.ts": ["boxStyle.ts"],
  "box.ts": ["boxStyle.ts"],
  "boxStyle.ts": ["collapse.ts", "content.ts"],
  "collapse.ts": ["content.ts"],
  "openConsole.ts": ["registry.ts"],
  "settings.ts": ["attributes.ts"],
};

test("each file of the tag imports only the files permitted to it", () => {
  const entries = ["zonetag.js", "zonetag.mjs", "single-file.mjs"].map((name) => metafiles[name]?.inputs);
  const inputs = Object.assign({}, ...entries) as Metafile["inputs"];
  const shared = ["dom.ts", "globals.ts", "record.ts", "settings.ts", "text.ts", "time.ts"];
  const wrong = Object.entries(inputs).flatMap(([path, { imports }]) => {
    const name = path.replace("src/tag/", "");
    const allowed = [...(TELLS[name] ?? []), ...shared];
    return imports
      .filter((one) => one.path.startsWith("src/tag/"))
      .map((one) => one.path.replace("src/tag/", ""))
      .filter((other) => other.endsWith(".ts") && !allowed.includes("*") && !allowed.includes(other))
      .map((other) => `${name} imports ${other}`);
  });
  expect(wrong).toEqual([]);
});

/**
 * Folders and files of the service, from the top down. Each may import, types included, only from levels below. Each
 * line is one level.
 */
const SERVICE_LEVELS = [
  ["bin.ts", "main.ts"],
  ["commands"],
  ["doctor"],
  ["service.ts"],
  ["engines.ts"],
  ["settings.ts"],
  ["settingsFile.ts", "passwordFile.ts"],
  ["redis"],
  ["http"],
  ["control", "alerts"],
  ["management"],
  ["statisticsRoutes", "tracking", "import"],
  ["interface"],
  ["openapi"],
  ["reportMails"],
  ["accounts"],
  ["mail"],
  ["people"],
  ["reports"],
  ["placement"],
  ["delivery"],
  ["clickhouse"],
  ["duckdb"],
  ["catalogue"],
  ["journal"],
  ["facts"],
  ["answers"],
  ["signing", "net", "telemetry"],
  ["files"],
  ["runtime", "builtFolder.ts", "nodeVersion.ts", "serviceLinks.ts"],
  ["values"],
];

/** Returns the folder or file directly in `src/service`: `http` for `src/service/http/app.ts`. */
function findRoom(path: string): string {
  return relative("src/service", path).split(sep)[0] ?? "";
}

const SOURCE_FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join("src", name));

const IMPORTS = new Map(SOURCE_FILES.map((path) => [path, listImports(path)]));

/** Lists the files that a file imports, dynamically too. Uses a parser because the bundler's metafile omits types. */
function listImports(path: string): string[] {
  const found = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("source" in node && isLiteral(node.source)) found.add(node.source.value);
    for (const part of Object.values(node)) collect(part);
  };
  collect(parseAst(readFileSync(path, "utf8"), { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return [...found].filter((target) => target.startsWith(".")).map((target) => join(dirname(path), target));
}

function isLiteral(node: unknown): node is { value: string } {
  return typeof node === "object" && node !== null && "value" in node && typeof node.value === "string";
}

const SERVICE_FILES = SOURCE_FILES.filter((path) => path.startsWith("src/service/"));

test("the service's folders import only from folders below them, types included", () => {
  const level = (path: string) => SERVICE_LEVELS.findIndex((rooms) => rooms.includes(findRoom(path)));
  const wrong = SERVICE_FILES.flatMap((path) =>
    (IMPORTS.get(path) ?? [])
      .filter((target) => target.startsWith("src/service") && findRoom(target) !== findRoom(path))
      .filter((target) => level(target) <= level(path))
      .map((target) => `${path} imports ${target}`),
  );
  expect(SERVICE_FILES.map(level)).not.toContain(-1);
  expect(wrong).toEqual([]);
});

test("each file in values/ is used by several folders or by another file in values/", () => {
  const wrong = SERVICE_FILES.filter((path) => findRoom(path) === "values").filter((path) => {
    const users = SERVICE_FILES.filter((other) => IMPORTS.get(other)?.includes(path)).map(findRoom);
    return !users.includes("values") && new Set(users).size < 2;
  });
  expect(wrong).toEqual([]);
});

test("only three file names occur more than once in the service", () => {
  const names = SERVICE_FILES.map((path) => basename(path));
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) < at));
  expect([...repeated].sort()).toEqual(["catalogue.ts", "import.ts", "users.ts"]);
});

test("source files have no import cycles, types included", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(" → "));
    if (above.includes(path) || done.has(path)) return;
    for (const target of IMPORTS.get(path) ?? []) visit(target, [...above, path]);
    done.add(path);
  };
  for (const path of SOURCE_FILES) visit(path, []);
  expect(circles).toEqual([]);
});

test("each folder of src has a README of at most 20 lines", () => {
  const lengths = Object.keys(MAY_IMPORT).map((folder) => {
    const text = readFileSync(join(folder, "README.md"), "utf8");
    return [folder, text.trim().split("\n").length <= 20];
  });
  expect(lengths).toEqual(Object.keys(MAY_IMPORT).map((folder) => [folder, true]));
});
