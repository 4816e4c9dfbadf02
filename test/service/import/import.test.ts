// @programs Starts some fifty processes.
import { execFileSync, spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { existsSync } from "node:fs";
import { open, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endWithTests } from "../../../e2e/support/children.ts";
import { nameImports } from "../../../src/service/commands/import.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { Row, Store } from "../../../src/service/facts/eventStore.ts";
import {
  type ImportOptions,
  type ImportResult,
  importParts,
  listImports,
  removeImport,
} from "../../../src/service/import/import.ts";
import { serveImportRequest } from "../../../src/service/import/importRequests.ts";
import { createOwnerTables } from "../../../src/service/import/ownerTables.ts";
import { type PartOptions, splitFile } from "../../../src/service/import/splitFile.ts";
import { startService } from "../../../src/service/service.ts";
import { DEFAULT_SETTINGS } from "../../../src/service/settings.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { CATALOGUE } from "../statisticsRoutes/support.ts";

const folder = useEmptyFolder();
let store: Store;

beforeEach(async () => {
  store = await openStore({ folder: join(folder, "data") });
});
afterEach(() => store.close());

async function importFile(
  name: string,
  content: string | Uint8Array,
  options: Partial<PartOptions & ImportOptions> = {},
): Promise<ImportResult> {
  const file = join(folder, name);
  await writeFile(file, content);
  return importAgain(file, options);
}

function importAgain(
  file: string,
  options: Partial<PartOptions & ImportOptions> = {},
): Promise<ImportResult> {
  const parts = splitFile({ file, owners: CATALOGUE, temporary: store.temporary, batch: 3, ...options });
  return importParts(store, parts, { name: basename(file), ...options });
}

async function sums(): Promise<Row | undefined> {
  const [row] = await store.query(
    "SELECT coalesce(sum(impressions), 0)::INTEGER AS impressions, coalesce(sum(cost), 0) AS cost FROM facts",
  );
  return row;
}

/** Creates `count` lines with `from`, `from + 1`, … impressions. */
const numbered = (count: number, from = 1) =>
  Array.from(
    { length: count },
    (_, at) => `{"time":"2026-11-01","zone_id":101,"impressions":${from + at}}\n`,
  ).join("");
const total = (count: number, from = 1) => (count * (2 * from + count - 1)) / 2;

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

test("lines of newline-delimited JSON are imported with owners from the catalogue", async () => {
  await importFile("facts.ndjson", `\ufeff${JSON.stringify(json)}\r\n\n`);
  expect(await store.query(`SELECT ${columns} FROM facts`)).toEqual(expected);
});

test("lines of CSV are imported by the column names in the header", async () => {
  const rows = [Object.keys(json), Object.values(json)];
  await importFile(
    "facts.csv",
    `\ufeff${rows.map((row) => row.map((cell) => `"${cell ?? ""}"`).join(", ")).join("\r\n")}`,
  );
  expect(await store.query(`SELECT ${columns} FROM facts`)).toEqual(expected);
});

test("a line of 20 MB is rejected without parsing it", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const long = `{"time":"2026-11-01","note":"${"x".repeat(20_000_000)}"}`;
  const result = await importFile("facts.ndjson", `${numbered(1)}${long}\n${numbered(2)}`);
  expect(result).toMatchObject({
    read: 4,
    added: 3,
    rejected: 1,
    reasons: ["2: The line is longer than 65536 characters."],
  });
  expect(parse).toHaveBeenCalledTimes(3);
  parse.mockRestore();
});

test.each([
  ["semicolons", "time;zone_id;impressions\n2026-11-01;101;5\n"],
  ["capitals", "Time,Zone_ID,Impressions\n2026-11-01,101,5\n"],
  [
    "UTF-16 without a byte order mark",
    Buffer.from("time,zone_id,impressions\n2026-11-01,101,5\n", "utf16le"),
  ],
  ["binary garbage", "\u0000\u0001garbage"],
])("a CSV header in %s is refused and the earlier import of that name is kept", async (_, content) => {
  await importFile("facts.csv", "time,zone_id,impressions\n2026-11-01,101,7\n");
  await expect(importFile("facts.csv", content)).rejects.toThrow(
    'The first line does not name the column "time". Expected names of columns, separated by commas.',
  );
  expect((await sums())?.impressions).toBe(7);
});

