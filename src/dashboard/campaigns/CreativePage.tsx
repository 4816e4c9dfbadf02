/** Page of a creative. Its settings are in the form of its campaign. */
import type { Creative } from "../../protocol/management.ts";
import type { Shown } from "../../statistics/index.ts";
import { linkTo } from "../objects/addresses.ts";
import { ObjectPage } from "../objects/ObjectPage.tsx";
import { useTexts } from "../texts/management.ts";
import { Link } from "../ui/Link.tsx";
import { CreativeImage } from "./CreativeImage.tsx";
import { CreativeState } from "./CreativeList.tsx";

export function CreativePage({ creative, campaign }: { creative: Creative; campaign: Shown<"campaigns"> }) {
  const { campaigns: texts, objects } = useTexts();
  const { id, name, size, image, url, active, review } = creative;
  const campaignPage = linkTo("campaign_id", campaign.id);
  const isShown = active && review === "approved";
  return (
    <ObjectPage
      back={campaignPage}
      name={name || size}
      facts={
        <>
          <span class="hint">
            #{id} · {size}
          </span>
          <Link to={campaignPage}>{campaign.name}</Link>
          <CreativeState {...creative} />
        </>
      }
      next={!isShown && (active ? objects.creativeSteps[review] : objects.creativeSteps.paused)}
      numbers={{ role: "advertiser", kind: "variation_id", id }}
      history={{ kind: "creatives", id }}
    >
      <section class="card" aria-label={objects.settings}>
        <h2>{objects.settings}</h2>
        <CreativeImage size={size} image={image} alt={name || size} />
        <p>
          {texts.landing}:{" "}
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </p>
        <p>
          <Link to={`${campaignPage}&step=creatives`}>{objects.changeInCampaign}</Link>
        </p>
      </section>
    </ObjectPage>
  );
}
