/** The files of images that the service itself serves. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { CatalogueData } from "./schema.ts";

/** Where the service serves them. */
const PREFIX = "/creatives/";

/** Images of the catalogue that are in none of the folders, each with its path in the catalogue. */
export function findMissingCreatives(
  { data }: { data: CatalogueData },
  folders: readonly string[],
): string[] {
  const isThere = (image: string) =>
    !image.startsWith(PREFIX) || folders.some((folder) => isFile(join(folder, readName(image))));
  return data.campaigns.flatMap(({ deleted, variations }, campaign) =>
    variations.flatMap(({ image }, at) => {
      if (deleted || isThere(image)) return [];
      const path = `campaigns[${campaign}].variations[${at}].image`;
      return [`${path}: there is no file ${readName(image)} in ${folders.join(" or ")}`];
    }),
  );
}

/** The file of a path such as `/creatives/new%20shoes.webp?v=2`. */
function readName(image: string): string {
  const { pathname } = new URL(image, "http://localhost");
  try {
    return decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    return pathname.slice(PREFIX.length);
  }
}

/** False for a name that no file can have as well, such as one of a thousand characters. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
