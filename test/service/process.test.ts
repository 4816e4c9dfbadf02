/** The built service as a process: how it starts, ends, dies, and runs out of disk. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../../e2e/support/service.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { openStore } from "../../src/service/store/duckdb.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { runLedger } from "./support/ledger.ts";

const PROGRAM = resolve(import.meta.dirname, "../../dist/service.mjs");
const CATALOGUE = aCatalogueObject({ campaigns: [1, 2, 3].map((id) => aCampaign({ id })) });
const SLOW = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-process-"));
  await writeFile(join(folder, "good.json"), JSON.stringify(CATALOGUE));
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...CATALOGUE, zones: [{ id: 1 }] }));
  await writeFile(join(folder, "broken.json"), "{");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: string[], input = ""): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args]);
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, out, error };
}

const place = (service: RunningService, zones = 2) =>
  fetch(service.endpoint, {
    method: "POST",
    body: JSON.stringify({
      user: { ip: "127.0.0.1" },
      zones: Array.from({ length: zones }, (_, at) => ({ id: at + 1 })),
    }),
  });

/** What is on disk after the service has ended. */
async function kept(data: string): Promise<Record<string, number>> {
  const store = await openStore({ folder: data });
  const [row = {}] = await store.query(
    "SELECT sum(ad_requests) AS ad_requests, sum(impressions) AS impressions, sum(clicks) AS clicks FROM facts",
  );
  await store.close();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

describe("the service does not start", { timeout: SLOW }, () => {
  const inFolder = (name: string) => join(folder, name);
  it.each<[string, string, string, RegExp]>([
    ["without its catalogue", "none.json", "data-1", /none\.json: ENOENT/],
    ["with a catalogue that is no JSON", "broken.json", "data-2", /broken\.json: .*JSON/],
    [
      "with a catalogue that is wrong",
      "bad.json",
      "data-3",
      /bad\.json: zones\[0\]\.site: this field is missing \(and 2 more\)/,
    ],
    ["with a file for a folder", "good.json", "good.json", /The data folder .*good\.json cannot be written/],
    [
      "where nothing can be written",
      "good.json",
      "/proc/zonetag/data",
      /The data folder .* cannot be written/,
    ],
  ])("%s, and says why in one line", async (_name, catalogue, data, message) => {
    const args = ["--catalogue", inFolder(catalogue), "--data", data.startsWith("/") ? data : inFolder(data)];
    const { code, out, error } = await run([...args, "--port", "0"]);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(error).toMatch(message);
    expect(error.trimEnd().split("\n")).toHaveLength(1);
  });

  it("on a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const args = ["--catalogue", inFolder("good.json"), "--data", inFolder("data-4"), "--port", String(port)];
    const { code, error } = await run(args);
    other.close();
    expect([code, error]).toEqual([1, `ad service: Port ${port} of 127.0.0.1 is in use.\n`]);
  });

  it("on data that another process has open", async () => {
    const service = await startService({ catalogue: inFolder("good.json") });
    const args = ["--catalogue", inFolder("good.json"), "--data", service.data, "--port", "0"];
    const { code, error } = await run(args);
    await service.stop();
    expect(code).toBe(1);
    expect(error).toBe(`ad service: The data folder ${service.data} is in use by another process.\n`);
  });

  it("with a file, or with nothing, for the folder of creatives", async () => {
    for (const name of ["good.json", "nowhere"]) {
      const args = ["--catalogue", inFolder("good.json"), "--data", inFolder("data-5"), "--port", "0"];
      const { code, error } = await run([...args, "--creatives", inFolder(name)]);
      expect([code, error]).toEqual([1, `ad service: There is no folder of creatives ${inFolder(name)}.\n`]);
    }
  });

  it("with a setting that is none", async () => {
    const { code, error } = await run(["--catalogue", "x", "--data", "y", "--port", "many"]);
    expect(code).toBe(1);
    expect(error).toMatch(/--port.*many.*Expected a whole number/);
  });
});

describe("the command line", { timeout: SLOW }, () => {
  it("makes what the catalogue keeps of passwords and tokens", async () => {
    const password = await run(["hash-password"], "secret\n");
    expect(password.out).toMatch(/^scrypt:[\w-]{22}:[\w-]{43}\n$/);
    const token = await run(["make-token"]);
    expect(token.out).toMatch(/^token: {5}[\w-]{32}\ncatalogue: sha256:[0-9a-f]{64}\n$/);
  });
});

