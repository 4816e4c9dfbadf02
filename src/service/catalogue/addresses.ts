/**
 * Rules for creative addresses that the schema does not check. The service starts with an older catalogue that breaks
 * them, but does not save such addresses again.
 */
import { isDeepStrictEqual } from "node:util";
import { isSafeAddress } from "../../protocol/addresses.ts";
import { MAX_LANDING_PAGE } from "../../protocol/limits.ts";
import type { Problem } from "../../protocol/problems.ts";
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { type EntriesById, listChanged, type Placed } from "./entriesById.ts";
import type { FoundProblem, Keys } from "./problemPath.ts";
import type { Campaign, Variation } from "./schema.ts";

const CAMPAIGNS_PER_STEP = 100;

/**
 * Finds addresses that cannot be saved, with their paths in the catalogue. `before`: the earlier catalogue, whose
 * unchanged creatives are accepted.
 */
export function* findWrongAddresses({ data }: EntriesById, before?: EntriesById): Sliced<FoundProblem[]> {
  const find = ([at, campaign]: Placed<Campaign>) => {
    const known = before?.campaigns.get(campaign.id);
    const earlier = new Map(known?.variations.map((variation) => [variation.id, variation]));
    return campaign.variations.flatMap((variation, place) =>
      listProblems(variation, earlier.get(variation.id), ["campaigns", at, "variations", place]),
    );
  };
  const changed = listChanged(data.campaigns, before?.data.campaigns);
  return yield* flatMapSliced(changed, find, CAMPAIGNS_PER_STEP);
}

function listProblems(after: Variation, before: Variation | undefined, path: Keys): FoundProblem[] {
  const { pending } = after;
  const own = isKept(after, before) ? [] : checkContent(after, path);
  if (!pending || isDeepStrictEqual(pickContent(pending), before?.pending && pickContent(before.pending)))
    return own;
  return [...own, ...checkContent(pending, [...path, "pending"])];
}

/** Whether a creative has the same content as before. False when it was reactivated. */
function isKept(after: Variation, before: Variation | undefined): boolean {
  if (!before || (after.active && !before.active)) return false;
  return isDeepStrictEqual(pickContent(after), pickContent(before));
}

function pickContent({ image, size, url, name, weight }: Partial<Variation>): object {
  return { image, size, url, name, weight };
}

function checkContent({ url, image }: Pick<Variation, "url" | "image">, path: Keys): FoundProblem[] {
  const isLong = url.length > MAX_LANDING_PAGE;
  const problems = [
    {
      keys: [...path, "url"],
      problem: isLong
        ? ({ code: "landing-page-length", most: MAX_LANDING_PAGE } as const)
        : checkAddress(url),
    },
    { keys: [...path, "image"], problem: checkAddress(image) },
  ];
  return problems.flatMap(({ keys, problem }) => (problem ? [{ keys, problem }] : []));
}

function checkAddress(address: string): Problem | undefined {
  return isSafeAddress(address) ? undefined : { code: "unsafe-address" };
}
