/** Runs `.ci/run` with stubs of apt-get, npm and other programs. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { useEmptyFolder } from "../support/folder.ts";

const folder = useEmptyFolder();
beforeEach(() => {
  mkdirSync(join(folder, ".ci"));
  mkdirSync(join(folder, "bin"));
  cpSync(resolve(import.meta.dirname, "../../.ci/run"), join(folder, ".ci/run"));
  for (const name of ["bash", "dirname", "tail"])
    symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(folder, "bin", name));
  writeProgram("id", "echo 0");
  // A different size on each call.
  writeProgram("du", "echo $$");
  writeProgram("sleep", "exit 0");
  writeProgram("npm", `echo "npm $*" >> calls; [ "$1" = test ] && echo "5 passed, 0 failed"; exit 0`);
  writeProgram("apt-get", `echo "apt-get $*" >> calls`);
});

function writeProgram(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "bin", name), 0o755);
}

function runCi() {
  const options = { encoding: "utf8", env: { PATH: join(folder, "bin") }, cwd: folder } as const;
  const { status, stdout } = spawnSync("/bin/sh", ["-c", "exec bash .ci/run"], options);
  return { status, stdout, calls: readFileSync(join(folder, "calls"), "utf8").trimEnd().split("\n") };
}

const RUNS = ["npm ci --no-audit --no-fund", "npm test"];
const INSTALL = "apt-get -qq install -y --no-install-recommends";
const PACKAGES = "chromium-headless-shell fonts-liberation";

test("as root without Chromium, .ci/run downloads and installs Chromium before the tests", () => {
  expect(runCi()).toEqual({
    status: 0,
    stdout: "5 passed, 0 failed\n",
    calls: [
      "apt-get -qq update",
      `${INSTALL} --download-only ${PACKAGES}`,
      `${INSTALL} --no-download ${PACKAGES}`,
      ...RUNS,
    ],
  });
});

test.each([
  ["with Chromium", "chromium", "exit 0"],
  ["as a user other than root", "id", "echo 1000"],
])("%s, .ci/run installs nothing", (_when, name, script) => {
  writeProgram(name, script);
  expect(runCi()).toMatchObject({ status: 0, calls: RUNS });
});

test("a stalled download is cancelled, and the tests run without Chromium", () => {
  writeProgram("du", "echo 1");
  writeProgram("apt-get", `echo "apt-get $*" >> calls; exec tail -f /dev/null`);
  const { status, stdout, calls } = runCi();
  expect(calls).toEqual(["apt-get -qq update", ...RUNS]);
  expect(stdout).toBe(`given up: apt-get -qq update\nnot installed: ${PACKAGES}\n5 passed, 0 failed\n`);
  expect(status).toBe(0);
});

test.each([
  ["npm ci", `[ "$1" = test ] || exit 1`],
  ["npm test", `[ "$1" = ci ] || { echo "5 passed, 2 failed"; exit 1; }`],
])("when %s fails, the exit code is 1 and the last line counts a failure", (_when, script) => {
  writeProgram("npm", `echo "npm $*" >> calls; ${script}`);
  const { status, stdout } = runCi();
  expect(status).toBe(1);
  expect(stdout.trimEnd().split("\n").pop()).toMatch(/^\d+ passed, [1-9]\d* failed$/);
});
