/** Uses the packed `zonetag` with common build tools, in the versions of this folder's lock file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Ads, startAds } from "../../e2e/support/ads.ts";
import { chromiumLaunch } from "../../e2e/support/browser.ts";
import { endGroup, endWithTests } from "../../e2e/support/children.ts";
import { waitForRendering } from "../../e2e/support/rendering.ts";
import { installLocked, QUIET, runProgram } from "./installLocked.ts";
import { serveFolder } from "./staticHost.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ENDPOINT = "https://ads.example/v1/placement";

let folder: string;
let browser: Browser | undefined;
/** One-line reason why the tools are not installed. */
let missing: string | undefined;

/** Runs a program in the folder. */
const run = (file: string, args: readonly string[], cwd = folder, env: Record<string, string> = {}) =>
  runProgram(file, args, cwd, env);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-tools-"));
  missing = await installLocked(import.meta.dirname, folder);
  await cp(join(import.meta.dirname, "pages"), folder, { recursive: true });
  const packed = await run("npm", ["pack", "--workspace=zonetag", "--pack-destination", folder], ROOT);
  expect(packed).toMatchObject({ ok: true });
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  if (missing === undefined)
    expect(await run("npm", ["install", "--no-save", ...QUIET, `./${tarball}`])).toMatchObject({ ok: true });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach((context) => {
  context.skip(missing !== undefined, `cannot install the tools (${missing})`);
});

/** Runs a tool of the lock file. */
const runTool = (name: string, ...args: string[]) => run(join(folder, "node_modules/.bin", name), args);

test("Jest runs CommonJS tests of a React page with a zone and of the statistics client", async () => {
  const { ok, printed } = await runTool("jest");
  expect([ok, printed]).toEqual([true, expect.stringMatching(/^Tests: +2 passed, 2 total$/m)]);
});

test("Parcel bundles all entry points with the console as a separate file", async () => {
  const { ok, printed } = await runTool("parcel", "build", "index.html", "--no-cache", "--no-optimize");
  expect([printed, ok]).toEqual([expect.stringMatching(/dist\/console\.\w+\.js/), true]);
});

test("webpack bundles all entry points through require() with the English and the German console as separate files", async () => {
  const { ok, printed } = await runTool(
    "webpack",
    "--mode=production",
    "--entry=./required.js",
    "-o",
    "webpack",
  );
  expect([printed, ok]).toEqual([expect.stringMatching(/compiled successfully/), true]);
  const files = (await readdir(join(folder, "webpack"))).filter((name) => name.endsWith(".js"));
  expect(files).toHaveLength(3);
});

/** Opens a page in Chromium. Uncaught errors of the page fail the test. */
async function openPage(address: string): Promise<Page> {
  browser ??= await chromium.launch(await chromiumLaunch());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  onTestFinished(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });
  await page.goto(address);
  return page;
}

async function serveAds(): Promise<Ads> {
  const ads = await startAds();
  onTestFinished(() => ads.stop());
  return ads;
}

/** Starts a server in Node on a free port; resolves with the address that it prints. */
async function startServer(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const child = endWithTests(
    spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    }),
    true,
  );
  const closed = once(child, "close");
  onTestFinished(async () => {
    endGroup(child);
    await closed;
  });
  let address: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) break;
  }
  // The loop paused the stream; a process does not close until its output is read.
  child.stdout.resume();
  return address ?? expect.unreachable(`${args.join(" ")} ended without an address`);
}

/** Reads the code block of the guide for frameworks that contains a text. */
async function readRecipe(text: string): Promise<string> {
  const guide = await readFile(join(ROOT, "docs/frameworks.md"), "utf8");
  const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  const [recipe, ...others] = blocks.filter((code) => code.includes(text));
  expect(others).toEqual([]);
  return recipe ?? "";
}

const inPackage = (name: string) => join(folder, "node_modules/zonetag/dist", name);
/** Ids of the zones whose impressions arrived, sorted. */
const readImpressions = (ads: Ads) => ads.impressions.map((name) => name.replace(/-\d+$/, "")).sort();
/** Name of the console's element, which the tag does not contain. */
const IN_CONSOLE = "zonetag-console";
const countConsoles = (page: Page) => () => page.locator(IN_CONSOLE).count();