test("a file with only rejected lines neither replaces nor creates an import", async () => {
  await importFile("facts.ndjson", numbered(3));
  const wrong = `${numbered(3).replaceAll("101", "999")}`;
  const refused = { read: 3, added: 0, rejected: 3, refused: true };
  expect(await importFile("facts.ndjson", wrong)).toMatchObject(refused);
  expect(await importFile("new.ndjson", wrong)).toMatchObject(refused);
  expect((await sums())?.impressions).toBe(total(3));
  expect((await listImports(store)).map(({ name }) => name)).toEqual(["facts.ndjson"]);
});

test("a file that grows while it is read is not imported", async () => {
  const file = join(folder, "facts.ndjson");
  await importFile("facts.ndjson", numbered(3));
  async function* grow() {
    for await (const step of splitFile({ file, owners: CATALOGUE, temporary: store.temporary, batch: 1 })) {
      await writeFile(file, numbered(1, 9), { flag: "a" });
      yield step;
    }
  }
  await expect(importParts(store, grow(), { name: "facts.ndjson" })).rejects.toThrow(
    "The file changed while it was read. Try again once it is complete.",
  );
  expect((await sums())?.impressions).toBe(total(3));
});

test.each(["/dev/stdin", "/dev/fd/63", "/proc/self/fd/0"])(
  "a running service refuses to read %s for a command",
  async (file) => {
    const source = { file, format: undefined, batch: 10, rejectedFile: undefined };
    await expect(async () =>
      serveImportRequest(
        store,
        { action: "import", name: "facts", allOrNothing: false, source },
        createOwnerTables(CATALOGUE),
        new AbortController().signal,
        async () => {},
      ),
    ).rejects.toThrow("A running service cannot read what this command is given. Write it to a file first.");
  },
);

test("lines whose sums exceed a column are imported", async () => {
  const line =
    '{"time":"2026-11-01","zone_id":101,"campaign_id":1,"cost":"999999999","impressions":9007199254740991}\n';
  expect((await importFile("facts.ndjson", line.repeat(2000))).added).toBe(2000);
  const [row] = await store.query("SELECT sum(cost) AS cost, sum(impressions) AS impressions FROM facts");
  expect(row).toEqual({ cost: "1999999998000.000000000", impressions: 18014398509481982000n });
});

test.each([
  ["nonsense", "This is not JSON."],
  ['{"time":"2026-11-01","zone_id":999,"clicks":1}', "zone_id: 999 is not in the catalogue."],
  [
    '{"time":"2026-11-01","zone_id":101,"clicks":-1,"size":"big","colour":1}',
    "clicks: Expected a whole number from 0 to 9007199254740991. size: Expected a size as WIDTHxHEIGHT. colour: This column is not known.",
  ],
])(
  "the line %s is rejected with its number and reasons, and other lines are imported",
  async (line, reason) => {
    const good = numbered(1);
    const result = await importFile("facts.ndjson", `${good}\n${line}\n${good}`);
    expect(result).toMatchObject({ added: 2, rejected: 1, reasons: [`3: ${reason}`] });
    expect((await sums())?.impressions).toBe(2);
  },
);

test("a rejected line of CSV is reported with its number and reason", async () => {
  const { added, reasons } = await importFile(
    "facts.csv",
    "time,zone_id,impressions\n2026-11-01,101,1\n2026-11-01,101\n\n2026-11-01,101,x\n2026-11-01,101,1\n",
  );
  expect(added).toBe(2);
  expect(reasons).toEqual([
    "3: Expected 3 cells, as in the first line, and found 2.",
    "5: impressions: Expected a whole number from 0 to 9007199254740991.",
  ]);
});

test.each([1, 2, 7, 100])(
  "importing the same name again replaces facts that were imported in parts of %i lines",
  async (batch) => {
    expect(await importFile("facts.ndjson", numbered(7), { batch })).toMatchObject({ added: 7 });
    expect(await importAgain(join(folder, "facts.ndjson"), { batch: 3 })).toMatchObject({
      added: 7,
      replaced: 7,
    });
    expect((await sums())?.impressions).toBe(total(7));
  },
);

