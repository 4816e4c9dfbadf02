// @programs Starts and kills some fifty processes.
/** The built service as a process: start, shutdown, kills, and a full disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { Agent, createServer as createHttpServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test, vi } from "vitest";
import { endWithTests } from "../../e2e/support/children.ts";
import { type RunningService, startService, UNLIMITED } from "../../e2e/support/service.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { useFolder } from "../support/folder.ts";
import { openLink } from "../support/openLink.ts";
import { aCampaign, aCatalogueObject } from "./support/catalogue.ts";
import { canMount, mountDisk } from "./support/disk.ts";
import { runLedger } from "./support/ledger.ts";
import { listChildren } from "./support/processes.ts";
import { PROGRAM, runProgram } from "./support/program.ts";

const CATALOGUE = aCatalogueObject({ campaigns: [1, 2, 3].map((id) => aCampaign({ id })) });
const SLOW = 120_000;
vi.setConfig({ testTimeout: SLOW });

const folder = useFolder();
beforeAll(async () => {
  await writeFile(join(folder, "good.json"), JSON.stringify(CATALOGUE));
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...CATALOGUE, zones: [{ id: 1 }] }));
  await writeFile(join(folder, "broken.json"), "{");
});

const place = (service: RunningService, zones = 2) =>
  fetch(service.endpoint, {
    method: "POST",
    body: JSON.stringify({
      user: { ip: "127.0.0.1" },
      zones: Array.from({ length: zones }, (_, at) => ({ id: at + 1 })),
    }),
  });

/** Sums up the stored events of a stopped service. */
async function kept(data: string): Promise<Record<string, number>> {
  const store = await openStore({ folder: data });
  const [row = {}] = await store.query(
    "SELECT sum(ad_requests) AS ad_requests, sum(impressions) AS impressions, sum(clicks) AS clicks FROM facts",
  );
  await store.close();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

const inFolder = (name: string) => join(folder, name);
test.each<[string, string, string, RegExp]>([
  ["without its catalogue", "none.json", "data-1", /none\.json: There is no such file\./],
  ["with a malformed catalogue", "broken.json", "data-2", /broken\.json:1:1: .*JSON/],
  [
    "with an invalid catalogue",
    "bad.json",
    "data-3",
    /bad\.json: zones\[0\]\.site: this field is missing\n.*zones\[0\]\.name: .*\n.*zones\[0\]\.size: /,
  ],
  ["with a file as data folder", "good.json", "good.json", /The data folder .*good\.json cannot be written/],
  [
    "with a data folder that cannot be created",
    "good.json",
    "/proc/zonetag/data",
    /The data folder .* cannot be written/,
  ],
])(
  "the service does not start %s and prints each problem on one line",
  async (_name, catalogue, data, message) => {
    const args = ["--catalogue", inFolder(catalogue), "--data", data.startsWith("/") ? data : inFolder(data)];
    const { code, out, error } = await runProgram([...args, "--port", "0"]);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(error).toMatch(message);
    for (const line of error.trimEnd().split("\n")) expect(line).toMatch(/^ad service: /);
  },
);

test("the service does not start on a data folder that another process uses", async () => {
  const service = await startService({ catalogue: inFolder("good.json") });
  const args = ["--catalogue", inFolder("good.json"), "--data", service.data, "--port", "0"];
  const { code, error } = await runProgram(args);
  await service.stop();
  expect(code).toBe(1);
  expect(error).toBe(`ad service: The data folder ${service.data} is in use by another process.\n`);
});

test("the service does not start when the folder of creatives is a file or missing", async () => {
  for (const name of ["good.json", "nowhere"]) {
    const args = ["--catalogue", inFolder("good.json"), "--data", inFolder("data-5"), "--port", "0"];
    const { code, error } = await runProgram([...args, "--creatives", inFolder(name)]);
    expect([code, error]).toEqual([
      1,
      `ad service: The creatives folder ${inFolder(name)} does not exist.\n`,
    ]);
  }
});

test("the service does not start with an invalid setting", async () => {
  const { code, error } = await runProgram(["--catalogue", "x", "--data", "y", "--port", "many"]);
  expect(code).toBe(1);
  expect(error).toMatch(/--port.*many.*Expected a whole number/);
});

test("connections that send nothing leave descriptors for placements and reports", async () => {
  const service = await startService({
    catalogue: CATALOGUE,
    args: UNLIMITED,
    through: ["sh", "-c", 'ulimit -n 512; exec "$@"', "sh"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = JSON.stringify({ user: { ip: "127.0.0.1" }, zones: [{ id: 1 }] });
  const ask = async (path: string, method = "GET") => {
    const asking = request(service.origin + path, { method, agent });
    asking.end(method === "POST" ? body : "");
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    return { status: response.statusCode, text: await text(response) };
  };
  expect((await ask("/livez")).status).toBe(200);
  const port = Number(new URL(service.origin).port);
  const silent = Array.from({ length: 600 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  await expect.poll(() => service.log(), { timeout: 30_000 }).toContain("refused connections beyond 256");
  await expect.poll(() => silent.every(({ connecting }) => !connecting)).toBe(true);
  for (let at = 0; at < 20; at++) expect((await ask("/v1/placement", "POST")).status).toBe(200);
  const [url] = /\/i\/[^"]+/.exec((await ask("/v1/placement", "POST")).text) ?? [];
  expect((await ask(url ?? "/")).status).toBe(200);
  expect((await ask("/healthz")).text).toContain('"ready":true');
  for (const socket of silent) socket.destroy();
  expect(service.log().match(/refused connections/g)).toHaveLength(1);
  agent.destroy();
  expect(await service.stop()).toBe(0);
});

test("SIGHUP reloads the catalogue", async () => {
  const service = await startService({ catalogue: inFolder("good.json") });
  service.process.kill("SIGHUP");
  await expect.poll(() => service.log(), { timeout: 30_000 }).toContain("catalogue reloaded");
  expect(await service.stop()).toBe(0);
});

test("a port that Kubernetes sets for a Service named zonetag is ignored with a warning", async () => {
  const env = {
    ZONETAG_SERVICE_HOST: "10.43.0.1",
    ZONETAG_SERVICE_PORT: "8080",
    ZONETAG_PORT: "tcp://10.43.0.1:8080",
    ZONETAG_PORT_8080_TCP: "tcp://10.43.0.1:8080",
  };
  const service = await startService({ catalogue: inFolder("good.json"), env });
  expect(service.log()).toContain("ZONETAG_PORT=tcp://10.43.0.1:8080 is ignored");
  expect((await place(service)).status).toBe(200);
  await service.stop();
});

test("a placement is answered before sign-ins that were sent earlier", async () => {
  // If passwords were hashed on the only pool thread, journal writes would wait for all of them.
  const service = await startService({
    catalogue: CATALOGUE,
    args: ["--limit-ip", "0"],
    env: { UV_THREADPOOL_SIZE: "1" },
  });
  const answers: string[] = [];
  const signIn = async (name: string) => {
    const body = JSON.stringify({ username: name, password: "guess" });
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${service.origin}/v2/login`, { method: "POST", headers, body });
    answers.push(String(status));
  };
  const signIns = Array.from({ length: 100 }, (_, at) => signIn(`user-${at}`));
  await expect.poll(() => answers.length, { interval: 1 }).toBeGreaterThan(0);
  expect((await place(service)).status).toBe(200);
  answers.push("placement");
  await Promise.all(signIns);
  const hashedAfter = answers.slice(answers.indexOf("placement")).filter((status) => status === "401");
  expect(hashedAfter.length).toBeGreaterThan(0);
  expect(answers.filter((status) => status === "429").length).toBeGreaterThan(50);
  await service.stop();
});

test.each([
  ["a full device", "2>/dev/full"],
  ["a pipe without a reader", "2> >(sleep 1000)"],
])(
  "a service that logs to %s continues and counts dropped lines in its metrics",
  async (_name, redirection) => {
    const data = await mkdtemp(join(folder, "log-"));
    const args = ["--catalogue", join(folder, "good.json"), "--data", data, "--port", "0"];
    const words = [PROGRAM, ...args, "--limit-ip", "0", "--access-log", "on"].map((word) => `'${word}'`);
    // `exec` replaces the shell, so that SIGTERM reaches the service.
    const command = `exec '${process.execPath}' ${words.join(" ")} ${redirection}`;
    const child = endWithTests(
      spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "ignore"], detached: true }),
      true,
    );
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const origin = /http:\S+/.exec(String(line))?.[0] ?? "";
    const dropped = async () => {
      const metrics = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^zonetag_log_dropped_total (\d+)/m.exec(metrics)?.[1]);
    };
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 300 }, () => fetch(`${origin}/livez`)));
          return dropped();
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    const body = JSON.stringify({ user: { ip: "127.0.0.1" }, zones: [{ id: 1 }] });
    expect((await fetch(`${origin}/v1/placement`, { method: "POST", body })).status).toBe(200);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
);

test("without the access log, the log contains neither visitor addresses nor requests", async () => {
  const service = await startService({ catalogue: CATALOGUE, args: ["--log-level", "trace"] });
  await place(service);
  await fetch(service.endpoint, { method: "POST", body: "{" });
  await service.stop();
  expect(service.log()).not.toMatch(/"[^"]*address[^"]*":"127\.0\.0\.1"/);
  expect(service.log()).not.toContain('"msg":"request"');
});

test("SIGHUP during the start reloads the catalogue without ending the service", async () => {
  const args = ["--catalogue", join(folder, "good.json"), "--data", join(folder, "data-hup"), "--port", "0"];
  const child = endWithTests(spawn(process.execPath, [PROGRAM, ...args]));
  let out = "";
  let log = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  // The folder is created early in the start, after the signal handler is installed.
  await expect.poll(() => existsSync(join(folder, "data-hup")), { interval: 1, timeout: SLOW }).toBe(true);
  child.kill("SIGHUP");
  await expect.poll(() => log, { timeout: SLOW }).toContain("catalogue reloaded");
  await expect.poll(() => out, { timeout: SLOW }).toContain("listening");
  child.kill("SIGTERM");
  await once(child, "exit");
});

test("while the database process hangs, ads are served and reports get 503 until it is replaced", async () => {
  const token = "a-token-of-its-publisher";
  const { accounts, ...rest } = CATALOGUE as { accounts: object[] };
  const [publisher, ...others] = accounts;
  const catalogue = { ...rest, accounts: [{ ...publisher, apiTokens: [hashToken(token)] }, ...others] };
  const service = await startService({ catalogue, args: [...UNLIMITED, "--report-timeout", "3000"] });
  const report = async () => {
    const response = await fetch(`${service.origin}/v2/statistics/p/global`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ group_by: ["zone_id"] }),
    });
    const { result = [] } = (await response.json()) as { result?: { impressions: number }[] };
    return [response.status, ...result.map(({ impressions }) => impressions)];
  };
  const show = async () => {
    const { zones } = (await (await place(service, 1)).json()) as AdResponse;
    const url = (zones[0]?.data as { impression: string } | undefined)?.impression ?? "";
    return (await fetch(url)).headers.get("x-event");
  };
  expect(await show()).toBe("counted");
  await expect.poll(report, { timeout: 30_000 }).toEqual([200, 1]);
  const database = listChildren(service.process.pid ?? 0);
  for (const pid of database) process.kill(pid, "SIGSTOP");
  expect(database).toHaveLength(1);
  const [status, event] = await Promise.all([report(), show()]);
  expect([status, event]).toEqual([[503], "counted"]);
  expect(await show()).toBe("counted");
  await expect.poll(report, { timeout: 60_000 }).toEqual([200, 3]);
  expect(listChildren(service.process.pid ?? 0)).not.toEqual(database);
  expect(service.log()).toContain("the database process exited; restarting it");
  expect(await service.stop()).toBe(0);
});

test("after SIGTERM a service is not ready, but serves until the drain delay is over", async () => {
  const service = await startService({ catalogue: CATALOGUE, args: ["--drain-delay", "3000"] });
  const ask = async (path: string) => (await fetch(service.origin + path)).status;
  expect([await ask("/livez"), await ask("/readyz"), await ask("/healthz")]).toEqual([200, 200, 200]);
  const ended = once(service.process, "exit");
  service.process.kill("SIGTERM");
  await expect.poll(() => ask("/readyz"), { interval: 10 }).toBe(503);
  expect([await ask("/livez"), (await place(service)).status]).toEqual([200, 200]);
  expect(await ended).toEqual([0, null]);
  await service.stop();
});

test("the access log contains request ids and truncated addresses, and an untrusted proxy is warned of once", async () => {
  const service = await startService({ catalogue: CATALOGUE, args: ["--access-log", "on"] });
  const headers = { "x-request-id": "from-a-proxy", "x-forwarded-for": "203.0.113.5" };
  const named = await fetch(`${service.origin}/i/x`, { headers });
  expect(named.headers.get("x-request-id")).toBe("from-a-proxy");
  await fetch(`${service.origin}/i/x`, { headers: { ...headers, "x-request-id": "<script>" } });
  const [first, second] = [await place(service), await place(service)].map(({ headers }) =>
    headers.get("x-request-id"),
  );
  expect(first).toMatch(/^[\w.-]+$/);
  expect(first).not.toBe(second);
  await service.stop();
  const lines = service
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const address = "127.0.0.0";
  expect(lines.filter(({ msg }) => msg === "request")).toEqual([
    expect.objectContaining({
      requestId: "from-a-proxy",
      route: "impression",
      method: "GET",
      status: 403,
      address,
    }),
    expect.objectContaining({ requestId: expect.not.stringContaining("<"), status: 403 }),
    expect.objectContaining({ requestId: first, route: "placement", method: "POST", status: 200 }),
    expect.objectContaining({ requestId: second }),
  ]);
  const warnings = lines.filter(({ msg }) => String(msg).includes("--trusted-proxies"));
  expect(warnings).toEqual([expect.objectContaining({ address })]);
});

test("traces are sent to a collector, and an unreachable collector does not affect the service", async () => {
  const received: string[] = [];
  const collector = createHttpServer(async (request, response) => {
    received.push(await text(request));
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as { port: number };
  const args = ["--traces", `http://127.0.0.1:${port}/v1/traces`];
  const service = await startService({ catalogue: CATALOGUE, args });
  await place(service);
  expect(await service.stop()).toBe(0);
  collector.close();
  expect(received.join("")).toContain('"name":"POST placement"');
  const alone = await startService({
    catalogue: CATALOGUE,
    args: ["--traces", "http://127.0.0.1:9/v1/traces"],
  });
  expect((await place(alone)).status).toBe(200);
  expect(await alone.stop()).toBe(0);
});

test("on SIGTERM the service answers requests in flight, refuses new ones and exits with 0", async () => {
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

test("on SIGTERM the service closes idle connections", async () => {
  const service = await startService({ catalogue: CATALOGUE, args: ["--stop-after", "600000"] });
  const socket = connect(Number(new URL(service.origin).port), "127.0.0.1");
  socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("Connection: keep-alive");
  const ended = once(socket, "close");
  service.process.kill("SIGTERM");
  await ended;
  expect(await service.stop()).toBe(0);
});

test("when the service is killed at random, no acknowledged event is lost or counted twice", async () => {
  const report = await runLedger({ rounds: 3, seed: 20 });
  expect(report).toMatchObject({ lost: 0, countedTwice: 0, invented: 0 });
  expect(report.impressions + report.clicks).toBeGreaterThan(0);
});

test("on a full disk events are refused with 503, and counted again once space is free", async (context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  const disk = mountDisk(join(folder, "disk"), 32);
  const data = join(disk.path, "data");
  const service = await startService({ catalogue: CATALOGUE, data, args: ["--limit-ip", "0"] });
  try {
    const health = async () => (await fetch(`${service.origin}/healthz`)).status;
    const first = (await (await place(service)).json()) as AdResponse;
    const [banner] = first.zones.map((zone) => zone?.data);
    disk.fill();

    // A few events may still fit in the last page of the journal.
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
    // Meanwhile the database may free space for one more event.
    const pixel = await fetch(banner?.impression ?? "");
    const shown = pixel.headers.get("x-event") ?? "";
    expect(pixel.headers.get("content-type")).toBe("image/gif");
    expect(shown).toMatch(/lost|counted/);
    expect(pixel.status).toEqual(shown === "lost" ? 503 : 200);
    const click = await openLink(banner?.url ?? "");
    expect(click.headers.get("x-event")).toMatch(/lost|counted/);
    expect(click.status).toBe(302);

    disk.free();
    await expect.poll(health, { timeout: 60_000 }).toBe(200);
    const expected = shown === "lost" ? "counted" : "repeated";
    expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe(expected);
    expect((await fetch(banner?.impression ?? "")).headers.get("x-event")).toBe("repeated");
    await openLink(banner?.url ?? "");
    expect((await place(service)).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(await kept(data)).toEqual({ ad_requests: (answered + 1) * 2, impressions: 1, clicks: 1 });
  } finally {
    await service.stop("SIGKILL");
    disk.unmount();
  }
});