/** Bundles a module into one file, `rollup/FORMAT.js`, and returns its text. */
async function rollup(input: string, format: string): Promise<string> {
  const output = `{ file: "rollup/${format}.js", format: "${format}", name: "page", inlineDynamicImports: true, globals: { react: "React" } }`;
  const config = `import resolve from "@rollup/plugin-node-resolve";
    export default { input: "${input}", external: ["react"], plugins: [resolve({ browser: true })], output: ${output} };`;
  await writeFile(join(folder, "rollup.config.mjs"), config);
  const { ok, printed } = await runTool("rollup", "-c");
  expect([printed, ok]).toEqual([expect.stringContaining(`created rollup/${format}.js`), true]);
  expect(printed).not.toContain("(!)");
  return readFile(join(folder, `rollup/${format}.js`), "utf8");
}

test("Rollup bundles a page's module and the console into one script", async () => {
  const text = await rollup("module.js", "iife");
  expect([text.includes("zonetag:"), text.includes(IN_CONSOLE)]).toEqual([true, true]);
});

test.for(["iife", "umd"])(
  "the %s bundle that Rollup creates from zonetag/single-file loads the console from consoleUrl",
  async (format) => {
    const ads = await serveAds();
    const recipe = await readRecipe("zonetag/single-file");
    await writeFile(join(folder, "single.js"), recipe.replace(ENDPOINT, ads.endpoint));
    const text = await rollup("single.js", format);
    expect([text.includes("zonetag:"), text.includes(IN_CONSOLE)]).toEqual([true, false]);
    const site = join(folder, `single-${format}`);
    await mkdir(join(site, "zonetag"), { recursive: true });
    await cp(inPackage("console.js"), join(site, "zonetag/console.js"));
    await writeFile(join(site, "page.js"), text);
    const markup = `<title>page</title><div data-zone-id="1" data-size="300x250"></div><script src="/page.js"></script>`;
    await writeFile(join(site, "article.html"), `<!doctype html>${markup}`);
    const host = await serveFolder(site);
    onTestFinished(() => host.stop());
    const page = await openPage(`${host.origin}/article`);
    await expect.poll(() => readImpressions(ads)).toEqual(["1"]);
    expect(host.asked.filter((path) => path.includes("console"))).toEqual([]);
    await page.goto(`${host.origin}/article?zonetag_console`);
    await expect.poll(countConsoles(page)).toBe(1);
    expect(host.asked.filter((path) => path.includes("console"))).toEqual(["/zonetag/console.js"]);
  },
);

/** Writes a page for Vite with one zone and a module. */
async function writeVitePage(code: string): Promise<{ root: string; ads: Ads }> {
  const root = join(folder, "vite");
  const ads = await serveAds();
  await mkdir(join(root, "public/assets"), { recursive: true });
  await writeFile(join(root, "page.js"), code.replace(ENDPOINT, ads.endpoint));
  const markup = `<title>page</title><div data-zone-id="1" data-size="300x250"></div><script type="module" src="./page.js"></script>`;
  await writeFile(join(root, "index.html"), `<!doctype html>${markup}`);
  return { root, ads };
}

/** Opens a page with the console; waits until the console is open and the impression of zone 1 is counted. */
async function openWithConsole(address: string, ads: Ads): Promise<void> {
  const page = await openPage(`${address}?zonetag_console`);
  await expect.poll(() => readImpressions(ads)).toEqual(["1"]);
  await expect.poll(countConsoles(page)).toBe(1);
}

/** Builds the page for the base path `/sub/` and opens it; resolves with the requested paths. */
async function openBuiltByVite({ root, ads }: { root: string; ads: Ads }): Promise<string[]> {
  const { ok, printed } = await runTool("vite", "build", "vite", "--base=/sub/");
  expect([printed, ok]).toEqual([expect.stringContaining("built in"), true]);
  const host = await serveFolder(join(root, "dist"), "/sub/");
  onTestFinished(() => host.stop());
  await openWithConsole(`${host.origin}/sub/`, ads);
  return host.asked;
}

test("a page that Vite builds for a base path loads the console from a separate chunk", async () => {
  const code = `import { createZonetag } from "zonetag"; createZonetag({ endpoint: "${ENDPOINT}" });`;
  const asked = await openBuiltByVite(await writeVitePage(code));
  expect(asked).toContainEqual(expect.stringMatching(/^\/sub\/assets\/console-[\w-]+\.js$/));
});

