/** Finds ids that are used twice in a catalogue. */
import { flatMapSliced, type Sliced } from "../runtime/slices.ts";
import { LISTS } from "./document.ts";
import { type EntriesById, listChanged } from "./entriesById.ts";
import type { FoundProblem, Keys } from "./problemPath.ts";
import type { CatalogueData } from "./schema.ts";

/**
 * Finds repeated ids. `before`: the catalogue before a change; then only creatives are checked, because a change
 * replaces entries by id.
 */
export function* findRepeatedIds(catalogue: EntriesById, before?: EntriesById): Sliced<FoundProblem[]> {
  const { data } = catalogue;
  const repeated: FoundProblem[][] = [];
  if (!before) for (const list of LISTS) repeated.push(yield* findRepeated(list, data[list]));
  if (!before || mayRepeatVariation(catalogue, before)) repeated.push(yield* findRepeatedVariations(data));
  return repeated.flat();
}

/** Whether changed campaigns have a creative's id twice, or one that another campaign had before. */
function mayRepeatVariation({ data }: EntriesById, before: EntriesById): boolean {
  const seen = new Set<number>();
  return listChanged(data.campaigns, before.data.campaigns).some(([, campaign]) =>
    campaign.variations.some(({ id }) => {
      const owner = before.variations.get(id)?.campaign ?? campaign;
      if (owner.id !== campaign.id || seen.has(id)) return true;
      seen.add(id);
      return false;
    }),
  );
}

function findRepeated(list: string, entries: readonly { id: number }[]): Sliced<FoundProblem[]> {
  const check = createCheck();
  return flatMapSliced(entries, ({ id }, at) => check(id, [list, at, "id"]));
}

function findRepeatedVariations({ campaigns }: CatalogueData): Sliced<FoundProblem[]> {
  const check = createCheck();
  return flatMapSliced(campaigns, ({ variations }, campaign) =>
    variations.flatMap(({ id }, at) => check(id, ["campaigns", campaign, "variations", at, "id"])),
  );
}

/** Creates a function that reports an id if it was called with that id before. */
function createCheck(): (id: number, keys: Keys) => FoundProblem[] {
  const seen = new Set<number>();
  return (id, keys) => {
    if (seen.has(id)) return [{ keys, problem: { code: "used-twice", value: id } }];
    seen.add(id);
    return [];
  };
}
