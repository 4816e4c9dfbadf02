/** "Try a page": the campaign that each zone of an address would get, and what excludes the others. */
import { useState } from "preact/hooks";
import type { Country } from "../../protocol/statistics.ts";
import { useCountries } from "../app/managementData.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import type { PageZone } from "./pageZones.ts";
import { useTrial } from "./useTrial.ts";
import { DEVICES, NO_VISIT, parseLanguage, type Visit } from "./visit.ts";
import { ZoneResult } from "./ZoneResult.tsx";

export function TryPage() {
  const { try: texts, form } = useTexts();
  const { texts: shared } = useLocale();
  const { found, saving, isReady, run } = useTrial();
  const countries = useCountries();
  const [visit, setVisit] = useState<Visit>({ ...NO_VISIT, language: parseLanguage(navigator.language) });
  const set = (changes: Partial<Visit>) => setVisit((last) => ({ ...last, ...changes }));
  const submit = async () => {
    const { zones, referer } = await run(visit);
    set({ zones, referer, readFrom: zones.length > 0 ? visit.address : "" });
  };
  return (
    <>
      <form
        class="card form"
        noValidate
        aria-label={shared.pages.try}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="hint">{texts.lead}</p>
        <VisitFields visit={visit} set={set} problem={saving.problems.address} countries={countries} />
        <p class="problem" role="alert">
          {saving.message === form.refused ? Object.values(saving.problems)[0] : saving.message}
        </p>
        <div class="row loose">
          <button type="submit" class="button button-primary" disabled={saving.isBusy || !isReady}>
            {texts.submit}
          </button>
        </div>
      </form>
      <div role="status">{found && <p class="hint">{found.lead}</p>}</div>
      <div class="grid coarse">
        {found?.results.map((result, at) => (
          <ZoneResult key={`${at} ${result.zone.id}`} {...result} countries={countries} />
        ))}
      </div>
    </>
  );
}

interface VisitFieldsProps {
  visit: Visit;
  set(changes: Partial<Visit>): void;
  /** Problem of the entered address. */
  problem: string | undefined;
  countries: readonly Country[];
}

function VisitFields({ visit, set, problem, countries }: VisitFieldsProps) {
  const { try: texts } = useTexts();
  const locale = useLocale();
  return (
    <>
      <Field
        label={texts.address}
        type="url"
        value={visit.address}
        onInput={(address) => set({ address })}
        problem={problem}
        isRequired
      />
      {visit.zones.length === 0 && <ZoneFields zone={visit} set={set} />}
      {visit.zones.map((zone, at) => (
        <fieldset key={`${at} ${zone.id}`}>
          <legend>{texts.zone(zone.id)}</legend>
          <ZoneFields zone={zone} set={(changes) => set({ zones: changeAt(visit.zones, at, changes) })} />
        </fieldset>
      ))}
      <div class="grid">
        <Field
          label={texts.language}
          hint={texts.languageHint}
          value={visit.language}
          onInput={(language) => set({ language })}
        />
        <Choice
          label={texts.country}
          value={visit.country}
          options={[
            { key: "", label: texts.anyCountry },
            ...countries
              .map(({ iso2, iso3, name }) => ({ key: iso3, label: locale.nameCountry(iso2) ?? name }))
              .sort((a, b) => a.label.localeCompare(b.label, locale.tag)),
          ]}
          onInput={(country) => set({ country })}
        />
        <Choice
          label={texts.device}
          value={visit.device}
          options={DEVICES.map((key) => ({ key, label: texts.devices[key] }))}
          onInput={(device) => set({ device: DEVICES.find((each) => each === device) ?? "desktop" })}
        />
      </div>
    </>
  );
}

interface ZoneFieldsProps {
  zone: Pick<PageZone, "keywords" | "targeting">;
  set(changes: Partial<Pick<PageZone, "keywords" | "targeting">>): void;
}

function ZoneFields({ zone, set }: ZoneFieldsProps) {
  const { try: texts } = useTexts();
  return (
    <div class="grid">
      <Field
        label={texts.keywords}
        hint={texts.keywordsHint}
        value={zone.keywords}
        onInput={(keywords) => set({ keywords })}
      />
      <Field
        label={texts.targeting}
        hint={texts.targetingHint}
        value={zone.targeting}
        onInput={(targeting) => set({ targeting })}
      />
    </div>
  );
}

function changeAt(zones: readonly PageZone[], at: number, changes: Partial<PageZone>): PageZone[] {
  return zones.map((zone, index) => (index === at ? { ...zone, ...changes } : zone));
}
