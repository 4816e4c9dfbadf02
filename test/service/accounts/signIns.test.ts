import { expect, test } from "vitest";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { aCatalogueObject } from "../support/catalogue.ts";
import { testService } from "../support/service.ts";

test("sign-ins are counted by result", async () => {
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
