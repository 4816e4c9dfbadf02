/** Options for the targeting of a campaign, with localized names. */
import type { NamedEntry } from "../../protocol/statistics.ts";
import type { TargetingName } from "../../protocol/targeting.ts";
import { useCountries, useNames, useSites, useZones } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import type { Option } from "../ui/typedKeys.ts";

/** Dimensions without options take typed values. */
export type TargetingOptions = { [K in TargetingName]?: Option[] };

export function useTargetingOptions(): TargetingOptions {
  const locale = useLocale();
  const languages = new Intl.DisplayNames(locale.tag, { type: "language" });
  const byName = (entries: readonly NamedEntry[]) =>
    entries.map(({ name }) => ({ key: name, label: name.charAt(0).toUpperCase() + name.slice(1) }));
  const sort = (options: Option[]) => options.sort((a, b) => a.label.localeCompare(b.label, locale.tag));
  const countries = useCountries().map(({ iso2, iso3, name }) => ({
    key: iso3,
    label: locale.nameCountry(iso2) ?? name,
  }));
  const codes = useNames("languages").flatMap((entry) =>
    "code" in entry && typeof entry.code === "string" ? [entry.code] : [],
  );
  return {
    countries: sort(countries),
    languages: sort(codes.map((code) => ({ key: code, label: languages.of(code) ?? code }))),
    deviceTypes: byName(useNames("device_types")),
    operatingSystems: byName(useNames("operating_systems")),
    browsers: byName(useNames("browsers")),
    sites: nameOptions(useSites().shown?.data ?? []),
    zones: nameOptions(useZones().shown?.data ?? []),
    categories: nameOptions(useNames("categories")),
    regions: nameOptions(useNames("regions")),
  };
}

/** Appends the id when two options share a name. */
export function nameOptions(entries: readonly { id: number; name: string; deleted?: boolean }[]): Option[] {
  const here = entries.filter(({ deleted }) => !deleted);
  const isTaken = (name: string) => here.filter((entry) => entry.name === name).length > 1;
  return here.map(({ id, name }) => ({
    key: String(id),
    label: isTaken(name) ? `${name} (#${id})` : name,
  }));
}
