/** Log and metrics of attempts to sign in. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { PASSWORD, startService } from "../statistics/support.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

test("a failed sign-in is logged with its request and network, without what was typed; a refused one is not", async () => {
  const lines: Record<string, unknown>[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  await using service = await startService({
    log: pino({ base: null, timestamp: false }, output),
    settings: { trustedProxies: ["127.0.0.1"] },
  });
  const signIn = (body: object) =>
    service.send("/v2/login", {
      body,
      headers: { "X-Forwarded-For": "203.0.113.5", "X-Request-Id": "try" },
    });
  await signIn({ username: "publisher-one", password: PASSWORD });
  expect(lines).toEqual([]);
  for (let tries = 0; tries < 5; tries++) await signIn({ username: "mallory", password: "typed" });
  await signIn({ api_token: "typed as well" });
  const failed = { level: 40, requestId: "try", address: "203.0.113.0", msg: "sign-in failed" };
  expect(lines).toEqual(Array(5).fill(failed));
});

test("sign-ins are counted by what became of them", async () => {
  const account = { id: 1, name: "Publisher", role: "publisher", username: "ann" };
  const secrets = { apiTokens: [hashToken("good")], password: await hashPassword("good") };
  const catalogue = { ...aCatalogueObject({ campaigns: [] }), accounts: [{ ...account, ...secrets }] };
  await using service = await testService({ ...catalogue, sites: [], zones: [] });
  const signIn = (body: object) =>
    fetch(`${service.origin}/v2/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const count = async () =>
    [...(await service.metrics()).matchAll(/^zonetag_sign_ins_total\{result="(\w+)"\} (\d+)$/gm)].map(
      ([, result, value]) => [result, Number(value)],
    );
  expect(await count()).toEqual([
    ["succeeded", 0],
    ["failed", 0],
    ["refused", 0],
  ]);
  await signIn({ api_token: "good" });
  await signIn({ username: "ann", password: "good" });
  for (let tries = 0; tries < 7; tries++) await signIn({ api_token: "guess" });
  expect(await count()).toEqual([
    ["succeeded", 2],
    ["failed", 5],
    ["refused", 2],
  ]);
  expect(await service.metrics()).toContain("# HELP zonetag_sign_ins_total Attempts to sign in, by result\n");
});
