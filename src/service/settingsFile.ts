/** Settings from a file, in addition to command line and environment: `--config service.json`. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, InvalidArgumentError, type Option } from "commander";
import { describeFileProblem, parseJsonText } from "./catalogue/jsonText.ts";
import { isObject } from "./values/object.ts";

/**
 * Adds `--config` to a command. The file uses the options' names without leading dashes. The command line overrides the
 * environment, which overrides the file.
 */
export function addSettingsFile(command: Command, config: Option): void {
  command.addOption(config);
  const read = (file: string) => applyFile(command, file);
  command.on(`option:${config.name()}`, read);
  command.on(`optionEnv:${config.name()}`, read);
}

/** Throws an error that names the file and the setting. */
function applyFile(command: Command, file: string): void {
  const values = parseFile(file);
  if (!isObject(values)) throw new Error(`${file}: expected an object of settings.`);
  for (const [name, value] of Object.entries(values)) {
    if (name === "$schema") continue;
    const option = command.options.find((one) => one.name().replace(/^no-/, "") === name);
    if (!option || name === "config") throw new Error(`${file}: "${name}" is not a setting.`);
    const key = option.attributeName();
    // Options before `--config` on the command line are already read.
    if (command.getOptionValueSource(key) === "cli") continue;
    command.setOptionValueWithSource(key, parseValue(option, value, file), "config");
  }
}

function parseFile(file: string): unknown {
  try {
    return parseJsonText(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(describeFileProblem(file, error));
  }
}

function parseValue(option: Option, value: unknown, file: string): unknown {
  const name = option.name().replace(/^no-/, "");
  if (option.negate) {
    if (typeof value === "boolean") return value;
    throw new Error(`${file}: ${name}: expected true or false.`);
  }
  const text = Array.isArray(value) ? value.join(",") : value;
  if (typeof text !== "string" && typeof text !== "number")
    throw new Error(`${file}: ${name}: expected a text, a number or a list.`);
  // Paths in the file are relative to it.
  const given = /<(file|folder)>/.test(option.flags) ? resolve(dirname(file), String(text)) : String(text);
  try {
    return option.parseArg ? option.parseArg(given, undefined) : given;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new Error(`${file}: ${name}: ${error.message}`);
  }
}
