/** The command line of `npm start` and `npm run dev`. */
import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import type { DemoOptions } from "../demo/start.ts";
import { dropServiceLinks } from "../src/service/serviceLinks.ts";
import { wholeNumber } from "./wholeNumber.ts";

const ROOT = resolve(import.meta.dirname, "..");

export function readDemoOptions(name: string, description: string): DemoOptions & { build: boolean } {
  const warning = dropServiceLinks(process.env);
  if (warning !== undefined) console.warn(warning);
  const port = (server: string, fallback: number) =>
    new Option(`--${server}-port <number>`, `port of the ${server}, 0 for any free one`)
      .env(`ZONETAG_${server.toUpperCase()}_PORT`)
      .argParser(wholeNumber(0, 65_535))
      .default(fallback);
  return new Command(name)
    .description(description)
    .addOption(port("site", 4600))
    .addOption(port("service", 4601))
    .option("--data <folder>", "data folder of the ad service", join(ROOT, ".data"))
    .option("--no-build", "use dist/ as it is")
    .option("--no-facts", "leave out the invented statistics")
    .option("--live", "reload open pages when the demo has restarted", false)
    .parse()
    .opts();
}
