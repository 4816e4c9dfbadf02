import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { appendFile, copyFile, mkdir, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { FileRecord } from "../../../src/service/import/fileRecord.ts";
import { type Format, readFormat, readRecords } from "../../../src/service/import/records.ts";
import { describeReadProblem } from "../../../src/service/values/fileProblem.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

async function collect(records: AsyncIterable<Iterable<FileRecord>>): Promise<FileRecord[]> {
  const all: FileRecord[] = [];
  for await (const some of records) all.push(...some);
  return all;
}

async function read(content: string | Buffer, format: Format, name = "facts") {
  const file = join(folder, name);
  await writeFile(file, content);
  const hash = createHash("sha256");
  const records = await collect(readRecords(file, format, hash));
  return { records, digest: hash.digest("hex") };
}

/** Lists the records, each with its line and its values or problem. */
const summarize = async (content: string, format: Format) =>
  (await read(content, format)).records.map(({ line, values, problem }) => [line, values ?? problem]);

test.each([
  ["facts.csv", "csv"],
  ["FACTS.CSV.GZ", "csv"],
  ["facts.ndjson", "ndjson"],
  ["facts.csv.bak", "ndjson"],
  ["csv", "ndjson"],
])("the file %s is read as %s", (name, format) => {
  expect(readFormat(name)).toBe(format);
});

test("each line of JSON is a record; blank ones are none, and line numbers count them", async () => {
  const text = '\ufeff{"a":1}\n\n  \r\n{"a":2}\r\n[1]\n1\nnull\nx\n{"a":3}';
  expect(await summarize(text, "ndjson")).toEqual([
    [1, { a: 1 }],
    [4, { a: 2 }],
    [5, "Expected an object."],
    [6, "Expected an object."],
    [7, "Expected an object."],
    [8, "This is no JSON."],
    [9, { a: 3 }],
  ]);
  expect(await summarize("", "ndjson")).toEqual([]);
});

test("a line longer than any record is reported, and later lines are read", async () => {
  const longest = `{"a":"${"x".repeat(65_536 - 8)}"}`;
  const problem = "The line is longer than 65536 characters.";
  expect(await summarize(`${longest}\n${longest} \n{"a":1}`, "ndjson")).toEqual([
    [1, { a: "x".repeat(65_536 - 8) }],
    [2, problem],
    [3, { a: 1 }],
  ]);
  expect(await summarize(`{"a":1}\n${" ".repeat(1_000_000)}`, "ndjson")).toEqual([
    [1, { a: 1 }],
    [2, problem],
  ]);
});

test("a byte order mark belongs before the first line alone", async () => {
  expect(await summarize('{"a":1}\n\ufeff{"a":2}', "ndjson")).toEqual([
    [1, { a: 1 }],
    [2, "This is no JSON."],
  ]);
});

test("money as a JSON number keeps its digits, and a text that looks like it stays as it is", async () => {
  const text = '{"cost": 0.1234567890123456789, "note": "\\"cost\\": 1.5", "clicks": 1.50, "cost ":1e-7}';
  const [record] = (await read(text, "ndjson")).records;
  expect(record?.values).toEqual({
    cost: "0.1234567890123456789",
    note: '"cost": 1.5',
    clicks: 1.5,
    "cost ": 1e-7,
  });
  const both = (await read('{"cost":0.10,"publisher_revenue":0.20}', "ndjson")).records;
  expect(both[0]?.values).toEqual({ cost: "0.10", publisher_revenue: "0.20" });
  const negative = (await read('{"cost":-1.5E+3}', "ndjson")).records;
  expect(negative[0]?.values).toEqual({ cost: "-1.5E+3" });
});

test("characters and lines split between chunks are joined", async () => {
  // Lines of an odd number of bytes, so that some chunk ends within a character.
  const long = "é".repeat(30_000);
  const lines = Array.from({ length: 20 }, () => `{"a":"${long}"}\n`);
  const { records } = await read(lines.join(""), "ndjson");
  expect(records.map(({ line, values }) => [line, values?.a === long])).toEqual(
    lines.map((_, at) => [at + 1, true]),
  );
});

test("a line as long as may be is read wherever a chunk ends", async () => {
  const pad = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;
  // The last one ends with the first chunk, and its line's end is in the next.
  const lines = [pad(65_535), pad(65_535), pad(65_535), pad(65_536)];
  const { records } = await read(`${lines.join("\n")}\n{"a":"y"}\n`, "ndjson");
  expect(records.map(({ line, values }) => [line, values])).toEqual(
    [...lines, '{"a":"y"}'].map((content, at) => [at + 1, JSON.parse(content)]),
  );
});

test("each line of CSV after the first is a record by the names in the first", async () => {
  const text = '\ufeff"a", b\r\n1, x y \r\n\r\n2,"say ""no"""\r\n3,5" wide\r\n';
  expect(await summarize(text, "csv")).toEqual([
    [2, { a: "1", b: "x y" }],
    [4, { a: "2", b: 'say "no"' }],
    [5, { a: "3", b: '5" wide' }],
  ]);
});

test("CSV whose lines end as the first Macintosh ended them is read", async () => {
  expect(await summarize("a,b\r1,2\r\r3,4", "csv")).toEqual([
    [2, { a: "1", b: "2" }],
    [4, { a: "3", b: "4" }],
  ]);
});

const expectedCells = (found: number) => `Expected 2 cells, as in the first line, and found ${found}.`;

test("a line of CSV with another number of cells is skipped with its reason, in its place", async () => {
  const found = await summarize("a,b\n1,2\n1\n1,2,3\n3,4\n5\n", "csv");
  expect(found).toEqual([
    [2, { a: "1", b: "2" }],
    [3, expectedCells(1)],
    [4, expectedCells(3)],
    [5, { a: "3", b: "4" }],
    [6, expectedCells(1)],
  ]);
});

test("an unclosed quote is reported at the line where it opens, and ends the reading", async () => {
  expect(await summarize('a,b\n1,"2\n', "csv")).toEqual([[2, "A quote that opens here is never closed."]]);
  expect(await summarize('a,b\n1,2\n\n3,"4\n5,6\n', "csv")).toEqual([
    [2, { a: "1", b: "2" }],
    [4, "A quote that opens here is never closed."],
  ]);
  expect(await summarize('a,b\n\n1,2\n\n\n3,"4\n', "csv")).toEqual([
    [3, { a: "1", b: "2" }],
    [6, "A quote that opens here is never closed."],
  ]);
  expect(await summarize('a,b\n\n1\n\n3,"4\n', "csv")).toEqual([
    [3, expectedCells(1)],
    [5, "A quote that opens here is never closed."],
  ]);
  const found = await summarize(`a,b\n1,2\n3,"4\n${"5,6\n".repeat(40_000)}`, "csv");
  expect(found).toEqual([
    [2, { a: "1", b: "2" }],
    [3, expect.stringContaining("or the record is longer than 65536 characters. Nothing after it was read.")],
  ]);
  // Nor in further chunks, in each of which the parser would go on.
  expect(await summarize(`a,b\n1,2\n3,"4\n${"5,6\n".repeat(200_000)}`, "csv")).toEqual(found);
});

test("a first line of CSV that names a column twice is refused, one that leaves names out is read", async () => {
  await expect(summarize("a,b,a\n1,2,3\n", "csv")).rejects.toThrow('names the column "a" twice');
  expect(await summarize("a,,\n1,,\n", "csv")).toEqual([[2, expect.objectContaining({ a: "1" })]]);
});

test.each([
  ["UTF-16LE", (bytes: Buffer) => bytes],
  ["UTF-16BE", (bytes: Buffer) => bytes.swap16()],
])("a spreadsheet's %s is read, characters that a chunk cuts included", async (_, order) => {
  // Two units of two bytes each: the mark moves the first that is cut to the middle of one.
  const long = "🦊".repeat(10_000);
  const lines = Array.from({ length: 20 }, () => `{"a":"${long}"}\n`);
  const bytes = order(Buffer.from(`\ufeff${lines.join("")}`, "utf16le"));
  const { records } = await read(bytes, "ndjson");
  expect(records.map(({ values }) => values?.a === long)).toEqual(lines.map(() => true));
});

test("a byte order mark that begins a later chunk is a character of its text", async () => {
  const text = Array.from(`\ufeff${`{"a":"${"x".repeat(1000)}"}\n`.repeat(200)}`);
  // Characters of two bytes: the first of the second 256 KiB.
  text[128 * 1024] = "\ufeff";
  const { records } = await read(Buffer.from(text.join(""), "utf16le"), "ndjson");
  expect(records).toHaveLength(200);
  expect(records.filter(({ values }) => String(values?.a).includes("\ufeff"))).toHaveLength(1);
});

test("an unclosed quote in the first line of CSV is reported there", async () => {
  expect(await summarize('\n"a,b\n1,2\n', "csv")).toEqual([[2, "A quote that opens here is never closed."]]);
});

test("a file that is not compressed as named, or is truncated, has an error message", async () => {
  const packed = gzipSync('{"a":1}\n'.repeat(100));
  const reason = async (content: Buffer) =>
    describeReadProblem(await read(content, "ndjson", "facts.ndjson.gz").catch((error) => error));
  expect(await reason(Buffer.from("{}"))).toBe("It is not compressed with gzip, or damaged.");
  expect(await reason(packed.subarray(0, -20))).toBe("It is compressed with gzip, but its end is missing.");
});

test("a compressed file is unpacked, and its digest is that of its content", async () => {
  const text = '{"a":1}\n';
  const [plain, packed] = [
    await read(text, "ndjson", "facts.ndjson"),
    await read(gzipSync(text), "ndjson", "facts.ndjson.GZ"),
  ];
  expect(packed).toEqual(plain);
  expect(plain.digest).toBe(createHash("sha256").update(text).digest("hex"));
});

test.each(["none.ndjson", "none.ndjson.gz", "none.csv"])(
  "the file %s that is not there is an error",
  async (name) => {
    const records = readRecords(join(folder, name), readFormat(name), createHash("sha256"));
    await expect(collect(records)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

/** Each changes one thing about a file alone. */
const CHANGES: [string, (file: string, before: Stats) => Promise<void>][] = [
  [
    "grows",
    async (file, { atime, mtime }) => {
      await appendFile(file, '{"a":3}\n');
      await utimes(file, atime, mtime);
    },
  ],
  ["is written to", (file, { atime }) => utimes(file, atime, 1)],
  [
    "gives its place to another one",
    async (file, { atime, mtime }) => {
      await copyFile(file, `${file}.new`);
      await utimes(`${file}.new`, atime, mtime);
      await rename(`${file}.new`, file);
    },
  ],
];

test.each(CHANGES)("a file that %s while it is read is an error", async (_, change) => {
  const file = join(folder, "facts");
  await writeFile(file, '{"a":1}\n{"a":2}\n');
  // A time without fractions, which every file system can set.
  await utimes(file, 1_790_000_000, 1_790_000_000);
  const records = readRecords(file, "ndjson", createHash("sha256"));
  const seen: number[] = [];
  const reading = async () => {
    for await (const some of records)
      for (const { line } of some) {
        if (line === 1) await change(file, await stat(file));
        seen.push(line);
      }
  };
  await expect(reading()).rejects.toThrow(
    "The file changed while it was read. Try again once it is complete.",
  );
  expect(seen.slice(0, 2)).toEqual([1, 2]);
});

test.each(["folder.ndjson", "folder.ndjson.gz", "folder.csv", "folder.csv.gz"])(
  "the folder %s in place of a file is an error",
  async (name) => {
    await mkdir(join(folder, name));
    const records = readRecords(join(folder, name), readFormat(name), createHash("sha256"));
    await expect(collect(records)).rejects.toMatchObject({ code: "EISDIR" });
  },
);

test("a pipe is read to its end, whenever it was written to", async (context) => {
  const pipe = join(folder, "pipe");
  context.skip(spawnSync("mkfifo", [pipe]).status !== 0, "needs mkfifo");
  const reading = collect(readRecords(pipe, "ndjson", createHash("sha256")));
  await writeFile(pipe, '{"a":1}\n');
  expect(await reading).toMatchObject([{ line: 1, values: { a: 1 } }]);
});
