/** `setup-link`: prints a new link for creating the first network account in a browser. */
import { Command } from "commander";
import { askService } from "../control/commandSocket.ts";
import { checkDataFolder } from "./dataFolder.ts";

export function setupLinkCommand(): Command {
  return new Command("setup-link")
    .description("print a link for creating the first network account; earlier links become invalid")
    .requiredOption("--data <folder>", "data folder of the running service", process.env.ZONETAG_DATA)
    .action(printLink);
}

async function printLink({ data }: { data: string }): Promise<void> {
  checkDataFolder(data);
  const answered = await askService(data, "setup-link");
  if (!answered)
    throw new Error(`No service is running on ${data}. Start it; it prints a link when it needs one.`);
  console.log(answered.result);
}
