import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Counts, splitFile } from "../../../src/service/import/splitFile.ts";
import { makeFolder } from "../../support/folder.ts";

/** Writes these lines to a file and reads it in parts. */
async function readLines(lines: readonly object[], batch: number) {
  const temporary = makeFolder();
  const file = join(temporary, "facts.ndjson");
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const parts: { counts: Counts; text: string }[] = [];
  for await (const step of splitFile({ file, temporary, batch }))
    if ("part" in step) {
      const text = await readFile(step.part.path, "utf8");
      expect(text.split("\n")[0]).toBe(step.part.columns.join());
      parts.push({ counts: step.counts, text });
    }
  return parts;
}

const LINE = { time: "2026-11-01", publisher_id: 1 };
const SECOND = Date.parse(LINE.time) / 1000;

test("a line with a new column starts a new part, and later parts keep the column", async () => {
  const parts = await readLines(
    [
      { clicks: 1 },
      { clicks: 2, size: "1x1" },
      { impressions: 3 },
      { clicks: 4 },
      { size: "2x2", clicks: 5 },
    ].map((values) => ({ ...LINE, ...values })),
    2,
  );
  expect(parts.map(({ text }) => text)).toEqual([
    `time_s,publisher_id,clicks\n${SECOND},1,1\n`,
    `time_s,publisher_id,size,clicks\n${SECOND},1,"1x1",2\n`,
    `time_s,publisher_id,size,impressions,clicks\n${SECOND},1,,3,\n${SECOND},1,,,4\n`,
    `time_s,publisher_id,size,impressions,clicks\n${SECOND},1,"2x2",,5\n`,
  ]);
});

test("a part contains a full batch of lines even if they are long", async () => {
  const lines = Array.from({ length: 50_000 }, () => ({
    ...LINE,
    clicks: 1,
    site_hostname: "a".repeat(200),
  }));
  const parts = await readLines(lines, 20_000);
  expect(parts.map(({ counts, text }) => [counts.added, text.split("\n").length - 2])).toEqual([
    [20_000, 20_000],
    [40_000, 20_000],
    [50_000, 10_000],
  ]);
});
