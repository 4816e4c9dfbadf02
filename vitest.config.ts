import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const ALL = ["test/**/*.test.ts", "test/**/*.test.tsx"];

/** A line such as `// @programs Starts the service.` puts a file into a part of `npm run test:all`. */
const PARTS = {
  programs: listMarked("programs"),
  long: [...listMarked("long"), ...listMarked("unstable")],
  cluster: ["test/cluster/**/*.test.ts", "test/service/contracts/**/*.test.ts", ...listMarked("cluster")],
  deploy: listMarked("deploy"),
  packages: ["test/packages/**/*.test.ts", ...listMarked("packages")],
  tools: ["test/tools/*.test.ts"],
};
/** Contracts have tests of engines in this process, too: see `test/service/contracts/tests.ts`. */
const REST = Object.values(PARTS)
  .flat()
  .filter((path) => !path.includes("/contracts/**"));

/** These cover every branch of what runs on publishers' pages, and of the contract. */
const COVERED = ["test/{tag,protocol}/**/*.test.ts"];
const DOM = listMarked("vitest-environment happy-dom");
/**
 * These count timers or replace modules. Rate limiters keep a timer when a file ends, which the next file would count, and
 * modules that an earlier file imported are not replaced.
 */
const UNSHARED = listContaining(/\bgetTimerCount\b|ToNextTimer|\bvi\.mock\(/);
/** Each of these files runs in a process of its own. */
const ISOLATED = [
  ...listMarked("isolated"),
  // Coverage is measured without those.
  ...UNSHARED.filter((path) => !path.startsWith("test/tag/")),
];
const MODULES = "**/node_modules/**";

/** Test files with a line that starts with `// @marker`. */
function listMarked(marker: string): string[] {
  return listContaining(new RegExp(`^// @${marker}\\b`, "m"));
}

function listContaining(pattern: RegExp): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes("node_modules"))
    .map((path) => `test/${path}`)
    .filter((path) => pattern.test(readFileSync(path, "utf8")));
}

/** Pure units share threads, modules and globals, which saves most of the imports. */
const THREADS = { pool: "threads", isolate: false } as const;
/** Processes for what touches them. The database's native module also aborts now and then when its thread ends. */
const PROCESSES = { pool: "forks", isolate: false } as const;

/** The database runs in the test's own process. */
const ENGINE_HERE = {
  find: /^\.\/engineApart\.ts$/,
  replacement: resolve("test/support/engineApart.ts"),
};

export default defineConfig({
  resolve: {
    alias: [
      { find: /^\.\/console\.js$/, replacement: resolve("src/console/index.tsx") },
      { find: /^\.\/programFile\.ts$/, replacement: resolve("test/support/programFile.ts") },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/support/bundlePrograms.ts"],
    // By default one processor is left idle, which halves the speed on two.
    maxWorkers: "100%",
    // Property tests on a busy machine; nothing is decided by speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        resolve: { alias: [ENGINE_HERE] },
        test: {
          ...PROCESSES,
          name: "units",
          include: ALL,
          exclude: [MODULES, ...REST, ...DOM, ...ISOLATED, ...COVERED],
          provide: { engines: "local" },
        },
      },
      {
        extends: true,
        test: { ...THREADS, name: "covered", include: COVERED, exclude: [...REST, ...ISOLATED] },
      },
      {
        extends: true,
        test: { ...THREADS, name: "dom", include: DOM, exclude: [...REST, ...ISOLATED, ...COVERED] },
      },
      {
        extends: true,
        resolve: { alias: [ENGINE_HERE] },
        test: { name: "isolated", include: ISOLATED, exclude: REST, provide: { engines: "local" } },
      },
      ...Object.entries(PARTS).map(([name, include]) => ({
        extends: true as const,
        test: {
          name,
          include,
          exclude: [MODULES],
          ...(name === "cluster" && { provide: { engines: "redis" as const } }),
        },
      })),
    ],
    // `npm test` asks for it with the project "covered": with all tests, they would take a fifth longer.
    coverage: {
      provider: "v8",
      include: ["src/{tag,protocol}/**/*.ts"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 100, functions: 100, lines: 100 },
    },
  },
});
