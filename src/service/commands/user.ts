/**
 * `user create|reset|list`: manages people of a running service, for the first owner and for users who can no longer
 * sign in.
 */
import { Command, Option } from "commander";
import { USER_ROLES, type UserRole } from "../../protocol/people.ts";
import { escapeControls } from "../../protocol/visibleText.ts";
import { askService } from "../control/commandSocket.ts";
import type { UserAnswer, UserRequest } from "../management/userRequests.ts";
import { checkDataFolder } from "./dataFolder.ts";

interface DataOptions {
  data: string;
}

interface ResetOptions extends DataOptions {
  secondFactor?: boolean;
}

interface CreateOptions extends DataOptions {
  account: string;
  name?: string;
  role: UserRole;
}

export function userCommand(): Command {
  const account = () => new Option("--account <id>", "id of the account").makeOptionMandatory();
  return new Command("user")
    .description("manage users and their roles in accounts")
    .addCommand(
      forData(new Command("create"))
        .description("create a user and print a link for setting the password")
        .argument("<email>", "e-mail address for signing in")
        .addOption(account())
        .option("--name <name>", "name of the user (default: the part of the address before the @)")
        .addOption(new Option("--role <role>", "role in the account").choices(USER_ROLES).default("owner"))
        .action(create),
    )
    .addCommand(
      forData(new Command("reset"))
        .description("print a link for setting a new password; earlier links become invalid")
        .argument("<email>", "e-mail address or user name")
        .option("--second-factor", "switch the second factor off instead, and end all sign-ins of the user")
        .action(reset),
    )
    .addCommand(
      forData(new Command("list"))
        .description("print the users of an account, one per line")
        .addOption(account())
        .action(list),
    );
}

function forData(command: Command): Command {
  return command.requiredOption(
    "--data <folder>",
    "data folder of the running service",
    process.env.ZONETAG_DATA,
  );
}

async function create(email: string, { account, name, role, data }: CreateOptions): Promise<void> {
  const named = name ?? email.split("@")[0] ?? email;
  const { link } = await ask(data, { action: "create", account: Number(account), email, name: named, role });
  console.log(link);
}

async function reset(email: string, { data, secondFactor }: ResetOptions): Promise<void> {
  const { link } = await ask(data, { action: "reset", email, ...(secondFactor && { secondFactor }) });
  console.log(secondFactor ? `${email} signs in without a second factor.` : link);
}

async function list({ account, data }: DataOptions & { account: string }): Promise<void> {
  const { users } = await ask(data, { action: "list", account: Number(account) });
  for (const { id, email, username, role, name, hasPassword } of users)
    console.log(
      [id, email ?? username, role, hasPassword ? "" : "invited", name]
        .map((field) => escapeControls(String(field)))
        .join("\t"),
    );
}

async function ask(data: string, request: UserRequest): Promise<UserAnswer> {
  checkDataFolder(data);
  const answered = await askService(data, "users", request);
  if (answered) return answered.result;
  throw new Error(`No service is running on ${data}. Start it first.`);
}
