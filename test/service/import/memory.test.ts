/** What the built program's import takes of memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import { PROGRAM } from "../support/program.ts";

const LINES_AT_ONCE = 10_000;

/** A line for each half minute of a year and more. */
async function writeFile(path: string, lines: number): Promise<void> {
  const parts = function* () {
    for (let from = 0; from < lines; from += LINES_AT_ONCE)
      yield Array.from({ length: LINES_AT_ONCE }, (_, at) => {
        const time = new Date(Date.UTC(2025, 0, 1) + (from + at) * 30_000).toISOString();
        return `{"time":"${time}","publisher_id":1,"zone_id":${1 + (at % 500)},"impressions":1}\n`;
      }).join("");
  };
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

/** Told by the process as it ends, of all its threads, the database's too. */
const TELL_PEAK = `data:text/javascript,import { writeSync } from "node:fs";
  process.on("exit", () => writeSync(2, "peak " + process.resourceUsage().maxRSS));`;

/** Most memory that the import of so many lines took at a time. Bytes. */
async function measureImport(folder: string, lines: number): Promise<number> {
  const file = join(folder, `${lines}.ndjson`);
  await writeFile(file, lines);
  const data = join(folder, `data-${lines}`);
  const args = ["--import", TELL_PEAK, PROGRAM, "import", file, "--data", data];
  const child = endWithTests(spawn(process.execPath, args));
  const [told] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(told).toContain(`${lines.toLocaleString("en-US")} added, 0 rejected`);
  await rm(file);
  return Number(/peak (\d+)/.exec(told)?.[1]) * 1024;
}

test("an import of four times as many lines takes the same memory", { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-import-"));
  try {
    // The database keeps its first rows in memory until they fill a group, so fewer lines take less.
    const few = await measureImport(folder, 200_000);
    const many = await measureImport(folder, 800_000);
    // Held in memory, 600,000 lines more would take several hundred megabytes: twice as much and more.
    expect(many / few).toBeLessThan(1.4);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
