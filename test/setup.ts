/** Runs around each file of unit tests. */
import { afterAll } from "vitest";
import { endChildren } from "../e2e/support/children.ts";

// Hooks that were added first run last: the file has stopped by then what it stops itself.
afterAll(endChildren);
