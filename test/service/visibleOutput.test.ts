/** Output of commands, which may contain names from requests and files. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { writeVisibly } from "../../src/service/commands/visibleOutput.ts";

test("texts are written without control characters except line breaks and tabs, and bytes as they are", () => {
  const stream = new PassThrough({ encoding: "utf8" });
  writeVisibly(stream);
  stream.write("1\tAnn\u001b[2J\u009b\n");
  stream.write(Buffer.from("\u001b"));
  stream.write("\u202e");
  expect(stream.read()).toBe("1\tAnn\\u001b[2J\\u009b\n\u001b\\u202e");
});
