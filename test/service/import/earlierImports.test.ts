/** Files that version 0.1.0 imported are recognised when they are imported again. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recogniseBeginnings } from "../../../src/service/import/earlierImports.ts";
import { removeImport } from "../../../src/service/import/import.ts";
import { readParts } from "../../../src/service/import/parts.ts";
import { runRequest } from "../../../src/service/import/requests.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import type { Store } from "../../../src/service/store/store.ts";
import { CATALOGUE } from "../statistics/support.ts";

const FIXTURES = join(import.meta.dirname, "../store/fixtures/format-1");

test("no record ends a file that was counted where none was", () => {
  const isCounted = recogniseBeginnings(new Map());
  expect([1, 2].map((line) => isCounted({ line, values: {} }))).toEqual([false, false]);
});

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-earlier-imports-"));
  const data = join(folder, "data");
  await mkdir(data);
  const instance = await DuckDBInstance.create(join(data, "events.duckdb"));
  const connection = await instance.connect();
  for (const script of ["events.sql", "imports.sql"])
    await connection.run(await readFile(join(FIXTURES, script), "utf8"));
  connection.closeSync();
  instance.closeSync();
  store = await openStore({ folder: data });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function importFile(file: string, name: string, batch: number): Promise<unknown> {
  const request = { action: "import", name, allOrNothing: false, source: { file, batch } } as const;
  return runRequest(store, request, readParts, CATALOGUE);
}

async function sumImpressions(): Promise<number> {
  const [row] = await store.query<{ n: number }>(
    "SELECT sum(impressions)::INTEGER AS n FROM facts WHERE time < TIMESTAMP '2026-11-10'",
  );
  return row?.n ?? 0;
}
const BEFORE = 1 + 4 + 8 + 16 + 32 + 64;

test.each([1, 2, 3, 100])(
  "files of version 0.1.0 add nothing when imported again by %i lines",
  async (batch) => {
    for (const name of ["facts.ndjson", "facts.csv"])
      expect(await importFile(join(FIXTURES, name), name, batch)).toMatchObject({ added: 0 });
    expect(await sumImpressions()).toBe(BEFORE);
    // That version read no money with an exponent; the line is known nevertheless.
    expect(await importFile(join(FIXTURES, "facts.ndjson"), "facts.ndjson", batch)).toMatchObject({
      ...{ read: 6, known: 5, rejected: 1, replaced: 0 },
    });
  },
);

test("a file of version 0.1.0 that has grown adds its new lines alone, and replaces those alone", async () => {
  const file = join(folder, "grown.ndjson");
  const lines = await readFile(join(FIXTURES, "facts.ndjson"), "utf8");
  const more = '{"time":"2026-11-01","publisher_id":1,"zone_id":101,"impressions":1000}\n';
  for (const [content, added] of [
    [lines + more, 1],
    [lines + more + more, 2],
  ] as const) {
    await writeFile(file, content);
    expect(await importFile(file, "grown", 1)).toMatchObject({ added, known: 5 });
    expect(await sumImpressions()).toBe(BEFORE + 1000 * added);
  }
  await removeImport(store, "grown");
  expect(await sumImpressions()).toBe(BEFORE);
});

test("a file that begins as none of version 0.1.0 is imported as a whole", async () => {
  const file = join(folder, "other.ndjson");
  const [, ...lines] = (await readFile(join(FIXTURES, "facts.ndjson"), "utf8")).split("\n");
  await writeFile(file, lines.join("\n"));
  expect(await importFile(file, "other", 100)).toMatchObject({ added: 4, known: 0 });
});
