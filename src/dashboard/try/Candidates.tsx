/** Campaigns that a zone can show, with their creatives and chances. */
import type { CampaignExplanation } from "../../protocol/management.ts";
import { useCampaigns } from "../app/managementData.ts";
import { CreativeImage } from "../campaigns/CreativeImage.tsx";
import { linkTo } from "../objects/addresses.ts";
import { useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import { formatShares } from "../texts/shares.ts";
import { Link } from "../ui/Link.tsx";

interface CandidatesProps {
  campaigns: readonly CampaignExplanation[];
  /** Size of the zone. */
  size: string;
  /** Whether no other zone of the page can show one of the campaigns, so that the chances hold on the page, too. */
  isAlone: boolean;
}

export function Candidates({ campaigns, size, isAlone }: CandidatesProps) {
  const { try: texts } = useTexts();
  const locale = useLocale();
  const entries = useCampaigns().shown?.data ?? [];
  const shown = campaigns.filter(({ chance }) => chance > 0).sort((a, b) => b.chance - a.chance);
  const chances = formatShares(
    shown.map(({ chance }) => chance),
    locale,
  );
  const describe = (chance: number, at: number) => {
    const words = chance === 100 ? texts.always : texts.chance(chances[at] ?? "");
    return isAlone ? words : texts.alone(words);
  };
  const findCreatives = (id: number) =>
    entries
      .find((each) => each.id === id)
      ?.variations.filter((each) => each.size === size && each.active && each.review === "approved");
  return (
    <>
      {shown.map(({ id, name, chance }, at) => (
        <div class="row candidate" key={id}>
          {findCreatives(id)?.map((each) => (
            <CreativeImage key={each.id} image={each.image} size={size} alt={each.name ?? name} />
          ))}
          <span>
            <Link to={linkTo("campaign_id", id)}>{name}</Link>{" "}
            <span class="hint">{describe(chance, at)}</span>
          </span>
        </div>
      ))}
    </>
  );
}
