import { createServer } from "node:http";
import { expect, test } from "vitest";
import { BodyTime } from "../../../src/service/http/bodyTime.ts";
import { defer } from "../../support/defer.ts";

const USUAL = 1000;

function createBodyTime() {
  const server = createServer({ requestTimeout: USUAL });
  const bodyTime = new BodyTime();
  bodyTime.use(server);
  return { server, bodyTime };
}

test.each([
  [5000, 5000],
  [USUAL - 1, USUAL],
  [0, 0],
])(
  "while a body is extended to %d ms, the server's request timeout is %d ms",
  async (milliseconds, limit) => {
    const { server, bodyTime } = createBodyTime();
    expect(await bodyTime.extend(milliseconds, async () => server.requestTimeout)).toBe(limit);
    expect(server.requestTimeout).toBe(USUAL);
  },
);

test("the usual timeout is restored when the last extended body has ended or failed", async () => {
  const { server, bodyTime } = createBodyTime();
  const complete = defer();
  const longer = bodyTime.extend(5000, () => complete.promise);
  const broken = bodyTime.extend(5000, () => Promise.reject(new Error("The body ended.")));
  await expect(broken).rejects.toThrow("The body ended.");
  expect(server.requestTimeout).toBe(5000);
  complete.resolve();
  await longer;
  expect(server.requestTimeout).toBe(USUAL);
});

test("without a server an extended body is still read", async () => {
  expect(await new BodyTime().extend(5000, async () => "body")).toBe("body");
});
