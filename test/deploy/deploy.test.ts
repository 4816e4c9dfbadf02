// @deploy Starts the built service.
/** Checks that the names used in deploy/ exist, and runs its files with the tools that are installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { onPath } from "../../e2e/support/browser.ts";
import { type RunningService, startService } from "../../e2e/support/service.ts";
import { MAX_LANDING_PAGE } from "../../src/protocol/limits.ts";
import type { AdResponse } from "../../src/protocol/placement.ts";
import { initCommand } from "../../src/service/commands/init.ts";
import { MAX_HEADER_BYTES } from "../../src/service/http/server.ts";
import { matchNetworks } from "../../src/service/net/address.ts";
import { addSettings, DEFAULT_SETTINGS } from "../../src/service/settings.ts";
import { makeFolder } from "../support/folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const OPTIONS = [...addSettings(new Command()).options, ...initCommand().options];
const variables = OPTIONS.flatMap(({ envVar }) => envVar ?? []);

let service: RunningService;
/** Content of `/metrics` after an ad request, an invalid request, an impression and a reload. */
let exposition: string;

beforeAll(async () => {
  service = await startService({
    catalogue: join(ROOT, "demo/catalogue.json"),
    args: ["--creatives", join(ROOT, "demo/banners/files")],
  });
  exposition = await exercise(service);
});
afterAll(() => service.stop());

test("the settings file can be read", () => {
  const options = addSettings(new Command().exitOverride())
    .parse(["--config", join(ROOT, "deploy/service.jsonc")], { from: "user" })
    .opts();
  expect(options).toMatchObject({ origin: "https://ads.example", trustedProxies: ["127.0.0.1", "::1"] });
});

test.each(["deploy/nginx/zonetag.conf", "deploy/caddy/Caddyfile", "deploy/caddy/Caddyfile.cluster"])(
  "%s closes idle connections before the service does",
  (file) => {
    const times = [...read(file).matchAll(/^\s*keepalive(?:_timeout)? (\d+)s;?$/gm)].map(([, seconds]) =>
      Number(seconds),
    );
    const upstreams = read(file).match(/^\s*(?:upstream|reverse_proxy) /gm) ?? [];
    expect(times).toHaveLength(upstreams.length);
    for (const seconds of times) expect(seconds * 1000).toBeLessThan(DEFAULT_SETTINGS.keepAlive);
  },
);

test.each(["deploy/nginx/zonetag.conf", "deploy/caddy/Caddyfile", "deploy/caddy/Caddyfile.cluster"])(
  "%s tells browsers to use https alone for a year, and no place of the file replaces its headers",
  (file) => {
    const headers = read(file).match(/^\s*(?:add_header|header) .*$/gm) ?? [];
    expect(headers.map((line) => line.trim())).toEqual([
      expect.stringMatching(/^(add_)?header Strict-Transport-Security "max-age=31536000"( always;)?$/),
    ]);
  },
);

test.each(["deploy/nginx/zonetag.conf", "deploy/caddy/Caddyfile", "deploy/caddy/Caddyfile.cluster"])(
  "%s waits longer than a report or an import may take",
  (file) => {
    const waits = [
      ...read(file).matchAll(/^\s*(?:proxy_read_timeout|response_header_timeout) (\d+)(s|m);?$/gm),
    ];
    const times = waits.map(([, time, unit]) => Number(time) * (unit === "m" ? 60_000 : 1000));
    expect(times).toHaveLength(2);
    const [imports = 0, others = 0] = times;
    expect(imports).toBeGreaterThanOrEqual(DEFAULT_SETTINGS.importTimeout);
    expect(others).toBeGreaterThan(DEFAULT_SETTINGS.reportTimeout);
  },
);

test("nginx listens on IPv6 wherever it listens on IPv4", () => {
  const addresses = [...read("deploy/nginx/zonetag.conf").matchAll(/^\s*listen (.+);$/gm)].map(
    ([, address = ""]) => address,
  );
  const [six, four] = [true, false].map((isSix) =>
    addresses.filter((address) => address.startsWith("[::]:") === isSix),
  );
  expect(six?.map((address) => address.slice("[::]:".length))).toEqual(four);
  expect(four).toHaveLength(2);
});

