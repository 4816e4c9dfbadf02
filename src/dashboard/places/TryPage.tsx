/** "Try a page": what each zone of an address would get, and why other campaigns would not be chosen. */
import { useState } from "preact/hooks";
import type { Country } from "../../protocol/statistics.ts";
import { useLocale } from "../locale.ts";
import { useCountries } from "./data.ts";
import { Choice, Field } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { useTrial } from "./useTrial.ts";
import { DEVICES, NO_VISIT, type Visit } from "./visit.ts";
import { ZoneResult } from "./ZoneResult.tsx";

export function TryPage() {
  const { try: texts, form } = useTexts();
  const { texts: shared } = useLocale();
  const { found, saving, isReady, run } = useTrial();
  const countries = useCountries();
  const [visit, setVisit] = useState(NO_VISIT);
  return (
    <>
      <form
        class="card form"
        noValidate
        aria-label={shared.places.try}
        onSubmit={(event) => {
          event.preventDefault();
          void run(visit);
        }}
      >
        <p class="hint">{texts.lead}</p>
        <VisitFields
          visit={visit}
          set={(changes) => setVisit((last) => ({ ...last, ...changes }))}
          problem={saving.problems.address}
          countries={countries}
        />
        <p class="problem form-problem" role="alert">
          {saving.message === form.refused ? Object.values(saving.problems)[0] : saving.message}
        </p>
        <div class="form-foot">
          <button type="submit" class="button button-primary" disabled={saving.isBusy || !isReady}>
            {texts.submit}
          </button>
        </div>
      </form>
      <div role="status">{found && <p class="hint">{found.lead}</p>}</div>
      <div class="results">
        {found?.results.map((result) => (
          <ZoneResult key={result.zone.id} {...result} />
        ))}
      </div>
    </>
  );
}

interface VisitFieldsProps {
  visit: Visit;
  set(changes: Partial<Visit>): void;
  /** Of the address. */
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
      <Field
        label={texts.keywords}
        hint={texts.keywordsHint}
        value={visit.keywords}
        onInput={(keywords) => set({ keywords })}
      />
      <div class="pair">
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
