/** `hash-password`: asks for a password and prints its hash for the catalogue. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { writeProblem } from "../../protocol/problems.ts";
import { findPasswordProblem } from "../signing/passwordRules.ts";
import { hashPassword } from "../signing/passwords.ts";

export function hashPasswordCommand(): Command {
  return new Command("hash-password")
    .description("read a password from the terminal or a pipe, and print its catalogue entry")
    .action(async () => {
      const password = process.stdin.isTTY ? await promptForPassword() : await readPipe();
      const problem = findPasswordProblem(password);
      if (problem) throw new Error(writeProblem(problem));
      console.log(await hashPassword(password));
    });
}

/** Reads one line, without the line break that `echo` adds. */
async function readPipe(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

/**
 * Prompts without echo: Node echoes input to the interface's `output`, which discards it here. Ctrl-D gives an empty
 * password.
 */
async function promptForPassword(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  reader.on("SIGINT", () => process.exit(130));
  process.stderr.write("Password: ");
  const closed = once(reader, "close").then(() => "");
  const password = await Promise.race([reader.question(""), closed]);
  process.stderr.write("\n");
  reader.close();
  return password;
}
