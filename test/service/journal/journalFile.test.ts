import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeJournalFile, readJournalFile } from "../../../src/service/journal/journalFile.ts";

const HEADER = "a,b";
const WRITES = ["1,x\n2,y\n", "", "3,é\n", "4,z\n"];

function encode(writes: readonly string[]): Buffer {
  const buffers = writes.map((lines) => Buffer.from(lines));
  return Buffer.concat(encodeJournalFile({ header: HEADER, writes: buffers, damage: [] }));
}

function read(bytes: Buffer): { writes: string[]; damage: object[] } {
  const { writes, damage } = readJournalFile(bytes);
  return { writes: writes.map(String), damage };
}

test("an encoded journal file is read back unchanged", () => {
  expect(read(encode(WRITES))).toEqual({ writes: WRITES, damage: [] });
  expect(readJournalFile(encode(WRITES)).header).toBe(HEADER);
});

test("reading a journal file skips only the write with a wrong byte", () => {
  const bytes = encode(WRITES);
  for (let at = HEADER.length + 1; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x04;
    const { writes, damage } = read(damaged);
    expect(writes.length, `byte ${at}`).toBe(WRITES.length - 1);
    expect(WRITES).toEqual(expect.arrayContaining(writes));
    expect(damage).toHaveLength(1);
  }
});

test("reading a truncated journal file drops the last write and reports its offset", () => {
  const whole = encode(WRITES.slice(0, 3)).length;
  const bytes = encode(WRITES);
  for (let end = whole + 1; end < bytes.length; end++) {
    expect(read(bytes.subarray(0, end))).toEqual({
      writes: WRITES.slice(0, 3),
      damage: [{ offset: whole, bytes: end - whole }],
    });
  }
});

test("consecutive damaged writes are reported as one range", () => {
  const bytes = encode(["1,x\n", "2,x\n", "3,y\n", "4,x\n"]);
  for (let at = bytes.indexOf(",x"); at > 0; at = bytes.indexOf(",x", at + 1)) bytes[at] = 0x21;
  const size = encode(["1,x\n"]).length - HEADER.length - 1;
  const start = HEADER.length + 1;
  expect(read(bytes)).toEqual({
    writes: ["3,y\n"],
    damage: [
      { offset: start, bytes: 2 * size },
      { offset: start + 3 * size, bytes: size },
    ],
  });
});

test("a journal file with a truncated first line has no header", () => {
  expect(readJournalFile(Buffer.from("a,"))).toEqual({
    header: "",
    writes: [],
    damage: [{ offset: 0, bytes: 2 }],
  });
  expect(readJournalFile(Buffer.alloc(0))).toEqual({ header: "", writes: [], damage: [] });
});

test("reading a journal file finds every undamaged write before and after random garbage", () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom("0", ",", "#", "x") }), { maxLength: 4 });
  const write = lines.map((texts) => texts.map((text) => `1${text}\n`).join(""));
  fc.assert(
    fc.property(
      fc.array(write, { maxLength: 6 }),
      fc.nat(),
      fc.uint8Array({ maxLength: 9 }),
      (writes, at, garbage) => {
        const [before, after] = [writes.slice(0, at % 7), writes.slice(at % 7)];
        const rest = encode(after).subarray(HEADER.length + 1);
        const bytes = Buffer.concat([encode(before), Buffer.from("?"), garbage, rest]);
        expect(read(bytes).writes).toEqual(writes);
      },
    ),
    { numRuns: 200 },
  );
});

test("a journal file with 40,000 writes, most of them damaged, is read in linear time", () => {
  const writes = Array.from({ length: 40_000 }, (_, at) => `${at},some text that makes it long\n`.repeat(3));
  const bytes = encode(writes);
  for (let at = bytes.indexOf("some"); at > 0; at = bytes.indexOf("some", at + 100)) bytes[at] = 0;
  expect(read(bytes).writes.length).toBeLessThan(40_000 / 2);
});
