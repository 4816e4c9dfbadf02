// @programs Starts and kills the built service.
/** Kills the service between the write and the answers of conversions, and sends all of them again. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../e2e/support/service.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { createClickIds } from "../../src/service/signing/clickIds.ts";
import { createSecret, writeSecret } from "../../src/service/signing/secret.ts";
import { makeFolder } from "../support/folder.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { aClick } from "./support/click.ts";

const GOALS = [1, 2].map((goal) => ({ goal, source: "report", from: "2026-01-01" }));
const CATALOGUE = {
  ...aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }),
  accounts: [
    { id: 1, name: "Publisher", role: "publisher" },
    { id: 2, name: "Advertiser", role: "advertiser", goals: 2, goalSources: GOALS },
  ],
};
const ROUNDS = 3;
const PER_ROUND = 100;

test("conversions of a service that is killed again and again are neither lost nor counted twice", async () => {
  const data = join(makeFolder(), "data");
  const secret = createSecret();
  await writeSecret(data, secret);
  const clickIds = createClickIds(secret);
  const now = Date.now();
  const reports = Array.from({ length: ROUNDS * PER_ROUND }, (_, at) => {
    const number = at >> 1;
    const id = clickIds.sign(aClick({ number, clickedAt: now - 1000 - number }));
    return `/v1/conversion?${new URLSearchParams({ click_id: id, goal: String((at % 2) + 1) })}`;
  });
  const acknowledged = new Set<string>();
  let countedTwice = 0;
  /** Sends a report. Resolves with false if the service was killed. */
  const send = async (origin: string, path: string): Promise<boolean> => {
    const status = await fetch(origin + path).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === undefined) return false;
    expect([200, 204]).toContain(status);
    if (status === 204 && acknowledged.has(path)) countedTwice += 1;
    acknowledged.add(path);
    return true;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService({ catalogue: CATALOGUE, data, args: ["--log-level", "silent"] });
    onTestFinished(async () => void (await service.stop("SIGKILL")));
    const sent = reports.slice(0, (round + 1) * PER_ROUND);
    // All of the earlier rounds again, and new ones, of which some are answered when the service is killed.
    await Promise.all(sent.slice(0, round * PER_ROUND).map((path) => send(service.origin, path)));
    const fresh = sent.slice(round * PER_ROUND);
    let answers = 0;
    await Promise.all(
      fresh.map(async (path) => {
        if (await send(service.origin, path)) answers += 1;
        if (answers === 10 * (round + 1)) service.process.kill("SIGKILL");
      }),
    );
    await service.stop("SIGKILL");
    expect(answers).toBeGreaterThanOrEqual(10 * (round + 1));
  }
  const last = await startService({ catalogue: CATALOGUE, data, args: ["--log-level", "silent"] });
  expect(await Promise.all(reports.map((path) => send(last.origin, path)))).not.toContain(false);
  await last.stop("SIGKILL");
  expect(countedTwice).toBe(0);
  const store = await openStore({ folder: data });
  const [sums] = await store.query(
    "SELECT sum(goal_1)::INTEGER AS g1, sum(goal_2)::INTEGER AS g2 FROM facts",
  );
  await store.close();
  expect(sums).toEqual({ g1: reports.length / 2, g2: reports.length / 2 });
});
