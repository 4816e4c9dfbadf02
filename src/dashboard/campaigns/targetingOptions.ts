/** Options for the targeting of a campaign, with localized names. */
import type { NamedEntry } from "../../protocol/statistics.ts";
import type { TargetingName } from "../../protocol/targeting.ts";
import type { Answer } from "../app/answers.ts";
import {
  type Named,
  useCountries,
  useCountriesAnswer,
  useNames,
  useNamesAnswer,
  useSites,
  useZones,
} from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { Option } from "../ui/typedKeys.ts";

/** Dimensions without options take typed values. */
export type TargetingOptions = { [K in TargetingName]?: Option[] };

export function useTargetingOptions(): TargetingOptions {
  const locale = useLocale();
  const languages = new Intl.DisplayNames(locale.tag, { type: "language" });
  const byName = (entries: readonly NamedEntry[]) =>
    entries.map(({ name }) => ({ key: name, label: name.charAt(0).toUpperCase() + name.slice(1) }));
  const sort = (options: Option[]) => options.sort((a, b) => a.label.localeCompare(b.label, locale.tag));
  const short = new Intl.DisplayNames(locale.tag, { type: "region", style: "short" });
  const { otherCountryNames, campaigns } = useTexts();
  const { archived } = campaigns.states;
  const countries = useCountries().map(({ iso2, iso3, name }) => ({
    key: iso3,
    label: locale.nameCountry(iso2) ?? name,
    others: [name, short.of(iso2) ?? name, iso2, iso3, ...(otherCountryNames[iso3] ?? [])],
  }));
  const codes = useNames("languages").flatMap((entry) =>
    "code" in entry && typeof entry.code === "string" ? [entry.code] : [],
  );
  return {
    countries: sort(countries),
    languages: sort(codes.map((code) => ({ key: code, label: languages.of(code) ?? code, others: [code] }))),
    deviceTypes: byName(useNames("device_types")),
    operatingSystems: byName(useNames("operating_systems")),
    browsers: byName(useNames("browsers")),
    sites: nameOptions(useSites().shown?.data ?? [], archived),
    zones: nameOptions(useZones().shown?.data ?? [], archived),
    categories: nameOptions(useNames("categories"), archived),
    regions: nameOptions(useNames("regions"), archived),
  };
}

const NAMES: readonly Named[] = [
  "languages",
  "device_types",
  "operating_systems",
  "browsers",
  "categories",
  "regions",
];

/** Answers that the options need. */
export function useTargetingAnswers(): Answer<unknown>[] {
  return [useCountriesAnswer(), useSites(), useZones(), ...NAMES.map(useNamesAnswer)];
}

/** Appends the id when two options share a name. Archived entries have a name, but are not offered. */
export function nameOptions(
  entries: readonly { id: number; name: string; deleted?: boolean }[],
  archived: string,
): Option[] {
  const [here, gone] = [entries.filter(({ deleted }) => !deleted), entries.filter(({ deleted }) => deleted)];
  const counts = new Map<string, number>();
  for (const { name } of here) counts.set(name, (counts.get(name) ?? 0) + 1);
  const offered = here.map(({ id, name }) => ({
    key: String(id),
    label: counts.get(name) === 1 ? name : `${name} (#${id})`,
    others: [`#${id}`],
  }));
  const named = gone.map(({ id, name }) => ({
    key: String(id),
    label: `${name} (${archived})`,
    isArchived: true,
  }));
  return [...offered, ...named];
}
