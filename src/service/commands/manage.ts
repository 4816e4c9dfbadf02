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

interface ServiceOptions {
  service: string;
  token: string;
}

interface ListOptions extends ServiceOptions {
  search?: string;
  limit?: string;
  offset?: string;
  deleted?: boolean;
}

interface DecisionOptions extends ServiceOptions {
  seen: string;
}

interface ChangeOptions extends ServiceOptions {
  seen?: string;
}

export function manageCommands(): Command[] {
  return [
    ...KINDS.map(kindCommand),
    creativesCommand(),
    approvalsCommand(),
    uploadCommand(),
    changesCommand(),
  ];
}

function kindCommand(kind: string): Command {
  const command = new Command(kind).description(`list, show, create and change ${kind} of a running service`);
  command.addCommand(listCommand(`/v2/${kind}`));
  command.addCommand(
    forService("show <id>", "print one").action((id: string, options: ServiceOptions) =>
      run(options, (service) => service.call("GET", `/v2/${kind}/${encodeURIComponent(id)}`)),
    ),
  );
  command.addCommand(createCommand(() => `/v2/${kind}`));
  command.addCommand(changeCommand((id) => `/v2/${kind}/${encodeURIComponent(id)}`));
  return command;
}

function creativesCommand(): Command {
  const command = new Command("creatives").description(
    "list, create, change, approve and reject creatives of a campaign",
  );
  const path = (campaign: string) => `/v2/campaigns/${encodeURIComponent(campaign)}/creatives`;
  command.addCommand(
    forService("list <campaign>", "print all creatives").action((campaign: string, options: ServiceOptions) =>
      run(options, (service) => service.call("GET", path(campaign))),
    ),
  );
  command.addCommand(
    forService("create <campaign> [json]", "add one").action(
      (campaign: string, json: string | undefined, options: ServiceOptions) =>
        run(options, async (service) => service.call("POST", path(campaign), await readInput(json))),
    ),
  );
  command.addCommand(
    forService("change <campaign> <id> [json]", "change one with a JSON merge patch").action(
      (campaign: string, id: string, json: string | undefined, options: ServiceOptions) =>
        run(options, async (service) =>
          service.call("PATCH", `${path(campaign)}/${encodeURIComponent(id)}`, await readInput(json), "*"),
        ),
    ),
  );
  const decision = (usage: string, description: string) =>
    forService(usage, description).requiredOption("--seen <version>", "version that was reviewed");
  command.addCommand(
    decision("approve <campaign> <id>", "approve the pending version").action(
      (campaign: string, id: string, options: DecisionOptions) =>
        run(options, (service) =>
          service.call(
            "POST",
            `${path(campaign)}/${encodeURIComponent(id)}/approve`,
            undefined,
            options.seen,
          ),
        ),
    ),
  );
  command.addCommand(
    decision("reject <campaign> <id> <reason>", "reject the pending version").action(
      (campaign: string, id: string, reason: string, options: DecisionOptions) =>
        run(options, (service) =>
          service.call(
            "POST",
            `${path(campaign)}/${encodeURIComponent(id)}/reject`,
            { reason },
            options.seen,
          ),
        ),
    ),
  );
  return command;
}

function approvalsCommand(): Command {
  return forService("approvals", "print the creatives pending approval").action((options: ServiceOptions) =>
    run(options, (service) => service.call("GET", "/v2/approvals?limit=500")),
  );
}

function uploadCommand(): Command {
  return forService("upload <file>", "upload an image for creatives, and print its address").action(
    (file: string, options: ServiceOptions) =>
      run(options, async (service) => service.upload("/v2/images", await readFile(file))),
  );
}

function changesCommand(): Command {
  return listCommand("/v2/changes").name("changes").description("print the change log, newest first");
}

function listCommand(path: string): Command {
  return forService("list", "print a page of entries")
    .option("--search <text>", "part of the name, or the id")
    .option("--limit <number>", "maximum number of entries")
    .option("--offset <number>", "number of entries to skip")
    .option("--deleted", "include archived entries")
    .action((options: ListOptions) =>
      run(options, (service) => {
        const query = new URLSearchParams();
        for (const name of ["search", "limit", "offset"] as const)
          if (options[name] !== undefined) query.set(name, options[name]);
        if (options.deleted) query.set("deleted", "1");
        return service.call("GET", `${path}?${query}`);
      }),
    );
}

function createCommand(path: () => string): Command {
  return forService(
    "create [json]",
    "create one; without an argument, JSON is read from standard input",
  ).action((json: string | undefined, options: ServiceOptions) =>
    run(options, async (service) => service.call("POST", path(), await readInput(json))),
  );
}

function changeCommand(path: (id: string) => string): Command {
  return forService(
    "change <id> [json]",
    "change one with a JSON merge patch; without an argument it is read from standard input",
  )
    .option("--seen <version>", "version that the change is based on; a newer version is not changed", "*")
    .action((id: string, json: string | undefined, options: ChangeOptions) =>
      run(options, async (service) => service.call("PATCH", path(id), await readInput(json), options.seen)),
    );
}

/** `usage`: name and arguments of the command. */
function forService(usage: string, description: string): Command {
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
    );
}

/** Prints the service's response. A refusal goes to standard error, with exit code 1. */
async function run(
  { service, token }: ServiceOptions,
  work: (service: ManagementCalls) => Promise<{ ok: boolean; body: unknown }>,
): Promise<void> {
  const { ok, body } = await work(new ManagementCalls(service, token));
  const stream = ok ? process.stdout : process.stderr;
  stream.write(`${JSON.stringify(body, null, 2)}\n`);
  if (!ok) process.exitCode = 1;
}

async function readInput(json: string | undefined): Promise<unknown> {
  const input = json ?? (await text(process.stdin));
  try {
    return JSON.parse(input);
  } catch (error) {
    throw new Error(`Expected JSON: ${describeThrown(error)}`);
  }
}
