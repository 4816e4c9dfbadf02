#!/usr/bin/env node

// src/service/nodeVersion.ts
var MAJOR = 20;
var MINOR = 19;
function describeOldNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MAJOR || major === MAJOR && minor >= MINOR) return void 0;
  return `Node ${MAJOR}.${MINOR} or newer is needed; this is ${version}.`;
}

// src/service/bin.ts
var problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(`zonetag-service: ${problem}`);
  process.exit(1);
}
process.on("SIGHUP", () => {
});
await import(new URL("./service.mjs", import.meta.url).href);
