#!/usr/bin/env node
/**
 * The command line of the ad service.
 */
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { CatalogueError } from "./catalogue.ts";
import { importCommand } from "./import/command.ts";
import { hashPassword, hashToken } from "./secrets.ts";
import { startService } from "./service.ts";
import { addSettings, type Settings } from "./settings.ts";

const program = new Command("zonetag-service").description("Answers ad placement requests and counts.");

addSettings(program.command("serve", { isDefault: true }).description("run the service")).action(serve);

program
  .command("hash-password")
  .description("read a password from the standard input, print what the catalogue keeps of it")
  .action(async () => console.log(await hashPassword((await text(process.stdin)).replace(/\r?\n$/, ""))));

program
  .command("make-token")
  .description("make an API token, print it and what the catalogue keeps of it")
  .action(() => {
    const token = randomBytes(24).toString("base64url");
    console.log(`token:     ${token}\ncatalogue: ${hashToken(token)}`);
  });

program.addCommand(importCommand());

async function serve(settings: Settings): Promise<void> {
  const service = await startService(settings);
  const stop = () => void service.stop().then(() => process.exit(0), fail);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => void service.reload());
  console.log(`ad service listening on ${service.address}`);
}

function fail(error: unknown): never {
  const [first, ...rest] = error instanceof CatalogueError ? error.problems : [];
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  const line = first ? `${first}${more}` : error instanceof Error ? error.message : String(error);
  console.error(`ad service: ${line.replaceAll("\n", " ")}`);
  process.exit(1);
}

program.parseAsync().catch(fail);
