// @long Makes a thousand changes of a large catalogue.
/** Changes leak no memory: a process with a limited heap makes many. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const FIXTURE = join(import.meta.dirname, "changesFixture.ts");
/** Heap limit (old generation) in megabytes. Without changes the process needs 20. */
const HEAP = 40;

test("1,000 changes of a catalogue with 2,500 campaigns retain less than 20 MB", () => {
  const options = [`--max-old-space-size=${HEAP}`, "--max-semi-space-size=1"];
  const { status, stderr } = spawnSync(process.execPath, [...options, "--import", "tsx", FIXTURE, "1000"], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
}, 480_000);
