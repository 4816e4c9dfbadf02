/** Streaming of an answer from its file. */
import { existsSync } from "node:fs";
import { readdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { CancelledError, streamOnce } from "../../../src/service/reports/answerStream.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
afterEach(() => vi.useRealTimers());

/** Streams a text from a file. `held`: bytes of the file, 0 once it is closed. */
async function streamText(text: string) {
  const file = join(folder, "answer");
  await writeFile(file, text);
  const answer = { file, held: 0 };
  const hold = (bytes: number) => {
    answer.held = bytes;
    return () => {
      answer.held = 0;
    };
  };
  return Object.assign(answer, { stream: await streamOnce(file, hold) });
}

/** Counts the files of the folder that this process has open, from /proc. */
async function countOpen(): Promise<number> {
  const names = await readdir("/proc/self/fd");
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(folder)).length;
}

test("an answer is streamed in chunks of 256 KiB from a file that is already unlinked", async () => {
  const text = "0123456789".repeat(60_000);
  const { file, stream } = await streamText(text);
  expect(existsSync(file)).toBe(false);
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 600_000 - 524_288]);
  expect(Buffer.concat(pieces).toString()).toBe(text);
});

test("a BYOB reader receives the answer in its own buffer", async () => {
  const { stream } = await streamText("abcdefgh");
  const reader = stream.getReader({ mode: "byob" });
  const read = async () => Buffer.from((await reader.read(new Uint8Array(5))).value ?? []).toString();
  expect([await read(), await read(), await read()]).toEqual(["abcde", "fgh", ""]);
});

test("the file is closed at its end, on cancellation, and after a minute without a read", async (context) => {
  context.skip(process.platform !== "linux", "open files are listed by Linux");
  const read = await streamText("read");
  expect([await countOpen(), read.held]).toEqual([1, 4]);
  await new Response(read.stream).text();
  expect([await countOpen(), read.held]).toEqual([0, 0]);
  const left = await streamText("left");
  await left.stream.cancel();
  expect([await countOpen(), left.held]).toEqual([0, 0]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const unread = await streamText("unread");
  expect(unread.held).toBe(6);
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(async () => (await countOpen()) === 0 && unread.held === 0, { timeout: 30_000 });
});

test("a stream fails if nothing is read for a minute after the last chunk", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { stream } = await streamText("0123456789".repeat(60_000));
  const reader = stream.getReader();
  for (let piece = 0; piece < 2; piece++) {
    vi.advanceTimersByTime(59_999);
    expect((await reader.read()).done).toBe(false);
  }
  vi.advanceTimersByTime(60_000);
  const error = await reader.read().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CancelledError);
  expect(error).toMatchObject({ name: "CancelledError", message: "Nobody reads the answer." });
});

test("no timer remains after an answer was read to its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { stream } = await streamText("text");
  expect(vi.getTimerCount()).toBe(1);
  const reader = stream.getReader();
  while (!(await reader.read()).done);
  await vi.waitUntil(() => vi.getTimerCount() === 0, { timeout: 30_000 });
});
