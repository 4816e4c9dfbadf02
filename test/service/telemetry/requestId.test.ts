import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { getRequestId, readRequestId, setRequestId } from "../../../src/service/telemetry/requestId.ts";

function readId(given?: string): string {
  const request = new IncomingMessage(new Socket());
  if (given !== undefined) request.headers["x-request-id"] = given;
  return readRequestId(request);
}

test.each(["a", "A-z_0.9", "x".repeat(64)])("a request keeps the id %s that it came with", (given) => {
  expect(readId(given)).toBe(given);
});

test.each(["", "a b", "a\nb", "ä", 'a"', "x".repeat(65), "a;", " a", "a "])(
  "a request that came with %j gets an id of its own",
  (given) => {
    expect(readId(given)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  },
);

test("no two requests get the same id", () => {
  const ids = Array.from({ length: 100 }, () => readId());
  expect(new Set(ids).size).toBe(100);
});

test("an answer has its request's id as a header", () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  expect(getRequestId(response)).toBe(undefined);
  setRequestId(response, "abc-1");
  expect(response.getHeader("x-request-id")).toBe("abc-1");
  expect(getRequestId(response)).toBe("abc-1");
});
