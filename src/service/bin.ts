#!/usr/bin/env node
/**
 * The program `zonetag-service`. Checks the version of Node before anything else is loaded: dependencies need features
 * of newer versions and fail with messages of their own.
 */
import { describeOldNode } from "./nodeVersion.ts";

const problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(`zonetag-service: ${problem}`);
  process.exit(1);
}
// What it asks for, to read the catalogue again, is done by the start itself as long as nothing is loaded.
process.on("SIGHUP", () => {});
// Beside this file once both are built.
await import(new URL("./service.mjs", import.meta.url).href);
