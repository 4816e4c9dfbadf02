/** State of the form after a save that the service accepted only in part: some creatives, but not the rest. Pure. */
import type { AccountKind } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { Shown } from "../../statistics/index.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { nameField } from "../ui/useForm.ts";
import type { Problems } from "../ui/useSaving.ts";
import { FIELDS } from "./campaignFields.ts";
import { type CampaignValues, type CreativeValues, toCreativeValues } from "./campaignValues.ts";

/** Saved creatives by their places in the form. */
export type SavedCreatives = ReadonlyMap<number, Shown<"creatives">>;

export function addSaved(creatives: readonly Shown<"creatives">[], saved: SavedCreatives) {
  const rest = new Map([...saved.values()].map((creative) => [creative.id, creative]));
  const known = creatives.map((each) => {
    const fresh = rest.get(each.id) ?? each;
    rest.delete(each.id);
    return fresh;
  });
  return [...known, ...rest.values()];
}

/** Replaces entered creatives by the saved ones, so that they are not sent again. Keeps later edits. */
export function replaceSaved(
  entered: readonly CreativeValues[],
  sent: readonly CreativeValues[],
  saved: SavedCreatives,
  kind: AccountKind,
): CreativeValues[] {
  const find = (each: CreativeValues, place: number): number => {
    // Two new creatives can have the same image.
    if (sent.includes(each)) return sent.indexOf(each);
    const isSame = (other?: CreativeValues) => other?.id === each.id && other?.image === each.image;
    if (isSame(sent[place])) return place;
    const at = sent.findIndex((other) => isSame(other) && !entered.includes(other));
    // The image of a new creative was replaced during the save.
    return at < 0 && each.id === undefined && sent[place]?.id === undefined ? place : at;
  };
  return entered.map((each, place) => {
    const at = find(each, place);
    const creative = saved.get(at);
    if (!creative) return each;
    const shown = toCreativeValues(creative, kind);
    return each === sent[at] ? shown : { ...shown, ...each, id: creative.id };
  });
}

/** Replaces what this user did not change in a creative by another user's values. */
export function mergeCreatives(
  entered: readonly CreativeValues[],
  before: readonly CreativeValues[],
  theirs: readonly CreativeValues[],
): CreativeValues[] {
  return entered.map((each) => {
    const base = before.find(({ id }) => id === each.id);
    const other = theirs.find(({ id }) => id === each.id);
    if (each.id === undefined || !base || !other) return each;
    const merged = { ...each };
    for (const key of listKeys(base))
      if (each[key] === base[key]) Object.assign(merged, { [key]: other[key] });
    return merged;
  });
}

export interface PartlySaved {
  /** Whether each edited field and creative was saved: `{ daily: "Not saved." }`. */
  notes: Problems;
  message: string;
}

export function describeSaved(
  values: CampaignValues,
  before: CampaignValues,
  saved: SavedCreatives,
  { form, fields }: ManagementTexts,
): PartlySaved {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const names = listKeys(FIELDS).filter((name) => !isSame(values[name], before[name]));
  const creatives = values.creatives.flatMap((creative, at) =>
    before.creatives.some((each) => isSame(each, creative)) ? [] : [{ ...creative, at }],
  );
  const list = (isSaved: boolean) =>
    creatives.filter(({ at }) => saved.has(at) === isSaved).map(({ name, size }) => name || size);
  const others = names.filter((name) => name !== "creatives");
  const labels = others.map((name) => nameField((FIELDS[name].path ?? name).replace(/\..*/, ""), fields));
  return {
    notes: Object.fromEntries([
      ...others.map((name) => [name, form.refused]),
      ...creatives.map(({ at }) => [`creatives.${at}`, saved.has(at) ? form.saved : form.refused]),
    ]),
    message: form.partly(list(true).join(", "), [...new Set([...list(false), ...labels])].join(", ")),
  };
}
