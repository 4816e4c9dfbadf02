// @long Imports a file of 120 MB, and one of all columns.
/** Imports by the command within a small heap and the command's database memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import { IMPORT_DATABASE } from "../../../src/service/commands/sendImport.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { COUNTERS, DIMENSIONS } from "../../../src/service/facts/factTable.ts";
import { makeFolder } from "../../support/folder.ts";
import { PROGRAM } from "../support/program.ts";

const LINES = 60_000;
const LINES_AT_ONCE = 1000;
/** Spaces between JSON tokens, which make lines long. */
const PADDING = " ".repeat(2000);
/** The program alone needs more than half of this heap. */
const HEAP_MEGABYTES = 48;

async function writeFile(path: string): Promise<void> {
  const parts = function* () {
    for (let from = 0; from < LINES; from += LINES_AT_ONCE)
      yield Array.from({ length: LINES_AT_ONCE }, (_, at) => {
        const time = new Date(Date.UTC(2025, 0, 1) + (from + at) * 30_000).toISOString();
        return `{"time":"${time}","publisher_id":1,"zone_id":${1 + (at % 500)},${PADDING}"impressions":1}\n`;
      }).join("");
  };
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

test("a file of 120 MB is imported with a heap of 48 MB", {
  timeout: 300_000,
}, async () => {
  const folder = makeFolder();
  const file = join(folder, "facts.ndjson");
  await writeFile(file);
  const command = [PROGRAM, "import", file, "--data", join(folder, "data")];
  const child = endWithTests(spawn(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, ...command]));
  const [output] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(output).toContain("60,000 added, 0 rejected as");
});

/** Seven parts exceed the 122,880 rows that the database compresses at once. */
const PARTS = 7;
const PART_LINES = 20_000;

/** Creates SQL for a value of a column that differs between lines. */
function createValue(name: string, type: string): string {
  const hash = `hash(i, '${name}')`;
  const texts: Record<string, string> = {
    country_iso: "'DEU'",
    size: `concat(${hash} % 99999, 'x', ${hash} // 7 % 99999)`,
    site_hostname: `concat(md5(CAST(i AS VARCHAR)), '.example')`,
  };
  if (type === "BOOLEAN") return `${hash} % 2 = 0`;
  return texts[name] ?? `${hash} % ${type === "BIGINT" ? Number.MAX_SAFE_INTEGER : 999_999_999}`;
}

test("140,000 lines with every column are imported within the command's database memory", {
  timeout: 300_000,
}, async () => {
  const folder = makeFolder();
  const store = await openStore({ folder: join(folder, "data"), ...IMPORT_DATABASE });
  onTestFinished(() => store.close());
  const part = join(folder, "part.csv");
  const types = Object.entries({ ...DIMENSIONS, ...COUNTERS });
  const values = types.map(([name, type]) => `${createValue(name, type)} AS ${name}`);
  await store.query(
    `COPY (SELECT 1790000000 + i AS time_s, ${values.join(", ")} FROM range(${PART_LINES}) AS lines(i))
     TO '${part}' (FORMAT csv, HEADER true)`,
  );
  const columns = ["time_s", ...types.map(([name]) => name)];
  await store.longTransaction(async ({ load }) => {
    for (let at = 0; at < PARTS; at++) await load({ path: part, columns }, 1);
  });
  const facts = BigInt(PARTS * PART_LINES);
  expect(await store.query("SELECT count(*) AS facts FROM facts")).toEqual([{ facts }]);
});
