/** Command line of the ad service, with one file in `commands/` for each subcommand. */
import { Command } from "commander";
import { readVersion } from "./builtFolder.ts";
import { accountCommand } from "./commands/accountCurrency.ts";
import { backupCommand } from "./commands/backup.ts";
import { catalogueCommand } from "./commands/catalogue.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exitWithError } from "./commands/exit.ts";
import { hashPasswordCommand } from "./commands/hashPassword.ts";
import { hideUserInfo } from "./commands/hideUserInfo.ts";
import { importCommand } from "./commands/import.ts";
import { importsCommand } from "./commands/imports.ts";
import { initCommand } from "./commands/init.ts";
import { makeTokenCommand } from "./commands/makeToken.ts";
import { manageCommands } from "./commands/manage.ts";
import { moveEventsCommand } from "./commands/moveEvents.ts";
import { setupLinkCommand } from "./commands/printSetupLink.ts";
import { deliveredCommand, rebuildCommand } from "./commands/rebuild.ts";
import { repairCommand } from "./commands/repair.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serveCommand } from "./commands/serve.ts";
import { userCommand } from "./commands/user.ts";
import { writeVisibly } from "./commands/visibleOutput.ts";
import { dropServiceLinks } from "./serviceLinks.ts";

const warning = dropServiceLinks(process.env);

const program = new Command("zonetag-service")
  .description("An ad service: placements, counting, statistics.")
  .version(readVersion(), "--version");
program.addCommand(serveCommand(), { isDefault: true });
program.addCommand(initCommand());
program.addCommand(catalogueCommand());
program.addCommand(doctorCommand());
program.addCommand(setupLinkCommand());
program.addCommand(accountCommand());
program.addCommand(userCommand());
program.addCommand(importCommand());
program.addCommand(importsCommand());
program.addCommand(backupCommand());
program.addCommand(restoreCommand());
program.addCommand(repairCommand());
program.addCommand(moveEventsCommand());
program.addCommand(deliveredCommand());
program.addCommand(rebuildCommand());
program.addCommand(hashPasswordCommand());
program.addCommand(makeTokenCommand());
for (const command of manageCommands()) program.addCommand(command);
hideUserInfo(program);

// Report unknown commands here; otherwise `serve`, the default, would report that its options are missing.
const [first = "-"] = process.argv.slice(2);
if (!/^(-|help$)/.test(first) && !program.commands.some((command) => command.name() === first))
  program.error(`error: unknown command '${first}'${suggestCommand(first)}`);

writeVisibly(process.stdout);
writeVisibly(process.stderr);
if (warning !== undefined) console.warn(`ad service: ${warning}`);
// Files of the service are readable only by its owner.
process.umask(0o077);
program.parseAsync().catch(exitWithError);

/** Names the present command for one of an earlier version, such as `check`, now `catalogue check`. */
function suggestCommand(name: string): string {
  const group = program.commands.find(({ commands }) => commands.some((command) => command.name() === name));
  const present = group ? `${group.name()} ${name}` : name === "publish" ? "catalogue apply" : undefined;
  return present
    ? `; it is \`zonetag-service ${present}\` now.`
    : ". `zonetag-service --help` lists the commands.";
}
