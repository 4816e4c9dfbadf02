/** What a zone would get: the campaigns that may be chosen, and why others may not. */
import type { CampaignExplanation } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { useLocale } from "../locale.ts";
import { translate } from "../phrases.ts";
import { CAMPAIGNS } from "./Campaigns.tsx";
import { resolveImage } from "./Creatives.tsx";
import { useCampaigns, useData } from "./data.ts";
import { PlaceLink } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import type { Result } from "./useTrial.ts";

export function ZoneResult({ zone, campaigns }: Result) {
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
