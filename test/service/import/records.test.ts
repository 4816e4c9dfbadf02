import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { appendFile, copyFile, mkdir, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeReadProblem } from "../../../src/service/files/fileProblem.ts";
import type { FileRecord } from "../../../src/service/import/fileRecord.ts";
import { type Format, findFormat, readRecords } from "../../../src/service/import/records.ts";
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

/** Lists the line and the values or problem of each record. */
const summarize = async (content: string, format: Format) =>
  (await read(content, format)).records.map(({ line, values, problem }) => [line, values ?? problem]);

test.each([
  ["facts.csv", "csv"],
  ["FACTS.CSV.GZ", "csv"],
  ["facts.ndjson", "ndjson"],
  ["facts.csv.bak", "ndjson"],
  ["csv", "ndjson"],
])("the file %s is read as %s", (name, format) => {
  expect(findFormat(name)).toBe(format);
});

test("each line of JSON except blank ones is a record, and blank lines count in line numbers", async () => {
  const text = '\ufeff{"a":1}\n\n  \r\n{"a":2}\r\n[1]\n1\nnull\nx\n{"a":3}';
  expect(await summarize(text, "ndjson")).toEqual([
    [1, { a: 1 }],
    [4, { a: 2 }],
    [5, "Expected an object."],
    [6, "Expected an object."],
    [7, "Expected an object."],
    [8, "This is not JSON."],
    [9, { a: 3 }],
  ]);
  expect(await summarize("", "ndjson")).toEqual([]);
});

