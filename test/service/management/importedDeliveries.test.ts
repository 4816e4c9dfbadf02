// @long Takes more than five seconds of processor time.
/** Budgets and caps of a running service while facts are imported and removed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { useEmptyFolder } from "../../support/folder.ts";
import { readAnswer } from "../support/answer.ts";
import { addTokens, aNetwork, aNetworkCampaign, NETWORK } from "../support/catalogue.ts";
import { type TestService, testService } from "../support/service.ts";

const folder = useEmptyFolder();

/** Starts a service with a campaign of 2.00 for 1,000 impressions. */
async function start(campaign: object): Promise<TestService> {
  const catalogue = aNetwork({
    accounts: addTokens(NETWORK),
    campaigns: [aNetworkCampaign(500, campaign)],
  });
  const service = await testService(catalogue, { limitUser: 0 });
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service;
}

interface Line {
  time?: string;
  impressions?: number;
  clicks?: number;
  cost?: number;
}

const TODAY = "2026-11-20T03:00:00Z";
const YESTERDAY = "2026-11-19T23:59:59Z";

async function send(service: TestService, method: string, name: string, lines: readonly Line[] = []) {
  const records = lines.map((line) => JSON.stringify({ time: TODAY, zone_id: 1, campaign_id: 500, ...line }));
  const answer = await readAnswer(
    await fetch(`${service.origin}/v2/imports?name=${name}`, {
      method,
      headers: { Authorization: "Bearer token-1", "Content-Type": "application/x-ndjson" },
      ...(method === "POST" && { body: `${records.join("\n")}\n` }),
    }),
  );
  expect(answer.status).toBe(method === "POST" ? 200 : 204);
  return answer.json;
}

const add = (service: TestService, lines: readonly Line[], name = "a") => send(service, "POST", name, lines);
const remove = (service: TestService, name = "a") => send(service, "DELETE", name);

/** Views the zone five times. Resolves with the number of counted impressions. */
async function view(service: TestService, times = 5): Promise<number> {
  let counted = 0;
  for (let at = 0; at < times; at++) {
    const response = await service.place({ user: {}, zones: [{ id: 1 }] });
    const { zones } = (await response.json()) as { zones: { data: { impression?: string } }[] };
    const address = zones[0]?.data.impression;
    if (!address) continue;
    const shown = await fetch(service.origin + new URL(address).pathname);
    if (shown.headers.get("x-event") === "counted") counted += 1;
  }
  return counted;
}

test("a total cap counts an import at once and after a restart, and no longer once it is removed", async () => {
  const service = await start({ caps: { total: 1000 } });
  await add(service, [{ impressions: 998 }]);
  expect(await view(service)).toBe(2);
  await service.restart();
  expect(await view(service)).toBe(0);
  await remove(service);
  expect(await view(service)).toBe(5);
  await service.restart();
  expect(await view(service)).toBe(5);
  expect((await service.counted()).impressions).toBe("12");
});

test.each<[string, object, Line[], number]>([
  ["a daily cap", { caps: { daily: 10 } }, [{ impressions: 8 }, { time: YESTERDAY, impressions: 50 }], 2],
  ["a total budget", { budget: { total: "2" } }, [{ impressions: 1, cost: 1.994 }], 3],
  [
    "a daily budget",
    { budget: { daily: "1" } },
    [{ cost: 0.996 }, { time: YESTERDAY, impressions: 9, cost: 50 }],
    2,
  ],
  ["both lines of a day", { caps: { total: 10 } }, [{ impressions: 3 }, { impressions: 4 }], 3],
])(
  "%s counts the imported lines that belong to it, before and after a restart",
  async (_, limits, lines, left) => {
    const service = await start(limits);
    expect(await view(service, 1)).toBe(1);
    await add(service, lines);
    expect(await view(service)).toBe(left - 1);
    await service.restart();
    expect(await view(service)).toBe(0);
    await remove(service);
    expect(await view(service, 3)).toBe(3);
  },
);

test("a replaced import counts with its new lines only", async () => {
  const service = await start({ caps: { total: 20 } });
  await add(service, [{ impressions: 20 }]);
  expect(await view(service)).toBe(0);
  await add(service, [{ impressions: 17 }]);
  expect(await view(service)).toBe(3);
  await add(service, [{ impressions: 5 }], "b");
  await add(service, [{ impressions: 5 }], "c");
  expect(await view(service)).toBe(0);
  await remove(service);
  expect(await view(service, 20)).toBe(12);
});

test("a refused import and one with known content change no cap", async () => {
  const service = await start({ caps: { total: 10 } });
  await add(service, [{ impressions: 8 }]);
  expect(await add(service, [{ impressions: 8 }], "b")).toMatchObject({ result: { same_as: "a" } });
  expect(await view(service)).toBe(2);
});

test("an import by the command counts at once in the running service", async () => {
  const service = await start({ caps: { total: 10 } });
  const { sendImportRequest } = await import("../../../src/service/commands/sendImport.ts");
  const file = join(folder, "facts.ndjson");
  await writeFile(file, `${JSON.stringify({ time: TODAY, zone_id: 1, campaign_id: 500, impressions: 7 })}\n`);
  const { data } = service.settings;
  const source = { file, format: "ndjson" as const, batch: 10, rejectedFile: undefined };
  await sendImportRequest(data, { action: "import", name: "a", allOrNothing: false, source });
  expect(await view(service)).toBe(3);
  await sendImportRequest(data, { action: "remove", name: "a" });
  expect(await view(service, 10)).toBe(7);
});

test("an import while the service is stopped counts at its start, once", async () => {
  const service = await start({ caps: { total: 10 } });
  await service.stop();
  const { sendImportRequest } = await import("../../../src/service/commands/sendImport.ts");
  const file = join(folder, "facts.ndjson");
  await writeFile(file, `${JSON.stringify({ time: TODAY, zone_id: 1, campaign_id: 500, impressions: 7 })}\n`);
  const source = { file, format: "ndjson" as const, batch: 10, rejectedFile: undefined };
  const done = await sendImportRequest(service.settings.data, {
    action: "import",
    name: "a",
    allOrNothing: false,
    source,
  });
  expect(done).toMatchObject({ added: 1 });
  await service.restart();
  expect(await view(service)).toBe(3);
  expect(await service.rows("SELECT * FROM imported_sums")).toEqual([]);
});
