/** The packed `zonetag`, used with the tools that its users have, by versions in a lock file of this folder. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

let folder: string;
/** Why the tools are not installed, in a line. */
let missing: string | undefined;

/** Runs a program; resolves with whether it ended well, and all that it printed. */
const run = (file: string, args: readonly string[], cwd = folder) =>
  new Promise<{ ok: boolean; printed: string }>((done) => {
    execFile(
      file,
      args,
      { cwd, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" } },
      (error, stdout, stderr) => done({ ok: !error, printed: stdout + stderr }),
    );
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-tools-"));
  for (const name of ["package.json", "package-lock.json"])
    await cp(join(import.meta.dirname, name), join(folder, name));
  await cp(join(import.meta.dirname, "pages"), folder, { recursive: true });
  const packed = await run("npm", ["pack", "--workspace=zonetag", "--pack-destination", folder], ROOT);
  expect(packed).toMatchObject({ ok: true });
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
  const tools = await run("npm", ["ci", ...quiet]);
  if (!tools.ok) missing = `npm ci: ${/npm error (?!code)(.*)/.exec(tools.printed)?.[1] ?? "failed"}`;
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  if (tools.ok)
    expect(await run("npm", ["install", "--no-save", ...quiet, `./${tarball}`])).toMatchObject({ ok: true });
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A tool of the lock file. */
function runTool(context: TestContext, name: string, ...args: string[]) {
  context.skip(missing !== undefined, `cannot install the tools (${missing})`);
  return run(join(folder, "node_modules/.bin", name), args);
}

test("Jest runs tests of a React page with a zone and of the statistics client, as CommonJS", async (context) => {
  const { ok, printed } = await runTool(context, "jest");
  expect([ok, printed]).toEqual([true, expect.stringMatching(/^Tests: +2 passed, 2 total$/m)]);
});

test("Parcel bundles all entries, and the console apart from them", async (context) => {
  const { ok, printed } = await runTool(
    context,
    "parcel",
    "build",
    "index.html",
    "--no-cache",
    "--no-optimize",
  );
  expect([printed, ok]).toEqual([expect.stringMatching(/dist\/console\.\w+\.js/), true]);
});

test("webpack bundles all entries by require, and the console apart from them", async (context) => {
  const { ok, printed } = await runTool(
    context,
    "webpack",
    "--mode=production",
    "--entry=./required.js",
    "-o",
    "webpack",
  );
  expect([printed, ok]).toEqual([expect.stringMatching(/compiled successfully/), true]);
  const files = (await readdir(join(folder, "webpack"))).filter((name) => name.endsWith(".js"));
  expect(files).toHaveLength(2);
});

test("Rollup makes one script of a page, with the console in it", async (context) => {
  const config = `import resolve from "@rollup/plugin-node-resolve";
    export default { input: "module.js", external: ["react"], plugins: [resolve({ browser: true })],
      output: { file: "rollup/page.js", format: "iife", inlineDynamicImports: true, globals: { react: "React" } } };`;
  await writeFile(join(folder, "rollup.config.mjs"), config);
  const { ok, printed } = await runTool(context, "rollup", "-c");
  expect([printed, ok]).toEqual([expect.stringContaining("created rollup/page.js"), true]);
  expect(await readFile(join(folder, "rollup/page.js"), "utf8")).toContain("zonetag:");
});

test.for([
  ["node10", "commonjs"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
] as const)(
  "TypeScript finds the types of all entries with moduleResolution %s",
  async ([resolution, module], context) => {
    const { printed } = await runTool(
      context,
      "tsc",
      ...[
        "--noEmit",
        "--strict",
        "--types",
        "react",
        "--lib",
        "es2022,dom,dom.iterable",
        "--target",
        "es2022",
      ],
      ...["--moduleResolution", resolution, "--module", module, "use.ts"],
    );
    expect(printed).toBe("");
  },
);
