/** Messages of the command line about refused addresses. */
import { Command } from "commander";
import { expect, test, vi } from "vitest";
import { hideUserInfo } from "../../src/service/commands/hideUserInfo.ts";
import { addSettings } from "../../src/service/settings.ts";

function listMessages(args: readonly string[], environment: Record<string, string> = {}): string {
  const texts: string[] = [];
  const serve = addSettings(new Command("serve")).exitOverride();
  serve.configureOutput({ writeErr: (text) => texts.push(text) });
  const program = new Command().exitOverride().addCommand(serve);
  hideUserInfo(program);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    program.parse(["serve", ...args], { from: "user" });
  } catch {
    // Commander has written the message.
  } finally {
    vi.unstubAllEnvs();
  }
  return texts.join("");
}

test.each([
  ["--smtp", "smtp://ann:s3cret@mail.example/inbox"],
  ["--smtp", "smtp://ann:s3cret/s3cret?s3cret#@mail.example"],
  ["--redis", "http://ann:s3cret@mail.example"],
  ["--redis", "ann:s3cret@s3cret@mail.example"],
  ["--clickhouse", "ftp://ann:s3cret@mail.example"],
  ["--origin", "https://ann:s3cret@mail.example/path"],
])("the refused %s %s is shown without user and password", (option, address) => {
  const message = listMessages([option, address]);
  expect(message).toMatch(/^error: option '--\w+ <\w+>' argument '…@mail\.example\S*' is invalid\. Expected/);
  expect(message).not.toMatch(/s3cret|ann/);
});

test("a refused list of origins is shown without user and password", () => {
  const message = listMessages([
    "--credential-origins",
    "https://site.example,https://ann:s3cret@mail.example",
  ]);
  expect(message).toContain("is invalid. …@mail.example is not the origin of a page");
  expect(message).not.toMatch(/s3cret|ann/);
});

test("a refused address of the environment is shown without user and password", () => {
  const message = listMessages([], { ZONETAG_SMTP: "smtp://ann:s3cret@mail.example/inbox" });
  expect(message).toContain("value '…@mail.example/inbox' from env 'ZONETAG_SMTP' is invalid");
});

test("other refused values are shown in full", () => {
  expect(listMessages(["--port", "x"])).toContain("argument 'x' is invalid");
});
