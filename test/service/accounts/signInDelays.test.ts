/** Delays after failed sign-ins, and the metric of sign-in results. */
import { expect, test } from "vitest";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

test("sign-ins during a delay are answered 429 with Retry-After without lengthening the delay", async () => {
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
  // During a delay the body is not read, so its lack of credentials goes unnoticed.
  expect(await signIn({})).toEqual([429, "2"]);
  const results = { succeeded: 0, failed: 6, refused: 3 };
  for (const [result, count] of Object.entries(results))
    expect(await service.metrics()).toContain(`zonetag_sign_ins_total{result="${result}"} ${count}`);
});
