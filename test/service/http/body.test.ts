import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readBody } from "../../../src/service/http/body.ts";

/** Creates an unfinished request with these chunks and an optional Content-Length. */
function createRequest(parts: string[], length?: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (length !== undefined) request.headers["content-length"] = String(length);
  for (const part of parts) request.push(part);
  return request;
}

/** Creates a finished request. */
function createWhole(parts: string[], length?: number): IncomingMessage {
  const request = createRequest(parts, length);
  request.push(null);
  return request;
}

test.each([
  [[], ""],
  [["abc"], "abc"],
  [["a", "b", "c"], "abc"],
])("a body within the maximum that arrives in the chunks %j is read as %j", async (parts, whole) => {
  expect((await readBody(createWhole(parts), 3))?.toString()).toBe(whole);
  expect((await readBody(createWhole(parts, whole.length), 3))?.toString()).toBe(whole);
});

test("a body over the maximum is refused at the first chunk beyond it, and reading stops", async () => {
  const request = createRequest(["ab", "cd", "ef"]);
  expect(await readBody(request, 3)).toBe(undefined);
  expect(request.isPaused()).toBe(true);
  expect(await readBody(createWhole(["abcd"]), 3)).toBe(undefined);
});

test("a body with too large a Content-Length is not read", async () => {
  const request = createRequest([], 4);
  expect(await readBody(request, 3)).toBe(undefined);
  expect(request.listenerCount("data")).toBe(0);
});