test("nginx accepts headers as long as the service does", () => {
  const [, kilobytes] =
    /^\s*large_client_header_buffers 4 (\d+)k;$/m.exec(read("deploy/nginx/zonetag.conf")) ?? [];
  expect(Number(kilobytes) * 1024).toBeGreaterThanOrEqual(MAX_HEADER_BYTES);
});

test("nginx's header buffer fits a redirect to the longest landing page", () => {
  const [, kilobytes] = /^\s*proxy_buffer_size (\d+)k;$/m.exec(read("deploy/nginx/zonetag.conf")) ?? [];
  // Other headers of the answer take less than 2 KB.
  expect(Number(kilobytes) * 1024).toBeGreaterThanOrEqual(MAX_LANDING_PAGE + 2048);
});

test("the systemd unit is valid and confined as documented", async (context) => {
  const found = spawnSync("systemd-analyze", ["--version"]).status === 0;
  context.skip(!found, "needs systemd-analyze");
  const unit = join(makeFolder(), "zonetag.service");
  // The program is not installed on the test machine.
  const text = read("deploy/systemd/zonetag.service").replace(/(?<=^ExecStart=)\S+/m, process.execPath);
  await writeFile(unit, text);
  const analyze = (...args: string[]) => spawnSync("systemd-analyze", [...args, unit], { encoding: "utf8" });
  const verified = analyze("verify");
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
  // Exposure in tenths: 2.0 of 10 at most.
  const rated = analyze("security", "--offline=yes", "--threshold=20");
  expect(rated.status, rated.stdout).toBe(0);
});

test("the systemd units of the nightly backup are valid", async (context) => {
  const found = spawnSync("systemd-analyze", ["--version"]).status === 0;
  context.skip(!found, "needs systemd-analyze");
  const folder = makeFolder();
  const units = ["zonetag-backup.service", "zonetag-backup.timer"];
  for (const unit of units) await writeFile(join(folder, unit), read(`deploy/systemd/${unit}`));
  const paths = units.map((unit) => join(folder, unit));
  const verified = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
});

const dockerfile = read("deploy/Dockerfile");

test("the image contains the package's files and does not run as root", () => {
  const image = dockerfile.split(/^FROM /m).pop() ?? "";
  const copied = [...image.matchAll(/^COPY --from=package \/package\/(.+) \S+$/gm)].map(([, from]) => from);
  expect(copied).toEqual(["node_modules", "package.json", "dist"]);
  const { files, bin } = JSON.parse(read("packages/service/package.json"));
  expect(files).toContain("dist");
  const [, entry = ""] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
  expect(entry).toBe(bin["zonetag-service"]);
  expect(image).toMatch(/^USER node$/m);
});

