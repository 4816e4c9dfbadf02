/** Delays of a sign-in after earlier failures. */
import { expect, test } from "vitest";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

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
  // Attempts that the delay refuses do not lengthen it.
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
