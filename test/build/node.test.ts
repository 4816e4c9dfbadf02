/** The minimum version of Node, defined once and checked by the program. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { describeOldNode } from "../../src/service/nodeVersion.ts";

const ROOT = resolve(import.meta.dirname, "../..");

test.each([
  ["20.18.3", true],
  ["18.20.8", true],
  ["20.19.0", false],
  ["22.0.0", false],
])("Node %s is too old: %s", (version, isOld) => {
  expect(describeOldNode(version) !== undefined).toBe(isOld);
});

test("the checked Node version is that of `engines`", () => {
  const { engines } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  expect(describeOldNode("1.0.0")).toContain(`Node ${engines.node.replace(">=", "")} or newer`);
});

test("zonetag-service exits with a one-line message if Node is too old", () => {
  const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.5.1' })";
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", old, resolve(ROOT, "dist/zonetag-service.mjs"), "--help"],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([1, "zonetag-service: Node 20.19 or newer is needed; this is 20.5.1.\n"]);
});
