/** "Try a page": what each zone of an address would get, and why other campaigns would not be chosen. */
import { useState } from "preact/hooks";
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useLocale } from "../locale.ts";
import { translate } from "../phrases.ts";
import { CAMPAIGNS } from "./Campaigns.tsx";
import { resolveImage } from "./Creatives.tsx";
import { useCampaigns, useCountries, useData, useSites, useZones } from "./data.ts";
import { isAddress } from "./draft.ts";
import { Choice, Field, PlaceLink } from "./parts.tsx";
import { useSaving } from "./save.ts";
import { useTexts } from "./texts.ts";

/** Of a common browser on each, by which the service knows the device. */
const USER_AGENTS = {
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  mobile:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  tablet:
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
};
type Device = keyof typeof USER_AGENTS;
const DEVICES: readonly Device[] = ["desktop", "mobile", "tablet"];

/** Zones that are tried where no site has the address. */
const MOST = 20;

interface Result {
  zone: Shown<"zones">;
  campaigns: CampaignExplanation[];
}

/** The page view that is tried. */
interface Visit {
  address: string;
  keywords: string;
  country: string;
  device: Device;
}

export function TryPage() {
  const { try: texts, form } = useTexts();
  const { management } = useData();
  const locale = useLocale();
  const [sites, zones] = [useSites(), useZones()];
  const countries = useCountries();
  const saving = useSaving();
  const [values, setValues] = useState<Visit>({ address: "", keywords: "", country: "", device: "desktop" });
  const [found, setFound] = useState<{ lead: string; results: Result[] }>();
  const set = (changes: Partial<typeof values>) => setValues((last) => ({ ...last, ...changes }));

  const submit = async () => {
    const { address, keywords, country, device } = values;
    if (!isAddress(address)) return saving.refuse({ address: texts.wrongAddress }, "");
    const all = (zones.shown?.data ?? []).filter(({ deleted }) => !deleted);
    const site = sites.shown?.data.find(({ hostname }) => hostname === new URL(address).hostname);
    const own = all.filter((zone) => zone.site === site?.id);
    const chosen = own.length > 0 ? own : all.slice(0, MOST);
    const lead =
      chosen.length === 0
        ? texts.noZones
        : own.length > 0 && site
          ? texts.ofSite(site.name)
          : texts.ofAll(chosen.length);
    await saving.run(async () => {
      if (chosen.length === 0) return setFound({ lead, results: [] });
      const explained = await management.explain({
        user: { referer: address, ua: USER_AGENTS[device], language: locale.language },
        zones: chosen.map(({ id }) => ({ id, ...(keywords.trim() && { keywords }) })),
        ...(country && { country }),
      });
      const results = chosen.flatMap((zone, at) => {
        const answer = explained.zones[at];
        return answer ? [{ zone, campaigns: answer.campaigns }] : [];
      });
      setFound({ lead, results });
    });
  };
  return (
    <>
      <form
        class="card form"
        noValidate
        aria-label={locale.texts.places.try}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="hint">{texts.lead}</p>
        <Field
          label={texts.address}
          type="url"
          value={values.address}
          onInput={(address) => set({ address })}
          problem={saving.problems.address}
          isRequired
        />
        <Field
          label={texts.keywords}
          hint={texts.keywordsHint}
          value={values.keywords}
          onInput={(keywords) => set({ keywords })}
        />
        <div class="pair">
          <Choice
            label={texts.country}
            value={values.country}
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
            value={values.device}
            options={DEVICES.map((key) => ({ key, label: texts.devices[key] }))}
            onInput={(device) => set({ device: DEVICES.find((each) => each === device) ?? "desktop" })}
          />
        </div>
        <p class="problem form-problem" role="alert">
          {saving.message === form.refused ? Object.values(saving.problems)[0] : saving.message}
        </p>
        <div class="form-foot">
          <button type="submit" class="button button-primary" disabled={saving.isBusy || !zones.shown}>
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

function ZoneResult({ zone, campaigns }: Result) {
  const { try: texts } = useTexts();
  const { service } = useLocale().texts;
  const entries = useCampaigns().shown?.data ?? [];
  const shown = campaigns.filter(({ chance }) => chance > 0).sort((a, b) => b.chance - a.chance);
  const behind = campaigns.filter(({ chance, excluded }) => chance === 0 && excluded.length === 0);
  const excluded = campaigns.filter((each) => each.excluded.length > 0);
  return (
    <section class="card" aria-label={zone.name}>
      <header class="card-head">
        <h2>{zone.name}</h2>
        <span class="hint">
          #{zone.id} · {zone.size}
        </span>
      </header>
      {campaigns.length === 0 && <p class="hint">{texts.noCampaigns}</p>}
      {campaigns.length > 0 && shown.length === 0 && <p>{texts.empty}</p>}
      <div class="candidates">
        {shown.map((each) => (
          <Candidate
            key={each.id}
            explanation={each}
            size={zone.size}
            campaign={entries.find(({ id }) => id === each.id)}
          />
        ))}
      </div>
      {behind.length > 0 && (
        <p>
          {texts.behind}: {behind.map(({ name }) => name).join(", ")}
        </p>
      )}
      {excluded.length > 0 && (
        <details open={shown.length === 0}>
          <summary>{texts.why(excluded.length)}</summary>
          <ul class="reasons">
            {excluded.map(({ id, name, excluded: reasons }) => (
              <li key={id}>
                <b>{name}</b> {reasons.map(({ reason }) => translate(reason, service)).join(" ")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface CandidateProps {
  explanation: CampaignExplanation;
  size: string;
  campaign: Shown<"campaigns"> | undefined;
}

function Candidate({ explanation: { id, name, chance }, size, campaign }: CandidateProps) {
  const { try: texts } = useTexts();
  const { navigation } = useData();
  const { formatValue } = useLocale();
  const banner = campaign?.variations.find(
    (each) => each.size === size && each.active && each.review === "approved",
  );
  const [width = "1", height = "1"] = size.split("x");
  return (
    <figure class="candidate">
      {banner && (
        <div class="frame" style={{ maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` }}>
          <img src={resolveImage(banner.image)} alt={banner.name ?? name} />
        </div>
      )}
      <figcaption>
        <PlaceLink to={`${CAMPAIGNS}&campaign=${id}`} go={navigation.go}>
          {name}
        </PlaceLink>{" "}
        <span class="hint">{texts.chance(formatValue(chance, "percent"))}</span>
      </figcaption>
    </figure>
  );
}
