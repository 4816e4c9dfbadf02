// @programs Starts the program and Redis.
/** The built program's command `doctor`. */
import { spawnSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../../e2e/support/service.ts";
import { checkRedis } from "../../../src/service/doctor/checkEngines.ts";
import { useFolder } from "../../support/folder.ts";
import { PROGRAM, runProgram } from "../support/program.ts";
import { findRedisServer, NO_REDIS, startRedis } from "../support/redis.ts";

const folder = useFolder();

const CATALOGUE = ["--catalogue", "demo/catalogue.json"];

test("doctor reports no problem on a machine that can run the service", async () => {
  const args = ["--data", join(folder, "data"), "--port", "0"];
  const { code, out } = await runProgram(["doctor", ...CATALOGUE, ...args]);
  expect(out.match(/^\w+ +\w+:/gm)?.map((line) => line.split(/\s+/)[1])).toEqual(
    expect.arrayContaining(["Node:", "Clock:", "Disk:", "Data:", "Files:", "Port:", "Proxies:"]),
  );
  expect([code, out]).toEqual([0, expect.not.stringContaining("problem")]);
});

test("doctor exits with 1 when there is a problem", async () => {
  const args = ["--data", folder, "--port", "0", "--trusted-proxies", "0.0.0.0/0"];
  const { code, out } = await runProgram(["doctor", ...CATALOGUE, ...args]);
  expect([code, out]).toEqual([1, expect.stringMatching(/^problem +Proxies: .* trusts everyone/m)]);
});

test("doctor names the owner of a data folder that the user may not read", async (context) => {
  context.skip(process.getuid?.() !== 0, "needs root");
  const data = join(folder, "foreign");
  await mkdir(data, { mode: 0o700 });
  await chmod(folder, 0o755);
  const as = { uid: 65_534, gid: 65_534, encoding: "utf8" } as const;
  const examine = (path: string) =>
    spawnSync(process.execPath, [PROGRAM, "doctor", "--data", path, "--port", "0"], as);
  const { status, stdout } = examine(data);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^problem +Data: .* belongs to root, but/m)]);
  expect(examine(join(data, "inner")).stdout).toMatch(/^problem +Data: .* cannot create it in /m);
});

test("doctor recognizes the running service at its port and its origin", async () => {
  const service = await startService({
    catalogue: "demo/catalogue.json",
    args: ["--creatives", "demo/banners/files"],
  });
  try {
    const { port } = new URL(service.origin);
    const args = ["--data", join(folder, "data"), "--port", port, "--origin", `http://127.0.0.1:${port}`];
    const { out } = await runProgram(["doctor", ...CATALOGUE, ...args]);
    expect(out).toMatch(/^ok +Port: +The service answers/m);
    expect(out).toMatch(/^ok +Origin: +.*serves this service's tag/m);
  } finally {
    await service.stop();
  }
});

test("doctor warns of a Redis without persistence and reports a stopped one as a problem", async (context) => {
  context.skip(!findRedisServer(), NO_REDIS);
  const redis = await startRedis();
  const { url } = redis;
  expect(await checkRedis(url, Date.now)).toMatchObject([
    { level: "warning", message: expect.stringContaining("appendonly yes") },
  ]);
  await redis.stop();
  expect(await checkRedis(url, Date.now)).toMatchObject([
    { level: "problem", message: expect.stringContaining("refuses connections. Start it, or correct") },
  ]);
});
