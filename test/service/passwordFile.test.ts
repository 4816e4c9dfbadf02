/** Files with the passwords of Redis, ClickHouse and the mail server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import { addSettings, type Settings } from "../../src/service/settings.ts";
import { useFolder } from "../support/folder.ts";

const folder = useFolder();
afterEach(() => vi.unstubAllEnvs());

/** Reads settings from these command-line arguments. */
function read(...args: string[]): Settings {
  let settings: Settings | undefined;
  addSettings(new Command().exitOverride())
    .action((given: Settings) => {
      settings = given;
    })
    .parse(["--data", folder, ...args], { from: "user" });
  if (!settings) throw new Error("The command did not run.");
  return settings;
}

async function write(text: string): Promise<string> {
  const file = join(folder, "password");
  await writeFile(file, text);
  return file;
}

test.each([
  ["redis", "redis://10.0.0.5:6379/2", "redis://:p%40ss%3A%2F@10.0.0.5:6379/2"],
  ["redis", "rediss://node@10.0.0.5:6379", "rediss://node:p%40ss%3A%2F@10.0.0.5:6379"],
  [
    "smtp",
    "smtp://ads%40news.example@mail.example?from=a@b.example",
    "smtp://ads%40news.example:p%40ss%3A%2F@mail.example?from=a@b.example",
  ],
  ["clickhouse", "https://node@10.0.0.6:8443/ads", "https://node:p%40ss%3A%2F@10.0.0.6:8443/ads"],
] as const)(
  "--%s-password-file adds the encoded password to the address %s",
  async (engine, address, expected) => {
    const file = await write("p@ss:/\n");
    expect(read(`--${engine}`, address, `--${engine}-password-file`, file)[engine]).toBe(expected);
  },
);

test("the environment or the settings file can also name the password file", async () => {
  const file = await write("secret");
  vi.stubEnv("ZONETAG_REDIS", "redis://10.0.0.5");
  vi.stubEnv("ZONETAG_REDIS_PASSWORD_FILE", file);
  const config = join(folder, "service.json");
  await writeFile(config, '{"clickhouse": "http://10.0.0.6", "clickhouse-password-file": "password"}');
  expect(read("--config", config)).toMatchObject({
    redis: "redis://:secret@10.0.0.5",
    clickhouse: "http://:secret@10.0.0.6",
  });
});

test.each([
  ["", "redis://10.0.0.5", "must contain only the password, on one line"],
  ["one\ntwo\n", "redis://10.0.0.5", "must contain only the password, on one line"],
  ["secret", "redis://:other@10.0.0.5", "--redis has a password, and --redis-password-file names another"],
])("a password file that contains %j is refused with the address %s", async (text, address, message) => {
  const file = await write(text);
  expect(() => read("--redis", address, "--redis-password-file", file)).toThrow(message);
});

test("a missing password file and a password file without a server address are refused", async () => {
  const none = join(folder, "none");
  expect(() => read("--redis", "redis://10.0.0.5", "--redis-password-file", none)).toThrow(
    `--redis-password-file: ${none}: There is no such file.`,
  );
  expect(() => read("--redis-password-file", none)).toThrow("--redis-password-file needs --redis");
});
