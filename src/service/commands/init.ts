/** `init [FOLDER]`: a small catalogue, its images and a page with the tag, to begin with. */
import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { builtFolder } from "../builtFolder.ts";
import { hashPassword } from "../signing/passwords.ts";

export function initCommand(): Command {
  return new Command("init")
    .description("write a small catalogue, images for it and a page with the tag")
    .argument("[folder]", "where; nothing in it is overwritten", "ads")
    .action(init);
}

async function init(folder: string): Promise<void> {
  const built = builtFolder();
  await mkdir(folder, { recursive: true });
  const password = randomBytes(9).toString("base64url");
  const template = await readFile(join(built, "template/catalogue.jsonc"), "utf8");
  await writeNew(
    join(folder, "catalogue.jsonc"),
    template.replaceAll("%PASSWORD%", await hashPassword(password)),
  );
  for (const [from, to] of [
    ["catalogue.schema.json", "catalogue.schema.json"],
    ["template/page.html", "page.html"],
    ["template/creatives", "creatives"],
  ] as const)
    await cp(join(built, from), join(folder, to), { recursive: true, force: false, errorOnExist: true });
  console.log(describeNext(folder, password));
}

/** Refuses to overwrite a file. */
async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new Error(`${file} exists. Nothing was written.`) : error;
  });
}

/** The system's command that opens a file in the browser. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "start" };

function describeNext(folder: string, password: string): string {
  const files = (...names: string[]) => names.map((name) => `--${name} ${join(folder, name)}`).join(" ");
  return `Wrote a catalogue, two images and a page into ${folder}/. Next:

  npx zonetag-service check ${join(folder, "catalogue.jsonc")}
  npx zonetag-service --catalogue ${join(folder, "catalogue.jsonc")} ${files("data", "creatives")}
  ${OPENERS[process.platform] ?? "xdg-open"} ${join(folder, "page.html")}

Then sign in at http://localhost:8080/dashboard/ as publisher or advertiser; the password of both is ${password}`;
}