test("importing a corrected, longer or shorter file again counts each line once", async () => {
  const lines = numbered(7).split("\n");
  await importFile("facts.ndjson", [...lines.slice(0, 3), "nonsense", ...lines.slice(4)].join("\n"));
  expect((await sums())?.impressions).toBe(total(7) - 4);
  await store.close();
  store = await openStore({ folder: join(folder, "data") });
  await importFile("facts.ndjson", numbered(7));
  expect((await sums())?.impressions).toBe(total(7));
  await importFile("facts.ndjson", numbered(12));
  expect((await sums())?.impressions).toBe(total(12));
  await importFile("facts.ndjson", numbered(2));
  expect((await sums())?.impressions).toBe(total(2));
});

test("importing the same content under a second name only reports the first name", async () => {
  await importFile("facts.ndjson", numbered(7));
  const copy = await importFile("copy.ndjson.gz", gzipSync(numbered(7)));
  expect(copy).toMatchObject({ added: 0, sameAs: "facts.ndjson" });
  expect((await sums())?.impressions).toBe(total(7));
  expect(await importFile("other.ndjson", numbered(3, 2))).toMatchObject({ added: 3 });
});

test("importing an empty file removes earlier lines of that name, even if another import is empty", async () => {
  await importFile("other.ndjson", "");
  await importFile("facts.ndjson", numbered(3));
  const { replaced, sameAs } = await importFile("facts.ndjson", "");
  expect([replaced, sameAs]).toEqual([3, undefined]);
  expect((await sums())?.impressions).toBe(0);
});

test("replacing or removing an import keeps facts of the service and of other imports", async () => {
  await store.transaction(({ append }) =>
    append([{ time: new Date("2026-11-01"), publisher_id: 1, impressions: 1000 }]),
  );
  await importFile("a.ndjson", numbered(3));
  await importFile("b.ndjson", numbered(2, 50));
  await importFile("a.ndjson", numbered(1));
  expect((await sums())?.impressions).toBe(1000 + 1 + 101);
  expect(await removeImport(store, "b.ndjson")).toBe(true);
  expect(await removeImport(store, "b.ndjson")).toBe(false);
  expect((await sums())?.impressions).toBe(1001);
});

test("an all-or-nothing import of a file with a rejected line imports nothing", async () => {
  await importFile("facts.ndjson", numbered(3));
  const refused = await importFile("facts.ndjson", `${numbered(5)}nonsense\n`, { allOrNothing: true });
  expect(refused).toMatchObject({ added: 0, rejected: 1, refused: true, reasons: ["6: This is not JSON."] });
  expect((await sums())?.impressions).toBe(total(3));
});

test("rejected lines are written to a file, which the next import without rejections deletes", async () => {
  const rejectedFile = join(folder, "facts.ndjson.rejected");
  await importFile("facts.ndjson", `${numbered(1)}{"time":"2026-11-01"}\n`, { rejectedFile });
  const [written = "", ...rest] = (await readFile(rejectedFile, "utf8")).split("\n");
  expect(JSON.parse(written)).toEqual({
    line: 2,
    reason: expect.stringContaining("No account"),
    values: { time: "2026-11-01" },
  });
  expect(rest).toEqual([""]);
  await importFile("facts.ndjson", numbered(2), { rejectedFile });
  expect(existsSync(rejectedFile)).toBe(false);
});

test("imports are listed with their numbers of lines and sums", async () => {
  await importFile("facts.ndjson", `${numbered(3)}nonsense\n`);
  await importFile("more.ndjson", numbered(2, 10));
  expect(await listImports(store)).toEqual([
    expect.objectContaining({ name: "facts.ndjson", added: 3n, rejected: 1n, impressions: 6n }),
    expect.objectContaining({
      name: "more.ndjson",
      added: 2n,
      rejected: 0n,
      impressions: 21n,
      cost: "0.000000000",
    }),
  ]);
});

test("an import that fails half-way leaves the earlier facts of its name unchanged", async () => {
  const file = join(folder, "facts.ndjson");
  await importFile("facts.ndjson", numbered(10));
  async function* broken() {
    let parts = 0;
    for await (const step of splitFile({ file, owners: CATALOGUE, temporary: store.temporary, batch: 3 })) {
      if (++parts > 2) throw new Error("the disk is gone");
      yield step;
    }
  }
  await expect(importParts(store, broken(), { name: "facts.ndjson" })).rejects.toThrow("the disk is gone");
  expect((await sums())?.impressions).toBe(total(10));
});