test("a page that Vite builds with the script's URL loads console.js from the script's folder", async () => {
  const written = await writeVitePage(await readRecipe("zonetag.js?url"));
  await cp(inPackage("console.js"), join(written.root, "public/assets/console.js"));
  const asked = await openBuiltByVite(written);
  expect(asked).toContainEqual(expect.stringMatching(/^\/sub\/assets\/zonetag-[\w-]+\.js$/));
  expect(asked).toContain("/sub/assets/console.js");
});

test("Vite's development server serves the script by URL and console.js from the same folder", async () => {
  const { root, ads } = await writeVitePage(await readRecipe("zonetag.js?url"));
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  await openWithConsole(await startServer([vite, "--port=0", "--host=127.0.0.1"], root), ads);
});

/** Program and environment of Next.js. */
const next = (isKept: boolean, endpoint: string) => ({
  file: join(folder, "node_modules/next/dist/bin/next"),
  env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ENDPOINT: endpoint, KEPT: isKept ? "1" : "" },
});

/** Builds the application with Next.js: with `cacheComponents` if pages are kept in the document, else as files. */
async function buildWithNext(isKept: boolean): Promise<Ads> {
  const ads = await serveAds();
  const root = join(folder, "next");
  await mkdir(join(root, "public"), { recursive: true });
  await cp(inPackage("zonetag.js"), join(root, "public/zonetag.js"));
  await writeFile(join(root, "app/freshZone.jsx"), await readRecipe("FreshZone"));
  const { file, env } = next(isKept, ads.endpoint);
  const { ok, printed } = await run(process.execPath, [file, "build"], root, env);
  expect([printed, ok]).toEqual([expect.stringContaining("Compiled successfully"), true]);
  return ads;
}

async function navigate(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: `to ${name}`, exact: true }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** Waits for these requests (zone ids joined by commas) and impressions, then checks that no others follow. */
async function expectCounts(page: Page, ads: Ads, requests: string[], impressions: string[]): Promise<void> {
  const read = () => ({
    requests: ads.bodies.map(({ zones }) => zones.map(({ id }) => id).join()),
    impressions: readImpressions(ads),
  });
  const expected = { requests, impressions: impressions.toSorted() };
  await expect.poll(read).toEqual(expected);
  await waitForRendering(page);
  await page.evaluate((origin) => fetch(`${origin}/quiet`).catch(() => {}), ads.origin);
  expect(read()).toEqual(expected);
}

test("each of ten navigations in Next.js causes one request and one impression", async () => {
  const ads = await buildWithNext(false);
  const host = await serveFolder(join(folder, "next/out"));
  onTestFinished(() => host.stop());
  const page = await openPage(host.origin);
  const zones = ["100"];
  await expectCounts(page, ads, zones, zones);
  for (const article of ["1", "2", "3", "4", "5", "1", "2", "3", "4", "5"]) {
    await navigate(page, article);
    zones.push(article);
    await expectCounts(page, ads, zones, zones);
  }
});

test("pages that Next.js keeps in the document keep their ads until FreshZone or refresh() requests new ones", async () => {
  const ads = await buildWithNext(true);
  const { file, env } = next(true, ads.endpoint);
  const serving = [file, "start", "--port=0", "--hostname=127.0.0.1"];
  const page = await openPage(await startServer(serving, join(folder, "next"), env));
  const requests = ["100"];
  const impressions = ["100"];
  await expectCounts(page, ads, requests, impressions);
  // Next.js keeps two pages besides the shown page.
  const isNew = [true, true, true, false, false, true, true, true, true, true];
  for (const [at, article] of ["1", "2", "3", "1", "2", "4", "5", "1", "3", "2"].entries()) {
    await navigate(page, article);
    if (isNew[at]) {
      requests.push(article);
      impressions.push(article);
    }
    await expectCounts(page, ads, requests, impressions);
  }
  // The guide's component requests its zone again when React shows a page again.
  for (const [name, zone] of [["fresh", "200"], ["2"], ["fresh", "200"]] as const) {
    await navigate(page, name);
    if (zone) {
      requests.push(zone);
      impressions.push(zone);
    }
    await expectCounts(page, ads, requests, impressions);
  }
  await page.evaluate("zonetag.refresh()");
  requests.push("100,200,2,3");
  impressions.push("100", "200");
  await expectCounts(page, ads, requests, impressions);
  await navigate(page, "2");
  impressions.push("2");
  await expectCounts(page, ads, requests, impressions);
});

test.for([
  ["node10", "commonjs"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
] as const)(
  "TypeScript finds the types of all entries with moduleResolution %s",
  async ([resolution, module]) => {
    const { printed } = await runTool(
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
