import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createLog } from "../../../src/service/telemetry/log.ts";
import { LogOutput, openSink, type Sink } from "../../../src/service/telemetry/logOutput.ts";
import { useFolder } from "../../support/folder.ts";

const folder = useFolder();

/** Creates an output whose writes complete when the test calls `done`. */
function createOutput(maxWaiting?: number) {
  const writes: { text: string; done: (error?: Error) => void }[] = [];
  const last: string[] = [];
  const output = new LogOutput(
    {
      write: (bytes, done) => void writes.push({ text: String(bytes), done }),
      writeLast: (bytes) => void last.push(String(bytes)),
    },
    maxWaiting,
  );
  return { output, writes, last };
}

test("lines that arrive during a write are written together in order", () => {
  const { output, writes } = createOutput();
  for (const line of ["1\n", "2\n", "3\n"]) output.write(line);
  expect(writes.map(({ text }) => text)).toEqual(["1\n"]);
  writes[0]?.done();
  expect(writes.map(({ text }) => text)).toEqual(["1\n", "2\n3\n"]);
});

test("lines beyond the buffer are dropped, and their number is logged after the next write", () => {
  const { output, writes } = createOutput(4);
  for (const line of ["1\n", "2\n", "3\n", "4\n"]) output.write(line);
  expect(output.dropped).toBe(2);
  writes[0]?.done();
  expect(writes[1]?.text).toMatch(/^\{"level":40,.*"count":2,"msg":"log lines were dropped"\}\n2\n$/);
  writes[1]?.done();
  output.write("5\n");
  expect(writes[2]?.text).toBe("5\n");
});

test("lines whose write fails are dropped, and their number is logged with the next write", () => {
  const { output, writes } = createOutput();
  for (const line of ["1\n", "2\n"]) {
    output.write(line);
    writes.at(-1)?.done(new Error("ENOSPC"));
  }
  output.write("3\n");
  expect(writes[2]?.text).toMatch(/"count":2.*\n3\n$/);
  writes[2]?.done();
  expect(output.dropped).toBe(2);
});

test("flush writes the waiting lines once", () => {
  const { output, last } = createOutput();
  for (const line of ["1\n", "2\n", "3\n"]) output.write(line);
  output.flush();
  output.flush();
  expect(last).toEqual(["2\n3\n"]);
});

test("after a write, as many bytes of lines may wait again", () => {
  const { output, writes } = createOutput(4);
  for (const line of ["1\n", "2\n"]) output.write(line);
  expect(output.dropped).toBe(0);
  writes[0]?.done();
  output.write("3\n");
  expect(output.dropped).toBe(0);
  output.write("4\n");
  expect(output.dropped).toBe(1);
  writes[1]?.done();
  writes[2]?.done();
  // No line waits, so there is no further write.
  expect(writes.map(({ text }) => text.split("\n").at(-2))).toEqual(["1", "2", "3"]);
});

test("lines dropped while a report is written are reported with the next write", () => {
  const { output, writes } = createOutput(4);
  const drop = () => output.write("too long\n");
  drop();
  output.write("1\n");
  drop();
  drop();
  writes[0]?.done();
  output.write("2\n");
  expect(writes[0]?.text).toContain('"count":1,');
  expect(writes[1]?.text).toContain('"count":2,');
  expect(new Date(JSON.parse(writes[1]?.text.split("\n")[0] ?? "").time).getTime()).not.toBeNaN();
});

test("flush does not throw for a sink without writeLast", () => {
  const sink: Sink = { write: () => {} };
  const output = new LogOutput(sink);
  for (const line of ["1\n", "2\n"]) output.write(line);
  expect(() => output.flush()).not.toThrow();
});

const writeTo = (sink: Sink, text: string) =>
  new Promise<Error | null | undefined>((resolve) => sink.write(Buffer.from(text), resolve));

test("writeLast appends lines to a file after earlier writes", async () => {
  const path = join(folder, "file.log");
  await using file = await open(path, "a");
  const sink = openSink(file.fd);
  expect(await writeTo(sink, "1\n")).toBeFalsy();
  sink.writeLast?.(Buffer.from("2\n"));
  expect(readFileSync(path, "utf8")).toBe("1\n2\n");
});

test("a partial write to a file is completed", async () => {
  vi.doMock("node:fs", async (importOriginal) => {
    const fs = await importOriginal<typeof import("node:fs")>();
    type Done = (error: Error | null, written: number) => void;
    return {
      ...fs,
      write: (fd: number, bytes: Buffer, done: Done) => fs.write(fd, bytes.subarray(0, 3), done),
    };
  });
  vi.resetModules();
  try {
    const logOutput = await import("../../../src/service/telemetry/logOutput.ts");
    const path = join(folder, "parts.log");
    await using file = await open(path, "a");
    expect(await writeTo(logOutput.openSink(file.fd), "12345678\n")).toBeFalsy();
    expect(readFileSync(path, "utf8")).toBe("12345678\n");
  } finally {
    vi.doUnmock("node:fs");
  }
});

test("a read-only file fails writes, but writeLast does not throw", async () => {
  const path = join(folder, "read-only.log");
  closeSync(openSync(path, "w"));
  await using file = await open(path, "r");
  const sink = openSink(file.fd);
  expect(await writeTo(sink, "1\n")).toMatchObject({ code: "EBADF" });
  expect(() => sink.writeLast?.(Buffer.from("2\n"))).not.toThrow();
});

test("a write to a full pipe waits in the background and fails with EPIPE when the pipe is closed", async (context) => {
  context.skip(process.platform === "win32", "Windows has no named pipes as files.");
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const sink = openSink(openSync(path, constants.O_WRONLY));
  expect(await writeTo(sink, "1\n")).toBeFalsy();
  // More than a pipe's buffer.
  const waiting = writeTo(sink, "x".repeat(1 << 20));
  expect(sink.writeLast).toBe(undefined);
  closeSync(reader);
  expect(await waiting).toMatchObject({ code: "EPIPE" });
});

test("a log line is JSON with level and ISO time only, without host name and process id", () => {
  const lines: string[] = [];
  const { log } = createLog("info", { write: (bytes) => void lines.push(String(bytes)) });
  log.info({ port: 80 }, "started");
  log.debug("details");
  const { time, ...line } = JSON.parse(lines.join(""));
  expect(line).toEqual({ level: 30, port: 80, msg: "started" });
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a log counts dropped lines and flushes waiting ones", () => {
  const last: string[] = [];
  const { log, countDropped, flush } = createLog("info", {
    write: () => {},
    writeLast: (bytes) => void last.push(String(bytes)),
  });
  log.info("first");
  log.info("second");
  log.info("x".repeat(1 << 17));
  expect(countDropped()).toBe(1);
  flush();
  expect(last.join("")).toContain('"msg":"second"');
});
