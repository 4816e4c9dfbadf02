import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ImportProgress, importRecords, type Rejected } from "../../../src/service/import/import.ts";
import { formatOf, readRecords } from "../../../src/service/import/records.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import type { Row, Store } from "../../../src/service/store/store.ts";
import { CATALOGUE } from "../statistics/support.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-import-"));
  store = await openStore({ folder: join(folder, "data") });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome extends ImportProgress {
  reasons: string[];
}

async function importFile(name: string, content: string | Uint8Array, batch = 3): Promise<Outcome> {
  const file = join(folder, name);
  await writeFile(file, content);
  return importAgain(file, batch);
}

async function importAgain(file: string, batch = 3): Promise<Outcome> {
  const rejected: Rejected[] = [];
  const options = { store, catalogue: CATALOGUE, batch, onRejected: (one: Rejected) => rejected.push(one) };
  const progress = await importRecords(readRecords(file, formatOf(file)), options);
  return { ...progress, reasons: rejected.map(({ line, reason }) => `${line}: ${reason}`) };
}

async function sums(): Promise<Row | undefined> {
  const [row] = await store.query(
    "SELECT coalesce(sum(impressions), 0)::INTEGER AS impressions, coalesce(sum(cost), 0) AS cost FROM facts",
  );
  return row;
}

/** `count` lines, line n with n impressions. */
const numbered = (count: number, from = 1) =>
  Array.from(
    { length: count },
    (_, at) => `{"time":"2026-11-01","zone_id":101,"impressions":${from + at}}\n`,
  ).join("");
const total = (count: number) => (count * (count + 1)) / 2;

describe("lines become facts", () => {
  const expected = [
    {
      time: new Date("2026-11-01T10:30:00Z"),
      zone_id: 101n,
      sub: -4n,
      site_id: 1,
      publisher_id: 1,
      site_hostname: "daily.example",
      size: "728x90",
      category_id: 1,
      campaign_id: 1,
      advertiser_id: 11,
      country_iso: "DEU",
      adblock: false,
      impressions: 5n,
      cost: "0.012500000",
      pub_rtb_wins: 2n,
    },
  ];
  const columns = `time, zone_id, sub, site_id, publisher_id, site_hostname, size, category_id, campaign_id, advertiser_id,
    country_iso, adblock, impressions, cost, pub_rtb_wins`;
  const json = {
    time: "2026-11-01T12:30:00+02:00",
    zone_id: 101,
    campaign_id: 1,
    country_iso: "DEU",
    adblock: false,
    impressions: 5,
    cost: "0.0125",
    pub_rtb_wins: 2,
    sub: -4,
    region_id: null,
  };

  it("from newline-delimited JSON, with owners from the catalogue", async () => {
    await importFile("facts.ndjson", `\ufeff${JSON.stringify(json)}\r\n\n`);
    expect(await store.query(`SELECT ${columns} FROM facts`)).toEqual(expected);
  });

  it("from CSV, by its header", async () => {
    const rows = [Object.keys(json), Object.values(json)];
    await importFile(
      "facts.csv",
      `\ufeff${rows.map((row) => row.map((cell) => `"${cell ?? ""}"`).join(", ")).join("\r\n")}`,
    );
    expect(await store.query(`SELECT ${columns} FROM facts`)).toEqual(expected);
  });

  it("with adblock as the statistics name it, or as a truth value", async () => {
    const line = (adblock: unknown) =>
      JSON.stringify({ time: "2026-11-01", zone_id: 101, clicks: 1, adblock });
    const values = ["standard", "adblock", true, 0, null];
    await importFile("facts.ndjson", values.map(line).join("\n"));
    const rows = await store.query(
      "SELECT adblock, sum(clicks)::INTEGER AS clicks FROM facts GROUP BY adblock",
    );
    expect(new Map(rows.map(({ adblock, clicks }) => [adblock, clicks]))).toEqual(
      new Map([
        [false, 2],
        [true, 2],
        [null, 1],
      ]),
    );
  });

  it("from either, packed", async () => {
    await importFile("facts.ndjson.gz", gzipSync(JSON.stringify(json)));
    expect(await store.query(`SELECT ${columns} FROM facts`)).toEqual(expected);
  });

  it("with the line's own owners before those of the catalogue", async () => {
    await importFile("facts.ndjson", '{"time":"2026-11-01","zone_id":101,"publisher_id":2,"clicks":1}');
    expect(await store.query("SELECT publisher_id, site_id FROM facts")).toEqual([
      { publisher_id: 2, site_id: 1 },
    ]);
  });
});