test("a line longer than 65,536 characters is reported, and later lines are read", async () => {
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

test("a byte order mark is accepted only before the first line", async () => {
  expect(await summarize('{"a":1}\n\ufeff{"a":2}', "ndjson")).toEqual([
    [1, { a: 1 }],
    [2, "This is not JSON."],
  ]);
});

test("amounts of money given as JSON numbers keep all digits", async () => {
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
  // Lines have an odd number of bytes, so some chunks end within a character.
  const long = "é".repeat(30_000);
  const lines = Array.from({ length: 20 }, () => `{"a":"${long}"}\n`);
  const { records } = await read(lines.join(""), "ndjson");
  expect(records.map(({ line, values }) => [line, values?.a === long])).toEqual(
    lines.map((_, at) => [at + 1, true]),
  );
});

test("a line of the maximum length is read if its line break is in the next chunk", async () => {
  const pad = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;
  // The last line ends exactly with the first chunk.
  const lines = [pad(65_535), pad(65_535), pad(65_535), pad(65_536)];
  const { records } = await read(`${lines.join("\n")}\n{"a":"y"}\n`, "ndjson");
  expect(records.map(({ line, values }) => [line, values])).toEqual(
    [...lines, '{"a":"y"}'].map((content, at) => [at + 1, JSON.parse(content)]),
  );
});

test("CSV records get their names from the first line, with spaces trimmed and quotes decoded", async () => {
  const text = '\ufeff"a", b\r\n1, x y \r\n\r\n2,"say ""no"""\r\n3,5" wide\r\n';
  expect(await summarize(text, "csv")).toEqual([
    [2, { a: "1", b: "x y" }],
    [4, { a: "2", b: 'say "no"' }],
    [5, { a: "3", b: '5" wide' }],
  ]);
});

test("CSV with CR line endings is read", async () => {
  expect(await summarize("a,b\r1,2\r\r3,4", "csv")).toEqual([
    [2, { a: "1", b: "2" }],
    [4, { a: "3", b: "4" }],
  ]);
});

const expectedCells = (found: number) => `Expected 2 cells, as in the first line, and found ${found}.`;

test("a line of CSV with the wrong number of cells is reported, and later lines are read", async () => {
  const found = await summarize("a,b\n1,2\n1\n1,2,3\n3,4\n5\n", "csv");
  expect(found).toEqual([
    [2, { a: "1", b: "2" }],
    [3, expectedCells(1)],
    [4, expectedCells(3)],
    [5, { a: "3", b: "4" }],
    [6, expectedCells(1)],
  ]);
});

test("an unclosed quote is reported at the line where it opens, and later lines are not read", async () => {
  for (const text of ['a,b\n1,"2\n', '\n"a,b\n1,2\n'])
    expect(await summarize(text, "csv")).toEqual([[2, "A quote that opens here is never closed."]]);
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
  // Lines of later chunks are not read either.
  expect(await summarize(`a,b\n1,2\n3,"4\n${"5,6\n".repeat(200_000)}`, "csv")).toEqual(found);
});

test("a CSV header with a repeated name is refused, one with empty names is accepted", async () => {
  await expect(summarize("a,b,a\n1,2,3\n", "csv")).rejects.toThrow('names the column "a" twice');
  expect(await summarize("a,,\n1,,\n", "csv")).toEqual([[2, expect.objectContaining({ a: "1" })]]);
});

test.each([
  ["UTF-16LE", (bytes: Buffer) => bytes],
  ["UTF-16BE", (bytes: Buffer) => bytes.swap16()],
])("a file in %s is read even if chunks end within characters", async (_, order) => {
  // The byte order mark shifts these characters of two code units each, so that chunks split them.
  const long = "🦊".repeat(10_000);
  const lines = Array.from({ length: 20 }, () => `{"a":"${long}"}\n`);
  const bytes = order(Buffer.from(`\ufeff${lines.join("")}`, "utf16le"));
  const { records } = await read(bytes, "ndjson");
  expect(records.map(({ values }) => values?.a === long)).toEqual(lines.map(() => true));
});

test("a byte order mark at the start of a later chunk is kept as a character", async () => {
  const text = Array.from(`\ufeff${`{"a":"${"x".repeat(1000)}"}\n`.repeat(200)}`);
  // The first two-byte character of the second chunk of 256 KiB.
  text[128 * 1024] = "\ufeff";
  const { records } = await read(Buffer.from(text.join(""), "utf16le"), "ndjson");
  expect(records).toHaveLength(200);
  expect(records.filter(({ values }) => String(values?.a).includes("\ufeff"))).toHaveLength(1);
});

test("an uncompressed or truncated .gz file gets an error message", async () => {
  const packed = gzipSync('{"a":1}\n'.repeat(100));
  const reason = async (content: Buffer) =>
    describeReadProblem(await read(content, "ndjson", "facts.ndjson.gz").catch((error) => error));
  expect(await reason(Buffer.from("{}"))).toBe("It is not compressed with gzip, or damaged.");
  expect(await reason(packed.subarray(0, -20))).toBe("It is compressed with gzip, but its end is missing.");
});

test("a compressed file gives the same records and digest as its content", async () => {
  const text = '{"a":1}\n';
  const [plain, packed] = [
    await read(text, "ndjson", "facts.ndjson"),
    await read(gzipSync(text), "ndjson", "facts.ndjson.GZ"),
  ];
  expect(packed).toEqual(plain);
  expect(plain.digest).toBe(createHash("sha256").update(text).digest("hex"));
});

test.each(["none.ndjson", "none.ndjson.gz", "none.csv"])(
  "reading the missing file %s fails with ENOENT",
  async (name) => {
    const records = readRecords(join(folder, name), findFormat(name), createHash("sha256"));
    await expect(collect(records)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

/** Changes of a file while it is read. Each affects only size, modification time or inode. */
const CHANGES: [string, (file: string, before: Stats) => Promise<void>][] = [
  [
    "grows",
    async (file, { atime, mtime }) => {
      await appendFile(file, '{"a":3}\n');
      await utimes(file, atime, mtime);
    },
  ],
  ["is modified", (file, { atime }) => utimes(file, atime, 1)],
  [
    "is replaced",
    async (file, { atime, mtime }) => {
      await copyFile(file, `${file}.new`);
      await utimes(`${file}.new`, atime, mtime);
      await rename(`${file}.new`, file);
    },
  ],
];

test.each(CHANGES)("reading a file that %s meanwhile fails", async (_, change) => {
  const file = join(folder, "facts");
  await writeFile(file, '{"a":1}\n{"a":2}\n');
  // Whole seconds, which every file system can store.
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
  "reading the folder %s as a file fails with EISDIR",
  async (name) => {
    await mkdir(join(folder, name));
    const records = readRecords(join(folder, name), findFormat(name), createHash("sha256"));
    await expect(collect(records)).rejects.toMatchObject({ code: "EISDIR" });
  },
);

test("a pipe is read to its end although its modification time changes", async (context) => {
  const pipe = join(folder, "pipe");
  context.skip(spawnSync("mkfifo", [pipe]).status !== 0, "needs mkfifo");
  const reading = collect(readRecords(pipe, "ndjson", createHash("sha256")));
  await writeFile(pipe, '{"a":1}\n');
  expect(await reading).toMatchObject([{ line: 1, values: { a: 1 } }]);
});
