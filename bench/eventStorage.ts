/**
 * Costs of live events: bytes on disk, and at the next start the time and memory for the deduplication keys that still
 * count.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openStore } from "../src/service/duckdb/duckdbStore.ts";
import { KINDS } from "../src/service/journal/lines.ts";
import type { BenchOptions } from "./run.ts";
import { median } from "./service/median.ts";

export const name = "storage";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const STARTS = 5;
/** 70 % of the decisions are seen and 1 % are clicked: two hours of 1,400 decisions per second. */
const DECISIONS = 10_000_000;

export async function run({ quick }: BenchOptions): Promise<string> {
  const decisions = quick ? DECISIONS / 10 : DECISIONS;
  const folder = await mkdtemp(join(tmpdir(), "zonetag-storage-"));
  try {
    const empty = await measureStarts(folder);
    const keys = await writeKeys(folder, decisions);
    const full = await measureStarts(folder);
    const bytes = await measureEvents(folder, decisions);
    const perMillion = (full.seconds - empty.seconds) / (keys / 1e6);
    return `## Storage

| | |
|---|--:|
| deduplication keys at a start | ${keys.toLocaleString("en")} |
| start with them / without | ${full.seconds.toFixed(2)} s / ${empty.seconds.toFixed(2)} s |
| time for a million keys | ${perMillion.toFixed(3)} s |
| memory for a key | ${((full.memory - empty.memory) / keys).toFixed(2)} bytes |
| disk for a live event, its key included | ${bytes.toFixed(1)} bytes |

Starts are medians of ${STARTS}. Memory is the most that the garbage collector left, buffers included.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the keys of impressions and clicks, and returns their number. */
async function writeKeys(folder: string, decisions: number): Promise<number> {
  const store = await openStore({ folder });
  const insert = (kind: number, condition: string) =>
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided, campaign_id)
       SELECT 1, i, ${kind}, i // 1400, now()::TIMESTAMP - to_seconds(i // 1400), 1 + h % 300
       FROM (SELECT range AS i, hash(range) AS h FROM range(${decisions})) WHERE ${condition}`;
  try {
    await store.transaction(async ({ query }) => {
      await query(insert(KINDS.impression, "h % 10 < 7"));
      await query(insert(KINDS.click, "h % 100 = 1"));
    });
    const [row] = await store.query("SELECT count(*) AS keys FROM deduplication_keys");
    return Number(row?.keys);
  } finally {
    await store.close();
  }
}

async function measureStarts(folder: string): Promise<{ seconds: number; memory: number }> {
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    collectGarbage();
    const before = readMemory();
    const from = performance.now();
    const store = await openStore({ folder });
    seconds.push((performance.now() - from) / 1000);
    collectGarbage();
    memory.push(readMemory() - before);
    await store.close();
  }
  // Memory of an earlier start may be freed only during a later one.
  return { seconds: median(seconds), memory: Math.max(...memory) };
}

function readMemory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Measures the bytes per event of a file with all decisions and with the impressions and clicks of the keys. */
async function measureEvents(folder: string, decisions: number): Promise<number> {
  const store = await openStore({ folder });
  try {
    await store.transaction(async ({ query }) => {
      await query(insertFacts(decisions, "ad_requests", "true"));
      await query(insertFacts(decisions, "impressions", "h % 10 < 7"));
      await query(insertFacts(decisions, "clicks", "h % 100 = 1"));
    });
    await store.query("CHECKPOINT");
    const [row] = await store.query("SELECT count(*) AS events FROM facts");
    const { size } = await stat(join(folder, "events.duckdb"));
    return size / Number(row?.events);
  } finally {
    await store.close();
  }
}

/** Inserts events of the last two hours, with the columns that the service fills. */
function insertFacts(decisions: number, counter: string, condition: string): string {
  return `INSERT INTO facts (time, advertiser_id, publisher_id, campaign_id, variation_id, site_id, site_hostname,
      zone_id, size, country_iso, language_id, browser_id, device_id, device_type_id, operating_system_id,
      cost, publisher_revenue, ${counter})
    SELECT now()::TIMESTAMP - to_seconds((${decisions} - i) // 1400), 10 + h % 40, 1 + h % 20, 1 + h % 300, 1 + h % 900,
      1 + h % 50, 'site-' || h % 50 || '.example', 1 + h % 200, ['300x250', '728x90'][1 + (h % 2)::INTEGER],
      ['DEU', 'AUT', 'CHE', 'USA', 'GBR', 'FRA'][1 + ((h >> 20) % 6)::INTEGER], 1 + (h >> 24) % 20, 1 + (h >> 28) % 6,
      1 + (h >> 32) % 12, 1 + (h >> 36) % 4, 1 + (h >> 40) % 6, 0.0015, 0.00105, 1
    FROM (SELECT range AS i, hash(range) AS h FROM range(${decisions})) WHERE ${condition}`;
}
