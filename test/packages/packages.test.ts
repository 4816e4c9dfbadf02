/** Both packages, installed into empty folders and used from there. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endWithTests } from "../../e2e/support/children.ts";
import { type Installed, installPackages } from "./installed.ts";

const ROOT = resolve(import.meta.dirname, "../..");
let installed: Installed;

// The only test that contacts the registry, which may be slow.
beforeAll(async () => {
  installed = await installPackages();
}, 300_000);
afterAll(() => installed.remove());

const PACKAGES = ["zonetag", "zonetag-service"] as const;

test.each(PACKAGES)("%s passes publint", async (name) => {
  const { buffer } = new Uint8Array(readFileSync(installed.tarballs[name]));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages).toEqual([]);
});

test.each(PACKAGES)("every source map that %s references is packed", (name) => {
  const { publisher, operator } = installed;
  const dist = join(name === "zonetag" ? publisher : operator, "node_modules", name, "dist");
  const files = readdirSync(dist, { encoding: "utf8", recursive: true });
  const named = files.flatMap((file) => {
    if (!/\.(m?js|css)$/.test(file)) return [];
    const [, map] = /sourceMappingURL=(\S+)/.exec(readFileSync(join(dist, file), "utf8")) ?? [];
    return map ? [map] : [];
  });
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((map) => !files.includes(map))).toEqual([]);
});

test("zonetag has no dependencies", () => {
  const entries = readdirSync(join(installed.publisher, "node_modules"));
  expect(entries.filter((entry) => !entry.startsWith("."))).toEqual(["zonetag"]);
});

test("zonetag has types that every resolver finds", async () => {
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarballs.zonetag)));
  // Scripts for pages and JSON files have no types.
  const result = await checkPackage(tarball, {
    entrypoints: [".", "./single-file", "./react", "./statistics"],
  });
  expect(result.types).toBeTruthy();
  expect("problems" in result && result.problems).toEqual([]);
});

test("zonetag can be required in Node, by resolvers with and without `exports`", () => {
  const code = (statistics: string) => `
      const { createStatistics } = require("${statistics}");
      const { createZonetag } = require("zonetag");
      console.log(typeof createZonetag, typeof createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } }).publisher.query);
    `;
  const cwd = installed.publisher;
  for (const path of ["zonetag/statistics", "./node_modules/zonetag/statistics"]) {
    writeFileSync(join(cwd, "use.cjs"), code(path));
    // Disable Node's own support for requiring ES modules.
    const args = ["--no-warnings", "--no-experimental-require-module", "use.cjs"];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    expect([path, stdout, stderr]).toEqual([path, "function function\n", ""]);
  }
});

test("zonetag runs in Node as a module", () => {
  const code = `
      import { createStatistics } from "zonetag/statistics";
      import { createZonetag } from "zonetag";
      import digests from "zonetag/integrity.json" with { type: "json" };
      const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
      console.log(typeof createZonetag, typeof statistics.publisher.query, Object.keys(digests)[0]);
    `;
  writeFileSync(join(installed.publisher, "use.mjs"), code);
  const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "use.mjs"], {
    cwd: installed.publisher,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual(["function function zonetag.js\n", ""]);
});

test.each([
  ["bundler", "esnext"],
  ["nodenext", "nodenext"],
  ["node16", "node16"],
])("zonetag has types for TypeScript with moduleResolution %s", (moduleResolution, module) => {
  const folder = installed.publisher;
  writeFileSync(
    join(folder, "use.ts"),
    `import { createZonetag, type Zonetag } from "zonetag";
       import { createStatistics } from "zonetag/statistics";
       const tag: Zonetag = createZonetag({ endpoint: "https://ads.example/v1/placement" });
       tag.refresh(101);
       // @ts-expect-error zone ids are numbers
       tag.refresh("101");
       const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
       const { result } = await statistics.publisher.query({ group_by: ["date"], projection: { base: ["impressions"] } });
       export const impressions: number[] = result.map((record) => record.impressions);
       // @ts-expect-error no such grouping
       statistics.publisher.query({ group_by: ["colour"] });`,
  );
  const [example = ""] = readBlocks(inTag("docs/developers.md"), "ts");
  expect(example).toContain("zonetag:error");
  writeFileSync(join(folder, "guide.ts"), example);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        moduleResolution,
        module,
        target: "es2022",
        lib: ["es2023", "dom", "dom.iterable"],
        strict: true,
        noEmit: true,
        types: [],
      },
      files: ["use.ts", "guide.ts"],
    }),
  );
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
});

test("Vite bundles zonetag with the console as a separate file", async () => {
  const root = installed.publisher;
  writeFileSync(
    join(root, "page.js"),
    `import { createZonetag } from "zonetag";
       createZonetag({ endpoint: "https://ads.example/v1/placement" });`,
  );
  writeFileSync(join(root, "index.html"), '<script type="module" src="/page.js"></script>');
  await build({ root, configFile: false, logLevel: "error", build: { outDir: "built" } });
  const assets = readdirSync(join(root, "built/assets"));
  const [page] = assets.filter((file) => file.startsWith("index"));
  const [opened] = assets.filter((file) => file.startsWith("console"));
  expect(readFileSync(join(root, "built/assets", page ?? ""), "utf8")).toContain(`./${opened}`);
});

const options = { encoding: "utf8" } as const;
const inTag = (path: string) => join(installed.publisher, "node_modules/zonetag", path);
const inPackage = (path: string) => join(installed.operator, "node_modules/zonetag-service", path);

/** Returns a README's code blocks in a language. */
function readBlocks(readme: string, language: string): string[] {
  const blocks = readFileSync(readme, "utf8").matchAll(/^```(\w+)\n(.*?)^```/gms);
  return [...blocks].flatMap(([, found, code = ""]) => (found === language ? [code] : []));
}

