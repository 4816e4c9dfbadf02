/** Who sees a campaign: keywords, and what else is targeted, picked from what there is. */
import type { NamedEntry } from "../../protocol/statistics.ts";
import { useLocale } from "../locale.ts";
import { CustomKeys } from "./CustomKeys.tsx";
import { useCountries, useData, useNames, useSites, useZones } from "./data.ts";
import type { Draft, ListTargeting } from "./draft.ts";
import { Chips } from "./parts.tsx";
import { ShownAt } from "./ShownAt.tsx";
import type { Problems } from "./save.ts";
import { useTexts } from "./texts.ts";

interface AudienceProps {
  draft: Draft;
  set(changes: Partial<Draft>): void;
  problems: Problems;
  isDisabled: boolean;
}

interface Option {
  key: string;
  label: string;
}

export function Audience({ draft, set, problems, isDisabled }: AudienceProps) {
  const { campaigns: texts } = useTexts();
  const { targeting } = draft;
  const { account } = useData();
  const options = useOptions();
  const target = (changes: Partial<ListTargeting>) => set({ targeting: { ...targeting, ...changes } });
  const byName = ["countries", "languages", "deviceTypes", "operatingSystems", "browsers"] as const;
  const byId = ["sites", "zones", "categories", "regions"] as const;
  return (
    <>
      <Chips
        label={texts.keywords}
        hint={texts.keywordsHint}
        values={draft.keywords}
        problem={findProblem(problems, "keywords")}
        onChange={(keywords) => set({ keywords })}
        isDisabled={isDisabled}
      />
      <Chips
        label={texts.negative}
        values={draft.negativeKeywords}
        problem={findProblem(problems, "negativeKeywords")}
        onChange={(negativeKeywords) => set({ negativeKeywords })}
        isDisabled={isDisabled}
      />
      <div class="pair">
        {byName.map((name) => (
          <Chips
            key={name}
            label={texts.targeting[name]}
            options={options[name]}
            values={targeting[name]}
            problem={findProblem(problems, `targeting.${name}`)}
            onChange={(values) => target({ [name]: values })}
            isDisabled={isDisabled}
          />
        ))}
        {account.details.kind === "network" &&
          byId
            .filter((name) => options[name].length > 0)
            .map((name) => (
              <Chips
                key={name}
                label={texts.targeting[name]}
                options={options[name]}
                values={targeting[name].map(String)}
                problem={findProblem(problems, `targeting.${name}`)}
                onChange={(values) => target({ [name]: values.map(Number) })}
                isDisabled={isDisabled}
              />
            ))}
      </div>
      <CustomKeys
        keys={draft.custom}
        onChange={(custom) => set({ custom })}
        problems={problems}
        isDisabled={isDisabled}
      />
      <ShownAt times={draft.times} onChange={(times) => set({ times })} isDisabled={isDisabled} />
    </>
  );
}

/** What is wrong with a field, or with a part of it: `targeting.countries.0`. */
function findProblem(problems: Problems, field: string): string | undefined {
  const key = Object.keys(problems).find((each) => each === field || each.startsWith(`${field}.`));
  return key === undefined ? undefined : problems[key];
}

/** Two of the same name are told apart by their ids. */
function nameOptions(entries: readonly { id: number; name: string; deleted?: boolean }[]): Option[] {
  const here = entries.filter(({ deleted }) => !deleted);
  const isTaken = (name: string) => here.filter((entry) => entry.name === name).length > 1;
  return here.map(({ id, name }) => ({
    key: String(id),
    label: isTaken(name) ? `${name} (#${id})` : name,
  }));
}

function useOptions(): Record<keyof ListTargeting, Option[]> {
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
