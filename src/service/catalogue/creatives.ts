/** Files of images that the service itself serves. */
import type { Problem } from "../../protocol/problems.ts";
import { findFileSync } from "../files/files.ts";
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { type EntriesById, listChanged, type Placed } from "./entriesById.ts";
import type { FoundProblem, Keys } from "./problemPath.ts";
import type { Campaign, Variation } from "./schema.ts";

/** Path prefix of the service's images. */
const PREFIX = "/creatives/";
/** Small, because each image is looked up in the file system. */
const CAMPAIGNS_PER_STEP = 25;

/**
 * Finds images of campaigns that are missing in all folders, with their paths in the catalogue; nothing without
 * folders. `before`: the earlier catalogue, whose images are accepted in the same campaign.
 */
export function* findMissingCreatives(
  { data }: EntriesById,
  folders: readonly string[],
  before?: EntriesById,
): Sliced<FoundProblem[]> {
  if (folders.length === 0) return [];
  const isThere = (name: string) => folders.some((folder) => findFileSync(folder, name));
  const list = ([at, { id, deleted, variations }]: Placed<Campaign>): FoundProblem[] => {
    const known = before?.campaigns.get(id)?.variations.flatMap(listImages) ?? [];
    return variations.flatMap((variation, place) =>
      listImages(variation).flatMap(({ image, keys }) => {
        const name = findFileName(image);
        const isKnown = known.some((one) => one.image === image);
        if (name === undefined || deleted || isKnown || isThere(name)) return [];
        const problem = { code: "image-missing-in", name, folders } as const;
        return [{ keys: ["campaigns", at, "variations", place, ...keys], problem }];
      }),
    );
  };
  const changed = listChanged(data.campaigns, before?.data.campaigns);
  return yield* flatMapSliced(changed, list, CAMPAIGNS_PER_STEP);
}

/** Lists the images of a creative, with their paths in it. */
export function listImages({ image, pending }: Variation): { image: string; keys: Keys }[] {
  const own = { image, keys: ["image"] };
  return pending ? [own, { image: pending.image, keys: ["pending", "image"] }] : [own];
}

/** Reads the name of a file from a path such as `/creatives/new%20shoes.webp?v=2`; undefined for other addresses. */
export function findFileName(image: string): string | undefined {
  if (!image.startsWith(PREFIX)) return undefined;
  const { pathname } = new URL(image, "http://localhost");
  try {
    return decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    return pathname.slice(PREFIX.length);
  }
}

/** Removes the folders from the problem of a missing image: accounts must not read paths of the server. */
export function omitFolders(problem: Problem): Problem {
  return problem.code === "image-missing-in" ? { code: "image-missing", name: problem.name } : problem;
}