describe("a line that is no fact", () => {
  const good = '{"time":"2026-11-01","zone_id":101,"impressions":1}';

  it.each([
    ["nonsense", "This is no JSON."],
    ["[1]", "Expected an object."],
    ['{"zone_id":101,"impressions":1}', "time: This column is missing."],
    ['{"time":"2026-02-30","zone_id":101,"clicks":1}', "time: Expected a day or a moment as in ISO 8601."],
    ['{"time":"1999-01-01","zone_id":101,"clicks":1}', "time: Expected a moment from 2000 to 2099."],
    ['{"time":"2026-11-01","zone_id":101}', "Nothing is counted: every counter is absent or zero."],
    ['{"time":"2026-11-01","zone_id":999,"clicks":1}', /^No account is named/],
    [
      '{"time":"2026-11-01","zone_id":101,"clicks":-1,"cost":"1,5","colour":1,"country_iso":"XXX","adblock":"maybe"}',
      "clicks: Expected a whole number from 0 to 9007199254740991. cost: Expected a decimal with at most nine places. colour: This column is not known. country_iso: Expected a three-letter country code. adblock: Expected adblock or standard, or true or false.",
    ],
    [
      '{"time":"2026-11-01","zone_id":101,"clicks":1.5}',
      "clicks: Expected a whole number from 0 to 9007199254740991.",
    ],
    ['{"time":"2026-11-01","zone_id":101,"clicks":1,"size":"big"}', "size: Expected a size as WIDTHxHEIGHT."],
    [
      '{"time":"2026-11-01","zone_id":101,"clicks":1,"constructor":1}',
      "constructor: This column is not known.",
    ],
  ])("%s is told with its number and reason, and the others are in", async (line, reason) => {
    const { added, rejected, reasons } = await importFile("facts.ndjson", `${good}\n\n${line}\n${good}`);
    expect([added, rejected]).toEqual([2, 1]);
    expect(reasons).toEqual([
      expect.stringMatching(
        typeof reason === "string" ? `3: ${reason}`.replaceAll(/[.()]/g, "\\$&") : /^3: No account is named/,
      ),
    ]);
    expect((await sums())?.impressions).toBe(2);
  });

  it("is told in CSV as well", async () => {
    const { added, reasons } = await importFile(
      "facts.csv",
      'time,zone_id,impressions\n2026-11-01,101,1\n2026-11-01,101\n\n2026-11-01,101,x\n2026-11-01,101,1\n2026-11-01,"101,1',
    );
    expect(added).toBe(2);
    expect(reasons.map((reason) => reason.slice(0, 2))).toEqual(["3:", "5:", "7:"]);
    expect(reasons[1]).toBe("5: impressions: Expected a whole number from 0 to 9007199254740991.");
  });
});

