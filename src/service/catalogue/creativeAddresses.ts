/**
 * Rules for creative addresses that the schema does not check. The service starts with an older catalogue that breaks
 * them, but does not save such addresses again.
 */
import { isDeepStrictEqual } from "node:util";
import { isSafeAddress } from "../../protocol/addresses.ts";
import { MAX_LANDING_PAGE } from "../../protocol/limits.ts";
import { findMacroProblem } from "../../protocol/macros.ts";
import type { Problem } from "../../protocol/problems.ts";
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { type EntriesById, listChanged, type Placed } from "./entriesById.ts";
import type { FoundProblem, Keys } from "./problemPath.ts";
import type { Campaign, Variation } from "./schema.ts";

const CAMPAIGNS_PER_STEP = 100;

type Content = Pick<Variation, "url" | "image">;
type Check = (content: Content, path: Keys) => FoundProblem[];

/**
 * Finds addresses that cannot be saved, with their paths in the catalogue. `before`: the earlier catalogue, whose
 * unchanged creatives are accepted.
 */
export function findWrongAddresses(after: EntriesById, before?: EntriesById): Sliced<FoundProblem[]> {
  return checkCreatives(checkAddresses, after, before);
}

/** Finds landing pages that cannot be saved because of their macros, like `findWrongAddresses`. */
export function findWrongMacros(after: EntriesById, before?: EntriesById): Sliced<FoundProblem[]> {
  return checkCreatives(checkMacros, after, before);
}

function* checkCreatives(
  check: Check,
  { data }: EntriesById,
  before: EntriesById | undefined,
): Sliced<FoundProblem[]> {
  const find = ([at, campaign]: Placed<Campaign>) => {
    const known = before?.campaigns.get(campaign.id);
    const earlier = new Map(known?.variations.map((variation) => [variation.id, variation]));
    return campaign.variations.flatMap((variation, place) =>
      listProblems(check, variation, earlier.get(variation.id), ["campaigns", at, "variations", place]),
    );
  };
  const changed = listChanged(data.campaigns, before?.data.campaigns);
  return yield* flatMapSliced(changed, find, CAMPAIGNS_PER_STEP);
}

function listProblems(
  check: Check,
  after: Variation,
  before: Variation | undefined,
  path: Keys,
): FoundProblem[] {
  const { pending } = after;
  const own = isKept(after, before) ? [] : check(after, path);
  if (!pending || isDeepStrictEqual(pickContent(pending), before?.pending && pickContent(before.pending)))
    return own;
  return [...own, ...check(pending, [...path, "pending"])];
}

/** Whether a creative has the same content as before. False when it was reactivated. */
function isKept(after: Variation, before: Variation | undefined): boolean {
  if (!before || (after.active && !before.active)) return false;
  return isDeepStrictEqual(pickContent(after), pickContent(before));
}

function pickContent({ image, size, url, name, weight }: Partial<Variation>): object {
  return { image, size, url, name, weight };
}

function checkAddresses({ url, image }: Content, path: Keys): FoundProblem[] {
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

function checkMacros({ url }: Content, path: Keys): FoundProblem[] {
  // A longer address is a problem of its own.
  const problem = url.length > MAX_LANDING_PAGE ? undefined : findMacroProblem(url);
  return problem ? [{ keys: [...path, "url"], problem }] : [];
}

function checkAddress(address: string): Problem | undefined {
  return isSafeAddress(address) ? undefined : { code: "unsafe-address" };
}