test("of concurrent imports of one name, the last replaces the other", async () => {
  const results = await Promise.all([
    importFile("a.ndjson", numbered(7), { name: "facts" }),
    importFile("b.ndjson", numbered(5, 100), { name: "facts" }),
  ]);
  // Either import may be first.
  const [a, b] = results.map(({ replaced }) => replaced);
  expect([a, b]).toEqual(a === undefined ? [undefined, 7] : [5, undefined]);
  expect((await sums())?.impressions).toBe(a === undefined ? total(5, 100) : total(7));
  expect(await listImports(store)).toHaveLength(1);
});

test("events reach queries while an import runs", async () => {
  const file = join(folder, "facts.ndjson");
  await writeFile(file, numbered(6));
  async function* slow() {
    for await (const step of splitFile({ file, owners: CATALOGUE, temporary: store.temporary, batch: 3 })) {
      yield step;
      await store.append([
        { time: Date.now(), zone: { publisher_id: 2 }, campaign: {}, visitor: {}, counters: { clicks: 1 } },
      ]);
      expect(await store.query("SELECT sum(clicks)::INTEGER AS clicks FROM facts")).not.toEqual([
        { clicks: null },
      ]);
    }
  }
  await importParts(store, slow(), { name: "facts.ndjson" });
  expect(await store.query("SELECT sum(clicks)::INTEGER AS clicks FROM facts")).toEqual([{ clicks: 3 }]);
  expect((await sums())?.impressions).toBe(total(6));
});

/** Runs a command in a time zone other than UTC. Resolves with its exit code and output. */
async function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const program = ["--import", "tsx", resolve("src/service/main.ts")];
  const child = endWithTests(
    spawn(process.execPath, [...program, ...args, "--data", join(folder, "data")], {
      env: { ...process.env, TZ: "Asia/Kathmandu" },
    }),
  );
  const texts = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  const [output = "", errors = ""] = await Promise.all(texts);
  return { code, output, errors };
}
const CATALOGUE_FILE = resolve("demo/catalogue.json");

/** Starts the service on the data, in this process. */
const serve = () =>
  startService({
    ...DEFAULT_SETTINGS,
    catalogue: CATALOGUE_FILE,
    creatives: resolve("demo/banners/files"),
    data: join(folder, "data"),
    port: 0,
    logLevel: "silent",
  });

test("commands import, list and remove without a running service", async () => {
  await store.close();
  const [file, wrong] = [join(folder, "facts.ndjson"), join(folder, "wrong.csv")];
  await writeFile(file, `${numbered(2)}nonsense\n`);
  await writeFile(wrong, "colour\nred\n");
  const imported = await run("import", wrong, file, "--catalogue", CATALOGUE_FILE, "--write-rejected");
  expect(imported.errors).toContain(`${file}:3: This is not JSON.\n`);
  expect(imported.code).toBe(1);
  expect(imported.errors).toContain(`${wrong}: The first line does not name the column "time".`);
  expect(imported.errors).toContain(`3 lines read, 2 added, 1 rejected as "${file}"\n`);
  const listed = await run("imports");
  const [, time = ""] = /facts\.ndjson +(\S+)/.exec(listed.output) ?? [];
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(180_000);
  expect(listed.output).toMatch(/^name +time .*\n\S+facts\.ndjson +20\S+ +2 +1 +3 +0/);
  expect((await run("imports", "remove", file)).output).toBe(`"${file}" is removed.\n`);
  expect((await run("imports", "remove", file)).code).toBe(1);
  store = await openStore({ folder: join(folder, "data") });
  expect((await sums())?.impressions).toBe(0);
});

