/** Both packages, installed into empty folders and used from there. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
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

// The only test that asks the registry; a slow one may take its time.
beforeAll(async () => {
  installed = await installPackages();
}, 300_000);
afterAll(() => installed.remove());

const PACKAGES = ["zonetag", "zonetag-service"] as const;

test.each(PACKAGES)("%s is packed as publint wants it", async (name) => {
  const { buffer } = new Uint8Array(readFileSync(installed.tarballs[name]));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages).toEqual([]);
});

test.each(PACKAGES)("%s names no source map that is not packed", (name) => {
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

test("zonetag brings nothing along", () => {
  const entries = readdirSync(join(installed.publisher, "node_modules"));
  expect(entries.filter((entry) => !entry.startsWith("."))).toEqual(["zonetag"]);
});

test("zonetag has types that every resolver finds", async () => {
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarballs.zonetag)));
  // Scripts for pages and JSON have none.
  const result = await checkPackage(tarball, { entrypoints: [".", "./statistics"] });
  const problems = "problems" in result ? result.problems : [];
  // It is a module, which `require` reads from Node 20.19 on; resolution without `exports` is older than that.
  const relevant = problems.filter(
    (problem) => !("resolutionKind" in problem && /^node10$|^node16-cjs$/.test(problem.resolutionKind)),
  );
  expect(result.types).toBeTruthy();
  expect(relevant).toEqual([]);
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
])("zonetag has types for TypeScript with moduleResolution %s", (moduleResolution, module) => {
  const folder = installed.publisher;
  writeFileSync(
    join(folder, "use.ts"),
    `import { createZonetag, type Zonetag } from "zonetag";
       import { createStatistics } from "zonetag/statistics";
       const tag: Zonetag = createZonetag({ endpoint: "https://ads.example/v1/placement" });
       tag.refresh(101);
       // @ts-expect-error a zone is named by its number
       tag.refresh("101");
       const statistics = createStatistics({ baseUrl: "https://ads.example", credentials: { apiToken: "t" } });
       const { result } = await statistics.publisher.query({ group_by: ["date"], projection: { base: ["impressions"] } });
       export const impressions: number[] = result.map((record) => record.impressions);
       // @ts-expect-error no such grouping
       statistics.publisher.query({ group_by: ["colour"] });`,
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        ...{ moduleResolution, module, target: "es2022", lib: ["es2023", "dom", "dom.iterable"] },
        ...{ strict: true, noEmit: true, types: [] },
      },
      files: ["use.ts"],
    }),
  );
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
});

test("zonetag is bundled by Vite, its console apart from it", async () => {
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
const program = () => join(installed.operator, "node_modules/.bin/zonetag-service");

test("zonetag-service begins with nothing: init, check, run, and a placement is answered", async () => {
  const cwd = installed.operator;
  const told = execFileSync(program(), ["init", "ads"], { cwd, ...options });
  const [check = "", serve = ""] = told.match(/(?<=^ {2}npx zonetag-service ).+/gm) ?? [];
  expect(execFileSync(program(), check.split(" "), { cwd, ...options })).toContain("no problems");
  const service = endWithTests(
    spawn(program(), [...serve.split(" "), "--port", "0"], { cwd, stdio: ["ignore", "pipe", "ignore"] }),
  );
  try {
    const [line] = await once(createInterface(service.stdout), "line");
    const origin = String(line).split(" ").pop();
    const response = await fetch(`${origin}/v1/placement`, {
      method: "POST",
      body: JSON.stringify({ user: { ip: "192.0.2.1" }, zones: [{ id: 101 }, { id: 102 }] }),
    });
    const { zones } = (await response.json()) as { zones: { data: { image: string } }[] };
    const addresses = [
      ...zones.map(({ data }) => data.image),
      `${origin}/zonetag.js`,
      `${origin}/dashboard/`,
    ];
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  } finally {
    service.kill();
    await once(service, "exit");
  }
});

test("zonetag-service publishes the schema of the catalogue for editors", () => {
  const schema = JSON.parse(
    readFileSync(join(installed.operator, "node_modules/zonetag-service/dist/catalogue.schema.json"), "utf8"),
  );
  expect(schema.properties.campaigns.items.properties.targeting.properties.countries.items.enum).toContain(
    "DEU",
  );
});
