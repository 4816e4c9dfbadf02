import { defineConfig } from "vitest/config";

/** What `npm run mutation` runs for each mutant: the unit tests of the tag's pure stages. */
export default defineConfig({ test: { include: ["test/tag/*.test.ts"] } });
