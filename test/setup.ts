/** Runs around each file of unit tests. */
import fc from "fast-check";
import { afterAll } from "vitest";
import { endChildren } from "../e2e/support/children.ts";

// The same cases at each run: a new one that fails must not fail an unrelated change. `npm run fuzz` tries others.
if (process.env.FUZZ_CASES === undefined) fc.configureGlobal({ seed: 1 });

// Hooks that were added first run last: the file has stopped by then what it stops itself.
afterAll(endChildren);
