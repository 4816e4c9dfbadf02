/** `serve`, the default command: runs the service until a signal stops it. */
import { Command } from "commander";
import { startService } from "../service.ts";
import { addSettings, type Settings } from "../settings.ts";
import { refuseRoot } from "./dataOwner.ts";
import { exitWithError } from "./exit.ts";

export function serveCommand(): Command {
  return addSettings(new Command("serve").description("run the service"))
    .showHelpAfterError(
      "`zonetag-service init` creates data and settings for a first ad; `zonetag-service --help` lists all commands.",
    )
    .action(serve);
}

async function serve(settings: Settings): Promise<void> {
  refuseRoot(settings.data);
  const starting = startService(settings);
  // Signals that arrive during the start take effect after it.
  const stop = () =>
    void starting
      .then((service) => service.stop())
      .then(() => process.exit(0))
      .catch(exitWithError);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  process.on("SIGHUP", () => void starting.then((service) => service.reload()).catch(() => {}));
  const service = await starting;
  console.log(`ad service listening on ${service.address}`);
  if (service.setupLink)
    console.log(`To create the network account, open within 24 hours: ${service.setupLink}`);
}
