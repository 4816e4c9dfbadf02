/**
 * The command line of the ad service: one file in `commands/` for each subcommand.
 */
import { Command } from "commander";
import { backupCommand } from "./commands/backup.ts";
import { checkCommand } from "./commands/check.ts";
import { exitWithError } from "./commands/exit.ts";
import { hashPasswordCommand } from "./commands/hashPassword.ts";
import { importCommand } from "./commands/import.ts";
import { importsCommand } from "./commands/imports.ts";
import { initCommand } from "./commands/init.ts";
import { makeTokenCommand } from "./commands/makeToken.ts";
import { manageCommands } from "./commands/manage.ts";
import { moveEventsCommand } from "./commands/moveEvents.ts";
import { publishCommand } from "./commands/publish.ts";
import { deliveredCommand, rebuildCommand } from "./commands/rebuild.ts";
import { repairCommand } from "./commands/repair.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serveCommand } from "./commands/serve.ts";

const program = new Command("zonetag-service").description(
  "An ad service: placements, counting, statistics.",
);
program.addCommand(serveCommand(), { isDefault: true });
program.addCommand(initCommand());
program.addCommand(checkCommand());
program.addCommand(publishCommand());
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

// What the service writes is for its owner alone.
process.umask(0o077);
program.parseAsync().catch(exitWithError);
