import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkClickHouse, judgeRedis } from "../../../src/service/doctor/checkEngines.ts";
import type { Finding } from "../../../src/service/doctor/finding.ts";
import { checkData, checkDisk, checkReadable, findNewest } from "../../../src/service/doctor/folders.ts";
import { checkClock, checkNode } from "../../../src/service/doctor/machine.ts";
import { checkOrigin, checkPort, checkProxies, checkReadiness } from "../../../src/service/doctor/network.ts";
import { findUserName } from "../../../src/service/doctor/users.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { startWeb } from "../support/otherServers.ts";

const folder = useEmptyFolder();

const judged = (level: Finding["level"], words: string | RegExp) => ({
  level,
  message: expect.stringMatching(words),
});
const problem = (words: string | RegExp) => judged("problem", words);
const warning = (words: string | RegExp) => judged("warning", words);
const levels = (findings: readonly Finding[]) => findings.map(({ level }) => level);
const ME = process.getuid?.() ?? 0;

test("a Node version that is too old is a problem", () => {
  expect(checkNode("20.18.0")).toMatchObject(problem("20.19"));
  expect(checkNode("22.1.0")).toMatchObject({ level: "ok" });
});

test("a clock behind the data is a problem, and an unsynchronized clock is a warning", () => {
  const now = Date.UTC(2026, 10, 23);
  expect(checkClock(now, { newest: now + 600_000 })).toMatchObject(problem("10 min ahead"));
  expect(checkClock(now, { newest: now, isSynchronized: false })).toMatchObject(
    warning("timedatectl set-ntp true"),
  );
  expect(checkClock(now, { newest: now + 1000 })).toMatchObject({ level: "ok" });
});

test("the newest change is the latest modification time of any file below the folder", () => {
  expect(findNewest(join(folder, "none"))).toBeUndefined();
  expect(findNewest(folder)).toBeUndefined();
  mkdirSync(join(folder, "journal"));
  writeFileSync(join(folder, "journal/1"), "");
  utimesSync(join(folder, "journal/1"), 0, 4_000_000_000);
  expect(findNewest(folder)).toBe(4_000_000_000_000);
});

test.each([
  [50 * 1024, 1e6, "problem", "Free some"],
  [500 * 1024, 1e6, "warning", "Free some"],
  [5000 * 1024, 1e6, "ok", "5000 MB are free"],
  [5000 * 1024, 10, "problem", "room for only 10 more files"],
])("a disk with %d KB and %d inodes free is reported as %s", (kilobytes, ffree, level, message) => {
  const space = { bavail: kilobytes, bsize: 1024, files: 1e6, ffree };
  const finding = checkDisk(join(folder, "not/yet"), () => space);
  expect(finding).toMatchObject({ level, message: expect.stringContaining(message) });
});

test("a missing data folder's disk space is that of its nearest existing parent", () => {
  expect(checkDisk(join(folder, "not/yet")).message).toMatch(/^\d+ MB are free/);
});

test("a data folder that can be created, or is private to the user, is ok", () => {
  expect(levels(checkData(join(folder, "new")))).toEqual(["ok"]);
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, "secret"), "", { mode: 0o600 });
  expect(levels(checkData(folder))).toEqual(["ok"]);
});

test("a data folder that other users can read is a warning", () => {
  chmodSync(folder, 0o755);
  expect(checkData(folder)).toMatchObject([warning(`chmod -R go= ${folder}`)]);
});

test("a data folder of another user is a problem, with the command to use", () => {
  expect(checkData(folder, ME + 1)).toMatchObject([
    problem(`runuser -u ${findUserName(ME)} -- zonetag-service`),
  ]);
});

test("a read-only file in the data folder is a problem", () => {
  chmodSync(folder, 0o700);
  const file = join(folder, "events.duckdb");
  writeFileSync(file, "", { mode: 0o400 });
  expect(checkData(folder)).toMatchObject([
    problem(/cannot read and write .*events\.duckdb\. As root: chown -R/),
  ]);
});

test.each(["", "catalogue"])("a read-only folder %j within the data folder is a problem", (name) => {
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, "catalogue"));
  chmodSync(join(folder, name), 0o500);
  expect(checkData(folder)).toMatchObject([problem(/cannot read and write .* chmod -R u\+rwX/)]);
});

test("a file in place of the data folder is a problem", () => {
  const file = join(folder, "data");
  writeFileSync(file, "");
  expect(checkData(file)).toMatchObject([problem("is a file")]);
});

test("a missing file or folder named by a setting is a problem", () => {
  expect(checkReadable("--creatives", folder).level).toBe("ok");
  expect(checkReadable("--creatives", join(folder, "none"))).toMatchObject(problem("There is no such file."));
});

