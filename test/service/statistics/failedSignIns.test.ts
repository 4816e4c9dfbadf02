import { expect, test } from "vitest";
import { LocalFailedSignIns } from "../../../src/service/statistics/failedSignIns.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

const MINUTE = 60_000;

/** Delays after 1, 2, 3 … failures with the keys, in seconds. */
function listDelays(failures: LocalFailedSignIns, keys: string[], count: number): number[] {
  return Array.from({ length: count }, () => {
    failures.add(keys);
    return failures.delay(keys) / 1000;
  });
}

test("five failed sign-ins pass without delay, then the delay doubles with each, up to 15 minutes", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 10 });
  expect(listDelays(failures, ["a"], 8)).toEqual([0, 0, 0, 0, 1, 2, 4, 8]);
  expect(listDelays(failures, ["a"], 10).at(-1)).toBe(15 * 60);
  expect(failures.delay(["b"])).toBe(0);
  expect(failures.delay(["b", "a"])).toBe(15 * MINUTE);
});

test("the delay after failed sign-ins runs down, and is forgotten after an hour without a failure", () => {
  let time = 0;
  const failures = new LocalFailedSignIns({ elapsed: () => time, maxKeys: 10 });
  listDelays(failures, ["a"], 6);
  time = 1500;
  expect(failures.delay(["a"])).toBe(500);
  time = 3000;
  expect(failures.delay(["a"])).toBe(0);
  time = 60 * MINUTE - 1;
  expect(listDelays(failures, ["a"], 1)).toEqual([4]);
  time += 60 * MINUTE;
  expect(listDelays(failures, ["a"], 5)).toEqual([0, 0, 0, 0, 1]);
});

test("failed sign-ins are remembered for a bounded number of keys, the last that failed", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 2 });
  for (const key of ["a", "b", "a", "c"]) listDelays(failures, [key], 5);
  expect(["a", "b", "c"].map((key) => failures.delay([key]) > 0)).toEqual([true, false, true]);
});

test("a failure that is taken back takes no place from those that are remembered", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 2 });
  listDelays(failures, ["a"], 5);
  failures.add(["succeeded"]);
  failures.withdraw(["succeeded"]);
  listDelays(failures, ["b"], 5);
  expect(["a", "b"].map((key) => failures.delay([key]))).toEqual([1000, 1000]);
});

test("a failure that is taken back delays no more", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 10 });
  listDelays(failures, ["a"], 6);
  for (const left of [1000, 0]) {
    failures.withdraw(["a", "never failed"]);
    expect(failures.delay(["a"])).toBe(left);
  }
});

test("no more than five passwords of a flood from one address are hashed", async () => {
  await using service = await testService(aCatalogueObject({ campaigns: [] }));
  const signIn = async (_: unknown, at: number) => {
    const response = await fetch(`${service.origin}/v2/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: `user-${at}`, password: "guess" }),
    });
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 40 }, signIn));
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

test("sign-ins within the delay are answered 429 with Retry-After, the right token included, and pass after it", async () => {
  await using service = await testService(aCatalogueObject({ campaigns: [] }));
  const signIn = async (credentials: object, address?: string) => {
    const response = await fetch(`${service.origin}/v2/login`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(address && { "x-forwarded-for": address }) },
      body: JSON.stringify(credentials),
    });
    return [response.status, response.headers.get("retry-after")];
  };
  for (let tries = 0; tries < 5; tries++) expect(await signIn({ api_token: "guess" })).toEqual([401, null]);
  expect(await signIn({ api_token: "guess" })).toEqual([429, "1"]);
  // What is refused by the delay does not lengthen it.
  service.clock.time += 1000;
  expect(await signIn({ api_token: "guess" })).toEqual([401, null]);
  expect(await signIn({ api_token: "guess" })).toEqual([429, "2"]);
  // The body is not even read.
  expect(await signIn({})).toEqual([429, "2"]);
});

test("failed sign-ins delay a user name from every address, and no other user name", async () => {
  await using service = await testService(aCatalogueObject({ campaigns: [] }), {
    trustedProxies: ["127.0.0.1"],
  });
  const signIn = async (username: string, host: number) => {
    const response = await fetch(`${service.origin}/v2/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${host}` },
      body: JSON.stringify({ username, password: "guess" }),
    });
    return response.status;
  };
  for (let host = 1; host <= 5; host++) expect(await signIn("ann", host)).toBe(401);
  expect(await signIn("ann", 6)).toBe(429);
  expect(await signIn("bob", 6)).toBe(401);
});