describe("a file that comes again", () => {
  it.each([1, 2, 3, 7, 8, 100])("counts nothing twice, in batches of %i lines", async (batch) => {
    expect(await importFile("facts.ndjson", numbered(7), batch)).toMatchObject({ added: 7, known: 0 });
    expect(await importAgain(join(folder, "facts.ndjson"), batch)).toMatchObject({ added: 0, known: 7 });
    expect((await sums())?.impressions).toBe(total(7));
  });

  it("under another name, after a restart, and in other batches, too", async () => {
    await importFile("facts.ndjson", numbered(7), 3);
    await store.close();
    store = await openStore({ folder: join(folder, "data") });
    expect(await importFile("copy.ndjson", numbered(7), 7)).toMatchObject({ added: 0, known: 7 });
    expect((await sums())?.impressions).toBe(total(7));
  });

  it("having grown, adds what is new", async () => {
    await importFile("facts.ndjson", numbered(7));
    await appendFile(join(folder, "facts.ndjson"), numbered(5, 8));
    expect(await importAgain(join(folder, "facts.ndjson"))).toMatchObject({ added: 5, known: 7 });
    expect(await importAgain(join(folder, "facts.ndjson"))).toMatchObject({ added: 0, known: 12 });
    expect((await sums())?.impressions).toBe(total(12));
  });

  it("is another file when a line differs", async () => {
    await importFile("a.ndjson", numbered(3, 1));
    expect(await importFile("b.ndjson", numbered(3, 2))).toMatchObject({ added: 3, known: 0 });
  });
});

describe("an import that fails", () => {
  it("goes on where it was", async () => {
    const file = join(folder, "facts.ndjson");
    await writeFile(file, numbered(10));
    async function* broken() {
      let read = 0;
      for await (const record of readRecords(file, "ndjson")) {
        if (++read > 8) throw new Error("the disk is gone");
        yield record;
      }
    }
    await expect(importRecords(broken(), { store, catalogue: CATALOGUE, batch: 3 })).rejects.toThrow(
      "the disk is gone",
    );
    expect((await sums())?.impressions).toBe(total(6));
    expect(await importAgain(file)).toMatchObject({ added: 4, known: 6 });
    expect((await sums())?.impressions).toBe(total(10));
  });

  it("says when there is no such file", async () => {
    for (const name of ["none.csv", "none.ndjson", "none.ndjson.gz"])
      await expect(importAgain(join(folder, name))).rejects.toThrow(/ENOENT/);
  });
});

describe("the command", () => {
  const command = (file: string) => [
    ...["--import", "tsx", resolve("src/service/main.ts"), "import", file],
    ...["--data", join(folder, "data"), "--catalogue", resolve("demo/catalogue.json"), "--batch", "100"],
  ];

  /** What the command says, line by line, until it ends. */
  async function run(file: string): Promise<{ code: number; said: string }> {
    const child = spawn(process.execPath, command(file), { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    for await (const chunk of child.stderr) said += chunk;
    const code = child.exitCode ?? (await once(child, "exit"))[0];
    return { code, said };
  }

  it("killed half-way counts each line once when it is run again", async () => {
    await store.close();
    const pipe = join(folder, "pipe.ndjson");
    execFileSync("mkfifo", [pipe]);
    const child = spawn(process.execPath, command(pipe), { stdio: ["ignore", "ignore", "pipe"] });
    const writer = await open(pipe, "w");
    await writer.write(numbered(250));
    let said = "";
    for await (const chunk of child.stderr) {
      said += chunk;
      if (said.includes("200 lines read")) child.kill("SIGKILL");
    }
    await writer.close();
    const file = join(folder, "facts.ndjson");
    await writeFile(file, numbered(450));
    const { code, said: again } = await run(file);
    expect(again).toContain("450 lines read, 250 added, 200 known, 0 rejected\n");
    expect(code).toBe(0);
    store = await openStore({ folder: join(folder, "data") });
    expect((await sums())?.impressions).toBe(total(450));
  }, 30_000);

  it("ends with 1 when lines were rejected, or when the service has the folder", async () => {
    const file = join(folder, "facts.ndjson");
    await writeFile(file, `${numbered(2)}nonsense\n`);
    const locked = await run(file);
    expect([locked.code, locked.said]).toEqual([1, expect.stringContaining("is in use by another process")]);
    await store.close();
    const rejected = await run(file);
    expect([rejected.code, rejected.said]).toEqual([
      1,
      expect.stringContaining(`${file}:3: This is no JSON.\n`),
    ]);
    store = await openStore({ folder: join(folder, "data") });
    expect((await sums())?.impressions).toBe(3);
  }, 30_000);
});
