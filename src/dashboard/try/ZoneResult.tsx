/** Result of a zone: the campaigns that fit, and what excludes the others. */
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Country } from "../../protocol/statistics.ts";
import type { Shown } from "../../statistics/index.ts";
import { useCampaigns } from "../app/managementData.ts";
import { CAMPAIGNS } from "../app/router.ts";
import { CreativeImage } from "../campaigns/CreativeImage.tsx";
import { translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { formatShares } from "../texts/shares.ts";
import { Link } from "../ui/Link.tsx";

import type { Result } from "./useTrial.ts";

interface ZoneResultProps extends Result {
  countries: readonly Country[];
}

export function ZoneResult({ zone, campaigns, countries }: ZoneResultProps) {
  const { try: texts } = useTexts();
  const locale = useLocale();
  const nameCountries = (text: string) =>
    text.replace(/\b[A-Z]{3}\b/g, (code) => {
      const country = countries.find(({ iso3 }) => iso3 === code);
      return country ? (locale.nameCountry(country.iso2) ?? country.name) : code;
    });
  const explain = ({ rule, reason, problem }: CampaignExplanation["excluded"][number]) => {
    const text = translate(
      { message: reason, ...(problem && { code: problem.code, parameters: problem }) },
      locale,
    );
    return rule.endsWith("countries") ? nameCountries(text) : text;
  };
  const entries = useCampaigns().shown?.data ?? [];
  const shown = campaigns.filter(({ chance }) => chance > 0).sort((a, b) => b.chance - a.chance);
  const chances = formatShares(
    shown.map(({ chance }) => chance),
    locale,
  );
  const excluded = campaigns.filter((each) => each.excluded.length > 0);
  return (
    <section class="card" aria-label={zone.name}>
      <header class="row loose card-head">
        <h2>{zone.name}</h2>
        <span class="hint">
          #{zone.id} · {zone.size}
        </span>
      </header>
      {campaigns.length === 0 && <p class="hint">{texts.noCampaigns}</p>}
      {campaigns.length > 0 && shown.length === 0 && <p>{texts.empty}</p>}
      <div class="stack">
        {shown.map((each, at) => (
          <Candidate
            key={each.id}
            explanation={each}
            chance={chances[at] ?? ""}
            size={zone.size}
            campaign={entries.find(({ id }) => id === each.id)}
          />
        ))}
      </div>
      {excluded.length > 0 && (
        <details open={shown.length === 0}>
          <summary>{texts.why(excluded.length)}</summary>
          <ul class="stack tight">
            {excluded.map(({ id, name, excluded: reasons }) => (
              <li key={id}>
                <b>{name}</b> {reasons.map(explain).join(" ")}
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
  /** The campaign's chance in percent, as text. */
  chance: string;
  size: string;
  campaign: Shown<"campaigns"> | undefined;
}

function Candidate({ explanation, chance, size, campaign }: CandidateProps) {
  const { id, name } = explanation;
  const { try: texts } = useTexts();
  const creatives = campaign?.variations.filter(
    (each) => each.size === size && each.active && each.review === "approved",
  );
  return (
    <figure class="stack tight">
      {creatives?.map((each) => (
        <CreativeImage key={each.id} image={each.image} size={size} alt={each.name ?? name} />
      ))}
      <figcaption>
        <Link to={`${CAMPAIGNS}&campaign=${id}`}>{name}</Link>{" "}
        <span class="hint">{explanation.chance === 100 ? texts.always : texts.chance(chance)}</span>
      </figcaption>
    </figure>
  );
}
