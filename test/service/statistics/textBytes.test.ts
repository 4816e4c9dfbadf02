/** Texts as UTF-8, in memory that is given. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TextBytes } from "../../../src/service/statistics/textBytes.ts";

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

test("texts of any length and any characters come whole, in memory of any size", async () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 4, max: 50 }), async (given, size) => {
      const bytes = new TextBytes(each(given));
      const filled: Buffer[] = [];
      for (;;) {
        const memory = new Uint8Array(size);
        const length = await bytes.fill(memory);
        if (length === 0) break;
        filled.push(Buffer.from(memory.subarray(0, length)));
      }
      expect(Buffer.concat(filled).toString()).toBe(given.join(""));
    }),
  );
});

test("memory is filled as far as whole characters go, so that a long answer takes few pieces", async () => {
  const bytes = new TextBytes(each(["abc", "", "defgh", "ß"]));
  const memory = new Uint8Array(8);
  expect(await bytes.fill(memory)).toBe(8);
  expect(Buffer.from(memory).toString()).toBe("abcdefgh");
  expect(await bytes.fill(memory)).toBe(2);
  expect(await bytes.fill(memory)).toBe(0);
});

test("texts of which nobody lets go are closed as well", async () => {
  const texts = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: "text" }) }) };
  await expect(new TextBytes(texts).close()).resolves.toBeUndefined();
});

test("closing lets go of where the texts come from", async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield "text";
    } finally {
      isClosed = true;
    }
  }
  const bytes = new TextBytes(endless());
  await bytes.fill(new Uint8Array(8));
  await bytes.close();
  expect(isClosed).toBe(true);
});