test("the image can be built from a clone of the sources and from the package", async () => {
  const folder = makeFolder();
  const [, build = ""] = /^RUN (if .+?; fi)$/m.exec(dockerfile.replaceAll("\\\n", "")) ?? [];
  const run = (source: string, target: string) => {
    const command = build
      .replaceAll("/package;", `${target};`)
      // Use the dependencies of this checkout.
      .replace(/npm ci [^&]+/, `ln -s '${resolve(ROOT, "node_modules")}' node_modules `);
    execFileSync("sh", ["-ec", command], { cwd: source, stdio: "ignore" });
    return readdir(join(target, "dist"));
  };
  const clone = join(folder, "clone");
  const first = join(folder, "first");
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${ROOT}`, clone]);
  const built = await run(clone, first);
  expect(built).toEqual(expect.arrayContaining(["zonetag-service.mjs", "service.mjs", "dashboard", "lua"]));
  const second = join(folder, "second");
  expect(await run(first, second)).toEqual(built);
  // Both have a lockfile that npm accepts for their manifest, without asking a registry for another version.
  const [, install = ""] = /^RUN (cp .+ && npm ci) /m.exec(dockerfile) ?? [];
  for (const cwd of [first, second]) {
    const added = execFileSync("sh", ["-ec", `${install} --omit=dev --dry-run --offline`], {
      cwd,
      encoding: "utf8",
    });
    expect(added).toContain("add pino 10.");
  }
});

test("the image's health check succeeds for a running service and fails for a closed port", async () => {
  const [, check = "[]"] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = JSON.parse(check);
  const run = (port: string) =>
    spawnSync(process.execPath, args, { env: { ...process.env, ZONETAG_PORT: port } }).status;
  expect(run(new URL(service.origin).port)).toBe(0);
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  expect(run(String(port))).toBe(1);
});

async function exercise({ endpoint, origin, process: child, log }: RunningService): Promise<string> {
  const body = JSON.stringify({ user: { ip: "127.0.0.1" }, zones: [{ id: 101 }] });
  const answer = (await (await fetch(endpoint, { method: "POST", body })).json()) as AdResponse;
  await fetch(endpoint, { method: "POST", body: "{" });
  const [, path = "/i/none"] = /\/\/[^/]+(\/i\/[^"]+)/.exec(JSON.stringify(answer)) ?? [];
  await fetch(origin + path);
  child.kill("SIGHUP");
  await vi.waitUntil(() => log().includes("catalogue reloaded"), { timeout: 30_000 });
  return (await fetch(`${origin}/metrics`)).text();
}

test.each(["deploy/Dockerfile", "deploy/compose.yaml", "deploy/cluster.yaml"])(
  "%s sets only variables that the service reads",
  (path) => {
    const named = [...read(path).matchAll(/\bZONETAG_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  },
);

test.each(["deploy/compose.yaml", "deploy/cluster.yaml"])(
  "%s gives the service's own database at most half of the container's memory",
  (path) => {
    for (const [memory, database] of listMemory(path)) expect(database).toBeLessThanOrEqual(memory / 2);
  },
);

/** Lists the bytes of memory of each container with a service, and of its database. */
function listMemory(path: string): [number, number][] {
  const { services } = parse(read(path), { merge: true });
  const nodes = Object.keys(services).filter((name) => name.startsWith("ads"));
  expect(nodes).not.toEqual([]);
  return nodes.map((name) => {
    const { mem_limit, environment } = services[name];
    // With ClickHouse, the service has no database of its own.
    if (environment.ZONETAG_CLICKHOUSE) return [parseBytes(mem_limit), 0];
    return [
      parseBytes(mem_limit),
      parseBytes(environment.ZONETAG_STORE_MEMORY ?? DEFAULT_SETTINGS.storeMemory),
    ];
  });
}

/** Parses sizes of Docker (1g: 1024³) and of the database (1GB: 1000³). */
function parseBytes(size: string): number {
  const [, amount = "", unit = "", bytes = ""] = /^(\d+)([gm])(b?)$/i.exec(size) ?? [];
  return Number(amount) * (bytes ? 1000 : 1024) ** (unit.toLowerCase() === "g" ? 3 : 2);
}

test.each(["deploy/compose.yaml", "deploy/cluster.yaml"])(
  "%s gives containers addresses of both families, and trusts the proxy at either",
  (path) => {
    const { services, networks } = parse(read(path), { merge: true });
    const [{ subnet }] = networks.default.ipam.config;
    expect(networks.default.enable_ipv6).toBe(true);
    const isTrusted = matchNetworks(
      (services.ads ?? services["ads-1"]).environment.ZONETAG_TRUSTED_PROXIES.split(","),
    );
    for (const address of ["172.18.0.3", "192.168.16.3", subnet.replace("/64", "3")])
      expect(isTrusted(address), address).toBe(true);
    // The program listens on both.
    expect(/ZONETAG_HOST=(\S+)/.exec(dockerfile)?.[1]).toBe("::");
  },
);

test("compose.yaml builds and mounts existing files, and confines the service", () => {
  const { services } = parse(read("deploy/compose.yaml"));
  const { build, read_only, cap_drop } = services.ads;
  expect(existsSync(resolve(ROOT, "deploy", build.context, build.dockerfile))).toBe(true);
  expect([read_only, cap_drop]).toEqual([true, ["ALL"]]);
  const [caddyfile] = services.caddy.volumes[0].split(":");
  expect(existsSync(resolve(ROOT, "deploy", caddyfile))).toBe(true);
});

test("cluster.yaml has three confined nodes with separate data, shared Redis and ClickHouse, and one balancer", () => {
  const { services, volumes } = parse(read("deploy/cluster.yaml"), { merge: true });
  const names = Object.keys(services).filter((name) => name.startsWith("ads-"));
  expect(names).toHaveLength(3);
  const data = names.map((name) => services[name].volumes[0].split(":")[0]);
  expect(new Set(data).size).toBe(3);
  for (const [at, name] of names.entries()) {
    const { build, read_only, cap_drop, environment } = services[name];
    expect(existsSync(resolve(ROOT, "deploy", build.context, build.dockerfile))).toBe(true);
    expect([read_only, cap_drop]).toEqual([true, ["ALL"]]);
    expect(environment.ZONETAG_REDIS).toContain("@redis:6379");
    expect(environment.ZONETAG_CLICKHOUSE).toContain("@clickhouse:8123/zonetag");
    expect(volumes).toHaveProperty(data[at]);
  }
  const [caddyfile] = services.caddy.volumes[0].split(":");
  const balancer = read(join("deploy", caddyfile));
  for (const name of names) expect(balancer).toContain(`${name}:8080`);
  expect(balancer).toContain("health_uri /readyz");
});

test("cluster.yaml waits only for services with health checks, and persists the data of Redis and ClickHouse", () => {
  const { services, volumes } = parse(read("deploy/cluster.yaml"), { merge: true });
  for (const { depends_on = {} } of Object.values<Record<string, object>>(services))
    for (const name of Object.keys(depends_on)) {
      const { build, healthcheck } = services[name];
      expect(healthcheck ?? (build && /^HEALTHCHECK /m.exec(read("deploy/Dockerfile")))).toBeTruthy();
    }
  for (const name of ["redis", "clickhouse"]) expect(volumes).toHaveProperty(name);
  const { command } = services.redis;
  expect(command.join(" ")).toContain("--appendonly yes --appendfsync always --maxmemory-policy noeviction");
});

/** Returns the metrics of a PromQL expression with the labels and label values that it uses. */
function readExpression(expression: string): { metric: string; labels: string[]; values: string[] }[] {
  return [...expression.matchAll(/\b(zonetag_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = "", selector = ""]) => {
      const matchers = [...selector.matchAll(/(\w+)(=|=~)"([^"]*)"/g)];
      return {
        metric: metric.replace(/_(bucket|count)$/, ""),
        labels: matchers.map(([, label = ""]) => label).filter((label) => label !== "instance"),
        values: matchers.filter(([, , operator]) => operator === "=").map(([, , , value = ""]) => value),
      };
    },
  );
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const rules: Rule[] = parse(read("deploy/prometheus/alerts.yaml")).groups[0].rules;
const { panels } = JSON.parse(read("deploy/grafana/zonetag.json"));
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ...panels.flatMap(({ title, targets }: { title: string; targets: { expr: string }[] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
];
const sources = readdirSync(join(ROOT, "src/service"), { encoding: "utf8", recursive: true })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => read(`src/service/${path}`))
  .join("\n");

test.each(expressions)("%s uses only metrics and labels of the service", async (_name, expression) => {
  for (const { metric, labels, values } of readExpression(expression)) {
    expect(exposition).toContain(`# TYPE ${metric} `);
    const shown = exposition.match(new RegExp(`^${metric}\\w*\\{.*`, "gm")) ?? [];
    // A metric without values has no labels yet.
    if (shown.length > 0) for (const label of labels) expect(shown.join()).toContain(`${label}="`);
    for (const value of values) expect(sources, value).toContain(`"${value}"`);
  }
});

test("every metric of the service is on the dashboard or in an alert", () => {
  const own = [...exposition.matchAll(/^# TYPE (zonetag_\w+) /gm)].map(([, name = ""]) => name);
  expect(own.length).toBeGreaterThan(5);
  const named = expressions.map(([, expression]) => expression).join("\n");
  expect(own.filter((name) => !named.includes(name))).toEqual([]);
});

test("Prometheus can read the alert rules", (context) => {
  context.skip(onPath(["promtool"]) === undefined, "needs promtool");
  const args = ["check", "rules", join(ROOT, "deploy/prometheus/alerts.yaml")];
  const { status, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("every alert has a severity, a summary and the name of the instance", () => {
  for (const { labels, annotations } of rules) {
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.description).toContain("{{ $labels.instance }}");
  }
});
