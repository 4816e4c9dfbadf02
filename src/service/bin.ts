#!/usr/bin/env node
/**
 * The program `zonetag-service`. Checks the version of Node before loading anything else, because dependencies fail on
 * older versions with unrelated messages.
 */
import { describeOldNode } from "./nodeVersion.ts";

const problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(`zonetag-service: ${problem}`);
  process.exit(1);
}
// SIGHUP means reload. A start reads the catalogue anyway, so ignore it until everything is loaded.
process.on("SIGHUP", () => {});
// The build puts `service.mjs` beside this file.
await import(new URL("./service.mjs", import.meta.url).href);
