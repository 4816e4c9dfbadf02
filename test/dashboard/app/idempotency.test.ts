// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { addKeys, findKey, forgetKeysAfter } from "../../../src/dashboard/app/idempotency.ts";
import { openTabStorage } from "../../../src/dashboard/app/tabStorage.ts";
import type { ServiceRequest } from "../../../src/statistics/index.ts";

afterEach(() => sessionStorage.clear());

const ZONE: ServiceRequest = { method: "POST", path: "/v2/zones", body: { name: "Top" } };

/** Sends requests and returns the keys that they carry. */
async function sendAll(...requests: ServiceRequest[]): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  const { request } = addKeys({
    request: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
    },
  });
  for (const each of requests) await request(each);
  return keys;
}

test("a repeated change reuses the idempotency key of the first; a different change gets a new key", async () => {
  const [first, again, other, change] = await sendAll(
    ZONE,
    ZONE,
    { ...ZONE, body: { name: "Side" } },
    { method: "PATCH", path: "/v2/zones/7", body: { name: "Top" }, version: "a" },
  );
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(new Set([first, other, change]).size).toBe(3);
});

test("an idempotency key is kept across reloads for its user until the change succeeds", async () => {
  openTabStorage("1");
  const [first] = await sendAll(ZONE);
  expect(await sendAll(ZONE)).toEqual([first]);
  openTabStorage("2");
  const [other] = await sendAll(ZONE);
  expect(other).not.toBe(first);
  expect(await sendAll(ZONE)).toEqual([other]);
  await forgetKeysAfter(async () => void (await sendAll(ZONE)));
  expect(await sendAll(ZONE)).not.toEqual([other]);
});

test("a successful save forgets only its own keys, even while another save runs", async () => {
  const site = { ...ZONE, path: "/v2/sites" };
  const [unknown] = await sendAll(ZONE);
  const [pause] = await sendAll(site);
  const failed = forgetKeysAfter(async () => {
    await sendAll(ZONE);
    // Another save succeeds meanwhile.
    await forgetKeysAfter(async () => void (await sendAll(site)));
    await sendAll(site, ZONE);
    throw new Error("no answer");
  });
  await expect(failed).rejects.toThrow("no answer");
  expect(findKey(ZONE)).toBe(unknown);
  expect(findKey(site)).toBe(pause);
  await forgetKeysAfter(async () => void (await sendAll(site)));
  expect(findKey(ZONE)).toBe(unknown);
  expect(findKey(site)).not.toBe(pause);
});

test.each<ServiceRequest>([
  { method: "GET", path: "/v2/zones" },
  { method: "POST", path: "/v2/images", body: new Blob(["image"]) },
  { method: "POST", path: "/v2/estimate", body: {} },
  { method: "PATCH", path: "/v2/user", body: { password: "secret" } },
])("$method $path is sent without a key and not stored", async (request) => {
  expect(await sendAll(request)).toEqual([undefined]);
  expect(sessionStorage).toHaveLength(0);
});
