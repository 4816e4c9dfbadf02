// @packages Generates and compiles a client.
/** Client generated from the OpenAPI document by `openapi-typescript`. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../support/folder.ts";
import { type Service, startService } from "../statistics/support.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const CLIENT = join(import.meta.dirname, "client");
const MODULES = join(CLIENT, "node_modules");
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

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });
}

/** Generates the client's types into a new folder with a copy of `calls.ts`. */
async function generateClient(service: Service): Promise<string> {
  const folder = makeFolder();
  const file = (name: string) => join(folder, name);
  await writeFile(file("openapi.json"), (await service.send("/openapi.json")).text);
  // Fields with a default are optional in requests.
  const options = ["--output", file("service.d.ts"), "--default-non-nullable", "false"];
  await run(join(MODULES, ".bin/openapi-typescript"), [file("openapi.json"), ...options]);
  await copyFile(join(CLIENT, "calls.ts"), file("calls.ts"));
  await symlink(MODULES, file("node_modules"));
  await writeFile(file("package.json"), '{"type":"module"}');
  await writeFile(
    file("tsconfig.json"),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ["calls.ts"] }),
  );
  return folder;
}

test("a generated client compiles and gets responses that match its types", async (context) => {
  context.skip(!existsSync(MODULES), "needs `npm ci --prefix test/service/openapi/client`");
  await using service = await startService();
  const time = new Date("2026-11-20");
  const fact = { time, publisher_id: 1, zone_id: 101, site_id: 1, country_iso: "DEU" };
  await service.store.transaction(({ append }) => append([{ ...fact, impressions: 5, clicks: 2 }]));
  const folder = await generateClient(service);
  await run(join(ROOT, "node_modules/.bin/tsc"), ["--project", folder]);
  const env = { BASE_URL: service.origin, API_TOKEN: "token of publisher-one" };
  const loader = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  const output = await run(process.execPath, ["--import", loader, join(folder, "calls.ts")], env);
  const { problems, lines, ...printed } = JSON.parse(output);
  expect(printed).toEqual({ zone: "Top", impressions: 5, clicks: 2, country: "AFG", status: 404 });
  expect(problems).toEqual([{ "[limit]": "Expected a whole number from 1 to 10000." }]);
  expect(JSON.parse(lines)).toMatchObject({ group_by: { date: { date: "2026-11-20" } }, clicks: 2 });
});
