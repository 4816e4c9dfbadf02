/** "Try a page": the campaign that each zone of an address would get, and what excludes the others. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isWebAddress } from "../../protocol/addresses.ts";
import type { Country } from "../../protocol/statistics.ts";
import { useCampaigns, useCountries } from "../app/managementData.ts";
import { useRouter } from "../app/router.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { Choice, Field } from "../ui/fields.tsx";
import { SentFields } from "./SentFields.tsx";
import { SCREENS } from "./screen.ts";
import { listSharing } from "./sharing.ts";
import { useTrial } from "./useTrial.ts";
import { DEVICES, parseLanguage, readVisit, type Sent, type Visit, writeVisit } from "./visit.ts";
import { ZoneLine } from "./ZoneLine.tsx";

/** As in the style sheets. */
const NARROW = "(max-width: 40rem)";

export function TryPage() {
  const { try: texts, form } = useTexts();
  const { texts: shared } = useLocale();
  const { search, go } = useRouter();
  const { found, saving, isReady, run, clear } = useTrial();
  const countries = useCountries();
  const entries = useCampaigns().shown?.data ?? [];
  const read = () => readVisit(search, parseLanguage(navigator.language));
  const [visit, setVisit] = useState(read);
  const set = (changes: Partial<Visit>) => setVisit((last) => ({ ...last, ...changes }));
  const inputs = useRef<HTMLDetailsElement>(null);
  const results = useRef<HTMLElement>(null);
  const tried = useRef<string>(undefined);
  const start = async (next: Visit) => {
    if (!(await run(next))) return;
    // A phone shows the results first: the inputs are folded above them.
    if (!inputs.current || !results.current || !matchMedia(NARROW).matches) return;
    const hadFocus = inputs.current.contains(document.activeElement);
    inputs.current.open = false;
    if (hadFocus) results.current.focus();
  };
  // The address decides what is tried, after Back and Forward, too.
  useEffect(() => {
    if (!isReady || saving.isBusy || tried.current === search) return;
    const next = read();
    // What was typed before the zones were loaded stays.
    if (tried.current !== undefined) setVisit(next);
    tried.current = search;
    if (next.address) void start(next);
    else clear();
  }, [search, isReady, saving.isBusy]);
  const submit = () => {
    const address = writeVisit(visit);
    if (address === search || !isWebAddress(visit.address)) void start(visit);
    else go(address);
  };
  const edit = (id: number, changes: Partial<Sent>) =>
    set({ edits: { ...visit.edits, [id]: { ...visit.edits[id], ...changes } } });
  const asked = found?.isPage ? found.results : [];
  const sharing = found?.results.map((result) => listSharing(asked, result, entries)) ?? [];
  return (
    <form
      class="stack loose form"
      noValidate
      aria-label={shared.pages.try}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <details class="card try-inputs" open ref={inputs}>
        <summary>
          {found ? describeVisit(found.visit, texts.devices[found.visit.device]) : texts.inputs}
        </summary>
        <div class="stack">
          <p class="hint">{texts.lead}</p>
          <VisitFields
            visit={visit}
            set={set}
            problem={saving.problems.address}
            countries={countries}
            hasSent={found !== undefined && !found.isPage}
          />
          <p class="problem" role="alert">
            {saving.message === form.refused ? Object.values(saving.problems)[0] : saving.message}
          </p>
          <div class="row loose">
            <button type="submit" class="button button-primary" disabled={saving.isBusy || !isReady}>
              {texts.submit}
            </button>
          </div>
        </div>
      </details>
      <div role="status">
        {found && <p class="hint">{found.lead}</p>}
        {sharing.some(({ length }) => length > 0) && <p class="hint">{texts.together}</p>}
      </div>
      {found && found.results.length > 0 && (
        <section class="card zone-lines" aria-label={texts.results} tabIndex={-1} ref={results}>
          {found.results.map((result, at) => (
            <ZoneLine
              key={`${at} ${result.zone.id}`}
              result={result}
              sharing={sharing[at] ?? []}
              isOnly={found.results.length === 1}
              countries={countries}
              edit={found.isPage ? { ...visit.edits[result.zone.id] } : undefined}
              onEdit={(changes) => edit(result.zone.id, changes)}
            />
          ))}
        </section>
      )}
    </form>
  );
}

/** `shop.example/boots · Phone` */
function describeVisit({ address }: Visit, device: string): string {
  return `${address.replace(/^https?:\/\//, "")} · ${device}`;
}

interface VisitFieldsProps {
  visit: Visit;
  set(changes: Partial<Visit>): void;
  /** Problem of the entered address. */
  problem: string | undefined;
  countries: readonly Country[];
  /** Whether keywords and targeting can be entered for all zones, because none was read from the page. */
  hasSent: boolean;
}

function VisitFields({ visit, set, problem, countries, hasSent }: VisitFieldsProps) {
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
      {hasSent && <SentFields sent={visit} set={set} />}
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
          options={DEVICES.map((key) => ({
            key,
            label: `${texts.devices[key]} (${SCREENS[key].width} px)`,
          }))}
          onInput={(device) => set({ device: DEVICES.find((each) => each === device) ?? "desktop" })}
        />
      </div>
    </>
  );
}
