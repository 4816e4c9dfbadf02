/** Writes the tables of fields and settings into docs/service.md, between comments that name them. */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command, type Option } from "commander";
import { createCatalogueJsonSchema, type Field, listFields } from "../src/service/catalogue/jsonSchema.ts";
import { addSettings } from "../src/service/settings.ts";

const GUIDE = join(resolve(import.meta.dirname, ".."), "docs/service.md");

/** Replaces the guide's tables by those of the sources. */
export function writeReference(guide: string): string {
  return replaceBlock(replaceBlock(guide, "fields", describeFields()), "settings", describeSettings());
}

/** Replaces a block of the guide; throws when it is missing. */
function replaceBlock(text: string, name: string, content: string): string {
  const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  if (!block.test(text)) throw new Error(`docs/service.md has no block <!-- ${name} -->.`);
  return text.replace(block, (_whole, start, end) => `${start}\n${content}\n${end}`);
}

function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Writes a table for each list of the catalogue. */
function describeFields(): string {
  const fields = listFields(createCatalogueJsonSchema());
  const lists = fields.filter(({ path, schema }) => !path.includes(".") && schema.items);
  return lists
    .map(({ path: list, schema, isRequired }) => {
      const own = fields.filter(({ path }) => path.startsWith(`${list}.`));
      const rows = new Map(own.map((field) => [field.path, describeField(field, list)]));
      const missing = isRequired ? "" : ", may be missing";
      const title = `**\`${list}\`**: ${schema.description}${missing}`;
      return `${title}\n\n${makeTable(["Field", "Default", "Meaning"], [...rows.values()])}`;
    })
    .join("\n\n");
}

/** Maximum values in a table; the JSON Schema has all of them. */
const MAX_VALUES = 4;

function describeField({ path, schema, isRequired }: Field, list: string): string[] {
  const { description = "", enum: values = [] } = schema;
  const listed = values.length <= MAX_VALUES ? values.map((value) => `\`${value}\``).join(", ") : "";
  return [
    `\`${path.slice(list.length + 1)}\``,
    "default" in schema ? `\`${JSON.stringify(schema.default)}\`` : isRequired ? "required" : "",
    [listed, description].filter((text) => text !== "").join("; "),
  ];
}

function describeSettings(): string {
  const { options } = addSettings(new Command());
  return makeTable(["Setting", "Default", "Meaning"], options.map(describeSetting));
}

function describeSetting(option: Option): string[] {
  const { flags, mandatory, defaultValue, defaultValueDescription, description, argChoices = [] } = option;
  const isNone = defaultValue === undefined || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const fallback = defaultValueDescription ?? (isNone ? "" : `\`${defaultValue}\``);
  const choices = argChoices.map((choice) => `\`${choice}\``).join(", ");
  return [
    `\`${flags}\``,
    mandatory ? "required" : fallback,
    choices === "" ? description : `${description}: ${choices}`,
  ];
}

if (process.argv[1] === import.meta.filename) {
  new Command("npm run reference --")
    .description("Writes the tables of fields and settings in docs/service.md from the sources.")
    .parse();
  await writeFile(GUIDE, writeReference(await readFile(GUIDE, "utf8")));
}