test("after an import command is killed, importing the file counts each line once", async () => {
  await store.close();
  const pipe = join(folder, "pipe.ndjson");
  execFileSync("mkfifo", [pipe]);
  const args = ["--import", "tsx", resolve("src/service/main.ts"), "import", pipe, "--batch", "100"];
  const child = endWithTests(
    spawn(process.execPath, [...args, "--data", join(folder, "data"), "--catalogue", CATALOGUE_FILE], {
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  const writer = await open(pipe, "w");
  await writer.write(numbered(250));
  let errors = "";
  for await (const chunk of child.stderr) {
    errors += chunk;
    if (errors.includes("200 lines read")) child.kill("SIGKILL");
  }
  await writer.close();
  const file = join(folder, "facts.ndjson");
  await writeFile(file, numbered(450));
  const again = await run("import", file, "--catalogue", CATALOGUE_FILE);
  expect([again.code, again.errors]).toEqual([0, expect.stringContaining("450 added, 0 rejected")]);
  store = await openStore({ folder: join(folder, "data") });
  expect((await sums())?.impressions).toBe(total(450));
});

test("an import is named by the normalised path of its file", () => {
  expect([...nameImports(["./a.csv", "b//c/../a.csv", "/x/a.csv"])]).toEqual([
    ["a.csv", "./a.csv"],
    ["b/a.csv", "b//c/../a.csv"],
    ["/x/a.csv", "/x/a.csv"],
  ]);
  expect([...nameImports(["a.csv"], "november")]).toEqual([["november", "a.csv"]]);
});

test.each<[string, string[], string?]>([
  ['./a.csv: this command already imports "a.csv"', ["a.csv", "./a.csv"]],
  ["--name needs exactly one file", ["a.csv", "b.csv"], "november"],
  ["is not a name: expected 1 to 4096 characters", ["a.csv"], "\u001b[31m"],
  ["is not a name: expected 1 to 4096 characters", ["a".repeat(4097)]],
])("an import without a unique valid name is refused: %s", (message, files, name) => {
  expect(() => nameImports(files, name)).toThrow(message);
});

test("repeated imports do not leak shutdown listeners", async () => {
  const file = join(folder, "facts.ndjson");
  await writeFile(file, numbered(1));
  const stop = new AbortController();
  const source = { file, format: "ndjson" as const, batch: 10, rejectedFile: undefined };
  for (let times = 0; times < 3; times++)
    await serveImportRequest(
      store,
      { action: "import", name: "facts", allOrNothing: false, source },
      createOwnerTables(CATALOGUE),
      stop.signal,
      async () => {},
    );
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("when the service stops, a running import fails and imports nothing", async () => {
  await store.close();
  const service = await serve();
  const pipe = join(folder, "pipe.ndjson");
  execFileSync("mkfifo", [pipe]);
  const importing = run("import", pipe, "--batch", "100");
  // Opening resolves once the service reads the pipe, which stays open for more lines.
  const writer = await open(pipe, "w");
  await writer.write(numbered(250));
  await service.stop();
  const { code, errors } = await importing;
  expect([code, errors]).toEqual([1, expect.stringContaining("nothing was imported")]);
  await writer.close();
  store = await openStore({ folder: join(folder, "data") });
  expect((await sums())?.impressions).toBe(0);
  expect(await listImports(store)).toEqual([]);
});

test("imports remove --network removes that network's import and keeps the operator's of the same name", async () => {
  const line = (day: string) => `{"time":"${day}","zone_id":101,"impressions":1}\n`;
  await importFile("own.ndjson", line("2026-11-01"), { name: "november" });
  await importFile("sent.ndjson", line("2026-11-02"), { name: "november", network: 7 });
  await store.close();
  const remove = (network: string) => run("imports", "remove", "november", "--network", network);
  expect((await remove("seven")).errors).toContain("Expected the id of a network.");
  expect((await remove("8")).errors).toContain('There is no import called "november".');
  expect(await remove("7")).toMatchObject({ code: 0, output: '"november" is removed.\n' });
  store = await openStore({ folder: join(folder, "data") });
  expect((await listImports(store)).map(({ name, network }) => ({ name, network }))).toEqual([
    { name: "november", network: null },
  ]);
});

test("the import commands work while the service runs", async () => {
  await store.close();
  const service = await serve();
  try {
    const file = join(folder, "facts.ndjson");
    await writeFile(file, `${numbered(5)}{"time":"2026-11-01","zone_id":4040,"clicks":1}\n`);
    const imported = await run("import", file, "--name", "november");
    expect(imported.errors).toContain("zone_id: 4040 is not in the catalogue.");
    expect(imported.code).toBe(1);
    expect(imported.errors).toContain('5 added, 1 rejected as "november"');
    const [row = {}] =
      (await service.local?.query("SELECT sum(impressions)::INTEGER AS impressions FROM facts")) ?? [];
    expect(row).toEqual({ impressions: total(5) });
    expect((await run("imports")).output).toMatch(/november .* 5 +1 +15/);
    expect((await run("imports", "remove", "november")).code).toBe(0);
    expect((await run("import", join(folder, "none.csv"))).errors).toContain(
      "none.csv: There is no such file.",
    );
  } finally {
    await service.stop();
    store = await openStore({ folder: join(folder, "data") });
  }
});
