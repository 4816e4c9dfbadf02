/** Clients made of the OpenAPI document by `openapi-typescript` and by `swagger-client`. */
import { copyFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NETWORK_TOKEN, PASSWORD, startDemo } from "../docs/demoService.ts";
import { type Json, type Service, startService } from "../service/statisticsRoutes/support.ts";
import { useFolder } from "../support/folder.ts";
import { installLocked, runProgram } from "./installLocked.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CLIENTS = join(import.meta.dirname, "clients");
const COMPILER_OPTIONS = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  noEmit: true,
  allowImportingTsExtensions: true,
  typeRoots: [join(ROOT, "node_modules/@types")],
};

const folder = useFolder();
const inFolder = (name: string) => join(folder, name);
/** One-line reason why the clients are not installed. */
let missing: string | undefined;

const unlimited = { limitIp: 0, limitUser: 0, limitStatisticsIp: 0, limitStatisticsUser: 0 };
const demo = await startDemo(inFolder("data"), unlimited);
const document: Json = await (await fetch(`${demo.address}/openapi.json`)).json();
afterAll(() => demo.stop());

beforeAll(async () => {
  missing = await installLocked(CLIENTS, folder);
  if (missing !== undefined) return;
  await writeFile(inFolder("openapi.json"), JSON.stringify(document));
  await run(inFolder("node_modules/.bin/openapi-typescript"), ["openapi.json", "--output", "service.d.ts"]);
}, 600_000);

beforeEach((context) => {
  context.skip(missing !== undefined, `cannot install the clients (${missing})`);
});

/** Runs a program in the folder, and returns its output. */
async function run(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { ok, printed } = await runProgram(file, args, folder, env);
  expect([printed, ok]).toEqual([printed, true]);
  return printed;
}

/** Compiles a program with the generated types, runs it, and returns what it printed as JSON. */
async function runTypeScript(name: string, env: Record<string, string>): Promise<Json> {
  await writeFile(
    inFolder("tsconfig.json"),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: [name] }),
  );
  await run(join(ROOT, "node_modules/.bin/tsc"), ["--project", "tsconfig.json"]);
  const loader = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  return JSON.parse(await run(process.execPath, ["--import", loader, name], env));
}

/** Response to an example, as both clients print it. */
interface Sent {
  method: "GET" | "POST";
  path: string;
  name: string;
  status: number;
  data?: Json;
}

const SECRETS: Record<string, string> = { api_token: NETWORK_TOKEN, password: PASSWORD };

/** Replaces the secrets that the document leaves out. */
const fillIn = (example: object) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, value === "…" ? SECRETS[name] : value]),
  );

interface Example {
  path: string;
  name: string;
  body: object;
}

const EXAMPLES: readonly Example[] = Object.entries<Json>(document.paths).flatMap(([path, { post }]) => {
  const [{ examples = {} } = {}] = Object.values<Json>(post?.requestBody?.content ?? {});
  return Object.entries<Json>(examples).map(([name, { value }]) => ({ path, name, body: fillIn(value) }));
});

/** Bodies in the short forms that the service accepts, and with empty objects as PHP writes them. */
const SHORT = [
  {
    path: "/v2/statistics/p/{segment}",
    name: "short",
    body: {
      group_by: "date",
      filter: { zone_id: 101, hour: [7, 8] },
      exclude: { size: "1x1" },
      projection: { base: "clicks" },
      order_by: { field: "clicks", order: "desc" },
      totals: true,
      detailed: "1",
    },
  },
  {
    path: "/v2/statistics/a/{segment}",
    name: "block",
    body: { group_by: [], projection: "base", count: false },
  },
  {
    path: "/v1/placement",
    name: "list",
    body: { user: { ip: "192.0.2.1", gdpr: [] }, zones: [{ id: 101 }] },
  },
  {
    path: "/v1/placement",
    name: "object",
    body: { user: { ip: "192.0.2.1", gdpr: {} }, zones: [{ id: 101 }] },
  },
];

