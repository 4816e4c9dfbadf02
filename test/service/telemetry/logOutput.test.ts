import { expect, test } from "vitest";
import { LogOutput } from "../../../src/service/telemetry/logOutput.ts";

/** A sink that answers when the test says so. */
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

test("lines are written in order, those that came meanwhile together", () => {
  const { output, writes } = createOutput();
  for (const line of ["1\n", "2\n", "3\n"]) output.write(line);
  expect(writes.map(({ text }) => text)).toEqual(["1\n"]);
  writes[0]?.done();
  expect(writes.map(({ text }) => text)).toEqual(["1\n", "2\n3\n"]);
});

test("lines that do not fit while the reader is slow are dropped, and their number is written once it reads again", () => {
  const { output, writes } = createOutput(4);
  for (const line of ["1\n", "2\n", "3\n", "4\n"]) output.write(line);
  expect(output.dropped).toBe(2);
  writes[0]?.done();
  expect(writes[1]?.text).toMatch(/^\{"level":40,.*"count":2,"msg":"log lines were dropped"\}\n2\n$/);
  writes[1]?.done();
  output.write("5\n");
  expect(writes[2]?.text).toBe("5\n");
});

test("lines that cannot be written are dropped, and their number is written once that works", () => {
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

test("lines that still wait at the end are handed over", () => {
  const { output, last } = createOutput();
  for (const line of ["1\n", "2\n", "3\n"]) output.write(line);
  output.flush();
  output.flush();
  expect(last).toEqual(["2\n3\n"]);
});
