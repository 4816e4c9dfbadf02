/** Changes read in pieces are the same as changes read at once. */
import { expect, test } from "vitest";
import { keepChange, type RecordedPut } from "../../../src/service/catalogue/logLine.ts";
import { hasText, parseStoredChange } from "../../../src/service/catalogue/storedChange.ts";

const TRICKY = ['"put":[{', '\\"', "}],[{", "\\", "ä€😀", 'a\\\\"}', ""];
const put = (name: unknown, id = 1): RecordedPut => ({
  list: "sites",
  id,
  owner: 2,
  before: { name, [`key ${name}`]: [{ name }, []] },
  after: { name: { name: [name] } },
});
const LINES = [TRICKY.map(put), [], [put("one")]].map((all) =>
  keepChange({
    format: 2,
    sequence: 1,
    id: "one",
    previous: "",
    time: "2026-11-20T12:00:00.000Z",
    account: { id: 1, name: TRICKY.join() },
    request: "key",
    put: all,
  }),
);

function readInPieces(text: string, bytes: number) {
  const content = Buffer.from(text);
  return {
    place: "file:1",
    content: async function* () {
      for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
    },
  };
}

const SIZES = [17, 18, 50, 100, 1000];

test("a change read in pieces of any size has the same fields and entries", async () => {
  for (const { text, digest, change } of LINES)
    for (const bytes of SIZES) {
      const { put, ...found } = await parseStoredChange(readInPieces(text, bytes));
      const puts: RecordedPut[] = [];
      for await (const one of put) puts.push(one);
      expect({ ...found, put: puts }).toEqual({ ...change, digest, place: "file:1" });
    }
});

test.each<[string, (text: string) => string, string]>([
  ["was changed", (text) => text.replace("sites", "zones"), "the line is damaged: its checksum differs."],
  ["is incomplete", (text) => text.slice(0, -5), "the line is damaged: its checksum differs."],
  ["has no digest", (text) => text.replace(" ", "_"), "the line is damaged: its checksum differs."],
])("a line in pieces that %s is damaged", async (_what, damage, message) => {
  const [{ text } = { text: "" }] = LINES;
  for (const bytes of SIZES)
    await expect(parseStoredChange(readInPieces(damage(text), bytes))).rejects.toThrow(`file:1: ${message}`);
});

test("a text is found wherever a line is split", async () => {
  const [{ text } = { text: "" }] = LINES;
  for (const bytes of [...SIZES, 1, 2, 3]) {
    const line = readInPieces(text, bytes);
    for (const part of ['{"list":"sites","id":1,', "ä€😀", text.slice(-9), text.slice(0, 9), ""])
      expect(await hasText(line, part)).toBe(true);
    for (const part of ['{"list":"sites","id":9,', "€ä"]) expect(await hasText(line, part)).toBe(false);
  }
});