/** Returns a report of the example without a generated client. */
async function readDirectly({ path, body }: Example): Promise<Json> {
  const response = await fetch(demo.address + path.replace("{segment}", "global"), {
    method: "POST",
    headers: { Authorization: `Bearer ${NETWORK_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Expects a response to each example; `methods`: of reports. */
async function expectAnswered(
  examples: readonly Example[],
  sent: readonly Sent[],
  methods: readonly string[],
): Promise<void> {
  for (const example of examples) {
    const { path, name } = example;
    const isReport = path.includes("{segment}");
    const found = sent.filter((each) => each.path === path && each.name === name);
    expect([path, name, found.map(({ method }) => method)]).toEqual([
      path,
      name,
      isReport ? methods : ["POST"],
    ]);
    // A session is only for pages of the service.
    const status = path === "/v2/session" ? 403 : 200;
    const data = isReport ? await readDirectly(example) : expect.anything();
    for (const each of found) expect(each).toMatchObject(status === 200 ? { status, data } : { status });
  }
}

test("examples of the document and short forms compile with openapi-typescript's defaults and get the same responses as direct requests", async () => {
  expect(EXAMPLES.length).toBeGreaterThan(12);
  // Placements first, since they are counted.
  const examples = [...EXAMPLES, ...SHORT].toSorted((a, b) => a.path.localeCompare(b.path));
  const calls = examples.map(({ path, name, body }) => {
    const params = path.includes("{segment}") ? 'params: { path: { segment: "global" } }, ' : "";
    const call = `await client.POST("${path}", { ${params}body: ${JSON.stringify(body)} })`;
    return `add("${path}", "${name}", ${call});\n`;
  });
  const program = `import createClient from "openapi-fetch";
import type { paths } from "./service.d.ts";
const headers = { Authorization: \`Bearer \${process.env.API_TOKEN}\` };
const client = createClient<paths>({ baseUrl: process.env.BASE_URL ?? "", headers });
const sent: object[] = [];
const add = (path: string, name: string, { response, data }: { response: Response; data?: unknown }) =>
  sent.push({ method: "POST", path, name, status: response.status, data });
${calls.join("")}
console.log(JSON.stringify(sent));
`;
  await writeFile(inFolder("examples.ts"), program);
  const env = { BASE_URL: demo.address, API_TOKEN: NETWORK_TOKEN };
  await expectAnswered(examples, await runTypeScript("examples.ts", env), ["POST"]);
});

test("swagger-client gets the same responses to the document's examples by POST and by GET as direct requests", async () => {
  await copyFile(join(CLIENTS, "examples.mjs"), inFolder("examples.mjs"));
  const env = { BASE_URL: demo.address, API_TOKEN: NETWORK_TOKEN, PASSWORD };
  const sent: Sent[] = JSON.parse(await run(process.execPath, ["examples.mjs"], env));
  await expectAnswered(EXAMPLES, sent, ["POST", "GET"]);
});

test("a client of openapi-typescript compiles and gets responses that match its types", async () => {
  await using service: Service = await startService();
  const time = new Date("2026-11-20");
  const fact = { time, publisher_id: 1, zone_id: 101, site_id: 1, country_iso: "DEU" };
  await service.store.transaction(({ append }) => append([{ ...fact, impressions: 5, clicks: 2 }]));
  await copyFile(join(CLIENTS, "calls.ts"), inFolder("calls.ts"));
  const env = { BASE_URL: service.origin, API_TOKEN: "token of publisher-one" };
  const { problems, lines, ...printed } = await runTypeScript("calls.ts", env);
  expect(printed).toEqual({ zone: "Top", impressions: 5, clicks: 2, country: "AFG", status: 404 });
  expect(problems).toEqual([{ "[limit]": "Expected a whole number from 1 to 10000." }]);
  expect(JSON.parse(lines)).toMatchObject({ group_by: { date: { date: "2026-11-20" } }, clicks: 2 });
});