test("a user's name is read from /etc/passwd, with the user id as fallback", () => {
  const file = join(folder, "passwd");
  writeFileSync(file, "root:x:0:0:root:/root:/bin/sh\nads:x:990:990::/:/bin/false\n");
  expect([findUserName(990, file), findUserName(5, file), findUserName(5, join(folder, "none"))]).toEqual([
    "ads",
    "5",
    "5",
  ]);
});

test("a free port or one used by the service is ok, one used by another program is a problem", async () => {
  const host = "127.0.0.1";
  expect(await checkPort({ host, port: 0 })).toMatchObject({ isRunning: false, finding: { level: "ok" } });
  await using own = await startWeb(200, "//# sourceMappingURL=zonetag.js.map");
  expect(await checkPort({ host, port: own.port })).toMatchObject({
    isRunning: true,
    finding: { level: "ok" },
  });
  await using other = await startWeb(200, "hello");
  expect(await checkPort({ host, port: other.port })).toMatchObject({
    isRunning: false,
    finding: problem(/is in use\. .*ss -ltnp/),
  });
});

test("what a running service says about itself is passed on, such as a proxy that is not trusted", async () => {
  const check = async (status: number, text: string) => {
    await using web = await startWeb(status, text);
    return await checkReadiness({ host: "127.0.0.1", port: web.port });
  };
  const warning = "If 203.0.113.7, which sends X-Forwarded-For, is your proxy, name it in --trusted-proxies.";
  expect(await check(200, '{"ready":true,"waiting":0}')).toMatchObject({ level: "ok" });
  expect(await check(200, JSON.stringify({ ready: true, warning }))).toMatchObject({
    level: "warning",
    message: warning,
  });
  expect(await check(503, '{"ready":false,"problem":"The disk is full."}')).toMatchObject(
    problem("The disk is full."),
  );
  expect(await check(200, "<html>")).toMatchObject(problem("/readyz answers 200"));
});

test("trusting every address as a proxy, or none with an https origin, is a problem", () => {
  const origin = "https://ads.example";
  expect(checkProxies({ origin, trustedProxies: ["10.0.0.0/8", "::ffff:0:0/96"] }).level).toBe("problem");
  expect(checkProxies({ origin, trustedProxies: ["0.0.0.0/0"] })).toMatchObject(problem("trusts everyone"));
  expect(checkProxies({ origin, trustedProxies: [] })).toMatchObject(problem("Set --trusted-proxies"));
  expect(checkProxies({ origin, trustedProxies: ["127.0.0.1"] }).level).toBe("ok");
  expect(checkProxies({ trustedProxies: [] }).level).toBe("ok");
});

test("an origin that does not answer is a problem, one with another tag is a warning", async () => {
  const closed = await startWeb(200, "");
  await closed.stop();
  expect(await checkOrigin(closed.origin)).toMatchObject(problem("does not answer"));
  await using broken = await startWeb(502, "");
  expect((await checkOrigin(broken.origin)).message).toContain("answers 502");
  await using old = await startWeb(200, "old");
  expect((await checkOrigin(old.origin)).level).toBe("warning");
});

const KEPT = { role: "master", maxmemory_policy: "noeviction", aof_enabled: "1", redis_version: "7.0.15" };

test.each<[string, object, number, Finding["level"], string]>([
  ["with persistence", {}, 0, "ok", "version 7.0.15"],
  ["that evicts keys", { maxmemory_policy: "allkeys-lru" }, 0, "problem", "maxmemory-policy noeviction"],
  ["without persistence", { aof_enabled: "0" }, 0, "warning", "appendonly yes"],
  ["that is a replica", { role: "slave" }, 0, "problem", "primary"],
  ["with another clock", {}, -120_000, "problem", "120 s behind"],
])("a Redis %s (%j, clock %d ms ahead) is reported as %s", (_what, info, ahead, level, message) => {
  const findings = judgeRedis(new Map(Object.entries({ ...KEPT, ...info })), ahead);
  expect(findings).toMatchObject([{ level, message: expect.stringContaining(message) }]);
});

test("a ClickHouse with the right time is ok, one whose clock is behind is a problem", async () => {
  await using server = await startWeb(200, '{"version":"25.8.1","time":1000}\n');
  const url = `${server.origin}/zonetag`;
  expect(await checkClickHouse(url, () => 1_000_000)).toMatchObject([{ level: "ok" }]);
  expect(await checkClickHouse(url, () => 1_120_000)).toMatchObject([problem("120 s behind")]);
  await using other = await startWeb(200, "<html></html>");
  expect(await checkClickHouse(other.origin, Date.now)).toMatchObject([problem("Another program answers")]);
});
