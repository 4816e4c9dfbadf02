/** Lines of a file that is read in pieces. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureLines, PIECE_BYTES, readFileLines, readWhole } from "../../../src/service/files/lineFile.ts";
import { useFolder } from "../../support/folder.ts";

const folder = useFolder();

test.each([
  ["nothing", "", 0],
  ["a complete line", "line\n", 5],
  ["a partial line", "line", 0],
  ["a partial line after a complete one", "line\npart", 5],
  ["zero bytes of more than a piece", `line\n${"\0".repeat(2 * PIECE_BYTES)}`, 5],
  ["a line longer than a piece", `${"x".repeat(2 * PIECE_BYTES)}\npart`, 2 * PIECE_BYTES + 1],
  ["a newline at the start of a piece", `x\n${"y".repeat(PIECE_BYTES - 1)}`, 2],
  ["a newline at the end of a piece", `x\n${"y".repeat(PIECE_BYTES)}`, 2],
])("the complete lines of a file that ends with %s are measured", async (_what, content, bytes) => {
  const file = join(folder, "lines");
  await writeFile(file, content);
  expect(await measureLines(file)).toBe(bytes);
});

test.each([false, true])("lines of several pieces are read, with isReversed %s", async (isReversed) => {
  const file = join(folder, "lines");
  const lines = ["a", "b", "c", "d"].map((letter, at) => letter.repeat((at * PIECE_BYTES) / 2));
  await writeFile(file, `${lines.join("\n")}\npart`);
  const read: string[] = [];
  for await (const line of readFileLines(file, isReversed)) read.push(String(await readWhole(line)));
  expect(read.map((line) => line.slice(0, 1) + line.length)).toEqual(
    (isReversed ? lines.toReversed() : lines).map((line) => line.slice(0, 1) + line.length),
  );
});
