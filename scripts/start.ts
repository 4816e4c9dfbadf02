/**
 * `npm start`: builds, starts the ad service with the demo's catalogue, and serves the demo's magazine beside it.
 *
 * `npm start -- --help` lists the options.
 */
import "./nodeVersion.ts";
import { join, resolve } from "node:path";
import { ServiceFailed } from "../demo/service.ts";
import { type Demo, startDemo } from "../demo/start.ts";
import { buildAll } from "./build.ts";
import { readDemoOptions } from "./demoCommand.ts";
import { onParentExit } from "./parent.ts";

const ROOT = resolve(import.meta.dirname, "..");

function announce({ site, service }: Demo): void {
  console.log(`
  zonetag demo

  Magazine      ${site}/
  An article    ${site}/running/forty-minutes-before-the-tide
  Single page   ${site}/notes/
  Console       ${site}/?zonetag_console
  Ad service    ${service}/v1/placement
  Dashboard     ${service}/dashboard/
                sign in as publisher, advertiser or network; the password is longshore

  Ctrl-C stops.
`);
}

const { build, ...demoOptions } = readDemoOptions(
  "npm start --",
  "Builds, starts the ad service with the demo's catalogue, and serves the demo's magazine beside it.",
);
const prepare = () => {
  console.log("building; the first start also fills in 120 days of statistics …");
  return buildAll(join(ROOT, "dist"));
};
try {
  const demo = await startDemo({ ...demoOptions, ...(build && { prepare }) });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => demo.stop());
  // Without npm there may be no parent: a detached process continues after its shell has ended.
  if (process.env.npm_lifecycle_event) demo.stopped.finally(onParentExit(() => demo.stop()));
  announce(demo);
  process.exitCode = await demo.stopped;
} catch (error) {
  if (!(error instanceof ServiceFailed)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
