/** Reads passwords of engines from files, as orchestrators provide secrets: `--redis-password-file`. */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { describeReadProblem } from "./files/fileProblem.ts";

const ENGINES = { redis: "Redis", clickhouse: "ClickHouse", smtp: "SMTP" };

/** Creates the option that names a password file. `addPasswordFiles` puts the password into the engine's address. */
export function passwordFileOption(engine: keyof typeof ENGINES): Option {
  return new Option(
    `--${engine}-password-file <file>`,
    `file with the ${ENGINES[engine]} password, instead of a password in the address`,
  ).env(`ZONETAG_${engine.toUpperCase()}_PASSWORD_FILE`);
}

/** Adds the passwords from files to addresses before the command runs. */
export function addPasswordFiles(command: Command): Command {
  return command.hook("preAction", (_, action) => {
    for (const engine of Object.keys(ENGINES)) {
      const file: unknown = action.getOptionValue(`${engine}PasswordFile`);
      const address: unknown = action.getOptionValue(engine);
      if (typeof file !== "string") continue;
      if (typeof address !== "string")
        throw new Error(`--${engine}-password-file needs --${engine}, the address that the password is for.`);
      action.setOptionValue(engine, insertPassword(address, file, engine));
    }
  });
}

function insertPassword(address: string, file: string, engine: string): string {
  const [, scheme = "", user = "", rest = ""] = /^([^/]*\/\/)(?:([^/?]*)@)?(.*)$/.exec(address) ?? [];
  if (user.includes(":"))
    throw new Error(`--${engine} has a password, and --${engine}-password-file names another. Remove one.`);
  return `${scheme}${user}:${encodeURIComponent(readPassword(file, engine))}@${rest}`;
}

/** Creates a function that reads the current password of a file; undefined without a file. */
export function passwordReader(
  engine: keyof typeof ENGINES,
  file: string | undefined,
): (() => string) | undefined {
  return file === undefined ? undefined : () => readPassword(file, engine);
}

/** Reads the password without the line break that editors leave at the end. */
function readPassword(file: string, engine: string): string {
  const password = readText(file, engine).replace(/\r?\n$/, "");
  if (password !== "" && !/[\r\n]/.test(password)) return password;
  throw new Error(`--${engine}-password-file: ${file} must contain only the password, on one line.`);
}

function readText(file: string, engine: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`--${engine}-password-file: ${file}: ${describeReadProblem(error)}`);
  }
}
