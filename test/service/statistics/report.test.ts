/** Reports against a plain fold over the same facts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopeOf, viewerOf } from "../../../src/service/statistics/access.ts";
import { stringify } from "../../../src/service/statistics/exactJson.ts";
import { makeReport } from "../../../src/service/statistics/report.ts";
import { readRequest } from "../../../src/service/statistics/request.ts";
import { openStore } from "../../../src/service/store/duckdb.ts";
import type { Fact } from "../../../src/service/store/schema.ts";
import type { Store } from "../../../src/service/store/store.ts";
import { type Asked, asked, fact } from "./arbitrary.ts";
import { bare, expectedReport } from "./model.ts";
import { CATALOGUE, type Json } from "./support.ts";

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-report-"));
  store = await openStore({ folder });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function reportFor({ username, role, request }: Asked): Promise<Json> {
  const account = CATALOGUE.data.accounts.find((one) => one.username === username);
  if (!account) throw new Error(`no account ${username}`);
  const read = readRequest(request, viewerOf(account, role), undefined, new Date());
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const report = await makeReport(store, CATALOGUE, scopeOf(account, role, CATALOGUE), read.request);
  return bare(JSON.parse(stringify(report)));
}

async function replaceFacts(facts: Fact[]): Promise<void> {
  await store.transaction(async ({ query, append }) => {
    await query("DELETE FROM facts");
    await append(facts);
  });
}

async function expectRight(facts: readonly Fact[], one: Asked): Promise<void> {
  expect(await reportFor(one)).toEqual(expectedReport(facts, one.username, one.role, one.request));
}

const datasets = fc.array(fact, { minLength: 0, maxLength: 40 });
const requests = fc.array(asked, { minLength: 6, maxLength: 6 });

describe("a report equals the fold over the facts", () => {
  it("for random facts and random valid requests", async () => {
    await fc.assert(
      fc.asyncProperty(datasets, requests, async (facts, several) => {
        await replaceFacts(facts);
        for (const one of several) await expectRight(facts, one);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