describe("a running service", { timeout: SLOW }, () => {
  it("loads its catalogue anew on SIGHUP", async () => {
    const service = await startService({ catalogue: CATALOGUE });
    service.process.kill("SIGHUP");
    await expect.poll(() => service.log(), { timeout: 30_000 }).toContain("catalogue reloaded");
    expect(await service.stop()).toBe(0);
  });

  it("writes no visitor's address to its log", async () => {
    const service = await startService({ catalogue: CATALOGUE, args: ["--log-level", "trace"] });
    await place(service);
    await fetch(service.endpoint, { method: "POST", body: "{" });
    await service.stop();
    expect(service.log()).not.toMatch(/"[^"]*address[^"]*":"127\.0\.0\.1"/);
  });

  it("finishes under SIGTERM what it has, refuses the rest, and exits with 0", async () => {
    const data = join(folder, "data-stop");
    const service = await startService({ catalogue: CATALOGUE, data, args: ["--limit-ip", "0"] });
    let answered = 0;
    let refused = 0;
    const visit = async () => {
      for (;;) {
        const response = await place(service).catch(() => undefined);
        if (!response) return;
        if (response.status === 200) answered += 1;
        else refused += 1;
        if (answered === 100) service.process.kill("SIGTERM");
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 10 }, visit));
    expect(await service.stop()).toBe(0);
    expect(answered).toBeGreaterThanOrEqual(100);
    expect(await kept(data)).toMatchObject({ ad_requests: answered * 2 });
    expect(refused).toBeLessThan(answered);
  });

  it("loses nothing and counts nothing twice when it is killed at any moment", async () => {
    const report = await runLedger({ rounds: 3, seed: 20 });
    expect(report).toMatchObject({ lost: 0, countedTwice: 0, invented: 0 });
    expect(report.impressions + report.clicks).toBeGreaterThan(0);
  });
});

const mounted = process.getuid?.() === 0 && canMount();

/** Full disks are tried on a small file system of the test's own, which only root may mount. */
function canMount(): boolean {
  const target = join(tmpdir(), `zonetag-mount-${process.pid}`);
  spawnSync("mkdir", ["-p", target]);
  const mounting = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", target]);
  if (mounting.status === 0) spawnSync("umount", [target]);
  spawnSync("rmdir", [target]);
  return mounting.status === 0;
}

describe.runIf(mounted)("a disk without space", { timeout: SLOW }, () => {
  it("stops counting with clear words, and counting goes on when space returns", async () => {
    const disk = join(folder, "disk");
    spawnSync("mkdir", ["-p", disk]);
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=32m", "tmpfs", disk]);
    const data = join(disk, "data");
    const service = await startService({ catalogue: CATALOGUE, data, args: ["--limit-ip", "0"] });
    try {
      const health = async () => (await fetch(`${service.origin}/healthz`)).status;
      const first = (await (await place(service)).json()) as AdResponse;
      const [banner, other] = first.zones.map((zone) => zone?.data);
      spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=64k"]);

      // The last page of the journal may still have room for some.
      let answered = 1;
      await expect
        .poll(
          async () => {
            const { status } = await place(service);
            if (status === 200) answered += 1;
            return status;
          },
          { interval: 0, timeout: 60_000 },
        )
        .toBe(503);
      expect(await health()).toBe(503);
      expect(await (await fetch(`${service.origin}/healthz`)).json()).toMatchObject({
        ready: false,
        problem: expect.stringMatching(/disk is full|space/i),
      });
      const pixel = await fetch(banner?.impression ?? "");
      expect([pixel.status, pixel.headers.get("x-event"), pixel.headers.get("content-type")]).toEqual([
        ...[503, "lost", "image/gif"],
      ]);
      const click = await fetch(banner?.url ?? "", { redirect: "manual" });
      expect([click.status, click.headers.get("x-event")]).toEqual([302, "lost"]);

      await rm(join(disk, "filler"));
      await expect.poll(health, { timeout: 60_000 }).toBe(200);
      expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe("counted");
      expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe("repeated");
      expect((await fetch(other?.url ?? "", { redirect: "manual" })).headers.get("x-event")).toBe("counted");
      expect((await place(service)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      expect(await kept(data)).toEqual({ ad_requests: (answered + 1) * 2, impressions: 1, clicks: 1 });
    } finally {
      await service.stop("SIGKILL");
      spawnSync("umount", [disk]);
    }
  });
});