/** Service that was set up and started by the commands of its README in the operator's folder. */
interface FirstService {
  origin: string;
  page: string;
  passwords: Map<string, string>;
  stop(): Promise<void>;
}

async function startFirst(): Promise<FirstService> {
  const [block = ""] = readBlocks(inPackage("README.md"), "sh");
  const [install, init = "", serve = ""] = block.trim().split("\n");
  // `installPackages` ran this command with the path of the tarball.
  expect(install).toBe("npm install ./zonetag-service-*.tgz");
  const cwd = installed.operator;
  const printed = execFileSync("sh", ["-c", init], { cwd, ...options });
  expect(printed).toContain(serve);
  const service = endWithTests(
    spawn("sh", ["-c", serve], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ZONETAG_PORT: "0" },
    }),
    true,
  );
  const [line] = await once(createInterface(service.stdout), "line");
  return {
    origin: String(line).split(" ").pop() ?? "",
    page: readFileSync(join(cwd, "ads/page.html"), "utf8"),
    passwords: new Map(
      [...printed.matchAll(/^ {2}(\w+) +(\S+)$/gm)].map(([, user = "", word = ""]) => [user, word]),
    ),
    stop: async () => {
      process.kill(-(service.pid ?? 0));
      await once(service, "exit");
    },
  };
}

test("in empty folders, the commands of both READMEs produce an ad, the page's script and a report", async () => {
  const { origin, page, passwords, stop } = await startFirst();
  try {
    const zones = [...page.matchAll(/data-zone-id="(\d+)"/g)].map(([, id]) => ({ id: Number(id) }));
    const response = await fetch(`${origin}/v1/placement`, {
      method: "POST",
      body: JSON.stringify({ user: { ip: "192.0.2.1" }, zones }),
    });
    const answer = (await response.json()) as { zones: { data: { image: string } }[] };
    expect(answer.zones).toHaveLength(2);
    const addresses = [
      ...answer.zones.map(({ data }) => data.image),
      `${origin}/zonetag.js`,
      `${origin}/dashboard/`,
    ];
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
    const [application = "", report = ""] = readBlocks(inTag("README.md"), "js");
    expect(application).toContain('from "zonetag"');
    writeFileSync(join(installed.publisher, "report.mjs"), report);
    const env = { ...process.env, ADS: origin, PASSWORD: passwords.get("publisher") };
    const read = spawnSync(process.execPath, ["report.mjs"], { cwd: installed.publisher, env, ...options });
    expect([read.status, read.stderr]).toEqual([0, ""]);
  } finally {
    await stop();
  }
});

test("the package contains the script, the imports and the files that zonetag's README names", async () => {
  const cwd = installed.publisher;
  const [install, copy = ""] = readBlocks(inTag("README.md"), "sh");
  expect(install).toBe("npm install ./zonetag-*.tgz\n");
  execFileSync("sh", ["-c", copy], { cwd });
  const [markup = ""] = readBlocks(inTag("README.md"), "html");
  const [, script = ""] = /src="([^"]+)"/.exec(markup) ?? [];
  expect(readFileSync(join(cwd, "public", script), "utf8")).toContain("console.js");
  const modules = [...readBlocks(inTag("README.md"), "js"), ...readBlocks(inTag("README.md"), "jsx")];
  expect(modules).toHaveLength(3);
  for (const [at, code] of modules.entries()) {
    writeFileSync(join(cwd, `block-${at}.jsx`), code);
    const bundle = { input: join(cwd, `block-${at}.jsx`), external: [/^react/] };
    await build({
      root: cwd,
      configFile: false,
      logLevel: "error",
      build: { outDir: `block-${at}`, target: "esnext", rollupOptions: bundle },
    });
  }
  const [, files = ""] = readFileSync(inTag("README.md"), "utf8").split("## What is in the package");
  const named = [...files.matchAll(/`(dist\/[^`]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(inTag(path)))).toEqual([]);
});

test("zonetag-service --version prints the package's version", () => {
  const program = join(installed.operator, "node_modules/.bin/zonetag-service");
  const { version } = JSON.parse(readFileSync(inPackage("package.json"), "utf8"));
  expect(execFileSync(program, ["--version"], options)).toBe(`${version}\n`);
});

test.each(PACKAGES)("%s has every file that its README and guides link to", (name) => {
  const inside = name === "zonetag" ? inTag : inPackage;
  const guides = readdirSync(inside("docs")).filter((file) => file.endsWith(".md"));
  expect(guides).toContain(name === "zonetag" ? "publishers.md" : "production.md");
  const own = name === "zonetag" ? [] : ["SECURITY.md"];
  const pages = ["README.md", "CHANGELOG.md", ...own, ...guides.map((file) => `docs/${file}`)];
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(inside(page), "utf8").matchAll(/\]\(([^)\s#]+)[^)]*\)/g)];
    const paths = links.map(([, target = ""]) => target).filter((target) => !/^https?:/.test(target));
    return paths.filter((path) => !existsSync(join(inside(page), "..", path)));
  });
  expect(broken).toEqual([]);
});

test("zonetag-service contains the JSON schema of the catalogue for editors", () => {
  const schema = JSON.parse(
    readFileSync(join(installed.operator, "node_modules/zonetag-service/dist/catalogue.schema.json"), "utf8"),
  );
  expect(schema.properties.campaigns.items.properties.targeting.properties.countries.items.enum).toContain(
    "DEU",
  );
});
