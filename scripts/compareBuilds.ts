/**
 * `npx tsx scripts/compareBuilds.ts BEFORE AFTER [--requests N] [--seed N]`: sends the same random requests to the
 * services of two built checkouts and prints the answers that differ. For changes that must not change behaviour.
 *
 * Both services start with copies of one data folder and get the requests one after the other, so that they assign the
 * same ids. Requests follow the earlier build's OpenAPI document: every route, all roles, valid and invalid values.
 * Times, secrets and versions are masked. Exits with 1 when an answer differs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { type DescribedRequest, RandomRequests } from "./randomRequests.ts";
import { wholeNumber } from "./wholeNumber.ts";

const PASSWORD = "longshore";
const USERS = ["network", "publisher", "advertiser"];
const MAX_EXAMPLES = 5;
/** Minimum requests between two sign-ins. */
const RENEW_AFTER = 500;

interface Service {
  origin: string;
  /** Credentials by name, such as `publisher viewer`. */
  tokens: Map<string, string>;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

const command = new Command("npx tsx scripts/compareBuilds.ts")
  .description("Compares the answers of two builds to the same random requests.")
  .argument("<before>", "checkout of the earlier build, with its dist folder")
  .argument("<after>", "checkout of the later build, with its dist folder")
  .option("--requests <number>", "requests to send", wholeNumber(1, 10_000_000), 60_000)
  .option("--seed <number>", "seed of the requests", wholeNumber(0, 2 ** 31), 1)
  .option("--without <fields...>", "fields of answers to leave out, at any depth", [])
  .parse();
const {
  requests: count,
  seed,
  without,
} = command.opts<{ requests: number; seed: number; without: string[] }>();

const folder = await mkdtemp(join(tmpdir(), "zonetag-compare-"));
const services: Service[] = [];
try {
  const [before = "", after = ""] = command.args.map((path) => resolve(path));
  const data = await fillDemo(before);
  for (const build of [before, after]) await startService(build, data);
  const differences = await compare(services);
  for (const [route, examples] of differences) {
    console.log(`\n${route}: ${examples.length} differ`);
    for (const example of examples.slice(0, MAX_EXAMPLES)) console.log(example);
  }
  process.exitCode = differences.size > 0 ? 1 : 0;
} finally {
  for (const service of services) await service.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Lets the demo of a build write its data, and returns their folder. */
async function fillDemo(build: string): Promise<string> {
  const data = join(folder, "demo");
  const options = ["--no-build", "--data", data, "--site-port", "0", "--service-port", "0"];
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", ...options], {
    cwd: build,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = once(child, "exit");
  createInterface(child.stdout).on("line", (line) => {
    if (line.includes("Ctrl-C")) child.kill("SIGTERM");
  });
  await stopped;
  return join(data, "events");
}

/** Starts a build's service with a copy of the data, and adds it to `services`. */
async function startService(build: string, source: string): Promise<void> {
  const data = await mkdtemp(join(folder, "data-"));
  await cp(source, data, { recursive: true });
  const settings = {
    data,
    port: "0",
    seed: "1",
    "log-level": "fatal",
    "trusted-proxies": "127.0.0.1",
    creatives: join(build, "demo/banners/files"),
    "limit-ip": "0",
    "limit-user": "0",
    "limit-statistics-ip": "0",
    "limit-statistics-user": "0",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [join(build, "dist/service.mjs"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = once(child, "exit");
  const origin = await new Promise<string>((found, failed) => {
    stopped.then(() => failed(new Error(`${build} did not start.`)));
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /listening on (\S+)$/.exec(line) ?? [];
      if (address) found(address);
    });
  });
  const service: Service = {
    origin,
    tokens: new Map(),
    async stop() {
      child.kill("SIGTERM");
      await stopped;
    },
  };
  services.push(service);
  service.tokens = await createTokens(origin);
}

/**
 * Signs in as each user, and creates an API token for each role and a shared link. Deletes earlier tokens and links,
 * because an account can have at most 100 of each. Ends suspensions by earlier requests, because suspended accounts
 * create none.
 */
async function createTokens(origin: string): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const username of USERS) {
    const { token } = await call(origin, "POST /v2/login", { body: { username, password: PASSWORD } });
    tokens.set(username, token);
    if (username === "network")
      for (const { id, suspended } of (await call(origin, "GET /v2/accounts", { token })).result)
        if (suspended) await call(origin, `PATCH /v2/accounts/${id}`, { body: { suspended: false }, token });
    for (const path of ["/v2/tokens", "/v2/shares"])
      for (const { id } of (await call(origin, `GET ${path}`, { token })).result)
        await call(origin, `DELETE ${path}/${id}`, { token });
    const create = async (path: string, body: object) =>
      (await call(origin, `POST ${path}`, { body, token })).token;
    for (const role of ["viewer", "editor"])
      tokens.set(`${username} ${role}`, await create("/v2/tokens", { name: role, role }));
    const role = username === "advertiser" ? "advertiser" : "publisher";
    const link = { name: "A link", role, view: "?period=7d", days: 30 };
    tokens.set(`${username} link`, await create("/v2/shares", link));
  }
  return tokens;
}

/** Sends a request that must succeed. */
async function call(
  origin: string,
  route: string,
  { body, token }: { body?: object; token?: string },
): Promise<{ token: string; result: { id: number; suspended?: boolean }[] }> {
  const [method = "", path] = route.split(" ");
  const headers = {
    "Content-Type": "application/json",
    "If-Match": "*",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
  return text && JSON.parse(text);
}

/** Returns examples of answers that differ, by route. */
async function compare([before, after]: readonly Service[]): Promise<Map<string, string[]>> {
  if (!before || !after) throw new Error("Two services are needed.");
  const document = await (await fetch(`${before.origin}/openapi.json`)).json();
  const random = new RandomRequests(document, [...before.tokens.keys()], seed);
  const differences = new Map<string, string[]>();
  const statuses = new Map<number, number>();
  const routes = new Set<string>();
  let renewed = 0;
  for (let sent = 0; sent < count; sent += 1) {
    const request = random.next();
    const [one, other] = await Promise.all([send(before, request), send(after, request)]);
    // Random requests also end tokens and sessions.
    if (one.status === 401 && request.caller && sent > renewed + RENEW_AFTER) {
      for (const service of [before, after]) service.tokens = await createTokens(service.origin);
      renewed = sent;
    }
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
    routes.add(request.route);
    const texts = [one, other].map((answer) => JSON.stringify(answer, null, 1));
    if (texts[0] === texts[1]) continue;
    const example = `${sent}: ${JSON.stringify(request)}\n- ${texts[0]}\n+ ${texts[1]}`.slice(0, 3000);
    differences.set(request.route, [...(differences.get(request.route) ?? []), example]);
  }
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  console.log(`${count} requests with seed ${seed} to ${routes.size} routes: ${byStatus.join(", ")}`);
  return differences;
}

async function send({ origin, tokens }: Service, request: DescribedRequest): Promise<Answer> {
  const { method, path, caller, headers, body } = request;
  const token = tokens.get(caller);
  const version = headers["If-Match"] && (await findVersion(origin, path, tokens.get("network")));
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...headers,
      ...(version && { "If-Match": version }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  const names = ["content-type", "allow", "cache-control", "vary", "location"];
  return {
    status: answer.status,
    headers: Object.fromEntries(names.map((name) => [name, mask(answer.headers.get(name) ?? "", origin)])),
    body: mask(leaveOut(await answer.text()), origin),
  };
}

/** Returns the current version of an entry. */
async function findVersion(origin: string, path: string, token?: string): Promise<string | null> {
  const answer = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.headers.get("etag");
}

/** Removes the fields that the command leaves out. */
function leaveOut(text: string): string {
  if (without.length === 0 || !/^[{[]/.test(text)) return text;
  try {
    return JSON.stringify(
      JSON.parse(text, function (this: unknown, key, value) {
        return without.includes(key) && !Array.isArray(this) ? undefined : value;
      }),
    );
  } catch {
    return text;
  }
}

/** Replaces what differs between two runs: addresses, times, versions, random ids, secrets and signatures. */
function mask(text: string, origin: string): string {
  return text
    .replaceAll(origin, "ORIGIN")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "TIME")
    .replaceAll(/\bin \d+ seconds/g, "in N seconds")
    .replaceAll(/("(?:expires_in|now|generated_at|duration|seconds|age)":)\d+(\.\d+)?/g, "$1N")
    .replaceAll(/\b1[78]\d{8}(\d{3})?\b/g, "TIME")
    .replaceAll(/("(?:id|link|token|version)":)"[^"]*"/g, '$1"RANDOM"')
    .replaceAll(/(ORIGIN\/[ci]\/[^"]*\.)[\w-]+/g, "$1SIGNATURE");
}
