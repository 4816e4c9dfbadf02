import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readBody } from "../../../src/service/http/body.ts";

/** A request whose sender has sent these parts, and says how long the whole is when told to. */
function createRequest(parts: string[], length?: number): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (length !== undefined) request.headers["content-length"] = String(length);
  for (const part of parts) request.push(part);
  return request;
}

/** The same, and nothing more comes. */
function createWhole(parts: string[], length?: number): IncomingMessage {
  const request = createRequest(parts, length);
  request.push(null);
  return request;
}

test.each([
  [[], ""],
  [["abc"], "abc"],
  [["a", "b", "c"], "abc"],
])("a body of the parts %j is %j, up to the maximum", async (parts, whole) => {
  expect((await readBody(createWhole(parts), 3))?.toString()).toBe(whole);
  expect((await readBody(createWhole(parts, whole.length), 3))?.toString()).toBe(whole);
});

test("a body over the maximum is refused as soon as that is known, and read no further", async () => {
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
