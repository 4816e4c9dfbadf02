import { Command } from "commander";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { manageCommands } from "../../../src/service/commands/manage.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { type TestService, testService } from "../support/service.ts";

const CATALOGUE = {
  accounts: [
    { id: 1, name: "Network", role: "network" },
    { id: 2, name: "Publisher", role: "publisher", network: 1, apiTokens: [hashToken("secret")] },
  ],
  sites: [],
  zones: [],
  campaigns: [],
};

let service: TestService;
beforeAll(async () => {
  service = await testService(CATALOGUE);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Runs a command in this process, with what it would write and its exit code. */
async function run(args: string[]) {
  const written = { out: "", error: "" };
  const capture = (key: "out" | "error") => (chunk: string | Uint8Array) => {
    written[key] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(capture("out")),
    vi.spyOn(process.stderr, "write").mockImplementation(capture("error")),
  ];
  const program = new Command();
  for (const command of manageCommands()) program.addCommand(command);
  try {
    await program.parseAsync([...args, "--service", service.origin, "--token", "secret"], { from: "user" });
    return { ...written, code: process.exitCode ?? 0 };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
}

test("a script makes, changes and lists with JSON in and out, and reads refusals on the standard error", async () => {
  const made = await run(["sites", "create", '{"name":"Новости","hostname":"news.example"}']);
  expect(made.error).toBe("");
  const site = JSON.parse(made.out).result;
  expect(site).toMatchObject({ account: 2, name: "Новости" });

  const changed = await run(["sites", "change", String(site.id), '{"name":"News"}', "--seen", site.version]);
  expect(JSON.parse(changed.out).result.name).toBe("News");
  const late = await run(["sites", "change", String(site.id), '{"name":"Late"}', "--seen", site.version]);
  expect(late.code).toBe(1);
  expect(late.out).toBe("");
  expect(JSON.parse(late.error).message).toContain("Somebody else changed this");

  const list = await run(["sites", "list", "--search", "new"]);
  expect(JSON.parse(list.out).result.map(({ name }: { name: string }) => name)).toEqual(["News"]);
});

test("what is no JSON is refused", async () => {
  await expect(run(["zones", "create", "{"])).rejects.toThrow(/^Expected JSON: /);
});
