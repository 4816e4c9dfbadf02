import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { findRequestId, getRequestId, setRequestId } from "../../../src/service/telemetry/requestId.ts";

function readId(given?: string): string {
  const request = new IncomingMessage(new Socket());
  if (given !== undefined) request.headers["x-request-id"] = given;
  return findRequestId(request);
}

test.each(["a", "A-z_0.9", "x".repeat(64)])("a valid X-Request-Id %s is kept", (given) => {
  expect(readId(given)).toBe(given);
});

test.each(["", "a b", "a\nb", "ä", 'a"', "x".repeat(65), "a;", " a", "a "])(
  "an invalid X-Request-Id %j is replaced by a new id",
  (given) => {
    expect(readId(given)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  },
);

test("no two requests get the same id", () => {
  const ids = Array.from({ length: 100 }, () => readId());
  expect(new Set(ids).size).toBe(100);
});

test("the request id is sent as a response header", () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  expect(getRequestId(response)).toBe(undefined);
  setRequestId(response, "abc-1");
  expect(response.getHeader("x-request-id")).toBe("abc-1");
  expect(getRequestId(response)).toBe("abc-1");
});
