/** `hash-password`: asks for a password, prints the hash that the catalogue keeps. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { hashPassword } from "../signing/passwords.ts";

export function hashPasswordCommand(): Command {
  return new Command("hash-password")
    .description("ask for a password, or read it from a pipe, and print its catalogue entry")
    .action(async () => {
      const password = process.stdin.isTTY ? await promptForPassword() : await readPipe();
      if (password === "") throw new Error("The password is empty. Nothing was hashed.");
      console.log(await hashPassword(password));
    });
}

/** One line, without the line's end that `echo` adds. */
async function readPipe(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

/** Node echoes what is typed to the interface's `output` alone, so nothing is echoed. Ctrl-D gives an empty password. */
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
