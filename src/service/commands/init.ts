/** `init [FOLDER]`: creates settings, a live catalogue with accounts, images and a test page with the tag. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { access, chmod, constants, cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Command, Option } from "commander";
import { IDS_FILE } from "../accounts/recordFile.ts";
import { builtFolder } from "../builtFolder.ts";
import { parseCatalogue } from "../catalogue/catalogue.ts";
import { toDocument } from "../catalogue/document.ts";
import { hasLiveCatalogue, locateLiveCatalogue, replay } from "../catalogue/logFiles.ts";
import { askService } from "../control/commandSocket.ts";
import { findUserName } from "../doctor/users.ts";
import { makeFolder } from "../files/files.ts";
import { createLiveData } from "../people/takeSignIns.ts";
import { findErrorCode } from "../runtime/thrown.ts";
import { parseOrigin } from "../settings.ts";
import { hashPassword } from "../signing/passwords.ts";
import { quoteArgument, requireDataOwner, writeForDataOwner } from "./dataOwner.ts";
import { createStarterCatalogue, STARTER_USERS } from "./starterCatalogue.ts";

interface InitOptions {
  config?: string;
  data?: string;
  origin?: string;
}

export function initCommand(): Command {
  return new Command("init")
    .description("create everything for a first ad: settings, accounts, a site, zones, a campaign and a page")
    .argument("[folder]", "target folder; nothing is overwritten", "ads")
    .addOption(
      new Option("--config <folder>", "folder for settings, page and images, instead of FOLDER").env(
        "ZONETAG_CONFIG_FOLDER",
      ),
    )
    .addOption(new Option("--data <folder>", "data folder, instead of FOLDER/data").env("ZONETAG_DATA"))
    .addOption(
      new Option("--origin <address>", "public address of the service, such as https://ads.example")
        .env("ZONETAG_ORIGIN")
        .argParser(parseOrigin),
    )
    .action(init);
}

/** Origin of the service when `--origin` is not given. */
const LOCAL = "http://localhost:8080";

async function init(folder: string, options: InitOptions, command: Command): Promise<void> {
  try {
    await makeAll(folder, options, command);
  } catch (error) {
    throw explainUnusable(error);
  }
}

/** Reasons why a folder cannot be used, by the code of the error. */
const UNUSABLE: Record<string, string> = {
  ENOENT: "cannot be created by",
  EACCES: "may not be used by",
  EPERM: "may not be used by",
  EROFS: "is on a read-only file system and cannot be written by",
  ENOTDIR: "is inside a file and cannot be used by",
  EEXIST: "is a file and cannot be used as a folder by",
};

/** Explains what to do about an unusable folder. Returns other errors unchanged. */
function explainUnusable(error: unknown): unknown {
  const { path } = Object(error);
  const reason = UNUSABLE[findErrorCode(error) ?? ""];
  if (reason === undefined || typeof path !== "string") return error;
  const user = findUserName(process.geteuid?.() ?? 0);
  return new Error(
    `${path} ${reason} the user ${user}. Run the command as a user who may write there, or choose other folders with FOLDER, --config and --data.`,
    { cause: error },
  );
}

async function makeAll(folder: string, options: InitOptions, command: Command): Promise<void> {
  const { origin } = options;
  const config = options.config ?? folder;
  const data = options.data ?? join(folder, "data");
  await requireNothing(config, data);
  const owner = requireDataOwner(data);
  await requireWritable(config, data);
  const passwords = STARTER_USERS.map((user) => [user, randomBytes(12).toString("base64url")] as const);
  const hashes = await Promise.all(passwords.map(async ([user, text]) => [user, await hashPassword(text)]));
  const catalogue = createStarterCatalogue(Object.fromEntries(hashes), new URL(origin ?? LOCAL).hostname);
  parseCatalogue(catalogue);
  await writeConfig(config, data, origin);
  await writeForDataOwner(data, () => createLiveData(data, catalogue));
  const steps =
    command.getOptionValueSource("config") === "env"
      ? describeImage(config)
      : { run: describeRun(config, owner), page: pathToFileURL(resolve(config, "page.html")).href };
  console.log(describeNext({ config, data, origin: origin ?? LOCAL, passwords, ...steps }));
}

const FILES = ["service.jsonc", "page.html", "creatives"];

