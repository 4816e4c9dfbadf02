/** Logged errors of the client contain everything that is needed to understand them. */
import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/statistics/clock.ts";
import { createRefusal, isStatisticsError, StatisticsError } from "../../src/statistics/errors.ts";
import { createLogin } from "../../src/statistics/session.ts";
import { signRequests } from "../../src/statistics/signedRequests.ts";

/** Prints like `console.error`, without the lines of the stack. */
const print = (error: Error) => inspect(error).replace(/\n\s+at .*/g, "");

test("a refused request prints its message, code, status, request id and problems", () => {
  const body = {
    errors: [{ "[filter][date_from]": "Expected a day." }, { "[limit]": "Expected a whole number." }],
    request_id: "a-1",
  };
  expect(print(createRefusal(400, body))).toBe(
    `StatisticsError: [filter][date_from] Expected a day. [limit] Expected a whole number.
  code: 'validation',
  status: 400,
  requestId: 'a-1',
  problems: [
    {
      path: '[filter][date_from]',
      keys: [Array],
      message: 'Expected a day.'
    },
    {
      path: '[limit]',
      keys: [Array],
      message: 'Expected a whole number.'
    }
  ]
}`,
  );
});

test("an error for an exceeded limit prints retryAfter", () => {
  expect(print(createRefusal(429, { message: "Too many requests." }, 12))).toBe(
    `StatisticsError: Too many requests.
  code: 'rate-limited',
  status: 429,
  retryAfter: 12,
  problems: []
}`,
  );
});

test("an error without a response prints its cause and no undefined properties", () => {
  const cause = new TypeError("fetch failed");
  const printed = print(new StatisticsError("network", "The service cannot be reached.", { cause }));
  expect(printed).toContain("StatisticsError: The service cannot be reached.");
  expect(printed).toContain("[cause]: TypeError: fetch failed");
  expect(printed).not.toContain("undefined");
  expect(print(new StatisticsError("timeout", "Too late."))).not.toContain("cause");
});

test("a StatisticsError is an instance of Error and is printed with its class name", () => {
  const error = new StatisticsError("timeout", "Too late.");
  expect(error).toBeInstanceOf(Error);
  expect([error.name, String(error)]).toEqual(["StatisticsError", "StatisticsError: Too late."]);
  expect(Object.keys(error)).toEqual(["code", "problems"]);
});

test("isStatisticsError accepts errors from another copy of the module and rejects other errors", async () => {
  const copy = await importCopy();
  const error = new copy.StatisticsError("timeout", "Too late.");
  expect(error).not.toBeInstanceOf(StatisticsError);
  expect([
    isStatisticsError(error),
    copy.isStatisticsError(new StatisticsError("timeout", "Too late.")),
  ]).toEqual([true, true]);
  const namesake = Object.assign(new Error("Too late."), { name: "StatisticsError" });
  expect(
    [new Error("Too late."), namesake, "StatisticsError", null, undefined].filter(isStatisticsError),
  ).toEqual([]);
});

test("a client logs in again after a 401 error from another copy of the module", async () => {
  const copy = await importCopy();
  const refusal = copy.createRefusal(401, {});
  const sent: unknown[] = [];
  const login = createLogin({
    credentials: { apiToken: "secret" },
    session: { token: "old", expiresAt: Number.POSITIVE_INFINITY },
    renew: undefined,
    onSession: () => {},
    ask: async () => ({ token: "new", expires_in: 3600 }),
    clock: systemClock,
  });
  const send = signRequests(async ({ token }) => {
    sent.push(token);
    if (token === "old") throw refusal;
  }, login);
  await send({ url: "https://ads.example", method: "GET", names: [] });
  expect(sent).toEqual(["old", "new"]);
});

/** Loads a second copy, as a bundle or a second installation does. */
async function importCopy(): Promise<typeof import("../../src/statistics/errors.ts")> {
  vi.resetModules();
  return import("../../src/statistics/errors.ts");
}

test("each problem has the service's code with its parameters", () => {
  const { problems, refusal } = createRefusal(400, {
    errors: [{ "[limit]": "Expected a whole number from 1 to 9." }, { "[page]": "No." }, "No."],
    codes: [{ code: "whole-number-range", least: 1, most: 9 }, 7],
  });
  expect(problems).toEqual([
    {
      path: "[limit]",
      keys: ["limit"],
      message: "Expected a whole number from 1 to 9.",
      code: "whole-number-range",
      parameters: { least: 1, most: 9 },
    },
    { path: "[page]", keys: ["page"], message: "No." },
    { path: "", keys: [], message: "No." },
  ]);
  expect(refusal).toBeUndefined();
});

test("a refusal without problems of fields has the code of its message", () => {
  const codes = [{ code: "views-full", most: 100 }];
  const { message, refusal } = createRefusal(403, { message: "This account has 100 views already.", codes });
  expect([message, refusal]).toEqual([
    "This account has 100 views already.",
    { code: "views-full", parameters: { most: 100 } },
  ]);
  for (const body of [{ message: "No." }, { message: "No.", codes: [{}] }, { message: "No.", codes: "x" }])
    expect(createRefusal(403, body)).not.toHaveProperty("refusal");
});
