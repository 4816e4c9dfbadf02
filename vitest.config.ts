import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { readRetries } from "./scripts/retries.ts";

export default defineConfig({
  // What stands beside the tag as `console.js` is built from here.
  resolve: { alias: [{ find: /^\.\/console\.js$/, replacement: resolve("src/console/index.tsx") }] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    setupFiles: ["test/setup.ts"],
    // Property tests on a busy machine; nothing is decided by speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: readRetries(),
    expect: { poll: { timeout: 30_000 } },
    // The test command asks for it: what runs on other people's pages, and the contract, have no untested turn.
    coverage: {
      provider: "v8",
      include: ["src/tag/**", "src/protocol/**"],
      reporter: [["text", { skipFull: true }]],
      thresholds: { branches: 100, functions: 100, lines: 100 },
    },
  },
});
