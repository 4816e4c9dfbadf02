/** Collects the licence notices of bundled packages, which must be distributed with the bundle. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

export interface Notice {
  /** Name and version of the package. */
  name: string;
  /** Licence as the package names it: `MIT`. */
  licence: string;
  text: string;
}

const HEADING = `Licences of third-party code in the files beside this one.
`;

/** Lists the packages with code or files in a bundle. */
export function listPackages({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap((path) => {
    const inside = path.split("node_modules/").slice(1).pop();
    return inside
      ? [
          inside
            .split("/")
            .slice(0, inside.startsWith("@") ? 2 : 1)
            .join("/"),
        ]
      : [];
  });
  return [...new Set(folders)].sort();
}

/** Joins all notices to one text. Rejects when a package has no licence file. */
export async function collectLicences(metafiles: Metafile[], root: string): Promise<string> {
  const names = [...new Set(metafiles.flatMap(listPackages))].sort();
  const notices = await Promise.all(names.map((name) => readNotice(join(root, "node_modules", name))));
  const parts = notices.map(
    ({ name, licence, text }) => `${"-".repeat(72)}\n${name} (${licence})\n\n${text.trim()}\n`,
  );
  return [HEADING, ...parts].join("\n");
}

export async function readNotice(folder: string): Promise<Notice> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} is in a bundle and has no licence file.`);
  return { name: `${name} ${version}`, licence: license, text: await readFile(join(folder, file), "utf8") };
}
