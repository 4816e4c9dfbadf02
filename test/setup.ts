/** Runs around each file of unit tests. */
import fc from "fast-check";
import { afterAll } from "vitest";
import { endChildren } from "../e2e/support/children.ts";
import { setPasswordCost } from "../src/service/signing/passwordCost.ts";

// The same cases at each run: a new one that fails must not fail an unrelated change. `npm run fuzz` tries others.
if (process.env.FUZZ_CASES === undefined) fc.configureGlobal({ seed: 1 });

// A sign-in at the usual cost takes 0.3 seconds.
setPasswordCost({ log2N: 10, p: 1 });

// Hooks that were added first run last: the file has stopped by then what it stops itself.
afterAll(endChildren);
