/** The built service is killed while it writes changes: the catalogue stays whole, and nothing acknowledged is lost. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningService, startService } from "../../../e2e/support/service.ts";
import { loadCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { createManagement, createStatistics, type Management } from "../../../src/statistics/index.ts";

const ROUNDS = 3;
const WRITERS = 3;
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", apiTokens: [hashToken("token")] },
    { id: 2, name: "Ann", role: "publisher", network: 1 },
  ],
  sites: [{ id: 1, account: 2, name: "Site", hostname: "site.example" }],
  zones: [],
  campaigns: [],
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-kill-"));
  file = join(folder, "catalogue.json");
  await writeFile(file, JSON.stringify(CATALOGUE, null, 2));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = () =>
  startService({
    ...{ catalogue: file, data: join(folder, "data") },
    args: ["--limit-ip", "0", "--limit-user", "0"],
  });

function manage({ origin }: RunningService): Management {
  return createManagement(
    createStatistics({
      ...{ baseUrl: origin, credentials: { apiToken: "token" }, retries: 0 },
      limits: { overall: { requests: 100_000, seconds: 60 } },
    }),
  );
}

/** Makes zones one after the other until the service is gone; notes each that was acknowledged. */
async function writeUntilGone(management: Management, prefix: string, acknowledged: string[]): Promise<void> {
  for (let at = 0; ; at++) {
    const name = `${prefix} ${at}`;
    const made = await management.zones.create({ site: 1, name, size: "1x1" }).catch(() => undefined);
    if (!made) return;
    acknowledged.push(name);
  }
}

test("killed while it writes, it starts again with every change that it acknowledged", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const service = await start();
    const management = manage(service);
    const before = acknowledged.length;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilGone(management, `${round} ${writer}`, acknowledged),
    );
    // Each time at another moment of a write.
    await expect
      .poll(() => acknowledged.length, { interval: 1, timeout: 30_000 })
      .toBeGreaterThan(before + round * 3);
    service.process.kill("SIGKILL");
    await Promise.all(writers);
    await service.stop("SIGKILL");
  }
  const service = await start();
  const zones = await manage(service).zones.all();
  const changes = await manage(service).changes({ kind: "zones", limit: 500 });
  await service.stop();
  const names = zones.map(({ name }) => name);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
  // What was written without an answer is at most one change of each writer.
  expect(zones.length - acknowledged.length).toBeLessThanOrEqual(ROUNDS * WRITERS);
  const logged = changes.entries.map(({ after }) => Reflect.get(after, "name"));
  expect(names.filter((name) => !logged.includes(name))).toEqual([]);
  expect((await loadCatalogue(file)).data.zones).toHaveLength(zones.length);
}, 240_000);
