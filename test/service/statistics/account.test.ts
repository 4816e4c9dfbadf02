/** What an account may know of itself, over a real socket. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "./support.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

test("an account reads its name, kind, currency, time zone and goals, and none of its secrets", async () => {
  const { status, json } = await service.send("/v2/account", { as: "advertiser-one" });
  expect(status).toBe(200);
  expect(json).toEqual({
    id: 11,
    name: "Account advertiser-one",
    username: "advertiser-one",
    kind: "advertiser",
    currency: "USD",
    timezone: "UTC",
    goals: 2,
  });
});

test("without a token there is no account", async () => {
  expect((await service.send("/v2/account")).status).toBe(401);
});