async function requireNothing(config: string, data: string): Promise<void> {
  const file = FILES.map((name) => join(config, name)).find((path) => existsSync(path));
  // A mount point, or a folder of a container image, already exists.
  const isTaken = file !== undefined && !(file.endsWith("creatives") && (await readdir(file)).length === 0);
  if (isTaken) throw new Error(`${file} already exists. Nothing was written.`);
  if (!(await hasLiveCatalogue(data))) return requireUnusedIds(data);
  if (await askService(data, "catalogue", { action: "export" }))
    throw new Error(`A service is running on ${data}. Stop it first. Nothing was written.`);
  const { sequence, document } = await replay(locateLiveCatalogue(data));
  // A service that was started before `init` leaves an empty catalogue.
  if (sequence > 0 || toDocument(document).accounts.length > 0)
    throw new Error(`${data} already has a catalogue. Nothing was written.`);
  requireUnusedIds(data);
}

/** Requires that no data uses the fixed ids of the accounts and zones that `init` creates. */
function requireUnusedIds(data: string): void {
  if (existsSync(join(data, IDS_FILE.name)))
    throw new Error(
      `${data} has data of an earlier catalogue, whose ids would be reused. Choose another data folder, or use \`catalogue apply\`. Nothing was written.`,
    );
}

/** Creates both folders first, so that nothing is written to one when the other cannot be used. */
async function requireWritable(config: string, data: string): Promise<void> {
  await makeFolder(config);
  await makeFolder(data);
  for (const folder of [config, data]) await access(folder, constants.W_OK | constants.X_OK);
}

/** World-readable: the service may run as another user, and a web server may serve these files. */
async function writeConfig(config: string, data: string, origin: string | undefined): Promise<void> {
  const template = join(builtFolder(), "template");
  const page = await readFile(join(template, "page.html"), "utf8");
  await writeReadable(join(config, "page.html"), page.replaceAll(LOCAL, origin ?? LOCAL));
  await writeReadable(join(config, "service.jsonc"), describeSettings(config, data, origin));
  const creatives = join(config, "creatives");
  await cp(join(template, "creatives"), creatives, { recursive: true });
  for (const name of await readdir(creatives)) await chmod(join(creatives, name), 0o644);
  await chmod(creatives, 0o755);
  await chmod(config, 0o755).catch(ignoreForeign);
}

/** Ignores that an existing folder may belong to another user. */
function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPERM") throw error;
}

async function writeReadable(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: "wx" });
  await chmod(file, 0o644);
}

function describeSettings(config: string, data: string, origin: string | undefined): string {
  const inside = relative(config, data);
  const isInside = !inside.startsWith("..") && resolve(config, inside) === resolve(data);
  const proxies = '"trusted-proxies": ["127.0.0.1", "::1"]';
  const address =
    origin === undefined
      ? `// "origin": "https://ads.example",\n  // ${proxies}`
      : `"origin": ${JSON.stringify(origin)}${origin.startsWith("https:") ? `,\n  ${proxies}` : ""}`;
  return `// Settings of the service. List of all settings: zonetag-service serve --help
{
  "data": ${JSON.stringify(isInside ? inside : resolve(data))},
  "creatives": "creatives",

  // Public address of the service, and the proxy that terminates TLS for it.
  ${address}
}
`;
}

/** Describes the next steps in the container image, whose folders and settings are set in compose.yaml. */
function describeImage(config: string): Pick<Made, "run" | "page"> {
  const compose = "docker compose -f deploy/compose.yaml";
  return {
    run: `${compose} up -d`,
    page: `page.html, after: ${compose} cp ads:${config}/page.html .`,
  };
}

/** Returns the command that runs the service as the owner of the data. */
function describeRun(config: string, owner: string | undefined): string {
  const asOwner = owner === undefined ? "" : `runuser -u ${owner} -- `;
  return `${asOwner}${describeProgram()} --config ${quoteArgument(join(config, "service.jsonc"))}`;
}

/** Returns the command by which this program was called. `npx` sets `npm_command`. */
function describeProgram(): string {
  if (process.env.npm_command === "exec") return "npx zonetag-service";
  const called = process.argv[1] ?? "";
  return called.endsWith(".mjs") ? `node ${quoteArgument(relative("", called))}` : "zonetag-service";
}

interface Made {
  config: string;
  data: string;
  origin: string;
  passwords: readonly (readonly [string, string])[];
  /** Command that runs the service. */
  run: string;
  page: string;
}

function describeNext({ config, data, origin, passwords, run, page }: Made): string {
  const lines = passwords.map(([user, password]) => `  ${user.padEnd(12)}${password}`);
  return `Wrote settings, images and a page into ${config}, and the catalogue into ${data}.

Users and their passwords, which are not shown again; "network" manages everything:

${lines.join("\n")}

Next:

  1. Run the service:    ${run}
  2. Open in a browser:  ${page}
  3. Sign in:            ${origin}/dashboard/
  4. For your own pages: give the site their host name there, under Inventory. "Try a page" reads only such pages.`;
}
