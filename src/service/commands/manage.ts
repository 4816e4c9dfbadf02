/**
 * `sites list`, `zones create …`, `campaigns change 7 …`: the management interface of a running service for scripts,
 * with JSON in and out.
 */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command, Option } from "commander";
import { KINDS } from "../management/resources.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { ManagementCalls } from "./managementCalls.ts";

interface Options {
  service: string;
  token: string;
  /** Version of an entry that the change or decision is based on. */
  seen?: string;
  search?: string;
  limit?: string;
  offset?: string;
  deleted?: boolean;
}

type Arguments = readonly (string | undefined)[];

export function manageCommands(): Command[] {
  return [
    ...KINDS.map(kindCommand),
    creativesCommand(),
    forService("approvals", "print the creatives pending approval", (service) =>
      service.call("GET", "/v2/approvals?limit=500"),
    ),
    forService(
      "upload <file>",
      "upload an image for creatives, and print its address",
      async (service, [file = ""]) => service.upload("/v2/images", await readFile(file)),
    ),
    listCommand("/v2/changes").name("changes").description("print the change log, newest first"),
  ];
}

function kindCommand(kind: string): Command {
  return new Command(kind)
    .description(`list, show, create and change ${kind} of a running service`)
    .addCommand(listCommand(`/v2/${kind}`))
    .addCommand(
      forService("show <id>", "print one", (service, [id]) => service.call("GET", join(`/v2/${kind}`, id))),
    )
    .addCommand(
      forService(
        "create [json]",
        "create one; without an argument, JSON is read from standard input",
        async (service, [json]) => service.call("POST", `/v2/${kind}`, await readInput(json)),
      ),
    )
    .addCommand(
      forService(
        "change <id> [json]",
        "change one with a JSON merge patch; without an argument it is read from standard input",
        async (service, [id, json], { seen }) =>
          service.call("PATCH", join(`/v2/${kind}`, id), await readInput(json), seen),
      ).option(
        "--seen <version>",
        "version that the change is based on; a newer version is not changed",
        "*",
      ),
    );
}

function creativesCommand(): Command {
  const locate = (campaign?: string) => `${join("/v2/campaigns", campaign)}/creatives`;
  const decision = (name: string, usage: string, description: string) =>
    forService(`${name} ${usage}`, description, (service, [campaign, id, reason], { seen }) => {
      const body = reason === undefined ? undefined : { reason };
      return service.call("POST", `${join(locate(campaign), id)}/${name}`, body, seen);
    }).requiredOption("--seen <version>", "version that was reviewed");
  return new Command("creatives")
    .description("list, create, change, approve and reject creatives of a campaign")
    .addCommand(
      forService("list <campaign>", "print all creatives", (service, [campaign]) =>
        service.call("GET", locate(campaign)),
      ),
    )
    .addCommand(
      forService("create <campaign> [json]", "add one", async (service, [campaign, json]) =>
        service.call("POST", locate(campaign), await readInput(json)),
      ),
    )
    .addCommand(
      forService(
        "change <campaign> <id> [json]",
        "change one with a JSON merge patch",
        async (service, [campaign, id, json]) =>
          service.call("PATCH", join(locate(campaign), id), await readInput(json), "*"),
      ),
    )
    .addCommand(decision("approve", "<campaign> <id>", "approve the pending version"))
    .addCommand(decision("reject", "<campaign> <id> <reason>", "reject the pending version"));
}

function listCommand(path: string): Command {
  return forService("list", "print a page of entries", (service, _, options) => {
    const query = new URLSearchParams();
    for (const name of ["search", "limit", "offset"] as const)
      if (options[name] !== undefined) query.set(name, options[name]);
    if (options.deleted) query.set("deleted", "1");
    return service.call("GET", `${path}?${query}`);
  })
    .option("--search <text>", "part of the name, or the id")
    .option("--limit <number>", "maximum number of entries")
    .option("--offset <number>", "number of entries to skip")
    .option("--deleted", "include archived entries");
}

function join(path: string, id = ""): string {
  return `${path}/${encodeURIComponent(id)}`;
}

/**
 * Creates a command that sends a request and prints the service's response. A refusal goes to standard error, with exit
 * code 1. `usage`: name and arguments of the command.
 */
function forService(
  usage: string,
  description: string,
  ask: (
    service: ManagementCalls,
    args: Arguments,
    options: Options,
  ) => Promise<{ ok: boolean; body: unknown }>,
): Command {
  const [name, ...args] = usage.split(" ");
  const command = new Command(name).description(description);
  for (const arg of args) command.argument(arg);
  return command
    .addOption(
      new Option("--service <address>", "address of the service")
        .env("ZONETAG_SERVICE")
        .default("http://127.0.0.1:8080"),
    )
    .addOption(
      new Option("--token <token>", "API token, as printed by make-token")
        .env("ZONETAG_TOKEN")
        .makeOptionMandatory(),
    )
    .action(async () => {
      const options = command.opts<Options>();
      const calls = new ManagementCalls(options.service, options.token);
      const { ok, body } = await ask(calls, command.args, options);
      const stream = ok ? process.stdout : process.stderr;
      stream.write(`${JSON.stringify(body, null, 2)}\n`);
      if (!ok) process.exitCode = 1;
    });
}

async function readInput(json: string | undefined): Promise<unknown> {
  const input = json ?? (await text(process.stdin));
  try {
    return JSON.parse(input);
  } catch (error) {
    throw new Error(`Expected JSON: ${describeThrown(error)}`);
  }
}
